"""What sentences say of the one that they pick, where all are known; and who else it may be."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.trend import moves
from balance.analysis.metrics.cards import CardSums
from balance.analysis.metrics.cards import table as cards_table
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.random_setups import with_evenness
from balance.games.dominion.sections.openings import findings_of as openings_findings
from balance.report.certainty import or_others, rivals
from balance.report.nouns import nouns
from balance.report.number_format import AT_LEAST_0, SHARE_ENDS, Estimated, estimated
from balance.report.report_data import ReportData
from balance.report.section import Section
from balance.report.sections import cards, pace, seats, value
from balance.report.studies.exploit import ExploitResult, with_takes
from balance.report.studies.trend import trend_section
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, Floats, proportion
from balance.stats.jackknife import Z
from balance.stats.ranking import tie_groups
from balance.stats.shrinkage import shrink
from tests.analysis.conftest import make_match
from tests.analysis.made_up_arms import cards_match, cell
from tests.report.conftest import OBJECTIVES, finding_of, report_data, table_of, variant

STUDIES = 400


@pytest.mark.parametrize(("rate", "spread"), [(0.25, 0.0), (0.25, 0.02), (0.02, 0.0)])
@pytest.mark.parametrize("things", [4, 30])
def test_the_interval_of_the_largest_or_smallest_win_rate_holds(
    rate: float, spread: float, things: int
) -> None:
    rng, games = np.random.default_rng(3), 600
    held = ordinary = 0
    for _ in range(STUDIES):
        truth = rate + spread * rng.uniform(-1, 1, things)
        found = proportion(DealSums.of(*_games(rng, truth, games)))
        for place in (int(found.value.argmax()), int(found.value.argmin())):
            one = Estimated(*(float(end[place]) for end in (found.value, found.low, found.high)))
            wide = one.picked_of(things, ends=SHARE_ENDS)
            held += wide.low <= truth[place] <= wide.high
            ordinary += one.low <= truth[place] <= one.high
    assert held / STUDIES / 2 >= 0.945
    assert ordinary < held


def _games(rng: np.random.Generator, truth: Floats, games: int) -> tuple[Floats, Floats]:
    won = (rng.random((games, len(truth))) < truth).astype(float)
    return won, np.ones_like(won)


def test_the_interval_of_the_most_even_set_up_holds() -> None:
    rng, things, error, studies = np.random.default_rng(5), 40, 0.0016, STUDIES // 8
    held = ordinary = 0
    for _ in range(studies):
        truth = 0.05 + 0.02 * rng.uniform(-1, 1, things)
        square = truth**2 + error * rng.normal(size=things)
        table = pd.DataFrame({"square": square, "square_error": error})
        table = with_evenness(table)[0].assign(truth=truth)
        best = table.sort_values("even_value").iloc[0]
        picked = estimated(best, "even_").picked_of(things, ends=AT_LEAST_0)
        held += picked.low <= best["truth"] <= picked.high
        ordinary += best["uneven_low"] <= best["truth"] <= best["uneven_high"]
    assert held / studies >= 0.945
    assert ordinary < held


def _true_values(kind: str, things: int, rng: np.random.Generator) -> Floats:
    """True values, in units of the errors: far apart, equal, or one far from the others."""
    truth = rng.normal(0, {"apart": 2.0, "equal": 0.01, "outlier": 0.3}[kind], things)
    if kind == "outlier":
        truth[0] = 4.0
    return truth


@pytest.mark.parametrize("kind", ["apart", "equal", "outlier"])
def test_the_largest_is_among_those_that_are_named(kind: str) -> None:
    rng, things = np.random.default_rng(4), 30
    by_interval = by_group = alone = 0
    for _ in range(STUDIES // 8):
        truth = _true_values(kind, things, rng)
        seen = truth + rng.normal(size=things)
        rows = pd.DataFrame({"name": [str(one) for one in range(things)],
                             "value": seen, "low": seen - Z,
                             "high": seen + Z})  # fmt: skip
        first, best = int(seen.argmax()), int(truth.argmax())
        by_interval += best == first or str(best) in rivals(rows, first, "name")
        by_group += best == first or tie_groups(shrink(seen, np.ones(things)).draws)[best] == 1
        alone += best == first
    assert by_interval / (STUDIES // 8) >= 0.95
    assert by_group / (STUDIES // 8) >= 0.95
    assert kind == "outlier" or alone / (STUDIES // 8) < 0.6


def test_the_smallest_has_rivals_too_and_many_are_counted() -> None:
    rows = pd.DataFrame({"name": list("abc"), "value": [1.0, 1.2, 9.0], "low": [0.5, 0.7, 8.0],
                         "high": [1.5, 1.7, 10.0]})  # fmt: skip
    assert rivals(rows, 0, "name", sign=-1) == ["b"]
    assert rivals(rows, 2, "name") == []
    assert or_others([]) == ""
    assert or_others(["b"]) == " (or b)"
    assert or_others(list("bcdefg")) == " (or one of 6 others)"


def match() -> Match:
    return make_match(2, cards=tuple("abcdefgh"), objectives=OBJECTIVES)


def played() -> CellResult:
    return variant(match(), 4000, first=0.7)


def banned() -> CellResult:
    worth = {name: 0.1 + 0.03 * price for price, name in enumerate("abcdef")}
    bans = dict.fromkeys("abcdef", 0.0) | {"c": 0.08, "d": 0.077, "e": -0.08}
    slopes = dict.fromkeys("abcdef", 0.0) | {"c": -0.04, "d": -0.04, "e": 0.04}
    return cell(cards_match((1, 2, 3, 4, 5, 6)), bans, worth, slopes)


def picked(
    built: Callable[[ReportData], Section | None], one: CellResult, finding: str, fact: str,
    table: str, prefix: str, largest: int = 1,
) -> tuple[Estimated, Estimated, int]:  # fmt: skip
    """The number of a sentence, that of its row, and from how many it was picked."""
    section = built(report_data(one))
    assert section is not None
    said = finding_of(section, finding).facts[fact]
    frame = table_of(section, table).frame
    rows = frame[frame[f"{prefix}low"].notna()].reset_index(drop=True)
    place = int((largest * rows[f"{prefix}value"]).argmax())
    own = estimated(rows.iloc[place], prefix)
    return said, own if own.value * said.value > 0 else -own, len(rows)


@pytest.mark.parametrize(
    ("built", "one", "finding", "fact", "table", "prefix", "largest"),
    [
        (seats.build, played, "farthest", "rate", "win_rate_by_seat", "", -1),
        (pace.build, played, "ending", "share", "endings", "", 1),
        (value.build, banned, "strongest_banned", "size", "value_option", "option_", 1),
        (value.build, banned, "weakest", "size", "value_option", "option_", -1),
    ],
)
def test_a_number_that_is_named_for_its_size_has_the_interval_of_one_picked_of_all(
    built: Callable[[ReportData], Section | None], one: Callable[[], CellResult], finding: str,
    fact: str, table: str, prefix: str, largest: int,
) -> None:  # fmt: skip
    said, own, count = picked(built, one(), finding, fact, table, prefix, largest)
    assert count > 1
    assert said == pytest.approx(own.picked_of(count))
    assert said.low < own.low < own.high < said.high


def test_of_what_moved_between_versions_the_clearest_have_intervals_of_one_picked_of_all() -> None:
    cells = [variant(match(), 4000, name=name, first=first)
             for name, first in (("1.0", 0.5), ("1.1", 0.7))]  # fmt: skip
    versions = pd.DataFrame({"version": ["1.0", "1.1"], "finished": "", "games": 4000, "seed": 7})
    section = trend_section(cells, versions)
    (moved,) = (one for one in section.findings if one.name == "moved")
    first = moved.facts["clearest"][0].facts["by"]
    own = estimated(table_of(section, "trend").frame.iloc[0])
    assert first == own.picked_of(int(moves(cells)["p"].notna().sum()))
    assert first.low < own.low


def test_of_openings_those_that_may_win_most_are_named() -> None:
    rates = [0.60, 0.59, 0.50, 0.40]
    openings = pd.DataFrame({"opening": list("abcd"), "value": rates, "sure": True})
    openings = openings.assign(low=openings["value"] - 0.02, high=openings["value"] + 0.02)
    (said,) = (one for one in openings_findings(openings, pd.DataFrame(), _COLLIDED)
               if one.name == "best")  # fmt: skip
    assert (said.facts["which"], said.facts["or_best"]) == ("a", " (or b)")
    assert (said.facts["worst"], said.facts["or_worst"]) == ("d", "")
    assert said.facts["rate"] == Estimated(0.60, 0.58, 0.62).picked_of(4)


_COLLIDED = pd.Series(dict.fromkeys(
    (f"{name}_{part}" for name in ("plays", "stuck") for part in ("value", "low", "high")), 0.5
))  # fmt: skip


def test_a_card_that_goes_with_wins_has_the_intervals_of_one_picked_of_all() -> None:
    cell = played()
    rows = cards_table(cell.sums_of("cards", CardSums), folds_of(cell.sums), match()).assign(q=1.0)
    rows.loc[2, ["difference_value", "q"]] = 0.5, 0.001
    words = cards.WORDS.with_facts(**nouns(match().game))
    (said,) = (one for one in cards.findings_of(words, rows, rows, match())
               if one is not None and one.name == "associated")  # fmt: skip
    own = estimated(rows.iloc[2], "with_")
    assert said.facts["with_it"] == own.picked_of(len(rows), ends=SHARE_ENDS)
    assert said.facts["with_it"].low < own.low


def test_what_a_strategy_takes_more_is_clear_for_the_one_picked_of_all_cards() -> None:
    takes = pd.DataFrame({"strategy": "s", "card": [f"card {n}" for n in range(30)]})
    for name, mean in (("own_", 1.0), ("field_", 0.5), ("more_", 0.5)):
        takes = takes.assign(**{f"{name}{part}": mean for part in ("value", "low", "high")})
    takes["more_low"], takes["more_high"] = 0.1, 0.9  # clear by itself, not as one of 30
    archive = pd.DataFrame({"strategy": ["s"], "start": ["greedy"]})
    result = ExploitResult(archive, pd.DataFrame(), takes, pd.DataFrame(), 100, 100, 0.02)
    assert with_takes(result)["takes"][0] == ""
    takes["more_low"], takes["more_high"] = 0.3, 0.7
    assert "card 0 +0.50" in with_takes(result)["takes"][0]
