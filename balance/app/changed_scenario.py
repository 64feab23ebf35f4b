"""A scenario with the changes that a search found, and copies of own sheets with them, as files."""

from collections.abc import Mapping
from pathlib import Path

from balance.cards.changed_sheets import changed_files, changed_lines, own_sheets, write_changed
from balance.engine.game import GameTable
from balance.errors import BalanceError, ScenarioError, StoreError
from balance.portable import write_text
from balance.scenario.files import read_scenario, scenario_toml
from balance.scenario.prepare import PreparedCell, PreparedScenario, prepare


def check_scenario_place(place: Path) -> None:
    """Refuse a name that no scenario file has.

    Raises
    ------
    ScenarioError
    """
    if place.suffix != ".toml":
        raise ScenarioError(f"--write {place}: the name of a scenario file ends in .toml.")


def write_changed_scenario(
    ready: PreparedScenario,
    settings: Mapping[str, object],
    tables: Mapping[str, GameTable],
    place: Path,
    name: str,
    origin: tuple[str, ...],
    cards: Path | None = None,
) -> tuple[list[Path], list[tuple[str, str, str]]]:
    """Write a scenario with changes, and copies of the designer's sheets with them.

    Parameters
    ----------
    tables : mapping of str to GameTable
        With the changes, by the names of cells: the file is checked to give them.
    name : str
        Of the changed scenario.
    origin : tuple of str
        Lines that say where it comes from.
    cards : Path, optional
        Folder of the sheets; None is ``NAME-cards`` beside the file, where NAME is the file's.

    Returns
    -------
    files : list of Path
        The sheets; none if no card of the designer's changes.
    lines : list of (str, str, str)
        Of each changed line of a sheet as text, its file and the line before and after.

    Raises
    ------
    ScenarioError
        If its relative paths are wrong in that folder.
    StoreError
        If a file cannot be written.
    """
    scenario = ready.scenario
    changed = scenario.changed(name=name, set={**scenario.set, **settings})
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, scenario_toml(changed, place.parent, origin))
    except OSError as error:
        raise StoreError(f"{place}: cannot be written: {error.strerror or error}.") from None
    try:
        again = prepare(read_scenario(str(place)))
        found = {cell.name: cell.match.game_table.digest for cell in again.cells}
        is_same = all(found.get(cell) == table.digest for cell, table in tables.items())
    except BalanceError:
        is_same = False
    if not is_same:
        raise ScenarioError(
            f"{place}: the paths in [table] are wrong in this folder: choose a file in "
            f"{scenario.folder} with --write."
        )
    folder = cards or place.with_name(f"{place.stem}-cards")
    return write_changed_cards(ready.cells[0], settings, folder)


def write_changed_cards(
    cell: PreparedCell, settings: Mapping[str, object], folder: Path
) -> tuple[list[Path], list[tuple[str, str, str]]]:
    """Write copies of the own sheets of a cell's table with some cells changed.

    Parameters
    ----------
    settings : mapping
        Cells of sheets, as in ``[set]`` of a scenario.  Cards that stand on no sheet of the
        designer's are left out, and so are options of the table.
    folder : Path
        Where the copies are written; files of the same name are replaced.

    Returns
    -------
    files : list of Path
        Those that were written; none if no card of the designer's changes.
    lines : list of (str, str, str)
        See `write_changed_scenario`.

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    edits = {key: value for key, value in settings.items() if key.count(".") == 2}
    options = {**cell.cell.table, **cell.settings}
    keys = getattr(cell.match.game.options, "sheet_keys", {})
    sheets = own_sheets(options, cell.cell.folder, {key.partition(".")[0] for key in edits})
    described = getattr(cell.match.game_table, "description", None)  # of a game as text
    for card in () if described is None else described.cards:
        sheets[card.sheet] = [card.row.file]
    written, lines = [], []
    for file in changed_files(sheets, edits, keys):
        place = folder / file.path.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = changed_lines(file, file.path)
            write_changed(file, place)
            after = changed_lines(file, place)
        except OSError as error:
            raise StoreError(f"{place}: cannot be written: {error.strerror or error}.") from None
        written.append(place)
        lines += [(place.name, *both) for both in zip(before, after, strict=True)]
    return written, lines
