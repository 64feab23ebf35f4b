"""Card powers (V11), with the worked examples E47, E48, E50 to E55 and E87."""

import pytest

from balance.games.valeria.layout import Chance, Decision
from tests.games.valeria.board import Board


@pytest.mark.rule("E47")
@pytest.mark.rule("R12")
@pytest.mark.rule("V11.3")
@pytest.mark.parametrize(("same_turn", "left"), [(True, 4), (False, 0)])
def test_the_emerald_stronghold_works_at_once(same_turn, left):
    board = Board(domains="emerald_stronghold", switches={"power_same_turn": same_turn})
    board.give(0, "knight*3 peasant cleric", gold=12 + 6)
    board.act()
    board.choose("build emerald_stronghold", "recruit knight")
    assert board.goods(0).gold == left


@pytest.mark.rule("E48")
@pytest.mark.rule("R12")
@pytest.mark.rule("V7.5")
@pytest.mark.rule("V11.3")
@pytest.mark.parametrize(("same_turn", "left"), [(True, 1), (False, 0)])
def test_pratchetts_plateau_is_no_discount_on_itself(same_turn, left):
    board = Board(
        domains="pratchetts_plateau blood_crow_army", switches={"power_same_turn": same_turn}
    )
    board.give(0, "peasant cleric knight*3", gold=8 + 5)
    board.act()
    board.choose("build pratchetts_plateau")
    assert board.goods(0).gold == 5
    board.choose("build blood_crow_army")
    assert board.goods(0).gold == left


@pytest.mark.rule("E50")
@pytest.mark.rule("V18.6")
def test_a_slaying_and_a_citizen_taken_trigger_each_its_power():
    board = Board()
    board.uncover("orc_warrior")
    board.give(0, "the_violet_thorn forgotten_sorrows", strength=9)
    board.act()
    board.choose("slay orc_warrior", "take butcher")
    assert board.goods(0) == (0, 0, 2, 0)


@pytest.mark.rule("R32")
@pytest.mark.rule("V6.5")
@pytest.mark.rule("V18.6")
def test_recruiting_is_gaining_a_citizen_too():
    board = Board()
    board.give(0, "forgotten_sorrows", gold=2)
    board.act()
    board.choose("recruit merchant")
    assert board.goods(0) == (0, 0, 1, 0)


@pytest.mark.rule("E51")
@pytest.mark.rule("R12")
@pytest.mark.rule("V11.3")
@pytest.mark.rule("V19")
@pytest.mark.parametrize("same_turn", [True, False])
def test_a_power_of_the_end_of_the_phase_works_in_the_turn_it_is_built(same_turn):
    board = Board(domains="cathedral_of_st_aquila", switches={"power_same_turn": same_turn})
    board.give(0, "cleric*2", gold=8)
    board.give(1, gold=1)
    board.act()
    board.choose("gain magic", "build cathedral_of_st_aquila")
    if board.asked[0] == Decision.PAY:
        board.choose("0 magic")
    assert board.is_over != same_turn
    if same_turn:
        board.choose("steal 1 gold from 1")
        assert board.goods(0).gold == 1
        assert board.goods(1).gold == 0


@pytest.mark.rule("R12")
@pytest.mark.rule("V11.3")
def test_a_power_that_waits_for_the_next_turn_works_from_then_on():
    board = Board(domains="cathedral_of_st_aquila", switches={"power_same_turn": False})
    board.give(0, "cleric*2", gold=8)
    board.give(1, gold=1)
    board.act()
    board.choose("build cathedral_of_st_aquila", "gain magic")
    board.end_turn(0)
    board.act()
    board.choose("gain magic", "gain magic")
    assert board.may("steal 1 gold from 1")


@pytest.mark.rule("E52")
@pytest.mark.rule("V11.3")
@pytest.mark.rule("V6.1")
def test_a_power_of_the_start_of_the_phase_waits_for_the_next_turn():
    board = Board(domains="halfpenny_hill")
    board.give(0, "peasant*3", gold=6)
    board.act()
    board.choose("build halfpenny_hill", "gain magic")
    assert board.goods(0) == (0, 0, 1, 0)
    for turns in (1, 2):
        board.act()
        assert board.goods(0).gold == turns


@pytest.mark.rule("E53")
@pytest.mark.rule("V11.5")
@pytest.mark.rule("R23")
def test_cutthroats_truce_takes_what_is_there():
    board = Board(domains="cutthroats_truce")
    board.give(0, "rogue cleric", gold=5)
    board.give(1, gold=2)
    board.act()
    board.choose("build cutthroats_truce")
    assert set(board.offered()) == {
        "steal nothing",
        "steal 1 gold from 1",
        "steal 2 gold from 1",
    }
    board.choose("steal 2 gold from 1")
    assert [board.goods(seat).gold for seat in range(3)] == [2, 0, 0]


@pytest.mark.rule("E54")
@pytest.mark.rule("R25")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V19")
def test_purloiners_perch_takes_a_random_card_without_its_reward():
    kings = 0
    board = Board(domains="purloiners_perch")
    start = board.session.states.copy()
    for turn in range(100):
        board.session.states[:] = start
        board.give(0, "rogue*2 the_violet_thorn", gold=10)
        board.give(1, "goblin_king owlbear")
        board.act()
        board.state.turns = turn
        board.choose("build purloiners_perch")  # seat 2 has no pile, so there is no choice
        assert board.goods(0) == (0, 0, 0, 0)
        assert board.owns(0, "goblin_king") + board.owns(0, "owlbear") == 1
        assert board.owns(1, "goblin_king") + board.owns(1, "owlbear") == 1
        kings += board.owns(0, "goblin_king")
    assert 30 <= kings <= 70  # four standard errors about 50


@pytest.mark.rule("V18.5")
def test_every_robbery_has_a_chance_of_its_own():
    streams = []
    for text in ("rob monster", "rob monster + rob monster"):
        edits = {"domains.purloiners_perch.ability": f"now: {text}"}
        board = Board(domains="purloiners_perch", edits=edits)
        start = board.session.states.copy()
        for turn in range(6):
            board.session.states[:] = start
            board.give(0, "rogue*2 the_violet_thorn", gold=10)
            board.give(1, "goblin*2 owlbear*2")
            board.act()
            board.state.turns = turn
            board.choose("build purloiners_perch")
            streams.append(tuple(board.state.streams[Chance.ROB].tolist()))
    assert len(set(streams)) == len(streams)


@pytest.mark.rule("R25")
@pytest.mark.rule("V18.5")
def test_only_a_player_with_a_victory_pile_can_be_robbed():
    board = Board(seats=4, domains="purloiners_perch")
    board.give(0, "rogue*2 goblin", gold=10)
    board.give(1, "treant")
    board.give(3, "troll")
    board.act()
    board.choose("build purloiners_perch")
    assert board.offered() == ["rob 1", "rob 3"]
    board.choose("rob 3")
    assert board.owns(0, "troll") == 1
    assert board.state.seats[3].monsters == 0


@pytest.mark.rule("E55")
@pytest.mark.rule("V18.3")
@pytest.mark.rule("V11.2")
def test_the_golden_obelisk_exchanges_only_when_it_is_built():
    board = Board(domains="golden_obelisk_of_nae")
    board.give(0, "peasant cleric", gold=6, magic=2)
    board.act()
    board.choose("build golden_obelisk_of_nae", "0 magic")
    assert board.asked == (Decision.ACTION, 0)
    board.give(0, magic=9)
    board.choose("gain gold")
    board.act()
    board.choose("gain gold", "gain gold")
    assert board.goods(0).vp == 0


@pytest.mark.rule("V11.2")
@pytest.mark.rule("V18.3")
@pytest.mark.parametrize(
    ("choice", "goods"), [("3 magic -> 3 vp", (0, 0, 0, 3)), ("decline", (0, 0, 3, 0))]
)
def test_a_one_time_exchange_may_be_declined(choice, goods):
    board = Board(domains="golden_obelisk_of_nae")
    board.give(0, "peasant cleric", gold=6, magic=3)
    board.act()
    board.choose("build golden_obelisk_of_nae", "0 magic", choice)
    assert board.goods(0) == goods
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("E87")
@pytest.mark.rule("V11.6")
@pytest.mark.rule("V18.3")
def test_with_no_citizen_to_take_the_rest_happens():
    board = Board(domains="cloudriders_camp")
    board.exhaust(board.stack_of("knight"), board.stack_of("champion"))
    board.give(0, "knight cleric", gold=8)
    board.act()
    board.choose("build cloudriders_camp")
    assert board.goods(0) == (0, 3, 0, 0)
    assert board.state.seats[0].citizens == 2
    board = Board(domains="shattered_hand")
    board.exhaust(board.stack_of("cleric"), board.stack_of("paladin"))
    board.give(0, "peasant cleric", gold=7)
    board.act()
    board.choose("build shattered_hand")
    assert board.goods(0) == (0, 0, 0, 0)
    assert board.state.seats[0].citizens == 2
    assert board.asked == (Decision.ACTION, 0)


@pytest.mark.rule("V19")
@pytest.mark.rule("V6.6")
@pytest.mark.parametrize(
    ("domain", "citizens", "gold", "takes"),
    [
        ("darktide_harbour", "peasant knight rogue", 6, "mercenary rogue"),
        ("rogues_landing", "peasant rogue", 7, "merchant peasant butcher"),
        ("shattered_hand", "peasant cleric", 7, "cleric paladin"),
        ("cloudriders_camp", "knight cleric", 8, "knight champion"),
        (
            "grimmwater_keep",
            "peasant*2 rogue",
            10,
            "cleric merchant mercenary peasant knight rogue champion paladin butcher",
        ),
    ],
)
def test_domains_give_citizens_by_role_or_cost(domain, citizens, gold, takes):
    board = Board(domains=domain)
    board.give(0, citizens, gold=gold)
    board.act()
    board.choose(f"build {domain}")
    assert set(board.offered()) == {f"take {name}" for name in takes.split()}


@pytest.mark.rule("V11.1")
@pytest.mark.rule("V0.3")
def test_card_text_beats_the_rules():
    board = Board()
    board.give(0, "emerald_stronghold archer*5", gold=4)
    board.act()
    assert board.may("recruit archer")  # no surcharge
