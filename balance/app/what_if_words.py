"""What a change changes, in a few lines of words for a terminal."""

import math
import textwrap
from collections.abc import Iterator, Sequence

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
from balance.app.commands.what_if import ChangeEffect
from balance.report.nouns import capital, definite, plural, several

LABEL = 10  # columns of the word before a line
MOST_NAMED = 4  # objectives and other cards that are named
NEARLY_ALWAYS = 0.99  # of games: how often a card is then taken says nothing
NARROW = 60  # columns at least


def answer_text(answer: ChangeEffect, width: int = 100) -> str:
    """Return an answer as lines of at most `width` columns."""
    what = "; ".join(answer.changes) or "nothing"
    lines = textwrap.wrap(f"{answer.scenario}: {what}.", max(width, NARROW))
    games = f"{answer.games:,} games without it and {answer.games:,} with it"
    if not answer.differences:
        lines.append(f"{games}: too few for an answer, which needs {answer.fewest_games:,}.")
        return "\n".join(lines)
    lines.append(f"After {games}, on the same deals and dice, {answer.seconds:.0f} s:")
    for label, text in _lines(answer):
        wrapped = textwrap.wrap(text, max(width, NARROW) - LABEL - 4) or [""]
        lines.append(f"  {label:{LABEL}}  {wrapped[0]}")
        lines += [" " * (LABEL + 4) + more for more in wrapped[1:]]
    lines += textwrap.wrap(
        "In brackets: 95% intervals of the difference, valid however often one looks; of seats, "
        "objectives and other cards, of which only clear ones are named, for all at once. A change "
        f"is clear if significant after correction for all {len(answer.differences)} numbers.",
        max(width, NARROW),
    )
    return "\n".join(lines)


def difference_text(one: Difference, is_picked: bool = False) -> str:
    """Return a difference as ``41.2% instead of 78.3% (-37.1 points [-37.9, -36.4])``.

    `is_picked`: whether it is named for its size, so that its interval holds for all at once.
    """
    low, high = (one.widest_low, one.widest_high) if is_picked else (one.low, one.high)
    scale, unit, sign = (100, " points", "%") if one.unit == SHARE else (1, "", "")
    places = min(decimals_of_half(scale * (high - low) / 2), 2 if one.unit == SHARE else 3)
    was, now = (f"{scale * value:.{places}f}{sign}" for value in (one.was, one.now))
    value, first, last = (f"{scale * number:+.{places}f}" for number in (one.value, low, high))
    return f"{now} instead of {was} ({value}{unit} [{first}, {last}])"


def decimals_of_half(half_width: float) -> int:
    """Return the decimals that show two digits of half the width of an interval, 0 to 4."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 2
    return min(max(1 - math.floor(math.log10(half_width)), 0), 4)


def bound_text(found: Sequence[Difference]) -> str:
    """Return the most by which any of some numbers may have changed: ``0.7 points``."""
    bound = max(max(abs(one.widest_low), abs(one.widest_high)) for one in found)
    scale, unit = (100, " points") if found[0].unit == SHARE else (1, "")
    return f"{scale * bound:.{min(decimals_of_half(scale * bound), 2)}f}{unit}"


def _lines(answer: ChangeEffect) -> Iterator[tuple[str, str]]:
    by_topic: dict[str, list[Difference]] = {}
    for one in answer.differences:
        by_topic.setdefault(one.topic, []).append(one)
    yield from _card_lines(by_topic.get(CARD, []))
    yield from _named_lines("Seats", by_topic.get(SEATS, []), "wins", "seat", 99)
    objective = answer.game.objective or "objective"
    yield from _named_lines(
        capital(plural(objective)), by_topic.get(OBJECTIVES, []), "when dealt, wins", objective,
        MOST_NAMED,
    )  # fmt: skip
    for label, topic in (("Length", LENGTH), ("Scores", SCORES)):
        for place, one in enumerate(by_topic.get(topic, [])):
            text = f"{one.measure}: {difference_text(one)}{_doubt(one)}"
            yield ("" if place else label), text
    others = by_topic.get(OTHERS, [])
    yield from _named_lines(
        "Others", others, "is taken in",
        answer.game.card, MOST_NAMED,
    )  # fmt: skip


def _card_lines(found: Sequence[Difference]) -> Iterator[tuple[str, str]]:
    label = "Changed"
    for one in found:
        text = f"{difference_text(one)}{_doubt(one)}"
        if one.measure == "copies":
            yield label, f"{one.name}: copies taken a game: {text}"
        elif one.measure == "taken" and min(one.was, one.now) < NEARLY_ALWAYS:
            yield label, f"{capital(definite(one.name))} is taken in {text}"
        elif one.measure == "wins with it":
            yield label, f"{one.name}: players who take it win {text}; it need not be the cause"
        else:
            continue
        label = ""


def _named_lines(
    label: str, found: Sequence[Difference], verb: str, noun: str, most: int
) -> Iterator[tuple[str, str]]:
    """Yield a line for each clear difference, the largest first, and one for all others."""
    if not found:
        return
    clear = sorted((one for one in found if one.is_clear), key=lambda one: -abs(one.value))
    for place, one in enumerate(clear[:most]):
        name = definite(one.name) if one.topic == OTHERS else one.name
        text = f"{name} {verb} {difference_text(one, is_picked=True)}"
        yield ("" if place else label), text
    rest = [one for one in found if one not in clear]
    left = len(clear) - most
    texts = []
    if left > 0:
        texts.append(more_change(left))
    if rest:
        who = "the other " if clear and len(rest) > 1 else ""
        who += several(len(rest), noun)
        texts.append(f"no clear change of {who}: none by more than {bound_text(rest)}")
    if texts:
        yield ("" if clear else label), "; ".join(texts)


def more_change(number: int) -> str:
    """Return how many more things change clearly than are named."""
    return f"{number} more {'changes' if number == 1 else 'change'} clearly"


def _doubt(one: Difference) -> str:
    return "" if one.is_clear else ", no clear change"
