"""Settings as people and commands write them, made options and cells of sheets.

Sheets know ``sheet.id.column``.  Understood besides are a name in place of sheet and id
(``Butcher.cost``), a number within a text by its place, as commands print it
(``dukes.simon.scoring.4``), and words of a text with other numbers (``simon=per 3 resources``).
"""

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from balance.engine.game import GameTable, Piece
from balance.errors import ScenarioError
from balance.scenario.piece_names import NUMBER, card_named, has_number, label_of, settings_with
from balance.spelling import as_compared

_PLACE = re.compile(r"\.\d+$")  # of a number in a text
_NAMED = re.compile(r"(.+?)\.([a-z_]+(?:\.\d+)?)")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
# "2 vp per 5 resources" is also "2 points for every 5 resources".
_LEFT_OUT = frozenset({"vp", "victory", "point", "points", "for"})
_SAME = {"every": "per", "each": "per"}


class _Token(NamedTuple):
    """A word or number of a text; `place` counts the numbers, from 1, and is 0 for a word."""

    text: str
    place: int


def is_plain(key: str) -> bool:
    """Whether a key that is no option is a cell as sheets know it; see `plain_settings`."""
    return key.count(".") > 1 and not _PLACE.search(key) and " " not in key.partition(".")[0]


def plain_settings(
    settings: Mapping[str, Any],
    named: Container[str],
    game_table: GameTable,
    numbers: Mapping[str, int],
    is_strict: bool = False,
) -> dict[str, Any]:
    """Return settings by options and cells of sheets; of two of one cell, the later one holds.

    Parameters
    ----------
    settings : mapping
        As written.
    named : container of str
        The keys that are neither options nor plain.
    game_table : GameTable
        The table with the other settings.
    numbers : mapping of str to int
        Its numbers; see `number_changes.numbers_of`.
    is_strict : bool
        Whether two that give one cell or number different values are refused.

    Raises
    ------
    ScenarioError
        If no card is called so, or it has no such number.
    """
    plain: dict[str, Any] = {}
    given: dict[str, tuple[str, Any]] = {}  # key and value as written, by cell or number
    for key, value in settings.items():
        cells = _cells(key, value, game_table, numbers) if key in named else {key: value}
        for cell, one in cells.items():
            before, other = given.setdefault(cell, (key, one))
            if is_strict and other != one:
                raise ScenarioError(
                    f"{before} = {other} and {key} = {one} set the same: expected only one of them."
                )
            is_in_text = cell.count(".") > 2 and key in named
            plain |= settings_with(game_table, {cell: one}, plain) if is_in_text else {cell: one}
    return plain


def _cells(
    key: str, value: Any, game_table: GameTable, numbers: Mapping[str, int]
) -> Mapping[str, Any]:
    """Return what a setting by name sets, by cell or by number of a text.

    What is no such setting is returned as it is: the game says what is wrong with it.
    """
    pieces = (*game_table.cards, *game_table.objectives)
    is_of_sheet = "." in key and key.partition(".")[0] in {one.partition(".")[0] for one in numbers}
    if is_of_sheet and key.count(".") < 3:
        return {key: value}
    named = _NAMED.fullmatch(key.partition(".")[2] if is_of_sheet else key)
    try:
        piece = card_named(pieces, named[1] if named else key, "card or objective")
    except ScenarioError:
        if "." not in key:  # a slip in the name of an option
            return {key: value}
        raise
    own = [one for one in numbers if has_number(piece, one, pieces)]
    if not own:
        raise ScenarioError(f"{key}: {piece.name} has no number here that may be changed.")
    if named is None:
        return _by_words(piece, own, str(value))
    columns = {one.split(".", 2)[2]: one for one in own}
    if _PLACE.search(key):
        if named[2] not in columns:
            raise ScenarioError(f"{key}: there is no such number; expected {_listed(own)}.")
        return {columns[named[2]]: _whole(key, value)}
    sheet, ids, *_ = columns.get(named[2], own[0]).split(".")
    return {f"{sheet}.{ids}.{named[2]}": value}


def _whole(key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ScenarioError(f"{key} = {value}: expected a whole number from 0.")
    return value


def _by_words(piece: Piece, own: Sequence[str], words: str) -> dict[str, int]:
    """Return the numbers of a piece that some words give: of a text, or ``cost 5``."""
    wanted, have = _tokens(words), _tokens(piece.note)
    columns = {one.split(".", 2)[2]: one for one in own}
    if [bool(token.place) for token in wanted] == [False, True] and wanted[0].text in columns:
        return {columns[wanted[0].text]: int(wanted[1].text)}
    by_place = {int(one.rpartition(".")[2]): one for one in own if _PLACE.search(one)}
    fits = [
        part
        for start in range(len(have) - len(wanted) + 1)
        if any(token.place for token in wanted)
        and all(map(_alike, wanted, part := have[start : start + len(wanted)]))
    ]
    places = [
        {old.place: new.text for old, new in zip(part, wanted, strict=True) if old.place}
        for part in fits
    ]
    usable = [some for some in places if set(some) <= set(by_place)]
    if len(usable) != 1:
        text = f"its text is {piece.note!r}" if by_place else f"expected {_listed(own)}"
        how = "fits several places" if usable else "fits nothing"
        raise ScenarioError(f"{piece.id}={words}: {how} that may be changed: {text}.")
    return {by_place[place]: int(number) for place, number in usable[0].items()}


def _tokens(text: str) -> list[_Token]:
    tokens, place = [], 0
    for found in _TOKEN.finditer(as_compared(text)):
        is_number = NUMBER.fullmatch(found[0]) is not None
        place += is_number
        if found[0] not in _LEFT_OUT:
            word = _SAME.get(found[0], found[0])
            tokens.append(_Token(word, place if is_number else 0))
    return tokens


def _alike(one: _Token, other: _Token) -> bool:
    """Whether two tokens are the same word, or both numbers."""
    return bool(one.place) == bool(other.place) and (bool(one.place) or one.text == other.text)


def _listed(own: Sequence[str]) -> str:
    return ", ".join(map(label_of, own))
