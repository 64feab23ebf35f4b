"""What the grid is laid out from: the stacks of a table, or pools to draw them from (V2, V14)."""

from collections.abc import Mapping
from typing import Any

from balance.errors import CardError, ScenarioError
from balance.games.valeria.layout import (
    MAX_AREAS,
    MAX_CARDS,
    MAX_EVENTS,
    MAX_HEIGHT,
    MAX_IN_SLOT,
    MAX_POWERS,
    NUM_COLUMNS,
)
from balance.games.valeria.sheets.box import Box
from balance.games.valeria.table.grid import Grid


def write_piles(table: Any, grid: Grid, box: Box, rows: Mapping[str, int]) -> None:
    """Write all that the cards of the grid come from.

    Parameters
    ----------
    table : record of TABLE
        Its numbers are there already.
    grid : Grid
    box : Box
    rows : mapping of str to int
        The row of each card.

    Raises
    ------
    CardError, ScenarioError
        If there are too few or too many of them.
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
