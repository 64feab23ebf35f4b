"""What lies on cards in a zone: what is sayable, what a card loses, what is refused."""

import random
from pathlib import Path

import numpy as np
import pytest

from balance.errors import BalanceError, CardError
from balance.games.described.bots.value import ALL_ZONES, facts_for, value, write_position
from balance.games.described.language.reading import read_description
from balance.games.described.language.writing import written
from balance.games.described.services.invariants import Broken, check
from balance.games.described.table.prospects import feature_names
from balance.games.loading import load_game
from tests.games.described.against_referee import Match
from tests.games.described.said_back import check_that_it_reads_the_same
from tests.games.described.test_piles import session_of

GAME = """name = "Counters"
players = [2, 3]
sheets = { cards = "cards.csv" }
each_player = { coins = 0, hidden = { seen_by = "owner" } }
setup = "each player: move 1 boat from box to dock; move 1 mill from box to dock"
turn = '''
LINES
'''
[zones]
box = { starts_with = "cards" }
dock = { per_player = true, counters = ["goods", "damage"] }
yard = { counters = ["damage"] }
hand = { per_player = true, seen_by = "owner" }
[endings]
time = "after round when round = 3"
[score]
coins = "coins"
"""
SHEET = "id,count,cost,kind\nboat,5,2,ship\nmill,5,30,house\nraft,5,400,ship\n"
ASK = "choose one: wait | wait longer"


def write_game(folder: Path, lines: str) -> Path:
    """Write a game of these lines."""
    (folder / "game.toml").write_text(GAME.replace("LINES", lines))
    (folder / "cards.csv").write_text(SHEET)
    return folder


@pytest.mark.parametrize(
    ("lines", "coins"),
    [
        ("choose a card from dock where kind is ship:\n  put 3 goods on it\n"
         "  gain goods on it coins", 3),
        ("choose a card from dock where kind is ship: put 3 goods on it; take 1 goods from it; "
         "take 5 damage from it\ngain sum of goods in dock + sum of damage in dock coins", 2),
        ("choose a card from dock where kind is house: put 2 goods on it; move it to yard; "
         "put 1 damage on it in yard; move it from yard to dock\n"
         "gain sum of goods in dock + sum of damage in yard coins", 0),
        ("move 1 boat from box to dock\nchoose a card from dock where kind is ship: put 4 goods on "
         "it; move it to yard\ngain sum of goods in dock coins", 4),  # a copy is still there
        ("put 2 goods on each card in dock; put 5 goods on each card in dock where cost > 2\n"
         "gain highest goods in dock + 10 * lowest goods in dock coins", 27),
        ("put 2 goods on each card in dock; put 5 goods on each card in dock where goods > 1 and "
         "kind is ship\ngain sum of goods in dock where goods > 2 coins", 7),
        ("put 1 goods on each card in dock\nput 4 goods on each card in dock where kind is ship\n"
         "choose a card from dock where goods > 1: gain cost of it coins", 2),
        ("put 1 goods on each card in dock\ngain number of cards in dock where goods = 1 coins", 2),
        ("put 300 goods on each card in dock\ngain highest goods in dock coins", 250),
        ("put 1 goods on each card in dock; move all from dock to yard\n"
         "move all from yard to dock; gain sum of goods in dock coins", 0),
        ("put 1 goods on each card in dock of next player; pass dock left; pass dock left\n"
         "gain sum of goods in dock of next player + 5 * sum of goods in dock coins", 2),
        ("put 2 goods on each card in dock\nmove 1 raft from box to dock\n"
         "gain sum of goods in dock where cost > 100 coins", 0),
        ("use work of each card in dock\ngain sum of goods in dock coins", 12),
    ],
)  # fmt: skip
def test_what_lies_on_a_card_is_counted_until_it_leaves(
    lines: str, coins: int, tmp_path: Path
) -> None:
    said = f"if turn = 1:\n  {lines.replace(chr(10), chr(10) + '  ')}\n{ASK}"
    folder = write_game(tmp_path, said)
    if "use" in lines:
        effects = ["work", *["put 6 goods on it in dock"] * 3]
        rows = zip(SHEET.splitlines(), effects, strict=True)
        (folder / "cards.csv").write_text("".join(f"{row},{work}\n" for row, work in rows))
    _, session = session_of(folder)
    assert session.state.seats[0].numbers[0] == coins
    check_that_it_reads_the_same(read_description(folder / "game.toml"))
    for players in (2, 3):
        Match(folder, players, 1).play(random.Random(1))


def test_it_is_said_what_can_lie_on_cards_and_told_when_it_does(tmp_path: Path) -> None:
    lines = f"choose a card from dock where kind is ship: put 3 goods on it\n{ASK}"
    game, session = session_of(write_game(tmp_path, lines))
    said = written(read_description(tmp_path / "game.toml"))
    assert any("on each of whose cards goods and damage can lie" in line for line in said)
    assert any("put 3 goods on it in dock" in line for line in said)
    told = game.narrator(game.build_table(game.options(), 2, {}, Path()), ("Ann", "Ben"))
    before = session.state.copy()
    session.take(0)
    session.advance()
    assert "  Ben, dock: goods on Boat 0 to 3." in told.task(before, session.state)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("choose a card from box: put 1 goods on it", "expected in"),
        ("choose a card from box: put 1 goods on it in yard", "expected dock, not 'yard'"),
        ("put 1 goods on it", "expected each or a place where a card is chosen or in use"),
        ("put 1 coins on each card in dock", "expected goods or damage, not 'coins'"),
        ("gain goods on it coins", "there is no 'it' here, not 'it'"),
        ("gain sum of goods in yard coins", "expected dock, not 'yard'"),
        ("gain number of cards in yard where goods > 1 coins", "not 'goods'"),
        ("each player at once: put 1 goods on each card in dock", "others see dock before they"),
    ],
)
def test_what_cannot_lie_there_is_refused(lines: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BalanceError, match=reason):
        load_game(str(write_game(tmp_path, lines)), Path())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["damage"]', '["damage"], seen_by = "nobody"', "expected seen_by = 'all'"),
        ('["damage"]', '["cost"]', "'cost' is a column of a sheet, too"),
        ('["damage"]', '["coins"]', "counters.coins: there is also each_player.coins"),
    ],
)
def test_what_lies_on_cards_has_a_name_of_its_own(
    old: str, new: str, reason: str, tmp_path: Path
) -> None:
    folder = write_game(tmp_path, ASK)
    text = (folder / "game.toml").read_text().replace(f"yard = {{ counters = {old}",
                                                      f"yard = {{ counters = {new}")  # fmt: skip
    (folder / "game.toml").write_text(text)
    with pytest.raises(BalanceError, match=reason):
        load_game(str(folder), Path())


def test_too_many_things_on_cards_are_refused(tmp_path: Path) -> None:
    folder = write_game(tmp_path, ASK)
    many = ", ".join(f'"c{number}"' for number in range(9))
    text = (folder / "game.toml").read_text().replace('["damage"]', f"[{many}]")
    (folder / "game.toml").write_text(text)
    with pytest.raises(CardError, match="9 things that lie on the cards of a zone; at most 8"):
        session_of(folder)


def test_something_on_a_card_that_is_not_there_is_found(tmp_path: Path) -> None:
    _, session = session_of(write_game(tmp_path, f"put 1 goods on each card in dock\n{ASK}"))
    zone, state = session.tables[0].zones[1], session.state
    dealt = state.copy()
    assert check(dealt, state, session.tables[0]) == Broken.NOTHING
    assert state.cards[zone.counters : zone.counters + 3].tolist() == [1, 1, 0]
    state.cards[zone.counters + 2] = 1
    assert check(dealt, state, session.tables[0]) == Broken.COUNTERS


def test_bots_see_what_lies_on_a_players_own_cards(tmp_path: Path) -> None:
    lines = f"if turn = 1: put 3 goods on each card in dock\n{ASK}"
    game, session = session_of(write_game(tmp_path, lines))
    names = feature_names(read_description(tmp_path / "game.toml"))
    row = np.zeros(len(names))
    for seat, goods in ((0, 6), (1, -6)):
        write_position(session.state, session.tables[0], seat, row, ALL_ZONES)
        found = dict(zip(names, row.tolist(), strict=True))
        assert (found["goods_in_dock"], found["damage_in_dock"]) == (goods, 0)
    bot = game.bots["greedy"].at(2)
    assert bot.weights["early_goods_in_dock"] == 0
    weights = bot.with_weights({"early_goods_in_dock": 2.0}).numbers
    facts = facts_for(session.tables[0], weights)
    early = 1 - 1 / bot.weights["rounds"]
    assert value(session.state, session.tables[0], 0, weights, facts) == pytest.approx(12 * early)
    assert "own goods_in_dock" in game.bots["policy"].inputs.position
