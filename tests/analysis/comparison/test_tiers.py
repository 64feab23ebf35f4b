"""Findings by tiers, on made-up records with planted effects."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.tiers import (
    agreements,
    competent,
    findings,
    noise_levels,
    places_of,
    played,
    tiers_of,
)
from balance.scenario.experiments import BAN, GIFT
from balance.scenario.match import Match
from tests.analysis.comparison.test_differences import GOALS, cell
from tests.analysis.conftest import make_match, make_records
from tests.analysis.made_up_arms import played as arm_of
from tests.sections import METRICS

BAND = 0.02


def tiers(
    *planted: dict[str, Any], names: Sequence[str] = ("random", "ox", "cat")
) -> list[CellResult]:
    """Return a cell for each tier, with what is planted in it; see `test_comparison.cell`."""
    cells = []
    for name, keys in zip(names, planted, strict=True):
        axes = {"tier": name, **keys.pop("axes", {})}
        match = make_match(3, (name,) * 3, cards=("axe", "bow", "cup"), objectives=GOALS)
        cells.append(cell(match, ", ".join(axes.values()), axes=axes, **keys))
    return cells


def by_key(found: pd.DataFrame) -> dict[str, dict[str, Any]]:
    return {
        str(row["key"]): {str(name): one for name, one in row.items()}
        for row in found.to_dict("records")
    }


def lucky(match: Match, tier: str, share: float, seed: int, games: int = 512) -> CellResult:
    """Return a cell of luck of its own, in which the first of two wins a share."""
    won = (np.random.default_rng(seed).random(games) < share).astype(int)
    records = make_records(match, np.stack([won, 1 - won], axis=1))
    sums = {
        name: asked.tally(records, match)
        for name, asked in METRICS.items()
        if name in ("seats", "folds")
    }
    return CellResult(tier, match, games, games, sums, {"tier": tier})


def test_an_effect_that_all_see_is_stable_and_what_is_not_there_is_none() -> None:
    rows = by_key(findings(tiers({}, {"sun": 0.3}, {"sun": 0.3}), BAND))
    assert rows["kept sun"]["topic"] == "forced"  # nobody chose: all that was dealt was kept
    assert (rows["kept sun"]["badge"], rows["kept sun"]["estimated"]) == ("stable", 2)
    assert rows["kept sun"]["1_sure"]
    assert not rows["kept sun"]["0_sure"]
    assert rows["rounds"]["badge"] == "stable"
    assert rows["rounds"]["step_value"] == 0


def test_what_experiments_say_of_cards_has_a_badge_too() -> None:
    """The axe is strong with both, the bow with the better bot alone, the cup with none."""
    lost = {
        "ox": {"axe": 0.1, "bow": 0.0, "cup": 0.0},
        "cat": {"axe": 0.1, "bow": 0.12, "cup": 0.0},
    }
    cells = [
        replace(
            one,
            arms=tuple(
                arm_of(one.match, kind, card, 0, over if kind == GIFT else -over, 20_000, 3)
                for kind in (BAN, GIFT)
                for card, over in lost.get(one.axes["tier"], {}).items()
            ),
        )
        for one in tiers({}, {}, {})
    ]
    found = findings(cells, BAND)
    rows = by_key(found)
    for topic in ("option", "owned"):
        assert rows[f"{topic} axe"]["topic"] == topic
        assert rows[f"{topic} axe"]["1_value"] == pytest.approx(0.1, abs=0.01)
        assert np.isnan(rows[f"{topic} axe"]["0_value"])
        assert rows[f"{topic} axe"]["badge"] == "stable"
        assert rows[f"{topic} bow"]["badge"] == "grows with strength"
        assert rows[f"{topic} cup"]["badge"] == "none"
    assert set(agreements(found, ["random", "ox", "cat"])["topic"]) >= {"option", "owned"}


def test_an_effect_grows_or_shrinks_along_the_competent_tiers() -> None:
    names = ("random", "ox", "cat", "fox")
    planted: list[dict[str, Any]] = [{"sun": 0.6}, {"sun": 0.2}, {"sun": 0.4}, {"sun": 0.6}]
    row = by_key(findings(tiers(*planted, names=names), BAND))["kept sun"]
    assert row["badge"] == "grows with strength"
    assert row["step_low"] < 0.2 / 3 * 2 < row["step_high"] + 0.1
    assert row["step_sure"]
    down = tiers(*[dict(one) for one in (planted[0], *planted[:0:-1])], names=names)
    assert by_key(findings(down, BAND))["kept sun"]["badge"] == "shrinks with strength"


def test_what_moves_up_and_down_is_no_matter_of_strength() -> None:
    names = ("random", "ox", "cat", "fox")
    rows = by_key(
        findings(tiers({}, {"longer": 1}, {"longer": 4}, {"longer": 1}, names=names), BAND)
    )
    assert rows["rounds"]["badge"] == "up and down"


def test_a_number_moves_if_by_more_than_a_twentieth() -> None:
    longer = by_key(findings(tiers({}, {}, {"longer": 1}), BAND))["rounds"]
    assert (longer["badge"], longer["step_value"]) == ("grows with strength", pytest.approx(1))
    assert longer["2_value"] - longer["1_value"] == pytest.approx(1)


def test_what_one_bot_alone_sees_is_its_own() -> None:
    names = ("random", "ox", "cat", "fox")
    rows = by_key(findings(tiers({}, {}, {"sun": 0.5}, {}, names=names), BAND))
    assert rows["kept sun"]["badge"] == "one tier only"


def test_a_tier_of_few_deals_has_wide_intervals_and_takes_no_others_away() -> None:
    names = ("random", "ox", "cat", "fox")
    cells = tiers({}, {"sun": 0.3}, {"sun": 0.3}, {"games": 96, "sun": 0.3}, names=names)
    row = by_key(findings(cells, BAND))["kept sun"]
    assert row["badge"] == "stable"
    assert row["3_deals"] == 96
    wide, narrow = row["3_high"] - row["3_low"], row["2_high"] - row["2_low"]
    assert wide > 2 * narrow
    few = findings(tiers({}, {"games": 20}, {"games": 20}), BAND)
    assert set(few["badge"]) == {"not yet known"}
    assert few["1_low"].isna().all()


def test_shared_luck_makes_a_step_surer_than_its_tiers() -> None:
    row = by_key(findings(tiers({}, {}, {"edge": 0.05}), BAND))["first"]
    halves = [(row[f"{tier}_high"] - row[f"{tier}_low"]) / 2 for tier in (1, 2)]
    step = (row["step_high"] - row["step_low"]) / 2
    assert step < 0.6 * np.hypot(*halves)
    assert row["step_low"] < 0.05 < row["step_high"]


def test_variants_add_what_they_change_and_topics_of_their_own() -> None:
    short = tiers({}, {}, {})
    plain = [replace(one, axes={**one.axes, "variant": "baseline"}) for one in short]
    long = tiers(*[{"longer": 2, "axes": {"variant": "long"}} for _ in range(3)])
    found = findings([*plain, *long], BAND)
    changes = found[found["topic"] == "changes"]
    row = by_key(changes)["long: rounds"]
    assert [row[f"{tier}_value"] for tier in range(3)] == pytest.approx([2, 2, 2])
    assert set(found[found["topic"] != "changes"]["place"]) == {"baseline"}
    grid = [
        replace(one, axes={**one.axes, "players": text})
        for text, cells in (("short", short), ("long", tiers(*[{"longer": 2}] * 3)))
        for one in cells
    ]
    found = findings(grid, BAND)
    assert set(found[found["topic"] == "forced"]["place"]) == {"short", "long"}
    assert set(found[found["topic"] == "cards"]["place"]) == {"short"}


def test_cards_are_wins_with_less_wins_without() -> None:
    rows = by_key(findings(tiers({}, {}, {}), BAND))
    axe = rows["card axe"]
    assert (axe["topic"], axe["kind"], axe["unit"]) == ("cards", "Card", "excess")
    assert axe["1_low"] < axe["1_value"] < axe["1_high"]


def test_tiers_that_play_by_chance_are_not_competent() -> None:
    cells = tiers({}, {}, {})
    assert competent(cells).tolist() == [False, True, True]
    assert competent(cells[:2]).tolist() == [True, True]  # else nothing could be compared
    assert tiers_of(cells) == ["random", "ox", "cat"]
    assert played(cells)["deals"].tolist() == [2048] * 3


def with_noise(cell: CellResult, noise: float, bot: str = "ox") -> CellResult:
    (entry,) = cell.match.lineup.entries
    entry = replace(entry, bot=replace(entry.bot, name=bot, noise=noise))
    lineup = replace(cell.match.lineup, entries=(entry,))
    return replace(cell, match=replace(cell.match, lineup=lineup))


def test_tiers_of_one_bot_with_different_noise_are_a_sweep() -> None:
    cells = tiers({}, {}, {})
    pairs = list(zip(cells, (1.0, 0.2, 0.0), strict=True))
    sweep = [with_noise(cell, noise) for cell, noise in pairs]
    assert noise_levels(sweep) == (0.0, 0.2, 1.0)
    assert competent(sweep).tolist() == [False, True, True]  # with noise 1 it plays at random
    others = [with_noise(cell, noise, cell.name) for cell, noise in pairs]
    assert noise_levels(others) == ()
    assert noise_levels([with_noise(cell, 0.1) for cell in cells]) == ()
    assert noise_levels(cells) == noise_levels(sweep[:1]) == noise_levels([]) == ()


def test_where_a_tier_has_no_game_it_says_nothing() -> None:
    cells = tiers({}, {}, {})
    grid = [replace(one, axes={**one.axes, "players": "3"}) for one in cells]
    empty = replace(grid[2], sums={}, games=0, deals=0)
    (place,) = places_of([*grid[:2], empty])
    assert place.cells[0] is not None
    found = findings([*grid[:2], empty], BAND)
    assert set(found["badge"]) <= {"stable", "none", "not yet known"}


def test_rankings_are_compared_two_by_two() -> None:
    cells = tiers({}, {"sun": 0.3}, {"sun": 0.3})
    alike = agreements(findings(cells, BAND), tiers_of(cells))
    goals = alike[alike["topic"] == "forced"]
    assert goals[["one", "two"]].to_numpy().tolist() == [
        ["random", "ox"], ["random", "cat"], ["ox", "cat"],
    ]  # fmt: skip
    assert goals["tau"].tolist()[-1] == 1
    assert set(goals["things"]) == {4}


def test_tiers_that_see_the_same_but_for_luck_seldom_seem_to_move() -> None:
    matches = [make_match(2, (name,) * 2) for name in ("random", "ox", "cat", "fox")]
    badges = []
    for run in range(60):
        cells = [
            lucky(match, match.lineup.labels[0], 0.6, 10 * run + place)
            for place, match in enumerate(matches)
        ]
        badges.append(by_key(findings(cells, BAND))["first"]["badge"])
    assert badges.count("stable") > 45
    moved = sum(badges.count(badge) for badge in ("grows with strength", "shrinks with strength"))
    assert moved <= 6


def test_a_seat_that_won_every_game_has_an_interval_too() -> None:
    cells = [
        lucky(make_match(2, (name,) * 2), name, share, seed)
        for seed, (name, share) in enumerate([("random", 0.5), ("ox", 0.6), ("cat", 1.0)])
    ]
    seats = findings(cells, BAND).query("topic == 'seats'")
    assert len(seats) > 0
    for _, row in seats.iterrows():
        assert row["2_value"] == pytest.approx(0.5)
        assert 0.48 < row["2_low"] < 0.4999  # as if z**2 deals that were not seen went otherwise
        assert row["step_sure"]
