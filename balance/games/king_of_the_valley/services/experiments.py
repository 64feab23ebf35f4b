"""What designed experiments may change: handicaps, blank cards, and numbers.

A handicap is not a rule of the game: one entry of the line-up plays under other conditions.
"""

from dataclasses import replace

from balance.engine.game import GameTable
from balance.engine.services import Experiments, Handicap
from balance.errors import CardError
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_ORDER,
    HILL_ROWS,
    MAX_KNIGHTS,
    NUM_ORDERS,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import ORDERS, type_of
from balance.games.king_of_the_valley.rules.castle import is_knight
from balance.games.king_of_the_valley.sheets.box import STAGES

_PARAMS = (
    "monk_cost", "kingdom_bonus_gold", "kingdom_marker_points", "couple_points", "gold_points",
)  # fmt: skip
_COLLECTOR = "Tax collector"


def apply_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table on which one entry of the line-up plays under a handicap.

    A ban is of all tiles of a kind: they stay in the valley, like one under another king (K6.6);
    they are neither recruited nor swapped for; a banned monk is not visited.  A player who can
    collect nothing else skips the phase (K6.12).  A gift is an additional subject from outside of
    the box, face-up in the castle from the start, which does not count as taken; its owner chooses
    the column of a jester.

    Raises CardError if there is no such tile at the table, for a surcharge (tiles have no price of
    their own), and for a gift of a specialist (they are in no castle).
    """
    tables = game_table.array.copy()
    table = tables[0]
    entry_handicap = table["handicaps"][entry]
    if handicap.surcharge:
        raise CardError("no tile has a price of its own, so nobody can pay more for one")
    if handicap.card:
        kind = _kind_of(game_table, handicap.card)
        if handicap.is_banned:
            entry_handicap["banned"] |= 1 << kind
        if handicap.is_gift:
            _check_gift(game_table, handicap.card, kind)
            entry_handicap["gift"] = kind + 1
            table["kinds"][kind]["count"] += 1
    entry_handicap["gold"] += sum(handicap.goods.values())
    return replace(game_table, array=tables)


def blank_cells(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that leave a tile without an effect; raise CardError if there is no such.

    A subject then has no influence, but still its name, which counts for taxes, couples and the
    kingdom bonus.  A tax collector has no need and pays nothing.  There are no cells for a tile
    that shares its influence with others, such as a knight of one order, nor for jesters, monks and
    wizards, whose effects no cell has.
    """
    kind = _kind_of(game_table, card)
    if kind >= Kind.COLLECTOR:
        return {f"tax_collectors.{card}.{cell}": 0 for cell in ("requirement", "gold")}
    if type_of(kind) >= Type.JESTER or type_of(kind) == Type.KNIGHT:
        return {}
    return {f"tiles.{row}.influence": 0 for row in _rows_of(Kind(kind)).split("+")}


def _kind_of(game_table: GameTable, card: str) -> int:
    """Return the kind of a tile by its id, which must not be that of a deed."""
    row = game_table.row_of(card, "tile")
    if Kind.COLLECTOR <= row < FIRST_COLLECTOR:
        raise CardError(f"there is no tile {card!r} at this table")
    return row if row < Kind.COLLECTOR else row - FIRST_COLLECTOR + Kind.COLLECTOR


def _check_gift(game_table: GameTable, card: str, kind: int) -> None:
    if kind > Kind.JESTER:
        raise CardError(f"{card!r} cannot be a gift: specialists are in no castle")
    knights = game_table.array[0]["kinds"][FIRST_ORDER : FIRST_ORDER + NUM_ORDERS]["count"].sum()
    if is_knight(kind) and knights >= MAX_KNIGHTS:
        raise CardError(f"{card!r} cannot be a gift: there are {knights} knights, the most")


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of tiles, hill, tax collectors and the game at a table, by cell.

    A number of several rows of a sheet has all of their ids, such as
    ``tiles.queen_i+queen_ii+queen_iii.influence``.  Numbers of tiles are left out, as tiles must
    fill the valley, and so are switches.
    """
    table = game_table.array[0]
    numbers: dict[str, int] = {}
    for kind in Kind:
        if type_of(kind) < Type.MONK:  # kinds of one type have the same rows
            numbers[f"tiles.{_rows_of(kind)}.influence"] = int(table["kinds"][kind]["influence"])
    for row in range(HILL_ROWS):
        numbers[f"hill.{row + 1}.price"] = int(table["prices"][row])
    collectors = [piece.id for piece in game_table.cards if piece.kind == _COLLECTOR]
    for row, name in enumerate(collectors, start=Kind.COLLECTOR):
        face = table["kinds"][row]
        numbers[f"tax_collectors.{name}.gold"] = int(face["gold"])
        if face["need"]:
            numbers[f"tax_collectors.{name}.requirement"] = int(face["need"])
    for name in _PARAMS:
        numbers[f"params.{name}.value"] = int(table[name])
    for count in (3, 4, 5):
        numbers[f"params.order_bonus_{count}.value"] = int(table["order_points"][count])
    starts = {int(gold) for gold in table["start_gold"][: game_table.num_seats]}
    if len(starts) == 1:  # else some seats have extra gold
        numbers["params.start_gold.value"] = starts.pop()
    return numbers


def _rows_of(kind: Kind) -> str:
    """Return the ids of all rows with tiles of the same name, which have the same influence."""
    name = type_of(kind).name.lower()
    names = [f"{name}_{order.lower()}" for order in ORDERS] if name == "knight" else [name]
    return "+".join(f"{tile}_{stage.lower()}" for tile in names for stage in STAGES)


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "supply"),
    handicap=apply_handicap,
    blank=blank_cells,
    extra_goods={"gold": "extra_gold"},
    editable_numbers=editable_numbers,
)
