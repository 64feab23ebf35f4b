"""Cards that are swapped in made-up set-ups: what does something is found, at the rate promised."""

from random import Random

import numpy as np
import pandas as pd
import pytest

from balance.analysis.random_setups import UNEVEN
from balance.analysis.setup_swaps import by_card, cards_to_swap, swap_effects, swaps_of
from balance.engine.services import RandomSetup
from balance.runner.random_setups import SetupResult, swapped
from tests.analysis.test_random_setups import lot

MEASURES = ("seat 1", "margin", "cards", "rounds")


def result(rng, place, chance, rounds):
    one = lot(rng, (0,), chance, 400, (0.0, 8.0, 3.0, rounds))
    return SetupResult(place, RandomSetup({}, ()), (one,))


def effects_of(rng, setups, off, longer):
    """Return the effects of a card that moves the first seat's chance and makes games longer."""
    chances, rounds = 0.55 + rng.uniform(0, 0.1, setups), rng.uniform(15, 25, setups)
    present = [result(rng, i, chances[i] + off, rounds[i] + longer) for i in range(setups)]
    absent = [result(rng, i, chances[i], rounds[i]) for i in range(setups)]
    return swap_effects(present, absent, MEASURES).set_index("measure")


@pytest.mark.parametrize(("off", "longer"), [(0.0, 0.0), (0.05, 1.0)])
def test_intervals_hold_the_effect(off, longer):
    rng, held = np.random.default_rng(5), []
    for _ in range(150):
        found = effects_of(rng, 20, off, longer)
        held.append([
            found.loc[name, "low"] <= true <= found.loc[name, "high"]
            for name, true in (("cards", 0.0), ("rounds", longer), (UNEVEN, off))
        ])  # fmt: skip
    assert (np.mean(held, axis=0) >= 0.9).all()


def test_with_few_set_ups_there_is_no_interval():
    assert np.isnan(effects_of(np.random.default_rng(1), 3, 0.0, 0.0)["low"]).all()


def pieces(**p_values):
    return pd.DataFrame([
        {"piece": piece, "measure": measure, "p": p}
        for piece, of_piece in p_values.items()
        for measure, p in zip((UNEVEN, "rounds", "margin"), of_piece, strict=True)
    ])  # fmt: skip


def test_the_clearest_card_of_each_measure_is_swapped_and_none_twice():
    table = pieces(a=(0.001, 0.001, 0.5), b=(0.9, 0.01, 0.4), c=(0.2, 0.3, np.nan))
    assert cards_to_swap(table, 3) == [("a", UNEVEN), ("b", "rounds"), ("c", UNEVEN)]
    assert cards_to_swap(table, 1) == [("a", UNEVEN)]


def test_another_card_that_is_drawn_alike_takes_the_place():
    setups = [
        RandomSetup({"five": ("a", "b"), "six": "x"}, ("a", "b", "x"), ("5", "5", "6")),
        RandomSetup({"five": ("b", "c"), "six": "y"}, ("b", "c", "y"), ("5", "5", "6")),
    ]
    found = swaps_of(setups, "a", Random(1))
    assert list(found) == [0]
    assert found[0].options == {"five": ("c", "b"), "six": "x"}
    assert found[0].pieces == ("c", "b", "x")
    assert swaps_of(setups, "x", Random(1))[0].options["six"] == "y"
    assert swaps_of(setups, "b", Random(1))[1].pieces == ("a", "c", "y")


def test_options_that_name_no_card_stay():
    setup = swapped(RandomSetup({"n": 3, "on": True, "cards": ["a"]}, ("a",)), "a", "b")
    assert setup.options == {"n": 3, "on": True, "cards": ("b",)}


def made_up_swaps():
    """Return the effects of two cards."""
    rng = np.random.default_rng(1)
    one, two = (effects_of(rng, 6, 0.0, more).reset_index() for more in (0.0, 3.0))
    return by_card({"a": one, "b": two}, {"a": UNEVEN, "b": "rounds"})


def test_the_effects_of_all_cards_stand_in_one_table():
    table = made_up_swaps()
    assert len(table) == 2 * (1 + len(MEASURES))
    assert set(table.loc[table["piece"] == "b", "seen"]) == {"rounds"}
