"""What is kept of the games of an arm of a designed experiment."""

from balance.analysis import QUESTIONS, arms
from balance.analysis.question import Question
from balance.scenario.designs import UNCHOSEN, Arm
from balance.simulate.arms import Asked

ARM = "arm"  # the question that asymmetric arms are asked
_SYMMETRIC = ("folds",)
_OF_OBJECTIVES = ("folds", "objectives", "meetings")


def asked_of(arm: Arm) -> Asked:
    """Return what an arm is asked: how the entry under the handicap fares, or as a cell is."""
    if arm.is_asymmetric:
        questions = {ARM: Question(arms.tally, arms.ArmSums)}
    else:
        names = _OF_OBJECTIVES if arm.kind == UNCHOSEN else _SYMMETRIC
        known = {name: QUESTIONS[name] for name in names if name in QUESTIONS}
        questions = {name: one for name, one in known.items() if one.applies(arm.match)}
    return Asked(
        {name: one.tally for name, one in questions.items()},
        {name: one.sums for name, one in questions.items()},
    )
