"""``halfwidth<0.5pp``: how narrow intervals are to be before no more games are played."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from balance.scenario.match import Match

WINS, OBJECTIVES, ROUNDS = "wins", "objectives", "rounds"
EXAMPLES: Mapping[str, str] = {
    WINS: "halfwidth<0.5pp",
    OBJECTIVES: "halfwidth(objectives)<1pp",
    ROUNDS: "halfwidth(rounds)<0.05",
}
_MOST = 1_000.0  # rounds, or wins: more than anybody waits for
_RULE = re.compile(r"half-?width(?:\((\w+)\))?<=?(\d+\.?\d*|\.\d+)(pp)?")


@dataclass(frozen=True)
class StoppingRule:
    """How narrow intervals are to be.

    Attributes
    ----------
    what : str
        WINS: the win rates of all seats and bots; OBJECTIVES: those of all objectives when dealt;
        ROUNDS: the mean length of a game.
    halfwidth : float
        Half of the interval's width: 0.005 is half a percentage point of a win rate.
    """

    what: str
    halfwidth: float

    @property
    def is_share(self) -> bool:
        """Whether it is about shares of games."""
        return self.what != ROUNDS


def trouble_with(until: StoppingRule, match: Match) -> str:
    """Return why the games of a match cannot be asked for it; nothing if they can."""
    if until.what == OBJECTIVES and not match.game_table.objectives:
        return "halfwidth(objectives) needs secret goals; here nobody is dealt any"
    return ""


def read_stopping_rule(text: str) -> StoppingRule:
    """Return what a text asks for.

    Raises
    ------
    ValueError
        If it cannot be understood: says what is expected.
    """
    found = _RULE.fullmatch(text.replace(" ", "").lower())
    what, number, points = found.groups() if found else ("", "0", None)
    until = StoppingRule(what or WINS, float(number) / (100 if points else 1))
    is_known = until.what in EXAMPLES and until.is_share == bool(points)
    if not found or not is_known or not 0 < until.halfwidth < _MOST:
        *first, last = (repr(example) for example in EXAMPLES.values())
        raise ValueError(
            f"expected {', '.join(first)} or {last}, with any number above 0 and below 1,000"
        )
    return until
