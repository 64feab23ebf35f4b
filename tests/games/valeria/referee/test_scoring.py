"""The worked examples (V22) of scoring and winning."""

import pytest

from tests.games.valeria.referee.scoring import duke_points, score_parts, winners
from tests.games.valeria.referee.staged import Staged


@pytest.mark.parametrize(
    ("duke", "cards", "goods", "points"),
    [
        # E62, E63 (R3 below), E64, E65
        ("waryn_lord_of_rogues", "peasant*3 rogue*2 rogues_landing", (6, 10, 1), 15),
        (
            "reese_the_firebrand",
            "peasant*6 goblin*7 halfpenny_hill blood_crow_army gargans_embrace",
            (2, 5, 2),
            18,
        ),
        ("hrothgar_the_conqueror", "goblin*3 giant*2", (3, 0, 0), 12),
        ("cornelius_the_dreamer", "foxgrove_palisade purloiners_perch", (2, 0, 3), 7),
    ],
)
def test_dukes(duke: str, cards: str, goods: tuple[int, int, int], points: int) -> None:
    game = Staged()
    game.give(0, cards, gold=goods[0], strength=goods[1], magic=goods[2])
    player = game.table.players[0]
    player.duke = duke
    assert duke_points(game.table, player) == points


def test_starters_may_be_citizens_for_reese() -> None:
    # R3
    game = Staged(starters_are_citizens=True)
    player = game.table.players[0]
    player.duke = "reese_the_firebrand"
    assert duke_points(game.table, player) == 3


def test_a_whole_score() -> None:
    # E65 (V10.1)
    game = Staged()
    cards = "goblin*2 goblin_mage treant dire_bear foxgrove_palisade purloiners_perch"
    game.give(0, cards, gold=2, magic=3, vp=4)
    player = game.table.players[0]
    player.duke = "cornelius_the_dreamer"
    parts = {"collected": 4, "monsters": 8, "domains": 5, "duke": 7}
    assert score_parts(game.table, player) == parts


@pytest.mark.parametrize(("pile", "best"), [(True, [1]), (False, [0])])
def test_of_those_tied_the_fewest_cards_win(pile: bool, best: list[int]) -> None:
    # E66 (V10.4, R6), with Domains worth 1 and Monsters worth 1
    game = Staged(players=2, tiebreak_counts_pile=pile)
    orbs = "the_orb_of_urdr eye_of_asteraten cutthroats_truce"
    game.give(0, f"peasant*7 {orbs} the_orb_of_urdr goblin*9", vp=41 - 13)
    game.give(1, f"peasant*9 {orbs} goblin*7", vp=41 - 10)
    for player in game.table.players:
        player.duke = "lekzandr_the_protector"
        player.goods["vp"] -= duke_points(game.table, player)
    assert winners(game.table) == best
