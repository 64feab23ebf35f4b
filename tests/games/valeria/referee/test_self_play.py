"""Random games: they end, nothing is lost, nothing goes below nothing."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.valeria.referee.chance import RandomChance
from tests.games.valeria.referee.deals import random_deal
from tests.games.valeria.referee.referee import Referee
from tests.games.valeria.referee.staged import DATA, altered
from tests.games.valeria.referee.table import Options, Table

SETUPS = (None, "first_game_2e", "first_game_1e", "mastery_of_magic", "monstrous_blood")
SWITCHES = (
    "doubles_sum_twice",
    "starters_block_consolation",
    "starters_are_citizens",
    "magic_substitutes_everywhere",
    "end_trigger_latched",
    "tiebreak_counts_pile",
    "power_same_turn",
    "starters_count_by_name",
)
OWN_ABILITIES = (
    "roll: die + 1 | 1 any -> die = 3 + 1 vp",
    "any_doubles: 1 gold -> 1 vp ; any_doubles: may build",
    "action_start: 1 any | take citizen[role=shadow]",
    "action_end: rob monster | steal 1 any",
    "on_slay: 1 strength | 1 magic -> 2 gold ; on_gain_citizen: may slay",
    "always: discount slay 2 strength + discount recruit 1 gold + discount build 2 gold",
    "now: return monster + 2 vp -> 4 gold ; now: all lose 2 any",
    "now: 2 any + may recruit + may build",
    "action_start: 1 gold + 1 strength -> 1 vp per monster + lose 1 any",
    "on_gain_citizen: return citizen | 1 vp",
    "now: take citizen[cost>=3] | 4 any",
    "always: ignore plus",
)
OWN_CITIZENS = {
    "archer": {"effect_active": "may slay | 2 strength", "effect_inactive": "rob monster"},
    "peasant": {"effect_active": "1 any -> take citizen ; steal 1 vp", "effect_inactive": "1 any"},
    "knight": {"effect_active": "may recruit ; 1 strength", "effect_inactive": "return citizen"},
}


def cards(table: Table) -> Counter[str]:
    """Every card of the grid and the tableaus."""
    found: Counter[str] = Counter()
    found.update(card.id for column in table.monsters for card in column.cards)
    found.update(card.id for space in table.citizens for card in space.cards)
    found.update(card.id for space in table.domains for card in space.cards)
    for player in table.players:
        found.update(card.id for card in player.starters)
        found.update(card.id for card in player.citizens)
        found.update(card.id for card in player.pile)
        found.update(built.card.id for built in player.domains)
    return found


def play(referee: Referee, rng: random.Random) -> set[str]:
    """Play by chance, checking what must hold at every question; the kinds asked."""
    table = referee.table
    before = cards(table)
    kinds = set()
    while (pending := referee.pending()) is not None:
        kinds.add(pending.kind)
        assert len(pending.choices) == len(set(pending.choices)) >= 2
        assert all(amount >= 0 for player in table.players for amount in player.goods.values())
        assert cards(table) == before
        summary = referee.summary()
        rows = (summary["monsters"], summary["citizens"], summary["domains"])
        assert summary["exhausted"] == sum(stack == [] for row in rows for stack in row)
        referee.choose(rng.choice(pending.choices))
    result = referee.result()
    assert result["turns"] == result["rounds"] * len(table.players)
    assert result["scores"] == [sum(part.values()) for part in result["parts"]]
    assert all(result["scores"][seat] == max(result["scores"]) for seat in result["winners"])
    assert result["ending"] or (table.options.end_trigger_latched and result["latched"])
    return kinds


def game(folder: Path, number: int) -> Referee:
    """A game of chance, with every switch turned now and then."""
    rng = random.Random(number)
    edition = rng.choice(("first", "second"))
    turned = rng.sample(SWITCHES, rng.randint(0, 3))
    switches = {switch: not getattr(Options(), switch) for switch in turned}
    dukes = rng.choice(("chosen", "assigned"))
    options = replace(Options(**switches), edition=edition, dukes=dukes)  # type: ignore[arg-type]
    deal = random_deal(folder, rng, rng.randint(2, 4), edition, rng.choice(SETUPS))
    return Referee(folder, deal, options, RandomChance(rng))


def test_two_hundred_random_games_end_and_conserve_everything() -> None:
    kinds = set()
    for number in range(200):
        kinds |= play(game(DATA, number), random.Random(1000 + number))
    assert kinds == {
        *("duke", "dice", "steal_first", "harvest", "action", "pay", "option", "order"),
        *("steal", "rob", "take", "return", "bonus"),
    }


@pytest.mark.parametrize("number", range(10))
def test_random_games_with_own_cards_end_and_conserve_everything(
    tmp_path: Path, number: int
) -> None:
    rng = random.Random(number)
    rows = (DATA / "domains.csv").read_text(encoding="utf-8").splitlines()[1:]
    own = {row.split(",")[0]: {"ability": rng.choice(OWN_ABILITIES), "cost": "3"} for row in rows}
    altered(tmp_path, "domains.csv", own)
    altered(tmp_path, "citizens.csv", OWN_CITIZENS)
    for again in range(3):
        play(game(tmp_path, 10 * number + again), random.Random(number))


def test_the_same_chance_and_choices_give_the_same_game() -> None:
    results = []
    for _ in range(2):
        referee = game(DATA, 7)
        play(referee, random.Random(7))
        results.append((referee.summary(), referee.result()))
    assert results[0] == results[1]
