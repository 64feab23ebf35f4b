"""The glossary: one meaning for each term, sorted, and no word of the interface missing."""

import re
from typing import get_args

from balance.scenario.model import Design
from tests.docs.pages import read_page
from tests.sections import ALL_SECTIONS

PARTS = read_page("glossary").split("\n## ")[1:]
ROWS = [re.findall(r"^\| (.+?) \| (.+?) \| (.*?) ?\|$", part, re.MULTILINE)[1:] for part in PARTS]
TERMS = [term for rows in ROWS for term, _, _ in rows]
WORDS = """
    agenda arm baseline batch band bot cell choice claim deal decision design entry environment
    estimate experiment figure finding fold game handicap interval ladder line-up match metric
    objective option pairing record referee report requirement rotation round run scenario seat
    section seed shard soak state stream sums table task tier tournament trajectory variant verdict
    view weights worker
"""  # of the code and the command line


def test_each_term_has_one_row():
    assert len(TERMS) > 200
    assert sorted(term for term in set(TERMS) if TERMS.count(term) > 1) == []


def test_terms_are_sorted():
    for rows in ROWS:
        terms = [re.sub(r"[^a-z ]", "", term.lower()) for term, *_ in rows]
        assert terms == sorted(terms)


def test_the_words_of_the_interface_are_there():
    text = " ".join(TERMS + [meaning for rows in ROWS for _, meaning, _ in rows])
    for name in {*get_args(Design), *ALL_SECTIONS} - {"all"}:
        assert name.replace("_", " ").rstrip("s") in text.replace("`", ""), name
    words = {word for term in TERMS for word in re.findall(r"[a-z-]+", term)}
    assert set(WORDS.split()) - words == set()
