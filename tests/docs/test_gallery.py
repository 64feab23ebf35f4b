"""The gallery: git has a small part, each page is complete by itself, `make gallery` writes all."""

import json
import re
import subprocess

import pytest

from tests.conftest import ROOT

GALLERY = ROOT / "reports" / "gallery"
REPORTS = (
    "first-game", "first-game-tiers", "recommended-set-ups", "king-of-the-valley", "dominion",
)  # fmt: skip
MOST_FILES, MOST_BYTES = 150, 5_000_000


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
    assert re.findall(r'(?:src|xlink:href)="(?!data:|#)[^"]*"', page) == []
    assert re.findall(r'<link[^>]*href="(?!data:)[^>]*>', page) == []


@pytest.mark.parametrize("name", REPORTS)
def test_the_manifest_says_what_was_played(name):
    manifest = json.loads((GALLERY / name / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["finished"]
    assert sum(manifest["games"].values()) > 0


@pytest.mark.parametrize("name", REPORTS)
def test_make_gallery_writes_it(name):
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ngallery:")[2]
    assert f"--out $(GALLERY)/{name}\n" in recipe.partition("\n\n")[0] + "\n"


def test_the_tables_of_the_first_game_are_there():
    assert (GALLERY / "first-game" / "tables" / "win_rate_by_seat.csv").is_file()
