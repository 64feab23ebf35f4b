"""Questions to the records of games: a file each, tally(records) -> Sums -> tables."""

from collections.abc import Mapping

from balance.analysis import (
    cards,
    folds,
    interactions,
    last_round,
    meetings,
    objectives,
    pace,
    rival,
    seats,
)
from balance.analysis.question import Question

QUESTIONS: Mapping[str, Question] = {
    "seats": Question(
        seats.tally,
        seats.SeatSums,
        seats.applies,
        "seats needs players who play each other; here one plays against the game itself",
    ),
    "rival": Question(
        rival.tally,
        rival.RivalSums,
        rival.applies,
        "rival needs a player who plays alone against the game itself; here players play each "
        "other",
    ),
    "pace": Question(pace.tally, pace.PaceSums),
    "last_round": Question(
        last_round.tally,
        last_round.LastRoundSums,
        last_round.applies,
        "last_round needs a game that keeps the scores as its last round begins, and players who "
        "play each other",
    ),
    "objectives": Question(
        objectives.tally,
        objectives.ObjectiveSums,
        objectives.applies,
        "objectives needs a game with secret goals; here nobody is dealt any",
    ),
    # What the section `objectives` rests on too, and no section of its own.
    "meetings": Question(
        meetings.tally,
        meetings.MeetingSums,
        meetings.applies,
        "meetings needs players who play each other for secret goals; here there are none",
    ),
    "cards": Question(
        cards.tally,
        cards.CardSums,
        cards.applies,
        "cards needs a game in which cards are taken; here there are none",
    ),
    "interactions": Question(
        interactions.tally,
        interactions.InteractionSums,
        interactions.applies,
        "interactions needs a game in which cards are taken, and players who play each other",
    ),
    # What the section `comparison` rests on, and no section of its own.
    "folds": Question(folds.tally, folds.FoldSums),
}
