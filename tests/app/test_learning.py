"""Games as text are learnt before they are played: what is said, kept, and learnt anew."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from balance.app import learning
from balance.app.learning import learn_first
from balance.errors import Interrupted
from balance.games.loading import load_game
from balance.runner.stop_signal import StopSignal
from balance.stats.intervals import Estimate
from balance.tuning.learning import Learnt
from balance.tuning.policy_training import first_network
from tests.program import run_here

ROOT = Path(__file__).resolve().parents[2]
NETWORK = "policy.json"


@pytest.fixture
def drafting(tmp_path: Path) -> Path:
    """Return a copy of an example that has learnt nothing."""
    folder = copytree(ROOT / "examples/games/drafting", tmp_path / "drafting")
    (folder / NETWORK).unlink(missing_ok=True)
    return folder


def made(folder: Path, players: int = 2) -> Any:
    return json.loads((folder / NETWORK).read_text())["players"][str(players)]["made"]


def learnt(points: float) -> Learnt:
    value = np.asarray(points)
    estimate = Estimate(value, value - 0.02, value + 0.02, np.asarray(100), np.asarray(100.0))
    return Learnt(np.zeros(0), 640, 60.0, {"random": estimate, "greedy": estimate})


def instead(points: float, asked: list[Any]) -> Callable[..., Learnt]:
    """Return what stands for learning: it notes what is asked for."""

    def learn(game: Any, bot: Any, tables: Any, seconds: float, *others: Any) -> Learnt:
        asked.append((tables[0].num_seats, seconds, bool(bot.networks)))
        return replace(learnt(points), network=first_network(bot.inputs))

    return learn


def test_a_game_is_learnt_before_it_is_played(drafting: Path) -> None:
    words = ["run", ".", "--players", "3", "--games", "200", "--learn", "0.1"]
    done = run_here(*words, "--no-report", folder=drafting)
    assert done.returncode == 0
    assert "learning Flower Market with 3 players: " in done.stderr
    assert re.search(r"games of self-play with 3 players in \d+ s", done.stderr)
    assert made(drafting, 3)["beats"] in {"greedy", "random", ""}
    assert load_game(str(drafting), Path()).usual_bot in {"policy", "greedy"}


def test_a_folder_that_is_no_run_is_refused_before_anything_is_learnt(drafting: Path) -> None:
    (drafting / "other").mkdir()
    (drafting / "other" / "notes.txt").write_text("mine")
    done = run_here("run", ".", "--learn", "0.1", "--out", "other", folder=drafting)
    assert done.returncode == 2
    assert "other contains something else than a run" in done.stderr
    assert "learning" not in done.stderr


def test_bots_that_are_named_play_at_once(drafting: Path) -> None:
    words = ["run", ".", "--players", "2", "--games", "100", "--no-report", "--learn", "0.1"]
    for more in (["--bots", "random"], ["--tiers", "random,greedy"]):
        assert run_here(*words, *more, "--replace", folder=drafting).returncode == 0
    assert run_here(*words[:-1], "0", "--replace", folder=drafting).returncode == 0
    assert not (drafting / NETWORK).exists()


def test_it_learns_once_and_goes_on_after_a_change(
    drafting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(learning, "learn", instead(0.8, asked))

    def tried(*players: int) -> bool:
        game = load_game(str(drafting), Path())
        return learn_first(game, players, 2.0, 1, Console(quiet=True))

    assert tried(2, 3)
    assert asked == [(2, 60.0, False), (3, 60.0, False)]
    assert not tried(2, 3)
    assert tried(3, 4)
    assert asked[2:] == [(4, 120.0, True)]
    cards = drafting / "flowers.csv"
    cards.write_text(cards.read_text().replace("3", "4"))
    assert tried(2)
    assert asked[3:] == [(2, 120.0, True)]
    assert made(drafting)["games"] == 1280
    assert made(drafting, 4)["rules"] != made(drafting)["rules"]
    assert load_game(str(drafting), Path()).usual_bot == "policy"


def test_what_does_not_beat_greedy_is_kept_but_does_not_play(
    drafting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "learn", instead(0.51, []))
    assert learn_first(load_game(str(drafting), Path()), [2], 2.0, 1, Console(quiet=True))
    assert made(drafting)["beats"] == ""
    assert load_game(str(drafting), Path()).usual_bot == "greedy"


def test_it_learns_on_until_it_beats_greedy_or_has_tried_for_long(
    drafting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(learning, "learn", instead(0.51, asked))
    while learn_first(load_game(str(drafting), Path()), [2], 2.0, 1, Console(quiet=True)):
        assert len(asked) <= 10
    assert len(asked) == 10  # of a minute each
    assert made(drafting)["seconds"] == 600


def test_games_in_python_have_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not learn_first(load_game("valeria", Path()), [4], 2.0, 1, Console(quiet=True))


def test_what_was_learnt_is_kept_when_it_is_stopped(
    drafting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(game: Any, bot: Any, *others: Any) -> Learnt:
        stop = next(one for one in others if isinstance(one, StopSignal))
        stop.set()
        return Learnt(first_network(bot.inputs), 64, 1.0, {})

    monkeypatch.setattr(learning, "learn", stopped)
    with pytest.raises(Interrupted, match=r"policy.json keeps what was learnt so far"):
        learn_first(load_game(str(drafting), Path()), [2], 2.0, 1, Console(quiet=True))
    game = load_game(str(drafting), Path())
    assert game.bots["policy"].has_learnt
    assert game.usual_bot == "greedy"
    learning_of = game.bots["policy"].learning
    assert learning_of is not None
    assert not learning_of.is_fresh(2)


def test_who_loses_to_players_at_random_is_told_why_that_may_be(
    drafting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for points, is_told in ((0.1, True), (0.8, False)):
        monkeypatch.setattr(learning, "learn", instead(points, []))
        (drafting / NETWORK).unlink(missing_ok=True)
        console = Console(record=True, width=1000)
        assert learn_first(load_game(str(drafting), Path()), [2], 2.0, 1, console)
        assert ("An ending after some rounds mends that." in console.export_text()) == is_told
