"""Games by lot between engine and referee, whose players each have a taste."""

from collections.abc import Iterator, Sequence

from tests.games.comparison import Seen
from tests.games.dominion.duel import RARE_THINGS, Duel
from tests.games.dominion.random_tables import (
    BOX,
    KINGDOM,
    PRIZES,
    SEATS,
    VARIANTS,
    Drawn,
    table_of,
)
from tests.games.duels import play_deals

__all__ = ["GAMES", "RARE_THINGS", "VARIANTS", "seen_at"]

GAMES = 2  # at a table

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


def seen_at(variant: str, table: int, deals: Sequence[int] = range(GAMES)) -> dict[int, Seen]:
    """Let engine and referee play at a table of the variant; return what came up in each deal."""
    drawn = table_of(variant, table)
    taste = TASTES[(table + table // len(SEATS)) % len(TASTES)]
    if variant == "promising":
        taste = CHAMPIONS
    duel = Duel(drawn)
    found = dict(play_deals(duel, (variant, table), deals, lambda rng: taste, drawn))
    for seen in found.values():
        seen.special |= {*about(drawn), f"{variant}, {drawn.players} players"}
    return found


def about(drawn: Drawn) -> Iterator[str]:
    """What is special about a table."""
    for name, value in drawn.said.items():
        yield f"{name} {value}" if isinstance(value, str) else name
    yield from (f"another {column}" for _, column in drawn.changes)
    for row in drawn.own:
        yield f"own {row['special']}"
        yield from (f"own {one}" for one in str(row["types"]).split("|"))
