"""Cards that are not in the box, drawn at random: together they use the whole effect language."""

import random
from collections.abc import Callable, Iterable

from tests.games.valeria.referee.sheets import Sheets, read_sheets

Edits = dict[str, dict[str, str]]  # by card and column
Cells = dict[str, Edits]  # by sheet

OWN_ABILITIES = (
    "roll: die + 1 | 1 any -> die = 3 + 1 vp",
    "roll: 1 magic -> die - 2 + 1 gold ; roll: die + 2",
    "any_doubles: 1 gold -> 1 vp ; any_doubles: may build",
    "any_doubles: take citizen[cost<=2] ; action_end: 1 strength",
    "action_start: 1 any | take citizen[role=shadow]",
    "action_start: 1 gold | 1 strength ; any_doubles: 1 magic",
    "action_start: 1 gold + 1 strength -> 1 vp per monster + lose 1 any",
    "action_end: rob monster | steal 1 any",
    "action_end: 2 gold -> 1 vp ; action_end: 1 magic per citizen[role=holy]",
    "on_slay: 1 strength | 1 magic -> 2 gold ; on_gain_citizen: may slay",
    "on_slay: steal 1 vp ; on_slay: 1 strength per monster[type=minion]",
    "on_gain_citizen: return citizen | 1 vp",
    "on_gain_citizen: 1 gold + may recruit ; on_gain_citizen: lose 1 strength",
    "always: discount slay 2 strength + discount recruit 1 gold + discount build 2 gold",
    "always: discount slay 1 magic",
    "always: ignore plus",
    "now: return monster + 2 vp -> 4 gold ; now: all lose 2 gold",
    "now: 2 any + may recruit + may build",
    "now: 3 gold + may build",
    "now: take citizen[cost>=9] + 1 any",
    "action_end: rob monster + lose 1 gold",
    "now: take citizen[cost>=3] | 4 any",
    "now: all lose 1 any ; action_end: mark 1 gold on monster",
    "any_doubles: mark 1 strength on monster | mark 1 magic on monster",
    "now: 1 gold per domain + 1 vp per icon[role=worker] ; now: take citizen",
)
OWN_HARVESTS = (
    "may slay | 2 strength",
    "1 gold -> may build",
    "may recruit ; 1 strength",
    "return citizen | 1 any",
    "1 any -> take citizen ; steal 1 vp",
    "rob monster",
    "steal 2 any | 1 vp",
    "all lose 1 magic + 2 gold",
    "1 strength + 1 gold -> 1 vp per 3 resources",
    "1 any + 1 any",
    "1 magic per namesake[name=knight] ; 1 magic -> 2 gold",
    "return monster -> 6 strength",
    "all lose 1 any + 1 gold ; mark 1 gold on monster",
)
OWN_REWARDS = (
    "1 gold -> 2 vp ; may recruit",
    "2 any + may slay",
    "steal 2 gold | take citizen[role=soldier & cost<=3]",
    "rob monster + 1 vp",
    "1 magic ; 1 strength per monster",
    "return citizen -> 4 vp",
    "take citizen + take citizen[role=worker]",
)
OWN_INSTRUCTIONS = (
    "all lose 1 any",
    "mark 2 gold on monster + all lose 1 strength",
    "all lose 1 gold + mark 1 magic on monster",
)
OWN_STARTERS = (
    "steal 1 gold",
    "1 any | steal 2 strength",
    "1 magic ; steal 1 any",
    "rob monster",
    "1 any",
    "2 gold -> 1 vp ; 1 strength",
    "1 gold per domain",
)
OWN_SCORINGS = (
    "2 vp per citizen + 1 vp per 3 resources",
    "1 vp per monster[type=minion] + 3 vp per icon[role=holy]",
    "4 vp per domain + 1 vp per 2 resources",
)
ROLES = ("worker", "soldier", "shadow", "holy")
_LAST_NUMBER = 12


def own_cards(rng: random.Random) -> Cells:
    """Cells of the sheets: cheap Domains with powers of all kinds, Citizens, rewards, events."""
    sheets = read_sheets()
    free = {"cost": "3", **dict.fromkeys(("worker", "soldier", "shadow", "holy"), "0")}
    domains = {card: {"ability": rng.choice(OWN_ABILITIES), **free} for card in sheets.domains}
    citizens = {
        card: {
            "effect_active": rng.choice(OWN_HARVESTS),
            "effect_inactive": rng.choice(OWN_HARVESTS),
        }
        for card in rng.sample(list(sheets.citizens), 6)
    }
    monsters = {
        card: {"reward": rng.choice(OWN_REWARDS)} for card in rng.sample(list(sheets.monsters), 12)
    }
    for card in rng.sample(list(citizens), 2):  # more numbers, so that it stays in its stack
        first = min(sheets.citizens[card].numbers)
        citizens[card]["activation"] = f"{first}/{rng.randint(first + 1, _LAST_NUMBER)}"
    events = {
        card: {"instruction": rng.choice(OWN_INSTRUCTIONS), "reward": rng.choice(OWN_REWARDS)}
        for card in rng.sample(list(sheets.events), 3)
    }
    own = {"domains": domains, "citizens": citizens, "monsters": monsters, "events": events}
    return own | _other_columns(own, sheets, random.Random(rng.random()))


def _other_columns(own: Cells, sheets: Sheets, rng: random.Random) -> Cells:
    """The same cells and, of some cards of every sheet, those of all other columns that rules use.

    No kind of card and no column is left out, so that the referee has a say in each.
    """

    def some(cards: Iterable[str], most: int, **columns: Callable[[], object]) -> Edits:
        chosen = rng.sample(list(cards), most)
        return {card: {name: str(draw()) for name, draw in columns.items()} for card in chosen}

    def upto(most: int, least: int = 0) -> Callable[[], int]:
        return lambda: rng.randint(least, most)

    def of(*texts: str) -> Callable[[], str]:
        return lambda: rng.choice(texts)

    others = {
        "citizens": some(sheets.citizens, 4, cost=upto(4, 1), role=of(*ROLES)),
        "monsters": some(
            sheets.monsters, 8, strength=upto(9), magic=upto(3), vp=upto(6),
            type=of(*_types(sheets)),
        ),
        "domains": some(
            sheets.domains, 6, cost=upto(8), vp=upto(5), **dict.fromkeys(ROLES, upto(2))
        ),
        "events": some(
            sheets.events, 3, activation=upto(6, 1), strength=upto(6), magic=upto(2), vp=upto(4),
            type=of(*_types(sheets)),
        ),
        "starters": some(
            sheets.starters, 3, effect_active=of(*OWN_STARTERS), effect_inactive=of(*OWN_STARTERS)
        ),
        "dukes": some(sheets.dukes, 6, scoring=of(*OWN_SCORINGS)),
    }  # fmt: skip
    for card, cells in others["starters"].items():
        if card != "starter_herald":
            cells["activation"] = str(rng.randint(1, _LAST_NUMBER // 2))
            cells["counts_as_name"] = rng.choice(("peasant", "knight"))
    merged: Cells = {}
    for sheet, cards in others.items():
        known = own.get(sheet, {})
        merged[sheet] = {
            card: {**known.get(card, {}), **cards.get(card, {})} for card in known | cards
        }
    return merged


def _types(sheets: Sheets) -> tuple[str, ...]:
    return tuple(sorted({monster.type for monster in sheets.monsters.values()}))


def edits_of(own: Cells) -> dict[str, object]:
    """The same as changes of the box's cells."""
    return {
        f"{sheet}.{card}.{column}": cell
        for sheet, cards in own.items()
        for card, cells in cards.items()
        for column, cell in cells.items()
    }
