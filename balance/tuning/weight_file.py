"""Writing tuned weights into a bot's TOML file: numbers change, comments and all else stay."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from balance.bots.weights import Numbers, read_weights
from balance.errors import BotError
from balance.store.disk import write_whole
from balance.tuning.subject import Subject

MARK = "#:"  # begins the lines that say where tuned weights come from; they are written anew

_KEY = re.compile(
    r"(?P<head>\s*(?P<key>[A-Za-z0-9_-]+)\s*=\s*)(?P<value>[^#]*?)(?P<rest>\s*(#.*)?)$"
)
_HEADER = re.compile(r"\s*\[")


@dataclass
class _Part:
    """Lines from a header of a table to the next; the first part has none."""

    header: str
    lines: list[str] = field(default_factory=list)


def tuned_text(text: str, subject: Subject, weights: Numbers, origin: Sequence[str]) -> str:
    """Return the text of a file with tuned weights in it.

    Parameters
    ----------
    text : str
        Of the file as it was; empty if there is none.
    subject : Subject
        Tuned for one number of players, the weights go to the table ``[players.N]``, where those
        stand that are others than above; else above.
    weights : mapping of str to float
        Those that were tuned.
    origin : sequence of str
        Lines that say where they come from.
    """
    parts = _parts(text)
    full = subject.kept(subject.carrying(weights))
    marked = [f"{MARK} {line}" for line in origin]
    top = parts[0]
    if not text:
        top.lines.append(f"# Weights of the bot {subject.name}.")
    if subject.is_joint:
        _unmark(top)
        _set(top, full if not text else _needed(top, full, subject))
        top.lines[:0] = marked
        return _joined(parts)
    above = {**subject.kept(subject.bot), **_numbers(top)}
    if not text:
        _set(top, above)
    (players,) = subject.counts
    part = _table(parts, players)
    _unmark(part)
    own = {key: value for key, value in full.items() if value != above[key] or key in weights}
    kept = {key: full[key] for key in _numbers(part) if key in full}
    _set(part, {**kept, **own})
    part.lines[:0] = marked
    known = _numbers(top)
    _set(top, {key: above[key] for key in own if key not in known})
    return _joined(parts)


def check_place(out: Path, subject: Subject) -> None:
    """See that tuned weights can be written to a file, before they are sought for minutes.

    Raises
    ------
    BotError
        If its folder is not there, or it holds something else than weights of this bot.
    """
    if out.is_dir() or not out.resolve().parent.is_dir():
        raise BotError(f"{out}: cannot be written: a file in a folder that is there is expected.")
    if out.exists():
        for key in read_weights(out)[0]:
            if key not in subject.bot.weights:
                raise BotError(
                    f"{out} holds weights of another bot: {subject.name} has no weight {key!r}. "
                    "Choose another file with --out FILE."
                )


def write_tuned(out: Path, subject: Subject, weights: Numbers, origin: Sequence[str]) -> None:
    """Write tuned weights into a file: into what stands there, else into a copy of the start's.

    Raises
    ------
    BotError
        If it cannot be written so that it is read as the weights that were tuned.
    """
    base = out if out.exists() else subject.file
    before = base.read_text(encoding="utf-8") if base is not None else ""
    text = tuned_text(before, subject, weights, origin)

    def write(part: Path) -> None:
        part.write_text(text, encoding="utf-8")
        if not _holds(part, subject, weights):
            raise BotError(
                f"{out} cannot be changed so that it holds the tuned weights: other weights stand "
                "in it. Choose another file with --out FILE."
            )

    try:
        write_whole(out, write)
    except OSError as error:
        raise BotError(f"{out}: cannot be written: {error.strerror}.") from None


def _holds(file: Path, subject: Subject, weights: Numbers) -> bool:
    """Tell whether a file is read as the bot that was tuned, at all numbers of players."""
    top, by_players = read_weights(file)
    tuned = subject.carrying(weights)
    for players in subject.counts:
        wanted = subject.kept(tuned.at(players))
        found = {**subject.kept(subject.bot), **top, **by_players.get(players, {})}
        if any(found[key] != value for key, value in wanted.items()):
            return False
    return True


def _parts(text: str) -> list[_Part]:
    """Cut a file into its tables; comments just above a header go with it."""
    parts = [_Part("")]
    for line in text.splitlines():
        if not _HEADER.match(line):
            parts[-1].lines.append(line)
            continue
        above = parts[-1].lines
        keep = len(above)
        while keep > 0 and above[keep - 1].lstrip().startswith("#"):
            keep -= 1
        if keep > 0 and above[keep - 1].strip():  # they belong to what stands right before them
            keep = len(above)
        header = "\n".join([*above[keep:], line])
        del above[keep:]
        parts.append(_Part(header))
    return parts


def _joined(parts: Sequence[_Part]) -> str:
    lines: list[str] = []
    for part in parts:
        if part.header:
            if lines and lines[-1].strip():
                lines.append("")
            lines.append(part.header)
        lines += part.lines
    return "\n".join(lines).rstrip() + "\n"


def _table(parts: list[_Part], players: int) -> _Part:
    """Return the table of a number of players, a new one if there is none."""
    header = re.compile(rf"\s*\[\s*players\s*\.\s*[\"']?{players}[\"']?\s*\]")
    for part in parts:
        if header.match(part.header.rpartition("\n")[2]):
            return part
    parts.append(_Part(f"[players.{players}]"))
    return parts[-1]


def _unmark(part: _Part) -> None:
    part.lines = [line for line in part.lines if not line.startswith(MARK)]


def _numbers(part: _Part) -> dict[str, float]:
    """Return the weights of a part."""
    found = (_KEY.match(line) for line in part.lines)
    return {one["key"]: _number(one["value"]) for one in found if one is not None}


def _number(text: str) -> float:
    return float(tomllib.loads(f"value = {text}")["value"])


def _needed(part: _Part, full: Mapping[str, float], subject: Subject) -> dict[str, float]:
    """Return the weights that a file must name: those it has, and others than the bot's own."""
    known = _numbers(part)
    before = subject.kept(subject.bot)
    return {key: value for key, value in full.items() if key in known or value != before[key]}


def _set(part: _Part, weights: Mapping[str, float]) -> None:
    """Set weights where they stand, comments at their column; others are added at the end.

    A line that says the same already is left as it is: ``13`` need not become ``13.0``.
    """
    left = dict(weights)
    for place, line in enumerate(part.lines):
        found = _KEY.match(line)
        if found is None or found["key"] not in left:
            continue
        value = left.pop(found["key"])
        if value == _number(found["value"]):
            continue
        text = found["head"] + _text(value)
        comment = found["rest"].lstrip()
        if comment:
            text = f"{text} ".ljust(line.index(comment, found.end("value"))) + comment
        part.lines[place] = text
    end = len(part.lines)
    while end > 0 and not part.lines[end - 1].strip():
        end -= 1
    part.lines[end:end] = [f"{key} = {_text(value)}" for key, value in left.items()]


def _text(weight: float) -> str:
    return repr(float(weight))
