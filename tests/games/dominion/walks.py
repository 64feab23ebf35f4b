"""Games of players who go by chance, at tables by lot, so that everything comes up."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import ALL, NOTHING, PROVINCE, Decision
from balance.games.dominion.services.sampling import sample_options
from balance.games.dominion.table.options import Options
from tests.games import walks
from tests.games.dominion.random_tables import BOX, KINGDOM

_TAKES = 3 / 4  # of the choices that could be declined
_RICH = ("tournament", "black_market", "throne_room", "young_witch", "stash")


@dataclass(frozen=True)
class Walk(walks.Walk):
    """A game by chance."""

    game = GAME
    uncompiled_steps = 20

    lot: int  # which Kingdom
    is_rich: bool  # whether cards are cheap, so that Provinces and prizes come up

    def game_table(self) -> GameTable:
        return laid_of(self.players, self.lot, self.is_rich)

    def answer(self, session: Session, rng: random.Random) -> int:
        return answer(session.state, rng)


any_walk = st.builds(
    Walk,
    seed=st.integers(0, 99),
    players=st.sampled_from(GAME.seats),
    lot=st.integers(0, 99),
    is_rich=st.booleans(),
)


@cache
def laid_of(players: int, lot: int, is_rich: bool) -> GameTable:
    rng = random.Random(lot)
    edits: dict[str, object] = {}
    rounds = rng.randint(8, 16)
    if is_rich:
        others = rng.sample([name for name in KINGDOM if name not in _RICH], 5)
        options = Options(kingdom=(*_RICH, *others), max_rounds=rounds)
        for name in (*KINGDOM, "gold", "duchy", "province"):
            if BOX[name].cost > 3:
                edits[f"cards.{name}.cost"] = rng.randint(0, 4)
    else:
        options = sample_options(rng, players).model_copy(update={"max_rounds": rounds})
    return GAME.build_table(options, players, edits, Path())


def answer(state: Any, rng: random.Random) -> int:
    """Choose by chance, but mostly something, and mostly what costs more."""
    choices = [int(choice) for choice in state.choices[: state.num_choices]]
    if choices[0] == ALL and rng.random() < _TAKES:
        return 0
    some = [index for index, choice in enumerate(choices) if choice != NOTHING]
    if state.decision == Decision.BUY and rng.random() < 1 / 2:
        some = some[-1:]  # the Kingdom stands last
        if PROVINCE in choices and rng.random() < 1 / 2:
            some = [choices.index(PROVINCE)]
    if state.decision == Decision.PRIZE:
        some = some[1:] or some  # a prize rather than the Duchy
    return rng.choice(some) if some and rng.random() < _TAKES else rng.randrange(len(choices))
