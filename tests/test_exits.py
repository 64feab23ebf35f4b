"""Every exit of the program means one thing, whatever code of others does.

What needs a process of its own is in the system suite, and runs as a user does it.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from balance.cli import main
from balance.cli.main import COMMANDS
from tests.program import LONG, begin, wait_until

ROOT = Path(__file__).resolve().parent.parent
PIG = str(ROOT / "examples" / "pig" / "pig.toml")
GAME = str(ROOT / "examples" / "pig")
FULL = Path("/dev/full")
BOTS = """
import ctypes
import os

def leave(view, table, seat, weights, stream):
    raise SystemExit(0)

def vanish(view, table, seat, weights, stream):
    os._exit(0)

def crash(view, table, seat, weights, stream):
    ctypes.string_at(1)
    return 0

def beyond(view, table, seat, weights, stream):
    weights[10**9] = 1.0
    return 0

def unweighted(view, table, seat, weights, stream):
    weights[0] = 1.0
    return 0

def deep(view, table, seat, weights, stream):
    return deep(view, table, seat, weights, stream) + 1
"""

ALL = [name for commands in COMMANDS.values() for name in commands]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes of POSIX")


@pytest.mark.parametrize("command", [*ALL, "new"])
def test_every_command_refuses_what_it_does_not_know_with_code_2(balance, command):
    done = balance(command, "--nosuch")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert balance(command, "--help").returncode == 0


@pytest.mark.parametrize("content", ["raise SystemExit(0)", "1 / 0", "import nosuch", "def f(:"])
def test_a_file_that_cannot_be_imported_is_named(balance, tmp_path, content):
    (tmp_path / "broken.py").write_text(content)
    done = balance("duel", "broken.py:x", "random", "--game", GAME)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert "broken.py: cannot be run: line 1: " in done.stderr


def test_little_memory_is_known_from_what_a_library_made_of_it(balance, monkeypatch):
    def load():
        try:
            raise OSError("libllvmlite.so: failed to map segment from shared object")
        except OSError:
            raise OSError("Could not find/load shared object file")  # noqa: B904

    monkeypatch.setattr(main, "needed", lambda words: load)
    done = balance("list", "games")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: there is not enough memory")


def test_home_is_found_within_quotes(balance, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert balance("run", PIG, "--games", "20", "--out", "~/a", "--bots=random").returncode == 0
    assert balance("report", "~/a", "--out=~/b").returncode in (0, 2)
    assert (tmp_path / "home" / "a" / "index.html").is_file()
    assert not (tmp_path / "~").exists()


@pytest.fixture
def program(tmp_path):
    """Start the program in an empty folder; return its code, output and errors."""

    def run(*arguments, before="", **keys):
        keys = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **keys}
        command = [sys.executable, "-m", "balance", *arguments]
        if before:
            command = ["bash", "-c", f'{before} "$@"', "bash", *command]
        done = subprocess.run(command, cwd=tmp_path, text=True, check=False, timeout=LONG, **keys)
        return done.returncode, done.stdout or "", done.stderr or ""

    return run


@pytest.mark.system
@pytest.mark.parametrize("bot", ["leave", "vanish", "crash", "beyond", "unweighted", "deep"])
def test_a_bot_cannot_end_the_program_with_an_exit_of_its_own(program, tmp_path, bot):
    (tmp_path / "bots.py").write_text(BOTS)
    code, _, errors = program("run", PIG, "--bots", f"bots.py:{bot},hold_at", "--games", "20")
    assert code == 2
    assert "Traceback" not in errors
    assert bot in errors
    assert " game 0 of seed 20260801" in errors
    assert "--game 0" in errors  # how to see it
    if bot in ("beyond", "unweighted"):
        assert "IndexError: index is out of bounds (bots.py, line" in errors


@pytest.mark.system
def test_a_crash_of_compiled_rules_is_noticed(program, tmp_path):
    # Compiled code of a game outside the package is not checked for indices.
    source = Path(GAME, "__init__.py").read_text()
    begin = "    if chosen(state, index) == AGAIN:\n"
    crash = "    if state.seats[index + 10**12].points < 7:\n        return\n"
    assert begin in source
    shutil.copytree(GAME, tmp_path / "pig")
    (tmp_path / "pig" / "__init__.py").write_text(source.replace(begin, crash + begin))
    (tmp_path / "pig.toml").write_text('name = "x"\ngame = "pig"\nbots = ["random", "random"]\n')
    code, _, errors = program("--trust", "pig", "run", "pig.toml", "--games", "20")
    assert code == 2
    assert "the program crashed (SIGSEGV), in game 0 of seed" in errors


@pytest.mark.system
def test_an_import_that_does_not_end_is_ended(program, tmp_path, monkeypatch):
    (tmp_path / "endless.py").write_text("while True:\n    pass\n")
    monkeypatch.setenv("BALANCE_PATIENCE", "2")
    code, _, errors = program("duel", "endless.py:x", "random", "--game", GAME)
    assert code == 2
    assert "endless.py: importing it has not ended for 2 seconds, at line" in errors


@pytest.mark.system
def test_ctrl_c_within_the_callback_of_a_weak_reference_is_not_lost(tmp_path):
    # Python ignores what is raised there; matplotlib has such callbacks.
    text = """
import signal, sys, time, weakref
from balance.cli import main

class Thing:
    pass

def play(*arguments, **named):
    thing = Thing()
    known = weakref.ref(thing, lambda gone: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(3600)
    print("went on")

main.app.registered_commands.clear()
main.app.command("play")(lambda: play())
main.app.command("other")(lambda: None)
sys.argv = ["balance", "play"]
main.main()
"""
    done = subprocess.run(
        [sys.executable, "-c", text],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=LONG,
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert "went on" not in done.stdout


@pytest.mark.system
def test_a_closed_pipe_ends_quietly(program):
    reader, writer = os.pipe()
    os.close(reader)
    code, _, errors = program("list", "scenarios", stdout=writer)
    os.close(writer)
    assert (code, errors) == (141, "")


@pytest.mark.system
@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [("list", "games"), ("--help",), ("validate", PIG)])
def test_a_full_device_is_one_sentence(program, arguments):
    with FULL.open("w") as full:
        code, _, errors = program(*arguments, stdout=full)
        assert code == 2
        assert errors == "Error: the output cannot be written: No space left on device.\n"
        assert program("run", "nosuch.toml", stderr=full)[0] == 2


@pytest.mark.system
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_output_does_not_matter(program, closed):
    assert program("list", "games", before=f"exec {closed};")[0] == 0
    assert program("run", "nosuch.toml", before=f"exec {closed};")[0] == 2


@pytest.mark.system
def test_little_memory_is_one_sentence(program):
    code, _, errors = program("run", PIG, "--games", "20", before="ulimit -v 300000;")
    assert code == 2
    assert errors == "Error: ulimit -v allows 293 MB of memory: expected 3,000 MB or more.\n"


@pytest.mark.system
def test_settings_of_matplotlib_of_the_user_do_not_matter(program, tmp_path, monkeypatch):
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\nfont.family: no such font\n")
    monkeypatch.setenv("MPLCONFIGDIR", str(tmp_path))
    assert program("run", PIG, "--games", "200", "--out", "run")[0] == 0


@pytest.mark.system
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_the_parent_ends_the_child(tmp_path, number):
    running = begin(tmp_path, "run", PIG, "--games", "500000000", "--out", "run")
    wait_until(lambda: list(tmp_path.glob("run/shards/*/*.npz")), running)
    (child,) = children(running.pid)
    running.send_signal(number)
    running.communicate(timeout=LONG)
    assert running.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(number, -number)
    wait_until(lambda: not Path("/proc", child).exists())


def children(process):
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def test_nothing_slow_is_loaded_before_ctrl_c_is_answered():
    program = "import sys; known = {*sys.modules}; import balance.__main__; "
    program += "print(*sys.modules.keys() - known)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"enum", "re", "signal"} & set(loaded)
