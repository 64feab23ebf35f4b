"""Whole amounts that make all seats even, from games whose win rates are known."""

import numpy as np
import pytest

from balance.tuning.seat_amounts import MOST, off, search_amounts


def game(strengths, worth):
    """Return what plays a game in which more helps less and less, and the sets that it played."""
    played = []

    def play(amounts):
        played.append(amounts)
        strong = np.array(strengths) * np.exp(worth * np.array(amounts, float) ** 0.8)
        return strong / strong.sum()

    return play, played


@pytest.mark.parametrize(
    ("strengths", "worth"),
    [
        ([4, 3, 2, 1.6], 0.2),
        ([4, 3, 2.5, 1.6], 0.25),
        ([5, 4, 3], 0.15),
        ([6, 5], 0.1),
        ([3, 1], 0.2),
    ],
)
def test_the_best_of_all_sets_is_found_by_playing_few(strengths, worth):
    play, played = game(strengths, worth)
    found = search_amounts(len(strengths), play)
    seats = len(strengths)
    tried = len(played)
    all_sets = np.stack(np.meshgrid(*[range(MOST + 1)] * seats), axis=-1).reshape(-1, seats)
    least = min(off(play(tuple(one)), seats) for one in all_sets if min(one) == 0)
    assert off(play(found.best), seats) < least + 0.003
    assert tried <= seats + 13
    assert found.best in found.rates


def test_seats_that_are_even_need_nothing():
    play, played = game([1, 1, 1], 0.3)
    assert search_amounts(3, play).best == (0, 0, 0)
    assert len(played) == 7


def test_of_two_bots_the_set_is_best_for_the_one_that_is_farther_off():
    """What is even for one bot is 8 points off for the other: between them neither is."""
    (first, _), (second, _) = game([1.6, 1], 0.1), game([1.2, 1], 0.1)
    found = search_amounts(2, lambda amounts: np.concatenate([first(amounts), second(amounts)]))
    alone = [search_amounts(2, play).best for play in (first, second)]
    worst = [max(off(play(best), 2) for play in (first, second)) for best in (*alone, found.best)]
    assert worst[2] < min(worst[:2])
    assert alone[1][1] < found.best[1] < alone[0][1]
