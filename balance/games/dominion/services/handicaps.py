"""Handicaps for designed experiments: one entry of the line-up plays under other conditions.

They are no rules of the game, and nothing of them works unless a table is laid with one.
"""

from dataclasses import replace
from typing import Any

from balance.engine.game import GameTable, Handicap
from balance.engine.layout import digest_of
from balance.errors import CardError
from balance.games.dominion.layout import NOTHING, NUM_BASIC, Special, Type
from balance.games.dominion.services.editable_numbers import kinds_of
from balance.games.dominion.sheets.files import PLUS, SHEET

GOODS = ("coins",)


def lay_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table laid so that one entry of the line-up plays under a handicap.

    A ban is of buying and gaining the card where there is a choice; what comes by itself, such as
    a Curse, still comes.  A surcharge is paid on top of the current cost when the entry buys, and
    no price falls below 0.  A gift is one more copy in the deck that the entry begins with, from
    outside of the supply, and does not count as taken.  Coins are had in the first turn.

    Parameters
    ----------
    game_table : Laid
    entry : int
    handicap : Handicap

    Raises
    ------
    CardError
        If there is no such card at the table, nobody pays for it, or it is not there in every
        deal and so can be no gift.
    """
    tables = game_table.array.copy()
    bears = tables[0]["handicaps"][entry]
    if handicap.card:
        kind = _kind_of(game_table, handicap.card)
        if handicap.is_banned:
            bears["banned"] |= 1 << kind
        if handicap.surcharge:
            _check_price(game_table, handicap.card)
            bears["surcharged"] = kind
            bears["surcharge"] = handicap.surcharge
        if handicap.is_gift:
            _check_gift(tables[0], handicap.card, kind)
            bears["gift"] = kind + 1
    bears["coins"] += sum(handicap.goods.values())
    return replace(game_table, array=tables, digest=digest_of(tables))


def blanked(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that leave a card nothing to do, cost and types being as printed.

    An Action can be played still, a Treasure is worth 0 and a Victory card has no points.  A card
    that needs a set-up of its own (D9) needs none any more.  There are none for the basic cards,
    on which the game stands.

    Raises
    ------
    CardError
        If there is no such card at the table.
    """
    kind = _kind_of(game_table, card)
    if kind < NUM_BASIC:
        return {}
    types = int(game_table.array[0]["faces"][kind]["types"])
    cells: dict[str, object] = {"special": ""}
    if types & Type.ACTION:
        cells |= dict.fromkeys(PLUS, 0)
    if types & Type.TREASURE:
        cells["treasure_value"] = 0
    if types & Type.VICTORY:
        cells["vp"] = 0
    return {f"{SHEET}.{card}.{column}": value for column, value in cells.items()}


def _kind_of(game_table: GameTable, card: str) -> int:
    for kind, piece in kinds_of(game_table):
        if piece.id == card:
            return kind
    raise CardError(f"there is no card {card!r} at this table")


def _check_price(game_table: GameTable, card: str) -> None:
    piece = next(piece for piece in game_table.cards if piece.id == card)
    if not piece.paid_in:
        raise CardError(f"{card!r} is a prize, for which nobody pays")


def _check_gift(table: Any, card: str, kind: int) -> None:
    if not _certain(table) >> kind & 1:
        raise CardError(f"{card!r} is not there in every deal of this table: it cannot be a gift")


def _certain(table: Any) -> int:
    """Return the kinds that are there in every deal, a bit each: drawn ones may not be."""
    kinds = (1 << NUM_BASIC) - 1
    for kind in table["pool"][: table["num_fixed"]]:
        kinds |= 1 << int(kind)
    if _has(table, kinds, Special.BLACK_MARKET):
        kinds |= int(table["market"])  # here, or as the Bane
    if _has(table, kinds, Special.YOUNG_WITCH) and table["bane"] != NOTHING:
        kinds |= 1 << int(table["bane"])
    if _has(table, kinds, Special.BLACK_MARKET):
        kinds |= int(table["market"])
    if _has(table, kinds, Special.TOURNAMENT):
        kinds |= int(table["prizes"])
    return kinds


def _has(table: Any, kinds: int, special: Special) -> bool:
    found = (table["faces"]["special"] == special).nonzero()[0]
    return any(kinds >> int(kind) & 1 for kind in found)
