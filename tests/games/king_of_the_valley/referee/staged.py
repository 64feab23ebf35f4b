"""Games that begin where a test wants them: boards, castles and hills in the rules' notation.

Codes of tiles are `Q D C KA KB KC KD F W J M Z T3/5`; in castles also `-F` for a tile face-down
and `J@K` for a jester in the knight column, the oldest tile first.
"""

import csv
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tests.games.king_of_the_valley.referee.moves import Move, legal_moves
from tests.games.king_of_the_valley.referee.sheets import (
    COLUMNS,
    Tile,
    read_sheets,
    shuffled,
)
from tests.games.king_of_the_valley.referee.table import Choice, Space
from tests.games.king_of_the_valley.referee.turns import build_table, turn

DATA = Path(__file__).parents[4] / "balance" / "games" / "king_of_the_valley" / "data"
TYPES = dict(zip("QDCKFW", COLUMNS, strict=True)) | {"J": "jester", "M": "monk", "Z": "wizard"}
SOME = "F F F F F F"  # a column of the hill of which nothing depends


def tile(code: str) -> Tile:
    """A tile by its code."""
    code, _, at = code.partition("@")
    is_up = not code.startswith("-")
    code = code.removeprefix("-")
    if code[0] == "T":
        need, _, gold = code[1:].partition("/")
        return Tile("tax_collector", code, "", int(need), int(gold))
    type_ = TYPES[code[0]]
    name = f"{type_} {code[1:]}".strip()
    return Tile(type_, name, code[1:], column=TYPES[at] if at else "", is_up=is_up)


def tiles(codes: str) -> list[Tile]:
    """Tiles by their codes."""
    return [tile(code) for code in codes.split()]


def code(one: Tile) -> str:
    """The code of a tile."""
    if one.type == "tax_collector":
        return one.name
    letter = next(letter for letter, type_ in TYPES.items() if type_ == one.type)
    at = (
        next(letter for letter, type_ in TYPES.items() if type_ == one.column) if one.column else ""
    )
    place = f"@{at}" if one.type == "jester" and at else ""
    return f"{'' if one.is_up else '-'}{letter}{one.order}{place}"


def castle(codes: str) -> list[Tile]:
    """Tiles by their codes, each in its column."""
    held = tiles(codes)
    for each in held:
        each.column = each.column or each.type
    return held


def altered(
    folder: Path, changes: Mapping[str, Mapping[str, Mapping[str, object]]], source: Path = DATA
) -> Path:
    """Tables in a folder of a test with cells changed: by file, first cell of the row, column."""
    for path in source.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        wanted = changes.get(path.name, {})
        for row in rows:
            row.update({column: str(cell) for column, cell in wanted.get(key(row), {}).items()})
        with (folder / path.name).open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return folder


def key(row: Mapping[str, str]) -> str:
    """By what a row is known: tiles by type, order and stage, others by their first cell."""
    if "stage" in row and "type" in row:
        return " ".join(filter(None, (row["type"], row["order"], row["stage"])))
    return next(iter(row.values()))


class Staged:
    """A turn of red in round 2, two players.

    Parameters
    ----------
    board
        Five lines of five codes; `.` is an empty space.
    red, blue
        Where the kings stand.
    held, gold
        Red's castle and gold.
    left, right, pile
        The hill from the foot, and the tiles to be drawn.
    params
        Numbers that are not as in the base game.
    """

    def __init__(
        self,
        board: str,
        red: Space,
        blue: Space,
        held: str = "",
        gold: int = 2,
        left: str = SOME,
        right: str = SOME,
        pile: str = f"{SOME} {SOME}",
        **params: int,
    ) -> None:
        box = read_sheets(DATA)
        sheets = replace(box, params={**box.params, **params})
        self.table = table = build_table(sheets, shuffled(sheets, random.Random(1)), 2)
        codes = dict(zip(sheets.spaces, board.split(), strict=True))
        table.valley = {space: tile(code) for space, code in codes.items() if code != "."}
        table.emptied = [space for space, code in codes.items() if code == "."]
        table.hill = {"L": tiles(left), "R": tiles(right)}
        table.pile = tiles(pile)
        table.round = 2
        self.red, self.blue = table.players
        self.red.king, self.blue.king = red, blue
        self.red.castle, self.red.gold = castle(held), gold

    def turn(self, seat: int = 0, **answers: Choice | list[Choice]) -> None:
        """Play a turn with these answers by kind of question, else with the first choice.

        Raises
        ------
        ValueError
            If an answer is not offered or its question not asked.
        """
        wanted = {
            kind: given if isinstance(given, list) else [given] for kind, given in answers.items()
        }
        asking = turn(self.table, self.table.players[seat])
        pending = next(asking, None)
        while pending is not None:
            listed = wanted.get(pending.kind)
            answer = listed.pop(0) if listed else pending.choices[0]
            if answer not in pending.choices:
                raise ValueError(f"{answer} is no answer to {pending}")
            try:
                pending = asking.send(answer)
            except StopIteration:
                break
        if any(wanted.values()):
            raise ValueError(f"not asked: {wanted}")

    def moves(self, seat: int = 0) -> list[Move]:
        """Every legal action."""
        return legal_moves(self.table, self.table.players[seat])

    def multi(self) -> set[tuple[Space, frozenset[Space]]]:
        """End and tiles of every multi-take of red."""
        return {(m.end, frozenset(m.taken)) for m in self.moves() if len(m.taken) > 1}

    def castle(self) -> str:
        """Red's castle in codes, the oldest tile first."""
        return " ".join(code(each) for each in self.red.castle)

    def hill(self, side: str) -> str:
        """A hill column in codes, the foot first."""
        return " ".join(code(each) for each in self.table.hill[side])
