"""Two numbers together, where one alone brings a result to no target: by playing them.

A number that is changed makes the result finer or coarser; another one, which overshoots alone,
then brings it back.
"""

from collections.abc import Callable, Mapping, Sequence

from balance.tuning.whole_numbers import Values, search

Pair = tuple[tuple[int, int], tuple[int, int]]  # the place of a number and its value, twice
MOST_SEARCHES = 5  # of a second number, with the first one fixed


def search_pairs(
    singles: Sequence[Values],
    target: float,
    now: float,
    is_enough: Callable[[], bool],
    play: Callable[[Mapping[int, int]], float | None],
) -> dict[Pair, float]:
    """Return what came of pairs of numbers that were played.

    Parameters
    ----------
    singles : sequence of Values
        What came of each number alone.
    now : float
        The result of the printed numbers.
    is_enough : function () -> bool
        Asked after the values of each number: whether what was played ends the search.
    play : function (values by place of the number) -> result
        None where numbers cannot have these values.
    """
    found: dict[Pair, float] = {}
    for first, value, second in _promising(singles, target, now)[:MOST_SEARCHES]:

        def with_first(
            other: int, first: int = first, value: int = value, second: int = second
        ) -> float | None:
            pair = _pair((first, value), (second, other))
            return found[pair] if pair in found else play({first: value, second: other})

        printed = singles[second].printed
        values = search(printed, target, singles[first].results[value], with_first)
        for other, result in values.results.items():
            if other != printed:
                found[_pair((first, value), (second, other))] = result
        if is_enough():
            break
    return found


def _pair(one: tuple[int, int], other: tuple[int, int]) -> Pair:
    return (one, other) if one < other else (other, one)


def _promising(singles: Sequence[Values], target: float, now: float) -> list[tuple[int, int, int]]:
    """Return which number to fix at which value, and which other one to search.

    The other one has to be able to bring the result back.  Those come first that lie on both sides
    of the target alone, and first numbers that change little.
    """
    found = []
    for first, fixed in enumerate(singles):
        for value, result in fixed.results.items():
            if value == fixed.printed:
                continue
            for second, other in enumerate(singles):
                is_back = any((one > now) == (result < target) and one != now
                              for one in other.results.values())  # fmt: skip
                if second != first and is_back:
                    rank = other.on_other_side is None, abs(result - now)
                    found.append((rank, (first, value, second)))
    return [one for _, one in sorted(found)]
