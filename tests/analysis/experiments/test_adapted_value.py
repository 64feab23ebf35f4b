"""Option values of a bot as it is, and of one that adapted."""

import pytest

from balance.app.adapted import adapted_values
from balance.scenario.experiments import BAN
from tests.analysis.made_up_arms import cards_match, played

DEALS = 40_000


@pytest.mark.parametrize(
    ("fixed", "adapted", "is_misplayed"),
    [(-0.03, 0.02, True), (0.03, -0.02, True), (0.03, 0.02, False), (0.03, 0.0, False)],
)
def test_a_card_whose_value_changes_sign_is_misplayed(
    fixed: float, adapted: float, is_misplayed: bool
) -> None:
    match = cards_match([1, 2])
    card = match.game_table.cards[0]
    best = 0.01  # of the adapted player without a ban, over the equal share
    table = adapted_values(
        [card],
        {card.id: played(match, BAN, card.id, 0, -fixed, DEALS, 1)},
        {card.id: played(match, BAN, card.id, 0, best - adapted, DEALS, 1)},
        played(match, BAN, "nothing", 0, best, DEALS, 1),
    )
    row = table.iloc[0]
    assert row["fixed_value"] == pytest.approx(fixed, abs=0.01)
    assert row["adapted_value"] == pytest.approx(adapted, abs=0.01)
    assert row["misplayed"] == is_misplayed
