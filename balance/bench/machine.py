"""Where and with what figures were measured."""

import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import balance

_CHECKOUT = Path(balance.__file__).resolve().parent.parent


@dataclass(frozen=True)
class Machine:
    """A kind of machine: figures of two that are equal here can be compared.

    Attributes
    ----------
    cpu : str
        As the processor calls itself, with its family and model where it names them.
    cores : int
        As the system counts them.
    system : str
        Operating system and architecture.
    """

    cpu: str
    cores: int
    system: str

    def __str__(self) -> str:
        """Return all of it in a line."""
        return f"{self.cpu}, {self.cores} cores, {self.system}"


def this_machine() -> Machine:
    """Return the machine that this runs on."""
    return Machine(_cpu(), os.cpu_count() or 1, f"{platform.system()} {platform.machine()}")


def versions() -> dict[str, str]:
    """Return the versions of what speed hangs on, by name."""
    return {
        "balance": balance.__version__,
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "llvmlite")},
    }


def commit() -> str:
    """Return the commit of the checkout that runs, with a + if files were edited; else nothing."""
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


def _cpu() -> str:
    """Return what the processor is called; Python itself does not know it on Linux."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    told = {key.strip(): value.strip() for key, _, value in (one.partition(":") for one in lines)}
    name = told.get("model name") or platform.processor() or platform.machine()
    if "cpu family" in told and "model" in told:
        return f"{name} (family {told['cpu family']}, model {told['model']})"
    return name
