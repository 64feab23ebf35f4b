"""``balance fix``: which whole numbers make an objective, a card or seats as strong as wanted.

Values of each number are played and, where none does alone, of two together.  Of all seats the
numbers are goods, and a value is an amount for each seat.  All that was played is kept in one
place, from which the best is chosen, and played again on fresh deals.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from balance.analysis.sensitivity import FEWEST_DEALS
from balance.app.changed_scenario import check_scenario_place, write_changed_scenario
from balance.app.notices import announce_start, duration, stderr_console
from balance.app.study import deals_for
from balance.app.subject_table import SideEffects, SubjectTable, subject_table
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.report.nouns import several
from balance.report.number_format import joined
from balance.runner.bot_speed import warm_up
from balance.scenario.change_words import changes_in_words, printed_text
from balance.scenario.files import read_scenario
from balance.scenario.levers import CARD, SEAT, Lever, Subject, levers_of, subject_of
from balance.scenario.model import FAIR_WITHIN, Scenario
from balance.scenario.overrides import Overrides, first_cell, override, second_cell
from balance.scenario.piece_names import settings_with
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.stats.intervals import Estimate, Floats
from balance.stats.jackknife import Replicates
from balance.stats.picked import picked_z
from balance.stats.verdict import Verdict, all_within, makes, reaches
from balance.tuning.number_pairs import MOST_SEARCHES, search_pairs
from balance.tuning.seat_amounts import IN_VAIN, MOST, MOST_SETS, Amounts, search_amounts
from balance.tuning.whole_numbers import MOST_VALUES, Values, search

USUAL_GAMES = 20_000
CONFIRMED = 5  # times as many games, on fresh deals
EVEN = FAIR_WITHIN / 100  # results that are surely so near to the target make it
EVEN_OF_CARD = 0.001  # the same of what a card is worth, which is a point or a few
MOST_SHOWN = 3  # numbers whose best value is confirmed
SECOND = 2  # the second bot plays a share of the games of a value in the search: one in so many


@dataclass(frozen=True)
class FixOptions:
    """How a number is looked for."""

    to: float | None = None  # the result that is wanted, a share; None is an even share
    games: int = USUAL_GAMES  # of each value, in the search
    workers: int | None = None  # threads; None is one per core
    write: Path | None = None  # file for the changed scenario
    command: str = ""  # as it was typed


@dataclass(frozen=True)
class TriedValue:
    """Values of numbers that were played in the search.

    Attributes
    ----------
    values : mapping
        Of the numbers that change, by name; of all seats amounts, one per seat.
    settings : mapping
        That make the change.
    rates : float64 array
        The result: one value, or one per seat.
    is_made : bool
        Whether they make the target on the deals of the search.
    change : str
        In words, of the best.
    """

    values: Mapping[str, Any]
    settings: Mapping[str, Any]
    rates: Floats
    is_made: bool = False
    change: str = ""

    def miss(self, target: float) -> float:
        """Return how far the result, of seats the farthest one, is from a target."""
        return float(np.abs(self.rates - target).max())

    @property
    def label(self) -> str:
        """Its values, for the progress."""
        return ", ".join(f"{name} = {value}" for name, value in self.values.items()) or "as it is"


@dataclass(frozen=True)
class PlayedValue:
    """Values that were played on fresh deals.

    Attributes
    ----------
    result, difference : Estimate
        With them, and by how much it differs from that as it is on the same deals: one value, or
        one per seat, with intervals that hold for all seats.
    is_made : bool
        Whether they make the target: see `stats.verdict.makes`.
    """

    tried: TriedValue
    result: Estimate
    difference: Estimate
    is_made: bool


@dataclass(frozen=True)
class SecondOpinion:
    """What another bot finds of the values that are advised, on the same fresh deals.

    Attributes
    ----------
    before, result : Estimate
        As it is and with them, with intervals that hold for all seats.
    verdict : Verdict
        Whether the result is the target, within the limit.
    games : int
        Of each of the two.
    """

    bot: str
    before: Estimate
    result: Estimate
    verdict: Verdict
    games: int


@dataclass(frozen=True)
class ForBoth:
    """Values that are nearest for the bot that is farther from the target, on fresh deals."""

    played: PlayedValue
    second: SecondOpinion
    among: int  # values that both bots played

    def misses(self, target: float) -> tuple[float, float]:
        """Return how far each bot is from a target, of seats the farthest one."""
        both = (self.played.result, self.second.result)
        own, other = (float(np.abs(one.value - target).max()) for one in both)
        return own, other


@dataclass
class Fix:
    """What was found.

    Attributes
    ----------
    is_reached : bool
        Whether the target is reached as it is, as far as seen.  Then nothing else was played.
    best : list of TriedValue
        In the search, of each number alone, and of two together: those that are nearer to the
        target than as it is, the nearest first.
    confirmed : list of PlayedValue
        Of these the first few: those that make the target, the fewest numbers and then the least
        change first; then the others, the nearest first.  After the first one, if it does not make
        the target, the one on the other side of it.  Empty if no number helps, or none has to.
    is_stopped : bool
        Whether Ctrl-C ended it before all was played.
    """

    scenario: str
    subject: Subject
    target: float
    before: Estimate  # on fresh deals
    games: int  # of a value, in the search
    fresh_games: int
    is_reached: bool = False
    numbers: int = 0  # that were tried
    values: int = 0  # of single numbers
    pairs: int = 0  # of values of two numbers
    best: list[TriedValue] = field(default_factory=list)
    confirmed: list[PlayedValue] = field(default_factory=list)
    is_neighbour_second: bool = False
    alone: TriedValue | None = (
        None  # the nearest of one number, where only two come nearer than now
    )
    effects: SideEffects | None = None  # of the best value
    bot: str = ""  # that plays
    is_for_score: bool = False  # whether players play for the mean score, which is not gone by
    second: SecondOpinion | None = None  # of the best value; None if the game has no other bot
    both: ForBoth | None = None  # where the second bot disagrees
    printed: str = ""  # the text of the changed card, as it would be printed
    written: tuple[Path, ...] = ()  # files
    is_stopped: bool = False
    seconds: float = 0.0

    @property
    def limit(self) -> float:
        """How near to the target makes it."""
        return _limit(self.subject)

    @property
    def advised(self) -> TriedValue | None:
        """What is best for both bots, else for the first, else what was in the search."""
        confirmed = [one.tried for one in self.confirmed]
        return self.both.played.tried if self.both else next(iter(confirmed + self.best), None)


def _limit(subject: Subject) -> float:
    return EVEN_OF_CARD if subject.kind == CARD else EVEN


def fix(
    name: str,
    kind: str,
    subject_name: str,
    overrides: Overrides,
    options: FixOptions,
    is_quiet: bool = False,
) -> Fix:
    """Search for the whole numbers with which it reaches the wanted win rate.

    Values are looked for on the scenario's deals, and what is found is played on fresh ones.
    Ctrl-C ends it with what was played, once there is something.

    Raises
    ------
    BalanceError
    Interrupted
        Before any value was played.
    """
    console, begun = stderr_console(is_quiet), time.monotonic()
    scenario = read_scenario(name)
    ready, _ = first_cell(scenario, overrides)
    (cell,) = ready.cells
    subject = subject_of(cell, kind, subject_name)
    if options.to is None and subject.kind == CARD:
        raise ScenarioError("fix card: expected --to POINTS, what the card is to be worth, as 1pp.")
    if options.to is not None and subject.is_all_seats:
        raise ScenarioError("fix seat all: expected no --to, as all seats cannot win more often.")
    target = 1 / cell.match.game_table.num_seats if options.to is None else options.to
    if options.write is not None:
        check_scenario_place(options.write)
    levers_of(cell, subject)  # refused before anything is loaded
    deals_for(subject.match(cell, {}), options.games)
    announce_start(ready, console)
    limit, other = _limit(subject), second_cell(scenario, overrides, ready)
    with subject_table(cell, subject, options.games, options.workers, console) as table:
        _announce_search(table, levers_of(cell, subject), other, console)
        fresh = table.on_fresh_deals()
        base = fresh.play({}, CONFIRMED * table.deals, "as it is, fresh deals")
        before = base.estimate(picked_z(len(base.value)))
        found = Fix(
            ready.scenario.name, subject, target, before, table.games(table.deals),
            table.games(CONFIRMED * table.deals), reaches(before, target, limit),
            bot=cell.match.lineup.entries[0].label,
            is_for_score=cell.match.game.is_for_score and subject.kind == SEAT,
        )  # fmt: skip
        if not found.is_reached:
            search = _Search(table, target, limit, float(before.value[0]) > target)
            try:
                search.play_all()
                _confirm(search.tell(found), search, fresh, base)
                if other is not None and found.confirmed:
                    bot = other.match.lineup.entries[0].label
                    second = _Second(replace(fresh, cell=other), bot, found)
                    found.second = second.opinion(found.confirmed[0].tried)
                    if found.second.verdict == Verdict.NO:
                        _suit_both(found, search, second, fresh, base)
            except Interrupted:
                if len(search.tried) < 2:
                    raise
                search.tell(found).is_stopped = True
    best = found.advised
    if found.confirmed and best is not None and not found.is_stopped:
        if subject.piece is not None:
            found.printed = printed_text(cell.table_with(best.settings), subject.piece)
        found.written = _written(override(scenario, overrides), ready, best, options)
    found.seconds = time.monotonic() - begun
    return found


def _announce_search(
    table: SubjectTable, levers: Sequence[Lever], other: PreparedCell | None, console: Console
) -> None:
    """Print what is played at most, and about how long that takes."""
    number, is_sets = len(levers), table.subject.is_all_seats
    each = table.cell.match.game_table.num_seats + MOST_SETS if is_sets else MOST_VALUES
    more = (MOST_SETS if is_sets else MOST_SEARCHES * MOST_VALUES) * _is_paired(table, number)
    fresh = CONFIRMED * (MOST_SHOWN + 2)  # the best, one on the other side, and as it is
    own, second, disagrees = table.seconds_a_deal(), 0.0, ""
    if other is not None:
        warm_up(table.subject.match(other, {}))
        second = replace(table, cell=other).seconds_a_deal() / SECOND
        goods = min(number, 2)  # that the best may change
        for_both = (each * goods + MOST_SHOWN) * second + CONFIRMED * MOST_SHOWN * own
        disagrees = f" {duration(table.deals * for_both)} more if the second bot disagrees."
    alone, pairs = (
        duration(table.deals * (values * own + 2 * second))
        for values in (each * number + fresh, each * number + more + fresh)
    )
    what = several(number, "good" if table.subject.kind == SEAT else "number")
    console.print(
        f"At most {each * number} {'sets of amounts' if is_sets else 'values'} of {what}, "
        f"{table.games(table.deals):,} games each, and the best again on fresh deals: "
        f"about {alone}" + (f", {pairs} if two must change." if more else ".") + disagrees
    )


def _is_paired(table: SubjectTable, numbers: int) -> bool:
    """Return whether two of the numbers may be changed together."""
    listed = table.cell.match.game.experiments.editable_numbers
    is_any = table.subject.is_all_seats or (table.subject.kind != SEAT and listed is not None)
    return is_any and numbers > 1


class _Search:
    """Plays values of numbers, each once, and keeps what came of them."""

    def __init__(
        self, table: SubjectTable, target: float, limit: float, is_too_strong: bool
    ) -> None:
        self.table, self.target, self.limit = table, target, limit
        self.is_too_strong = is_too_strong
        levers = levers_of(table.cell, table.subject, is_too_strong)
        self.levers = {lever.name: lever for lever in levers}
        self.tried: dict[tuple[tuple[str, Any], ...], TriedValue] = {}

    def play(self, values: Mapping[str, Any]) -> Floats:
        """Return the result with values of numbers, the others being as they are.

        Raises
        ------
        BalanceError
            If the numbers cannot have these values.
        Interrupted
        """
        values = {
            name: value for name, value in values.items() if value != self.levers[name].printed
        }
        key = _key(values)
        if key not in self.tried:
            settings = self._settings(values)
            label = ", ".join(f"{name} = {value}" for name, value in values.items()) or "as it is"
            result = self.table.play(settings, self.table.deals, label)
            estimate = result.estimate(picked_z(len(result.value)))
            is_made = makes(estimate, self.target, self.limit)
            self.tried[key] = TriedValue(values, settings, result.value, is_made)
        return self.tried[key].rates

    def play_one(self, values: Mapping[str, int]) -> float | None:
        """Return the same of a result that is one number; None if it cannot be so."""
        if min(values.values()) < 0:
            return None
        try:
            return float(self.play(values)[0])
        except BalanceError:
            return None

    def play_all(self) -> None:
        """Play values of each number and, where none is good enough, of two together."""
        now, names = self.play({}), list(self.levers)
        singles = self.play_alone(names)
        if self.is_made() or not _is_paired(self.table, len(names)):
            return
        if self.table.subject.is_all_seats:
            self._mix_goods(now)
        else:
            search_pairs(
                singles, self.target, float(now[0]), self.is_made,
                lambda some: self.play_one({names[place]: one for place, one in some.items()}),
            )  # fmt: skip

    def play_alone(self, names: Iterable[str]) -> list[Values]:
        """Play values of some numbers, each alone; of all seats amounts of some goods."""
        now = self.play({})
        if self.table.subject.is_all_seats:
            for good in names:
                search_amounts(len(now), partial(self._play_set, good))
            return []

        def alone(name: str) -> Callable[[int], float | None]:
            return lambda value: self.play_one({name: value})

        return [
            search(self.levers[name].printed, self.target, float(now[0]), alone(name))
            for name in names
        ]

    def miss(self, values: Mapping[str, Any]) -> float:
        """Return how far the result with values of numbers is from the target; infinite if none."""
        try:
            return float(np.abs(self.play(values) - self.target).max())
        except BalanceError:
            return math.inf

    def nearest(self) -> TriedValue:
        """Return the nearest of all that was played."""
        return min(self.tried.values(), key=self._rank)

    def between(self, one: Mapping[str, int], other: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """Yield values from one to another, both included, in steps of 1 of what differs most."""
        printed = {name: self.levers[name].printed for name in (*one, *other)}
        first, last = {**printed, **one}, {**printed, **other}
        steps = max(abs(last[name] - first[name]) for name in printed)
        for step in range(steps + 1):
            yield {name: first[name] + round((last[name] - first[name]) * step / max(steps, 1))
                   for name in printed}  # fmt: skip

    def _play_set(self, good: str, amounts: Amounts) -> Floats:
        return self.play({good: amounts})

    def _mix_goods(self, now: Floats) -> None:
        """Play, again and again, the set that promises most of those with one more of another good.

        What one more does is known of each good and seat, from the sets with nothing else.
        """
        none, units = (0,) * len(now), np.eye(len(now), dtype=int)
        gains = {(good, seat): self.play({good: tuple(unit.tolist())}) - now
                 for good in self.levers for seat, unit in enumerate(units)}  # fmt: skip
        in_vain = 0
        for _ in range(MOST_SETS * (len(self.levers) > 1)):
            promised = []
            for one in self.tried.values():
                for (good, seat), gain in gains.items():
                    amounts = tuple((one.values.get(good, none) + units[seat]).tolist())
                    values = {**one.values, good: amounts}
                    if len(values) > 1 and max(amounts) <= MOST and _key(values) not in self.tried:
                        promise = TriedValue(values, {}, one.rates + gain)
                        promised.append((self._rank(promise), _key(values)))
            least = min(one.miss(self.target) for one in self.tried.values())
            wanted = dict(min(promised)[1])
            miss = self.miss(wanted)
            in_vain = 0 if miss < least else in_vain + 1
            if in_vain == IN_VAIN:
                return

    def is_made(self) -> bool:
        """Return whether something makes the target, as far as the search goes."""
        return any(one.is_made for one in self.tried.values())

    def on_other_side(self, best: TriedValue) -> TriedValue | None:
        """Return the nearest on the other side of the target with the same, or any two, numbers."""
        above = best.rates > self.target
        some = [
            one for one in self.tried.values()
            if len(one.values) == len(best.values) and (one.rates > self.target) != above
            and (len(one.values) > 1 or one.values.keys() == best.values.keys())
        ] if len(above) == 1 else []  # fmt: skip
        return min(some, key=self._rank, default=None)

    def _rank(self, one: TriedValue) -> tuple[float, int, float]:
        return round(one.miss(self.target), 9), *self.size(one)

    def _rank_made(self, one: TriedValue) -> tuple[float, ...]:
        """Return the rank among those that make the target, before all others."""
        miss, *size = self._rank(one)
        return (0.0, *size, miss) if one.is_made else (1.0, miss, *size)

    def size(self, one: TriedValue) -> tuple[int, float]:
        """Return how many numbers change, and by how much in all."""
        changes = [np.subtract(value, self.levers[name].printed)
                   for name, value in one.values.items()]  # fmt: skip
        return len(one.values), sum(float(np.abs(change).sum()) for change in changes)

    def tell(self, found: Fix) -> Fix:
        """Tell what was played, and what is the best of it."""
        pairs = [one for one in self.tried.values() if len(one.values) == 2]
        singles = [one for one in self.tried.values() if len(one.values) == 1]
        found.numbers, found.values, found.pairs = len(self.levers), len(singles), len(pairs)
        groups = [[one for one in singles if name in one.values] for name in self.levers]
        best = [min(some, key=self._rank_made) for some in (*groups, pairs) if some]
        now = self.tried[()].miss(self.target)
        helping = [one for one in best if one.miss(self.target) < now]
        helping.sort(key=self._rank_made)
        found.best = [self.in_words(one) for one in helping]
        if helping and singles and all(len(one.values) > 1 for one in helping):
            found.alone = self.in_words(min(singles, key=self._rank))
        return found

    def _settings(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        if len(values) > 1 and self.table.subject.kind != SEAT:  # may be of one text
            return settings_with(self.table.cell.match.game_table, values)
        each = (self.levers[name].settings(value) for name, value in values.items())
        return {key: value for some in each for key, value in some.items()}

    def in_words(self, one: TriedValue) -> TriedValue:
        """Return values with their change: ``seats start with 0, 0, 1 and 3 more gold``."""
        cell, subject = self.table.cell, self.table.subject
        if subject.kind != SEAT:
            after = replace(cell.match, game_table=cell.table_with(one.settings))
            return replace(one, change="; ".join(changes_in_words(cell.match, after, one.settings)))
        who = "all other seats start" if self.is_too_strong else f"{subject.name} starts"
        if subject.is_all_seats:
            who = "seats start"
        goods = [f"with {_listed(value)} more {good}" for good, value in one.values.items()]
        return replace(one, change=f"{who} {joined(goods)}")


def _key(values: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(values.items()))


def _listed(amount: int | Amounts) -> str:
    return str(amount) if isinstance(amount, int) else joined([*map(str, amount)])


def _confirm(found: Fix, search: _Search, fresh: SubjectTable, base: Replicates) -> None:
    """Play the best values again, on the fresh deals of `base`, and what else the best changes."""
    made = found.confirmed

    def confirm(one: TriedValue) -> PlayedValue:
        return _on_fresh_deals(one, found, search, fresh, base)

    def rank(one: PlayedValue) -> tuple[float, ...]:
        miss = float(np.abs(one.result.value - found.target).max())
        return (0.0, *search.size(one.tried), miss) if one.is_made else (1.0, miss)

    for one in found.best[:MOST_SHOWN]:
        made.append(confirm(one))
        made.sort(key=rank)
    if not made:
        return
    neighbour = None if made[0].is_made else search.on_other_side(made[0].tried)
    if neighbour is not None and all(neighbour.values != one.tried.values for one in made):
        other = confirm(search.in_words(neighbour))
        made.insert(0 if other.is_made else 1, other)
        found.is_neighbour_second = not other.is_made
    found.effects = fresh.side_effects(made[0].tried.settings)


def _on_fresh_deals(
    one: TriedValue, found: Fix, search: _Search, fresh: SubjectTable, base: Replicates
) -> PlayedValue:
    """Play values on the fresh deals of `base`."""
    deals = CONFIRMED * search.table.deals
    result = fresh.play(one.settings, deals, f"{one.label}, fresh deals")
    now, apart = (some.estimate(picked_z(len(base.value))) for some in (result, result - base))
    return PlayedValue(one, now, apart, makes(now, found.target, search.limit))


def _suit_both(
    found: Fix, search: _Search, second: "_Second", fresh: SubjectTable, base: Replicates
) -> None:
    """Find what is nearest for the bot that is farther from the target.

    Of all seats both bots play sets of amounts of the goods that the best one has; of anything else
    the second bot looks for its own values of the numbers, and both play those between.  The
    nearest few are played on fresh deals.
    """
    best = found.confirmed[0].tried
    table = replace(search.table, cell=second.table.cell, deals=second.deals)
    theirs = _Search(table, search.target, search.limit, search.is_too_strong)
    if found.subject.is_all_seats:
        for good in best.values:

            def play(amounts: Amounts, good: str = good) -> Floats:
                return np.concatenate([one.play({good: amounts}) for one in (search, theirs)])

            search_amounts(len(search.play({})), play)
        theirs.miss(best.values)
    else:
        theirs.play_alone(best.values)
        for some in search.between(best.values, theirs.nearest().values):
            theirs.miss(some)
    values = {
        key: max(search.miss(one.values), one.miss(search.target))
        for key, one in theirs.tried.items()
    }
    few = [search.tried[key] for key in sorted(values, key=lambda key: values[key])
           if math.isfinite(values[key]) and key in search.tried][:MOST_SHOWN]  # fmt: skip
    both = [
        ForBoth(
            _on_fresh_deals(one, found, search, fresh, base), second.opinion(one), len(values)
        )
        for one in map(search.in_words, few) if one.values
    ]  # fmt: skip
    if both:
        found.both = min(both, key=lambda one: max(one.misses(found.target)))
        found.effects = fresh.side_effects(found.both.played.tried.settings)


class _Second:
    """Plays values by a second bot on the fresh deals."""

    def __init__(self, table: SubjectTable, bot: str, found: Fix) -> None:
        self.table, self.bot, self._found = table, bot, found
        self.deals = max(-(-table.deals // SECOND), FEWEST_DEALS)
        self._before = self._played({}, "as it is")

    def opinion(self, one: TriedValue) -> SecondOpinion:
        """Return what the bot finds of some values."""
        now = self._played(one.settings, one.label)
        verdict = all_within(now, self._found.target, self._found.limit)
        return SecondOpinion(self.bot, self._before, now, verdict, self.table.games(self.deals))

    def _played(self, settings: Mapping[str, Any], label: str) -> Estimate:
        result = self.table.play(settings, self.deals, f"{label}, played by {self.bot}")
        return result.estimate(picked_z(len(result.value)))


def _written(
    scenario: Scenario, ready: PreparedScenario, best: TriedValue, options: FixOptions
) -> tuple[Path, ...]:
    """Write the scenario with the change, if it is wanted, and the sheets; return the files.

    Parameters
    ----------
    scenario : Scenario
        Whole, as it was given: with all variants, and bots only if it names some.
    """
    if options.write is None:
        return ()
    (cell,) = ready.cells
    changed = {cell.name: cell.table_with(best.settings)}
    name = f"{scenario.name}-fixed"
    origin = (f"{scenario.name} with {best.change}, found by:", options.command)
    whole = replace(ready, scenario=scenario)
    sheets, _ = write_changed_scenario(whole, best.settings, changed, options.write, name, origin)
    return (options.write, *sheets)
