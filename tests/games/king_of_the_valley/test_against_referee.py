"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite, which show all there is; `make test-full` plays
thousands of each.
"""

from collections import Counter
from functools import cache

import pytest
from joblib import Parallel, delayed

from balance.games.king_of_the_valley.layout import Decision
from tests.games.comparison import Seen
from tests.games.duels import ASKED, to_play
from tests.games.king_of_the_valley.speech import KINDS
from tests.games.king_of_the_valley.variants import (
    GAMES,
    RARE_THINGS,
    SEATS,
    VARIANTS,
    seen_at,
)


@cache
def seen(variant: str) -> Seen:
    """What came up at the tables of a variant."""
    tables = to_play("king_of_the_valley", variant, GAMES)
    plays = [delayed(seen_at)(variant, table, deals) for table, deals in tables.items()]
    found = Parallel(n_jobs=-1 if ASKED else 1)(plays)
    return sum((seen for at_a_table in found for seen in at_a_table.values()), Seen())


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant: str) -> None:
    found = seen(variant)
    print(
        f"\n{variant}: {found.games.total():,} games agree, {dict(sorted(found.games.items()))} by "
        f"players, {found.decisions.total():,} decisions; {found.deeds.most_common()}",
        end=" ",
    )
    tables = to_play("king_of_the_valley", variant, GAMES)
    assert found.games.total() == sum(map(len, tables.values()))
    assert set(found.games) == set(SEATS)


def test_every_decision_and_every_rare_thing_came_up() -> None:
    found = sum((seen(variant) for variant in VARIANTS), Seen())
    assert set(found.decisions) == {KINDS[kind] for kind in Decision if kind != Decision.NONE}
    missing = RARE_THINGS - set(+Counter(found.deeds))
    assert not missing
