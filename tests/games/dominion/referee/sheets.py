"""The table of cards, read from the CSV file."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parents[4] / "balance" / "games" / "dominion" / "data"


@dataclass(frozen=True)
class Face:
    """What is printed on a card.

    Attributes
    ----------
    kind
        "basic", "kingdom" or "prize".
    worth
        Of a Treasure, in coins.
    points
        Of a Victory card or Curse, but what its routine counts.
    routine
        What it does beyond its numbers (column `special`), or "".
    copies
        In its pile with 2, 3 and 4 players.
    """

    name: str
    kind: str
    cost: int
    types: frozenset[str]
    cards: int
    actions: int
    buys: int
    coins: int
    worth: int
    points: int
    routine: str
    copies: tuple[int, int, int]


def read_sheet(
    path: Path,
    changes: Mapping[tuple[str, str], object] = {},
    own: Sequence[Mapping[str, object]] = (),
) -> dict[str, Face]:
    """Read the cards by their ids.

    Parameters
    ----------
    path
        The sheet of the box.
    changes
        Cells in place of some, by row and column.
    own
        Rows of Kingdom cards that come on top; of Victory cards a pile has 8 or 12, else 10.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    for more in own:
        row = {column: str(value) for column, value in more.items()}
        piles = ("8", "12", "12") if "Victory" in row["types"].split("|") else ("10",) * 3
        row |= dict(zip(("pile_2p", "pile_3p", "pile_4p"), piles, strict=True))
        rows[row["id"]] = {**row, "kind": "kingdom"}
    for (name, column), value in changes.items():
        assert column in rows[name], f"no column {column}"
        rows[name][column] = str(value)
    return {name: _face(row) for name, row in rows.items()}


def _face(row: Mapping[str, str]) -> Face:
    numbers = {
        column: int(row.get(column) or 0)
        for column in (
            *("cost", "pile_2p", "pile_3p", "pile_4p", "treasure_value", "vp"),
            *("plus_cards", "plus_actions", "plus_buys", "plus_coins"),
        )
    }
    return Face(
        name=row["id"],
        kind=row["kind"],
        cost=numbers["cost"],
        types=frozenset(row["types"].split("|")),
        cards=numbers["plus_cards"],
        actions=numbers["plus_actions"],
        buys=numbers["plus_buys"],
        coins=numbers["plus_coins"],
        worth=numbers["treasure_value"],
        points=numbers["vp"],
        routine=row.get("special", ""),
        copies=(numbers["pile_2p"], numbers["pile_3p"], numbers["pile_4p"]),
    )
