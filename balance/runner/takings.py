"""Takings: games that are branched wherever a card is taken.

What was the card worth there?  The game is played on as it was, and again from the start of that
turn with the card forbidden to its taker until the turn ends.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.engine.batch import (
    BotFault,
    lineup_arrays,
    new_batch,
    open_game,
    rules_of,
    tables_for,
)
from balance.engine.branches import MOST_WORDS, TAKING, branch_player
from balance.engine.layout import NOBODY
from balance.engine.services import Handicap
from balance.engine.view import hidden_at
from balance.errors import BotError, CardError, StoreError
from balance.runner.batches import MAX_DECISIONS
from balance.runner.play import CollectedGames, play_games
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.trajectories import why_not
from balance.runner.watching import watch_games
from balance.scenario.experiments import handicapped
from balance.scenario.match import Match
from balance.store.run_folder import TAKINGS, RunFolder

MOST_GAMES, LEAST_GAMES = 20_000, 1_000  # games: between these bounds a tenth of the games
GAMES_AT_ONCE = 16
PERIODS = 3  # of a game: thirds of the mean number of rounds
ROOM = 256  # takings of a game that are kept
FOLDS = 256


@dataclass(frozen=True)
class Takings:
    """The takings of cards in some games, by fold of the game, card and period of the game.

    Attributes
    ----------
    games : int64 array, shape (folds,)
    count : int64 array, shape (folds, cards, periods)
        Turns in which a seat took the card.
    wins, leads : int64 arrays, shape (folds, cards, periods, 2)
        Of the taker: as it was, and without the taking. Wins are in 60ths; leads are the own score
        times the others, less the scores of the others.
    """

    games: NDArray[np.int64]
    count: NDArray[np.int64]
    wins: NDArray[np.int64]
    leads: NDArray[np.int64]

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays, to be stored."""
        return dict(vars(self))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Self:
        """Return the takings whose arrays `arrays` returned."""
        return cls(**arrays)


def games_to_branch(games: int) -> int:
    """Return the number of games that are branched."""
    return min(MOST_GAMES, max(games // 10, LEAST_GAMES))


def why_no_takings(match: Match) -> str:
    """Return in a sentence why games of a match cannot be branched, or nothing."""
    experiments = match.game.experiments
    if match.game_table.num_seats == 1 or "ban" not in experiments.designs:
        return "it needs players who play each other, and cards that can be banned"
    return why_not(match)


def branch_games(
    match: Match,
    games: int,
    mean_rounds: float,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Takings | None:
    """Branch the first games of a match; return None if stopped.

    Parameters
    ----------
    match : Match
        One bot in all seats; see `why_no_takings`.
    games : int
    mean_rounds : float
        Of all games. Their own rounds would not do for periods: they depend on what is taken.
    workers : int
        Threads.
    on_progress : function (games)

    Raises
    ------
    BotError, LimitError
    """
    (entry,) = match.lineup.entries
    game = match.game
    table = neutral(match).game_table
    places, patches = ban_patches(match)
    hidden, play_branches = hidden_at(game, table), branch_player(game)

    def play(first: int, count: int) -> Takings:
        states, spares = np.zeros(1, game.state), np.zeros(1, game.record)
        takings = np.zeros(count * ROOM, TAKING)
        bots, lineups = lineup_arrays([entry], match.lineup.by_rotation, match.seed)
        batches = new_batch(match.seed, first, MAX_DECISIONS)
        batch: Any = batches[0]
        with watch_games(match, states, batch):
            written = play_branches(
                states, tables_for([entry], table.array), rules_of(game), bots, lineups, hidden,
                batches, places, patches, spares, count, takings,
            )  # fmt: skip
        if batch.fault != BotFault.NONE:
            raise BotError(
                f"The bot in seat {batch.seat} is at fault in a branch of game {batch.number} of "
                f"seed {match.seed}, decision {batch.decision}."
            )
        return _summed(
            takings[:written], first, count, len(match.game_table.cards), mean_rounds / PERIODS
        )

    size = PieceSize(most=GAMES_AT_ONCE)
    branched = CollectedGames(play, lambda result: int(result.games.sum()), size)
    play_games([branched], [games], workers, stop, on_progress)
    if stop.is_set():
        return None
    parts = branched.results
    sums = {name: sum(getattr(part, name) for part in parts) for name in vars(parts[0])}
    return Takings(**sums)


def neutral(match: Match) -> Match:
    """Return a match with a handicap of nothing, from whose states those with a ban differ."""
    return replace(handicapped(match, Handicap()), lineup=match.lineup)


def ban_patches(match: Match) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return where a ban of each card for each seat is written in a state, and as which bits.

    It is the difference between the states after the set-up with the ban and without it; so a ban
    can be put into any state, and taken out of it.

    Returns
    -------
    places, patches : int64 and uint64 arrays, shape (seats, cards, MOST_WORDS)
        Words of a state, or NOBODY, and their bits.

    Raises
    ------
    BotError
        If a ban changes more of the state than a mark on the seat.
    """
    seats, cards = match.game_table.num_seats, match.game_table.cards
    places = np.full((seats, len(cards), MOST_WORDS), NOBODY, np.int64)
    patches = np.zeros(places.shape, np.uint64)
    for row in np.flatnonzero(match.is_card):
        try:
            arm = handicapped(match, Handicap(card=cards[row].id, is_banned=True))
        except CardError:
            continue
        usual = handicapped(match, Handicap())
        for seat in range(seats):
            changed = _after_setup(usual, seat) ^ _after_setup(arm, seat)
            words = np.flatnonzero(changed)
            if len(words) > MOST_WORDS:
                raise BotError(
                    f"{cards[row].name}: a ban of this game changes more than a mark on the seat, "
                    "so that games cannot be branched."
                )
            places[seat, row, : len(words)] = words
            patches[seat, row, : len(words)] = changed[words]
    return places, patches


def _after_setup(match: Match, rotation: int) -> NDArray[np.uint64]:
    """Return the words of the state after `begin`, with the handicap in the seat of that number."""
    game, table = match.game, match.game_table
    states = np.zeros(1, game.state)
    _, lineups = lineup_arrays(match.lineup.entries, match.lineup.by_rotation, match.seed)
    raw = states.view(np.uint64)
    open_game(states[0], raw, lineups[0], match.seed, rotation)
    tables = table.array.copy()
    game.begin(states[0], tables[0])
    return raw.copy()


def _summed(takings: NDArray[Any], first: int, games: int, cards: int, rounds: float) -> Takings:
    """Return the sums of the takings of so many games; `rounds` of a period."""
    shape = FOLDS, cards, PERIODS
    period = np.ceil(takings["rounds"] / max(rounds, 1 / PERIODS)).astype(np.int64) - 1
    where = (
        (first + takings["place"]) % FOLDS,
        takings["card"],
        np.clip(period, 0, PERIODS - 1),
    )
    count = np.zeros(shape, np.int64)
    np.add.at(count, where, 1)
    sums = {}
    for name in ("wins", "leads"):
        sums[name] = np.zeros((*shape, 2), np.int64)
        np.add.at(sums[name], where, takings[name])
    of_fold = np.bincount(np.arange(first, first + games) % FOLDS, minlength=FOLDS)
    return Takings(of_fold.astype(np.int64), count, **sums)


def write_takings(folder: RunFolder, cell: str, takings: Takings) -> None:
    """Store the takings of a cell in the folder of its run.

    Raises
    ------
    StoreError
    """
    folder.write_sample(TAKINGS, cell, takings.arrays())


def read_takings(folder: RunFolder, cell: str) -> Takings | None:
    """Return the takings of a cell that a folder contains, or None.

    Raises
    ------
    StoreError
        If they cannot be read.
    """
    arrays = folder.read_sample(TAKINGS, cell)
    try:
        return None if arrays is None else Takings.from_arrays(arrays)
    except TypeError:
        raise StoreError(
            f"{folder.folder}: the takings of {cell!r} were written by another version of the "
            "program: run the scenario again with --replace."
        ) from None
