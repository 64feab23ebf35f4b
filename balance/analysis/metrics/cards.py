"""Cards and winning: a correlation, which is not yet the value of a card.

Leaders take more cards, and late cards come with long games. Only an experiment that changes a card
shows its value.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import deals_in
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums, prefixed
from balance.analysis.metrics.metric import ended_only, named_pieces
from balance.compiling.jit import compiled
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import (
    FEW_DEALS,
    DealSums,
    Estimate,
    Floats,
    difference,
    mean_count,
    proportion,
)  # fmt: skip
from balance.stats.multiple_testing import false_discovery
from balance.store.sums import Sums

DOSES = 3  # copies of a seat: 1, 2, or 3 and more


@dataclass(frozen=True)
class CardSums(Sums):
    """By fold and card, shape (256, ..., cards), in games in which it was available.

    Wins are in 60ths.  Games that were cut off are left out.  `FoldSums` counts these games, those
    in which anyone took the card, and its copies.
    """

    wins: NDArray[np.int64]  # of all seats
    winner_copies: NDArray[np.int64]  # copies taken, each times the wins of its seat
    rounds: NDArray[np.int64]  # rounds in which copies were taken
    seats: NDArray[np.int64]  # shape (256, 3, cards): seats that took 1, 2, or 3 and more
    seat_wins: NDArray[np.int64]  # of these

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        yield "counts are negative", any((each < 0).any() for each in vars(self).values())
        yield "wins are more than seats", self.seat_wins > WIN * self.seats
        yield "wins with a card are more than all", self.seat_wins.sum(axis=1) > self.wins


def applies(match: Match) -> bool:
    """Return whether the game has cards to take."""
    return bool(match.game_table.cards) and "taken" in (match.game.record.names or ())


def tally(records: NDArray[Any], match: Match) -> CardSums:
    """Return the sums of a batch.

    Raises
    ------
    ValueError
        If a deal is not whole.
    """
    seats, cards = match.game_table.num_seats, len(match.game_table.cards)
    records, _ = ended_only(records)
    counts = np.zeros((FOLDS, 3 + 2 * DOSES, cards), np.int64)
    if deals_in(records, match.lineup.rotations):
        _count(
            records["number"] // match.lineup.rotations % FOLDS,
            records["taken"][:, :seats, :cards],
            records["rounds_taken"][:, :seats, :cards],
            records["available"][:, :cards],
            records["wins"][:, :seats],
            counts,
        )
    wins, copies, rounds = (counts[:, place] for place in range(3))
    return CardSums(wins, copies, rounds, counts[:, 3 : 3 + DOSES], counts[:, 3 + DOSES :])


@compiled
def _count(
    folds: NDArray[np.int64],
    taken: NDArray[np.int8],
    rounds: NDArray[np.int16],
    available: NDArray[np.int8],
    wins: NDArray[np.int32],
    counts: NDArray[np.int64],
) -> None:
    """Add up, game by game, what `CardSums` has.

    Parameters
    ----------
    folds : array, shape (games,)
    taken, rounds : array, shape (games, seats, cards)
    available : array, shape (games, cards)
    wins : array, shape (games, seats)
    counts : array, shape (256, 3 + 2 * DOSES, cards)
        Added to, in the order of the fields.
    """
    games, seats, cards = taken.shape
    won = wins.sum(axis=1)
    for game in range(games):
        here = counts[folds[game]]
        for card in range(cards):
            is_there = available[game, card] > 0
            for seat in range(seats):
                held, share = int(taken[game, seat, card]), int(wins[game, seat])
                if held > 0:
                    is_there = True
                    here[1, card] += held * share
                    here[2, card] += int(rounds[game, seat, card])
                    dose = min(held, DOSES)
                    here[2 + dose, card] += 1
                    here[2 + DOSES + dose, card] += share
            if is_there:
                here[0, card] += int(won[game])


def with_and_without(
    sums: CardSums, folds: FoldSums, match: Match
) -> tuple[DealSums, DealSums, Estimate, Floats]:
    """Return the win rates of seats that took each card and that did not, and their difference.

    Returns
    -------
    with_it, without : DealSums, shape (cards,)
    apart : Estimate
        Without an interval if fewer than 30 deals, or folds of deals, have such seats: with so few
        all may win or lose by chance, and it would be too narrow.
    p : array
        For no difference.
    """
    seats = match.game_table.num_seats
    own, own_wins = sums.seats.sum(axis=1), sums.seat_wins.sum(axis=1)
    rest_wins, rest = sums.wins - own_wins, seats * folds.available - own
    one = folds.ratio(own_wins, own, WIN, _of_takers(own, folds))
    two = folds.ratio(rest_wins, rest, WIN, _of_takers(rest, folds))
    apart, p = difference(one, two, own_wins / WIN, own, rest_wins / WIN, rest)
    is_few = np.minimum(one.units, two.units) < FEW_DEALS
    low, high, p = (np.where(is_few, np.nan, each) for each in (apart.low, apart.high, p))
    return one, two, replace(apart, low=low, high=high), p


def _first_of_stack(match: Match) -> list[int]:
    """Return, for each card, the row of the one that lies on top of its stack."""
    cards = match.game_table.cards
    rows = {card.id: row for row, card in enumerate(cards)}
    return [rows[card.above[0]] if card.above else row for row, card in enumerate(cards)]


def _of_takers(den: NDArray[Any], folds: FoldSums) -> NDArray[Any]:
    """Return how much a game in which a card is taken adds to what is divided by."""
    return np.asarray(np.maximum(den.sum(axis=0), 1) / np.maximum(folds.taken.sum(axis=0), 1))


def table(sums: CardSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each card that was available in some game.

    Returns
    -------
    table : DataFrame
        id, card, kind, note; games (in which it was available), seats_with, copies (counts); and
        estimates, each as value, low, high, deals after a prefix, of the games in which the
        card was available: ``available_`` (share of all games), ``reach_`` (share of the games in
        which the first card of its stack was available; 1 for what lies under no other),
        ``taken_`` (share in which
        anyone took it), ``seats_`` (share of seats that took it), ``copies_`` (per game),
        ``held_`` (copies, of a seat that took it), ``winners_`` and ``others_`` (copies of a
        winner, of another), ``with_`` and ``without_`` (win rates of seats that took it and that
        did not), ``difference_`` (of these two; without an interval if fewer than 30 deals have
        such seats), ``round_`` (of taking), ``never_`` (share of games in which nobody took
        it), ``dose_1_``, ``dose_2_``, ``dose_3_`` (win rates of seats that took 1, 2, or 3 copies
        and more; nan where no game has such a seat); and q: the false discovery rate
        (Benjamini-Hochberg over the cards of the table).
    """
    with_it, without, apart, p = with_and_without(sums, folds, match)
    seats, there = match.game_table.num_seats, folds.available
    all_seats, own, copies = seats * there, sums.seats.sum(axis=1), folds.copies
    others = WIN * copies - sums.winner_copies, WIN * all_seats - sums.wins
    columns: dict[str, Any] = {
        **named_pieces(match.game_table.cards, "card", "kind", "note"),
        "games": there.sum(axis=0),
        "seats_with": own.sum(axis=0),
        "copies": copies.sum(axis=0),
    }
    taken = proportion(folds.ratio("taken", "available"))
    never = replace(taken, value=1 - taken.value, low=1 - taken.high, high=1 - taken.low)
    of_doses = proportion(folds.ratio(sums.seat_wins, sums.seats, WIN, seats))
    columns |= prefixed({
        "available_": proportion(folds.ratio("available", "games")),
        "reach_": proportion(folds.ratio(there, there[:, _first_of_stack(match)])),
        "taken_": taken,
        "seats_": proportion(folds.ratio(own, all_seats, per_game=seats)),
        "copies_": mean_count(folds.ratio(copies, there)),
        "held_": mean_count(folds.ratio(copies, own, per_game=_of_takers(own, folds)), least=1.0),
        "winners_": mean_count(folds.ratio(sums.winner_copies, sums.wins, per_game=WIN), step=WIN),
        "others_": mean_count(folds.ratio(*others, per_game=WIN * max(seats - 1, 1)), step=WIN),
        "with_": proportion(with_it),
        "without_": proportion(without),
        "difference_": apart,
        "round_": mean_count(folds.ratio(sums.rounds, copies, per_game=_of_takers(copies, folds))),
        "never_": never,
        **{f"dose_{dose + 1}_": of_doses.take(dose) for dose in range(DOSES)},
    })  # fmt: skip
    rows = pd.DataFrame(columns | {"q": false_discovery(p)})
    return rows[rows["games"] > 0].reset_index(drop=True)
