"""The weights of the bots that value positions; a bot's file holds those that are not 0."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """Features of a position, then switches; the files say what each is for."""

    # Points of the score (K12): 1 is as much as they score.
    INFLUENCE = 0
    ORDERS = auto()
    COUPLES = auto()
    MARKERS = auto()
    GOLD = auto()
    # What may still come of the castle.
    KINGDOM = auto()  # Kpot
    TAX = auto()  # Tpot, over all groups
    TAX_KNIGHTS = auto()  # Tpot, of the knights' group alone
    TAX_FARMERS = auto()  # Tpot, of farmers and farmwomen alone
    KNIGHTS = auto()  # Opot
    PAIRS = auto()  # Cpot
    # The same, and others, times the share of the piles that is left.
    KNIGHTS_EARLY = auto()
    PAIRS_EARLY = auto()
    GOLD_EARLY = auto()
    JESTERS_EARLY = auto()  # face-up jesters
    WIZARDS = auto()  # what swaps for the highest influence would bring
    # What may be done next with what lies in the valley, after the move of Phase 2.
    OWN_BEST = auto()  # the own best single action
    OWN_SAFE = auto()  # the same without what opponents reach in a straight move
    NEXT_BEST = auto()  # the next player's best single action after the refill
    NEXT_BEST_SHARED = auto()  # the same over the number of opponents
    HANDED = auto()  # queens and dukes of the bottom rows that the refill brings into the valley
    UNDER_KING = auto()  # influence of the tile under the own king after the refill
    GOLD_NEAR = auto()  # gold lying on spaces in a straight line
    CLOSING = auto()  # 1 if leading, -1 if trailing, while a turn may use the piles up
    # Switches.
    FADE = auto()  # 1: all but points counts less towards the end, nothing in the last turn
    PLACEMENT = auto()  # 0 random, 1 greedy, 2 block (BF8)
    REFILL = auto()  # 0 random, 1 cheap, 2 threat (BF7)
    NEVER_RECRUIT = auto()  # 1: nobody is ever recruited
    JESTER_RULE = auto()  # 1: a jester fills the first empty column (B1), not the best one
    KEEP_VALUES = auto()  # 1: no collector turns the last face-up tile of a value down (B2)
    CLAIM_IF_BETTER = auto()  # 1: a bonus is claimed only if the position is worth more then (B3)
