"""The table of a described game: its program, zones, numbers and cards as rows."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.cards.effect_reader import in_a_row
from balance.engine.game import GameTable, Piece
from balance.engine.layout import ENGINE_HIDDEN, MAX_SEATS, State, digest_of
from balance.error_messages import did_you_mean
from balance.errors import CardError
from balance.games.described.language.secret_dice import COUNT, dice_of
from balance.games.described.language.sheets import mixed
from balance.games.described.language.tree import Card, Description, Line, Number, Place, Zone
from balance.games.described.language.verbs import LEAVING, SEVERAL_TIMES
from balance.games.described.language.writing import head_text, written
from balance.games.described.layout import (
    MAX_CALLED,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_COUNTERS,
    MAX_ENDINGS,
    MAX_FEATURES,
    MAX_IDLE,
    MAX_IN_ORDER,
    MAX_KINDS,
    MAX_NUMBERS,
    MAX_PARTS,
    MAX_PLACES,
    MAX_SHARED,
    MAX_STREAMS,
    MAX_TIES,
    MAX_USED,
    MAX_WORTHS,
    MAX_ZONES,
    MOST_CARDS,
    MOST_KNOWN,
    NOBODY,
    SEAT,
    STATE,
    TABLE,
    Fold,
    Moment,
    Op,
    Owner,
    Sight,
    Who,
)
from balance.games.described.table.decisions import Decisions, decisions_of
from balance.games.described.table.flows import (
    gift_zone,
    groups_of,
    is_onto_a_pile,
    kinds_of,
    moves_of,
    sheets_in,
    takes_its_card,
    taking_of,
    taking_text,
)
from balance.games.described.table.numbering import Numbering, by_players, numbering, words_of
from balance.games.described.table.objectives import Objectives, cards_alone, objectives_of
from balance.games.described.table.prices import Price, price_text, prices_of
from balance.games.described.table.program import Program
from balance.games.described.table.prospects import circuits, prospects
from balance.games.described.table.sets import fixed_value

RANDOM = "random"  # the set-up that is drawn for every game
ASSIGNED = "assigned"  # how objectives are kept: one of those dealt, drawn at random
_MOST_IN_A_SET = 62
_TOO_LARGE = 1 << 31  # for `worths`


@dataclass(frozen=True)
class DescribedTable(GameTable):
    """A table, and what narration needs of its program."""

    description: Description | None = None
    asked: Mapping[int, Line] = field(default_factory=dict)  # by row, the line that asks a player
    words: Mapping[int, str] = field(default_factory=dict)  # by the number that stands for each
    places: tuple[tuple[int, Place], ...] = ()  # of lines, with the rows where they begin

    @cached_property
    def digest(self) -> str:
        """A digest of its numbers, and of the functions that its lines call."""
        assert self.description is not None
        return digest_of(self.array) + self.description.calls.digest

    def why_endless(self, state: State) -> str:
        """Return where lines went on without a choice; nothing if they did not."""
        if state.stuck == 0:
            return ""
        number = max(bisect(self.places, int(state.stuck), key=itemgetter(0)) - 1, 0)
        return (
            f"{self.places[number][1]}: lines were carried out {MAX_IDLE:,} times, from here on or "
            "before it, without a choice of a player; something must end it"
        )


def build(
    description: Description,
    players: int,
    options: Mapping[str, Any],
    usual: Decisions | None = None,
) -> DescribedTable:
    """Return the table of a game for a number of players.

    `options` have other values of the named numbers; by seat what is added to what players start
    with, such as ``{"target": 50, "extra_coins": (0, 1)}``; a `setup` by name, and by sheet the ids
    of the cards in play; and whether `objectives` are ``"assigned"``.  `usual` are the decisions of
    the game without changed cells, for which its networks are.

    Raises
    ------
    CardError
        If the game has more of something than a table has room for, a number in a set is too large,
        or a set-up or a card of one is not known.
    """
    of = numbering(description, players)
    named = {name: options.get(name, value) for name, value in of.named.items()}
    of = replace(of, named=named)
    _check_sizes(description, of)
    tables = np.zeros(1, TABLE)
    table = tables[0]
    table.num_seats = players
    place = description.players.index(players)
    _write_cards(table, description, of, place)
    _leave_out(table, description, of, options)
    _write_zones(table, description, players)
    _write_features(table, description)
    for count, rows, own in (
        ("num_numbers", table.numbers, description.each_player),
        ("num_shared", table.shared, description.shared),
    ):
        table[count] = len(own)
        for row, number in enumerate(own.values()):
            _write_number(rows[row], number, place)
    for name, row in of.numbers.items():
        for seat, more in enumerate(options.get(f"extra_{name}", ())[:players]):
            table.extra[seat, row] = more
    table.secret_dice = of.numbers.get(COUNT, NOBODY)
    table.most_secret = len(dice_of(of.numbers, Owner.YOU))
    table.is_common = int(description.is_common)
    program = _write_program(table, description, of)
    decisions_of(description).write(table, of, program.asked, usual or decisions_of(description))
    prices = prices_of(description)
    for card, price in prices.items():
        table.price[of.kinds[card]] = of.columns[price.column]
    gifts = gift_zone(description)
    table.gifts = of.zones[gifts] if gifts else NOBODY
    objectives = objectives_of(description)
    _write_objectives(table, description, of, objectives, options)
    pieces = tuple(_piece(description, card, prices.get(card.id)) for card in description.cards)
    num_cards = len(cards_alone(description))
    notes: tuple[str, ...] = (description.summary,) if description.summary else ()
    notes += (*_mixed_notes(description), *_open_notes(table, description))
    notes += (*_unreached_notes(description), *_left_at_once_notes(description))
    if description.unused_columns:
        notes += (f"Not read: {in_a_row(description.unused_columns, 'and')}.",)
    return DescribedTable(
        tables, players, cards=pieces[:num_cards], objectives=pieces[num_cards:], notes=notes,
        kinds=of.kinds,
        visible=visible_bytes(table, description), description=description, asked=program.asked,
        card_texts=(
            *written(description),
            *filter(None, [price_text(description, prices)]),
            *([objectives.text] if objectives else []),
            *(f"Set-up {name}: {setup_text(setup)}." for name, setup in description.setups.items()),
        ),
        taking=taking_text(description),
        words={number: word for word, number in of.words.items()},
        places=tuple(program.places),
        rival="game" if description.is_common else "", is_common=description.is_common,
    )  # fmt: skip


def _piece(description: Description, card: Card, price: Price | None) -> Piece:
    kind, note = card.sheet.removesuffix("s"), _note(description, card.cells)
    if price is None:
        return Piece(card.id, card.name, kind, note)
    return Piece(card.id, card.name, kind, note, int(card.cells[price.column]), price.good)


def _mixed_notes(description: Description) -> Iterator[str]:
    """Yield a sentence on each column of words that has numbers too."""
    read = {name for card in description.cards for name in card.cells} - description.uses.keys()
    for column in sorted(read - description.number_columns - description.unread - {"id"}):
        number, other = mixed(description.cards, column)
        if number is not None and other is not None:
            yield (
                f"The column {column} has numbers, but also {other.cells[column]!r} of "
                f"{other.id}: all of them are words, with which no line computes."
            )


def _open_notes(table: Any, description: Description) -> Iterator[str]:
    """Yield a sentence on each zone whose cards its owner alone sees, but all can work out."""
    for row, zone in zip(table.zones, description.zones.values(), strict=False):
        sources = {one.name for one, two in moves_of(description) if two.name == zone.name}
        if zone.sight == Sight.OWNER and sources and table.common[row.place] == NOBODY:
            yield (
                f"All players know the cards in {zone.name}: they come from "
                f"{in_a_row(sorted(sources), 'and')}, where all see what comes and goes; if they "
                "are to be hidden, that zone needs seen_by = 'nobody'."
            )


def _unreached_notes(description: Description) -> Iterator[str]:
    """Yield a sentence on each line after one that leaves the lines in which it stands."""
    blocks = [block for line in description.all_lines for block in (line.block, line.otherwise)]
    for block in (*description.blocks(), *blocks):
        for line, following in pairwise(block or ()):
            if line.what in LEAVING:
                yield (
                    f"{following.place}: this is never carried out, as it stands after "
                    f"{line.what.replace('_', ' ')!r} and belongs to the same lines; write it "
                    "before that, or on a line of its own."
                )


def _left_at_once_notes(description: Description) -> Iterator[str]:
    """Yield a sentence on each line for all players, or all times, that leaves at the first one."""
    for line in description.all_lines:
        is_once = line.what not in SEVERAL_TIMES or line.parts[0] is Who.FIRST_BEST
        if not is_once and line.block and line.block[-1].what in LEAVING:
            last, head = line.block[-1], head_text(line)
            said = last.what.replace("_", " ")
            yield (
                f"{last.place}: {said!r} is carried out the first time already, as it belongs to "
                f"{head!r}: nothing is done for the others; write it on a line of its own below, "
                f"or write 'do NAME; {said}' and what comes before it in a step of that NAME."
            )


def _check_sizes(description: Description, of: Numbering) -> None:
    copies = sum(max(card.copies) for card in description.cards)
    for what, count, most in (
        ("cards on its sheets", len(description.cards), MAX_KINDS),
        ("copies of cards", copies, MOST_CARDS),
        ("zones", len(description.zones), MAX_ZONES),
        ("numbers of each player", len(description.each_player), MAX_NUMBERS),
        ("shared numbers", len(description.shared), MAX_SHARED),
        ("columns that lines read", len(of.columns), MAX_COLUMNS),
        ("columns with lines", len(of.uses), MAX_USED),
        ("endings", len(description.endings), MAX_ENDINGS),
        ("functions that lines call", len(description.calls.functions), MAX_CALLED),
        ("parts of a score", len(description.score), MAX_PARTS),
        ("ties", len(description.ties), MAX_TIES),
        (
            "things that lie on the cards of a zone",
            max((len(zone.counters) for zone in description.zones.values()), default=0),
            MAX_COUNTERS,
        ),
    ):
        if count > most:
            raise CardError(
                f"{description.name}: it has {count} {what}; at most {most} are possible"
            )


def _write_cards(table: Any, description: Description, of: Numbering, place: int) -> None:
    table.num_kinds = len(description.cards)
    table.price[:] = NOBODY
    taking = taking_of(description)
    for kind, card in enumerate(description.cards):
        table.copies[kind] = by_players(card.copies, place)
        table.can_be_taken[kind] = taking[card.sheet]
        for column, number in of.columns.items():
            cell = card.cells.get(column, "")
            table.attributes[kind, number] = _attribute(description, of, column, cell, card)


def setup_text(setup: Mapping[str, Sequence[str]]) -> str:
    """Return how many cards of each sheet are in play."""
    return ", ".join(f"{len(cards)} {sheet}" for sheet, cards in setup.items()) or "all cards"


def _leave_out(
    table: Any, description: Description, of: Numbering, options: Mapping[str, Any]
) -> None:
    """Leave cards out of the game that its set-up does not name; the first set-up is usual.

    With the set-up `RANDOM` each game draws which cards are in play.
    """
    usual = next(iter(description.setups), "")
    named = options.get("setup", usual)
    if named == RANDOM:
        for sheet, draw in description.draw.items():
            for group in draw.groups(description.sheets[sheet]).values():
                table.num_groups += 1
                table.drawn[table.num_groups] = draw.count
                for card in group:
                    table.group[of.kinds[card]] = table.num_groups
        return
    if named and named not in description.setups:
        raise CardError(
            f"{description.name}: there is no set-up {named!r}: "
            f"{did_you_mean(named, tuple(description.setups))}"
        )
    setup = description.setups.get(named, {})
    for sheet in description.sheets:
        in_play = options.get(sheet, setup.get(sheet))
        if not isinstance(in_play, tuple):  # a number may have the name of a sheet
            continue
        ids = tuple(card.id for card in description.sheets[sheet])
        for card in in_play:
            if card not in ids:
                raise CardError(f"{sheet}: there is no card {card!r}: {did_you_mean(card, ids)}")
        for card in ids:
            if card not in in_play:
                table.copies[of.kinds[card]] = 0


def _write_objectives(
    table: Any, description: Description, of: Numbering, found: Objectives | None,
    options: Mapping[str, Any],
) -> None:  # fmt: skip
    row = table.objectives
    row.kept_in = row.offered_in = NOBODY
    if found is not None:
        row.kept_in = of.zones[found.kept_in]
        row.offered_in = of.zones[found.offered_in] if found.offered_in else NOBODY
        row.first_kind = kinds_of(description, [found.sheet]).start
        row.part = list(description.score).index(found.part)
        row.by_lot = int(options.get("objectives") == ASSIGNED)


def _attribute(description: Description, of: Numbering, column: str, cell: str, card: Card) -> int:
    """Return a cell as a number: itself, that of a word, or a set as bits."""
    is_number = column in description.number_columns
    if column not in description.set_columns:
        if is_number:
            return int(cell or 0)
        words = words_of(cell)
        return of.words[words[0]] if words else 0
    if is_number:
        members = [int(part) for part in cell.split("/") if part.strip()]
    else:
        members = [of.bits[column][word] for word in words_of(cell)]
    if not all(0 <= member <= _MOST_IN_A_SET for member in members):
        raise card.row.error(
            column, f"a set has numbers from 0 to {_MOST_IN_A_SET}, or as many different words"
        )
    return sum(1 << member for member in set(members))


def _write_zones(table: Any, description: Description, players: int) -> None:
    held = sheets_in(description)
    place_of: dict[tuple[str, int], int] = {}
    places, cells, streams = 0, 0, 1
    table.num_zones = len(description.zones)
    for number, zone in enumerate(description.zones.values()):
        row, seats = table.zones[number], players if zone.per_player else 1
        kinds = kinds_of(description, held[zone.name])
        row.place, row.per_player, row.cell = places, int(zone.per_player), cells
        row.first_kind, row.num_kinds = kinds.start, len(kinds)
        row.stream = streams
        row.refill = list(description.zones).index(zone.refill) if zone.refill else NOBODY
        row.counted = int(zone.counted)
        if zone.starts_with:
            start = kinds_of(description, [zone.starts_with])
            row.first_start, row.num_start = start.start, len(start)
        size = _write_order(row, zone, description, held[zone.name], players)
        if places + seats > MAX_PLACES or cells + seats * (row.num_kinds + size) > MAX_CELLS:
            raise CardError(
                f"{description.name}: too many cards in too many zones for a table: {zone.name} "
                f"does not fit; at most {MAX_CELLS} counts of a card in a zone are possible"
            )
        for seat in range(seats):
            place_of[zone.name, seat] = places + seat
            table.zone_of[places + seat] = number
            table.seen_by[places + seat] = seat if zone.sight == Sight.OWNER else NOBODY
        places += seats
        cells += seats * row.num_kinds
        row.order = cells if zone.is_ordered else 0
        cells += seats * size
        streams += seats
    if streams > MAX_STREAMS:
        streams = _fewer_streams(table, description, players)
    if streams > MAX_STREAMS:
        raise CardError(
            f"{description.name}: cards are drawn at random from more than {MAX_STREAMS} zones"
        )
    table.num_places = places
    for row, zone in zip(table.zones, description.zones.values(), strict=False):
        row.num_counters = len(zone.counters)
        if zone.counters:
            row.counters = cells
            cells += (players if zone.per_player else 1) * len(zone.counters) * row.num_kinds
    _write_common(table, description, players, place_of, cells)


def _write_order(
    row: Any, zone: Zone, description: Description, sheets: Sequence[str], players: int
) -> int:
    """Write how many cells the order of a zone has for each player, and return it."""
    if not zone.is_ordered:
        return 0
    place = description.players.index(players)
    cards = sum(
        by_players(card.copies, place) for sheet in sheets for card in description.sheets[sheet]
    )
    if cards > MAX_IN_ORDER:
        raise CardError(
            f"{description.name}: {cards} cards can be in {zone.name}; at most {MAX_IN_ORDER} are "
            "possible in a zone with order = 'kept'"
        )
    row.knowers = 0 if zone.sight == Sight.ALL else players
    # What lies above, below and between; what is known of it; the cards, and gifts of experiments.
    row.order_size = 2 + row.num_kinds + row.knowers * MOST_KNOWN + cards + players
    return int(row.order_size)


def _write_common(
    table: Any,
    description: Description,
    players: int,
    place_of: Mapping[tuple[str, int], int],
    cells: int,
) -> None:
    """Give a common count to places between which cards move unseen; see `groups_of`."""
    table.common[:] = NOBODY
    looked_at = {
        line.parts[0].name
        for line in description.all_lines
        if line.what == "look" and description.zones[line.parts[0].name].sight != Sight.ALL
    }
    groups: dict[int, list[int]] = {}
    for place, group in groups_of(description, players).items():
        groups.setdefault(group, []).append(place_of[place])
    for joined in groups.values():
        names = {name for name, place in place_of.items() if place in joined}
        if len(joined) == 1 and not {name for name, _ in names} & looked_at:
            continue  # what is in it can be known from what came and went
        zones = [table.zones[table.zone_of[place]] for place in joined]
        first = min(zone.first_kind for zone in zones)
        last = max(zone.first_kind + zone.num_kinds for zone in zones)
        if cells + last - first > MAX_CELLS:
            raise CardError(
                f"{description.name}: too many hidden cards for a table; at most {MAX_CELLS} "
                "counts of a card in a zone are possible"
            )
        for number in joined:
            table.common[number] = cells - first
        cells += last - first
    table.num_cells = cells
    if cells > MAX_CELLS:
        raise CardError(
            f"{description.name}: too much can lie on too many cards for a table; at most "
            f"{MAX_CELLS} counts are possible"
        )


def visible_bytes(table: Any, description: Description) -> NDArray[np.uint8]:
    """Return which bytes of a state each seat may see: 255 or 0, shape (MAX_SEATS, bytes).

    A place that no card enters or leaves unseen is not covered: what is in it can be known.
    """
    fields: Any = STATE.fields
    seen = np.full((MAX_SEATS, STATE.itemsize), 255, np.uint8)
    for name in (*ENGINE_HIDDEN, "lay"):  # which tells what others chose from
        kind, offset = fields[name][:2]
        seen[:, offset : offset + kind.itemsize] = 0
    for place in range(table.num_places):
        zone = table.zones[table.zone_of[place]]
        start = fields["cards"][1] + zone.cell + (place - zone.place) * zone.num_kinds
        if table.common[place] != NOBODY:
            for seat in range(MAX_SEATS):
                if table.seen_by[place] != seat:
                    seen[seat, start : start + zone.num_kinds] = 0
                    if zone.order:
                        seen[seat] &= _seen_of_pile(zone, place, seat)
    own: Any = SEAT.fields
    for owner in range(MAX_SEATS):
        start = fields["seats"][1] + owner * SEAT.itemsize + own["dealt"][1]
        seen[:, start : start + own["dealt"][0].itemsize] = 0
    numbers = own["numbers"]
    for row, number in enumerate(description.each_player.values()):
        for owner in range(MAX_SEATS if number.is_secret else 0):
            start = fields["seats"][1] + owner * SEAT.itemsize + numbers[1] + 4 * row
            seen[np.arange(MAX_SEATS) != owner, start : start + 4] = 0
    return seen


def _seen_of_pile(zone: Any, place: int, seat: int) -> NDArray[np.uint8]:
    """Return which bytes of a state are none of a pile, or say what a seat knows of it."""
    fields: Any = STATE.fields
    seen = np.full(STATE.itemsize, 255, np.uint8)
    start = fields["cards"][1] + zone.order + (place - zone.place) * zone.order_size
    known = start + 2 + zone.num_kinds + seat * MOST_KNOWN
    seen[start : start + zone.order_size] = 0
    seen[known : known + MOST_KNOWN] = 255
    return seen


def _fewer_streams(table: Any, description: Description, players: int) -> int:
    """Give streams to zones alone from which cards are drawn; return how many there are."""
    drawn = {
        line.parts[0].name
        for line in description.all_lines
        if line.what in {"draw", "fill", "look"} or is_onto_a_pile(description, line)
    } | set(description.calls.zones)
    if objectives := objectives_of(description):
        drawn.add(objectives.offered_in)  # where they are assigned
    streams = 1
    for number, zone in enumerate(description.zones.values()):
        if zone.name in drawn:
            table.zones[number].stream = streams
            streams += players if zone.per_player else 1
        else:
            table.zones[number].stream = 0
    return streams


def _write_number(row: Any, number: Number, place: int) -> None:
    row.least, row.most = number.least, number.most
    row.start = min(max(by_players(number.start, place), number.least), number.most)


def _write_program(table: Any, description: Description, of: Numbering) -> Program:
    at_once = any(ending.moment == Moment.AT_ONCE for ending in description.endings)
    counts = not any(zone.counted for zone in description.zones.values())
    program = Program(of, at_once, counts)
    for name, key in (
        ("setup", "setup"), ("round", "round_begin"), ("turn", "turn"), ("round_end", "round_end"),
    ):  # fmt: skip
        if name in description.lines:
            table[key] = program.block(description.lines[name])
    for name, lines in description.steps.items():
        program.steps[name] = program.block(lines)
    for column, by_card in description.uses.items():
        for card, lines in by_card.items():
            table.uses[of.kinds[card], of.uses[column]] = program.block(lines)
    program.link()
    table.num_parts, table.num_ties = len(description.score), len(description.ties)
    table.num_endings = len(description.endings)
    for number, ending in enumerate(description.endings):
        table.endings[number].moment = ending.moment
        table.endings[number].test = program.value(ending.test)
        table.endings[number].wins = 0 if ending.wins is None else 2 - ending.wins
    for number, value in enumerate(description.score.values()):
        table.parts[number] = program.value(value)
    for number, value in enumerate(prospects(description).values()):
        table.prospects[number] = program.value(value)
    for number, value in enumerate(description.ties):
        table.ties[number] = program.value(value)
    for number, row in enumerate(program.written()):
        table.code[number] = row
    for number, line in program.asked.items():
        table.code[number].then = takes_its_card(description, line)
    for where, number in program.sets.items():
        for kind, card in enumerate(table.attributes[: table.num_kinds].tolist()):
            if where is None or fixed_value(where, of, card):
                table.sets[number, kind // 64] |= np.uint64(1 << kind % 64)
    _write_worths(table, len(program.rows))
    return program


def _write_worths(table: Any, num_rows: int) -> None:
    """Write of each sum of cards what a copy of each kind in the zone adds, and where that is."""
    bits = table.sets.view(np.uint8).reshape(len(table.sets), -1)
    members = np.unpackbits(bits, axis=1, bitorder="little")
    places: dict[bytes, int] = {}
    used = 0
    for row in table.code[:num_rows]:
        if row.op != Op.FOLD_CARDS:
            continue
        zone = table.zones[row.a]
        kinds = slice(zone.first_kind, zone.first_kind + zone.num_kinds)
        each = table.attributes[kinds, row.d] if row.c == Fold.TOTAL else 1
        worths = members[row.e, kinds] * each
        is_sum = row.c in {Fold.COPIES, Fold.TOTAL} and abs(worths).max(initial=0) < _TOO_LARGE
        key = worths.tobytes()
        if is_sum and key not in places and used + len(worths) <= MAX_WORTHS:
            places[key] = used
            table.worths[used : used + len(worths)] = worths
            used += len(worths)
        row.f = places.get(key, NOBODY) if is_sum else NOBODY


def _write_features(table: Any, description: Description) -> None:
    """Write the places of cards among the numbers that a position is valued by."""
    rows = dict(zip(description.zones, table.zones, strict=False))
    count = 1 + len(description.each_player) + len(description.shared) + len(description.zones)
    for zones, kinds in circuits(description):
        for name in zones:
            rows[name].feature = count - kinds.start
        count += len(kinds)
    for zone in description.zones.values():
        if zone.per_player:
            table.has_counters |= bool(zone.counters)
            rows[zone.name].counter_feature = count
            count += len(zone.counters)
    if count > MAX_FEATURES:
        raise CardError(
            f"{description.name}: too many different cards in too many zones of a player: "
            f"{count} counts; at most {MAX_FEATURES} are possible"
        )
    table.num_features = count


def _note(description: Description, cells: Mapping[str, str]) -> str:
    """Return what a card has in the columns that are read, in a few words."""
    return ", ".join(
        f"{column} {cell}"
        for column, cell in cells.items()
        if cell and column not in description.unread and column != "id"
    )
