"""The types of the compiled loops that play games; imported, with numba, when one is compiled."""

from typing import Any

import numba
from numba import types

from balance.engine.batch import BATCH, LINEUP
from balance.engine.game import Game
from balance.engine.layout import MAX_SEATS
from balance.engine.view import Hidden


class LoopTypes:
    """The numba types of the arguments of a game's compiled loops; `types` has those of numba."""

    types = types

    def __init__(self, game: Game) -> None:
        state, table, record = map(numba.from_dtype, (game.state, game.table, game.record))
        rule = types.FunctionType(types.void(state, table))
        take = types.FunctionType(types.void(state, table, types.int64))
        write_record = types.FunctionType(types.void(state, table, record))
        bot = types.int64(state, table, types.int64, types.float64[::1], types.uint64[::1])
        self.state, self.table, self.bot = state, table, bot
        self.states, self.tables, self.records = state[::1], table[::1], record[::1]
        self.rules = types.Tuple((rule, rule, take, write_record))
        self.bots = types.UniTuple(types.FunctionType(bot), MAX_SEATS)
        self.hidden = types.NamedUniTuple(types.uint64[:, ::1], 2, Hidden)
        self.lineups, self.batches = self.array(LINEUP), self.array(BATCH)

    def function(self, returned: Any, *more: Any) -> types.FunctionType:
        """Return the type of a function (state, table, *more)."""
        return types.FunctionType(returned(self.state, self.table, *more))

    def array(self, dtype: Any) -> Any:
        """Return the type of a flat array of records."""
        return numba.from_dtype(dtype)[::1]


def compile_call(function: Any, arguments: Any, game: Game) -> None:
    """Compile a function of a named tuple of a state, a table and whole numbers."""
    types_of = LoopTypes(game)
    numbers = [types.int64] * (len(arguments._fields) - 2)
    function.compile((types.NamedTuple((types_of.state, types_of.table, *numbers), arguments),))


def compile_bot(choose: Any, game: Game) -> str:
    """Compile a bot for `game`, outside of a batch, so that errors of numba name the bot.

    Returns the type that the bot returns if it is not int64, as a batch needs it; else an empty
    string.
    """
    signature = LoopTypes(game).bot
    choose.compile(signature.args)
    returned = types.unliteral(choose.overloads[tuple(signature.args)].signature.return_type)
    return "" if returned == types.int64 else str(returned)
