"""Attacks on the random streams: what a bot is given must not lead to the decks and dice."""

from collections.abc import Iterator

import numpy as np

from balance.engine.layout import MAX_SEATS
from balance.engine.rng import bot_keys, deal_key, open_stream
from balance.engine.session import Session

GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
BOT_SOURCES = (0, *range(1 << 20, (1 << 20) + MAX_SEATS))  # 1 << 20 and up: those of version 0.3
DEALS = 200


def unmix(word: int) -> int:
    """Invert `balance.engine.rng.mix`."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, 1 << 64) & WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & WORD
    return word ^ word >> 30 ^ word >> 60


def start_of(stream: np.ndarray) -> int:
    """Return the word from which a stream was opened, as two draws of it give away."""
    first, second = (unmix(int(word)) for word in stream)
    assert (first - GOLDEN) & WORD == (second + GOLDEN) & WORD
    return (first - GOLDEN) & WORD


def keys_behind(stream: np.ndarray, deal: int) -> Iterator[int]:
    """Yield all words that the mixing, inverted step by step, leads to."""
    for source in BOT_SOURCES:
        key = unmix(start_of(stream)) ^ (source + 1) << 32
        yield key
        of_seed = unmix(key) ^ deal * GOLDEN & WORD
        yield of_seed
        yield (unmix(of_seed) - GOLDEN) & WORD


def dice_from(key: int, streams: int) -> np.ndarray:
    opened = np.empty((streams, 2), np.uint64)
    for source in range(streams):
        open_stream(opened[source], np.uint64(key), source, 0)
    return opened


def test_the_attack_finds_the_key_of_a_stream_that_is_opened_from_the_deals_key():
    key = deal_key(7, 3)
    stream = dice_from(key, 1)[0]
    found = list(keys_behind(stream, 3))
    assert int(key) in found
    assert 7 in found


def test_no_stream_of_a_bot_leads_to_the_deals_key_the_seed_or_the_dice(pig, pig_set_up):
    seed = 7
    session = Session(pig, pig_set_up().cells[0].match.game_table, seed)
    for deal in range(DEALS):
        session.begin(deal, (0, 0))
        dice = session.state.streams.copy()
        for seat in range(MAX_SEATS):
            for key in keys_behind(session.streams[seat], deal):
                assert key not in (seed, int(session.state.key))
                assert key not in [int(k) for s, k in enumerate(bot_keys(seed)) if s != seat]
                assert (dice_from(key, len(dice)) != dice).all()
                assert (dice_from(int(deal_key(np.uint64(key), deal)), len(dice)) != dice).all()


def test_keys_of_bots_differ_by_seed_and_seat_and_never_change():
    keys = np.array([bot_keys(seed) for seed in range(100)])
    assert len(np.unique(keys)) == keys.size
    # Written down, as the results of a seed must not change.
    assert hex(bot_keys(1)[0]) == "0x821352513e080d9"
