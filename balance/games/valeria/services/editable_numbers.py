"""The numbers on cards that a designer may change: prices, strengths, points."""

import re
from collections.abc import Iterator

from balance.engine.game import GameTable

_COLUMNS = {
    "Citizen": ("citizens", ("cost",)),
    "Monster": ("monsters", ("strength", "magic", "vp")),
    "Event": ("events", ("strength", "magic", "vp")),
    "Domain": ("domains", ("cost", "vp")),
}
_NUMBER = re.compile(r"\d+|\[[^]]*\]")  # of an effect; within brackets it names cards


def numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of all cards that can be met at a table, and of the Dukes.

    A number that is not printed, such as the magic of a Monster that needs none, is not there.

    Parameters
    ----------
    game_table : Laid

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
