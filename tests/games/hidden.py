"""No bot knows what is hidden: the tests of all games, over tables that each game names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import Bot, Game
from balance.engine.layout import ENGINE_HIDDEN
from balance.engine.session import Session
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

LIMIT = 20_000
THINKING = 7  # bots that play games to their end for a decision are asked about each of so many


def names_of(game: Game) -> tuple[str, ...]:
    """The shipped bots of a game, as a scenario names them."""
    bots = game.bots.items()
    return ("random", *(f"{name}:8" if bot.suffix_weight else name for name, bot in bots))


def uncompiled(game: Game) -> list[str]:
    """Those of them whose own code chooses.

    Of the others only a call is uncompiled, and what it calls is then compiled by itself: up to a
    minute for nothing that the batch would show.
    """
    calls = [game.bots[name].choose for name in ("policy", "planner")]
    own = [name for name, bot in game.bots.items() if bot.choose not in calls]
    return [name for name in names_of(game) if name == "random" or name in own]


@cache
def bot_of(game: str, name: str) -> Bot:
    """A shipped bot, found as a scenario finds it."""
    values = {"name": "hidden", "game": game, "seed": 1, "games": 1, "bots": [name] * 2}
    scenario = Scenario.model_validate(values).at(Path(__file__).parent / "test.toml")
    return prepare(scenario).cells[0].match.lineup.entries[0].bot


def seats_of(session: Session) -> tuple[int, ...]:
    """The entry of the line-up in each seat."""
    return (0,) * int(session.tables[0].num_seats)


def same(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Field by field: the padding of a struct is not always copied."""
    return all((one[name] == two[name]).all() for name in one.dtype.names or ())


@dataclass(frozen=True)
class Hidden:
    """What is hidden at a table.

    Attributes
    ----------
    game
        Which game.
    new_session
        Returns a session at the table.
    reshuffle
        Changes all that a seat may not know into something else that is possible.
    answer
        Chooses by chance.
    """

    game: Game
    new_session: Callable[[], Session]
    reshuffle: Callable[[Session, int, np.random.Generator], None]
    answer: Callable[[Any, np.random.Generator], int] = lambda state, rng: int(
        rng.integers(state.num_choices)
    )

    def check_choices(
        self,
        name: str,
        *,
        deals: int,
        least: int,
        limit: int = LIMIT,
        by_chance: Callable[[int], bool] = lambda asked: False,
        covers: bool = True,
    ) -> None:
        """Let a bot play; it must choose the same whatever it cannot see.

        Parameters
        ----------
        name
            Of the bot.
        deals
            How many games.
        least
            How often it must be asked in all.
        limit
            Decisions of a game.
        by_chance
            After which of its answers, by their number, chance takes the choice, so that the bot
            comes to what it would not choose.
        covers
            Whether the hidden is covered when it is changed.
        """
        bot, rng = bot_of(self.game.name, name), np.random.default_rng(1)
        session, other = self.new_session(), self.new_session()
        asked = 0
        every = THINKING if ":" in name else 1

        def answer(state: Any) -> int:
            nonlocal asked
            asked += 1
            if asked % every:
                return self.answer(state, rng)
            seat = int(state.due_seat)
            other.states[:] = session.states
            other.streams[:] = session.streams
            self.reshuffle(other, seat, rng)
            assert not same(other.states, session.states)
            if covers:
                wanted = other.ask(bot, bot.numbers)
            else:
                luck, before = session.streams[seat].copy(), other.states.copy()
                wanted = bot.choose(other.state, other.tables[0], seat, bot.numbers, luck)
                assert same(before, other.states)
            chosen = session.ask(bot, bot.numbers)
            assert chosen == wanted
            assert 0 <= chosen < state.num_choices
            return self.answer(state, rng) if by_chance(asked) else chosen

        for deal in range(deals):
            session.play(deal, seats_of(session), answer, limit)
        assert asked > least

    def check_view(self, name: str, decisions: int, *, by_chance: bool = False) -> None:
        """Let a bot play; uncompiled it must answer as it does compiled.

        Uncompiled code looks at indices, and finds fault with what compiled code lets pass.

        Parameters
        ----------
        name
            Of the bot.
        decisions
            How many.
        by_chance
            Whether chance takes every other choice.
        """
        bot, rng = bot_of(self.game.name, name), np.random.default_rng(2)
        plain = Bot(bot.name, getattr(bot.choose, "py_func", bot.choose), bot.weights)
        session, other = self.new_session(), self.new_session()

        def answer(state: Any) -> int:
            other.states[:] = session.states
            other.streams[:] = session.streams
            with np.errstate(over="ignore"):
                wanted = other.ask(plain, bot.numbers)
            chosen = session.ask(bot, bot.numbers)
            assert chosen == wanted
            return self.answer(state, rng) if by_chance and state.num_decisions % 2 else chosen

        session.play(0, seats_of(session), answer, decisions)
        assert session.state.num_decisions > decisions - 10

    def walk(self, deal: int, decisions: int) -> Session:
        """Play so many decisions by chance."""
        session, rng = self.new_session(), np.random.default_rng(deal)
        session.play(deal, seats_of(session), lambda state: self.answer(state, rng), decisions)
        return session

    def check_cover(self, decisions: int) -> Session:
        """Compare views with the state after so many decisions; return the game."""
        session, game = self.walk(0, decisions), self.game
        state = session.states
        covered = {*ENGINE_HIDDEN, *game.hidden}
        players = len(seats_of(session))
        for seat in range(players):
            view: Any = session.view(seat)
            for name in covered:
                assert not view[name].any(), name
            for name in set(game.state.names or ()) - covered - {"seats", "choices"}:
                assert (view[name] == state[name]).all(), name
            offered = int(state["num_choices"][0])
            assert (view["choices"][:, :offered] == state["choices"][:, :offered]).all()
            assert not view["choices"][:, offered:].any()  # what was offered before, to others too
            for name in game.state["seats"].base.names or ():
                shown = state["seats"][name][0].copy()
                if name in game.own:
                    shown[[other for other in range(len(shown)) if other != seat]] = 0
                assert (view["seats"][name][0] == shown).all(), name
        return session

    def check_looks(self, decisions: int) -> None:
        """Games that differ in what is hidden must look the same after so many decisions."""
        session, rng = self.walk(1, decisions), np.random.default_rng(2)
        other = self.new_session()
        for seat in range(len(seats_of(session))):
            other.states[:] = session.states
            self.reshuffle(other, seat, rng)
            assert not same(other.states, session.states)
            assert same(other.view(seat), session.view(seat))
