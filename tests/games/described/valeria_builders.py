"""The same simple player for Valeria's own rules and for `examples/games/valeria_citizens`.

It builds a Domain if it can, of the highest stacks, with most points; else it hires a citizen of
whom it has fewest, the dearest of these; else it takes a gold.  It leaves the dice, uses all
activations in their order, pays with as little magic as possible, and always takes the first card.
"""

from balance.compiling.jit import compiled
from balance.engine.game import Bot
from balance.engine.layout import State, Stream, Table, Weights, wide
from balance.games.described.layout import Decision as TextDecision
from balance.games.described.table.build import DescribedTable
from balance.games.described.table.numbering import numbering
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    Decision,
)

# Weights of the bot for the text: rows of its choices, and columns and zones by their numbers.
ACT, HARVEST, HIRE, DEALT, TABLEAU, POINTS, COST = range(7)
HIRED = 3  # among the options of an action; to build comes after it, of the highest stacks first


@compiled
def native(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the choice in the native game."""
    if view.decision == Decision.KEEP_DUKE:
        return wide(view.choices[1] > view.choices[0])
    if view.decision == Decision.HARVEST or view.decision == Decision.OPTION:
        return wide(1)
    if view.decision != Decision.ACTION:
        return wide(0)
    answer, best = wide(0), wide(-1 << 40)
    for index in range(view.num_choices):
        stack = wide(view.choices[index]) - FIRST_STACK_CHOICE
        row = wide(view.tops[stack]) if stack >= FIRST_CITIZENS else wide(0)
        face = table.cards[row]
        if stack >= FIRST_DOMAINS:  # of equals the one that is first on the sheet
            worth = (wide(view.heights[stack]) * 100 + wide(face.vp)) * 1000 - row
        elif stack >= FIRST_CITIZENS:
            worth = wide(face.cost) - 1000 * wide(view.seats[seat].owned[row])
        else:
            continue
        if worth > best:
            answer, best = wide(index), worth
    return answer


@compiled
def described(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the choice in the game as text."""
    last = wide(view.num_choices) - 1
    if view.decision == TextDecision.OPTION:
        if view.asked == weights[ACT]:
            for index in range(view.num_choices):
                if view.choices[index] > HIRED:
                    return wide(index)
            return last if view.choices[last] == HIRED else wide(0)
        return wide(view.asked == weights[HARVEST])
    if view.decision != TextDecision.CARD:
        return wide(0)
    zone = wide(table.code[view.asked].a)
    if zone == weights[DEALT]:
        return last
    is_hire = view.asked == weights[HIRE]
    if not is_hire and (zone == weights[TABLEAU] or table.zones[zone].num_start > 0):
        return wide(0)
    answer, best = wide(0), wide(-1 << 40)
    tableau = table.zones[wide(weights[TABLEAU])]
    own = wide(tableau.cell) + seat * wide(tableau.num_kinds) - wide(tableau.first_kind)
    for index in range(view.num_choices):
        kind = wide(view.choices[index])
        worth = wide(table.attributes[kind, wide(weights[POINTS])])
        if is_hire:
            worth = wide(table.attributes[kind, wide(weights[COST])]) - 1000 * wide(
                view.cards[own + kind]
            )
        if worth > best:
            answer, best = wide(index), worth
    return answer


def native_bot() -> Bot:
    """Return the bot of the native game."""
    return Bot("builder", native)


def described_bot(table: DescribedTable) -> Bot:
    """Return the bot of the game as text."""
    assert table.description is not None
    of = numbering(table.description, table.num_seats)

    def row_of(name: str) -> int:
        """Return the row of a choice in `game.toml` by its zone or its first option."""
        for row, line in table.asked.items():
            if line.place.file.endswith("game.toml"):
                first = line.block[0] if line.what == "choose_one" else line
                head = first.parts[0] if first.what == "option" else first.parts
                if head == name or (head and getattr(head[0], "name", "") == name):
                    return row
        raise LookupError(name)

    rows = {
        "act": row_of("take a gold"),
        "harvest": row_of("no more"),
        "hire": row_of("citizens"),
        "dealt": of.zones["dealt"],
        "tableau": of.zones["tableau"],
        "points": of.columns["points"],
        "cost": of.columns["cost"],
    }
    return Bot("builder", described, rows)
