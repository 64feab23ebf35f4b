"""Which stacks lie in the grid: a set-up, or what the options name in its place (V2, V15, V17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from balance.errors import CardError, ScenarioError
from balance.games.valeria.layout import NUM_COLUMNS, NUM_SLOTS
from balance.games.valeria.sheets.box import Box, CitizenCard, DomainCard, EventCard, MonsterCard
from balance.games.valeria.sheets.setups import RandomSetUp, SetUp
from balance.games.valeria.table.options import RANDOM, Options

NUMBERS = ((1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,), (9, 10), (11, 12))  # V2.5


@dataclass(frozen=True)
class Grid:
    """The cards that the grid is made of: as many as it holds, or more to draw from.

    Attributes
    ----------
    setup : SetUp or None
        What it was begun from; None is a random one.
    areas : tuple of str
        From left to right (V2.4).
    monsters : tuple of tuple of MonsterCard
        The stack of each area, the top first (V2.3).
    slots : tuple of tuple of CitizenCard
        For each of the ten numbers (V2.5).
    removed, forced : tuple of DomainCard
        What stays in the box (V2.6), and what is always dealt.
    events : tuple of EventCard
        None without Monster Events (V14.2).
    """

    setup: SetUp | None
    areas: tuple[str, ...]
    monsters: tuple[tuple[MonsterCard, ...], ...]
    slots: tuple[tuple[CitizenCard, ...], ...]
    removed: tuple[DomainCard, ...]
    forced: tuple[DomainCard, ...]
    events: tuple[EventCard, ...]


def choose_grid(box: Box, options: Options, num_seats: int) -> Grid:
    """Return the grid that the options ask for.

    Raises
    ------
    CardError
        If the sheets do not give what a random set-up draws from.
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
            copies = dict(setup.monster_stacks[area])
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
        slots[slot_of(card)].append(card)
    missing = ["/".join(map(str, NUMBERS[place])) for place, cards in enumerate(slots) if not cards]
    if missing:
        raise ScenarioError(
            f"[table] citizens: {len(chosen)} Citizens, but it takes one for each of the "
            f"{NUM_SLOTS} activation numbers (V2.5); none for {', '.join(missing)}"
        )
    return tuple(map(tuple, slots))


def slot_of(card: CitizenCard) -> int:
    """Return the place of a Citizen among the ten numbers: that of its lowest number (V2.5)."""
    return next(place for place, numbers in enumerate(NUMBERS) if card.numbers[0] in numbers)


def _removed(options: Options, start: SetUp | RandomSetUp) -> Sequence[str]:
    return start.remove_domains if options.remove_domains is None else options.remove_domains


def _domains(box: Box, key: str, names: Sequence[str]) -> tuple[DomainCard, ...]:
    """Return Domains by name (V2.6)."""
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


def notes_on(grid: Grid, options: Options, num_seats: int) -> tuple[str, ...]:
    """Say in sentences what lies on the table, and what is not as printed."""
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
        notes.append("Each player gets one of the two Dukes dealt by lot.")
    if options.dukes == "none":
        notes.append("No Dukes: all score icons, leftovers and majorities.")
    if num_seats == 1:
        harder = [
            text
            for wanted, text in (
                (options.solo_sum_attacks, "the sum of the dice attacks too"),
                (options.solo_exhausted_attacks, "columns without Monsters are attacked too"),
            )
            if wanted
        ]
        notes.append(f"Solo against the Dark Lord{': ' if harder else ''}{', '.join(harder)}.")
    changed = options.rulings.model_dump(exclude_defaults=True)
    if changed:
        words = ", ".join(f"{name} = {str(value).lower()}" for name, value in changed.items())
        notes.append(f"Rulings changed: {words}.")
    return tuple(notes)


def _title(grid: Grid, options: Options) -> str:
    own = options.areas or options.citizens or options.force_domains
    if grid.setup is None:
        return "A set-up drawn anew for every deal" + (" from what is named" if own else "")
    named = f"{grid.setup.name} ({grid.setup.id})"
    if own or options.remove_domains is not None:
        return f"A set-up of its own, begun from {named}"
    return f"Set-up {named}"


def _either(slot: Sequence[CitizenCard]) -> str:
    return " or ".join(card.name for card in slot)


def _names(cards: Sequence[DomainCard | EventCard]) -> str:
    return ", ".join(card.name for card in cards)


def _named(key: str, name: str, known: Mapping[str, Any], more: Sequence[str] = ()) -> Any:
    """Return what is known by that name; what is not is the user's to mend."""
    if name in known:
        return known[name]
    there = (*known, *more)
    close = get_close_matches(name, there, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(there)}"
    raise ScenarioError(f"[table] {key}: there is no {name!r}; {hint}")
