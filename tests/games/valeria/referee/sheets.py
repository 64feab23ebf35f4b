"""The card tables (V1.1, V18.1), read from the CSV files."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.games.valeria.referee.grammar import RESOURCES, ROLES, Ability, parse

DATA = Path(__file__).parents[4] / "balance" / "games" / "valeria" / "data"
TABLES = ("citizens", "starters", "monsters", "domains", "dukes", "events")
LAST_SINGLE_NUMBER = 8  # the activation numbers 9/10 and 11/12 share a slot


@dataclass(frozen=True)
class Citizen:
    """A Citizen; `numbers` activate it, `count` copies are in the box."""

    id: str
    numbers: frozenset[int]
    cost: int
    role: str
    active: tuple[Ability, ...]
    inactive: tuple[Ability, ...]
    count: int

    @property
    def slot(self) -> int:
        """Its place among the ten Citizen stacks, 0 to 9, by its lowest number (V1.7, V2.5)."""
        lowest = min(self.numbers)
        if lowest <= LAST_SINGLE_NUMBER:
            return lowest - 1
        return LAST_SINGLE_NUMBER + (lowest - LAST_SINGLE_NUMBER - 1) // 2


@dataclass(frozen=True)
class Starter:
    """A Starter; `triggers` are the Herald's `doubles` and `none` (V5.8), `name` is V1.5."""

    id: str
    numbers: frozenset[int]
    triggers: frozenset[str]
    name: str
    active: tuple[Ability, ...]
    inactive: tuple[Ability, ...]
    editions: tuple[str, ...]


def no_markers() -> dict[str, int]:
    """The markers on a card that has none (V14.5)."""
    return dict.fromkeys(RESOURCES, 0)


@dataclass
class Monster:
    """A Monster, one card of it: `markers` lie on this card alone (V14.9).

    `extra` copies of an edition are used with five players only (V2.2).
    """

    id: str
    area: str
    type: str
    strength: int
    magic: int
    vp: int
    reward: tuple[Ability, ...]
    count: int = 1
    extra: dict[str, int] = field(default_factory=dict)
    markers: dict[str, int] = field(default_factory=no_markers)


@dataclass
class Event(Monster):
    """An event (V14): a Monster without an area (V14.10), with an instruction and its number."""

    number: int = 0
    instruction: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Domain:
    """A Domain; `icons` is the number of each role icon (V1.3)."""

    id: str
    cost: int
    icons: dict[str, int]
    vp: int
    abilities: tuple[Ability, ...]
    count: int


@dataclass(frozen=True)
class Duke:
    """A Duke and what it scores."""

    id: str
    scoring: tuple[Ability, ...]


@dataclass(frozen=True)
class Sheets:
    """All cards by id, in the order of the tables."""

    citizens: dict[str, Citizen]
    starters: dict[str, Starter]
    monsters: dict[str, Monster]
    domains: dict[str, Domain]
    dukes: dict[str, Duke]
    events: dict[str, Event]

    def monster(self, name: str) -> Monster:
        """A Monster of that name, a card of its own."""
        return replace(self.monsters[name], markers=no_markers())

    def event(self, name: str) -> Event:
        """An event of that name, a card of its own."""
        return replace(self.events[name], markers=no_markers())


def read_sheets(edits: Mapping[str, object] | None = None, own: Sequence[Path] = ()) -> Sheets:
    """Read the tables of the base game.

    Parameters
    ----------
    edits
        Other texts of cells, by ``table.id.column``.
    own
        Folders with tables of more cards.
    """
    tables = {name: _rows(name, (DATA, *own)) for name in TABLES}
    for place, cell in (edits or {}).items():
        table, card, column = place.split(".")
        tables[table][card][column] = str(cell)
    return Sheets(
        citizens={name: _citizen(row) for name, row in tables["citizens"].items()},
        starters={name: _starter(row) for name, row in tables["starters"].items()},
        monsters={name: _monster(row) for name, row in tables["monsters"].items()},
        domains={name: _domain(row) for name, row in tables["domains"].items()},
        dukes={name: Duke(name, parse(row["scoring"])) for name, row in tables["dukes"].items()},
        events={name: _event(row) for name, row in tables["events"].items()},
    )


def _rows(name: str, folders: Iterable[Path]) -> dict[str, dict[str, str]]:
    """The rows of a table by id, from all folders that have it."""
    rows: dict[str, dict[str, str]] = {}
    for path in (folder / f"{name}.csv" for folder in folders):
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                rows |= {row["id"]: row for row in csv.DictReader(file)}
    return rows


def _number(cell: str) -> int:
    return int(cell) if cell else 0


def _citizen(row: dict[str, str]) -> Citizen:
    return Citizen(
        row["id"],
        frozenset(int(number) for number in row["activation"].split("/")),
        int(row["cost"]),
        row["role"],
        parse(row["effect_active"]),
        parse(row["effect_inactive"]),
        int(row["count"]),
    )


def _starter(row: dict[str, str]) -> Starter:
    words = row["activation"].replace("|", "/").split("/")
    return Starter(
        row["id"],
        frozenset(int(word) for word in words if word.isdigit()),
        frozenset(word for word in words if word in ("doubles", "none")),
        row["counts_as_name"],
        parse(row["effect_active"]),
        parse(row["effect_inactive"]),
        tuple(row["editions"].split(";")),
    )


def _monster(row: dict[str, str]) -> Monster:
    return Monster(
        row["id"],
        row["area"],
        row["type"],
        _number(row["strength"]),
        _number(row["magic"]),
        _number(row["vp"]),
        parse(row["reward"]),
        int(row["count"]),
        {
            "first": _number(row["extra_first_edition"]),
            "second": _number(row["extra_second_edition"]),
        },
    )


def _event(row: dict[str, str]) -> Event:
    return Event(
        row["id"],
        "",
        row["type"],
        _number(row["strength"]),
        _number(row["magic"]),
        _number(row["vp"]),
        parse(row["reward"]),
        number=int(row["activation"]),
        instruction=parse(row["instruction"]),
    )


def _domain(row: dict[str, str]) -> Domain:
    return Domain(
        row["id"],
        _number(row["cost"]),
        {role: _number(row[role]) for role in ROLES},
        _number(row["vp"]),
        parse(row["ability"]),
        int(row["count"]),
    )
