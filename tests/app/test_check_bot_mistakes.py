"""Mistakes of beginners in a bot for Pig: each gets a message with the line and what to write."""

from pathlib import Path

import pytest

from balance.app.bot_matches import BotMatchOptions
from balance.app.commands.check_bot import check_bot
from balance.errors import BotError

PIG = str(Path(__file__).resolve().parents[2] / "examples" / "pig")
HEAD = "import random\nimport time\nimport numpy as np\n\n"
FIVE = "bot(view, table, seat, weights, stream)"

# The bot, and parts of the message; {line} is the last line of the bot.
REFUSED = {
    "two arguments": ("def bot(view, table):\n    return 0", ("takes view, table", FIVE)),
    "six arguments": (
        "def bot(view, table, seat, weights, stream, more):\n    return 0",
        ("stream, more: expected", FIVE),
    ),
    "a class": ("class bot:\n    def choose(self, view):\n        return 0", ("a class", FIVE)),
    "a number": ("bot = 3", ("there is no function 'bot'",)),
    "another name": (
        f"def {FIVE.replace('bot', 'bots')}:\n    return 0",
        ("did you mean 'bots'?",),
    ),
    "syntax": (f"def {FIVE}:\n    return (", ("line {line}: SyntaxError",)),
    "import": ("import nosuchmodule", ("line {line}: ModuleNotFoundError",)),
    "a branch without return": (
        f"def {FIVE}:\n    if view.pot > 20:\n        return 0",
        ("returns nothing in one of its branches",),
    ),
    "no return": (f"def {FIVE}:\n    view.pot", ("returns nothing,",)),
    "a fraction": (f"def {FIVE}:\n    return view.pot / 2", ("a fraction", "by // a whole number")),
    "a text": (f"def {FIVE}:\n    return 'hold'", ("returns a text",)),
    "true": (f"def {FIVE}:\n    return view.pot > 20", ("returns True or False",)),
    "the choice, not its index": (
        f"def {FIVE}:\n    return view.choices[0] + 5",
        ("answered 5 in game 0", "from 0 to 1 is expected"),
    ),
    "an index below 0": (f"def {FIVE}:\n    return -1", ("answered -1", "from 0 to 1 is expected")),
    "beyond the seats": (
        f"def {FIVE}:\n    return 0 * int(view.seats[9].points)",
        ("index is out of bounds (mine.py, line {line})",),
    ),
    "weights without a file": (
        f"def {FIVE}:\n    return 0 if view.pot > weights[0] else 1",
        ("index is out of bounds (mine.py, line {line})",),
    ),
    "writes into the view": (
        f"def {FIVE}:\n    view.pot = 3\n    return 0",
        ("wrote into the view",),
    ),
    "a misspelt field": (
        f"def {FIVE}:\n    return 0 if view.seats[seat].point > 3 else 1",
        ("no field 'point'; did you mean 'points'? (mine.py, line {line})",),
    ),
    "a misspelt name": (
        f"def {FIVE}:\n    return 0 if veiw.pot > 3 else 1",
        ("name 'veiw' is not defined; did you mean 'view'? (mine.py, line {line})",),
    ),
    "a missing file": (
        f"def {FIVE}:\n    return int(open('nosuch.txt').read())",
        ("No such file or directory: 'nosuch.txt' (mine.py, line {line})",),
    ),
    "a method": (
        f"def {FIVE}:\n    return view.pott.sum()",
        ("no field 'pott'; did you mean 'pot'? (mine.py, line {line})",),
    ),
}
# The bot, what is printed, and whether the check passes.
SAID = {
    "random": (
        f"def {FIVE}:\n    return random.randrange(2)",
        ("Wrong: mine.py, line {line}: random.randrange draws numbers that no seed repeats",),
        False,
    ),
    "numpy.random": (
        f"def {FIVE}:\n    return np.random.randint(0, 2)",
        ("Wrong: mine.py, line {line}: np.random.randint draws", "Not reproducible"),
        False,
    ),
    "the clock": (
        f"def {FIVE}:\n    return int(time.time()) * 0",
        ("Wrong: mine.py, line {line}: time.time reads the clock",),
        False,
    ),
    "print": (
        f"def {FIVE}:\n    if view.pot < 0:\n        print(view.pot)\n    return 0",
        ("Note: mine.py, line 7: print()",),
        True,
    ),
    "hidden": (
        f"def {FIVE}:\n    return int(view.key) * 0",
        ("Note: mine.py, line {line}: view.key is hidden from bots: it is always 0.",),
        True,
    ),
    "sorted": (
        f"def {FIVE}:\n    options = [(view.choices[i], i) for i in range(view.num_choices)]\n"
        "    return sorted(options, key=lambda t: -t[0])[0][1]",
        ("run as plain Python",),
        True,
    ),
    "a global": (
        "count = 0\n"
        f"def {FIVE}:\n    global count\n    count += 1\n    return count % 2",
        ("run as plain Python", "mine.py, line 7: count lasts from game to game"),
        False,
    ),
    "an int32": (
        f"def {FIVE}:\n    return view.choices[0]",
        ("it returns int32: write wide() around the answer",),
        True,
    ),
    "other names": (
        "def bot(v, t, s, w, r):\n    return 0",
        ("Arguments: v, t, s, w, r (view, table, seat, weights, stream).", "Compiled."),
        True,
    ),
}  # fmt: skip


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """Return a function that checks a bot; it returns the bot's last line and the result."""
    monkeypatch.chdir(tmp_path)

    def check(text):
        (tmp_path / "mine.py").write_text(HEAD + text + "\n")
        return check_bot("mine.py:bot", 10, BotMatchOptions(PIG, players=2))

    return check


def last_line(text):
    return (HEAD + text).count("\n") + 1


@pytest.mark.parametrize("mistake", REFUSED)
def test_what_cannot_play_is_refused_with_what_was_expected(checked, mistake):
    text, parts = REFUSED[mistake]
    with pytest.raises(BotError) as error:
        checked(text)
    for part in parts:
        assert part.format(line=last_line(text)) in str(error.value)


@pytest.mark.parametrize("mistake", SAID)
def test_what_is_doubtful_is_said(checked, capsys, mistake):
    text, parts, passes = SAID[mistake]
    assert checked(text) == passes
    said = capsys.readouterr().out
    for part in parts:
        assert part.format(line=last_line(text)) in said


def test_weights_that_are_missing_are_named_before_the_game_fails(checked, capsys):
    with pytest.raises(BotError):
        checked(f"def {FIVE}:\n    return 0 if view.pot > weights[1] else 1")
    assert "weights[1] is read, but there is no mine.toml." in capsys.readouterr().out
