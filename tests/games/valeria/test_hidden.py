"""No bot knows what is hidden (V1.11): Dukes of others, face-down cards, what chance will do."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import Bot
from balance.engine.layout import ENGINE_HIDDEN
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, HIDDEN, NUM_COLUMNS, OWN
from balance.games.valeria.table.options import Options
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.valeria.referee.sheets import DATA

GAMES = 3
LIMIT = 20_000
NAMES = ("random", *(f"{name}:8" if bot.suffix_weight else name for name, bot in GAME.bots.items()))
EVENTS = Options(monster_events=True, ask_everything=True)
MIXED = Options(mixed_citizens=True, dukes="none", ask_everything=True)
TABLES = {  # options and players
    "base": (Options(ask_everything=True), 3),
    "solo": (Options(setup="random", ask_everything=True), 1),
    "events": (EVENTS, 5),
    "mixed": (MIXED, 2),
}
every_bot = pytest.mark.parametrize("name", NAMES)
# Uncompiled, one that plays games to their end for a decision takes a minute for it.
every_quick_bot = pytest.mark.parametrize("name", [name for name in NAMES if ":" not in name])
every_table = pytest.mark.parametrize("table", TABLES)


def bot_of(name: str) -> Bot:
    """A shipped bot, found as a scenario finds it."""
    values = {"name": "hidden", "game": "valeria", "seed": 1, "games": 1, "bots": [name] * 3}
    scenario = Scenario.model_validate(values).at(DATA / "test.toml")
    return prepare(scenario).cells[0].match.lineup.entries[0].bot


def new_session(table: str = "base") -> Session:
    options, players = TABLES[table]
    return Session(GAME, GAME.build_table(options, players, {}, DATA), seed=3)


def seats_of(session: Session) -> tuple[int, ...]:
    """The entry of the line-up in each seat."""
    return (0,) * int(session.tables[0].num_seats)


def same(one: NDArray[Any], two: NDArray[Any]) -> bool:
    """Field by field: the padding of a struct is not always copied."""
    return all((one[name] == two[name]).all() for name in GAME.state.names or ())


def reshuffle(session: Session, seat: int, rng: np.random.Generator) -> None:
    """Change all that `seat` may not know into something else that is possible."""
    state: Any = session.state
    table = session.tables[0]
    players = int(table.num_seats)
    state.key = rng.integers(1 << 63, dtype=np.uint64)
    state.streams[:] = rng.integers(1 << 63, size=state.streams.shape, dtype=np.uint64)
    state.lineup[:players] = rng.integers(0, 5, players)
    piles = [state.face_down[state.face_down > 0], *state.face_down_citizens]
    state.face_down[state.face_down > 0] = rng.permutation(piles[0])
    for pile in piles[1:]:
        pile[pile > 0] = rng.permutation(pile[pile > 0])
    left = state.exhausted_stack[: state.exhausted_cards]
    left[:] = rng.permutation(left)
    if not table.no_dukes:
        reshuffle_dukes(state, seat, int(table.num_dukes), rng)


def reshuffle_dukes(state: Any, seat: int, num_dukes: int, rng: np.random.Generator) -> None:
    """Give the others, and the Dark Lord, other Dukes (V2.9, V13.1)."""
    for other, player in enumerate(state.seats):
        if other != seat:
            dealt = rng.choice(num_dukes, 2, replace=False) + 1
            if player.dealt.any():
                player.dealt[:] = dealt
            if player.duke:
                player.duke = dealt[0]


@every_bot
@every_table
def test_a_bot_chooses_the_same_whatever_the_hidden_cards_are(table: str, name: str) -> None:
    bot = bot_of(name)
    weights = bot.numbers
    session, other = new_session(table), new_session(table)
    rng = np.random.default_rng(1)
    asked = 0
    for deal in range(GAMES):

        def answer(state: Any) -> int:
            nonlocal asked
            asked += 1
            other.states[:] = session.states
            other.streams[:] = session.streams
            reshuffle(other, int(state.due_seat), rng)
            assert not same(other.states, session.states)
            wanted = other.ask(bot, weights)
            chosen = session.ask(bot, weights)
            assert chosen == wanted
            assert 0 <= chosen < state.num_choices
            return chosen

        session.play(deal, seats_of(session), answer, LIMIT)
    assert asked > 50 * GAMES


@every_quick_bot
@every_table
def test_a_bot_answers_from_the_view_as_it_does_in_a_batch(table: str, name: str) -> None:
    bot = bot_of(name)
    weights = bot.numbers
    plain = Bot(bot.name, getattr(bot.choose, "py_func", bot.choose), bot.weights)
    session, other = new_session(table), new_session(table)

    def answer(state: Any) -> int:
        other.states[:] = session.states
        other.streams[:] = session.streams
        with np.errstate(over="ignore"):
            wanted = other.ask(plain, weights)
        chosen = session.ask(bot, weights)
        assert chosen == wanted
        return chosen

    session.play(0, seats_of(session), answer, 60)
    assert session.state.num_decisions == 60


def walk(session: Session, deal: int, decisions: int) -> None:
    """Play that many decisions by chance."""
    rng = np.random.default_rng(deal)
    session.play(deal, seats_of(session), lambda s: int(rng.integers(s.num_choices)), decisions)


@pytest.mark.parametrize("decisions", [0, 2, 10, 60])
@every_table
def test_a_view_covers_all_that_is_hidden_and_nothing_else(table: str, decisions: int) -> None:
    session = new_session(table)
    walk(session, 0, decisions)
    state = session.states
    assert state["face_down"].any()
    assert state["face_down_citizens"].any() == (table == "mixed")
    assert state["exhausted_stack"].any() == (table == "events")
    for seat in range(len(seats_of(session))):
        view: Any = session.view(seat)
        for name in (*ENGINE_HIDDEN, *HIDDEN):
            assert not view[name].any(), name
        for name in OWN:
            held = state["seats"][name][0].copy()
            held[[other for other in range(len(held)) if other != seat]] = 0
            assert (view["seats"][name][0] == held).all(), name
        hidden = {*ENGINE_HIDDEN, *HIDDEN, "seats", "choices"}
        for name in set(GAME.state.names or ()) - hidden:
            assert (view[name] == state[name]).all(), name
        offered = int(state["num_choices"][0])
        assert (view["choices"][:, :offered] == state["choices"][:, :offered]).all()
        assert not view["choices"][:, offered:].any()  # what was offered before, maybe to others
        for name in set(GAME.state["seats"].base.names or ()) - set(OWN):
            assert (view["seats"][name] == state["seats"][name]).all(), name


@pytest.mark.parametrize("decisions", [3, 30])
@every_table
def test_games_that_differ_in_what_is_hidden_look_the_same(table: str, decisions: int) -> None:
    session, other = new_session(table), new_session(table)
    walk(session, 1, decisions)
    rng = np.random.default_rng(2)
    for seat in range(len(seats_of(session))):
        other.states[:] = session.states
        reshuffle(other, seat, rng)
        assert not same(other.states, session.states)
        assert same(other.view(seat), session.view(seat))


def test_only_face_up_domains_stand_in_the_grid_that_all_see() -> None:
    session = new_session()
    session.begin(0, seats_of(session))
    domains = session.state.stacks[-NUM_COLUMNS:]
    assert ((domains > 0).sum(axis=1) == 1).all()
    assert ((session.state.face_down > 0).sum(axis=1) == 2).all()  # V2.6


def test_only_face_up_citizens_stand_in_the_grid_that_all_see() -> None:
    session = new_session("mixed")
    session.begin(0, seats_of(session))
    citizens = session.state.stacks[FIRST_CITIZENS:FIRST_DOMAINS]
    assert ((citizens > 0).sum(axis=1) == 1).all()
    assert ((session.state.face_down_citizens > 0).sum(axis=1) == 4).all()  # V15.1


@every_table
def test_hidden_fields_that_are_called_unused_stay_empty(table: str) -> None:
    options, players = TABLES[table]
    game_table = GAME.build_table(options, players, {}, DATA)
    assert len(game_table.unused_hidden) == (1 if table in ("events", "mixed") else 2)
    session = new_session(table)
    rng = np.random.default_rng(5)

    def answer(state: Any) -> int:
        assert not any(session.states[name].any() for name in game_table.unused_hidden)
        return int(rng.integers(state.num_choices))

    session.play(0, seats_of(session), answer, LIMIT)
    assert session.is_over
