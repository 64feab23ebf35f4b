"""Dice that a player rolls unseen: numbers of each player, of which others see how many they are.

``roll 5 dice secretly`` gives each player the numbers ``secret_dice`` (how many they are),
``secret_sides``, and ``secret_die_1`` to ``secret_die_5``.  What lines say of the dice are values
of these.
"""

import re
from collections.abc import Iterable
from functools import reduce

from balance.games.described.language.tree import Number, Value, Whose
from balance.games.described.layout import MAX_DICE, MOST_UNLESS_STATED, Owner

COUNT, SIDES = "secret_dice", "secret_sides"
_ROLLED = re.compile(r"\broll\s+(a\s+die|\d+\s+dice|1\s+die)?[^;\n|]*\bsecretly\b")
_NOTHING = Value("constant", (0,))


def secret_numbers(texts: Iterable[str]) -> dict[str, Number]:
    """Return the numbers of each player for the dice that lines roll unseen; none without any."""
    heads = [head for text in texts for head in _ROLLED.findall(text)]
    if not heads:
        return {}
    counts = [1 if "die" in head else int(head.split()[0]) if head else MAX_DICE for head in heads]
    dice = (f"secret_die_{place + 1}" for place in range(min(max(counts), MAX_DICE)))
    return {
        COUNT: Number(COUNT, (0,), most=MAX_DICE),
        SIDES: Number(SIDES, (0,)),
        **{name: Number(name, (0,), 0, MOST_UNLESS_STATED, True) for name in dice},
    }


def is_of_language(name: str) -> bool:
    """Return whether a number is one of these, and not the designer's own."""
    return name in {COUNT, SIDES} or name.startswith("secret_die_")


def dice_of(names: Iterable[str], owner: Owner) -> list[Value]:
    """Return the values of the dice of a player."""
    own = [name for name in names if name.startswith("secret_die_")]
    return [Value("number", (Whose(name, owner),)) for name in own]


def written_out(value: Value, names: Iterable[str]) -> Value:
    """Return the sum of dice, or how many show a number, as a value of numbers."""
    dice = dice_of(names, value.parts[-1].owner)
    if value.what == "secret_showing":
        number = value.parts[0]
        dice = [
            Value("and", (Value("less", (_NOTHING, die)), Value("equal", (die, number))))
            for die in dice
        ]
    return reduce(lambda left, right: Value("add", (left, right)), dice)


def said(name: str) -> str:
    """Return one of these numbers as lines say it: ``secret die 2``."""
    if name == COUNT:
        return "number of secret dice"
    return name.replace("_", " ").removesuffix(" 1")
