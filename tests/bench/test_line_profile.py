"""Which lines of a game as text cost most: shares of the rows that are read for each."""

import pytest

from balance.bench.game_speed import EXAMPLES, row_of
from balance.bench.line_profile import OTHERS, line_shares
from balance.bench.profile import line_table, profile_rows
from balance.bots import BOTS
from balance.errors import StoreError
from balance.games.loading import load_game

PIG = str(EXAMPLES / "pig")


def test_lines_of_the_text_have_shares_that_add_up():
    shares = line_shares(PIG, "pig, random, 2 players", 0.1)
    assert sum(shares.values()) == pytest.approx(1)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    lines = [line for line in shares if line != OTHERS]
    texts = (EXAMPLES / "pig" / "game.toml").read_text().splitlines()
    for line in lines:
        place, _, text = line.partition(": ")
        assert text in texts[int(place.rsplit(" ", 1)[1]) - 1]
    assert any("roll" in line for line in lines)


def test_small_shares_are_summed_up(tmp_path):
    row = row_of(load_game(PIG, tmp_path), 2, BOTS["random"])
    table = line_table(row, {"a": 0.9, "b": 0.095, "c": 0.005})
    assert [list(column.cells) for column in table.columns] == [
        ["a", "b", "other, each below 1%"], ["90.0%", "9.5%", "0.5%"],
    ]  # fmt: skip


def test_the_profile_of_a_game_as_text_needs_no_perf(monkeypatch, capsys):
    monkeypatch.setattr("balance.bench.profile.line_shares", lambda *asked: {"a line": 1.0})
    profile_rows(PIG, "random, 2", 0.1)
    assert "a line" in capsys.readouterr().out


def test_what_cannot_be_played_is_said():
    with pytest.raises(StoreError, match="--profile: games cannot be played without compiling"):
        line_shares(PIG, "pig, nobody, 2 players", 0.1)
