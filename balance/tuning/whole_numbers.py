"""Which whole number brings a result nearest to a target: by playing values, never by a formula."""

from collections.abc import Callable
from dataclasses import dataclass, field

MOST_VALUES = 12  # of one number that are played


@dataclass
class Values:
    """The values of one number that were played.

    Attributes
    ----------
    printed : int
        The value as it is.
    results : dict of int to float
        What came of each value.
    """

    printed: int
    target: float
    results: dict[int, float] = field(default_factory=dict)

    @property
    def best(self) -> int:
        """The value with the result nearest to the target; of equal ones, the least change."""
        return min(self.results, key=lambda value: (self._miss(value), abs(value - self.printed)))

    @property
    def on_other_side(self) -> int | None:
        """The value beside the best one whose result lies on the other side of the target."""
        best = self.best
        side = self._is_above(best)
        others = [value for value in self.results if self._is_above(value) != side]
        return min(others, key=lambda value: (abs(value - best), self._miss(value)), default=None)

    def _miss(self, value: int) -> float:
        return abs(self.results[value] - self.target)

    def _is_above(self, value: int) -> bool:
        return self.results[value] > self.target


def search(printed: int, target: float, now: float, play: Callable[[int], float | None]) -> Values:
    """Play values of a number until two neighbours have results on both sides of a target.

    Steps grow from the printed value in the direction that helps, then the gap is halved.  Assumes
    that the result rises or falls with the number, at least up to the target; where it does not,
    the best of the values that were played is found.

    Parameters
    ----------
    now : float
        The result of the printed value.
    play : function (value) -> result
        None where the number cannot have the value.
    """
    values = Values(printed, target, {printed: now})
    refused: set[int] = set()

    def result(value: int) -> float | None:
        if value not in values.results and value not in refused:
            if len(values.results) + len(refused) > MOST_VALUES:
                return None
            found = play(value)
            if found is None:
                refused.add(value)
            else:
                values.results[value] = found
        return values.results.get(value)

    def is_short(found: float) -> bool:
        """Whether a result lies on the side of the target that the printed one lies on."""
        return (found > target) == (now > target)

    direction = _direction(printed, target, now, result)
    if not direction:
        return values
    near, far, step = printed, printed + direction, 1
    while is_short(values.results[far]):
        step *= 2
        found = result(far + direction * step)
        while found is None and step > 1:
            step //= 2
            found = result(far + direction * step)
        is_back = found is not None and abs(found - target) > abs(values.results[far] - target)
        if found is None or (is_back and is_short(found)):
            return values  # no value goes on, or the result turns back
        near, far = far, far + direction * step
    while abs(far - near) > 1:
        middle = (near + far) // 2
        found = result(middle)
        if found is None:
            return values
        near, far = (middle, far) if is_short(found) else (near, middle)
    return values


def _direction(
    printed: int, target: float, now: float, result: Callable[[int], float | None]
) -> int:
    """Return the step, up or down, that brings the result nearer to the target; 0 if none does."""
    misses = {}
    for step in (-1, 1):
        found = result(printed + step)
        if found is not None:
            misses[step] = abs(found - target)
    best = min(misses, key=lambda step: misses[step], default=0)
    return best if best and misses[best] < abs(now - target) else 0
