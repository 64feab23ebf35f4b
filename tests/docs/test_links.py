"""No page that is in git has a dead link: the README and the documentation."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.pages import DOCS

MADE_BY_MKDOCS = DOCS / "reference" / "api"  # links in it lead to what mkdocs makes of docstrings
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TEXTS += sorted((ROOT / "reports" / "findings").glob("*.md"))
TEXTS += [file for file in sorted(DOCS.rglob("*.md")) if MADE_BY_MKDOCS not in file.parents]
_CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)")


class Links(HTMLParser):
    """The links of a page, and the places in it that links can lead to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.links |= {found[name] for name in ("href", "src", "xlink:href") if name in found}
        self.places.add(f"#{found.get('id', '')}")


def dead_links(page: str) -> list[str]:
    """Return the links of a page that do not lead to a place in it, to its data, or to a site."""
    found = Links(page)
    return sorted(one for one in found.links - found.places
                  if not one.startswith(("data:", "https://")))  # fmt: skip


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_links_of_a_text_lead_to_files(file: Path) -> None:
    targets = _LINK.findall(_CODE.sub("", file.read_text(encoding="utf-8")))
    paths = [one.partition("#")[0] for one in targets if not one.startswith(("http", "mailto:"))]
    assert [path for path in paths if not (file.parent / path).exists()] == []


def test_a_dead_link_is_found() -> None:
    page = '<a href="#here" id="here"></a><a href="#gone"></a><img src="figures/seats.png">'
    assert dead_links(page) == ["#gone", "figures/seats.png"]
