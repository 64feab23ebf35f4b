"""Random streams: xoroshiro128+, seeded by splitmix64 of (seed, deal, source, place).

A game's draws depend on the seed and the deal alone: not on workers, batches or other games.
Each source of chance has its own stream, so that a bot's draws do not change how decks are
shuffled.  A stream can be restarted at a place, such as the number of the turn: the draws from
there are the same whatever was drawn before.

The mixing here can be inverted: two draws of a stream give away its key.  So the streams that bots
draw from have keys of their own, by seat, which a one-way hash function makes of the seed.  A bot
that finds its key can predict its own draws, but no deck, no die and no other seat's draws.

References
----------
Blackman and Vigna (2021), "Scrambled linear pseudorandom number generators".
Lemire (2019), "Fast random integer generation in an interval".
Aumasson et al. (2013), "BLAKE2: simpler, smaller, fast as MD5".
"""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import MAX_SEATS, State, Stream

# A uint64 meeting a plain int turns signed, so every constant here is a uint64.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_11, _16, _24, _27, _30, _31, _32, _37, _40 = map(np.uint64, (11, 16, 24, 27, 30, 31, 32, 37, 40))


@compiled
def mix(word: np.uint64) -> np.uint64:
    """Scramble 64 bits (splitmix64's finalizer)."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@compiled
def deal_key(seed: Any, deal: int) -> np.uint64:
    """Return the key from which all streams of a deal are opened."""
    return mix(mix(np.uint64(seed) + _GOLDEN) ^ (np.uint64(deal) * _GOLDEN))


@compiled
def open_stream(stream: Stream, key: np.uint64, source: int, place: int) -> None:
    """Set `stream` to the start of `source` at `place` in the deal with this key."""
    start = mix(key ^ (np.uint64(source + 1) << _32 | np.uint64(place)))
    stream[0] = mix(start + _GOLDEN)
    stream[1] = mix(start - _GOLDEN)


def bot_keys(seed: int) -> NDArray[np.uint64]:
    """Return the key of each seat's bot stream, shape (MAX_SEATS,): BLAKE2b of seed and seat."""
    keys = np.empty(MAX_SEATS, np.uint64)
    for seat in range(MAX_SEATS):
        text = f"balance bot stream, seed {seed}, seat {seat}"
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        keys[seat] = int.from_bytes(digest, "little")
    return keys


@compiled
def open_bot_stream(stream: Stream, key: np.uint64, deal: int, place: int) -> None:
    """Set the stream of a bot, whose seat has this key, to its start at `place` in the deal."""
    open_stream(stream, deal_key(key, deal), 0, place)


@compiled
def open_streams(state: State, seed: int, deal: int) -> None:
    """Set every stream of `state` to its start in deal number `deal`."""
    reseed(state, deal_key(seed, deal))


@compiled
def reseed(state: State, key: np.uint64) -> None:
    """Open all streams of `state` from another key, which changes all later draws."""
    state.key = key
    for source in range(len(state.streams)):
        restart_stream(state, source, 0)


@compiled
def restart_stream(state: State, source: int, place: int) -> None:
    """Set the stream of `source` to its start at `place`, such as the number of the turn."""
    open_stream(state.streams[source], state.key, source, place)


@compiled
def draw(stream: Stream) -> np.uint64:
    """Return the next 64 random bits."""
    s0 = stream[0]
    s1 = stream[1]
    bits = s0 + s1
    s1 ^= s0
    stream[0] = ((s0 << _24) | (s0 >> _40)) ^ s1 ^ (s1 << _16)
    stream[1] = (s1 << _37) | (s1 >> _27)
    return bits


@compiled
def below(stream: Stream, n: int) -> int:
    """Return a uniform integer in ``[0, n)``, for ``0 < n < 2**32`` (bias below ``n / 2**32``)."""
    return int(((draw(stream) >> _32) * np.uint64(n)) >> _32)


@compiled
def happens(stream: Stream, chance: float) -> bool:
    """Return True with this chance: always with 1, never with 0."""
    return float(draw(stream) >> _11) < chance * 9007199254740992.0  # 2**53


@compiled
def die(stream: Stream, sides: int) -> int:
    """Return a roll of 1 to `sides`."""
    return below(stream, sides) + 1


@compiled
def shuffle(stream: Stream, deck: NDArray[Any], n: int) -> None:
    """Shuffle ``deck[:n]`` in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
