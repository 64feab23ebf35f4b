"""The names of tiles, spaces and moves, and the short codes for drawing boards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from balance.games.king_of_the_valley.layout import (
    COUNT,
    COUNT_BITS,
    END_BIT,
    FARM_BIT,
    FIRST_JESTER,
    FIRST_ORDER,
    GRID,
    JESTERS_BIT,
    KNIGHT_BIT,
    MASK,
    MAX_MONKS,
    MAX_TAKEN,
    MONKS_BIT,
    NUM_ORDERS,
    OWN_SLOTS,
    SPACE,
    SPACE_BITS,
    Column,
    Kind,
    Type,
)

ONE = (
    "queen", "duke", "countess", "knight", "farmer", "farmwoman",
    "jester", "monk", "wizard", "tax collector",
)  # fmt: skip
MANY = (
    "queens", "dukes", "countesses", "knights", "farmers", "farmwomen",
    "jesters", "monks", "wizards", "tax collectors",
)  # fmt: skip
SIDES = ("left", "right")
_NUMBERS = ("no", "one", "two", "three", "four", "five")
ORDERS = ("A", "B", "C", "D")
_CODES = ("Q", "D", "C", "KA", "KB", "KC", "KD", "F", "W", "J", "M", "Z")  # by kind
_COLUMNS = "QDCKFW"


@dataclass(frozen=True)
class Move:
    """A move of the king (K6): the monks visited, the end, and the spaces of the tiles taken."""

    monks: tuple[int, ...]
    end: int
    taken: tuple[int, ...]

    @property
    def passed(self) -> tuple[int, ...]:
        """The spaces of a multi-take, which are passed over; none in a single take (K6.3)."""
        return () if self.taken == (self.end,) else self.taken


def read_move(choice: int, king: int) -> Move:
    """Return the move of a choice, made by a king on that space."""
    mask, end = choice & MASK, choice >> END_BIT & SPACE
    visits = (choice >> MONKS_BIT + SPACE_BITS * i & SPACE for i in range(MAX_MONKS))
    monks = tuple(visit - 1 for visit in visits if visit)
    start = monks[-1] if monks else king
    down, across = end // GRID - start // GRID, end % GRID - start % GRID
    step = (end - start) // max(abs(down), abs(across))
    taken = tuple(start + (i + 1) * step for i in range(MAX_TAKEN) if mask >> i & 1)
    return Move(monks, end, taken or (end,))


def space_name(space: int) -> str:
    """Return a space as row and column (K2.1)."""
    return f"({space // GRID + 1},{space % GRID + 1})"


def spaces_named(spaces: Iterable[int]) -> str:
    """Return a list of spaces: `(4,5) and (3,5)`."""
    return joined([space_name(space) for space in spaces])


def type_of(kind: int) -> Type:
    """Return the type of a kind of tile (K2.4)."""
    if kind <= Kind.COUNTESS:
        return Type(kind)
    if kind < FIRST_ORDER + NUM_ORDERS:
        return Type.KNIGHT
    return Type(min(kind - NUM_ORDERS + 1, Type.TAX_COLLECTOR))


def tile_name(table: Any, kind: int) -> str:
    """Return the name of a tile, with the order of knights and the code of tax collectors."""
    name = ONE[type_of(kind)]
    if type_of(kind) == Type.KNIGHT:
        return f"{name} of order {ORDERS[kind - FIRST_ORDER]}"
    return f"{name} {tile_code(table, kind)}" if kind >= Kind.COLLECTOR else name


def tiles_named(table: Any, kinds: Sequence[int]) -> str:
    """Return the name of one tile, or of same-named ones: `the duke`, `two knights (C, A)`."""
    if len(kinds) == 1:
        return f"the {tile_name(table, kinds[0])}"
    name = f"{_number(len(kinds))} {MANY[type_of(kinds[0])]}"
    match type_of(kinds[0]):
        case Type.KNIGHT:
            return f"{name} ({', '.join(ORDERS[kind - FIRST_ORDER] for kind in kinds)})"
        case Type.TAX_COLLECTOR:
            return f"{name} ({', '.join(tile_code(table, kind) for kind in kinds)})"
    return name


def tile_code(table: Any, kind: int) -> str:
    """Return the code of a tile: ``KA`` is a knight of order A, ``T3/5`` needs 3 and pays 5."""
    if kind >= Kind.COLLECTOR:
        return f"T{table.kinds[kind].need}/{table.kinds[kind].gold}"
    return _CODES[kind]


def slot_name(slot: int) -> str:
    """Return the name of a tile in a slot of the castle."""
    if slot >= FIRST_JESTER:
        return f"jester in the {ONE[slot - FIRST_JESTER]} column"
    return tile_name(None, slot)


def slot_code(slot: int) -> str:
    """Return the code of a tile in the castle: ``J@K`` is a jester in the knight column."""
    return f"J@{_COLUMNS[slot - FIRST_JESTER]}" if slot >= FIRST_JESTER else _CODES[slot]


def slots_named(counts: Sequence[int]) -> str:
    """Return a list of tiles: `two knights of order A and one jester in the ... column`."""
    return joined(
        [
            f"{_number(count)} {_plural(slot_name(slot), count)}"
            for slot, count in enumerate(counts)
            if count > 0
        ]
    )


def slots_turned(choice: int, column: int) -> list[int]:
    """Return, by slot, how many tiles of a column a choice turns face-down (K8.3)."""
    counts = [0] * (FIRST_JESTER + len(Column))
    counts[FIRST_JESTER + column] = choice >> JESTERS_BIT
    if column == Column.KNIGHT:
        for order in range(NUM_ORDERS):
            counts[FIRST_ORDER + order] = choice >> COUNT_BITS * order & COUNT
    else:
        counts[OWN_SLOTS[column]] = choice & COUNT
    return counts


def slots_claimed(choice: int) -> list[int]:
    """Return the five slots of a choice for a kingdom bonus (K9.1)."""
    slots = [
        FIRST_JESTER + column if choice >> 1 + column & 1 else OWN_SLOTS[column]
        for column in (Column.QUEEN, Column.DUKE, Column.COUNTESS)
    ]
    last = choice >> FARM_BIT
    order = choice >> KNIGHT_BIT & (1 << FARM_BIT - KNIGHT_BIT) - 1
    slots.append(FIRST_JESTER + Column.KNIGHT if order == NUM_ORDERS else FIRST_ORDER + order)
    column = (Column.FARMER, Column.FARMWOMAN)[last % 2]
    return [*slots, FIRST_JESTER + column if last >= 2 else OWN_SLOTS[column]]


def joined(words: Sequence[str]) -> str:
    """Return a list of words: `a, b and c`."""
    return " and ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _plural(name: str, count: int) -> str:
    """Return a name that begins with the type of the tile, in the plural if `count` is not 1."""
    first, _, rest = name.partition(" ")
    many = first if count == 1 else MANY[ONE.index(first)]
    return f"{many} {rest}" if rest else many
