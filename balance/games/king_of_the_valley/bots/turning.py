"""What bots do by rule: which tiles to turn (BF5, BF6, B0), and where greedy puts jesters (B1)."""

from balance.engine.jit import compiled, inlined
from balance.engine.layout import State, wide
from balance.games.king_of_the_valley.layout import (
    COUNT,
    COUNT_BITS,
    FARM_BIT,
    FIRST_ORDER,
    JESTERS_BIT,
    KNIGHT_BIT,
    NUM_ORDERS,
    Column,
    Player,
)
from balance.games.king_of_the_valley.rules.castle import all_in, count_face_up, own_slot


@compiled
def index_of(view: State, wanted: int) -> int:
    """Return the index of a choice that is offered."""
    index = 0
    while view.choices[index] != wanted:
        index += 1
    return index


@compiled
def tiles_to_turn(player: Player, column: int, need: int) -> int:
    """Return which tiles of a group to turn, as `rules.tax` numbers them (BF5).

    Subjects go before jesters; of knights first those of the order of which the castle holds most,
    face-up or not; then the oldest.
    """
    if column != Column.KNIGHT:
        return plain_tiles(player, column, need)
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
        return plain_tiles(player, column, need)
    knights = min(need, wide(player.num_knights))
    counts = 0
    for i in range(knights):
        counts += 1 << wide(player.knights[i]) * COUNT_BITS
    return counts | need - knights << JESTERS_BIT


@inlined
def plain_tiles(player: Player, column: int, need: int) -> int:
    """Return which tiles to turn of a group that has no knights: subjects before jesters."""
    subjects = min(need, wide(player.up[own_slot(column)]))
    return subjects | need - subjects << JESTERS_BIT


@inlined
def tiles_asked(view: State) -> int:
    """Return how many tiles a collector turns face-down: as many in each choice offered."""
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
    """Return which five tiles to turn, given the knight and from which column the farmer is."""
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
    """Return where B1 puts a jester: the first column but the last without a face-up tile."""
    for column in range(Column.FARMWOMAN):
        if count_face_up(player, column) == 0:
            return column
    return wide(Column.QUEEN)
