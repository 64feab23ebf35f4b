"""From a scenario to the matches that it asks for: tables laid, seats taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from balance.engine.game import Game, GameTable
from balance.errors import CardError, ScenarioError
from balance.games.loading import load_game
from balance.scenario.cells import Cell, cells_of
from balance.scenario.error_messages import checked, did_you_mean
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BASELINE, Scenario
from balance.scenario.requirements import check_requirements
from balance.scenario.stopping_rule import read_stopping_rule, trouble_with
from balance.scenario.trust import check_bots, check_game


@dataclass(frozen=True)
class PreparedCell:
    """One variant of a scenario, or cell of its grid, ready to be played.

    Attributes
    ----------
    name : str
    match : Match
    games, deals : int
        How many to play; games are whole deals.
    settings : mapping
        What is changed at its table, by dotted key.
    axes : mapping of str to str
        See `Cell`.
    cell : Cell or None
        What it was laid from.
    """

    name: str
    match: Match
    games: int
    deals: int
    settings: Mapping[str, Any]
    axes: Mapping[str, str] = field(default_factory=dict)
    cell: Cell | None = None


@dataclass(frozen=True)
class PreparedScenario:
    """A scenario with all that is needed to play it.

    Attributes
    ----------
    scenario : Scenario
    game : Game
    variants : tuple of VariantMatch
        The baseline first.
    notices : tuple of str
        What the user should know: which bots could not be compiled, and why.
    """

    scenario: Scenario
    game: Game
    variants: tuple[PreparedCell, ...]
    notices: tuple[str, ...] = ()


def prepare(scenario: Scenario) -> PreparedScenario:
    """Lay the tables of a scenario and seat its bots.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something in it is not there.
    """
    game = game_of(scenario)
    seating = LineupBuilder(game)
    variants = []
    told = [check_game(scenario)]
    for cell in cells_of(scenario, self_naming_values(game)):
        told += check_bots(scenario, cell)
        try:
            variants.append(_ready(cell, scenario.seed, seating))
        except (ScenarioError, CardError) as error:
            raise type(error)(f"{_place(scenario, cell)}: {error}") from None
    _check_asked(scenario, variants)
    notices = [*dict.fromkeys(filter(None, told)), *seating.notices]
    return PreparedScenario(scenario, game, tuple(variants), tuple(notices))


def main_cells(cells: Sequence[str]) -> Sequence[str]:
    """Return the cells that a scenario is about: itself, or all if it has none but its variants."""
    return cells[:1] if cells[0] == BASELINE else cells


def _check_asked(scenario: Scenario, variants: Sequence[PreparedCell]) -> None:
    """Refuse requirements and a rule to stop by that no cell can be asked.

    Raises
    ------
    ScenarioError
    """
    cells = {variant.name: variant.match for variant in variants}
    try:
        check_requirements(scenario.require, cells, main_cells(list(cells)))
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.file}: {error}") from None
    if scenario.until is not None:
        until = read_stopping_rule(scenario.until)
        troubles = [trouble_with(until, match) for match in cells.values()]
        if all(troubles):
            raise ScenarioError(f"{scenario.file}: until = {scenario.until!r}: {troubles[0]}.")


def game_of(scenario: Scenario) -> Game:
    """Return the game of a scenario.

    Raises
    ------
    ScenarioError
        If there is no such game, or it is code of others that the user has not named.
    """
    check_game(scenario)
    try:
        return load_game(scenario.game, scenario.folder)
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.file}: {error}") from None


def self_naming_values(game: Game) -> frozenset[str]:
    """Return the values that say by themselves what they are: the ids of the game's set-ups."""
    return frozenset(setup.id for setup in game.setups.named())


def lay(game: Game, cell: Cell) -> GameTable:
    """Return the table of a cell.

    Raises
    ------
    ScenarioError, CardError
        If an option, a sheet or a cell of one is not there, or cannot be what it is set to.
    """
    options = dict(cell.table)
    edits: dict[str, object] = {}
    for key, value in cell.settings.items():
        if _is_option(game, key):
            options = _replaced(options, key.split("."), value)
        elif "." in key:
            edits[key] = value
        else:
            known = dict(game.options.model_fields)
            raise ScenarioError(f"{game.name} has no option {key!r}: {did_you_mean(key, known)}")
    game_table = game.build_table(
        checked(game.options, options, "[table]"), cell.players, edits, cell.folder
    )
    if edits and not (game_table.cards or game_table.objectives):
        raise ScenarioError(f"{next(iter(edits))}: {game.name} has no sheets to change.")
    return game_table


def _ready(cell: Cell, seed: int, seating: LineupBuilder) -> PreparedCell:
    game = seating.game
    if cell.players not in game.seats:
        counts = ", ".join(map(str, game.seats))
        hint = " `players` says how many, else the number of bots." if cell.players == 1 else ""
        raise ScenarioError(f"{game.title} is for {counts} players, not for {cell.players}.{hint}")
    lineup = seating.build(cell.bots, cell.players, cell.folder)
    match = Match(game, lay(game, cell), lineup, seed)
    deals = -(-cell.games // lineup.rotations)
    games = deals * lineup.rotations
    return PreparedCell(cell.name, match, games, deals, cell.settings, cell.axes, cell)


def _place(scenario: Scenario, cell: Cell) -> str:
    """Say where something wrong with a cell stands: in which file, and in which of its cells."""
    if scenario.grid:
        return f"{scenario.file}: cell {cell.name!r}"
    return (
        f"{scenario.file}" if cell.name == BASELINE else f"{scenario.file}: variant {cell.name!r}"
    )


def _is_option(game: Game, key: str) -> bool:
    """Tell an option of ``[table]`` from a cell of a sheet, which may bear the same first name."""
    first, _, rest = key.partition(".")
    field = game.options.model_fields.get(first)
    if field is None or not rest:
        return field is not None
    kind = field.annotation
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _replaced(options: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**options, path[0]: value}
    inner = options.get(path[0], {})
    return {
        **options,
        path[0]: _replaced(inner if isinstance(inner, Mapping) else {}, path[1:], value),
    }
