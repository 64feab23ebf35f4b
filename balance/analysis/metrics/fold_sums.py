"""Sums by fold, so that cells with the same deals can be compared in pairs.

Deal d is in fold d % 256 in every cell with the same seed. What two cells have in common shows in
how both vary from fold to fold (`stats.jackknife`), without storing games.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import by_deal
from balance.analysis.metrics.metric import (
    ended_only,
    has_leaders,
    is_scored,
    leads_before,
    margins,
)
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import DealSums, Estimate, difference, mean
from balance.store.sums import Sums, Totals, floats

FOLDS = 256
FEW = 32  # of which errors are still known to a seventh
_OF_OBJECTIVES = ("dealt", "dealt_wins", "kept", "kept_wins", "kept_points", "kept_scores")
GAMES_AT_ONCE = 1024  # so that the working set stays in the processor's cache


@dataclass(frozen=True)
class FoldSums(Sums):
    """Sums by fold: arrays of shape (256, ...); wins are in 60ths.

    Games that were cut off are counted and left out of all else.
    """

    deals: NDArray[np.int64]
    games: NDArray[np.int64]  # that ended
    sat: NDArray[np.int64]  # by bot and seat: games in which it had the seat
    bot_wins: NDArray[np.int64]  # of these
    totals: NDArray[np.int64]  # of these: scores, also in games that were not decided by points
    rounds: NDArray[np.int64]
    turns: NDArray[np.int64]
    decisions: NDArray[np.int64]
    scored: NDArray[np.int64]  # games that were decided by points
    scores: NDArray[np.int64]  # of all seats of scored games
    won: NDArray[np.int64]  # wins in scored games
    winner_scores: NDArray[np.int64]  # scores times wins
    margins: NDArray[np.int64]  # best score less the second, or less the rival's
    endings: NDArray[np.int64]  # by ending
    stopped: NDArray[np.int64]
    shared: NDArray[np.int64]  # games with more than one winner, or drawn with the rival
    broken: NDArray[np.int64]  # games with one winner though two had the best score
    led: NDArray[np.int64]  # games in which one player alone led as the last round began
    overtaken: NDArray[np.int64]  # of these, those that the player did not win
    dealt: NDArray[np.int64]  # by objective: seats dealt it
    dealt_wins: NDArray[np.int64]  # wins of these
    kept: NDArray[np.int64]  # by objective: seats that kept it
    kept_wins: NDArray[np.int64]
    kept_points: NDArray[np.int64]  # that it scored
    kept_scores: NDArray[np.int64]  # whole scores
    available: NDArray[np.int64]  # by card: games in which it was available
    copies: NDArray[np.int64]  # by card: copies taken
    taken: NDArray[np.int64]  # by card: games in which anyone took it

    @property
    def wins(self) -> NDArray[np.int64]:
        """Wins by seat, shape (256, seats)."""
        return np.asarray(self.bot_wins.sum(axis=1))

    def mapped(self, change: Callable[[NDArray[np.int64]], NDArray[np.int64]]) -> "FoldSums":
        """Return the same with each array changed, such as folds left out or merged."""
        return FoldSums(**{field.name: change(getattr(self, field.name)) for field in fields(self)})

    @cached_property
    def few(self) -> "FoldSums":
        """The same in 32 folds, where thousands are worked with: eight and eight are joined."""
        return self.mapped(
            lambda each: each.reshape(FEW, len(each) // FEW, *each.shape[1:]).sum(axis=1)
        )

    def is_same(self, other: "FoldSums") -> bool:
        """Whether all numbers of two cells are the same, so that they played the same games."""
        names = [field.name for field in fields(self)]
        return all(np.array_equal(getattr(self, one), getattr(other, one)) for one in names)

    @property
    def is_assigned(self) -> bool:
        """Whether no seat had a choice of objective: every one that was dealt was kept."""
        return bool(self.dealt.any()) and bool((self.dealt.sum(0) == self.kept.sum(0)).all())

    def ratio(
        self, num: str | NDArray[Any], den: str | NDArray[Any], unit: int = 1,
        per_game: int | NDArray[Any] = 1,
    ) -> DealSums:  # fmt: skip
        """Return the sums for an estimate of a ratio, a group of deals being a fold.

        With up to 256 deals, each fold holds one. With more, the variance between folds is
        known to a tenth.

        Parameters
        ----------
        num, den : str or array, shape (folds, ...)
            What is divided by what; a name is that of a field.
        unit : int
            In how many parts of a whole `num` is counted.
        per_game : int, or array of shape (...)
            How much a game adds to `den` at most.  Deals count as many as `den` needs at least.
        """
        x, y = (floats(getattr(self, one) if isinstance(one, str) else one) for one in (num, den))
        y = np.broadcast_to(y.reshape(*y.shape, *[1] * (x.ndim - y.ndim)), x.shape)
        sums, deals = DealSums.of(x / unit, y), int(self.deals.sum())
        most = per_game * max(int(self.games.sum() + self.stopped.sum()), 1) / max(deals, 1)
        least = np.maximum(np.ceil(sums.den / most), sums.deals).astype(np.int64)
        return replace(sums, deals=np.minimum(least, deals), groups=sums.deals)

    def beside_winners(self, values: NDArray[Any], won: NDArray[Any]) -> dict[str, Estimate]:
        """Return what players have in games that points decided: all, winners and the others.

        Parameters
        ----------
        values, won : int64 array, shape (256, items)
            Sums over the seats of these games, and over the 60ths of their wins.

        Returns
        -------
        means : mapping of str to Estimate
            Per seat after ``all_``, per win after ``winners_``, per seat that did not win after
            ``others_``; and the difference of the latter two after ``difference_``.
        """
        seats, lost = self.sat.shape[2], WIN * values - won
        wins, losses = self.won[:, None], (WIN * seats * self.scored - self.won)[:, None]
        winners = self.ratio(won, wins, per_game=WIN)
        others = self.ratio(lost, losses, per_game=WIN * max(seats - 1, 1))
        apart, _ = difference(winners, others, won, wins, lost, losses)
        every = self.ratio(values, seats * self.scored, per_game=seats)
        return {
            "all_": mean(every), "winners_": mean(winners), "others_": mean(others),
            "difference_": apart,
        }  # fmt: skip

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        for field in fields(self):
            if not field.name.endswith(("totals", "scores", "margins", "points")):
                yield f"{field.name} are negative", getattr(self, field.name) < 0
        yield f"deals are {self.deals.sum():,}, not {deals:,}", self.deals.sum() != deals
        games = self.games + self.stopped
        yield "games are not whole deals", deals and games.sum() % deals
        wins, seats = self.wins.sum(axis=1), self.wins.shape[1]
        yield "wins are more than games", wins > WIN * self.games
        if seats > 1 and self.scored.any():  # a player, or all together, may lose to the rules
            yield "wins do not add up to the games", wins != WIN * self.games
            yield "wins do not add up to the scored games", self.won != WIN * self.scored
        yield "wins are more than a bot had seats", self.bot_wins > WIN * self.sat
        yield "bots do not have all seats", self.sat.sum(axis=1) != self.games[:, None]
        apart = self.totals.sum(axis=(1, 2)) != self.scores
        yield "scores do not add up", apart & (self.scored == self.games)
        yield "endings do not add up to the games", self.endings.sum(axis=1) != self.games
        yield "scored games are more than games", self.scored > self.games
        yield "shared games are more than games", self.shared > self.games
        yield "games that a tie-break decided are more than scored ones", self.broken > self.scored
        yield "games that someone led are more than scored ones", self.led > self.scored
        yield "overtaken are more than led", self.overtaken > self.led
        yield "wins of who was dealt an objective are too many", self.dealt_wins > WIN * self.dealt
        yield "kept are more than dealt", self.kept > self.dealt
        yield "wins of who kept an objective are too many", self.kept_wins > self.dealt_wins
        yield "games with a card are more than games", self.available > self.games[:, None]
        yield "games with a card taken are more than with it", self.taken > self.available
        yield "copies are fewer than games with one", self.copies < self.taken

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {
            "games": self.games.sum(),
            "wins": self.wins.sum(),
            "wins by seat": self.wins.sum(axis=0),
            "rounds": self.rounds.sum(),
            "turns": self.turns.sum(),
            "decisions": self.decisions.sum(),
            "scored games": self.scored.sum(),
            "scores": self.scores.sum(),
            "wins in scored games": self.won.sum(),
            "scores of winners": self.winner_scores.sum(),
            "margins": self.margins.sum(),
            "endings": self.endings.sum(axis=0),
            "objectives dealt": self.dealt.sum(axis=0),
            "objectives kept": self.kept.sum(axis=0),
            "wins with an objective dealt": self.dealt_wins.sum(axis=0),
            "wins with an objective kept": self.kept_wins.sum(axis=0),
            "games with a card": self.available.sum(axis=0),
            "games with a card taken": self.taken.sum(axis=0),
            "copies of cards": self.copies.sum(axis=0),
        }


def prefixed(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """Return the columns of several estimates, each after its prefix."""
    return {name: one for key, each in estimates.items() for name, one in each.columns(key).items()}


def folds_of(totals: Totals) -> FoldSums:
    """Return the sums by fold among those of all metrics."""
    folds = totals["folds"]
    assert isinstance(folds, FoldSums)
    return folds


def tally(records: NDArray[Any], match: Match) -> FoldSums:
    """Return the sums of a batch.

    Raises
    ------
    ValueError
        If a deal is missing among them.
    """
    numbers = records["number"]
    if len(numbers) and numbers[-1] - numbers[0] != len(numbers) - 1:
        raise ValueError("the games of a batch do not follow one another")
    rotations = match.lineup.rotations
    first = int(numbers[0]) // rotations if len(numbers) else 0
    records, ended = ended_only(records)
    return FoldSums(
        deals=_fold(np.ones(len(records) // rotations, np.int64), first),
        **_of_games(records, ended, match, first),
        **_of_objectives(records, match),
        **_of_cards(records, match, first),
    )


def game_by_game(records: NDArray[Any], match: Match) -> FoldSums:
    """Return the counts of each game: arrays of shape (games, ...), without objectives and cards.

    For what is not stored: few games, and no differences of cells.
    """
    records, ended = ended_only(records)
    deal = np.arange(len(records)) % match.lineup.rotations == 0
    nothing = np.zeros((len(records), 0), np.int64)
    rows = {
        name: np.moveaxis(row, -1, 0).astype(np.int64)
        for name, row in _rows(records, ended, match).items()
    }
    none = dict.fromkeys((field.name for field in fields(FoldSums)), nothing)
    return FoldSums(**{**none, **rows, "deals": deal.astype(np.int64)})


def _of_games(
    records: NDArray[Any], ended: NDArray[np.bool_], match: Match, first: int
) -> dict[str, NDArray[np.int64]]:
    rows = _rows(records, ended, match)
    # All of them are folded at once, then separated again.
    columns = [row.reshape(prod(row.shape[:-1]), len(records)) for row in rows.values()]
    together = np.concatenate(columns, dtype=np.int64)
    folded = _fold(by_deal(np.ascontiguousarray(together.T), match.lineup.rotations), first)
    sums, place = {}, 0
    for (name, row), flat in zip(rows.items(), columns, strict=True):
        part = folded[:, place : place + len(flat)]
        sums[name] = part.reshape(FOLDS, *row.shape[:-1])
        place += len(flat)
    return sums


def _rows(records: NDArray[Any], ended: NDArray[np.bool_], match: Match) -> dict[str, NDArray[Any]]:
    """Return what is counted of each game, shape (games,) or (..., games)."""
    seats, has_rival = match.game_table.num_seats, bool(match.game_table.rival)
    # Seats first: numpy adds up long rows faster than many short ones.
    wins = records["wins"][:, :seats].T.astype(np.int64)
    counts = is_scored(records, match)
    totals = records["scores"][:, : match.game_table.num_sides].T
    scores = totals * counts.astype(np.int64)
    own = scores[:seats]
    margin = margins(scores, match)
    if has_rival:
        won = wins.sum(axis=0)
        shared = (won > 0) & (won < WIN)
        broken = np.zeros(len(records), np.bool_)
    else:
        winners = np.count_nonzero(wins, axis=0)
        shared, broken = winners > 1, (winners == 1) & (margin == 0) & (seats > 1) & counts
    led, won_by_leader = _of_leaders(records, wins, counts, match)
    bots = np.arange(len(match.lineup.entries))[:, None, None]
    sits = bots == records["lineup"][:, :seats].T
    ending = [(records["ending"] == place) & ended for place in range(len(match.game.endings))]
    return {
        "games": ended,
        "sat": sits,
        "bot_wins": sits * wins,
        "totals": sits * totals[:seats],
        "rounds": records["rounds"],
        "turns": records["turns"],
        "decisions": records["decisions"],
        "scored": counts,
        "scores": own.sum(axis=0),
        "won": wins.sum(axis=0) * counts,
        "winner_scores": (wins * own).sum(axis=0),
        "margins": margin,
        "endings": np.stack(ending),
        "stopped": ~ended,
        "shared": shared,
        "broken": broken,
        "led": led,
        "overtaken": led & ~won_by_leader,
    }


def _of_leaders(
    records: NDArray[Any], wins: NDArray[np.int64], counts: NDArray[np.bool_], match: Match
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where one player alone led as the last round began, and where a leader won."""
    if not has_leaders(match):
        nowhere = np.zeros(len(records), np.bool_)
        return nowhere, nowhere
    leads = leads_before(records, len(wins))
    return (leads.sum(axis=0) == 1) & counts, (wins * leads).sum(axis=0) > 0


def _of_objectives(records: NDArray[Any], match: Match) -> dict[str, NDArray[np.int64]]:
    seats, objectives = match.game_table.num_seats, len(match.game_table.objectives)
    shape = (FOLDS, objectives)
    nothing = np.zeros(shape, np.int64)
    if not objectives or "kept" not in (match.game.record.names or ()):
        return dict.fromkeys(_OF_OBJECTIVES, nothing)
    folds = records["number"] // match.lineup.rotations % FOLDS
    wins = records["wins"][:, :seats]

    def count(rows: NDArray[Any], *weights: NDArray[Any]) -> Iterator[NDArray[np.int64]]:
        there = rows >= 0
        first = (folds * objectives).reshape(-1, *([1] * (rows.ndim - 1)))
        places = (first + rows)[there]
        size = FOLDS * objectives
        for each in (np.ones((), np.int64), *weights):
            total = np.bincount(places, np.broadcast_to(each, rows.shape)[there], minlength=size)
            yield total.astype(np.int64).reshape(shape)

    points, scores = records["fulfilled"][:, :seats], records["scores"][:, :seats]
    dealt = count(records["dealt"][:, :seats], wins[:, :, None])
    kept = count(records["kept"][:, :seats], wins, points, scores)
    return dict(zip(_OF_OBJECTIVES, (*dealt, *kept), strict=True))


def _of_cards(records: NDArray[Any], match: Match, first: int) -> dict[str, NDArray[np.int64]]:
    seats, cards, rotations = (
        match.game_table.num_seats,
        len(match.game_table.cards),
        match.lineup.rotations,
    )
    totals = np.zeros((3, FOLDS, cards), np.int64)
    if cards and "taken" in (match.game.record.names or ()):
        step = max(GAMES_AT_ONCE // rotations, 1) * rotations
        for start in range(0, len(records), step):
            some = records[start : start + step]
            copies = some["taken"][:, 0, :cards].astype(np.int16)
            for seat in range(1, seats):
                copies += some["taken"][:, seat, :cards]
            taken = (copies > 0).view(np.int8)
            available = (some["available"][:, :cards] > 0).view(np.int8) | taken
            for place, values in enumerate((available, copies, taken)):
                # Narrow sums over the games of a deal: this is where the time goes.
                deals = values.reshape(-1, rotations, cards).sum(axis=1, dtype=values.dtype)
                totals[place] += _fold(deals, first + start // rotations)
    return dict(zip(("available", "copies", "taken"), totals, strict=True))


def by_fold(values: NDArray[Any], records: NDArray[Any], match: Match) -> NDArray[np.int64]:
    """Add up values of games, shape (games, ...), by the fold of their deal: (256, ...)."""
    first = int(records["number"][0]) // match.lineup.rotations if len(records) else 0
    return _fold(by_deal(values, match.lineup.rotations), first)


def _fold(values: NDArray[Any], first: int) -> NDArray[np.int64]:
    """Add up values of deals that follow one another from `first`, (deals, ...), by fold."""
    total = np.zeros((FOLDS, *values.shape[1:]), np.int64)
    place, done = first % FOLDS, 0
    while done < len(values):
        some = values[done : done + FOLDS - place]
        total[place : place + len(some)] += some
        place, done = 0, done + len(some)
    return total
