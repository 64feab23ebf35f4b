"""``balance validate``: check scenarios and their cards, and explain each card in words.

It checks files; `check` checks requirements by playing, `check_bot` a bot's answers, and `verify`
compares games with published results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.app.output import NO_OPTIONS, Output
from balance.app.refusals import check_sections
from balance.cards.find_sheets import SHEET_SUFFIXES, names_of_sheets
from balance.compiling.jit import is_compiling
from balance.engine.game import Game
from balance.errors import BalanceError, RulesError, ScenarioError
from balance.games import GAMES
from balance.games.loading import is_described, load_game
from balance.report.nouns import several
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario, build_table, prepare
from balance.scenario.replay_command import setting_options
from balance.scenario.shipped import shipped_scenarios

if TYPE_CHECKING:
    from balance.report.answer import Answer


def validate_all(
    scenarios: Sequence[str],
    quiet: bool,
    settings: Mapping[str, Any] | None = None,
    output: Output = NO_OPTIONS,
) -> None:
    """Check each scenario or cards, and print what it plays; then all errors together.

    Parameters
    ----------
    scenarios : sequence of str
        Files, names of shipped scenarios, folders of games or of card sheets, or single sheets and
        workbooks.
    quiet : bool
        Whether only errors are printed.
    settings : mapping
        Of each scenario, by dotted key.

    Raises
    ------
    BalanceError
        If there is an error; its text has a line or more for each wrong scenario.
    """
    changes = Overrides(settings=settings or {})
    texts = setting_options(changes.settings)
    errors: list[BalanceError] = []
    found: dict[str, list[str]] = {}
    shipped = shipped_scenarios()
    for name in scenarios:
        is_game = Path(name, "__init__.py").is_file() or is_described(Path(name))
        is_cards = Path(name).is_dir() and not is_game and name not in shipped
        is_cards |= Path(name).suffix.lower() in SHEET_SUFFIXES
        report = _report_on_cards if is_cards else _report
        try:
            lines = report(name, changes, texts)
        except BalanceError as error:
            errors.append(error)
            continue
        found[name] = lines
        for line in () if quiet else lines:
            output.line(line, _indent(line))
    if errors:
        raise type(errors[0])(*(line for error in errors for line in error.args)) from errors[0]
    if output.is_json:
        output.show(_answer(found))


def _indent(line: str) -> str:
    """Return the blanks before the further lines of a line that is folded."""
    return " " * (len(line) - len(line.lstrip()) + 4)


def _answer(found: Mapping[str, Sequence[str]]) -> Answer:
    """Return what was checked, for programs."""
    from balance.report.answer import Answer
    from balance.report.section import Finding

    findings = tuple(
        Finding("valid", f"{name}: valid.", {"texts": list(filter(None, map(str.strip, lines)))})
        for name, lines in found.items()
    )
    return Answer("validate", findings)


def scenario_lines(name: str, ready: PreparedScenario) -> list[str]:
    """Return the lines about a valid scenario: game, players, cells and card texts."""
    baseline = ready.cells[0]
    lines = [f"{name}: valid.", f"  {ready.game.title}, {_who_plays(baseline)}."]
    lines += [f"  {notice}" for notice in ready.notices]
    lines += [f"  {note}" for note in baseline.match.game_table.notes]
    for cell in ready.cells:
        texts = [f"{cell.games:,} games"]
        if _who_plays(cell) != _who_plays(baseline):
            texts.append(_who_plays(cell))
        if cell.settings:
            texts.append(", ".join(f"{key} = {value}" for key, value in cell.settings.items()))
        lines.append(f"  {cell.name}: {'; '.join(texts)}")
        lines += [
            f"    {note}" for note in cell.match.game_table.new_notes(baseline.match.game_table)
        ]
    return lines + _card_texts(ready)


def _who_plays(cell: PreparedCell) -> str:
    lineup = cell.match.lineup
    seats = ", ".join(lineup.labels[entry] for entry in lineup.seats)
    return f"{several(len(lineup.seats), 'player')}: {seats}"


def _card_texts(ready: PreparedScenario) -> list[str]:
    """Return the texts of all cards, each once: the baseline's, then new ones of other cells."""
    lines: list[str] = []
    for cell in ready.cells:
        texts = [f"  {line}" for line in cell.match.game_table.card_texts]
        new = [line for line in texts if line not in lines]
        head = [] if cell is ready.cells[0] else [f"  Only in {cell.name}:"]
        if new:
            lines += ["", *head, *new]
    return lines


def _report(name: str, changes: Overrides, texts: Sequence[str]) -> list[str]:
    game = scenario_of_game(name) if Path(name, "__init__.py").is_file() else None
    ready = prepare_with_overrides(game or read_scenario(name), changes)
    check_sections(ready)
    if is_described(Path(name)):
        _check_other_tables(ready.cells[0].match)
    return scenario_lines(name, ready) + _games_of_rules(name, ready, texts)


def _check_other_tables(match: Match) -> None:
    """Refuse a game that cannot be played by as many players as it says."""
    for players in match.game.seats:
        if players != match.game_table.num_seats:
            try:
                build_table(match.game, players, {})
            except BalanceError as error:
                raise error.within(f"with {players} players") from None


def _games_of_rules(name: str, ready: PreparedScenario, texts: Sequence[str]) -> list[str]:
    """Play random games of a game that is not of the package; return what they show."""
    is_described, is_external = ready.game.described_in is not None, ready.game.is_external
    if is_external and not (is_described and is_compiling()):
        return _check_rules(name, ready, texts)
    if not is_described:
        return []
    from balance.games.described.services.never import never

    try:
        lines = never(ready.game, ready.cells[0].match.game_table)
    except Exception:
        if is_external:
            _check_rules(name, ready, texts)  # which tells the line
        raise
    return [f"  {line}" for line in lines]


def _check_rules(name: str, ready: PreparedScenario, texts: Sequence[str]) -> list[str]:
    """Play random games of rules from outside, whose records must be possible; return a line.

    They are played uncompiled, so that an error has the line of the rules, and an index out of
    bounds is one.

    Raises
    ------
    RulesError, LimitError
    """
    from balance.runner.random_games import play_random_games
    from balance.runner.rules_errors import error_of

    if not is_compiling():
        play_random_games([cell.match for cell in ready.cells])
        return []
    message = error_of(["validate", "--quiet", name, *texts], ready.cells[0].match)
    if message:
        raise RulesError(message)
    return ["  Random games were played: their rules did not fail, and each has one win."]


def _report_on_cards(name: str, changes: Overrides, texts: Sequence[str]) -> list[str]:
    """Return the texts of the cards of a folder or file that differ from the printed cards."""
    path = Path(name).resolve()
    game = _game_of(path)
    option = game.options.model_fields["cards"].annotation
    cards = path.name if option == str | None else [path.name]
    # The usual Kingdom of Dominion has no card of a designer, a random one may have each.
    table = {"kingdom": "random"} if "kingdom" in game.options.model_fields else {}
    own = prepare_with_overrides(_scenario(game, path, cards=cards, **table), changes)
    ready = own.cells[0].match.game_table
    printed = prepare(_scenario(game, path, **table)).cells[0].match.game_table
    notes = [note for note in ready.new_notes(printed) if note.startswith("Not read")]
    known = frozenset(printed.card_texts)
    lines = [f"  {line}" for line in ready.card_texts if line not in known]
    if not lines:
        return [f"{name}: valid, but no card in it differs from those of {game.title}.", *notes]
    return [f"{name}: valid, cards for {game.title}.", *notes, "", *lines]


def _game_of(path: Path) -> Game:
    """Return the game of the package that has the sheets of a folder or file.

    If no game has them it is the first one with cards, whose error says what is expected.
    """
    games = [load_game(name, Path()) for name in GAMES]
    games = [game for game in games if "cards" in game.options.model_fields]
    if not games:
        raise ScenarioError("validate: no game has card sheets.")
    there = names_of_sheets(path)
    return next((game for game in games if there & _sheets_of(game)), games[0])


def _sheets_of(game: Game) -> frozenset[str]:
    """Return the names of the sheets with which the example cards of a game are written."""
    starter = game.starter_cards
    return frozenset(path.stem for path in starter.glob("*.csv")) if starter else frozenset()


def _scenario(game: Game, path: Path, **table: Any) -> Scenario:
    """Return a scenario with the folder or file in place of its own, for error messages."""
    values = {"name": "cards", "game": game.name, "players": game.seats[-1], "bots": "random"}
    return Scenario.model_validate(values | {"table": table}).at(path)
