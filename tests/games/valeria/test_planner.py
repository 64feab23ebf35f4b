"""The planner looks through its whole turn; its styles play as they are called."""

import numpy as np
import pytest

from balance.engine.layout import NOBODY
from balance.games.valeria import GAME
from balance.games.valeria.layout import Decision, Kind
from balance.runner.batches import Batches
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.valeria.board import Board
from tests.games.valeria.referee.sheets import DATA

STYLES = {"hunter": Kind.MONSTER, "builder": Kind.DOMAIN, "engine": Kind.CITIZEN}


def asked(board: Board, seat: int = 0, **others: float) -> str:
    """The choice of a planner to whom only points and the Duke are worth anything."""
    planner = GAME.bots["planner"]
    named = dict.fromkeys(planner.weights, 0.0)
    named |= {
        f"{name}_{time}": 1.0 for name in ("points", "duke") for time in ("late", "middle", "early")
    }
    named |= {"rounds": 10.0, "budget": 300.0} | others
    view = board.session.view(seat)
    stream = np.ones(2, np.uint64)
    index = planner.choose(view[0], board.table, seat, np.array(list(named.values())), stream)
    return board.offered()[index]


def test_it_takes_what_lets_it_have_the_better_card_next() -> None:
    board = Board(seats=2)
    board.uncover("goblin_king")  # 4 points for 6 strength
    board.give(0, strength=5)
    board.act()
    assert not board.may("slay goblin_king")
    assert asked(board) == "gain strength"
    board.choose("gain strength")
    assert asked(board) == "slay goblin_king"


def test_it_slays_what_it_can_and_goes_on() -> None:
    board = Board(seats=2)
    board.give(0, strength=3, magic=0)
    board.act()
    assert board.may("slay goblin")
    assert asked(board).startswith("slay")
    board.choose(asked(board))
    assert asked(board).startswith(("slay", "gain"))


def test_it_pays_so_that_it_can_go_on() -> None:
    board = Board(seats=2)
    board.give(0, gold=30, strength=6, magic=6)
    board.act()
    first = asked(board)
    board.choose(first)
    while board.asked[0] == Decision.PAY:
        board.choose(asked(board))
    second = asked(board)
    assert second != first
    assert not second.startswith("gain")


def matches(bots: list[str], games: int = 200):
    values = {"name": "styles", "game": "valeria", "seed": 3, "games": games, "bots": bots}
    scenario = Scenario.model_validate(values).at(DATA / "test.toml")
    match = prepare(scenario).cells[0].match
    return match, Batches(match).play(0, games)


@pytest.mark.parametrize("style", STYLES)
def test_a_style_takes_more_of_its_kind_than_the_planner(style: str) -> None:
    match, records = matches([style, "planner"])
    table = match.game_table.array[0]
    kinds = table.cards["kind"][: records["taken"].shape[2]]
    mine = records["lineup"][:, :2] == 0
    taken = records["taken"][:, :2][:, :, kinds == STYLES[style]].sum(axis=2)
    assert taken[mine].mean() > taken[~mine].mean() + 0.3


def test_a_chaser_gets_more_out_of_its_duke() -> None:
    _, records = matches(["chaser", "planner"])
    mine = records["lineup"][:, :2] == 0
    assert (records["kept"][:, :2] != NOBODY).all()
    points = records["fulfilled"][:, :2]
    assert points[mine].mean() > points[~mine].mean()


def test_styles_are_the_planner_with_something_added() -> None:
    planner = GAME.bots["planner"]
    for name in (*STYLES, "chaser", "denier"):
        bot = GAME.bots[name]
        assert list(bot.weights) == list(planner.weights)
        for players in GAME.seats:
            changed = [
                key
                for key, weight in bot.at(players).weights.items()
                if weight != planner.at(players).weights[key]
            ]
            assert 3 <= len(changed) <= 12, name


def test_it_beats_greedy() -> None:
    _, records = matches(["planner", "greedy"], 400)
    mine = records["lineup"][:, :2] == 0
    assert records["wins"][:, :2][mine].mean() / 60 > 0.6
