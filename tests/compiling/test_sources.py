"""Which edits of sources let compiled code be compiled again: those of code that it takes in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from balance.compiling import source_file, sources
from balance.compiling.sources import forget_source_digests, rules_digest, source_digest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("valeria", "king_of_the_valley", "dominion")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy") / "balance"
    without = shutil.ignore_patterns("__pycache__", "*.json", "*.csv")
    shutil.copytree(ROOT / "balance", folder, ignore=without)
    return folder


@pytest.fixture
def package(copy, monkeypatch):
    """A copy of the package that may be edited, and is what digests are of."""
    places = {
        "_PACKAGE": "", "_COMPILING": "compiling", "_ENGINE": "engine", "_BOTS": "bots",
        "_GAMES": "games",
    }  # fmt: skip
    for name, folder in places.items():
        monkeypatch.setattr(sources, name, copy / folder)
    texts = {file: file.read_text() for file in copy.rglob("*.py")}
    forget_source_digests()
    yield copy
    for file, text in texts.items():
        if file.read_text() != text:
            file.write_text(text)
    forget_source_digests()


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def digests(package):
    """Return the digests of the engine and of each game, by name."""
    forget_source_digests()
    folders = [package / "engine", *(package / "games" / game for game in GAMES)]
    return {folder.name: source_digest(folder) for folder in folders}


def changed(package, before):
    after = digests(package)
    return {name for name in before if before[name] != after[name]}


def test_a_copy_has_the_digest_of_the_original(package, monkeypatch):
    copied = digests(package)
    monkeypatch.undo()
    assert copied == digests(ROOT / "balance")


@pytest.mark.parametrize(
    "file",
    [
        "engine/batch.py",
        "engine/rng.py",
        "bots/search.py",
        "games/valeria/rules/harvest.py",
        "games/dominion/layout.py",
    ],
)
def test_comments_docstrings_and_lines_do_not_count(package, file):
    before = digests(package)
    path = package / file
    path.write_text(
        "# a comment\n\n" + path.read_text().replace('"""', '"""Now: ', 1) + "\n# end\n"
    )
    edit(path, '\n    """', '\n    """In other words: ')
    assert changed(package, before) == set()


@pytest.mark.parametrize(
    "file",
    [
        "report/page.py",
        "cli/main.py",
        "stats/intervals.py",
        "engine/trace.py",
        "engine/watchdog.py",
        "bots/loading.py",
        "games/valeria/narrate/narrator.py",
        "games/valeria/sheets/box.py",
        "games/dominion/sections/openings.py",
        "games/king_of_the_valley/sections/valley.py",
    ],
)
def test_what_compiled_code_does_not_take_in_does_not_count(package, file):
    before = digests(package)
    path = package / file
    path.write_text(path.read_text() + "\n\ndef added(number):\n    return number + 1\n")
    assert changed(package, before) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_of_a_game_counts_for_it_alone(package, game):
    before = digests(package)
    path = package / "games" / game / "rules" / "turns.py"
    if not path.is_file():
        path = package / "games" / game / "rules" / "ending.py"
    path.write_text(path.read_text() + "\n\nADDED = 1\n")
    assert changed(package, before) == {game}


def test_a_section_of_a_game_is_no_rule_of_it(package):
    sections = sorted(package.glob("games/*/sections/*.py"))
    assert {file.parts[-3] for file in sections} >= {"dominion", "king_of_the_valley"}
    for section in sections:
        home = section.parents[1]
        before = rules_digest(home)
        section.write_text(section.read_text() + "\n\nADDED = 1\n")
        assert rules_digest(home) == before
        layout = home / "layout.py"
        layout.write_text(layout.read_text() + "\n\nADDED = 1\n")
        assert rules_digest(home) != before


def test_a_constant_that_a_rule_imports_counts(package):
    before = digests(package)
    path = package / "games" / "valeria" / "layout.py"
    path.write_text(path.read_text() + "\n\nADDED = 1\n")
    assert changed(package, before) == {"valeria"}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("engine/rng.py", "@compiled", "@inlined"),
        ("compiling/dispatchers.py", "nogil=True, error", "nogil=False, error"),
        ("engine/batch.py", "NOT_BEGUN = -1", "NOT_BEGUN = -2"),
        ("bots/random.py", "@compiled", "@inlined"),
    ],
)
def test_code_of_the_engine_and_of_bots_for_any_game_counts_for_all(package, file, old, new):
    before = digests(package)
    edit(package / file, old, new)
    assert changed(package, before) == {"engine", *GAMES}


def test_a_bot_of_a_user_depends_on_what_it_imports(package, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "helper.py").write_text("NUMBER = 1\n")
    (folder / "bots.py").write_text(
        "from balance.games.valeria.layout import Decision\nfrom helper import NUMBER\n"
        "def bot(view, table, seat, weights, stream):\n    return Decision.ACT + NUMBER\n"
    )

    def digest():
        forget_source_digests()
        return source_digest(folder)

    before = digest()
    for file in ("games/dominion/layout.py", "games/valeria/rules/harvest.py"):
        (package / file).write_text((package / file).read_text() + "\nADDED = 1\n")
    assert digest() == before
    (folder / "helper.py").write_text("NUMBER = 1  # one\n")
    assert digest() == before
    (folder / "helper.py").write_text("NUMBER = 2\n")
    with_two = digest()
    assert with_two != before
    path = package / "games" / "valeria" / "layout.py"
    path.write_text(path.read_text() + "\nADDED = 1\n")
    assert digest() != with_two


def test_a_file_that_is_no_python_counts_to_the_letter(tmp_path):
    (tmp_path / "bots.py").write_text("def bot(:\n")
    forget_source_digests()
    before = source_digest(tmp_path)
    (tmp_path / "bots.py").write_text("def bot(::\n")
    forget_source_digests()
    assert source_digest(tmp_path) != before


@pytest.mark.system
def test_an_edited_comment_and_another_place_compile_nothing(tmp_path):
    def compiled_files(place):
        shutil.copytree(ROOT / "balance", tmp_path / place / "balance")
        shutil.copytree(ROOT / "examples" / "pig", tmp_path / place / "pig")
        for file in ("balance/engine/rng.py", "balance/engine/batch.py", "pig/__init__.py"):
            path = tmp_path / place / file
            path.write_text(f"# {place}\n{path.read_text()}")
        subprocess.run(
            [sys.executable, "-m", "balance", "duel", "hold_at", "random", "--game", "pig"],
            cwd=tmp_path / place, check=True, capture_output=True,
            env={**os.environ, "BALANCE_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"},
        )  # fmt: skip
        return set((tmp_path / "cache").rglob("*.nbc"))

    first = compiled_files("here")
    assert first
    assert compiled_files("there") == first


def test_what_was_found_of_a_file_is_known_in_the_next_process(tmp_path, monkeypatch):
    monkeypatch.setenv("BALANCE_CACHE", str(tmp_path))
    parsed = []
    parse = source_file._parse
    monkeypatch.setattr(
        source_file, "_parse", lambda source: parsed.append(source) or parse(source)
    )
    monkeypatch.setattr(source_file.atexit, "register", lambda store: None)
    file = ROOT / "balance" / "engine" / "rng.py"

    def read_anew():
        source_file._known_sources.cache_clear()
        del parsed[:]
        return source_file.read_source(file)

    first = read_anew()
    assert len(parsed) == 1
    source_file._known_sources().store()
    assert read_anew() == first
    assert not parsed
    (tmp_path / "sources.json").write_text('[["0", 1]]')
    assert read_anew() == first
    assert len(parsed) == 1
    source_file._known_sources.cache_clear()
