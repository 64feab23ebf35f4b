"""What ``balance run`` plays beside its games, for the shape of games and for skill and luck."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from balance.app.commands.report import metrics_for, report_data
from balance.app.refusals import check_sections
from balance.app.samples import play_samples
from balance.engine.services import RoundStatus
from balance.errors import ScenarioError
from balance.runner import replays
from balance.runner.run import Run, play_run
from balance.runner.worker_pool import WorkerPool
from balance.scenario.prepare import PreparedScenario
from balance.store.run_folder import RunFolder
from tests.runner.test_trajectories import rounds_of_pig


class Progress:
    """Records the progress of a run."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, int]] = []
        self.games = 0

    def begin(self, what: str, games: int) -> None:
        self.begun.append((what, games))

    def add(self, games: int) -> None:
        self.games += games

    def show_precision(self, precision: str, games: int) -> None:
        raise AssertionError("samples have no target precision")


def round_status(ready: PreparedScenario) -> PreparedScenario:
    """Return Pig with a round status."""
    variants = tuple(
        replace(
            one,
            match=replace(
                one.match,
                game=replace(one.match.game, round_status=RoundStatus(rounds=rounds_of_pig)),
            ),
        )
        for one in ready.cells
    )
    return replace(ready, cells=variants)


def played(ready: PreparedScenario, folder: Path) -> Run:
    return play_run(ready, metrics_for, RunFolder(folder), "balance run pig", 1)


def test_trajectories_are_played_once_and_read_again(
    pig_set_up: Callable[..., PreparedScenario], tmp_path: Path
) -> None:
    run = played(round_status(pig_set_up(games=300)), tmp_path)
    progress = Progress()
    play_samples(run, WorkerPool(2), progress)
    assert progress.begun == [("baseline: round by round", 300)]
    assert progress.games == 300
    trajectories = report_data(run).baseline.trajectories
    assert trajectories is not None
    assert len(trajectories.numbers) == 300
    again = Progress()
    play_samples(run, WorkerPool(2), again)
    assert again.begun == []


def test_with_more_games_more_are_followed(
    pig_set_up: Callable[..., PreparedScenario], tmp_path: Path
) -> None:
    play_samples(played(round_status(pig_set_up(games=50)), tmp_path), WorkerPool(1), Progress())
    run = played(round_status(pig_set_up(games=120)), tmp_path)
    progress = Progress()
    play_samples(run, WorkerPool(1), progress)
    assert progress.games == 120


def test_replays_are_played_only_for_the_section(
    pig_set_up: Callable[..., PreparedScenario], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = played(pig_set_up(games=40), tmp_path / "plain")
    play_samples(plain, WorkerPool(1), Progress())
    assert not (tmp_path / "plain" / "skill").exists()
    assert report_data(plain).baseline.replays == ()
    monkeypatch.setattr(replays, "LEAST_DEALS", 5)
    run = played(pig_set_up(games=40, sections=["skill"]), tmp_path / "asked")
    play_samples(run, WorkerPool(1), Progress())
    (found,) = report_data(run).baseline.replays
    assert found.name == "hold_at"
    again = Progress()
    play_samples(run, WorkerPool(1), again)
    assert again.begun == []
    assert not (tmp_path / "asked" / "curves").exists()


def test_replacing_the_run_deletes_them(
    pig_set_up: Callable[..., PreparedScenario], tmp_path: Path
) -> None:
    play_samples(played(round_status(pig_set_up(games=50)), tmp_path), WorkerPool(1), Progress())
    assert list(tmp_path.glob("curves/*.npz"))
    ready = round_status(pig_set_up(games=50, seed=8))
    play_run(ready, metrics_for, RunFolder(tmp_path), "balance run pig", 1, replace=True)
    assert not list(tmp_path.glob("curves/*.npz"))


def test_a_section_that_the_game_does_not_support_is_refused(
    pig_set_up: Callable[..., PreparedScenario],
) -> None:
    with pytest.raises(ScenarioError, match="'shape': it needs a game that "):
        check_sections(pig_set_up(sections=["shape"]))


@pytest.mark.parametrize("rounds", [[5, 3], [0, 3], [3], "3"])
def test_a_target_that_is_no_range_is_refused(
    pig_scenario: Callable[..., Any], rounds: object
) -> None:
    with pytest.raises(ValueError, match="rounds"):
        pig_scenario(rounds=rounds)
