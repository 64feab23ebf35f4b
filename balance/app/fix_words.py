"""What `balance fix` found, in sentences."""

import math
from collections.abc import Iterator

import pandas as pd

from balance.app.commands.fix import Fix, PlayedValue
from balance.app.what_if_words import MOST_NAMED, decimals_of_half, more_change
from balance.portable import command_line
from balance.report.answer import Answer
from balance.report.nouns import capital, definite, several
from balance.report.number_format import interval, percent
from balance.report.section import Finding, Section, Style, Table
from balance.scenario.levers import CARD, OBJECTIVE
from balance.scenario.replay_command import setting_text
from balance.stats.intervals import Estimate


def fix_lines(found: Fix, name: str) -> list[str]:
    """Return what was found, a sentence a line.

    Parameters
    ----------
    name : str
        The scenario, as the user named it.
    """
    subject, target = found.subject, _share(found, found.target)
    verb = _verb(found)
    name_in_text = definite(subject.name) if subject.kind == CARD else subject.name
    lines = [f"{found.scenario}: {name_in_text} {verb} {_estimate(found, found.before)} as it is."]
    if found.is_reached:
        lines.append(f"It is {target} as it is, as far as seen: no change is advised.")
        return [*lines, _played(found)]
    if not found.confirmed:
        lines.append(
            f"No number of {name_in_text} brings this nearer to {target}: {_tried(found)} "
            "were played."
        )
        return [*lines, _played(found)]
    best = found.confirmed[0]
    lines.append(capital(f"{best.change}: {_outcome(found, best)}."))
    others = found.confirmed[1:]
    if best.is_made:
        lines.append(f"This makes it {target}.")
    else:
        lines.append(
            f"This does not make it {target}." if any(one.is_made for one in others)
            else f"None of the values that were played again makes it {target}."
        )  # fmt: skip
        if found.is_neighbour_second:
            is_above = [float(one.result.value[0]) > found.target for one in (best, others[0])]
            where = "Next to it" if is_above[0] == is_above[1] else f"On the other side of {target}"
            lines.append(f"{where}: {_short(found, others[0])}.")
            if is_above[0] == is_above[1]:
                lines.append("The search had too few games: use more --games.")
            others = others[1:]
    lines += [f"Another number: {_short(found, other)}." for other in others]
    lines += _effect_lines(found)
    if found.printed:
        lines.append(f"Printed: {subject.name}: {found.printed}")
    lines.append(_played(found))
    lines += [f"Written: {file}" for file in found.written]
    settings = [f"{key}={setting_text(value)}" for key, value in best.settings.items()]
    lines.append(f"What else it changes: {command_line(['balance', 'try', name, *settings])}")
    return lines


def fix_answer(found: Fix, name: str) -> Answer:
    """Return what was found, for programs: `fix_lines`, and a row for each confirmed value."""
    rows = pd.DataFrame(
        {
            "values": ", ".join(f"{number} {value}" for number, value in one.values.items()),
            "change": one.change,
            "settings": [f"{key}={setting_text(value)}" for key, value in one.settings.items()],
            "makes_target": one.is_made,
            **_ends("result", one.result), **_ends("before", one.before),
            **_ends("difference", one.difference),
        }
        for one in found.confirmed
    )  # fmt: skip
    made = {
        "scenario": found.scenario, "subject": found.subject.name, "target": found.target,
        **_ends("before", found.before), "is_reached": found.is_reached,
        "numbers": found.numbers, "values": found.values, "pairs": found.pairs,
        "printed": found.printed, "games": found.games, "fresh_games": found.fresh_games,
    }  # fmt: skip
    findings = tuple(Finding("fix", line) for line in fix_lines(found, name))
    section = Section("fix", "", findings, (Table("fix", "Values on fresh deals", rows, ()),))
    return Answer(found.scenario, findings, (section,), made)


def _ends(name: str, estimate: Estimate) -> dict[str, float]:
    ends = {"": estimate.value, "_low": estimate.low, "_high": estimate.high}
    return {f"{name}{end}": float(values[0]) for end, values in ends.items()}


def _effect_lines(found: Fix) -> Iterator[str]:
    """Yield whether players still choose what was changed, and what it does to the others."""
    effects = found.effects
    if effects is None:
        return
    if effects.chosen is not None and effects.was_chosen is not None:
        now, was = _percent(effects.chosen), percent(float(effects.was_chosen.value[0]))
        if effects.kind == OBJECTIVE:
            yield f"Players who are dealt it and may choose keep it in {now} of cases, not {was}."
        else:
            yield f"It is taken in {now} of games, not {was}."
    if effects.differences is None:
        return
    every = effects.differences
    value, low, high = (100 * end for end in (every.value, every.low, every.high))
    known = [place for place in range(len(value)) if math.isfinite(high[place] - low[place])]
    clear = sorted(
        (place for place in known if low[place] > 0 or high[place] < 0),
        key=lambda place: -abs(value[place]),
    )
    texts = [
        f"{effects.others[place]} {value[place]:+.1f} points "
        f"[{low[place]:+.1f}, {high[place]:+.1f}]"
        for place in clear[:MOST_NAMED]
    ]
    if len(clear) > MOST_NAMED:
        texts.append(more_change(len(clear) - MOST_NAMED))
    rest = [place for place in known if place not in clear]
    if rest:
        bound = max(max(abs(low[place]), abs(high[place])) for place in rest)
        texts.append(f"no clear change of {len(rest)}, none by more than {bound:.1f} points")
    if texts:
        yield f"The others, when dealt: {'; '.join(texts)}."


def _percent(estimate: Estimate) -> str:
    value, low, high = (float(end[0]) for end in (estimate.value, estimate.low, estimate.high))
    return f"{percent(value)} {interval(low, high, Style.PERCENT, 1)}"


def _tried(found: Fix) -> str:
    pairs = f", and {several(found.pairs, 'pair')} of values" if found.pairs else ""
    return f"{several(found.values, 'value')} of {several(found.numbers, 'number')}{pairs}"


def _short(found: Fix, one: PlayedValue) -> str:
    return f"{one.change}: {_outcome(found, one)}"


def _outcome(found: Fix, one: PlayedValue) -> str:
    was = _share(found, float(one.before.value[0]))
    makes = ", which makes it" if one.is_made and one is not found.confirmed[0] else ""
    return f"{_verb(found)} {_estimate(found, one.result)} instead of {was}{makes}"


def _verb(found: Fix) -> str:
    if found.subject.kind == CARD:
        return "is worth"
    return "wins, when it must be kept," if _is_forced(found) else "wins"


def _is_forced(found: Fix) -> bool:
    return found.subject.kind == OBJECTIVE and bool(found.subject.base)


def _estimate(found: Fix, estimate: Estimate) -> str:
    value, low, high = (
        100 * float(end[0]) for end in (estimate.value, estimate.low, estimate.high)
    )
    places = min(decimals_of_half((high - low) / 2), 2)
    unit = " points" if found.subject.kind == CARD else "%"
    return f"{value:.{places}f}{unit} [{low:.{places}f}, {high:.{places}f}]"


def _share(found: Fix, value: float) -> str:
    unit = " points" if found.subject.kind == CARD else "%"
    text = f"{100 * value:.1f}".removesuffix(".0") + unit
    return "1 point" if text == "1 points" else text


def _played(found: Fix) -> str:
    if found.is_reached:
        return (
            f"Played: {found.fresh_games:,} games, with a 95% interval; more --games tell more. "
            f"{found.seconds:.0f} s."
        )
    return (
        f"Searched with {found.games:,} games of each of {_tried(found)}; the figures above are "
        f"from {found.fresh_games:,} games each on fresh deals, with 95% intervals. "
        f"{found.seconds:.0f} s."
    )
