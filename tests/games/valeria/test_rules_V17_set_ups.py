"""Recommended, free and random set-ups (V17, V2.1, V2.5, V2.6), with E6."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from balance.errors import ScenarioError
from balance.games.valeria import GAME
from balance.games.valeria.sheets.box import read_box
from tests.games.valeria.board import Board

BOX = read_box()
SETUPS = BOX.setups
AREAS = {card.id: card.area for card in BOX.monsters}
DOMAINS = range(15, 20)


def dealt(board: Board) -> list[str]:
    """Return all Domains of the grid, face down or not."""
    tops = [board.top(stack) for stack in DOMAINS]
    return tops + [card for stack in DOMAINS for card in board.beneath(stack)]


def areas_of(board: Board) -> tuple[str, ...]:
    return tuple(AREAS[board.top(stack)] for stack in range(5))


def citizens_of(board: Board) -> tuple[str, ...]:
    return tuple(board.top(stack) for stack in range(5, 15))


def deals(board: Board, number: int) -> Iterator[int]:
    """Begin so many deals, one after the other."""
    for deal in range(number):
        board.session.begin(deal, (0,) * board.num_seats)
        yield deal


@pytest.mark.rule("V17.4")
def test_no_recommended_set_up_has_events():
    printed = tomllib.loads((GAME.home / "data" / "setups.toml").read_text(encoding="utf-8"))
    assert len(printed["setup"]) == len(SETUPS)
    assert not any(setup["monster_events"] for setup in printed["setup"])
    assert not any(Board(setup=setup.id).table.num_events for setup in SETUPS)


@pytest.mark.rule("V2.1")
@pytest.mark.rule("V2.4")
@pytest.mark.rule("V2.5")
def test_a_random_set_up_draws_areas_and_citizens_for_every_deal():
    board = Board(setup="random")
    areas, citizens = Counter(), Counter()
    for _ in deals(board, 320):
        assert len(set(areas_of(board))) == 5
        tops = [board.table.cards[board.rows[board.top(stack)]] for stack in range(5)]
        assert all(a.strength <= b.strength for a, b in pairwise(tops))
        numbers = [BOX.cards[name].numbers for name in citizens_of(board)]
        assert numbers == [*((n,) for n in range(1, 9)), (9, 10), (11, 12)]
        assert [board.height(stack) for stack in range(15)] == [5] * 15
        areas.update(areas_of(board))
        citizens.update(citizens_of(board))
    assert len(areas) == 8
    assert all(abs(times - 200) < 44 for times in areas.values())  # five standard errors
    assert citizens.pop("peasant") == citizens.pop("knight") == 320
    assert len(citizens) == 16
    assert all(abs(times - 160) < 45 for times in citizens.values())


@pytest.mark.rule("V2.2")
@pytest.mark.rule("V2.11")
@pytest.mark.rule("V12.1")
@pytest.mark.parametrize(("seats", "edition"), [(1, "first"), (3, "second"), (5, "second")])
def test_the_stacks_of_a_random_set_up_are_those_of_its_areas(seats, edition):
    board = Board(seats=seats, edition=edition, setup="random")
    for _ in deals(board, 5):
        fixed = Board(seats=seats, edition=edition, areas=" ".join(areas_of(board)))
        for stack in range(5):
            assert board.cards_in(stack) == fixed.cards_in(stack)
        assert {board.height(stack) for stack in range(15)} == {6 if seats == 5 else 5}


@pytest.mark.rule("V2.1")
def test_the_same_deal_has_the_same_random_set_up_and_domains_whatever_the_set_up():
    first, second, fixed = Board(setup="random"), Board(setup="random", edition="first"), Board()
    for _ in zip(deals(first, 20), deals(second, 20), deals(fixed, 20), strict=True):
        assert areas_of(first) == areas_of(second)
        assert citizens_of(first) == citizens_of(second)
        assert dealt(first) == dealt(fixed)


@pytest.mark.rule("V2.1")
def test_of_more_than_five_areas_five_are_drawn_for_every_deal():
    pool = "hills ruins forest valley mountains cavern"
    board = Board(areas=pool)
    left = Counter()
    for _ in deals(board, 120):
        (missing,) = set(pool.split()) - set(areas_of(board))
        left[missing] += 1
    assert set(left) == set(pool.split())


@pytest.mark.rule("V2.5")
def test_of_several_citizens_for_a_number_one_is_drawn_for_every_deal():
    first_game = BOX.setups_by_id["first_game_2e"].citizens
    board = Board(citizens=(*first_game, "monk", "miner"))
    drawn = Counter()
    for _ in deals(board, 200):
        drawn.update(citizens_of(board))
    at_times = {name for name, times in drawn.items() if times < 200}
    assert at_times == {"cleric", "monk", "butcher", "miner"}
    assert drawn["cleric"] + drawn["monk"] == 200
    assert 60 < drawn["monk"] < 140


@pytest.mark.rule("V2.5")
@pytest.mark.parametrize("mixed", [False, True])
def test_the_citizens_are_the_same_whatever_else_is_drawn(mixed):
    first_game = BOX.setups_by_id["first_game_2e"].citizens
    citizens = () if mixed else (*first_game, "monk", "miner")
    areas = "hills ruins forest valley mountains"
    boards = [
        Board(citizens=citizens, mixed_citizens=mixed, areas=pool)
        for pool in (areas, f"{areas} cavern")
    ]
    for deal in range(10):
        drawn = set()
        for board in boards:
            board.session.begin(deal, (0,) * board.num_seats)
            drawn.add(tuple(card for stack in range(5, 15) for card in board.cards_in(stack)))
        assert len(drawn) == 1


@pytest.mark.rule("V2.6")
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_forced_domains_are_always_dealt_and_anywhere(seats):
    forced = ("halfpenny_hill", "shattered_hand")
    board = Board(seats=seats, force_domains=forced)
    tops, others = Counter(), Counter()
    for _ in deals(board, 150):
        assert set(forced) <= set(dealt(board))
        assert len(set(dealt(board))) == len(dealt(board)) == (20 if seats == 5 else 15)
        tops.update(board.top(stack) for stack in DOMAINS)
        others.update(dealt(board))
    assert 0 < tops["halfpenny_hill"] < 150
    assert len(others) == 24


@pytest.mark.rule("V2.6")
def test_a_forced_domain_is_as_likely_in_every_place():
    board = Board(force_domains=("halfpenny_hill",))
    places = Counter(dealt(board).index("halfpenny_hill") for _ in deals(board, 300))
    assert set(places) == set(range(15))
    assert all(abs(times - 20) < 22 for times in places.values())  # five standard errors


@pytest.mark.rule("V2.6")
@pytest.mark.rule("V0.6")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"force_domains": ("halfpenny_hill",), "remove_domains": ("halfpenny_hill",)}, "removed"),
        ({"force_domains": ("halfpenny",)}, "did you mean 'halfpenny_hill'"),
        ({"setup": "randon"}, "did you mean 'random'"),
        (
            {"remove_domains": tuple(card.id for card in BOX.domains[:5]), "seats": 5},
            "19 Domains are left, but 20",
        ),
        ({"force_domains": tuple(card.id for card in BOX.domains[:16])}, "force_domains.*15"),
    ],
)
def test_domains_that_cannot_be_dealt_are_refused(options, message):
    with pytest.raises(ScenarioError, match=message):
        Board(**options)
