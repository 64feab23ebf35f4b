import importlib
import py_compile
import re
import shutil
import sys
import textwrap
import zipfile
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from balance.bots.loading import load_bot
from balance.compiling.jit import is_compiled, is_compiling
from balance.engine.data_files import recorded_reads
from balance.errors import BotError
from balance.runner.batches import Batches

compiling_only = pytest.mark.skipif(not is_compiling(), reason="about what is compiled")
PLAYS = "def play(view, table, seat, weights, stream):\n"


@pytest.fixture
def write(tmp_path):
    def write(text, name="mine.py"):
        (tmp_path / name).write_text(textwrap.dedent(text))
        return tmp_path / name

    return write


@pytest.fixture
def play(pig_set_up, tmp_path):
    """Play a bot against hold_at; return the decisions of each game."""

    def play(bot="mine.py:play", games=20, first=0):
        match = pig_set_up(bots=[f"{tmp_path}/{bot}", "hold_at"]).cells[0].match
        match = replace(match, replay_command="balance play pig.toml")
        return Batches(match).play(first, games)["decisions"].tolist()

    return play


@compiling_only
def test_a_bot_and_its_own_functions_are_compiled_without_a_decorator(write, pig):
    file = write("""
        from beside import deep


        def play(view, table, seat, weights, stream):
            return helper(view)


        def helper(view):
            return deep(view)
    """)
    write("def deep(view):\n    return 0 if view.pot >= 20 else 1\n", "beside.py")
    loaded = load_bot(file, "play", pig)
    assert loaded.slow == ""
    assert is_compiled(loaded.bot.choose)


def test_a_bot_that_is_edited_plays_the_new_way(write, play):
    write(PLAYS + "    return 0 if view.pot >= 20 else 1\n")
    before = play()
    write(PLAYS + "    return 0 if view.pot >= 25 else 1\n")
    assert play() != before


def test_a_file_beside_it_that_is_edited_plays_the_new_way(write, play):
    write("from beside import ENOUGH\n" + PLAYS + "    return 0 if view.pot >= ENOUGH else 1\n")
    write("ENOUGH = 20\n", "beside.py")
    before = play()
    write("ENOUGH = 25\n", "beside.py")
    assert play() != before


def test_files_of_the_same_name_in_other_folders_do_not_meet(write, pig, tmp_path):
    for folder, summary in (("one", "Holds."), ("two", "Rolls.")):
        (tmp_path / folder).mkdir()
        write(f"{PLAYS}    '''{summary}'''\n    return 0\n", f"{folder}/mine.py")
    one = load_bot(tmp_path / "one" / "mine.py", "play", pig)
    two = load_bot(tmp_path / "two" / "mine.py", "play", pig)
    assert (one.bot.summary, two.bot.summary) == ("Holds.", "Rolls.")
    assert one.digest != two.digest


@compiling_only
def test_a_bot_that_does_not_compile_plays_as_python_and_says_why(write, play, pig_set_up):
    file = write("""
        class Memory:
            pass


        def play(view, table, seat, weights, stream):
            Memory()
            return 0 if view.pot >= 20 or view.pot + view.seats[seat].points >= 100 else 1
    """)
    (notice,) = pig_set_up(bots=[f"{file}:play", "hold_at"]).notices
    assert "'play' is run as plain Python" in notice
    assert "'Memory'" in notice
    assert "(mine.py, line 7)" in notice
    assert "\n" not in notice
    slow = play()
    write(file.read_text().replace("    Memory()\n", ""))
    assert play() == slow


def test_weights_come_from_the_file_of_the_same_name(write, pig):
    file = write(PLAYS + "    return 0\n")
    write("pot = 20\nchase = 0.5\n", "mine.toml")
    assert dict(load_bot(file, "play", pig).bot.weights) == {"pot": 20.0, "chase": 0.5}


def test_a_weight_that_is_no_number_is_refused(write, pig):
    file = write(PLAYS + "    return 0\n")
    write("pot = 'much'\n", "mine.toml")
    with pytest.raises(BotError, match=r"mine.toml: pot = 'much'.* a number"):
        load_bot(file, "play", pig)


def test_a_file_that_is_not_there_is_named(pig, tmp_path):
    with pytest.raises(BotError, match=r"none.py: no such file"):
        load_bot(tmp_path / "none.py", "play", pig)


def test_a_function_that_is_not_there_is_named(write, pig):
    with pytest.raises(BotError, match=r"no function 'paly': did you mean 'play'\?"):
        load_bot(write(PLAYS + "    return 0\n"), "paly", pig)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / 0\n", "line 1: ZeroDivisionError"),
        ("x = 1\nimport nowhere\n", "line 2: ModuleNotFoundError"),
        ("x = 1\nx = = 2\n", "line 2: SyntaxError"),
    ],
)
def test_a_file_that_does_not_run_is_named_with_its_line(write, pig, text, message):
    with pytest.raises(BotError, match=rf"mine.py: cannot be run: {message}"):
        load_bot(write(text), "play", pig)


@compiling_only
@pytest.mark.parametrize(
    ("answer", "returned"),
    [
        ("0.7", "a fraction"),
        ("view.pot < 20", "True or False"),
        ("0 if view.pot else None", "nothing in one of its branches"),
    ],
)
def test_a_bot_that_returns_no_whole_number_is_refused(write, pig, answer, returned):
    with pytest.raises(BotError, match=rf"'play' returns {returned}.*a whole number"):
        load_bot(write(f"{PLAYS}    return {answer}\n"), "play", pig)


@compiling_only
def test_signed_and_unsigned_answers_together_are_refused_with_the_remedy(write, pig):
    mixed = """
        from balance.engine.layout import wide
        from balance.engine.rng import below


        def play(view, table, seat, weights, stream):
            if view.pot >= 20:
                return 0
            return below(stream, view.num_choices)
    """
    with pytest.raises(BotError, match=r"a fraction \(float64\).*write wide\(below\(\.\.\.\)\)"):
        load_bot(write(mixed), "play", pig)
    mended = mixed.replace(
        "below(stream, view.num_choices)", "wide(below(stream, view.num_choices))"
    )
    assert load_bot(write(mended), "play", pig).slow == ""


WRONG = [
    (
        "return 7 if view.turns == 12 else 0",
        r"answered 7 in game 1 of seed 7, decision \d+ \(ROLL, seat \d\), where an index from",
    ),
    ("return -1", r"answered -1 in game 0 of seed 7, decision \d \(ROLL, seat 0\), where an index"),
    ("view.pot = 100\n    return 0", r"wrote into the view in game 0 of seed 7, decision"),
    ("table.target = 20\n    return 0", r"wrote into the table in game 0"),
    ("weights[0] = 1.0\n    return 0", r"wrote into its weights in game 0"),
    (
        "if view.turns > 5:\n        raise ValueError('no idea')\n    return 0",
        r"failed in game 0 of seed 7, decision \d+ .*ValueError: no idea \(mine.py, line \d\)",
    ),
]


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(("body", "message"), WRONG)
def test_what_no_bot_may_do_is_one_message(write, play, body, message, slow):
    python = "    memory = {'a': object()}\n" if slow else ""
    write(f"{PLAYS}{python}    {body}\n")
    write("pot = 20\n", "mine.toml")
    with pytest.raises(BotError, match=message) as error:
        play()
    text = str(error.value)
    number = re.search(r"in game (\d+)", text)[1]
    assert "'play'" in text
    assert text.endswith(f"To see the game up to there: balance play pig.toml --game {number}")
    assert "\n" not in text


@pytest.mark.parametrize("answer", ["1.0", "True", "None", "'hold'", "-2", "10**30"])
def test_what_a_bot_of_ordinary_python_answers_must_be_an_index(write, play, answer):
    write(f"{PLAYS}    memory = {{'a': object()}}\n    return {answer}\n")
    with pytest.raises(BotError, match=r"'play' answered .* in game 0 of seed 7, decision \d"):
        play()


def test_a_bot_that_writes_into_the_table_late_is_found_among_many_games(write, play):
    wrong = "if view.turns == 35:\n        table.target = 20\n    return 0 if view.pot >= 20 else 1"
    write(f"{PLAYS}    {wrong}\n")
    with pytest.raises(BotError, match=r"wrote into the table in game \d+ of seed 7") as error:
        play(games=300)
    assert "in game 0 " not in str(error.value)


# While the other plays, its points are never enough; before its own decision it puts that right.
CHEATS = """
    def play(view, table, seat, weights, stream):
        mine = view.seats[seat].points + view.pot
        {right}
        if mine >= 100:
            return 0
        {wrong}
        return 0 if view.pot >= 20 else 1
"""


@compiling_only
def test_a_bot_that_changes_the_table_for_a_while_changes_nothing(write, play):
    write(CHEATS.format(right="", wrong=""))
    honest = [play(games=1, first=number) for number in range(20)]
    write(CHEATS.format(right="table.target = 100", wrong="table.target = 1000"))
    same = 0
    for number, decisions in enumerate(honest):
        with suppress(BotError):  # of games that end before it puts that right
            assert play(games=1, first=number) == decisions
            same += 1
    assert same > 5


READS = """
    import json
    from pathlib import Path
    LEAST = json.loads((Path(__file__).parent / "data.json").read_text())["least"]
    def play(view, table, seat, weights, stream):
        return 0 if view.pot < LEAST else 1
"""


def test_data_that_a_bot_reads_when_imported_is_part_of_it(write, play, pig, tmp_path):
    write('{"least": 5}', "data.json")
    file = write(READS)
    low, digest = play(), load_bot(file, "play", pig).digest
    assert load_bot(file, "play", pig).digest == digest
    write('{"least": 25}', "data.json")
    assert load_bot(file, "play", pig).digest != digest
    assert play() != low  # compiled code contains what was read
    write('{"least": 5}', "data.json")
    assert (play(), load_bot(file, "play", pig).digest) == (low, digest)


ENVIRONMENT = "import os\nLEAST = int(os.environ['LEAST'])\n"
READ_ELSEWHERE = {
    "the environment": ENVIRONMENT,
    "an archive": """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent / "data.zip"))
from least_in_archive import LEAST
del sys.path[0], sys.modules["least_in_archive"]
""",
    "code without source": """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
from least_without_source import LEAST
del sys.path[0], sys.modules["least_without_source"]
""",
    "a memory map": """
import numpy as np
from pathlib import Path
LEAST = np.memmap(Path(__file__).parent / "least.bin", np.int64, "r")
""",
    "a thread": """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
with ThreadPoolExecutor() as threads:
    LEAST = int(threads.submit((Path(__file__).parent / "least.txt").read_text).result())
""",
    "another program": """
import subprocess
from pathlib import Path
LEAST = int(subprocess.check_output(["cat", str(Path(__file__).parent / "least.txt")]))
""",
}


@pytest.mark.parametrize("where", READ_ELSEWHERE)
def test_what_a_bot_takes_in_is_part_of_it_wherever_it_has_it_from(
    write, pig, tmp_path, monkeypatch, where
):
    monkeypatch.setattr("balance.bots.loading.is_compiling", lambda: False)
    file = write(f"{READ_ELSEWHERE[where]}\n{PLAYS}    return 0 if view.pot < LEAST else 1\n")
    digests = []
    for least in (5, 25, 5):
        text = f"LEAST = {least}\n"
        monkeypatch.setenv("LEAST", str(least))
        entry = zipfile.ZipInfo("least_in_archive.py")
        with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
            archive.writestr(entry, text)
        source = write(text, "source.py")
        py_compile.compile(str(source), str(tmp_path / "least_without_source.pyc"))
        source.unlink()
        np.array([least]).tofile(tmp_path / "least.bin")
        write(str(least), "least.txt")
        importlib.invalidate_caches()
        sys.path_importer_cache.clear()
        digests.append(load_bot(file, "play", pig).digest)
    assert digests[0] == digests[2] != digests[1]


@compiling_only
def test_compiled_code_has_the_values_of_today(write, play, monkeypatch):
    write(f"{ENVIRONMENT}\n{PLAYS}    return 0 if view.pot < LEAST else 1\n")
    decisions = []
    for least in ("5", "25"):
        monkeypatch.setenv("LEAST", least)
        decisions.append(play())
    assert decisions[0] != decisions[1]


def test_what_the_system_says_of_itself_is_no_part_of_a_bot(write, pig):
    write('{"least": 5}', "data.json")
    looks = 'STATUS = Path("/proc/self/stat")\n    STATUS.exists() and STATUS.read_text()\n'
    file = write(READS.replace("    LEAST", f"    {looks}    LEAST", 1))
    assert len({load_bot(file, "play", pig).digest for _ in range(3)}) == 1


def test_other_files_beside_a_bot_are_no_part_of_it(write, pig):
    file = write(READS)
    write('{"least": 5}', "data.json")
    digest = load_bot(file, "play", pig).digest
    write("anything", "notes.txt")
    assert load_bot(file, "play", pig).digest == digest


def test_a_bot_in_another_folder_is_the_same_bot(write, pig, tmp_path):
    write('{"least": 5}', "data.json")
    file = write(READS)
    write("def helper():\n    pass\n", "aaa.py")
    digest = load_bot(file, "play", pig).digest
    shutil.copytree(tmp_path, tmp_path.parent / "zz" / "moved")
    assert load_bot(tmp_path.parent / "zz" / "moved" / "mine.py", "play", pig).digest == digest


@compiling_only
def test_a_bot_that_calls_itself_plays_as_python_and_says_why(write, play, pig):
    file = write("""
        def other(n):
            return n
        def count(n):
            return count(n - 1) + 1 if n > 0 else 0
        def play(view, table, seat, weights, stream):
            return count(view.turns) % 2
        def fine(view, table, seat, weights, stream):
            return other(view.other) % 2 if view.turns < 0 else 0
    """)
    assert load_bot(file, "play", pig).slow == "the function 'count' calls itself"
    assert play() == play()


@compiling_only
@pytest.mark.parametrize(
    ("mine", "deep", "slow"),
    [
        ("deep(n)", "count(n)", ""),  # its own count, not the bot's
        ("count(n - 1) if n > 0 else deep(n)", "n", "the function 'count' calls itself"),
    ],
)
def test_functions_of_one_name_in_two_files_are_told_apart(write, pig, mine, deep, slow):
    file = write(f"""
        from beside import deep
        def count(n):
            return {mine}
        def play(view, table, seat, weights, stream):
            return count(view.turns) % 2
    """)
    write(f"def count(n):\n    return n\n\n\ndef deep(n):\n    return {deep}\n", "beside.py")
    assert load_bot(file, "play", pig).slow == slow


@compiling_only
@pytest.mark.parametrize("index", ["0", "10**9", "-1"])
def test_an_index_beyond_an_array_is_an_error_of_the_bot(write, play, index):
    write(f"{PLAYS}    weights[{index}] = 1.0\n    return 0\n")
    with pytest.raises(BotError, match=r"IndexError: index is out of bounds \(mine.py, line 2\)"):
        play()


def test_what_a_library_reads_when_it_is_imported_is_no_data_of_a_bot(write, pig, tmp_path):
    write(
        "from pathlib import Path\nTEXT = (Path(__file__).parent / 'own.txt').read_text()\n",
        "lib.py",
    )
    write("own", "own.txt")
    write("mine", "mine.txt")
    file = write("""
        from pathlib import Path
        import matplotlib.font_manager  # reads a cache of its own
        import lib
        TEXT = (Path(__file__).parent / "mine.txt").read_text()
        def play(view, table, seat, weights, stream):
            return 0
    """)
    with recorded_reads() as files:
        load_bot(file, "play", pig)
    assert {path.name for path in files if path.is_relative_to(tmp_path)} >= {"mine.txt", "own.txt"}
    assert all(path.is_relative_to(tmp_path) for path in files)
