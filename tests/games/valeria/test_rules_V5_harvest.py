"""The Harvest Phase (V5), with the worked examples E7 to E26 and E82."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

HERALD = {"starter_herald: 1 gold", "starter_herald: 1 strength", "starter_herald: 1 magic"}
CONSOLATION = {"consolation: 1 gold", "consolation: 1 strength", "consolation: 1 magic"}
ALL_TEN = "cleric merchant mercenary archer peasant knight rogue champion paladin butcher"


@pytest.mark.rule("E7")
@pytest.mark.rule("V5.1")
def test_the_two_dice_and_their_sum_activate_once_each():
    board = Board()
    board.give(0, ALL_TEN)
    board.roll(0, 3, 5)
    # Mercenary 1 s + 1 g, the Peasant and the Starter Peasant 1 g each, Champion 4 s
    assert board.goods(0) == (3, 5, 0, 0)
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V5.5")
def test_gains_that_count_own_cards_come_once_and_are_not_asked_about():
    board = Board(citizens="blacksmith")
    assert not board.table.harvest_moves
    board.give(0, "blacksmith archer*2")
    board.roll(0, 2, 4)
    # Archers 2 s each, the Starter Knight (6) 1 s; the Blacksmith 1 g for each Archer
    assert board.asked == (Decision.ACTION, 0)
    assert board.goods(0) == (2, 5, 0, 0)


@pytest.mark.rule("E8")
@pytest.mark.rule("V5.3")
def test_every_copy_of_a_card_is_activated_also_for_an_inactive_player():
    board = Board()
    board.give(1, "archer*2")
    board.roll(0, 4, 3)
    board.choose("done")
    assert board.asked == (
        Decision.HARVEST,
        2,
    )  # the Herald leaves out seat 1
    assert board.goods(1) == (0, 2, 0, 0)


@pytest.mark.rule("E9")
@pytest.mark.rule("V5.2")
@pytest.mark.parametrize(("edition", "asked"), [("second", 0), ("first", 1)])
def test_doubles_activate_the_number_on_the_dice_twice(edition, asked):
    board = Board(edition=edition)
    board.give(0, "archer*3")
    board.roll(0, 4, 4)
    assert board.goods(0) == (0, 12, 0, 0)
    assert board.asked == (Decision.HARVEST, asked)  # the Herald of seat 0 in the second edition
    if edition == "second":
        assert set(board.offered()) == {"done"} | HERALD
        board.choose("starter_herald: 1 magic")
        assert board.goods(0) == (0, 12, 1, 0)
    assert board.asked == (Decision.HARVEST, 1)


@pytest.mark.rule("E10")
@pytest.mark.rule("R1")
@pytest.mark.rule("V5.2")
@pytest.mark.parametrize(("twice", "strength"), [(False, 8), (True, 12)])
def test_the_sum_of_doubles_counts_once(twice, strength):
    board = Board(switches={"doubles_sum_twice": twice})
    board.give(0, "archer champion")
    board.roll(0, 4, 4)
    assert board.goods(0) == (0, strength, 0, 0)
    board.choose("starter_herald: 1 gold")
    assert board.asked == (Decision.HARVEST, 1)


@pytest.mark.rule("E11")
@pytest.mark.rule("V5.5")
@pytest.mark.parametrize("everything", [False, True])
def test_a_sum_up_to_six_activates_and_what_it_gives_can_be_spent_at_once(everything):
    board = Board(citizens="monk", ask_everything=everything)
    board.give(1, "monk")
    board.roll(0, 1, 4)
    board.until(Decision.HARVEST, 1)
    if everything:
        assert board.offered() == ["done", "starter_peasant: 1 gold"]
        board.choose("starter_peasant")
    assert board.offered() == ["done", "monk: 1 gold -> 2 magic"]
    board.choose("monk")
    assert board.goods(1) == (0, 0, 2, 0)


@pytest.mark.rule("E12")
@pytest.mark.rule("V5.6")
def test_the_thief_comes_before_all_others():
    board = Board(citizens="thief")
    board.give(0, "thief")
    board.give(1, "peasant*2", gold=1)
    board.roll(0, 2, 5)
    assert board.asked == (Decision.STEAL_FIRST, 0)
    board.choose("thief: steal 3 gold")
    assert set(board.offered()) == {"steal nothing", "steal 1 gold from 1"}
    assert board.goods(0).gold == 0  # nobody has harvested yet
    board.choose("steal 1 gold from 1")
    assert board.goods(0).gold == 1 + 1  # and the Starter Peasant
    assert board.goods(1).gold == 3


@pytest.mark.rule("V5.6")
@pytest.mark.rule("V5.8")
def test_a_herald_that_steals_does_so_before_anybody_harvests():
    board = Board(edits={"starters.starter_herald.effect_inactive": "steal 1 gold"})
    board.give(0, gold=1)
    board.roll(0, 5, 5)  # doubles; the Starter Peasants bring 2 gold each in the harvest
    assert board.asked == (Decision.STEAL_FIRST, 1)
    board.choose("starter_herald: steal 1 gold", "steal 1 gold from 0")
    assert board.asked == (Decision.STEAL_FIRST, 2)
    board.choose("starter_herald: steal 1 gold")
    assert set(board.offered()) == {"steal nothing", "steal 1 gold from 1"}  # nobody has more yet
    board.choose("steal 1 gold from 1")
    board.until(Decision.HARVEST, 0)  # its own Herald does not steal
    assert set(board.offered()) == {"done", *HERALD}


@pytest.mark.rule("E13")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V19")
@pytest.mark.rule("R23")
@pytest.mark.parametrize(("good", "most"), [("gold", 2), ("magic", 3)])
def test_the_thief_takes_one_kind_as_much_as_is_there(good, most):
    board = Board(citizens="thief")
    board.give(0, "thief")
    board.give(1, gold=2, magic=5)
    board.roll(0, 6, 1)
    board.choose(f"thief: steal 3 {good}")
    amounts = {f"steal {amount} {good} from 1" for amount in range(1, most + 1)}
    assert set(board.offered()) == {"steal nothing"} | amounts
    board.choose(f"steal {most} {good} from 1")
    assert board.asked == (Decision.ACTION, 0)  # the Thief is used up


@pytest.mark.rule("E14")
@pytest.mark.rule("V5.6")
def test_two_thieves_choose_victim_and_kind_anew():
    for victim, good, most in ((2, "magic", 2), (1, "gold", 1)):
        board = Board(citizens="thief")
        board.give(0, "thief*2")
        board.give(1, gold=4)
        board.give(2, magic=2)
        board.roll(0, 6, 1)
        board.choose("thief: steal 3 gold", "steal 3 gold from 1", f"thief: steal 3 {good}")
        assert not board.may(f"steal {most + 1} {good}")
        board.choose(f"steal {most} {good} from {victim}")
        assert board.goods(0)[:3:2] == (3 + most * (good == "gold"), most * (good == "magic"))


@pytest.mark.rule("E82")
@pytest.mark.rule("V5.6")
@pytest.mark.parametrize("first", ["thief: steal 3 gold", "done"])
def test_a_thief_that_comes_too_early_is_lost(first):
    board = Board(citizens="thief", ask_everything=True)
    board.give(0, "thief")
    board.give(1, "peasant*2")
    board.roll(0, 2, 5)
    board.choose(first)
    assert board.asked == (Decision.HARVEST, 0)
    assert board.offered() == ["done", "starter_peasant: 1 gold"]
    board.choose("starter_peasant")
    assert board.asked == (Decision.HARVEST, 1)
    board.choose("peasant", "peasant", "starter_peasant")
    assert board.goods(1).gold == 3
    board.until(Decision.ACTION)
    assert board.goods(0).gold == 1


@pytest.mark.rule("E15")
@pytest.mark.rule("V5.7")
@pytest.mark.rule("V5.8")
@pytest.mark.parametrize(
    ("edition", "card", "offered"),
    [("second", "starter_herald", HERALD), ("first", "consolation", CONSOLATION)],
)
def test_who_has_no_activation_gets_a_resource_of_choice(edition, card, offered):
    board = Board(edition=edition)
    board.roll(0, 1, 2)
    board.until(Decision.HARVEST, 1)
    assert set(board.offered()) == {"done"} | offered
    board.choose(f"{card}: 1 magic")
    assert board.goods(1) == (0, 0, 1, 0)
    assert board.asked == (Decision.HARVEST, 2)


@pytest.mark.rule("E16")
@pytest.mark.rule("V5.9")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_what_cannot_be_paid_is_activated_all_the_same(edition):
    board = Board(edition=edition, citizens="monk")
    board.give(1, "monk")
    board.roll(0, 1, 3)
    board.choose("done")
    assert board.asked == (Decision.HARVEST, 2)  # seat 1 was not asked
    assert board.goods(1) == (0, 0, 0, 0)


@pytest.mark.rule("E17")
@pytest.mark.rule("R26")
@pytest.mark.rule("V5.8")
def test_doubles_activate_the_herald_whatever_else_was_activated():
    board = Board(citizens="monk")
    board.give(1, "monk")
    board.roll(0, 1, 1)
    board.until(Decision.HARVEST, 1)
    assert set(board.offered()) == {"done"} | HERALD
    board.choose("starter_herald: 1 gold")
    assert board.offered() == ["done", "monk: 1 gold -> 2 magic"]
    board.choose("monk")
    assert board.goods(1) == (0, 0, 2, 0)
    assert board.asked == (Decision.HARVEST, 2)


@pytest.mark.rule("E18")
@pytest.mark.rule("V5.7")
@pytest.mark.rule("V5.8")
def test_doubles_without_activation_activate_the_herald_twice_but_console_once():
    board = Board()
    board.roll(1, 2, 2)
    assert board.asked == (Decision.HARVEST, 1)
    board.choose("starter_herald: 1 gold", "starter_herald: 1 strength")
    assert board.goods(1) == (1, 1, 0, 0)
    board = Board(edition="first")
    board.roll(1, 2, 2)
    board.choose("consolation: 1 strength")
    assert board.asked == (Decision.HARVEST, 2)
    assert board.goods(1) == (0, 1, 0, 0)


@pytest.mark.rule("E19")
@pytest.mark.rule("R2")
@pytest.mark.rule("V5.9")
def test_starters_keep_the_second_activation_of_the_herald_away():
    board = Board()
    board.roll(0, 3, 3)
    assert board.goods(0) == (0, 1, 0, 0)
    board.choose("starter_herald: 1 magic")
    assert board.goods(0) == (0, 1, 1, 0)
    assert board.asked == (Decision.HARVEST, 1)
    board = Board(edition="first")
    board.roll(0, 3, 3)
    assert board.asked == (Decision.ACTION, 0)
    assert [board.goods(seat) for seat in range(3)] == [(0, 1, 0, 0)] * 3


@pytest.mark.rule("E20")
@pytest.mark.rule("V5.1")
def test_a_double_five_activates_the_starter_peasant_twice():
    board = Board()
    board.roll(0, 5, 5)
    assert board.goods(0) == (2, 0, 0, 0)
    board.choose("starter_herald: 1 gold")
    assert board.goods(0) == (3, 0, 0, 0)
    assert board.asked == (Decision.HARVEST, 1)


@pytest.mark.rule("E21")
@pytest.mark.rule("V19")
@pytest.mark.rule("V18.4")
def test_the_butcher_counts_citizen_workers_not_the_starter_peasant():
    board = Board()
    board.give(0, "butcher peasant*2 merchant knight*3")
    board.roll(0, 6, 6)
    assert board.goods(0) == (8, 8, 0, 0)
    board.choose("starter_herald: 1 magic")
    assert board.goods(0) == (8, 8, 1, 0)


@pytest.mark.rule("E22")
@pytest.mark.rule("R34")
@pytest.mark.rule("V1.5")
@pytest.mark.rule("V5.4")
@pytest.mark.rule("V18.4")
def test_the_warlord_counts_by_role_or_by_name():
    board = Board(citizens="warlord")
    for seat in (0, 1):
        board.give(seat, "knight*2 archer warlord")
    board.roll(0, 3, 5)
    board.until(Decision.ACTION)
    assert board.goods(0) == (1, 4, 0, 0)
    assert board.goods(1) == (1, 3, 0, 0)


@pytest.mark.rule("E23")
@pytest.mark.rule("V5.5")
@pytest.mark.parametrize(
    ("domains", "gold"),
    [("palace_of_the_dawn eye_of_asteraten", 3), ("palace_of_the_dawn", 2), ("", 1)],
)
def test_the_miner_counts_domains_for_the_active_player(domains, gold):
    board = Board(citizens="miner")
    for seat in (0, 1):
        board.give(seat, f"miner {domains}")
    board.roll(0, 6, 6)
    if domains:
        assert board.asked == (Decision.DICE, 0)
    board.until(Decision.ACTION)
    assert board.goods(0).gold == gold
    assert board.goods(1).gold == 4


@pytest.mark.rule("E24")
@pytest.mark.rule("V5.2")
def test_an_exchange_on_the_sum_of_doubles_is_made_once():
    board = Board()
    board.give(1, "paladin", strength=5)
    board.roll(0, 5, 5)
    board.until(Decision.HARVEST, 1)
    board.choose("paladin: 1 strength -> 3 magic")
    assert set(board.offered()) == {"done"} | HERALD
    board.choose("starter_herald: 1 gold")
    assert board.goods(1) == (3, 4, 3, 0)
    assert board.asked == (Decision.HARVEST, 2)


@pytest.mark.rule("E25")
@pytest.mark.rule("V5.5")
@pytest.mark.rule("V19")
def test_the_alchemist_exchanges_twice_on_a_double_three():
    board = Board(citizens="alchemist")
    board.give(1, "alchemist", magic=1)
    board.roll(0, 3, 3)
    board.until(Decision.HARVEST, 1)
    exchange = "alchemist: 1 magic -> 2 gold"
    board.choose("starter_herald: 1 magic", exchange, exchange)
    assert board.goods(1) == (4, 1, 0, 0)
    assert board.asked == (Decision.HARVEST, 2)


@pytest.mark.rule("E26")
@pytest.mark.rule("V5.5")
def test_one_activation_can_pay_for_the_next():
    board = Board(citizens="alchemist", ask_everything=True)
    board.give(0, "merchant alchemist")
    board.roll(0, 2, 3)
    assert not board.may("alchemist")
    board.choose("merchant: 2 gold", "alchemist: 1 gold -> 3 magic")
    assert board.goods(0) == (1, 0, 3, 0)
    board.choose("starter_peasant")
    assert board.goods(0) == (2, 0, 3, 0)


@pytest.mark.rule("V5.5")
def test_the_activations_of_one_card_need_not_follow_each_other_nor_be_used():
    board = Board(citizens="alchemist")
    board.give(0, "merchant*2 alchemist")
    board.roll(0, 2, 3)
    board.choose("merchant: 2 magic", "alchemist: 1 gold", "merchant: 2 gold")
    assert board.goods(0) == (2, 0, 5, 0)
    board = Board()
    board.give(0, "merchant*2")
    board.roll(0, 2, 6)
    board.choose("merchant: 2 magic", "done")
    assert board.goods(0) == (0, 1, 2, 0)


@pytest.mark.rule("V5.6")
@pytest.mark.rule("R33")
def test_those_who_steal_do_so_one_after_the_other_from_the_active_player_on():
    edits = {"citizens.rogue.effect_active": "steal 1 gold"}
    board = Board(edits=edits | {"citizens.rogue.effect_inactive": "steal 1 gold"})
    for seat in range(3):
        board.give(seat, "rogue", gold=1)
    board.roll(1, 6, 1)
    for seat, victim in ((1, 2), (2, 0), (0, 1)):
        assert board.asked == (Decision.STEAL_FIRST, seat)
        board.choose("rogue: steal 1 gold", f"steal 1 gold from {victim}")
    assert [board.goods(seat).gold for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("V5.10")
def test_single_cards_are_activated_as_often_as_36_rolls_say():
    board = Board()
    names = ALL_TEN.split()
    expected = [12, 13, 14, 15, 16, 17, 6, 5, 7, 3]
    once = [11, 12, 13, 14, 15, 16, 6, 5, 7, 3]
    for name, times, rolls in zip(names, expected, once, strict=True):
        answers = [_times(board, roll, name) for roll in range(36)]
        assert sum(answers) == times
        assert sum(answer > 0 for answer in answers) == rolls
        assert board.table.cards[board.rows[name]].chance * 36 == pytest.approx(times)


@pytest.mark.rule("V5.10")
@pytest.mark.rule("R2")
@pytest.mark.parametrize(("block", "rolls"), [(True, 9), (False, 36)])
def test_peasant_and_knight_starters_leave_a_quarter_of_the_rolls_without_activation(block, rolls):
    consoled = 0
    for first in range(1, 7):
        for second in range(1, 7):
            switches = {"starters_block_consolation": block}
            board = Board(seats=2, edition="first", switches=switches)
            board.roll(0, first, second)
            consoled += board.asked == (Decision.HARVEST, 0)
    assert consoled == rolls


def _times(board: Board, roll: int, name: str) -> int:
    """Return how often a roll (0 to 35) activates a card."""
    answers = board.table.answers[roll]
    cards = list(answers.cards[: answers.num_answers])
    row = board.rows[name]
    return int(answers.times[cards.index(row)]) if row in cards else 0
