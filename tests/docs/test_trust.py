"""The page about trust has the figures of the last `make selftest`; ``make golden`` writes them."""

import json
import os
import re
from pathlib import Path

import balance

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "trust.md"
FIGURES = Path(balance.__file__).parent / "data" / "selftest.json"
TABLE = re.compile(r"(?<=<!-- selftest -->\n\n).*?(?=\n\n<!-- end of selftest -->)", re.S)


COPIES = " against copies of itself, seats rotated"


def rows_of(checks):
    """Yield the rows of the table; one for all bots that are like their copies."""
    copies = [one["found"].split(" of ") for one in checks if one["check"].endswith(COPIES)]
    differ, games = (
        sum(int(each.replace(",", "")) for each in some) for some in zip(*copies, strict=True)
    )
    for one in checks:
        if not one["check"].endswith(COPIES):
            yield f"| {one['check']} | {one['wanted']} | {one['found']} |"
    bots = f"{len(copies)} bots against copies of themselves, seats rotated"
    yield f"| {bots} | 0 games differ | {differ} of {games:,} |"


def test_the_page_has_a_golden_table_of_the_self_test():
    checks = json.loads(FIGURES.read_text(encoding="utf-8"))["checks"]
    table = "\n".join(["| check | nominal | measured |", "|---|---|---|", *rows_of(checks)])
    page = PAGE.read_text(encoding="utf-8")
    written = TABLE.sub(lambda _: table, page)
    if os.environ.get("BALANCE_GOLDEN") == "write":
        PAGE.write_text(written, encoding="utf-8")
    assert TABLE.search(page)
    assert page == written
