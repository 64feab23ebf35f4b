"""What `balance fix` found, in sentences."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from balance.app.commands.fix import Fix, PlayedValue, SecondOpinion, TriedValue
from balance.app.what_if_words import MOST_NAMED, decimals_of_half, more_change
from balance.portable import command_line
from balance.report.answer import Answer
from balance.report.nouns import capital, definite, several
from balance.report.number_format import interval, joined, percent
from balance.report.section import Finding, Section, Style, Table
from balance.scenario.levers import CARD, OBJECTIVE, SEAT
from balance.scenario.replay_command import setting_text
from balance.stats.intervals import INTERVAL, Estimate, Floats
from balance.stats.verdict import Verdict, all_within
from balance.tuning.seat_amounts import MOST


def fix_lines(found: Fix, name: str) -> list[str]:
    """Return what was found, a sentence a line.

    Parameters
    ----------
    name : str
        The scenario, as the user named it.
    """
    return [*_lines(found, name)]


def _lines(found: Fix, name: str) -> Iterator[str]:
    subject = found.subject
    who = definite(subject.name) if subject.kind == CARD else subject.name
    if subject.is_all_seats:
        fair = _share(found, found.target)
        rates = _rates(found, found.before.value)
        yield f"{found.scenario}: seats win {rates} as it is; even is {fair}."
    else:
        yield f"{found.scenario}: {who} {_result(found, found.before)} as it is."
    if found.is_for_score:
        yield "Players play for the mean score, of which a report tells; this goes by wins alone."
    yield from _found_lines(found, who)
    yield from _effect_lines(found)
    if found.printed:
        yield f"To print: {subject.name}: {found.printed}"
    yield _played(found)
    yield from (f"Written: {file}" for file in found.written)
    if found.advised is not None:
        settings = _settings(found.advised)
        yield f"What else it changes: {command_line(['balance', 'try', name, *settings])}"


def _found_lines(found: Fix, who: str) -> Iterator[str]:
    is_all, target = found.subject.is_all_seats, _share(found, found.target)
    goal = "all seats even" if is_all else f"it {target}"
    if found.is_reached:
        it = "It is even" if is_all else f"It is {target}"
        yield f"{it} as it is, as far as seen: no change is advised."
        if is_all:
            yield capital(f"{_farthest(found, found.before)}.")
        return
    if found.is_stopped:
        yield "Stopped: what follows is only what was played so far."
    if not found.best:
        what = (
            "set of whole amounts is more even"
            if is_all
            else (f"number of {who} brings this nearer to {target}")
        )
        yield f"No {what}: {_tried(found)} were played."
    if found.confirmed:
        best, *others = found.confirmed
        yield capital(f"{_short(found, best)}.")
        limit = f"within {_points(found, found.limit)}"
        if best.is_made:
            whole = "every interval" if is_all else "the whole interval"
            yield f"This makes {goal}: {whole} is {limit} of it."
        else:
            yield _nearest(found, goal, target, limit)
        if found.second is not None:
            yield _second(found, found.second, goal)
            yield from _for_both(found, goal)
        elif found.bot:
            yield f"Only {found.bot} played it; where no bots are named, a second one checks it."
        if found.is_neighbour_second:
            is_above = [float(one.result.value[0]) > found.target for one in (best, others[0])]
            is_near = is_above[0] == is_above[1]
            where = "Next to it" if is_near else f"On the other side of {target}"
            yield f"{where}: {_short(found, others[0])}."
            if is_near and abs(float(best.result.value[0]) - found.target) > found.limit:
                yield "The search had too few games: use more --games."
            others = others[1:]
        what = "good" if found.subject.kind == SEAT else "number"
        for other in others:
            is_less = len(other.tried.values) < len(best.tried.values)
            kind = f"With one {what} alone" if is_less else f"Another {what}"
            yield f"{kind}: {_short(found, other)}."
        if found.alone is not None:
            yield (
                f"No {what} alone comes nearer than it is now; the nearest, in the search: "
                f"{found.alone.change}: {_verb(found)} {_rates(found, found.alone.rates)}."
            )
    played = [one.tried for one in found.confirmed]
    rest = [one for one in found.best if one not in played][:MOST_NAMED]
    for one in rest:
        yield f"In the search only: {one.change}: {_verb(found)} {_rates(found, one.rates)}."


def _nearest(found: Fix, goal: str, target: str, limit: str) -> str:
    """Return which of the values comes nearest to the target, and whether it may be the target."""
    misses = [float(np.abs(one.result.value - found.target).max()) for one in found.confirmed]
    best = found.confirmed[int(np.argmin(misses))]
    which = "this" if best is found.confirmed[0] else best.tried.change
    if found.subject.is_all_seats:
        result, near = _farthest(found, best.result), "even"
    else:
        side = "above" if best.result.value[0] > found.target else "below"
        rate = _estimate(found, best.result, 0)
        result, near = f"{rate}, {_points(found, min(misses))} {side}", target
    if _verdict(found, best) == Verdict.NO:
        return (
            f"None of the values that were played again makes {goal}: {which} comes nearest, "
            f"{result}."
        )
    more = f"it may be {limit}, and more --games tell"
    return f"{capital(which)} comes near {near}: {result}; {more}."


def _verdict(found: Fix, one: PlayedValue) -> Verdict:
    return all_within(one.result, found.target, found.limit)


def _points(found: Fix, size: float) -> str:
    unit = "pp" if found.subject.kind == CARD else "points"
    text = f"{100 * size:.{1 if size >= 0.01 else 2}f}"
    return f"{text.rstrip('0').rstrip('.')} {unit}"


def _second(found: Fix, second: SecondOpinion, goal: str) -> str:
    """Return what the second bot finds, and whether it agrees."""
    own = _verdict(found, found.confirmed[0])
    verb = "agrees" if own == second.verdict else "disagrees: it finds"
    if own == Verdict.UNDECIDED:
        verb = "finds"
    says = {
        Verdict.YES: f"{verb} that this makes {goal}",
        Verdict.NO: f"{verb} that this does not make {goal}",
        Verdict.UNDECIDED: f"played too few games to say whether this makes {goal}",
    }[second.verdict]
    if found.subject.is_all_seats:
        who, was = "", joined([_share(found, float(one)) for one in second.before.value])
    else:
        who, was = f"{found.subject.name} ", _share(found, float(second.before.value[0]))
    before, after = (
        np.abs(one.value - found.target).max() for one in (second.before, second.result)
    )
    more = ""
    if second.verdict == Verdict.NO:
        nearer = "It, too, finds this nearer than as it is. " if after < before else ""
        more = f" {nearer}".rstrip()
        if found.both is None:
            more += f" --bots {second.bot} looks for what suits that bot."
    return (
        f"The second bot, {second.bot}, {says}: {who}{_result(found, second.result)} instead of "
        f"{was}, in {second.games:,} games.{more}"
    )


def _for_both(found: Fix, goal: str) -> Iterator[str]:
    """Yield what is nearest for both bots, and how far each is with it."""
    both = found.both
    if both is None:
        return
    own, other = both.misses(found.target)
    if both.played.tried.values == found.confirmed[0].tried.values:
        which = f"Of {both.among} values that both bots played this is the nearest for both, too"
    else:
        which = f"Of {both.among} values that both bots played the nearest for both"
        which += f": {both.played.tried.change}"
    bots = ((found.bot, both.played.result), (both.second.bot, both.second.result))
    it = "" if found.subject.is_all_seats else "it "
    each = [f"as {bot} plays {it}{_result(found, one)}" for bot, one in bots]
    yield f"{which}: {'; '.join(each)}."
    if both.played.is_made and both.second.verdict == Verdict.YES:
        yield f"This makes {goal} for both."
    elif Verdict.NO in (_verdict(found, both.played), both.second.verdict):
        yield (
            f"No value makes {goal} for both: {found.bot} is {_points(found, own)} off, "
            f"{both.second.bot} {_points(found, other)}."
        )
    else:
        yield f"It may make {goal} for both; more --games tell."


def fix_answer(found: Fix, name: str) -> Answer:
    """Return what was found, for programs: `fix_lines`, and a row for each confirmed value.

    Of all seats a row for each seat of each set of amounts.
    """
    rows = [
        {
            "values": _values(one.tried, place), "change": one.tried.change,
            "settings": _settings(one.tried), "makes_target": one.is_made,
            **_ends("result", one.result, place), **_ends("before", found.before, place),
            **_ends("difference", one.difference, place),
        } | ({"seat": place + 1} if found.subject.is_all_seats else {})
        for one in found.confirmed
        for place in range(len(one.result.value))
    ]  # fmt: skip
    made = {
        "scenario": found.scenario, "subject": found.subject.name, "target": found.target,
        "is_reached": found.is_reached, "is_stopped": found.is_stopped,
        "numbers": found.numbers, "values": found.values, "pairs": found.pairs,
        "printed": found.printed, "games": found.games, "fresh_games": found.fresh_games,
        "limit": found.limit, "bot": found.bot, "second": _second_values(found.second),
        "both": found.both and {
            "change": found.both.played.tried.change,
            "settings": _settings(found.both.played.tried),
            "results": [_ends("result", found.both.played.result, place)
                        for place in range(len(found.both.played.result.value))],
            "second": _second_values(found.both.second),
        },
        "before": found.before.value.tolist(),
        "search": [{"change": one.change, "result": one.rates.tolist()} for one in found.best],
    }  # fmt: skip
    if not found.subject.is_all_seats:
        made |= _ends("before", found.before, 0)
    findings = tuple(Finding("fix", line) for line in fix_lines(found, name))
    table = Table("fix", "Values on fresh deals", pd.DataFrame(rows), ())
    return Answer(found.scenario, findings, (Section("fix", "", findings, (table,)),), made)


def _second_values(second: SecondOpinion | None) -> dict[str, Any] | None:
    if second is None:
        return None
    seats = range(len(second.result.value))
    return {
        "bot": second.bot, "makes_target": second.verdict, "games": second.games,
        "results": [_ends("before", second.before, place) | _ends("result", second.result, place)
                    for place in seats],
    }  # fmt: skip


def _values(one: TriedValue, place: int) -> str:
    """Return the values of numbers; of all seats those of one seat."""
    each = ((name, value[place] if isinstance(value, tuple) else value)
            for name, value in one.values.items())  # fmt: skip
    return ", ".join(f"{name} {value}" for name, value in each)


def _settings(one: TriedValue) -> list[str]:
    return [f"{key}={setting_text(value)}" for key, value in one.settings.items()]


def _ends(name: str, estimate: Estimate, place: int) -> dict[str, float]:
    ends = zip(("", "_low", "_high"), INTERVAL, strict=True)
    return {f"{name}{end}": float(getattr(estimate, column)[place]) for end, column in ends}


def _effect_lines(found: Fix) -> Iterator[str]:
    """Yield whether players still choose what was changed, and what it does to the others."""
    effects = found.effects
    if effects is None:
        return
    if effects.chosen is not None and effects.was_chosen is not None:
        now, was = _percent(effects.chosen), percent(float(effects.was_chosen.value[0]))
        if effects.kind == OBJECTIVE:
            yield f"Of those who are dealt it and may choose, {now} keep it; before, {was}."
        else:
            yield f"It is taken in {now}; before, in {was}: {effects.basis}."
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
        f"{effects.others[place]} {value[place]:+.1f} pp [{low[place]:+.1f}, {high[place]:+.1f}]"
        for place in clear[:MOST_NAMED]
    ]
    if len(clear) > MOST_NAMED:
        texts.append(more_change(len(clear) - MOST_NAMED))
    rest = [place for place in known if place not in clear]
    if rest:
        bound = max(max(abs(low[place]), abs(high[place])) for place in rest)
        texts.append(f"no clear change of {len(rest)}, none by more than {bound:.1f} pp")
    if texts:
        yield f"The others, when dealt: {'; '.join(texts)}."


def _percent(estimate: Estimate) -> str:
    value, low, high = (float(end[0]) for end in (estimate.value, estimate.low, estimate.high))
    return f"{percent(value)} {interval(low, high, Style.PERCENT, 1)}"


def _tried(found: Fix) -> str:
    """Return what was played in the search, and the limits of it."""
    if found.subject.is_all_seats:
        pairs = f" and {found.pairs} of two goods" if found.pairs else ""
        return (
            f"{several(found.values, 'set')} of amounts{pairs}, up to {MOST} of a good for a seat"
        )
    pairs = f", and {several(found.pairs, 'pair')} of values" if found.pairs else ""
    return f"{several(found.values, 'value')} of {several(found.numbers, 'number')}{pairs}"


def _short(found: Fix, one: PlayedValue) -> str:
    makes = ", which makes it" if one.is_made and one is not found.confirmed[0] else ""
    was = (
        ""
        if found.subject.is_all_seats
        else (f" instead of {_share(found, float(found.before.value[0]))}")
    )
    return f"{one.tried.change}: {_result(found, one.result)}{was}{makes}"


def _result(found: Fix, estimate: Estimate) -> str:
    """Return subject and result, of all seats with the farthest one."""
    if found.subject.is_all_seats:
        return f"{_verb(found)} {_rates(found, estimate.value)}; {_farthest(found, estimate)}"
    return f"{_verb(found)} {_estimate(found, estimate, 0)}"


def _farthest(found: Fix, estimate: Estimate) -> str:
    seat = int(np.abs(estimate.value - found.target).argmax())
    gap = 100 * abs(float(estimate.value[seat]) - found.target)
    rate = _estimate(found, estimate, seat)
    return f"seat {seat + 1} is farthest off, by {gap:.1f} pp: {rate}"


def _verb(found: Fix) -> str:
    is_forced = found.subject.kind == OBJECTIVE and bool(found.subject.base)
    if found.subject.kind == CARD:
        return "is worth"
    if found.subject.is_all_seats:
        return "seats win"
    return "wins, when it must be kept," if is_forced else "wins"


def _estimate(found: Fix, estimate: Estimate, place: int) -> str:
    value, low, high = (100 * float(getattr(estimate, end)[place]) for end in INTERVAL)
    places = min(decimals_of_half((high - low) / 2), 1 if found.subject.is_all_seats else 2)
    return f"{value:.{places}f}{_unit(found)} [{low:.{places}f}, {high:.{places}f}]"


def _rates(found: Fix, rates: Floats) -> str:
    return joined([f"{100 * rate:.1f}{_unit(found)}" for rate in rates])


def _share(found: Fix, value: float) -> str:
    return f"{round(100 * value, 1) + 0.0:.1f}".removesuffix(".0") + _unit(found)  # no -0


def _unit(found: Fix) -> str:
    return " pp" if found.subject.kind == CARD else "%"


def _played(found: Fix) -> str:
    seconds = f"{found.seconds:.0f} s."
    seats = " for the farthest of all seats" if found.subject.is_all_seats else ""
    if found.is_reached:
        return (
            f"Played: {found.fresh_games:,} games, with a 95% interval{seats}; more --games tell "
            f"more. {seconds}"
        )
    text = f"Searched with {found.games:,} games of each of {_tried(found)}"
    if found.confirmed:
        text += (
            f"; the figures above are from {found.fresh_games:,} games each on fresh deals, with "
            f"95% intervals{seats}"
        )
    return f"{text}. {seconds}"
