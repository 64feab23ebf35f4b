"""A bot that adapts its weights to a ban."""

from dataclasses import replace

import pytest

from balance.engine.services import Handicap
from balance.runner.stop_signal import StopSignal
from balance.scenario.experiments import handicapped
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.tuning.adaptation import Adaptation
from balance.tuning.tuned_bot import read_subject
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def match() -> Match:
    scenario = Scenario.model_validate(
        {"name": "a", "game": "valeria", "players": 2, "bots": "greedy", "games": 100, "seed": 5}
    )
    return prepare(scenario.at(ROOT / "a.toml")).cells[0].match


@pytest.fixture(scope="module")
def adaptation(match: Match) -> Adaptation:
    subject = read_subject(LineupBuilder(match.game), "greedy", 2, None)
    bot = match.lineup.entries[0].bot
    return Adaptation(replace(subject, bot=bot), seed=1, generations=2, deals=8)


def test_the_same_weights_are_found_again_and_progress_adds_up(
    match: Match, adaptation: Adaptation
) -> None:
    arm = handicapped(match, Handicap(card="butcher", is_banned=True))
    done: list[int] = []
    one = adaptation.adapted(arm, StopSignal(), done.append)
    two = adaptation.adapted(arm, StopSignal(), lambda games: None)
    assert one == two
    assert set(one) == set(adaptation.subject.tuned)
    assert sum(done) == adaptation.games(arm)


def test_only_the_entry_under_the_handicap_adapts(match: Match, adaptation: Adaptation) -> None:
    arm = handicapped(match, Handicap())
    weight = adaptation.subject.tuned[0]
    own, other = adaptation.with_weights(arm, {weight: 123.0}).lineup.entries
    assert own.bot.weights[weight] == 123.0
    assert other.bot.weights == arm.lineup.entries[1].bot.weights


def test_the_best_of_several_is_not_the_worst(match: Match, adaptation: Adaptation) -> None:
    arm = handicapped(match, Handicap())
    nothing = dict.fromkeys(adaptation.subject.tuned, 0.0)
    assert adaptation.best_of(arm, [nothing, {}]) == {}
    assert adaptation.best_of(arm, [{}, nothing]) == {}
