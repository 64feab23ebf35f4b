"""All tables that reports and studies write, of runs that were made up."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.tournament import standings
from balance.analysis.own_numbers import OwnNumber
from balance.analysis.random_setups import found
from balance.analysis.sensitivity import Judge, Trial, balance_table, changes_table
from balance.app.adapted import adapted_values
from balance.report import trust
from balance.report.definitions import sections_in
from balance.report.exports import FullReport
from balance.report.page import sections_of
from balance.report.report_data import Played
from balance.report.section import Section
from balance.report.sections import skill
from balance.report.sections.prices import price_section
from balance.report.studies.booklet import booklet_section, leaves_of
from balance.report.studies.exploit import ExploitResult, exploit_section
from balance.report.studies.sensitivity import sensitivity_section
from balance.report.studies.setups import setups_section
from balance.report.studies.strongest import Contest, strongest_section
from balance.report.studies.synergy import synergy_section
from balance.report.studies.tournament import ladder_section, tournament_section
from balance.report.studies.tune import chosen_table, requirement_rows, tuned_section
from balance.runner.batches import Batches
from balance.scenario.experiments import BAN
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.scenario.section_files import built_in_files, section_files
from balance.stats.intervals import Estimate
from balance.stats.verdict import Verdict
from tests.analysis.comparison.test_differences import GOALS, cell, cell_of_one
from tests.analysis.comparison.test_head_to_head import STRENGTHS, met_in
from tests.analysis.comparison.test_tiers import tiers
from tests.analysis.conftest import make_match
from tests.analysis.experiments.test_seat_values import of_players, planted
from tests.analysis.experiments.test_supply import cell as supplied
from tests.analysis.experiments.test_synergy import found as subsets
from tests.analysis.made_up_arms import cards_match, played
from tests.analysis.made_up_curves import walks
from tests.analysis.objectives.test_strength import NAMES, random_objective_options
from tests.analysis.objectives.test_strength import cell as with_goals
from tests.analysis.test_random_setups import MEASURES
from tests.analysis.test_random_setups import played as drawn_setups
from tests.analysis.test_sensitivity import AIMS, trials_of
from tests.analysis.test_setup_booklet import booklet_of
from tests.analysis.test_setup_map import MEASURES as MAP_MEASURES
from tests.analysis.test_setup_map import planted_among_drawn
from tests.analysis.test_setup_swaps import made_up_swaps
from tests.analysis.test_skill import replays
from tests.conftest import ROOT
from tests.report.conftest import OBJECTIVES, report_data, variant
from tests.report.sections.test_comparison_changes import with_dearer_axe
from tests.report.sections.test_objectives import built, random_objective
from tests.report.sections.test_own_cards import cell as with_own_card
from tests.report.sections.test_prices import TOO_HIGH, TOO_LOW, both_of, game_of
from tests.report.sections.test_rival import against_the_rival
from tests.report.sections.test_seats import for_score, with_arms
from tests.report.sections.test_takings import study
from tests.report.sections.test_value import six_cards
from tests.report.test_tournament import met
from tests.sections import METRICS

PARTS = ("value", "low", "high")


def all_sections() -> list[Section]:
    """Return sections of runs and studies that have all tables, some of them several times."""
    return [*_of_runs(), *_of_experiments(), *_of_studies(), *_of_games()]


def _whole(*cells: CellResult, **more: object) -> Iterator[Section]:
    """Yield the sections of a report, with all cells in their files."""
    data = replace(report_data(*cells), **more)  # type: ignore[arg-type]
    yield from FullReport(data, sections_of(data)).with_trust


def _of_runs() -> Iterator[Section]:
    cards = ("axe", "bow", "cup")
    for lineup in ((), ("fox", "cat")):
        match = make_match(2, lineup, cards, OBJECTIVES, deeds=("gift",), last_round=True)
        yield from _whole(variant(match, 400), variant(match, 400, "forced", is_forced=True))
        yield from _whole(variant(match, 400, "short"), variant(match, 400, "long", 0.7))
    grid = [
        cell(
            make_match(players, cards=cards, objectives=GOALS), f"{players}, {length}",
            longer=longer, axes={"players": str(players), "length": length},
        )
        for players in (2, 3) for length, longer in (("short", 0), ("long", 3))
    ]  # fmt: skip
    yield from _whole(*grid, cell_of_one())
    yield from _whole(*(replace(one, name=f"cell {n}", axes={}) for n, one in enumerate(grid * 2)))
    yield from _whole(*with_dearer_axe())
    yield from against_the_rival().values()
    followed = replace(
        variant(make_match(2), 400), trajectories=walks(300), replays=(replays(0.5),)
    )
    yield from _whole(followed, replace(followed, name="other"), rounds=(9, 12))
    yield from _whole(variant(make_match(2), 4000), until="halfwidth<2pp")
    yield from _whole(for_score())
    yield from _whole(with_own_card("baseline", own="bow"))
    yield from _whole(*tiers({}, {"sun": 0.3}, {"sun": 0.3, "longer": 2}))
    yield from _whole(*(met_in(pair) for pair in combinations(STRENGTHS, 2)))
    goals, games = make_match(2, objectives=NAMES), 4000
    yield built(
        with_goals(
            goals, games, played_arms=[random_objective_options(goals, games), random_objective()]
        )
    )
    data = report_data(variant(make_match(2), 400))
    yield trust.build(replace(data, played=(Played("other prices", (30, 30)),)))


def _of_experiments() -> Iterator[Section]:
    yield six_cards()
    yield from _whole(supplied())
    yield from _whole(planted([[0.01, 0.01], [0.0, 0.01], [0.06, 0.0]], 1))
    yield from _whole(of_players([0.05] * 9 + [0.25], 2, 1), of_players([0.05] * 10, 4, 2))
    yield from _whole(with_arms([0.54, 0.46], 0.1))
    yield from _whole(study(np.linspace(-0.1, 0.1, 20), 1))
    match = cards_match([1, 2])
    arms = [played(match, BAN, "a", 0, over, 4000, 1) for over in (0.03, 0.02)]
    control = played(match, BAN, "nothing", 0, 0.01, 4000, 1)
    card = match.game_table.cards[0]
    adapted = adapted_values([card], {"a": arms[0]}, {"a": arms[1]}, control)
    tried = [game_of(TOO_LOW, 9, 0.001)]
    yield price_section(
        [TOO_LOW, TOO_HIGH],
        "card",
        "greedy",
        (1, 1),
        adapted=adapted,
        advised=tried,
        both=[both_of(4, 6)],
        second="planner",
    )


def _of_studies() -> Iterator[Section]:
    match = cards_match([1, 2, 3])
    lost = {"a": 0.1, "b": 0.02, "c": 0.0}
    bans = [played(match, BAN, card, 0, -over, 4000, 1) for card, over in lost.items()]
    yield strongest_section(Contest(bans, bans[:2], ["a", "b"], 2), match.game, "greedy", "")
    yield synergy_section(subsets({frozenset({"left"}): 0.1}), "card", "greedy", 4000)
    yield setups_section(
        found(drawn_setups(np.random.default_rng(3), 80), ["weak", "strong"], MEASURES), 2, "card"
    )
    drawn, places = planted_among_drawn()
    of_one = replace(found(drawn, ["weak"], MAP_MEASURES), places=places, swaps=made_up_swaps())
    yield setups_section(of_one, 2, "card", "goal")
    _, _, booklet = booklet_of(1)
    named = {page: [("area", "a"), ("area", "b"), ("5", "c")] for page in booklet.pages["place"]}
    leaves = leaves_of(booklet, named)
    yield booklet_section(booklet, leaves, ("policy", "planner"), 12)
    judge, trials = Judge(AIMS), trials_of([0.6, 0.52])
    yield sensitivity_section(
        balance_table(trials[0].base, trials[0].match, AIMS),
        changes_table(trials, judge),
        (),
        "",
        {},
        11.0,
    )
    yield tuned(trials[0])
    pairs = [met("a", "b", 0.4), met("a", "c", 0.3), met("b", "c", 0.4)]
    yield tournament_section(standings(pairs, ["a", "b", "c"], [12.0, 7.0, 0.25]))
    yield tournament_section(standings([met("a", "b", 0.4, 3)], ["a", "b"], [12.0, 7.0]))
    ranked = standings(pairs, ["a", "b", "c"], [12.0, 7.0, 0.25])
    yield ladder_section(ranked, ["a", "b"], "c")
    yield exploit_section(_exploit(), match.game)


def tuned(trial: Trial, *whys: str) -> Section:
    """Return a set of changes that policy finds better, and planner worse."""
    seen = {
        "about": "seat 1", "deals": 4096, "cell": "baseline", "unit": "pp", "why": "",
        "harm_value": np.nan, "harm_low": np.nan, "harm_high": np.nan, "seats": 4096,
    }  # fmt: skip
    row = seen | {"what": "seat_gap < 2pp", "value": 0.06, "low": 0.05, "high": 0.07}
    before = pd.DataFrame([row | {"met": Verdict.NO, "needed": np.nan}] * 3)
    now = {"met": Verdict.UNDECIDED, "value": 0.03, "low": 0.01, "high": 0.05}
    after = pd.DataFrame([
        row | now | {"needed": 8192}, row | now | {"needed": 2**30},
        row | {"met": Verdict.NO, "value": 0.03, "needed": np.nan},
    ])  # fmt: skip
    harm = {"harm_value": 0.03, "harm_low": 0.02, "harm_high": 0.04}
    worse_now = pd.DataFrame([
        row | harm | {"met": Verdict.NO, "value": 0.09, "low": 0.08, "high": 0.1, "needed": np.nan}
    ] * 3)  # fmt: skip
    rows = [
        requirement_rows(before, after, "policy"),
        requirement_rows(before, worse_now, "planner"),
    ]
    ends = {f"{prefix}{part}": 0.5 for prefix in ("", "second_", "gain_") for part in PARTS}
    front = pd.DataFrame([
        {"changes": size, "change": "sheet.c0.cost 2 → 3", "words": "C0: cost 3 instead of 2",
         "is_worse": False, "is_chosen": size > 0, **ends, "met": 0, "open": size}
        for size in (0, 1)
    ])  # fmt: skip
    near = pd.DataFrame(
        [
            {
                "what": row["what"],
                "cell": "baseline",
                "value": 0.01,
                "was": 0.02,
                "change": "C1: cost 3",
                "key": "sheet.c1.cost",
            }
        ]
    )
    reasons = {"second": "", "own": "Axe", "enough": "", "close": ""}
    passed = pd.DataFrame([
        {"changes": 2, "words": "C2: cost 4; C3: cost 1", "why": why, "what": what, "value": 0.021,
         "low": 0.012, "high": 0.03}
        for why, what in reasons.items() if why in (whys or reasons)
    ])  # fmt: skip
    worse = [("baseline", OwnNumber("Axe", "card", _one(0.5), _one(0.5), is_worse=True))] * 4
    return tuned_section(
        pd.concat(rows, ignore_index=True), front,
        chosen_table([trial], {"sheet.c0.cost": 3}, {"sheet.c0.cost": "C0: cost 3"}), worse, near,
        passed=passed, tried=300, most=1, games=4096, files=["game-tuned.toml"], stopped=False,
        lines=[("c.csv", "c0,2", "c0,3")],
        left_out=near.assign(change="seat 2 starts with 1 more gold", key="seats.2.gold"),
        rivals=(40, 3, 1),
    )  # fmt: skip


def _one(value: float) -> Estimate:
    return Estimate(*(np.full(1, value) for _ in range(5)))


def _exploit() -> ExploitResult:
    def of(*prefixes: str) -> dict[str, float]:
        return {f"{prefix}{part}": 0.5 for prefix in prefixes for part in PARTS}

    one = {"strategy": "s", "start": "greedy"}
    return ExploitResult(
        archive=pd.DataFrame([{**one, **of("rate_", "gain_", "mix_")}]),
        field=pd.DataFrame([{"strategy": "greedy", **of("share_", "mix_")}]),
        takes=pd.DataFrame([{"strategy": "s", "card": "A", **of("own_", "field_", "more_")}]),
        weights=pd.DataFrame([{"strategy": "s", "weight": "gold", "before": 1.0, "after": 2.0}]),
        deals=100, games=100, by=0.02,
    )  # fmt: skip


def _of_games() -> Iterator[Section]:
    for game, players in (("dominion", 2), ("king_of_the_valley", 3), ("valeria", 2)):
        values = {"name": "x", "game": game, "players": players, "bots": "greedy", "seed": 5}
        ready = prepare(Scenario.model_validate(values).at(ROOT / "x.toml"))
        match = ready.cells[0].match
        records = Batches(match).play(0, 60)
        files = section_files(ready.scenario, ready.game)
        definitions = sections_in(files)
        for name in files.keys() - built_in_files():
            metrics = {"folds": METRICS["folds"], **definitions[name].metrics}
            sums = {key: one.tally(records, match) for key, one in metrics.items()}
            section = definitions[name].build(report_data(CellResult(name, match, 60, 30, sums)))
            assert section is not None
            yield section
    cell = CellResult(game, match, 60, 30, sums, replays=(replays(0.5),))  # of a game with a ladder
    yield from filter(None, (skill.build(report_data(cell)), trust.build(report_data(cell))))
