"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite, which show all there is; `make test-full` plays
thousands of each.
"""

from collections import Counter

import pytest

from balance.games.dominion.layout import Decision
from tests.games.dominion.duel import RARE_THINGS
from tests.games.dominion.random_tables import BOX, SEATS, VARIANTS
from tests.games.duels import ASKED, agreed, num_games, seen_of

LONG = 1000  # games of each variant that count as a long run
HUNDREDS = 300  # times that every card is played or gained in a long run, at least


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant):
    found = agreed("dominion", variant)
    assert found.games.total() == num_games("dominion", variant)
    assert set(found.games) == set(SEATS)


def test_every_decision_came_up():
    asked = set(seen_of("dominion", VARIANTS).decisions)
    assert asked == {kind.name.lower() for kind in Decision if kind != Decision.NONE}


def test_every_card_was_played_or_gained():
    found = seen_of("dominion", VARIANTS).deeds
    print("\ncard: in the supply, gained, played, played twice, trashed, used as a reaction")
    words = ("in the supply", "gain", "play", "twice", "trash", "react")
    for name in BOX:
        print(f"{name}:", *(f"{found[f'{word} {name}']:,}" for word in words))
    least = HUNDREDS if ASKED >= LONG else 1
    for name, face in BOX.items():
        words = ("gain", "play") if {"Action", "Treasure"} & face.types else ("gain",)
        for word in words:
            assert found[f"{word} {name}"] >= least, f"{word} {name}"


def test_every_rare_thing_came_up():
    found = Counter(seen_of("dominion", VARIANTS).deeds)
    print("\n", {name: found[name] for name in sorted(RARE_THINGS)})
    assert not RARE_THINGS - set(+found)
