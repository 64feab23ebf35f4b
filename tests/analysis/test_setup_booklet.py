"""A booklet of made-up set-ups: planted ones get their label, and luck alone gets none."""

import numpy as np
import pytest

from balance.analysis.random_setups import UNEVEN
from balance.analysis.setup_booklet import LABELS, Booklet, Chosen, choose_setups, confirmed
from balance.engine.services import RandomSetup
from balance.runner.random_setups import SetupResult
from tests.analysis.test_random_setups import lot

NAMES = ("seat 1", "margin", "cards", "rounds")
MEASURES = {2: NAMES, 3: NAMES}
SHORT, CLOSE, EVEN = 3, 7, 11  # places of planted set-ups


def played(rng, spread, games=400, setups=40):
    """Return made-up games at set-ups, of which some stand out where `spread` is 1."""
    results = []
    for place in range(setups):
        margin, rounds, chance = 10.0, 20.0 + 0.2 * (place % 5), 0.62
        if spread:
            rounds -= 4 * (place == SHORT)
            margin -= 3 * (place == CLOSE)
            chance -= 0.12 * (place == EVEN)
        one = lot(rng, (0,), chance, games, (0.0, margin, 3.0, rounds))
        setup = RandomSetup({}, (f"p{place}", f"q{place % 4}"))
        results.append(SetupResult(place, setup, (one,)))
    return results


def booklet_of(spread, wanted=3):
    rng = np.random.default_rng(8)
    drawn = {players: played(rng, spread) for players in MEASURES}
    chosen = choose_setups(drawn, MEASURES, 2 * wanted)
    places = {one.place for one in chosen}
    tables = []
    for _ in range(2):  # two bots that play alike
        again = {players: played(rng, spread, 1600) for players in MEASURES}
        fresh = {key: [one for one in each if one.place in places] for key, each in again.items()}
        tables.append(confirmed(fresh, drawn, MEASURES))
    return chosen, tables, Booklet.of(chosen, tables, wanted)


def test_planted_set_ups_get_their_label():
    _, _, found = booklet_of(1)
    labels = found.pages.set_index("place")["label"]
    assert labels[SHORT] == "short"
    assert labels[CLOSE] == "close"
    assert labels[EVEN] == "even"
    assert found.pages["players"].tolist() == [(2, 3)] * 3
    measured = found.measured.set_index(["place", "players", "axis"])
    short = measured.loc[(SHORT, 2, "rounds")].iloc[0]
    assert short["low"] <= 20.6 - 4 <= short["high"]
    assert short["usual"] == pytest.approx(20.4, abs=0.3)


def test_what_is_alike_gets_no_label_but_of_what_differs():
    _, _, found = booklet_of(0)
    assert not set(found.pages["label"]) & {"close", "even"}


def test_a_label_must_hold_for_all_bots():
    chosen, (one, two), _ = booklet_of(1)
    two = two.assign(is_clear=two["is_clear"] & ((two["players"] == 3) | (two["label"] == "short")))
    found = Booklet.of(chosen, [one, two], 6)
    players = found.pages.set_index("place")["players"]
    assert players[SHORT] == (2, 3)
    assert players[CLOSE] == (3,)
    none = Booklet.of(chosen, [one, two.assign(is_clear=False)], 6)
    assert none.pages.empty
    assert none.measured.empty


def test_other_labels_that_hold_are_named():
    _, tables, _ = booklet_of(1)
    also = Booklet.of([Chosen(SHORT, "short")], [each.assign(is_clear=True) for each in tables], 1)
    assert also.pages["also"][0] == ("even", "close", "long")


def test_no_more_than_are_wanted_and_no_set_up_twice():
    chosen, _, found = booklet_of(1, wanted=2)
    assert len({one.place for one in chosen}) == len(chosen) == 4
    assert len(found.pages) == 2


def test_of_those_at_the_end_the_least_alike_is_taken():
    rng = np.random.default_rng(2)
    drawn = played(rng, 0)
    same = [
        SetupResult(one.place, RandomSetup({}, ("a", "b" if one.place else "c")), one.results)
        for one in drawn
    ]
    places = [one.place for one in choose_setups({2: same}, {2: NAMES}, 5)]
    ends = choose_setups({2: same}, {2: NAMES}, 1)
    assert len(places) == 5
    assert ends[0].label == next(iter(LABELS))


def test_a_label_of_what_a_game_does_not_measure_is_left_out():
    rng = np.random.default_rng(2)
    chosen = choose_setups({2: played(rng, 0)}, {2: ("seat 1", "margin", "cards", "rounds")}, 8)
    assert {one.label for one in chosen} == {"even", "short", "close", "long"}
    assert LABELS["even"][0] == UNEVEN
