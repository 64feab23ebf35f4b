"""What cards are called: only where two experiments agree."""

from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.experiments.card_findings import NOT_TESTED, card_findings, goes_both_ways


def rows(**changes: Any) -> pd.DataFrame:
    """Return a card that is strong, changed, among two of its kind that are not."""
    card: dict[str, Any] = {
        "kind": "Tool", "option_value": 0.05, "option_low": 0.04, "option_high": 0.06,
        "option_sure": True, "option_lead_low": 0.5, "option_lead_high": 0.7,
        "possession_value": 0.2, "possession_low": 0.19, "possession_high": 0.21,
        "possession_sure": True, "possession_lead_low": 1.0, "possession_lead_high": 1.2,
        "slope_value": -0.03, "matters": True, "tested": True,
    } | changes  # fmt: skip
    plain = {**card, "option_value": 0.0, "option_sure": False, "matters": False, "tested": True}
    if np.isnan(card["option_value"]):
        plain["option_value"] = np.nan
    table = pd.DataFrame([card, plain | {"slope_value": 0.0}, plain | {"slope_value": 0.0}])
    return table.assign(differs=goes_both_ways(table))


def called(**changes: Any) -> str:
    first, *others = card_findings(rows(**changes))
    assert others == ["", ""]
    return first


def test_two_experiments_that_agree_call_a_card_by_its_name() -> None:
    assert called() == "strong"
    assert called(option_value=-0.05, slope_value=0.03) == "weak"


def test_one_experiment_alone_calls_nothing() -> None:
    assert called(slope_value=0.01) == ""
    assert called(slope_value=np.nan) == ""


def test_what_is_not_sure_or_does_not_matter_is_not_called() -> None:
    assert called(option_sure=False) == ""
    assert called(matters=False) == ""


def test_without_bans_gifts_and_slopes_decide() -> None:
    nothing = {"option_value": np.nan, "option_low": np.nan, "option_high": np.nan}
    assert called(**nothing) == "strong"
    assert called(**nothing, slope_value=0.02) == ""


def test_a_card_that_the_player_does_not_take_is_not_tested() -> None:
    assert called(option_value=0.0, option_sure=False, tested=False) == NOT_TESTED
    nothing = {"option_value": np.nan, "option_low": np.nan, "option_high": np.nan}
    assert called(**nothing, tested=False) == "strong"  # a gift tests it all the same


def test_a_card_whose_wins_and_points_differ_is_not_called_strong() -> None:
    table = rows(option_lead_low=-0.7, option_lead_high=-0.5)
    assert table["differs"].tolist() == [True, True, True]
    assert card_findings(table)[0] == ""
