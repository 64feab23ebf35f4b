"""reference/tables, which the site generates: a column has a meaning, and a new one its version.

``make golden`` writes `columns.txt` anew, the columns of each table.
"""

import os
from pathlib import Path

import pytest

from balance import __version__
from balance.report.schema import since
from docs.hooks.generated import all_tables, generated, rows_of
from tests.docs.pages import read_page

GOLDEN = Path(__file__).with_name("columns.txt")


@pytest.fixture(scope="module")
def tables():
    return all_tables()[0]


def columns_of(tables):
    """Return the rows that the page has of each table: columns, and prefixes of estimates."""
    return {" ".join(place): [row.strip("`*") for row in rows_of(one)]
            for place, one in sorted(tables.items())}  # fmt: skip


def test_the_golden_columns_are_those_of_the_tables(tables):
    """A program that reads the files finds each column again, and when a new one came."""
    found = columns_of(tables)
    text = "\n".join(": ".join([name, *columns]) for name, columns in found.items()) + "\n"
    known = dict(line.split(": ", 1) for line in GOLDEN.read_text().splitlines())
    if os.environ.get("BALANCE_GOLDEN") == "write":
        new = [(name.split()[1], each) for name, columns in found.items() for each in columns
               if each not in known.get(name, "").split(": ")]  # fmt: skip
        undated = [one for one in new if since(*one) != __version__]
        assert not undated, "new: say since when, in [since] of balance/data/columns.toml"
        GOLDEN.write_text(text)
    assert GOLDEN.read_text() == text


def test_every_column_has_a_meaning_and_every_estimate_an_estimator(tables):
    for name, table in tables.items():
        columns = table["columns"]
        assert [each for each, one in columns.items() if not one["meaning"]] == [], name
        prefixes = {each.removesuffix("low") for each in columns if each.endswith("low")}
        assert {one for one in prefixes if f"{one}value" in columns} == set(table["estimates"]), (
            name
        )


def test_the_page_gets_the_tables():
    page = generated(read_page("reference/tables"))
    assert "\n### `win_rate_by_seat`" in page
    assert "\n| `taken_*` | " in page
    assert "<!-- generated" not in page
