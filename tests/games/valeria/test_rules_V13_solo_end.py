"""Solo (V13): how it ends and how it is scored, with E78 and E80."""

import pytest

from balance.games.valeria.layout import DARK_LORD, ENDINGS, PARTS, Decision
from balance.games.valeria.rules.tableau import change_tableau
from tests.games.valeria.board import Board

NO_MONSTERS = "no Monsters left"
FIVE_STACKS = "five stacks exhausted"
DESTROYED = "column destroyed"


def solo(**options) -> Board:
    """Return a solo game that stops at the end of each turn."""
    board = Board(seats=1, **options)
    board.stops_after_turn = True
    return board


def let_capture(board: Board, *cards: str) -> None:
    """Put cards before the Dark Lord."""
    for card in cards:
        change_tableau(board.state, board.table, DARK_LORD, board.rows[card], 1)


def ending(board: Board) -> str:
    assert board.is_over
    return ENDINGS[board.result()["ending"]]


def outcome(board: Board) -> str:
    """Return what the record says: a draw is half a win, and the Dark Lord's wins are no-one's."""
    mine, *others = (int(win) for win in board.result()["wins"])
    assert not any(others)
    return {60: "won", 30: "drawn", 0: "lost"}[mine]


def points(board: Board, seat: int) -> dict[str, int]:
    parts = board.result()["parts"][seat]
    return {name: int(part) for name, part in zip(PARTS, parts, strict=True) if part}


@pytest.mark.rule("V13.10")
def test_with_the_last_monster_the_player_has_won_whatever_else():
    board = solo()
    board.exhaust(1, 2, 3, 4)  # so E becomes 5 too
    board.keep_one(0)
    let_capture(board, *["peasant"] * 9, "emerald_stronghold")
    board.set_duke(DARK_LORD, "reese_the_firebrand")
    board.give(0, strength=6)
    board.act()
    board.choose("slay goblin_king")
    assert ending(board) == NO_MONSTERS
    assert outcome(board) == "won"
    assert board.goods(0).gold == 1  # the action was finished


@pytest.mark.rule("R17")
@pytest.mark.rule("V13.10")
def test_the_fifth_exhausted_stack_ends_the_game_with_the_action():
    board = solo()
    board.exhaust(0, 5, 10, 19)
    board.keep_one(11)
    board.give(0, gold=3)
    board.act()
    board.choose("gain gold")
    assert not board.is_over
    board.act()
    board.choose("recruit rogue")
    assert ending(board) == FIVE_STACKS  # no second action


@pytest.mark.rule("R17")
@pytest.mark.rule("V13.10")
def test_an_action_is_finished_before_the_end_is_looked_at():
    board = solo()
    board.exhaust(0, 5, 10, 19)
    board.uncover("spider_queen")
    board.keep_one(board.stack_of("archer"))
    board.give(0, strength=10, magic=3)
    board.act()
    board.choose("slay spider_queen")
    assert board.exhausted == 5
    assert board.asked == (Decision.OPTION, 0)
    board.choose("take citizen + 1 vp", "take archer")
    assert ending(board) == FIVE_STACKS
    assert board.exhausted == 6
    assert board.owns(0, "archer") == 1


@pytest.mark.rule("R17")
@pytest.mark.rule("V13.10")
def test_a_capture_that_makes_it_five_ends_the_game_before_the_next_attack():
    board = solo()
    board.exhaust(5, 6, 16, 18)
    board.keep_one(7)
    board.roll(0, 3, 6)
    board.until(Decision.ACTION)
    board.choose("gain gold", "gain gold", "3 on column 3", "capture mercenary")
    assert ending(board) == FIVE_STACKS
    assert board.owns(DARK_LORD, "mercenary") == 1


@pytest.mark.rule("V8.1")
@pytest.mark.rule("V13.10")
@pytest.mark.rule("V18.6")
def test_an_ability_outside_the_actions_can_end_the_game_too():
    board = solo(edits={"domains.halfpenny_hill.ability": "action_start: rob monster"})
    board.exhaust(1, 2, 3, 4)
    board.keep_one(0)
    board.give(0, "halfpenny_hill")
    board.act()
    assert ending(board) == NO_MONSTERS
    assert outcome(board) == "won"


@pytest.mark.rule("V13.3")
@pytest.mark.parametrize("column", range(5))
def test_robbed_is_the_leftmost_stack_that_has_cards(column):
    board = solo(edits={"domains.halfpenny_hill.ability": "action_start: rob monster"})
    if column:
        board.exhaust(*range(column))
    board.give(0, "halfpenny_hill")
    card, height = board.top(column), board.height(column)
    board.act()
    assert board.owns(0, card) == 1
    assert board.height(column) == height - 1


@pytest.mark.rule("V13.3")
@pytest.mark.rule("V14.9")
def test_a_robbed_monster_has_no_markers_any_more():
    ability = "action_start: mark 2 gold on monster + rob monster"
    board = solo(edits={"domains.halfpenny_hill.ability": ability})
    board.give(0, "halfpenny_hill")
    board.act()
    board.choose("mark goblin")
    assert board.owns(0, "goblin") == 1
    assert board.goods(0).gold == 0
    assert not board.state.markers.any()


@pytest.mark.rule("V13.3")
@pytest.mark.rule("V18.3")
def test_without_a_monster_left_there_is_none_to_rob():
    board = solo(edits={"monsters.goblin_king.reward": "rob monster | 3 gold"})
    board.exhaust(1, 2, 3, 4)
    board.keep_one(0)
    board.give(0, strength=6)
    board.act()
    board.choose("slay goblin_king")
    assert ending(board) == NO_MONSTERS
    assert board.goods(0).gold == 3


@pytest.mark.rule("V13.10")
def test_the_ends_of_other_games_do_not_count():
    board = solo()
    board.exhaust(15, 16, 17)  # three stacks, where 1 player times two would be 2
    board.roll(0, 1, 2)
    board.until(Decision.ACTION)
    board.choose("gain gold", "gain gold", "1 on column 1", "capture cleric", "capture merchant")
    board.choose("done")
    assert not board.is_over
    board.roll(0)
    assert board.asked[0] != Decision.NONE


@pytest.mark.rule("E78")
@pytest.mark.rule("V13.8")
def test_who_has_nothing_left_to_lose_has_lost():
    board = solo()
    board.exhaust(8, 13, 18)
    board.give(0, "goblin*9 troll*5", vp=99)
    board.roll(0, 4, 6)
    board.until(Decision.ACTION)
    board.choose("gain gold", "gain gold", "4 on column 4")
    assert ending(board) == DESTROYED
    assert outcome(board) == "lost"


@pytest.mark.rule("V13.8")
def test_the_last_domain_of_a_column_is_no_defeat_yet():
    board = solo()
    board.exhaust(8, 13)
    board.keep_one(18)
    board.roll(0, 4, 4)
    board.until(Decision.ACTION)
    domain = board.top(18)
    board.choose("gain gold", "gain gold")
    assert board.owns(DARK_LORD, domain) == 1
    assert ending(board) == DESTROYED  # the second 4


def five_stacks(board: Board) -> Board:
    """End the game by exhausted Citizen and Domain stacks."""
    board.exhaust(5, 6, 7, 8)
    board.keep_one(9)
    board.give(0, gold=9)
    board.act()
    board.choose("recruit peasant")
    assert ending(board) == FIVE_STACKS
    board.give(0, gold=0)
    return board


@pytest.mark.rule("R13")
@pytest.mark.rule("V13.11")
@pytest.mark.parametrize("counts", [False, True])
def test_points_collected_count_only_if_the_ruling_says_so(counts):
    board = solo(switches={"solo_counts_vp": counts})
    five_stacks(board)
    board.give(0, "goblin*2 owlbear halfpenny_hill", vp=7)
    board.set_duke(0, "cornelius_the_dreamer")
    collected = {"collected": 7} if counts else {}
    assert points(board, 0) == {"Monsters": 4, "Domains": 2, "Duke": 3} | collected
    assert board.result()["scores"][0] == 9 + 7 * counts


@pytest.mark.rule("E80")
@pytest.mark.rule("V13.12")
@pytest.mark.rule("V19")
def test_the_dark_lord_scores_what_survived_and_what_he_captured():
    board = solo()
    board.uncover("goblin_mage")
    board.uncover("giant")
    board.exhaust(1, 2, 4)
    let_capture(board, "halfpenny_hill")
    board.set_duke(DARK_LORD, "hrothgar_the_conqueror")
    assert board.cards_in(0) == ["goblin_mage", "goblin_king"]
    assert board.cards_in(3) == ["giant", "troll"]
    assert points(board, DARK_LORD) == {"Monsters": 15, "Domains": 2, "Duke": 10}
    assert board.result()["scores"][DARK_LORD] == 27


@pytest.mark.rule("V13.12")
@pytest.mark.parametrize(
    ("duke", "worth"),
    [
        ("reese_the_firebrand", 3 + 2 + 1),  # Citizens, Monsters, Domains
        ("lekzandr_the_protector", 2 + 3),  # worker icons
        ("cornelius_the_dreamer", 3),
        ("waryn_lord_of_rogues", 2 + 3 + 2),
    ],
)
def test_his_duke_counts_what_he_captured_and_no_resources(duke, worth):
    board = solo()
    board.exhaust(1, 2, 4, 3)
    board.uncover("goblin_mage")
    let_capture(board, "peasant", "merchant", "rogue", "halfpenny_hill")
    board.set_duke(DARK_LORD, duke)
    assert points(board, DARK_LORD)["Duke"] == worth


@pytest.mark.rule("V13.13")
@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("his", "mine", "result"), [("", "goblin", "won"), ("grimmwater_keep", "", "lost")]
)
def test_the_higher_score_wins(his, mine, result):
    board = drawn_but_for(his, mine)
    assert outcome(board) == result


@pytest.mark.rule("R14")
@pytest.mark.rule("V10.4")
@pytest.mark.rule("V13.13")
def test_equal_scores_are_a_draw_whoever_has_fewer_cards():
    board = drawn_but_for("", "")
    scores = board.result()["scores"]
    assert scores[0] == scores[DARK_LORD]
    assert outcome(board) == "drawn"


def drawn_but_for(his: str, mine: str) -> Board:
    """Return a scored game in which both have as much, but for what is named."""
    board = five_stacks(solo())
    for seat in (0, DARK_LORD):
        board.set_duke(seat, "cornelius_the_dreamer")
    survived = sum(card.vp for card in board.box.monsters for _ in range(copies(board, card.id)))
    board.give(0, "goblin " * survived)
    board.give(0, mine)
    let_capture(board, *his.split())
    return board


def copies(board: Board, monster: str) -> int:
    return sum(board.cards_in(stack).count(monster) for stack in range(5))
