"""What a change changes, in words: lines for a terminal, rows of a table for a page."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from balance.analysis.comparison.what_if import (
    CARD,
    LENGTH,
    OBJECTIVES,
    OTHERS,
    SCORES,
    SEATS,
    Difference,
)
from balance.analysis.measures import SHARE
from balance.app.commands.try_change import ChangeEffect
from balance.report.nouns import capital, definite, plural, several
from balance.report.number_format import joined
from balance.report.requirement_words import RESULTS

LABEL = 10  # columns of the word before a line
MOST_NAMED = 4  # objectives and other cards that are named
NEARLY_ALWAYS = 0.99  # of games: how often a card is then taken says nothing
TELLING = 5.0  # pp: a larger bound on what did not clearly change says nothing
NARROW = 60  # columns at least
_MOST = {SEATS: 99, OBJECTIVES: MOST_NAMED, OTHERS: MOST_NAMED}  # of which clear ones are named


@dataclass(frozen=True)
class Topic:
    """What an answer says of seats, of objectives, and so on."""

    label: str
    named: tuple[Difference, ...]
    rest: str  # of those that are not named; may be empty
    is_picked: bool  # whether they are named for their size, so that intervals hold for all at once

    def written(self, one: Difference) -> tuple[str, str, str]:
        """Return what a number was, what it is now, and the difference with its interval."""
        low, high = (one.widest_low, one.widest_high) if self.is_picked else (one.low, one.high)
        scale, unit, sign = (100, " pp", "%") if one.unit == SHARE else (1, "", "")
        places = min(decimals_of_half(scale * (high - low) / 2), 2 if one.unit == SHARE else 3)
        was, now = (f"{scale * value:.{places}f}{sign}" for value in (one.was, one.now))
        value, first, last = (f"{scale * number:+.{places}f}" for number in (one.value, low, high))
        return was, now, f"{value}{unit} [{first}, {last}]"


def answer_text(answer: ChangeEffect, width: int = 100) -> str:
    """Return an answer as lines of at most `width` columns."""
    width = max(width, NARROW)
    what = "; ".join(answer.changes) or "nothing"
    lines = textwrap.wrap(f"{answer.scenario}: {what}.", width)
    lines.append(games_text(answer))
    if not answer.differences:
        return "\n".join(lines)
    for topic in topics(answer):
        label = topic.label
        for text in _sentences(topic):
            lines += _labelled(label, text, width)
            label = ""
    label = "Required"
    for one in answer.required:
        met = RESULTS[one.after]
        change = met if one.before == one.after else f"{met}, {RESULTS[one.before]} before"
        text = f"{one.what}: {one.now} instead of {one.was}: {change}"
        lines += _labelled(label, text, width)
        label = ""
    lines += textwrap.wrap(intervals_text(answer), width)
    lines += textwrap.wrap(answer.learnt, width)
    return "\n".join(lines)


def _labelled(label: str, text: str, width: int) -> list[str]:
    first, *rest = textwrap.wrap(text, width - LABEL - 4) or [""]
    return [f"  {label:{LABEL}}  {first}", *(" " * (LABEL + 4) + more for more in rest)]


def games_text(answer: ChangeEffect) -> str:
    """Return what was played."""
    games = f"{answer.games:,} games without it and {answer.games:,} with it"
    if not answer.differences:
        return f"{games}: too few for an answer, which needs {answer.fewest_games:,}."
    return f"After {games}, on the same deals and dice, {answer.seconds:.0f} s:"


def intervals_text(answer: ChangeEffect) -> str:
    """Return what the intervals are."""
    return (
        "In brackets: 95% intervals of the difference (pp: percentage points), valid however often "
        "one looks; of seats, objectives and other cards, of which only clear ones are named, for "
        "all at once. A change is clear if significant after correction for all "
        f"{len(answer.differences)} numbers. Taken: {answer.takings}."
    )


def topics(answer: ChangeEffect) -> Iterator[Topic]:
    """Yield what an answer says, by topic."""
    objective = answer.game.objective or "objective"
    nouns = {SEATS: "seat", OBJECTIVES: objective, OTHERS: answer.game.card}
    labels = {CARD: "Changed", SEATS: "Seats", OBJECTIVES: capital(plural(objective)),
              LENGTH: "Length", SCORES: "Scores", OTHERS: "Others"}  # fmt: skip
    for name, label in labels.items():
        found = [one for one in answer.differences if one.topic == name and not _is_idle(one)]
        if not found:
            continue
        if name not in nouns:
            yield Topic(label, tuple(found), "", is_picked=False)
            continue
        clear = sorted((one for one in found if one.is_clear), key=lambda one: -abs(one.value))
        most = _MOST[name]
        rest = _rest(found, clear, clear[most:], nouns[name])
        yield Topic(label, tuple(clear[:most]), rest, is_picked=True)


def what_text(one: Difference) -> str:
    """Return what a number is: ``rounds``, ``win rate of seat 1``."""
    if one.topic == SEATS:
        return f"win rate of {one.name}"
    if one.topic == OBJECTIVES:
        return f"win rate of a player who is dealt {one.name}"
    if one.measure == "taken":
        return f"games in which {definite(one.name)} is taken"
    if one.measure == "copies":
        return f"copies of {definite(one.name)} taken a game"
    if one.measure == "wins with it":
        return f"win rate of players who take {definite(one.name)} (it need not be the cause)"
    return one.measure


def decimals_of_half(half_width: float) -> int:
    """Return the decimals that show two digits of half the width of an interval, 0 to 4."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 2
    return min(max(1 - math.floor(math.log10(half_width)), 0), 4)


def more_change(number: int) -> str:
    """Return how many more things change clearly than are named."""
    return f"{number} more {'changes' if number == 1 else 'change'} clearly"


def _is_idle(one: Difference) -> bool:
    """Whether it says nothing: how often a card is taken that is nearly always taken."""
    is_taken = one.topic == CARD and one.measure == "taken"
    return is_taken and min(one.was, one.now) >= NEARLY_ALWAYS


def _sentences(topic: Topic) -> Iterator[str]:
    for one in topic.named:
        was, now, difference = topic.written(one)
        doubt = "" if one.is_clear else ", no clear change"
        yield f"{what_text(one)}: {now} instead of {was} ({difference}){doubt}"
    if topic.rest:
        yield topic.rest


def _rest(
    found: Sequence[Difference], clear: Sequence[Difference], left: Sequence[Difference], noun: str
) -> str:
    """Return what else changes clearly, and by how much the others may have changed at most."""
    texts = []
    if left:
        shown = [one.name for one in left[:MOST_NAMED]]
        if len(left) > MOST_NAMED:
            shown.append(several(len(left) - MOST_NAMED, "other"))
        texts.append(f"{more_change(len(left))}: {joined(shown)}")
    rest = [one for one in found if one not in clear]
    if rest:
        who = "the other " if clear and len(rest) > 1 else ""
        bound = 100 * max(max(abs(one.widest_low), abs(one.widest_high)) for one in rest)
        digits = min(decimals_of_half(bound), 2)
        at_most = f": none by more than {bound:.{digits}f} pp" if bound < TELLING else ""
        texts.append(f"no clear change of {who}{several(len(rest), noun)}{at_most}")
    return "; ".join(texts)
