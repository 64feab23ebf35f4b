"""The worked examples (V22) of actions, payment, exhausted stacks and the end."""

import pytest

from tests.games.valeria.referee.scoring import score_parts
from tests.games.valeria.referee.staged import CITIZENS, DOMAINS, Staged, replaced
from tests.games.valeria.referee.turns import conditions

HILLS, RUINS, FOREST, VALLEY, MOUNTAINS = range(5)


def only(game: Staged, stack: int, card: str) -> None:
    """Leave a Monster stack with this one card, or the last one of that name."""
    game.table.monsters[stack].cards = [game.table.sheets.monsters[card]]


def built(game: Staged, seat: int = 0) -> list[str]:
    return [domain.card.id for domain in game.table.players[seat].domains]


def tops(name: str) -> tuple[str, ...]:
    """The usual Domains with this one instead of the first."""
    return (name, *DOMAINS[1:])


def test_a_treant_is_slain_with_magic_for_strength() -> None:
    # E34 (V7.1)
    game = Staged()
    game.give(0, strength=1, magic=2)
    assert ("slay", FOREST) in game.to("action")
    game.answer("action", ("slay", FOREST))
    assert game.goods(0) == (1, 0, 1, 0)
    assert score_parts(game.table, game.table.players[0])["monsters"] == 1


def test_at_least_one_strength_is_real() -> None:
    # E35
    game = Staged()
    game.give(0, magic=9)
    assert not [choice for choice in game.to("action") if choice[0] == "slay"]


@pytest.mark.parametrize(
    ("card", "strength", "magic", "possible"),
    [
        ("gelatinous_cube", 3, 2, True),
        ("gelatinous_cube", 4, 0, False),
        ("spider_queen", 6, 7, True),
        ("spider_queen", 6, 6, False),
        ("spider_queen", 1, 12, True),
    ],
)
def test_magic_cost_comes_on_top(card: str, strength: int, magic: int, possible: bool) -> None:
    # E36, E37 (V7.2)
    game = Staged()
    only(game, VALLEY, card)
    game.give(0, strength=strength, magic=magic)
    assert (("slay", VALLEY) in game.to("action")) == possible


def test_the_spider_queen_gives_gold_or_any_citizen() -> None:
    # E38
    game = Staged()
    only(game, FOREST, "spider_queen")
    game.give(0, strength=10, magic=3)
    game.to("action")
    game.answer("action", ("slay", FOREST))
    game.answer("option", ("option", 1))
    game.answer("take", ("take", 3))
    assert [card.id for card in game.table.players[0].citizens] == ["archer"]
    assert game.goods(0) == (0, 0, 0, 1)


@pytest.mark.parametrize("knights", [0, 1])
def test_the_bane_spider_gives_gold_if_there_is_no_knight(knights: int) -> None:
    # E39 (V11.4, R21)
    game = Staged()
    only(game, FOREST, "bane_spider")
    del game.table.citizens[5].cards[knights:]
    game.give(0, strength=6)
    game.to("action")
    game.answer("action", ("slay", FOREST))
    if knights:
        game.answer("option", ("option", 0))
    assert game.goods(0)[0] == 3


def test_a_citizen_as_reward_costs_at_most_the_base_cost_named() -> None:
    # E40, E41 (V6.6)
    game = Staged()
    only(game, MOUNTAINS, "orc_warrior")
    game.give(0, "knight*3", strength=9)
    game.to("action")
    game.answer("action", ("slay", MOUNTAINS))
    assert game.choices() == {("take", stack) for stack in range(10) if stack != 3}
    game = Staged()
    only(game, VALLEY, "wraith")
    game.give(0, strength=4, magic=3)
    game.to("action")
    game.answer("action", ("slay", VALLEY))
    assert game.choices() == {("take", stack) for stack in (1, 4, 5, 6, 7, 8, 9)}


def test_the_first_peasant_costs_three() -> None:
    # E42 (V6.5)
    game = Staged()
    game.give(0, gold=2, magic=2)
    game.to("action")
    game.answer("action", ("recruit", 4))
    assert game.choices() == {("pay", 1), ("pay", 2)}
    game.answer("pay", ("pay", 2))
    assert game.goods(0) == (1, 0, 0, 0)


def test_saving_up_for_an_archer() -> None:
    # E43 (V6.2)
    game = Staged()
    game.give(0, gold=3)
    assert ("recruit", 3) not in game.to("action")
    game.answer("action", ("gain", "gold"), ("recruit", 3))
    assert game.goods(0)[0] == 0


def test_the_surcharge_grows() -> None:
    # E44
    for gold in (5, 6):
        game = Staged()
        game.give(0, "archer*2", gold=gold)
        assert (("recruit", 3) in game.to("action")) == (gold == 6)


@pytest.mark.parametrize("peasant", ["peasant", ""])
def test_a_domain_needs_citizen_cards(peasant: str) -> None:
    # E45 (V6.7)
    game = Staged(domains=tops("palace_of_the_dawn"))
    game.give(0, f"{peasant} archer*2", gold=11)
    assert (("build", 0) in game.to("action")) == bool(peasant)


def test_icons_on_domains_are_no_prerequisites() -> None:
    # E46
    game = Staged(domains=tops("nest_of_the_weaver_witch"))
    game.give(0, "forgotten_sorrows peasant", gold=9)
    assert ("build", 0) not in game.to("action")


@pytest.mark.parametrize(("same_turn", "left"), [(True, 8), (False, 4)])
def test_emerald_stronghold_works_at_once(same_turn: bool, left: int) -> None:
    # E47 (V11.3, R12)
    game = Staged(power_same_turn=same_turn)
    game.give(0, "knight*3 cleric peasant", gold=22)
    game.to("action")
    game.answer("action", ("build", 0), ("recruit", 5))
    assert game.goods(0)[0] == left


def test_pratchetts_plateau_is_no_discount_for_itself() -> None:
    # E48 (V7.5)
    game = Staged()
    game.give(0, "peasant cleric knight*3", gold=12)
    game.to("action")
    game.answer("action", ("build", 1), ("build", 2))
    assert game.goods(0)[0] == 0
    assert built(game) == ["pratchetts_plateau", "blood_crow_army"]


def test_the_eye_of_asteraten_may_slay() -> None:
    # E49 (V6.8)
    game = Staged()
    game.give(0, "knight cleric", gold=8)
    game.to("action")
    game.answer("action", ("build", 3))
    # 5 strength and no magic: the Dire Bear (5) too, at full cost
    offered = {("decline",), *(("slay", stack) for stack in range(5))}
    assert game.choices() == offered
    game.answer("bonus", ("slay", VALLEY))
    assert game.goods(0) == (0, 1, 2, 0)
    assert game.asked() == ("action", 0)


def test_violet_thorn_and_forgotten_sorrows() -> None:
    # E50
    game = Staged()
    only(game, MOUNTAINS, "orc_warrior")
    game.give(0, "the_violet_thorn forgotten_sorrows", strength=9)
    game.to("action")
    game.answer("action", ("slay", MOUNTAINS))
    game.answer("take", ("take", 0))
    assert game.goods(0) == (0, 0, 2, 0)


def test_an_end_of_phase_power_works_in_the_turn_it_is_built() -> None:
    # E51 (V11.3, R12)
    for same_turn in (True, False):
        game = Staged(domains=tops("cathedral_of_st_aquila"), power_same_turn=same_turn)
        game.give(0, "cleric*2", gold=8)
        game.give(1, gold=1)
        game.to("action")
        game.answer("action", ("gain", "strength"), ("build", 0))
        assert (game.asked() == ("steal", 0)) == same_turn


def test_a_start_of_phase_power_waits_for_the_next_turn() -> None:
    # E52
    game = Staged(players=2)
    game.give(0, "peasant*3", gold=6)
    game.to("action")
    game.answer("action", ("build", 4), ("gain", "magic"))
    assert game.goods(0)[0] == 0
    game.to_turn(2)
    game.to("action")
    assert game.goods(0)[0] == 1


def test_cutthroats_truce_takes_what_there_is() -> None:
    # E53 (V11.5)
    game = Staged(domains=tops("cutthroats_truce"))
    game.give(0, "rogue cleric", gold=5)
    game.give(1, gold=2)
    game.to("action")
    game.answer("action", ("build", 0))
    assert game.choices() == {("nothing",), ("steal", 1, 1), ("steal", 1, 2)}


def test_purloiners_perch_robs_without_reward() -> None:
    # E54 (R25)
    game = Staged(domains=tops("purloiners_perch"), to_rob="owlbear")
    game.give(0, "rogue*2 the_violet_thorn", gold=10)
    game.give(1, "goblin_king owlbear")
    game.to("action")
    game.answer("action", ("build", 0))
    assert game.goods(0) == (0, 0, 0, 0)
    assert [card.id for card in game.table.players[0].pile] == ["owlbear"]
    assert [card.id for card in game.table.players[1].pile] == ["goblin_king"]


def test_the_golden_obelisk_needs_three_magic() -> None:
    # E55
    for magic in (2, 3):
        game = Staged(domains=tops("golden_obelisk_of_nae"))
        game.give(0, "peasant cleric", gold=6, magic=magic)
        game.to("action")
        game.answer("action", ("build", 0))
        game.answer("pay", ("pay", 0))
        if magic == 3:
            assert game.choices() == {("option", 0), ("decline",)}
            game.answer("option", ("option", 0))
            assert game.goods(0) == (0, 0, 0, 3)
        assert game.asked() == ("action", 0)


def test_watcher_on_the_water_returns_a_monster() -> None:
    # E56 (V8.4)
    game = Staged(domains=tops("watcher_on_the_water"))
    game.table.monsters[VALLEY].cards = []
    game.give(0, "knight*2 troll", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    assert game.goods(0) == (0, 0, 0, 3)
    assert [card.id for card in game.table.monsters[VALLEY].cards] == ["troll"]
    assert game.table.exhausted() == 1  # the Domain stack


def test_the_nest_returns_a_citizen_but_no_starter() -> None:
    # E57
    game = Staged(domains=tops("nest_of_the_weaver_witch"))
    game.give(0, "peasant merchant", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    assert game.choices() == {("return", "peasant"), ("return", "merchant")}
    game.answer("return", ("return", "merchant"))
    assert len(game.table.citizens[1].cards) == 6


def test_two_stacks_are_exhausted_in_one_action() -> None:
    # E58, E86 (V8.1, V9.1)
    game = Staged(players=2)
    only(game, FOREST, "spider_queen")
    for stack in (0, 2, 3):
        game.table.citizens[stack].cards = []
    del game.table.citizens[1].cards[1:]
    game.give(0, strength=10, magic=3)
    game.to("action")
    game.answer("action", ("slay", FOREST))
    game.answer("option", ("option", 1))
    game.answer("take", ("take", 1))
    assert game.table.exhausted() == 5
    assert conditions(game.table) == ["c"]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_round_is_played_to_its_end(seat: int) -> None:
    # E59 (V9.3, V9.4)
    game = Staged(players=2)
    game.to_turn(seat)
    game.to("harvest", seat)
    for stack in range(4):
        game.table.citizens[stack].cards = []
    game.to_turn(9)
    assert game.referee.result()["turns"] == 2
    assert game.referee.result()["ending"] == ["c"]


@pytest.mark.parametrize("latched", [False, True])
def test_a_returned_monster_can_undo_the_end(latched: bool) -> None:
    # E60 (V9.3, R5); Watcher is not the last card of its stack
    game = Staged(players=2, domains=tops("watcher_on_the_water"), end_trigger_latched=latched)
    game.table.domains[0].cards *= 2
    for stack in range(3):
        game.table.citizens[stack].cards = []
    game.table.monsters[VALLEY].cards = []
    game.give(1, "knight*2 troll", gold=6)
    game.to("action", 1)
    assert conditions(game.table) == ["c"]
    game.answer("action", ("build", 0), seat=1)
    game.answer("option", ("option", 0), seat=1)
    game.answer("action", ("gain", "gold"), seat=1)
    assert (game.referee.pending() is None) == latched


def test_all_domains_built_ends_the_game() -> None:
    # E61 (V9.1b)
    game = Staged(players=4)
    game.to_turn(1)
    game.to("action", 1)
    for space in game.table.domains:
        space.cards = []
    game.to_turn(9)
    assert game.referee.result()["ending"] == ["b"]
    assert game.referee.result()["turns"] == 4


def test_all_monsters_slain_ends_the_game() -> None:
    # V9.1a
    game = Staged(players=3)
    game.to("action")
    for column in game.table.monsters:
        column.cards = []
    game.to_turn(9)
    assert game.referee.result()["ending"] == ["a"]


def test_nothing_to_take() -> None:
    # E87 (V11.6)
    soldiers = replaced(CITIZENS, champion="warlord")
    game = Staged(citizens=soldiers, domains=tops("cloudriders_camp"))
    for stack in (5, 7):
        game.table.citizens[stack].cards = []
    game.give(0, "knight cleric", gold=8)
    game.to("action")
    game.answer("action", ("build", 0))
    assert game.goods(0) == (0, 3, 0, 0)
    assert len(game.table.players[0].citizens) == 2
