"""What players do is counted in the loop of trajectories as it is by hand."""

from typing import Any

import numpy as np
import pytest

from balance.engine.layout import NOBODY
from balance.engine.session import Session
from balance.runner.stop_signal import StopSignal
from balance.runner.trajectories import TrajectoryPlayer, follow_games
from balance.scenario.match import Match
from tests.runner.test_watched_numbers import match_of, numbers

GAMES = 4
PLAYED = [
    ("examples/games/docks", 3), ("valeria", 4), ("dominion", 2), ("king_of_the_valley", 2),
]  # fmt: skip


def counted_by_hand(match: Match, acts: int) -> tuple[Any, Any]:
    """Play the first games of a match step by step and count what is offered and chosen.

    Acts first, then cards.
    """
    game, seats = match.game, match.game_table.num_seats
    found = np.zeros((GAMES, 3, seats, acts, 2), np.int64)
    cards = np.zeros((GAMES, len(match.game_table.cards), 2), np.int64)
    assert game.round_status is not None
    session = Session(game, match.game_table, match.seed)
    marks = np.empty(len(session.state.choices), np.int64)
    for number in range(GAMES):
        deal, rotation = divmod(number, match.lineup.rotations)
        session.begin(deal, match.lineup.by_rotation[rotation])
        done = []
        while True:
            session.advance()
            if session.is_over:
                break
            state, seat = session.state, int(session.state.due_seat)
            entry = match.lineup.entries[int(state.lineup[seat])]
            index = session.ask(entry.bot, entry.weights)
            game.round_status.acts.write(state, session.tables[0], marks)
            count = int(state.num_choices)
            offered = {int(mark) for mark in marks[:count]} - {NOBODY}
            begun = int(game.round_status.rounds(state, session.tables[0]))
            if count > 1 and offered:
                done.append((begun, seat, offered, int(marks[index])))
            game.round_status.write_cards(state, session.tables[0], marks)
            for card in set(marks[:count].tolist()) - {NOBODY} if count > 1 else ():
                cards[number, card] += (1, marks[index] == card)
            session.take(index)
        rounds = int(session.state.rounds)
        for begun, seat, offered, chosen in done:
            third = min(3 * (max(begun, 1) - 1) // rounds, 2)
            for act in offered:
                found[number, third, seat, act] += (1, act == chosen)
    return found, cards


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_acts_are_counted_as_by_hand(game: str, players: int) -> None:
    match = match_of(game, players)
    player = TrajectoryPlayer(match)
    acts = player.round_status.acts.names(match.game_table)
    acted = np.zeros((GAMES, 3, players, len(acts), 2), np.int64)
    offers = np.zeros((GAMES, len(match.game_table.cards), 2), np.int64)
    records, *_ = player.follow(numbers(0, GAMES), 400, acted=acted, offers=offers)
    by_hand, cards = counted_by_hand(match, len(acts))
    assert by_hand.sum() > 0
    assert np.array_equal(acted, by_hand)
    assert np.array_equal(offers, cards)
    taken = records["taken"][:, :players].sum(axis=1)[:, : offers.shape[1]]
    assert (offers[..., 1] <= taken).all()
    if game != "king_of_the_valley":  # where a move takes several tiles
        assert offers[..., 1].sum() > 0.5 * taken.sum()


def test_games_that_are_followed_have_what_was_done() -> None:
    followed = follow_games(match_of("examples/games/docks", 2), 300, 1, StopSignal())
    assert followed is not None
    assert followed.acts[:2] == ("buy a boat", "sell fish")
    assert followed.acted.shape == (300, 3, 2, len(followed.acts), 2)
    assert (followed.acted[..., 1] <= followed.acted[..., 0]).all()
    assert (followed.acted.sum(axis=(0, 2))[:, 0] > 0).all()
