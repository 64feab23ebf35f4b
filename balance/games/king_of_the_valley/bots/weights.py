"""The weights of the bots that value positions; a bot's file has those that are not 0."""

from enum import IntEnum, auto


class Weight(IntEnum):
    """Features of a position, then switches."""

    # Points of the score (K12), for which 1 is their own value.
    INFLUENCE = 0
    ORDERS = auto()
    COUPLES = auto()
    MARKERS = auto()
    GOLD = auto()
    # The potential of the castle.
    KINGDOM = auto()  # Kpot
    TAX = auto()  # Tpot, over all groups
    TAX_KNIGHTS = auto()  # Tpot, of the knights' group alone
    TAX_FARMERS = auto()  # Tpot, of farmers and farmwomen alone
    KNIGHTS = auto()  # Opot
    PAIRS = auto()  # Cpot
    # The same and others, times the share of the piles that is left.
    KNIGHTS_EARLY = auto()
    PAIRS_EARLY = auto()
    GOLD_EARLY = auto()
    JESTERS_EARLY = auto()  # face-up jesters
    WIZARDS = auto()  # the gain of swaps for the highest influence
    # Tables of the planner (BP2), read if TABLES is 1.
    VALUES_1 = auto()  # by how many of the five values have a face-up tile beyond complete sets
    VALUES_2 = auto()
    VALUES_3 = auto()
    VALUES_4 = auto()
    VALUES_QUEEN = auto()  # if the queens are among them
    SETS = auto()  # a complete set that is not claimed at once
    GROUP_1 = auto()  # by the face-up tiles of a group that was not taxed, up to 5
    GROUP_2 = auto()
    GROUP_3 = auto()
    GROUP_4 = auto()
    GROUP_5 = auto()
    ORDER_1 = auto()  # by the knights of an order, if the next step is possible; early
    ORDER_2 = auto()
    ORDER_3 = auto()
    ORDER_4 = auto()
    SINGLE_FARMER = auto()  # without a partner, if there are partners; early
    SINGLE_FARMWOMAN = auto()
    FIRST_GOLD = auto()  # each of the first few gold; early
    # The next actions in the valley, after the move of Phase 2.
    OWN_BEST = auto()  # the own best single action
    OWN_SAFE = auto()  # the same without tiles that opponents reach in a straight move
    NEXT_BEST = auto()  # the next player's best single action after the refill
    NEXT_BEST_SHARED = auto()  # the same divided by the number of opponents
    HANDED = auto()  # queens and dukes that the refill brings into the valley
    UNDER_KING = auto()  # influence of the tile under the own king after the refill
    GOLD_NEAR = auto()  # gold on spaces in a straight line
    CLOSING = auto()  # 1 if leading, -1 if trailing, when a turn may use up the piles
    # What the planner considers beyond its castle (BP4).
    OWN_NEXT = auto()  # the own best action after the refill, by the worth of tiles to the seat
    RIVAL_NEXT = auto()  # the next player's, by their worth to that player
    # Switches.
    FADE = auto()  # 1: all but points count less towards the end, and 0 in the last turn
    PLACEMENT = auto()  # 0 random, 1 greedy, 2 block (BF8)
    REFILL = auto()  # 0 random, 1 cheap, 2 threat (BF7)
    NEVER_RECRUIT = auto()  # 1: nobody is ever recruited
    JESTER_RULE = auto()  # 1: a jester fills the first empty column (B1), not the best one
    KEEP_VALUES = auto()  # 1: collectors never turn down the last face-up tile of a value (B2)
    CLAIM_IF_BETTER = auto()  # 1: a bonus is claimed only if that makes the position better (B3)
    TABLES = auto()  # 1: V is that of the planner (BP1), which ignores most of the above
    FADING = auto()  # own turns left below which the tables count less; 0: never
    WINDOW = auto()  # moves whose castle is worth this much less than the best are not searched
