"""Solo (V13): the phases and the Dark Lord's attacks, with E75 to E79, E81 and E84."""

from collections import Counter

import pytest

from balance.games.valeria.layout import DARK_LORD, Decision, Phase
from tests.games.valeria.board import Board, phases_of_a_turn

HARDER = {"solo_sum_attacks": True}
COLUMN_3 = (7, 12)  # its Citizen stacks


def solo(**options) -> Board:
    """Return a solo game that stops at the end of each turn."""
    board = Board(seats=1, **options)
    board.stops_after_turn = True
    return board


def go_to_monsters(board: Board, *dice: int) -> None:
    """Roll, and gain strength twice."""
    board.roll(0, *dice)
    board.until(Decision.ACTION)
    board.choose("gain strength", "gain strength")


def captured(board: Board) -> dict[str, int]:
    """Return what the Dark Lord holds."""
    held = {name: board.owns(DARK_LORD, name) for name in board.rows}
    return {name: copies for name, copies in held.items() if copies}


@pytest.mark.rule("V13.1")
@pytest.mark.rule("V2.11")
def test_a_solo_game_has_the_usual_grid():
    board = solo(start_gold=2, start_magic=1)
    assert [board.height(stack) for stack in range(20)] == [5] * 15 + [3] * 5
    assert board.goods(0) == (2, 0, 1, 0)


@pytest.mark.rule("R19")
@pytest.mark.rule("V13.1")
def test_the_dark_lord_has_a_secret_duke_that_was_not_dealt():
    board = solo()
    his = Counter()
    for deal in range(400):
        board.session.begin(deal, (0,))
        board.session.advance()
        dealt = [int(duke) for duke in board.state.seats[0].dealt]
        assert board.asked == (Decision.KEEP_DUKE, 0)
        assert len(board.offered()) == 2
        board.choose(board.offered()[0])
        duke = int(board.state.seats[DARK_LORD].duke)
        assert duke not in dealt
        his[duke] += 1
        assert board.session.view(0)[0]["seats"][DARK_LORD]["duke"] == 0
    assert sorted(his) == list(range(1, 11))
    assert all(abs(times - 40) < 30 for times in his.values())  # five standard errors


@pytest.mark.rule("V13.2")
def test_a_turn_has_six_phases_and_is_a_round():
    board = solo()
    wanted = [Phase.ROLL, Phase.HARVEST, Phase.ACTION, Phase.MONSTERS, Phase.SECOND_HARVEST]
    assert phases_of_a_turn(board) == [*wanted, Phase.END]
    assert (board.state.active, board.state.rounds) == (0, 2)


@pytest.mark.rule("V13.1")
@pytest.mark.rule("V5.7")
@pytest.mark.rule("V5.8")
@pytest.mark.parametrize(
    ("edition", "offered"), [("first", "consolation: 1 gold"), ("second", "starter_herald: 1 gold")]
)
def test_solo_is_played_under_the_rules_of_the_edition(edition, offered):
    board = solo(edition=edition)
    board.roll(0, 1, 2)
    assert board.asked == (Decision.HARVEST, 0)
    assert board.may(offered)


@pytest.mark.rule("E81")
@pytest.mark.rule("V13.3")
@pytest.mark.rule("V18.5")
@pytest.mark.parametrize("kind", ["gold", "magic"])
def test_the_thief_takes_from_the_bank(kind):
    board = solo(citizens="thief")
    board.give(0, "thief")
    board.roll(0, 6, 1)
    board.choose(f"thief: steal 3 {kind}")
    assert len(board.offered()) == 4  # 0 to 3
    assert board.may("steal nothing")
    board.choose(f"steal 3 {kind}")
    assert getattr(board.goods(0), kind) == 3
    assert not any(board.goods(DARK_LORD))


@pytest.mark.rule("V13.3")
def test_a_domain_too_takes_from_the_bank():
    board = solo()
    board.give(0, "cathedral_of_st_aquila")
    board.act()
    board.choose("gain magic", "gain magic", "steal 1 gold")
    assert board.goods(0) == (1, 0, 2, 0)


@pytest.mark.rule("E81")
@pytest.mark.rule("V13.3")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V20")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_purloiners_perch_takes_the_first_monster_from_the_left_without_its_reward(edition):
    board = solo(edition=edition, domains="purloiners_perch")
    board.give(0, "rogue*2 the_violet_thorn", gold=10)
    board.exhaust(0)
    board.act()
    board.choose("build purloiners_perch")
    assert board.asked == (Decision.ACTION, 0)  # nothing to choose
    assert board.owns(0, "skeleton") == 1
    assert board.height(1) == 4
    assert board.goods(0) == (0, 0, 0, 0)


@pytest.mark.rule("V13.3")
@pytest.mark.rule("V8.1")
def test_a_stack_that_the_perch_empties_is_covered():
    board = solo(domains="purloiners_perch")
    board.give(0, "rogue*2", gold=10)
    board.keep_one(0)
    board.act()
    board.choose("build purloiners_perch")
    assert board.owns(0, "goblin_king") == 1
    assert board.exhausted == 1
    assert board.state.covered[0]


@pytest.mark.rule("E75")
@pytest.mark.rule("R15")
@pytest.mark.rule("V13.4")
@pytest.mark.rule("V13.6")
def test_each_die_attacks_its_column_and_the_sum_none():
    board = solo()
    go_to_monsters(board, 2, 5)
    assert board.asked == (Decision.ATTACK, 0)
    assert board.offered() == ["2 on column 2", "5 on column 5"]
    board.choose("5 on column 5")
    assert board.asked == (Decision.CAPTURE, 0)
    assert board.offered() == ["capture peasant", "capture butcher"]
    board.choose("capture butcher")
    assert board.asked == (Decision.CAPTURE, 0)  # the 2 is left
    assert board.offered() == ["capture merchant", "capture rogue"]
    board.choose("capture merchant")
    assert board.state.phase > Phase.MONSTERS  # the 7 does nothing
    assert captured(board) == {"butcher": 1, "merchant": 1}
    assert [board.height(stack) for stack in (6, 11, 9, 14)] == [4, 5, 5, 4]


@pytest.mark.rule("V13.4")
def test_doubles_attack_their_column_twice():
    board = solo()
    go_to_monsters(board, 3, 3)
    for name in ("mercenary", "mercenary"):
        assert board.asked == (Decision.CAPTURE, 0)
        board.choose(f"capture {name}")
    assert board.state.phase > Phase.MONSTERS
    assert captured(board) == {"mercenary": 2}


@pytest.mark.rule("R15")
@pytest.mark.rule("V13.4")
def test_for_each_6_the_player_picks_a_column_that_has_monsters():
    board = solo()
    board.exhaust(1)
    go_to_monsters(board, 6, 6)
    columns = [f"6 on column {column}" for column in (1, 3, 4, 5)]
    for name in ("cleric", "cleric"):
        assert board.asked == (Decision.ATTACK, 0)
        assert board.offered() == columns
        board.choose("6 on column 1", f"capture {name}")
    assert captured(board) == {"cleric": 2}


@pytest.mark.rule("R15")
@pytest.mark.rule("V13.4")
def test_an_attack_is_finished_before_the_next_column_is_picked():
    board = solo()
    go_to_monsters(board, 2, 6)
    assert board.offered() == ["2 on column 2", *(f"6 on column {c}" for c in range(1, 6))]
    board.choose("6 on column 4", "capture paladin")
    assert captured(board) == {"paladin": 1}
    assert board.asked == (Decision.CAPTURE, 0)
    assert board.may("capture rogue")  # the 2 is left


@pytest.mark.rule("R16")
@pytest.mark.rule("V13.4")
@pytest.mark.parametrize(("final", "column"), [(True, 4), (False, 5)])
def test_the_final_dice_attack(final, column):
    board = solo(switches={"solo_uses_final_dice": final})
    board.give(0, "palace_of_the_dawn")
    board.roll(0, 1, 5)
    board.choose("die 2")
    board.until(Decision.ACTION)
    board.choose("gain gold", "gain gold")
    assert board.offered() == ["1 on column 1", f"{column} on column {column}"]


@pytest.mark.rule("E77")
@pytest.mark.rule("V13.5")
@pytest.mark.rule("V13.7")
@pytest.mark.parametrize("attacked", [False, True])
def test_a_die_does_nothing_to_a_column_without_monsters_unless_an_option_says_so(attacked):
    board = solo(solo_exhausted_attacks=attacked)
    board.exhaust(0)
    go_to_monsters(board, 1, 1)
    assert (board.state.phase == Phase.MONSTERS) == attacked
    if attacked:
        board.choose("capture cleric", "capture knight")
        assert captured(board) == {"cleric": 1, "knight": 1}
    else:
        assert captured(board) == {}


@pytest.mark.rule("V13.6")
def test_with_one_citizen_stack_left_nothing_is_asked():
    board = solo()
    board.exhaust(COLUMN_3[0])
    go_to_monsters(board, 3, 3)
    assert captured(board) == {"champion": 2}
    assert board.state.phase > Phase.MONSTERS


@pytest.mark.rule("E76")
@pytest.mark.rule("V13.6")
def test_without_citizens_the_domain_is_captured_and_the_next_turned_up():
    board = solo()
    board.exhaust(*COLUMN_3)
    domain, following = board.top(17), board.beneath(17)[0]
    board.roll(0, 3, 1)
    board.until(Decision.ACTION)
    board.choose("gain strength", "gain strength", "3 on column 3")
    assert captured(board) == {domain: 1}
    assert board.top(17) == following
    assert board.height(17) == 2


@pytest.mark.rule("V13.6")
@pytest.mark.rule("V8.2")
def test_a_stack_that_is_emptied_by_a_capture_is_exhausted_at_once():
    board = solo()
    board.keep_one(COLUMN_3[0])
    go_to_monsters(board, 3, 6)
    board.choose("3 on column 3", "capture mercenary")
    assert board.exhausted == 1
    assert board.state.covered[COLUMN_3[0]]
    assert board.asked == (Decision.ATTACK, 0)


@pytest.mark.rule("E84")
@pytest.mark.rule("V13.7")
def test_a_sum_of_six_is_one_more_attack_on_a_column_of_choice():
    board = solo(**HARDER)
    go_to_monsters(board, 2, 4)
    sixes = [f"6 on column {column}" for column in range(1, 6)]
    assert board.offered() == ["2 on column 2", "4 on column 4", *sixes]
    board.choose("6 on column 1", "capture cleric")
    assert board.offered() == ["2 on column 2", "4 on column 4"]
    board.choose("4 on column 4", "capture archer", "capture merchant")
    assert captured(board) == {"cleric": 1, "archer": 1, "merchant": 1}
    assert board.state.phase > Phase.MONSTERS


@pytest.mark.rule("E84")
@pytest.mark.rule("V13.7")
def test_on_doubles_the_sum_attacks_once():
    board = solo(**HARDER)
    go_to_monsters(board, 3, 3)
    assert board.offered() == ["3 on column 3", *(f"6 on column {c}" for c in range(1, 6))]
    board.choose("3 on column 3", "capture mercenary")
    assert board.may("3 on column 3")
    board.choose("6 on column 1", "capture cleric", "capture mercenary")
    assert captured(board) == {"mercenary": 2, "cleric": 1}
    assert board.state.phase > Phase.MONSTERS


@pytest.mark.rule("E84")
@pytest.mark.rule("V13.7")
@pytest.mark.parametrize(("dice", "attacks"), [((3, 4), 2), ((1, 2), 3), ((1, 1), 3)])
def test_a_sum_attacks_from_2_to_6(dice, attacks):
    board = solo(**HARDER)
    go_to_monsters(board, *dice)
    while board.state.phase == Phase.MONSTERS:
        board.choose(board.offered()[0])
    assert sum(captured(board).values()) == attacks


@pytest.mark.rule("V13.7")
def test_for_a_6_only_columns_with_monsters_are_offered_also_in_the_harder_game():
    board = solo(**HARDER, solo_exhausted_attacks=True)
    board.exhaust(0)
    go_to_monsters(board, 1, 5)
    sixes = [f"6 on column {column}" for column in range(2, 6)]
    assert board.offered() == ["1 on column 1", "5 on column 5", *sixes]


@pytest.mark.rule("E79")
@pytest.mark.rule("V6.5")
@pytest.mark.rule("V13.9")
def test_a_citizen_of_this_turn_works_in_the_second_harvest():
    board = solo()
    board.give(0, gold=2)
    board.roll(0, 3, 5)
    board.until(Decision.ACTION)
    assert board.goods(0).gold == 3  # the Starter Peasant
    board.choose("recruit champion", "gain strength")
    board.choose("3 on column 3", "capture mercenary", "capture peasant")
    assert board.asked == (Decision.HARVEST, 0)
    assert board.goods(0).gold == 1 + 1  # the Starter Peasant again
    board.choose("champion: 1 gold -> 4 strength")
    assert board.goods(0).strength == 1 + 4


@pytest.mark.rule("V13.9")
@pytest.mark.rule("V5.4")
def test_the_second_harvest_is_that_of_an_inactive_player():
    board = solo()
    board.give(0, "archer*2 mercenary")
    board.roll(0, 4, 3)
    board.until(Decision.ACTION)
    assert board.goods(0) == (1, 5, 0, 0)
    board.choose("gain magic", "gain magic", "4 on column 4", "capture archer", "capture mercenary")
    assert board.goods(0) == (1, 7, 2, 0)
    board.choose("mercenary: 1 strength -> 2 gold")
    assert board.goods(0) == (3, 6, 2, 0)


@pytest.mark.rule("R28")
@pytest.mark.rule("V13.9")
@pytest.mark.parametrize(
    ("edition", "card"), [("first", "consolation"), ("second", "starter_herald")]
)
def test_each_harvest_consoles_by_itself(edition, card):
    board = solo(edition=edition)
    board.give(0, gold=3)
    board.roll(0, 1, 2)
    board.choose(f"{card}: 1 magic")
    assert board.asked == (Decision.ACTION, 0)
    board.choose("gain gold", "gain gold", "1 on column 1", "capture cleric", "capture merchant")
    assert board.state.phase == Phase.SECOND_HARVEST
    board.choose(f"{card}: 1 strength")
    assert board.goods(0) == (5, 1, 1, 0)


@pytest.mark.rule("R28")
@pytest.mark.rule("V13.9")
def test_a_citizen_of_this_turn_keeps_the_herald_of_the_second_harvest_away():
    board = solo()
    board.give(0, gold=3)
    board.roll(0, 1, 2)
    board.choose("starter_herald: 1 magic", "recruit cleric", "0 magic", "gain gold")
    board.choose("1 on column 1", "capture knight", "capture merchant")
    assert board.state.phase == Phase.END
    assert board.goods(0).magic == 2


@pytest.mark.rule("V5.6")
@pytest.mark.rule("V13.9")
def test_the_second_harvest_has_its_own_stealing_step():
    board = solo(edits={"citizens.rogue.effect_inactive": "steal 1 gold | steal 1 magic"})
    board.give(0, "rogue")
    go_to_monsters(board, 4, 3)
    board.choose("4 on column 4", "capture archer", "capture mercenary")
    assert board.asked == (Decision.STEAL_FIRST, 0)
    board.choose("rogue: steal 1 gold", "steal 1 gold")
    assert board.goods(0).gold == 2 + 1
