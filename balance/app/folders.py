"""Folders that commands play into: locked while they do, or deleted at the end."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from balance.app.notices import stderr_console
from balance.errors import Interrupted, StoreError
from balance.scenario.files import read_scenario
from balance.scenario.prepare import game_of
from balance.store.run_folder import RunFolder


@contextmanager
def alone_in(folder: Path) -> Iterator[RunFolder]:
    """Lock the folder of a run; wait for another process that plays there.

    Raises
    ------
    StoreError
        If it contains something else than a run, or cannot be written.
    """

    def on_wait() -> None:
        stderr_console().print(f"Another process is playing in {folder}: waiting for it to finish.")

    store = RunFolder(folder)
    with store.locked(on_wait):
        yield store


@contextmanager
def passing_folder() -> Iterator[Path]:
    """Yield the place of a folder that is deleted at the end.

    Raises
    ------
    Interrupted
        After Ctrl-C, without the name of the folder, which is not there any more.
    """
    with tempfile.TemporaryDirectory(prefix="balance-") as folder:
        try:
            yield Path(folder) / "run"
        except Interrupted:
            raise Interrupted("Stopped: nothing is stored.") from None


def folder_of_run(name: str | Path) -> Path:
    """Return the folder of a run, or that in which a scenario is run without ``--out``.

    Raises
    ------
    ScenarioError
        If there is neither such a folder nor such a scenario.
    StoreError
        If the scenario was not run there, or the folder has no run.
    """
    folder = Path(name)
    if not folder.is_dir():
        scenario = read_scenario(str(name))
        folder = Path("reports", game_of(scenario).name, scenario.name)
        if not folder.is_dir():
            raise StoreError(
                f"{name}: was not run here (there is no folder {folder}): balance run {name}"
            )
    RunFolder(folder).refuse_study()
    RunFolder(folder).require_manifest()
    return folder
