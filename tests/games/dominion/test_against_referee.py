"""Random games in which the engine and the independent referee agree on everything.

Some of every variant in the ordinary suite; `make test-full` plays thousands of each.
"""

import os
import random
from collections import Counter
from functools import cache

import pytest
from joblib import Parallel, delayed

from balance.games.dominion.layout import Decision
from tests.games.dominion.duel import Duel, Seen
from tests.games.dominion.random_tables import BOX, KINGDOM, PRIZES, SEATS, VARIANTS, table_of

ASKED = int(os.environ.get("BALANCE_DUELS", "0"))  # games of each variant, on all cores
GAMES = 2  # at a table
TABLES = -(-ASKED // GAMES) or 8  # of each variant
LONG = 1000  # games of each variant that count as a long run
HUNDREDS = 300  # times that every card is played or gained in a long run, at least

# How much players like what they may do; a table of players has one taste.
ACTIVE = {"nothing": 0.2, "copper": 0.3, "curse": 0.05, "all": 30}
BUYERS = {**ACTIVE, **{f"buy {name}": 1 + face.cost**2 for name, face in BOX.items()}}
GRABBERS = {**BUYERS, "buy province": 400, "buy gold": 90, "action nothing": 0.01}
PLAYERS = {
    **{f"buy {name}": 30 for name in KINGDOM},
    "action nothing": 0.01,
    "nothing": 0.3,
    "all": 3,
    "throne_room": 3,
    "buy province": 60,
    "gain province": 60,
    "trash province": 0.1,
    "discard province": 0.1,
}
CHAMPIONS = {  # who win tournaments, and play twice what they have
    **dict.fromkeys((f"buy {name}" for name in KINGDOM), 9),
    **dict.fromkeys((f"prize {name}" for name in PRIZES), 30),
    "buy tournament": 80,
    "buy throne_room": 80,
    "buy province": 40,
    "buy curse": 0.01,
    "all": 30,
    "nothing": 0.05,
    "action nothing": 0.001,
    "action throne_room": 9,
    **dict.fromkeys((f"buy {name}" for name in ("mine", "remake", "remodel")), 30),
    **dict.fromkeys((f"action {name}" for name in PRIZES), 20),
    "throne_room throne_room": 4,
    "tournament 1": 30,
    "trash province": 0.1,
    "discard province": 0.1,
}
WRECKERS = {"buy curse": 3, "buy copper": 5, "action nothing": 0.1, "nothing": 0.5, "stash": 9}
TASTES: tuple[dict[str, float], ...] = ({}, BUYERS, GRABBERS, PLAYERS, CHAMPIONS, WRECKERS)

RARE_THINGS = {
    *("ended by provinces", "ended by piles", "ended by target", "ended by rounds"),
    *("shared win", "won by fewer turns", "a Kingdom of other than ten", "no card left"),
    *("shuffle within an instruction", "react moat", "react horse_traders", "bane"),
    *("horse traders taken back", "twice throne_room", "twice feast", "twice black_market"),
    *("tournament 00", "tournament 01", "tournament 10", "tournament 11"),
    *("menagerie with duplicates", "menagerie without duplicates", "black market buys"),
    *("walled village must not", "walled village on top", "trash horn_of_plenty"),
    *("nothing to gain by remake", "trash feast", "remodel while cards are cheaper"),
    *("remake while cards are cheaper", "mine while cards are cheaper"),
}


def seen_at(variant: str, table: int) -> Seen:
    """Let engine and referee play at a table of the variant; return what came up."""
    rng = random.Random(f"{variant} {table}")
    drawn = table_of(variant, table)
    taste = TASTES[(table + table // len(SEATS)) % len(TASTES)]
    if variant == "promising":
        taste = CHAMPIONS
    duel = Duel(drawn)
    for deal in range(GAMES):
        try:
            duel.play(deal, rng, taste)
        except AssertionError as error:
            error.add_note(f"{variant}, table {table}, deal {deal}: {drawn}")
            raise
    return duel.seen


@cache
def seen(variant: str) -> Seen:
    """What came up at the tables of a variant."""
    plays = [delayed(seen_at)(variant, table) for table in range(TABLES)]
    return sum(Parallel(n_jobs=-1 if ASKED else 1)(plays), Seen())


def seen_of_all() -> Seen:
    """What came up at all tables."""
    return sum((seen(variant) for variant in VARIANTS), Seen())


@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_and_referee_play_the_same_games(variant):
    found = seen(variant)
    print(
        f"\n{variant}: {found.games.total():,} games agree, {dict(sorted(found.games.items()))} by "
        f"players, {found.decisions.total():,} decisions; {found.decisions.most_common()}",
        end=" ",
    )
    assert found.games.total() == TABLES * GAMES
    assert set(found.games) == set(SEATS)


def test_every_decision_came_up():
    asked = set(seen_of_all().decisions)
    assert asked == {kind.name.lower() for kind in Decision if kind != Decision.NONE}


def test_every_card_was_played_or_gained():
    found = seen_of_all().deeds
    print("\ncard: in the supply, gained, played, played twice, trashed, used as a reaction")
    words = ("in the supply", "gain", "play", "twice", "trash", "react")
    for name in BOX:
        print(f"{name}:", *(f"{found[f'{word} {name}']:,}" for word in words))
    least = HUNDREDS if ASKED >= LONG else 1
    for name, face in BOX.items():
        words = ("gain", "play") if {"Action", "Treasure"} & face.types else ("gain",)
        for word in words:
            assert found[f"{word} {name}"] >= least, f"{word} {name}"


@pytest.mark.skipif(ASKED < LONG, reason="rare things need many games: BALANCE_DUELS=1000")
def test_every_rare_thing_came_up():
    found = Counter(seen_of_all().deeds)
    print("\n", {name: found[name] for name in sorted(RARE_THINGS)})
    assert not RARE_THINGS - set(+found)
