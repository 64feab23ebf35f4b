"""What holds in every game of Valeria, whoever plays it with which cards."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.engine.game import Laid
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NUM_ROLES,
    NUM_TIMINGS,
    Decision,
    Kind,
    Op,
    Timing,
)
from balance.games.valeria.options import Options, Rulings
from tests.games.valeria.duel import starters
from tests.games.valeria.own_cards import edits_of, own_cards
from tests.games.valeria.referee import Deal, RandomChance
from tests.games.valeria.referee import Options as RefereeOptions
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.staged import DATA
from tests.games.valeria.referee.table import Built, Player, Table, lay_table
from tests.games.valeria.speech import Speech

SETUPS = ("first_game_2e", "all_that_glitters", "mastery_of_magic", "monstrous_blood")
LIMIT = 20_000
Edition = Literal["first", "second"]
GREEDY = GAME.bots["greedy"]
WEIGHTS = np.array(list(GREEDY.weights.values()))
SHEETS = read_sheets(DATA)


@dataclass(frozen=True)
class Drawn:
    """A game of small numbers, so that a failing one can be read."""

    seed: int
    players: int
    setup: str
    edition: Edition
    everything: bool
    turned: str  # a switch of V21, or ""
    own: int  # 0 for the box's cards
    greedy: int  # so many seats play greedily, the others by chance

    @property
    def options(self) -> Options:
        defaults = Rulings()
        turned = {self.turned: not getattr(defaults, self.turned)} if self.turned else {}
        return Options(
            setup=self.setup,
            edition=self.edition,
            ask_everything=self.everything,
            rulings=Rulings(**turned),
        )


games = st.builds(
    Drawn,
    seed=st.integers(0, 99),
    players=st.sampled_from(GAME.seats),
    setup=st.sampled_from(SETUPS),
    edition=st.sampled_from(("second", "first")),
    everything=st.booleans(),
    turned=st.sampled_from(("", *Rulings.model_fields)),
    own=st.integers(0, 3),
    greedy=st.integers(0, 4),
)
in_some_games = settings(max_examples=20, deadline=None, derandomize=True, database=None)


@cache
def laid(options: Options, players: int, own: int) -> Laid:
    edits = edits_of(own_cards(random.Random(own))) if own else {}
    return GAME.lay_table(options, players, edits, DATA)


def session_of(drawn: Drawn) -> Session:
    return Session(GAME, laid(drawn.options, drawn.players, drawn.own), drawn.seed)


def play(
    drawn: Drawn, visit: Callable[[Session], None] | None = None, session: Session | None = None
) -> Session:
    """Play a game to its end, looking at it at every decision."""
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
    return session


def cards_in_stacks(session: Session) -> np.ndarray[Any, Any]:
    """How many copies of each card lie in the grid."""
    state = session.state
    shown = state.stacks[state.stacks > 0].astype(np.int64) - 1
    hidden = state.face_down[state.face_down > 0].astype(np.int64) - 1
    return np.bincount(np.concatenate([shown, hidden]), minlength=state.seats[0].owned.size)


@in_some_games
@given(drawn=games)
def test_every_game_ends(drawn: Drawn) -> None:
    assert play(drawn).is_over


@in_some_games
@given(drawn=games)
def test_nothing_ever_goes_below_nothing(drawn: Drawn) -> None:
    def look(session: Session) -> None:
        seats: Any = session.states["seats"]
        for name in ("goods", "owned", "roles", "icons", "citizens", "monsters", "domains"):
            assert (seats[name] >= 0).all(), name
        state = session.state
        assert (state.heights >= 0).all()
        assert (state.exhausted >= 0).all()
        assert state.exhausted_cards >= 0
        assert (state.bill >= 0).all()

    look(play(drawn, look))


@in_some_games
@given(drawn=games)
def test_no_card_comes_from_nowhere_or_is_lost(drawn: Drawn) -> None:
    counts = []

    def look(session: Session) -> None:
        owned = session.states["seats"]["owned"][0].sum(axis=0)
        counts.append(cards_in_stacks(session) + owned)
        assert (counts[-1] == counts[0]).all()

    look(play(drawn, look))
    kinds = laid(drawn.options, drawn.players, drawn.own).table["cards"]["kind"][0]
    in_game = {kind: int(counts[0][kinds == kind].sum()) for kind in (Kind.MONSTER, Kind.DOMAIN)}
    assert in_game == {Kind.MONSTER: 25, Kind.DOMAIN: 15}  # V2.11


@in_some_games
@given(drawn=games)
def test_what_is_counted_on_the_way_is_what_the_cards_say(drawn: Drawn) -> None:
    def look(session: Session) -> None:
        check_stacks(session)
        if session.state.decision == Decision.ACTION:
            check_covered(session)
        for seat in range(drawn.players):
            check_player(session, seat)

    look(play(drawn, look))


def check_stacks(session: Session) -> None:
    """Heights, exhausted stacks and Exhausted cards (V8.1, V8.2)."""
    state, table = session.state, session.tables[0]
    heights = (state.stacks > 0).sum(axis=1)
    heights[FIRST_DOMAINS:] += (state.face_down > 0).sum(axis=1)
    assert (heights == state.heights).all()
    empty = state.heights == 0
    rows = (slice(FIRST_CITIZENS), slice(FIRST_CITIZENS, FIRST_DOMAINS), slice(FIRST_DOMAINS, None))
    assert [int(empty[row].sum()) for row in rows] == state.exhausted.tolist()
    assert not (state.covered.astype(bool) & ~empty).any()
    assert state.covered.sum() + state.exhausted_cards == table.exhausted_cards


def check_covered(session: Session) -> None:
    """Every empty space is covered while there are Exhausted cards (V8.1)."""
    empty = int((session.state.heights == 0).sum())
    assert session.state.covered.sum() == min(empty, int(session.tables[0].exhausted_cards))


def check_player(session: Session, seat: int) -> None:
    """Roles, icons, numbers of cards, and the powers that work (V1.3, V11.3)."""
    table: Any = session.tables
    player = session.state.seats[seat]
    cards = table["cards"][0]
    owned = player.owned
    is_kind = {kind: cards["kind"] == kind for kind in Kind}
    counted = (player.citizens, player.monsters, player.domains, player.starters)
    assert counted == tuple(int(owned[is_kind[kind]].sum()) for kind in Kind)
    citizens = is_kind[Kind.CITIZEN]
    roles = [int(owned[citizens & (cards["role"] == role)].sum()) for role in range(NUM_ROLES)]
    assert player.roles.tolist() == roles
    assert player.icons.tolist() == (owned[:, None] * cards["icons"]).sum(axis=0).tolist()

    domains = [card for card in np.flatnonzero(owned) if is_kind[Kind.DOMAIN][card]]
    abilities = table["abilities"][0]
    lasting = [
        row
        for card in domains
        for row in range(cards["first_active"][card], cards["end_active"][card])
        if abilities["timing"][row] != Timing.NOW
    ]
    powers = player.powers[: player.num_powers].tolist()
    assert set(powers) <= set(lasting)
    if session.state.decision in (Decision.ACTION, Decision.HARVEST):  # nothing is half built
        assert sorted(powers) == sorted(lasting)
    awake = powers[: player.awake]
    if session.tables[0].power_same_turn:
        assert awake == powers
    timed = np.bincount(abilities["timing"][awake], minlength=NUM_TIMINGS)
    assert player.timed.tolist() == timed.tolist()
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


@in_some_games
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


@in_some_games
@given(drawn=games)
def test_the_same_seed_gives_the_same_game(drawn: Drawn) -> None:
    first, second = play(drawn), play(drawn)
    assert first.states.tobytes() == second.states.tobytes()


@in_some_games
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
        assert other.keep(0).tobytes() == session.keep(0).tobytes()


@in_some_games
@given(drawn=games)
def test_the_score_is_what_a_slow_scorer_adds_up(drawn: Drawn) -> None:
    drawn = replace(drawn, own=0)
    session = play(drawn)
    record = session.keep(0)[0]
    table = as_referee_table(drawn, session)
    parts = [list(score_parts(table, player).values()) for player in table.players]
    assert record.parts[: drawn.players].tolist() == parts
    assert record.scores[: drawn.players].tolist() == [sum(part) for part in parts]
    assert np.flatnonzero(record.wins).tolist() == winners(table)


@in_some_games
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
    records = short.keep(0), full.keep(0)
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
    names = starters(SHEETS, drawn.edition)
    position = Speech(session, laid(drawn.options, drawn.players, drawn.own), names).position()
    rulings = drawn.options.rulings.model_dump()
    table = lay_table(
        SHEETS,
        Deal(drawn.players, (), (), (), ()),
        RefereeOptions(edition=drawn.edition, **rulings),
        RandomChance(random.Random(0)),
    )
    for player, held in zip(table.players, position["players"], strict=True):
        lay_out(player, held)
    return table


def lay_out(player: Player, held: dict[str, Any]) -> None:
    """Give a player of the referee what one of the engine has."""
    player.goods = {good: held[good] for good in player.goods}
    player.citizens = [SHEETS.citizens[name] for name in held["tableau"] if name in SHEETS.citizens]
    player.domains = [
        Built(SHEETS.domains[name], 0) for name in held["tableau"] if name in SHEETS.domains
    ]
    player.pile = [SHEETS.monsters[name] for name in held["pile"]]
    player.duke = held["duke"]
