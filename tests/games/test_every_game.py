"""Tests that every game must pass: those of the package, and one from outside."""

import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.bots import BOTS
from balance.engine.layout import WIN
from balance.engine.rng import open_stream
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.engine.soak import Sum
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.definitions import sections_in
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.runner.batches import Batches
from balance.runner.soak import SoakTester, soak
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.scenario.section_files import section_files

ROOT = Path(__file__).resolve().parents[2]
NAMES = (*GAMES, "examples/pig", "examples/games/docks")
NUM_GAMES = 60
FEW_GAMES = 3  # uncompiled, a game takes a second
SOAKED_GAMES = 1_000
SOAK_SEED = 46  # many bots sit at its tables, but none that searches: that takes a second a game
LIMIT = 20_000

every_game = pytest.mark.parametrize("name", NAMES)
every_drawn_game = pytest.mark.parametrize(
    "name", [name for name in NAMES if load_game(name, ROOT).determinise is not None]
)


def match_of(name: str, bots: list[str] | None = None) -> Match:
    """Return a match of two bots: by default the game's first one and a random one."""
    bots = bots or [next(iter(load_game(name, ROOT).bots)), "random"]
    values = {"name": "every", "game": name, "seed": 5, "games": NUM_GAMES, "bots": bots}
    scenario = Scenario.model_validate(values).at(ROOT / "every.toml")
    return prepare(scenario).cells[0].match


def same(one: NDArray[Any], two: NDArray[Any], *apart_from: str) -> bool:
    """Compare field by field, as the padding of a struct is not always copied."""
    names = set(one.dtype.names or ()) - set(apart_from)
    return all((one[name] == two[name]).all() for name in names)


def digest(records: NDArray[Any]) -> str:
    text = hashlib.sha256()
    for name in records.dtype.names or ():
        text.update(np.ascontiguousarray(records[name]).tobytes())
    return text.hexdigest()


def answers(match: Match, session: Session, state: Any) -> int:
    entry = match.lineup.entries[int(state.lineup[state.due_seat])]
    return session.ask(entry.bot, entry.weights)


def draw_anew(match: Match, states: NDArray[Any], seat: int, luck: int) -> None:
    """Draw what the seat cannot see again, in a view of it."""
    assert match.game.determinise is not None
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(luck), 0, 0)
    match.game.determinise(states[0], match.game_table.array[0], seat, stream)


@pytest.mark.parametrize("name", GAMES)
def test_the_digest_of_a_table_does_not_depend_on_its_padding(name: str) -> None:
    """Otherwise shards of an experiment would be taken for those of another run."""
    match = match_of(name)
    game_table, bear = match.game_table, match.game.experiments.handicap
    assert bear is not None
    card = game_table.cards[0].id
    digests = set()
    for byte in range(6):
        held = [np.full(game_table.array.nbytes, byte, np.uint8) for _ in range(20)]
        del held
        first = bear(game_table, 0, Handicap(card=card, is_banned=True))
        digests.add((first.digest, bear(first, 1, Handicap(card=card, is_gift=True)).digest))
    assert len(digests) == 1
    assert len(set(*digests)) == 2


@every_game
@pytest.mark.parametrize("size", [1, 7, 30])
def test_batches_of_any_size_give_the_same_records(name: str, size: int) -> None:
    batches = Batches(match_of(name))
    whole = batches.play(0, NUM_GAMES)
    cut = [batches.play(first, min(size, NUM_GAMES - first)) for first in range(0, NUM_GAMES, size)]
    assert same(whole, np.concatenate(cut))


@every_game
def test_uncompiled_rules_play_the_same_games(name: str) -> None:
    games = 1 if load_game(name, ROOT).described_in else FEW_GAMES  # whose interpreter is slow
    code = (
        "from tests.games.test_every_game import *\n"
        f"print(digest(Batches(match_of({name!r})).play(0, {games})))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == digest(Batches(match_of(name)).play(0, games))


@every_game
def test_a_game_stepped_from_python_is_the_game_of_the_batch(name: str) -> None:
    match = match_of(name)
    records = Batches(match).play(0, FEW_GAMES)
    session = Session(match.game, match.game_table, match.seed)
    for number in range(FEW_GAMES):
        deal, rotation = divmod(number, match.lineup.rotations)
        seated = match.lineup.seated(rotation)
        session.play(deal, seated, lambda state: answers(match, session, state), LIMIT)
        assert same(session.write_record(number), records[number : number + 1])


@every_game
def test_games_end_and_their_wins_sum_to_one(name: str) -> None:
    match = match_of(name)
    records = Batches(match).play(0, NUM_GAMES)
    assert not records["stopped"].any()
    assert (records["wins"].sum(axis=1) == WIN).all()
    assert (records["parts"].sum(axis=2) == records["scores"]).all()
    assert (records["number"] == np.arange(NUM_GAMES)).all()
    assert np.isin(records["ending"], range(len(match.game.endings))).all()


@every_game
def test_a_bot_against_its_own_copy_mirrors_when_they_swap_seats(name: str) -> None:
    match = match_of(name)
    bot = match.lineup.entries[0].bot
    lineup = Lineup((Entry("one", bot), Entry("other", bot)), (0, 1))
    records = Batches(Match(match.game, match.game_table, lineup, match.seed)).play(0, NUM_GAMES)
    first, second = records[0::2], records[1::2]
    assert (first["lineup"][:, :2] == second["lineup"][:, 1::-1]).all()
    assert same(first, second, "number", "lineup")


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        (name, bot.name)
        for name in NAMES
        for bot in (*load_game(name, ROOT).bots.values(), BOTS["random"])
        if bot.has_learnt or bot.inputs is None
    ],
)
def test_bots_choose_what_is_offered(name: str, bot: str) -> None:
    match = match_of(name, [bot, bot])
    session = Session(match.game, match.game_table, match.seed)

    def answer(state: Any) -> int:
        before = session.states.tobytes()
        index = answers(match, session, state)
        assert 0 <= index < state.num_choices
        assert session.states.tobytes() == before
        return index

    session.play(0, (0, 0), answer, LIMIT)
    assert session.is_over


@every_game
def test_a_game_continued_from_a_copy_at_every_decision_ends_the_same(name: str) -> None:
    match = match_of(name)
    straight = Session(match.game, match.game_table, match.seed)
    chosen: list[int] = []

    def answer(state: Any) -> int:
        chosen.append(answers(match, straight, state))
        return chosen[-1]

    straight.play(0, match.lineup.seats, answer, LIMIT)
    # The game moves from one session to the other at every decision: only the state is carried on.
    sessions = [Session(match.game, match.game_table, match.seed) for _ in range(2)]
    sessions[0].begin(0, match.lineup.seats)
    sessions[0].advance()
    for number, index in enumerate(chosen):
        now, other = sessions[number % 2], sessions[1 - number % 2]
        other.states[:] = now.states
        now.states.view(np.uint8)[:] = 0xFF
        other.take(index)
        other.advance()
    last = sessions[len(chosen) % 2]
    assert last.is_over
    assert same(last.write_record(0), straight.write_record(0))


@every_game
def test_random_games_break_no_invariant(name: str) -> None:
    soaked = soak(
        SoakTester(name, SOAK_SEED, {}, ROOT), SOAKED_GAMES, 1, StopSignal(), lambda games: None
    )
    assert not soaked.failures
    assert soaked.sums[Sum.GAMES] == SOAKED_GAMES
    assert soaked.sums[Sum.ENDLESS] == 0


@every_drawn_game
def test_only_what_a_seat_cannot_see_is_drawn_again(name: str) -> None:
    match = match_of(name)
    session, other = (Session(match.game, match.game_table, match.seed) for _ in range(2))

    def answer(state: Any) -> int:
        seat = int(state.due_seat)
        view = session.view(seat)
        other.states[:] = view
        draw_anew(match, other.states, seat, int(state.num_decisions))
        assert same(other.view(seat), view)
        assert other.state.key != 0
        return answers(match, session, state)

    session.play(0, match.lineup.seats, answer, 40)


@every_drawn_game
@pytest.mark.parametrize("decisions", [0, 3, 20, 50])
def test_games_drawn_again_can_be_played_to_their_end(name: str, decisions: int) -> None:
    match = match_of(name, ["random", "random"])
    session = Session(match.game, match.game_table, match.seed)
    session.play(3, match.lineup.seats, lambda s: answers(match, session, s), decisions)
    drawn = Session(match.game, match.game_table, match.seed)
    for luck in range(3):
        seat = int(session.state.due_seat)
        drawn.states[:] = session.view(seat)
        draw_anew(match, drawn.states, seat, luck)
        dealt = drawn.states.copy()
        rng = np.random.default_rng(luck)
        while not drawn.is_over:
            invariants = match.game.invariants
            if invariants is not None:
                found = invariants.check(dealt[0], drawn.states[0], match.game_table.array[0])
                assert found == 0, invariants.broken(found)
            drawn.take(int(rng.integers(drawn.state.num_choices)))
            drawn.advance()
            assert drawn.state.num_decisions < LIMIT
        assert drawn.write_record(0)["wins"].sum() == WIN


@every_game
def test_a_soak_plays_the_games_of_a_batch(name: str) -> None:
    soaker = SoakTester(name, 7, {}, ROOT)
    match = prepare(soaker.draw(1)).cells[0].match
    sums, _ = soaker.test(match, NUM_GAMES, StopSignal())
    records = Batches(match).play(0, NUM_GAMES)
    assert sums[Sum.DECISIONS] == records["decisions"].sum()
    assert sums[Sum.LONGEST] == records["decisions"].max()


@every_game
def test_reports_use_the_words_of_the_game(name: str) -> None:
    match = match_of(name)
    records = Batches(match).play(0, NUM_GAMES)
    scenario = Scenario(name="every", game=name).at(ROOT / "every.toml")
    known = sections_in(section_files(scenario, match.game))
    counted = {
        key: {name: one for name, one in section.metrics.items() if one.applies(match)}
        for key, section in known.items()
    }
    metrics = {key: one for some in counted.values() for key, one in some.items()}
    sums = {key: metric.tally(records, match) for key, metric in metrics.items()}
    cell = CellResult("baseline", match, NUM_GAMES, NUM_GAMES // match.lineup.rotations, sums)
    twin = replace(cell, name="twin")
    sections = sections_of(
        ReportData(name, "", "", 5, {}, 0.0, (cell, twin), 0.02, definitions=known)
    )
    expected = {key for key, some in counted.items() if some} - {"interactions"}  # cards must vary
    assert {section.name for section in sections} - {"interactions"} == expected
    tables = [table.name for section in sections for table in section.tables]
    assert len(set(tables)) == len(tables)
    texts = [text for section in sections for text in (section.title, section.finding)]
    texts += [f"{one.title} {one.note}" for section in sections for one in section.tables]
    assert not [text for text in texts if re.search(r"\bnan\b|None", text)]
    if match.game.card != "card":
        assert not [text for text in texts if re.search(r"\b[Cc]ards?\b", text)]


@every_game
def test_deeds_are_kinds_of_cards_with_unique_ids(name: str) -> None:
    match = match_of(name)
    kinds = {piece.kind for piece in match.game_table.cards}
    assert set(match.game.deeds) <= kinds
    assert not match.game.deeds or "" not in kinds
    assert len({piece.id for piece in match.game_table.cards}) == len(match.game_table.cards)
