"""Text as markup: links, terms, and nothing that a name brings along."""

import re
from pathlib import Path

from balance.report.page_markup import PageMarkup, glossary, unbroken

MARKUP = PageMarkup({"Butcher": "card-butcher", "Butcher of Riverwatch": "card-other"})


def test_the_first_place_of_a_name_is_a_link_and_the_longest_name_wins() -> None:
    text = MARKUP.rich("Butcher, Butcher and Butcher of Riverwatch; no Butchers.")
    assert re.findall(r'href="#([^"]+)"', text) == ["card-butcher", "card-other"]
    assert text.endswith("; no Butchers.")


def test_terms_are_explained_once() -> None:
    text = MARKUP.rich("The option value and the option value.")
    assert text.count("<abbr") == 1
    assert glossary()["option value"] in text


def test_what_is_no_name_stays_text() -> None:
    assert MARKUP.rich("<b>Bow</b> & [1, 2]") == "&lt;b&gt;Bow&lt;/b&gt; &amp; [1,\xa02]"
    assert MARKUP.link("<i>") == "&lt;i&gt;"
    assert "<i>" not in PageMarkup({"<i>x": '"><img>'}).rich("See <i>x.")


def test_terms_mean_what_the_glossary_says() -> None:
    """The page has few of the terms, each with the words of the documentation."""
    file = Path(__file__).parents[2] / "docs" / "glossary.md"
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", file.read_text(encoding="utf-8"), re.M)
    meanings = {term.strip(): meaning.strip() for term, meaning in rows}
    for term, meaning in glossary().items():
        assert meanings[term if term in meanings else term.removesuffix("s")] == meaning


def test_intervals_are_in_one_piece() -> None:
    assert unbroken("5.0% [4.1, 5.9]") == "5.0% [4.1,\N{NO-BREAK SPACE}5.9]"
