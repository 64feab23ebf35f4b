"""Five players (V12): the stacks and the resting player."""

import random

import pytest

from tests.games.valeria.referee.deals import Wishes, monster_stack, random_deal
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.staged import CITIZENS, DATA, DOMAINS, Staged, altered, replaced

SHEETS = read_sheets(DATA)
THIEF = replaced(CITIZENS, rogue="thief")
LAST = 4  # who rests in the first turn


@pytest.mark.parametrize("edition", ["first", "second"])
def test_the_ruins_of_five_players_are_the_same_in_both_editions(edition: str) -> None:
    # E1 (V2.2)
    stack = ("skeleton",) * 3 + ("flaming_skeleton",) * 2 + ("skeleton_king",)
    assert monster_stack(SHEETS, "ruins", edition, 5) == stack


def test_all_domains_of_monstrous_blood_are_dealt() -> None:
    # E5, E6 (V12.1)
    deal = random_deal(DATA, random.Random(1), 5, "second", Wishes(setup="monstrous_blood"))
    assert [len(stack) for stack in deal.monsters] == [6] * 5
    assert [len(stack) for stack in deal.domains] == [4] * 5
    assert len({card for stack in deal.domains for card in stack}) == 20
    assert len({duke for dealt in deal.dukes for duke in dealt}) == 10


def test_the_grid_has_six_citizens_in_a_stack() -> None:
    # E5 (V12.1)
    game = Staged(players=5)
    assert [len(space.cards) for space in game.table.citizens] == [6] * 10


@pytest.mark.parametrize(("edition", "bonus"), [("second", "herald"), ("first", "consolation")])
def test_who_has_just_played_rests_and_harvests_nothing(edition: str, bonus: str) -> None:
    # E67 (V12.2, V12.3)
    game = Staged((1, 2), (1, 2), (1, 2), players=5, edition=edition)
    for turn, resting in enumerate((4, 0, 1)):
        game.to_turn(turn)
        harvested = set()
        while game.asked()[0] == "harvest":
            assert any(bonus in str(choice[1:]) for choice in game.choices())
            harvested.add(game.asked()[1])
            game.referee.choose(("done",))
        assert harvested == set(range(5)) - {resting}
        assert game.referee.summary()["resting"] == resting


@pytest.mark.parametrize(
    ("edition", "switch", "victim"),
    [
        ("second", None, False),
        ("first", None, True),
        ("second", False, True),
        ("first", True, False),
    ],
)
def test_the_resting_player_as_a_victim(edition: str, switch: bool | None, victim: bool) -> None:
    # E68 (V12.4, V12.5, R18)
    game = Staged((1, 6), players=5, edition=edition, citizens=THIEF, resting_not_in_play=switch)
    game.give(0, "thief")
    game.give(1, gold=1)
    game.give(LAST, gold=9)
    game.to("steal_first")
    game.answer("steal_first", ("use", "thief", 0))
    assert (("steal", LAST, 3) in game.choices()) == victim
    assert ("steal", 1, 1) in game.choices()


@pytest.mark.parametrize(("edition", "robbed"), [("second", False), ("first", True)])
def test_the_resting_player_is_robbed_in_the_first_edition_alone(
    edition: str, robbed: bool
) -> None:
    # V12.4, V12.5
    game = Staged(players=5, edition=edition, domains=("purloiners_perch", *DOMAINS[1:]))
    game.give(0, "rogue*2", gold=10)
    game.give(LAST, "goblin")
    game.to("action")
    game.answer("action", ("build", 0))
    assert len(game.table.players[0].pile) == robbed


@pytest.mark.parametrize(("edition", "points"), [("second", 0), ("first", 1)])
def test_the_resting_players_doubles_count_in_the_first_edition_alone(
    edition: str, points: int
) -> None:
    # V12.4, V12.5
    game = Staged((1, 1), players=5, edition=edition)
    for seat in (2, LAST):
        game.give(seat, "gargans_embrace")
    game.to("harvest")
    assert game.goods(LAST)[3] == points
    assert game.goods(2)[3] == 1


@pytest.mark.parametrize(("edition", "left"), [("second", 1), ("first", 0)])
def test_the_resting_player_loses_in_the_first_edition_alone(
    tmp_path, edition: str, left: int
) -> None:
    # V12.4, V18.5
    free = {"cost": "0", "worker": "0", "ability": "now: all lose 1 gold"}
    sheets = altered(tmp_path, "domains.csv", {"halfpenny_hill": free})
    game = Staged(players=5, edition=edition, sheets=sheets)
    game.to("action")
    for seat in range(5):
        game.give(seat, gold=1)
    game.answer("action", ("build", 4))
    assert [game.goods(seat)[0] for seat in range(5)] == [0, 0, 0, 0, left]


def test_ten_exhausted_stacks_end_the_game() -> None:
    # V2.11, V9.1
    game = Staged(players=5)
    game.to("harvest")
    for number, space in enumerate(game.table.citizens):
        space.cards = space.cards if number == 0 else []
    game.to_turn(5)
    assert game.referee.pending() is not None
    game.table.citizens[0].cards = []
    game.to_turn(99)
    assert game.referee.result()["ending"] == ["c"]
    assert game.referee.result()["turns"] == 10
