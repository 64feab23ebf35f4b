"""What a change of one card or objective does to its own choice and to the other objectives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.win_rates import dealt_rates
from balance.engine.game import GameTable
from balance.runner.cell_player import Tally
from balance.scenario.levers import CARD, OBJECTIVE, Subject
from balance.scenario.match import Match
from balance.stats.intervals import Estimate
from balance.stats.jackknife import Replicates, replicates
from balance.stats.picked import picked_z
from balance.store.sums import Sums

Play = Callable[[str, Sequence[Match], Tally, int], Sequence[Sums]]


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


def side_effects(
    match: Match, changed: GameTable, subject: Subject, deals: int, play: Play
) -> SideEffects | None:
    """Play a match as it is and with a change, on the same deals; None of a seat.

    Parameters
    ----------
    play : function (label, matches, tally, deals) -> sums
        Plays the same deals of matches.

    Raises
    ------
    BotError, LimitError
    Interrupted
    """
    if subject.kind not in (CARD, OBJECTIVE):
        return None
    matches = [match, replace(match, game_table=changed, replay_command="")]
    was, now = map(_folds, play("what else changes", matches, fold_sums.tally, deals))
    row = [subject.place]
    before, after = (_chosen(sums, subject.kind, row) for sums in (was, now))
    nobody_chooses = subject.kind == OBJECTIVE and was.is_assigned and now.is_assigned
    others = [place for place in range(was.dealt.shape[1])
              if subject.kind != OBJECTIVE or place != subject.place]  # fmt: skip
    names = tuple(match.game_table.objectives[place].name for place in others)
    apart = (dealt_rates(now) - dealt_rates(was)).take(others) if others else None
    return SideEffects(
        subject.kind,
        None if nobody_chooses else after.estimate(),
        None if nobody_chooses else before.estimate(),
        names,
        None if apart is None else apart.estimate(picked_z(len(others))),
    )


def _folds(sums: Any) -> FoldSums:
    assert isinstance(sums, FoldSums)
    return sums


def _chosen(sums: FoldSums, kind: str, row: list[int]) -> Replicates:
    num, den = (sums.kept, sums.dealt) if kind == OBJECTIVE else (sums.taken, sums.available)
    return replicates(num[:, row], den[:, row], sums.deals, 1.0)
