"""What is measured in games: each number once, with its names, its counts and its unit.

A new measure is an entry of `CATALOGUE`: tables of differences have it then, and a cell has its
value as ``cell.measures["rounds"]`` (see `readings`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import always, has_leaders
from balance.analysis.metrics.objectives import fair
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import DealSums
from balance.stats.jackknife import Replicates, replicates, variance_between

# Units: a share; a share over a fair one, in points; a number; a standard deviation between shares,
# in points.
SHARE, EXCESS, NUMBER, SPREAD = "share", "excess", "number", "spread"
SEATS, PACE, DEALT, KEPT, BETWEEN, COPIES, TAKEN = (  # topics
    "seats", "pace", "dealt", "kept", "spread", "copies", "taken",
)  # fmt: skip


@dataclass(frozen=True)
class About:
    """What one number is about: a seat, a bot, an ending, an objective, a card, or the game.

    Attributes
    ----------
    key : str
        The name of the number, the same in all cells that have it.
    name : str
        The number in words; of an objective or card its name.
    label : str
        In a list of its kind: ``seat 2``.
    is_compared : bool
        Whether tables of differences have it.
    """

    key: str
    name: str
    label: str
    id: str = ""
    kind: str = ""
    is_compared: bool = True


Items: TypeAlias = Callable[[Match], Sequence[About]]
Counted: TypeAlias = str | Callable[[FoldSums, Match], NDArray[Any]]


@dataclass(frozen=True)
class Measure:
    """A kind of number: one of a game, or one for each seat, bot, ending, objective or card.

    Attributes
    ----------
    out_of : str
        What it is a share of, or the mean over.
    items : function (match) -> sequence of About
        What there is a number for; nothing where games have no such number.
    num, den : str, or function (folds, match) -> array
        What is divided by what: fields of `FoldSums`, or arrays of shape (folds, ...).
    whole : int
        In how many parts of a whole `num` is counted, such as 60 of a win.
    per_game : int
        How much a game adds to `den` at most.
    then : function (Replicates) -> Replicates, optional
        What is made of the numbers of all items.
    least : float
        What no number of a game is below, of a mean.
    is_main : bool
        Whether it is also compared between tiers and between random set-ups.
    """

    topic: str
    unit: str
    out_of: str
    items: Items
    num: Counted
    den: Counted
    whole: int = 1
    per_game: int = 1
    then: Callable[[Replicates], Replicates] | None = None
    least: float = 0.0
    is_main: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is counted between 0 and 1."""
        return self.unit != NUMBER

    def items_of(self, match: Match, folds: FoldSums) -> Sequence[About]:
        """Return what there is a number for in these games."""
        is_rare = self.den in ("led", "dealt", "kept")
        return self.items(match) if not is_rare or self.counts(folds, match)[1].any() else ()

    def rates(
        self, folds: FoldSums, match: Match, step: float = 1.0,
        together: Sequence[int] | None = None,
    ) -> Replicates:  # fmt: skip
        """Return the number of each item, with and without each fold.

        Parameters
        ----------
        step : float
            As in `replicates`.
        together : sequence of int, optional
            The places of items whose number together is wanted, instead of that of each.
        """
        num, den = self.counts(folds, match)
        if together is not None:
            num, den = (one[:, together].sum(axis=1, keepdims=True) for one in (num, den))
        return self._rates(num, den, folds, step)

    def values(self, folds: FoldSums, match: Match, step: float = 1.0) -> Replicates:
        """Return the same in its unit: for a win rate, its excess over a fair one."""
        num, den = self.counts(folds, match)
        if self.topic in (DEALT, KEPT):  # the mean is a fair share where seats play each other
            total, of = num.sum(axis=1, keepdims=True), den.sum(axis=1, keepdims=True)
            return self._rates(num, den, folds, step) - self._rates(total, of, folds, step)
        if self.unit == EXCESS:  # whole numbers, so that what one seat wins others lose to the bit
            seats = match.game_table.num_seats
            return self._rates(num * seats - den * self.whole, den * seats, folds, step * seats)
        values = self._rates(num, den, folds, step)
        return self.then(values) if self.then else values

    def sums(self, folds: FoldSums, match: Match) -> DealSums:
        """Return the sums for estimates with intervals, an item each."""
        return folds.ratio(*self.counts(folds, match), self.whole, self.per_game)

    def fair(self, folds: FoldSums, match: Match) -> float:
        """Return the win rate that would be fair; 0 of what is no win rate."""
        if self.topic in (DEALT, KEPT):
            return fair(folds, match)
        return 1 / match.game_table.num_seats if self.unit == EXCESS else 0.0

    def counts(self, folds: FoldSums, match: Match) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return what is divided by what, (folds, items) and (folds, items or 1).

        Of `game_by_game` each game is what a fold is else.
        """
        num, den = (
            getattr(folds, one) if isinstance(one, str) else one(folds, match)
            for one in (self.num, self.den)
        )
        return num.reshape(len(num), -1), den.reshape(len(den), -1)

    def _rates(
        self, num: NDArray[Any], den: NDArray[Any], folds: FoldSums, step: float
    ) -> Replicates:
        return replicates(num, den * self.whole, folds.deals, step * self.whole)


def is_alone(match: Match) -> bool:
    """Return whether nobody plays against another: one player alone, or all against the game."""
    return has_rival(match) or match.game_table.num_seats < 2


def has_rival(match: Match) -> bool:
    """Return whether one player, or all together, play against the game itself."""
    return bool(match.game_table.rival)


def seat_key(seat: int, seats: int) -> str:
    """Return the key of a seat's wins; `seat` counts from 0."""
    if seat in (0, seats - 1):
        return "last" if seat else "first"
    return f"seat {seat + 1} of {seats}"


def _player(match: Match) -> list[About]:
    who = "the player" if match.game_table.num_seats == 1 else "the players"
    return [About("player", f"wins of {who}", who)] if is_alone(match) else []


def _seats(match: Match) -> list[About]:
    seats = 0 if is_alone(match) else match.game_table.num_seats
    items = []
    for seat in range(seats):
        key, label = seat_key(seat, seats), f"seat {seat + 1}"
        name = f"{key if key in ('first', 'last') else label} player's advantage"
        # Of two seats the one loses what the other wins.
        items.append(About(key, name, label, is_compared=seats > 2 or seat == 0))
    return items


def _bots(match: Match) -> list[About]:
    labels = () if is_alone(match) or len(match.lineup.labels) < 2 else match.lineup.labels
    return [About(f"bot {one}", f"advantage of {one}", one) for one in labels]


def _endings(match: Match) -> list[About]:
    return [About(f"ending {name}", f"ended by: {name}", name) for name in match.game.endings]


def _pieces(topic: str) -> Items:
    """Return what there is for each objective, or for each card."""
    is_objective = topic in (DEALT, KEPT)
    return lambda match: [
        About(f"{topic} {one.id}", one.name, one.name, one.id, "" if is_objective else one.kind)
        for one in (match.game_table.objectives if is_objective else match.game_table.cards)
    ]


def _spread(topic: str) -> Items:
    def items(match: Match) -> list[About]:
        noun = match.game.objective or "objective"
        return [About(f"spread {topic}", f"spread between {noun}s when {topic}", topic)]

    return items


def _game(
    key: str, name: str, unit: str, num: str, den: Counted,
    out_of: str = "games that ended", when: Callable[[Match], bool] = always, per_game: int = 1,
    least: float = 0.0, is_main: bool = False,
) -> Measure:  # fmt: skip
    """Return the measure of one number of games; its name may hold the rival's."""

    def items(match: Match) -> list[About]:
        return [About(key, name.format(rival=match.game_table.rival), key)] if when(match) else []

    return Measure(
        PACE, unit, out_of, items, num, den, per_game=per_game, least=least, is_main=is_main
    )


def _unbought(match: Match) -> list[About]:
    return [About("unbought", "cards that nobody takes", "unbought", is_compared=False)]


def _cards_there(folds: FoldSums, match: Match) -> NDArray[Any]:
    return np.asarray(folds.available[:, match.is_card].sum(axis=1))


def _cards_left(folds: FoldSums, match: Match) -> NDArray[Any]:
    return np.asarray(_cards_there(folds, match) - folds.taken[:, match.is_card].sum(axis=1))


def _no_rival(match: Match) -> bool:
    return not has_rival(match)


def _several(match: Match) -> bool:
    return not is_alone(match)


_ENDED, _SCORED, _WON = "games that ended", "games with scores", "wins in games with scores"
PLAYER = Measure(
    SEATS, SHARE, _ENDED, _player, lambda folds, match: folds.wins.sum(axis=1), "games", WIN,
    is_main=True,
)  # fmt: skip
SEAT = Measure(SEATS, EXCESS, _ENDED, _seats, "wins", "games", WIN, is_main=True)
BOT = Measure(
    SEATS, EXCESS, "its seats", _bots, lambda folds, match: folds.bot_wins.sum(axis=2),
    lambda folds, match: folds.sat.sum(axis=2), WIN, is_main=True,
)  # fmt: skip
ROUNDS = _game("rounds", "rounds", NUMBER, "rounds", "games", is_main=True)
OBJECTIVE = {
    DEALT: Measure(
        DEALT, EXCESS, "seats dealt it", _pieces(DEALT), "dealt_wins", "dealt", WIN, is_main=True
    ),
    KEPT: Measure(
        KEPT, EXCESS, "seats that kept it", _pieces(KEPT), "kept_wins", "kept", WIN, is_main=True
    ),
}
OBJECTIVE_SPREAD = {
    how: replace(
        one, topic=BETWEEN, unit=SPREAD, items=_spread(how), then=variance_between, is_main=False
    )
    for how, one in OBJECTIVE.items()
}
CHOSEN = Measure(KEPT, SHARE, "seats dealt it", _pieces(KEPT), "kept", "dealt")
CARD_COPIES = Measure(COPIES, NUMBER, "games with it", _pieces(COPIES), "copies", "available")
CARD_TAKEN = Measure(TAKEN, SHARE, "games with it", _pieces(TAKEN), "taken", "available")
CATALOGUE: tuple[Measure, ...] = (  # in the order of tables
    PLAYER,
    SEAT,
    BOT,
    ROUNDS,
    _game("turns", "turns", NUMBER, "turns", "games"),
    _game("decisions", "decisions", NUMBER, "decisions", "games"),
    _game(
        "score", "score of a player", NUMBER, "scores",
        lambda folds, match: folds.scored * match.game_table.num_seats,
        "seats of games with scores", least=-np.inf, is_main=True,
    ),
    *(
        _game("winner", name, NUMBER, "winner_scores", "won", _WON, when, WIN, -np.inf)
        for name, when in (("score of the winner", _no_rival), ("score when winning", has_rival))
    ),
    _game(
        "margin", "margin of the best to the second", NUMBER, "margins", "scored",
        _SCORED, _several, is_main=True,
    ),
    _game(
        "margin", "score less the {rival}'s", NUMBER, "margins", "scored", _SCORED,
        has_rival, least=-np.inf, is_main=True,
    ),
    Measure(PACE, SHARE, _ENDED, _endings, "endings", "games", is_main=True),
    _game(
        "shared", "the win is shared", SHARE, "shared", "games", when=_several, is_main=True
    ),
    _game(
        "tie-break", "a tie-break decides", SHARE, "broken", "games", when=_several
    ),
    _game("shared", "the win is drawn", SHARE, "shared", "games", when=has_rival, is_main=True),
    _game(
        "overtaken", "sole leader before the last round does not win", SHARE, "overtaken", "led",
        out_of="games that one player alone led before the last round", when=has_leaders,
        is_main=True,
    ),
    _game(
        "stopped", "cut off at the limit of decisions", SHARE, "stopped",
        lambda folds, match: folds.games + folds.stopped, "all games",
    ),
    OBJECTIVE[DEALT],
    OBJECTIVE_SPREAD[DEALT],
    OBJECTIVE[KEPT],
    OBJECTIVE_SPREAD[KEPT],
    CARD_COPIES,
    CARD_TAKEN,
    Measure(TAKEN, SHARE, "cards of a game", _unbought, _cards_left, _cards_there),
)  # fmt: skip
