"""Questions to the records of games: a file each, tally(records) -> Sums -> tables."""

from collections.abc import Mapping

from balance.analysis.metrics import (
    cards,
    fold_sums,
    interactions,
    last_round,
    objective_pairs,
    objectives,
    pace,
    rival,
    seats,
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
    # What the section `objectives` rests on too, and no section of its own.
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
    # What the section `comparison` rests on, and no section of its own.
    "folds": Metric(fold_sums.tally, fold_sums.FoldSums),
}
