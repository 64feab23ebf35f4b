"""Sets of cards: conditions that depend on a card alone, which nothing in a game changes."""

import operator
from collections.abc import Callable, Sequence

from balance.games.described.language.tree import Value
from balance.games.described.table.numbering import Numbering

_SIDES: dict[str, Callable[[int, int], int]] = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul,
    "divide": lambda left, right: left // right if right else 0,
    "remainder": lambda left, right: left % right if right else 0,
    "equal": operator.eq, "unequal": operator.ne, "less": operator.lt, "at_most": operator.le,
    "and": lambda left, right: left != 0 and right != 0,
    "or": lambda left, right: left != 0 or right != 0,
    "smaller": min, "larger": max,
    "includes": lambda left, right: left >> right & 1 if 0 <= right < 63 else 0,
}  # fmt: skip
_FIXED = frozenset({"constant", "named", "word", "of_card", "not", *_SIDES})


def is_fixed(value: Value) -> bool:
    """Return whether a value depends on the card in question alone."""
    return all(part.what in _FIXED for part in value.inner())


def fixed_value(value: Value, of: Numbering, card: Sequence[int]) -> int:
    """Return a value for the card that has these attributes, as `rules.values` computes it."""
    what, parts = value.what, value.parts
    if what == "constant":
        return int(parts[0])
    if what == "named":
        return of.named[parts[0]]
    if what == "word":
        return of.words[parts[0]]
    if what == "of_card":
        return int(card[of.columns[parts[0]]])
    left = fixed_value(parts[0], of, card)
    if what == "not":
        return int(left == 0)
    if what == "includes" and parts[1].what == "word":
        return _SIDES[what](left, of.bit(*parts))
    return int(_SIDES[what](left, fixed_value(parts[1], of, card)))
