"""What designed experiments may change: handicaps, blank cards, and printed numbers.

A handicap is not in the rules: one entry of the line-up plays under other conditions.
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

    A ban forbids to choose the card when buying or gaining; without a choice, as with a Curse, it
    is still gained.  A surcharge is added to the current cost when the entry buys, down to a price
    of 0.  A gift is one more copy in the entry's first deck, from outside of the supply, and does
    not count as taken.  Coins are extra coins in the first turn.

    Raises
    ------
    CardError
        If there is no such card at the table, nobody pays for it, or it is not part of every deal
        and so cannot be a gift.
    """
    tables = game_table.array.copy()
    changed = tables[0]["handicaps"][entry]
    if handicap.card:
        kind = _kind_of(game_table, handicap.card)
        if handicap.is_banned:
            changed["banned"] |= 1 << kind
        if handicap.surcharge:
            if not game_table.cards[game_table.row_of(handicap.card)].paid_in:
                raise CardError(f"{handicap.card!r} is a prize, for which nobody pays")
            changed["surcharged"] = kind
            changed["surcharge"] = handicap.surcharge
        if handicap.is_gift:
            if not _certain(tables[0]) >> kind & 1:
                raise CardError(
                    f"{handicap.card!r} is not part of every deal of this table, so it cannot be a "
                    "gift"
                )
            changed["gift"] = kind + 1
    changed["coins"] += sum(handicap.goods.values())
    return replace(game_table, array=tables)


def blanked(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the edits of cells that leave a card without effect; cost and types stay as printed.

    An Action can still be played, a Treasure is worth 0 and a Victory card has no points.  A card
    that needs a set-up of its own (D9) needs none any more.  A basic card, without which there is
    no game, has no such edits.  Raise CardError if there is no such card at the table.
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


def _certain(table: Any) -> int:
    """Return the kinds that are part of every deal, a bit each; those that are drawn may not be."""
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
    having = (table["faces"]["special"] == special).nonzero()[0]
    return any(kinds >> int(kind) & 1 for kind in having)


def price_cell(game_table: GameTable, card: str) -> str:
    """Return the cell with the cost of a card; prizes have none, as nobody pays for them."""
    is_paid = game_table.cards[game_table.row_of(card)].paid_in
    return f"{SHEET}.{card}.cost" if is_paid else ""


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the printed numbers of all cards of a table, by cell: ``cards.smithy.cost``.

    Numbers that are not printed, such as the cards of an Action that draws none, are left out; so
    are the costs of prizes, which nobody pays.
    """
    faces = game_table.array[0]["faces"]
    numbers: dict[str, int] = {}
    for piece in game_table.cards:
        kind = _kind_of(game_table, piece.id)
        if piece.paid_in:
            numbers[f"{SHEET}.{piece.id}.cost"] = int(faces[kind]["cost"])
        for field, column in _COLUMNS.items():
            if faces[kind][field]:
                numbers[f"{SHEET}.{piece.id}.{column}"] = int(faces[kind][field])
    return numbers


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "surcharge", "supply"),
    handicap=apply_handicap,
    blank=blanked,
    extra_goods={"coins": "extra_coins"},
    editable_numbers=editable_numbers,
    price_cell=price_cell,
)
