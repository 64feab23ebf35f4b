"""Which stacks lie in the grid: a set-up, or what the options name in its place (V2, V17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from balance.errors import ScenarioError
from balance.games.valeria.box import Box, CitizenCard, DomainCard, MonsterCard
from balance.games.valeria.layout import NUM_COLUMNS
from balance.games.valeria.options import Options
from balance.games.valeria.setups import SetUp

_NUMBERS = ((1,), (2,), (3,), (4,), (5,), (6,), (7,), (8,), (9, 10), (11, 12))  # V2.5


@dataclass(frozen=True)
class Grid:
    """The cards of the grid.

    Attributes
    ----------
    setup : SetUp
        What it was begun from.
    areas : tuple of str
        From left to right (V2.4).
    monsters : tuple of tuple of MonsterCard
        The stack of each area, the top first (V2.3).
    citizens : tuple of CitizenCard
        In the order of their numbers (V2.5).
    removed : tuple of DomainCard
        What stays in the box (V2.6).
    """

    setup: SetUp
    areas: tuple[str, ...]
    monsters: tuple[tuple[MonsterCard, ...], ...]
    citizens: tuple[CitizenCard, ...]
    removed: tuple[DomainCard, ...]


def choose_grid(box: Box, options: Options) -> Grid:
    """Return the grid that the options ask for.

    Raises
    ------
    ScenarioError
        If the options name what is not in the box, or do not fill the grid.
    """
    setup = _named("setup", options.setup, {s.id: s for s in box.setups})
    areas = _areas(box, options, setup)
    return Grid(
        setup=setup,
        areas=areas,
        monsters=tuple(_monster_stack(box, options, setup, area) for area in areas),
        citizens=_citizens(box, options, setup),
        removed=_removed(box, options, setup),
    )


def _areas(box: Box, options: Options, setup: SetUp) -> tuple[str, ...]:
    """Return the areas from left to right (V2.1, V2.4)."""
    known = {area: area for area in box.areas}
    chosen = {_named("areas", area, known) for area in options.areas or setup.areas}
    if len(chosen) != NUM_COLUMNS:
        raise ScenarioError(
            f"[table] areas: {len(chosen)} different areas, but the grid has "
            f"{NUM_COLUMNS} Monster stacks (V2.1)"
        )

    def strength(area: str) -> tuple[int, int, int]:
        top = _monster_stack(box, options, setup, area)[0]
        return top.strength, top.magic, box.areas.index(area)  # R20

    return tuple(sorted(chosen, key=strength))


def _monster_stack(box: Box, options: Options, setup: SetUp, area: str) -> tuple[MonsterCard, ...]:
    """Return the Monsters of an area, top first (V2.2, V2.3)."""
    cards = sorted(
        (card for card in box.monsters if card.area == area), key=lambda card: card.strength
    )
    first = options.edition == "first"
    copies = {
        card.id: card.count - (card.extra_first if first else card.extra_second) for card in cards
    }
    if setup.edition == options.edition and area in setup.monster_stacks:
        copies = dict(setup.monster_stacks[area])
    stack = tuple(card for card in cards for _ in range(copies.get(card.id, 0)))
    if not stack:
        raise ScenarioError(f"[table] areas: no Monster of {area} is in the game (V2.2)")
    return stack


def _citizens(box: Box, options: Options, setup: SetUp) -> tuple[CitizenCard, ...]:
    """Return the Citizens in the order of their numbers (V2.5)."""
    known = {card.id: card for card in box.citizens}
    chosen = [_named("citizens", name, known) for name in options.citizens or setup.citizens]
    by_numbers = {card.numbers: card for card in chosen}
    if len(chosen) != len(_NUMBERS) or set(by_numbers) != set(_NUMBERS):
        missing = ["/".join(map(str, n)) for n in _NUMBERS if n not in by_numbers]
        wanted = f"; none for {', '.join(missing)}" if missing else ""
        raise ScenarioError(
            f"[table] citizens: {len(chosen)} Citizens, but it takes one for each of the "
            f"{len(_NUMBERS)} activation numbers (V2.5){wanted}"
        )
    return tuple(by_numbers[numbers] for numbers in _NUMBERS)


def _removed(box: Box, options: Options, setup: SetUp) -> tuple[DomainCard, ...]:
    """Return the Domains that stay in the box (V2.6)."""
    known = {card.id: card for card in box.domains}
    names = setup.remove_domains if options.remove_domains is None else options.remove_domains
    return tuple(_named("remove_domains", name, known) for name in names)


def notes_on(grid: Grid, options: Options, num_seats: int) -> tuple[str, ...]:
    """Say in sentences what lies on the table, and what is not as printed."""
    named = f"Set-up {grid.setup.name} ({grid.setup.id})"
    if options.areas or options.citizens or options.remove_domains is not None:
        named = f"A set-up of its own, begun from {grid.setup.name} ({grid.setup.id})"
    notes = [
        f"{named}, rules of the {options.edition} edition, {num_seats} players.",
        f"Areas: {', '.join(grid.areas)}.",
        f"Citizens: {', '.join(card.name for card in grid.citizens)}.",
    ]
    if grid.removed:
        left = ", ".join(card.name for card in grid.removed)
        notes.append(f"Domains left in the box: {left}.")
    if options.dukes == "assigned":
        notes.append("Each player gets one of the two Dukes dealt by lot.")
    changed = options.rulings.model_dump(exclude_defaults=True)
    if changed:
        words = ", ".join(f"{name} = {str(value).lower()}" for name, value in changed.items())
        notes.append(f"Rulings changed: {words}.")
    return tuple(notes)


def _named(key: str, name: str, known: Mapping[str, Any]) -> Any:
    """Return what is known by that name; what is not is the user's to mend."""
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    raise ScenarioError(f"[table] {key}: there is no {name!r}; {hint}")
