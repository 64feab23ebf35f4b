"""Mixed Citizens (V15), No Dukes (V16), and the pools that a deal is drawn from."""

import random
from collections import Counter

import pytest

from tests.games.valeria.referee.chance import ScriptedChance
from tests.games.valeria.referee.deals import Deal, Wishes, random_deal
from tests.games.valeria.referee.referee import Referee
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.staged import CITIZENS, DATA, DOMAINS, Staged, altered
from tests.games.valeria.referee.table import Options

SHEETS = read_sheets(DATA)
MIXED = Wishes(mixed_citizens=True)


def deals(wishes: Wishes, players: int = 4) -> list[Deal]:
    return [random_deal(DATA, random.Random(seed), players, wishes=wishes) for seed in range(20)]


@pytest.mark.parametrize(("players", "height"), [(4, 5), (5, 6), (1, 5)])
def test_all_copies_of_a_number_are_shuffled(players: int, height: int) -> None:
    # E73 (V15.1)
    for deal in deals(MIXED, players):
        assert [len(stack) for stack in deal.citizens] == [height] * 10
        assert set(deal.citizens[0]) <= {"monk", "cleric"}
        assert set(deal.citizens[4]) == {"peasant"}
        assert max(Counter(deal.citizens[0]).values()) <= 6


def test_two_names_lie_in_one_stack() -> None:
    # V15.1
    assert any(set(deal.citizens[0]) == {"monk", "cleric"} for deal in deals(MIXED))


def test_a_returned_citizen_goes_on_top_of_the_stack_of_its_number() -> None:
    # V15.3 (R9)
    game = Staged(
        citizens=(("monk", "cleric"), *CITIZENS[1:]),
        domains=("nest_of_the_weaver_witch", *DOMAINS[1:]),
    )
    game.give(0, "peasant*2 cleric", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    game.answer("return", ("return", "cleric"))
    assert [card.id for card in game.table.citizens[0].cards] == ["cleric", "monk", "cleric"]


@pytest.mark.parametrize(
    ("activation", "slot"), [("3/7", 2), ("8", 7), ("9/10", 8), ("10", 8), ("11/12", 9), ("12", 9)]
)
def test_a_citizen_stands_in_the_slot_of_its_lowest_number(tmp_path, activation, slot) -> None:
    folder = altered(tmp_path, "citizens.csv", {"archer": {"activation": activation}})
    assert read_sheets(folder).citizens["archer"].slot == slot


def test_pools_and_domains_that_are_removed_and_forced() -> None:
    # V2.1, V2.5, V2.6
    areas = ("hills", "ruins", "forest", "valley", "swamp", "cavern")
    citizens = tuple(card.id for card in SHEETS.citizens.values() if card.id != "monk")
    forced, removed = tuple(SHEETS.domains)[:2], tuple(SHEETS.domains)[2:6]
    wishes = Wishes(areas=areas, citizens=citizens, remove_domains=removed, force_domains=forced)
    for deal in deals(wishes):
        assert {SHEETS.monsters[stack[0]].area for stack in deal.monsters} < set(areas)
        assert deal.citizens[0] == "cleric"
        dealt = {card for stack in deal.domains for card in stack}
        assert len(dealt) == 15
        assert set(forced) <= dealt
        assert not set(removed) & dealt
    assert len({deal.citizens for deal in deals(wishes)}) > 1


def three_players(**switches) -> Staged:
    """The players of E74."""
    game = Staged(dukes="none", **switches)
    domains = "halfpenny_hill the_orb_of_urdr"
    game.give(0, f"peasant*3 knight*2 rogue cleric {domains} goblin*5", gold=3, magic=5)
    game.give(1, f"peasant*7 {domains} rogues_landing goblin*6")
    game.give(2, "peasant*5 halfpenny_hill goblin*6")
    return game


def parts(game: Staged, seat: int) -> tuple[int, int]:
    score = score_parts(game.table, game.table.players[seat])
    return score["icons and leftovers"], score["majorities"]


def test_icons_leftovers_and_majorities_without_dukes() -> None:
    # E74 (V16.1, V16.2, R22)
    game = three_players()
    assert parts(game, 0) == (16 + 2, 3)
    assert parts(game, 1)[1] == 3 + 3 + 7
    assert parts(game, 2)[1] == 3


def test_the_majority_bonus_may_be_another() -> None:
    # R22
    game = three_players(no_duke_majority=5, no_duke_tie=1)
    assert [parts(game, seat)[1] for seat in range(3)] == [1, 1 + 1 + 5, 1]


def test_starters_may_count_for_the_majority() -> None:
    # R3: 3 Starters each change nothing, as long as nobody has a Citizen
    assert parts(Staged(dukes="none"), 0)[1] == 0
    assert parts(Staged(dukes="none", starters_are_citizens=True), 0)[1] == 3


def test_without_dukes_nothing_is_asked_and_slain_events_are_monsters() -> None:
    # V16.1, V14.10
    deal = random_deal(DATA, random.Random(1), 3, wishes=Wishes(no_dukes=True))
    assert deal.dukes == ()
    referee = Referee(DATA, deal, Options(dukes="none"), ScriptedChance([(1, 2)]))
    pending = referee.pending()
    assert pending is not None
    assert pending.kind == "harvest"
    game = Staged(dukes="none")
    game.give(1, "mimic")
    assert parts(game, 1)[1] == 7
    assert winners(game.table) == [1]
