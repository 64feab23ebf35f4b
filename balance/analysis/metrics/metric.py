"""What a question to records offers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from balance.scenario.match import Match
from balance.store.sums import Sums


def always(match: Match) -> bool:
    """Tell that a question can be asked of every game."""
    return True


@dataclass(frozen=True)
class Metric:
    """A question that games can be asked.

    Attributes
    ----------
    tally : function (records, match) -> Sums
        Of a batch of whole deals; batches are added up.
    sums : type of Sums
    applies : function (match) -> bool
        Whether it can be asked of the games of this match.
    needs : str
        The sentence that says why not, if it cannot.
    """

    tally: Callable[[NDArray[Any], Match], Sums]
    sums: type[Sums]
    applies: Callable[[Match], bool] = always
    needs: str = ""
