"""Set-ups as players draw them: five areas, a Citizen for each number."""

from random import Random

import pytest

from balance.errors import CardError
from balance.games.valeria import GAME
from balance.games.valeria.services.sampling import draw_setup, recommended_setups, sample_setup
from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.table.options import Options


@pytest.mark.rule("V2.5")
def test_a_drawn_set_up_fills_the_grid_and_is_the_same_in_every_deal():
    seen = set()
    for seed in range(30):
        setup = sample_setup(Random(seed), 4)
        assert len(set(setup.pieces)) == len(setup.drawn_as) == 15
        table = GAME.build_table(Options.model_validate(dict(setup.options)), 4, {}, GAME.home)
        assert table.array[0].num_areas == 5
        assert (table.array[0].slots["num_cards"] == 1).all()
        seen.add(frozenset(setup.pieces))
    assert len(seen) == 30


def test_what_a_set_up_cannot_be_drawn_for_is_named():
    none = {f"citizens.{card.id}.count": 0 for card in read_box().citizens if 3 in card.numbers}
    with pytest.raises(CardError, match="no Citizen for 3; expected one or more"):
        draw_setup(read_box(edits=none), Random(1))


def test_the_recommended_set_ups_are_those_of_the_rulebooks():
    names = recommended_setups(4)
    assert {"All That Glitters", "Mastery of Magic", "Monstrous Blood"} <= set(names)
    for options in names.values():
        GAME.build_table(Options.model_validate(dict(options)), 4, {}, GAME.home)
