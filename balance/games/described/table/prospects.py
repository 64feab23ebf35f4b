"""What a position promises: cards on their way to where they count, and places where they stay."""

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from balance.games.described.language.tree import Description, Value, Whose, follows
from balance.games.described.layout import Owner
from balance.games.described.table.flows import kinds_of, moves_of, sheets_in

_JOINED = {"copies": "add", "total": "add", "kinds": "larger", "most": "larger"}


@follows
def prospects(description: Description) -> dict[str, Value]:
    """Return the parts of the score with the cards that will come where it counts them.

    These are the cards in a player's own zones from which lines move all to a zone that the score
    reads: a bot sees then what a card is worth when it is taken, not at the next count.
    """
    own = {name for name, zone in description.zones.items() if zone.per_player}
    read = {
        zone.name
        for value in description.score.values() for inner in value.inner()
        for zone in inner.parts if isinstance(zone, Whose)
    }  # fmt: skip
    on_the_way = {
        (line.parts[0].name, line.parts[1].name)
        for line in description.all_lines
        if line.what == "move_all" and line.parts[0].owner == line.parts[1].owner == Owner.YOU
    }
    sources: dict[str, tuple[str, ...]] = {}
    for zone in read & own:
        found = {zone}
        while more := {one for one, two in on_the_way if two in found} - found - read:
            found |= more
        sources[zone] = tuple(sorted(found - {zone}))
    return {part: _with_sources(value, sources) for part, value in description.score.items()}


def _with_sources(value: Value, sources: Mapping[str, tuple[str, ...]]) -> Value:
    place, join = 0, "add"
    if value.what == "cards":
        place, join = 1, _JOINED.get(value.parts[0], "")
    if value.what not in {"size", "cards"} or not join:
        return replace(value, parts=tuple(_part(part, sources) for part in value.parts))
    zone = value.parts[place]
    each = [
        replace(value, parts=(*value.parts[:place], zone._replace(name=name),
                              *value.parts[place + 1 :]))
        for name in (zone.name, *sources.get(zone.name, ()))
    ]  # fmt: skip
    return reduce(lambda one, two: Value(join, (one, two)), each)


def _part(part: Any, sources: Mapping[str, tuple[str, ...]]) -> Any:
    return _with_sources(part, sources) if isinstance(part, Value) else part


@follows
def circuits(description: Description) -> list[tuple[list[str], range]]:
    """Return the zones of a player in groups in which cards come round again, with their cards.

    A deck, a hand and a discard pile are one group: a bot values a card in all of them alike.  A
    card that is played once and for all is worth something else afterwards.

    Returns
    -------
    list of tuple of list of str and range
        The zones of each group, and from which to which card of all sheets can be there.
    """
    held = sheets_in(description)
    reached = {name: {name} for name, zone in description.zones.items() if zone.per_player}
    moves = [
        (one.name, two.name)
        for one, two in moves_of(description)
        if one.name in reached and two.name in reached
    ]
    while any(not reached[two] <= reached[one] for one, two in moves):
        for one, two in moves:
            reached[one] |= reached[two]
    groups: dict[frozenset[str], list[str]] = {}
    for name, others in reached.items():
        round_again = frozenset(other for other in others if name in reached[other])
        groups.setdefault(round_again, []).append(name)
    return [(zones, kinds_of(description, held[zones[0]])) for zones in groups.values()]


@follows
def feature_names(description: Description) -> list[str]:
    """Return the names of what a position is valued by: the score, then what a player has.

    These are numbers, shared ones, cards in each zone, each card in each group of zones, and what
    lies on cards.
    """
    return [
        "score",
        *description.each_player,
        *description.shared,
        *(f"in_{name}" for name in description.zones),
        *(
            f"{zones[0]}_{description.cards[kind].id}"
            for zones, kinds in circuits(description)
            for kind in kinds
        ),
        *(
            f"{counter}_in_{zone.name}"
            for zone in description.zones.values() if zone.per_player
            for counter in zone.counters
        ),
    ]  # fmt: skip
