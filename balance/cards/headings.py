"""The names of columns: as the file writes them, and hints for those that it does not know."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from balance.spelling import one_form

# What designers often call a column that has another name here.
_MEANT: Mapping[str, tuple[str, ...]] = {
    "id": ("key", "code", "card_id", "nr", "no"),
    "name": ("title", "card", "card_name", "titel", "nom", "kartenname"),
    "cost": ("price", "gold", "gold_cost", "buy", "kosten", "preis", "prix", "cout"),
    "price": ("cost", "gold"),
    "strength": ("cost", "price", "power", "attack", "might"),
    "magic": ("mana",),
    "count": ("copies", "amount", "quantity", "qty", "number_of_copies", "anzahl", "quantite"),
    "activation": ("number", "numbers", "dice", "die", "roll", "activated_by", "wurf"),
    "role": ("class", "kind", "type", "colour", "color", "suit"),
    "types": ("type", "kind"),
    "type": ("kind", "class"),
    "area": ("region", "place", "location"),
    "vp": ("points", "victory_points", "victorypoints", "score", "siegpunkte"),
    "effect_active": ("effect", "active", "text", "own_turn", "power"),
    "effect_inactive": ("inactive", "other_turn", "passive"),
    "reward": ("effect", "text", "loot", "prize"),
    "ability": ("effect", "text", "power", "rule"),
    "scoring": ("effect", "text", "points", "vp", "score"),
    "instruction": ("effect", "text"),
    "plus_cards": ("cards", "draw"),
    "plus_actions": ("actions",),
    "plus_buys": ("buys",),
    "plus_coins": ("coins", "coin"),
    "treasure_value": ("value", "worth", "treasure"),
    "special": ("effect", "text"),
    "gold": ("coins", "money", "reward"),
    "requirement": ("need", "needs", "cost"),
    "influence": ("points", "vp", "value"),
    "setup_stage": ("stage",),
    "player": ("seat",),
    "seat": ("player",),
}
_NEAR = 0.7  # of letters: more than a word of the same sense


@dataclass(frozen=True)
class SheetColumn:
    """A column of a sheet."""

    name: str
    blank: bool = False  # whether its cells may be empty
    optional: bool = False  # whether it may be missing; its cells are then empty
    free: bool = False  # whether it has names of any characters, also as a part of the id


def as_name(heading: str) -> str:
    """Return the name of a column as the head of a file writes it: "Effect active", say."""
    return re.sub(r"[\s_-]+", "_", one_form(heading).strip()).lower()


def closest(word: str, known: Sequence[str]) -> str:
    """Return the known name that is meant by a word, by its letters or its sense; or nothing."""
    name = as_name(word)
    by_name = {as_name(one): one for one in known}
    meant = [one for one in by_name if name in _MEANT.get(one, ())]
    near = (
        get_close_matches(name, by_name, 1, _NEAR) or meant or get_close_matches(name, by_name, 1)
    )
    return by_name[near[0]] if near else ""


def unknown_names(names: Iterable[str], columns: Sequence[SheetColumn]) -> list[str]:
    """Return the names that are no column of the sheet."""
    known = {column.name for column in columns}
    return [name for name in names if name and name not in known]


def misnamed(unknown: Iterable[str], names: Sequence[str], columns: Sequence[SheetColumn]) -> str:
    """Return the first unknown name that stands for a column that is not there, or nothing."""
    left = [column.name for column in columns if column.name not in names]
    return next((name for name in unknown if closest(name, left)), "")
