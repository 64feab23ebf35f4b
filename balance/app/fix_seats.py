"""``balance fix SCENARIO seat all``: what each seat starts with so that all win as often."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.app.changed_scenario import check_scenario_place
from balance.app.commands.fix import (
    CONFIRMED,
    ENOUGH,
    FixOptions,
    SubjectTable,
    subject_table,
    write_fixed,
)
from balance.app.notices import announce_start, stderr_console
from balance.errors import ScenarioError
from balance.portable import command_line
from balance.report.answer import Answer
from balance.report.nouns import capital, several
from balance.report.section import Finding, Section, Table
from balance.scenario.files import read_scenario
from balance.scenario.levers import SEAT, starting_goods, subject_of
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.replay_command import setting_text
from balance.stats.intervals import Estimate, Floats
from balance.stats.picked import picked_z
from balance.stats.verdict import makes, reaches
from balance.tuning.seat_amounts import Amounts, off, search_amounts


@dataclass(frozen=True)
class SeatSet:
    """Amounts of a good, one per seat, as played on fresh deals."""

    good: str
    amounts: Amounts
    settings: Mapping[str, Any]
    rates: Estimate  # of each seat, with intervals that hold for all of them
    is_made: bool  # whether this makes all seats even: see `stats.verdict.makes`

    @property
    def change(self) -> str:
        """What it is, in words: ``seats start with 0, 0, 1 and 3 more gold``."""
        amounts = _listed([str(amount) for amount in self.amounts])
        return f"seats start with {amounts} more {self.good}"


@dataclass(frozen=True)
class FixedSeats:
    """What was found.

    Attributes
    ----------
    sets : tuple of SeatSet
        The best set of each good that helps, the most even one in the search first.
    """

    scenario: str
    before: Estimate  # win rates, on fresh deals, with intervals that hold for all seats
    is_even: bool  # as far as seen; then nothing else was played
    sets: tuple[SeatSet, ...]
    played: int  # sets, in the search
    games: int  # of each of them
    fresh_games: int
    seconds: float
    written: tuple[Path, ...] = ()  # files


def fix_seats(
    name: str, overrides: Overrides, options: FixOptions, is_quiet: bool = False
) -> FixedSeats:
    """Find whole amounts of a good, one per seat, that make all seats win as often, by playing.

    Sets are looked for on the scenario's deals, and the best are played on fresh ones.

    Raises
    ------
    BalanceError
    Interrupted
    """
    console, begun = stderr_console(is_quiet), time.monotonic()
    ready, _ = first_cell(read_scenario(name), overrides)
    (cell,) = ready.cells
    subject = subject_of(cell, SEAT, "all")
    if options.to is not None:
        raise ScenarioError("fix seat all: expected no --to, as all seats cannot win more often.")
    if options.write is not None:
        check_scenario_place(options.write)
    goods = starting_goods(cell)
    announce_start(ready, console)
    best: list[tuple[float, str, Amounts]] = []
    played = 0
    with subject_table(cell, subject, options, console) as table:
        fresh_games = table.games(CONFIRMED * table.deals)
        before = _fresh_rates(table, {}, "as they are")
        if reaches(before, 1 / len(before.value), ENOUGH):
            return FixedSeats(
                ready.scenario.name, before, True, (), 0, 0, fresh_games, time.monotonic() - begun
            )
        base = table.play({}, table.deals, "as they are").value
        for good, settings in goods.items():

            def play(amounts: Amounts, good: str = good, settings: Any = settings) -> Floats:
                if not any(amounts):
                    return base
                label = f"{', '.join(map(str, amounts))} more {good}"
                return table.play(settings(amounts), table.deals, label).value

            found = search_amounts(cell.match.game_table.num_seats, play)
            played += len(found.rates) - 1
            if any(found.best):
                best.append((off(found.rates[found.best]), good, found.best))
        sets = []
        for _, good, amounts in sorted(best):
            rates = _fresh_rates(table, goods[good](amounts), good)
            is_made = makes(rates, before, 1 / len(before.value), ENOUGH)
            sets.append(SeatSet(good, amounts, goods[good](amounts), rates, is_made))
    return FixedSeats(
        ready.scenario.name, before, False, tuple(sets), played, table.games(table.deals),
        fresh_games, time.monotonic() - begun,
        write_fixed(ready, sets[0], options) if sets else (),
    )  # fmt: skip


def _fresh_rates(table: SubjectTable, settings: Mapping[str, Any], label: str) -> Estimate:
    """Return how often seats win on fresh deals, with intervals that hold for all of them."""
    deals = CONFIRMED * table.deals
    rates = table.on_fresh_deals().play(settings, deals, f"{label}, fresh deals")
    return rates.estimate(picked_z(len(rates.value)))


def seat_lines(found: FixedSeats, name: str) -> list[str]:
    """Return what was found, a sentence a line.

    Parameters
    ----------
    name : str
        The scenario, as the user named it.
    """
    fair = _share(1 / len(found.before.value)).replace(".0%", "%")
    lines = [f"{found.scenario}: seats win {_rates(found.before)} as it is; even is {fair}."]
    if found.is_even:
        lines.append(f"They are even as they are, as far as seen; {_farthest(found.before)}.")
        return [*lines, "No change is advised.", _played(found)]
    if not found.sets:
        lines.append(
            f"None of {several(found.played, 'set')} of whole amounts that was played is more even."
        )
        return [*lines, _played(found)]
    first, *others = found.sets
    lines.append(
        f"{capital(first.change)}: seats win {_rates(first.rates)}; {_farthest(first.rates)}."
    )
    lines.append(f"This {'makes' if first.is_made else 'does not make'} all seats even.")
    lines += [
        f"Another good: {other.change}: they win {_rates(other.rates)}"
        f"{', which makes all even' if other.is_made else ''}; {_farthest(other.rates)}."
        for other in others
    ]
    lines.append(_played(found))
    lines += [f"Written: {file}" for file in found.written]
    settings = [f"{key}={setting_text(value)}" for key, value in first.settings.items()]
    lines.append(f"What else it changes: {command_line(['balance', 'try', name, *settings])}")
    return lines


def seat_answer(found: FixedSeats, name: str) -> Answer:
    """Return what was found, for programs: `seat_lines`, and a row for each seat of each set."""
    rows = pd.DataFrame(
        {
            "good": one.good, "seat": seat + 1, "amount": one.amounts[seat],
            "settings": [f"{key}={setting_text(value)}" for key, value in one.settings.items()],
            "rate": rate, "low": one.rates.low[seat], "high": one.rates.high[seat],
            "before": found.before.value[seat], "makes_target": one.is_made,
        }
        for one in found.sets
        for seat, rate in enumerate(one.rates.value)
    )  # fmt: skip
    made = {
        "scenario": found.scenario, "before": list(found.before.value), "is_reached": found.is_even,
        "sets": found.played,
        "games": found.games, "fresh_games": found.fresh_games,
    }  # fmt: skip
    findings = tuple(Finding("fix", line) for line in seat_lines(found, name))
    section = Section("fix", "", findings, (Table("fix", "Amounts on fresh deals", rows, ()),))
    return Answer(found.scenario, findings, (section,), made)


def _farthest(rates: Estimate) -> str:
    """Return how far the farthest seat is from even."""
    seats = len(rates.value)
    seat = int(np.abs(rates.value - 1 / seats).argmax())
    value, low, high = (float(end[seat]) for end in (rates.value, rates.low, rates.high))
    gap = 100 * abs(value - 1 / seats)
    return f"seat {seat + 1} is farthest off, by {gap:.1f} points: {_share(value)} " + (
        f"[{100 * low:.1f}, {100 * high:.1f}]"
    )


def _rates(rates: Estimate) -> str:
    return _listed([_share(float(rate)) for rate in rates.value])


def _share(value: float) -> str:
    return f"{100 * value:.1f}%"


def _listed(texts: list[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def _played(found: FixedSeats) -> str:
    if found.is_even:
        return (
            f"Played: {found.fresh_games:,} games, with a 95% interval for the farthest of all "
            f"seats; more --games tell more. {found.seconds:.0f} s."
        )
    return (
        f"Searched with {found.games:,} games of each of {several(found.played, 'set')} of "
        f"amounts, all seats together; the figures above are from {found.fresh_games:,} games each "
        f"on fresh deals, with a 95% interval for the farthest of all seats. {found.seconds:.0f} s."
    )
