"""What a record keeps of a game besides its score, and what a handicap gives, on boards."""

import random

import pytest

from balance.engine.layout import NOBODY, ONLY_THERE
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import DARK_LORD, NUM_STACKS, Decision, Timing
from balance.games.valeria.rules.events import hide_event
from balance.games.valeria.rules.stacks import put_back
from balance.games.valeria.rules.tableau import change_tableau
from balance.games.valeria.services.experiments import apply_handicap
from tests.games.valeria.board import Board


def names(board: Board, flags) -> set[str]:
    """Return the cards whose rows are not 0."""
    return {board.ids[row] for row, flag in enumerate(flags.tolist()) if flag}


def is_of_column(board: Board, row: int) -> bool:
    """Return whether a Monster belongs to the first column."""
    return bool(board.table.cards[row].area == board.state.areas[0])


def handicapped(handicap: Handicap, **options) -> Board:
    """Return a game as it was dealt in which seat 1 plays under the handicap."""
    board = Board(**options)
    board.game_table = apply_handicap(board.game_table, 1, handicap)
    board.session = Session(GAME, board.game_table, seed=1)
    board.table = board.session.tables[0]
    board.session.begin(0, (0, 1, 0))
    return board


def test_what_was_taken_in_which_rounds():
    board = Board()
    board.give(0, "archer", gold=11)  # given, not taken
    board.act()
    for rounds in (4, 7):
        board.state.rounds = rounds
        board.choose("recruit archer")
    board.state.turns = 22
    record = board.result()
    archer = board.rows["archer"]
    assert (record["rounds"], record["turns"]) == (7, 22)
    assert names(board, record["taken"][0]) == {"archer"}
    assert record["taken"][0, archer] == 2
    assert record["rounds_taken"][0, archer] == 4 + 7
    assert record["rounds_taken"].sum() == 11
    assert not record["taken"][1:].any()


@pytest.mark.parametrize("row", [0, None])
def test_what_was_taken_was_there(row):
    board = Board()
    row = board.rows["archer"] if row is None else row
    board.exhaust(board.stack_of(board.ids[row]))
    assert board.ids[row] not in names(board, board.result()["available"])
    board.state.seats[2].taken[row] = 1
    record = board.result()
    assert board.ids[row] in names(board, record["available"])
    assert names(board, record["taken"][2]) == {board.ids[row]}


def test_which_dukes_were_dealt_and_kept():
    board = Board(seats=2)
    for seat, dealt in enumerate(((3, 9), (1, 8))):
        board.state.seats[seat].dealt[:] = dealt
        board.state.seats[seat].duke = dealt[1]
    record = board.result()
    assert record["dealt"][:3].tolist() == [[2, 8], [0, 7], [NOBODY, NOBODY]]
    assert record["kept"].tolist() == [8, 7, *[NOBODY] * (len(record["kept"]) - 2)]


def test_without_dukes_none_is_kept():
    board = Board(dukes="none")
    record = board.result()
    assert set(record["kept"].tolist()) == {NOBODY}
    assert set(record["dealt"].ravel().tolist()) == {NOBODY}


def test_a_monster_is_in_reach_once_it_lay_on_top_at_an_action():
    board = Board()
    board.give(0, strength=50, magic=50)
    top, below, bottom = (board.rows[card] for card in dict.fromkeys(board.cards_in(0)))
    assert board.result()["available"][top] == ONLY_THERE  # no action yet
    board.act()
    available = board.result()["available"]
    assert (available[top], available[below]) == (1, ONLY_THERE)
    while board.top(0) == board.ids[top]:
        board.act()
        board.choose(f"slay {board.ids[top]}")
    assert board.asked[0] == Decision.ACTION
    assert board.result()["available"][below] == 1
    assert board.result()["available"][bottom] == ONLY_THERE


def test_a_card_that_was_covered_stays_one_that_lay_in_reach():
    board = Board()
    board.uncover(board.cards_in(0)[-1])
    bottom = board.rows[board.top(0)]
    board.act()
    over = next(row for row in board.rows.values() if is_of_column(board, row) and row != bottom)
    put_back(board.state, board.table, 0, over)
    available = board.result()["available"]
    assert (available[bottom], available[over]) == (1, ONLY_THERE)


@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (1, {}), (2, {"monster_events": True, "mixed_citizens": True})]
)
def test_what_is_available_lay_on_top_when_an_action_was_chosen(seats, options):
    board = Board(seats=seats, **options)
    session, luck, on_top = board.session, random.Random(7), set()

    def answer(state):
        if state.decision == Decision.ACTION:
            spots = [board.top(stack) or board.event_on(stack) for stack in range(NUM_STACKS)]
            on_top.update(spots)
        return max(luck.randrange(state.num_choices) for _ in range(2))  # rather cards than goods

    for deal in range(3):
        on_top.clear()
        session.play(deal, (0,) * seats, answer, limit=5_000)
        (record,) = session.write_record(0)
        taken = names(board, record["taken"].sum(axis=0))
        assert names(board, record["available"] > 0) == on_top - {""} | taken
        assert names(board, record["available"] < 0)


def test_mixed_citizens_that_lie_face_down_are_only_there():
    board = Board(mixed_citizens=True)
    board.act()
    tops = {board.top(stack) for stack in range(5, 15)}
    beneath = {card for stack in range(5, 15) for card in board.beneath(stack) if card}
    record = board.result()
    citizens = {card.id for card in board.box.citizens}
    assert names(board, record["available"] > 0) & citizens == tops
    assert names(board, record["available"] < 0) & citizens == beneath - tops


def test_an_event_is_in_reach_once_it_is_revealed():
    events = {"bat_swarm", "kobold_thieves", "mimic"}
    board = Board(monster_events=True, events=tuple(events))
    board.reveal("bat_swarm", 12)
    board.act()
    available = board.result()["available"]
    assert names(board, available > 0) & events == {"bat_swarm"}
    assert names(board, available < 0) & events == events - {"bat_swarm"}
    hide_event(board.state, 12)
    assert "bat_swarm" in names(board, board.result()["available"] > 0)


def test_the_dark_lords_duke_and_cards_are_kept():
    board = Board(seats=1)
    board.state.seats[DARK_LORD].duke = 6
    board.exhaust(board.stack_of("archer"))
    change_tableau(board.state, board.table, DARK_LORD, board.rows["archer"], 1)
    before = board.state.seats[DARK_LORD].owned.copy()
    record = board.result()
    assert record["kept"][DARK_LORD] == 5
    assert "archer" in names(board, record["available"])
    assert (
        board.state.seats[DARK_LORD].owned == before
    ).all()  # the Monsters lie in the grid again


def test_a_gift_of_goods_is_one_seats_alone():
    board = handicapped(Handicap(goods={"gold": 3, "magic": 2, "vp": 4}))
    assert board.goods(1) == (3, 0, 2, 4)
    assert board.goods(0) == board.goods(2) == (0, 0, 0, 0)


@pytest.mark.parametrize("card", ["archer", "treant"])
def test_a_gift_of_a_card_is_had_and_not_taken(card):
    board = handicapped(Handicap(card=card, is_gift=True))
    assert [board.owns(seat, card) for seat in range(3)] == [0, 1, 0]
    assert not board.result()["taken"].any()
    board.session.advance()
    assert board.asked == (Decision.KEEP_DUKE, 0)


def test_a_monster_as_a_gift_brings_its_reward():
    board = handicapped(Handicap(card="goblin_king", is_gift=True))
    board.stops_after_turn = True
    board.session.advance()
    for _ in range(3):  # Dukes, before anything else
        board.choose(board.offered()[0])
    assert [board.goods(seat).gold for seat in range(3)] == [0, 1, 0]  # 1 gold for each Monster


def test_a_domain_as_a_gift_works_from_the_first_turn():
    board = handicapped(Handicap(card="the_desert_orchid", is_gift=True))
    player = board.state.seats[1]
    assert player.num_powers == player.awake == 1
    assert player.timed[Timing.ROLL] == 1


def test_a_thief_as_a_gift_is_looked_for_in_the_harvest_though_none_was_drawn():
    first_game = Board().box.setups_by_id["first_game_2e"].citizens
    stealing = set()
    for deal in range(9):
        looks = []
        for card in ("archer", "thief"):
            board = handicapped(Handicap(card=card, is_gift=True), citizens=(*first_game, "thief"))
            board.session.begin(deal, (0, 1, 0))
            looks.append(bool(board.state.stealing))
        stealing.add(tuple(looks))
    assert stealing == {(False, True), (True, True)}  # drawn or not


@pytest.mark.parametrize(("surcharge", "costs"), [(2, 6), (-2, 2), (-9, 0)])
def test_a_card_may_be_dearer_or_cheaper_for_one_seat(surcharge, costs):
    board = handicapped(Handicap(card="archer", surcharge=surcharge))
    for seat, price in ((1, costs), (0, 4)):
        for gold in (price - 1, price):
            if gold >= 0:
                board.give(seat, gold=gold, magic=0)
                board.act(seat)
                assert board.may("recruit archer") == (gold == price)


def test_a_ban_forbids_one_card_to_one_seat():
    board = handicapped(Handicap(card="archer", is_banned=True))
    for seat in range(2):
        board.give(seat, gold=30, strength=30, magic=30)
        board.act(seat)
        assert board.may("recruit archer") == (seat == 0)
        assert board.may("recruit peasant")
