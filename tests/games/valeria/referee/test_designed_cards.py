"""Effects that no card of the box has: the rest of the grammar (V18), and how it is asked."""

from pathlib import Path

import pytest

from tests.games.valeria.referee.grammar import parse
from tests.games.valeria.referee.staged import Staged, altered

HILL = "halfpenny_hill"  # on the fifth Domain stack; free in these tests


def domain(tmp_path: Path, ability: str, **others: str) -> Path:
    """Tables in which this Domain costs nothing and has this ability; others by id."""
    free = {"cost": "0", "worker": "0"}
    cards = {HILL: {**free, "ability": ability}}
    cards |= {name: {**free, "ability": text} for name, text in others.items()}
    return altered(tmp_path, "domains.csv", cards)


def built(tmp_path: Path, ability: str, magic: int = 0) -> Staged:
    """A game in which the Domain with this `now` has just been built."""
    game = Staged(sheets=domain(tmp_path, ability))
    game.give(0, magic=magic)
    game.to("action")
    game.answer("action", ("build", 4))
    return game


@pytest.mark.parametrize(
    "text",
    [
        "2 gold 1 magic",
        "now: steal 1 gold -> 2 vp",
        "0 gold",
        "1 gold per stone",
        "rob citizen",
        "1 gold per icon[role=holy",
        "sometimes: 1 gold",
        "1 gold ?",
    ],
)
def test_what_is_no_effect_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"V18|chosen"):
        parse(text)


def test_any_becomes_an_option_for_each_kind_the_first_slowest() -> None:
    # V18.4
    (ability,) = parse("1 vp | 2 any -> 1 any")
    assert len(ability.options) == 10
    assert str(ability.options[2].pays[0]) == str(parse("2 gold")[0].options[0].gains[0])
    assert str(ability.options[2].gains[0]) == str(parse("1 strength")[0].options[0].gains[0])


def test_plus_binds_tighter_than_the_bar(tmp_path: Path) -> None:
    # V18.2, V18.3: with nothing to take the second option is not offered
    game = Staged(sheets=domain(tmp_path, "now: 3 gold | take citizen[cost>=9] + 9 vp"))
    game.to("action")
    game.answer("action", ("build", 4))
    assert game.goods(0)[0] == 3


def test_outside_a_choice_whatever_is_possible_happens(tmp_path: Path) -> None:
    # V18.3
    game = built(tmp_path, "now: take citizen[cost>=9] + 2 vp")
    assert game.goods(0)[3] == 2


def test_an_exchange_may_be_declined_a_choice_without_one_not(tmp_path: Path) -> None:
    # V18.3
    game = built(tmp_path, "now: 2 magic -> 3 vp | 1 gold | 9 gold -> 9 vp", magic=2)
    assert game.choices() == {("option", 0), ("option", 1), ("decline",)}
    game = built(tmp_path, "now: 2 magic -> 3 vp | 1 gold | 1 strength", magic=1)
    assert game.choices() == {("option", 1), ("option", 2)}


def test_the_whole_left_side_must_be_payable(tmp_path: Path) -> None:
    # V18.3
    game = built(tmp_path, "now: 1 magic + 1 magic -> 3 vp", magic=1)
    assert game.asked() == ("action", 0)
    game = built(tmp_path, "now: return citizen + return citizen -> 3 vp")
    assert game.asked() == ("action", 0)


def test_everywhere_magic_substitutes_for_gold_and_then_for_strength(tmp_path: Path) -> None:
    # R4, V7.1
    sheets = domain(tmp_path, "now: 2 gold + 2 strength -> 3 vp")
    game = Staged(sheets=sheets, magic_substitutes_everywhere=True)
    game.give(0, gold=2, strength=2, magic=1)
    game.to("action")
    game.answer("action", ("build", 4))
    game.answer("option", ("option", 0))
    assert game.choices() == {("pay", 0), ("pay", 1)}
    game.answer("pay", ("pay", 0))
    assert game.choices() == {("pay", 0), ("pay", 1)}
    game.answer("pay", ("pay", 1))
    assert game.goods(0) == (0, 1, 0, 3)


def test_a_bonus_build_leaves_the_next_domain_face_down(tmp_path: Path) -> None:
    # V6.7, V6.8
    sheets = domain(tmp_path, "now: 3 gold + may build", blood_crow_army="now: 1 vp")
    sheets = altered(sheets, "domains.csv", {"blood_crow_army": {"soldier": "0"}})
    game = Staged(sheets=sheets)
    game.table.domains[4].cards *= 2
    game.to("action")
    game.answer("action", ("build", 4))
    assert game.choices() == {("decline",), ("build", 2)}
    game.answer("bonus", ("build", 2))
    assert game.goods(0) == (3, 0, 0, 1)
    assert ("build", 4) in game.choices()


def test_a_bonus_recruit_triggers_and_then_the_effect_goes_on(tmp_path: Path) -> None:
    # V6.8, V18.6: the magic of Forgotten Sorrows is there for the next item
    sheets = domain(tmp_path, "now: 3 gold + may recruit + 1 vp per 1 resources")
    game = Staged(sheets=sheets)
    game.give(0, "forgotten_sorrows")
    game.to("action")
    game.answer("action", ("build", 4))
    game.answer("bonus", ("recruit", 0))
    assert game.goods(0) == (0, 0, 1, 1)


def test_discounts_add_up_and_never_go_below_nothing(tmp_path: Path) -> None:
    # E85 without the marker (V7.5)
    always = "always: discount slay 2 strength + discount slay 1 magic + discount recruit 1 gold"
    game = Staged(sheets=domain(tmp_path, always))
    game.table.monsters[3].cards = [game.table.sheets.monsters["gelatinous_cube"]]
    game.give(0, HILL, strength=2, gold=2)
    offered = game.to("action")
    assert {("slay", 0), ("slay", 1), ("slay", 2), ("slay", 3)} <= offered
    assert ("recruit", 4) in offered
    game.answer("action", ("slay", 0), ("slay", 3))
    assert game.goods(0) == (5, 0, 0, 0)


def test_losses_take_what_there_is(tmp_path: Path) -> None:
    # V18.5
    game = Staged(sheets=domain(tmp_path, "now: lose 2 gold + all lose 1 magic"))
    game.give(0, gold=1, magic=3)
    game.give(1, magic=1)
    game.to("action")
    game.answer("action", ("build", 4))
    assert game.goods(0) == (0, 0, 2, 0)
    assert game.goods(1) == (0, 0, 0, 0)


def test_of_any_everybody_who_loses_chooses_the_kind(tmp_path: Path) -> None:
    # V18.4, V3.3
    game = built(tmp_path, "now: all lose 1 any")
    for seat in (0, 1, 2):
        game.answer("lose", ("lose", "strength"), seat=seat)
    assert game.asked() == ("action", 0)


def test_two_waiting_abilities_are_ordered_by_their_owner(tmp_path: Path) -> None:
    # V3.3
    ability = "action_start: 1 gold ; action_start: 1 gold -> 1 vp"
    game = Staged(sheets=domain(tmp_path, ability))
    game.give(0, HILL)
    game.to("order")
    game.answer("order", ("next", HILL, 0))
    game.answer("option", ("option", 0))
    assert game.goods(0) == (0, 0, 0, 1)


def test_doubles_trigger_everybody_the_active_player_first(tmp_path: Path) -> None:
    # V3.3, V4.2
    sheets = domain(tmp_path, "any_doubles: 1 gold | 1 magic")
    game = Staged((1, 2), (4, 4), sheets=sheets)
    for seat in (0, 1):
        game.give(seat, HILL)
    game.to_turn(1)
    game.answer("option", ("option", 1), seat=1)
    game.answer("option", ("option", 0), seat=0)


def test_a_die_may_be_raised_and_two_dice_abilities_are_numbered_through(tmp_path: Path) -> None:
    # V4.3, V4.4, V18.5
    ability = "roll: die + 1 | 1 gold -> die = 3 ; roll: die - 2"
    game = Staged((6, 2), sheets=domain(tmp_path, ability))
    game.give(0, HILL, gold=1)
    assert game.to("dice") == {
        ("done",),
        ("use", HILL, 0, 1),
        ("use", HILL, 1, 0),
        ("use", HILL, 1, 1),
        ("use", HILL, 2, 0),
    }
    game.answer("dice", ("use", HILL, 2, 0))
    assert game.choices() == {
        ("done",),
        ("use", HILL, 0, 0),
        ("use", HILL, 0, 1),
        ("use", HILL, 1, 0),
        ("use", HILL, 1, 1),
    }


def test_two_abilities_of_a_citizen_are_activated_one_by_one(tmp_path: Path) -> None:
    # V18.3, V5.6: the one that robs comes first, whoever owns it
    cells = {"effect_active": "1 gold | 1 magic ; rob monster"}
    cells["effect_inactive"] = cells["effect_active"]
    game = Staged((3, 4), sheets=altered(tmp_path, "citizens.csv", {"archer": cells}))
    game.give(0, "archer treant")
    game.give(1, "archer")
    game.give(2, "goblin")
    assert game.to("steal_first") == {("done",), ("use", "archer", 2)}
    game.answer("steal_first", ("use", "archer", 2))
    assert game.asked() == ("steal_first", 1)
    game.answer("steal_first", ("use", "archer", 2), seat=1)
    assert game.asked() == ("harvest", 0)
    assert game.choices() == {("done",), ("use", "archer", 0), ("use", "archer", 1)}
    assert [len(player.pile) for player in game.table.players] == [1, 1, 0]


def test_a_slaying_outside_the_own_action_phase_triggers_nothing(tmp_path: Path) -> None:
    # V18.6
    cells = {"effect_active": "may slay", "effect_inactive": "may slay"}
    game = Staged((3, 4), sheets=altered(tmp_path, "citizens.csv", {"archer": cells}))
    game.give(0, "archer the_violet_thorn", strength=1)
    game.to("harvest")
    game.answer("harvest", ("use", "archer", 0))
    game.answer("bonus", ("slay", 0))
    assert game.goods(0) == (1, 0, 0, 0)
    assert len(game.table.players[0].pile) == 1
