"""The glossary of users and the words of the code: sorted, few, and none missing."""

import re
from typing import get_args

from balance.scenario.model import Design
from tests.docs.pages import read_page

PARTS = read_page("glossary").split("\n## ")[1:]
ROWS = [re.findall(r"^\| (.+?) \| (.+?) \| (.*?) ?\|$", part, re.MULTILINE)[1:] for part in PARTS]
TERMS = [term for rows in ROWS for term, _, _ in rows]
MOST_TERMS = 100  # more than a user will look up
WORDS = """
    agenda arm axis band baseline batch bot choice claim deal decision design entry environment
    estimate experiment finding fold game grid handicap interval invariant label ladder line-up
    match measure metric objective option pairing pattern record referee report requirement rotation
    round run scenario seat section seed service session set-up shard soak state stream sums table
    task tier tournament trajectory trial variant verdict view weights worker
"""  # of the code and the command line


def test_each_term_has_one_row():
    assert 50 < len(TERMS) < MOST_TERMS
    assert sorted(term for term in set(TERMS) if TERMS.count(term) > 1) == []


def test_terms_are_sorted():
    for rows in ROWS:
        terms = [re.sub(r"[^a-z ]", "", term.lower()) for term, *_ in rows]
        assert terms == sorted(terms)


def test_the_words_of_users_and_of_the_code_are_explained():
    text = " ".join(TERMS + [meaning for rows in ROWS for _, meaning, _ in rows])
    for name in {*get_args(Design)} - {"all"}:
        assert name in text.replace("`", ""), name
    words = {word for term in TERMS for word in re.findall(r"[a-z-]+", term)}
    design = read_page("design").partition("\n## Words of the code\n")[2].partition("\n## ")[0]
    bold = {word for term in re.findall(r"\*\*(.+?)\*\*", design) for word in term.split()}
    of_code = {word.lower() for term in bold for word in (term, term.removesuffix("s"))}
    assert set(WORDS.split()) - words - of_code == set()
