"""Write tuned weights into a bot's TOML file; comments, order and other weights stay."""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import Float, Item, Key, Table

from balance.bots.weights import Numbers, read_weights
from balance.errors import BotError
from balance.portable import write_text
from balance.sanitize import UnreadableError, read_text
from balance.store.disk import write_whole
from balance.tuning.tuned_bot import TunedBot

MARK = "#:"  # begins the lines about the origin of tuned weights, which are replaced each time


def tuned_text(text: str, tuned_bot: TunedBot, weights: Numbers, origin: Sequence[str]) -> str:
    """Return the text of a weight file with tuned weights in it.

    Parameters
    ----------
    text : str
        The file so far; empty if there is none.
    tuned_bot : TunedBot
        Weights tuned for one number of players go to the table ``[players.N]``, which holds only
        weights that differ from those at the top; others go to the top.
    weights : mapping of str to float
        The tuned weights.
    origin : sequence of str
        Lines about where the weights come from.
    """
    full = tuned_bot.file_weights(tuned_bot.with_weights(weights))
    start = tuned_bot.file_weights(tuned_bot.bot)
    if not text:
        new = full if tuned_bot.for_any_players else start
        text = f"# Weights of the bot {tuned_bot.name}.\n{_lines(new)}"
    document = tomlkit.parse(text)
    stored = _numbers(document)
    if tuned_bot.for_any_players:
        top = {key: value for key, value in full.items() if key in stored or value != start[key]}
        part = document.body
    else:
        (players,) = tuned_bot.counts
        if str(players) not in document.get("players", {}):
            document = tomlkit.parse(f"{text.rstrip()}\n\n[players.{players}]\n")
        table = document["players"][str(players)]
        above = {**start, **stored}
        changed = {key: v for key, v in full.items() if v != above[key] or key in weights}
        unchanged = {key: full[key] for key in _numbers(table) if key in full}
        top = {key: above[key] for key in changed if key not in stored}
        part = table.value.body
        _set(part, unchanged | changed)
    _set(document.body, top)
    marks = tomlkit.parse("".join(f"{MARK} {line}\n" for line in origin)).body
    part[:] = [*marks, *(entry for entry in part if not entry[1].as_string().startswith(MARK))]
    return tomlkit.dumps(document).rstrip() + "\n"


def check_weights_place(out: Path, tuned_bot: TunedBot) -> None:
    """Check that tuned weights can be written to a file, before the search for them.

    Raises
    ------
    BotError
        If its folder does not exist, or it holds something other than weights of this bot.
    """
    if out.is_dir() or not out.resolve().parent.is_dir():
        raise BotError(f"{out}: cannot be written: expected a file in an existing folder.")
    if out.exists():
        for key in read_weights(out)[0]:
            if key not in tuned_bot.bot.weights:
                raise BotError(
                    f"{out} holds weights of another bot: {tuned_bot.name} has no weight {key!r}. "
                    "Choose another file with --out FILE."
                )


def write_tuned(out: Path, tuned_bot: TunedBot, weights: Numbers, origin: Sequence[str]) -> None:
    """Write tuned weights into a file; a new file begins as a copy of the bot's weight file.

    Raises
    ------
    BotError
        If it cannot be written so that it is read as the weights that were tuned.
    """
    base = out if out.exists() else tuned_bot.file
    try:
        before = read_text(base) if base is not None else ""
    except UnreadableError as error:
        raise BotError(f"{base}: {error}.") from None
    text = tuned_text(before, tuned_bot, weights, origin)

    def write(part: Path) -> None:
        write_text(part, text)
        if not _is_read_as(part, tuned_bot, weights):
            raise BotError(
                f"{out} cannot be changed to hold the tuned weights: it sets other weights. "
                "Choose another file with --out FILE."
            )

    try:
        write_whole(out, write)
    except OSError as error:
        raise BotError(f"{out}: cannot be written: {error.strerror}.") from None


def _is_read_as(file: Path, tuned_bot: TunedBot, weights: Numbers) -> bool:
    """Return whether a file is read as the tuned bot, at all its numbers of players."""
    top, by_players = read_weights(file)
    tuned = tuned_bot.with_weights(weights)
    for players in tuned_bot.counts:
        expected = tuned_bot.file_weights(tuned.at(players))
        read = {**tuned_bot.file_weights(tuned_bot.bot), **top, **by_players.get(players, {})}
        if any(read[key] != value for key, value in expected.items()):
            return False
    return True


def _numbers(table: Mapping[str, Any]) -> dict[str, float]:
    """Return the weights of a table, without the tables in it and the name of the bot."""
    return {key: float(value) for key, value in table.items() if isinstance(value, int | float)}


def _set(entries: list[tuple[Key | None, Item]], weights: Numbers) -> None:
    """Set weights where they are, comments at their column; add others below the last one.

    An equal weight is left as it is: ``13`` does not become ``13.0``.
    """
    missing = dict(weights)
    end = 0
    for place, (key, item) in enumerate(entries):
        if key is None or isinstance(item, Table):
            continue
        end = place + 1
        if key.key not in missing or (value := missing.pop(key.key)) == float(item.unwrap()):
            continue
        trivia, text = copy(item.trivia), repr(float(value))
        if trivia.comment:
            width = len(item.as_string()) + len(trivia.comment_ws) - len(text)
            trivia.comment_ws = " " * max(width, 1)
        entries[place] = key, Float(value, trivia, text)
    entries[end:end] = tomlkit.parse(_lines(missing)).body


def _lines(weights: Numbers) -> str:
    return "".join(f"{key} = {float(value)!r}\n" for key, value in weights.items())
