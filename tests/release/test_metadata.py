"""What is said of a release in several places is the same in all."""

import re
from datetime import date

import yaml

import balance
from tests.conftest import ROOT

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+), (\d+ \w+ \d{4})$", CHANGES, re.MULTILINE)


def test_the_change_log_begins_with_this_version_or_with_what_is_not_released_yet():
    headings = re.findall(r"^## (.*)$", CHANGES, re.MULTILINE)
    released = [f"{version}, {day}" for version, day in RELEASES]
    assert headings in (released, ["Unreleased", *released])
    assert RELEASES[0][0] == balance.__version__


def test_versions_fall_down_the_change_log():
    numbers = [tuple(int(part) for part in version.split(".")) for version, _ in RELEASES]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_citation_names_this_version_and_its_day():
    assert CITATION["version"] == balance.__version__
    released = date.fromisoformat(CITATION["date-released"])
    assert f"{released.day} {released:%B %Y}" == RELEASES[0][1]


def test_the_citation_has_what_its_format_requires():
    """The schema of the Citation File Format 1.2.0: required keys, and no unknown one."""
    assert {"cff-version", "message", "title", "authors"} <= set(CITATION)
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    assert all(set(author) == {"name"} for author in CITATION["authors"])
    assert set(CITATION) <= {
        "cff-version", "message", "title", "authors", "type", "abstract", "version",
        "date-released", "license", "keywords", "repository-code", "url", "doi",
    }  # fmt: skip
    assert len(CITATION["keywords"]) == len(set(CITATION["keywords"]))
    assert all(isinstance(word, str) for word in CITATION["keywords"])
