"""Where cards can go: whose cards a zone can have, and between which zones they go unseen."""

from collections.abc import Collection, Iterator
from itertools import product

from balance.cards.effect_reader import in_a_row
from balance.games.described.language.tree import Description, Line, Whose, follows
from balance.games.described.language.verbs import KINDS
from balance.games.described.layout import Owner, Sight, Taking

CHOICES = frozenset({"choose_card", "choose_cards"})  # lines that ask for cards


@follows
def moves_of(description: Description) -> tuple[tuple[Whose, Whose], ...]:
    """Return from where to where lines move cards."""
    return tuple(_moves(description))


def _moves(description: Description) -> Iterator[tuple[Whose, Whose]]:
    for line in description.all_lines:
        if KINDS[line.what].moves:
            yield line.parts[0], line.parts[1]
        elif line.what == "pass":
            yield Whose(line.parts[0], Owner.YOU), Whose(line.parts[0], Owner.NEXT)
    # Functions may move any card from any place to any other one of the zones that they name.
    named = [
        Whose(name, Owner.ACTIVE if description.zones[name].per_player else Owner.SHARED)
        for name in description.calls.zones
    ]
    yield from product(named, named)
    for zone in description.zones.values():
        if zone.refill:
            owner = Owner.YOU if zone.per_player else Owner.SHARED
            yield Whose(zone.refill, owner), Whose(zone.name, owner)


@follows
def sheets_in(description: Description, untaken: bool = False) -> dict[str, list[str]]:
    """Return the sheets whose cards can be in each zone, in the order of the sheets.

    With `untaken`, only those that can come there without having been a player's.
    """
    held = {
        name: {zone.starts_with} - {""} for name, zone in description.zones.items()
    }  # fmt: skip
    moves = [
        (source.name, target.name)
        for source, target in moves_of(description)
        if not untaken or source.owner == Owner.SHARED
    ]
    while any(not held[source] <= held[target] for source, target in moves):
        for source, target in moves:
            held[target] |= held[source]
    return {
        name: [sheet for sheet in description.sheets if sheet in sheets]
        for name, sheets in held.items()
    }


def kinds_of(description: Description, sheets: Collection[str]) -> range:
    """Return from which to which card of all sheets those of some sheets are."""
    kinds = [kind for kind, card in enumerate(description.cards) if card.sheet in sheets]
    return range(min(kinds, default=0), max(kinds, default=-1) + 1)


def is_taking(line: Line) -> bool:
    """Return whether a line takes the chosen card from a shared zone to a player's own."""
    if line.what != "move_it":
        return False
    source, target, is_chosen, _ = line.parts
    return is_chosen and source.owner == Owner.SHARED and target.owner != Owner.SHARED


@follows
def counted_zones(description: Description) -> tuple[str, ...]:
    """Return the zones where cards count as taken, as they say themselves."""
    return tuple(zone.name for zone in description.zones.values() if zone.counted)


def takes_its_card(description: Description, line: Line) -> bool:
    """Return whether the card that a line lets a player choose counts as taken then."""
    counted = counted_zones(description)
    moves = [one for one in line.inner() if one.what == "move_it" and one.parts[2]]
    return any(one.parts[1].name in counted if counted else is_taking(one) for one in moves)


def is_onto_a_pile(description: Description, line: Line) -> bool:
    """Return whether a line moves all cards of a zone, as they are drawn, onto a pile."""
    return line.what == "move_all" and description.zones[line.parts[1].name].is_ordered


@follows
def sheets_taken(description: Description) -> set[str]:
    """Return the sheets whose cards can count as taken: see `counted` of a zone."""
    counted = counted_zones(description)
    market = {line.parts[0].name for line in description.all_lines if is_taking(line)}
    held = sheets_in(description, untaken=not counted)
    return {sheet for zone in counted or market for sheet in held[zone]}


@follows
def taking_of(description: Description) -> dict[str, Taking]:
    """Return how the cards of each sheet can come to count as taken."""
    held, taken = sheets_in(description), sheets_taken(description)
    asked = {line.parts[0].name for line in description.all_lines if line.what in CHOICES}
    chosen = {sheet for zone in asked for sheet in held[zone]}
    return {
        sheet: Taking.NEVER
        if sheet not in taken
        else Taking.BY_CHOICE if sheet in chosen else Taking.UNASKED
        for sheet in description.sheets
    }  # fmt: skip


@follows
def taking_text(description: Description) -> str:
    """Return what counts as taking: ``into harbour``."""
    counted = counted_zones(description)
    if counted:
        return f"into {in_a_row(counted, 'and')}"
    market = {line.parts[0].name for line in description.all_lines if is_taking(line)}
    return f"by choice from {in_a_row(sorted(market), 'and')}" if market else ""


@follows
def gift_zone(description: Description) -> str:
    """Return the one zone of each player where cards lie that count as taken; else nothing."""
    counted = {zone.name for zone in description.zones.values() if zone.counted and zone.per_player}
    lines = (line for line in description.all_lines if is_taking(line))
    found = counted or {line.parts[1].name for line in lines}
    return found.pop() if len(found) == 1 else ""


@follows
def groups_of(description: Description, players: int) -> dict[tuple[str, int], int]:
    """Return a number for each place, by zone and seat: the same where cards go unseen between.

    Only places that somebody does not see are joined.  What is seen at each step needs no guess.
    """
    places = [
        (zone.name, seat)
        for zone in description.zones.values()
        for seat in range(players if zone.per_player else 1)
    ]
    group = {place: number for number, place in enumerate(places)}

    def join(one: tuple[str, int], two: tuple[str, int]) -> None:
        old, new = group[one], group[two]
        for place, number in group.items():
            if number == old:
                group[place] = new

    for source, target in moves_of(description):
        zones = description.zones[source.name], description.zones[target.name]
        if any(zone.sight == Sight.ALL for zone in zones):
            continue
        stays = source.owner == target.owner == Owner.YOU
        for giver in range(players if zones[0].per_player else 1):
            for taker in range(players if zones[1].per_player else 1):
                if giver == taker or not stays:
                    join((source.name, giver), (target.name, taker))
    return group
