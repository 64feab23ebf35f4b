import numpy as np
import pytest

from balance.analysis.comparison.ladder_claims import hypotheses, judge
from balance.analysis.comparison.pairwise import PairingOutcome
from balance.scenario.ladder_file import Claim
from balance.stats.verdict import Verdict


def claim(**number):
    return Claim(players=2, bot="a", against="b", **number)


def seen(share, deals=4000):
    """Return a duel of which the first bot wins about this share."""
    rate = (np.random.default_rng(7).random((deals, 2)) < share).mean(axis=1)
    return PairingOutcome(
        ("a", "b"), 2, rate - 0.5, np.stack([rate, 1 - rate], 1), rate, np.stack([rate] * 2, 1),
        np.array([[0, 1], [1, 0]]), np.zeros((deals, 2, 2)), 0, 1.0,
    )  # fmt: skip


def test_a_claim_is_told_from_three_points_less():
    assert hypotheses(claim(at_least=75)) == pytest.approx((0.22, 0.25))
    assert hypotheses(claim(above=50)) == pytest.approx((0, 0.03))
    three = Claim(players=3, bot="a", against="b", at_least=10)
    assert hypotheses(three) == pytest.approx((0.07, 0.10))


@pytest.mark.parametrize(
    ("number", "share", "verdict"),
    [
        ({"at_least": 75}, 0.80, Verdict.YES),
        ({"at_least": 75}, 0.70, Verdict.NO),
        ({"at_least": 97}, 0.99, Verdict.YES),
        ({"at_least": 97}, 0.93, Verdict.NO),
        ({"above": 50}, 0.55, Verdict.YES),
        ({"above": 50}, 0.48, Verdict.NO),
    ],
)
def test_with_games_enough_a_claim_holds_or_is_broken(number, share, verdict):
    assert judge(claim(**number), seen(share), 1).verdict == verdict


def test_with_few_games_a_claim_is_open_unless_what_is_seen_reaches_it():
    assert judge(claim(at_least=75), seen(0.73, 60), 1).verdict == Verdict.UNDECIDED
    assert judge(claim(above=50), seen(0.55, 60), 1).verdict == Verdict.UNDECIDED
    assert judge(claim(at_least=75), seen(0.85, 60), 1).verdict == Verdict.YES
    assert judge(claim(at_least=75), seen(0.2, 60), 1).verdict == Verdict.NO


def test_it_says_what_it_rests_on():
    found = judge(claim(at_least=75), seen(0.8, 500), 1)
    assert found.games == 1000
    assert float(found.estimate.low) < 0.8 < float(found.estimate.high)
