"""Meadows, the example of a game that calls a function of its own."""

from pathlib import Path
from random import Random

import pytest

from balance.engine.session import Session
from balance.games.loading import load_game
from tests.games.described.against_referee import Match

MEADOWS = Path(__file__).parents[3] / "examples" / "games" / "meadows"
FIELDS = 24
BORDERS = 36  # between two fields: 40 of a square of 25 fields, 4 of them at the lake


def largest_group(fields: set[tuple[int, int]]) -> int:
    """Return how many fields lie in one group, by spreading from each of them."""
    groups = [{field} for field in fields]
    for column, row in fields:
        for other in ((column + 1, row), (column, row + 1)):
            if other in fields:
                one, two = (next(g for g in groups if f in g) for f in ((column, row), other))
                if one is not two:
                    groups.remove(two)
                    one |= two
    return max(map(len, groups), default=0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_largest_group_of_meadows_is_that_of_its_map(players: int) -> None:
    seen = set()
    for deal in range(10):
        match = Match(MEADOWS, players, deal)
        chooser = Random(deal)
        while match.referee.decision is not None:
            match.advance()
            match.compare()
            for seat in range(players):
                taken = match.referee.zone("meadow", seat)
                fields = {("abcde".index(name[0]), int(name[1])) for name in taken}
                largest = match.referee.numbers(seat)["largest"]
                assert largest == largest_group(fields)
                seen.add(largest)
            index = chooser.randrange(len(match.referee.decision.choices))
            match.session.take(index)
            match.referee.take(index)
    assert seen >= {0, 1, 2, 3, 4}


def test_two_fields_lie_beside_each_other_as_often_as_they_must() -> None:
    """The first two fields of a player who chooses at random are any two of all fields."""
    game = load_game(str(MEADOWS), Path())
    table = game.build_table(game.options(), 2, {}, MEADOWS)
    session, draws, beside = Session(game, table, seed=1), Random(1), 0
    games = 2_000
    for deal in range(games):
        session.begin(deal, range(2))
        session.advance()
        for _ in range(4):
            session.take(draws.randrange(int(session.state.num_choices)))
            session.advance()
        beside += int(session.state.seats[0].numbers[0]) == 2
    chance = BORDERS / (FIELDS * (FIELDS - 1) / 2)
    assert abs(beside / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5
