"""Games of one subject, a seat, a card or an objective, under changes of numbers.

What comes of it, and what else changes: how often it is chosen, and the other objectives.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.measures import CARD_TAKEN, CHOSEN, DEALT
from balance.analysis.measures import OBJECTIVE as WINS_OF
from balance.analysis.measures import SEAT as SEAT_WINS
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.app.progress import show_progress
from balance.app.study import deals_for
from balance.errors import Interrupted
from balance.limits import MAX_SEED
from balance.report.players import takings_rest_on
from balance.runner.bot_speed import warm_up
from balance.runner.cell_player import Tally
from balance.runner.paired_games import PairedGames, seconds_a_deal
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.levers import CARD, OBJECTIVE, SEAT, Subject
from balance.scenario.match import Match
from balance.scenario.prepare import PreparedCell
from balance.stats.intervals import Estimate
from balance.stats.jackknife import Replicates
from balance.stats.picked import picked_z
from balance.store.sums import Sums

_SUMS = "sums"


@dataclass(frozen=True)
class SideEffects:
    """What else a change changes, where players choose as they like.

    Attributes
    ----------
    chosen, was_chosen : Estimate or None
        How often an objective is kept by who is dealt it, or the share of games in which a card is
        taken; None where nobody chooses.
    others : tuple of str
        The names of the other objectives.
    differences : Estimate
        Of their win rates when dealt, with 95% intervals for all at once; of one value each.
    """

    kind: str  # of the subject
    chosen: Estimate | None
    was_chosen: Estimate | None
    others: tuple[str, ...]
    differences: Estimate | None
    basis: str = ""  # on what `chosen` rests, of a card


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

    def seconds_a_deal(self) -> float:
        """Return about how long a deal takes: a few are played."""
        return seconds_a_deal([self.subject.match(self.cell, {})], self.workers, self.stop)

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

    def side_effects(self, settings: Mapping[str, Any]) -> SideEffects | None:
        """Return what else settings change, on the same deals as it is; None of a seat.

        Raises
        ------
        BotError, LimitError
        Interrupted
        """
        subject = self.subject
        if subject.kind == SEAT:
            return None
        match = replace(self.cell.match, seed=self.seed)
        changed = replace(match, game_table=self.cell.table_with(settings), replay_command="")
        both = self.sums("what else changes", [match, changed], fold_sums.tally, self.deals)
        was, now = (one for one in both if isinstance(one, FoldSums))
        choice = CHOSEN if subject.kind == OBJECTIVE else CARD_TAKEN
        before, after = (choice.rates(sums, match).take([subject.place]) for sums in (was, now))
        nobody_chooses = subject.kind == OBJECTIVE and was.is_assigned and now.is_assigned
        others = [place for place in range(was.dealt.shape[1])
                  if subject.kind != OBJECTIVE or place != subject.place]  # fmt: skip
        dealt = [WINS_OF[DEALT].rates(sums, match) for sums in (was, now)]
        apart = (dealt[1] - dealt[0]).take(others) if others else None
        return SideEffects(
            subject.kind,
            None if nobody_chooses else after.estimate().bounded(),
            None if nobody_chooses else before.estimate().bounded(),
            tuple(match.game_table.objectives[place].name for place in others),
            None if apart is None else apart.estimate(picked_z(len(others))),
            takings_rest_on(match),
        )

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
    cell: PreparedCell, subject: Subject, games: int, workers: int | None, console: Console
) -> Iterator[SubjectTable]:
    """Yield what plays a subject under settings, with progress; Ctrl-C stops it."""
    match = subject.match(cell, {})
    deals = deals_for(match, games)
    stop, workers = StopSignal(), workers or available_cores()
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
    rates = (SEAT_WINS if subject.kind == SEAT else WINS_OF[DEALT]).rates(sums, match)
    return rates if subject.is_all_seats else rates.take([subject.place])
