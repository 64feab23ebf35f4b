"""Reading a described game: ``game.toml`` and its sheets become one tree."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from balance.cards.effect_reader import Stuck
from balance.cards.find_sheets import sheet_of
from balance.cards.sheet import check_names
from balance.cards.sheet_line import SheetFile
from balance.compiling.trusted_code import is_trusted
from balance.error_messages import checked, did_you_mean
from balance.errors import ScenarioError
from balance.games.described.language.amounts import Amounts
from balance.games.described.language.blocks import Scope, Written, written_lines
from balance.games.described.language.lines import LineReader
from balance.games.described.language.model import ByPlayers, GameFile, NumberKeys, ZoneKeys
from balance.games.described.language.names import LineCursor, Names
from balance.games.described.language.python_file import Function, functions_in
from balance.games.described.language.secret_dice import secret_numbers
from balance.games.described.language.setups import draw_of, wrong_objectives, wrong_setups
from balance.games.described.language.sheets import column_kinds, read_cards
from balance.games.described.language.tree import (
    OF_A_CARD,
    Calls,
    Card,
    Description,
    Ending,
    Line,
    Number,
    Place,
    Value,
    Whose,
    Zone,
)  # fmt: skip
from balance.games.described.language.values import ValueReader
from balance.games.described.language.verbs import KINDS, is_change
from balance.games.described.language.words import (
    with_all_conditions,
    with_all_keys,
    with_all_lines,
)
from balance.games.described.layout import Moment, Sight
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.spelling import as_on_disk, one_form

BLOCKS = ("setup", "round", "turn", "round_end")
# Words of the language that name nothing else.
_RESERVED = frozenset(
    ("it", "die", "dice", "number", "of", "in", "from", "to", "where", "and", "or", "not", "player",
     "card", "round", "turn", "chosen", "sum", "highest", "lowest", "most", "least", "total",
     "among", "larger", "smaller", "includes", "is", "any", "every", "no", "mod")
)  # fmt: skip
_MOMENTS = {"at once": Moment.AT_ONCE, "after turn": Moment.AFTER_TURN,
            "after round": Moment.AFTER_ROUND}  # fmt: skip
_IN_COMMON = {"all win ": True, "all lose ": False}
_SIGHTS = {"all": Sight.ALL, "owner": Sight.OWNER, "nobody": Sight.NOBODY}
_MOST_TOLD = 10
_MOST_IN_A_VALUE = 1_000


def read_description(file: Path, edits: Mapping[str, object] | None = None) -> Description:
    """Return the game that a file describes.

    Parameters
    ----------
    edits : mapping of str to object, optional
        Other values of cells of its sheets, by ``sheet.id.column``.

    Raises
    ------
    ScenarioError
        On everything in the file that is not understood, a line each with its place.
    CardError
        On the first mistake in a sheet.
    """
    try:
        text = one_form(read_text(file))
        values = toml_of(text, has_lines=True)
    except FileNotFoundError:
        raise ScenarioError(f"{file}: there is no such file") from None
    except (UnreadableError, OSError) as error:
        is_placed = isinstance(error, UnreadableError) and error.not_toml
        raise ScenarioError(f"{file}{', ' if is_placed else ': '}{error}") from None
    origins: dict[str, str] = {}
    words = checked(GameFile, values, str(file), has_lines=True).words
    keys = checked(GameFile, with_all_keys(values, words, origins), str(file), has_lines=True)
    try:
        return _Reading(file, text, keys, edits or {}, origins).description()
    except RecursionError:
        raise ScenarioError(f"{file}: lines or values are nested too deeply") from None


class _Reading:
    """The reading of one file."""

    def __init__(
        self, file: Path, text: str, keys: GameFile, edits: Mapping[str, object],
        origins: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.file, self.text, self.keys, self.origins = file, text, keys, origins
        self.errors: list[tuple[Place, str]] = []
        self.sheets: dict[str, tuple[Card, ...]] = {}
        columns: list[str] = []
        self.of_sheet: dict[str, tuple[str, ...]] = {}
        own: dict[str, dict[str, object]] = {sheet: {} for sheet in keys.sheets}
        for key, value in edits.items():
            sheet, _, cell = key.partition(".")
            if sheet not in own:
                raise ScenarioError(
                    f"set.{key}: there is no sheet {sheet!r}: {did_you_mean(sheet, tuple(own))}"
                )
            own[sheet][cell] = value
        for sheet, path in keys.sheets.items():
            self.sheets[sheet], self.of_sheet[sheet] = read_cards(
                self._sheet_file(sheet, path), sheet, keys.players, own[sheet]
            )
            columns += [name for name in self.of_sheet[sheet] if name not in columns]
        self.cards = tuple(card for cards in self.sheets.values() for card in cards)
        check_names([card.row for card in self.cards], ())
        sets, numbers, words = column_kinds(self.cards, tuple(columns))
        self.functions: dict[str, Function] = {}
        if keys.python:
            code = file.parent / keys.python
            if not code.is_file():
                raise ScenarioError(f"{file}: python: there is no file {keys.python!r}")
            self.functions = functions_in(code)
        cells = [cell for card in self.cards for cell in card.cells.values()]
        self.secret = secret_numbers([text, *cells])
        self.names = Names(
            tuple(keys.numbers), (*keys.each_player, *self.secret), tuple(keys.shared),
            tuple(keys.zones),
            tuple(name for name, zone in keys.zones.items() if zone.per_player),
            tuple(keys.steps), tuple(columns), sets, numbers,
            words,
            {card.id: card for card in self.cards}, functions=tuple(self.functions),
            counters=_zones_by_counter(keys.zones),
            piles={
                name: zone.seen_by == "nobody" or bool(zone.starts_with or zone.refill)
                for name, zone in keys.zones.items() if zone.order == "kept"
            },
        )  # fmt: skip

    def _sheet_file(self, sheet: str, path: str) -> SheetFile:
        """Return where a sheet is: in the folder of the game, or where the user trusts files."""
        place = as_on_disk(self.file.parent / path)
        if not os.path.isfile(place):
            raise ScenarioError(f"{self.file}: sheets.{sheet}: there is no file {path!r}")
        real = place.resolve()
        if not real.is_relative_to(self.file.parent.resolve()) and not is_trusted(real):
            raise ScenarioError(
                f"{self.file}: sheets.{sheet}: {path!r} is outside the folder of the game; copy it "
                f"there, or trust it: balance --trust {real} ..."
            )
        return sheet_of(place, sheet)

    def description(self) -> Description:
        """Return the game, or raise ScenarioError on all that is wrong."""
        keys = self.keys
        self._check_names()
        self._check_zones()
        for key, reason in (
            *wrong_objectives(keys.zones, tuple(keys.score)),
            *wrong_setups(keys, self.sheets, self.of_sheet),
        ):
            self._say(self._place(key, key), reason)
        for name, text in keys.values.items():
            self.names.values[name] = self._value(text, name, is_named=True)
        self._find_steps_with_it()
        lines = {
            block: self._lines(getattr(keys, block), block)
            for block in BLOCKS if getattr(keys, block).strip()
        }  # fmt: skip
        if not lines.keys() - {"setup"}:
            self._say(
                self._start,
                "nothing happens: there are no lines under 'turn', 'round' or 'round_end'",
            )
        steps = {
            name: self._read(
                text, self._place(text, name), Scope(has_it=name in self.names.steps_with_it)
            )
            for name, text in keys.steps.items()
        }
        uses = self._uses([*lines.values(), *steps.values()])
        for block in (*lines.values(), *steps.values()):
            self._check_at_once(block)
        called = self._called([*lines.values(), *steps.values(), *_lines_of(uses)])
        endings = tuple(self._ending(name, text) for name, text in keys.endings.items())
        blocks = [*lines.values(), *steps.values(), *_lines_of(uses)]
        all_lines = [inner for block in blocks for line in block for inner in line.inner()]
        if not endings and all(line.what != "end_game" for line in all_lines):
            self._say(self._start, "nothing ends the game: expected endings, or a line 'end game'")
        self._check_in_common(endings, all_lines)
        score = {part: self._value(text, part) for part, text in keys.score.items()}
        ties = tuple(self._value(text, "ties") for text in keys.ties)
        hold_words = self._check_amounts(
            [*lines.values(), *steps.values(), *_lines_of(uses)], endings, score, ties
        )
        if self.errors:
            ordered = sorted(self.errors, key=lambda one: (one[0].file != str(self.file), one[0]))
            told = [f"{place}: {reason}" for place, reason in ordered]
            more = len(told) - _MOST_TOLD
            raise ScenarioError(
                *told[:_MOST_TOLD], *([f"and {more} more mistakes"] if more > 0 else [])
            )
        named = self._columns_named(lines, steps, uses, endings, score, ties)
        return Description(
            keys.name, keys.summary, keys.players,
            {name: self._by_players(value) for name, value in keys.numbers.items()},
            self._numbers(keys.each_player) | self.secret, self._numbers(keys.shared), self.sheets,
            self._zones(), lines, steps, uses, endings, score, ties,
            self.names.set_columns, self.names.number_columns,
            tuple(
                f"{sheet}.{column}"
                for sheet, columns in self.of_sheet.items() for column in columns
                if column not in named and column != "id"
            ),
            tuple(keys.sheets.values()), hold_words, called, keys.setups,
            {sheet: draw_of(number) for sheet, number in keys.draw.items()},
            keys.result == "score",
        )  # fmt: skip

    @property
    def _start(self) -> Place:
        return Place(str(self.file), 1, 1)

    def _say(self, place: Place, reason: str) -> None:
        self.errors.append((place, reason))

    def _place(self, text: str, key: str) -> Place:
        """Return where a text begins in the file; if it is written otherwise, where its key is."""
        text, key = self.origins.get(text, text), self.origins.get(key, key)
        marks = ("",) if "\n" in text else ('"', "'")
        found = [self.text.find(f"{mark}{text}{mark}") + len(mark) for mark in marks]
        at = max(found) if max(found) >= len(marks[0]) else max(0, self.text.find(key))
        before = self.text[:at]
        return Place(str(self.file), before.count("\n") + 1, at - before.rfind("\n"))

    def _lines(self, text: str, key: str) -> tuple[Line, ...]:
        return self._read(text, self._place(text, key), Scope())

    def _written(self, text: str, place: Place) -> list[Written]:
        return list(with_all_lines(written_lines(text, place), self.keys.words))

    def _read(self, text: str, place: Place, scope: Scope) -> tuple[Line, ...]:
        reader = LineReader(self.names, self._written(text, place))
        lines = reader.read(scope)
        self.errors += reader.errors
        return lines

    def _find_steps_with_it(self) -> None:
        """Find the steps that speak of `it`, which only lines with a card carry out."""
        texts = {
            name: self._written(text, self._place(text, name))
            for name, text in self.keys.steps.items()
        }

        def mistakes(name: str, scope: Scope) -> int:
            reader = LineReader(self.names, texts[name])
            reader.read(scope)
            return len(reader.errors)

        while more := {
            name for name in texts.keys() - self.names.steps_with_it
            if mistakes(name, Scope()) > mistakes(name, Scope(has_it=True))
        }:  # fmt: skip
            self.names.steps_with_it |= more

    def _uses(self, lines: Sequence[tuple[Line, ...]]) -> dict[str, dict[str, tuple[Line, ...]]]:
        """Return the lines of cards by column, of all columns that lines use."""
        uses: dict[str, dict[str, tuple[Line, ...]]] = {}
        wanted = _used_columns(lines)
        while wanted:
            column = wanted.pop(0)
            if column in uses:
                continue
            uses[column] = {}
            for card in self.cards:
                cell = card.cells.get(column, "")
                if cell.strip():
                    file = str(self.file.parent / self.keys.sheets[card.sheet])
                    place = Place(f"{file}, {card.id}.{column}", card.row.line, 1)
                    uses[column][card.id] = self._read(cell, place, Scope(has_it=True))
            wanted += _used_columns(uses[column].values())
        return uses

    def _called(self, blocks: Iterable[tuple[Line, ...]]) -> Calls:
        """Return the functions that lines call, in the order of their file."""
        named = {
            line.parts[0]
            for block in blocks for each in block for line in each.inner() if line.what == "call"
        }  # fmt: skip
        for name in named:
            function = self.functions[name]
            if len(function.arguments) != 1:
                has = ", ".join(function.arguments) or "nothing"
                self._say(
                    Place(str(self.file.parent / self.keys.python), function.line, 1),
                    f"{name} takes {has}: expected a function {name}(game)",
                )
        used = {name: one.summary for name, one in self.functions.items() if name in named}
        return Calls(self.keys.python, used)

    def _ending(self, name: str, text: str) -> Ending:
        place = self._place(text, name)
        wins = next((wins for start, wins in _IN_COMMON.items() if text.startswith(start)), None)
        for words, moment in _MOMENTS.items():
            start = f"{words} when "
            said = text.replace("after the ", "after ").replace(" a turn", " turn")
            if wins is not None:
                said = said.split(maxsplit=2)[2]
            if said.startswith(start):
                after = Place(
                    place.file, place.line, place.column + len(text) - len(said) + len(start)
                )
                return Ending(name, moment, self._value_at(said[len(start) :], after), wins)
        self._say(
            place,
            "expected 'at once when', 'after turn when' or 'after round when', and a condition; "
            "before it 'all win' or 'all lose' where players win or lose together",
        )
        return Ending(name, Moment.AT_ONCE, Value("constant", (0,)))

    def _check_in_common(self, endings: Sequence[Ending], lines: Iterable[Line]) -> None:
        """Refuse an end of which nobody knows who wins, where players win or lose together."""
        if all(ending.wins is None for ending in endings):
            return
        why = "players of this game win or lose together: expected 'all win' or 'all lose'"
        for ending in endings:
            if ending.wins is None:
                place = self._place(self.keys.endings[ending.name], ending.name)
                self._say(place, f"{why} before when it ends")
        for line in lines:
            if line.what == "end_game":
                self._say(line.place, f"{why} in endings, so no line ends the game")

    def _value(self, text: str, key: str, is_named: bool = False) -> Value:
        return self._value_at(text, self._place(text, key), is_named)

    def _value_at(self, text: str, place: Place, is_named: bool = False) -> Value:
        """Return a value; one with a name may speak of what is there where it is used."""
        cursor = LineCursor(with_all_conditions(text, self.keys.words))
        try:
            reader = ValueReader(cursor, self.names, has_it=is_named)
            reader.asks = is_named
            value = reader.condition()
            if cursor.next:
                cursor.stick("the end")
            if len([*islice(value.inner(), _MOST_IN_A_VALUE + 1)]) > _MOST_IN_A_VALUE:
                self._say(
                    place,
                    f"this value and those that it names have more than {_MOST_IN_A_VALUE:,} parts "
                    "in all; keep what is counted often in a number",
                )
                return Value("constant", (0,))
        except Stuck:
            error = cursor.error()
            self._say(Place(place.file, place.line, place.column + error.position), error.reason)
            return Value("constant", (0,))
        return value

    def _check_names(self) -> None:
        keys = self.keys
        groups: dict[str, Iterable[str]] = {
            "numbers": keys.numbers, "each_player": keys.each_player, "shared": keys.shared,
            "zones": keys.zones, "steps": keys.steps, "values": keys.values, "words": keys.words,
            "counters": self.names.counters,
        }  # fmt: skip
        seen: dict[str, str] = {}
        for group, names in groups.items():
            for name in names:
                place = self._place(name, name)
                if not name.isidentifier() or name != name.lower():
                    self._say(
                        place, f"{group}.{name}: expected a name in small letters, as 'big_ship'"
                    )
                elif name in _RESERVED:
                    self._say(
                        place, f"{group}.{name}: this is a word of the language; name it otherwise"
                    )
                if seen.setdefault(name, group) != group:
                    self._say(place, f"{group}.{name}: there is also {seen[name]}.{name}")
        if len({card.id for card in self.cards}) < len(self.cards):
            ids = [card.id for card in self.cards]
            twice = next(name for name in ids if ids.count(name) > 1)
            self._say(self._start, f"the id {twice!r} is on two sheets")

    def _check_zones(self) -> None:
        started: dict[str, str] = {}
        for name, zone in self.keys.zones.items():
            place = self._place(name, name)
            sheet = zone.starts_with
            if sheet and sheet not in self.keys.sheets:
                hint = did_you_mean(sheet, tuple(self.keys.sheets))
                self._say(place, f"zones.{name}: there is no sheet {sheet!r}: {hint}")
            if sheet and zone.per_player:
                self._say(
                    place,
                    f"zones.{name}: each player has one, so it cannot start with the cards of a "
                    "sheet; deal them in 'setup'",
                )
            if sheet and started.setdefault(sheet, name) != name:
                self._say(place, f"zones.{name}: {started[sheet]} starts with the cards of {sheet}")
            other = self.keys.zones.get(zone.refill or "")
            if zone.refill and other is None:
                hint = did_you_mean(zone.refill, tuple(self.keys.zones))
                self._say(place, f"zones.{name}: there is no zone {zone.refill!r}: {hint}")
            elif other and (other.per_player != zone.per_player or zone.refill == name):
                self._say(
                    place,
                    f"zones.{name}: it is refilled from another zone, of each player as it is, or "
                    "shared as it is",
                )
            if zone.counters and zone.seen_by != "all":
                self._say(
                    place, f"zones.{name}: expected seen_by = 'all', as what lies on cards is seen"
                )
            for counter in zone.counters:
                if counter in self.names.columns:
                    self._say(place, f"zones.{name}: {counter!r} is a column of a sheet, too")
            if zone.seen_by == "owner" and not zone.per_player:
                self._say(place, f"zones.{name}: it has no owner; add per_player = true")

    def _check_at_once(self, block: Iterable[Line]) -> None:
        """Refuse lines for all players at once that show what a player has chosen."""
        keys = self.keys
        seen = {name for name, zone in keys.zones.items() if zone.seen_by == "all"} | {*keys.shared}
        seen |= {
            name for name, number in self._numbers(keys.each_player).items() if not number.is_secret
        }
        for each in (line for lines in block for line in lines.inner()):
            if each.what != "each" or not each.parts[1]:
                continue
            for line in (inner for lines in each.block for inner in lines.inner()):
                if line.what == "call":
                    reason = "others may see what it does before they have chosen; call it later"
                    self._say(line.place, reason)
                changed = line.parts[:2] if KINDS[line.what].moves else line.parts[:1]
                self.errors += [
                    (
                        line.place,
                        f"others see {whose.name} before they have chosen; it must be hidden",
                    )
                    for whose in changed
                    if is_change(line) and isinstance(whose, Whose) and whose.name in seen
                ]

    def _check_amounts(self, blocks: Iterable[tuple[Line, ...]], endings: Iterable[Ending],
                       score: Mapping[str, Value],
                       ties: Iterable[Value]) -> frozenset[str]:  # fmt: skip
        """Refuse words where numbers are expected, and values that could wrap.

        Return the names of the numbers that hold words.
        """
        keys, names = self.keys, self.names
        own = self._numbers(keys.each_player) | self._numbers(keys.shared) | self.secret
        lines = [inner for block in blocks for line in block for inner in line.inner()]
        others = [*(one.test for one in endings), *score.values(), *ties]
        amounts = Amounts(self.cards, names.set_columns, names.number_columns, own, lines, others)
        self.errors += amounts.wrong_lines(lines)
        for key, text, value, is_amount in (
            *((one.name, keys.endings[one.name], one.test, False) for one in endings),
            *((part, keys.score[part], value, True) for part, value in score.items()),
            *(("ties", text, value, True) for text, value in zip(keys.ties, ties, strict=True)),
        ):
            place = self._place(text, key)
            self.errors += ((place, reason) for reason in amounts.wrong(value, is_amount, place))
        return amounts.hold_words

    def _by_players(self, value: int | tuple[int, ...]) -> tuple[int, ...]:
        return value if isinstance(value, tuple) else (value,)

    def _numbers(self, keys: Mapping[str, ByPlayers | NumberKeys]) -> dict[str, Number]:
        numbers = {}
        for name, value in keys.items():
            more = value
            if not isinstance(more, NumberKeys):
                more = NumberKeys.model_validate({"start": value})
            numbers[name] = Number(
                name, self._by_players(more.start), more.least, more.most, more.seen_by == "owner"
            )
        return numbers

    def _zones(self) -> dict[str, Zone]:
        return {
            name: Zone(
                name, zone.per_player, _SIGHTS[zone.seen_by], zone.starts_with, zone.refill,
                zone.counted, zone.objective, zone.counters, zone.order == "kept",
            )
            for name, zone in self.keys.zones.items()
        }  # fmt: skip

    def _columns_named(self, lines: Mapping[str, tuple[Line, ...]],
                       steps: Mapping[str, tuple[Line, ...]],
                       uses: Mapping[str, Mapping[str, tuple[Line, ...]]],
                       endings: Iterable[Ending], score: Mapping[str, Value],
                       ties: Iterable[Value]) -> set[str]:  # fmt: skip
        named = set(uses) | {draw_of(number).for_each for number in self.keys.draw.values()}
        values = [ending.test for ending in endings] + [*score.values(), *ties]
        for block in (*lines.values(), *steps.values(), *_lines_of(uses)):
            for line in (inner for each in block for inner in each.inner()):
                values += [part for part in line.parts if isinstance(part, Value)]
        for value in (inner for each in values for inner in each.inner()):
            if value.what in OF_A_CARD:
                named.add(value.parts[0])
            elif value.what == "cards":
                named.add(value.parts[3])
        return named


def _zones_by_counter(zones: Mapping[str, ZoneKeys]) -> dict[str, tuple[str, ...]]:
    """Return by name what can lie on cards, and in which zones."""
    names = dict.fromkeys(counter for zone in zones.values() for counter in zone.counters)
    return {
        name: tuple(zone for zone, keys in zones.items() if name in keys.counters) for name in names
    }


def _lines_of(uses: Mapping[str, Mapping[str, tuple[Line, ...]]]) -> list[tuple[Line, ...]]:
    """Return the lines of all cards."""
    return [lines for cards in uses.values() for lines in cards.values()]


def _used_columns(blocks: Iterable[tuple[Line, ...]]) -> list[str]:
    """Return the columns of cards that lines use."""
    return [
        line.parts[0]
        for block in blocks for each in block for line in each.inner()
        if line.what in {"use", "use_each"}
    ]  # fmt: skip
