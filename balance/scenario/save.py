"""A scenario written as a TOML file."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.scenario.bot_entries import is_list
from balance.scenario.model import Scenario


def as_toml(scenario: Scenario, folder: Path, origin: Sequence[str] = ()) -> str:
    """Return the text of a scenario's file.

    Parameters
    ----------
    scenario : Scenario
        Of one cell: a grid, variants and tiers are left out.
    folder : Path
        Where the file will stand: what paths to games and bots start from.  Paths among the
        game's own options stay as they are.
    origin : sequence of str
        Lines that say where it comes from.
    """
    lines = [f"# {line}".rstrip() for line in origin]
    lines += ["", *_head(scenario, folder)]
    for name, values in (("table", scenario.table), ("set", scenario.set)):
        if values:
            lines += ["", f"[{name}]", *(f"{key} = {_value(one)}" for key, one in values.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def _head(scenario: Scenario, folder: Path) -> Iterator[str]:
    yield f"name = {_value(scenario.name)}"
    yield f"game = {_value(_moved(scenario.game, scenario.folder, folder))}"
    if scenario.question:
        yield f"question = {_value(scenario.question)}"
    yield f"seed = {scenario.seed}"
    yield f"games = {scenario.games}"
    if scenario.players is not None:
        yield f"players = {scenario.players}"
    bots = []
    for seated in scenario.bots:
        one = {"bot": _bot(seated.bot, scenario.folder, folder), "label": seated.label}
        bots.append({key: text for key, text in one.items() if text} | _weights(seated.weights))
    yield f"bots = {_value([bot['bot'] if len(bot) == 1 else bot for bot in bots])}"


def _bot(name: str, before: Path, folder: Path) -> str:
    """Return a bot's name as it is from another folder."""
    if is_list(name):
        return _moved(name, before, folder)
    file, colon, function = name.rpartition(":")
    return f"{_moved(file, before, folder)}{colon}{function}"


def _weights(weights: Mapping[str, float]) -> dict[str, Any]:
    return {"weights": dict(weights)} if weights else {}


def _moved(path: str, before: Path, folder: Path) -> str:
    """Return a path as it is from another folder; a name that is no path stays."""
    if not path or not (before / path).exists():
        return path
    return os.path.relpath(before / path, folder.resolve())


def _value(value: Any) -> str:
    """Return a value in TOML's words."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)  # of texts, numbers and switches as in TOML
