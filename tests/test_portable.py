"""What differs between Linux, macOS and Windows, simulated where it can be."""

import ast
import errno
import importlib
import ntpath
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from balance import portable
from balance.error_messages import checked
from balance.errors import ScenarioError, StoreError
from balance.portable import command_line, is_file_name, relative_path, write_text
from balance.scenario.bot_names import bot_name
from balance.scenario.model import Scenario
from balance.store.disk import writing_in
from balance.store.shards import folder_name
from tests.conftest import ROOT
from tests.program import Done, run_here

PIG = ROOT / "examples" / "pig"
SOURCES = sorted((ROOT / "balance").rglob("*.py"))


def calls(path: Path):
    """Yield the calls of methods and functions in a file, with their names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield name, node


def test_texts_are_written_in_one_place_and_read_as_utf_8() -> None:
    for path in SOURCES:
        for name, call in calls(path):
            place = f"{path.relative_to(ROOT)}:{call.lineno}"
            keys = {keyword.arg for keyword in call.keywords}
            if name == "write_text" and path.name != "portable.py":
                assert isinstance(call.func, ast.Name), f"{place}: use portable.write_text"
            if name in ("read_text", "TextIOWrapper") and isinstance(call.func, ast.Attribute):
                assert "encoding" in keys, f"{place}: names no encoding"


def test_opened_texts_name_their_encoding_and_the_ends_of_lines() -> None:
    for path in SOURCES:
        for name, call in calls(path):
            modes = [
                value.value
                for value in (*call.args, *(keyword.value for keyword in call.keywords))
                if isinstance(value, ast.Constant) and isinstance(value.value, str)
            ]
            if name == "open" and any(mode in ("r", "w", "a", "x", "r+", "w+") for mode in modes):
                keys = {keyword.arg for keyword in call.keywords}
                assert keys >= {"encoding", "newline"}, f"{path.relative_to(ROOT)}:{call.lineno}"
            if name == "to_csv":
                assert "lineterminator" in {keyword.arg for keyword in call.keywords}, path


# Runs commands, each of which must succeed, one after another; "next" lies between them.
COMMANDS_IN_TURN = """
import sys
from balance.cli.main import main

words = sys.argv[1:]
while words:
    end = words.index("next")
    sys.argv, words = ["balance", *words[:end]], words[end + 1:]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, sys.argv
"""


@pytest.mark.skipif(os.name == "nt", reason="the encoding is not taken from the environment")
def test_nothing_depends_on_the_encoding_of_the_system(tmp_path: Path) -> None:
    """The system's encoding is ASCII; Python warns where a file is opened without naming one."""
    scenario = tmp_path / "ö.toml"
    text = f'name = "pig"\ngame = "{PIG.as_posix()}"\nbots = ["hold_at", "hold_at"]\n'
    scenario.write_text(text, encoding="utf-8")
    games = ("--games", "100", "--workers", "1", "--out")
    commands = (
        ("run", scenario.name, *games, "run"),
        ("compare", scenario.name, "--set", "target=50", *games, "compared"),
        ("play", scenario.name),
        ("list", "cards", "--game", "valeria"),  # reads sheets
    )
    python = (sys.executable, "-X", "warn_default_encoding", "-W", "always::EncodingWarning")
    ended = subprocess.run(
        [*python, "-c", COMMANDS_IN_TURN, *(word for each in commands for word in (*each, "next"))],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LC_ALL": "POSIX"}
        | {"PYTHONCOERCECLOCALE": "0", "BALANCE_TRUST": str(PIG)},
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )
    errors = ended.stderr.decode("ascii")
    assert ended.returncode == 0, errors
    lines = [line for line in errors.splitlines() if line.startswith(str(ROOT / "balance"))]
    assert not [line for line in lines if "EncodingWarning" in line]
    pages = [*tmp_path.glob("*/index.html")]
    assert len(pages) == 2
    for page in pages:
        assert "± " in page.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_folder_whose_name_is_no_text_is_refused(
    balance: Callable[..., Done], tmp_path: Path
) -> None:
    done = balance("run", str(PIG / "pig.toml"), "--games", "10", "--out", os.fsdecode(b"\xf6"))
    assert done.returncode == 2
    assert "is not text in the encoding of this system" in done.stderr
    assert not list(tmp_path.iterdir())


def test_no_relative_path_fails_on_another_drive() -> None:
    for path in SOURCES:
        if path.name != "portable.py":
            assert not [node for name, node in calls(path) if name == "relpath"], path


def test_lines_end_alike_on_all_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "linesep", "\r\n")
    write_text(tmp_path / "text", "a\nb ± é\n")
    assert (tmp_path / "text").read_bytes() == "a\nb ± é\n".encode()
    write_text(tmp_path / "text", "--out \udcff")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "--out \\udcff"


@pytest.mark.parametrize("name", ["con", "NUL", "aux.csv", "com1", "lpt9.tar.gz", "ends.", "ends "])
def test_names_that_windows_refuses_are_no_names(name: str) -> None:
    assert not is_file_name(name)
    assert folder_name(name) != name
    assert is_file_name(folder_name(name))


@pytest.mark.parametrize("name", ["console", "com", "first-game", "a.b", "nul-1"])
def test_other_names_are(name: str) -> None:
    assert is_file_name(name)
    assert folder_name(name) == name


def test_a_scenario_is_not_named_after_a_device() -> None:
    with pytest.raises(ScenarioError, match=r"name = 'nul': Windows does not allow"):
        checked(Scenario, {"name": "nul", "game": "valeria", "bots": "random"}, "x.toml")


def test_a_folder_on_another_drive_has_its_whole_path(monkeypatch: pytest.MonkeyPatch) -> None:
    assert relative_path(Path("/a/b/c"), Path("/a/d")) == os.path.join("..", "b", "c")
    monkeypatch.setattr(os.path, "relpath", ntpath.relpath)
    monkeypatch.setattr(ntpath, "abspath", str)
    assert relative_path(Path("D:\\mine.toml"), Path("C:\\runs")) == "D:\\mine.toml"


def test_commands_are_quoted_as_the_shell_of_the_system_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["balance", "play", "my game.toml", "--set", "a='b'"]
    assert command_line(words) == "balance play 'my game.toml' --set 'a='\"'\"'b'\"'\"''"
    monkeypatch.setattr(os, "name", "nt")
    assert command_line(words) == "balance play \"my game.toml\" --set a='b'"


def test_a_drive_is_no_function_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "splitdrive", ntpath.splitdrive)
    assert bot_name("C:\\lists\\smithy.toml").is_list
    assert not bot_name("C:\\bots\\mine.py:rash").is_list
    assert "C:\\bots\\mine.py:rash".rpartition(":")[2] == "rash"


def test_a_full_disk_is_said_where_there_are_no_quotas(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(errno, "EDQUOT")
    try:
        without = importlib.reload(portable)
        assert {errno.ENOSPC} == without.DISK_FULL
    finally:
        monkeypatch.undo()
        importlib.reload(portable)
    with pytest.raises(StoreError, match="no space is left"), writing_in(tmp_path):
        raise OSError(errno.ENOSPC, "full")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_a_console_may_lack_characters(encoding: str, tmp_path: Path) -> None:
    for words in (["list", "cards", "--game", "valeria"], ["run", "--help"], ["play", "nowhere"]):
        done = run_here(*words, folder=tmp_path, encoding=encoding)
        assert "Traceback" not in done.stderr
        assert done.returncode == (2 if "nowhere" in words else 0)


def test_signals_that_windows_lacks_are_not_used() -> None:
    for path in SOURCES:
        if path.name != "portable.py":
            text = path.read_text(encoding="utf-8")
            assert not [
                name for name in ("SIGHUP", "SIGKILL", "SIGUSR", "os.fork(") if name in text
            ]
