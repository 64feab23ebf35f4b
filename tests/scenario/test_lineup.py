"""Who sits where: bots that are files of data."""

from dataclasses import replace
from pathlib import Path

import pytest

from balance.engine.game import Bot
from balance.errors import BotError
from balance.scenario.bot_names import bot_name
from balance.scenario.cells import _bot_named
from balance.scenario.files import _relative_bot
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BotEntry
from balance.scenario.overrides import _from_here
from balance.scenario.prepare import build_table
from balance.scenario.replay_command import _typed


@pytest.fixture
def listed(pig):
    """Return Pig with bots that are a number in a file."""
    choose = pig.bots["hold_at"].choose

    def read(file):
        if not file.is_file():
            raise BotError(f"{file}: no such file.")
        return Bot(file.stem, choose, {"pot": float(file.read_text())}, source=file, is_list=True)

    return replace(pig, read_list_bot=read)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("mine.txt", True), ("a/b.list", True), ("mine.py", False), ("mine.py:choose", False),
     ("greedy", False), ("search:200", False), ("../folder.d/mine.py:choose", False)],
)  # fmt: skip
def test_a_file_that_is_no_python_is_data(name, expected):
    assert bot_name(name).is_list == expected


def test_a_bot_of_data_is_read_by_the_game_from_the_scenarios_folder(listed, tmp_path):
    (tmp_path / "mine.txt").write_text("7")
    seating = LineupBuilder(listed)
    lineup = seating.build([BotEntry(bot="mine.txt"), BotEntry(bot="hold_at")], 2, tmp_path)
    entry = lineup.entries[0]
    assert (entry.label, dict(entry.bot.weights)) == ("mine", {"pot": 7.0})
    assert entry.bot.source == tmp_path / "mine.txt"
    assert entry.sources
    assert not entry.bot.is_external
    assert not seating.notices
    (tmp_path / "other.txt").write_text("8")
    other = seating.build([BotEntry(bot="other.txt")], 2, tmp_path).entries[0]
    assert other.sources != entry.sources


def test_a_bot_of_data_is_a_mistake_where_the_game_reads_none(pig, tmp_path):
    (tmp_path / "mine.txt").write_text("7")
    with pytest.raises(BotError, match="Pig cannot read bots from data"):
        LineupBuilder(pig).build([BotEntry(bot="mine.txt")], 2, tmp_path)


def test_what_is_wrong_with_a_file_of_data_is_said(listed, tmp_path):
    with pytest.raises(BotError, match=r"none\.txt: no such file"):
        LineupBuilder(listed).build([BotEntry(bot="none.txt")], 2, tmp_path)


def test_a_bot_of_data_is_named_by_its_file(listed, tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text("7")
    monkeypatch.chdir(tmp_path)
    lineup = LineupBuilder(listed).build([BotEntry(bot="mine.txt")], 2, tmp_path)
    match, entry = Match(listed, build_table(listed, 2, {}), lineup, 1), lineup.entries[0]
    assert _typed(entry, match) == "mine.txt"
    changed = replace(entry, bot=entry.bot.with_weights({"pot": 9.0}))
    assert _typed(changed, match) == ""
    assert _bot_named(BotEntry(bot="lists/mine.txt")) == "mine"
    assert _from_here("mine.txt", tmp_path.parent) == f"{tmp_path.name}/mine.txt"
    assert _from_here("mine.txt@5", tmp_path.parent) == f"{tmp_path.name}/mine.txt@5"
    assert _relative_bot("mine.txt", tmp_path, Path("..")) == f"{tmp_path.name}/mine.txt"


@pytest.mark.parametrize(("players", "notices"), [(2, 0), (3, 1)])
def test_weights_for_another_number_of_players_are_noted(pig, tmp_path, players, notices):
    (tmp_path / "mine.py").write_text(
        "def mine(view, table, seat, weights, stream):\n    return 1 if weights[0] > 5 else 0\n"
    )
    (tmp_path / "mine.toml").write_text("pot = 5.0\n\n[players.2]\npot = 20.0\n")
    seating = LineupBuilder(pig)
    lineup = seating.build([BotEntry(bot="mine.py:mine")], players, tmp_path)
    assert lineup.entries[0].weights.tolist() == [20.0 if players == 2 else 5.0]
    assert len(seating.notices) == notices
    assert not notices or "has weights for 2 players; with 3 it plays" in seating.notices[0]
