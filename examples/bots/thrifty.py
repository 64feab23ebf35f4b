"""An example bot for Valeria: it gives each choice a worth, with a few weights."""

from balance.engine.layout import State, Stream, Table, Weights
from balance.games.valeria.layout import DONE, Decision, Kind

RESOURCE, ROUNDS, CARD, PRICE, DUKE = range(5)  # the weights, in the order of thrifty.toml
FIRST_STACK = 3  # choices of ACTION before it are to take a gold, a strength, a magic


def thrifty(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Take what is worth most: points, the Duke's points for it, and future gains."""
    best, most = 0, -1e9
    for index in range(view.num_choices):
        worth = worth_of(view, table, seat, weights, view.choices[index])
        if worth > most:
            best, most = index, worth
    return best


def worth_of(view: State, table: Table, seat: int, weights: Weights, choice: int) -> float:
    """Return what a choice is worth, in points."""
    match view.decision:
        case Decision.ACTION if choice < FIRST_STACK:
            return weights[RESOURCE]
        case Decision.ACTION:
            return worth_of_card(view, table, seat, weights, view.tops[choice - FIRST_STACK])
        case Decision.BONUS if choice != DONE:
            return worth_of_card(view, table, seat, weights, view.tops[choice])
        case Decision.HARVEST | Decision.OPTION if choice != DONE:
            return gain(table.options[choice].net, weights)
    return 0.0


def worth_of_card(view: State, table: Table, seat: int, weights: Weights, row: int) -> float:
    """Return what a card is worth: its points, the Duke's points for it, its gains and costs."""
    if row < 0:
        return 0.0
    card = table.cards[row]
    worth = weights[CARD] + card.vp
    duke = view.seats[seat].duke - 1
    if duke >= 0:
        worth += weights[DUKE] * table.dukes[duke].points[row]
    often = weights[ROUNDS] if card.kind == Kind.CITIZEN else 1.0
    worth += often * gain(card.plain, weights)
    return worth - weights[PRICE] * (card.cost + card.strength + card.magic)


def gain(goods: Weights, weights: Weights) -> float:
    """Return what gains are worth: three resources, and points."""
    return weights[RESOURCE] * (goods[0] + goods[1] + goods[2]) + goods[3]
