"""Properties of every game of Valeria, with any players and cards."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, Decision, Kind, Op, Timing
from balance.games.valeria.services.invariants import Broken, check
from balance.games.valeria.services.sampling import sample_options
from balance.games.valeria.table.options import Options
from tests.games.some_games import in_some_games
from tests.games.valeria.own_cards import edits_of, own_cards
from tests.games.valeria.referee import read_sheets, resumed
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import DATA
from tests.games.valeria.referee.table import Table
from tests.games.valeria.speech import PARTS, EngineChance, Speech, referee_options

LIMIT = 20_000
GREEDY = GAME.bots["greedy"]
WEIGHTS = np.array(list(GREEDY.weights.values()))
SHEETS = read_sheets()


@dataclass(frozen=True)
class Drawn:
    """A game of small numbers, so that a failing one can be read."""

    seed: int
    players: int
    sample: int  # which set-up, edition, variants and switches
    everything: bool
    own: int  # 0 for the box's cards
    greedy: int  # so many seats play greedily, the others by chance

    @property
    def options(self) -> Options:
        drawn = sample_options(random.Random(self.sample), self.players)
        return drawn.model_copy(update={"ask_everything": self.everything})


games = st.builds(
    Drawn,
    seed=st.integers(0, 99),
    players=st.sampled_from(GAME.seats),
    sample=st.integers(0, 999),
    everything=st.booleans(),
    own=st.integers(0, 3),
    greedy=st.integers(0, 5),
)
in_games_by_lot = in_some_games(20)


@cache
def game_table(options: Options, players: int, own: int) -> GameTable:
    edits = edits_of(own_cards(random.Random(own))) if own else {}
    return GAME.build_table(options, players, edits, DATA)


def session_of(drawn: Drawn) -> Session:
    return Session(GAME, game_table(drawn.options, drawn.players, drawn.own), drawn.seed)


def play(
    drawn: Drawn, visit: Callable[[Session], None] | None = None, session: Session | None = None
) -> Session:
    """Play a game, visiting it at every decision, and check that it ends."""
    session = session or session_of(drawn)
    rng = random.Random(drawn.seed)

    def answer(state: Any) -> int:
        if visit:
            visit(session)
        # With own cards a greedy player may run in circles: gain a Citizen, return it, gain it.
        if not drawn.own and state.due_seat < drawn.greedy:
            return session.ask(GREEDY, WEIGHTS)
        return rng.randrange(state.num_choices)

    session.play(0, (0,) * drawn.players, answer, LIMIT)
    assert session.is_over
    return session


@in_games_by_lot
@given(drawn=games)
def test_all_that_a_soak_looks_at_holds_at_every_decision(drawn: Drawn) -> None:
    dealt: list[Any] = []

    def look(session: Session) -> None:
        if not dealt:
            dealt.append(session.states.copy())
            check_deal(session)
        assert check(dealt[0][0], session.state, session.tables[0]) == Broken.NOTHING

    look(play(drawn, look))


def check_deal(session: Session) -> None:
    """As many cards as V2.11 says, before anything can have been taken."""
    table = session.tables[0]
    of_each = 5 + int(table.rests)
    heights = session.state.heights
    assert (heights[:FIRST_CITIZENS] == of_each).all()
    assert (heights[FIRST_CITIZENS:FIRST_DOMAINS] == of_each).all()
    assert (heights[FIRST_DOMAINS:] == of_each - 2).all()
    events = session.state.exhausted_stack > 0
    players = int(table.num_seats)
    assert events.sum() == (players if table.num_events else 0)
    assert session.state.exhausted_cards == events.sum() + (20 if players == 1 else 2 * players)


@in_games_by_lot
@given(drawn=games)
def test_the_powers_that_work_are_those_of_the_domains(drawn: Drawn) -> None:
    def look(session: Session) -> None:
        for seat in range(drawn.players):
            check_powers(session, seat)

    look(play(drawn, look))


def check_powers(session: Session, seat: int) -> None:
    """The lasting abilities of the Domains, all of them unless one is half built (V11.3, R12)."""
    table: Any = session.tables
    player = session.state.seats[seat]
    cards, abilities = table["cards"][0], table["abilities"][0]
    lasting = [
        row
        for card in np.flatnonzero(player.owned)
        if cards["kind"][card] == Kind.DOMAIN
        for row in range(cards["first_active"][card], cards["end_active"][card])
        if abilities["timing"][row] != Timing.NOW
    ]
    powers = player.powers[: player.num_powers].tolist()
    assert set(powers) <= set(lasting)
    if session.state.decision in (Decision.ACTION, Decision.HARVEST):
        assert sorted(powers) == sorted(lasting)
    awake = powers[: player.awake]
    if session.tables[0].power_same_turn:
        assert awake == powers
    check_standing(session, seat, awake)


def check_standing(session: Session, seat: int, awake: list[int]) -> None:
    """What `always` abilities add up to (V18.5)."""
    table: Any = session.tables
    player = session.state.seats[seat]
    kinds = {
        Op.DISCOUNT_SLAY: Kind.MONSTER,
        Op.DISCOUNT_RECRUIT: Kind.CITIZEN,
        Op.DISCOUNT_BUILD: Kind.DOMAIN,
    }
    discounts = np.zeros_like(player.discounts)
    ignoring = 0
    for row in awake:
        option = table["options"][0][table["abilities"][0]["first_option"][row]]
        for item in table["items"][0][option["first_gain"] : option["end"]]:
            if table["abilities"][0]["timing"][row] == Timing.ALWAYS:
                ignoring += item["op"] == Op.IGNORE_PLUS
                if item["op"] in kinds:
                    discounts[kinds[item["op"]], item["good"]] += item["amount"]
    assert player.ignore_plus == ignoring
    assert (player.discounts == discounts).all()


@in_games_by_lot
@given(drawn=games)
def test_every_choice_is_offered_once_and_can_be_taken(drawn: Drawn) -> None:
    copy = session_of(drawn)

    def look(session: Session) -> None:
        choices = session.state.choices[: session.state.num_choices].tolist()
        assert len(set(choices)) == len(choices) >= 2
        for index in range(len(choices)):
            copy.states[:] = session.states
            copy.take(index)
            copy.advance()
            assert (copy.states["seats"]["goods"] >= 0).all()

    play(drawn, look)


@in_games_by_lot
@given(drawn=games)
def test_the_same_seed_gives_the_same_game(drawn: Drawn) -> None:
    first, second = play(drawn), play(drawn)
    assert first.states.tobytes() == second.states.tobytes()


@in_games_by_lot
@given(drawn=games, place=st.integers(0, 200))
def test_a_game_played_on_from_a_copy_ends_the_same(drawn: Drawn, place: int) -> None:
    copies: list[tuple[Any, Any]] = []
    answers: list[int] = []

    def look(session: Session) -> None:
        if session.state.num_decisions == place:
            copies.append((session.states.copy(), len(answers)))

    session = session_of(drawn)
    take = session.take

    def noted(index: int) -> None:
        answers.append(index)
        take(index)

    session.take = noted  # type: ignore[method-assign]
    play(drawn, look, session)
    other = session_of(drawn)
    for states, done in copies:
        other.states[:] = states
        for index in answers[done:]:
            other.take(index)
            other.advance()
        assert other.is_over
        assert other.write_record(0).tobytes() == session.write_record(0).tobytes()


@in_games_by_lot
@given(drawn=games)
def test_the_score_is_what_a_slow_scorer_adds_up(drawn: Drawn) -> None:
    drawn = replace(drawn, own=0)
    session = play(drawn)
    record = session.write_record(0)[0]
    table = as_referee_table(drawn, session)
    parts = [score_parts(table, player) for player in table.players]
    expected = [[part.get(name, 0) for name in PARTS] for part in parts]
    assert record.parts[: drawn.players].tolist() == expected
    assert record.scores[: drawn.players].tolist() == [sum(part.values()) for part in parts]
    if drawn.players > 1:
        assert np.flatnonzero(record.wins).tolist() == winners(table)


@in_games_by_lot
@given(drawn=games)
def test_what_is_not_asked_is_what_a_player_would_answer(drawn: Drawn) -> None:
    asked: list[tuple[int, int, int]] = []
    drawn = replace(drawn, everything=False)
    short = session_of(drawn)
    take = short.take

    def noted(index: int) -> None:
        state = short.state
        asked.append((int(state.decision), int(state.due_seat), int(state.choices[index])))
        take(index)

    short.take = noted  # type: ignore[method-assign]
    play(drawn, session=short)
    answers = iter(asked)
    full = session_of(replace(drawn, everything=True))
    full.play(0, (0,) * drawn.players, lambda state: obvious(full, state, answers), LIMIT)
    assert next(answers, None) is None
    records = short.write_record(0), full.write_record(0)
    names = set(GAME.record.names or ()) - {"decisions"}
    assert all((records[0][name] == records[1][name]).all() for name in names)


def obvious(session: Session, state: Any, answers: Iterator[tuple[int, int, int]]) -> int:
    """A plain gain first, as nothing is lost by it; else what was answered to the same question."""
    table: Any = session.tables[0]
    choices = state.choices[: state.num_choices].tolist()
    for index, choice in enumerate(choices):
        if state.decision == Decision.ORDER and table.abilities[choice].constant:
            return index
        if state.decision == Decision.HARVEST and choice >= 0:
            ability = table.abilities[table.options[choice].ability]
            if ability.constant or (ability.counted and not table.harvest_moves):
                return index
    decision, seat, answer = next(answers)
    assert (decision, seat) == (state.decision, state.due_seat)
    return choices.index(answer)


def as_referee_table(drawn: Drawn, session: Session) -> Table:
    """The end of a game as the referee sees it."""
    speech = Speech(session, game_table(drawn.options, drawn.players, drawn.own), SHEETS)
    options, chance = referee_options(drawn.options), EngineChance(speech)
    return resumed(SHEETS, options, chance, speech.position()).table
