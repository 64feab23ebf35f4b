"""The names that a shell completes, in a file: completing must not wait for compiled games.

``make names`` writes the file again; a test compares it with the games.
"""

import json
from pathlib import Path
from typing import Any

from balance.bots import BOTS
from balance.engine.game import Game
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import write_text

FILE = Path(__file__).parents[1] / "cli" / "names.json"


def completion_names() -> dict[str, dict[str, Any]]:
    """Return of each game the names of its bots, set-ups, cards and objectives."""
    return {name: game_names(load_game(name, Path())) for name in GAMES}


def game_names(game: Game) -> dict[str, Any]:
    """Return the names of one game: `set_by` is the option that chooses a named set-up."""
    setups = [piece.id for piece in game.setups.named()]
    set_by = next(
        (key for table in game.setups.test_tables for key, value in table.items()
         if value in setups), "",
    )  # fmt: skip
    tables = [
        game.build_table(game.options(**{set_by: one}), game.seats[-1], {}, Path())
        for one in setups
    ] or [game.build_table(game.options(), game.seats[-1], {}, Path())]
    return {
        "bots": sorted({**BOTS, **game.bots}),
        "setups": setups,
        "set_by": set_by,
        "cards": sorted({piece.id for table in tables for piece in table.cards}),
        "objectives": sorted({piece.id for table in tables for piece in table.objectives}),
    }


def names_text(names: dict[str, dict[str, Any]]) -> str:
    """Return names as the text of the file."""
    return json.dumps(names, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_text(FILE, names_text(completion_names()))
