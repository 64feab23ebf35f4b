"""`examples/games/valeria_citizens` and the native rules of Valeria play the same games.

Game for game: with the same luck and choices both are in the same position at each decision.
``BALANCE_DUELS=1000`` plays so many games of each number of players.
"""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import Game, GameTable
from balance.engine.layout import WIN
from balance.games.described.table.build import DescribedTable
from balance.games.valeria.layout import FIRST_DOMAINS, FIRST_STACK_CHOICE, Decision
from balance.runner.batches import Batches
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.prepare import build_table
from tests.games.described.valeria_builders import described_bot, native_bot
from tests.games.described.valeria_pair import Pair, described_game, native_game, native_table
from tests.games.duels import ASKED

GAMES = ASKED or 5
LIMIT = 5_000  # decisions
FIGURES = max(4_000, 10 * ASKED)  # games of each side for its figures


def play(pair: Pair, deal: int, seen: Counter[str]) -> None:
    draws, builds = random.Random(deal), deal % 2  # every other game by players who like to build
    pair.begin(deal)
    for _ in range(LIMIT):
        pair.compare()
        if pair.native.is_over:
            break
        state, choices = pair.native.state, pair.choices()
        domains = [
            index
            for index in choices
            if state.decision == Decision.ACTION
            and state.choices[index] >= FIRST_STACK_CHOICE + FIRST_DOMAINS
        ]
        index = draws.choice(domains if domains and builds else choices)
        seen[f"{Decision(state.decision).name} {pair.said(int(state.choices[index]))[-1]}"] += 1
        pair.take(index)
    else:
        pytest.fail(f"not over after {LIMIT} decisions")
    native, described = pair.results()
    assert native == described
    seen[pair.native.game.endings[int(pair.native.state.ending)]] += 1


def test_random_players_meet_the_same_game() -> None:
    seen: Counter[str] = Counter()
    for players in (2, 3, 4):
        pair, before = Pair(players), seen.total()
        for deal in range(GAMES):
            play(pair, deal, seen)
        decisions = seen.total() - before - GAMES
        print(f"{players} players: {GAMES} games, {decisions:,} decisions")
    described = pair.table.description
    assert described is not None
    for card in (*described.sheets["citizens"], *described.sheets["domains"]):
        assert seen[f"ACTION {card.id}"], card.id
    for line in pair.table.asked.values():
        for option in line.block if line.what == "choose_one" else ():
            named = [deed for deed in seen if deed.split(" ", 1)[1] == option.parts[0]]
            assert named or option.parts[0].split()[0] in {"hire", "build", "keep"}, option.parts
    for kind in ("KEEP_DUKE", "PAY", "TAKE", "RETURN", "OPTION keep", "DICE keep"):
        assert any(deed.startswith(kind) for deed in seen), kind
    assert seen["exhausted stacks"]
    assert seen["several at once"]


@pytest.mark.parametrize("players", [2, 4])
def test_builders_have_the_same_figures(players: int) -> None:
    """Means agree within 4 standard errors: each game has luck of its own."""
    text = build_table(described_game(), players, {})
    assert isinstance(text, DescribedTable)
    measures = []
    for game, table, bot, seed in (
        (native_game(), native_table(players), native_bot(), 1),
        (described_game(), text, described_bot(text), 2),
    ):
        lineup = Lineup((Entry("builder", bot),), (0,) * players)
        records = Batches(Match(game, table, lineup, seed)).play(0, FIGURES)
        measures.append(figures(game, table, records))
    # Dukes and Starters are among the cards of the text, Monsters among those of the native game.
    for name in filter(measures[1].__contains__, measures[0]):
        (mean, error), (other, its_error) = measures[0][name], measures[1][name]
        print(f"{name}: {mean:.3f} {other:.3f} ({error:.3f})")
        assert abs(mean - other) <= 4 * np.hypot(error, its_error), name


def figures(game: Game, table: GameTable, records: NDArray[Any]) -> dict[str, tuple[float, float]]:
    """Return means and their standard errors."""
    seats = range(table.num_seats)
    values = {"rounds": records["rounds"]}
    for seat in seats:
        values[f"wins of seat {seat}"] = records["wins"][:, seat] / WIN
        for part in ("collected", "domains", "duke"):
            place = [name.lower() for name in game.parts].index(part)
            values[f"{part} of seat {seat}"] = records["parts"][:, seat, place]
    for row, piece in enumerate(table.cards):
        values[f"taken {piece.id}"] = records["taken"][:, seats, row].sum(axis=1)
    root = len(records) ** 0.5
    return {name: (each.mean(), each.std() / root) for name, each in values.items()}
