"""The score in its parts (D8.3), who wins (D8.4), and what a record keeps of a game."""

import pytest

from balance.engine.layout import WIN
from balance.games.dominion.layout import ENDINGS, PARTS, Card
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.scoring import score
from balance.games.dominion.rules.supply import TO_DISCARD, gain
from tests.games.dominion.zones import discard, hold, new_record, new_state, new_table, own

THREE_PILES = 1 + ENDINGS.index("three piles are empty")
W15 = {
    Card.copper: 7, Card.silver: 4, Card.gold: 3, Card.estate: 3, Card.duchy: 2,
    Card.province: 4, Card.curse: 2, Card.gardens: 3, Card.smithy: 2,
}  # fmt: skip


def a_game(*seats, players=2, kingdom=(Card.gardens, Card.fairgrounds, Card.smithy), turns=()):
    """Return state and table of a game in which the seats own these cards."""
    tables, states = new_table(players), new_state(*kingdom, ending=THREE_PILES)
    for seat, cards in enumerate(seats):
        own(states[0], tables[0], seat, cards)
    for seat, count in enumerate(turns):
        states[0].seats[seat].turns = count
    return states, tables


def kept(states, tables):
    """Return the record of a game as it stands."""
    records = new_record()
    write_record(states[0], tables[0], records[0])
    return records[0]


def parts(record, seat=0):
    """Return the parts of a score that are not 0."""
    return {part: int(n) for part, n in zip(PARTS, record.parts[seat], strict=True) if n}


@pytest.mark.rule("D8.3")
@pytest.mark.rule("W15")
def test_a_score_in_its_parts():
    states, tables = a_game(W15)
    assert states[0].seats[0].num_owned == 30
    assert score(states[0], tables[0], 0) == 40
    record = kept(states, tables)
    assert record.scores.tolist() == [40, 0, 0, 0, 0]
    assert parts(record) == {
        "Provinces": 24, "Duchies": 6, "Estates": 3, "Curses": -2, "Gardens": 9
    }  # fmt: skip


@pytest.mark.rule("D8.3")
@pytest.mark.rule("W16")
@pytest.mark.parametrize(("owned", "points"), [(39, 6), (40, 8), (9, 0), (10, 2)])
def test_gardens_are_rounded_down(owned, points):
    states, tables = a_game({Card.gardens: 2, Card.copper: owned - 2})
    assert score(states[0], tables[0], 0) == points


@pytest.mark.rule("D8.3")
@pytest.mark.rule("D2.8")
@pytest.mark.rule("W17")
@pytest.mark.parametrize(("without", "points"), [((), 12), ((Card.smithy,), 6)])
def test_fairgrounds_count_names(without, points):
    names = {*range(7), Card.smithy, Card.village} - {*without}
    cards = {Card(kind): 1 for kind in names} | {Card.fairgrounds: 3}
    states, tables = a_game(cards, kingdom=(Card.fairgrounds, Card.smithy, Card.village))
    assert score(states[0], tables[0], 0) == points + 1 + 3 + 6 - 1
    assert parts(kept(states, tables))["Fairgrounds"] == points


@pytest.mark.rule("D2.2")
@pytest.mark.rule("D8.3")
def test_cards_count_wherever_they_are():
    states, tables = a_game({Card.province: 1})
    state, table = states[0], tables[0]
    hold(state, table, 0, {Card.duchy: 1})
    discard(state, table, 0, {Card.gardens: 1, Card.copper: 7})
    assert score(state, table, 0) == 6 + 3 + 1


def test_a_card_of_ones_own_is_another_card():
    states, tables = a_game({Card.province: 1})
    state, table = states[0], tables[0]
    table.faces[Card.smithy].points = 4
    table.faces[Card.gardens].points = 1  # beside what it counts
    own(state, table, 0, {Card.smithy: 2, Card.gardens: 1, Card.copper: 6})
    record = kept(states, tables)
    assert parts(record) == {"Provinces": 6, "Gardens": 1, "other cards": 9}
    assert record.scores[0] == score(state, table, 0) == 16


@pytest.mark.rule("D8.4")
@pytest.mark.rule("D8.5")
@pytest.mark.rule("W13")
@pytest.mark.rule("W14")
@pytest.mark.parametrize(
    ("points", "turns", "wins"),
    [
        ((5, 4), (15, 15), (1, 0)),
        ((5, 6), (15, 14), (0, 1)),
        ((5, 5), (15, 14), (0, 1)),
        ((5, 5), (15, 15), (1 / 2, 1 / 2)),
        ((0, -3), (15, 15), (1, 0)),
        ((-3, -2), (15, 15), (0, 1)),
        ((-1, -1), (15, 14), (0, 1)),
        ((5, 5, 4), (15, 15, 14), (1 / 2, 1 / 2, 0)),
        ((5, 5, 5), (15, 14, 14), (0, 1 / 2, 1 / 2)),
        ((5, 5, 5, 5), (9, 9, 9, 9), (1 / 4, 1 / 4, 1 / 4, 1 / 4)),
    ],
)
def test_who_wins(points, turns, wins):
    cards = [{Card.estate: n} if n > 0 else {Card.curse: -n} for n in points]
    states, tables = a_game(*cards, players=len(points), turns=turns)
    record = kept(states, tables)
    assert record.scores[: len(points)].tolist() == list(points)
    assert record.wins[: len(points)].tolist() == [WIN * win for win in wins]
    assert record.wins.sum() == WIN


@pytest.mark.rule("D15.6")
@pytest.mark.parametrize(("ending", "wins"), [(2, WIN), (3, 0)])
def test_alone_it_is_the_wanted_provinces_that_win(ending, wins):
    states, tables = a_game({Card.curse: 1, Card.province: 3}, players=1)
    states[0].ending = 1 + ending
    record = kept(states, tables)
    assert record.wins.tolist() == [wins, 0, 0, 0, 0]
    assert record.ending == ending


def test_what_was_taken_when():
    states, tables = a_game({}, {}, kingdom=(Card.smithy, Card.village))
    state = states[0]
    state.rounds, state.turns = 17, 33
    state.seats[1].taken[Card.smithy] = 2
    state.seats[1].rounds_taken[Card.smithy] = 3 + 8
    state.seats[0].before_last = 21
    record = kept(states, tables)
    assert (record.rounds, record.turns, record.ending) == (17, 33, THREE_PILES - 1)
    assert record.taken[1, Card.smithy] == 2
    assert record.rounds_taken[1, Card.smithy] == 11
    assert record.taken.sum() == 2
    assert record.before_last.tolist() == [21, 0, 0, 0, 0]


def test_what_was_there():
    states, tables = a_game(kingdom=(Card.smithy, Card.village))
    state, table = states[0], tables[0]
    state.piles[Card.village] = 0  # sold out, but there was one
    table.rows[Card.copper] = -1  # a kind without a row is not kept
    table.rows[Card.smithy] = Card.copper
    record = kept(states, tables)
    there = {*range(7), Card.village}
    assert {row for row in range(len(record.available)) if record.available[row]} == there


def test_more_copies_than_a_record_counts():
    states, tables = a_game(kingdom=())
    state = states[0]
    state.rounds, state.in_supply, state.piles[Card.copper] = 3, 1 << Card.copper, 5
    state.seats[0].taken[Card.copper] = 126  # many of them were trashed since
    for _ in range(3):
        assert gain(state, tables[0], 0, Card.copper, TO_DISCARD)
    record = kept(states, tables)
    assert record.taken[0, Card.copper] == 127
    assert record.rounds_taken[0, Card.copper] == 3  # in which the last one counted was gained


def test_a_game_that_was_cut_off_has_an_ending():
    states, tables = a_game({}, {})
    states[0].ending = 0
    assert kept(states, tables).ending == 0
