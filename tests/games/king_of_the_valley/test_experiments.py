"""Handicaps: one entry of the line-up plays under other conditions, and nothing else changes."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from balance.bots import BOTS
from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.errors import CardError
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import (
    MAX_KNIGHTS,
    Kind,
)
from balance.games.king_of_the_valley.services.determinise import determinise
from balance.games.king_of_the_valley.services.experiments import (
    apply_handicap,
    blank_cells,
    editable_numbers,
)
from balance.games.king_of_the_valley.services.invariants import Broken, check
from balance.games.king_of_the_valley.table.build import build_table
from balance.games.king_of_the_valley.table.options import Options
from balance.runner.batches import Batches
from balance.scenario.experiments import HANDICAPPED, arms_of, handicapped
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.games.king_of_the_valley.test_determinise import stream_of
from tests.games.walks import LIMIT

RANDOM = Entry("random", BOTS["random"])
GREEDY = Entry("greedy", GAME.bots["greedy"])
TILES = [piece.id for piece in build_table(Options(), 2, {}, Path()).cards
         if piece.kind not in GAME.deeds]  # fmt: skip
SUBJECTS = TILES[: Kind.JESTER + 1]


def game_table(players=2, edits=None, **options):
    return build_table(Options(**options), players, edits or {}, Path())


def match(players=2, bot=GREEDY, seed=11):
    return Match(GAME, game_table(players), Lineup((bot,), (0,) * players), seed)


def play(handicap, players=2, games=600, bot=GREEDY):
    """Return the records of a mirror match in which entry 0 has the handicap, and its match."""
    mirror = handicapped(match(players, bot), handicap)
    return Batches(mirror).play(0, games), mirror


def begun(table, seats=(1, HANDICAPPED)):
    """Return a game of two whose first decision is due; entry 0 has the second seat."""
    session = Session(GAME, table, 3)
    session.begin(0, seats)
    session.advance()
    return session


def go_on(session, index):
    session.take(index)
    session.advance()


def bearing(handicap):
    return handicapped(match(), handicap).game_table


def own(records, mirror):
    """Tell which seat has the handicap, shape (games, players)."""
    return records["lineup"][:, : mirror.game_table.num_seats] == HANDICAPPED


def won(records, mirror):
    wins = records["wins"][:, : mirror.game_table.num_seats] * own(records, mirror)
    return wins.sum() / WIN / len(records)


def taken(records, mirror, card):
    """Return how many tiles the entry with the handicap took, and the others."""
    row = [piece.id for piece in mirror.game_table.cards].index(card)
    tiles = records["taken"][:, : mirror.game_table.num_seats, row]
    mine = own(records, mirror)
    return int(tiles[mine].sum()), int(tiles[~mine].sum())


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize(
    "bot", [GREEDY, Entry("linear", GAME.bots["linear"])], ids=["greedy", "linear"]
)
def test_without_a_handicap_the_entry_wins_its_share_exactly(players, bot):
    games = 20 * players
    records, mirror = play(Handicap(), players, games, bot)
    assert won(records, mirror) == pytest.approx(1 / players, abs=1e-12)
    plain = Batches(match(players, bot)).play(0, 20)
    fields = [field for field in plain.dtype.names if field not in ("lineup", "number")]
    for field in fields:  # the same games, to the bit
        assert (records[field][::players] == plain[field]).all(), field
    assert mirror.game_table.digest == match(players).game_table.digest


@pytest.mark.parametrize("card", TILES)
def test_who_is_banned_never_has_the_tile(card):
    had = 0
    for bot in (RANDOM, GREEDY):
        records, mirror = play(Handicap(card=card, is_banned=True), 3, 2000, bot)
        mine, others = taken(records, mirror, card)
        assert mine == 0
        assert not records["stopped"].any()
        had += others
    assert had > 100


@pytest.mark.parametrize("name", ["kingdom", "planner"])
@pytest.mark.parametrize("card", ["queen", "farmer", "monk", "wizard"])
def test_a_bot_that_looks_ahead_keeps_to_a_ban(name, card):
    bot = Entry(name, GAME.bots[name].at(2))
    records, mirror = play(Handicap(card=card, is_banned=True), 2, 60, bot)
    assert taken(records, mirror, card)[0] == 0


def test_a_ban_costs_a_player_games():
    for card in ("queen", "farmer"):
        records, mirror = play(Handicap(card=card, is_banned=True), 2, 2000)
        assert won(records, mirror) < 0.47


def test_goods_are_had_from_the_start():
    session = begun(bearing(Handicap(goods={"gold": 7})))
    assert [int(session.state.seats[seat].gold) for seat in (0, 1)] == [2, 9]
    few, mirror = play(Handicap(goods={"gold": 2}), games=2000)
    many, _ = play(Handicap(goods={"gold": 11}), games=2000)
    assert 0.5 < won(few, mirror) < won(many, mirror)


@pytest.mark.parametrize("card", SUBJECTS)
def test_a_game_with_handicaps_is_sound_at_every_decision(card):
    """One has a gift and gold, the other a ban; and the piles can be drawn anew."""
    first = apply_handicap(game_table(3), 0, Handicap(card=card, is_gift=True, goods={"gold": 3}))
    both = apply_handicap(first, 1, Handicap(card=card, is_banned=True))
    session = Session(GAME, both, 5)
    stream = stream_of(5)
    rng = random.Random(5)
    dealt = None

    def answer(state):
        nonlocal dealt
        if dealt is None:
            dealt = session.states.copy()
        assert check(dealt[0], state, session.tables[0]) == Broken.NOTHING
        view = session.view(int(state.due_seat))
        determinise(view[0], session.tables[0], int(state.due_seat), stream)
        pile = slice(int(state.drawn), int(state.drawn) + int(state.num_pile))
        assert sorted(view[0]["pile"][pile]) == sorted(state.pile[pile])
        return rng.randrange(int(state.num_choices))

    for deal in range(3):
        dealt = None
        session.play(deal, (2, 1, 0), answer, LIMIT)


def test_the_planner_plays_with_a_gift():
    bot = Entry("planner", GAME.bots["planner"].at(2))
    for card in ("jester", "knight_b"):
        records, _ = play(Handicap(card=card, is_gift=True), 2, 20, bot)
        assert not records["stopped"].any()


def test_a_handicap_makes_another_table():
    plain = game_table()
    digests = {
        apply_handicap(plain, 0, handicap).digest
        for handicap in (
            Handicap(),
            Handicap(card="queen", is_banned=True),
            Handicap(card="duke", is_banned=True),
            Handicap(card="queen", is_gift=True),
            Handicap(goods={"gold": 1}),
        )
    }
    assert len(digests) == 5
    assert plain.digest in digests  # with nothing it is the same table


@pytest.mark.parametrize(
    ("handicap", "message"),
    [
        (Handicap(card="dragon", is_banned=True), "no tile 'dragon' at this table"),
        (Handicap(card="hill_6", is_banned=True), "no tile 'hill_6' at this table"),
        (Handicap(card="wizard", is_gift=True), "'wizard' cannot be a gift"),
        (Handicap(card="queen", surcharge=1), "no tile has a price of its own"),
    ],
)
def test_impossible_handicaps_are_rejected(handicap, message):
    with pytest.raises(CardError, match=message):
        apply_handicap(game_table(), 0, handicap)


def test_no_knight_is_given_where_there_are_as_many_as_a_castle_holds():
    table = game_table().array.copy()
    table["kinds"]["count"][0, Kind.KNIGHT_A] = MAX_KNIGHTS
    with pytest.raises(CardError, match="knights, the most"):
        apply_handicap(
            replace(game_table(), array=table), 0, Handicap(card="knight_b", is_gift=True)
        )


@pytest.mark.parametrize("card", TILES)
def test_a_blanked_tile_brings_nothing_of_its_own(card):
    printed = game_table()
    cells = blank_cells(printed, card)
    before, after = editable_numbers(printed), editable_numbers(game_table(edits=cells))
    changed = {cell for cell in before if after.get(cell, 0) != before[cell]}
    assert all(f".{card}" in cell and after.get(cell, 0) == 0 for cell in changed)
    assert bool(changed) == bool(cells)


def test_the_designs_of_a_scenario_make_arms_of_the_tiles_that_bear_them():
    scenario = Scenario.model_validate(
        {
            "name": "worth", "game": "king_of_the_valley", "seed": 3, "games": 400,
            "players": 2, "bots": "greedy",
        }
    ).at(Path("worth.toml"))  # fmt: skip
    variant = prepare(scenario).cells[0]
    cards = [piece for piece in variant.match.game_table.cards if piece.kind not in GAME.deeds]
    made = {design: arms_of(variant, [design], cards) for design in ("ban", "gift", "supply")}
    assert [arm.subject for arm in made["ban"]] == TILES
    assert [arm.subject for arm in made["gift"]] == SUBJECTS
    assert [arm.kind for arm in made["supply"]] == ["supply"] * (5 + 8) + ["control"]
    assert arms_of(variant, ["compensation"], cards)
