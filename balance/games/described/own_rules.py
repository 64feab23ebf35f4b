"""A game's own Python file, whose functions lines call: run, compiled, and put into the rules.

The step of such a game is its own, and so are its bots, which simulate calls like any other line:
their modules are loaded once more, with this step in place of that of all described games.
"""

import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.bots.loading import calling_itself, cause_of, mark_functions, run_with_data
from balance.compiling.frozen_values import values_digest
from balance.compiling.jit import is_compiling, plain
from balance.compiling.sources import file_digest, forget_source_digests
from balance.engine.game import Game
from balance.errors import ScenarioError
from balance.games.described.bots import greedy, planner, policy, search
from balance.games.described.calls import Call, names_of
from balance.games.described.language.tree import Calls, Description
from balance.games.described.rules import calls


@dataclass(frozen=True)
class OwnRules:
    """What a Python file makes of a game.

    Attributes
    ----------
    calls
        What is called, with all that the file names of the game.
    step
        The step of the game.
    bots
        The modules of its bots, by name.
    files
        All that it was made from.
    """

    calls: Calls
    step: Callable[..., None]
    bots: Mapping[str, ModuleType]
    files: frozenset[Path]
    functions: tuple[Callable[..., None], ...]

    def added_to(self, description: Description) -> Description:
        """Return a description of the game, perhaps of other cards, with what is called."""
        unused = (
            column
            for column in description.unused_columns
            if column.partition(".")[2] not in self.calls.columns
        )
        return replace(description, calls=self.calls, unused_columns=tuple(unused))


def read_own_rules(file: Path, description: Description) -> OwnRules:
    """Return what a Python file makes of a game; it is run.

    Raises
    ------
    BotError
        If it cannot be run.
    ScenarioError
        If a function calls itself, which compiled code cannot.
    """
    forget_source_digests()
    with names_of(description) as asked:
        modules, data = run_with_data(file, "balance_rules_")
    names = tuple(description.calls.functions)
    if is_compiling():
        for name in names:
            if circular := calling_itself(modules, name):
                raise ScenarioError(f"{file}: {circular} calls itself, which no rule can")
        mark_functions(modules)
    functions = tuple(getattr(modules[0], name) for name in names)
    sources = {Path(str(module.__file__)).resolve() for module in modules} | data
    values = "".join(values_digest(plain(function)) for function in functions)
    digest = file_digest(sources, file.parent, values)
    step = _own(calls, digest, {f"called_{place}": one for place, one in enumerate(functions)}).step
    own_greedy = _own(greedy, digest, {"step": step})
    return OwnRules(
        replace(
            description.calls, zones=tuple(asked.zones), columns=tuple(asked.columns), digest=digest
        ),
        step,
        {
            "greedy": own_greedy,
            "planner": _own(planner, digest, {"step": step, "greedy": own_greedy}),
            "search": _own(search, digest, {"step": step, "greedy": own_greedy}),
            "policy": _own(policy, digest, {"greedy": own_greedy}),
        },
        frozenset(sources),
        functions,
    )


def _own(module: ModuleType, digest: str, values: Mapping[str, Any]) -> ModuleType:
    """Return a module loaded once more, with other values of some names.

    Compiled code is found by the name of its module, so the name has the digest of these.
    """
    title = f"{module.__name__}_{digest}"
    if title not in sys.modules:
        spec = importlib.util.spec_from_file_location(title, module.__file__)
        assert spec is not None
        assert spec.loader is not None
        own = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(own)
        sys.modules[title] = own
    vars(sys.modules[title]).update(values)
    return sys.modules[title]


def compile_functions(file: Path, own: OwnRules, game: Game) -> None:
    """Compile each function alone, so that an error names it.

    Raises
    ------
    ScenarioError
        If one cannot be compiled.
    """
    if not is_compiling():
        return
    from balance.engine.loop_types import compile_call  # noqa: PLC0415, as numba is slow to import

    for name, function in zip(own.calls.functions, own.functions, strict=True):
        try:
            compile_call(function, Call, game)
        except Exception as error:  # numba raises many kinds of errors
            line = plain(function).__code__.co_firstlineno
            raise ScenarioError(
                f"{file}, line {line}: {name} cannot be compiled: {cause_of(error)}"
            ) from error
