"""The run that is attacked, and what its folder must contain in the end."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.chaos.program import LIMIT, Ended, Program, run

PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
GAMES = 30_000
COMMAND = ("run", str(PIG / "pig.toml"), "--games", str(GAMES), "--out", "run", "--workers", "2",
           "--tables")  # fmt: skip
TABLES = ("shards/**/*.npz", "tables/*.csv")
ALLOWED = {0, 2, 130, -2, -9, -15}
REFUSED = 2


class WrongError(Exception):
    """An attack after which something is wrong."""


class Attacked:
    """A run in a folder of its own, that is attacked once or several times.

    Attributes
    ----------
    outcomes : list of str
        "went on" or "refused" for each command.
    """

    def __init__(self, folder: Path, rng: Random, records: bool = False) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder, self.rng = folder, rng
        self.command = (*COMMAND, "--records") if records else COMMAND
        self.run = folder / "run"
        self.outcomes: list[str] = []

    def play(self, *more: str, prepare: Callable[[], None] = lambda: None) -> Ended:
        """Carry out the run's command, which may be refused, and note the outcome."""
        return self.note(run((*self.command, *more), self.folder, prepare))

    def begin(self, *more: str, prepare: Callable[[], None] = lambda: None) -> Program:
        """Begin the run's command."""
        return Program((*self.command, *more), self.folder, prepare)

    def report(self) -> Ended:
        """Carry out `balance report`."""
        return self.note(run(("report", "run"), self.folder))

    def note(self, ended: Ended) -> Ended:
        """Check how a command ended: by itself, in time, without a traceback."""
        if "Traceback" in ended.text or ended.code not in ALLOWED:
            raise WrongError(f"exit {ended.code}:\n{ended.text}")
        if ended.seconds > LIMIT:
            raise WrongError(f"not ended after {ended.seconds:.0f} s:\n{ended.text}")
        if ended.code == REFUSED and not ended.sentence.startswith("Error: "):
            raise WrongError(f"refused without a sentence:\n{ended.text}")
        if ended.code in (0, REFUSED):
            self.outcomes.append("refused" if ended.code == REFUSED else "went on")
        return ended

    def check_tables(self, whole: dict[str, bytes]) -> None:
        """Check that no table has other numbers than those of the undisturbed run."""
        for name, content in contents(self.run, ("tables/*.csv",)).items():
            if name not in whole or content != whole[name]:
                raise WrongError(f"{name} has other numbers")

    def complete(self, whole: dict[str, bytes]) -> None:
        """Play the run to its end, anew if it is refused, and check that it is the undisturbed."""
        if self.play().code != 0:
            for path in (self.run, *self.run.glob("*")):  # what the sentence asks to remove
                if path.is_symlink() or (path.exists() and not (path.is_dir() or path.is_file())):
                    path.unlink()
            if self.play("--replace").code != 0:
                shutil.rmtree(self.run, ignore_errors=True)
                if self.play().code != 0:
                    raise WrongError("the run cannot be completed")
        found = contents(self.run)
        if found != whole:
            names = [
                name for name in found.keys() | whole.keys() if found.get(name) != whole.get(name)
            ]
            raise WrongError(f"other contents: {', '.join(sorted(names))}")


def contents(folder: Path, patterns: tuple[str, ...] = TABLES) -> dict[str, bytes]:
    """Return the files of a run that must be the same: the sums, and the tables of the report."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for pattern in patterns
        for path in sorted(folder.glob(pattern))
        if path.is_file()
    }
