"""What differs between two tables of a game, in words: ``Butcher: cost 4 instead of 2``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from balance.engine.game import GameTable, Piece
from balance.scenario.experiments import Arm
from balance.scenario.match import Match
from balance.scenario.piece_names import NUMBER, has_number, label_of

_CLAUSE = re.compile(r"(?:, | and |\. |: )")
MOST_CHANGED = 2  # places in a text; of one that changed in more the whole new text is given
LONGEST_CLAUSES = 2  # of a text that changed in more places the whole new text is given


def changes_in_words(
    before: Match, after: Match, settings: Mapping[str, Any] | None = None
) -> tuple[str, ...]:
    """Return what differs between two tables of one game, a sentence without its full stop each.

    Parameters
    ----------
    settings : mapping, optional
        What was set to get from the first to the second; options of the table among it are named
        as they were set.
    """
    one, two = before.game_table, after.game_table
    lines = [*_pieces(one, two), *_numbers(before, after), *_texts(one, two), *shifts(one, two)]
    lines += _rest(one, two, lines)
    if not lines:
        lines = [f"{key} = {value}" for key, value in (settings or {}).items()]
    else:
        lines += [f"{key} = {value}" for key, value in (settings or {}).items() if "." not in key]
    if not lines:
        lines = ["the table differs" if one.digest != two.digest else "the bots differ"]
    return tuple(dict.fromkeys(lines))


def shifts(before: GameTable, after: GameTable) -> Iterator[str]:
    """Yield which cards are uncovered by others than before, of those that lie in a stack."""
    names = {piece.id: piece.name for piece in (*before.cards, *after.cards)}
    olds = {piece.id: piece.above for piece in before.cards}
    for piece in after.cards:
        was, now = (tuple(names[one] for one in above)
                    for above in (olds.get(piece.id, piece.above), piece.above))  # fmt: skip
        if set(was) != set(now):
            yield f"{piece.name} {_lies(now)} instead of {_lies(was).removeprefix('lies ')}"


def _lies(above: Sequence[str]) -> str:
    return f"lies under {' and '.join(above)}" if above else "lies on top of its stack"


def changed_cards(before: GameTable, after: GameTable) -> tuple[str, ...]:
    """Return the ids of the cards that both tables have, and that differ."""
    cards = {piece.id for piece in after.cards}
    return tuple(piece for piece in changed_pieces(before, after) if piece in cards)


def changed_pieces(before: GameTable, after: GameTable) -> tuple[str, ...]:
    """Return the ids of the cards and objectives that both tables have, and that differ."""
    texts = _texts_of(before), _texts_of(after)
    olds = {piece.id: piece for piece in _all_pieces(before)}
    return tuple(
        piece.id
        for piece in _all_pieces(after)
        if piece.id in olds
        and (piece != olds[piece.id] or texts[0].get(piece.id) != texts[1].get(piece.id))
    )


def cards_set(settings: Mapping[str, Any], game_table: GameTable) -> tuple[str, ...]:
    """Return the ids of the cards that settings such as ``citizens.butcher.cost`` name."""
    ids = {piece.id for piece in game_table.cards}
    named = (key.split(".")[1] for key in settings if "." in key)
    return tuple(dict.fromkeys(name for name in named if name in ids))


def printed_text(game_table: GameTable, piece: Piece) -> str:
    """Return the text of a card or objective in words, after its name; may be empty."""
    text = _texts_of(game_table).get(piece.id, _NO_TEXT)
    is_objective = piece.id in {one.id for one in game_table.objectives}
    head = "" if is_objective else text.head.removeprefix("changed ")
    return " ".join(filter(None, [f"({head})" if head else "", text.body]))


def numbers_in_words(match: Match, keys: Iterable[str]) -> dict[str, str]:
    """Return what numbers of a table are, in words, by key: ``Knight: cost``.

    A number in a text is named by what it counts, ``Simon the Unclean: victory point for each
    soldier icon you have``; a later one in a clause by its gap there, ``Simon the Unclean: 1
    victory point for every … resources you have``.

    Parameters
    ----------
    keys : iterable of str
        As in `number_changes.numbers_of`.
    """
    list_numbers, pieces = match.game.experiments.editable_numbers, _all_pieces(match.game_table)
    listed = list_numbers(match.game_table) if list_numbers else {}
    texts, words = _texts_of(match.game_table), {}
    for key in keys:
        sheet, ids, column, *place = label_of(key).split(".")
        named = dict.fromkeys(piece.name for piece in pieces if has_number(piece, key, pieces))
        what = column.replace("_", " ")
        if place:
            what = (
                _counted_by(key, listed, texts.get(ids, _NO_TEXT)) or f"{what}, number {place[0]}"
            )
        words[key] = f"{', '.join(named) or f'{sheet} {ids}'.replace('_', ' ')}: {what}"
    return words


def _counted_by(key: str, listed: Mapping[str, int], text: "_Text") -> str:
    """Return what a number in a text counts; empty if the printed text has other numbers."""
    body = text.body.rstrip(".")
    found = list(NUMBER.finditer(body))
    own = {
        one: value for one, value in listed.items() if one.startswith(f"{key.rpartition('.')[0]}.")
    }
    if key not in own or [int(one[0]) for one in found] != list(own.values()):
        return ""
    start, end = found[list(own).index(key)].span()
    before, after = _CLAUSE.split(body[:start])[-1], _CLAUSE.split(body[end:])[0]
    return f"{before}…{after}" if NUMBER.search(before) or not after else after.strip()


def of_arm(match: Match, arm: Arm) -> str:
    """Return what an arm changes, in words; its name where there are none."""
    return "; ".join(changes_in_words(match, arm.match)) or arm.name


def _pieces(before: GameTable, after: GameTable) -> Iterator[str]:
    for old, new in ((before.cards, after.cards), (before.objectives, after.objectives)):
        olds, news = {piece.id: piece for piece in old}, {piece.id: piece for piece in new}
        yield from (f"{piece.name} is gone" for key, piece in olds.items() if key not in news)
        yield from (f"{piece.name} is new" for key, piece in news.items() if key not in olds)
        for key, piece in news.items():
            if key in olds and piece.name != olds[key].name:
                yield f"{olds[key].name} is called {piece.name} now"


def _numbers(before: Match, after: Match) -> Iterator[str]:
    """Yield the numbers that differ, apart from those within texts."""
    list_numbers = before.game.experiments.editable_numbers
    if list_numbers is None:
        return
    was, now = list_numbers(before.game_table), list_numbers(after.game_table)
    names = {piece.id: piece.name for piece in _all_pieces(after.game_table)}
    for key in [*was, *(key for key in now if key not in was)]:
        _, ids, *rest = label_of(key).split(".")
        if len(rest) > 1 or was.get(key) == now.get(key) or ids not in {*names, *_shared(key, ids)}:
            continue
        if key not in was and ids not in {piece.id for piece in _all_pieces(before.game_table)}:
            continue  # a new card
        if key not in now and ids not in names:
            continue  # a card that is gone
        words = numbers_in_words(after, [key])[key]
        yield f"{words} {now.get(key, 0)} instead of {was.get(key, 0)}"


def _shared(key: str, ids: str) -> set[str]:
    """Return the name of a number that belongs to no single piece, such as one of the rules."""
    return {ids} if key.count(".") == 2 else set()


def _texts(before: GameTable, after: GameTable) -> Iterator[str]:
    was, now = _texts_of(before), _texts_of(after)
    names = {piece.id: piece.name for piece in _all_pieces(after)}
    for key, text in now.items():
        old = was.get(key)
        if old is None or old.body == text.body:
            continue
        parts = _changed_clauses(old.body, text.body)
        if parts is None:
            yield f"{names[key]} now: {text.body.rstrip('.')}"
        else:
            each = "; ".join(f"{new} instead of {was}" for was, new in parts)
            yield f"{names[key]}: {each}"


def _rest(before: GameTable, after: GameTable, lines: Sequence[str]) -> Iterator[str]:
    """Yield what else differs of pieces that no line is about yet, such as how many copies."""
    was, now = _texts_of(before), _texts_of(after)
    olds = {piece.id: piece for piece in _all_pieces(before)}
    for piece in _all_pieces(after):
        old = olds.get(piece.id)
        if old is None or any(line.startswith(f"{piece.name}") for line in lines):
            continue
        if piece.id in now and now[piece.id].head != was.get(piece.id, _NO_TEXT).head:
            yield f"{piece.name} now: {now[piece.id].head or 'as printed'}"
        elif piece.note != old.note:
            yield f"{piece.name}: {_apart(old.note, piece.note)}"


def _apart(old: str, new: str) -> str:
    """Return what differs of two notes with as many parts: ``cost 4 instead of cost 2``."""
    one, two = old.split(", "), new.split(", ")
    if len(one) == len(two):
        both = [parts for parts in zip(one, two, strict=True) if parts[0] != parts[1]]
        one, two = map(list, zip(*both, strict=True))
    return f"{', '.join(two)} instead of {', '.join(one)}"


def _changed_clauses(old: str, new: str) -> list[tuple[str, str]] | None:
    """Return the clauses of two texts that differ, if each of a few is replaced by another."""
    one, two = (_CLAUSE.split(text.rstrip(".")) for text in (old, new))
    changes = [
        code for code in SequenceMatcher(None, one, two, False).get_opcodes() if code[0] != "equal"
    ]
    if not 1 <= len(changes) <= MOST_CHANGED or not old.strip(" ."):
        return None
    if any(what != "replace" for what, *_ in changes):
        return None
    if any(
        max(end - start, last - first) > LONGEST_CLAUSES for _, start, end, first, last in changes
    ):
        return None
    return [
        (" and ".join(one[start:end]), " and ".join(two[first:last]))
        for _, start, end, first, last in changes
    ]


class _Text(NamedTuple):
    """The text of a piece, such as ``Knight (changed Citizen: costs 3): take 1 strength``."""

    head: str  # what stands in brackets after the name
    body: str  # what follows


_NO_TEXT = _Text("", "")


def _texts_of(game_table: GameTable) -> dict[str, _Text]:
    """Return the text of each piece that has one, by id."""
    texts: dict[str, _Text] = {}
    for piece in _all_pieces(game_table):
        form = re.compile(rf"{re.escape(piece.name)}(?: \(([^)]*)\))?[,:] (.*)")
        matches = [found for line in game_table.card_texts if (found := form.match(line))]
        if matches:
            texts[piece.id] = _Text(matches[0][1] or "", matches[0][2])
    return texts


def _all_pieces(game_table: GameTable) -> tuple[Piece, ...]:
    return (*game_table.cards, *game_table.objectives, *game_table.starting_cards)
