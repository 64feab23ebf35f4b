"""Which cards may lie on a table, by its options."""

from pathlib import Path

import pytest

from balance.games.dominion.layout import Card
from balance.games.dominion.sheets.files import read_box
from balance.games.dominion.table.kingdoms import choose_kingdom, read_kingdoms
from balance.games.dominion.table.options import Options

BANES = {  # D9.1
    "cellar", "chapel", "moat", "hamlet", "chancellor", "village", "woodcutter", "workshop",
    "fortune_teller", "menagerie", "black_market",
}  # fmt: skip
BOX = read_box(None, {}, Path())


def chosen(edits=None, **options):
    box = read_box(None, edits, Path()) if edits else BOX
    return choose_kingdom(box, Options(**options))


def ids(faces):
    return {face.id for face in faces}


@pytest.mark.rule("D14")
@pytest.mark.parametrize("printed", read_kingdoms(), ids=lambda printed: printed.id)
def test_a_recommended_set_has_its_ten_cards_and_its_bane(printed):
    kingdom = chosen(kingdom=printed.id)
    assert ids(kingdom.fixed) == set(printed.cards)
    assert kingdom.size == len(kingdom.fixed) == 10
    assert [face.kind for face in kingdom.fixed] == sorted(face.kind for face in kingdom.fixed)
    assert (kingdom.bane and kingdom.bane.id) == printed.bane
    assert kingdom.num_drawn == 0
    assert not kingdom.market
    assert bool(kingdom.prizes) == (printed.id == "bounty_of_the_hunt")


@pytest.mark.rule("D14")
def test_there_are_eight_recommended_sets():
    assert [printed.id for printed in read_kingdoms()] == [
        "first_game", "big_money", "interaction", "size_distortion", "village_square",
        "bounty_of_the_hunt", "bad_omens", "jesters_workshop",
    ]  # fmt: skip


@pytest.mark.rule("D1.11")
def test_a_random_kingdom_is_drawn_from_the_42_cards():
    kingdom = chosen(kingdom="random")
    assert kingdom.fixed == ()
    assert (kingdom.size, kingdom.num_drawn) == (10, 10)
    assert len(kingdom.pool) == 42
    assert ids(kingdom.banes) == BANES
    assert len(kingdom.market) == 42
    assert len(kingdom.prizes) == 5
    assert kingdom.dealt == ()


def test_what_is_included_is_certain_and_what_is_excluded_never_comes():
    kingdom = chosen(kingdom="random", include=["witch", "moat"], exclude=["chapel", "smithy"])
    assert [face.id for face in kingdom.fixed] == ["moat", "witch"]
    assert (kingdom.size, kingdom.num_drawn) == (10, 8)
    assert len(kingdom.pool) == 38
    assert ids(kingdom.banes) == BANES - {"moat", "chapel"}
    assert not ids(kingdom.supply + kingdom.market) & {"chapel", "smithy"}


def test_with_ten_included_nothing_is_drawn():
    ten = next(printed.cards for printed in read_kingdoms())
    kingdom = chosen(kingdom="random", include=ten)
    assert (kingdom.pool, kingdom.num_drawn) == ((), 0)
    assert not kingdom.banes


def test_sets_bound_what_is_drawn():
    kingdom = chosen(kingdom="random", sets=["base1"])
    assert len(kingdom.pool) == 25
    assert not kingdom.banes
    assert not kingdom.market
    assert not kingdom.prizes
    kingdom = chosen(kingdom="random", sets=["cornucopia"])
    assert len(kingdom.pool) == 13
    assert len(kingdom.supply) == 13 + 8  # the Bane is of the whole box (D9.1)
    assert ids(kingdom.banes) == BANES
    # A Black Market may lie there as the Bane, and its deck has the rest (D9.3).
    assert len(kingdom.supply) + len(kingdom.dealt) == 42


@pytest.mark.rule("D9.1")
def test_the_bane_costs_2_or_3_and_is_not_in_the_kingdom():
    kingdom = chosen(kingdom=["young_witch", "moat"])
    assert ids(kingdom.banes) == BANES - {"moat"}
    assert kingdom.bane is None
    kingdom = chosen(kingdom=["young_witch", "moat"], bane="hamlet")
    assert ids(kingdom.banes) == {"hamlet"}
    assert not kingdom.market
    assert ids(kingdom.supply) == {"young_witch", "moat", "hamlet"}
    assert not chosen(kingdom=["witch"]).banes


@pytest.mark.rule("D9.1")
def test_a_given_bane_is_kept_out_of_a_random_kingdom():
    kingdom = chosen(kingdom="random", bane="chapel")
    assert "chapel" not in ids(kingdom.pool)
    assert ids(kingdom.banes) == {"chapel"}
    assert "chapel" in ids(kingdom.market)  # of deals without a Young Witch


@pytest.mark.rule("D9.1")
def test_a_black_market_as_bane_brings_its_deck():
    kingdom = chosen(kingdom=["young_witch"], bane="black_market")
    assert ids(kingdom.market) == ids(BOX.of("kingdom")) - {"young_witch", "black_market"}
    assert kingdom.prizes  # as a Tournament is in the deck (D9.4)
    assert not chosen(kingdom=["young_witch"], bane="moat").market


@pytest.mark.rule("D9.3")
def test_the_deck_has_what_is_not_in_the_supply():
    kingdom = chosen(kingdom=["black_market", "young_witch", "smithy"], bane="moat")
    assert len(kingdom.market) == 42 - 4
    kingdom = chosen(kingdom=["smithy"])
    assert not kingdom.market


@pytest.mark.rule("D9.4")
def test_a_deck_with_a_young_witch_needs_a_bane_and_one_with_a_tournament_prizes():
    kingdom = chosen(kingdom=["black_market"])
    assert ids(kingdom.banes) == BANES - {"black_market"}
    assert len(kingdom.prizes) == 5
    names = [face.id for face in BOX.of("kingdom") if face.card_set == "base1"]
    kingdom = chosen(kingdom=["black_market"], black_market=names)
    assert (kingdom.banes, kingdom.prizes) == ((), ())
    kingdom = chosen(kingdom=["black_market"], black_market=[*names, "young_witch"])
    assert ids(kingdom.banes) == BANES - {"black_market"}
    assert {face.id for face in kingdom.dealt} == {*names, "young_witch"} - BANES
    kingdom = chosen(kingdom=["black_market"], black_market=[*names, "tournament"])
    assert not kingdom.banes
    assert len(kingdom.prizes) == 5


@pytest.mark.rule("D9.2")
def test_a_tournament_needs_the_prizes():
    kinds = [face.kind for face in chosen(kingdom=["tournament"]).prizes]
    assert kinds == list(range(Card.bag_of_gold, Card.trusty_steed + 1))
    assert not chosen(kingdom=["smithy"]).prizes


def test_a_changed_cost_or_special_changes_nothing_else_of_the_set_up():
    edits = {"cards.chancellor.cost": 4, "cards.smithy.cost": 3}
    kingdom = chosen(edits, kingdom="jesters_workshop")
    assert kingdom.bane.id == "chancellor"
    assert ids(chosen(edits, kingdom="random").banes) == BANES
    blank = {"cards.young_witch.special": ""}
    assert chosen(blank, kingdom="jesters_workshop", bane="moat").banes == ()
