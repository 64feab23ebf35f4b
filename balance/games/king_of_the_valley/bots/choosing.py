"""Parts of decisions that bots share: the best of several choices (BF1), and choices made by rule.

By rule are the tiles to turn face-down (BF5, BF6, B0), and the column of a jester (B1).
"""

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import Player, State, Stream, wide
from balance.engine.rng import below
from balance.games.king_of_the_valley.layout import (
    COUNT,
    COUNT_BITS,
    FARM_BIT,
    FIRST_ORDER,
    JESTERS_BIT,
    KNIGHT_BIT,
    NUM_ORDERS,
    Column,
    Worths,
)
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up, own_slot

NOTHING = -1e18  # less than the value of any position


@inlined
def prefers(worth: float, most: float, ties: int, stream: Stream) -> tuple[bool, int]:
    """Return whether a choice replaces the best so far, and how many are as good as the best.

    `ties` is how many choices so far were as good as `most`: 0 if `most` is a bar that none has
    passed yet.
    """
    if worth > most:
        return True, 1
    if worth == most and ties > 0:
        return below(stream, ties + 1) == 0, ties + 1
    return False, ties


@compiled
def best_of(worths: Worths, stream: Stream) -> int:
    """Return the index of the highest worth; of equal ones a random one (BF1)."""
    best, most, ties = 0, 2.0 * NOTHING, 0
    for index in range(len(worths)):
        is_best, ties = prefers(worths[index], most, ties, stream)
        if is_best:
            best, most = index, worths[index]
    return best


@compiled
def index_of(view: State, wanted: int) -> int:
    """Return the index of an offered choice."""
    index = 0
    while view.choices[index] != wanted:
        index += 1
    return index


@compiled
def tiles_to_turn(player: Player, column: int, need: int) -> int:
    """Return which tiles of a group to turn, as `rules.tax` numbers them (BF5).

    Subjects go before jesters; of knights first those of the order with most tiles in the castle,
    face-up or not; then the oldest.
    """
    if column != Column.KNIGHT:
        return subjects_first(player, column, need)
    most = 0
    for order in range(NUM_ORDERS):
        most = max(most, all_in(player, FIRST_ORDER + order))
    counts = 0
    for size in range(most, 0, -1):
        for i in range(wide(player.num_knights)):
            order = wide(player.knights[i])
            if need > 0 and all_in(player, FIRST_ORDER + order) == size:
                counts += 1 << order * COUNT_BITS
                need -= 1
    return counts | need << JESTERS_BIT


@compiled
def oldest_to_turn(player: Player, column: int, need: int) -> int:
    """Return which tiles of a group to turn: subjects before jesters, the oldest first (B0)."""
    if column != Column.KNIGHT:
        return subjects_first(player, column, need)
    knights = min(need, wide(player.num_knights))
    counts = 0
    for i in range(knights):
        counts += 1 << wide(player.knights[i]) * COUNT_BITS
    return counts | need - knights << JESTERS_BIT


@inlined
def subjects_first(player: Player, column: int, need: int) -> int:
    """Return which tiles to turn of a group without knights: subjects before jesters."""
    subjects = min(need, wide(player.up[own_slot(column)]))
    return subjects | need - subjects << JESTERS_BIT


@inlined
def tiles_due(view: State) -> int:
    """Return how many tiles a collector turns face-down: the same number in each choice."""
    counts = wide(view.choices[0])
    need = counts >> JESTERS_BIT
    for kind in range(NUM_ORDERS):
        need += counts >> kind * COUNT_BITS & COUNT
    return need


@compiled
def usual_five(player: Player) -> int:
    """Return which five tiles to turn for a bonus, as `rules.bonus` numbers them (BF6)."""
    farmers = count_face_up(player, Column.FARMER)
    column = Column.FARMWOMAN
    if farmers > 0 and farmers >= count_face_up(player, Column.FARMWOMAN):
        column = Column.FARMER
    return five_of(player, tiles_to_turn(player, wide(Column.KNIGHT), 1), wide(column))


@compiled
def oldest_five(player: Player) -> int:
    """Return which five tiles to turn for a bonus: the oldest, a farmer if there is one (B0)."""
    farmers = count_face_up(player, Column.FARMER)
    column = wide(Column.FARMER if farmers > 0 else Column.FARMWOMAN)
    return five_of(player, oldest_to_turn(player, wide(Column.KNIGHT), 1), column)


@compiled
def five_of(player: Player, knight: int, column: int) -> int:
    """Return which five tiles to turn, given the knight and the column of the farmer."""
    choice = 1
    for noble in range(Column.KNIGHT):
        choice |= int(player.up[noble] == 0) << (noble + 1)
    place = 0
    while knight >> COUNT_BITS * (place + 1):
        place += 1
    farm = column - Column.FARMER
    if player.up[own_slot(column)] == 0:
        farm += 2
    return choice | place << KNIGHT_BIT | farm << FARM_BIT


@compiled
def first_empty_column(player: Player) -> int:
    """Return the column of a jester in B1: the first but the last without a face-up tile."""
    for column in range(Column.FARMWOMAN):
        if count_face_up(player, column) == 0:
            return column
    return wide(Column.QUEEN)
