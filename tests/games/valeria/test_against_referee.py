"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite, which show all there is; `make test-full` plays
thousands of each.
"""

import pytest

from balance.games.valeria.layout import ENDINGS
from tests.games.duels import ASKED, agreed, num_games, seen_of
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.speech import KINDS
from tests.games.valeria.variants import OWN_CARDS, VARIANTS

DICE_DOMAINS = ("foxgrove_palisade", "the_desert_orchid", "palace_of_the_dawn")
RARE_ENDINGS = {"no Monsters left"}  # 4,000 random solo games did not come to it


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant: str) -> None:
    found = agreed("valeria", variant)
    wanted = num_games("valeria", variant)
    # Some of the tables drawn with own cards outgrow what a game can hold.
    games = found.games.total()
    assert games == wanted or (ASKED and variant == OWN_CARDS and games > 0.97 * wanted)


def test_every_decision_and_ending_came_up() -> None:
    found = seen_of("valeria", VARIANTS)
    assert set(found.decisions) == set(KINDS.values())
    assert not {f"ending: {ending}" for ending in {*ENDINGS} - RARE_ENDINGS} - set(found.deeds)


def test_every_printed_card_came_to_a_player_and_was_used() -> None:
    found = seen_of("valeria", VARIANTS.keys() - {OWN_CARDS})
    sheets = read_sheets()
    taken = {*sheets.citizens, *sheets.monsters, *sheets.domains, *sheets.dukes, *sheets.events}
    assert {deed for deed in found.deeds if deed.startswith("take ")} == {
        f"take {card}" for card in taken
    }
    activated = {(card, side) for card in sheets.citizens for side in (True, False)}
    activated |= {(card, side) for card in sheets.starters for side in (True, False)}
    activated |= {("consolation", True), ("consolation", False)}
    activated |= {(card, True) for card in DICE_DOMAINS}
    assert {deed for deed in found.deeds if deed.startswith("use ")} == {
        f"use {card} {is_active}" for card, is_active in activated
    }
