"""The notation of the worked examples (D16): cards, and what may be chosen."""

import re
from collections import Counter
from itertools import repeat
from typing import Any

from balance.games.dominion.layout import ALL, NOTHING, NUM_BASIC, Card, Decision, Steed

# The basic cards by letter, all others by id.
CODES = (*"CSGEDPX", *(card.name for card in list(Card)[NUM_BASIC:]))
UNKNOWN = "?"
_YES_NO = (
    Decision.CHANCELLOR,
    Decision.SPY,
    Decision.LIBRARY,
    Decision.TOURNAMENT,
    Decision.YOUNG_WITCH,
    Decision.WALLED_VILLAGE,
)


def listed(text: str) -> list[str]:
    """Return the codes of cards, in their order; ``3C`` is three Coppers."""
    codes: list[str] = []
    for word in text.split():
        found = re.fullmatch(r"(\d*)(.+)", word)
        assert found, word
        codes += repeat(found[2], int(found[1] or 1))
    return codes


def cards(text: str) -> Counter[str]:
    """Return how many of each card there are in a text such as ``"3C E smithy"``."""
    return Counter(listed(text))


def counted(counts: Any) -> Counter[str]:
    """Return cards that are counted by kind."""
    return +Counter({code: int(counts[kind]) for kind, code in enumerate(CODES)})


def choice_name(decision: Decision, choice: int) -> str:
    """Say a choice of a decision."""
    if decision in _YES_NO:
        return ("no", "yes")[choice]
    match decision:
        case Decision.JESTER:
            return ("self", "victim")[choice]
        case Decision.TRUSTY_STEED:
            return " ".join(each.name.lower() for each in Steed if choice & each)
        case Decision.PLACE_STASH:
            return str(choice)
    return {NOTHING: "nothing", ALL: "all"}.get(choice) or CODES[choice]
