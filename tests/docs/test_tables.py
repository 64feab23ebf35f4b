"""reference/tables: all tables of reports and studies, as `schema.json` tells them.

``make golden`` writes the page anew.
"""

import os
import re
from collections import Counter, defaultdict

import pytest

from balance import __version__
from balance.report.schema import FIRST, PARTS, schema_of, since
from tests.analysis.conftest import make_match
from tests.docs.pages import DOCS, read_page
from tests.report.conftest import report_data, variant
from tests.report.made_up_sections import all_sections

PAGE = "reference/tables"
# Names of what was made up, and what the page says instead.
GENERAL = {r"^cards_(card|bonus)": "cards_<kind>", r"^shape_rounds_\d+": "shape_rounds_<n>"}
WORDS = {"Goals": "objectives", "Goal": "objective", "the Dark Lord": "the rival"}
VARIANTS = ("baseline", "forced", "short", "long")  # that are heads of columns
OFTEN = 4  # tables from which on a column of the same meaning is listed once, for all
PLAIN = " | | | "  # in place of what only estimates have
BEGIN, END = "<!-- tables -->\n", "<!-- end of tables -->"
HEAD = "| column | means | estimator | per | unit or type |\n|---|---|---|---|---|"


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    """What schemas say of all tables, by section and name, and of estimators."""
    variants = [variant(make_match(2), 40, name) for name in VARIANTS]
    data, folder = report_data(*variants), tmp_path_factory.mktemp("run")
    found, estimators = {}, {}
    for section in all_sections():
        one = schema_of(data, [section], folder)
        estimators = one["estimators"]
        for name, table in one["tables"].items():
            for made_up, general in GENERAL.items():
                name = re.sub(made_up, general, name)  # noqa: PLW2901
            known = found.setdefault(
                (section.name, name), {**table, "columns": {}, "estimates": {}}
            )
            for column in table["columns"]:
                for made_up, general in WORDS.items():
                    column["meaning"] = column["meaning"].replace(made_up, general)
                known["columns"].setdefault(column["name"], column)
            known["estimates"] |= table["estimates"]
    return {place: one for place, one in found.items() if one["columns"]}, estimators


def rows_of(table):
    """Return the rows of a table on the page by what stands first: a column, or an estimate."""
    rows = {}
    for name, column in table["columns"].items():
        of = [
            prefix for prefix in table["estimates"]
            if name.startswith(prefix) and name.removeprefix(prefix) in PARTS
        ]  # fmt: skip
        prefix = max(of, key=len, default=None)
        means, age = column["meaning"], f" (since {column['since']})" if "since" in column else ""
        if prefix is None:
            rows[f"`{name}`"] = f"{means}{age}{PLAIN}{column['type']}"
        elif name == f"{prefix}value":
            one, means = table["estimates"][prefix], means.removesuffix(f", {PARTS['value']}")
            rows[f"`{prefix}*`"] = (
                f"{means}{age} | {one['estimator']} | {one['per']} | {one['unit']}"
            )
    return rows


def page_of(tables, estimators):
    """Return the part of the page that is generated."""
    rows = {place: rows_of(table) for place, table in tables.items()}
    count = Counter((each, text) for one in rows.values() for each, text in one.items())
    shared = {}
    for (each, text), times in count.most_common():
        if times >= OFTEN and PLAIN in text:
            shared.setdefault(each, text)
    lines = ["## Estimators", "", "| estimator | is |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in estimators.items()]
    lines += ["", "## Columns of many tables", "", "| column | means | type |", "|---|---|---|"]
    lines += [f"| {each} | {text.replace(PLAIN, ' | ')} |" for each, text in sorted(shared.items())]
    alike = defaultdict(list)  # tables of a section with the same columns
    for (of, name), table in tables.items():
        alike[of, table["since"], tuple(rows[of, name].items())].append(name)
    section = ""
    for (of, age, texts), names in sorted(alike.items(), key=lambda one: (one[0][0], one[1])):
        lines += [] if of == section else ["", f"## Section {of}"]
        section = of
        own = [f"| {each} | {text} |" for each, text in texts if shared.get(each) != text]
        others = ", ".join(each for each, text in texts if shared.get(each) == text)
        lines += ["", f"### {', '.join(f'`{name}`' for name in sorted(names))}", ""]
        lines += [] if age == FIRST else [f"Since version {age}.", ""]
        lines += [f"Columns of many tables: {others}.", ""] if others else []
        lines += [HEAD, *own] if own else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def rows_on(page):
    """Return the rows that the page has of each table, as `rows_of`."""
    found = defaultdict(set)
    for names, text in re.findall(r"^### (.*?)\n(.*?)(?=^##|\Z)", page, re.M | re.S):
        for name in re.findall("`(.*?)`", names):
            found[name] |= set(re.findall(r"(?:^\| |: |, )(`[^`]*`)", text, re.M))
    return found


def test_the_page_has_golden_tables_of_all_columns(schema):
    tables, estimators = schema
    page = read_page(PAGE)
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    written = before + BEGIN + "\n" + page_of(tables, estimators) + "\n" + END + after
    if os.environ.get("BALANCE_GOLDEN") == "write":
        known = rows_on(page)
        new = [(name, each.strip("`*")) for (_, name), table in tables.items()
               for each in rows_of(table) if each not in known[name]]  # fmt: skip
        undated = [one for one in new if since(*one) != __version__]
        assert not undated, "new: say since when, in [since] of balance/data/columns.toml"
        (DOCS / f"{PAGE}.md").write_text(written, encoding="utf-8")
    assert page == written


def test_every_column_has_a_meaning_and_every_estimate_an_estimator(schema):
    for name, table in schema[0].items():
        columns = table["columns"]
        assert [each for each, one in columns.items() if not one["meaning"]] == [], name
        prefixes = {each.removesuffix("low") for each in columns if each.endswith("low")}
        assert {one for one in prefixes if f"{one}value" in columns} == set(table["estimates"]), (
            name
        )
