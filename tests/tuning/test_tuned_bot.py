"""The bot that is tuned: its starting weights, which of them may change, and steps."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.engine.game import Bot, Game
from balance.errors import BotError, ScenarioError
from balance.games.loading import load_game
from balance.scenario.lineup import LineupBuilder
from balance.tuning.tuned_bot import Space, own_file, read_subject, rounded, space_of


def test_weights_start_from_the_file(pig: Game, tmp_path: Path) -> None:
    file = tmp_path / "start.toml"
    file.write_text("pot = 12.0\n[players.3]\npot = 15.0\n")
    two, three, any_number = (
        read_subject(LineupBuilder(pig), "hold_at", players, file) for players in (2, 3, None)
    )
    assert two.bot.weights == {"pot": 12.0}
    assert three.bot.weights == {"pot": 15.0}
    assert any_number.counts == (2, 3, 4, 5)
    assert any_number.entry({"pot": 9.0}, 2, "x").bot.weights == {"pot": 9.0}
    assert any_number.entry({"pot": 9.0}, 3, "x").bot.weights == {"pot": 15.0}


def test_a_bot_without_a_file_starts_from_its_own_weights(pig: Game) -> None:
    subject = read_subject(LineupBuilder(pig), "hold_at", 2, None)
    assert subject.file is None
    assert subject.bot.weights == {"pot": 20.0}


def test_the_weight_set_in_the_name_is_not_tuned(pig: Game, tmp_path: Path) -> None:
    bot = replace(pig.bots["hold_at"], weights={"pot": 20.0, "effort": 5.0}, suffix_weight="effort")
    game = replace(pig, bots={"hold_at": bot})
    file = tmp_path / "start.toml"
    file.write_text("pot = 12.0\neffort = 3\n")
    subject = read_subject(LineupBuilder(game), "hold_at:8", 2, file)
    assert subject.tuned == ("pot",)
    assert subject.bot.weights == {"pot": 12.0, "effort": 8.0}
    assert subject.file_weights(subject.bot) == {"pot": 12.0}


def test_only_some_weights_are_tuned(pig: Game) -> None:
    bot = Bot("hold_at", pig.bots["hold_at"].choose, {"pot": 20.0, "a": 1.0, "b": 0.0})
    seating = LineupBuilder(replace(pig, bots={"hold_at": bot}))
    assert read_subject(seating, "hold_at", 2, None).tuned == ("pot", "a", "b")
    assert read_subject(seating, "hold_at", 2, None, only=["b", "pot"]).tuned == ("pot", "b")
    assert read_subject(seating, "hold_at", 2, None, fix=["a"]).tuned == ("pot", "b")
    with pytest.raises(ScenarioError, match="No weight of hold_at is left to tune"):
        read_subject(seating, "hold_at", 2, None, only=["a"], fix=["a"])
    with pytest.raises(ScenarioError, match=r"hold_at has no weight 'pit' to tune: .*'pot'"):
        read_subject(seating, "hold_at", 2, None, only=["pit"])


def test_whole_numbers_are_switches_unless_they_are_named(pig: Game, tmp_path: Path) -> None:
    bot = Bot("hold_at", pig.bots["hold_at"].choose, {"pot": 20.0, "bold": 0.0})
    seating = LineupBuilder(replace(pig, bots={"hold_at": bot}))
    file = tmp_path / "start.toml"
    file.write_text("pot = 20.0\nbold = 1\n")
    subject = read_subject(seating, "hold_at", 2, file)
    assert (subject.tuned, subject.switches) == (("pot",), ("bold",))
    assert subject.bot.weights == {"pot": 20.0, "bold": 1.0}
    subject = read_subject(seating, "hold_at", 2, file, only=["pot", "bold"])
    assert (subject.tuned, subject.switches) == (("pot", "bold"), ())
    file.write_text("pot = 20\nbold = 1\n")
    with pytest.raises(ScenarioError, match=r"left to tune: .*start\.toml.*\(pot, bold\)"):
        read_subject(seating, "hold_at", 2, file)


def test_weights_that_are_not_in_the_file_stay_unless_they_are_named(
    pig: Game, tmp_path: Path
) -> None:
    bot = Bot("hold_at", pig.bots["hold_at"].choose, {"pot": 20.0, "bold": 0.0})
    seating = LineupBuilder(replace(pig, bots={"hold_at": bot}))
    file = tmp_path / "start.toml"
    file.write_text("pot = 20.0\n")
    assert read_subject(seating, "hold_at", 2, file).tuned == ("pot",)
    assert read_subject(seating, "hold_at", 2, file, only=["bold"]).tuned == ("bold",)


def test_a_bot_without_weights_cannot_be_tuned(pig: Game) -> None:
    with pytest.raises(BotError, match="The bot 'random' has no weights that could be tuned"):
        read_subject(LineupBuilder(pig), "random", 2, None)


def test_a_list_cannot_be_tuned():
    seating = LineupBuilder(load_game("dominion", Path()))
    with pytest.raises(BotError, match="The bot 'smithy_bm' is a list"):
        read_subject(seating, "smithy_bm", 2, None)


def test_a_missing_file_or_one_of_another_bot_is_refused(pig: Game, tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"none\.toml: there is no such file"):
        read_subject(LineupBuilder(pig), "hold_at", 2, tmp_path / "none.toml")
    file = tmp_path / "other.toml"
    file.write_text("pit = 1.0\n")
    with pytest.raises(BotError, match="hold_at has no weight 'pit'"):
        read_subject(LineupBuilder(pig), "hold_at", 2, file)


def test_the_weight_file_of_a_users_bot_is_beside_it(pig: Game) -> None:
    chaser = Path(__file__).resolve().parents[2] / "examples" / "bots" / "chaser.py"
    bot = Bot("chase", pig.bots["hold_at"].choose, {"level": 20.0, "chase": 0.1}, source=chaser)
    assert own_file(pig, "chaser.py:chase", bot) == chaser.with_suffix(".toml")
    assert own_file(pig, "hold_at", pig.bots["hold_at"]) is None


def test_a_step_has_the_size_of_the_weight_unless_it_is_small(pig: Game) -> None:
    bot = Bot("hold_at", pig.bots["hold_at"].choose, {"pot": -20.0, "a": 2.0, "b": 0.0})
    subject = read_subject(LineupBuilder(replace(pig, bots={"hold_at": bot})), "hold_at", 2, None)
    space = space_of(subject)
    assert space.scale == {"pot": 20.0, "a": 2.0, "b": pytest.approx(1.1)}
    assert space.weights(np.array([0.1, -0.5, 1.0])) == {"pot": -18.0, "a": 1.0, "b": 1.1}
    assert space.without(["a"]).names == ("pot", "b")


def test_weights_have_four_digits() -> None:
    assert rounded(12.34567) == 12.35
    assert rounded(-0.000123456) == -0.0001235
    assert Space({"x": 1.0}, {"x": 1.0}).weights(np.array([1 / 3, 9.9])) == {"x": 1.333}
