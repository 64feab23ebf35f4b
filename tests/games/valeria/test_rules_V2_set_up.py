"""Set-up (V2, V17) and the turn (V3), with the worked examples E1 to E5."""

from collections import Counter

import pytest

from balance.errors import ScenarioError
from balance.games.valeria.layout import Decision, Good, Phase
from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.sheets.setups import SetUp
from tests.games.valeria.board import Board, phases_of_a_turn

SETUPS = read_box().setups
RUINS = 1  # its column in the first game


@pytest.mark.rule("E1")
@pytest.mark.rule("V2.3")
def test_all_six_cards_of_the_ruins_rise_from_skeletons_to_the_king():
    ruins = [card for card in read_box().monsters if card.area == "ruins"]
    ruins.sort(key=lambda card: card.strength)
    stack = [card.id for card in ruins for _ in range(card.count)]
    assert stack == ["skeleton"] * 3 + ["flaming_skeleton"] * 2 + ["skeleton_king"]


@pytest.mark.rule("E3")
@pytest.mark.rule("V2.4")
def test_monster_stacks_stand_by_the_strength_of_their_tops():
    board = Board(areas="cavern swamp hills forest ruins")
    assert areas_of(board) == ["hills", "ruins", "forest", "swamp", "cavern"]


@pytest.mark.rule("E4")
@pytest.mark.rule("R20")
@pytest.mark.rule("V2.4")
def test_of_equal_strength_the_lower_magic_stands_left():
    board = Board(areas="swamp valley mountains cavern barrens")
    assert areas_of(board) == ["barrens", "valley", "swamp", "mountains", "cavern"]


@pytest.mark.rule("R20")
@pytest.mark.rule("V2.4")
def test_of_equal_strength_and_magic_the_first_area_of_the_sheet_stands_left():
    board = Board(
        areas="mountains valley forest ruins barrens", edits={"monsters.gargoyle.strength": 2}
    )
    assert areas_of(board)[:2] == ["ruins", "barrens"]


@pytest.mark.rule("V2.4")
def test_the_columns_stay_whatever_comes_on_top():
    board = Board()
    board.uncover("goblin_king")
    assert areas_of(board) == ["hills", "ruins", "forest", "valley", "mountains"]


@pytest.mark.rule("E5")
@pytest.mark.rule("V2.5")
@pytest.mark.rule("V2.6")
@pytest.mark.rule("V2.7")
@pytest.mark.rule("V2.8")
@pytest.mark.rule("V2.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_have_the_same_grid(seats):
    board = Board(seats=seats, start_gold=2, start_magic=1)  # what V2.8 says
    assert sum(board.height(stack) for stack in range(5)) == 25
    assert sum(board.height(stack) for stack in range(5, 15)) == 50
    assert sum(board.height(stack) for stack in range(15, 20)) == 15
    assert sum(bool(card) for stack in range(15, 20) for card in board.cards_in(stack)) == 5
    assert board.state.exhausted_cards == 2 * seats
    assert board.table.exhausted_end == 2 * seats
    assert [board.goods(seat) for seat in range(seats)] == [(2, 0, 1, 0)] * seats


@pytest.mark.rule("V2.8")
def test_the_options_start_players_as_the_rules_do():
    board = Board()
    defaults = board.session.game.options()
    starts = [getattr(defaults, f"start_{good.name.lower()}") for good in Good]
    assert starts == [2, 0, 1, 0]


@pytest.mark.rule("V2.8")
@pytest.mark.rule("V20")
@pytest.mark.parametrize(("edition", "heralds"), [("first", 0), ("second", 1)])
def test_only_the_second_edition_has_a_herald(edition, heralds):
    board = Board(edition=edition)
    for seat in range(3):
        assert board.owns(seat, "starter_peasant") == 1
        assert board.owns(seat, "starter_knight") == 1
        assert board.rows.get("starter_herald", -1) >= 0 or not heralds
        assert int(board.state.seats[seat].starters) == 2 + heralds


@pytest.mark.rule("V2.1")
def test_it_takes_five_different_areas():
    with pytest.raises(ScenarioError, match=r"V2\.1"):
        Board(areas="hills hills forest valley mountains")


@pytest.mark.rule("V2.5")
def test_it_takes_a_citizen_for_each_number():
    with pytest.raises(ScenarioError, match=r"V2\.5.*none for 1$"):
        Board(edits={"citizens.cleric.activation": "2"})


@pytest.mark.rule("V2.6")
@pytest.mark.rule("V17.2")
def test_domains_are_dealt_at_random_but_never_those_removed():
    removed = ("halfpenny_hill", "shattered_hand", "eye_of_asteraten", "the_orb_of_urdr")
    board = Board(remove_domains=removed)
    tops = Counter()
    for deal in range(200):
        board.session.begin(deal, (0, 0, 0))
        tops.update(board.top(stack) for stack in range(15, 20))
    assert len(tops) == 20
    assert not tops.keys() & set(removed)
    assert all(abs(times - 50) < 31 for times in tops.values())  # five standard errors


@pytest.mark.rule("V2.6")
def test_the_record_says_which_cards_were_to_be_had():
    board = Board()
    dealt = {board.top(stack) for stack in range(15, 20)}
    available = board.result()["available"].astype(bool)
    names = {name for row, name in board.ids.items() if available[row]}
    domains = {card.id for card in board.box.domains}
    assert dealt <= names
    assert len(names & domains) == 15
    assert names - domains == {card for stack in range(15) for card in board.cards_in(stack)}


@pytest.mark.rule("V2.9")
@pytest.mark.parametrize("deal", [0, 1, 2])
def test_the_dukes_are_the_same_whatever_else_is_drawn(deal):
    kinds = (
        {},
        {"monster_events": True},
        {"mixed_citizens": True},
        {"force_domains": ("halfpenny_hill",)},
        {"remove_domains": ("halfpenny_hill",)},
    )
    dukes = set()
    for kind in kinds:
        board = Board(**kind)
        board.session.begin(deal, (0, 0, 0))
        dukes.add(tuple(board.state.seats["dealt"][:3].ravel().tolist()))
    assert len(dukes) == 1


@pytest.mark.rule("V2.9")
def test_each_player_keeps_one_of_two_dukes_before_the_first_turn():
    board = Board(seats=4)
    board.begin(3)
    dealt = []
    for seat in range(4):
        assert board.asked == (Decision.KEEP_DUKE, seat)
        assert board.state.turns == 0
        offered = board.offered()
        dealt += offered
        board.choose(offered[1])
    assert len(set(dealt)) == 8
    kept = [board.box.dukes[int(board.result()["kept"][seat])].id for seat in range(4)]
    assert kept == dealt[1::2]
    assert board.state.turns == 1


@pytest.mark.rule("V2.9")
def test_a_duke_may_be_assigned_by_lot_instead():
    chosen, assigned = Board(seats=2), Board(seats=2, dukes="assigned")
    firsts = 0
    for deal in range(100):
        for board in (chosen, assigned):
            board.begin(deal)
        assert assigned.state.turns == 1
        player, two = assigned.state.seats[0], chosen.state.seats[0].dealt
        assert player.duke in two
        assert list(player.dealt) == [player.duke, 0]
        firsts += int(player.duke == two[0])
    assert 30 < firsts < 70


@pytest.mark.rule("V3.1")
def test_a_turn_has_four_phases_in_their_order():
    board = Board(seats=2)
    assert phases_of_a_turn(board) == [Phase.ROLL, Phase.HARVEST, Phase.ACTION, Phase.END]


@pytest.mark.rule("V17.3")
@pytest.mark.rule("V17.5")
@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.id)
def test_each_recommended_set_up_is_laid_in_either_edition(setup: SetUp, edition):
    board = Board(setup=setup.id, edition=edition)
    tops = [board.table.cards[board.rows[board.top(stack)]].strength for stack in range(5)]
    assert tops == [1, 2, 3, 4, 5]
    assert tuple(areas_of(board)) == setup.areas
    citizens = [board.top(stack) for stack in range(5, 15)]
    assert set(setup.citizens) <= set(citizens)
    assert {"peasant", "knight"} <= set(citizens)
    assert board.table.num_domains == 24 - len(setup.remove_domains)


def areas_of(board: Board) -> list[str]:
    """Return the areas of the Monster stacks from left to right."""
    areas = {card.id: card.area for card in board.box.monsters}
    return [areas[board.top(stack)] for stack in range(5)]


@pytest.mark.rule("V2.5")
def test_a_citizen_without_copies_leaves_its_number_to_another():
    edits = {"citizens.archer.count": 0}
    with pytest.raises(ScenarioError, match=r"archer\.count = 0: .*play another for 4.*\"wizard\""):
        Board(edits=edits)
    board = Board(edits=edits, citizens="wizard")
    assert "wizard" in {board.top(stack) for stack in range(5, 15)}
    both = tuple(card.id for card in board.box.citizens)
    assert "archer" not in {Board(edits=edits, citizens=both).top(stack) for stack in range(5, 15)}


@pytest.mark.rule("V2.2")
@pytest.mark.rule("V2.6")
@pytest.mark.rule("V2.9")
def test_monsters_domains_and_dukes_without_copies_are_left_out():
    duke, *_ = read_box().dukes
    edits = {
        "monsters.skeleton.count": 0,
        "monsters.skeleton.extra_first_edition": 0,
        "monsters.skeleton.extra_second_edition": 0,
        f"dukes.{duke.id}.count": 0,
    }
    board = Board(edits=edits)
    assert "skeleton" not in board.cards_in(RUINS)
    dukes = [piece.id for piece in board.game_table.objectives]
    assert duke.id not in dukes
    assert len(dukes) == len(read_box().dukes) - 1
