"""The few games of the ordinary suite show all that many showed, with none too many."""

from itertools import chain

from tests.games.duels import read
from tests.games.fewest_duels import fewest, text_of

THINGS = {
    ("a", 0, 0): {"moat", "witch"},
    ("a", 0, 1): {"moat"},
    ("a", 1, 0): {"witch", "thief", "duke"},
    ("b", 0, 0): {"thief", "moat"},
    ("b", 1, 3): {"king"},
}


def test_what_is_kept_shows_everything_and_nothing_is_shown_for_nothing():
    kept = fewest(THINGS, dict.fromkeys(THINGS, 100))
    assert set(chain.from_iterable(THINGS[place] for place in kept)) == {
        *("moat", "witch", "thief", "duke", "king")
    }
    for place in kept:
        others = chain.from_iterable(THINGS[other] for other in kept if other != place)
        assert not THINGS[place] <= set(others)


def test_short_games_are_kept_rather_than_long_ones():
    costs = dict.fromkeys(THINGS, 1000) | {("a", 0, 1): 10}
    assert fewest(THINGS, costs) == [("a", 0, 1), ("a", 1, 0), ("b", 1, 3)]


def test_the_file_can_be_read_again():
    by_variant = read(text_of("toy", 2, sorted(THINGS)))
    assert by_variant == {"a": {0: [0, 1], 1: [0]}, "b": {0: [0], 1: [3]}}
