"""From a scenario to its matches: tables built, bots loaded and seated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
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
from balance.scenario.requirements import check_requirements, read_stopping_rule
from balance.scenario.section_files import section_files
from balance.scenario.trust import check_bots, check_game, check_section_files


@dataclass(frozen=True)
class PreparedCell:
    """One cell of a scenario, ready to be played."""

    cell: Cell
    match: Match

    @property
    def name(self) -> str:
        """The name of the cell."""
        return self.cell.name

    @property
    def axes(self) -> Mapping[str, str]:
        """The cell's value on each axis of the grid."""
        return self.cell.axes

    @property
    def settings(self) -> Mapping[str, Any]:
        """What is changed at its table, by dotted key."""
        return self.cell.settings

    @property
    def deals(self) -> int:
        """How many deals are to be played."""
        return -(-self.cell.games // self.match.lineup.rotations)

    @property
    def games(self) -> int:
        """How many games that are."""
        return self.deals * self.match.lineup.rotations

    def table_with(self, settings: Mapping[str, object]) -> GameTable:
        """Return the table of the cell with some more options or cells of sheets changed.

        Raises
        ------
        ScenarioError, CardError
        """
        cell = self.cell
        return build_table(
            self.match.game, cell.players, cell.table, {**cell.settings, **settings}, cell.folder
        )


@dataclass(frozen=True)
class PreparedScenario:
    """A scenario with everything that is needed to play it.

    Attributes
    ----------
    notices : tuple of str
        What the user should know: which bots could not be compiled, whose code is run.
    section_files : mapping of str to Path
        The files of sections that the scenario or its game adds to the report, by name.
    """

    scenario: Scenario
    game: Game
    cells: tuple[PreparedCell, ...]  # the baseline first
    notices: tuple[str, ...] = ()
    section_files: Mapping[str, Path] = field(default_factory=dict)

    def with_replay_commands(self, commands: Sequence[str]) -> "PreparedScenario":
        """Return the scenario with the command that replays a game of each cell."""
        cells = tuple(
            replace(cell, match=replace(cell.match, replay_command=command))
            for cell, command in zip(self.cells, commands, strict=True)
        )
        return replace(self, cells=cells)


def prepare(scenario: Scenario) -> PreparedScenario:
    """Build the tables of a scenario and seat its bots.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something that it names does not exist or cannot be played.
    """
    game = game_of(scenario)
    builder = LineupBuilder(game)
    cells = []
    notices = [check_game(scenario), *check_section_files(scenario)]
    own_sections = section_files(scenario, game)
    for cell in cells_of(scenario, self_naming_values(game)):
        notices += check_bots(scenario, cell)
        try:
            cells.append(_prepared(cell, scenario.seed, builder))
        except (ScenarioError, CardError) as error:
            raise type(error)(f"{_place(scenario, cell)}: {error}") from None
    _check_conditions(scenario, {cell.name: cell.match for cell in cells})
    notices = [*dict.fromkeys(filter(None, notices)), *builder.notices]
    return PreparedScenario(scenario, game, tuple(cells), tuple(notices), own_sections)


def main_cells(cells: Sequence[str]) -> Sequence[str]:
    """Return the names of the cells that a scenario is about: the baseline, or all of a grid."""
    return cells[:1] if cells[0] == BASELINE else cells


def game_of(scenario: Scenario) -> Game:
    """Return the game of a scenario.

    Raises
    ------
    ScenarioError
        If there is no such game, or it is code that the user does not trust.
    """
    check_game(scenario)
    try:
        return load_game(scenario.game, scenario.folder)
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.file}: {error}") from None


def self_naming_values(game: Game) -> frozenset[str]:
    """Return the values that need no key to be understood: the ids of the game's set-ups."""
    return frozenset(setup.id for setup in game.setups.named())


def build_table(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    folder: Path = Path(),
) -> GameTable:
    """Return the table for some players, options and settings.

    Parameters
    ----------
    options : mapping
        The game's own options.
    settings : mapping, optional
        Changes of options and of cells of sheets, by dotted key.
    folder : Path
        What relative paths in options start from.

    Raises
    ------
    ScenarioError, CardError
        If an option, a sheet or a cell of it does not exist or cannot have its value.
    """
    edits: dict[str, object] = {}
    for key, value in (settings or {}).items():
        if _is_option(game, key):
            options = _replaced(options, key.split("."), value)
        elif "." in key:
            edits[key] = value
        else:
            known = dict(game.options.model_fields)
            raise ScenarioError(f"{game.name} has no option {key!r}: {did_you_mean(key, known)}")
    table = game.build_table(checked(game.options, options, "[table]"), players, edits, folder)
    if edits and not (table.cards or table.objectives):
        raise ScenarioError(f"{next(iter(edits))}: {game.name} has no sheets to change.")
    return table


def _prepared(cell: Cell, seed: int, builder: LineupBuilder) -> PreparedCell:
    game = builder.game
    if cell.players not in game.seats:
        counts = ", ".join(map(str, game.seats))
        hint = " The key `players` sets it, or the number of bots." if cell.players == 1 else ""
        raise ScenarioError(f"{game.title} is for {counts} players, not for {cell.players}.{hint}")
    lineup = builder.build(cell.bots, cell.players, cell.folder)
    table = build_table(game, cell.players, cell.table, cell.settings, cell.folder)
    return PreparedCell(cell, Match(game, table, lineup, seed))


def _check_conditions(scenario: Scenario, matches: Mapping[str, Match]) -> None:
    """Refuse requirements and a stopping rule that do not apply to any cell.

    Raises
    ------
    ScenarioError
    """
    try:
        check_requirements(scenario.require, matches, main_cells(list(matches)))
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.file}: {error}") from None
    if scenario.until is not None:
        rule = read_stopping_rule(scenario.until)
        problems = [rule.problem_with(match) for match in matches.values()]
        if all(problems):
            raise ScenarioError(f"{scenario.file}: until = {scenario.until!r}: {problems[0]}.")


def _place(scenario: Scenario, cell: Cell) -> str:
    """Return the file, and the cell in it, for an error."""
    if scenario.grid:
        return f"{scenario.file}: cell {cell.name!r}"
    return (
        f"{scenario.file}" if cell.name == BASELINE else f"{scenario.file}: variant {cell.name!r}"
    )


def _is_option(game: Game, key: str) -> bool:
    """Whether a key is an option of ``[table]``: a sheet may have the same name as an option."""
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
