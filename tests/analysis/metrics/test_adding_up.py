"""Stored sums must add up: what one metric counts, and what several count."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.analysis.experiments import arm_sums
from balance.app.commands.report import metrics_for
from balance.errors import StoreError
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import play_games
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.sums import Sums, Totals, problem_of
from tests.conftest import store_in

ROOT = Path(__file__).resolve().parents[3]
DEALS = 40
LEFT = 7  # totals that nothing else counts, such as games that are shared, points of objectives
TABLES: Mapping[str, dict[str, Any]] = {
    "valeria": {"players": 4},
    "solo": {"game": "valeria", "players": 1, "table": {"setup": "random"}},
    "no dukes": {"game": "valeria", "players": 3, "table": {"dukes": "none"}},
    "king_of_the_valley": {"players": 3},
    "dominion": {"players": 2, "bots": ["greedy", "random"]},
    "examples/pig": {"bots": ["hold_at", "random"]},
}


def set_up(name: str) -> tuple[Match, MetricSet]:
    """Return a match, and what a run counts of its games."""
    values = {"name": "sums", "game": name, "seed": 3, "games": DEALS, "bots": ["random"]}
    ready = prepare(Scenario.model_validate(values | TABLES[name]).at(ROOT / "sums.toml"))
    (cell,) = ready.cells
    return cell.match, metrics_for(ready, cell.match)


def totals_of(name: str) -> tuple[Totals, Totals]:
    """Return the sums of some deals, and of none."""
    games = CellGames("sums", *set_up(name))
    play_games([games], [DEALS])
    return games.totals, games._empty


@pytest.mark.parametrize("name", TABLES)
def test_the_sums_of_games_that_were_played_add_up(name: str) -> None:
    totals, empty = totals_of(name)
    assert problem_of(totals, empty, DEALS) == ""


def changed(sums: Sums, path: str, add: Any) -> Any:
    """Return sums with something added to an array of a dotted name."""
    first, _, rest = path.partition(".")
    value = getattr(sums, first)
    return replace(sums, **{first: changed(value, rest, add) if rest else value + add})


def test_four_seats_with_more_wins_than_games_are_refused() -> None:
    totals, empty = totals_of("valeria")
    wrong = {**totals, "folds": changed(totals["folds"], "bot_wins", 7)}
    assert "metric 'folds': wins " in problem_of(wrong, empty, DEALS)


def test_metrics_that_count_the_same_must_agree() -> None:
    totals, empty = totals_of("valeria")
    wrong = changed(totals["folds"], "rounds", 1)
    problem = problem_of({**totals, "folds": wrong}, empty, DEALS)
    assert problem == "the metrics 'pace' and 'folds' do not agree on rounds"


@pytest.mark.parametrize("name", ["valeria", "solo", "dominion"])
def test_nearly_every_total_that_is_changed_alone_is_noticed(name: str) -> None:
    totals, empty = totals_of(name)
    missed = []
    for metric, sums in totals.items():
        for path, values in sums.arrays().items():
            is_total = path.endswith((".num", ".den")) or metric == "folds"
            if values.size and is_total:
                add = np.zeros_like(values)
                add.flat[int(values.argmax())] = 1 + np.abs(values).max()
                wrong = {**totals, metric: changed(sums, path, add)}
                if not problem_of(wrong, empty, DEALS):
                    missed.append(f"{metric}.{path}")
    assert len(missed) <= LEFT, missed


def test_the_results_of_an_arm_add_up_and_are_refused_if_they_do_not() -> None:
    match, _ = set_up("examples/pig")
    records = np.zeros(4, match.game.record)
    records["number"], records["rounds"] = np.arange(4), 9
    records["wins"][:, 0] = 60
    records["lineup"][:, 1] = 1
    sums = arm_sums.tally(records, match)
    deals = 4 // match.lineup.rotations
    empty = arm_sums.tally(records[:0], match)
    assert sums.problem(empty, deals) == ""
    wrong = changed(sums, "seat_wins", 60)
    assert sums.problem(empty, deals + 1) == "deals are 2, not 3"
    assert wrong.problem(empty, deals) == "wins are more than games"


def test_a_shard_that_does_not_add_up_is_one_sentence(tmp_path: Path) -> None:
    cell = set_up("examples/pig")
    games = CellGames("baseline", *cell, store_in(tmp_path / "run"))
    play_games([games], [DEALS])
    shards = games.shards
    assert shards is not None
    deals, *_ = shards.stored()  # one shard or more, as fast as games are played
    totals = dict(games.read(deals))
    totals["folds"] = changed(totals["folds"], "bot_wins", 3)
    shards.drop(deals)
    shards.write(deals, totals)
    again = CellGames("baseline", *cell, store_in(tmp_path / "run"))
    with pytest.raises(StoreError, match=r"impossible numbers: of the metric 'folds': wins"):
        _ = again.totals
