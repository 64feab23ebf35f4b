"""What the policy sees of a position: the features of which its hidden units are sums."""

from enum import IntEnum, auto

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import Player, State, Table, Weights, wide
from balance.games.king_of_the_valley.bots.features import collectors_left, count_values, outside
from balance.games.king_of_the_valley.bots.position_value import turns_left
from balance.games.king_of_the_valley.bots.prospects import share_left
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    NUM_COLUMNS,
    NUM_ORDERS,
    Column,
    Kind,
)
from balance.games.king_of_the_valley.rules.bonus import markers_left
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up
from balance.games.king_of_the_valley.rules.scoring import fame


class Position(IntEnum):
    """Features of a position; tiles are face-up ones of a column unless it says otherwise."""

    ONE = 0  # 1, for a constant
    LEFT = auto()  # share of the piles
    TURNS = auto()  # own turns to expect after this one, in tens
    LAST = auto()  # 1 if this turn is surely the last
    GOLD = auto()  # held, in tens
    RIVAL_GOLD = auto()  # of the richest other player
    LEAD = auto()  # fame above that of the best other player, in twenties
    QUEENS = auto()  # tiles in fours, here to FARMWOMEN
    DUKES = auto()
    COUNTESSES = auto()
    KNIGHTS = auto()
    FARMERS = auto()
    FARMWOMEN = auto()
    JESTERS = auto()  # in any column
    VALUES = auto()  # of the five, those with a tile (K9.1)
    RIVAL_VALUES = auto()  # the most that another player has
    BONUS = auto()  # 1 if all five values have a tile
    SINGLES = auto()  # farmers less farmwomen, face-up or not, in fours
    ORDER = auto()  # knights of the largest order, face-up or not, in fours
    GROUP = auto()  # tiles of the largest group that may be taxed, in fives
    COLLECTORS = auto()  # with a need, still in the game, in fives
    MARKERS = auto()  # kingdom markers in the supply, in fives
    QUEENS_OUT = auto()  # in no castle, in fours
    DUKES_OUT = auto()
    TAXED = auto()  # groups of the player that were taxed, in threes
    SEAT = auto()  # 0 for the start player, to 1 for the last


@compiled
def write_position(
    view: State, table: Table, seat: int, weights: Weights, position: Weights
) -> None:
    """Write the features of the position for `seat`; see `Position`."""
    player = view.seats[seat]
    turns = turns_left(view, table, seat)
    position[Position.ONE] = 1.0
    position[Position.LEFT] = share_left(view)
    position[Position.TURNS] = 0.1 * turns
    position[Position.LAST] = 1.0 if turns == 0.0 else 0.0
    position[Position.GOLD] = 0.1 * player.gold
    jesters, group, taxed = 0, 0, 0
    for column in range(NUM_COLUMNS):
        size = count_face_up(player, column)
        position[Position.QUEENS + column] = 0.25 * size
        jesters += wide(player.up[FIRST_JESTER + column])
        if player.taxed[column]:
            taxed += 1
        else:
            group = max(group, size)
    position[Position.JESTERS] = 1.0 * jesters
    position[Position.GROUP] = 0.2 * group
    position[Position.TAXED] = taxed / 3.0
    values = values_present(player)
    position[Position.VALUES] = 0.2 * values
    position[Position.BONUS] = 1.0 if values == len(count_values(player)) else 0.0
    singles = all_in(player, wide(Kind.FARMER)) - all_in(player, wide(Kind.FARMWOMAN))
    position[Position.SINGLES] = 0.25 * singles
    order = 0
    for kind in range(FIRST_ORDER, FIRST_ORDER + NUM_ORDERS):
        order = max(order, all_in(player, kind))
    position[Position.ORDER] = 0.25 * order
    position[Position.COLLECTORS] = 0.2 * collectors_left(view, table)
    position[Position.MARKERS] = 0.2 * markers_left(view, table)
    position[Position.QUEENS_OUT] = 0.25 * outside(view, table, wide(Column.QUEEN))
    position[Position.DUKES_OUT] = 0.25 * outside(view, table, wide(Column.DUKE))
    position[Position.SEAT] = seat / (table.num_seats - 1.0)
    write_rivals(view, table, seat, position)


@inlined
def write_rivals(view: State, table: Table, seat: int, position: Weights) -> None:
    """Write how the best of the others stand."""
    gold, values, most = wide(0), wide(0), wide(0)
    for other in range(wide(table.num_seats)):
        if other != seat:
            gold = max(gold, wide(view.seats[other].gold))
            values = max(values, values_present(view.seats[other]))
            most = max(most, fame(view.seats[other], table))
    position[Position.RIVAL_GOLD] = 0.1 * gold
    position[Position.RIVAL_VALUES] = 0.2 * values
    position[Position.LEAD] = 0.05 * (fame(view.seats[seat], table) - most)


@compiled
def values_present(player: Player) -> int:
    """Return how many of the five values have a face-up tile (K9.1)."""
    present = wide(0)
    for count in count_values(player):
        if count > 0:
            present += 1
    return present
