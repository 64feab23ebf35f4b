"""Texts of the effect grammar at random, written like those of the sheets (V18.2)."""

import re

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

ROLES = ("worker", "soldier", "shadow", "holy")
NAMES = ("knight", "peasant", "butcher")  # Citizens; two of them are names of Starters too
MONSTERS = ("goblin", "red_dragon", "mimic")
AREAS = ("hills", "cavern")
TYPES = ("minion", "beast", "titan", "boss")
GOODS = ("gold", "strength", "magic", "vp", "any")
TIMINGS = (
    *("now", "roll", "any_doubles", "action_start", "on_slay", "on_gain_citizen", "action_end"),
    "always",
)

# The same texts in every run; a busy machine takes its time over long ones.
in_some_texts = settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)

numbers = st.integers(1, 999).map(str)
small = st.integers(1, 6).map(str)
goods = st.sampled_from(GOODS)


def filled(template: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return a template with its braces filled."""
    return st.tuples(*parts).map(lambda words: template.format(*words))


def joined(sign: str, part: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[str]:
    """Return up to `most` parts with a sign between them."""
    return st.lists(part, min_size=1, max_size=most).map(f" {sign} ".join)


def filters(*tests: st.SearchStrategy[str], least: int = 0) -> st.SearchStrategy[str]:
    """Return some of the tests in brackets, in their order."""
    some = st.tuples(*(st.none() | test for test in tests)).map(
        lambda drawn: " & ".join(test for test in drawn if test)
    )
    return some.filter(lambda text: bool(text) or not least).map(
        lambda text: f"[{text}]" if text else ""
    )


def word(test: str, words: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(words).map(f"{test}={{}}".format)


citizens = filters(
    word("role", ROLES),
    word("name", NAMES),
    numbers.map("cost>={}".format),
    numbers.map("cost<={}".format),
).map("citizen{}".format)
sets = st.one_of(
    citizens,
    filters(word("name", NAMES), least=1).map("namesake{}".format),
    st.just("domain"),
    filters(word("name", MONSTERS), word("area", AREAS), word("type", TYPES)).map(
        "monster{}".format
    ),
    filters(word("role", ROLES), least=1).map("icon{}".format),
    numbers.map("{} resources".format),
)
amounts = filled("{} {}", numbers, goods) | filled("{} {} per {}", numbers, goods, sets)
moves = st.one_of(
    citizens.map("take {}".format),
    filled("steal {} {}", st.integers(1, 31).map(str), goods),
    st.sampled_from(("rob monster", "return monster", "return citizen")),
    st.sampled_from(("may slay", "may build", "may recruit")),
    filled("lose {} {}", numbers, goods),
    filled("all lose {} {}", numbers, goods),
)
marks = filled("mark {} {} on monster", numbers, st.sampled_from(GOODS[:3]))
dice = filled("die {} {}", st.sampled_from("=-+"), small)
lasting = st.one_of(
    st.just("ignore plus"),
    filled("discount {} {} gold", st.sampled_from(("build", "recruit")), numbers),
    filled("discount slay {} {}", numbers, st.sampled_from(("strength", "magic"))),
)

payments = joined("+", amounts | st.sampled_from(("return monster", "return citizen")))
bundles = joined("+", amounts | moves)
trades = bundles | filled("{} -> {}", payments, bundles)
choices = joined("|", trades)

# What stands in each column, of all that V18.8 leaves.
effects = joined(";", choices)
scorings = joined("+", filled("{} vp", numbers) | filled("{} vp per {}", numbers, sets))
instructions = joined("+", marks | filled("all lose {} {}", numbers, goods))
_rolls = st.one_of(
    dice,
    filled("{} -> {}", payments, dice),
    filled("{} + {}", dice, amounts),
    filled("{} + {}", amounts, dice),
)
_timed = st.one_of(
    filled("{}: {}", st.sampled_from([t for t in TIMINGS if t not in ("roll", "always")]), choices),
    joined("|", _rolls).map("roll: {}".format),
    joined("+", lasting).map("always: {}".format),
)
abilities = joined(";", _timed)


def tight(text: str) -> str:
    """Return a text without the spaces that it does not need."""
    return re.sub(r"\s*([^\w\s]+)\s*", r"\1", text)


def loose(text: str) -> str:
    """Return a text with more spaces than it needs."""
    return f"  {text.replace(' ', '   ')} "
