"""What the policy sees of the cards that it may buy, and how strong it is."""

import pytest

from balance.games.dominion import GAME
from balance.games.dominion.bots.policy import INPUTS
from balance.games.dominion.bots.policy_choices import Choice
from balance.games.dominion.bots.policy_position import Position
from balance.games.dominion.layout import Phase
from tests import policies
from tests.games.dominion.hands import Hands
from tests.policies import by_name, taught, win_rate

KINGDOM = "village smithy market workshop witch chapel festival gardens moat laboratory"


def seen(table):
    """Return the features of the position, those of each choice that are not 0, and its kind."""
    position, rows, kinds = policies.seen(GAME, INPUTS, table.state, table.table)
    offered = table.offered()
    kinds_of = dict(zip(offered, map(Choice, kinds.tolist()), strict=True))
    return position, by_name(INPUTS, rows, offered), kinds_of


def buying(coins, own="7C 3E", other="7C 3E"):
    """A table at which the first seat buys with so much."""
    table = Hands(KINGDOM).give(0, discard=own).give(1, discard=other)
    return table.start(phase=Phase.BUY, coins=coins, buys=1)


def test_a_card_is_seen_by_its_numbers_and_what_it_is_for():
    _, choices, kinds = seen(buying(5))
    new = {"one": 1, "first": 1, "last": 0.1}
    assert choices["witch"] == new | {"greedy": 1, "cost": 1, "cards": 2, "curses": 1}
    assert choices["laboratory"] == new | {"cost": 1, "cards": 2, "actions": 1}
    assert choices["chapel"] == new | {"cost": 0.4, "cleans": 1, "left": 0.75}
    assert choices["nothing"] == {"one": 1, "left": 1.25}
    assert (kinds["witch"], kinds["laboratory"]) == (Choice.TERMINAL, Choice.CANTRIP)
    assert (kinds["village"], kinds["D"]) == (Choice.VILLAGE, Choice.DUCHY)


def test_points_are_those_that_a_card_adds_now():
    _, choices, kinds = seen(buying(5))
    assert choices["D"]["points"] == pytest.approx(3 / 6)
    assert choices["gardens"]["points"] == pytest.approx(1 / 6)  # 11 cards with it
    assert kinds["gardens"] == Choice.OTHER


def test_the_last_province_is_seen_to_win_or_lose():
    for other, wanted in (("2P", "loses"), ("E", "wins")):
        table = buying(8, own="E", other=other)
        table.set_pile("P", 1)
        position, choices, _ = seen(table)
        assert {"wins", "loses"} & choices["P"].keys() == {wanted}
        assert position[Position.GAINS] == pytest.approx(1 / 8)


def test_what_the_cards_do_together_is_seen():
    position, _, _ = seen(buying(5, own="7C 3E 2smithy witch village"))
    assert position[Position.TERMINALS] == pytest.approx(3 / 5)
    assert position[Position.RELIEF] == pytest.approx(1 / 5)
    assert position[Position.DRAWS] == pytest.approx((3 + 3 + 2 + 1) / 10)
    assert position[Position.CURSERS] == pytest.approx(1 / 2)
    assert position[Position.LEAD] == 0


def test_the_policy_is_stronger_than_greedy():
    assert win_rate(GAME, "greedy", 2, 900) > 0.52  # about 56%, and 1,800 games: sd 1.1%


def test_it_plays_the_same_games_with_any_number_of_workers():
    one, two = (win_rate(GAME, "greedy", 2, 60, workers) for workers in (1, 2))
    assert one == two


def test_teaching_gives_the_same_network_for_any_number_of_workers():
    assert (taught(GAME, 1) == taught(GAME, 2)).all()
