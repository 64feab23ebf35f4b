"""The editions (V20): a test for each row of the table in RULES.md that no other chapter has."""

import pytest

from balance.errors import ScenarioError
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
