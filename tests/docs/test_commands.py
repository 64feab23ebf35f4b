"""reference/commands, which the site generates, and the pages that commands name."""

import re

from balance.app.arguments import Argument
from docs.hooks.generated import PARTS_OF_PAGES, all_commands, arguments_of, generated
from tests.conftest import ROOT
from tests.docs.pages import DOCS, read_page

NAMED = re.compile(r"docs/([\w/-]+)\.md(#[\w-]+)?")


def headings_of(page):
    """Return the headings of a page, as links name them."""
    titles = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    plain = [re.sub(r"[^\w -]", "", title).strip().lower() for title in titles]
    return {re.sub("[ -]+", "-", title) for title in plain}


def test_the_page_gets_all_commands_and_options():
    page = generated(read_page("reference/commands"))
    assert [name for name in all_commands() if f"| `balance {name}" not in page] == []
    options = {one for command in all_commands().values() for each in command.params
               for one in each.opts if one.startswith("--") and not each.hidden}  # fmt: skip
    assert [one for one in options if f"`{one}" not in page] == []
    assert "<!-- generated" not in page


def test_the_pages_and_headings_that_options_name_exist():
    """Help of the command line gives them as links."""
    declared = [one for command in all_commands().values()
                for one in arguments_of(command).values() if isinstance(one, Argument)]  # fmt: skip
    named = {one.see for one in declared if one.see}
    assert len(named) > 10
    for see in named:
        page, _, heading = see.partition("#")
        text = read_page(page.removesuffix(".md") or "reference/commands")
        assert not heading or heading in headings_of(text), see


def test_the_pages_that_code_names_exist():
    for file in ROOT.glob("balance/**/*"):
        if file.suffix in {".py", ".toml", ".md", ".txt", ".lark"}:
            for page, heading in NAMED.findall(file.read_text(encoding="utf-8")):
                assert (DOCS / f"{page}.md").exists(), file
                assert not heading or heading[1:] in headings_of(read_page(page)), file


def test_every_generated_part_is_on_a_page():
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md"))
    assert [one for one in PARTS_OF_PAGES if f"<!-- generated: {one} -->" not in pages] == []
