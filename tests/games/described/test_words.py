"""Lists of words: what is said once for each of them is read as if it were written out."""

from pathlib import Path

import pytest

from balance.errors import BalanceError
from balance.games.described.language.reading import read_description
from balance.games.described.language.tree import Description
from balance.games.described.language.words import with_all_conditions
from balance.games.described.language.writing import written

HEAD = """name = "Some"
players = [2]
endings = { over = "after round when round = 3" }
score = { gold = "gold" }
"""
ONCE = """words = { metal = ["gold", "tin"], size = ["big", "small"] }
each_player = { "{metal}" = 1, "{size}_{metal}" = 2 }
turn = '''
for each metal: gain 1 {metal}
choose one:
  pass
  for each metal:
    sell {metal} if {metal} > 0:
      lose 1 {metal}
      for each size:
        gain 1 {size}_{metal}
  work
if every metal has {metal} > 3 and {metal} < 9: end game
if gold = 0 or (no metal has {metal} > 1) and tin = 0: end turn
'''
"""
WHOLE = """
[each_player]
gold = 1
tin = 1
big_gold = 2
big_tin = 2
small_gold = 2
small_tin = 2
"""
LINES = """turn = '''
gain 1 gold
gain 1 tin
choose one:
  pass
  sell gold if gold > 0:
    lose 1 gold
    gain 1 big_gold
    gain 1 small_gold
  sell tin if tin > 0:
    lose 1 tin
    gain 1 big_tin
    gain 1 small_tin
  work
if (gold > 3 and gold < 9) and (tin > 3 and tin < 9): end game
if gold = 0 or (not (gold > 1 or tin > 1)) and tin = 0: end turn
'''
"""


def read(folder: Path, text: str) -> Description:
    (folder / "game.toml").write_text(text)
    return read_description(folder / "game.toml")


def test_what_is_said_for_each_word_is_read_as_written_out(tmp_path: Path) -> None:
    once, whole = read(tmp_path, HEAD + ONCE), read(tmp_path, HEAD + LINES + WHOLE)
    assert sorted(once.each_player) == sorted(whole.each_player)
    assert once.lines == whole.lines
    assert once.each_player["small_tin"].start == (2,)


def test_each_zone_of_a_list_may_have_its_own_sheet(tmp_path: Path) -> None:
    for size in ("big", "small"):
        (tmp_path / f"{size}.csv").write_text(f"id,name\n{size}_one,{size.title()} One\n")
    text = """words = { size = ["big", "small"] }
turn = "gain 1 gold"
each_player = { gold = 0 }
sheets = { "{size}" = "{size}.csv" }
zones = { "{size}_pile" = { starts_with = "{size}" } }
"""
    zones = read(tmp_path, HEAD + text).zones
    assert {name: zone.starts_with for name, zone in zones.items()} == {
        "big_pile": "big",
        "small_pile": "small",
    }


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("any m has {m} > 1", "((a > 1) or (b > 1))"),
        ("no m has {m} > 1, or not", "not ((a > 1) or (b > 1)), or not"),
        ("2 > 1 and every m has {m} > (c)", "2 > 1 and ((a > (c)) and (b > (c)))"),
        ("(every m has {m} > c) or d", "(((a > c) and (b > c))) or d"),
        ("every player has {m} > 1", "every player has {m} > 1"),
    ],
)
def test_conditions_are_said_for_each_word(text: str, whole: str) -> None:
    assert with_all_conditions(text, {"m": ("a", "b")}) == whole


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("for each metal: gain", "for each metals: gain", "line 8, column 1: "),
        ("gain 1 {metal}\n", "gain 1 {mettal}\n", "line 8, column "),
        ("lose 1 {metal}", "lose 1 {metal}s of it", "line 13, column "),
        (
            '["gold", "tin"]',
            '["Gold", "tin"]',
            "each_player.Gold: expected a name in small letters",
        ),
        ("size = [", "gold = [", "words.gold: there is also each_player.gold"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in ONCE
    with pytest.raises(BalanceError) as error:
        read(tmp_path, HEAD + ONCE.replace(old, new, 1))
    assert any(said in line for line in error.value.args), error.value.args


def test_what_is_said_back_names_no_list(tmp_path: Path) -> None:
    assert not any("{" in line for line in written(read(tmp_path, HEAD + ONCE)))
