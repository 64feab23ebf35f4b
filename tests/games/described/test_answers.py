"""Options that are choices themselves: each answer is an option."""

import random
from pathlib import Path
from typing import Any

import pytest

from balance.engine.session import Session
from balance.errors import BalanceError
from balance.games.described.language.reading import read_description
from balance.games.described.language.writing import written
from balance.games.described.services.never import never
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.described.against_referee import Match
from tests.games.described.said_back import check_that_it_reads_the_same
from tests.games.described.test_policy import seen_by, taught

GAME = """name = "Bids"
players = [2, 3]
sheets = { cards = "cards.csv" }
each_player = { coins = 2, bids = 0 }
shared = { last = 0 }
turn = '''
LINES
'''
[zones]
market = { starts_with = "cards" }
hand = { per_player = true }
[endings]
time = "after round when round = 3"
[score]
bids = "bids + coins"
"""
SHEET = "id,count,cost\nant,3,1\nbee,3,2\ncat,3,3\n"
BID = """choose one:
  choose a number from last + 1 to 4: set last to chosen number; gain 1 bid
  call: set last to 0"""
MIXED = """choose one:
  wait if coins > 5
  choose a card from market where cost is not 2:
    pay cost of it coins
    move it to hand
  choose a number from 1 to coins where chosen number is not 3:
    pay chosen number coins
    repeat 2 times: choose a card from hand, or not: move it to market
  choose another player who has coins > 0:
    lose 1 coin
    gain 1 coin of the next player
  take: gain 2 coins
gain 1 coin"""


def write_game(folder: Path, lines: str) -> Path:
    """Write a game of these lines."""
    (folder / "game.toml").write_text(GAME.replace("LINES", lines))
    (folder / "cards.csv").write_text(SHEET)
    return folder


def begun(folder: Path, players: int = 2) -> tuple[Any, Session, Any]:
    """Return a game, its first decision, and what tells of it."""
    game = load_game(str(folder), Path())
    table = game.build_table(game.options(), players, {}, Path())
    session = Session(game, table, 5)
    session.begin(0, range(players))
    session.advance()
    assert game.narrator is not None
    return game, session, game.narrator(table, ("Ann", "Ben", "Eve")[:players])


def test_all_answers_are_offered_at_one_decision(tmp_path: Path) -> None:
    _, session, narrator = begun(write_game(tmp_path, BID))
    offers = []
    for _ in range(3):
        count = int(session.state.num_choices)
        offers.append([narrator.describe(session.state, index) for index in range(count)])
        session.take(1 if count > 2 else count - 1)
        session.advance()
    most = ["1", "2", "3", "4", "call"]
    assert offers == [most, ["3", "4", "call"], most]


def test_cards_numbers_and_players_stand_beside_options(tmp_path: Path) -> None:
    folder = write_game(tmp_path, MIXED)
    _, session, narrator = begun(folder, 3)
    count = int(session.state.num_choices)
    assert [narrator.describe(session.state, index) for index in range(count)] == [
        "Ant from market", "1", "2", "Ben", "Eve", "take",
    ]  # fmt: skip
    check_that_it_reads_the_same(read_description(folder / "game.toml"))
    assert "    choose another player who has coins > 0:" in written(
        read_description(folder / "game.toml")
    )
    for players in (2, 3):
        for deal in range(6):
            Match(folder, players, deal).play(random.Random(deal))


@pytest.mark.parametrize("bot", ["greedy", "planner", "search", "policy"])
def test_bots_play_with_such_options(bot: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path, MIXED)
    taught(folder)
    scenario = {"name": "some", "game": str(folder), "bots": [bot, "random"], "games": 20}
    match = prepare(Scenario.model_validate(scenario).at(tmp_path / "s.toml")).cells[0].match
    records = Batches(match).play(0, 10)
    assert len(records) == 10
    assert not records["stopped"].any()


def test_the_policy_sees_of_each_answer_what_it_is(tmp_path: Path) -> None:
    game, session, _ = begun(write_game(tmp_path, MIXED), 3)
    _, choices = seen_by(game, session)
    kinds = [str(choice["kind"]).partition(" where")[0] for choice in choices]
    assert kinds == [
        "choose a card from market", *["choose a number from 1 to coins"] * 2,
        *["choose another player who has coins > 0"] * 2, "option",
    ]  # fmt: skip
    marked = [{name for name, value in choice.items() if value == 1.0} for choice in choices]
    assert any(name.endswith("|ant") or "ant|" in name or name == "ant" for name in marked[0])
    assert any("is the lowest" in name for name in marked[1])
    assert any("is the highest" in name for name in marked[2])
    assert any("the next player" in name for name in marked[3])
    assert any(name.startswith("take") for name in marked[5])


def test_an_option_that_nobody_can_answer_is_not_offered_and_counts_by_its_line(
    tmp_path: Path,
) -> None:
    lines = "choose one:\n  choose a number from 9 to 5: stop\n  wait\n  sleep"
    folder = write_game(tmp_path, lines.replace(": stop", ": gain 1 bid"))
    game, session, narrator = begun(folder)
    assert [narrator.describe(session.state, index) for index in range(2)] == ["wait", "sleep"]
    table = game.build_table(game.options(), 2, {}, Path())
    assert game.round_status is not None
    assert game.round_status.acts is not None
    assert game.round_status.acts.names(table) == ("choose a number from 9 to 5", "wait", "sleep")
    assert not [line for line in never(game, table) if "could choose" in line]


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("choose a number from 1 to 3, or not: gain 1 bid", "no 'or not' among options: write an"),
        ("choose a number from 1: gain 1 bid", "expected to, not ':'"),
        ("choose a card from sky: gain 1 bid", "market or hand, not 'sky'"),
        ("choose a card from market", "expected where, ',' or ':'"),
    ],
)
def test_an_option_that_is_no_choice_is_refused(option: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BalanceError, match=reason):
        load_game(str(write_game(tmp_path, f"choose one:\n  {option}\n  wait")), Path())
