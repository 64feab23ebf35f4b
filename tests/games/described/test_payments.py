"""Payments in one good or another, and with another good for the rest."""

import random
from pathlib import Path

import pytest

from balance.engine.session import Session
from balance.errors import BalanceError, CardError
from balance.games.described.language.reading import read_description
from balance.games.described.language.writing import written
from balance.games.loading import load_game
from tests.games.described.against_referee import Match
from tests.games.described.said_back import check_that_it_reads_the_same

GAME = """name = "Payments"
players = [2, 3]
sheets = { cards = "cards.csv" }
each_player = { wood = 1, clay = 1, gold = 1, points = 0 }
shared = { pot = 3 }
turn = '''
LINES
choose one: gain 1 wood | gain 1 clay | gain 1 gold
'''
[zones]
market = { starts_with = "cards" }
built = { per_player = true }
[endings]
time = "after round when round = 5"
[score]
points = "points + 10 * number of cards in built"
"""
SHEET = "id,count,cost\nhut,9,1\nhouse,9,2\ncastle,9,5\n"


def write_game(folder: Path, lines: str) -> Path:
    """Write a game of these lines."""
    (folder / "game.toml").write_text(GAME.replace("LINES", lines))
    (folder / "cards.csv").write_text(SHEET)
    return folder


def first_choices(folder: Path) -> list[str]:
    """Return what the first player is offered first, as it is told."""
    game = load_game(str(folder), Path())
    table = game.build_table(game.options(), 2, {}, Path())
    session = Session(game, table, 5)
    session.begin(0, range(2))
    session.advance()
    assert game.narrator is not None
    narrator = game.narrator(table, ("You", "They"))
    count = int(session.state.num_choices)
    return [narrator.describe(session.state, index) for index in range(count)]


USUAL = ["gain 1 wood", "gain 1 clay", "gain 1 gold"]


@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        ("pay 1 wood or 1 clay", ["pay 1 wood", "pay 1 clay"]),
        ("pay 2 wood or 1 clay or 1 gold", ["pay 1 clay", "pay 1 gold"]),
        ("pay 2 wood or 1 clay", USUAL),  # who has but one choice is not asked
        ("choose one:\n  build: pay 2 wood or 2 clay\n  wait\n  sleep", ["wait", "sleep"]),
        ("choose one:\n  build: pay 1 wood or 1 clay; pay 1 wood; pay 1 clay\n  wait\n  sleep",
         ["wait", "sleep"]),
        ("choose one:\n  build: pay 1 wood or 1 clay; pay 1 clay\n  wait", ["build", "wait"]),
        ("pay 1 wood or 1 clay; pay 1 clay", USUAL),  # only wood leaves clay for the second
        ("choose one:\n  build: pay 2 wood, the rest in gold\n  wait", ["build", "wait"]),
        ("choose one:\n  build: pay 3 wood, the rest in gold\n  wait\n  sleep", ["wait", "sleep"]),
        ("choose one:\n  build: pay 2 wood, the rest in gold; pay 2 clay, the rest in gold\n"
         "  wait\n  sleep", ["wait", "sleep"]),
        ("choose a card from market: pay cost of it wood or cost of it gold; move it to built",
         ["pay 1 wood", "pay 1 gold"]),
        ("choose a card from market: pay cost of it wood, the rest in gold; move it to built",
         ["Hut from market", "House from market"]),
    ],
)  # fmt: skip
def test_a_choice_is_offered_if_it_can_be_paid_in_some_way(
    lines: str, offered: list[str], tmp_path: Path
) -> None:
    folder = write_game(tmp_path, lines)
    found = [text.replace("cost of it", "1") for text in first_choices(folder)]
    assert [text.replace("(", "").replace(")", "") for text in found] == offered
    check_that_it_reads_the_same(read_description(folder / "game.toml"))
    for players in (2, 3):
        for deal in range(3):
            Match(folder, players, deal).play(random.Random(deal))


def test_what_nobody_can_pay_takes_what_there_is_of_the_first(tmp_path: Path) -> None:
    Match(write_game(tmp_path, "pay 9 wood or 8 pot; gain 1 point"), 2, 0).play(random.Random(0))
    folder = write_game(tmp_path, "pay 9 wood or 8 clay; if wood = 0 and clay = 1: gain 1 point\n")
    assert first_choices(folder) == USUAL
    Match(folder, 2, 0).play(random.Random(0))


def test_a_payment_is_said_back_as_it_was_written(tmp_path: Path) -> None:
    write_game(
        tmp_path, "pay 1 wood or (wood + 1) clay of next player\npay 2 pot, the rest in gold"
    )
    said = written(read_description(tmp_path / "game.toml"))
    assert "  pay 1 wood or (wood + 1) clay of the next player" in said
    assert "  pay (smaller of 2 and pot) pot" in said
    check_that_it_reads_the_same(read_description(tmp_path / "game.toml"))


def test_a_price_is_in_the_good_of_which_the_rest_is_paid_in_another(tmp_path: Path) -> None:
    line = "choose a card from market: pay cost of it clay, the rest in gold; move it to built"
    game = load_game(str(write_game(tmp_path, line)), Path())
    cards = game.build_table(game.options(), 2, {}, Path()).cards
    assert [(card.price, card.paid_in) for card in cards] == [(1, "clay"), (2, "clay"), (5, "clay")]


def test_there_are_64_ways_to_pay_at_most(tmp_path: Path) -> None:
    pay = "pay 1 wood or 1 clay"
    for count in (6, 7):
        write_game(tmp_path, f"choose one:\n  build: {'; '.join([pay] * count)}\n  wait\n  sleep")
        if count == 6:
            assert first_choices(tmp_path) == ["wait", "sleep"]
        else:
            with pytest.raises(CardError, match="128 ways to pay for a choice; at most 64"):
                first_choices(tmp_path)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pay 1 wood or clay", "expected"),
        ("pay 1 wood or", "expected"),
        ("pay 1 wood, rest in stone", "expected wood, clay, gold, points or pot, not 'stone'"),
        ("pay 1 wood, the gold", "expected rest"),
    ],
)
def test_a_payment_that_is_not_understood_is_refused(
    line: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(BalanceError, match=reason):
        load_game(str(write_game(tmp_path, line)), Path())
