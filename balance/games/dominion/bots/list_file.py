"""Reading a buy list from a text file into a bot.

``docs/reference/buy-lists.md`` describes the format.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from balance.engine.batch import MAX_WEIGHTS
from balance.engine.game import Bot
from balance.errors import BotError
from balance.games.dominion.bots.buy_list import choose
from balance.games.dominion.bots.conditions import (
    CONDITION_SIZE,
    ENTRY_SIZE,
    FIRST_ENTRY,
    KIND_BITS,
    Slot,
)
from balance.games.dominion.bots.list_cards import ListCards
from balance.games.dominion.bots.list_line import (
    Condition,
    Entry,
    LineReader,
    Operand,
    Place,
    card_of,
)
from balance.games.dominion.layout import MAX_PLAYERS
from balance.games.dominion.sheets.files import read_box
from balance.limits import MOST_CELL
from balance.sanitize import NotUtf8Error, UnreadableError, is_odd, read_text
from balance.spelling import one_form

SECTIONS = {
    "buy": Slot.BUY,
    "play": Slot.PLAY,
    "discard": Slot.DISCARD,
    "trash": Slot.TRASH,
    "prizes": Slot.PRIZES,
}
SUFFIX = ".txt"
_SETTINGS = ("name", "players", "needs", "guard", "chapel", "cards", "note")
_SETTING = re.compile(r"\s*([^\W\d]\w*)\s*:\s*(.*?)\s*$")
_PLAYERS = re.compile(rf"([1-{MAX_PLAYERS}])(?:\s*-\s*([1-{MAX_PLAYERS}]))?")
_GUARD = {"yes": True, "no": False}
_CHAPEL = {"usual": False, "aggressive": True}
# `Slot.KEEP` and `Slot.ENOUGH`, by whether the Chapel is aggressive (S5.2).
KEEP_AND_ENOUGH = {False: (6.0, 4.0), True: (4.0, 3.0)}


@dataclass(frozen=True)
class BuyList:
    """A bot as its file describes it."""

    id: str  # the file's name without its ending
    name: str = ""
    note: str = ""
    players: tuple[int, int] = (1, MAX_PLAYERS)  # least and greatest number it is meant for
    needs: tuple[str, ...] = ()  # ids of the Kingdom cards that it is built on
    is_guarded: bool = True  # it never ends a game that it loses (S1.3)
    is_aggressive: bool = False  # its Chapel trashes more (S5.2)
    sections: Mapping[Slot, tuple[Entry, ...]] = field(default_factory=dict)
    own_kinds: Mapping[str, int] = field(default_factory=dict)  # see `Bot.own_kinds`


def read_list(file: Path) -> BuyList:
    """Read a buy list.

    Raises
    ------
    BotError
        If there is no such file, or a line of it is wrong; the message has line and column.
    CardError
        If the sheet of own cards that it names cannot be read.
    """
    return _Reader(file, _text_of(file)).read()


def read_list_bot(file: Path) -> Bot:
    """Read a user's own buy list as a bot; raise what `read_list` raises."""
    return bot_of(read_list(file), file)


def bot_of(buy_list: BuyList, source: Path | None = None) -> Bot:
    """Return the bot that plays a list."""
    summary = ": ".join(filter(None, (buy_list.name, buy_list.note)))
    numbers = numbers_of(buy_list)
    summary = f"{summary or 'A buy list'}."
    return Bot(
        buy_list.id,
        choose,
        numbers,
        summary,
        source,
        ignores_hidden=True,
        is_list=True,
        own_kinds=buy_list.own_kinds,
    )


def numbers_of(buy_list: BuyList) -> dict[str, float]:
    """Return a list as numbers by name, in the order that `conditions` describes."""
    keep, enough = KEEP_AND_ENOUGH[buy_list.is_aggressive]
    numbers = {"guard": float(buy_list.is_guarded), "keep": keep, "enough": enough}
    entries: dict[str, Entry] = {}
    for name, section in SECTIONS.items():
        lines = buy_list.sections.get(section, ())
        entries |= {f"{name}_{place}": entry for place, entry in enumerate(lines, 1)}
        numbers[f"{name}_end"] = float(FIRST_ENTRY + ENTRY_SIZE * len(entries))
    first = FIRST_ENTRY + ENTRY_SIZE * len(entries)
    conditions: dict[str, float] = {}
    for name, entry in entries.items():
        numbers[f"{name}_card"] = float(entry.kind)
        numbers[f"{name}_first"] = float(first + len(conditions))
        numbers[f"{name}_ifs"] = float(len(entry.conditions))
        for place, condition in enumerate(entry.conditions, 1):
            conditions |= _numbers_of(f"{name}_if_{place}", condition)
    return numbers | conditions


def _numbers_of(name: str, condition: Condition) -> dict[str, float]:
    return {
        f"{name}_left": _code(condition.left),
        f"{name}_op": float(condition.op),
        f"{name}_right": _code(condition.right),
        f"{name}_scale": condition.scale,
        f"{name}_shift": condition.shift,
    }


def _code(operand: Operand) -> float:
    return float((operand.term << KIND_BITS) + operand.kind)


def _text_of(file: Path) -> str:
    if not file.is_file():
        raise BotError(f"{file}: no such file, where a buy list is expected.")
    try:
        text = read_text(file)
    except NotUtf8Error:
        raise BotError(f"{file}: cannot be read; expected plain text in UTF-8.") from None
    except (UnreadableError, OSError) as error:
        raise BotError(f"{file}: {error}.") from None
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MOST_CELL or any(map(is_odd, line)):
            raise BotError(
                f"{file}, line {number}: expected up to {MOST_CELL:,} characters, and no control "
                "characters."
            )
    return one_form(text)


class _Reader:
    """Reads the lines of a file."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        self._lines = text.splitlines()
        self._cards = ListCards()
        self._settings: dict[str, str] = {}
        self._sections: dict[Slot, list[Entry]] = {}
        self._section: Slot | None = None
        self._needs: tuple[str, int, Place] | None = None  # checked once all settings are read

    def read(self) -> BuyList:
        for number, line in enumerate(self._lines, 1):
            text = line.partition("#")[0]
            if text.strip():
                self._line(text, Place(self._file, number))
        self._check_needs()
        if not self._sections.get(Slot.BUY):
            raise BotError(
                f"{self._file}: there is nothing to buy in it; expected a line 'buy', and below "
                "it a line for each card, the most wanted first."
            )
        read = self._as_read()
        count = len(numbers_of(read))
        if count > MAX_WEIGHTS:
            raise BotError(
                f"{self._file}: the list takes {count} numbers ({ENTRY_SIZE} for each line and "
                f"{CONDITION_SIZE} for each condition), and at most {MAX_WEIGHTS} are expected: "
                "make it shorter."
            )
        return read

    def _line(self, text: str, place: Place) -> None:
        column = len(text) - len(text.lstrip()) + 1
        setting = _SETTING.match(text)
        heading = text.strip().rstrip(":").rstrip().lower()
        is_entry = self._section is not None and card_of(text, self._cards)[0] in self._cards
        if heading in SECTIONS:
            self._begin(SECTIONS[heading], heading, column, place)
        elif setting and not is_entry:  # a card's name may have a colon
            self._set(setting.group(1), setting.group(2), setting.start(2) + 1, column, place)
        elif self._section is None:
            raise place.wrong(
                column,
                "a setting such as 'guard: yes', or the heading 'buy'",
                text.split(maxsplit=1)[0],
                (*SECTIONS, *_SETTINGS),
            )
        else:
            self._sections[self._section].append(
                LineReader(text, place, self._cards, SECTIONS).entry()
            )

    def _begin(self, section: Slot, heading: str, column: int, place: Place) -> None:
        if section in self._sections:
            raise place.error(column, f"expected the heading {heading!r} only once")
        self._check_needs()
        self._section = section
        self._sections[section] = []

    def _set(self, key: str, text: str, value: int, column: int, place: Place) -> None:
        """Read a setting; its text begins at column `value`."""
        name = key.lower()
        if name not in _SETTINGS:
            expected = f"a setting ({', '.join(_SETTINGS)})"
            raise place.wrong(column, expected, key, (*_SETTINGS, *SECTIONS))
        if self._section is not None:
            raise place.error(column, f"expected the setting {name!r} above the first heading")
        if name in self._settings:
            raise place.error(column, f"expected the setting {name!r} only once")
        if name == "players":
            bounds = _PLAYERS.fullmatch(text)
            if not bounds or int(bounds[1]) > int(bounds[2] or bounds[1]):
                expected = f"1 to {MAX_PLAYERS} players, such as 2 or 2-{MAX_PLAYERS}"
                raise place.wrong(value, expected, text)
        elif name in ("guard", "chapel"):
            known = _GUARD if name == "guard" else _CHAPEL
            if text.lower() not in known:
                raise place.wrong(value, " or ".join(map(repr, known)), text, known)
        elif name == "cards":
            self._cards.add(read_box(text, {}, self._file.parent).faces)
        elif name == "needs":
            self._needs = text, value, place
        self._settings[name] = text

    def _check_needs(self) -> None:
        if self._needs is None:
            return
        text, value, place = self._needs
        for start, name in self._needed(text):
            if self._cards.get(name) is None:
                raise place.wrong(value + start, "the name of a card", name, self._cards)

    def _needed(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield where each name of a list begins, and the name, which may have commas itself."""
        parts = [(one.start(), one.end()) for one in re.finditer(r"[^,]+", text)]
        while parts:
            names = [text[parts[0][0] : end] for _, end in parts]
            known = [place for place, name in enumerate(names) if name in self._cards]
            last = max(known, default=0)
            if name := names[last].strip():
                yield parts[0][0] + names[last].index(name), name
            del parts[: last + 1]

    def _as_read(self) -> BuyList:
        settings = self._settings
        bounds = _PLAYERS.fullmatch(settings.get("players", f"1-{MAX_PLAYERS}"))
        assert bounds is not None
        needs = [self._cards.id_of(name) for _, name in self._needed(settings.get("needs", ""))]
        return BuyList(
            self._file.stem,
            settings.get("name", ""),
            settings.get("note", ""),
            (int(bounds[1]), int(bounds[2] or bounds[1])),
            tuple(needs),
            _GUARD[settings.get("guard", "yes").lower()],
            _CHAPEL[settings.get("chapel", "usual").lower()],
            {section: tuple(entries) for section, entries in self._sections.items()},
            self._cards.own_kinds,
        )
