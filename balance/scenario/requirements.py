"""Conditions in a scenario: requirements such as ``seat_gap < 2pp``, and the stopping rule.

`balance.analysis.requirements` computes the measures and decides whether a requirement is met.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.limits import MOST_REQUIREMENTS
from balance.scenario.match import Match

POINTS, SHARE, NUMBER = "pp", "%", ""  # the units
OBJECTIVE = "objective"  # stands for the game's own word for its secret goals, such as Duke
DEALT, KEPT = "dealt", "kept"
_PARTS = {"seat_wins": "seat", "bot_wins": "bot", "card_share": "card", "ending": "ending"}

# Every measure with its unit; those of _PARTS need a part, as in `card_share(knight)`.
UNITS: Mapping[str, str] = {
    "seat_gap": POINTS,
    "bot_gap": POINTS,
    "objective_gap": POINTS,
    "objective_spread": POINTS,
    "seat_wins": SHARE,
    "bot_wins": SHARE,
    "player_wins": SHARE,
    "never_bought": SHARE,
    "unbought": SHARE,
    "card_share": SHARE,
    "shared_wins": SHARE,
    "overtaken": SHARE,
    "cut_off": SHARE,
    "ending": SHARE,
    "median_rounds": NUMBER,
    "median_turns": NUMBER,
    "mean_rounds": NUMBER,
    "mean_turns": NUMBER,
    "mean_score": NUMBER,
    "mean_margin": NUMBER,
}
_OF_OBJECTIVES = re.compile(r"([a-z]\w*)_(gap|spread)")
_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
_CONDITION = re.compile(
    rf"(\w+)\s*(?:\(([^()]*)\))?\s*"
    rf"(?:(<=|>=|<|>)\s*({_NUMBER})|in\s+({_NUMBER})\s*(?:pp|%)?\s*\.\.\s*({_NUMBER}))\s*(pp|%)?"
)
_COUNTED = {
    POINTS: "counted in percentage points",
    SHARE: "a share in percent",
    NUMBER: "a plain number",
}
_EXPECTED = (
    "expected a measure and its bounds, such as 'seat_gap < 2pp', 'card_share(knight) > 5%' or "
    "'median_rounds in 10..16'"
)


@dataclass(frozen=True)
class Condition:
    """A measure and its bounds.

    Attributes
    ----------
    of : str
        The seat, bot, card or ending that it is about; DEALT or KEPT for objectives; else empty.
    low, high : float
        The bounds; infinite if there is none.  Shares and points are parts of 1.
    """

    measure: str  # one of UNITS
    of: str
    noun: str  # the word for objectives in the requirement: ``duke`` in ``duke_spread``
    low: float
    high: float
    is_open: bool  # whether the bounds themselves are excluded

    @property
    def unit(self) -> str:
        """POINTS, SHARE or NUMBER."""
        return UNITS[self.measure]


def read_condition(text: str) -> Condition:
    """Return the condition in a text.

    Raises
    ------
    ValueError
        If it cannot be understood; the text says what is expected.
    """
    matched = _CONDITION.fullmatch(text.strip())
    if matched is None:
        raise ValueError(_EXPECTED)
    name, of, sign, bound, first, last, unit = matched.groups()
    measure, noun = _measure(name)
    if (of is not None) != (measure in _PARTS) and not (noun and of in (DEALT, KEPT)):
        part = _PARTS.get(measure)
        raise ValueError(
            f"expected {name}({part}), which {part} it is about" if part
            else f"expected {name} without {of!r}" if not noun
            else f"expected {name}({DEALT}) or {name}({KEPT})"
        )  # fmt: skip
    if (unit or NUMBER) != UNITS[measure]:
        number = bound or last
        expected = f"{number}{UNITS[measure]}"
        counted = _COUNTED[UNITS[measure]]
        raise ValueError(
            f"expected {expected!r} for {number + (unit or '')!r}, as {name} is {counted}"
        )
    scale = 1.0 if UNITS[measure] == NUMBER else 100.0
    low = float(first or (bound if sign in (">", ">=") else "-inf")) / scale
    high = float(last or (bound if sign in ("<", "<=") else "inf")) / scale
    if low > high:
        raise ValueError(f"expected the smaller number first: {last}..{first}")
    return Condition(measure, (of or "").strip(), noun, low, high, sign in ("<", ">"))


def _measure(name: str) -> tuple[str, str]:
    """Return the measure that a name means, and its word for objectives."""
    if name in UNITS and not name.startswith(OBJECTIVE):
        return name, ""
    matched = _OF_OBJECTIVES.fullmatch(name)
    if matched is None:
        raise ValueError(f"there is no measure {name!r}: {did_you_mean(name, dict(UNITS))}")
    return f"{OBJECTIVE}_{matched[2]}", matched[1]


WINS, OBJECTIVES, ROUNDS = "wins", "objectives", "rounds"  # what a stopping rule is about
EXAMPLES: Mapping[str, str] = {
    WINS: "halfwidth<0.5pp",
    OBJECTIVES: "halfwidth(objectives)<1pp",
    ROUNDS: "halfwidth(rounds)<0.05",
}
_MOST_HALFWIDTH = 1_000.0  # rounds, or wins: more than anybody waits for
_RULE = re.compile(r"half-?width(?:\((\w+)\))?<=?(\d+\.?\d*|\.\d+)(pp)?")


@dataclass(frozen=True)
class StoppingRule:
    """The precision at which a cell has enough games: ``halfwidth<0.5pp``.

    Attributes
    ----------
    what : str
        WINS: the win rates of all seats and bots; OBJECTIVES: those of all objectives when dealt;
        ROUNDS: the mean length of a game.
    """

    what: str
    halfwidth: float  # half of the interval's width: 0.005 is half a percentage point of a win rate

    @property
    def is_share(self) -> bool:
        """Whether it is about shares of games."""
        return self.what != ROUNDS

    def problem_with(self, match: Match) -> str:
        """Return why it does not apply to the games of a match; nothing if it does."""
        if self.what == OBJECTIVES and not match.game_table.objectives:
            return "halfwidth(objectives) needs secret goals; here nobody is dealt any"
        return ""


def read_stopping_rule(text: str) -> StoppingRule:
    """Return the stopping rule in a text.

    Raises
    ------
    ValueError
        If it cannot be understood; the text says what is expected.
    """
    matched = _RULE.fullmatch(text.replace(" ", "").lower())
    what, number, points = matched.groups() if matched else ("", "0", None)
    rule = StoppingRule(what or WINS, float(number) / (100 if points else 1))
    is_known = rule.what in EXAMPLES and rule.is_share == bool(points)
    if not matched or not is_known or not 0 < rule.halfwidth < _MOST_HALFWIDTH:
        *first, last = (repr(example) for example in EXAMPLES.values())
        raise ValueError(
            f"expected {', '.join(first)} or {last}, with any number above 0 and below 1,000"
        )
    return rule


class Requirement(BaseModel):
    """A condition that must hold.

    Attributes
    ----------
    what : str
        Such as ``seat_gap < 2pp``.
    variant : str
        The cells that it is about: a name, or parts of one, such as ``3 players``.  Empty is the
        scenario itself, or every cell of a grid.
    why : str
        The designer's reason, which is printed with it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    what: str
    variant: str = ""
    why: str = ""

    @field_validator("what")
    @classmethod
    def _can_be_read(cls, text: str) -> str:
        read_condition(text)
        return text

    @property
    def condition(self) -> Condition:
        """The condition in `what`."""
        return read_condition(self.what)

    @property
    def by_mean(self) -> "Requirement":
        """The same of a mean in place of a median, which hardly moves with a number."""
        return self.model_copy(update={"what": self.what.replace("median_", "mean_")})

    def is_about(self, cell: str, is_main: bool) -> bool:
        """Whether it applies to a cell, which may be one of the scenario's main cells."""
        if not self.variant:
            return is_main
        parts = {part.strip() for part in self.variant.split(",")}
        return parts <= {part.strip() for part in cell.split(",")}


def _requirement_tables(requirements: Any) -> Any:
    """Return requirements as tables, whether one or many are given, as texts or as tables."""
    listed = [requirements] if isinstance(requirements, str | dict) else requirements
    if not isinstance(listed, list | tuple):
        return listed
    return tuple({"what": one} if isinstance(one, str) else one for one in listed)


Requirements = Annotated[
    tuple[Requirement, ...],
    BeforeValidator(_requirement_tables),
    Field(
        max_length=MOST_REQUIREMENTS,
        description="tables, each under [[require]], with the key what",
    ),
]


def check_applicable(
    requirements: Iterable[Requirement], cells: Mapping[str, Match], main: Iterable[str]
) -> None:
    """Refuse requirements that do not apply to any cell, before anything is played.

    Parameters
    ----------
    cells : mapping of str to Match
        By name.
    main : iterable of str
        The names of the cells that a requirement without a variant is about.

    Raises
    ------
    ScenarioError
        Names the requirement, and says what is wrong with it.
    """
    main = set(main)
    for place, requirement in enumerate(requirements, 1):
        where = f"require, number {place}: what = {requirement.what!r}"
        meant = [match for name, match in cells.items() if requirement.is_about(name, name in main)]
        if not meant:
            hint = did_you_mean(requirement.variant, dict(cells))
            raise ScenarioError(
                f"require, number {place}: variant = {requirement.variant!r}: there is no such "
                f"variant: {hint}"
            )
        problems = [problem_with(requirement.condition, match) for match in meant]
        if all(problems):
            raise ScenarioError(f"{where}: {problems[0]}.")


def problem_with(condition: Condition, match: Match) -> str:
    """Return why a measure does not exist in the games of a match; nothing if it does."""
    game, game_table = match.game, match.game_table
    if condition.measure.startswith(OBJECTIVE):
        return _problem_with_noun(condition, match)
    if condition.measure in ("seat_gap", "seat_wins", "mean_margin", "shared_wins"):
        if game_table.num_seats < 2 or game_table.is_common:
            return f"{condition.measure} needs players who play each other"
    elif condition.measure in ("bot_gap", "bot_wins"):
        if len(match.lineup.entries) < 2:
            return f"{condition.measure} needs different bots; here one has all seats"
    elif condition.measure == "player_wins":
        return "" if game_table.rival else "player_wins needs players against the game itself"
    elif condition.measure == "overtaken":
        if "before_last" not in (game.record.names or ()) or game_table.num_seats < 2:
            return "overtaken needs a game that records the scores before its last round"
    elif condition.measure in ("never_bought", "unbought", "card_share") and not game_table.cards:
        return f"{condition.measure} needs a game in which {game.card}s are taken"
    known = {
        "seat_wins": tuple(str(seat + 1) for seat in range(game_table.num_seats)),
        "bot_wins": match.lineup.labels,
        "card_share": tuple(piece.id for piece in game_table.cards),
        "ending": game.endings,
    }.get(condition.measure, (condition.of,))
    if condition.of in known:
        return ""
    part = _PARTS[condition.measure]
    return f"there is no {part} {condition.of!r}: {did_you_mean(condition.of, known)}"


def _problem_with_noun(condition: Condition, match: Match) -> str:
    word = match.game.objective.lower().replace(" ", "_")
    kind = condition.measure.removeprefix(f"{OBJECTIVE}_")
    if condition.noun not in (OBJECTIVE, word):
        name = f"{condition.noun}_{kind}"
        known = [one for one in UNITS if not one.startswith(OBJECTIVE)]
        known += [f"{word}_gap", f"{word}_spread"] if word else []
        return f"{match.game.title} has no measure {name!r}: {did_you_mean(name, tuple(known))}"
    if not match.game_table.objectives:
        return f"{condition.noun}_{kind} needs secret goals; here nobody is dealt any"
    return ""
