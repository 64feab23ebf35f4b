"""``balance validate``: check scenarios and their cards, and explain each card in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from balance.app.report import check_sections
from balance.engine.game import Game
from balance.errors import BalanceError, ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.files import read_scenario, shipped_scenarios
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override, prepare_with_overrides, read_settings
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare


def validate_all(scenarios: Sequence[str], quiet: bool, settings: Sequence[str] = ()) -> None:
    """Check each scenario or folder of cards, and print what it plays; then all errors together.

    Parameters
    ----------
    scenarios : sequence of str
        Files, names of shipped scenarios, or folders of card sheets.
    quiet : bool
        Whether only errors are printed.
    settings : sequence of str
        Of each scenario, as KEY=VALUE.

    Raises
    ------
    BalanceError
        If there is an error; its text has a line or more for each wrong scenario.
    """
    changes = Overrides(settings=read_settings(settings))
    errors: list[BalanceError] = []
    console = Console(highlight=False, markup=False, soft_wrap=True)
    shipped = shipped_scenarios()
    for name in scenarios:
        is_folder = Path(name).is_dir() and name not in shipped
        report = _report_on_folder if is_folder else _report
        try:
            lines = report(name, changes)
        except BalanceError as error:
            errors.append(error)
            continue
        if not quiet:
            for line in lines:
                console.print(line)
    if errors:
        raise type(errors[0])("\n".join(str(error) for error in errors)) from errors[0]


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
    return f"{len(lineup.seats)} player{'' if len(lineup.seats) == 1 else 's'}: {seats}"


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


def _report(name: str, changes: Overrides) -> list[str]:
    ready = prepare_with_overrides(read_scenario(name), changes)
    check_sections(ready)
    return scenario_lines(name, ready)


def _report_on_folder(name: str, changes: Overrides) -> list[str]:
    """Return the texts of a folder's cards that differ from the printed cards."""
    game = _game_with_cards()
    folder = Path(name).resolve()
    own = _texts(override(_scenario(game, folder, cards=[folder.name]), changes))
    printed = frozenset(_texts(_scenario(game, folder)))
    lines = [f"  {line}" for line in own if line not in printed]
    if not lines:
        return [f"{name}: valid, but no card in it differs from those of {game.title}."]
    return [f"{name}: valid, cards for {game.title}.", "", *lines]


def _game_with_cards() -> Game:
    """Return the game of the package whose tables can use folders of cards."""
    for name in GAMES:
        game = load_game(name, Path())
        if "cards" in game.options.model_fields:
            return game
    raise ScenarioError("validate: no game has card sheets.")


def _scenario(game: Game, folder: Path, **table: Any) -> Scenario:
    """Return a scenario with the folder in place of its file, for error messages."""
    values = {"name": "cards", "game": game.name, "players": game.seats[-1], "bots": "random"}
    return Scenario.model_validate(values | {"table": table}).at(folder)


def _texts(scenario: Scenario) -> tuple[str, ...]:
    return prepare(scenario).cells[0].match.game_table.card_texts
