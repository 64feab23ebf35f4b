"""What the lines of Meadows call."""

from balance.games.described.calls import (
    Call,
    cards,
    column,
    copies,
    includes,
    number,
    set_amount,
    zone,
)

MEADOW = zone("meadow")
BESIDE = column("beside")  # the numbers, from 0 on, of the fields beside each field
LARGEST = number("largest")


def largest_group(game: Call) -> None:
    """Count your fields in the largest group that hangs together."""
    fields = range(cards(game))
    is_mine = [copies(game, MEADOW, game.you, field) > 0 for field in fields]
    largest = 0
    for first in fields:
        group = 0
        waiting = [first]
        while waiting:
            field = waiting.pop()
            if is_mine[field]:
                is_mine[field] = False  # it is counted once
                group += 1
                for other in fields:
                    if includes(game, BESIDE, field, other):
                        waiting.append(other)
        largest = max(largest, group)
    set_amount(game, LARGEST, game.you, largest)
