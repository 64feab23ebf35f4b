"""Games made up at random: the referee reads the trees that were written, and plays to the end."""

import random
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.games.described.chance import SeededChance
from tests.games.described.random_games import OWN_ZONES, PLAYERS, ZONES, random_games
from tests.games.described.referee import Referee
from tests.games.described.referee.reading import read_game
from tests.games.some_games import in_some_games

MOST_DECISIONS = 5_000


@in_some_games(60)
@given(random_games())
def test_what_is_written_is_read_as_the_same_trees(game):
    with tempfile.TemporaryDirectory() as folder:
        game.write(Path(folder))
        read = read_game(Path(folder), 3, {})
    assert dict(read.parts) == game.parts
    assert read.steps == game.steps
    assert read.endings == game.endings
    assert read.score == game.score
    assert read.ties == game.ties
    assert all(game.cells[key] == lines for key, lines in read.cells.items())


def all_cards(game):
    cards = Counter()
    for name in ZONES:
        for seat in range(game.players) if name in OWN_ZONES else [None]:
            cards.update(game.zone(name, seat))
    return cards


@in_some_games(60)
@given(random_games(), st.sampled_from(PLAYERS), st.integers(0, 2**16))
def test_a_game_made_up_at_random_ends_and_loses_no_card(made_up, players, seed):
    with tempfile.TemporaryDirectory() as folder:
        made_up.write(Path(folder))
        game = Referee(Path(folder), players, SeededChance(seed))
    cards, chooser = all_cards(game), random.Random(seed)
    decisions = 0
    while game.decision is not None:
        decisions += 1
        assert decisions <= MOST_DECISIONS
        assert len(set(game.decision.choices)) == len(game.decision.choices) > 1
        game.take(chooser.randrange(len(game.decision.choices)))
        for seat in range(players):
            numbers = game.numbers(seat)
            assert 0 <= numbers["coins"] <= 9
            assert -4 <= numbers["debt"] <= 4
    assert all_cards(game) == cards
    assert game.ending in (*made_up.endings, "end game")
    all_lose = made_up.endings.get(game.ending, ("",))[0].startswith("all lose")
    assert bool(game.winners()) != all_lose
