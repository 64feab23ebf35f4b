"""The score of a player, and what breaks ties."""

from balance.compiling.jit import compiled
from balance.engine.layout import Record, State, Table, wide
from balance.errors import LimitError
from balance.games.described.layout import MOST_OF_A_TIE, MOST_SCORE
from balance.games.described.rules.values import amount


@compiled
def score_seat(state: State, table: Table, record: Record, seat: int) -> None:
    """Write the score and its parts."""
    record.scores[seat] = 0
    for part in range(table.num_parts):
        points = amount(state, table, seat, wide(0), wide(table.parts[part]))
        if abs(points) > MOST_SCORE:
            raise LimitError(
                "a part of the score is above 1,000,000 or below -1,000,000, more than a score "
                "may have; divide it in [score]"
            )
        record.parts[seat, part] = points
        record.scores[seat] += points


@compiled
def tie_break(state: State, table: Table, record: Record, seat: int) -> int:
    """Return the values of `ties` as one number; the first counts most.

    Each is a digit from -`MOST_OF_A_TIE` to that number.
    """
    total = wide(0)
    for tie in range(table.num_ties):
        each = amount(state, table, seat, wide(0), wide(table.ties[tie]))
        if abs(each) > MOST_OF_A_TIE:
            raise LimitError(
                "a value of 'ties' is above 32,767 or below -32,767, more than can break ties; "
                "divide it"
            )
        total = total * (2 * MOST_OF_A_TIE + 1) + each
    return total
