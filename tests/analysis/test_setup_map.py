"""Planted set-ups among made-up drawn ones: one that is even by construction, one that is not."""

import numpy as np
import pytest

from balance.analysis.random_setups import UNEVEN, found
from balance.analysis.setup_map import among_drawn, dots_of, uneven_of
from balance.engine.services import RandomSetup
from balance.runner.random_setups import SetupResult
from tests.analysis.test_random_setups import lot

MEASURES = {"seat 1": True, "margin": False, "cards": False, "rounds": False}


def result(rng, place, chance, games=400, margin=10.0):
    one = lot(rng, (0,), chance, games, (0.0, margin, 3.0, 20.0))
    return SetupResult(place, RandomSetup({}, (f"p{place % 4}",)), (one,))


def planted_among_drawn():
    """Return drawn set-ups, and where three others lie among them."""
    rng = np.random.default_rng(11)
    chances = 0.5 + rng.uniform(0.03, 0.2, 60)
    drawn = [result(rng, place, chance) for place, chance in enumerate(chances)]
    planted = {"even": (0.5, 10.0), "unfair": (0.8, 10.0), "a free card": (0.6, 14.0)}
    first, fresh = (
        [
            result(rng, 60 + place, chance, games, margin)
            for place, (chance, margin) in enumerate(planted.values())
        ]
        for games in (400, 4_000)
    )
    return drawn, among_drawn(tuple(planted), first, fresh, drawn, tuple(MEASURES))


@pytest.fixture(scope="module")
def places():
    return planted_among_drawn()[1].set_index(["name", "axis"])


def test_a_set_up_that_is_even_by_construction_is_among_the_most_even(places):
    even = places.loc[("even", UNEVEN)]
    assert even["value"] < 0.02
    assert even["share_high"] < 0.25
    assert even["seen"] < 0.5


def test_the_interval_of_what_is_even_by_construction_begins_at_zero():
    rng = np.random.default_rng(4)
    found_again = [uneven_of(result(rng, 1, 0.5).results) for _ in range(200)]
    assert np.mean([low == 0 for _, low, _ in found_again]) >= 0.95
    unfair = [uneven_of(result(rng, 1, 0.7).results) for _ in range(200)]
    assert np.mean([low <= 0.2 <= high for _, low, high in unfair]) >= 0.92


def test_an_unfair_one_is_among_the_least_even(places):
    unfair = places.loc[("unfair", UNEVEN)]
    assert unfair["low"] > 0.2
    assert unfair["share_low"] > 0.8


def test_a_card_that_lengthens_the_lead_shows_on_that_axis_alone(places):
    free = places.loc["a free card"]
    assert free.loc["margin", "share_low"] > 0.8
    assert 0.1 < free.loc[UNEVEN, "share_value"] < 0.9


def test_dots_are_drawn_towards_the_mean():
    drawn, _ = planted_among_drawn()
    setups = found(drawn, ["weak"], MEASURES).setups
    dots = dots_of(setups)
    assert {"uneven", "rounds", "margin"} <= set(dots)
    assert dots["margin"].std() < setups["margin_value"].std()
    assert dots["margin"].mean() == pytest.approx(setups["margin_value"].mean())


def test_each_interval_holds_its_value(places):
    for prefix in ("", "share_"):
        assert (places[f"{prefix}low"] <= places[f"{prefix}value"]).all()
        assert (places[f"{prefix}value"] <= places[f"{prefix}high"]).all()


def test_axes_that_a_game_lacks_are_left_out(places):
    assert {axis for _, axis in places.index} == {UNEVEN, *MEASURES}
