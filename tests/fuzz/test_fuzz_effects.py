"""Effect texts: what is read is said back and read again as the same; all else is one sentence."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.cards.effect_reader import PlacedError
from balance.games.valeria.sheets.effect_checks import (
    Known,
    check_ability,
    check_instruction,
    check_plain,
    check_scoring,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE, MOST, TIMINGS
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import ODD_TEXTS, damaged

DATA = Path(__file__).parents[2] / "balance/games/valeria/data"
COLUMNS = ("effect_active", "effect_inactive", "reward", "ability", "scoring", "instruction")
TEXTS = sorted(
    {
        row[column]
        for path in DATA.glob("*.csv")
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))
        for column in COLUMNS
        if row.get(column)
    }
)
KNOWN = Known(
    ("knight", "cleric"), ("goblin",), ("knight", "cleric", "peasant"), ("ruins",), ("titan",)
)
WORDS = (
    *(word for text in TEXTS for word in text.split()),
    *("gold", "strength", "magic", "vp", "any", "per", "die", "steal", "lose", "all", "discount"),
    *(f"{timing}:" for timing in TIMINGS),
    *("[", "]", "&", ";", "|", "->", "+", "-", "=", "<=", ">=", "0", "1", "7", str(MOST), "1000"),
    *ODD_TEXTS,
)
words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(" ".join)
numbers = st.sampled_from(["0", "1", "2", "6", "7", "99", str(MOST), str(MOST + 1), "9" * 30])
goods = st.sampled_from(["gold", "strength", "magic", "vp", "any", "mana"])
per = st.sampled_from(
    ["", " per citizen", " per citizen[role=worker]", " per 3 resources", " per icon[role=holy]",
     " per monster[area=ruins & type=titan]", " per citizen[cost<=3]", " per icon", " per domain"]
)  # fmt: skip
items = st.one_of(
    st.builds("{} {}{}".format, numbers, goods, per),
    st.builds("steal {} {}".format, numbers, goods),
    st.builds("discount {} {} {}".format, st.sampled_from(["slay", "build"]), numbers, goods),
    st.builds("die {} {}".format, st.sampled_from("=+-"), numbers),
    st.builds("all lose {} {}".format, numbers, goods),
    st.sampled_from(["rob monster", "take citizen", "may slay", "return citizen", "ignore plus"]),
)
bundles = st.lists(items, min_size=1, max_size=4).map(" + ".join)
trades = st.one_of(bundles, st.builds("{} -> {}".format, bundles, bundles))
made_up = st.lists(
    st.builds("{}{}".format, st.sampled_from(["", *(f"{one}: " for one in TIMINGS)]), trades),
    min_size=1, max_size=4,
).map(lambda parts: " ; ".join(parts) if len(parts) % 2 else " | ".join(parts))  # fmt: skip
CHECKS = (check_plain, check_ability, check_scoring, check_instruction)


def refusal(check, read):
    """Return why a column refuses an effect, if it does."""
    try:
        check(read, KNOWN)
    except PlacedError as error:
        return error
    return None


@cases("effects")
@given(text=st.one_of(damaged(TEXTS), made_up, words, st.text(max_size=60)))
def test_an_effect_is_read_as_it_is_said_or_refused_in_a_sentence(part, text):
    read, _ = outcome(lambda: LANGUAGE.parse(text))
    if read is None:
        return
    said = LANGUAGE.write(read)
    assert LANGUAGE.parse(said) == read
    assert LANGUAGE.write(LANGUAGE.parse(said)) == said
    for check in CHECKS:
        refused = refusal(check, read)
        assert refused is None or 0 <= refused.position <= len(text)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_printed_is_read(text):
    assert text == "nothing" or LANGUAGE.parse(text)
