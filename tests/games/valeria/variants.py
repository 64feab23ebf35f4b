"""The variants in which engine and referee play many games each, with random tables."""

import random
from collections.abc import Callable, Iterator, Sequence

from balance.errors import LimitError
from balance.games.valeria import GAME
from balance.games.valeria.services.sampling import sample_options
from balance.games.valeria.table.options import RANDOM, Options
from tests.games.comparison import Seen, Taste
from tests.games.duels import play_deals
from tests.games.valeria.duel import TASTES, Duel
from tests.games.valeria.own_cards import Cells, edits_of, own_cards

GAMES = 10  # at a table
OWN_CARDS = "own cards"

# What options, for how many players, are of a variant; variants overlap, as they may be combined.
VARIANTS: dict[str, Callable[[Options, int], bool]] = {
    "base game": lambda options, players: (
        1 < players < 5
        and options.edition == "second"
        and options.dukes != "none"
        and not (options.monster_events or options.mixed_citizens)
    ),
    "first edition": lambda options, players: options.edition == "first",
    "five players": lambda options, players: players == 5,
    "solo": lambda options, players: players == 1 and not is_harder(options),
    "solo, harder": lambda options, players: players == 1 and is_harder(options),
    "Monster Events": lambda options, players: bool(options.monster_events),
    "Mixed Citizens": lambda options, players: options.mixed_citizens,
    "No Dukes": lambda options, players: options.dukes == "none",
    "drawn set-ups": lambda options, players: (
        options.setup == "random" or len(options.areas or ()) > 5
    ),
    OWN_CARDS: lambda options, players: True,
}


def is_harder(options: Options) -> bool:
    """Return whether the Dark Lord was made stronger (V13.7)."""
    return options.solo_sum_attacks or options.solo_exhausted_attacks


def drawn(variant: str, rng: random.Random) -> tuple[Options, int]:
    """Return random options of the variant, and the number of players."""
    while True:
        players = rng.choice(GAME.seats)
        options = sample_options(rng, players)
        if VARIANTS[variant](options, players):
            return options, players


def seen_at(variant: str, table: int, deals: Sequence[int] = range(GAMES)) -> dict[int, Seen]:
    """Let engine and referee play at a table of the variant; return what came up in each deal.

    Own cards that set each other off for longer than the engine has room for end the table early:
    such a game is refused with a sentence.
    """
    rng = random.Random(f"{variant} {table}")
    options, players = drawn(variant, rng)
    own = own_cards(rng) if variant == OWN_CARDS else {}
    found: dict[int, Seen] = {}
    try:
        duel = Duel(options, players, edits_of(own), seed=table)
        said = f"{players} players, {duel.options.model_dump(exclude_defaults=True)}"
        for deal, seen in play_deals(duel, (variant, table), deals, taste_of, said):
            found[deal] = seen
            seen.special |= {*about(options, players), *used_of(own, seen)}
    except LimitError:
        if variant != OWN_CARDS:
            raise
    return found


def taste_of(rng: random.Random) -> Taste:
    """A taste by lot."""
    return TASTES[rng.choices((0, 1, 2), (6, 1, 1))[0]]


def about(options: Options, players: int) -> Iterator[str]:
    """What is special about a table."""
    yield f"{players} players"
    asked = options.model_dump(exclude_defaults=True)
    for name, value in (asked | asked.pop("rulings", {})).items():
        is_named = name != "setup" or value == RANDOM
        yield f"{name} {value}" if isinstance(value, bool | str) and is_named else name


def used_of(own: Cells, seen: Seen) -> Iterator[str]:
    """The cards that came to a player and were used; of own cards, their cells."""
    if not own:
        yield from seen.deeds
    names = {word for deed in seen.deeds for word in deed.split()}
    for sheet, cards in own.items():
        for card in cards.keys() & names:
            for column, cell in cards[card].items():
                yield f"{sheet}.{column}" if cell.isdigit() else f"{sheet}.{column} {cell}"
