"""What the policy sees of a position: the features of which its hidden units are sums."""

from enum import IntEnum, auto

from balance.compiling.jit import compiled, inlined
from balance.engine.layout import State, Table, Weights, wide
from balance.games.dominion.bots.conditions import gains_to_end
from balance.games.dominion.bots.position_value import brings_curses, cleans
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    ESTATE,
    HAND_SIZE,
    PROVINCE,
    Decision,
    Type,
)
from balance.games.dominion.rules.scoring import score

_THIN = 5.0  # least size of a deck, without the cards that draws skip


class Position(IntEnum):
    """Features of a position; cards are those that the seat owns unless it says otherwise."""

    ONE = 0  # 1, for a constant
    TURNS = auto()  # of the seat, begun, in tens
    GAINS = auto()  # that could end the game (S2), in eights
    PROVINCES = auto()  # left, in eights
    EMPTY = auto()  # piles, in threes
    LEAD = auto()  # points above those of the best other player, in tens
    FREE = auto()  # 1 if a card is gained and not bought
    COINS = auto()  # left to spend, or the limit of the cost of what is gained; in eights
    BUYS = auto()  # more than this one
    CARDS = auto()  # in twenties
    MONEY = auto()  # coins that a hand of five brings on average, draws counted; in fives
    RIVAL_MONEY = auto()  # nominal, of a hand of five of the best other player; in fives
    TERMINALS = auto()  # Actions that give no Action, in fives
    RELIEF = auto()  # Actions that others give beyond their own, in fives
    COLLISIONS = auto()  # terminals without relief that a hand of five has, on average
    DRAWS = auto()  # cards that Actions draw, in tens
    EXTRA_BUYS = auto()  # that cards give, in threes
    ACTIONS = auto()  # cards, in tens
    VICTORIES = auto()  # Victory cards, in tens
    JUNK = auto()  # Coppers, Estates and Curses, in tens
    CLEANERS = auto()  # cards that trash without replacing, in twos
    CURSERS = auto()  # cards that give others Curses, in twos
    RIVAL_CURSERS = auto()  # that all others own, in twos
    CURSES = auto()  # left, in tens
    VILLAGES = auto()  # piles of the supply that give two Actions or more
    CURSING = auto()  # piles of the supply that give Curses


@compiled
def write_position(
    view: State, table: Table, seat: int, weights: Weights, position: Weights
) -> None:
    """Write the features of the position for `seat`; see `Position`."""
    player = view.seats[seat]
    position[:] = 0.0
    position[Position.ONE] = 1.0
    position[Position.TURNS] = 0.1 * player.turns
    position[Position.GAINS] = 0.125 * gains_to_end(view)
    position[Position.PROVINCES] = 0.125 * view.piles[PROVINCE]
    position[Position.EMPTY] = view.num_empty / 3.0
    if view.decision == Decision.GAIN:
        position[Position.FREE] = 1.0
        position[Position.COINS] = 0.125 * view.limit
    else:
        position[Position.COINS] = 0.125 * view.coins
        position[Position.BUYS] = view.buys - 1.0
    position[Position.CARDS] = 0.05 * player.num_owned
    position[Position.VICTORIES] = 0.1 * player.num_victories
    junk = wide(player.owned[COPPER]) + wide(player.owned[ESTATE]) + wide(player.owned[CURSE])
    position[Position.JUNK] = 0.1 * junk
    position[Position.CURSES] = 0.1 * view.piles[CURSE]
    write_cards(view, table, seat, position)
    write_rivals(view, table, seat, position)


@inlined
def write_cards(view: State, table: Table, seat: int, position: Weights) -> None:
    """Write what the cards of the seat do together, and which piles there are."""
    player = view.seats[seat]
    terminals, relief, draws, far_draws = 0.0, 0.0, 0.0, 0.0
    for place in range(wide(view.num_kinds)):
        kind = wide(view.kinds[place])
        face = table.faces[kind]
        if not face.types & Type.ACTION:
            continue
        curses = brings_curses(wide(face.special))
        if place < view.num_supply and view.piles[kind] > 0:
            position[Position.VILLAGES] += 1.0 if face.actions > 1 else 0.0
            position[Position.CURSING] += 1.0 if curses else 0.0
        for other in range(wide(table.num_seats)):
            if curses and other != seat:
                position[Position.RIVAL_CURSERS] += 0.5 * view.seats[other].owned[kind]
        owned = float(player.owned[kind])
        if owned == 0.0:
            continue
        position[Position.ACTIONS] += 0.1 * owned
        position[Position.EXTRA_BUYS] += owned * face.buys / 3.0
        if face.actions == 0:
            terminals += owned
            far_draws += owned * face.cards
        else:
            relief += owned * (face.actions - 1)
            draws += owned * face.cards
        if curses:
            position[Position.CURSERS] += 0.5 * owned
        if cleans(wide(face.special)):
            position[Position.CLEANERS] += 0.5 * owned
    cards = max(1.0, float(player.num_owned))
    lonely = max(0.0, terminals - relief)
    played = min(1.0, (cards / HAND_SIZE + relief) / max(1.0, terminals))
    thin = max(_THIN, cards - draws - played * far_draws)
    position[Position.TERMINALS] = 0.2 * terminals
    position[Position.RELIEF] = 0.2 * relief
    position[Position.COLLISIONS] = HAND_SIZE * lonely / max(_THIN, cards)
    position[Position.DRAWS] = 0.1 * (draws + far_draws)
    position[Position.MONEY] = player.money / thin


@inlined
def write_rivals(view: State, table: Table, seat: int, position: Weights) -> None:
    """Write how the best of the others stand."""
    own = score(view, table, seat)
    most, money = wide(-(1 << 20)), 0.0
    for other in range(wide(table.num_seats)):
        if other != seat:
            rival = view.seats[other]
            most = max(most, score(view, table, other))
            money = max(money, rival.money / max(_THIN, float(rival.num_owned)))
    if table.num_seats > 1:
        position[Position.LEAD] = 0.1 * (own - most)
    position[Position.RIVAL_MONEY] = money
