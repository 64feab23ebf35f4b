"""What designed experiments may change: handicaps, blank cards, and numbers.

A handicap is no rule of the game: one entry of the line-up plays under other conditions.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from balance.engine.game import GameTable
from balance.engine.services import Experiments, Handicap
from balance.errors import CardError
from balance.games.dominion.layout import NOTHING, NUM_BASIC, Special, Type
from balance.games.dominion.sheets.files import PLUS, SHEET

# The columns of the sheet, by their fields on the table.
_COLUMNS = {
    "cards": "plus_cards",
    "actions": "plus_actions",
    "buys": "plus_buys",
    "coins": "plus_coins",
    "worth": "treasure_value",
    "points": "vp",
}


def apply_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table on which one entry of the line-up plays under a handicap.

    A ban is of buying and gaining the card where there is a choice; what comes by itself, such as
    a Curse, still comes.  A surcharge is paid on top of the current cost when the entry buys, and
    no price falls below 0.  A gift is one more copy in the deck that the entry begins with, from
    outside of the supply, and does not count as taken.  Coins are had in the first turn.

    Parameters
    ----------
    game_table : GameTable
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
    return replace(game_table, array=tables)


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
    row = game_table.row_of(card)
    return int(np.flatnonzero(game_table.array[0]["rows"] == row)[0])


def _check_price(game_table: GameTable, card: str) -> None:
    if not game_table.cards[game_table.row_of(card)].paid_in:
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


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of all cards that can be met at a table.

    A number that is not printed, such as the cards of an Action that draws none, is not there;
    nor are the costs of prizes, which nobody pays.

    Parameters
    ----------
    game_table : GameTable

    Returns
    -------
    numbers : dict of str to int
        By cell, ``cards.smithy.cost``.
    """
    faces = game_table.array[0]["faces"]
    found: dict[str, int] = {}
    for piece in game_table.cards:
        kind = _kind_of(game_table, piece.id)
        if piece.paid_in:
            found[f"{SHEET}.{piece.id}.cost"] = int(faces[kind]["cost"])
        for field, column in _COLUMNS.items():
            if faces[kind][field]:
                found[f"{SHEET}.{piece.id}.{column}"] = int(faces[kind][field])
    return found


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "price", "supply"),
    handicap=apply_handicap,
    blank=blanked,
    goods=("coins",),
    extra_goods={"coins": "extra_coins"},
    editable_numbers=editable_numbers,
)
