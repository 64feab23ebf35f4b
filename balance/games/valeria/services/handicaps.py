"""Handicaps for designed experiments: one entry of the line-up plays under other conditions.

They are no rules of the game, and nothing of them works unless a table is laid with one.
"""

from dataclasses import replace

from balance.engine.game import GameTable, Handicap
from balance.engine.layout import digest_of
from balance.errors import CardError
from balance.games.valeria.layout import BANNED, NO_CARD, Good
from balance.games.valeria.sheets.box import NOTHING

GOODS = ("gold", "strength", "magic")
_SHEETS = {"Citizen": "citizens", "Monster": "monsters", "Domain": "domains"}
_TEXTS = {
    "citizens": ("effect_active", "effect_inactive"),
    "monsters": ("reward",),
    "domains": ("ability",),
}


def lay_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table laid so that one entry of the line-up plays under a handicap.

    A ban forbids to buy the card or to take it from the grid; a Monster that is robbed by chance
    (V18.5) still comes.  A surcharge is paid in gold, for a Monster in strength, before discounts,
    and no price falls below 0.  A gift is one more copy, from outside of the supply, with all that
    it brings when it is gained; it does not count as taken.

    Parameters
    ----------
    game_table : Laid
    entry : int
    handicap : Handicap

    Raises
    ------
    CardError
        If there is no such card at the table.
    """
    tables = game_table.array.copy()
    table = tables[0]
    table["has_handicaps"] = 1
    if not game_table.array[0]["has_handicaps"]:
        table["handicaps"]["card"] = NO_CARD
        table["handicaps"]["gift"] = NO_CARD
    bears = table["handicaps"][entry]
    if handicap.card:
        row = _row_of(game_table, handicap.card)
        if handicap.is_banned or handicap.surcharge:
            bears["card"] = row
            bears["surcharge"] = BANNED if handicap.is_banned else handicap.surcharge
        if handicap.is_gift:
            bears["gift"] = row
    for good, amount in handicap.goods.items():
        bears["goods"][Good[good.upper()]] = amount
    bears["random_objective"] = handicap.random_objective
    return replace(game_table, array=tables, digest=digest_of(tables))


def blanked(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that make the card one without a text, price and points being as printed.

    Of a card without a sheet of its own, such as an event, there are none.
    """
    kind = game_table.cards[_row_of(game_table, card)].kind
    if kind not in _SHEETS:
        return {}
    sheet = _SHEETS[kind]
    return {f"{sheet}.{card}.{column}": NOTHING for column in _TEXTS[sheet]}


def _row_of(game_table: GameTable, card: str) -> int:
    for row, piece in enumerate(game_table.cards):
        if piece.id == card:
            return row
    raise CardError(f"there is no card {card!r} at this table")
