"""The keys of set-ups and of objectives: what is wrong with them, and where it stands."""

from collections.abc import Iterator, Mapping, Sequence

from balance.error_messages import did_you_mean
from balance.games.described.language.model import DrawKeys, GameFile, ZoneKeys
from balance.games.described.language.tree import Card, Draw


def draw_of(number: int | DrawKeys) -> Draw:
    """Return how many cards are drawn of a sheet."""
    return Draw(number) if isinstance(number, int) else Draw(number.count, number.for_each)


def wrong_objectives(
    zones: Mapping[str, ZoneKeys], parts: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the names of zones, and what is wrong with them as zones of objectives."""
    keeping = [name for name, zone in zones.items() if zone.objective]
    for name in keeping:
        zone = zones[name]
        if not zone.per_player:
            yield name, f"zones.{name}: each player keeps an objective; add per_player = true"
        if zone.objective not in parts:
            hint = did_you_mean(zone.objective, tuple(parts))
            yield name, f"zones.{name}.objective: score has no {zone.objective!r}: {hint}"
    for name in keeping[1:]:
        yield name, f"zones.{name}: {keeping[0]} is for objectives, too; expected one such zone"


def wrong_setups(
    keys: GameFile,
    sheets: Mapping[str, Sequence[Card]],
    columns: Mapping[str, Sequence[str]],
) -> Iterator[tuple[str, str]]:
    """Yield what stands in the file, and what is wrong with it in ``[setups]`` and ``[draw]``."""
    started = tuple(zone.starts_with for zone in keys.zones.values() if zone.starts_with)
    for name, setup in keys.setups.items():
        if name == "random":
            yield name, "setups.random: this is the set-up that `draw` says; name it otherwise"
        for sheet, cards in setup.items():
            key = f"setups.{name}.{sheet}"
            if sheet not in started:
                hint = did_you_mean(sheet, started)
                yield name, f"{key}: no zone starts with the cards of such a sheet: {hint}"
                continue
            ids = tuple(card.id for card in sheets[sheet])
            for card in cards:
                if card not in ids:
                    yield card, f"{key}: there is no card {card!r}: {did_you_mean(card, ids)}"
    for sheet, number in keys.draw.items():
        key, draw = f"draw.{sheet}", draw_of(number)
        if sheet not in started:
            hint = did_you_mean(sheet, started)
            yield "draw", f"{key}: no zone starts with the cards of such a sheet: {hint}"
        elif draw.for_each and draw.for_each not in columns[sheet]:
            hint = did_you_mean(draw.for_each, tuple(columns[sheet]))
            yield "for_each", f"{key}.for_each: there is no column {draw.for_each!r}: {hint}"
        else:
            for word, group in draw.groups(sheets[sheet]).items():
                if len(group) < draw.count:
                    of = f" with {draw.for_each} {word}" if draw.for_each else ""
                    yield "draw", f"{key}: expected {draw.count} cards{of}; there are {len(group)}"
