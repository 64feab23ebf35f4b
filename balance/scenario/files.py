"""The files of scenarios: finding them, reading them, and writing one."""

import os
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balance.cards.find_sheets import SHEET_SUFFIXES
from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import is_described, load_game
from balance.portable import relative_path
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.scenario.bot_names import bot_name
from balance.scenario.model import BotEntry, Scenario, Variant
from balance.scenario.shipped import shipped_scenarios
from balance.spelling import as_on_disk


def read_scenario(name: str) -> Scenario:
    """Return the scenario in a file, or a shipped one.

    Parameters
    ----------
    name : str
        A path, or the name of a scenario that comes with the program (``first-game``).  For a game
        that is described as text, its folder: its usual table.

    Raises
    ------
    ScenarioError
        If there is none, the name means two, or it is not a valid scenario.
    """
    described = scenario_of_game(name) if is_described(Path(name)) else None
    if described is not None:
        return described
    path = find_scenario(name)
    try:
        values = toml_of(read_text(path))
    except (UnreadableError, OSError) as error:
        is_placed = isinstance(error, UnreadableError) and error.not_toml
        raise ScenarioError(f"{path}{', ' if is_placed else ': '}{error}") from None
    return checked(Scenario, values, str(path)).at(path).from_a_file()


def scenario_of_game(name: str) -> Scenario | None:
    """Return the simplest scenario of a game: its usual table and its default bot.

    Parameters
    ----------
    name : str
        Of a game, or its folder; None if it is the name of another file, or there is no such game.
    """
    folder = Path(name)
    if folder.is_file() and name in GAMES:
        raise ScenarioError(
            f"{name}: is the name of a game and of a file of this folder; expected "
            f"{this_file(name)} for the file; for the game, rename the file."
        )
    is_code = (folder / "__init__.py").is_file()
    if not is_described(folder) and (folder.is_file() or (name not in GAMES and not is_code)):
        return None
    game = load_game(name, Path())
    values = {
        "name": game.name,
        "game": name if name in GAMES else str(folder.resolve()),
        "players": next((count for count in game.seats if count > 1), game.seats[0]),
    }
    return checked(Scenario, values, name).at(Path(game.name), name)


def find_scenario(name: str) -> Path:
    """Return the path of a scenario's file; see `read_scenario`."""
    path, shipped = as_on_disk(Path(name)), shipped_scenarios()
    if path.is_file():
        if name in shipped:
            raise ScenarioError(
                f"{name}: is the name of a shipped scenario and of a file of this folder; expected "
                f"{this_file(name)} for the file, or {shipped[name]} for what is shipped."
            )
        if path.suffix.lower() in SHEET_SUFFIXES:
            raise ScenarioError(
                f"{name}: is a sheet of cards, but the file of a scenario is expected, which names "
                "it in [table]; `balance validate` explains the cards of a sheet."
            )
        return path
    if name in shipped:
        return shipped[name]
    if path.is_dir():
        raise ScenarioError(f"{name}: is a folder, but the file of a scenario is expected.")
    close = get_close_matches(path.stem, shipped, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(shipped)}."
    raise ScenarioError(f"{name}: no such file, and no shipped scenario of that name; {hint}")


def this_file(name: str) -> str:
    """Return what is typed for a file whose name alone means something else: ``./first-game``."""
    return os.path.join(os.curdir, name)


# Keys of a scenario that stay as they are where it is written anew.
_KEPT = {
    "fair_within", "rounds", "seconds_a_decision", "until", "halfwidth", "baseline",
}  # fmt: skip


def scenario_toml(scenario: Scenario, folder: Path, comments: Sequence[str] = ()) -> str:
    """Return the text of a scenario's file.

    Parameters
    ----------
    scenario : Scenario
        Tiers that play everything, sections and designs are left out.
    folder : Path
        Where the file will be, as paths to the game and bots are relative to it.  Paths among the
        game's own options stay as they are.
    comments : sequence of str
        Lines at the head of the file.
    """
    import tomlkit  # noqa: PLC0415, as it takes a tenth of a second and few commands need it

    document = tomlkit.document()
    for line in comments:
        document.add(tomlkit.comment(line))
    if comments:
        document.add(tomlkit.nl())
    values = {
        "name": scenario.name,
        "game": _relative(scenario.game, scenario.folder, folder),
        "question": scenario.question or None,
        "seed": scenario.seed,
        "games": scenario.games,
        "players": scenario.players,
        "bots": [_bot_value(entry, scenario.folder, folder) for entry in scenario.bots] or None,
        "check_tiers": [
            _bot_value(tier, scenario.folder, folder) for tier in scenario.check_tiers
        ] or None,
    }  # fmt: skip
    rest = scenario.model_dump(mode="json", exclude_defaults=True, include=_KEPT)
    document.update({key: value for key, value in values.items() if value is not None} | rest)
    if scenario.table:
        document["table"] = dict(scenario.table)
    if scenario.set:
        settings = tomlkit.table()
        for key, value in scenario.set.items():
            settings.append(tomlkit.key(key.split(".")), value)
        document["set"] = settings
    if scenario.grid:
        document["grid"] = {key: list(values) for key, values in scenario.grid.items()}
    has_cells = bool(scenario.variants or scenario.grid)
    required = [
        one.model_dump(exclude_defaults=True)
        for one in scenario.require
        if has_cells or not one.variant
    ]
    variants = [_variant_value(one, scenario.folder, folder) for one in scenario.variants]
    document.update(
        {key: one for key, one in (("require", required), ("variants", variants)) if one}
    )
    return tomlkit.dumps(document)


def _variant_value(variant: Variant, before: Path, after: Path) -> dict[str, Any]:
    """Return a variant as in a scenario's file of another folder."""
    value = variant.model_dump(mode="json", exclude_defaults=True, exclude={"bots", "axes"})
    if variant.folder:
        value["folder"] = relative_path(before / variant.folder, after)
    if variant.bots:
        of = before / variant.folder
        value["bots"] = [_bot_value(entry, of, after / variant.folder) for entry in variant.bots]
    return value


def _bot_value(entry: BotEntry, before: Path, after: Path) -> str | dict[str, Any]:
    """Return a bot as in a scenario's file: its name, or a table with what else is said of it."""
    bot = _relative_bot(entry.bot, before, after)
    more = entry.model_dump(include={"label", "weights", "games"}, exclude_none=True)
    more = {key: value for key, value in more.items() if value}
    return {"bot": bot, **more} if more else bot


def _relative_bot(name: str, before: Path, after: Path) -> str:
    """Return the name of a bot as seen from another folder."""
    parts = bot_name(name)
    return str(parts.with_file(_relative(parts.file, before, after)))


def _relative(path: str, before: Path, after: Path) -> str:
    """Return a path as seen from another folder; a name that is not a path stays."""
    if not path or not (before / path).exists():
        return path
    return relative_path(before / path, after.resolve())
