"""Metrics, a file each: tally(records) -> sums -> tables."""

from collections.abc import Mapping

from balance.analysis.metrics import (
    cards,
    fold_sums,
    interactions,
    last_round,
    objective_pairs,
    objectives,
    openings,
    pace,
    rival,
    seats,
    valley,
)
from balance.analysis.metrics.metric import Metric

METRICS: Mapping[str, Metric] = {
    "seats": Metric(
        seats.tally,
        seats.SeatSums,
        seats.applies,
        "seats needs players who play each other; here one plays against the game itself",
    ),
    "rival": Metric(
        rival.tally,
        rival.RivalSums,
        rival.applies,
        "rival needs a player who plays alone against the game itself; here players play each "
        "other",
    ),
    "pace": Metric(pace.tally, pace.PaceSums),
    "last_round": Metric(
        last_round.tally,
        last_round.LastRoundSums,
        last_round.applies,
        "last_round needs a game that keeps the scores as its last round begins, and players who "
        "play each other",
    ),
    "objectives": Metric(
        objectives.tally,
        objectives.ObjectiveSums,
        objectives.applies,
        "objectives needs a game with secret goals; here nobody is dealt any",
    ),
    # Pairs of objectives; a part of the section `objectives`.
    "meetings": Metric(
        objective_pairs.tally,
        objective_pairs.ObjectivePairSums,
        objective_pairs.applies,
        "meetings needs players who play each other for secret goals; here there are none",
    ),
    "cards": Metric(
        cards.tally,
        cards.CardSums,
        cards.applies,
        "cards needs a game in which cards are taken; here there are none",
    ),
    "interactions": Metric(
        interactions.tally,
        interactions.InteractionSums,
        interactions.applies,
        "interactions needs a game in which cards are taken, and players who play each other",
    ),
    "openings": Metric(
        openings.tally,
        openings.OpeningSums,
        openings.applies,
        "openings needs a game whose records hold what players bought first, such as Dominion",
    ),
    "valley": Metric(
        valley.tally,
        valley.ValleySums,
        valley.applies,
        "valley needs King of the Valley, with players who play each other",
    ),
    # For the section `comparison`.
    "folds": Metric(fold_sums.tally, fold_sums.FoldSums),
}
