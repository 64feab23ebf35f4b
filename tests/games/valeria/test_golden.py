"""A game told rule by rule: whoever changes a rule sees in its golden trace what else changes.

`make golden` writes it anew; the difference is then read and explained.
"""

import os
import random
from pathlib import Path

from balance.engine.session import Session
from balance.engine.trace import trace
from balance.games.valeria import GAME
from balance.games.valeria.options import Options

GOLDEN = Path(__file__).parent / "golden"
PLAYERS = 3
LIMIT = 20_000


def told() -> list[str]:
    """Three players who choose by chance, in the first set-up of the second edition."""
    session = Session(GAME, GAME.lay_table(Options(), PLAYERS, {}, GOLDEN), seed=1)
    rng = random.Random(1)
    seats = (0,) * PLAYERS
    lines = list(trace(session, 0, seats, lambda state: rng.randrange(state.num_choices), LIMIT))
    record = session.keep(0)[0]
    return [*lines, f"scores {record.scores[:PLAYERS].tolist()}, wins {record.wins[:PLAYERS]}"]


def test_the_first_game_is_the_golden_one() -> None:
    file = GOLDEN / "first_game.txt"
    lines = told()
    if os.environ.get("BALANCE_GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8").splitlines()
