"""The cards of the grid: chosen by set-up and options, and written into the table (V2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from balance.errors import CardError, ScenarioError
from balance.games.valeria.layout import (
    MAX_AREAS,
    MAX_CARDS,
    MAX_EVENTS,
    MAX_HEIGHT,
    MAX_IN_SLOT,
    MAX_POWERS,
    MAX_PRICE,
    NUM_COLUMNS,
    NUM_SLOTS,
)
from balance.games.valeria.sheets.box import Box, CitizenCard, DomainCard, EventCard, MonsterCard
from balance.games.valeria.sheets.setups import RandomSetUp, SetUp
from balance.games.valeria.table.options import RANDOM, Options

NUMBERS = ((1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,), (9, 10), (11, 12))  # V2.5


@dataclass(frozen=True)
class Grid:
    """The cards of the grid: as many as it holds, or more, to be drawn from for every deal."""

    setup: SetUp | None  # what the options change; None is the random set-up
    areas: tuple[str, ...]  # from left to right (V2.4)
    monsters: tuple[tuple[MonsterCard, ...], ...]  # the stack of each area, the top first (V2.3)
    slots: tuple[tuple[CitizenCard, ...], ...]  # for each of the ten numbers (V2.5)
    removed: tuple[DomainCard, ...]  # they stay in the box (V2.6)
    forced: tuple[DomainCard, ...]  # they are always dealt
    events: tuple[EventCard, ...]  # empty without Monster Events (V14.2)


def choose_grid(box: Box, options: Options, num_seats: int) -> Grid:
    """Return the cards of the grid for these options.

    Raises
    ------
    CardError
        If the random set-up of the sheets does not fit the grid.
    ScenarioError
        If the options name what is not in the box, or do not fill the grid.
    """
    setup = None
    if options.setup != RANDOM:
        setup = _named("setup", options.setup, box.setups_by_id, (RANDOM,))
        if num_seats not in setup.players:
            meant = ", ".join(map(str, setup.players))
            raise ScenarioError(f"[table] setup: {setup.id} is meant for {meant} players")
    elif box.random_setup.areas_count != NUM_COLUMNS or box.random_setup.citizens_per_number != 1:
        raise CardError(
            f"setups.toml, random_setup: areas_count must be {NUM_COLUMNS} and "
            "citizens_per_number 1 (V2.1, V2.5)"
        )
    areas = _areas(box, options, setup or box.random_setup, num_seats)
    removed = _domains(box, "remove_domains", _removed(options, setup or box.random_setup))
    forced = _domains(box, "force_domains", options.force_domains)
    for card in forced:
        if card in removed:
            raise ScenarioError(
                f"[table] force_domains: {card.id} is among the Domains that are removed"
            )
    return Grid(
        setup=setup,
        areas=areas,
        monsters=tuple(_monster_stack(box, options, setup, area, num_seats) for area in areas),
        slots=_slots(box, options, setup),
        removed=removed,
        forced=forced,
        events=_events(box, options, num_seats),
    )


def _areas(
    box: Box, options: Options, start: SetUp | RandomSetUp, num_seats: int
) -> tuple[str, ...]:
    """Return the areas from left to right (V2.1, V2.4)."""
    setup = start if isinstance(start, SetUp) else None
    if options.areas is not None:
        names = options.areas
    else:
        names = start.areas if isinstance(start, SetUp) else start.areas_from
    known = {area: area for area in box.areas}
    chosen = {_named("areas", area, known) for area in names}
    if len(chosen) < NUM_COLUMNS:
        raise ScenarioError(
            f"[table] areas: {len(chosen)} different areas, but the grid has "
            f"{NUM_COLUMNS} Monster stacks (V2.1)"
        )

    def strength(area: str) -> tuple[int, int, int]:
        top = _monster_stack(box, options, setup, area, num_seats)[0]
        return top.strength, top.magic, box.areas.index(area)  # R20

    return tuple(sorted(chosen, key=strength))


def _monster_stack(
    box: Box, options: Options, setup: SetUp | None, area: str, num_seats: int
) -> tuple[MonsterCard, ...]:
    """Return the Monsters of an area, top first (V2.2, V2.3)."""
    cards = sorted(
        (card for card in box.monsters if card.area == area), key=lambda card: card.strength
    )
    first = options.edition == "first"
    copies = {card.id: card.count for card in cards}
    if num_seats < 5:
        copies = {c.id: c.count - (c.extra_first if first else c.extra_second) for c in cards}
        if setup and setup.edition == options.edition and area in setup.monster_stacks:
            there = {card.id for card in cards if card.count}
            copies = {name: n for name, n in setup.monster_stacks[area] if name in there}
    stack = tuple(card for card in cards for _ in range(copies.get(card.id, 0)))
    if not stack:
        raise ScenarioError(f"[table] areas: no Monster of {area} is in the game (V2.2)")
    return stack


def _slots(box: Box, options: Options, setup: SetUp | None) -> tuple[tuple[CitizenCard, ...], ...]:
    """Return the Citizens for each number (V2.5, V15.1)."""
    known = {card.id: card for card in box.citizens}
    if options.citizens is not None:
        chosen = [_named("citizens", name, known) for name in dict.fromkeys(options.citizens)]
    elif options.mixed_citizens or setup is None:
        chosen = list(box.citizens)
    else:
        chosen = [known[name] for name in setup.citizens]
    slots: list[list[CitizenCard]] = [[] for _ in range(NUM_SLOTS)]
    for card in chosen:
        if card.count:
            slots[slot_of(card)].append(card)
    for card in chosen:
        if not slots[slot_of(card)]:
            raise ScenarioError(_no_copies(card, chosen, box))
    missing = ["/".join(map(str, NUMBERS[place])) for place, cards in enumerate(slots) if not cards]
    if missing:
        raise ScenarioError(
            f"[table] citizens: {len(chosen)} Citizen{'' if len(chosen) == 1 else 's'}, but it "
            f"takes one for each of the {NUM_SLOTS} activation numbers (V2.5); none for "
            f"{', '.join(missing)}"
        )
    return tuple(map(tuple, slots))


def _no_copies(card: CitizenCard, chosen: Sequence[CitizenCard], box: Box) -> str:
    """Return how a Citizen that has no copies is replaced by another of its number (V2.5)."""
    place = slot_of(card)
    number = "/".join(map(str, NUMBERS[place]))
    other = next((one for one in box.citizens if one.count and slot_of(one) == place), None)
    if other is None:
        how = (
            f"there is no other for {number}: add one to a sheet of yours, or let nobody afford "
            f"it: citizens.{card.id}.cost = {MAX_PRICE}"
        )
    else:
        names = [f'"{(other if one is card else one).id}"' for one in chosen]
        how = f"play another for {number}, as with citizens = [{', '.join(names)}] in [table]"
    return f"citizens.{card.id}.count = 0: the grid needs a Citizen for each number (V2.5); {how}"


def slot_of(card: CitizenCard) -> int:
    """Return the place of a Citizen among the ten numbers: that of its lowest number (V2.5)."""
    return next(place for place, numbers in enumerate(NUMBERS) if card.numbers[0] in numbers)


def _removed(options: Options, start: SetUp | RandomSetUp) -> Sequence[str]:
    return start.remove_domains if options.remove_domains is None else options.remove_domains


def _domains(box: Box, key: str, names: Sequence[str]) -> tuple[DomainCard, ...]:
    known = {card.id: card for card in box.domains}
    return tuple(_named(key, name, known) for name in dict.fromkeys(names))


def _events(box: Box, options: Options, num_seats: int) -> tuple[EventCard, ...]:
    """Return the events that are drawn from, one for each player (V14.2)."""
    if not options.monster_events:
        return ()
    known = {card.id: card for card in box.events if options.edition in card.editions}
    names = known if options.events is None else options.events
    events = tuple(_named("events", name, known) for name in dict.fromkeys(names))
    if sum(card.count for card in events) < num_seats:
        raise ScenarioError(
            f"[table] events: too few Monster Events ({', '.join(c.id for c in events)}): it takes "
            f"one for each of the {num_seats} players (V14.2)"
        )
    return events


def _named(key: str, name: str, known: Mapping[str, Any], more: Sequence[str] = ()) -> Any:
    """Return what has that name; raise `ScenarioError` with a hint if nothing has."""
    if name in known:
        return known[name]
    names = (*known, *more)
    close = get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names)}"
    raise ScenarioError(f"[table] {key}: there is no {name!r}; {hint}")


def write_grid(table: Any, grid: Grid, box: Box, rows: Mapping[str, int]) -> None:
    """Write the cards of the grid into a record of TABLE that has its numbers already.

    `rows` has the row of each card by its id.

    Raises
    ------
    CardError, ScenarioError
        If there are too few or too many cards.
    """
    _write_areas(table, grid, rows)
    _write_slots(table, grid, rows)
    _write_domains(table, grid, box, rows)
    _write_events(table, grid, rows)


def _write_areas(table: Any, grid: Grid, rows: Mapping[str, int]) -> None:
    """Write the Monster stacks, from which five are drawn if there are more (V2.1 - V2.4)."""
    if len(grid.areas) > MAX_AREAS:
        raise CardError(f"{len(grid.areas)} areas to draw from, at most {MAX_AREAS}")
    table.num_areas = len(grid.areas)
    for place, (area, stack) in enumerate(zip(grid.areas, grid.monsters, strict=True)):
        face = table.areas[place]
        face.height = _height(area, len(stack))
        face.stack[: len(stack)] = [rows[card.id] + 1 for card in reversed(stack)]


def _write_slots(table: Any, grid: Grid, rows: Mapping[str, int]) -> None:
    """Write the Citizens of each number: one of them is drawn, or all are mixed (V2.5, V15.1)."""
    for place, cards in enumerate(grid.slots):
        if len(cards) > MAX_IN_SLOT:
            raise CardError(f"{len(cards)} Citizens for one number, at most {MAX_IN_SLOT}")
        slot = table.slots[place]
        slot.num_cards = len(cards)
        for i, card in enumerate(cards):
            slot.cards[i] = rows[card.id]
            slot.copies[i] = card.count
            if not table.mixed:
                slot.copies[i] = _height(card.id, min(card.count, int(table.citizen_height)))
        total = sum(card.count for card in cards)
        if table.mixed and not 1 <= total <= MAX_CARDS:
            raise CardError(
                f"{total} Citizens to be mixed for one number, not 1 to {MAX_CARDS} (V15.1)"
            )


def _write_domains(table: Any, grid: Grid, box: Box, rows: Mapping[str, int]) -> None:
    """Write the Domains to be shuffled, those that are always dealt first (V2.6)."""
    free = [card for card in box.domains if card not in (*grid.removed, *grid.forced)]
    left = [*grid.forced, *free]
    deck = [rows[card.id] for card in left for _ in range(card.count)]
    needed = NUM_COLUMNS * int(table.domain_height)
    forced = sum(card.count for card in grid.forced)
    if not needed <= len(deck) <= MAX_CARDS:
        raise ScenarioError(
            f"[table] remove_domains: {len(deck)} Domains are left, but {needed} to {MAX_CARDS} "
            f"are needed for {table.num_seats} players (V2.6)"
        )
    if forced > needed:
        raise ScenarioError(
            f"[table] force_domains: {forced} Domains, but only {needed} are dealt (V2.6)"
        )
    lasting = sorted(
        sum(ability.timing != "now" for ability in card.abilities)
        for card in left
        for _ in range(card.count)
    )
    if sum(lasting[-needed:]) > MAX_POWERS:
        raise CardError(
            f"the Domains may give a player more than {MAX_POWERS} lasting abilities, "
            "the most that a table has"
        )
    table.num_forced = forced
    table.num_domains = len(deck)
    table.domains[: len(deck)] = deck


def _write_events(table: Any, grid: Grid, rows: Mapping[str, int]) -> None:
    """Write the Monster Events that are drawn from, one for each player (V14.2)."""
    deck = [rows[card.id] for card in grid.events for _ in range(card.count)]
    if len(deck) > MAX_EVENTS:
        raise CardError(f"{len(deck)} Monster Events, at most {MAX_EVENTS}")
    if deck:
        table.marks = 1
        table.num_events = table.num_seats
        table.num_event_cards = len(deck)
        table.events[: len(deck)] = deck


def _height(name: str, height: int) -> int:
    if not 1 <= height <= MAX_HEIGHT:
        raise CardError(f"the stack of {name} has {height} cards, not 1 to {MAX_HEIGHT}")
    return height


def describe_grid(grid: Grid, options: Options, num_seats: int) -> tuple[str, ...]:
    """Return sentences on the cards of the grid and on the variants played."""
    players = "1 player" if num_seats == 1 else f"{num_seats} players"
    areas = f"{NUM_COLUMNS} of " if len(grid.areas) > NUM_COLUMNS else ""
    notes = [
        f"{_title(grid, options)}, rules of the {options.edition} edition, {players}.",
        f"Areas: {areas}{', '.join(grid.areas)}.",
        f"Citizens: {', '.join(_either(slot) for slot in grid.slots)}.",
    ]
    if options.mixed_citizens:
        notes.append("Mixed Citizens: the Citizens of a number are shuffled into one stack.")
    if grid.removed:
        notes.append(f"Domains left in the box: {_names(grid.removed)}.")
    if grid.forced:
        notes.append(f"Domains always dealt: {_names(grid.forced)}.")
    if grid.events:
        drawn = f"{num_seats} of " if len(grid.events) > num_seats else ""
        notes.append(f"Monster Events: {drawn}{_names(grid.events)}.")
    if options.dukes == "assigned":
        notes.append("Each player gets one of the two Dukes dealt, at random.")
    if options.dukes == "none":
        notes.append("No Dukes: all score icons, leftovers and majorities.")
    if num_seats == 1:
        harder = ["the sum of the dice attacks too"] * options.solo_sum_attacks
        harder += ["columns without Monsters are attacked too"] * options.solo_exhausted_attacks
        notes.append(f"Solo against the Dark Lord{': ' if harder else ''}{', '.join(harder)}.")
    changed = options.rulings.model_dump(exclude_defaults=True)
    if changed:
        words = ", ".join(f"{name} = {str(value).lower()}" for name, value in changed.items())
        notes.append(f"Rulings changed: {words}.")
    return tuple(notes)


def _title(grid: Grid, options: Options) -> str:
    is_own = options.areas or options.citizens or options.force_domains
    if grid.setup is None:
        pools = " from the areas, Citizens and Domains named" if is_own else ""
        return f"A random set-up for every deal{pools}"
    named = f"{grid.setup.name} ({grid.setup.id})"
    if is_own or options.remove_domains is not None:
        return f"A changed set-up, based on {named}"
    return f"Set-up {named}"


def _either(slot: Sequence[CitizenCard]) -> str:
    return " or ".join(card.name for card in slot)


def _names(cards: Sequence[DomainCard | EventCard]) -> str:
    return ", ".join(card.name for card in cards)
