"""Rules that never end and ask nobody are told with their line, by all that plays them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from balance.app.commands.play import narrate_game
from balance.errors import LimitError
from balance.games.described.services.never import never
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.soak import SoakTester
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

GAME = """name = "Long"
players = [2]
each_player = { points = 0, stuck = 0 }
turn = '''
LINES
'''
endings = { over = "after round when any player has points >= 30" }
score = { points = "points" }
"""
ENDLESS = [
    ("gain 0 points", 5),
    ("gain 1 point; take another turn", 5),
    ("repeat:\n  choose one:\n    go on: gain 0 points", 7),
    ("repeat:\n  each player: gain 1 point", 6),
    ("repeat:\n  gain 1 point", 6),
    ("repeat 20000 times:\n  repeat 20000 times: gain 1 point", 6),
]


def endless(folder: Path, lines: str) -> str:
    (folder / "game.toml").write_text(GAME.replace("LINES", lines))
    return str(folder)


def match_of(game: str, folder: Path) -> Match:
    values = {"name": "long", "game": game, "bots": ["random"], "games": 100, "players": 2}
    return prepare(Scenario.model_validate(values).at(folder / "long.toml")).cells[0].match


@pytest.mark.parametrize(("lines", "line"), ENDLESS)
def test_the_line_is_told(lines: str, line: int, tmp_path: Path) -> None:
    game = load_game(endless(tmp_path, lines), Path())
    table = game.build_table(game.options(), 2, {}, Path())
    match = match_of(str(tmp_path), tmp_path)
    plays: list[Callable[[], object]] = [
        lambda: never(game, table),
        lambda: Batches(match).play(0, 100),
        lambda: SoakTester(str(tmp_path), 1, {}, Path()).test(match, 50, StopSignal()),
    ]
    for play in plays:
        with pytest.raises(LimitError, match=rf"game\.toml, line {line}, column \d+: lines were"):
            play()


def test_a_game_of_which_few_get_stuck_goes_on_and_counts_them(tmp_path: Path) -> None:
    lines = (
        "roll 1 die with 40 sides\nif die is 1: set stuck to 1\nrepeat while stuck = 1: gain 0 "
        "points\nchoose one: gain 3 points | gain 2 points"
    )
    records = Batches(match_of(endless(tmp_path, lines), tmp_path)).play(0, 400)
    stuck = records["stopped"] != 0
    assert 80 < stuck.sum() < 320  # of about 24 turns in a game, 40 sides: 45%
    assert (records["decisions"][stuck] < 30).all()
    assert (np.sort(records["wins"][~stuck], axis=1)[:, -1] > 0).all()


def test_play_says_where_it_stops_to_show_steps_without_a_choice(tmp_path: Path) -> None:
    text = GAME.replace("LINES", "gain 0 points; each player: gain 0 points")
    (tmp_path / "game.toml").write_text(text.replace("any player has points >= 30", "round = 200"))
    match = match_of(str(tmp_path), tmp_path)
    lines = list(narrate_game(match, 0))
    said = "No choice in 200 steps: nothing is shown until the next one."
    assert lines.count(said) == 1
