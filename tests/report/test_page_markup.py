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


def test_a_number_is_brief_for_a_designer_and_exact_for_an_analyst() -> None:
    for text, seen in (
        ("27.31% [26.88, 27.74]", ("27.3%", "27.31% [26.88,\xa027.74]")),
        ("+0.185 [0.1, 0.3]", ("+0.19", "+0.185 [0.1,\xa00.3]")),
        ("-0.001 [-0.1, 0.1]", ("0.00", "-0.001 [-0.1,\xa00.1]")),
        ("1,234.56 [1,200.00, 1,300.00]", ("1,234.6", "1,234.56 [1,200.00,\xa01,300.00]")),
        ("6.459", ("6.5", "6.459")),
    ):
        html = MARKUP.rich(f"So {text}.")
        ways = [
            re.sub("<[^>]*>", "", re.sub(rf'<span class="{other}">.*?</span>', "", html))
            for other in ("analyst", "designer")
        ]
        assert ways == [f"So {one}." for one in seen]
    for text in ("balance 0.3.11 of 4.5", "Elo1.234", "5 [note]"):
        assert MARKUP.rich(text) == text


def test_intervals_are_in_one_piece() -> None:
    assert unbroken("5.0% [4.1, 5.9]") == "5.0% [4.1,\N{NO-BREAK SPACE}5.9]"
