"""What designed experiments may change: handicaps, blank cards, and numbers.

A handicap is no rule of the game: one entry of the line-up plays under other conditions.
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

    A ban is of all tiles of a kind: in the valley they are passed over and stay, like one under
    another king (K6.6); they are not recruited, nor swapped for; a monk is not visited.  Who can
    collect nothing else skips the phase (K6.12).  A gift is a subject more, from outside of the
    box, which lies face-up in the castle from the start and does not count as taken; for a jester
    its owner chooses the column.

    Parameters
    ----------
    game_table : GameTable
    entry : int
    handicap : Handicap
        Without a surcharge, as no tile has a price of its own.

    Raises
    ------
    CardError
        If there is no such tile at the table, or it cannot bear the handicap: specialists are no
        gifts, as they lie in no castle.
    """
    tables = game_table.array.copy()
    table = tables[0]
    bears = table["handicaps"][entry]
    if handicap.surcharge:
        raise CardError("no tile has a price of its own, so nobody can pay more for one")
    if handicap.card:
        kind = _kind_of(game_table, handicap.card)
        if handicap.is_banned:
            bears["banned"] |= 1 << kind
        if handicap.is_gift:
            _check_gift(game_table, handicap.card, kind)
            bears["gift"] = kind + 1
            table["kinds"][kind]["count"] += 1
    bears["gold"] += sum(handicap.goods.values())
    return replace(game_table, array=tables)


def blanked(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that leave a tile nothing of its own to bring.

    A subject has no influence then, but still its name, which counts for taxes, couples and the
    kingdom bonus.  A tax collector has no need and pays nothing.  There are none for a tile that
    shares its influence with others, as a knight of one order does, nor for one whose work stands
    in no cell: jesters, monks and wizards.

    Raises
    ------
    CardError
        If there is no such tile at the table.
    """
    kind = _kind_of(game_table, card)
    if kind >= Kind.COLLECTOR:
        return {f"tax_collectors.{card}.{cell}": 0 for cell in ("requirement", "gold")}
    if type_of(kind) >= Type.JESTER or is_knight(kind):
        return {}
    return {f"tiles.{row}.influence": 0 for row in _rows_of(Kind(kind)).split("+")}


def _kind_of(game_table: GameTable, card: str) -> int:
    """Return the kind of a tile by its id; rows of records between them are deeds."""
    row = game_table.row_of(card, "tile")
    if Kind.COLLECTOR <= row < FIRST_COLLECTOR:
        raise CardError(f"there is no tile {card!r} at this table")
    return row if row < Kind.COLLECTOR else row - FIRST_COLLECTOR + Kind.COLLECTOR


def _check_gift(game_table: GameTable, card: str, kind: int) -> None:
    if kind > Kind.JESTER:
        raise CardError(f"{card!r} is a specialist, which lies in no castle: it cannot be a gift")
    knights = game_table.array[0]["kinds"][FIRST_ORDER : FIRST_ORDER + NUM_ORDERS]["count"].sum()
    if is_knight(kind) and knights >= MAX_KNIGHTS:
        raise CardError(f"{card!r} cannot be a gift: there are {knights} knights, the most")


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of tiles, hill, tax collectors and the game as they are at a table.

    How many tiles there are is none of them, as they must fill the valley; nor are switches.

    Parameters
    ----------
    game_table : GameTable

    Returns
    -------
    numbers : dict of str to int
        By cell, ``hill.6.price``; what stands on several rows of a sheet has all of their ids,
        ``tiles.queen_i+queen_ii+queen_iii.influence``.
    """
    table = game_table.array[0]
    found: dict[str, int] = {}
    for kind in Kind:
        if type_of(kind) < Type.MONK and f"tiles.{_rows_of(kind)}.influence" not in found:
            found[f"tiles.{_rows_of(kind)}.influence"] = int(table["kinds"][kind]["influence"])
    for row in range(HILL_ROWS):
        found[f"hill.{row + 1}.price"] = int(table["prices"][row])
    collectors = [piece.id for piece in game_table.cards if piece.kind == _COLLECTOR]
    for row, name in enumerate(collectors, start=Kind.COLLECTOR):
        face = table["kinds"][row]
        found[f"tax_collectors.{name}.gold"] = int(face["gold"])
        if face["need"]:
            found[f"tax_collectors.{name}.requirement"] = int(face["need"])
    for name in _PARAMS:
        found[f"params.{name}.value"] = int(table[name])
    for count in (3, 4, 5):
        found[f"params.order_bonus_{count}.value"] = int(table["order_points"][count])
    starts = {int(gold) for gold in table["start_gold"][: game_table.num_seats]}
    if len(starts) == 1:  # else some seats have gold on top
        found["params.start_gold.value"] = starts.pop()
    return found


def _rows_of(kind: Kind) -> str:
    """Return the ids of all rows with tiles of the same name: all have the same influence."""
    name = type_of(kind).name.lower()
    names = [f"{name}_{order.lower()}" for order in ORDERS] if name == "knight" else [name]
    return "+".join(f"{one}_{stage.lower()}" for one in names for stage in STAGES)


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "supply"),
    handicap=apply_handicap,
    blank=blanked,
    goods=("gold",),
    extra_goods={"gold": "extra_gold"},
    editable_numbers=editable_numbers,
)
