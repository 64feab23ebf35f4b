"""Engine and referee agree on what games made up at random seldom meet."""

import random
from pathlib import Path

import pytest

from tests.games.described.against_referee import Match

GAME = """name = "Rare"
players = [1, 3]
sheets = { cards = "cards.csv" }
each_player = { coins = { start = 1, seen_by = "owner" }, gems = 0 }
shared = { pot = 0 }
turn = '''
LINES
'''
[zones]
heap = {}
market = { starts_with = "cards", refill = "heap" }
hand = { per_player = true }
[endings]
time = "after round when round = 4"
[score]
coins = "SCORE"
"""
SHEET = """id,count,cost,own
stone,9,1,gain 1 gem
tree,9,2,gain 2 gems
rock,9,3,gain 4 gems
"""
LINES = {
    "nobody is the only one with most, and lines follow": """
only player with most coins: gain 1 gem
otherwise: add 1 to pot
gain 1 gem
choose one: gain 1 coin | gain 2 coins""",
    "which cards are used depends on the chosen one": """
choose a card from market: move it to hand
choose a card from market: use own of each card in hand where cost <= cost of it""",
    "which cards move depends on how many there are": """
choose a card from market: move it to hand
choose a card from market: move it to hand
move all from hand to heap where number of cards in hand > 3
choose one: gain 1 coin | gain 2 coins""",
    "any of the dice are rolled again": """
roll pot dice
repeat 2 times: reroll any dice
add sum of dice to pot
if pot > 9: set pot to 1
roll 8 dice with 3 sides
reroll any dice
if number of dice showing 2 > 3: gain 1 gem""",
    "the larger and the smaller of two numbers": """
choose one: gain 1 coin | gain 2 gems
add larger of coins and gems to pot
set gems to smaller of coins and pot""",
    "others have more and less": """
choose one: gain 1 coin | gain 2 coins | gain 3 coins
set gems to (most coins among other players) + 7 * (least coins among other players)
add total coins among other players to pot
add 3 + (most coins among other players) + coins to pot""",
    "the most and the least are below zero": """
choose one: gain 1 coin | gain 2 coins
set gems to 50 + most (coins - 20) among players
add 50 + least (coins - 20) among players to pot""",
    "a choice in a loop in a loop is left": """
repeat 3 times:
  repeat:
    choose a card from market:
      move it to hand
      stop
    otherwise: stop
  gain 1 gem
choose a number from 1 to 3:
  repeat:
    repeat 5 times:
      choose a card from hand:
        gain chosen number gems
        stop
    stop
  gain chosen number coins""",
    "nothing is repeated": """
choose one: gain 1 coin | gain 1 gem
repeat coins - 2 times: add 1 to pot""",
    "the first card is used": """
choose a card from market: use own of it""",
    "dice show the same": """
roll 3 dice with 2 sides
add number of dice showing 2 to pot""",
    "a die that was not rolled is rolled again": """
roll 2 dice
reroll die 3
reroll die 2
roll 2 dice
add sum of dice to pot""",
    "no option is possible": """
choose one:
  rich if coins > 3: gain 1 gem
  richer if coins > 5: gain 3 gems
otherwise: add 1 to pot
choose one: gain 1 coin | gain 2 coins""",
    "fewer cards are chosen than may be, or none": """
choose up to 2 cards from market: move it to hand
otherwise: add 1 to pot
choose one: gain 1 coin | gain 2 coins""",
    "a zone is filled again from the first one": """
draw 12 from market to hand
move all from hand to heap
choose one: gain 1 coin | gain 2 coins""",
}


def game(lines: str, ties: str = "[]", score: str = "coins") -> str:
    """Return the text of a game."""
    text = GAME.replace("LINES", lines.strip()).replace("SCORE", score)
    return f"ties = {ties}\n{text}"


@pytest.mark.parametrize(
    "ties",
    [
        "['coins - 4', 'pot', 'pot', 'gems']",
        "['gems', '0 - coins']",
        "['coins - 32767']",
        "['coins + 32762', 'gems']",
        "['0 - gems', 'coins - 4', 'gems', 'gems']",
        "['6553 * coins', 'pot', 'pot', 'gems']",  # four have room in one number, just
    ],
)
def test_engine_and_referee_agree_who_wins_a_tie(ties: str, tmp_path: Path) -> None:
    lines = "choose one: gain 1 coin | wait\nchoose one: gain 1 gem | wait"
    (tmp_path / "game.toml").write_text(game(lines, ties, "pot"))
    (tmp_path / "cards.csv").write_text(SHEET)
    for deal in range(8):
        Match(tmp_path, 3, deal).play(random.Random(deal))


def test_engine_and_referee_agree_whose_round_it_is_after_set_up(tmp_path: Path) -> None:
    parts = "setup = 'each player: become leader'\nround = 'gain 1 gem of active player'"
    text = game("choose one: gain 1 coin | become leader")
    (tmp_path / "game.toml").write_text(f"{parts}\n{text}")
    (tmp_path / "cards.csv").write_text(SHEET)
    for deal in range(3):
        Match(tmp_path, 3, deal).play(random.Random(deal))


def test_engine_and_referee_agree_how_often_a_line_is_repeated(tmp_path: Path) -> None:
    lines = "if turn = 1: repeat 10001 times: add 1 to pot\nchoose one: gain 1 coin | wait"
    (tmp_path / "game.toml").write_text(game(lines))
    (tmp_path / "cards.csv").write_text(SHEET)
    Match(tmp_path, 1, 0).play(random.Random(0))


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("what", LINES)
def test_engine_and_referee_agree(what: str, players: int, tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(game(LINES[what]))
    (tmp_path / "cards.csv").write_text(SHEET)
    for deal in range(3):
        Match(tmp_path, players, deal).play(random.Random(deal))
