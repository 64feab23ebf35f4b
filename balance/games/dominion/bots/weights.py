"""What a position is made of, for the planner, in the order of its file."""

from enum import IntEnum, auto

from balance.games.dominion.layout import FIRST_OWN, Card


class Fact(IntEnum):
    """Facts of a position beside the cards that the seat owns."""

    POINTS = 0  # of all cards owned
    CARDS = auto()  # owned
    MONEY = auto()  # coins that a hand of five brings on average, draws counted
    MONEY_OVER_5 = auto()  # what of these is above 5, and above 8
    MONEY_OVER_8 = auto()
    COLLISIONS = auto()  # terminals that are drawn together, the more they crowd the cards
    RELIEVED = auto()  # terminals for which a village is owned
    BUYS = auto()  # further ones, of all cards
    CURSES = auto()  # cards that bring Curses, times those left for each other player
    CLEANING = auto()  # cards that trash, times the Coppers, Estates and Curses owned
    LEAD = auto()  # how clearly it is ahead of the best of the others, from -1 to 1
    CLOSING_BEHIND = auto()  # two gains to the end of the game: behind, or not
    CLOSING_AHEAD = auto()
    BRINK_BEHIND = auto()  # one gain to the end: behind, up to 6 points ahead, or more
    BRINK_NEAR = auto()
    BRINK_AHEAD = auto()
    WON = auto()  # the game ends with this turn, and is won, or is not
    LOST = auto()


NUM_CARDS = FIRST_OWN  # cards of the box; others count as the one they are most like
FIRST = len(Fact)  # by card of the box: 1 if one is owned
MORE = FIRST + NUM_CARDS  # by card of the box: how many more
NUM_FEATURES = MORE + NUM_CARDS
# A fact has a weight late in the game, in the middle and early, a card only the first and the last.
FACT_TIMES, CARD_TIMES = 3, 2
FIRST_CARD = len(Fact) * FACT_TIMES  # where the weights of cards begin
NUM_WEIGHTS = FIRST_CARD + 2 * NUM_CARDS * CARD_TIMES


class Weight(IntEnum):
    """What else the planner weighs, after the features."""

    PACE = NUM_WEIGHTS  # rounds that a gain to the end takes, times the number of players
    OPENING = auto()  # rounds before points are bought
    HORIZON = auto()  # rounds to come at which it is early
    DOUBT = auto()  # points by which a choice must be better than greedy's own


def names() -> tuple[str, ...]:
    """Return the names of all weights of the planner's own, in their order."""
    facts = [fact.name.lower() for fact in Fact]
    cards = [*(card.name for card in Card), *(f"more_{card.name}" for card in Card)]
    return (
        *(f"{fact}_{time}" for fact in facts for time in ("late", "middle", "early")),
        *(f"{card}_{time}" for card in cards for time in ("late", "early")),
        *(weight.name.lower() for weight in Weight),
    )
