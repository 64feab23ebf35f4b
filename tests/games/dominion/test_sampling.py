"""Options by lot fit every number of players, and are of all kinds."""

from pathlib import Path
from random import Random

import pytest

from balance.games.dominion.services.sampling import sample_options, sample_setup
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.kingdoms import read_kingdoms
from balance.games.dominion.table.options import Options

DRAWS = 200


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_draw_can_be_laid(players):
    rng = Random(players)
    for _ in range(DRAWS):
        assert build_table(sample_options(rng, players), players, {}, Path()).num_seats == players


def test_everything_is_drawn_at_times():
    rng = Random(5)
    drawn = [sample_options(rng, 1) for _ in range(2 * DRAWS)]
    names = {one.kingdom for one in drawn if isinstance(one.kingdom, str)}
    assert names == {"random", *(printed.id for printed in read_kingdoms())}
    sizes = {len(one.kingdom) for one in drawn if isinstance(one.kingdom, tuple)}
    assert sizes == set(range(11))
    for field in ("bane", "black_market", "include", "exclude", "solo_target", "extra_coins"):
        assert any(getattr(one, field) for one in drawn), field
    assert len({one.sets for one in drawn}) > 4


def test_the_same_chance_draws_the_same():
    assert sample_options(Random(3), 2) == sample_options(Random(3), 2)


@pytest.mark.rule("D1.11")
def test_a_set_up_is_ten_cards_with_a_bane_where_it_is_needed():
    rng = Random(6)
    seen = {}
    banes = 0
    for _ in range(DRAWS):
        drawn = sample_setup(rng, 2)
        table = build_table(Options(**drawn.options), 2, {}, Path()).array[0]
        assert table["num_fixed"] == table["num_kingdom"] == 10
        assert (table["bane"] >= 0) == (table["banes"] != 0)  # nothing is left to be drawn
        assert len(set(drawn.pieces)) == 10 + ("bane" in drawn.options)
        needs = {"young_witch", "black_market"} & {*drawn.pieces}  # its deck has a Young Witch
        assert bool(needs) == ("bane" in drawn.options)
        banes += "bane" in drawn.options
        for card in drawn.options["kingdom"]:
            seen[card] = seen.get(card, 0) + 1
    assert len(seen) == 42
    assert 0 < banes < DRAWS / 2 + 50
    assert max(seen.values()) < 2 * DRAWS * 10 / 42
