"""Which file `balance watch` reads in a folder."""

import shutil
import signal

import pytest

from balance.app.watch import _Files, _files, _prepared, _scenario_file
from balance.errors import BotError
from balance.scenario.overrides import Overrides
from tests.conftest import ROOT
from tests.program import LONG, begin


def test_hidden_files_and_those_of_open_programs_are_not_watched(tmp_path):
    (tmp_path / "mine.toml").write_text("")
    (tmp_path / "citizens.csv").write_text("")
    for name in ("._mine.toml", "~mine.toml", ".mine.toml", "._citizens.csv", "~$citizens.csv"):
        (tmp_path / name).write_text("")
    (tmp_path / "old.toml").mkdir()
    assert _scenario_file(str(tmp_path)) == (tmp_path / "mine.toml").resolve()
    assert [path.name for path in _files(tmp_path, 1)] == ["citizens.csv", "mine.toml"]


def test_what_is_read_outside_the_folder_is_watched_too(tmp_path):
    (tmp_path / "lists").mkdir()
    (tmp_path / "mine").mkdir()
    bot, file = tmp_path / "lists" / "money.txt", tmp_path / "mine" / "mine.toml"
    bot.write_text("buy\n province\n gold\n silver\n")
    file.write_text('name = "mine"\ngame = "dominion"\nbots = "../lists/money.txt"\n')
    files = _Files(file.parent)
    _prepared(file, Overrides(), files)
    assert str(files) == f"{file.parent}, {bot}"
    before = files.saved()
    bot.write_text("buy\n province\n silver\n")
    assert files.saved() != before
    bot.unlink()
    with pytest.raises(BotError, match="no such file"):
        _prepared(file, Overrides(), files)
    assert bot not in files.saved()


@pytest.mark.system
def test_a_folder_that_is_away_for_a_while_is_waited_for(tmp_path):
    shutil.copytree(ROOT / "examples" / "games" / "pig", tmp_path / "pig")
    file = tmp_path / "pig" / "game.toml"
    process = begin(tmp_path, "watch", "pig", "--games", "512")
    for said, then in (
        ("Watching", lambda: (tmp_path / "pig").rename(tmp_path / "away")),
        ("is gone", lambda: (tmp_path / "away").rename(tmp_path / "pig")),
        ("nothing at the table", lambda: file.write_text(file.read_text().replace("100", "50"))),
        ("After 512 games", lambda: process.send_signal(signal.SIGINT)),
    ):
        while said not in (line := process.stdout.readline()):
            assert line, process.communicate()
        then()
    process.communicate(timeout=LONG)
