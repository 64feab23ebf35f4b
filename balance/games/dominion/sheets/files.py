"""The sheet of cards: its columns, a designer's own sheet that adds to it, edits, and checks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from balance.cards.find_sheets import find_sheets
from balance.cards.sheet import (
    SheetColumn,
    SheetRow,
    as_written,
    check_names,
    edit_rows,
    one_of,
    read_sheet,
    unread_notes,
)
from balance.errors import CardError
from balance.games.dominion.layout import FIRST_OWN, MAX_KINDS, NUM_BASIC, Special, Type
from balance.games.dominion.table.options import OWN, SETS

SHEET = "cards"
BASIC, KINGDOM, PRIZE = "basic", "kingdom", "prize"  # the values of the column ``kind``
PLUS = ("plus_cards", "plus_actions", "plus_buys", "plus_coins")
_PILES = ("pile_2p", "pile_3p", "pile_4p")
_DATA = Path(__file__).parents[1] / "data"
_COLUMNS = (
    *(SheetColumn("id"), SheetColumn("name"), SheetColumn("cost"), SheetColumn("types")),
    *(
        SheetColumn(name, blank=True, optional=True)
        for name in ("name_de", "set", "kind", "box_copies", *_PILES, *PLUS)
    ),
    *(SheetColumn(name, blank=True, optional=True) for name in ("treasure_value", "vp", "special")),
    SheetColumn("note", blank=True, optional=True),  # for the designer; it is not read
)
_TEXTS = ("name", "name_de", "set", "box_copies", "note")  # a change of them changes no game
_MAX_COST = 99
_MAX_PLUS = 99
_MAX_VP = 99
_MAX_PILE = 60  # of one kind: with the cards dealt from it, a player counts to 127
_TYPES = {str(kind.name).capitalize(): kind for kind in Type}
_SPECIALS = {special.name.lower(): special for special in Special if special}
# Special parts of Treasures, Victory cards and Reactions; all others are of Actions.
_TREASURES = (Special.HORN_OF_PLENTY, Special.DIADEM, Special.STASH)
_VICTORIES = (Special.GARDENS_VP, Special.FAIRGROUNDS_VP)
REACTIONS = (Special.MOAT_REACTION, Special.HORSE_TRADERS)
_BASIC_TYPES = (*(Type.TREASURE,) * 3, *(Type.VICTORY,) * 3, Type.CURSE)


@dataclass(frozen=True)
class Face:
    """A card as its line of the sheet describes it, with edits."""

    kind: int  # its number in the state
    id: str
    name: str
    category: str  # BASIC, KINGDOM or PRIZE
    card_set: str  # OWN for a designer's
    cost: int
    types: int  # bits of `Type`
    piles: tuple[int, ...]  # copies in its pile with 2, 3 and 4 players
    cards: int  # what it gives when it is played as an Action (D2.10): cards, actions, buys, coins
    actions: int
    buys: int
    coins: int
    worth: int  # of a Treasure, in coins
    points: int  # victory points, without those that count other cards
    special: Special
    was_cost: int  # before edits
    was_special: Special
    row: SheetRow  # what all this was read from

    def copies(self, num_seats: int) -> int:
        """Return the size of its pile; one player has those of two (D15.6)."""
        return self.piles[max(num_seats, 2) - 2]


@dataclass(frozen=True)
class Change:
    """A cell that a scenario or the command line edits."""

    id: str
    column: str
    was: str
    now: str


@dataclass(frozen=True)
class Box:
    """All cards: those of the box, and a designer's own."""

    faces: tuple[Face, ...]  # by kind
    changes: tuple[Change, ...] = ()
    replaced: tuple[str, ...] = ()  # ids of cards of the box that a designer's sheet replaces
    notes: tuple[str, ...] = ()  # sentences on what is not read of that sheet

    def __getitem__(self, card: str) -> Face:
        """Return a card by its id."""
        return next(face for face in self.faces if face.id == card)

    @property
    def own(self) -> tuple[Face, ...]:
        """The new cards of a designer."""
        return self.faces[FIRST_OWN:]

    def of(self, category: str) -> list[Face]:
        """Return the cards of a category."""
        return [face for face in self.faces if face.category == category]


def read_box(cards: str | None, edits: Mapping[str, object], folder: Path) -> Box:
    """Read the sheet of cards.

    `cards` is the path of a designer's own sheet, relative to `folder`; `edits` are cells to
    change, such as ``{"cards.smithy.cost": 3}``.

    Raises
    ------
    CardError
        If a sheet, a cell or an edit is wrong; the message says where, and what is expected.
    """
    if cards is None and not edits:
        return _shipped()
    printed = _printed()
    own = _own_rows(folder / cards, printed) if cards is not None else {}
    return _box({**printed, **own}, edits, own)


@cache
def _shipped() -> Box:
    return _box(_printed(), {}, {})


def _box(
    rows: Mapping[str, SheetRow], edits: Mapping[str, object], own: Mapping[str, SheetRow]
) -> Box:
    """Return all cards, each checked, with edits; `own` are those of a designer's sheet."""
    read = list(rows.values())
    edited = edit_rows(read, _edits_by_id(edits), SHEET)
    changes = [
        Change(row.id, column, old.cells[column], row.cells[column])
        for old, row in zip(read, edited, strict=True)
        for column in sorted(row.edited.difference(_TEXTS))
        if row.cells[column] != old.cells[column]
    ]
    check_names(edited, own)
    faces = [
        replace(_face(kind, row), was_cost=_cost(old), was_special=_special(old))
        for kind, (old, row) in enumerate(zip(read, edited, strict=True))
    ]
    _check_single(faces)
    replaced = tuple(name for name in own if name in _printed())
    return Box(tuple(faces), tuple(changes), replaced, unread_notes(own.values()))


def _check_single(faces: list[Face]) -> None:
    """Allow one card that is set aside like Horse Traders: the state only counts these (D11.5)."""
    traders = [face for face in faces if face.special == Special.HORSE_TRADERS]
    if len(traders) > 1:
        raise traders[1].row.error(
            "special",
            f"{traders[0].id} is set aside already; expected one card with 'horse_traders' at most",
        )


@cache
def _printed() -> Mapping[str, SheetRow]:
    return MappingProxyType({row.id: row for row in read_sheet(_DATA / f"{SHEET}.csv", _COLUMNS)})


def _own_rows(path: Path, printed: Mapping[str, SheetRow]) -> dict[str, SheetRow]:
    """Return the rows of a designer's sheet, with empty cells filled in."""
    rows = read_sheet(find_sheets(path, (SHEET,))[SHEET], _COLUMNS)
    if not rows:
        raise CardError(
            f"{'/'.join(path.parts[-2:])}: there are no cards in it; expected a line for each card"
        )
    new = [row for row in rows if row.id not in printed]
    room = MAX_KINDS - FIRST_OWN
    if len(new) > room:
        raise new[room].error("id", f"expected at most {room} new cards, but there are {len(new)}")
    return {row.id: _filled(row, printed.get(row.id)) for row in rows}


def _filled(row: SheetRow, printed: SheetRow | None) -> SheetRow:
    """Fill in empty cells: set and kind of the printed card, or the usual values of a new one."""
    is_victory = "Victory" in row.cells["types"].split("|")
    usual = {
        "set": OWN,
        "kind": PRIZE if "Prize" in row.cells["types"].split("|") else KINGDOM,
        **dict(zip(_PILES, ("8", "12", "12") if is_victory else ("10",) * 3, strict=True)),
    }
    if printed is not None:
        usual |= {name: printed.cells[name] for name in ("set", "kind")}
        if printed.cells["kind"] == BASIC:
            usual |= {name: printed.cells[name] for name in _PILES}
    if usual["kind"] == PRIZE:
        usual |= dict.fromkeys(_PILES, "1")
    empty = {name: text for name, text in usual.items() if not row.cells[name]}
    return replace(row, cells={**row.cells, **empty})


def _edits_by_id(edits: Mapping[str, object]) -> dict[str, dict[str, str]]:
    """Group edits such as ``{"cards.smithy.cost": 3}`` by the id of the card."""
    by_id: dict[str, dict[str, str]] = {}
    for key, value in edits.items():
        parts = key.split(".")
        if len(parts) != 3:
            raise CardError(f"{key}: expected sheet.id.column, such as cards.smithy.cost")
        sheet, name, column = parts
        if sheet != SHEET:
            raise CardError(f"{key}: there is no sheet {sheet!r}; expected {SHEET!r}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise CardError(f"{key} = {as_written(value)}: expected a whole number or a text")
        by_id.setdefault(name, {})[column] = str(value).strip()
    return by_id


def _face(kind: int, row: SheetRow) -> Face:
    """Return a card, each of its cells checked."""
    types = _types(row)
    category = _category(kind, row, types)
    face = Face(
        kind=kind,
        id=row.id,
        name=row.name(),
        category=category,
        card_set=BASIC if category == BASIC else row.one_of("set", SETS),
        cost=_cost(row),
        types=types,
        piles=tuple(row.number(name, 1, _MAX_PILE) for name in _PILES),
        cards=_plus(row, "plus_cards", types),
        actions=_plus(row, "plus_actions", types),
        buys=_plus(row, "plus_buys", types),
        coins=_plus(row, "plus_coins", types),
        worth=_worth(row, types),
        points=_number(row, "vp", -_MAX_VP, _MAX_VP),
        special=_special(row),
        was_cost=0,
        was_special=Special.NONE,
        row=row,
    )
    _check_special(face)
    return face


def _types(row: SheetRow) -> int:
    types = 0
    for word in row.words("types", "|"):
        if word not in _TYPES:
            raise row.error("types", f"{word!r} is no type; expected {one_of(word, list(_TYPES))}")
        types |= _TYPES[word]
    if types & Type.ACTION and types & Type.TREASURE:
        raise row.error("types", "a card is played as an Action or as a Treasure; expected one")
    if types & (Type.ATTACK | Type.REACTION) and not types & Type.ACTION:
        raise row.error("types", "only Actions are Attacks or Reactions; expected Action, too")
    if not types & (Type.ACTION | Type.TREASURE | Type.VICTORY | Type.CURSE):
        raise row.error("types", "expected Action, Treasure, Victory or Curse among them")
    return types


def _category(kind: int, row: SheetRow, types: int) -> str:
    """Return the category of a card; basic cards keep type and special (D1.4 to D1.6)."""
    if kind < NUM_BASIC:
        row.one_of("kind", (BASIC,))
        if types != _BASIC_TYPES[kind]:
            name = str(_BASIC_TYPES[kind].name).capitalize()
            raise row.error("types", f"the rules need this card as it is; expected {name}")
        if row.cells["special"]:
            raise row.error("special", "basic cards have none; expected an empty cell")
        return BASIC
    category = row.one_of("kind", (KINGDOM, PRIZE))
    if (category == PRIZE) != bool(types & Type.PRIZE):
        raise row.error("types", "prizes have the type Prize and the kind prize; expected both")
    if types & Type.CURSE:
        raise row.error("types", "there is one Curse, the basic one; expected no other")
    return category


def _cost(row: SheetRow) -> int:
    return row.number("cost", 0, _MAX_COST)


def _number(row: SheetRow, column: str, low: int, high: int) -> int:
    return row.number(column, low, high) if row.cells[column] else 0


def _plus(row: SheetRow, column: str, types: int) -> int:
    number = _number(row, column, 0, _MAX_PLUS)
    if number and not types & Type.ACTION:
        raise row.error(column, "only Actions give this when they are played; expected 0")
    return number


def _worth(row: SheetRow, types: int) -> int:
    column = "treasure_value"
    if types & Type.TREASURE:
        if not row.cells[column]:
            raise row.error(column, "a Treasure has a value; expected its coins, perhaps 0")
        return row.number(column, 0, _MAX_COST)
    if _number(row, column, 0, _MAX_COST):
        raise row.error(column, "only Treasures have a value; expected an empty cell")
    return 0


def _special(row: SheetRow) -> Special:
    word = row.cells["special"]
    return _SPECIALS[row.one_of("special", _SPECIALS)] if word else Special.NONE


def _check_special(face: Face) -> None:
    """Raise CardError if cards of these types cannot have the special part."""
    row, special = face.row, face.special
    if not special:
        if face.types & Type.VICTORY and not row.cells["vp"]:
            raise row.error("vp", "a Victory card has points or a special; expected its points")
        return
    needed = Type.ACTION
    if special in _TREASURES:
        needed = Type.TREASURE
    elif special in _VICTORIES:
        needed = Type.VICTORY
    if not face.types & needed:
        kind = str(needed.name).capitalize()
        raise row.error("special", f"only a card of type {kind} does this; expected another")
    if special in REACTIONS and not face.types & Type.REACTION:
        raise row.error("types", f"{special.name.lower()} is a Reaction; expected Reaction, too")
