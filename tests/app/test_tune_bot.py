"""`balance tune-bot`: the weights it writes, its opponents, and its errors."""

import signal
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from balance.app.commands.tune_bot import LADDER, TuneOptions, command_of, opponents_of, tune_bot
from balance.cli.main import app
from balance.engine.game import Bot, Game
from balance.errors import BalanceError, BotError, Interrupted, ScenarioError
from balance.stats.intervals import DealSums, mean
from balance.tuning.evolution import Reached
from balance.tuning.improvement import Gain, measure

ROOT = Path(__file__).resolve().parents[2]
PIG = "examples/pig"
ONES = np.array([0.1, 0.2, 0.1, 0.2] * 50)


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> TuneOptions:
    """Return a short tuning of Pig's bot from a bad start, from the root of the project."""
    monkeypatch.chdir(ROOT)
    start = tmp_path / "start.toml"
    start.write_text("pot = 5.0   # hold at so much\n")
    return TuneOptions(
        bot="hold_at", players=2, games=100, generations=5, minutes=None, against=(), seed=1,
        start=start, out=tmp_path / "out.toml", workers=1, only=(), fix=(), population=None,
    )  # fmt: skip


def test_better_weights_are_written_with_their_origin_the_same_for_any_workers(
    options: TuneOptions, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tune_bot(PIG, options)
    told = capsys.readouterr()
    assert "generation 5 of 5" in told.err
    assert {"the", "start"} <= set(told.out.split())  # perhaps on two lines
    assert "in the table [players.2]" in told.out
    assert "hold for 2 players alone." in " ".join(told.out.split())
    text = (tmp_path / "out.toml").read_text()
    assert text.startswith("pot = 5.0   # hold at so much\n\n[players.2]\n#: balance tune-bot ")
    assert "5 generations of 6 candidates, 100 games each" in text
    assert all(len(line) <= 100 for line in text.splitlines() if str(tmp_path) not in line)
    assert tomllib.loads(text)["players"]["2"]["pot"] > 7
    tune_bot(PIG, replace(options, workers=2, out=tmp_path / "again.toml"))
    assert (tmp_path / "again.toml").read_text() == text


def test_a_bot_is_tuned_with_its_noise_and_keeps_its_file(
    options: TuneOptions, tmp_path: Path
) -> None:
    tune_bot(PIG, replace(options, bot="hold_at~0.1"))
    text = (tmp_path / "out.toml").read_text()
    assert "--bot 'hold_at~0.1'" in " ".join(text.replace("#:", "").split())
    assert tomllib.loads(text)["players"]["2"]["pot"] > 7


def test_weights_for_any_number_of_players_are_tuned_together(
    options: TuneOptions, tmp_path: Path
) -> None:
    tune_bot(PIG, replace(options, players=None, games=60))
    text = (tmp_path / "out.toml").read_text()
    assert text.startswith("#: balance tune-bot examples/pig --bot hold_at --games 60 ")
    assert "with 2, 3, 4 and 5 players each" in " ".join(text.replace("#:", "").split())
    assert text.endswith("# hold at so much\n")
    assert tomllib.loads(text)["pot"] > 7


def test_the_start_stands_where_nothing_better_is_found(
    options: TuneOptions, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options.start.write_text("pot = 24.0\n")  # type: ignore[union-attr]
    tune_bot(PIG, replace(options, games=20, generations=2))
    assert "nothing is written" in capsys.readouterr().out
    assert not (tmp_path / "out.toml").exists()


def test_ctrl_c_ends_the_search_and_keeps_what_was_reached(
    options: TuneOptions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Interrupting(Console):
        def print(self, *words: Any, **how: Any) -> None:
            if str(words[0]).startswith("generation 3"):
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("balance.app.commands.tune_bot.stderr_console", Interrupting)
    tune_bot(PIG, options)
    text = " ".join((tmp_path / "out.toml").read_text().replace("#:", "").split())
    assert "--generations 3 " in text
    assert "3 generations of 6 candidates" in text


def test_ctrl_c_while_the_gain_is_measured_writes_nothing(
    options: TuneOptions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("balance.app.commands.tune_bot.measure", lambda *asked: None)
    with pytest.raises(Interrupted, match="nothing is written"):
        tune_bot(PIG, options)
    assert not (tmp_path / "out.toml").exists()


def test_a_weaker_opponent_is_measured_too(
    options: TuneOptions, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tune_bot(PIG, replace(options, against=("hold_at", "random")))
    assert "2 players, against random: " in (tmp_path / "out.toml").read_text()


def test_what_is_worse_against_an_opponent_is_not_written(
    options: TuneOptions, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    def worse_against_one(*given: Any) -> Gain | None:
        gain = measure(*given)
        assert gain is not None
        bad = replace(gain.changes[0], opponent="careful", change=mean(DealSums.even(-ONES, 1)))
        return replace(gain, changes=(*gain.changes, bad))

    monkeypatch.setattr("balance.app.commands.tune_bot.measure", worse_against_one)
    tune_bot(PIG, options)
    said = " ".join(capsys.readouterr().out.split())
    assert "in all, but worse against careful with 2 players (-" in said
    assert "nothing is written" in said
    assert not (tmp_path / "out.toml").exists()


@pytest.mark.parametrize(
    ("changes", "kind", "message"),
    [
        ({"bot": "random", "start": None}, BotError, "has no weights that could be tuned"),
        ({"bot": "hold"}, ScenarioError, "pig has no bot 'hold': did you mean 'hold_at'"),
        ({"players": 9}, ScenarioError, "2, 3, 4, 5 players, not with 9"),
        ({"only": ("pit",)}, ScenarioError, "hold_at has no weight 'pit'"),
        ({"against": ("bold",)}, ScenarioError, "pig has no bot 'bold'"),
        ({"start": Path("none.toml")}, BotError, "there is no such file"),
        ({"out": Path("none/out.toml")}, BotError, "cannot be written"),
    ],
)
def test_an_error_of_the_user_is_one_sentence(
    options: TuneOptions, changes: dict[str, object], kind: type[BalanceError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        tune_bot(PIG, replace(options, **changes))  # type: ignore[arg-type]


def test_a_bot_of_the_ladder_plays_itself_and_the_bot_below(pig: Game) -> None:
    weighty = Bot("", pig.bots["hold_at"].choose, {"x": 1.0})
    game = replace(pig, bots=dict.fromkeys((*LADDER[1:], "own"), weighty))
    assert opponents_of(game, "search:50") == ("search:50", "planner")
    assert opponents_of(game, "planner") == ("planner", "greedy")
    assert opponents_of(game, "greedy") == ("greedy",)  # against chance nothing is learnt
    assert opponents_of(game, "own") == ("own",)


def test_the_command_has_the_number_of_generations(options: TuneOptions) -> None:
    reached = Reached({}, True, 7, 6, 0)
    asked = replace(
        options, start=None, generations=None, minutes=2.0, only=("a", "b"), population=8, workers=3
    )
    assert command_of("pig", asked, reached) == (
        "balance tune-bot pig --bot hold_at --players 2 --games 100 --generations 7 --seed 1 "
        "--only a,b --population 8"
    )


def test_options_of_the_command_line_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[TuneOptions] = []

    def tune_bot(name: str, options: TuneOptions) -> None:
        asked.append(options)

    monkeypatch.setattr("balance.app.commands.tune_bot.tune_bot", tune_bot)
    words = "tune-bot pig --bot b --against b,c --only x,y --minutes 0.5 --players 3"
    assert CliRunner().invoke(app, words.split()).exit_code == 0
    assert asked[0].against == ("b", "c")
    assert asked[0].only == ("x", "y")
    assert (asked[0].players, asked[0].minutes, asked[0].generations) == (3, 0.5, None)
