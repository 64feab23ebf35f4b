"""The editions (V20): a test for each row of the table in RULES.md that no other chapter has."""

import pytest

from balance.errors import ScenarioError
from balance.games.valeria.layout import Decision
from balance.games.valeria.sheets.box import read_box
from tests.games.valeria.board import Board

BOX = read_box()


@pytest.mark.rule("V20")
@pytest.mark.rule("V2.8")
@pytest.mark.parametrize(
    ("edition", "starters"),
    [
        ("first", {"starter_peasant", "starter_knight"}),
        ("second", {"starter_peasant", "starter_knight", "starter_herald"}),
    ],
)
def test_the_starters(edition, starters):
    board = Board(edition=edition)
    owned = {name for name in board.rows if board.owns(0, name)}
    assert owned == starters


@pytest.mark.rule("V20")
@pytest.mark.rule("V5.7")
@pytest.mark.rule("V5.8")
@pytest.mark.parametrize(("edition", "resources"), [("first", [0, 1, 1]), ("second", [1, 1, 2])])
def test_what_a_player_gets_on_doubles_and_without_activation(edition, resources):
    """Doubles with an activation, an activation missing, and both at once."""
    gained = []
    for dice in ((3, 3), (1, 2), (2, 2)):
        board = Board(edition=edition)
        board.roll(0, *dice)
        while board.asked == (Decision.HARVEST, 0):
            board.choose(next(name for name in board.offered() if name.endswith("1 magic")))
        gained.append(board.goods(0).magic)
    assert gained == resources


@pytest.mark.rule("V20")
@pytest.mark.rule("R24")
@pytest.mark.rule("V2.2")
@pytest.mark.parametrize(
    ("edition", "extra"), [("first", "skeleton"), ("second", "flaming_skeleton")]
)
def test_the_extra_card_of_the_ruins(edition, extra):
    usual = Board(edition=edition).cards_in(1)
    five = Board(seats=5, edition=edition).cards_in(1)
    five.remove(extra)
    assert five == usual


@pytest.mark.rule("V20")
@pytest.mark.rule("R24")
@pytest.mark.rule("V2.2")
def test_other_areas_have_the_same_stacks_in_both_editions():
    for areas in ("hills ruins forest valley mountains", "barrens ruins forest swamp cavern"):
        first, second = Board(edition="first", areas=areas), Board(areas=areas)
        stacks = [(first.cards_in(stack), second.cards_in(stack)) for stack in range(5)]
        assert [one == other for one, other in stacks].count(False) == 1  # the Ruins


@pytest.mark.rule("V20")
@pytest.mark.parametrize("options", [{"monster_events": True}, {"dukes": "none"}])
def test_variants_of_the_second_edition_are_refused_in_the_first(options):
    Board(edition="second", **options)
    with pytest.raises(ScenarioError, match="second edition"):
        Board(edition="first", **options)


@pytest.mark.rule("V20")
@pytest.mark.rule("V17.5")
def test_the_set_ups_that_each_edition_prints():
    printed = {edition: set() for edition in ("first", "second")}
    for setup in BOX.setups:
        printed[setup.edition].add(setup.id)
    themed = {"all_that_glitters", "mastery_of_magic", "monstrous_blood"}
    assert printed == {"first": {"first_game_1e", *themed}, "second": {"first_game_2e"}}


@pytest.mark.rule("V20")
@pytest.mark.rule("V9.1")
@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize(("stacks", "over"), [(5, False), (6, True), (7, True)])
def test_exhausted_stacks_end_the_game_when_there_are_as_many_or_more(edition, stacks, over):
    board = Board(seats=3, edition=edition)
    board.exhaust(*range(5, 5 + stacks))
    board.end_turn(2)
    assert board.is_over == over


@pytest.mark.rule("V20")
@pytest.mark.rule("V10.4")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_those_still_tied_share_the_win(edition):
    board = Board(edition=edition)
    for seat in (0, 1):
        board.give(seat, "archer goblin", vp=5)
    assert list(board.result()["wins"][:3]) == [30, 30, 0]


@pytest.mark.rule("V20")
@pytest.mark.rule("V13.7")
@pytest.mark.parametrize("option", ["solo_sum_attacks", "solo_exhausted_attacks"])
def test_a_harder_solo_game_is_refused_in_the_first_edition(option):
    Board(seats=1, **{option: True})
    with pytest.raises(ScenarioError, match="second edition"):
        Board(seats=1, edition="first", **{option: True})


@pytest.mark.rule("V20")
@pytest.mark.rule("V1.1")
@pytest.mark.parametrize(("edition", "cards"), [("first", 215), ("second", 226)])
def test_the_cards_in_the_box(edition, cards):
    starters = [card for card in BOX.starters if edition in card.editions]
    events = [card for card in BOX.events if edition in card.editions]
    sheets = (BOX.citizens, BOX.monsters, BOX.domains, BOX.dukes, starters, events)
    exhausted, references = 10, 5
    assert sum(card.count for sheet in sheets for card in sheet) + exhausted + references == cards
