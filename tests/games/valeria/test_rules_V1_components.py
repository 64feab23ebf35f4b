"""Components and terms (V1), and the conventions (V0)."""

import pytest

from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, NUM_STACKS, Kind
from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.table.options import Options
from tests.games.valeria.board import Board


@pytest.mark.rule("V0.1")
@pytest.mark.rule("V0.6")
def test_the_usual_game_is_second_edition_with_dukes():
    options = Options()
    assert (options.edition, options.dukes) == ("second", "choose")
    assert not any((options.mixed_citizens, options.monster_events))
    assert not any((options.solo_sum_attacks, options.solo_exhausted_attacks))


@pytest.mark.rule("V1.1")
def test_the_box_holds_as_many_cards_as_the_inventory_says():
    box = read_box()
    sheets = (box.citizens, box.monsters, box.domains, box.dukes, box.starters, box.events)
    assert [len(sheet) for sheet in sheets] == [18, 24, 24, 10, 3, 6]
    totals = [sum(card.count for card in sheet) for sheet in sheets]
    assert totals == [108, 48, 24, 10, 15, 6]
    assert sum(totals) + 10 + 5 == 226  # with Exhausted and Reference cards


@pytest.mark.rule("V1.3")
def test_a_citizen_shows_one_role_a_domain_two_or_three_icons_and_the_others_none():
    board = Board()
    for row in range(board.table.num_cards):
        face = board.table.cards[row]
        icons = {
            Kind.CITIZEN: (1,),
            Kind.DOMAIN: (2, 3),
            Kind.MONSTER: (0,),
            Kind.STARTER: (0,),
        }
        assert sum(face.icons) in icons[Kind(int(face.kind))]


@pytest.mark.rule("V1.6")
@pytest.mark.rule("V1.11")
def test_dukes_are_secret_and_tableaus_public():
    board = Board()
    board.give(0, "archer")
    board.set_duke(0, "simon_the_unclean")
    own, other = board.session.view(0)[0], board.session.view(1)[0]
    assert own["seats"][0]["duke"] > 0
    assert other["seats"][0]["duke"] == 0
    assert not other["seats"][0]["dealt"].any()
    assert (other["seats"][0]["owned"] == own["seats"][0]["owned"]).all()


@pytest.mark.rule("V1.11")
def test_domains_lie_face_down_for_everybody():
    board = Board()
    assert board.state.face_down.any()
    for seat in range(3):
        assert not board.session.view(seat)["face_down"].any()
    for stack in range(FIRST_DOMAINS, NUM_STACKS):
        assert board.cards_in(stack)[1:] == ["", ""]


@pytest.mark.rule("V1.7")
@pytest.mark.rule("V2.5")
def test_the_grid_has_five_columns_of_monsters_two_citizens_and_domains():
    board = Board()
    kinds = [board.table.cards[board.rows[board.top(stack)]].kind for stack in range(NUM_STACKS)]
    assert kinds == [Kind.MONSTER] * 5 + [Kind.CITIZEN] * 10 + [Kind.DOMAIN] * 5
    citizens = {card.id: card.numbers for card in board.box.citizens}
    numbers = [citizens[board.top(stack)] for stack in range(FIRST_CITIZENS, FIRST_DOMAINS)]
    assert numbers == [*((number,) for number in range(1, 9)), (9, 10), (11, 12)]


@pytest.mark.rule("V1.9")
def test_an_area_has_six_cards_and_one_boss():
    box = read_box()
    assert set(box.types) == {"minion", "beast", "titan", "boss"}
    assert len(box.areas) == 8
    for area in box.areas:
        cards = [card for card in box.monsters if card.area == area]
        assert sum(card.count for card in cards) == 6
        assert sum(card.count for card in cards if card.type == "boss") == 1
