"""Sentences on the set-up of a table, and on what differs from the cards of the box."""

from collections.abc import Iterator

from balance.cards.effect_reader import in_a_row
from balance.games.dominion.layout import MAX_ROUNDS
from balance.games.dominion.narrate.card_text import names_of
from balance.games.dominion.sheets.files import Box, Change
from balance.games.dominion.table.kingdoms import Kingdom, read_kingdoms
from balance.games.dominion.table.options import OWN, SETS, SOLO_TARGET, Options


def notes_on(box: Box, kingdom: Kingdom, options: Options, num_seats: int) -> tuple[str, ...]:
    """Return sentences on what is played with, and on what was changed."""
    return (
        *_kingdom(box, kingdom, options),
        *_bane_market_prizes(kingdom, options),
        *_cards_of_designer(box, options),
        *_other_options(options, num_seats),
        *box.notes,
    )


def _kingdom(box: Box, kingdom: Kingdom, options: Options) -> Iterator[str]:
    if options.is_random:
        yield _random_kingdom(box, kingdom, options)
        return
    named = {kingdom.id: kingdom for kingdom in read_kingdoms()}
    printed = named.get(options.kingdom) if isinstance(options.kingdom, str) else None
    name = f"Kingdom {printed.name}" if printed else "Kingdom"
    yield f"{name}: {names_of(kingdom.fixed)}."
    if printed and not printed.certainty.startswith("certain"):
        yield f"How certain it is that the set was printed so: {printed.certainty}."


def _random_kingdom(box: Box, kingdom: Kingdom, options: Options) -> str:
    size, of = kingdom.size, len(kingdom.fixed) + len(kingdom.pool)
    sets = [name for name in SETS if name in options.sets and (name != OWN or box.own)]
    text = f"Kingdom drawn for every deal: {size} of {of} cards of {in_a_row(sets, 'and')}"
    if kingdom.fixed:
        text += f", always with {names_of(kingdom.fixed)}"
    if options.exclude:
        text += f", never with {names_of([box[name] for name in options.exclude])}"
    return f"{text} (D1.11)."


def _bane_market_prizes(kingdom: Kingdom, options: Options) -> Iterator[str]:
    if kingdom.bane:
        yield f"Bane, where one is needed: {kingdom.bane.name} (D9.1)."
    elif kingdom.banes:
        banes = names_of(kingdom.banes)
        yield f"Bane, where one is needed: drawn for every deal from {banes} (D9.1)."
    if kingdom.market:
        of = names_of(kingdom.market) if options.black_market else "one of each Kingdom card"
        yield f"Black Market deck: {of}, of what is not in the supply (D9.3)."
    if kingdom.prizes:
        yield f"Prizes for a Tournament: {names_of(kingdom.prizes)} (D9.2)."


def _cards_of_designer(box: Box, options: Options) -> Iterator[str]:
    if box.own:
        yield f"New cards of {options.cards}: {names_of(box.own)}."
    if box.replaced:
        replaced = names_of([box[name] for name in box.replaced])
        yield f"Cards of {options.cards} in place of those of the box: {replaced}."
    if box.changes:
        yield f"Changed by you: {'; '.join(map(_change, box.changes))}."


def _other_options(options: Options, num_seats: int) -> Iterator[str]:
    if num_seats == 1:
        target = options.solo_target or SOLO_TARGET
        yield f"One player: the game ends when {target} Provinces are owned (D15.6)."
    if any(options.extra_coins):
        extra = [
            f"{coins} for seat {seat}"
            for seat, coins in enumerate(options.extra_coins, start=1)
            if coins
        ]
        yield f"Extra coins in the first turn: {in_a_row(extra, 'and')}."
    if options.max_rounds != MAX_ROUNDS:
        yield f"A game is stopped after round {options.max_rounds} (D8.6)."


def _change(change: Change) -> str:
    was, now = change.was or "empty", change.now or "empty"
    return f"cards.{change.id}.{change.column} is {now}, not {was}"
