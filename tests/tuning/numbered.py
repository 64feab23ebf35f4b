"""Pig with a sheet of two numbers that may be changed: their sum is the points that win."""

from dataclasses import replace

import numpy as np

from balance.engine.game import GameTable, Piece
from balance.engine.services import Experiments
from balance.scenario.prepare import PreparedCell, PreparedScenario

KEY, MORE = "rules.pig.target", "rules.pig.more"
PRINTED = {KEY: 70, MORE: 30}


def numbered(ready: PreparedScenario) -> PreparedCell:
    """Return the first cell of a scenario of Pig, with two numbers that may be changed."""
    variant = ready.cells[0]

    def build_table(options, num_seats, edits, folder):
        numbers = {key: int(edits.get(key, number)) for key, number in PRINTED.items()}
        target = sum(numbers.values())
        table = np.array([(num_seats, target)], variant.match.game.table)
        notes = tuple(f"{key}: {number}" for key, number in numbers.items())
        pieces = (Piece("pig", "Pig"),)
        return GameTable(table, num_seats, cards=pieces, notes=notes)

    game = replace(
        variant.match.game,
        build_table=build_table,
        experiments=Experiments(editable_numbers=lambda game_table: dict(PRINTED)),
    )
    game_table = build_table(
        variant.match.game.options(), variant.match.game_table.num_seats, {}, None
    )
    return replace(variant, match=replace(variant.match, game=game, game_table=game_table))
