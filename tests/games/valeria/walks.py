"""Games by chance, some seats of which play greedily, at any table and with own cards."""

import random
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.services.sampling import sample_options
from balance.games.valeria.table.options import Options
from tests.games import walks
from tests.games.valeria.own_cards import edits_of, own_cards
from tests.games.valeria.referee.sheets import DATA

GREEDY = GAME.bots["greedy"]


@dataclass(frozen=True)
class Walk(walks.Walk):
    """A game by chance."""

    game = GAME

    sample: int  # which set-up, edition, variants and switches
    everything: bool
    own: int  # 0 for the box's cards
    greedy: int  # so many seats play greedily, the others by chance

    @property
    def options(self) -> Options:
        drawn = sample_options(random.Random(self.sample), self.players)
        return drawn.model_copy(update={"ask_everything": self.everything})

    def game_table(self) -> GameTable:
        return laid_of(self.options, self.players, self.own)

    def answer(self, session: Session, rng: random.Random) -> int:
        # With own cards a greedy player may run in circles: gain a Citizen, return it, gain it.
        if not self.own and session.state.due_seat < self.greedy:
            return session.ask(GREEDY, GREEDY.numbers)
        return super().answer(session, rng)


any_walk = st.builds(
    Walk,
    seed=st.integers(0, 99),
    players=st.sampled_from(GAME.seats),
    sample=st.integers(0, 999),
    everything=st.booleans(),
    own=st.integers(0, 3),
    greedy=st.integers(0, 5),
)


@cache
def laid_of(options: Options, players: int, own: int) -> GameTable:
    edits = edits_of(own_cards(random.Random(own))) if own else {}
    return GAME.build_table(options, players, edits, DATA)
