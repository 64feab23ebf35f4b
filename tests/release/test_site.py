"""The documentation as a site: it builds without a warning and makes no network requests."""

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from tests.conftest import ROOT
from tests.program import LONG
from tests.report.browser import browser, program

INTERNAL = {"bench", "app", "cli", "games", "selftest", "serve"}  # without pages of their own
BLOCKS = r"```python\n(.*?)```"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    place = tmp_path_factory.mktemp("site")
    # Not --quiet: what mkdocs does not print, it does not count as a warning either.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", place]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "Documentation built" in ran.stderr
    return place


@pytest.fixture(scope="module")
def outside():
    spec = spec_from_file_location("outside", ROOT / "docs/hooks/outside.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.system
def test_every_page_is_there(site):
    pages = {path.relative_to(ROOT / "docs").with_suffix("") for path in ROOT.glob("docs/**/*.md")}
    assert len(pages) > 30
    assert all((site / page).with_suffix(".html").is_file() for page in pages)
    assert (site / "index.html").is_file()


@pytest.mark.system
def test_it_loads_nothing_from_elsewhere(site):
    loaded = re.compile(r"""(?:src=|<link[^>]*href=|url\(|@import )["']?(?:https?:)?//""")
    for path in (*site.rglob("*.html"), *site.rglob("*.css")):
        assert not loaded.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.system
@pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine")
def test_it_opens_from_disk_and_searches(site, tmp_path):
    with browser(tmp_path / "profile") as tab:
        tab.open(site / "reference/api/stats.html")
        tab.ask("document.querySelector('[data-md-component=search-query]').focus()")
        tab.write("Bradley")
        found = "document.querySelectorAll('.md-search-result__item').length"
        wait = f"new Promise(r => setInterval(() => {found} && r({found}), 50))"
        answer = tab.call(
            "Runtime.evaluate", expression=wait, awaitPromise=True, timeout=1000 * LONG
        )
        assert answer["result"]["value"] > 0
        assert tab.errors == []
        assert all(address.startswith(("file:", "data:", "blob:")) for address in tab.requests)


def test_lists_begin_after_an_empty_line(outside):
    """Code hosts show them as lists all the same, the site as one paragraph."""
    inside = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md")}
    for path in sorted(inside | set(outside.PAGES)):
        text = re.sub(r"^```.*?^```", "", (ROOT / path).read_text(), flags=re.DOTALL | re.MULTILINE)
        for block in text.split("\n\n"):
            first, *others = block.strip("\n").split("\n")
            assert not re.match(r" {1,3}\S", first), f"{path}: 4 spaces before {first!r}"
            if not re.match(r"([-*]|\d+\.) ", first):
                listed = [line for line in others if re.match(r"([-*]|1\.) ", line)]
                assert not listed, f"{path}: an empty line before {listed[0]!r}"


def test_each_public_package_has_a_page():
    packages = {path.parent.name for path in ROOT.glob("balance/*/__init__.py")}
    pages = {path.stem for path in ROOT.glob("docs/reference/api/*.md")} - {"index"}
    assert pages == packages - INTERNAL
    for page in pages:
        assert f"::: balance.{page}\n" in (ROOT / f"docs/reference/api/{page}.md").read_text()


def test_the_programs_of_the_api_page_run(monkeypatch, capsys):
    text = (ROOT / "docs/reference/api/index.md").read_text(encoding="utf-8")
    programs = re.findall(BLOCKS, text, re.DOTALL)
    assert len(programs) == 2
    monkeypatch.chdir(ROOT)
    names = {}
    for text in programs:
        exec(text, names)
    printed = capsys.readouterr().out
    assert "seat" in printed
    assert "high" in printed


def test_every_page_is_in_the_navigation_and_says_what_it_is_for():
    for path in ROOT.glob("docs/**/*.md"):
        if path.parent.name == "api":
            continue
        title, text, *_ = path.read_text(encoding="utf-8").split("\n\n")
        assert re.fullmatch("# .+", title), path.name
        if path.parent.name == "guides":
            assert text.startswith("After this page you can "), path.name


def test_a_link_of_the_checkout_becomes_one_of_the_site(outside):
    text = "[a](docs/guides/compare.md#x) [b](CHANGELOG.md) [c](https://x.org/y.md) [d](#here)"
    assert outside.relinked(text, "index.md") == (
        "[a](guides/compare.md#x) [b](changelog.md) [c](https://x.org/y.md) [d](#here)", set(),
    )  # fmt: skip
    text = "[t](../../examples/pig/pig.toml) [r](../../README.md)"
    converted, files = outside.relinked(text, "guides/change-numbers.md")
    assert converted == "[t](../files/examples/pig/pig.toml) [r](../index.md)"
    assert files == {"examples/pig/pig.toml"}
    assert outside.relinked("[x](limits.md)", "reference/commands.md")[0] == "[x](limits.md)"
    assert outside.relinked("[x](../nowhere.txt)", "guides/x.md")[0] == "[x](../nowhere.txt)"
