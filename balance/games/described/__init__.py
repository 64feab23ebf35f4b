"""Described games: ``game.toml`` and sheets of cards, read by one interpreter."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from balance.compiling.trusted_code import is_trusted, refusal
from balance.engine.game import Game, GameTable
from balance.engine.layout import MAX_SEATS
from balance.engine.services import Invariants
from balance.errors import ScenarioError
from balance.games.described.bots import MODULES, NETWORKS, WEIGHTS, bots_of, is_best
from balance.games.described.language.model import Whole
from balance.games.described.language.reading import read_description
from balance.games.described.language.tree import Description
from balance.games.described.layout import MAX_PARTS, RECORD, STATE, TABLE, Decision, Task
from balance.games.described.narrate.narrator import DescribedNarrator
from balance.games.described.own_rules import OwnRules, compile_functions, read_own_rules
from balance.games.described.record import write_record
from balance.games.described.rules.dispatch import step, take
from balance.games.described.rules.setup import begin
from balance.games.described.services.determinise import determinise
from balance.games.described.services.experiments import experiments_of, extra_options
from balance.games.described.services.invariants import Broken, check
from balance.games.described.services.round_status import round_status_of
from balance.games.described.services.setups import setups_of
from balance.games.described.table.build import ASSIGNED, RANDOM, build
from balance.games.described.table.decisions import decisions_of
from balance.games.described.table.objectives import objectives_of

_BY_A_LINE = "a line ends the game"


_known: dict[Path, tuple[dict[Path, bytes], Game]] = {}  # what was read by each file, and its game


def described_game(file: Path, trusts_code: bool = False) -> Game:
    """Return the game in a file: the same object as long as what it is read from is the same.

    Parameters
    ----------
    trusts_code : bool
        Whether its Python file, if it has one, is run whether or not the user trusts it.

    Raises
    ------
    ScenarioError, CardError
        If something in it is not understood, see `read_description`; or its Python file may not be
        run, or cannot.
    """
    file = file.resolve()
    contents, game = _known.get(file, ({}, None))
    if game is None or contents != _contents(contents):
        description = read_description(file)
        own = _own_rules(file, description, trusts_code) if description.calls.file else None
        game = _game(file, description, own)
        if own is not None:
            compile_functions(file.parent / own.calls.file, own, game)
        sheets = [file.parent / sheet for sheet in description.files]
        code = own.files if own is not None else ()
        learnt = file.parent / WEIGHTS, file.parent / NETWORKS
        _known[file] = _contents((file, *sheets, *learnt, *code)), game
    return game


def _own_rules(file: Path, description: Description, trusts_code: bool) -> OwnRules:
    code = (file.parent / description.calls.file).resolve()
    if not trusts_code and not is_trusted(code):
        raise ScenarioError(f"{file}: {refusal(f'python = {description.calls.file!r}', code)}")
    return read_own_rules(code, description)


def _contents(files: Iterable[Path]) -> dict[Path, bytes]:
    return {file: file.read_bytes() if file.is_file() else b"" for file in files}


def _game(file: Path, description: Description, own: OwnRules | None) -> Game:
    if own is not None:
        description = own.added_to(description)

    usual = decisions_of(description)
    objectives = objectives_of(description)

    def build_table(
        options: BaseModel, num_seats: int, edits: Mapping[str, object], folder: Path
    ) -> GameTable:
        edited = description
        if edits:
            edited = read_description(file, edits)
            edited = edited if own is None else own.added_to(edited)
        return build(edited, num_seats, options.model_dump(exclude_none=True), usual)

    parts = tuple(description.score)
    endings = (*(ending.name for ending in description.endings), _BY_A_LINE)
    bots = bots_of(usual, file.parent, MODULES if own is None else own.bots)
    best = "policy" if is_best(bots["policy"]) else "greedy"
    return Game(
        name=file.parent.name,
        title=description.name,
        home=Path(__file__).parent,
        described_in=file.parent,
        own_rules=description.calls.digest,
        seats=tuple(sorted(description.players)),
        state=STATE,
        table=TABLE,
        record=RECORD,
        decisions=Decision,
        tasks=Task,
        begin=begin,
        step=step if own is None else own.step,
        take=take,
        write_record=write_record,
        options=_options(description),
        build_table=build_table,
        bots=bots,
        default_bot=best,
        check_tiers=("greedy", "policy") if best == "policy" else ("random", "greedy"),
        endings=endings,
        unscored=endings if description.is_common else (),
        parts=(*parts, *[""] * (MAX_PARTS - len(parts))),
        is_for_score=description.is_for_score,
        objective=objectives.word if objectives else "",
        setups=setups_of(description),
        narrator=DescribedNarrator,
        determinise=determinise,
        experiments=experiments_of(description),
        invariants=Invariants(check, Broken),
        round_status=round_status_of(description),
    )


def _options(description: Description) -> type[BaseModel]:
    """Return the model of ``[table]`` in a scenario.

    It has other values of the named numbers, by seat what is added to what players start with, and
    which set-up is played: by name, or by sheet the cards in play.
    """
    fields: Any = dict.fromkeys(description.numbers, (Whole | None, None))
    by_seat = Annotated[tuple[Whole, ...], Field(max_length=MAX_SEATS)]
    for name in extra_options(description).values():
        fields[name] = (by_seat | None, None)
    if setups := (*description.setups, *([RANDOM] if description.draw else [])):
        fields["setup"] = (Literal[setups] | None, None)
    for sheet in description.sheets:
        fields.setdefault(sheet, (tuple[str, ...] | None, None))
    if objectives_of(description):
        fields["objectives"] = (Literal["chosen", ASSIGNED] | None, None)
    return create_model("Options", __config__=ConfigDict(extra="forbid", frozen=True), **fields)
