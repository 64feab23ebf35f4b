"""The rule: the larger hand wins."""


def winner(hands: list[int]) -> int:
    """Return the first seat with the largest hand."""
    best = 0
    for seat in range(len(hands)):
        if hands[seat] > hands[best]:
            best = seat
    return best


def is_shared(hands: list[int], best: int) -> bool:
    """Tell whether another hand is as large."""
    return hands.count(hands[best]) > 1
