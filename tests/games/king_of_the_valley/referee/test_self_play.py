"""Random games: they end, no tile is lost, and the invariants I1 to I9 hold."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.king_of_the_valley.referee import Referee, Tile, read_sheets
from tests.games.king_of_the_valley.referee.sheets import Sheets, shuffled
from tests.games.king_of_the_valley.referee.staged import DATA, altered
from tests.games.king_of_the_valley.referee.table import Table

BOX = read_sheets(DATA)
SEATS = (2, 3, 4)
SPACES = 25
KINDS = {"place", "recruit", "collect", "jester", "tax", "turn", "swap", "claim", "refill"}


def tiles(table: Table) -> list[Tile]:
    """Every tile that there is."""
    return [
        *table.valley.values(),
        *table.hill["L"],
        *table.hill["R"],
        *table.pile,
        *table.discarded,
        *table.hand,
        *(tile for player in table.players for tile in player.castle),
    ]


def check(table: Table) -> None:
    """What holds at every question of the printed game."""
    assert Counter(tile.name for tile in tiles(table)) == Counter(
        name for names in BOX.stages.values() for name in names
    )  # I1
    assert len(set(map(id, tiles(table)))) == len(tiles(table))
    if table.phase == "recruit" and table.triggered is None and not table.hand:
        assert len(table.valley) == SPACES  # I2
    assert all(player.gold >= 0 for player in table.players)  # I6
    assert all(coins <= 1 for coins in table.coins.values())
    assert sum(player.markers for player in table.players) <= 6  # I7
    for player in table.players:
        assert all(tile.is_subject for tile in player.castle)  # I8
        assert all(
            tile.column in (tile.type, "") or tile.type == "jester" for tile in player.castle
        )
    assert set(table.valley).isdisjoint(table.emptied)
    assert len(table.valley) + len(table.emptied) == SPACES


def check_end(table: Table) -> None:
    """What holds of every game that is over."""
    collectors = [tile for tile in table.discarded if tile.type == "tax_collector"]
    bonuses = sum(player.markers for player in table.players)
    prices = sum(
        BOX.prices[row - 1] * player.gained[f"hill row {row}"]
        for player in table.players
        for row in range(1, 7)
    )
    held = sum(player.gold for player in table.players)
    start = 2 * len(table.players)
    taxes = sum(tile.gold for tile in collectors)
    assert held == start + taxes + 5 * bonuses - prices - sum(table.coins.values())  # I6
    down = sum(not tile.is_up for player in table.players for tile in player.castle)
    assert down == sum(tile.need for tile in collectors) + 5 * bonuses  # I7
    assert table.turn == table.round * len(table.players)  # I5
    assert table.turn <= 54 + len(table.players)  # I4
    assert not table.pile


def play(referee: Referee, rng: random.Random) -> set[str]:
    """Play by chance, checking what must hold at every question; the kinds asked."""
    kinds = set()
    while (pending := referee.pending()) is not None:
        kinds.add(pending.kind)
        assert len(pending.choices) == len(set(pending.choices)) >= 2
        check(referee.table)
        referee.choose(rng.choice(pending.choices))
    check(referee.table)
    check_end(referee.table)
    result = referee.result()
    assert result["scores"] == [sum(part.values()) for part in result["parts"]]
    assert all(result["scores"][seat] == max(result["scores"]) for seat in result["winners"])
    assert sum(part["influence"] for part in result["parts"]) <= 142  # I9
    assert sum(part["couples"] for part in result["parts"]) <= 24
    assert sum(part["knight orders"] for part in result["parts"]) <= 32
    return kinds


def game(seed: int, players: int, sheets: Sheets = BOX) -> Referee:
    return Referee(sheets, shuffled(sheets, random.Random(seed)), players)


@pytest.mark.parametrize("players", SEATS)
def test_random_games_end_and_keep_the_invariants(players: int) -> None:
    kinds = set()
    for seed in range(12):
        kinds |= play(game(seed, players), random.Random(seed))
    assert kinds == KINDS


@pytest.mark.parametrize("players", SEATS)
def test_one_more_round_by_the_switch(players: int) -> None:
    more = replace(BOX, params={**BOX.params, "extra_final_round": 1})
    for seed in range(3):
        played = []
        for sheets in (BOX, more):
            referee = game(seed, players, sheets)
            play(referee, random.Random(seed))
            played.append(referee.result())
        assert played[1]["rounds"] == played[0]["rounds"] + 1
        assert played[1]["triggered"] == played[0]["triggered"]


def test_the_same_chance_and_choices_give_the_same_game() -> None:
    results = []
    for _ in range(2):
        referee = game(7, 3)
        play(referee, random.Random(7))
        results.append((referee.summary(), referee.result()))
    assert results[0] == results[1]


def test_tables_are_read_with_their_changes(tmp_path: Path) -> None:
    changes = {
        "tiles.csv": {"knight B I": {"count": 5}},
        "params.csv": {"start_gold": {"value": 9}},
        "hill.csv": {"6": {"price": 12}},
        "tax_collectors.csv": {"T3": {"requirement": 2}},
    }
    sheets = read_sheets(altered(tmp_path, changes))
    assert sheets.stages["I"].count("knight B") == 5
    assert (sheets.params["start_gold"], sheets.prices[5], sheets.collectors["T3"]) == (
        9,
        12,
        (2, 4),
    )
    late = read_sheets(DATA, hill=DATA / "variants" / "hill_late_steps.csv")
    assert late.prices == (2, 3, 4, 5, 7, 10)
    assert len(late.stages["III"]) == 31
