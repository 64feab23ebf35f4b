"""A description said back as text, and read again."""

from balance.games.described.language.blocks import Scope, written_lines
from balance.games.described.language.lines import LineReader
from balance.games.described.language.names import Names
from balance.games.described.language.sheets import column_kinds
from balance.games.described.language.tree import Description, Line, Place
from balance.games.described.language.writing import block_text
from balance.games.described.layout import Sight


def names_of(described: Description) -> Names:
    """Return what its lines can name."""
    columns = tuple(dict.fromkeys(column for card in described.cards for column in card.cells))
    sets, numbers, words = column_kinds(described.cards, columns)
    zones = described.zones
    return Names(
        tuple(described.numbers), tuple(described.each_player), tuple(described.shared),
        tuple(zones), tuple(name for name, zone in zones.items() if zone.per_player),
        tuple(described.steps), columns, sets, numbers, words,
        {card.id: card for card in described.cards}, functions=tuple(described.calls.functions),
        counters={
            name: tuple(zone.name for zone in zones.values() if name in zone.counters)
            for each in zones.values() for name in each.counters
        },
        piles={
            name: zone.sight == Sight.NOBODY or bool(zone.starts_with or zone.refill)
            for name, zone in zones.items() if zone.is_ordered
        },
    )  # fmt: skip


def check_that_it_reads_the_same(described: Description) -> None:
    """Fail unless its lines, said back, are read as the same trees."""
    names = names_of(described)
    blocks = [(block, Scope()) for block in described.lines.values()]
    blocks += [(block, Scope(has_it=True)) for block in described.steps.values()]
    blocks += [(b, Scope(has_it=True)) for cards in described.uses.values() for b in cards.values()]
    for block, scope in blocks:
        text = "\n".join(block_text(block, 0))
        reader = LineReader(names, written_lines(text, Place("back", 1, 1)))
        again: tuple[Line, ...] = reader.read(scope)
        assert reader.errors == [], text
        assert again == block, text
