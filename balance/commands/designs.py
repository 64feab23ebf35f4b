"""Designed experiments of a run: played after its games, into the same folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.asked import asked_of
from balance.analysis.folds import FoldSums
from balance.analysis.precision import Precision, half_width
from balance.commands.progress import Teller
from balance.engine.game import Piece
from balance.errors import Interrupted
from balance.scenario.cells import VARIANT
from balance.scenario.designs import Arm, arms_of
from balance.scenario.set_up import SetUp
from balance.simulate.arms import PlayedArm, play_arms, put_together, stored_arm
from balance.simulate.crew import Crew
from balance.simulate.run import Stop
from balance.simulate.runs import Played, Run


def play_designs(run: Run, crew: Crew, progress: Teller) -> None:
    """Play the experiments that the scenario asks for on each of its cells.

    Raises
    ------
    ScenarioError
        If the game does not know one of them.
    Interrupted
        After Ctrl-C, once everything is stored.
    """
    scenario = run.set_up.scenario
    if not scenario.designs:
        return
    store, stop = run.store, Stop()
    with stop.on_interrupt():
        for played in run.variants:
            name = played.variant.name
            arms = _arms(run.set_up, played)
            asked = _Asked(Precision(scenario.halfwidth / 100, scenario.race))

            def begin(number: int, games: int, name: str = name, asked: _Asked = asked) -> None:
                progress.begin(f"{name}: {number} arms of experiments{asked.so_far}", games)

            play_arms(name, arms, asked_of, store, asked, crew, stop, begin, progress.add)
            if not stop.is_set():
                put_together(name, arms, store)
    if stop.is_set():
        raise Interrupted(f"Stopped; what was played is in {run.folder}: the same command goes on.")


@dataclass
class _Asked:
    """Asks for deals as a precision wants them, and remembers how wide intervals are by now."""

    precision: Precision
    so_far: str = ""

    def __call__(self, played: Sequence[PlayedArm]) -> Mapping[str, int]:
        wanted = self.precision.wanted(played)
        short = [one for one in played if one.deals < wanted[one.arm.name]]
        if short and all(one.deals for one in short):
            widest = 100 * max(map(half_width, short))
            target = 100 * self.precision.halfwidth
            self.so_far = f", +-{widest:.2f} points so far, {target:g} wanted"
        return wanted


def stored_arms(run: Run, played: Played) -> tuple[PlayedArm, ...]:
    """Return the experiments that a run's folder holds of a variant.

    Raises
    ------
    StoreError
        If a shard is damaged.
    """
    store, name = run.store, played.variant.name
    arms = _arms(run.set_up, played)
    return tuple(stored_arm(name, arm, asked_of(arm), store) for arm in arms)


def _arms(ready: SetUp, played: Played) -> tuple[Arm, ...]:
    """Return the arms of a cell: of the baseline, and of others that differ by the grid alone."""
    first, axes = ready.variants[0], played.variant.axes
    is_told_of = played.variant is first or bool(axes)
    if not is_told_of or axes.get(VARIANT) != first.axes.get(VARIANT) or not played.games:
        return ()
    return arms_of(played.variant, ready.scenario.designs, _met(played))


def _met(played: Played) -> tuple[Piece, ...]:
    """Return the cards that were there in some game, but for what is a deed and no card."""
    match = played.variant.match
    folds = played.totals["folds"]
    assert isinstance(folds, FoldSums)
    met = np.flatnonzero(match.are_cards & folds.available.any(axis=0))
    return tuple(match.laid.cards[row] for row in met)
