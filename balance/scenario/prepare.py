"""From a scenario to its matches: tables built, bots loaded and seated.

A scenario is data and may come from a stranger; a game's folder and ``file.py:name``, of a bot or
of a section, are code, which can do anything.  So a scenario that was read from a file runs only
the program's own code, unless the user names other code that it may run (`check_game`,
`check_bots`, `check_section_files`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from balance.compiling.trusted_code import is_known, is_trusted, refusal
from balance.engine.game import Game, GameTable
from balance.error_messages import checked, did_you_mean
from balance.errors import BalanceError, CardError, RulesError, ScenarioError
from balance.games import GAMES
from balance.games.loading import is_described, load_game
from balance.scenario.bot_names import bot_name
from balance.scenario.cells import Cell, cells_of, check_cells_of
from balance.scenario.code_errors import describe
from balance.scenario.decision_seconds import OTHER, unknown_kind
from balance.scenario.default_bots import with_default_bots
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BASELINE, Scenario
from balance.scenario.requirements import check_applicable, read_stopping_rule
from balance.scenario.section_files import section_files
from balance.scenario.setting_names import is_plain, plain_settings
from balance.spelling import find_twins, in_one_form


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

    def on_fresh_deals(self, number: int) -> "PreparedCell":
        """Return it on the deals of the seed that comes `number` after its own."""
        return replace(self, match=self.match.on_fresh_deals(number))

    def table_with(self, settings: Mapping[str, object]) -> GameTable:
        """Return the table of the cell with some more options or cells of sheets changed.

        The same settings give the same table again: experiments and their report ask for hundreds.

        Raises
        ------
        ScenarioError, CardError
        """
        key = repr(sorted(settings.items()))
        if key not in self._tables:
            cell = self.cell
            self._tables[key] = build_table(
                self.match.game, cell.players, cell.table, {**cell.settings, **settings},
                cell.folder,
            )  # fmt: skip
        return self._tables[key]

    def plain(self, settings: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return settings as options and cells of sheets: see `setting_names`.

        Raises
        ------
        ScenarioError, CardError
            Also if two of them give one number different values.
        """
        return _plain(self.match.game, settings, self.table_with, is_strict=True)

    @cached_property
    def _tables(self) -> dict[str, GameTable]:
        return {}


@dataclass(frozen=True)
class PreparedScenario:
    """A scenario with everything that is needed to play it.

    Attributes
    ----------
    notices : tuple of str
        What the user should know: which bots could not be compiled, whose code is run.
    section_files : mapping of str to Path
        The files of the sections that the report may have, by the section's name.
    """

    scenario: Scenario
    game: Game
    cells: tuple[PreparedCell, ...]  # the baseline first
    notices: tuple[str, ...] = ()
    section_files: Mapping[str, Path] = field(default_factory=dict)
    # Cells in which bots of another strength play a share of the games, to check findings.
    check_cells: tuple[PreparedCell, ...] = ()

    @property
    def all_cells(self) -> tuple[PreparedCell, ...]:
        """All cells that are played."""
        return (*self.cells, *self.check_cells)

    def without_checks(self) -> "PreparedScenario":
        """Return the scenario without the cells that check others."""
        scenario = self.scenario.changed(check_tiers=[])
        return replace(self, scenario=scenario, check_cells=())

    def with_replay_commands(self, commands: Sequence[str]) -> "PreparedScenario":
        """Return the scenario with the command that replays a game of each of `all_cells`."""
        cells = tuple(
            replace(cell, match=replace(cell.match, replay_command=command))
            for cell, command in zip(self.all_cells, commands, strict=True)
        )
        count = len(self.cells)
        return replace(self, cells=cells[:count], check_cells=cells[count:])


def prepare(scenario: Scenario) -> PreparedScenario:
    """Build the tables of a scenario and seat its bots, the game's if it names none.

    Raises
    ------
    ScenarioError, CardError, BotError
        If something that it names does not exist or cannot be played.
    """
    game = game_of(scenario)
    scenario = with_default_bots(scenario, game)
    builder = LineupBuilder(game)
    cells: list[PreparedCell] = []
    tables: dict[str, GameTable] = {}
    notices = [check_game(scenario), *check_section_files(scenario)]
    sections = section_files(scenario, game)
    wanted = cells_of(scenario, self_naming_values(game))
    for cell in (*wanted, *check_cells_of(scenario, wanted)):
        notices += check_bots(scenario, cell)
        try:
            cells.append(_prepared(cell, scenario.seed, builder, tables))
        except (ScenarioError, CardError) as error:
            raise error.within(_place(scenario, cell)) from None
    main, checks = tuple(cells[: len(wanted)]), tuple(cells[len(wanted) :])
    _check_conditions(scenario, {cell.name: cell.match for cell in main})
    notices = [*dict.fromkeys(filter(None, notices)), *builder.notices]
    return PreparedScenario(scenario, game, main, tuple(notices), sections, checks)


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
        raise ScenarioError(f"{scenario.place}: {error}") from None


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
    RulesError
        If a game from outside the package cannot build it.
    ScenarioError, CardError
        If an option, a sheet or a cell of it does not exist or cannot have its value.
    """
    edits: dict[str, object] = {}
    known = in_one_form(settings or {})
    known = _plain(game, known, lambda some: build_table(game, players, options, some, folder))
    for key, value in known.items():
        if _is_option(game, key):
            options = _replaced(options, key.split("."), value)
        elif "." in key:
            edits[key] = value
        else:
            names = dict(game.options.model_fields)
            raise ScenarioError(f"{game.name} has no option {key!r}: {did_you_mean(key, names)}")
    values = checked(game.options, options, "[table]")
    try:
        table = game.build_table(values, players, edits, folder)
    except BalanceError:
        raise
    except Exception as error:
        if not game.is_external:
            raise
        text = describe(error, game.home, (game.table,))
        raise RulesError(f"{game.title}: build_table failed: {text}.") from error
    for pieces in (table.cards, table.objectives):
        twins = find_twins([(piece.id, piece.name) for piece in pieces])
        if twins is not None:
            named, other = (pieces[place] for place in twins)
            raise CardError(
                f"{game.title}: {named.id}: the name {named.name!r} is already that of {other.id}; "
                "expected names that rules and reports can tell apart"
            )
    if edits and not (table.cards or table.objectives):
        raise ScenarioError(f"{next(iter(edits))}: {game.name} has no sheets to change.")
    return table


def _plain(
    game: Game,
    settings: Mapping[str, Any],
    build: Callable[[Mapping[str, Any]], GameTable],
    is_strict: bool = False,
) -> Mapping[str, Any]:
    """Return settings as options and cells of sheets; `build` builds the table with some."""
    named = {key for key in settings if not _is_option(game, key) and not is_plain(key)}
    list_numbers = game.experiments.editable_numbers
    if not named or list_numbers is None:
        return settings
    table = build({key: value for key, value in settings.items() if key not in named})
    return plain_settings(settings, named, table, list_numbers(table), is_strict)


def _prepared(
    cell: Cell, seed: int, builder: LineupBuilder, tables: dict[str, GameTable]
) -> PreparedCell:
    """Return a cell, ready to be played; `tables` has those of other cells, to be used again."""
    game = builder.game
    if cell.players not in game.seats:
        counts = ", ".join(map(str, game.seats))
        hint = " The key `players` sets it, or the number of bots." if cell.players == 1 else ""
        raise ScenarioError(f"{game.title} is for {counts} players, not for {cell.players}.{hint}")
    lineup = builder.build(cell.bots, cell.players, cell.folder)
    build = partial(build_table, game, cell.players, cell.table, folder=cell.folder)
    settings = _plain(game, cell.settings, build)
    asked = repr((cell.players, cell.table, settings, cell.folder))
    if asked not in tables:
        tables[asked] = build(settings)
    return PreparedCell(replace(cell, settings=settings), Match(game, tables[asked], lineup, seed))


def _check_conditions(scenario: Scenario, matches: Mapping[str, Match]) -> None:
    """Refuse requirements and a stopping rule that do not apply to any cell.

    Raises
    ------
    ScenarioError
    """
    try:
        check_applicable(scenario.require, matches, main_cells(list(matches)))
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.place}: {error}") from None
    if scenario.until is not None:
        rule = read_stopping_rule(scenario.until)
        problems = [rule.problem_with(match) for match in matches.values()]
        if all(problems):
            raise ScenarioError(f"{scenario.place}: until = {scenario.until!r}: {problems[0]}.")
    _check_kinds(scenario, matches)


def _check_kinds(scenario: Scenario, matches: Mapping[str, Match]) -> None:
    """Refuse a time for a kind of decision that the game does not have."""
    options = [
        name
        for match in matches.values() if match.game.round_status
        for name in match.game.round_status.acts.names(match.game_table)
    ]  # fmt: skip
    unknown = unknown_kind(scenario.seconds_a_decision or (), options)
    if unknown:
        known = ", ".join([*dict.fromkeys(options), OTHER])
        raise ScenarioError(
            f"{scenario.place}: seconds_a_decision: there is no decision {unknown!r}; expected the "
            f"beginning of one of {known}."
        )


def _place(scenario: Scenario, cell: Cell) -> str:
    """Return the file, and the cell in it, for an error."""
    if cell.name == BASELINE and not scenario.grid:
        return f"{scenario.place}"
    return f"{scenario.place}: variant {cell.name!r}"


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


def check_game(scenario: Scenario) -> str:
    """Refuse a game that is not to be trusted; return a notice about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    if scenario.game in GAMES or not scenario.is_from_a_file:
        return ""
    path = (scenario.folder / scenario.game).resolve()
    if not path.exists() or is_described(path):
        return ""  # nothing is run: loading says what games there are, or reads a description
    return _checked(scenario, f"game = {scenario.game!r}", path)


def check_bots(scenario: Scenario, cell: Cell) -> Iterator[str]:
    """Refuse bots that are not to be trusted; yield notices about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    if not scenario.is_from_a_file:
        return
    for name in dict.fromkeys(bot.bot for bot in cell.bots):
        parts = bot_name(name)
        if parts.is_code:
            place = (cell.folder / parts.file).resolve()
            yield _checked(scenario, f"the bot {name!r}", place)


def check_section_files(scenario: Scenario) -> Iterator[str]:
    """Refuse sections that are not to be trusted; yield notices about foreign code that is run.

    Raises
    ------
    ScenarioError
        If the scenario was read from a file, and the user does not trust the code.
    """
    for entry in scenario.sections or () if scenario.is_from_a_file else ():
        file, colon, _ = entry.rpartition(":")
        if colon:
            yield _checked(scenario, f"the section {entry!r}", (scenario.folder / file).resolve())


def _checked(scenario: Scenario, what: str, path: Path) -> str:
    if is_known(path):
        return ""
    if not is_trusted(path):
        raise ScenarioError(f"{scenario.place}: {refusal(what, path)}")
    return f"Running the code in {path}, as {what} needs it."
