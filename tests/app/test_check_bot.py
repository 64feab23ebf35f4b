"""`balance check-bot`: bots that are fine, that cannot be reproduced, and that break a rule."""

from pathlib import Path

import pytest

from balance.app.bot_matches import BotMatchOptions
from balance.app.commands.check_bot import check_bot
from balance.errors import BotError
from balance.runner.reproducibility import reproducibility_note

PIG = str(Path(__file__).resolve().parents[2] / "examples" / "pig")
BOTS = """
import time
import numpy as np

played = []

def fine(view, table, seat, weights, stream):
    return 0 if view.pot < 20 else view.num_choices - 1

def drawing(view, table, seat, weights, stream):
    return np.random.randint(0, view.num_choices)

def clock(view, table, seat, weights, stream):
    return int(time.perf_counter() * 1e7) % 97 % int(view.num_choices)

def remembering(view, table, seat, weights, stream):
    played.append({})
    return len(played) // 3 % view.num_choices

def reading(view, table, seat, weights, stream):
    with open("least.txt") as file:
        return 0 if view.pot < int(file.read()) else 1

def writing(view, table, seat, weights, stream):
    view.pot = 7
    return 0

def cheating(view, table, seat, weights, stream):
    table.target = 1100 - table.target
    return 0
"""


@pytest.fixture(autouse=True)
def bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)


@pytest.mark.parametrize("bot", ["bots.py:fine", "hold_at", "random"])
def test_a_bot_that_keeps_the_rules_passes(capsys, bot):
    assert check_bot(bot, 30, BotMatchOptions(PIG))
    said = capsys.readouterr().out
    assert "120 games with 2, 3, 4, 5 players" in said
    assert "all games were the same again." in said


@pytest.mark.parametrize("bot", ["drawing", "clock", "remembering"])
def test_a_bot_that_cannot_be_reproduced_fails_with_the_game(capsys, bot):
    assert not check_bot(f"bots.py:{bot}", 30, BotMatchOptions(PIG, players=2, seed=5))
    said = capsys.readouterr().out
    assert "Not reproducible: game " in said
    assert f"--bots bots.py:{bot},random --players 2 --seed 5 --game " in said


def test_a_bot_that_reads_while_it_plays_fails_with_the_file(capsys, tmp_path):
    (tmp_path / "least.txt").write_text("20")
    assert not check_bot("bots.py:reading", 30, BotMatchOptions(PIG, players=2))
    assert "the bot reads least.txt while it plays" in capsys.readouterr().out


@pytest.mark.parametrize(("bot", "what"), [("writing", "view"), ("cheating", "table")])
def test_a_bot_that_breaks_a_rule_is_an_error(bot, what):
    with pytest.raises(BotError, match=f"'{bot}' wrote into the {what} in game 0 of seed 1"):
        check_bot(f"bots.py:{bot}", 30, BotMatchOptions(PIG))


@pytest.mark.parametrize(
    ("bot", "note"),
    [
        ("fine", ""),
        ("drawing", "'drawing' asks for the time"),
        ("reading", "'reading' reads least.txt while it plays"),
    ],
)
def test_a_run_says_if_its_bots_cannot_be_reproduced(pig_set_up, tmp_path, bot, note):
    (tmp_path / "least.txt").write_text("20")
    match = pig_set_up(bots=[f"{tmp_path}/bots.py:{bot}", "hold_at"]).cells[0].match
    said = reproducibility_note(match)
    assert note in said
    assert bool(note) == bool(said)
