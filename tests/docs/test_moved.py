"""reference/moved: what it says is there is there."""

import re
from importlib.util import find_spec

from tests.conftest import ROOT
from tests.docs.pages import read_page

TEXT = read_page("reference/moved")


def last_column(part):
    """Return the names of code in the last column of a part of the page."""
    text = TEXT.partition(f"\n## {part}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"\| ([^|]+) \|$", text, re.MULTILINE)
    return [re.findall(r"`([^`]+)`", row) for row in rows]


def test_the_modules_exist():
    checked = 0
    for names in last_column("Packages and modules"):
        package = ""
        for name in names:
            if name.startswith("balance."):
                package = name.rpartition(".")[0]
            module = name.rpartition(".")[2]
            if package and re.fullmatch("[a-z_]+", module) and "<" not in package:
                assert find_spec(f"{package}.{module}"), name
                checked += 1
    assert checked > 60


def test_the_pages_exist():
    for names in filter(None, last_column("Pages")):
        folder = ROOT / names[0].rpartition("/")[0]
        for name in names:
            assert (ROOT / name).exists() or (folder / name).exists(), name
