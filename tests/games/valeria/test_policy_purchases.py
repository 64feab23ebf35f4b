"""The best purchase that the policy foresees, compared with looking at every card of the grid."""

from typing import Any

import numpy as np

from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.bots.policy import INPUTS
from balance.games.valeria.bots.policy_choices import Choice, Feature
from balance.games.valeria.bots.policy_position import Position
from balance.games.valeria.layout import FIRST_DOMAINS, FIRST_STACK_CHOICE, NUM_STACKS, Decision
from balance.games.valeria.table.options import Options
from tests.games.valeria.referee.sheets import DATA
from tests.policies import seen

POLICY = GAME.bots["policy"].at(2)


def actions(count: int) -> list[tuple[Any, Any]]:
    """Return views of the first actions of a game of policies, with the table."""
    session = Session(GAME, GAME.build_table(Options(), 2, {}, DATA), seed=3)
    session.begin(0, (0, 0))
    session.advance()
    views: list[tuple[Any, Any]] = []
    while len(views) < count:
        if session.state.decision == Decision.ACTION:
            view = session.view(int(session.state.due_seat)).copy()
            views.append((view[0], session.tables[0]))
        session.take(session.ask(POLICY, POLICY.numbers))
        session.advance()
    return views


def prices_and_gains(view: Any, table: Any) -> list[tuple[str, float, float, float]]:
    """Return what is paid with, need, magic and gain of every card, as a rich player sees it."""
    rich = view.copy()
    player = rich.seats[int(view.due_seat)]
    player.goods[:3] = 999
    stacks = [
        stack
        for stack in range(NUM_STACKS)
        if (card := int(view.tops[stack])) >= 0
        and (stack < FIRST_DOMAINS or (table.cards[card].icons <= player.roles).all())
    ]
    rich.num_choices = len(stacks)
    rich.choices[: len(stacks)] = [FIRST_STACK_CHOICE + stack for stack in stacks]
    _, rows, kinds = seen(GAME, INPUTS, rich, table)
    return [
        (
            "strength" if kind == Choice.MONSTER else "gold",
            4 * row[Feature.PRICE],
            4 * row[Feature.MAGIC] if kind == Choice.MONSTER else 0.0,
            row[Feature.WORTH],
        )
        for row, kind in zip(rows.tolist(), kinds.tolist(), strict=True)
    ]


def test_it_is_the_best_of_all_cards_that_can_be_paid():
    found = 0
    for view, table in actions(40):
        position, rows, kinds = seen(GAME, INPUTS, view, table)
        cards = prices_and_gains(view, table)
        income = position[Position.GOLD_INCOME : Position.MAGIC_INCOME + 1]
        is_last = position[Position.ACTIONS] == 0
        for row, kind in zip(rows.tolist(), kinds.tolist(), strict=True):
            if kind > Choice.MAGIC:
                continue
            held = np.array(view.seats[int(view.due_seat)].goods[:3], float)
            held[kind] += 1
            if is_last:
                held += income
            best = 0.0
            for what, need, magic, gain in cards:
                spare, coins = held[2] - magic, held[0] if what == "gold" else held[1]
                if spare >= 0 and (need == 0 or (coins >= 1 and need <= coins + spare)):
                    best = max(best, gain)
            following = (0.0, best) if is_last else (best, 0.0)
            assert (row[Feature.NEXT], row[Feature.LATER]) == following
            found += best > 0
    assert found > 40
