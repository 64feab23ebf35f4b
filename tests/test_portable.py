"""What differs between Linux, macOS and Windows, simulated where it can be."""

import ast
import errno
import importlib
import ntpath
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance import portable
from balance.errors import ScenarioError, StoreError
from balance.portable import command_line, is_file_name, relative_path, write_text
from balance.scenario.bot_names import bot_name
from balance.scenario.error_messages import checked
from balance.scenario.model import Scenario
from balance.store.disk import writing_in
from balance.store.shards import folder_name
from tests.conftest import ROOT

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


def balance_in_ascii(*words: str, cwd: Path) -> tuple[int, str]:
    """Run a command where the system's encoding is ASCII; return its exit code and stderr.

    Python warns where a file is opened without naming its encoding.
    """
    ended = subprocess.run(
        [
            *(sys.executable, "-X", "warn_default_encoding", "-W", "always::EncodingWarning"),
            *("-m", "balance", *words),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LC_ALL": "POSIX"}
        | {"PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        cwd=cwd,
        check=False,
    )
    return ended.returncode, ended.stderr.decode("ascii")


@pytest.mark.skipif(os.name == "nt", reason="the encoding is not taken from the environment")
@pytest.mark.parametrize("command", ["run", "compare", "play"])
def test_nothing_depends_on_the_encoding_of_the_system(command: str, tmp_path: Path) -> None:
    scenario = tmp_path / "ö.toml"
    scenario.write_text('name = "pig"\ngame = "valeria"\nbots = "random"\n', encoding="utf-8")
    out = [] if command == "play" else ["--games", "100", "--out", "run", "--workers", "1"]
    changes = ["--set", "citizens.knight.cost=3"] if command == "compare" else []
    code, errors = balance_in_ascii(command, scenario.name, *out, *changes, cwd=tmp_path)
    assert code == 0, errors
    lines = [line for line in errors.splitlines() if line.startswith(str(ROOT / "balance"))]
    assert not [line for line in lines if "EncodingWarning" in line]
    for page in tmp_path.glob("run/*.html"):
        assert "± " in page.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name == "nt", reason="the encoding is not taken from the environment")
def test_a_folder_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    code, errors = balance_in_ascii(
        "run", "first-game", "--games", "10", "--out", "ö", cwd=tmp_path
    )
    assert code == 2
    assert "is not text in the encoding of this system" in errors
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
        ended = subprocess.run(
            [sys.executable, "-m", "balance", *words],
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            cwd=tmp_path,
            check=False,
        )
        assert b"Traceback" not in ended.stderr
        assert ended.returncode == (2 if "nowhere" in words else 0)


def test_signals_that_windows_lacks_are_not_used() -> None:
    for path in SOURCES:
        if path.name != "portable.py":
            text = path.read_text(encoding="utf-8")
            assert not [
                name for name in ("SIGHUP", "SIGKILL", "SIGUSR", "os.fork(") if name in text
            ]
