"""What ``balance run`` plays beside its games, for the shape of games and for skill and luck."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from balance.commands.reporting import check_sections, keeping_of, story_of
from balance.commands.samples import play_samples
from balance.engine.game import Standing
from balance.errors import ScenarioError
from balance.scenario.set_up import SetUp
from balance.simulate import repeats
from balance.simulate.crew import Crew
from balance.simulate.runs import Run, play_run
from balance.simulate.store import Store
from tests.simulate.test_curves import rounds_of_pig


class Teller:
    """Notes what is told of how far a run has come."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, int]] = []
        self.games = 0

    def begin(self, variant: str, games: int) -> None:
        self.begun.append((variant, games))

    def add(self, games: int) -> None:
        self.games += games

    def stands(self, told: str, games: int) -> None:
        raise AssertionError("nothing is looked at while it is played")


def standing(ready: SetUp) -> SetUp:
    """Return Pig with word of how its players stand."""
    variants = tuple(
        replace(
            one,
            match=replace(
                one.match, game=replace(one.match.game, standing=Standing(rounds_of_pig))
            ),
        )
        for one in ready.variants
    )
    return replace(ready, variants=variants)


def played(ready: SetUp, folder: Path) -> Run:
    return play_run(ready, keeping_of, Store(folder), "balance run pig", 1)


def test_curves_are_played_once_and_read_again(
    pig_set_up: Callable[..., SetUp], tmp_path: Path
) -> None:
    run = played(standing(pig_set_up(games=300)), tmp_path)
    teller = Teller()
    play_samples(run, Crew(2), teller)
    assert teller.begun == [("baseline: round by round", 300)]
    assert teller.games == 300
    told = story_of(run).baseline.curves
    assert told is not None
    assert len(told.numbers) == 300
    again = Teller()
    play_samples(run, Crew(2), again)
    assert again.begun == []


def test_with_more_games_more_are_followed(
    pig_set_up: Callable[..., SetUp], tmp_path: Path
) -> None:
    play_samples(played(standing(pig_set_up(games=50)), tmp_path), Crew(1), Teller())
    run = played(standing(pig_set_up(games=120)), tmp_path)
    teller = Teller()
    play_samples(run, Crew(1), teller)
    assert teller.games == 120


def test_skill_is_played_only_when_asked_for(
    pig_set_up: Callable[..., SetUp], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = played(pig_set_up(games=40), tmp_path / "plain")
    play_samples(plain, Crew(1), Teller())
    assert not (tmp_path / "plain" / "skill").exists()
    assert story_of(plain).baseline.repeats == ()
    monkeypatch.setattr(repeats, "LEAST_DEALS", 5)
    run = played(pig_set_up(games=40, sections=["skill"]), tmp_path / "asked")
    play_samples(run, Crew(1), Teller())
    (found,) = story_of(run).baseline.repeats
    assert found.name == "hold_at"
    again = Teller()
    play_samples(run, Crew(1), again)
    assert again.begun == []
    assert not (tmp_path / "asked" / "curves").exists()


def test_another_run_in_the_folder_forgets_them(
    pig_set_up: Callable[..., SetUp], tmp_path: Path
) -> None:
    play_samples(played(standing(pig_set_up(games=50)), tmp_path), Crew(1), Teller())
    assert list(tmp_path.glob("curves/*.npz"))
    ready = standing(pig_set_up(games=50, seed=8))
    play_run(ready, keeping_of, Store(tmp_path), "balance run pig", 1, replace=True)
    assert not list(tmp_path.glob("curves/*.npz"))


def test_what_cannot_be_told_of_is_refused(pig_set_up: Callable[..., SetUp]) -> None:
    said = "'shape': it needs a game that says how players stand from round to round."
    with pytest.raises(ScenarioError, match=said):
        check_sections(pig_set_up(sections=["shape"]))


@pytest.mark.parametrize("rounds", [[5, 3], [0, 3], [3], "3"])
def test_a_target_that_is_no_range_is_refused(
    pig_scenario: Callable[..., Any], rounds: object
) -> None:
    with pytest.raises(ValueError, match="rounds"):
        pig_scenario(rounds=rounds)
