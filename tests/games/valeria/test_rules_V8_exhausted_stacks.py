"""Exhausted stacks (V8), with the worked examples E56 to E58."""

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board


@pytest.mark.rule("E56")
@pytest.mark.rule("R9")
@pytest.mark.rule("R10")
@pytest.mark.rule("V8.4")
@pytest.mark.rule("V19")
def test_watcher_on_the_water_brings_a_stack_back():
    board = Board(domains="watcher_on_the_water")
    valley = 3
    board.exhaust(valley, 5, 6)
    assert board.exhausted == 3
    left = int(board.state.exhausted_cards)
    board.give(0, "troll archer*2", gold=6)
    board.act()
    before = board.result()["parts"][0].copy()
    board.choose("build watcher_on_the_water", "return monster -> 3 vp")
    assert board.goods(0).vp == 3
    assert board.owns(0, "troll") == 0
    assert board.result()["parts"][0, 1] == before[1] - 6
    assert board.cards_in(valley) == ["troll"]
    assert board.exhausted == 2
    assert board.state.exhausted_cards == left + 1
    assert not board.state.covered[valley]


@pytest.mark.rule("E57")
@pytest.mark.rule("R9")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V19")
def test_the_nest_returns_a_citizen_that_it_needed_but_no_starter():
    board = Board(domains="nest_of_the_weaver_witch")
    stack = board.stack_of("merchant")
    height = board.height(stack)
    board.give(0, "peasant merchant", gold=6)
    board.act()
    board.choose("build nest_of_the_weaver_witch")
    assert set(board.offered()) == {"decline", "return citizen -> 3 vp"}
    board.choose("return citizen")
    assert set(board.offered()) == {"return peasant", "return merchant"}
    board.choose("return merchant")
    assert board.goods(0) == (0, 0, 0, 3)
    assert board.owns(0, "merchant") == 0
    assert board.height(stack) == height + 1


@pytest.mark.rule("E58")
@pytest.mark.rule("V8.1")
@pytest.mark.rule("V8.2")
def test_two_stacks_emptied_by_one_action_are_covered_when_it_is_finished():
    board = Board()
    board.uncover("spider_queen")
    board.keep_one(board.stack_of("merchant"))
    board.give(0, strength=10, magic=3)
    board.act()
    board.choose("slay spider_queen", "take citizen + 1 vp")
    forest, merchants = 2, board.stack_of("merchant")
    assert board.exhausted == 1
    assert not board.state.covered[forest]  # the action goes on
    board.choose("take merchant")
    assert board.goods(0).vp == 1
    assert board.exhausted == 2
    assert [int(board.state.covered[stack]) for stack in (forest, merchants)] == [1, 1]
    assert board.state.exhausted_cards == 6 - 2


@pytest.mark.rule("V8.2")
@pytest.mark.rule("V8.3")
def test_nothing_is_taken_from_an_exhausted_stack_whether_covered_or_not():
    board = Board(seats=2)
    board.exhaust(5, 6, 7, 8, 9)  # five spaces, four Exhausted cards
    assert board.state.exhausted_cards == 0
    assert sum(board.state.covered) == 4
    assert board.exhausted == 5
    board.give(0, gold=20, magic=20)
    board.act()
    recruits = [name for name in board.offered() if name.startswith("recruit")]
    assert len(recruits) == 5


@pytest.mark.rule("V8.3")
@pytest.mark.rule("V1.8")
def test_only_top_cards_can_be_had():
    board = Board()
    board.give(0, gold=50, strength=50, magic=50)
    board.act()
    tops = {board.top(stack) for stack in range(15)}
    names = {name.split()[1] for name in board.offered() if not name.startswith("gain")}
    assert names == tops  # no Domain: there are no Citizens


@pytest.mark.rule("V8.4")
@pytest.mark.rule("R10")
def test_a_space_without_an_exhausted_card_is_not_exhausted_after_a_return():
    board = Board(seats=2, domains="nest_of_the_weaver_witch")
    board.exhaust(7, 8, 5, 11, 12)  # the last one stays uncovered
    assert not board.state.covered[12]
    board.give(0, "peasant merchant champion", gold=6)
    board.act()
    board.choose("build nest_of_the_weaver_witch", "return citizen", "return champion")
    assert board.exhausted == 4
    assert board.cards_in(12) == ["champion"]
    assert board.state.exhausted_cards == 0


@pytest.mark.rule("V8.1")
@pytest.mark.rule("V6.8")
def test_a_bonus_action_is_part_of_the_action_that_ends_with_covering():
    board = Board(domains="eye_of_asteraten")
    board.keep_one(board.stack_of("goblin_king"))
    board.give(0, "knight cleric", gold=8, strength=1)
    board.act()
    board.choose("build eye_of_asteraten")
    assert board.asked == (Decision.BONUS, 0)
    board.choose("slay goblin_king")
    assert board.asked == (Decision.ACTION, 0)
    assert board.state.covered[board.stack_of("goblin_king")] == 1


@pytest.mark.rule("V8.1")
@pytest.mark.rule("V18.6")
def test_an_action_is_not_finished_before_what_it_triggers():
    board = Board(edits={"domains.halfpenny_hill.ability": "on_slay: 1 gold | 1 magic"})
    board.uncover("spider_queen")
    board.keep_one(board.stack_of("merchant"))
    board.give(0, "halfpenny_hill", strength=10, magic=3)
    board.act()
    board.choose("slay spider_queen", "take citizen + 1 vp", "take merchant")
    assert board.asked == (Decision.OPTION, 0)
    assert not board.state.covered.any()
    board.choose("1 gold")
    assert board.state.covered.sum() == 2


@pytest.mark.rule("V8.1")
@pytest.mark.rule("V14.3")
def test_the_active_player_covers_spaces_when_all_that_an_action_caused_is_finished():
    now = "now: take citizen[name=knight] + take citizen[name=archer]"
    edits = {"domains.halfpenny_hill.ability": now, "domains.halfpenny_hill.worker": 0}
    board = Board(domains="halfpenny_hill", edits=edits, monster_events=True)
    stacks = [board.stack_of(card) for card in ("archer", "knight")]
    for stack in stacks:
        board.keep_one(stack)
    board.give(1, "forgotten_sorrows", gold=6)
    board.act(1)
    board.choose("build halfpenny_hill")
    assert board.goods(1).magic == 2  # what each Citizen triggers comes before
    assert board.asked == (Decision.COVER, 1)
    assert board.offered() == [f"cover {stack}" for stack in stacks]


@pytest.mark.rule("V8.1")
@pytest.mark.parametrize(
    ("ability", "asked"),
    [
        ("roll: die - 1 + take citizen[name=knight]", Decision.DICE),
        ("any_doubles: take citizen[name=knight]", Decision.DICE),
        ("action_start: take citizen[name=knight]", Decision.ACTION),
        ("action_end: take citizen[name=knight]", Decision.NONE),
    ],
)
def test_a_space_emptied_outside_an_action_is_covered_before_anything_is_asked(ability, asked):
    edits = {"domains.halfpenny_hill.ability": ability}
    board = Board(edits=edits, monster_events=True)
    knights = board.stack_of("knight")
    board.keep_one(knights)
    board.give(0, "halfpenny_hill palace_of_the_dawn")
    board.stops_after_turn = True
    board.roll(0, 4, 4)
    while not board.owns(0, "knight"):
        wanted = ("die 1 halfpenny_hill", "gain gold", "done")
        board.choose(next(word for word in wanted if board.may(word)))
    assert board.asked[0] == asked
    assert board.event_on(knights)


@pytest.mark.rule("V18.3")
@pytest.mark.rule("V19")
@pytest.mark.parametrize(("pile", "possible"), [("", False), ("goblin", True)])
def test_watcher_on_the_water_needs_a_monster_to_return(pile, possible):
    board = Board(domains="watcher_on_the_water")
    board.give(0, f"archer*2 {pile}", gold=6)
    board.act()
    board.choose("build watcher_on_the_water")
    assert (board.asked == (Decision.OPTION, 0)) == possible


@pytest.mark.rule("V18.3")
@pytest.mark.parametrize(
    ("kind", "cards", "possible"),
    [
        ("monster", "goblin archer", False),
        ("monster", "goblin treant", True),
        ("citizen", "goblin archer", False),
        ("citizen", "archer*2", True),
    ],
)
def test_as_many_cards_must_be_there_as_are_returned(kind, cards, possible):
    ability = f"action_start: return {kind} + return {kind} -> 5 vp"
    board = Board(edits={"domains.halfpenny_hill.ability": ability})
    board.give(0, f"halfpenny_hill {cards}")
    board.act()
    assert (board.asked == (Decision.OPTION, 0)) == possible


@pytest.mark.rule("V6.7")
@pytest.mark.rule("V10.2")
@pytest.mark.rule("V18.5")
def test_a_citizen_returned_is_no_prerequisite_and_no_icon_any_more():
    board = Board(domains="nest_of_the_weaver_witch halfpenny_hill")
    board.give(0, "peasant*3", gold=12)
    board.set_duke(0, "lekzandr_the_protector")  # 1 vp per worker icon
    board.act()
    assert board.may("build halfpenny_hill")  # 3 workers
    board.choose("build nest_of_the_weaver_witch", "return citizen")
    assert not board.may("build halfpenny_hill")
    assert board.result()["parts"][0, 3] == 2 + 2 + 2  # Peasants, icons of the Nest, 6 gold
