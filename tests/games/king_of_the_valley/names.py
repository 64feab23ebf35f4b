"""The notation of the worked examples (K16): tiles, castles, spaces, and what may be chosen."""

import re
from collections import Counter
from typing import Any

from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    GRID,
    HILL_ROWS,
    HILL_SPACES,
    NUM_ORDERS,
    NUM_SLOTS,
    Column,
    Decision,
    Kind,
    Side,
)

COLUMNS = "QDCKFW"
KINDS = ("Q", "D", "C", "KA", "KB", "KC", "KD", "F", "W", "J", "M", "Z")
SLOTS = (*KINDS[:FIRST_JESTER], *(f"J@{column}" for column in COLUMNS))
SIDES = ("left", "right")
EMPTY = "."
_WORD = 5  # bits for each monk of a move
_COUNT = 4  # bits for each count of tiles to turn
_THIRD = 3  # bits for the column of each collector


def tiles(text: str) -> Counter[str]:
    """Return tiles as a castle has them: how many of each."""
    return Counter(text.split())


def space(text: str) -> int:
    """Return the number of the space ``"(r,c)"`` (K2.1)."""
    found = re.fullmatch(r"\((\d),(\d)\)", text)
    assert found, text
    return (int(found[1]) - 1) * GRID + int(found[2]) - 1


def spaces(text: str) -> list[int]:
    """Return the numbers of several spaces."""
    return [space(word) for word in text.split()]


def at(number: int) -> str:
    """Return ``"(r,c)"`` for the number of a space."""
    return f"({number // GRID + 1},{number % GRID + 1})"


class Names:
    """Says tiles and choices.

    Parameters
    ----------
    table
        The table, for its tax collectors.
    """

    def __init__(self, table: Any) -> None:
        kinds = table.kinds[Kind.COLLECTOR : table.num_kinds]
        collectors = [f"T{kind.need}/{kind.gold}" for kind in kinds]
        self.codes = (*KINDS, *collectors)

    def kind(self, code: str) -> int:
        """Return the kind of a tile."""
        return self.codes.index(code)

    def tile(self, number: int) -> str:
        """Say what lies somewhere: a kind + 1, or 0 for nothing."""
        return self.codes[number - 1] if number else EMPTY

    def of(self, state: Any, choice: int) -> str:
        """Say a choice of the decision that is due."""
        match Decision(state.decision):
            case Decision.PLACE:
                return at(choice)
            case Decision.RECRUIT:
                return _on_hill(choice - 1) if choice else "nobody"
            case Decision.COLLECT:
                return _move(state, choice)
            case Decision.JESTER:
                return COLUMNS[choice]
            case Decision.TAX:
                return _columns(choice)
            case Decision.TURN_DOWN:
                return _turned(state, choice)
            case Decision.SWAP:
                return f"{SLOTS[choice // HILL_SPACES]} for {_on_hill(choice % HILL_SPACES)}"
            case Decision.CLAIM:
                return _five(choice) if choice else "no"
            case Decision.REFILL:
                return SIDES[Side(choice)]
            case _:
                raise AssertionError("nothing is due")


def castle(player: Any) -> Counter[str]:
    """Return the castle of a player: ``-`` before what lies face-down."""
    orders = Counter(int(order) for order in player.knights[: player.num_knights])
    knights = player.up[FIRST_ORDER : FIRST_ORDER + NUM_ORDERS]
    assert orders == +Counter(dict(enumerate(map(int, knights))))
    counts = {SLOTS[slot]: int(player.up[slot]) for slot in range(NUM_SLOTS)}
    counts |= {f"-{SLOTS[slot]}": int(player.down[slot]) for slot in range(NUM_SLOTS)}
    return +Counter(counts)


def _on_hill(place: int) -> str:
    return f"{SIDES[place // HILL_ROWS]} {place % HILL_ROWS + 1}"


def _move(state: Any, choice: int) -> str:
    """Say a move: ``by`` the monks visited ``to`` the end ``taking`` the tiles passed over."""
    mask, end = choice & 7, choice >> 3 & 31
    monks = [choice >> 8 + _WORD * i & 31 for i in range(4)]
    visited = [monk - 1 for monk in monks if monk]
    start = visited[-1] if visited else int(state.seats[state.due_seat].king)
    down, across = end // GRID - start // GRID, end % GRID - start % GRID
    steps = max(abs(down), abs(across))
    passed = [start + i * (down // steps * GRID + across // steps) for i in range(1, steps) if mask]
    taken = [number for i, number in enumerate(passed) if mask >> i & 1]
    parts = [*(["by", *map(at, visited)] if visited else []), "to", at(end)]
    return " ".join(parts + (["taking", *map(at, taken)] if taken else []))


def _columns(choice: int) -> str:
    """Say the column for each collector, ``-`` for one without need, up to the last with one."""
    letters = []
    while choice:
        column = choice & 7
        letters.append(COLUMNS[column - 1] if column else "-")
        choice >>= _THIRD
    return " ".join(letters)


def _turned(state: Any, choice: int) -> str:
    """Say what is turned down of a group."""
    column = COLUMNS[state.group]
    own = ("KA", "KB", "KC", "KD") if column == "K" else (column,)
    counts = [choice >> _COUNT * i & 15 for i in range(NUM_ORDERS + 1)]
    turned = [code for code, count in zip(own, counts, strict=False) for _ in range(count)]
    return " ".join(turned + [f"J@{column}"] * counts[-1])


def _five(choice: int) -> str:
    """Say the five tiles of a kingdom bonus."""
    bits = (choice >> 1 & 1, choice >> 2 & 1, choice >> 3 & 1)
    slots = [FIRST_JESTER + i if bit else i for i, bit in enumerate(bits)]
    order, last = choice >> 4 & 7, choice >> 7 & 3
    slots.append(FIRST_JESTER + Column.KNIGHT if order == NUM_ORDERS else FIRST_ORDER + order)
    farming = (Kind.FARMER, Kind.FARMWOMAN, FIRST_JESTER + Column.FARMER, SLOTS.index("J@W"))
    slots.append(farming[last])
    return " ".join(SLOTS[slot] for slot in slots)
