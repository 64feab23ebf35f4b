"""Monte Carlo balance analysis for card and board games.

>>> import balance
>>> run = balance.run("first-game", games=100_000, set={"citizens.knight.cost": 3})
>>> run.table("seats")
>>> run.findings
>>> run.report("reports/knight-3")
"""

# Ctrl-C is answered once `balance.__main__` is loaded, which comes after this: so nothing slow.
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import pandas as pd

    from balance.api.functions import (
        check,
        compare,
        diff,
        games,
        list,
        load,
        plan,
        play,
        run,
        runs,
        scenarios,
        trust,
        try_change,
    )
    from balance.api.results import (
        CheckResult,
        DiffResult,
        Findings,
        Narration,
        RunResult,
        TryResult,
    )
    from balance.errors import (
        BalanceError,
        BotError,
        CardError,
        InstallationError,
        LimitError,
        ScenarioError,
        StoreError,
        WorkerError,
    )

__version__ = "0.3.0"
DISTRIBUTION = "tabletop-balance"  # the name on the package index, where `balance` is taken

__all__ = [
    "BalanceError",
    "BotError",
    "CardError",
    "CheckResult",
    "DiffResult",
    "Findings",
    "InstallationError",
    "LimitError",
    "Narration",
    "RunResult",
    "ScenarioError",
    "StoreError",
    "TryResult",
    "WorkerError",
    "check",
    "compare",
    "diff",
    "games",
    "list",
    "load",
    "plan",
    "play",
    "run",
    "runs",
    "scenarios",
    "trust",
    "try_change",
]


def __getattr__(name: str) -> "Any":
    """Load a name of the Python interface when it is first used: ``import balance`` stays fast."""
    if name not in __all__:
        raise AttributeError(f"module 'balance' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    from balance.installation import check_installation  # noqa: PLC0415

    check_installation()
    if name == "games":  # the package of the games, which can be called
        return import_module("balance.games")
    if name.endswith("Error"):
        module = "balance.errors"
    else:
        module = f"balance.api.{'results' if name[0].isupper() else 'functions'}"
    value = globals()[name] = getattr(import_module(module), name)
    return value


class GamesPackage(ModuleType):
    """The type of the package `balance.games`, so that `balance.games()` can list the games."""

    def __call__(self) -> "pd.DataFrame":
        """Return the games: name, title and numbers of players."""
        from balance.api.functions import games  # noqa: PLC0415

        return games()


def __dir__() -> "Iterable[str]":
    return sorted({*globals(), *__all__})
