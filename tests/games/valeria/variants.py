"""The variants in which engine and referee play many games each, with random tables."""

import random
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from balance.errors import LimitError
from balance.games.valeria import GAME
from balance.games.valeria.services.sampling import sample_options
from balance.games.valeria.table.options import Options
from tests.games.valeria.duel import Duel, Seen
from tests.games.valeria.own_cards import edits_of, own_cards
from tests.games.valeria.referee.staged import DATA, altered

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
    """Tell whether the Dark Lord was made stronger (V13.7)."""
    return options.solo_sum_attacks or options.solo_exhausted_attacks


def drawn(variant: str, rng: random.Random) -> tuple[Options, int]:
    """Return random options of the variant, and the number of players."""
    while True:
        players = rng.choice(GAME.seats)
        options = sample_options(rng, players)
        if VARIANTS[variant](options, players):
            return options, players


@cache
def seen_at(variant: str, table: int) -> Seen:
    """Let engine and referee play at a table of the variant; return what came up.

    Own cards that set each other off for longer than the engine has room for end the table early:
    such a game is refused with a sentence.

    Raises
    ------
    AssertionError
        If they differ; says where and in what.
    """
    rng = random.Random(f"{variant} {table}")
    options, players = drawn(variant, rng)
    with tempfile.TemporaryDirectory() as name:
        folder, edits = DATA, None
        if variant == OWN_CARDS:
            own, folder = own_cards(rng), Path(name)
            for sheet, cards in own.items():
                altered(folder, f"{sheet}.csv", cards)
            edits = edits_of(own)
        try:
            duel = Duel(options, players, folder, edits, seed=table)
            for deal in range(GAMES):
                duel.play(deal, rng)
        except LimitError:
            if variant != OWN_CARDS:
                raise
        except AssertionError as error:
            asked = options.model_dump(exclude_defaults=True)
            error.add_note(f"{variant}, table {table}: {players} players, {asked}")
            raise
        return duel.seen
