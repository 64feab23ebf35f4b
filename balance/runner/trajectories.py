"""Trajectories: how all seats stand after each round, of some games of a match.

They are the first deals of the match, the same games that a batch plays. Their number is enough to
show the shape of games: a sample beside the sums of all games.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import is_compiled, is_compiling
from balance.engine.batch import BotFault, lineup_arrays, new_batch, rules_of, tables_for
from balance.engine.layout import MAX_SEATS, NOBODY
from balance.engine.services import MOST_ACTS, write_no_acts
from balance.engine.trajectories import EVENT, NO_ROUND_STATUS, trajectory_player
from balance.engine.view import hidden_at
from balance.errors import BotError, LimitError, StoreError
from balance.runner.batches import MAX_DECISIONS
from balance.runner.play import CollectedGames, play_games
from balance.runner.schedule import PieceSize
from balance.runner.stop_signal import StopSignal
from balance.runner.watched_numbers import NO_WATCH, watch_of
from balance.runner.watching import watch_games
from balance.scenario.match import Match
from balance.store.run_folder import TRAJECTORIES, RunFolder

MOST_GAMES, LEAST_GAMES = 2_000, 300  # games of a sample: between these bounds a tenth of the games
MOST_ROWS = 400  # of a game
ROWS_IN_ALL = (
    100_000  # rows of a sample: with long games it has fewer, as all are analysed together
)
GAMES_AT_ONCE = 200  # games played by one call, as each needs memory


@dataclass(frozen=True)
class Trajectories:
    """Games recorded round by round.

    Attributes
    ----------
    names : tuple of str
        The measures beside the score; see `balance.engine.services.RoundStatus`.
    first : int64 array, shape (games + 1,)
        Where the rows of each game begin, and where the last ends.
    values : float32 array, shape (rows, seats, 1 + measures)
        Row k of a game is after k rounds, its last row the end: the score as if the game ended
        there, secret goals included, and what is measured.
    """

    wanted: int  # the number of games wanted; if games are long, there are fewer
    names: tuple[str, ...]
    numbers: NDArray[np.int64]  # shape (games,): whole deals, one after another
    rounds: NDArray[np.int64]  # shape (games,)
    stopped: NDArray[np.bool_]  # shape (games,): which were cut off at the limit of decisions
    wins: NDArray[np.int64]  # shape (games, seats): in 60ths
    lineup: NDArray[np.int64]  # shape (games, seats): the entry in each seat
    first: NDArray[np.int64]
    values: NDArray[np.float32]
    rotations: int  # games of a deal
    acts: tuple[str, ...] = ()  # what is counted; see `balance.engine.services.Acts`
    # Shape (games, 3, seats, acts, 2): how often each was offered and chosen, by third of the
    # rounds.
    acted: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 3, 0, 0, 2), np.int64))
    # Shape (games, cards, 2): how often a card could be taken by a choice among several, and how
    # often it was; without cards where the game does not tell.
    offers: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0, 2), np.int64))
    replay_command: str = ""  # see `balance.scenario.match.Match`

    def replay_of(self, number: int) -> str:
        """Return the command that replays game `number`, or nothing."""
        return f"{self.replay_command} --game {number}" if self.replay_command else ""

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return len(self.numbers) // self.rotations

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays, to be stored."""
        return {name: np.asarray(value) for name, value in vars(self).items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Self:
        """Return the trajectories whose arrays `arrays` returned."""
        others = {
            "wanted": int(arrays["wanted"]),
            "rotations": int(arrays["rotations"]),
            "names": tuple(map(str, arrays["names"])),
            "acts": tuple(map(str, arrays["acts"])),
            "replay_command": str(arrays["replay_command"]),
        }
        return cls(**{**arrays, **others})


class TrajectoryPlayer:
    """Plays games of a match by number, with their own luck or another; threads may share it.

    Parameters
    ----------
    match : Match
        All its bots are compiled; see `why_not`.
    holdings : bool
        Whether rows end with what the seat holds; see `balance.engine.services.RoundStatus`.
    """

    def __init__(self, match: Match, holdings: bool = False) -> None:
        self.match = match
        self.round_status = match.game.round_status or NO_ROUND_STATUS
        self._watch = watch_of(match) if holdings else NO_WATCH
        self._hidden = hidden_at(match.game, match.game_table)
        self._play = trajectory_player(match.game)

    def play(
        self, wanted: NDArray[np.int64], room: int = 0
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.int64]]:
        """Play games; see `follow`.

        Returns
        -------
        records, rows
        lengths : int64 array, shape (games,)
            Rows written.
        """
        records, rows, counts, _ = self.follow(wanted, room)
        return records, rows, counts[:, 0]

    def follow(
        self,
        wanted: NDArray[np.int64],
        room: int = 0,
        most_events: int = 0,
        acted: NDArray[np.int64] | None = None,
        offers: NDArray[np.int64] | None = None,
    ) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.int64], NDArray[Any]]:
        """Play games, as many as there is room for their events.

        Parameters
        ----------
        wanted : int64 array, shape (games, 3)
            The number of each game; its luck after the set-up and the chance of its bots, where 0
            is the deal's own.
        room : int
            The number of rows per game to allocate.
        most_events : int
            In all; with 0 nothing is watched.
        acted : int64 array, shape (games, 3, seats, acts, 2), optional
        offers : int64 array, shape (games, cards, 2), optional
            What is counted is added to these two; see `Trajectories`.

        Returns
        -------
        records : array of game.record, shape (games,)
        rows : float32 array, shape (games, room, seats, 1 + measures + holdings)
            Those beyond the rows written of a game have no meaning.
        counts : int64 array, shape (games, 2)
            Rows and events written.
        events : array of EVENT
            Of one game after the other.

        Raises
        ------
        BotError
            If a bot answers what is not offered.
        LimitError
            If a game goes beyond its limits, or has more events than there is room for.
        """
        match, game, watch, status = self.match, self.match.game, self._watch, self.round_status
        states, spares = np.zeros(1, game.state), np.zeros(1, game.record)
        records = np.zeros(len(wanted), game.record)
        measures = 1 + len(self.round_status.names)
        width = measures + len(watch.names)
        # Most of these two is never written, and clearing it takes as long as playing.
        rows = np.empty((len(wanted), room, match.game_table.num_seats, width), np.float32)
        events = np.empty(most_events, EVENT)
        counts = np.zeros((len(wanted), 2), np.int64)
        if acted is None:
            acted = np.zeros((len(wanted), 3, match.game_table.num_seats, 0, 2), np.int64)
        if offers is None:
            offers = np.zeros((len(wanted), 0, 2), np.int64)
        pending = np.zeros(MAX_SEATS + 1, EVENT)
        pending["card"], pending["is_price"] = NOBODY, 1
        bots, lineups = lineup_arrays(match.lineup.entries, match.lineup.by_rotation, match.seed)
        batches = new_batch(match.seed, 0, MAX_DECISIONS)
        batch: Any = batches[0]
        with watch_games(match, states, batch, lambda place: int(wanted[place, 0])):
            played = self._play(
                states, tables_for(match.lineup.entries, match.game_table.array), rules_of(game),
                (status.rounds, status.measure, status.acts.write, status.write_cards), bots,
                lineups, self._hidden, batches, np.ascontiguousarray(wanted), records, spares, rows,
                watch.places, watch.words, watch.numbers.copy(), np.array([watch.turns, measures]),
                pending, events, counts, acted, offers,
            )  # fmt: skip
        if batch.fault != BotFault.NONE:
            number, luck, noise = wanted[batch.number]
            fault = BotFault(int(batch.fault)).name.lower().replace("_", " ")
            raise BotError(
                f"The bot in seat {batch.seat} is at fault ({fault}), in game {number} of seed "
                f"{match.seed}, decision {batch.decision}, with luck {luck} and chance {noise}."
            )
        if not played and len(wanted):
            raise LimitError(f"game {wanted[0, 0]} has more than {most_events:,} events")
        counts = counts[:played]
        return records[:played], rows[:played], counts, events[: counts[:, 1].sum()]


def why_not(match: Match) -> str:
    """Return in a sentence why games of a match cannot be followed, or nothing."""
    slow = [entry.label for entry in match.lineup.entries if not is_compiled(entry.bot.choose)]
    if slow and is_compiling():
        return f"the bot {slow[0]!r} is plain Python, and only compiled games can be followed"
    return ""


def why_no_trajectories(match: Match) -> str:
    """Return in a sentence why a match has no trajectories, or nothing."""
    if match.game_table.num_seats == 1 or match.game_table.rival:
        return "it needs players who play each other, not against the game itself"
    if match.game.round_status is None:
        return "it needs a game that reports how players stand from round to round"
    return why_not(match)


def games_to_follow(games: int) -> int:
    """Return the number of games that are followed, which does not depend on time."""
    return min(games, MOST_GAMES, max(games // 10, LEAST_GAMES))


def follow_games(
    match: Match,
    games: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Trajectories | None:
    """Follow the first games of a match; return None if stopped.

    Parameters
    ----------
    match : Match
        One that can be followed; see `why_no_trajectories`.
    games : int
        Rounded up to whole deals; fewer are returned if they have more than ROWS_IN_ALL rows.
    workers : int
        Threads.
    on_progress : function (games)

    Raises
    ------
    BotError, LimitError
    """
    rotations = match.lineup.rotations
    player = TrajectoryPlayer(match)
    acts = player.round_status.acts.names(match.game_table)[:MOST_ACTS]
    deals, seats = -(-games // rotations), match.game_table.num_seats
    tells = player.round_status.write_cards is not write_no_acts
    cards = len(match.game_table.cards) if tells else 0

    def play(first: int, count: int) -> tuple[NDArray[Any], ...]:
        wanted = np.zeros((count * rotations, 3), np.int64)
        wanted[:, 0] = np.arange(first * rotations, (first + count) * rotations)
        acted = np.zeros((len(wanted), 3, seats, len(acts), 2), np.int64)
        offers = np.zeros((len(wanted), cards, 2), np.int64)
        records, rows, counts, _ = player.follow(wanted, MOST_ROWS, acted=acted, offers=offers)
        written = [row[:length] for row, length in zip(rows, counts[:, 0], strict=True)]
        return records, counts[:, 0], np.concatenate(written), acted, offers

    size = PieceSize(most=max(GAMES_AT_ONCE // rotations, 1))
    followed = CollectedGames(play, lambda result: len(result[0]), size)
    play_games([followed], [deals], workers, stop, on_progress)
    if stop.is_set():
        return None
    all_records, all_lengths, all_values, acted, offers = zip(*followed.results, strict=True)
    first = np.concatenate([[0], np.cumsum(np.concatenate(all_lengths))])
    fitting = int(np.searchsorted(first, ROWS_IN_ALL, "right")) - 1
    count = max(fitting // rotations, 1) * rotations
    records = np.concatenate(all_records)[:count]
    return Trajectories(
        wanted=deals * rotations,
        names=player.round_status.names,
        numbers=records["number"].astype(np.int64),
        rounds=records["rounds"].astype(np.int64),
        stopped=records["stopped"] > 0,
        wins=records["wins"][:, :seats].astype(np.int64),
        lineup=records["lineup"][:, :seats].astype(np.int64),
        first=first[: count + 1],
        values=np.concatenate(all_values)[: first[count]],
        rotations=rotations,
        replay_command=match.replay_command,
        acts=acts,
        acted=np.concatenate(acted)[:count],
        offers=np.concatenate(offers)[:count],
    )


def write_trajectories(folder: RunFolder, cell: str, trajectories: Trajectories) -> None:
    """Store the trajectories of a cell in the folder of its run.

    Raises
    ------
    StoreError
    """
    folder.write_sample(TRAJECTORIES, cell, trajectories.arrays())


def read_trajectories(folder: RunFolder, cell: str) -> Trajectories | None:
    """Return the trajectories of a cell that a folder contains, or None.

    Raises
    ------
    StoreError
        If they cannot be read.
    """
    arrays = folder.read_sample(TRAJECTORIES, cell)
    try:
        return None if arrays is None else Trajectories.from_arrays(arrays)
    except (KeyError, TypeError):
        raise StoreError(
            f"{folder.folder}: the trajectories of {cell!r} were written by another version of the "
            "program: run the scenario again with --replace."
        ) from None
