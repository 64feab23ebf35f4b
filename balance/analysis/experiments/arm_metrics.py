"""The metrics of an arm of a designed experiment."""

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.arm_sums import ARM
from balance.analysis.metrics import fold_sums, objective_pairs, objectives
from balance.analysis.metrics.metric import Metric
from balance.runner.cell_games import MetricSet
from balance.scenario.experiments import REPRICED, UNCHOSEN, Arm

OF_ENTRY = MetricSet({ARM: arm_sums.tally}, {ARM: arm_sums.ArmSums})  # of these alone
_FOLDS = {"folds": Metric(fold_sums.tally, fold_sums.FoldSums)}
_OF_OBJECTIVES = {
    "objectives": Metric(applies=objectives.applies),
    "meetings": Metric(
        objective_pairs.tally, objective_pairs.ObjectivePairSums, objective_pairs.applies
    ),
}


def arm_metrics(arm: Arm) -> MetricSet:
    """Return the metrics of an arm: of the entry under the handicap, of a cell, or both."""
    if arm.is_asymmetric:
        questions = {ARM: Metric(arm_sums.tally, arm_sums.ArmSums)}
        if arm.kind == REPRICED:
            questions |= _FOLDS
    else:
        known = _FOLDS | (_OF_OBJECTIVES if arm.kind == UNCHOSEN else {})
        questions = {name: one for name, one in known.items() if one.applies(arm.match)}
    return MetricSet(
        {name: one.tally for name, one in questions.items()},
        {name: one.sums for name, one in questions.items()},
    )
