"""What changes of numbers do: findings, tables and files."""

from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr

from balance.analysis.sensitivity import in_the_race
from balance.report.number_format import NOTHING, cell_of
from balance.report.studies.sensitivity import WORDS, _findings, aim_text, sensitivity_section
from balance.stats.multiple_testing import false_discovery

BALANCE = pd.DataFrame(
    [
        {
            "measure": "duke_spread", "title": "spread between objectives", "unit": "pp",
            "deals": 900,
            "value": 0.07, "low": 0.068, "high": 0.073, "aim_low": -np.inf, "aim_high": 0.03,
            "weight": 2.0, "part_value": 8.0, "part_low": 7.6, "part_high": 8.6,
        },
        {
            "measure": "index", "title": "balance index", "unit": "", "deals": 900,
            "part_value": 8.0, "part_low": 7.6, "part_high": 8.6,
        },
    ]
)  # fmt: skip


def changes(*rows):
    names = ("change", "value", "low", "high", "q")
    table = pd.DataFrame([dict(zip(names, row, strict=True)) for row in rows])
    own = {f"own_{when}_{end}": np.nan for when in ("was", "now")
           for end in ("value", "low", "high")}  # fmt: skip
    table = table.assign(
        is_sure=table["q"] < 0.05,
        games=900,
        deals=900,
        own="",
        own_kind="",
        is_worse=False,
        named=table["change"],
        **own,
    )
    return table.sort_values("value", ignore_index=True)


def section(table, refused=(), in_words=MappingProxyType({}), rounds=10.0):
    return sensitivity_section(BALANCE, table, refused, "Duke", in_words, rounds)


def test_what_helps_and_what_harms_have_their_intervals():
    table = changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0), ("b 2 → 1", 15.8, 15.3, 16.2, 0.0))
    found = section(table)
    index, better, worse = (finding.facts for finding in found.findings)
    assert index["index"] == pytest.approx((0.08, 0.076, 0.086))
    assert (index["changes"], index["games"]) == (2, 1800)
    assert (better["count"], better["change"]) == (1, '"a 1 → 2"')
    # Of two changes: 1.15 times as wide as of one.
    assert better["amount"] == pytest.approx((0.023, 0.0161, 0.0287), abs=1e-4)
    assert (worse["count"], worse["change"]) == (1, '"b 2 → 1"')
    assert worse["amount"] == pytest.approx((0.158, 0.1523, 0.1626), abs=1e-4)
    assert [one.name for one in found.tables] == ["balance", "helps", "harms", "changes"]
    assert [key.table for key in found.key_findings] == ["balance", "helps", "harms"]
    assert [picture.name for picture in found.pictures] == ["helps", "harms"]


def test_what_clearly_makes_games_longer_and_shorter_is_listed():
    table = changes(*((name, 0.1, -0.1, 0.3, 0.8) for name in "abcd"))
    assert "longer" not in [one.name for one in section(table).tables]  # rounds are not known
    effects = {"a": (0.5, 0.0), "b": (-0.4, 0.0), "c": (0.9, 0.0), "d": (1.5, 0.2)}
    values, q = zip(*(effects[name] for name in table["change"]), strict=True)
    rounds = np.array(values)
    table = table.assign(mean_rounds_value=rounds, mean_rounds_low=rounds - 0.1,
                         mean_rounds_high=rounds + 0.1, mean_rounds_q=q)  # fmt: skip
    found = section(table)
    tables = {one.name: list(one.frame["change"]) for one in found.tables[1:]}
    assert (tables["longer"], tables["shorter"]) == (["c", "a"], ["b"])
    facts = {finding.name: finding.facts for finding in found.findings}
    assert facts["longer"]["count"] == 2
    first, second = (one.facts for one in facts["longer"]["most"])
    assert (first["change"], second["change"]) == ('"c"', '"a"')
    assert (first["amount"].value, second["amount"].value) == pytest.approx((0.9, 0.5))
    (only,) = (one.facts["amount"] for one in facts["shorter"]["most"])
    assert only.value == pytest.approx(0.4)
    assert only.low > 0
    assert "length_alike" not in facts  # "d" may make it 1.6 rounds longer, of 10
    said = {one.name: one.text for one in section(table, rounds=40.0).findings}
    assert "changes the length by more than 1.7 rounds of 40.0" in said["length_alike"]


def test_sentences_name_changes_in_words():
    table = changes(*((name, -1.0, -1.2, -0.8, 0.0) for name in "ab"))
    (_, better) = section(table, in_words={"a": "Axe: cost 2 instead of 1"}).findings
    assert 'most of all "Axe: cost 2 instead of 1" (or "b"), by' in better.text


def test_the_index_is_in_points_on_the_page_and_in_the_file():
    everything = section(changes(("a 1 → 2", -2.3, -2.8, -1.7, 0.0))).tables[-1]
    cell = cell_of(everything.frame.iloc[0], everything.columns[2])
    assert (cell.text, cell.interval) == ("-2.30", "[-2.80, -1.70]")
    assert everything.file["value"].tolist() == [-2.3]


def test_a_change_that_drops_its_own_objective_far_below_its_fair_share_is_not_advised():
    table = changes(("simon 2 → 3", -3.2, -3.8, -2.7, 0.0), ("b 2 → 1", -1.1, -1.6, -0.6, 0.0))
    table.loc[0, ["own", "own_kind", "is_worse"]] = "Simon", "objective", True
    table.loc[0, ["own_was_value", "own_now_value"]] = 0.495, 0.113
    found = section(table)
    facts = {finding.name: finding.facts for finding in found.findings}
    assert (facts["better"]["change"], facts["better"]["count"]) == ('"b 2 → 1"', 1)
    assert facts["too_far"]["own"] == "Simon, kept, wins 49.5% → 11.3%"
    tables = {one.name: one.frame for one in found.tables}
    assert list(tables["helps"]["change"]) == ["b 2 → 1"]
    assert list(tables["too_far"]["itself"]) == ["50% → 11%"]


def test_what_may_help_as_much_as_the_first_is_counted():
    rows = [(f"c{n}", -2.0 + n / 10, -2.5 + n / 10, -1.5 + n / 10, 0.0) for n in range(3)]
    unclear = ("e", -1.0, -4.0, 2.0, 0.5)  # is not among those of which they are the first
    facts = section(changes(*rows, ("d", 2.0, 1.5, 2.5, 0.0), unclear)).findings[1].facts
    assert (facts["change"], facts["or_others"]) == ('"c0"', ' (or "c1" or "c2")')


def test_the_gain_of_the_change_that_helps_most_holds_for_the_one_that_is_picked():
    rng, held, plain, said = np.random.default_rng(84), 0, 0, 0
    for _ in range(120):
        rows = _raced(rng, rng.normal(0, 0.5, 84))
        if not (rows["is_sure"] & (rows["value"] < 0)).any():
            continue
        facts = dict(_findings(BALANCE, rows))["helps"].facts
        row = rows[rows["named"] == facts["change"]].iloc[0]
        gain, said = -row["truth"], said + 1
        held += facts["amount"].low <= gain <= facts["amount"].high
        plain += -row["high"] <= gain <= -row["low"]
    assert said > 50
    assert held > 0.95 * said
    assert plain < 0.8 * said


def test_a_change_is_called_clear_beside_an_interval_that_leaves_0_out():
    noise = [(f"n{n}", 0.1, -0.1, 0.3, 0.8) for n in range(40)]
    noisy, narrow = ("noisy", -1.0, -1.8, -0.2, 0.03), ("narrow", -0.9, -1.2, -0.6, 0.001)
    alone, both = (dict(_findings(BALANCE, changes(*rows, *noise)))["helps"]
                   for rows in ([noisy], [noisy, narrow]))  # fmt: skip
    assert alone.facts["change"] == "noisy"
    assert alone.facts["amount"].low < 0
    assert "clearly" not in alone.text + WORDS.claim(alone)
    assert (both.facts["change"], both.facts["or_others"]) == ("narrow", " (or noisy)")
    assert both.facts["amount"].low > 0
    assert both.text.startswith("2 changes clearly lower")


def _raced(rng, truth):
    """Return changes with these effects as they are played in rounds; 1 is an error."""
    total, played, left = np.zeros(len(truth)), np.zeros(len(truth)), np.arange(len(truth))
    for end in (1, 2, 4):
        more = end - played[left]
        total[left] += more * truth[left] + rng.normal(0, 1, len(left)) * np.sqrt(more)
        played[left] = end
        half = 1.96 / np.sqrt(played)
        table = pd.DataFrame({"low": total / played - half, "high": total / played + half})
        left = left[in_the_race(table.iloc[left].reset_index(drop=True), 10)]
    q = false_discovery(2 * ndtr(-np.abs(total / played) * np.sqrt(played)))
    value = total / played
    rows = [
        (f"c{n}", *row)
        for n, row in enumerate(zip(value, value - half, value + half, q, strict=True))
    ]
    facts = {"change": [row[0] for row in rows], "truth": truth, "deals": played}
    return changes(*rows).drop(columns="deals").merge(pd.DataFrame(facts))


def test_where_nothing_helps_that_is_said():
    found = section(changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4)))
    assert [finding.name for finding in found.findings] == ["index", "none_better"]


def test_changes_that_cannot_be_made_are_named():
    table = changes(("a 1 → 2", -0.3, -0.8, 0.2, 0.4))
    found = section(table, [f"c{n} 1 → 0" for n in range(5)])
    assert found.warning.startswith("5 changes ")
    assert found.warning.endswith(": c0 1 → 0, c1 1 → 0, c2 1 → 0 ...")


def test_too_few_games_are_a_warning():
    nan = np.nan
    found = section(changes(("a 1 → 2", -0.3, nan, nan, nan)))
    assert "Too few games" in found.warning
    assert not found.pictures


@pytest.mark.parametrize(
    ("unit", "low", "high", "text"),
    [
        ("pp", -np.inf, 0.03, "< 3pp"),
        ("pp", 0.005, 0.025, "0.5pp..2.5pp"),
        ("%", -np.inf, 0.01, "< 1%"),
        ("", 10.0, 16.0, "10..16"),
        ("", 9.5, np.inf, "> 9.5"),
        ("pp", -np.inf, 0.0, "0"),
    ],
)
def test_an_aim_reads_as_a_requirement(unit, low, high, text):
    assert aim_text(unit, low, high) == text


def test_an_objective_that_nobody_keeps_has_no_percentage():
    table = changes(("hrothgar 1 → 2", -1.2, -1.4, -1.0, 0.0))
    table.loc[0, ["own", "own_kind", "is_worse"]] = "Hrothgar", "objective", False
    table.loc[0, ["own_was_value", "own_now_value"]] = np.nan, 0.25
    tables = {one.name: one.frame for one in section(table).tables}
    assert list(tables["helps"]["itself"]) == [f"{NOTHING} → 25%"]
