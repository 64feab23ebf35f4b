"""The manifest of a run: its contents as types, and the differences between two runs.

The manifest's ``identity`` decides the games: two runs play the same games of the cells that they
share if their identities agree.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from balance.engine.game import network_digest
from balance.error_messages import checked
from balance.errors import ScenarioError, StoreError
from balance.limits import MOST_GAMES
from balance.scenario.match import Entry, Match

MANIFEST = "manifest.json"
CELLS = "cells"  # the key of the cells in the identity
_EDITED = {
    "rules": "the rules or the engine were edited since",
    "tallies": "the code that counts games was edited since",
    "sources": "was edited since",
}


class _Open(BaseModel):
    model_config = ConfigDict(extra="allow")  # each kind of run has more


class _CellIdentity(_Open):
    bots: Mapping[str, Any]
    seats: list[Any]
    table: str


class _Identity(_Open):
    game: str
    rules: str
    tallies: str
    seed: int
    cells: Mapping[str, _CellIdentity]


class _Manifest(_Open):
    identity: _Identity
    scenario: Mapping[str, Any]
    scenario_file: str = Field(alias="scenario file")
    settings: Mapping[str, Mapping[str, Any]]
    command: str
    versions: Mapping[str, str]
    started: str
    finished: str | None
    seconds: float | None = Field(ge=0, allow_inf_nan=False)
    games: Mapping[str, Annotated[int, Field(ge=0, le=MOST_GAMES)]]
    deals: Mapping[str, Annotated[int, Field(ge=0, le=MOST_GAMES)]]
    files: list[str] = []  # that were stored when the run ended


def check_manifest(manifest: Mapping[str, Any], path: Path) -> None:
    """Refuse a manifest that lacks a key or has a wrong value; anybody may have edited it.

    Raises
    ------
    StoreError
        A sentence on the first error.
    """
    try:
        checked(_Manifest, manifest, str(path))
    except ScenarioError as error:
        raise StoreError(f"{error}.") from None


def bot_identity(entry: Entry) -> dict[str, Any]:
    """Return everything that decides how an entry of a line-up plays."""
    bot = entry.bot
    return {
        "bot": bot.name,
        "weights": dict(bot.weights),
        **({"own_kinds": dict(bot.own_kinds)} if bot.own_kinds else {}),
        **({"network": network_digest(bot)} if bot.network else {}),
        **({"noise": bot.noise} if bot.noise else {}),
        "sources": entry.sources,
    }


def cell_identity(match: Match) -> dict[str, Any]:
    """Return everything that, with the seed and the rules, decides the games of a match."""
    bots = {entry.label: bot_identity(entry) for entry in match.lineup.entries}
    seats = [match.lineup.labels[entry] for entry in match.lineup.seats]
    return {"bots": bots, "seats": seats, "table": match.game_table.digest}


def identity_differences(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Return the differences between the identities of a stored and a wanted run, in words."""
    texts = []
    for key in dict.fromkeys([*stored, *wanted]):
        one, two = stored.get(key), wanted.get(key)
        if one == two:
            continue
        if key in _EDITED and one and two:
            texts.append(_EDITED[key])
        elif key == CELLS and isinstance(one, Mapping) and isinstance(two, Mapping):
            texts += _differing_cells(one, two)
        elif isinstance(one, Mapping) and isinstance(two, Mapping):
            texts += [f"{key} {text}" for text in identity_differences(one, two)]
        else:
            texts.append(f"{key} was {_brief(one)}, now {_brief(two)}")
    return texts


def _differing_cells(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[str]:
    """Return the differences between cells of the same name; other cells may come and go."""
    shared = [name for name in two if name in one]
    changed = [name for name in shared if one[name]["table"] != two[name]["table"]]
    phrases = []
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 4 else ""
        names = " and ".join(changed[:3] if more else changed)
        phrases.append(f"sheets or options of {names}{more} were changed")
    # The same bot often differs in all of them: one mention is enough.
    texts = (
        text
        for name in shared
        for text in identity_differences(*({**cells[name], "table": ""} for cells in (one, two)))
    )
    return phrases + list(dict.fromkeys(texts))


def _brief(value: Any) -> str:
    if value is None:
        return "not there"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
