"""Dice of which a player chooses those that are rolled again."""

from pathlib import Path

import pytest

from balance.games.described.language.reading import read_description
from tests.games.described.said_back import check_that_it_reads_the_same
from tests.games.described.test_piles import session_of

GAME = """name = "Again"
players = [2]
each_player = { coins = 0 }
turn = '''
roll 3 dice with 100 sides
reroll any dice
'''
endings = { time = "after round when round = 9" }
score = { coins = "coins" }
"""


@pytest.mark.parametrize("chosen", range(8))
def test_those_of_which_the_number_has_the_bits_are_rolled_again(
    chosen: int, tmp_path: Path
) -> None:
    (tmp_path / "game.toml").write_text(GAME)
    check_that_it_reads_the_same(read_description(tmp_path / "game.toml"))
    game, session = session_of(tmp_path)
    before, dice = session.state.copy(), session.state.dice[:3].tolist()
    assert session.state.choices[: session.state.num_choices].tolist() == list(range(8))
    told = game.narrator(game.build_table(game.options(), 2, {}, Path()), ("Ann", "Ben"))
    said = told.describe(before, chosen)
    session.take(chosen)
    session.step()
    is_other = [old != new for old, new in zip(dice, session.state.dice[:3].tolist(), strict=True)]
    assert is_other == [bool(chosen >> place & 1) for place in range(3)]
    if chosen in (0, 5):
        assert said == ("rolls again 1 and 3 of the dice" if chosen else "keeps all dice")


def test_of_a_greedy_player_the_highest_dice_stay(tmp_path: Path) -> None:
    text = GAME.replace("reroll any dice", "reroll any dice\ngain sum of dice coins")
    (tmp_path / "game.toml").write_text(text.replace("100 sides", "6 sides"))
    game, session = session_of(tmp_path)
    bot = game.bots["greedy"].at(2)
    kept: list[int] = []
    again: list[int] = []
    for _ in range(12):
        dice = session.state.dice[:3].tolist()
        chosen = session.ask(bot, bot.numbers)
        for place, shown in enumerate(dice):
            (again if chosen >> place & 1 else kept).append(shown)
        session.take(chosen)
        session.advance()
    assert sum(kept) / len(kept) > 4 > 3 > sum(again) / len(again)
