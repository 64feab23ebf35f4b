"""Which games engine and referee play against each other, at tables and in deals by number.

The ordinary suite plays the few of `duels.toml` in the folder of the game's tests: together they
show all that some hundred games showed.  ``python -m tests.games.fewest_duels`` chooses them.

``BALANCE_DUELS=2000`` plays so many games of every variant, new ones each time.  The number of the
first table is ``BALANCE_DUEL_SEED``, or by lot.
"""

import os
import random
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from joblib import Parallel, delayed

from tests.games.comparison import Duel, Seen, Taste

HOME = Path(__file__).parent
ASKED = int(os.environ.get("BALANCE_DUELS", "0"))  # games of each variant, on all cores
SEED = "BALANCE_DUEL_SEED"
Deals = Mapping[int, Sequence[int]]  # by table


def file_of(game: str) -> Path:
    """The file with the chosen games."""
    return HOME / game / "duels.toml"


@cache
def chosen(game: str) -> Mapping[str, Deals]:
    """The games that the ordinary suite plays, by variant."""
    return read(file_of(game).read_text(encoding="utf-8"))


def read(text: str) -> Mapping[str, Deals]:
    """The games of such a file."""
    return {
        variant: {int(table): deals for table, deals in tables.items()}
        for variant, tables in tomllib.loads(text).items()
    }


@cache
def first_table() -> int:
    """The number of the first table of a long run; says it, so that the run can be repeated."""
    first = int(os.environ.get(SEED) or random.SystemRandom().randrange(1_000_000))
    print(f"\n{SEED}={first} plays the same games again")
    return first


def to_play(game: str, variant: str, at_a_table: int) -> Deals:
    """The deals of each table of a variant that are to be played now."""
    if not ASKED:
        return chosen(game)[variant]
    first = first_table()
    return dict.fromkeys(range(first, first + -(-ASKED // at_a_table)), range(at_a_table))


@cache
def seen(game: str, variant: str) -> Seen:
    """What came up at the tables of a variant, in the games that are to be played now."""
    of_game = import_module(f"tests.games.{game}.variants")
    tables = to_play(game, variant, of_game.GAMES)
    plays = [delayed(of_game.seen_at)(variant, table, deals) for table, deals in tables.items()]
    found = Parallel(n_jobs=-1 if ASKED else 1)(plays)
    return sum((one for at_a_table in found for one in at_a_table.values()), Seen())


def num_games(game: str, variant: str) -> int:
    """How many games of a variant are to be played now."""
    of_game = import_module(f"tests.games.{game}.variants")
    return sum(map(len, to_play(game, variant, of_game.GAMES).values()))


def seen_of(game: str, variants: Iterable[str]) -> Seen:
    """What came up at the tables of several variants."""
    return sum((seen(game, variant) for variant in variants), Seen())


def agreed(game: str, variant: str) -> Seen:
    """Play a variant; say and return what came up."""
    found = seen(game, variant)
    print(
        f"\n{variant}: {found.games.total():,} games agree, {dict(sorted(found.games.items()))} by "
        f"players, {found.decisions.total():,} decisions; {found.decisions.most_common()}",
        end=" ",
    )
    return found


def play_deals(
    duel: Duel,
    place: tuple[str, int],
    deals: Iterable[int],
    taste_of: Callable[[random.Random], Taste],
    drawn: object,
) -> Iterator[tuple[int, Seen]]:
    """Let engine and referee play at a table; yield each deal and what came up in it.

    Parameters
    ----------
    duel
        At the table.
    place
        The variant, and the number of the table.
    deals
        By number.
    taste_of
        The taste of the players of a deal, who go by that random stream.
    drawn
        What the table is, for the message if they differ.

    Raises
    ------
    AssertionError
        If they differ; says where and in what.
    """
    variant, table = place
    for deal in deals:
        rng = random.Random(f"{variant} {table} {deal}")
        try:
            found = duel.play(deal, rng, taste_of(rng))
        except AssertionError as error:
            again = f"BALANCE_DUELS=20 {SEED}={table} begins at this table"
            error.add_note(f"{variant}, table {table}, deal {deal}: {drawn}\n{again}")
            raise
        yield deal, found
