"""Properties of every game of Valeria, with any players and cards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import FIRST_CITIZENS, FIRST_DOMAINS, Decision, Kind, Op, Timing
from tests.games.some_games import in_some_games
from tests.games.valeria.referee import read_sheets, resumed
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.table import Table
from tests.games.valeria.speech import PARTS, EngineChance, Speech, referee_options
from tests.games.valeria.walks import Walk, any_walk
from tests.games.walks import LIMIT, noted_answers

SHEETS = read_sheets()
in_games_by_lot = in_some_games(20)


@in_games_by_lot
@given(walk=any_walk)
def test_all_that_a_soak_looks_at_holds_at_every_decision(walk: Walk) -> None:
    walk.check_invariants()
    check_deal(walk.dealt()[0])


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
@given(walk=any_walk)
def test_the_powers_that_work_are_those_of_the_domains(walk: Walk) -> None:
    def look(session: Session) -> None:
        for seat in range(walk.players):
            check_powers(session, seat)

    look(walk.play(look))


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
@given(walk=any_walk)
def test_every_choice_is_offered_once_and_can_be_taken(walk: Walk) -> None:
    walk.check_choices()


@in_games_by_lot
@given(walk=any_walk)
def test_the_same_seed_gives_the_same_game(walk: Walk) -> None:
    walk.check_repeats()


@in_games_by_lot
@given(walk=any_walk, place=st.integers(0, 200))
def test_a_game_played_on_from_a_copy_ends_the_same(walk: Walk, place: int) -> None:
    walk.check_copy(place)


@in_games_by_lot
@given(walk=any_walk)
def test_the_score_is_what_a_slow_scorer_adds_up(walk: Walk) -> None:
    walk = replace(walk, own=0)
    session = walk.play()
    record = session.write_record(0)[0]
    table = as_referee_table(walk, session)
    parts = [score_parts(table, player) for player in table.players]
    expected = [[part.get(name, 0) for name in PARTS] for part in parts]
    assert record.parts[: walk.players].tolist() == expected
    assert record.scores[: walk.players].tolist() == [sum(part.values()) for part in parts]
    if walk.players > 1:
        assert np.flatnonzero(record.wins).tolist() == winners(table)


@in_games_by_lot
@given(walk=any_walk)
def test_what_is_not_asked_is_what_a_player_would_answer(walk: Walk) -> None:
    short = replace(walk, everything=False)
    session = short.session()
    noted = noted_answers(session)
    short.play(session=session)
    answers = iter(noted)
    full = replace(walk, everything=True).session()
    full.play(0, (0,) * walk.players, lambda state: obvious(full, state, answers), LIMIT)
    assert next(answers, None) is None
    records = session.write_record(0), full.write_record(0)
    names = set(GAME.record.names or ()) - {"decisions"}
    assert all((records[0][name] == records[1][name]).all() for name in names)


def obvious(session: Session, state: Any, answers: Iterator[tuple[int, int, int, int]]) -> int:
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
    decision, seat, answer, _ = next(answers)
    assert (decision, seat) == (state.decision, state.due_seat)
    return choices.index(answer)


def as_referee_table(walk: Walk, session: Session) -> Table:
    """The end of a game as the referee sees it."""
    speech = Speech(session, walk.game_table(), SHEETS)
    options, chance = referee_options(walk.options), EngineChance(speech)
    return resumed(SHEETS, options, chance, speech.position()).table
