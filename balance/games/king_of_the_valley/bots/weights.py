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
    # Tables of the planner (BP2), read if TABLES is 1.
    VALUES_1 = auto()  # by how many of the five values have a face-up tile beyond whole sets
    VALUES_2 = auto()
    VALUES_3 = auto()
    VALUES_4 = auto()
    VALUES_QUEEN = auto()  # if the queens are among them
    SETS = auto()  # a whole set that is not claimed at once
    GROUP_1 = auto()  # by the face-up tiles of a group that was not taxed, 5 or more alike
    GROUP_2 = auto()
    GROUP_3 = auto()
    GROUP_4 = auto()
    GROUP_5 = auto()
    ORDER_1 = auto()  # by the knights of an order, while a next step can be reached; early
    ORDER_2 = auto()
    ORDER_3 = auto()
    ORDER_4 = auto()
    SINGLE_FARMER = auto()  # without a partner, as far as there are partners; early
    SINGLE_FARMWOMAN = auto()
    FIRST_GOLD = auto()  # each of the first few gold; early
    # What may be done next with what lies in the valley, after the move of Phase 2.
    OWN_BEST = auto()  # the own best single action
    OWN_SAFE = auto()  # the same without what opponents reach in a straight move
    NEXT_BEST = auto()  # the next player's best single action after the refill
    NEXT_BEST_SHARED = auto()  # the same over the number of opponents
    HANDED = auto()  # queens and dukes of the bottom rows that the refill brings into the valley
    UNDER_KING = auto()  # influence of the tile under the own king after the refill
    GOLD_NEAR = auto()  # gold lying on spaces in a straight line
    CLOSING = auto()  # 1 if leading, -1 if trailing, while a turn may use the piles up
    # What the planner sees beyond its castle (BP4).
    OWN_NEXT = auto()  # the own best action after the refill, by what tiles are worth to the seat
    RIVAL_NEXT = auto()  # the next player's, by what they are worth to that one
    # Switches.
    FADE = auto()  # 1: all but points counts less towards the end, nothing in the last turn
    PLACEMENT = auto()  # 0 random, 1 greedy, 2 block (BF8)
    REFILL = auto()  # 0 random, 1 cheap, 2 threat (BF7)
    NEVER_RECRUIT = auto()  # 1: nobody is ever recruited
    JESTER_RULE = auto()  # 1: a jester fills the first empty column (B1), not the best one
    KEEP_VALUES = auto()  # 1: no collector turns the last face-up tile of a value down (B2)
    CLAIM_IF_BETTER = auto()  # 1: a bonus is claimed only if the position is worth more then (B3)
    TABLES = auto()  # 1: V is that of the planner (BP1), and most of the above is not looked at
    FADING = auto()  # own turns left below which the tables count less; 0: never
    WINDOW = auto()  # moves whose castle is worth so much less than the best are left out
