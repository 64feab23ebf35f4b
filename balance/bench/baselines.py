"""Stored figures of `balance bench`: one file per measurement, and the last ones of each row."""

import os
import platform
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

import balance
from balance.bench.game_speed import Speed
from balance.bench.other_speeds import RunSpeed, SearchSpeed, StepSpeed
from balance.errors import StoreError
from balance.store.disk import write_whole

FORMAT = 2  # of these files
_CHECKOUT = Path(balance.__file__).resolve().parent.parent


@dataclass(frozen=True)
class Machine:
    """A kind of machine: figures of equal ones can be compared."""

    cpu: str  # name of the processor, with family and model where known
    cores: int
    system: str  # operating system and architecture

    def __str__(self) -> str:
        """Return the machine in one line."""
        return f"{self.cpu}, {self.cores} cores, {self.system}"


@dataclass(frozen=True)
class Figures:
    """The figures of one `balance bench`.

    Attributes
    ----------
    runs : mapping of str to RunSpeed
        By game.
    starts : mapping of str to float
        Seconds of wall-clock time to start, by what was started.
    """

    when: str  # UTC, ISO 8601: the text sorts by time
    commit: str  # of the checkout, with a + if files were edited; empty outside of a checkout
    machine: Machine
    versions: dict[str, str]
    speeds: list[Speed]
    searches: list[SearchSpeed] = field(default_factory=list)
    runs: dict[str, RunSpeed] = field(default_factory=dict)
    starts: dict[str, float] = field(default_factory=dict)
    steps: list[StepSpeed] = field(default_factory=list)
    format: int = FORMAT

    @property
    def name(self) -> str:
        """Date, time and commit or version, for the file name."""
        when = self.when[:16].replace(":", "").replace("T", "-")
        return f"{when}-{self.commit.replace('+', '-edited') or self.versions['balance']}"


_FIGURES: TypeAdapter[Figures] = TypeAdapter(Figures)


def new_figures() -> Figures:
    """Return the figures of now and here, before anything is measured."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Figures(now, commit(), this_machine(), speed_versions(), [])


def store(figures: Figures, folder: Path) -> Path:
    """Write figures into a new file, and return it.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    path = folder / f"{figures.name}.json"
    content = _FIGURES.dump_json(figures, indent=1) + b"\n"
    try:
        write_whole(path, lambda part: part.write_bytes(content))
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror})") from None
    return path


def read_figures(path: Path) -> Figures:
    """Return the figures in a file.

    Raises
    ------
    StoreError
        If it cannot be read, or holds something else.
    """
    try:
        return _FIGURES.validate_json(path.read_bytes())
    except OSError as error:
        raise StoreError(f"{path}: cannot be read ({error.strerror})") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise StoreError(
            f"{path}: {place}: {first['msg']}; expected figures of `balance bench`"
        ) from None


def last_speeds(folder: Path, machine: Machine) -> dict[str, tuple[Speed, Figures]]:
    """Return the last speed of each row on such a machine, and the figures it belongs to.

    All files in the folder and its subfolders are read.

    Raises
    ------
    StoreError
        If a file cannot be read, or holds something else.
    """
    stored = [read_figures(path) for path in sorted(folder.rglob("*.json"))]
    return {
        speed.name: (speed, figures)
        for figures in sorted(stored, key=lambda figures: figures.when)
        if figures.machine == machine
        for speed in figures.speeds
    }


def this_machine() -> Machine:
    """Return the machine that this runs on; Python does not know the processor on Linux."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    fields = {key.strip(): value.strip() for key, _, value in (one.partition(":") for one in lines)}
    cpu = fields.get("model name") or platform.processor() or platform.machine()
    if "cpu family" in fields and "model" in fields:
        cpu += f" (family {fields['cpu family']}, model {fields['model']})"
    return Machine(cpu, os.cpu_count() or 1, f"{platform.system()} {platform.machine()}")


def speed_versions() -> dict[str, str]:
    """Return the versions of the software that affects speed, by name."""
    return {
        "balance": balance.__version__,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "llvmlite")},
    }


def commit() -> str:
    """Return the commit of the checkout, with a + if files were edited; empty without one."""
    if not (_CHECKOUT / ".git").exists():
        return ""
    try:
        name = _git("rev-parse", "--short", "HEAD")
        return name + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(_CHECKOUT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
