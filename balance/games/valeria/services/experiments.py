"""What designed experiments change: handicaps of one entry, cards without effect, numbers."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from balance.engine.game import GameTable
from balance.engine.services import Experiments, Handicap
from balance.games.valeria.layout import NO_CARD, Good
from balance.games.valeria.sheets.box import NOTHING

_GOODS = ("gold", "strength", "magic")
_TEXTS = {  # by type of card
    "Citizen": ("citizens", ("effect_active", "effect_inactive")),
    "Monster": ("monsters", ("reward",)),
    "Domain": ("domains", ("ability",)),
}
_NUMBERS = {
    "Citizen": ("citizens", ("cost",)),
    "Monster": ("monsters", ("strength", "magic", "vp")),
    "Event": ("events", ("strength", "magic", "vp")),
    "Domain": ("domains", ("cost", "vp")),
}
_NUMBER = re.compile(r"\d+|\[[^]]*\]")  # numbers in brackets belong to a filter of cards


def apply_handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
    """Return the table on which one entry of the line-up plays under a handicap.

    A ban forbids to buy the card and to take it from the grid; a Monster that is robbed at random
    (V18.5) can still be gained.  A surcharge is paid in gold, for a Monster in strength, before
    discounts, and no price falls below 0.  A gift is one more copy from outside of the supply,
    with its immediate effects; it does not count as taken.

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
    row_of_entry = table["handicaps"][entry]
    if handicap.card:
        row = game_table.row_of(handicap.card)
        if handicap.is_banned:
            row_of_entry["banned"].view(np.uint32)[row >> 5] |= np.uint32(1 << (row & 31))
        if handicap.surcharge:
            row_of_entry["card"], row_of_entry["surcharge"] = row, handicap.surcharge
        if handicap.is_gift:
            row_of_entry["gift"] = row
    for good, amount in handicap.goods.items():
        row_of_entry["goods"][Good[good.upper()]] = amount
    row_of_entry["random_objective"] = handicap.random_objective
    return replace(game_table, array=tables)


def blank_card(game_table: GameTable, card: str) -> dict[str, object]:
    """Return the cells that leave the card without effects, at the printed price and points.

    There are none for Monster Events.
    """
    sheet, columns = _TEXTS.get(game_table.cards[game_table.row_of(card)].kind, ("", ()))
    return {f"{sheet}.{card}.{column}": NOTHING for column in columns}


def editable_numbers(game_table: GameTable) -> dict[str, int]:
    """Return the printed numbers of all cards that can come into play, and of the Dukes.

    They are named by cell, ``citizens.knight.cost``; numbers of a Duke by their place in the text
    of the cell too, ``dukes.simon_the_unclean.scoring.3``.  Numbers that are 0 are left out, as
    they are not printed.
    """
    numbers: dict[str, int] = {}
    for row in _cards_in_play(game_table):
        piece, face = game_table.cards[row], game_table.array[0]["cards"][row]
        sheet, columns = _NUMBERS[piece.kind]
        for column in columns:
            if face[column] > 0:
                numbers[f"{sheet}.{piece.id}.{column}"] = int(face[column])
    for duke in game_table.objectives:
        for place, number in _numbers_in(duke.note):
            numbers[f"dukes.{duke.id}.scoring.{place}"] = number
    return numbers


def price_cell(game_table: GameTable, card: str) -> str:
    """Return the cell with the price of a card, of a Monster its strength; events have none."""
    sheet, columns = _NUMBERS[game_table.cards[game_table.row_of(card)].kind]
    return "" if sheet == "events" else f"{sheet}.{card}.{columns[0]}"


def _cards_in_play(game_table: GameTable) -> list[int]:
    """Return the rows of the cards in the grid, and of those that may be drawn (V2, V14.2)."""
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
    """Yield the amounts of an effect, each after its place among all numbers of the text."""
    place = 1
    for match in _NUMBER.finditer(text):
        if match[0].startswith("["):
            place += len(re.findall(r"\d+", match[0]))
        else:
            yield place, int(match[0])
            place += 1


EXPERIMENTS = Experiments(
    designs=("ban", "gift", "surcharge", "supply"),
    handicap=apply_handicap,
    blank=blank_card,
    extra_goods={good: f"extra_{good}" for good in _GOODS},
    random_objective_options={"dukes": "assigned"},
    editable_numbers=editable_numbers,
    price_cell=price_cell,
)
