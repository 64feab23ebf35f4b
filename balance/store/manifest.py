"""What stands in the manifest of a run, a file that anybody may have edited, as types."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from balance.errors import ScenarioError, StoreError
from balance.scenario.error_messages import checked


class _Open(BaseModel):
    model_config = ConfigDict(extra="allow")  # each kind of run notes more


class _Who(_Open):
    bots: Mapping[str, Any]
    seats: list[Any]
    table: str


class _Question(_Open):
    game: str
    rules: str
    tallies: str
    seed: int
    variants: Mapping[str, _Who]


class _Manifest(_Open):
    question: _Question
    scenario: Mapping[str, Any]
    scenario_file: str = Field(alias="scenario file")
    settings: Mapping[str, Mapping[str, Any]]
    command: str
    versions: Mapping[str, str]
    started: str
    finished: str | None
    seconds: float | None
    games: Mapping[str, int]
    deals: Mapping[str, int]


def check_manifest(manifest: Mapping[str, Any], path: Path) -> None:
    """Refuse the manifest of a run that lacks something, or holds something else in its place.

    Raises
    ------
    StoreError
        One sentence on the first thing that is wrong.
    """
    try:
        checked(_Manifest, manifest, str(path))
    except ScenarioError as error:
        raise StoreError(f"{error}.") from None
