"""The tableau of a player (V1.6): cards come and go, powers begin to work (V11)."""

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import push
from balance.engine.layout import State, Table, wide
from balance.errors import LimitError
from balance.games.valeria.layout import (
    MAX_DISCOUNT,
    MAX_HELD,
    MAX_POWERS,
    MAX_ROUNDS,
    MAX_TAKEN,
    NO_AREA,
    Good,
    Kind,
    Op,
    Phase,
    Task,
    Timing,
)


@inlined
def check_held(held: int) -> None:
    """Stop a game with endless effects before an amount of a good outgrows its field."""
    if held > MAX_HELD:
        raise LimitError(
            "more than 99,999 of a good; make numbers in its sheets or options smaller"
        )


@compiled
def get_card(state: State, table: Table, seat: int, card: int) -> None:
    """Put a card from the grid or from a victory pile before the player; record the round."""
    change_tableau(state, table, seat, card, 1)
    player = state.seats[seat]
    if player.taken[card] < MAX_TAKEN:
        player.taken[card] += 1
        rounds = wide(player.rounds_taken[card]) + wide(state.rounds)
        player.rounds_taken[card] = min(rounds, MAX_ROUNDS)


@compiled
def change_tableau(state: State, table: Table, seat: int, card: int, copies: int) -> None:
    """Put a Citizen, Monster or Domain before the player (`copies` 1), or take it away (-1)."""
    player = state.seats[seat]
    face = table.cards[card]
    player.owned[card] += copies
    player.points += copies * face.vp
    if face.kind == Kind.CITIZEN:
        player.citizens += copies
        player.roles[face.role] += copies
    elif face.kind == Kind.MONSTER:
        player.monsters += copies
        if face.area == NO_AREA:
            player.events += copies
    else:
        player.domains += copies
    for role in range(len(player.icons)):
        player.icons[role] += copies * face.icons[role]


@compiled
def trigger_on_citizen(state: State, seat: int) -> None:
    """Trigger powers that wait for a Citizen, in the player's own Action Phase (V18.6)."""
    waits = state.seats[seat].timed[Timing.ON_GAIN_CITIZEN] > 0
    if waits and state.phase == Phase.ACTION and state.active == seat:
        push(state, Task.TRIGGER, seat, Timing.ON_GAIN_CITIZEN, 0)


@compiled
def get_powers(state: State, table: Table, seat: int, card: int) -> None:
    """Give the player the Domain's lasting powers from now on (V11.3, R12)."""
    player = state.seats[seat]
    for row in range(wide(table.cards[card].first_active), wide(table.cards[card].end_active)):
        if table.abilities[row].timing != Timing.NOW:
            if player.num_powers >= MAX_POWERS:
                raise LimitError(
                    "more lasting powers than a player has room for; make what effects set off "
                    "shorter, or numbers in its sheets or options smaller"
                )
            player.powers[player.num_powers] = row
            player.num_powers += 1
    if table.power_same_turn:
        wake_powers(state, table, seat)


@compiled
def wake_powers(state: State, table: Table, seat: int) -> None:
    """Let the powers of all Domains built so far work."""
    player = state.seats[seat]
    for power in range(player.awake, player.num_powers):
        ability = table.abilities[player.powers[power]]
        player.timed[ability.timing] += 1
        if ability.timing == Timing.ALWAYS:
            option = table.options[ability.first_option]
            for row in range(wide(option.first_gain), wide(option.end)):
                apply_lasting(state, table, seat, row)
    player.awake = player.num_powers


@inlined
def add_discount(player: State, kind: int, good: int, amount: int) -> None:
    """Let cards of a kind cost less from now on (V7.5)."""
    discount = wide(player.discounts[kind, good]) + amount
    player.discounts[kind, good] = min(discount, MAX_DISCOUNT)


@compiled
def apply_lasting(state: State, table: Table, seat: int, row: int) -> None:
    """Let an item of an `always` ability work from now on (V18.5)."""
    player = state.seats[seat]
    item = table.items[row]
    if item.op == Op.IGNORE_PLUS:
        player.ignore_plus += 1
    elif item.op == Op.DISCOUNT_SLAY:
        add_discount(player, Kind.MONSTER, wide(item.good), wide(item.amount))
    elif item.op == Op.DISCOUNT_RECRUIT:
        add_discount(player, Kind.CITIZEN, wide(item.good), wide(item.amount))
    elif item.op == Op.DISCOUNT_BUILD:
        add_discount(player, Kind.DOMAIN, wide(item.good), wide(item.amount))


@inlined
def points_in_view(state: State, seat: int) -> int:
    """Return the points collected by a player and printed on its cards, without those of a Duke."""
    return wide(state.seats[seat].goods[Good.VP]) + wide(state.seats[seat].points)
