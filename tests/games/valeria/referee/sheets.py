"""The card tables (V1.1, V18.1), read from the CSV files."""

import csv
from dataclasses import dataclass
from pathlib import Path

from tests.games.valeria.referee.grammar import ROLES, Ability, parse


@dataclass(frozen=True)
class Citizen:
    """A Citizen; `numbers` activate it."""

    id: str
    numbers: frozenset[int]
    cost: int
    role: str
    active: tuple[Ability, ...]
    inactive: tuple[Ability, ...]


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


@dataclass(frozen=True)
class Monster:
    """A Monster; `extra` copies of an edition are used with five players only (V2.2)."""

    id: str
    area: str
    type: str
    strength: int
    magic: int
    vp: int
    reward: tuple[Ability, ...]
    count: int
    extra: dict[str, int]


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

    folder: Path
    citizens: dict[str, Citizen]
    starters: dict[str, Starter]
    monsters: dict[str, Monster]
    domains: dict[str, Domain]
    dukes: dict[str, Duke]


def read_sheets(folder: Path) -> Sheets:
    """Read the five tables of the base game."""
    return Sheets(
        folder,
        citizens={row["id"]: _citizen(row) for row in _rows(folder / "citizens.csv")},
        starters={row["id"]: _starter(row) for row in _rows(folder / "starters.csv")},
        monsters={row["id"]: _monster(row) for row in _rows(folder / "monsters.csv")},
        domains={row["id"]: _domain(row) for row in _rows(folder / "domains.csv")},
        dukes={
            row["id"]: Duke(row["id"], parse(row["scoring"])) for row in _rows(folder / "dukes.csv")
        },
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


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


def _domain(row: dict[str, str]) -> Domain:
    return Domain(
        row["id"],
        _number(row["cost"]),
        {role: _number(row[role]) for role in ROLES},
        _number(row["vp"]),
        parse(row["ability"]),
        int(row["count"]),
    )
