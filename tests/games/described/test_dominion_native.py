"""`examples/games/dominion_base` and the native rules of Dominion play the same games.

Game for game: with the same shuffles and choices both are in the same position at each decision.
In numbers: buy lists reach the published figures that `balance verify dominion` tests.
``BALANCE_DUELS=1000`` plays so many games of each.
"""

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.published_results import measured_figures, tally
from balance.app.commands.verify import reference_match
from balance.engine.services import Reference
from balance.games.dominion.layout import NUM_BASIC, Decision
from balance.runner.batches import Batches
from tests.games.described.dominion_lists import BOTS
from tests.games.described.dominion_pair import (
    Pair,
    cards,
    described_game,
    described_table,
    native_game,
)
from tests.games.duels import ASKED

KINGDOM = cards()[NUM_BASIC:]
LIMIT = 6_000  # decisions
GAMES = ASKED or 13  # each Kingdom card is left out of three
FIGURES = max(4_000, 10 * ASKED)  # games of each pair of lists for its figures
ONE_ERROR = 0.6827  # the level of an interval of one standard error on both sides


def of_lists() -> list[Reference]:
    """Return the published results in which only cards of the sheet are needed."""
    published = native_game().published_results
    assert published is not None
    return [
        each
        for each in published()
        if len(each.bots) > 1 and {*each.table["kingdom"]} <= {*KINGDOM}
    ]


def play(pair: Pair, choose, seen: Counter[str]) -> None:
    for _ in range(LIMIT):
        pair.compare()
        if pair.native.is_over:
            break
        choices, index = pair.choices(), choose(pair)
        seen[f"{Decision(pair.native.state.decision).name} {choices[index]}"] += 1
        pair.take(index)
    else:
        pytest.fail(f"not over after {LIMIT} decisions")
    native, described = pair.results()
    assert native == described
    seen[pair.native.game.endings[native["ending"]]] += 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_players_meet_the_same_game(players: int) -> None:
    """In every other game most buys are of the dearest card, so that both ends come up (D8.1)."""
    seen: Counter[str] = Counter()
    for deal in range(GAMES):
        draws, dear = random.Random(deal), 0.9 * (deal % 2)

        def choose(pair: Pair, draws: random.Random = draws, dear: float = dear) -> int:
            state = pair.native.state
            if state.decision == Decision.BUY and draws.random() < dear:
                faces = pair.native.tables[0].faces
                return max(
                    range(state.num_choices),
                    key=lambda index: faces[max(0, state.choices[index])].cost,
                )
            return draws.randrange(int(state.num_choices))

        start = deal % len(KINGDOM)
        pair = Pair((KINGDOM * 2)[start : start + 10], players)
        pair.begin(deal)
        play(pair, choose, seen)
    print(f"{players} players: {GAMES} games, {seen.total() - GAMES:,} decisions")
    for card in KINGDOM:
        assert seen[f"ACTION {card}"], card
    for what in ("CELLAR", "CHAPEL", "DISCARD", "TRASH", "GAIN"):
        assert any(deed.startswith(what) for deed in seen), what
    assert seen["all Provinces are gone"]
    assert seen["three piles are empty"]


@pytest.mark.parametrize("reference", of_lists(), ids=lambda each: each.name)
def test_buy_lists_meet_the_same_game(reference: Reference) -> None:
    pair = Pair(reference.table["kingdom"], len(reference.bots))
    bots = [native_game().bots[name] for name in reference.bots]

    def choose(pair: Pair) -> int:
        bot = bots[int(pair.native.state.due_seat)]
        return int(pair.native.ask(bot, bot.numbers))

    for deal in range(ASKED or 2):
        pair.begin(deal)
        play(pair, choose, Counter())


@pytest.mark.parametrize(
    "reference",
    [each for each in of_lists() if {*each.bots} <= {*BOTS}],
    ids=lambda each: each.name,
)
def test_buy_lists_reach_the_published_figures(reference: Reference) -> None:
    """Each figure is that of the native rules, and as published, within 4 standard errors."""
    players = len(reference.bots)
    text = reference_match(replace(described_game(), bots=BOTS), replace(reference, table={}), 2)
    text = replace(text, game_table=described_table(reference.table["kingdom"], players))
    measured = []
    for match in (text, reference_match(native_game(), reference, 1)):
        games = FIGURES // match.lineup.rotations * match.lineup.rotations
        sums = tally(reference, Batches(match).play(0, games), match)
        measured.append(measured_figures(reference, sums, match, ONE_ERROR))
    for ours, theirs in zip(*measured, strict=True):
        (value, error), (native, other) = (
            (each.estimate.value, (each.estimate.high - each.estimate.low) / 2)
            for each in (ours, theirs)
        )
        figure = ours.figure
        print(f"{figure.measure}: {value:.3f} {native:.3f} {figure.expected} ({error:.3f})")
        assert abs(value - native) < 4 * np.hypot(error, other), figure.measure
        assert abs(value - figure.expected) < figure.within + 4 * error, figure.measure
