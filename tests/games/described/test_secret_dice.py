"""Dice that a player rolls unseen: what lines say of them, who sees them, how bots guess them."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.errors import BalanceError
from balance.games.described.language.reading import read_description
from balance.games.described.language.writing import written
from balance.games.loading import load_game
from tests.games.described.against_referee import Match
from tests.games.described.said_back import check_that_it_reads_the_same
from tests.games.described.test_piles import redealt, session_of

GAME = """name = "Dice"
players = [2, 3]
each_player = { coins = 0 }
setup = "each player: roll 3 dice with 4 sides secretly"
turn = '''
LINES
choose one: wait | wait longer
'''
[endings]
time = "after round when round = 3"
[score]
coins = "coins"
"""


def write_game(folder: Path, lines: str) -> Path:
    """Write a game of these lines."""
    (folder / "game.toml").write_text(GAME.replace("LINES", lines))
    return folder


def dice_at(session: Any, seat: int, state: Any = None) -> list[int]:
    """Return the dice of a player."""
    numbers = (state if state is not None else session.state).seats[seat].numbers
    return [int(one) for one in numbers[3:6]]


def test_lines_say_what_dice_show(tmp_path: Path) -> None:
    lines = "if turn = 1:\n  gain 1000 * number of secret dice + 10 * sum of secret dice coins"
    lines += "\n  gain secret die 2 of next player coins"
    _, session = session_of(write_game(tmp_path, lines))
    own, other = dice_at(session, 0), dice_at(session, 1)
    assert set(own + other) <= {1, 2, 3, 4}
    assert session.state.seats[0].numbers[0] == 3000 + 10 * sum(own) + other[1]
    assert not session.state.dice.any()  # others see those that are rolled openly


@pytest.mark.parametrize("face", range(1, 5))
def test_it_is_counted_how_many_show_a_number(face: int, tmp_path: Path) -> None:
    lines = (
        f"if turn = 1: gain 10 * total number of secret dice showing {face} among players "
        f"+ number of secret dice of next player showing {face} coins"
    )
    _, session = session_of(write_game(tmp_path, lines), 3)
    found = [dice_at(session, seat).count(face) for seat in range(3)]
    assert session.state.seats[0].numbers[0] == 10 * sum(found) + found[1]


ROLLED = """
if round = 2: roll a die secretly
otherwise if round = 3: roll coins dice with coins + 2 sides secretly
gain secret die coins; gain number of secret dice of previous player coins
if secret die 2 of next player > secret die: gain 1 coin
"""


def test_engine_and_referee_agree_and_lines_are_said_back(tmp_path: Path) -> None:
    write_game(tmp_path, ROLLED.strip())
    description = read_description(tmp_path / "game.toml")
    check_that_it_reads_the_same(description)
    said = "\n".join(written(description))
    assert "roll 1 dice with 6 sides secretly" in said
    assert "secret die 2 of the next player" in said
    assert "secret_die" not in said
    for players in (2, 3):
        for deal in range(3):
            Match(tmp_path, players, deal).play(random.Random(deal))


def test_others_see_how_many_dice_they_are_and_bots_roll_them_anew(tmp_path: Path) -> None:
    game, session = session_of(write_game(tmp_path, "gain 1 coin"))
    view = session.view(0)[0]
    assert dice_at(session, 0, view) == dice_at(session, 0)
    assert dice_at(session, 1, view) == [0, 0, 0]
    assert view.seats[1].numbers[1:3].tolist() == [3, 4]
    stream, shown = np.array([1, 2], np.uint64), Counter[int]()
    for _ in range(400):
        state = redealt(game, session, 0, stream)
        assert dice_at(session, 0, state) == dice_at(session, 0)
        shown.update(dice_at(session, 1, state))
    assert set(shown) == {1, 2, 3, 4}
    assert all(240 < count < 360 for count in shown.values())  # 300 in the mean, SD 15


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("gain secret die 4 coins", "a line that rolls as many dice 'secretly'"),
        ("roll 9 dice secretly", "9 dice; at most 8 are possible"),
        ("gain number of secret coins", "expected cards, kinds, empty or different, not 'secret'"),
    ],
)
def test_dice_that_nobody_rolls_are_refused(lines: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BalanceError, match=reason):
        load_game(str(write_game(tmp_path, lines)), Path())
