"""Buy lists written in a test, and what they answer at a table of `Hands`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from balance.games.dominion.bots import BOTS
from balance.games.dominion.bots.list_file import bot_of, read_list

BIG_MONEY = "buy\n province\n gold\n silver\n"


def list_of(text, name="mine"):
    """Return the buy list that a text is."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.txt"
        file.write_text(text, encoding="utf-8")
        return read_list(file)


def bot_from(text):
    """Return the bot of a list: one of the box, or one written here."""
    return BOTS[text] if text in BOTS else bot_of(list_of(text))


def answer(table, text=BIG_MONEY):
    """Return the name of the choice that a list makes."""
    bot = bot_from(text)
    weights = np.array(list(bot.weights.values()))
    before = table.states.tobytes()
    seat = np.int64(table.due_seat)
    index = bot.choose(table.state, table.table, seat, weights, np.zeros(2, np.uint64))
    assert table.states.tobytes() == before
    return table.offered()[index]


def play(table, text=BIG_MONEY, count=1):
    """Let a list make so many choices at a table, and return what it chose."""
    chosen = []
    for _ in range(count):
        chosen.append(answer(table, text))
        table.choose(chosen[-1])
    return chosen
