"""Golden traces: games narrated rule by rule, which show all effects of a changed rule.

`make golden` writes them again; read and explain the difference.
"""

import os
import random
from pathlib import Path

import pytest

from balance.engine.session import Session
from balance.engine.trace import trace
from balance.games.valeria import GAME
from balance.games.valeria.table.options import Options

GOLDEN = Path(__file__).parent / "golden"
LIMIT = 20_000
# By file: options, players, and after how many decisions the trace ends.
GAMES = {
    "first_game": (Options(), 3, LIMIT),
    "solo": (Options(solo_sum_attacks=True, solo_exhausted_attacks=True), 1, LIMIT),
    "five_players_events": (Options(monster_events=True, setup="random"), 5, 250),
    "mixed_no_dukes": (Options(mixed_citizens=True, dukes="none"), 2, LIMIT),
}


def trace_of(name: str) -> list[str]:
    """Return the trace of a game of random players, with its scores."""
    options, players, limit = GAMES[name]
    session = Session(GAME, GAME.build_table(options, players, {}, GOLDEN), seed=1)
    rng = random.Random(1)
    seats = (0,) * players
    lines = list(trace(session, 0, seats, lambda state: rng.randrange(state.num_choices), limit))
    record = session.write_record(0)[0]
    return [*lines, f"scores {record.scores[:players].tolist()}, wins {record.wins[:players]}"]


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_the_golden_one(name: str) -> None:
    file = GOLDEN / f"{name}.txt"
    lines = trace_of(name)
    if os.environ.get("BALANCE_GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines()
