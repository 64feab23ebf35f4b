"""Shapley shares and synergies, from win rates of which the truth is known."""

import numpy as np
import pytest

from balance.analysis.experiments.synergy import (
    Subset,
    Subsets,
    shares_table,
    subsets_of,
    synergies_table,
)
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.stats.jackknife import replicates

CARDS = tuple(Piece(name, name.upper(), "card") for name in ("left", "right", "spare"))


def found(losses: dict[Subset, float], cards: tuple[Piece, ...] = CARDS) -> Subsets:
    """Return results in which banning a subset loses so much win rate."""
    order = (frozenset[str](), *subsets_of(cards))
    rng = np.random.default_rng(1)
    rates = np.array([-losses.get(subset, 0.0) for subset in order])
    noise = rng.normal(0, 0.001, (FOLDS, len(order)))
    noise[:, 0] = 0
    noise -= noise.mean(axis=0)
    seen = replicates(rates + noise, np.ones_like(noise), np.ones(FOLDS))
    return Subsets(cards, order, seen)


def pair(*names: str) -> Subset:
    return frozenset(names)


def test_shares_in_the_game_of_gloves_are_those_of_the_textbook() -> None:
    # A left glove and one of two right gloves are worth 1 (here 0.1); else nothing.
    losses = {
        pair("left"): 0.1, pair("right", "spare"): 0.1, pair("left", "right"): 0.1,
        pair("left", "spare"): 0.1, pair("left", "right", "spare"): 0.1,
    }  # fmt: skip
    gloves = found(losses)
    shares = shares_table(gloves).set_index("id")["value"]
    assert shares["left"] == pytest.approx(0.1 * 2 / 3)
    assert shares["right"] == pytest.approx(0.1 / 6)
    assert shares["spare"] == pytest.approx(0.1 / 6)
    assert shares.sum() == pytest.approx(gloves.total().value[0])
    synergies = synergies_table(gloves).set_index(["first_id", "second_id"])
    assert synergies.loc[("right", "spare"), "value"] == pytest.approx(-0.1)
    # Where one right glove is allowed anyway, the other adds nothing, with the left one or without.
    assert synergies.loc[("left", "right"), "value"] == pytest.approx(0.0, abs=1e-9)
    assert synergies["high"].min() < 0


def test_cards_that_are_worth_something_only_together_have_a_synergy_above_0() -> None:
    two = CARDS[:2]
    losses = {pair("left"): 0.03, pair("right"): 0.03, pair("left", "right"): 0.03}
    table = synergies_table(found(losses, two))
    row = table.iloc[0]
    assert row["value"] == pytest.approx(0.03)
    assert row["low"] > 0
    assert row["sure"]


def test_cards_that_have_nothing_to_do_with_each_other_have_none() -> None:
    losses = {pair("left"): 0.03, pair("right"): 0.02, pair("left", "right"): 0.05}
    row = synergies_table(found(losses, CARDS[:2])).iloc[0]
    assert row["low"] < 0 < row["high"]
    assert not row["sure"]
