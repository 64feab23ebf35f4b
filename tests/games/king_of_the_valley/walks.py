"""Games by lot: who plays how at which table, with small numbers, so that one can be read."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import Decision, Kind
from balance.games.king_of_the_valley.narrate.names import read_move
from balance.games.king_of_the_valley.services.sampling import sample_options
from tests.games import walks

COLLECTORS = 8
_SEEKS = 3 / 4  # of the moves of somebody who seeks what is rare


@dataclass(frozen=True)
class Walk(walks.Walk):
    """A game by chance."""

    game = GAME

    lot: int  # which data sets and gold
    own: int  # 0 for the numbers of the sheets; else which others
    seeking: bool  # whether players seek what is rare, or go by chance alone

    def game_table(self) -> GameTable:
        return laid_of(self.players, self.lot, self.own)

    def answer(self, session: Session, rng: random.Random) -> int:
        if self.seeking and rng.random() < _SEEKS and (rare := rare_choices(session.state)):
            return rng.choice(rare)
        return super().answer(session, rng)


any_walk = st.builds(
    Walk,
    seed=st.integers(0, 99),
    players=st.sampled_from(GAME.seats),
    lot=st.integers(0, 99),
    own=st.integers(0, 20),
    seeking=st.booleans(),
)


def draw_edits(rng: random.Random) -> dict[str, object]:
    """Return cells to change so that what is rare comes often; the rules have to take them all."""
    edits: dict[str, object] = {}
    for stage, monks in (("i", 2), ("ii", 1), ("iii", 1)):
        edits[f"tiles.jester_{stage}.count"] = rng.randint(1, 4)
        edits[f"tiles.monk_{stage}.count"] = rng.randint(1, monks)
    for stage in ("ii", "iii"):
        edits[f"tiles.wizard_{stage}.count"] = rng.randint(0, 5)
    for collector in range(1, COLLECTORS + 1):
        edits[f"tax_collectors.t{collector}.requirement"] = rng.choice((0, 1, 1, 2, 2, 3, 4))
        edits[f"tax_collectors.t{collector}.gold"] = rng.randint(0, 10)
    for row, price in enumerate(sorted(rng.choices(range(8), k=6)), start=1):
        edits[f"hill.{row}.price"] = price
    numbers = {
        "start_gold": (0, 9),
        "first_recruit_round": (1, 3),
        "max_recruits_per_turn": (0, 3),
        "same_name_max": (2, 3),
        "monk_cost": (0, 3),
        "kingdom_bonus_gold": (0, 6),
        "kingdom_bonus_per_turn": (0, 2),
        "kingdom_markers": (0, 6),
        "jester_counts_in_couples": (0, 1),
        "extra_final_round": (0, 1),
    }
    for name, (low, high) in numbers.items():
        edits[f"params.{name}.value"] = rng.randint(low, high)
    return edits


@cache
def laid_of(players: int, lot: int, own: int) -> GameTable:
    options = sample_options(random.Random(lot), players)
    edits = {}
    if own:
        options = options.model_copy(update={"allow_other_totals": True})
        edits = draw_edits(random.Random(own))
    return GAME.build_table(options, players, edits, Path())


def rare_choices(state: Any) -> list[int]:
    """Return the choices that lead to what is rare: monks, specialists, jesters, bonuses."""
    choices = [int(choice) for choice in state.choices[: state.num_choices]]
    match state.decision:
        case Decision.COLLECT:
            king = int(state.seats[state.due_seat].king)
            moves = [read_move(choice, king) for choice in choices]
            taken = [min(state.valley[list(move.taken)]) > Kind.JESTER for move in moves]
            several = [i for i, move in enumerate(moves) if taken[i] and len(move.taken) > 1]
            return several or [i for i, move in enumerate(moves) if taken[i] or move.monks]
        case Decision.CLAIM | Decision.RECRUIT:
            return [index for index, choice in enumerate(choices) if choice]
    return []
