"""The turn (D3): Action phase, Buy phase, clean-up, with W1 to W9, W26 and W60."""

import pytest

from balance.engine.agenda import push
from balance.games.dominion.layout import Decision, Phase, Task
from tests.games.dominion.hands import Hands, cards


@pytest.mark.rule("W1")
@pytest.mark.rule("D3.3")
@pytest.mark.rule("D3.4")
def test_a_smithy_ends_the_action_phase():
    table = Hands("smithy village").give(0, "smithy C", deck="village 2C E").start()
    assert table.asked == Decision.ACTION
    table.choose("smithy")
    assert table.hand() == cards("village 3C")
    assert table.numbers == (0, 1, 0)
    assert table.asked == Decision.TREASURE  # the Village cannot be played


@pytest.mark.rule("W2")
@pytest.mark.rule("D3.3")
@pytest.mark.rule("D3.4")
def test_village_smithy_woodcutter():
    table = Hands("smithy village woodcutter")
    table.give(0, "village smithy", deck="E C woodcutter C S").start()
    table.choose("village")
    assert table.numbers == (2, 1, 0)
    assert table.hand() == cards("smithy E")
    table.choose("smithy")
    assert table.numbers == (1, 1, 0)
    assert table.hand() == cards("E 2C woodcutter")
    table.choose("woodcutter")
    assert table.numbers == (0, 2, 2)
    assert table.in_play() == cards("village smithy woodcutter")
    assert table.state.phase == Phase.BUY


@pytest.mark.rule("W3")
@pytest.mark.rule("D10.11")
def test_two_terminals():
    table = Hands("workshop militia").give(0, "workshop militia").give(1, "3C 2E").start()
    table.choose("militia")
    assert table.numbers == (0, 1, 2)
    assert (table.asked, table.due_seat) == (Decision.DISCARD, 1)
    table.choose("E", "E")
    assert table.hand(1) == cards("3C")
    assert table.asked == Decision.BUY
    assert table.hand() == cards("workshop")
    table.give(0, "workshop", deck="5C", play="militia")
    table.choose("nothing")
    assert table.discard() == cards("workshop militia")


@pytest.mark.rule("W4")
@pytest.mark.rule("D3.5")
@pytest.mark.rule("D3.7")
def test_a_plain_buy():
    table = Hands().give(0, "3C", deck="5E").start()
    assert table.asked == Decision.TREASURE
    table.choose("all")
    assert table.numbers == (1, 1, 3)
    assert table.in_play() == cards("3C")
    table.choose("S")
    assert table.state.coins == table.state.buys == 0
    assert table.discard() == cards("S 3C")  # the Coppers in clean-up
    assert table.hand() == cards("5E")


@pytest.mark.rule("W5")
@pytest.mark.rule("D3.4")
def test_virtual_coins():
    table = Hands("militia mine").give(0, "militia 3C").start()
    table.choose("militia", "all")
    assert table.numbers == (0, 1, 5)
    table.choose("mine")
    assert table.state.coins == 0
    assert table.pile("mine") == 9


@pytest.mark.rule("W6")
@pytest.mark.rule("D3.6")
def test_two_buys_and_a_coin_lost():
    table = Hands("woodcutter market").give(0, "woodcutter 2C S", deck="5E").start()
    table.choose("woodcutter", "all")
    assert table.numbers == (0, 2, 6)
    table.choose("market")
    assert table.numbers == (0, 1, 1)
    table.choose("C")
    assert table.discard() == cards("woodcutter 3C S market")
    table.next_turn()
    table.end_turn()
    table.next_turn()
    table.choose("nothing")
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("W7")
@pytest.mark.rule("W8")
@pytest.mark.rule("D4.1")
def test_the_first_two_turns():
    hands = set()
    for deal in range(12):
        table = Hands("militia", deal=deal).give(0, "E 4C", deck="2E 3C")
        table.start(0, Phase.BUY)
        table.choose("all", "militia")
        assert table.discard() == cards("4C E militia")
        assert table.hand() == cards("2E 3C")
        assert not table.deck()  # no shuffle has happened
        table.next_turn()
        table.end_turn()
        table.next_turn()
        table.choose("all", "S")
        assert table.hand().total() == 5
        assert len(table.deck()) == 7
        assert not table.discard()
        assert table.owned() == cards("7C 3E militia S")
        hands.add(frozenset(table.hand().items()))
    assert len(hands) > 1


@pytest.mark.rule("W9")
@pytest.mark.rule("D10.11")
def test_the_third_turn():
    table = Hands("militia mine").give(0, "E 2C S militia").give(1, "5C").start()
    table.choose("militia")
    assert table.hand(1) == cards("3C")  # with 5 Coppers there is nothing to choose
    table.choose("all")
    assert table.numbers == (0, 1, 6)
    table.choose("mine")
    assert table.pile("mine") == 9
    assert table.next_seat == 1


@pytest.mark.rule("D3.1")
@pytest.mark.rule("D3.7")
def test_the_next_turn_begins_after_the_new_hand_is_drawn():
    table = Hands("village").give(0, "village C", deck="6E").start()
    assert table.state.phase == Phase.ACTION
    table.choose("nothing")
    assert table.state.phase == Phase.BUY
    table.choose("nothing", "nothing")
    assert table.state.phase == Phase.CLEAN_UP
    assert table.hand() == cards("5E")
    assert table.next_seat == 1


@pytest.mark.rule("D3.2")
def test_a_turn_begins_with_one_action_and_one_buy():
    table = Hands("festival", is_dealt=True)
    table.next_turn()
    assert table.numbers == (1, 1, 0)
    assert table.state.seats[0].turns == 1
    table.give(0, "festival G").start()
    table.choose("festival", "all")
    assert table.numbers == (2, 2, 5)
    table.end_turn()
    table.next_turn()
    assert table.numbers == (1, 1, 0)
    assert [int(table.state.seats[seat].turns) for seat in (0, 1)] == [1, 1]
    table.end_turn()
    table.next_turn()
    assert [int(table.state.seats[seat].turns) for seat in (0, 1)] == [2, 1]


@pytest.mark.rule("D3.3")
@pytest.mark.rule("D5.6")
def test_an_action_may_be_played_though_it_can_do_nothing():
    table = (
        Hands("moneylender remodel mine").give(0, "moneylender mine remodel").start(0, actions=3)
    )
    table.choose("moneylender", "mine", "remodel")
    assert table.in_play() == cards("moneylender mine remodel")
    assert table.numbers == (0, 1, 0)
    assert not table.trash()


@pytest.mark.rule("D3.3")
def test_one_may_stop_with_actions_left():
    table = Hands("smithy").give(0, "smithy C").start(0, actions=2)
    assert table.offered() == ["nothing", "smithy"]
    table.choose("nothing")
    assert table.asked == Decision.TREASURE
    assert table.numbers[0] == 2


@pytest.mark.rule("D3.3")
def test_without_an_action_there_is_no_action_phase():
    table = Hands("smithy").give(0, "C").start(0, actions=1)
    assert table.asked == Decision.TREASURE
    table.give(0, "smithy C").start(0, actions=0)
    assert table.asked == Decision.TREASURE


@pytest.mark.rule("D3.5")
@pytest.mark.rule("D15.3")
def test_treasures_may_be_kept_in_hand():
    table = Hands().give(0, "2C S", deck="5E").start(0, Phase.BUY)
    assert table.offered() == ["all", "C", "S", "nothing"]
    table.choose("C")
    assert table.numbers[2] == 1
    assert table.hand() == cards("C S")
    table.choose("S", "nothing")
    assert table.numbers[2] == 3
    assert table.asked == Decision.BUY


@pytest.mark.rule("D3.5")
def test_all_treasures_is_the_same_as_one_after_the_other():
    tables = []
    for play in (("all",), ("G", "C", "stash", "C", "diadem"), ("diadem", "C", "C", "stash", "G")):
        table = Hands("stash tournament").give(0, "2C G stash diadem E").start(0, Phase.BUY, 3)
        table.choose(*play)
        assert table.numbers == (3, 1, 2 + 3 + 2 + 2 + 3)
        assert table.asked == Decision.BUY
        tables.append((table.in_play(), table.hand(), table.numbers))
    assert tables[0] == tables[1] == tables[2]
    assert tables[0][:2] == (cards("2C G stash diadem"), cards("E"))


@pytest.mark.rule("D3.5")
@pytest.mark.rule("D11.10")
def test_a_horn_of_plenty_is_not_one_of_all():
    table = Hands("horn_of_plenty").give(0, "horn_of_plenty C S").start(0, Phase.BUY)
    assert set(table.offered()) == {"all", "C", "S", "horn_of_plenty", "nothing"}
    table.choose("all")
    assert table.hand() == cards("horn_of_plenty")
    assert table.offered() == ["horn_of_plenty", "nothing"]


@pytest.mark.rule("D3.5")
@pytest.mark.parametrize(
    ("coins", "affordable"),
    [(0, {"C", "X"}), (2, {"C", "X", "E", "moat"}), (3, {"C", "X", "E", "moat", "S"})],
)
def test_what_can_be_bought(coins, affordable):
    table = Hands("moat smithy").give(0).start(0, Phase.BUY, coins=coins)
    assert set(table.offered()) == affordable | {"nothing"}
    assert table.offered()[0] == "nothing"


@pytest.mark.rule("D3.5")
def test_a_card_that_costs_nothing_needs_a_buy_and_an_empty_pile_sells_nothing():
    table = Hands().give(0, deck="5E").set_pile("C", 0).start(0, Phase.BUY, buys=2)
    assert table.offered() == ["nothing", "X"]
    table.choose("X")
    assert table.numbers[1] == 1
    table.choose("X")
    assert table.discard() == cards("2X")
    assert table.next_seat == 1


@pytest.mark.rule("D3.5")
@pytest.mark.rule("D3.6")
def test_coins_may_be_split_over_several_buys():
    table = Hands("smithy").give(0, deck="5E").start(0, Phase.BUY, buys=4, coins=9)
    table.choose("S", "smithy")
    assert table.numbers == (1, 2, 2)
    table.choose("E")
    assert table.numbers == (1, 1, 0)
    table.choose("nothing")
    assert table.discard() == cards("S smithy E")


@pytest.mark.rule("W26")
def test_a_workshop_leaves_the_buy():
    table = Hands("workshop smithy").give(0, "workshop 3C", deck="5E").start()
    table.choose("workshop", "smithy", "all")
    assert table.numbers == (0, 1, 3)
    table.choose("S")
    assert table.discard() == cards("workshop smithy 3C S")


@pytest.mark.rule("W60")
@pytest.mark.rule("D3.5")
def test_no_treasure_after_a_buy():
    table = Hands("village").give(0, "2G C", deck="5E").start(0, Phase.BUY, buys=2)
    table.choose("G", "nothing")
    assert table.numbers == (1, 2, 3)
    table.choose("village")
    assert table.asked == Decision.BUY  # no more Treasures
    assert table.offered() == ["nothing", "C", "X"]
    table.choose("C")
    assert table.discard() == cards("2G 2C village")


@pytest.mark.rule("D3.7")
@pytest.mark.rule("D15.5")
@pytest.mark.parametrize("deck", ["", "C", "5C", "7C"])
def test_clean_up_discards_all_and_draws_five(deck):
    table = Hands("smithy", deal=3).give(0, "smithy 3E", deck=deck, play="2S G", discard="2D")
    table.start(0, Phase.BUY)
    table.choose("nothing")
    assert table.hand().total() == 5
    assert not table.in_play()
    owned = table.owned()
    assert owned == cards(f"smithy 3E 2S G 2D {deck}")
    assert table.hand().total() + len(table.deck()) + table.discard().total() == owned.total()
    if deck in ("5C", "7C"):
        assert table.hand() == cards("5C")
        assert table.discard() == cards("smithy 3E 2S G 2D")


@pytest.mark.rule("D3.7")
@pytest.mark.rule("D15.5")
def test_with_fewer_than_five_cards_all_are_drawn():
    table = Hands("smithy").give(0, "smithy E", play="C").start(0, Phase.BUY)
    table.choose("nothing")
    assert table.hand() == cards("smithy E C")
    assert not table.deck()
    assert not table.discard()


@pytest.mark.rule("D3.7")
@pytest.mark.rule("D7.5")
def test_horse_traders_stay_aside_in_clean_up():
    """Whoever attacks on his own turn has none aside, so the turn here is another one's."""
    table = Hands("militia horse_traders").give(0, "militia").give(1, "horse_traders 2C").start()
    table.choose("militia", "horse_traders")
    table.end_turn()
    assert table.aside(1) == 1
    assert table.owned(1) == cards("horse_traders 2C")


@pytest.mark.rule("D3.8")
@pytest.mark.rule("D8.1")
def test_whether_the_game_ends_is_seen_after_clean_up():
    table = Hands().give(0, "3E", deck="5C").set_pile("P", 0).start(0, Phase.BUY)
    assert not table.is_over
    table.choose("nothing")
    assert table.is_over
    assert table.hand() == cards("5C")
    assert table.discard() == cards("3E")


@pytest.mark.rule("D3.9")
def test_others_have_no_cards_in_play():
    table = Hands("militia village").give(0, "village militia").give(1, "4C village").start()
    table.choose("village", "militia", "C", "C")
    assert table.in_play() == cards("village militia")
    table.end_turn()
    table.next_turn()
    assert table.state.active == 1
    assert not table.in_play()
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D3.5")
@pytest.mark.parametrize("seat", [0, 1])
def test_who_can_buy_nothing_is_not_asked(seat):
    table = Hands("village").give(seat, "2E", deck="5C").set_pile("C", 0).set_pile("X", 0)
    table.start(seat, Phase.BUY, coins=1)
    assert not table.state.decision
    assert table.next_seat == 1 - seat
    assert table.hand(seat) == cards("5C")
    assert table.discard(seat) == cards("2E")


@pytest.mark.rule("D3.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_turn_that_begins_is_counted(seat):
    table = Hands().give(seat, "C")
    table.state.num_tasks = 0
    push(table.state, Task.TURN, seat, 0, 0)
    table.next_turn()
    assert (table.state.active, table.due_seat) == (seat, seat)
    assert table.state.turns == table.state.seats[seat].turns == 1
    assert table.numbers == (1, 1, 0)


@pytest.mark.rule("D3.3")
@pytest.mark.rule("D3.5")
def test_the_second_player_plays_and_buys_for_himself():
    table = Hands("village smithy").give(0, "3C").give(1, "village smithy C S", deck="E").start(1)
    table.choose("village")
    assert (table.asked, table.due_seat) == (Decision.ACTION, 1)
    table.choose("nothing")
    assert (table.asked, table.due_seat) == (Decision.TREASURE, 1)
    assert table.state.phase == Phase.BUY
    assert table.offered() == ["all", "C", "S", "nothing"]
    table.choose("C", "all")
    assert (table.asked, table.due_seat) == (Decision.BUY, 1)
    table.choose("S")
    assert table.next_seat == 0
    assert table.owned(1) == cards("village smithy C 2S E")
    assert table.hand() == cards("3C")
