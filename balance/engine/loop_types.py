"""Compiling the loops that play games, and the types of their arguments.

Numba is imported when the first is compiled: most commands play nothing.
"""

from collections.abc import Callable
from typing import Any, cast

from balance.compiling.jit import is_compiling
from balance.engine.game import Game
from balance.engine.layout import MAX_SEATS
from balance.engine.view import Hidden


def compiled_loop(
    function: Callable[..., Any], game: Game, signature: Callable[["LoopTypes"], Any]
) -> Callable[..., Any]:
    """Compile a loop for one game at once, or read it from the cache.

    `signature` returns the types of its arguments, of which some may be functions, so that the
    loop takes any bot.
    """
    if not is_compiling():
        return function
    from balance.compiling.dispatchers import loop_for  # noqa: PLC0415, as numba is slow to import

    return cast(Any, loop_for(function, game.home, signature(LoopTypes(game))))


class LoopTypes:
    """The numba types of the arguments of a game's compiled loops; `types` has those of numba."""

    def __init__(self, game: Game) -> None:
        import numba  # noqa: PLC0415

        self._of_dtype, self.types = numba.from_dtype, numba.types
        types = self.types
        self.state, self.table = self._of_dtype(game.state), self._of_dtype(game.table)
        record = self._of_dtype(game.record)
        rule = types.FunctionType(types.void(self.state, self.table))
        take = types.FunctionType(types.void(self.state, self.table, types.int64))
        write_record = types.FunctionType(types.void(self.state, self.table, record))
        self.bot = types.int64(
            self.state, self.table, types.int64, types.float64[::1], types.uint64[::1]
        )
        self.states, self.tables = self.state[::1], self.table[::1]
        self.records = record[::1]
        self.rules = types.Tuple((rule, rule, take, write_record))
        self.bots = types.UniTuple(types.FunctionType(self.bot), MAX_SEATS)
        self.hidden = types.NamedUniTuple(types.uint64[:, ::1], 2, Hidden)

    def function(self, returned: Any, *more: Any) -> Any:
        """Return the type of a function (state, table, *more)."""
        return self.types.FunctionType(returned(self.state, self.table, *more))

    def array(self, dtype: Any) -> Any:
        """Return the type of a flat array of records."""
        return self._of_dtype(dtype)[::1]


def compile_call(function: Any, arguments: Any, game: Game) -> None:
    """Compile a function of a named tuple of a state, a table and whole numbers."""
    of = LoopTypes(game)
    numbers = [of.types.int64] * (len(arguments._fields) - 2)
    function.compile((of.types.NamedTuple((of.state, of.table, *numbers), arguments),))


def compile_bot(choose: Any, game: Game) -> str:
    """Compile a bot for `game`, outside of a batch, so that errors of numba name the bot.

    Returns the type that the bot returns if it is not int64, as a batch needs it; else an empty
    string.
    """
    of = LoopTypes(game)
    choose.compile(of.bot.args)
    signature = choose.overloads[tuple(of.bot.args)].signature
    returned = of.types.unliteral(signature.return_type)
    return "" if returned == of.types.int64 else str(returned)
