"""A designer's own sheets with the changes that a search found, as copies in their format."""

from collections.abc import Mapping
from pathlib import Path

from balance.cards.changed_sheets import changed_files, own_sheets, write_changed
from balance.errors import StoreError
from balance.scenario.prepare import PreparedCell


def write_changed_cards(
    cell: PreparedCell, settings: Mapping[str, object], folder: Path
) -> list[Path]:
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

    Raises
    ------
    StoreError
        If a file cannot be written.
    """
    edits = {key: value for key, value in settings.items() if key.count(".") == 2}
    options = {**cell.cell.table, **cell.settings}
    keys = getattr(cell.match.game.options, "sheet_keys", {})
    sheets = own_sheets(options, cell.cell.folder, {key.partition(".")[0] for key in edits})
    written = []
    for file in changed_files(sheets, edits, keys):
        place = folder / file.path.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_changed(file, place)
        except OSError as error:
            raise StoreError(f"{place}: cannot be written: {error.strerror or error}.") from None
        written.append(place)
    return written
