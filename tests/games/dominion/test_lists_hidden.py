"""Buy lists look at nothing hidden, though it is not covered before them."""

from pathlib import Path

import numpy as np
import pytest

from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.bots import BOTS, LISTS
from balance.games.dominion.table.options import Options
from tests.games.dominion.lists import bot_from
from tests.games.dominion.test_hidden import MORE, SOME

CARDS = [
    ("chapel", "witch", "spy", "thief", "library", "mine", "remodel", "throne_room", "envoy"),
    ("jester", "tournament", "hamlet", "young_witch", "remake", "harvest", "cellar", "militia"),
    ("black_market", "stash", "horse_traders", "moat", "bureaucrat", "menagerie", "village"),
]


@pytest.mark.parametrize("kingdom", CARDS)
def test_a_list_chooses_the_same_whether_hidden_things_are_covered_or_not(kingdom):
    wants = "".join(f" {card} if own({card}) < 3\n" for card in kingdom)
    bot = bot_from(f"buy\n province if coins > 9\n{wants} gold\n silver\n")
    game_table = GAME.build_table(Options(kingdom=kingdom), 3, {}, Path())
    session = Session(GAME, game_table, 1)
    weights = np.array(list(bot.weights.values()))
    stream = np.zeros(2, np.uint64)
    asked = set()

    def answer(state):
        seat = np.int64(state.due_seat)
        asked.add(int(state.decision))
        shown = bot.choose(state, game_table.array[0], seat, weights, stream)
        covered = session.view(int(seat))
        assert bot.choose(covered[0], game_table.array[0], seat, weights, stream) == shown
        return shown

    session.play(0, [0, 0, 0], answer, 2000)
    assert bot.ignores_hidden
    assert len(asked) >= 8


def test_lists_and_the_policy_are_shown_all_and_nobody_else():
    assert {name for name, bot in BOTS.items() if bot.ignores_hidden} == {*LISTS, "policy"}


def test_the_lists_that_are_tried_have_all_parts_of_the_others():
    def parts(name):
        bot_list = LISTS[name]
        entries = [entry for section in bot_list.sections.values() for entry in section]
        conditions = [condition for entry in entries for condition in entry.conditions]
        yield bot_list.is_guarded, bot_list.is_aggressive
        yield from (section for section, lines in bot_list.sections.items() if lines)
        yield from (side.term for each in conditions for side in (each.left, each.right))

    tried = {part for name in {*SOME, *MORE} & {*LISTS} for part in parts(name)}
    assert {part for name in LISTS for part in parts(name)} == tried
