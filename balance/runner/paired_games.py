"""Several matches on the same deals and dice, with their sums in memory, as far as one likes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from balance.runner.cell_player import CellPlayer, PieceResult, Tally
from balance.runner.play import CollectedGames, play_games
from balance.runner.schedule import Portion, WorkerSpeed
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Match
from balance.store.shards import DealRange
from balance.store.sums import Totals, merged

PROBE_DEALS = 1 << 14  # at most
PROBE_SECONDS = 0.02  # of games that are played only to measure the speed


class PairedGames:
    """Plays the same deals of several matches, round by round.

    Only whole rounds count, so the sums are those of the first `deals` deals of every match.

    Parameters
    ----------
    matches : sequence of Match
        With the same seed.
    tallies : sequence of mapping of metric to function (records, match) -> Sums
        Of each match.
    workers : int
        Threads.
    on_progress : function (games)
        Called after each piece with the number of its games.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        tallies: Sequence[Mapping[str, Tally]],
        workers: int,
        stop: StopSignal,
        on_progress: Callable[[int], None] = lambda games: None,
    ) -> None:
        self.matches, self.deals = tuple(matches), 0
        self.totals: tuple[Totals, ...] = tuple({} for _ in matches)
        self._workers, self._stop, self._on_progress = workers, stop, on_progress
        self._players = [
            CellPlayer(match, tally) for match, tally in zip(matches, tallies, strict=True)
        ]
        self._speeds = [WorkerSpeed() for _ in matches]

    @property
    def deals_per_second(self) -> float:
        """How many deals of all matches are played in a second; 0 while that is unknown."""
        speeds = [speed.deals_per_second for speed in self._speeds]
        return self._workers / sum(1 / speed for speed in speeds) if all(speeds) else 0.0

    def measure(self) -> None:
        """Measure the speeds on games that do not count, so that rounds can be planned."""
        for player, speed in zip(self._players, self._speeds, strict=True):
            player.measure(speed, DealRange(self.deals, self.deals + PROBE_DEALS), PROBE_SECONDS)

    def play_to(self, deals: int) -> bool:
        """Play until each match has so many deals; return whether all of them were played.

        If it was stopped before, the sums are those of the round before.

        Raises
        ------
        BotError, LimitError
        """
        if deals <= self.deals:
            return True
        tracks = [self._track(place) for place in range(len(self.matches))]
        play_games(tracks, [deals] * len(tracks), self._workers, self._stop, self._on_progress)
        played = [track.results for track in tracks]
        wanted = deals - self.deals
        if any(sum(result.deals for result in results) < wanted for results in played):
            return False
        self.totals = tuple(
            merged([before, *(result.totals for result in results)])
            for before, results in zip(self.totals, played, strict=True)
        )
        self.deals = deals
        return True

    def _track(self, place: int) -> CollectedGames[PieceResult]:
        player, speed = self._players[place], self._speeds[place]
        rotations = player.match.lineup.rotations
        track = CollectedGames(
            partial(_play, player, speed, self._stop),
            lambda result: result.deals * rotations,
            first=self.deals,
        )
        track.speed = speed
        return track


def seconds_a_deal(matches: Sequence[Match], workers: int, stop: StopSignal) -> float:
    """Return about how long a deal of each of some matches takes together: a few are played."""
    games = PairedGames(matches, [{}] * len(matches), workers, stop)
    games.measure()
    return 1 / games.deals_per_second


def _play(
    player: CellPlayer, speed: WorkerSpeed, stop: StopSignal, first: int, deals: int
) -> PieceResult:
    piece = Portion(0, DealRange(first, first + deals - 1), speed.deals_per_second)
    return player.play(piece, stop.is_set)
