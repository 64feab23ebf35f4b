"""Handicaps for designed experiments: one entry of the line-up plays under other conditions.

They are no rules of the game, and nothing of them works unless a table is laid with one.
"""

from dataclasses import replace

from balance.engine.game import GameTable, Handicap
from balance.engine.layout import digest_of
from balance.errors import CardError
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_ORDER,
    MAX_KNIGHTS,
    NUM_ORDERS,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import type_of
from balance.games.king_of_the_valley.rules.castle import is_knight
from balance.games.king_of_the_valley.services.editable_numbers import rows_of

GOODS = ("gold",)


def lay_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table laid so that one entry of the line-up plays under a handicap.

    A ban is of all tiles of a kind: in the valley they are passed over and stay, like one under
    another king (K6.6); they are not recruited, nor swapped for; a monk is not visited.  Who can
    collect nothing else skips the phase (K6.12).  A gift is a subject more, from outside of the
    box, which lies face-up in the castle from the start and does not count as taken; for a jester
    its owner chooses the column.

    Parameters
    ----------
    game_table : Laid
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
    return replace(game_table, array=tables, digest=digest_of(tables))


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
    return {f"tiles.{row}.influence": 0 for row in rows_of(Kind(kind)).split("+")}


def _kind_of(game_table: GameTable, card: str) -> int:
    """Return the kind of a tile by its id; rows of records between them are deeds."""
    for row, piece in enumerate(game_table.cards):
        if piece.id == card and row < Kind.COLLECTOR:
            return row
        if piece.id == card and row >= FIRST_COLLECTOR:
            return row - FIRST_COLLECTOR + Kind.COLLECTOR
    raise CardError(f"there is no tile {card!r} at this table")


def _check_gift(game_table: GameTable, card: str, kind: int) -> None:
    if kind > Kind.JESTER:
        raise CardError(f"{card!r} is a specialist, which lies in no castle: it cannot be a gift")
    knights = game_table.array[0]["kinds"][FIRST_ORDER : FIRST_ORDER + NUM_ORDERS]["count"].sum()
    if is_knight(kind) and knights >= MAX_KNIGHTS:
        raise CardError(f"{card!r} cannot be a gift: there are {knights} knights, the most")
