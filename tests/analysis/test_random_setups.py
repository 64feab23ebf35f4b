"""Set-ups that are made up: how far win rates are off, what is varied, what pieces do."""

import numpy as np
import pytest

from balance.analysis.random_setups import found
from balance.analysis.setup_matches import (
    SetupMeasures,
    measures_of,
    mutual_strengths,
    objectives_apart,
    tally,
    unevenness,
    variety,
)
from balance.engine.layout import WIN
from balance.engine.services import RandomSetup
from balance.runner.random_setups import SetupMatch, SetupResult
from tests.analysis.conftest import make_match, make_records

MEASURES = {"seat 1": True, "margin": False, "cards": False}


def test_variety_is_the_number_of_cards_that_are_taken_alike_often():
    taken = np.array([[3, 3, 3, 0], [5, 0, 0, 0], [0, 0, 0, 0], [8, 1, 1, 0]])
    found = variety(taken)
    assert found[:3] == pytest.approx([3, 1, 0])
    assert 1 < found[3] < 3


def test_a_mirror_is_measured_game_by_game():
    match = make_match(2, cards=("axe", "bow"))
    records = make_records(
        match,
        [[1, 0], [0, 1], [1, 0], [0.5, 0.5]],
        scores=[[9, 4], [5, 6], [8, 7], [3, 3]],
        rounds=[4, 5, 6, 7],
        ending=[0, 1, 0, 0],
        available=[[1, 1]] * 4,
        taken=[[[1, 0], [0, 1]], [[2, 0], [0, 0]], [[1, 1], [0, 0]], [[0, 0], [0, 0]]],
    )
    records["wins"][:, :2] = np.array([[1, 0], [0, 1], [1, 0], [0.5, 0.5]]) * WIN
    lot = tally(records, SetupMatch((0,), match))
    means = dict(zip(measures_of(match), lot.means, strict=True))
    assert means["seat 1"] == pytest.approx(2.5 / 4 - 0.5)
    assert means["margin"] == pytest.approx((5 + 1 + 1 + 0) / 4)
    assert means["shared"] == pytest.approx(1 / 4)
    assert means["rounds"] == pytest.approx(5.5)
    assert means["cards"] == pytest.approx((2 + 1 + 2 + 0) / 4)
    assert means["unbought"] == pytest.approx((0 + 1 + 0 + 2) / 8)
    assert (means["empty"], means["full"]) == pytest.approx((3 / 4, 1 / 4))
    assert lot.halves[:, 0] == pytest.approx([0.5, -0.25])
    assert lot.rates == pytest.approx(np.array([[2.5 / 4, 1.5 / 4]]))


@pytest.mark.parametrize("edge", [0.0, 0.1])
def test_the_variance_between_objectives_is_true_on_average_less_its_noise(edge):
    rng, match = np.random.default_rng(6), make_match(2, objectives=("sun", "moon", "star"))
    strength, games, repeats, seen = np.array([edge, 0.0, -edge]), 150, 400, []
    for _ in range(repeats):
        kept = rng.permuted(np.tile(np.arange(3), (games, 1)), axis=1)[:, :2]
        first = rng.random(games) < 0.5 + strength[kept[:, 0]] - strength[kept[:, 1]]
        records = make_records(match, np.stack([first, ~first], axis=1), kept=kept)
        off, errors = objectives_apart(records, match)
        seen.append((off**2 - errors**2).mean())
    squares = np.array(seen)
    truth = (1.5 * edge) ** 2  # of three win rates, 1.5 edges apart
    assert squares.mean() == pytest.approx(truth, abs=3 * squares.std() / np.sqrt(repeats))


def test_without_objectives_none_are_apart():
    match = make_match(2)
    assert objectives_apart(make_records(match, [[1, 0]] * 60), match).shape == (2, 0)


def test_an_objective_that_few_kept_is_unknown():
    match = make_match(2, objectives=("sun", "moon", "star"))
    records = make_records(match, [[1, 0]] * 60, kept=[[0, 1]] * 55 + [[0, 2]] * 5)
    assert np.isnan(objectives_apart(records, match)).tolist() == [[False, False, True]] * 2


def lot(rng, bots, chance, games, measures=(0.0, 0.0, 0.0), noise=0.1):
    """Return a contest in which the first seat wins so often: one rotation, or two for a pair."""
    rotations = len(bots)
    chances = [chance, 1 - chance][:rotations]
    wins = rng.random((games, rotations)) < chances
    first = wins.mean(axis=0)
    rates = np.stack([first, 1 - first], axis=1)
    errors = np.repeat(wins.std(axis=0, ddof=1)[:, None] / np.sqrt(games), 2, axis=1)
    means = np.array(measures) + rng.normal(0, noise, len(measures))
    halves = means + rng.normal(0, noise, (2, len(measures)))
    lineups = np.array([bots * 2]) if rotations == 1 else np.array([bots, bots[::-1]])
    return SetupMeasures(bots, means, np.full(len(measures), noise), halves, lineups, rates, errors)


def test_unevenness_is_true_on_average_and_its_error_too():
    rng = np.random.default_rng(1)
    for chance in (0.5, 0.6):
        truth = (0.02**2 + 2 * (chance - 0.5) ** 2) / 3  # of a mirror and both line-ups of a pair
        seen = [
            unevenness([lot(rng, (0,), 0.52, 500), lot(rng, (0, 1), chance, 500)])
            for _ in range(2000)
        ]
        squares, errors = np.array(seen).T
        assert squares.mean() == pytest.approx(truth, abs=3 * squares.std() / np.sqrt(2000))
        assert np.sqrt((errors**2).mean()) == pytest.approx(squares.std(), rel=0.2)


def test_four_seats_are_three_numbers():
    rng, chances = np.random.default_rng(8), np.array([0.35, 0.25, 0.22, 0.18])
    seen = []
    for _ in range(2000):
        rates = rng.multinomial(400, chances) / 400
        errors = np.sqrt(rates * (1 - rates) / 400)
        line = SetupMeasures(
            (0,), np.zeros(1), np.zeros(1), np.zeros((2, 1)), np.zeros((1, 4), int), rates[None],
            errors[None],
        )  # fmt: skip
        seen.append(unevenness([line]))
    squares, errors = np.array(seen).T
    assert np.sqrt((errors**2).mean()) == pytest.approx(squares.std(), rel=0.1)


def test_who_is_stronger():
    rng = np.random.default_rng(2)
    excess = mutual_strengths([lot(rng, (0,), 0.5, 9), lot(rng, (0, 1), 0.7, 100_000)], 2)
    assert excess[0, 1] == pytest.approx(0.2, abs=0.01)
    assert excess[1, 0] == -excess[0, 1]


def played(rng, setups, evil=0.2, games=400):
    """Return set-ups of 4 of 12 pieces: with p0 one bot wins more, with p1 more cards are taken."""
    made = []
    for place in range(setups):
        pieces = tuple(f"p{piece}" for piece in rng.permutation(12)[:4])
        chance = 0.5 + evil * ("p0" in pieces)
        cards = 5.0 + 2 * ("p1" in pieces) + rng.normal(0, 0.3)
        lots = [lot(rng, (bot,), 0.5, games, (0.0, 4.0 + bot, cards)) for bot in (0, 1)]
        made.append(
            SetupResult(place, RandomSetup({}, pieces), (*lots, lot(rng, (0, 1), chance, games)))
        )
    return made


def test_what_pieces_do_is_found():
    found_here = found(played(np.random.default_rng(3), 120), ["weak", "strong"], MEASURES)
    pieces = found_here.pieces.set_index(["measure", "piece"])
    assert pieces.loc[("uneven", "p0"), "value"] > 0.08
    assert pieces.loc[("cards", "p1"), "value"] == pytest.approx(2, abs=0.3)
    sure = found_here.pieces[found_here.pieces["q"] < 0.01]
    assert {("uneven", "p0"), ("cards", "p1")} <= set(
        zip(sure["measure"], sure["piece"], strict=True)
    )
    even = found_here.setups.sort_values("even_value")
    assert "p0" not in even["pieces"].iloc[0].split(", ")
    assert (even["even_low"] <= even["even_value"]).all()
    assert (even["even_value"] <= even["even_high"]).all()
    assert found_here.spreads["uneven"].low > 0
    assert 0.8 < found_here.reliability["cards"] <= 1


def test_of_set_ups_that_are_all_alike_none_is_told_from_another():
    found_here = found(played(np.random.default_rng(4), 60, evil=0.0), ["a", "b"], MEASURES)
    assert found_here.spreads["uneven"].low == 0
    uneven = found_here.pieces[found_here.pieces["measure"] == "uneven"]
    assert (uneven["q"] > 0.05).all()


def test_bots_agree_on_what_they_share_and_on_nothing_else():
    found_here = found(played(np.random.default_rng(5), 120), ["a", "b"], MEASURES)
    alike = found_here.alike.set_index("measure")
    assert alike.loc["cards", "tau"] > 0.6
    assert alike.loc["cards", "same"] > 0.6
    assert abs(alike.loc["margin", "tau"]) < 0.2
    assert alike.loc["cards", "pieces"] > alike.loc["margin", "pieces"]
