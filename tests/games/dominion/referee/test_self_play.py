"""Random games of the referee alone: they end, no card is lost, and D15 holds."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.games.dominion.referee import Referee, read_sheet
from tests.games.dominion.referee.table import Table

DATA = Path(__file__).parents[4] / "balance" / "games" / "dominion" / "data"
BOX = read_sheet(DATA / "cards.csv")
KINGDOM = [name for name, face in BOX.items() if face.kind == "kingdom"]
LIKING: dict[str | int, int] = {"all": 30, **dict.fromkeys(KINGDOM, 9)}
KINDS = {
    *("action", "treasure", "buy", "react", "discard", "trash", "gain", "throne_room", "cellar"),
    *("chapel", "chancellor", "spy", "thief", "thief_gain", "library"),
    *("hamlet_action", "hamlet_buy", "young_witch", "jester", "market_buy", "market_order"),
    *("envoy", "place_stash", "walled_village"),
}


def random_objective(rng: random.Random):
    """Luck: any of the cards that nobody knows."""

    def luck(seat: int, unknown: Mapping[str, int]) -> str:
        return rng.sample(list(unknown), 1, counts=list(unknown.values()))[0]

    return luck


def cards(table: Table) -> Counter[str]:
    """Every card that there is."""
    found = Counter(table.supply) + Counter(table.prizes) + Counter(table.market)
    found += Counter(table.trash) + Counter(table.shown)
    return sum((Counter(player.owned()) for player in table.players), found)


def new_game(rng: random.Random, players: int) -> Referee:
    kingdom = rng.sample(KINGDOM, 10)
    others = [name for name in KINGDOM if name not in kingdom]
    bane, market = None, []
    if {"young_witch", "black_market"} & {*kingdom}:
        bane = next(name for name in others if BOX[name].cost in (2, 3))
    if "black_market" in {*kingdom, bane}:
        market = rng.sample([name for name in others if name != bane], len(others) - 1)
    if "young_witch" not in {*kingdom, *market}:
        bane = None
    return Referee(BOX, kingdom, players, random_objective(rng), bane, market, max_rounds=16)


def play(referee: Referee, rng: random.Random) -> set[str]:
    kinds = set()
    referee.pending()
    everything = cards(referee.table)
    while (pending := referee.pending()) is not None:
        kinds.add(pending.kind)
        table = referee.table
        assert cards(table) == everything  # D15.1
        for player in table.players:
            assert player.unknown.total() == player.pile.count(None)
            assert player.seat == table.active or not player.in_play  # D3.9
        liking = [LIKING.get(choice, 1) for choice in pending.choices]
        referee.choose(rng.choices(pending.choices, liking)[0])
    assert cards(referee.table) == everything
    last = referee.table.players[referee.table.active]
    assert len(last.hand) == 5 or not (last.pile or last.discarded)  # D15.5
    result = referee.result()
    assert result["scores"] == [sum(part.values()) for part in result["parts"]]
    assert all(result["scores"][seat] == max(result["scores"]) for seat in result["winners"])
    return kinds


def test_random_games_end_and_lose_no_card():
    kinds = set()
    for seed in range(48):
        rng = random.Random(seed)
        kinds |= play(new_game(rng, seed % 4 + 1), rng)
    assert kinds >= KINDS


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_chance_and_choices_give_the_same_game(players):
    results = []
    for _ in range(2):
        rng = random.Random(7)
        referee = new_game(rng, players)
        play(referee, rng)
        results.append((referee.summary(), referee.result()))
    assert results[0] == results[1]
