"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite; `make test-full` plays thousands of each.
"""

import os
from collections import Counter
from functools import cache

import pytest
from joblib import Parallel, delayed

from balance.games.king_of_the_valley.layout import Decision
from tests.games.king_of_the_valley.duel import Seen
from tests.games.king_of_the_valley.speech import KINDS
from tests.games.king_of_the_valley.variants import GAMES, SEATS, VARIANTS, seen_at

ASKED = int(os.environ.get("BALANCE_DUELS", "0"))  # games of each variant, on all cores
TABLES = -(-ASKED // GAMES) or 12  # of each variant

RARE_THINGS = {
    *("2 monks", "3 monks", "4 monks", "gold on a monk", "paid with a monk's gold"),
    *("ended on a monk's space", "back to the start", "ended on nothing", "shared space"),
    *("1 wizards", "2 wizards", "3 wizards", "give jester", "take jester", "recruit jester"),
    *("2 jesters", "3 jesters", "2 tiles", "3 tiles", "gold in the valley"),
    *("1 of 1 with a need", "1 of 2 with a need", "2 of 2 with a need", "0 of 2 with a need"),
    *("1 of 3 with a need", "2 of 3 with a need", "3 of 3 with a need", "turn jesters"),
    *("two ways to tax", "tax 2 groups", "tax 3 groups", "claim with 2 jesters"),
    *("claim with 3 jesters", "no marker for a bonus", "two bonuses in a turn"),
    *("order of 3", "order of 4", "order of 5", "shared win", "won by influence"),
    *("ending 0", "ending 1", "extra round", "too many turns", "nothing to collect"),
    *("one column suffices", "refill from a short column", "refill from both columns"),
    *("a space stays empty", "empty space at the end", "two recruits in a turn"),
}


@cache
def seen(variant: str) -> Seen:
    """What came up at the tables of a variant."""
    plays = [delayed(seen_at)(variant, table) for table in range(TABLES)]
    return sum(Parallel(n_jobs=-1 if ASKED else 1)(plays), Seen())


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant: str) -> None:
    found = seen(variant)
    print(
        f"\n{variant}: {found.games.total():,} games agree, {dict(sorted(found.games.items()))} by "
        f"players, {found.decisions.total():,} decisions; {found.deeds.most_common()}",
        end=" ",
    )
    assert found.games.total() == TABLES * GAMES
    assert set(found.games) == set(SEATS)


def test_every_decision_and_every_rare_thing_came_up() -> None:
    found = sum((seen(variant) for variant in VARIANTS), Seen())
    assert set(found.decisions) == {KINDS[kind] for kind in Decision if kind != Decision.NONE}
    missing = RARE_THINGS - set(+Counter(found.deeds))
    assert not missing
