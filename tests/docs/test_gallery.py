"""The gallery: git has a small part, each page is complete by itself, `make gallery` writes all."""

import html
import json
import re
import string
import subprocess
import tomllib
from functools import cache

import pytest
from PIL import Image

from tests.conftest import ROOT
from tests.docs.test_links import dead_links
from tests.report.readme_picture import PAGE, PICTURE, TITLE, title_of
from tests.report.test_style import templates
from tests.report.test_words import FILES

GALLERY = ROOT / "reports" / "gallery"
EXAMPLES = sorted(folder.name for folder in (ROOT / "examples" / "games").iterdir())
REPORTS = ("first-game", "recommended-set-ups", "king-of-the-valley", "dominion", *EXAMPLES)
MOST_FILES, MOST_BYTES = 150, 6_500_000
MOST_OF_A_SENTENCE = 12  # letters that are no facts


def test_git_has_little_of_it():
    listed = subprocess.run(
        ["git", "ls-files", "reports/gallery"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    if not listed:
        pytest.skip("no checkout of git")
    assert len(listed) <= MOST_FILES
    assert sum((ROOT / path).stat().st_size for path in listed) <= MOST_BYTES
    assert {path.split("/")[2] for path in listed} == set(REPORTS)


@pytest.mark.parametrize("name", REPORTS)
def test_a_page_is_complete_by_itself(name):
    page = (GALLERY / name / "index.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert dead_links(page) == []


@pytest.mark.parametrize("name", REPORTS)
def test_the_manifest_says_what_was_played(name):
    manifest = json.loads((GALLERY / name / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["finished"]
    assert sum(manifest["games"].values()) > 0


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("file", ["index.html", "manifest.json"])
def test_an_example_is_named_by_its_place_in_the_checkout(name, file):
    text = (GALLERY / name / file).read_text(encoding="utf-8")
    assert f"examples/games/{name}" in text
    assert f"/examples/games/{name}" not in text


@pytest.mark.parametrize("name", REPORTS)
def test_make_gallery_writes_it(name):
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ngallery:")[2]
    place = "$$game ||" if name in EXAMPLES else f"{name}\n"
    assert f"--out $(GALLERY)/{place}" in recipe.partition("\n\n")[0] + "\n"


@cache
def sentences_of_today():
    """Return what matches each sentence that a report can say, with any facts in it."""
    patterns = []
    for file in FILES:
        for _, template in templates(tomllib.loads(file.read_text(encoding="utf-8"))):
            pieces = [literal for literal, *_ in string.Formatter().parse(template)]
            if sum(map(len, pieces)) >= MOST_OF_A_SENTENCE:
                fields = [field for _, field, *_ in string.Formatter().parse(template)]
                parts = [re.escape(one) + (".*" if field is not None else "")
                         for one, field in zip(pieces, fields, strict=True)]  # fmt: skip
                patterns.append("".join(parts))
    return re.compile("|".join(patterns), re.DOTALL)


@pytest.mark.parametrize("name", REPORTS)
def test_the_findings_of_a_page_are_sentences_of_today(name):
    page = (GALLERY / name / "index.html").read_text(encoding="utf-8")
    found = re.findall(
        r'<p class="finding">(.*?)</p>|<span class="text">(.*?)</span>\s*\n', page, re.DOTALL
    )
    texts = [re.sub('<span class="designer">.*?</span>', "", "".join(one)) for one in found]
    said = [" ".join(html.unescape(re.sub("<[^>]*>", "", one)).split()) for one in texts]
    assert said
    assert [text for text in said if not sentences_of_today().fullmatch(text)] == []


def test_the_picture_of_the_readme_shows_the_page_of_the_gallery():
    with Image.open(PICTURE) as picture:
        assert picture.size == (1280, 800)
        assert picture.info[TITLE] == title_of(PAGE)
