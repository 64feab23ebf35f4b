"""Building the table, the numbers that stay constant during a game, from sheet and options."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import GameTable, Piece
from balance.engine.layout import MAX_SEATS, NOBODY
from balance.errors import CardError, ScenarioError
from balance.games.dominion.layout import (
    MAX_PILE,
    NOTHING,
    NUM_BASIC,
    PROVINCE,
    TABLE,
    Special,
    Type,
)
from balance.games.dominion.narrate.card_text import describe_card, names_of, types_text
from balance.games.dominion.narrate.table_notes import notes_on
from balance.games.dominion.sheets.files import BASIC, PRIZE, REACTIONS, Box, Face, read_box
from balance.games.dominion.table.kingdoms import Kingdom, choose_kingdom, read_kingdoms
from balance.games.dominion.table.options import RANDOM, SOLO_TARGET, Options

COINS = "coins"
START_SIZE = 10  # cards of each player at the start (D1.3)
# What a special part adds to the nominal money of a card (S2).
_MORE_MONEY = {
    Special.HARVEST: 3,
    Special.PRINCESS: 2,
    Special.MONEYLENDER: 1,
    Special.TOURNAMENT: 1,
    Special.HORSE_TRADERS: -2,
}


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Return the table of a set-up, with the names of all that records count.

    `edits` are cells of the sheet to change, such as ``{"cards.smithy.cost": 3}``; relative paths
    in the options start from `folder`.

    Raises
    ------
    CardError
        If a sheet cannot be read, or a card is wrong.
    ScenarioError
        If the options name what does not exist, or contradict each other.
    """
    box = read_box(options.cards, edits, folder)
    kingdom = choose_kingdom(box, options)
    _check_seats(options, num_seats, box)
    met = _all_cards(box, kingdom)
    _check_total(box, kingdom, num_seats)
    table = _fill_table(box, kingdom, met, options, num_seats)
    return GameTable(
        array=table,
        num_seats=num_seats,
        cards=tuple(map(_piece, met)),
        notes=notes_on(box, kingdom, options, num_seats),
        card_texts=tuple(map(describe_card, met)),
        taking="bought or otherwise gained",
        unused_hidden=() if kingdom.market else ("market",),
        kinds={face.id: face.kind for face in box.faces},
    )


def list_setups() -> tuple[Piece, ...]:
    """Return the recommended sets (D14), and the Kingdom that is drawn for every deal (D1.11)."""
    box = read_box(None, {}, Path())
    listed = []
    for kingdom in read_kingdoms():
        cards = names_of(tuple(box[card] for card in kingdom.cards))
        bane = f"; Bane {box[kingdom.bane].name}" if kingdom.bane else ""
        listed.append(Piece(kingdom.id, kingdom.name, kingdom.certainty, f"{cards}{bane}"))
    drawn = "10 of the Kingdom cards of the box"
    return (*listed, Piece(RANDOM, "Random", "for every deal", drawn))


def _check_seats(options: Options, num_seats: int, box: Box) -> None:
    """Raise ScenarioError for options that do not fit the number of players."""
    extra, target = options.extra_coins, options.solo_target
    if len(extra) > num_seats:
        raise ScenarioError(
            f"[table] extra_coins = {list(extra)}: that is for {len(extra)} seats; "
            f"expected {num_seats} numbers or fewer, one for each player"
        )
    if target is not None and num_seats > 1:
        raise ScenarioError(
            f"[table] solo_target = {target}: only a game of 1 player has a target (D15.6), but "
            f"{num_seats} play; expected none"
        )
    provinces = box.faces[PROVINCE].copies(num_seats)
    if num_seats == 1 and (target or SOLO_TARGET) > provinces:
        raise ScenarioError(
            f"[table] solo_target = {target or SOLO_TARGET}: there are {provinces} Provinces; "
            f"expected as many or fewer"
        )


def _check_total(box: Box, kingdom: Kingdom, num_seats: int) -> None:
    """Raise CardError if there are more cards than a player may own; one could own them all."""

    def most(faces: Iterable[Face], number: int) -> int:
        return sum(sorted((face.copies(num_seats) for face in faces), reverse=True)[:number])

    total = (
        num_seats * START_SIZE
        + most(box.of(BASIC), NUM_BASIC)
        + most(kingdom.fixed, kingdom.size)
        + most(kingdom.pool, kingdom.num_drawn)
        + most(kingdom.banes, 1)
        + most(kingdom.prizes, len(kingdom.prizes))
        + len(kingdom.market)
    )
    room = MAX_PILE - MAX_SEATS  # a handicap may give each entry a card
    if total > room:
        raise CardError(
            f"the piles of this table have up to {total} cards in all; expected {room} or fewer, "
            "so make piles smaller: pile_2p, pile_3p and pile_4p of the sheet of cards"
        )


def _all_cards(box: Box, kingdom: Kingdom) -> tuple[Face, ...]:
    """Return all cards that may be in a deal, in the order of the rows of records."""
    basic = tuple(box.of(BASIC))
    return (*basic, *kingdom.supply, *kingdom.prizes, *kingdom.dealt)


def _fill_table(
    box: Box, kingdom: Kingdom, met: tuple[Face, ...], options: Options, num_seats: int
) -> NDArray[Any]:
    tables = np.zeros(1, TABLE)
    table: Any = tables[0]
    table.num_seats = num_seats
    table.num_kinds = len(box.faces)
    piles = (*kingdom.fixed, *kingdom.pool)
    table.num_fixed = len(kingdom.fixed)
    table.num_kingdom = kingdom.size
    table.num_pool = len(piles)
    table.pool[: len(piles)] = [face.kind for face in piles]
    table.bane = NOTHING if kingdom.bane is None else kingdom.bane.kind
    table.banes = _bits(kingdom.banes)
    table.market = _bits(kingdom.market)
    table.prizes = _bits(kingdom.prizes)
    for name, kind in (
        ("actions", Type.ACTION), ("treasures", Type.TREASURE), ("victories", Type.VICTORY),
    ):  # fmt: skip
        table[name] = _bits(face for face in met if face.types & kind)
    table.reactions = _bits(face for face in met if face.special in REACTIONS)
    for name, special in (
        ("horns", Special.HORN_OF_PLENTY), ("stashes", Special.STASH),
        ("gardens", Special.GARDENS_VP), ("fairgrounds", Special.FAIRGROUNDS_VP),
    ):  # fmt: skip
        table[name] = _bits(face for face in met if face.special == special)
    table.solo_target = (options.solo_target or SOLO_TARGET) if num_seats == 1 else 0
    table.max_rounds = options.max_rounds
    table.extra_coins[: len(options.extra_coins)] = options.extra_coins
    table.rows[:] = NOBODY
    for row, face in enumerate(met):
        table.rows[face.kind] = row
        _fill_face(table.faces[face.kind], face, num_seats)
    return tables


def _fill_face(filled: Any, face: Face, num_seats: int) -> None:
    filled.cost = face.cost
    filled.types = face.types
    filled.cards, filled.actions = face.cards, face.actions
    filled.buys, filled.coins = face.buys, face.coins
    filled.worth = face.worth
    filled.points = face.points
    filled.special = face.special
    filled.money = max(0, face.worth + face.coins + _MORE_MONEY.get(face.special, 0))
    filled.copies = face.copies(num_seats)


def _bits(faces: Iterable[Face]) -> int:
    """Return a set of kinds as bits."""
    return sum(1 << face.kind for face in faces)


def _piece(face: Face) -> Piece:
    """Return the name of a row of records."""
    if face.category == PRIZE:
        return Piece(face.id, face.name, "Prize", types_text(face.types))
    kind = "Kingdom card"
    if face.category == BASIC:
        kind = "Victory card" if face.types & Type.VICTORY else types_text(face.types)
    note = f"{types_text(face.types)}, costs {face.cost}"
    return Piece(face.id, face.name, kind, note, price=face.cost, paid_in=COINS)
