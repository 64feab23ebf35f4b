"""Handicaps: one entry of the line-up plays under other conditions, and nothing else changes."""

import random
from pathlib import Path

import numpy as np
import pytest

from balance.bots import BOTS
from balance.engine.layout import WIN
from balance.engine.rng import open_streams
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.errors import CardError
from balance.games.dominion import GAME
from balance.games.dominion.layout import NOTHING, STATE, Card, Decision
from balance.games.dominion.rules.setup import begin
from balance.games.dominion.services.experiments import apply_handicap, blanked, editable_numbers
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options
from balance.runner.batches import Batches
from balance.scenario.experiments import HANDICAPPED, arms_of, basic_cards, handicapped
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

RANDOM = Entry("random", BOTS["random"])
SMITHY = Entry("smithy_bm", GAME.bots["smithy_bm"])
FIRST = [piece.id for piece in build_table(Options(), 2, {}, Path()).cards]
PRIZES = ("bag_of_gold", "diadem", "followers", "princess", "trusty_steed")
ALL = [piece.id for piece in build_table(Options(kingdom="random"), 2, {}, Path()).cards]


def game_table(players=2, edits=None, **options):
    return build_table(Options(**options), players, edits or {}, Path())


def match(players=2, bot=RANDOM, seed=11, **options):
    return Match(GAME, game_table(players, **options), Lineup((bot,), (0,) * players), seed)


def play(handicap, players=2, games=200, bot=RANDOM, **options):
    """Return the records of a mirror match in which entry 0 has the handicap, and its match."""
    mirror = handicapped(match(players, bot, **options), handicap)
    return Batches(mirror).play(0, games), mirror


def taken(records, mirror, card):
    """Return how many cards the entry with the handicap took, and the others."""
    row = [piece.id for piece in mirror.game_table.cards].index(card)
    cards = records["taken"][:, : mirror.game_table.num_seats, row]
    mine = records["lineup"][:, : mirror.game_table.num_seats] == HANDICAPPED
    return int(cards[mine].sum()), int(cards[~mine].sum())


def begun(table, lineup=(1, 0)):
    """Return a deal as it is set up; entry 0, which bears the handicap, has the second seat."""
    states = np.zeros(1, STATE)
    open_streams(states[0], 3, 0)
    states[0].lineup[: len(lineup)] = lineup
    begin(states[0], table.array[0])
    return states[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_a_handicap_the_entry_wins_its_share_exactly(players):
    games = 10 * players
    records, mirror = play(Handicap(), players, games)
    wins = records["wins"][:, :players] * (records["lineup"][:, :players] == HANDICAPPED)
    assert wins.sum() == games * WIN // players
    plain = Batches(match(players)).play(0, 10)
    for field in plain.dtype.names:
        if field not in ("lineup", "number"):  # the same games, to the bit
            assert (records[field][::players] == plain[field]).all(), field
    assert mirror.game_table.digest == match(players).game_table.digest


@pytest.mark.parametrize("card", FIRST)
def test_who_is_banned_never_takes_the_card_of_free_will(card):
    records, mirror = play(Handicap(card=card, is_banned=True), games=3000)
    mine, others = taken(records, mirror, card)
    assert mine == 0
    assert others > 0 or card == "province"  # which chance never affords
    assert not records["stopped"].any()


@pytest.mark.parametrize("card", PRIZES)
def test_a_banned_prize_is_not_chosen(card):
    bot = Entry("tournament", GAME.bots["tournament_hunting_party"])
    handicap = Handicap(card=card, is_banned=True)
    records, mirror = play(handicap, games=600, bot=bot, kingdom=("tournament", "hunting_party"))
    mine, others = taken(records, mirror, card)
    assert mine == 0 < others


@pytest.mark.parametrize("attack", ["thief", "jester"])
@pytest.mark.parametrize("card", ["silver", "estate"])
def test_a_banned_card_is_neither_stolen_nor_copied(attack, card):
    handicap = Handicap(card=card, is_banned=True)
    records, mirror = play(handicap, games=3000, kingdom=(attack,))
    mine, others = taken(records, mirror, card)
    assert others > 0
    if (attack, card) != ("jester", "estate"):  # another's Jester copies one's own Estates
        assert mine == 0


def test_a_banned_curse_still_comes_by_a_witch():
    handicap = Handicap(card="curse", is_banned=True)
    records, mirror = play(handicap, games=3000, kingdom=("witch",))
    mine, others = taken(records, mirror, "curse")
    assert 0 < mine < others


def test_coins_a_gift_and_a_price_change_who_wins():
    def won(handicap):
        records, _ = play(handicap, 2, 5_000, SMITHY, kingdom=("smithy",))
        mine = records["lineup"][:, :2] == HANDICAPPED
        return (records["wins"][:, :2] * mine).sum() / WIN / len(records)

    assert 0.5 < won(Handicap(goods={"coins": 1})) < won(Handicap(goods={"coins": 4}))
    assert won(Handicap(card="gold", is_gift=True)) > 0.55
    assert won(Handicap(card="curse", is_gift=True)) < 0.48
    dear = won(Handicap(card="smithy", surcharge=2))
    cheap = won(Handicap(card="smithy", surcharge=-2))
    assert dear < 0.48
    assert cheap > dear
    assert won(Handicap(card="province", is_banned=True)) < 0.1


def test_a_banned_card_is_not_offered():
    session = Session(
        GAME, apply_handicap(game_table(), 0, Handicap(card="copper", is_banned=True)), 3
    )
    rng = random.Random(1)
    offered = {0: set(), 1: set()}

    def answer(state):
        if state.decision == Decision.BUY:
            offered[int(state.lineup[state.due_seat])] |= {
                int(choice) for choice in state.choices[: state.num_choices]
            }
        return rng.randrange(int(state.num_choices))

    session.play(0, (0, 1), answer, 2000)
    assert Card.copper in offered[1]
    assert Card.copper not in offered[0]
    assert NOTHING in offered[0]


@pytest.mark.parametrize("card", FIRST)
def test_a_gift_is_one_more_card_that_nobody_took(card):
    plain = begun(game_table())
    state = begun(apply_handicap(game_table(), 0, Handicap(card=card, is_gift=True)))
    kind = Card[card]
    for seat in (0, 1):
        more = [int(i == kind and seat == 1) for i in range(len(plain.seats[seat].owned))]
        assert list(state.seats[seat].owned - plain.seats[seat].owned) == more
        assert not state.seats[seat].taken.any()
        assert state.seats[seat].num_hand == 5
    assert list(state.piles) == list(plain.piles)


def test_coins_come_on_top_of_those_of_the_seat():
    state = begun(apply_handicap(game_table(extra_coins=(1, 2)), 0, Handicap(goods={"coins": 7})))
    assert [int(state.seats[seat].extra_coins) for seat in (0, 1)] == [1, 9]


def test_a_surcharge_is_of_one_card_for_one_entry():
    state = begun(apply_handicap(game_table(), 0, Handicap(card="smithy", surcharge=-2)))
    seats = state.seats
    assert [int(seats[seat].surcharge) for seat in (0, 1)] == [0, -2]
    assert int(seats[1].surcharged) == Card.smithy


@pytest.mark.parametrize(
    ("options", "there", "not_there"),
    [
        ({}, ["smithy", "gold", "curse"], []),
        ({"kingdom": "random", "include": ("witch",)}, ["witch", "copper"], ["moat", "diadem"]),
        ({"kingdom": ("tournament",)}, ["tournament", "diadem"], []),
        ({"kingdom": "jesters_workshop"}, ["chancellor"], []),
        ({"kingdom": ("young_witch",)}, ["young_witch"], ["moat", "black_market", "smithy"]),
        ({"kingdom": ("black_market",)}, ["black_market", "smithy", "moat", "diadem"], []),
        ({"kingdom": ("young_witch",), "bane": "black_market"}, ["smithy", "princess"], []),
    ],
)
def test_only_what_is_there_in_every_deal_is_given(options, there, not_there):
    table = game_table(**options)
    for card in there:
        assert apply_handicap(table, 0, Handicap(card=card, is_gift=True)).digest != table.digest
    for card in not_there:
        with pytest.raises(CardError, match=f"'{card}' is not part of every deal of this table"):
            apply_handicap(table, 0, Handicap(card=card, is_gift=True))


@pytest.mark.parametrize(
    ("handicap", "message"),
    [
        (Handicap(card="dragon", is_banned=True), "no card 'dragon' at this table"),
        (Handicap(card="smity", is_gift=True), "no card 'smity' at this table"),
        (Handicap(card="diadem", surcharge=1), "'diadem' is a prize, for which nobody pays"),
    ],
)
def test_what_a_card_cannot_bear_is_said(handicap, message):
    with pytest.raises(CardError, match=message):
        apply_handicap(game_table(kingdom=("tournament",)), 0, handicap)


def test_a_handicap_makes_another_table():
    plain = game_table()
    digests = {
        apply_handicap(plain, 0, handicap).digest
        for handicap in (
            Handicap(),
            Handicap(card="smithy", is_banned=True),
            Handicap(card="moat", is_banned=True),
            Handicap(card="smithy", is_gift=True),
            Handicap(card="smithy", surcharge=1),
            Handicap(goods={"coins": 1}),
        )
    }
    assert len(digests) == 6
    assert plain.digest in digests  # with nothing it is the same table
    both = apply_handicap(plain, 1, Handicap(card="moat", is_banned=True))
    assert not both.array[0]["handicaps"][0]["banned"]


@pytest.mark.parametrize("card", ALL)
def test_a_blanked_card_does_nothing(card):
    printed = game_table(kingdom="random")
    cells = blanked(printed, card)
    if Card[card] <= Card.curse:
        assert not cells
        return
    blank = game_table(edits=cells, kingdom="random")
    piece = next(piece for piece in blank.cards if piece.id == card)
    (line,) = (line for line in blank.card_texts if line.startswith(f"{piece.name} ("))
    assert line.endswith(": nothing.")
    before, after = editable_numbers(printed), editable_numbers(blank)
    changed = {cell.split(".")[1] for cell in before if after.get(cell, 0) != before[cell]}
    # Without a Tournament nobody can win a prize.
    assert changed <= {card, *(PRIZES if card == "tournament" else ())}
    assert all(cell.endswith(".cost") for cell in after if cell.startswith(f"cards.{card}."))


@pytest.mark.parametrize("options", [{}, {"kingdom": "jesters_workshop"}])
def test_the_designs_of_a_scenario_make_arms_of_the_cards_that_bear_them(options):
    scenario = Scenario.model_validate(
        {
            "name": "worth", "game": "dominion", "seed": 3, "games": 400, "players": 2,
            "bots": "random", "table": options,
        }
    ).at(Path("worth.toml"))  # fmt: skip
    variant = prepare(scenario).cells[0]
    cards = variant.match.game_table.cards
    made = {one: arms_of(variant, [one], cards) for one in ("ban", "gift", "surcharge", "supply")}
    names = [piece.id for piece in cards]
    assert [arm.subject for arm in made["ban"]] == names
    assert [arm.subject for arm in made["gift"] if arm.kind == "gift"] == names
    assert [arm.subject for arm in made["supply"] if arm.kind == "supply"] == names[7:]
    cheap = sum(piece.price + less < 0 for piece in cards for less in (-2, -1))
    assert len(made["surcharge"]) == 4 * len(names) - cheap
    assert arms_of(variant, ["compensation"], cards)


def test_basic_cards_are_those_that_are_in_every_game():
    assert basic_cards(match()) == {
        "copper", "silver", "gold", "estate", "duchy", "province", "curse",
    }  # fmt: skip
