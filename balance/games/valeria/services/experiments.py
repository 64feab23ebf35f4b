"""What designed experiments may change: handicaps, blank cards, and numbers.

A handicap is no rule of the game: one entry of the line-up plays under other conditions.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from balance.engine.game import GameTable
from balance.engine.services import Experiments, Handicap
from balance.games.valeria.layout import BANNED, NO_CARD, Good
from balance.games.valeria.sheets.box import NOTHING

_GOODS = ("gold", "strength", "magic")
_SHEETS = {"Citizen": "citizens", "Monster": "monsters", "Domain": "domains"}
_TEXTS = {
    "citizens": ("effect_active", "effect_inactive"),
    "monsters": ("reward",),
    "domains": ("ability",),
}
_COLUMNS = {
    "Citizen": ("citizens", ("cost",)),
    "Monster": ("monsters", ("strength", "magic", "vp")),
    "Event": ("events", ("strength", "magic", "vp")),
    "Domain": ("domains", ("cost", "vp")),
}
_NUMBER = re.compile(r"\d+|\[[^]]*\]")  # of an effect; within brackets it names cards


def apply_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table on which one entry of the line-up plays under a handicap.

    A ban forbids to buy the card or to take it from the grid; a Monster that is robbed by chance
    (V18.5) still comes.  A surcharge is paid in gold, for a Monster in strength, before discounts,
    and no price falls below 0.  A gift is one more copy, from outside of the supply, with all that
    it brings when it is gained; it does not count as taken.

    Parameters
    ----------
    game_table : GameTable
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
        row = game_table.row_of(handicap.card)
        if handicap.is_banned or handicap.surcharge:
            bears["card"] = row
            bears["surcharge"] = BANNED if handicap.is_banned else handicap.surcharge
        if handicap.is_gift:
            bears["gift"] = row
    for good, amount in handicap.goods.items():
        bears["goods"][Good[good.upper()]] = amount
    bears["random_objective"] = handicap.random_objective
    return replace(game_table, array=tables)


def blanked(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that make the card one without a text, price and points being as printed.

    Of a card without a sheet of its own, such as an event, there are none.
    """
    kind = game_table.cards[game_table.row_of(card)].kind
    if kind not in _SHEETS:
        return {}
    sheet = _SHEETS[kind]
    return {f"{sheet}.{card}.{column}": NOTHING for column in _TEXTS[sheet]}


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of all cards that can be met at a table, and of the Dukes.

    A number that is not printed, such as the magic of a Monster that needs none, is not there.

    Parameters
    ----------
    game_table : GameTable

    Returns
    -------
    numbers : dict of str to int
        By cell, ``citizens.knight.cost``; of a Duke by its place in the text of the cell,
        ``dukes.simon_the_unclean.scoring.3``.
    """
    found: dict[str, int] = {}
    for row in _met(game_table):
        piece, face = game_table.cards[row], game_table.array[0]["cards"][row]
        sheet, columns = _COLUMNS[piece.kind]
        for column in columns:
            if face[column] > 0:
                found[f"{sheet}.{piece.id}.{column}"] = int(face[column])
    for duke in game_table.objectives:
        for place, number in _numbers_in(duke.note):
            found[f"dukes.{duke.id}.scoring.{place}"] = number
    return found


def _met(game_table: GameTable) -> list[int]:
    """Return the rows of the cards that are laid out, or may be drawn (V2, V14.2)."""
    table = game_table.array[0]
    rows: set[int] = set()
    for area in table["areas"][: table["num_areas"]]:
        rows.update(int(card) - 1 for card in area["stack"][: area["height"]])
    for slot in table["slots"]:
        rows.update(map(int, slot["cards"][: slot["num_cards"]]))
    rows.update(map(int, table["domains"][: table["num_domains"]]))
    rows.update(map(int, table["events"][: table["num_event_cards"]]))
    return sorted(rows)


def _numbers_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the amounts of an effect, each with its place among all numbers of the text."""
    place = 1
    for found in _NUMBER.finditer(text):
        if found[0].startswith("["):
            place += len(re.findall(r"\d+", found[0]))
        else:
            yield place, int(found[0])
            place += 1


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "price", "supply"),
    handicap=apply_handicap,
    blank=blanked,
    goods=_GOODS,
    extra_goods={good: f"extra_{good}" for good in _GOODS},
    random_objective_options={"dukes": "assigned"},
    editable_numbers=editable_numbers,
)
