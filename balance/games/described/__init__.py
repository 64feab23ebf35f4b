"""Described games: ``game.toml`` and sheets of cards, read by one interpreter."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from balance.engine.game import Game, GameTable
from balance.engine.layout import MAX_SEATS
from balance.games.described.bots import WEIGHTS, bots_of
from balance.games.described.language.model import Whole
from balance.games.described.language.reading import read_description
from balance.games.described.language.tree import Description
from balance.games.described.layout import MAX_PARTS, RECORD, STATE, TABLE, Decision, Task
from balance.games.described.narrate.narrator import DescribedNarrator
from balance.games.described.rules.dispatch import step, take, write_record
from balance.games.described.rules.setup import begin
from balance.games.described.services.determinise import determinise
from balance.games.described.services.experiments import experiments_of
from balance.games.described.table.build import build

_BY_A_LINE = "a line ends the game"


_known: dict[Path, tuple[dict[Path, bytes], Game]] = {}  # what was read by each file, and its game


def described_game(file: Path) -> Game:
    """Return the game in a file: the same object as long as what it is read from is the same.

    Raises
    ------
    ScenarioError, CardError
        If something in it is not understood; see `read_description`.
    """
    file = file.resolve()
    contents, game = _known.get(file, ({}, None))
    if game is None or contents != _contents(contents):
        description = read_description(file)
        game = _game(file, description)
        sheets = [file.parent / sheet for sheet in description.files]
        _known[file] = _contents((file, *sheets, file.parent / WEIGHTS)), game
    return game


def _contents(files: Iterable[Path]) -> dict[Path, bytes]:
    return {file: file.read_bytes() if file.is_file() else b"" for file in files}


def _game(file: Path, description: Description) -> Game:
    def build_table(
        options: BaseModel, num_seats: int, edits: Mapping[str, object], folder: Path
    ) -> GameTable:
        edited = read_description(file, edits) if edits else description
        return build(edited, num_seats, options.model_dump(exclude_none=True))

    parts = tuple(description.score)
    unused = (f"(no part {number})" for number in range(len(parts) + 1, MAX_PARTS + 1))
    return Game(
        name=file.parent.name,
        title=description.name,
        home=Path(__file__).parent,
        described_in=file.parent,
        seats=tuple(sorted(description.players)),
        state=STATE,
        table=TABLE,
        record=RECORD,
        decisions=Decision,
        tasks=Task,
        begin=begin,
        step=step,
        take=take,
        write_record=write_record,
        options=_options(description),
        build_table=build_table,
        bots=bots_of(description, file.parent),
        default_bot="greedy",
        endings=(*(ending.name for ending in description.endings), _BY_A_LINE),
        parts=(*parts, *unused),
        narrator=DescribedNarrator,
        determinise=determinise,
        experiments=experiments_of(description),
    )


def _options(description: Description) -> type[BaseModel]:
    """Return the model of ``[table]`` in a scenario.

    It has other values of the named numbers, and by seat what is added to what players start with.
    """
    fields: Any = dict.fromkeys(description.numbers, (Whole | None, None))
    by_seat = Annotated[tuple[Whole, ...], Field(max_length=MAX_SEATS)]
    for name in experiments_of(description).extra_goods.values():
        fields[name] = (by_seat | None, None)
    return create_model("Options", __config__=ConfigDict(extra="forbid", frozen=True), **fields)
