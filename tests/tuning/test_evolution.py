"""The search finds better weights, the same for any number of workers, and can be stopped."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.engine.game import Bot, Game
from balance.engine.services import Setups
from balance.errors import BotError
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.tuning.evaluation import Evaluation
from balance.tuning.evolution import Effort, Step, evolve, without_effect
from balance.tuning.improvement import measure
from balance.tuning.tuned_bot import TunedBot, read_subject, space_of


@pytest.fixture
def timid(hold_at: Callable[..., TunedBot], tmp_path: Path) -> TunedBot:
    """Return a bot of Pig that holds far too early."""
    file = tmp_path / "timid.toml"
    file.write_text("pot = 5.0\n")
    return hold_at(2, file)


def test_a_bot_that_holds_at_5_learns_to_hold_at_about_20(
    timid: TunedBot, evaluation: Callable[..., Evaluation]
) -> None:
    # Neller and Presser (2004): of all sums to hold at, 20 keeps the most points in a turn, and 25
    # wins most games against 20.
    played = evaluation(timid)
    played.learn_margins(0, 100)
    reached = evolve(played, space_of(timid), Effort(games=400, generations=15), 1, StopSignal())
    assert reached.is_new
    assert 17 <= reached.weights["pot"] <= 30
    gain = measure(played, reached.weights, reached.next_deal, 1000, StopSignal())
    assert gain is not None
    assert gain.is_sure
    (change,) = gain.changes
    assert (change.players, change.opponent) == (2, "the start")
    assert change.before.value == 0.5
    assert change.after.value > 0.75
    assert change.change.value == pytest.approx(change.after.value - 0.5)
    assert gain.total.low < change.change.value < gain.total.high


def test_the_result_does_not_depend_on_the_number_of_workers(
    timid: TunedBot, evaluation: Callable[..., Evaluation]
) -> None:
    steps: list[list[Step]] = [[], []]
    reached = []
    for place, workers in enumerate((1, 3)):
        played = evaluation(timid, workers)
        effort = Effort(games=100, generations=6)
        reached.append(
            evolve(played, space_of(timid), effort, 1, StopSignal(), steps[place].append)
        )
    assert reached[0] == reached[1]
    assert [replace(step, seconds=0) for step in steps[0]] == [
        replace(step, seconds=0) for step in steps[1]
    ]


def test_a_stopped_search_equals_one_of_so_many_generations(
    timid: TunedBot, evaluation: Callable[..., Evaluation]
) -> None:
    stop = StopSignal()

    def stop_at_3(step: Step) -> None:
        if step.generation == 3:
            stop.set()

    stopped = evolve(evaluation(timid), space_of(timid), Effort(100), 1, stop, stop_at_3)
    whole = evolve(evaluation(timid), space_of(timid), Effort(100, 3), 1, StopSignal())
    assert stopped == whole
    assert stopped.generations == 3


def test_a_search_ends_when_its_time_is_over(
    timid: TunedBot, evaluation: Callable[..., Evaluation]
) -> None:
    reached = evolve(evaluation(timid), space_of(timid), Effort(100, seconds=0.0), 1, StopSignal())
    assert reached.generations == 1


def test_a_search_stopped_at_once_returns_the_starting_weights(
    timid: TunedBot, evaluation: Callable[..., Evaluation]
) -> None:
    stop = StopSignal()
    stop.set()
    reached = evolve(evaluation(timid), space_of(timid), Effort(100), 1, stop)
    assert not reached.is_new
    assert reached.weights == {"pot": 5.0}
    assert measure(evaluation(timid), {"pot": 20.0}, 0, 100, stop) is None


def test_weights_without_effect_are_listed(pig: Game) -> None:
    bot = Bot("hold_at", pig.bots["hold_at"].choose, {"pot": 20.0, "idle": 1.0})
    seating = LineupBuilder(replace(pig, bots={"hold_at": bot}))
    subject = read_subject(seating, "hold_at", 2, None)
    played = Evaluation(subject, ["hold_at"], seating, 1, 1)
    assert without_effect(played, space_of(subject), 20) == ["idle"]
    subject = read_subject(seating, "hold_at", 2, None, only=["idle"])
    played = Evaluation(subject, ["hold_at"], seating, 1, 1)
    with pytest.raises(BotError, match=r"'hold_at' .*none of idle"):
        without_effect(played, space_of(subject), 20)


def test_equal_weights_have_value_one_half_and_a_fair_win_rate(
    hold_at: Callable[..., TunedBot], evaluation: Callable[..., Evaluation]
) -> None:
    for players in (2, 3):
        played = evaluation(hold_at(players))
        played.learn_margins(0, 50)
        results = played.results([{}], played.pairings, {}, 0, 50)
        assert results is not None
        assert results.wins == pytest.approx(np.full((1, 1, 50), 1 / players))
        if players == 2:
            assert results.values == pytest.approx(np.full((1, 1, 50), 0.5))


def test_a_value_counts_the_margin_beside_the_win(
    hold_at: Callable[..., TunedBot], evaluation: Callable[..., Evaluation]
) -> None:
    played = evaluation(hold_at(2))
    results = played.results([{"pot": 1.0}, {"pot": 19.0}], played.pairings, {}, 0, 200)
    assert results is not None
    values, wins = results.values.mean(axis=(1, 2)), results.wins.mean(axis=(1, 2))
    assert values[0] < values[1]
    assert (values > 0.5 * wins).all()
    assert (values < 0.5 * wins + 0.5).all()


def test_all_test_tables_get_the_same_number_of_deals(
    hold_at: Callable[..., TunedBot], pig: Game
) -> None:
    game = replace(
        pig, setups=Setups(test_tables=({"target": 30}, {"target": 50}, {"target": 100}))
    )
    played = Evaluation(hold_at(2), ["hold_at"], LineupBuilder(game), 1, 1)
    assert played.tables == 3
    assert played.deals_for(7) == 6  # 4 deals of 2 games, on 3 tables each as often
