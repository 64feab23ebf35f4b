"""What a ban, a price of one's own, a gift and coins change of the rules, and what they leave."""

from pathlib import Path

import pytest

from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import COPPER, CURSE, Decision, Phase
from balance.games.dominion.rules.setup import set_handicap
from balance.games.dominion.services.experiments import apply_handicap
from balance.games.dominion.table.options import Options
from tests.games.dominion.hands import CODES, Hands, cards
from tests.games.dominion.names import counted


def buying(coins, kingdom="", banned="", surcharged="", surcharge=0, seat=0, empty="", **keys):
    """Return a table at which a seat buys, of which seat 0 bears the handicap."""
    table = Hands(kingdom).give(0, **keys)
    bear(table, banned, surcharged, surcharge)
    if empty:
        table.set_pile(empty, 0)
    return table.start(seat, Phase.BUY, buys=2, coins=coins)


def bear(table, banned="", surcharged="", surcharge=0):
    """Let seat 0 bear a handicap."""
    player = table.state.seats[0]
    for code in banned.split():
        player.banned |= 1 << CODES.index(code)
    if surcharged:
        player.surcharged, player.surcharge = CODES.index(surcharged), surcharge


def begun(**handicap):
    """Begin a game in which the entry in seat 1 bears a handicap, up to the first decision."""
    game_table = GAME.build_table(Options(extra_coins=(3, 5)), 2, {}, Path())
    session = Session(GAME, apply_handicap(game_table, 0, Handicap(**handicap)), 1)
    session.begin(0, (1, 0))
    session.advance()
    return session


def end_turn(session):
    """Play and buy nothing until it is another seat's turn."""
    state, seat = session.state, int(session.state.active)
    while state.active == seat:
        nothing = 0 if state.decision == Decision.BUY else int(state.num_choices) - 1
        session.take(nothing)
        session.advance()


@pytest.mark.rule("D3.5")
def test_what_is_banned_is_not_for_sale_and_all_else_is():
    assert buying(3).offered() == ["nothing", *"CSEX"]
    assert buying(3, banned="S").offered() == ["nothing", *"CEX"]
    assert buying(3, banned="S C").offered() == ["nothing", *"EX"]
    assert buying(3, banned="S", empty="E").offered() == ["nothing", *"CX"]
    assert buying(3, banned="S", seat=1).offered() == ["nothing", *"CSEX"]


@pytest.mark.rule("D3.5")
@pytest.mark.rule("D5.4")
@pytest.mark.parametrize(
    ("surcharge", "coins", "is_sold"),
    [(1, 3, False), (1, 4, True), (2, 4, False), (2, 5, True), (-1, 1, False), (-1, 2, True)],
)
def test_one_card_costs_more_or_less(surcharge, coins, is_sold):
    table = buying(coins, surcharged="S", surcharge=surcharge)
    others = [card for card, cost in zip("CEX", (0, 2, 0), strict=True) if cost <= coins]
    assert [card for card in table.offered() if card in "CEX"] == others
    assert ("S" in table.offered()) == is_sold
    if is_sold:
        table.choose("S")
        assert table.numbers == (1, 1, 0)
        assert table.discard() == cards("S")


@pytest.mark.rule("D3.5")
def test_other_cards_cost_what_they_did():
    table = buying(4, surcharged="S", surcharge=1)
    table.choose("E")
    assert table.numbers == (1, 1, 2)
    assert buying(3, surcharged="S", surcharge=1, seat=1).offered() == ["nothing", *"CSEX"]


@pytest.mark.rule("D5.4")
def test_no_card_costs_less_than_nothing():
    table = buying(0, surcharged="S", surcharge=-5)
    assert table.offered() == ["nothing", *"CSX"]
    table.choose("S")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D5.4")
def test_a_copper_may_have_a_price():
    assert buying(0, surcharged="C", surcharge=1).offered() == ["nothing", "X"]
    table = buying(1, surcharged="C", surcharge=1)
    table.choose("C")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D5.4")
@pytest.mark.rule("D12.4")
def test_a_price_of_ones_own_goes_on_top_of_what_a_princess_leaves():
    keys = {"kingdom": "tournament", "surcharged": "E", "surcharge": 1, "play": "princess"}
    assert "E" not in buying(0, **keys).offered()
    table = buying(1, **keys)
    table.choose("E")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D5.2")
def test_what_is_banned_cannot_be_chosen_to_be_gained():
    table = Hands("workshop").give(0, "workshop")
    bear(table, "S")
    table.start()
    table.choose("workshop")
    assert table.asked == Decision.GAIN
    assert table.offered() == ["C", "E", "X", "workshop"]


@pytest.mark.rule("D5.2")
def test_a_price_of_ones_own_is_for_what_is_bought():
    table = Hands("workshop").give(0, "workshop")
    bear(table, surcharged="S", surcharge=3)
    table.start()
    table.choose("workshop")
    assert "S" in table.offered()


@pytest.mark.rule("D10.24")
def test_a_banned_curse_comes_by_a_witch():
    table = Hands("witch").give(1, "witch", deck="2C")
    bear(table, "X")
    table.start(1)
    table.choose("witch")
    assert table.discard(0) == cards("X")


@pytest.mark.rule("D13.1")
def test_a_black_market_sells_nothing_that_is_banned():
    table = Hands("black_market").give(0, "black_market").set_market("village witch moat")
    bear(table, "moat")
    table.start(coins=1)
    table.choose("black_market")
    assert table.asked == Decision.MARKET_BUY
    assert table.offered() == ["nothing", "village"]


@pytest.mark.rule("D13.1")
@pytest.mark.parametrize(("coins", "is_sold"), [(1, False), (2, True)])
def test_a_black_market_asks_for_the_price_of_ones_own(coins, is_sold):
    table = Hands("black_market").give(0, "black_market").set_market("village witch hamlet")
    bear(table, surcharged="village", surcharge=1)
    table.start(coins=coins)
    table.choose("black_market")
    assert table.asked == Decision.MARKET_BUY
    assert ("village" in table.offered()) == is_sold
    if is_sold:
        table.choose("village")
        assert table.numbers[2] == 0


@pytest.mark.rule("D1.3")
@pytest.mark.parametrize(("card", "code"), [("copper", "C"), ("gold", "G"), ("curse", "X")])
def test_a_gift_is_one_card_more_to_begin_with(card, code):
    state = begun(card=card, is_gift=True).state
    for seat, gift in enumerate(("", code)):
        player, deck = state.seats[seat], state.decks[seat]
        assert counted(player.owned) == cards("7C 3E") + cards(gift)
        assert player.num_owned == 10 + len(gift)
        assert player.num_hand == 5
        assert player.num_deck + player.num_top == 5 + len(gift)
        assert counted(player.hand + deck) == cards("7C 3E") + cards(gift)
    assert (state.piles[COPPER], state.piles[CURSE]) == (46, 10)


@pytest.mark.rule("D1.3")
@pytest.mark.parametrize("code", ["C", "G", "X"])
def test_a_gift_lies_in_the_draw_pile(code):
    table = Hands().give(0, deck="E")
    table.table.handicaps[0].gift = 1 + CODES.index(code)
    set_handicap(table.state, table.table, 0)
    assert table.owned() == cards("E") + cards(code)
    assert table.under() == cards(code)


@pytest.mark.rule("D3.2")
def test_coins_of_a_handicap_come_on_top_of_those_of_the_seat():
    table = Hands()
    table.state.seats[1].extra_coins = 3
    table.table.handicaps[0].coins = 2
    set_handicap(table.state, table.table, 1)
    assert table.state.seats[1].extra_coins == 5
    assert table.state.seats[0].extra_coins == 0


@pytest.mark.rule("D1.3")
@pytest.mark.rule("D3.2")
def test_coins_of_the_first_turn():
    session = begun(goods={"coins": 2})
    state = session.state
    seen = []
    for _ in range(4):
        seen.append((int(state.active), int(state.coins)))
        end_turn(session)
    assert seen == [(0, 3), (1, 7), (0, 0), (1, 0)]
