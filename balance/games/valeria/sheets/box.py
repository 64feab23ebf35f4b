"""The box: all cards and set-ups, read from the sheets and checked, with own cards and edits."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from balance.cards.effect_language import Ability, Item
from balance.cards.effect_reader import PlacedError
from balance.cards.sheet import SheetRow, as_id, unread_notes
from balance.errors import CardError
from balance.games.valeria.layout import MAX_ICONS, MAX_PRICE, Role
from balance.games.valeria.sheets.effect_checks import (
    Known,
    check_ability,
    check_instruction,
    check_plain,
    check_scoring,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from balance.games.valeria.sheets.files import MAY_BE_BLANK, Origin, read_sheets, setup_files
from balance.games.valeria.sheets.setups import RandomSetUp, SetUp, check_setups, read_setups

Card = TypeVar("Card")

NOTHING = "nothing"  # the text of an effect that does nothing; others mean the same (V18.2)
_NOTHING = re.compile(
    r"|nothing|none|[-\u2013\u2014]|0( *(gold|strength|magic|vp|any))?", re.IGNORECASE
)
_MOST_LISTED = 10  # errors in one message
_ON_DICE = ("doubles", "none")  # V5.8
_LIKE_A_DATE = re.compile(r"[a-zäé]{3}|[0-9]{4}|[0-9]\.", re.IGNORECASE)
_NUMBERS = "one or more of them with / between, such as 3/7"
_DATE_HINT = (
    "; it looks like a date: spreadsheets turn 3/7 into one unless the column is formatted as text"
)
_EFFECTS = ("effect_active", "effect_inactive", "reward", "ability", "scoring", "instruction")


@dataclass(frozen=True)
class BoxCard:
    """What every card has."""

    id: str
    name: str
    texts: Mapping[str, str]  # its effects as they stand on the sheet, by column
    count: int  # copies in the box
    origin: Origin


@dataclass(frozen=True)
class HarvestCard(BoxCard):
    """What Citizens and Starters have."""

    numbers: tuple[int, ...]  # that activate it (V5.1)
    active: tuple[Ability, ...]
    inactive: tuple[Ability, ...]


@dataclass(frozen=True)
class CitizenCard(HarvestCard):
    """A Citizen."""

    cost: int
    role: Role


@dataclass(frozen=True)
class StarterCard(HarvestCard):
    """A Starter; the Herald has no numbers, but `on_doubles` and `on_none` (V5.8)."""

    on_doubles: bool
    on_none: bool
    counts_as_name: str
    editions: tuple[str, ...]


@dataclass(frozen=True)
class SlainCard(BoxCard):
    """What Monsters and Monster Events have."""

    type: str
    strength: int
    magic: int
    vp: int
    reward: tuple[Ability, ...]


@dataclass(frozen=True)
class MonsterCard(SlainCard):
    """A Monster."""

    area: str
    extra_first: int  # copies only for games of five players (V2.2), by edition
    extra_second: int


@dataclass(frozen=True)
class EventCard(SlainCard):
    """A Monster Event."""

    number: int  # that has the instruction carried out (V14.4)
    instruction: tuple[Ability, ...]
    editions: tuple[str, ...]


@dataclass(frozen=True)
class DomainCard(BoxCard):
    """A Domain."""

    cost: int
    icons: tuple[int, int, int, int]  # by `Role` (V1.3)
    vp: int
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class DukeCard(BoxCard):
    """A Duke; the items of its scoring are added up (V10.2)."""

    scoring: tuple[Item, ...]


@dataclass(frozen=True)
class Box:
    """All cards and set-ups, in the order of the sheets."""

    citizens: tuple[CitizenCard, ...]
    monsters: tuple[MonsterCard, ...]
    domains: tuple[DomainCard, ...]
    dukes: tuple[DukeCard, ...]
    starters: tuple[StarterCard, ...]
    events: tuple[EventCard, ...]
    setups: tuple[SetUp, ...]
    areas: tuple[str, ...]  # of Monsters (V1.9), in the order of the sheets
    types: tuple[str, ...]
    random_setup: RandomSetUp
    digest: str  # of every cell and set-up after edits, 16 hexadecimal digits
    notes: tuple[str, ...] = ()  # sentences on what is not read of own sheets

    @cached_property
    def cards(self) -> Mapping[str, BoxCard]:
        """Every card by its id, in the order of the sheets."""
        sheets: tuple[tuple[BoxCard, ...], ...] = (
            *(self.citizens, self.monsters, self.domains),
            *(self.dukes, self.starters, self.events),
        )
        return MappingProxyType({card.id: card for sheet in sheets for card in sheet})

    @cached_property
    def setups_by_id(self) -> Mapping[str, SetUp]:
        """Every set-up by its id."""
        return MappingProxyType({setup.id: setup for setup in self.setups})


def read_box(folders: Sequence[Path] = (), edits: Mapping[str, object] | None = None) -> Box:
    """Read the sheets and set-ups of the box, and of folders with own cards.

    A card of a folder replaces the card with the same id; cards with other ids are added.  `edits`
    are cells to change, such as ``{"citizens.knight.cost": 3}``.

    Raises
    ------
    CardError
        If a folder, sheet, cell, set-up or edit is wrong.  It names every card that is wrong, the
        place, and what was expected.
    """
    return _read_box(folders, edits) if folders or edits else _printed_box()


@cache
def _printed_box() -> Box:
    return _read_box((), {})


def _read_box(folders: Sequence[Path], edits: Mapping[str, object] | None) -> Box:
    rows = read_sheets(folders, edits or {})
    known = _known(rows)
    setups, random_setup, setup_texts = read_setups(setup_files(folders))
    areas_of = {row.id: row.text("area") for row in rows["monsters"]}
    domains = [row.id for row in rows["domains"]]
    check_setups(setups, random_setup, known, areas_of, domains)
    cells = {sheet: [dict(row.cells) for row in rows[sheet]] for sheet in rows}
    wrong: list[CardError] = []

    def cards(sheet: str, read: Callable[[SheetRow, Known], Card]) -> Iterator[Card]:
        for row in rows[sheet]:
            try:
                yield read(row, known)
            except CardError as error:
                wrong.append(error)

    box = Box(
        citizens=tuple(cards("citizens", _citizen)),
        monsters=tuple(cards("monsters", _monster)),
        domains=tuple(cards("domains", _domain)),
        dukes=tuple(cards("dukes", _duke)),
        starters=tuple(cards("starters", _starter)),
        events=tuple(cards("events", _event)),
        setups=setups,
        areas=known.areas,
        types=known.types,
        random_setup=random_setup,
        digest=_digest([cells, setup_texts]),
        notes=unread_notes(row for sheet in rows.values() for row in sheet),
    )
    if wrong:
        raise _one_error(wrong)
    return box


def _one_error(wrong: Sequence[CardError]) -> CardError:
    """Return the errors of all cards as one."""
    if len(wrong) == 1:
        return wrong[0]
    lines = [f"{len(wrong)} cards are wrong:"]
    lines += [line for error in wrong[:_MOST_LISTED] for line in error.args]
    if len(wrong) > _MOST_LISTED:
        lines.append(f"and {len(wrong) - _MOST_LISTED} more")
    return CardError(*lines)


def _known(rows: Mapping[str, Sequence[SheetRow]]) -> Known:
    citizens = tuple(row.id for row in rows["citizens"])
    starters = (row.text("counts_as_name") for row in rows["starters"])
    typed = (*rows["monsters"], *rows["events"])
    return Known(
        citizens=citizens,
        monsters=tuple(row.id for row in typed),
        names=tuple(dict.fromkeys((*citizens, *starters))),
        areas=tuple(dict.fromkeys(_word(row, "area") for row in rows["monsters"])),
        types=tuple(dict.fromkeys(_word(row, "type") for row in typed)),
    )


def _word(row: SheetRow, column: str) -> str:
    word = row.text(column)
    if not word.isidentifier() or not word.isascii() or word != word.lower():
        raise row.error(
            column, f"expected a lower-case word such as '{as_id(word)}', as effects may name it"
        )
    return word


def _effect(
    row: SheetRow, column: str, known: Known, check: Callable[[Sequence[Ability], Known], Any]
) -> tuple[Ability, ...]:
    """Read an effect and check that it fits its column (V18); one for nothing is no ability."""
    text = row.text(column)
    if column in MAY_BE_BLANK and _NOTHING.fullmatch(text):
        return ()
    try:
        abilities = LANGUAGE.parse(text)
        check(abilities, known)
    except PlacedError as error:
        raise row.error_at(column, error.position, error.reason) from None
    return abilities


def _common(row: SheetRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name(),
        "texts": MappingProxyType(
            {name: row.cells[name] for name in _EFFECTS if name in row.cells}
        ),
        "count": row.number("count"),
        "origin": Origin(row.origin) or (Origin.CHANGED if row.edited else Origin.PRINTED),
    }


def _numbers(row: SheetRow, words: Iterable[str], expected: str = _NUMBERS) -> tuple[int, ...]:
    """Return activation numbers: those that a die or the sum of both can show (V5.2)."""
    known = {str(number): number for number in range(1, 13)}
    for word in words:
        if word not in known:
            hint = _DATE_HINT if _LIKE_A_DATE.search(row.cells["activation"]) else ""
            raise row.error(
                "activation", f"{word!r} is not a number from 1 to 12; expected {expected}{hint}"
            )
    return tuple(sorted(known[word] for word in words))


def _editions(row: SheetRow) -> tuple[str, ...]:
    editions = row.words("editions", ";")
    for edition in editions:
        if edition not in ("first", "second"):
            raise row.error("editions", "expected first, second, or both with ; between them")
    return editions


def _harvest(row: SheetRow, known: Known) -> dict[str, Any]:
    return {
        **_common(row),
        "active": _effect(row, "effect_active", known, check_plain),
        "inactive": _effect(row, "effect_inactive", known, check_plain),
    }


def _slain(row: SheetRow, known: Known) -> dict[str, Any]:
    return {
        **_common(row),
        "type": _word(row, "type"),
        "strength": row.number("strength", 0, MAX_PRICE),
        "magic": row.number("magic", 0, MAX_PRICE),
        "vp": row.number("vp"),
        "reward": _effect(row, "reward", known, check_plain),
    }


def _citizen(row: SheetRow, known: Known) -> CitizenCard:
    roles = [role.name.lower() for role in Role]
    return CitizenCard(
        **_harvest(row, known),
        numbers=_numbers(row, row.words("activation", "/")),
        cost=row.number("cost", 0, MAX_PRICE),
        role=Role(roles.index(row.one_of("role", roles))),
    )


def _starter(row: SheetRow, known: Known) -> StarterCard:
    herald = row.words("activation", "|")
    on_dice = all(word in _ON_DICE for word in herald)
    return StarterCard(
        **_harvest(row, known),
        numbers=() if on_dice else _numbers(row, row.words("activation", "/")),
        on_doubles="doubles" in herald,
        on_none="none" in herald,
        counts_as_name=_word(row, "counts_as_name"),
        editions=_editions(row),
    )


def _monster(row: SheetRow, known: Known) -> MonsterCard:
    count = row.number("count")
    return MonsterCard(
        **_slain(row, known),
        area=_word(row, "area"),
        extra_first=row.number("extra_first_edition", 0, count),
        extra_second=row.number("extra_second_edition", 0, count),
    )


def _event(row: SheetRow, known: Known) -> EventCard:
    return EventCard(
        **_slain(row, known),
        number=_numbers(row, [row.text("activation")], "one of them")[0],
        instruction=_effect(row, "instruction", known, check_instruction),
        editions=_editions(row),
    )


def _domain(row: SheetRow, known: Known) -> DomainCard:
    worker, soldier, shadow, holy = (row.number(role.name.lower(), 0, MAX_ICONS) for role in Role)
    return DomainCard(
        **_common(row),
        cost=row.number("cost", 0, MAX_PRICE),
        icons=(worker, soldier, shadow, holy),
        vp=row.number("vp"),
        abilities=_effect(row, "ability", known, check_ability),
    )


def _duke(row: SheetRow, known: Known) -> DukeCard:
    abilities = _effect(row, "scoring", known, check_scoring)
    return DukeCard(**_common(row), scoring=abilities[0].items)


def _digest(read: object) -> str:
    return sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()[:16]
