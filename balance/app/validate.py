"""``balance validate``: check scenarios and the cards they use, and say each card in words."""

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
    """Check each scenario, or folder of cards; print what is wrong of all of them.

    Parameters
    ----------
    scenarios : sequence of str
        Files, names of shipped scenarios, or folders with sheets of cards.
    quiet : bool
        Say only what is wrong.
    settings : sequence of str
        Changes of each, as KEY=VALUE.

    Raises
    ------
    BalanceError
        If something is wrong; the text holds one line or more for each scenario that is.
    """
    changes = Overrides(settings=read_settings(settings))
    wrong: list[BalanceError] = []
    console = Console(highlight=False, markup=False, soft_wrap=True)
    shipped = shipped_scenarios()
    for name in scenarios:
        is_folder = Path(name).is_dir() and name not in shipped
        report = _report_on_folder if is_folder else _report
        try:
            lines = report(name, changes)
        except BalanceError as error:
            wrong.append(error)
            continue
        if not quiet:
            for line in lines:
                console.print(line)
    if wrong:
        raise type(wrong[0])("\n".join(str(error) for error in wrong)) from wrong[0]


def report_of(name: str, ready: PreparedScenario) -> list[str]:
    """Return what a sound scenario asks for, a line each.

    Parameters
    ----------
    name : str
    ready : SetUp
    """
    baseline = ready.cells[0]
    lines = [f"{name}: sound.", f"  {ready.game.title}, {_who_plays(baseline)}."]
    lines += [f"  {notice}" for notice in ready.notices]
    lines += [f"  {note}" for note in baseline.match.game_table.notes]
    for variant in ready.cells:
        texts = [f"{variant.games:,} games"]
        if _who_plays(variant) != _who_plays(baseline):
            texts.append(_who_plays(variant))
        if variant.settings:
            texts.append(", ".join(f"{key} = {value}" for key, value in variant.settings.items()))
        lines.append(f"  {variant.name}: {'; '.join(texts)}")
        lines += [
            f"    {note}" for note in variant.match.game_table.new_notes(baseline.match.game_table)
        ]
    return lines + _words_of(ready)


def _who_plays(variant: PreparedCell) -> str:
    lineup = variant.match.lineup
    seats = ", ".join(lineup.labels[entry] for entry in lineup.seats)
    return f"{len(lineup.seats)} player{'' if len(lineup.seats) == 1 else 's'}: {seats}"


def _words_of(ready: PreparedScenario) -> list[str]:
    """Return the words of all cards, each once: the baseline's, then what is new in a variant."""
    lines: list[str] = []
    for variant in ready.cells:
        new = [
            f"  {line}" for line in variant.match.game_table.card_texts if f"  {line}" not in lines
        ]
        head = [] if variant is ready.cells[0] else [f"  Not said above, in {variant.name}:"]
        if new:
            lines += ["", *head, *new]
    return lines


def _report(name: str, changes: Overrides) -> list[str]:
    ready = prepare_with_overrides(read_scenario(name), changes)
    check_sections(ready)
    return report_of(name, ready)


def _report_on_folder(name: str, changes: Overrides) -> list[str]:
    """Return what the cards of a folder do: the words that the printed cards alone do not have."""
    game = _game_with_cards()
    folder = Path(name).resolve()
    own = _words(override(_scenario(game, folder, cards=[folder.name]), changes))
    printed = frozenset(_words(_scenario(game, folder)))
    lines = [f"  {line}" for line in own if line not in printed]
    if not lines:
        return [f"{name}: sound, but no card in it differs from those of {game.title}."]
    return [f"{name}: sound, cards for {game.title}.", "", *lines]


def _game_with_cards() -> Game:
    """Return the game of the package whose table takes folders of cards."""
    for name in GAMES:
        game = load_game(name, Path())
        if "cards" in game.options.model_fields:
            return game
    raise ScenarioError("validate: there is no game with sheets of cards.")


def _scenario(game: Game, folder: Path, **table: Any) -> Scenario:
    """Return a scenario as if the folder were its file, which is what errors then name."""
    values = {"name": "cards", "game": game.name, "players": game.seats[-1], "bots": "random"}
    return Scenario.model_validate(values | {"table": table}).at(folder)


def _words(scenario: Scenario) -> tuple[str, ...]:
    return prepare(scenario).cells[0].match.game_table.card_texts
