"""``balance strongest``: the strongest card of a table, by sequential halving."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.arm_metrics import ARM
from balance.analysis.experiments.fair_price import option_values
from balance.analysis.experiments.halving import rounds_of, survivors
from balance.app.notices import announce_start, stderr_console
from balance.app.sensitivity import AdviceOptions, one_cell, open_trials, report
from balance.errors import ScenarioError
from balance.limits import MAX_SEED
from balance.report.strongest.section import strongest_section
from balance.runner.arms import ArmResult
from balance.runner.bot_speed import warm_up
from balance.runner.cell_games import MetricSet
from balance.scenario.experiments import Arm, arms_of
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import PreparedCell
from balance.tuning.trials import Trials

KIND = "strongest"  # of a folder, in its manifest
FEWEST_DEALS = 256  # of a ban in the first round
BASE_DEALS = 1_000  # of the game as it is, which show what cards are there
_METRICS = MetricSet({ARM: arm_sums.tally}, {ARM: arm_sums.ArmSums})


def strongest(name: str, kind: str | None, overrides: Overrides, options: AdviceOptions) -> None:
    """Find the strongest card of a scenario, and write a report.

    Half of the games choose it, on the deals of the next seed; the others, on the deals of the seed
    after that, say how strong it is, as the largest of many estimates is too large.

    Parameters
    ----------
    kind : str or None
        Only cards of this kind.

    Raises
    ------
    BalanceError
    Interrupted
    """
    console = stderr_console()
    ready = one_cell(read_scenario(name), overrides, console)
    (cell,) = ready.cells
    announce_start(ready, console)
    warm_up(cell.match)
    settings = {"games": options.games, "kind": kind}
    with open_trials(ready, KIND, settings, options, console) as trials:
        base = trials.base(BASE_DEALS)
        there = base.available.sum(axis=0) > 0
        arms = _bans(_with_seed(cell, 1), there, kind)
        deals = options.games // cell.match.game_table.num_seats // 2
        rounds = rounds_of(len(arms), deals)
        if rounds[0][1] < FEWEST_DEALS:
            fewest = -(-FEWEST_DEALS * options.games // max(rounds[0][1], 1))
            raise ScenarioError(
                f"--games {options.games}: too few for {len(arms)} cards; expected at least "
                f"{fewest:,}."
            )
        results = _halved(trials, arms, rounds)
        best = max(results, key=lambda one: (one.deals, _value(one)))
        again = _fresh(trials, cell, best.arm, there, kind, deals)
    section = strongest_section(
        results, again, ready.game, cell.match.lineup.entries[0].label, kind or ""
    )
    report(section, ready, trials, base, options)


def _with_seed(cell: PreparedCell, more: int) -> PreparedCell:
    seed = (cell.match.seed + more) % MAX_SEED
    return replace(cell, match=replace(cell.match, seed=seed))


def _bans(cell: PreparedCell, there: Sequence[bool], kind: str | None) -> list[Arm]:
    """Return the bans of the cards that are in some game."""
    match = cell.match
    cards = [
        card for card, is_card, is_there in zip(
            match.game_table.cards, match.is_card, there, strict=True
        ) if is_card and is_there
    ]  # fmt: skip
    kinds = sorted({card.kind for card in cards})
    if kind is not None:
        cards = [card for card in cards if card.kind.casefold() == kind.casefold()]
    arms = list(arms_of(cell, ["ban"], cards))
    if len(arms) < 2:
        of_kind = "" if kind is None else f" of kind {kind!r}; there are {', '.join(kinds)}"
        raise ScenarioError(f"There are fewer than two cards to compare{of_kind}.")
    return arms


def _halved(
    trials: Trials, arms: Sequence[Arm], rounds: Sequence[tuple[int, int]]
) -> list[ArmResult]:
    """Play the rounds, and return the results of all arms."""
    results = _play(trials, arms, rounds[0][1], f"round 1 of {len(rounds)}, bans")
    alive = [result.arm.name for result in results]
    by_name = {result.arm.name: result for result in results}
    for number, ((_, before), (size, deals)) in enumerate(pairwise(rounds), 2):
        key = f"round {number}"
        if key not in trials.chosen:  # else it was decided before the run was interrupted
            values = [_value(by_name[name]) for name in alive]
            trials.chosen[key] = [alive[place] for place in survivors(values, size)]
            trials.keep()
        alive = trials.chosen[key]
        assert deals > before
        chosen = [by_name[name].arm for name in alive]
        label = f"round {number} of {len(rounds)}, bans"
        by_name |= {one.arm.name: one for one in _play(trials, chosen, deals, label)}
    return list(by_name.values())


def _fresh(
    trials: Trials,
    cell: PreparedCell,
    best: Arm,
    there: Sequence[bool],
    kind: str | None,
    deals: int,
) -> ArmResult:
    """Return the ban of the best card on deals that had no part in choosing it."""
    arms = _bans(_with_seed(cell, 2), there, kind)
    (arm,) = (one for one in arms if one.subject == best.subject)
    arm = replace(arm, name=f"{arm.name}, fresh deals")
    return _play(trials, [arm], deals, "fresh deals, bans")[0]


def _play(trials: Trials, arms: Sequence[Arm], deals: int, label: str) -> tuple[ArmResult, ...]:
    each = {arm.name: deals for arm in arms}
    return trials.play_each(arms, lambda results: each, label, _METRICS)


def _value(result: ArmResult) -> float:
    return float(np.asarray(option_values({"": result}).value)[0])
