"""Questions to the records of games: a file each, tally(records) -> Sums -> tables."""

from collections.abc import Mapping

from balance.analysis import cards, objectives, pace, seats
from balance.analysis.question import Question

QUESTIONS: Mapping[str, Question] = {
    "seats": Question(seats.tally, seats.SeatSums),
    "pace": Question(pace.tally, pace.PaceSums),
    "objectives": Question(objectives.tally, objectives.ObjectiveSums, objectives.applies),
    "cards": Question(cards.tally, cards.CardSums, cards.applies),
}
