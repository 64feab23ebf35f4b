"""What a shell completes: names of scenarios, games, bots, set-ups, cards and objectives.

All of them come from files, so that completing does not load the games.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import typer

NAMES = Path(__file__).with_name("names.json")  # written by `make names`
DESIGNS = (
    "all", "ban", "gift", "price", "surcharge", "taking", "supply", "objectives", "compensation",
)  # fmt: skip


def lists(incomplete: str) -> list[str]:
    """Complete what `balance list` lists."""
    return _beginning(("games", "setups", "bots", "cards", "scenarios"), incomplete)


def complete_scenarios(incomplete: str) -> list[str]:
    """Complete a scenario: the name of a ready one, or a file."""
    return [*_beginning(_shipped(), incomplete), *_files(incomplete, ".toml")]


def scenarios_and_games(incomplete: str) -> list[str]:
    """Complete a scenario or a game."""
    return [*complete_scenarios(incomplete), *complete_games(incomplete)]


def complete_games(incomplete: str) -> list[str]:
    """Complete the name of a game."""
    return _beginning(_names(), incomplete)


def complete_bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the last bot of a list that commas separate."""
    return _last_of_list(_of_game(ctx, "bots"), incomplete)


def bot(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a bot."""
    return [*_beginning(_of_game(ctx, "bots"), incomplete), *_files(incomplete, ".py")]


def cards(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a card."""
    return _beginning(_of_game(ctx, "cards"), incomplete)


def objectives(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete an objective, such as a Duke."""
    return _beginning(_of_game(ctx, "objectives"), incomplete)


def designs(incomplete: str) -> list[str]:
    """Complete the last design of a list that commas separate."""
    return _last_of_list(DESIGNS, incomplete)


def settings(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a setting that chooses a set-up, such as ``setup=first_game_1e``."""
    options = [
        f"{names['set_by']}={setup}" for names in _names_for(ctx) for setup in names["setups"]
    ]
    return _beginning(options, incomplete)


def complete_runs(incomplete: str) -> list[str]:
    """Complete the folder of a run, in ``reports/`` or elsewhere."""
    stored = [str(path.parent) for path in sorted(Path("reports").glob("**/manifest.json"))]
    return _beginning(stored, incomplete) or _files(incomplete, "/")


@cache
def _names() -> dict[str, dict[str, Any]]:
    return json.loads(NAMES.read_text(encoding="utf-8"))


def _shipped() -> Iterable[str]:
    from balance.scenario.shipped import shipped_scenarios

    return shipped_scenarios()


def _of_game(ctx: typer.Context, what: str) -> list[str]:
    """Return names of the game that the words before are about; of all games if that is open."""
    return list(dict.fromkeys(one for names in _names_for(ctx) for one in names[what]))


def _names_for(ctx: typer.Context) -> Iterable[dict[str, Any]]:
    game = _game_of(ctx)
    return [_names()[game]] if game else _names().values()


def _game_of(ctx: typer.Context) -> str | None:
    """Return the game that was named, or whose scenario was named."""
    from balance.scenario.shipped import shipped_scenarios

    named = [ctx.params.get(name) for name in ("game", "scenario", "scenarios")]
    words = [word for one in named for word in (one if isinstance(one, list | tuple) else [one])]
    folders = {name: path.parent.name for name, path in shipped_scenarios().items()}
    for word in words:
        game = str(word) if word in _names() else folders.get(str(word))
        if game in _names():
            return game
    return None


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _last_of_list(names: Iterable[str], incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning(names, last)]


def _files(incomplete: str, ending: str) -> list[str]:
    """Return the files with an ending, and the folders, that begin like this."""
    folder, slash, start = incomplete.rpartition("/")
    place = Path(folder + slash) if slash else Path()
    if not place.is_dir():
        return []
    return sorted(
        f"{folder}{slash}{path.name}{'/' if path.is_dir() else ''}"
        for path in place.iterdir()
        if path.name.startswith(start)
        and not (path.name.startswith(".") and not start)
        and (path.is_dir() or path.name.endswith(ending))
    )
