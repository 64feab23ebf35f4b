"""``balance fix``: which whole number makes an objective, a card or a seat as strong as wanted."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.measures import DEALT, OBJECTIVE
from balance.analysis.measures import SEAT as SEAT_WINS
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.app.changed_scenario import check_scenario_place, write_changed_scenario
from balance.app.notices import announce_start, stderr_console
from balance.app.progress import show_progress
from balance.app.side_effects import SideEffects, side_effects
from balance.app.study import deals_for
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.limits import MAX_SEED
from balance.runner.bot_speed import warm_up
from balance.runner.cell_player import Tally
from balance.runner.paired_games import PairedGames
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.change_words import changes_in_words, printed_text
from balance.scenario.files import read_scenario
from balance.scenario.levers import ALL_SEATS, CARD, SEAT, Lever, Subject, levers_of, subject_of
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.piece_names import settings_with
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.stats.intervals import Estimate
from balance.stats.jackknife import Replicates, paired
from balance.stats.verdict import makes, reaches
from balance.store.sums import Sums
from balance.tuning.number_pairs import Pair, search_pairs
from balance.tuning.whole_numbers import Values, search

USUAL_GAMES = 20_000
CONFIRMED = 5  # times as many games, on fresh deals
ENOUGH = 0.01  # results all so near to the target make it
ENOUGH_OF_CARD = 0.001  # of what a card is worth, which is a point or a few
MOST_SHOWN = 3  # numbers whose best value is confirmed
_SUMS = "sums"


@dataclass(frozen=True)
class FixOptions:
    """How a number is looked for."""

    to: float | None = None  # the result that is wanted, a share; None is an even share
    games: int = USUAL_GAMES  # of each value, in the search
    workers: int | None = None  # threads; None is one per core
    write: Path | None = None  # file for the changed scenario
    command: str = ""  # as it was typed


class Advice(Protocol):
    """A change that is advised: in words, and the settings that make it."""

    @property
    def change(self) -> str: ...  # noqa: D102
    @property
    def settings(self) -> Mapping[str, Any]: ...  # noqa: D102


@dataclass(frozen=True)
class PlayedValue:
    """A value of a number, played on fresh deals.

    Attributes
    ----------
    change : str
        In words.
    settings : mapping
        That make the change.
    result, before, difference : Estimate
        With it, as it is, and by how much it differs on the same deals; of one value each.
    is_made : bool
        Whether it makes the target: see `stats.verdict.makes`.
    """

    values: Mapping[str, int]  # of the numbers that change, by name
    change: str
    settings: Mapping[str, Any]
    result: Estimate
    before: Estimate
    difference: Estimate
    is_made: bool


@dataclass(frozen=True)
class Fix:
    """What was found.

    Attributes
    ----------
    confirmed : tuple of PlayedValue
        The best value first, then its neighbour on the other side of the target, if the best one
        does not make it, then the best value of other numbers.  Empty if no number helps, or none
        has to.
    is_reached : bool
        Whether the target is reached as it is, as far as seen.  Then nothing else was played.
    """

    scenario: str
    subject: Subject
    target: float
    before: Estimate  # on fresh deals
    is_reached: bool
    confirmed: tuple[PlayedValue, ...]
    is_neighbour_second: bool
    numbers: int  # that were tried
    values: int  # of single numbers
    pairs: int  # of values of two numbers
    games: int  # of a value, in the search
    fresh_games: int
    seconds: float
    printed: str = ""  # the text of the changed card, as it would be printed
    effects: SideEffects | None = None  # of the best value
    written: tuple[Path, ...] = ()  # files


@dataclass(frozen=True)
class _Candidate:
    """Values that were found, and how far their result is from the target."""

    values: Mapping[str, int]
    settings: Mapping[str, Any]
    miss: float
    neighbour: "_Candidate | None" = None  # on the other side of the target


def fix(
    name: str,
    kind: str,
    subject_name: str,
    overrides: Overrides,
    options: FixOptions,
    is_quiet: bool = False,
) -> Fix:
    """Search for the integer with which it reaches the wanted win rate.

    Values are looked for on the scenario's deals, and what is found is played on fresh ones.  Where
    no number does alone, pairs of numbers are played.

    Raises
    ------
    BalanceError
    Interrupted
    """
    console, begun = stderr_console(is_quiet), time.monotonic()
    ready, _ = first_cell(read_scenario(name), overrides)
    (cell,) = ready.cells
    subject = subject_of(cell, kind, subject_name)
    if options.to is None and subject.kind == CARD:
        raise ScenarioError("fix card: expected --to POINTS, what the card is to be worth, as 1pp.")
    target = 1 / cell.match.game_table.num_seats if options.to is None else options.to
    if options.write is not None:
        check_scenario_place(options.write)
    announce_start(ready, console)
    enough = ENOUGH_OF_CARD if subject.kind == CARD else ENOUGH
    with subject_table(cell, subject, options, console) as table:
        base = table.on_fresh_deals().play({}, CONFIRMED * table.deals, "as it is, fresh deals")
        before = base.estimate()
        levers = levers_of(cell, subject, float(before.value[0]) > target)
        if reaches(before, target, enough):
            return Fix(
                ready.scenario.name, subject, target, before, True, (), False, 0, 0, 0, 0,
                table.games(CONFIRMED * table.deals), time.monotonic() - begun,
            )  # fmt: skip
        now = float(table.play({}, table.deals, "as it is").value[0])
        found = [(lever, _searched(table, lever, target, now)) for lever in levers]
        candidates = [
            _candidate(cell, lever, values, target)
            for lever, values in found if values.best != values.printed
        ]  # fmt: skip
        pairs: dict[Pair, float] = {}
        if min((one.miss for one in candidates), default=enough + 1) > enough and (
            subject.kind != SEAT and cell.match.game.experiments.editable_numbers is not None
        ):
            pairs = _pairs(table, found, target, now, enough)
            candidates += _paired_candidates(cell, [lever for lever, _ in found], pairs, target)
        helping = [one for one in candidates if one.miss < abs(now - target)]
        helping.sort(key=lambda one: (round(one.miss, 9), len(one.values)))
        fresh_table = table.on_fresh_deals()
        confirmed, has_neighbour = _confirm(fresh_table, helping[:MOST_SHOWN], base, target, enough)
        effects = None
        if confirmed:
            after = cell.table_with(confirmed[0].settings)
            fresh = replace(cell.match, seed=fresh_table.seed)
            effects = side_effects(fresh, after, subject, table.deals, table.sums)
    found_fix = Fix(
        ready.scenario.name, subject, target, before, False, confirmed, has_neighbour, len(levers),
        sum(len(values.results) - 1 for _, values in found), len(pairs), table.games(table.deals),
        table.games(CONFIRMED * table.deals), time.monotonic() - begun, effects=effects,
    )  # fmt: skip
    if not confirmed:
        return found_fix
    printed = "" if subject.piece is None else printed_text(after, subject.piece)
    return replace(found_fix, printed=printed, written=write_fixed(ready, confirmed[0], options))


def _candidate(cell: PreparedCell, lever: Lever, values: Values, target: float) -> _Candidate:
    def of(value: int, neighbour: _Candidate | None = None) -> _Candidate:
        miss = abs(values.results[value] - target)
        return _Candidate({lever.name: value}, lever.settings(value), miss, neighbour)

    other = values.on_other_side
    return of(values.best, None if other in (None, values.printed) else of(int(other or 0)))


def _pairs(
    table: "SubjectTable",
    found: Sequence[tuple[Lever, Values]],
    target: float,
    now: float,
    enough: float,
) -> dict[Pair, float]:
    """Return what came of pairs of numbers."""
    names = [lever.name for lever, _ in found]

    def play(values: Mapping[int, int]) -> float | None:
        named = {names[place]: value for place, value in values.items()}
        if min(named.values()) < 0:
            return None
        settings = settings_with(table.cell.match.game_table, named)
        label = ", ".join(f"{name} = {value}" for name, value in named.items())
        try:
            return float(table.play(settings, table.deals, label).value[0])
        except BalanceError:  # numbers cannot have these values
            return None

    return search_pairs([values for _, values in found], target, now, enough, play)


def _paired_candidates(
    cell: PreparedCell, levers: Sequence[Lever], pairs: Mapping[Pair, float], target: float
) -> list[_Candidate]:
    """Return the best pair, and the best one on the other side of the target."""
    found = []
    for pair, result in pairs.items():
        values = {levers[place].name: value for place, value in pair}
        settings = settings_with(cell.match.game_table, values)
        found.append((result > target, _Candidate(values, settings, abs(result - target))))
    if not found:
        return []
    is_above, best = min(found, key=lambda one: one[1].miss)
    others = [one for side, one in found if side != is_above]
    return [replace(best, neighbour=min(others, key=lambda one: one.miss, default=None))]


def write_fixed(ready: PreparedScenario, best: Advice, options: FixOptions) -> tuple[Path, ...]:
    """Write the scenario with the change, if it is wanted, and the sheets; return the files."""
    if options.write is None:
        return ()
    changed = ready.cells[0].table_with(best.settings)
    name = f"{ready.scenario.name}-fixed"
    origin = (f"{ready.scenario.name} with {best.change}, found by:", options.command)
    sheets = write_changed_scenario(ready, best.settings, changed, options.write, name, origin)
    return (options.write, *sheets)


@dataclass
class SubjectTable:
    """Plays one subject under settings."""

    cell: PreparedCell
    subject: Subject
    deals: int
    workers: int
    stop: StopSignal
    begin: Callable[[str, int], None]
    add: Callable[[int], None]
    seed: int

    def on_fresh_deals(self) -> "SubjectTable":
        """Return the same on deals that no value is looked for on."""
        return replace(self, seed=(self.seed + 1) % MAX_SEED)

    def games(self, deals: int) -> int:
        """Return how many games so many deals are."""
        return deals * self.subject.match(self.cell, {}).lineup.rotations

    def play(self, settings: Mapping[str, Any], deals: int, label: str) -> Replicates:
        """Return the result of the subject under some settings.

        Raises
        ------
        CardError, ScenarioError
            If a number cannot have its value.
        Interrupted
        """
        match = replace(self.subject.match(self.cell, settings), seed=self.seed)
        tally = arm_sums.tally if self.subject.kind == CARD else fold_sums.tally
        (sums,) = self.sums(label, [match], tally, deals)
        return _result(self.subject, match, sums)

    def sums(self, label: str, matches: Sequence[Match], tally: Tally, deals: int) -> list[Sums]:
        """Return the sums of matches on the same deals.

        Raises
        ------
        Interrupted
        """
        games = sum(deals * match.lineup.rotations for match in matches)
        self.begin(f"{self.subject.name}: {label}", games)
        tallies = [{_SUMS: tally}] * len(matches)
        paired_games = PairedGames(matches, tallies, self.workers, self.stop, self.add)
        if not paired_games.play_to(deals):
            raise Interrupted("Stopped.")
        return [totals[_SUMS] for totals in paired_games.totals]


@contextmanager
def subject_table(
    cell: PreparedCell, subject: Subject, options: FixOptions, console: Any
) -> Iterator[SubjectTable]:
    """Yield what plays a subject under settings, with progress; Ctrl-C stops it."""
    match = subject.match(cell, {})
    deals = deals_for(match, options.games)
    stop, workers = StopSignal(), options.workers or available_cores()
    warm_up(match)
    with stop.on_interrupt(), show_progress(console) as progress:
        yield SubjectTable(
            cell, subject, deals, workers, stop, progress.begin, progress.add, cell.match.seed
        )


def _result(subject: Subject, match: Match, sums: Any) -> Replicates:
    """Return the win rate of one seat or each, or who has an objective, or what a card is worth."""
    if subject.kind == CARD:
        assert isinstance(sums, ArmSums)
        return sums.win_rate().times(-1.0).minus(-1 / match.game_table.num_seats)
    assert isinstance(sums, FoldSums)
    rates = (SEAT_WINS if subject.kind == SEAT else OBJECTIVE[DEALT]).rates(sums, match)
    return rates if subject.place == ALL_SEATS else rates.take([subject.place])


def _searched(table: SubjectTable, lever: Lever, target: float, now: float) -> Values:
    def play(value: int) -> float | None:
        if value < 0:
            return None
        try:
            result = table.play(lever.settings(value), table.deals, f"{lever.name} = {value}")
        except BalanceError:  # the number cannot have this value
            return None
        return float(result.value[0])

    return search(lever.printed, target, now, play)


def _confirm(
    table: SubjectTable, best: Sequence[_Candidate], base: Replicates, target: float, enough: float
) -> tuple[tuple[PlayedValue, ...], bool]:
    """Play the best values again, on the fresh deals of `base`; see `Fix`."""
    deals, before = CONFIRMED * table.deals, base.estimate()

    def confirmed(one: _Candidate) -> PlayedValue:
        label = ", ".join(f"{name} = {value}" for name, value in one.values.items())
        result = table.play(one.settings, deals, f"{label}, fresh deals")
        after = replace(table.cell.match, game_table=table.cell.table_with(one.settings))
        words = "; ".join(changes_in_words(table.cell.match, after, one.settings))
        if table.subject.kind == SEAT:
            is_too_strong = float(base.value[0]) > target
            who = "all other seats start" if is_too_strong else f"{table.subject.name} starts"
            ((good, amount),) = one.values.items()
            words = f"{who} with {amount} more {good}"
        after_it = result.estimate()
        return PlayedValue(
            one.values, words, one.settings, after_it, before, paired(base, result).difference,
            makes(after_it, before, target, enough),
        )  # fmt: skip

    shown = [confirmed(one) for one in best]
    neighbour = best[0].neighbour if best else None
    has_neighbour = False
    if shown and neighbour is not None and not shown[0].is_made:
        shown.insert(1, confirmed(neighbour))
        has_neighbour = True
    return tuple(shown), has_neighbour
