"""A fixed loop whose speed shows how fast the machine is at the moment.

On a shared machine speed differs by half from one moment to the next, so games per second cannot
be compared across time.  The loop has about the same mix of work as rules and bots: it draws random
numbers, looks up a table, branches unpredictably, changes a state of a few kilobytes and scores
choices.  Measured right beside the loop, the number of its steps per game is nearly the same
whatever the load.

**Never change it**: stored figures are in its steps, and a test compares its result.  It has its
own copy of the engine's random generator, which may change.
"""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled

STEPS = 500_000  # per measurement: a little over a hundredth of a second
_ROWS = 1024
_STATE = 512
_CHOICES = 8
_16, _24, _27, _37, _40 = (np.uint64(n) for n in (16, 24, 27, 37, 40))
_SEED = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64)
_LOWER = np.uint64(0x3FFFFFFF)


class ReferenceLoop:
    """The loop with its arrays, compiled beforehand."""

    def __init__(self) -> None:
        self._table = (np.arange(_ROWS, dtype=np.int64) * 7919 % 251).astype(np.int16)
        self.run(1)

    def run(self, steps: int) -> int:
        """Run so many steps from the start; return a number that depends on all of them."""
        return int(walk(_SEED.copy(), self._table, np.zeros(_STATE, np.int32), steps))

    def rate(self) -> float:
        """Return the current speed in million steps per second of processor time."""
        begun = time.process_time()
        self.run(STEPS)
        return STEPS / (time.process_time() - begun) / 1e6


@compiled
def walk(
    stream: NDArray[np.uint64], table: NDArray[np.int16], state: NDArray[np.int32], steps: int
) -> np.int64:
    """Run the loop; return a number that depends on all steps."""
    total = np.int64(0)
    for _ in range(steps):
        bits = _bits(stream)
        place = bits % _STATE
        row = (bits // _STATE) % _ROWS
        value = np.int64(table[row])
        if value < 40:  # as of an effect: unpredictable
            state[place] += np.int32(value)
        elif value < 120:
            state[place] = np.int32(np.int64(state[(place + value) % _STATE]) // 2 + 3)
        elif value < 200:
            total += np.int64(state[place])
        else:
            total ^= row
        best = -1.0
        chosen = np.int64(0)
        for choice in range(1 + bits % _CHOICES):  # as a bot scores its choices
            seen = np.int64(table[(row + choice * 31) % _ROWS])
            score = seen * 0.75 + np.int64(state[(place + choice) % _STATE]) % 16
            if score > best:
                best = score
                chosen = np.int64(choice)
        total += chosen
    return total


@compiled
def _bits(stream: NDArray[np.uint64]) -> Any:
    """Return 30 random bits (xoroshiro128+)."""
    s0 = stream[0]
    s1 = stream[1]
    bits = s0 + s1
    s1 ^= s0
    stream[0] = ((s0 << _24) | (s0 >> _40)) ^ s1 ^ (s1 << _16)
    stream[1] = (s1 << _37) | (s1 >> _27)
    return np.int64((bits >> _27) & _LOWER)
