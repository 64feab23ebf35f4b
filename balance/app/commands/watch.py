"""``balance watch``: at each save of a card sheet or scenario, what the change changes."""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from balance.app.commands.try_change import ChangeEffect, Limits, Pair, play_pair
from balance.app.notices import announce_start, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.what_if_terminal import output_console, print_last
from balance.engine.data_files import opened_files
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.games.loading import DESCRIPTION, is_described
from balance.portable import files_in, is_passing
from balance.runner.bot_speed import warm_up
from balance.runner.stop_signal import StopSignal
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.prepare import PreparedScenario
from balance.scenario.shipped import shipped_scenarios

POLL_SECONDS = 0.2  # between two looks at the files
WATCHED = (".csv", ".xlsx", ".ods", ".toml", ".py")
MOST_FILES = 2_000  # a folder with more is not one of cards
DEPTH = 3  # folders within folders that are looked at

Saved = Mapping[Path, tuple[int, int]]  # when each file was changed, and its size


def watch(name: str, overrides: Overrides, limits: Limits, output: Output = NO_OPTIONS) -> None:
    """Print what each save of a watched file changes, with JSON a document each, until Ctrl-C.

    Every valid version is compared with the valid version before it.  An error in a file is
    printed, and it goes on.

    Parameters
    ----------
    name : str
        A scenario, a folder of cards with a scenario, or a game that is described as text.
    limits : Limits
        Of each answer; the next save ends it, too.

    Raises
    ------
    ScenarioError
        If there is no such scenario, or nothing to watch.
    Interrupted
        After Ctrl-C.
    """
    scenario = _scenario_file(name)
    console = stderr_console() if output.is_json else output_console()
    files = _Files(scenario.parent)
    saved = files.saved()
    ready = _prepared(scenario, overrides, files)
    saved = {**files.saved(), **saved}
    announce_start(ready, stderr_console())
    warm_up(ready.cells[0].match)
    console.print(f"Watching {files}: {ready.scenario.name} is valid.  Ctrl-C ends.")
    while True:
        saved = _next_save(files, saved)
        if not scenario.is_file():
            console.print(f"{scenario} is gone: waiting until it is back.", soft_wrap=True)
            continue
        try:
            new = _prepared(scenario, overrides, files)
        except BalanceError as error:
            console.print(f"Error: {error}", soft_wrap=True)
            continue
        finally:
            saved = {**files.saved(), **saved}  # with files that were read for the first time
        pair = Pair.of(new.scenario.name, ready.cells[0].match, new.cells[0].match)
        problem = _problem(ready, new)
        ready = new
        if problem:
            console.print(problem, soft_wrap=True)
            continue
        stop = StopSignal()
        with stop.on_interrupt():
            answers = _until_saved(play_pair(pair, limits, stop), files, saved)
            try:
                print_last(answers, output)
            except BalanceError as error:
                console.print(f"Error: {error}", soft_wrap=True)
        if stop.is_set():
            raise Interrupted("Stopped.")


def _scenario_file(name: str) -> Path:
    """Return the file of a scenario: a file, or the only one in a folder."""
    path = Path(name)
    if is_described(path) and path.is_dir():
        return (path / DESCRIPTION).resolve()
    if not path.is_dir():
        if name in shipped_scenarios() and not path.is_file():
            raise ScenarioError(
                f"{name}: nobody changes a ready scenario: watch a folder of your own, as "
                "`balance new cards` creates it, or a scenario file."
            )
        return read_scenario(name).file
    files = [file for file in files_in(path) if file.suffix.lower() == ".toml"]
    if len(files) == 1:
        return files[0].resolve()
    found = f"there are {', '.join(file.name for file in files)}" if files else "there is none"
    raise ScenarioError(
        f"{name}: expected one scenario (a .toml file) in the folder, but {found}: name the file."
    )


def _prepared(scenario: Path, overrides: Overrides, files: "_Files") -> PreparedScenario:
    with opened_files() as opened:
        try:
            return first_cell(read_scenario(str(scenario)), overrides)[0]
        finally:
            files.read |= opened


def _problem(before: PreparedScenario, after: PreparedScenario) -> str:
    """Return why two versions are not compared, in a sentence; an empty text if they can be."""
    one, two = before.cells[0].match, after.cells[0].match
    bots = [(entry.bot.full_name, entry.weights.tobytes()) for entry in one.lineup.entries]
    others = [(entry.bot.full_name, entry.weights.tobytes()) for entry in two.lineup.entries]
    if one.game.place != two.game.place or one.game_table.num_seats != two.game_table.num_seats:
        return "Saved: another game or number of players, which cannot be compared deal by deal."
    if one.seed != two.seed or one.lineup.seats != two.lineup.seats:
        return "Saved: another seed or line-up, which cannot be compared deal by deal."
    if one.game_table.digest == two.game_table.digest and bots == others:
        return "Saved: nothing at the table changes."
    return ""


def _next_save(files: "_Files", before: Saved) -> Saved:
    """Wait until a file was saved, and no more are being saved; return the state of the files."""
    while (now := files.saved()) == before:
        time.sleep(POLL_SECONDS)
    while True:  # a spreadsheet program may write in several steps
        time.sleep(POLL_SECONDS)
        later = files.saved()
        if later == now:
            return now
        now = later


def _until_saved(
    answers: Iterator[ChangeEffect], files: "_Files", saved: Saved
) -> Iterator[ChangeEffect]:
    for answer in answers:
        yield answer
        if files.saved() != saved:
            return


class _Files:
    """The files that are watched: those of a folder, and what was read of other files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: set[Path] = set()

    def saved(self) -> Saved:
        """Return when each was changed, and its size; what is not there is left out."""
        inside = list(islice(_files(self.folder, DEPTH), MOST_FILES + 1))
        if len(inside) > MOST_FILES:
            raise ScenarioError(
                f"{self.folder}: more than {MOST_FILES:,} sheets: watch a smaller one."
            )
        found: dict[Path, tuple[int, int]] = {}
        for file in (*inside, *sorted(self.read)):
            with suppress(OSError):  # it is being replaced, or gone
                status = file.stat()
                found[file] = status.st_mtime_ns, status.st_size
        return found

    def __str__(self) -> str:
        """Return the folder, and the files outside it."""
        outside = (file for file in sorted(self.read) if not file.is_relative_to(self.folder))
        return ", ".join(map(str, (self.folder, *filter(Path.is_file, outside))))


def _files(folder: Path, depth: int) -> Iterator[Path]:
    try:
        paths = sorted(folder.iterdir())
    except OSError:  # it is gone, perhaps for a moment
        return
    for path in paths:
        if is_passing(path):
            continue
        if path.is_dir():
            if depth:
                yield from _files(path, depth - 1)
        elif path.suffix.lower() in WATCHED:
            yield path
