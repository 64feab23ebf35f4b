"""Cards and winning: a correlation, which is not yet the value of a card.

Leaders take more cards, and late cards come with long games. Only an experiment that changes a card
shows its value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import (
    SUMS,
    CrossProductSums,
    RatioSums,
    add_ratio,
    deals_in,
)
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_only
from balance.compiling.jit import compiled
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS, difference, mean_count, proportion
from balance.stats.multiple_testing import false_discovery
from balance.store.sums import Sums

DOSES = 3  # copies of a seat: 1, 2, or 3 and more
_RATIOS = 7  # of `CardSums`, before those by dose


@dataclass(frozen=True)
class CardSums(Sums):
    """By card, shape (cards,), in the games in which it was available; wins are in 60ths.

    Games that were cut off are left out.
    """

    seats: RatioSums  # seats that took it, of all seats
    copies_held: RatioSums  # copies taken, per seat that took it
    winner_copies: RatioSums  # copies taken by the winner, per win
    other_copies: RatioSums  # copies taken by another, per seat that did not win
    win_with: RatioSums  # wins, of seats that took it
    win_without: RatioSums  # wins, of seats that did not
    both: CrossProductSums  # of win_with and win_without
    rounds: RatioSums  # round of taking, per copy
    doses: RatioSums  # shape (3, cards): wins, of seats that took 1, 2, or 3 and more

    def contradictions(self, deals: int) -> Iterator[tuple[str, Any]]:
        """Yield what sums of so many deals cannot be; see `Sums.contradictions`."""
        both = self.win_with.den + self.win_without.den
        yield "seats with and without a card do not add up", both != self.seats.den
        yield "seats that took a card are not the same", self.win_with.den != self.seats.num
        for doses, whole in ((self.doses.den, self.seats.num), (self.doses.num, self.win_with.num)):
            yield "seats by number of copies do not add up", doses.sum(axis=0) != whole
        copies = self.copies_held.num
        yield "copies are not the same", copies != self.rounds.den
        held = self.winner_copies.num + self.other_copies.num
        yield "copies of winners and others do not add up", held != WIN * copies

    def counted_by_others(self) -> Mapping[str, Any]:
        """Return totals that other metrics count too."""
        return {"copies of cards": self.copies_held.num}


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
    ratios = np.zeros((_RATIOS + DOSES, cards, SUMS), np.int64)
    both = np.zeros((4, cards), np.int64)
    if deals_in(records, match.lineup.rotations):
        _count(
            records["taken"][:, :seats, :cards],
            records["rounds_taken"][:, :seats, :cards],
            records["available"][:, :cards],
            records["wins"][:, :seats],
            match.lineup.rotations,
            ratios,
            both,
        )
    whole: Any = [
        RatioSums(*np.moveaxis(ratios[rows], -1, 0).copy())
        for rows in (*range(_RATIOS), slice(_RATIOS, None))
    ]
    whole.insert(6, CrossProductSums(*both))
    return CardSums(*whole)


@compiled
def _count(
    taken: NDArray[np.int8],
    rounds: NDArray[np.int16],
    available: NDArray[np.int8],
    wins: NDArray[np.int32],
    rotations: int,
    ratios: NDArray[np.int64],
    both: NDArray[np.int64],
) -> None:
    """Add up, deal by deal, what `CardSums` has.

    Copies are int8 and rounds int16, so the squares of a batch stay far below 2**62.

    Parameters
    ----------
    taken, rounds : array, shape (games, seats, cards)
    available : array, shape (games, cards)
    wins : array, shape (games, seats)
    ratios : array, shape (_RATIOS + DOSES, cards, SUMS)
        Added to, as `both` is.
    both : array, shape (4, cards)
    """
    games, seats, cards = taken.shape
    won = wins.sum(axis=1)
    dose_seats, dose_wins = np.zeros(DOSES, np.int64), np.zeros(DOSES, np.int64)
    for first in range(0, games, rotations):
        for card in range(cards):
            all_seats = all_wins = holders = holders_wins = copies = winners = when = 0
            dose_seats[:], dose_wins[:] = 0, 0
            for game in range(first, first + rotations):
                before = holders
                for seat in range(seats):
                    held, share = int(taken[game, seat, card]), int(wins[game, seat])
                    if held > 0:
                        holders += 1
                        holders_wins += share
                        copies += held
                        winners += held * share
                        when += int(rounds[game, seat, card])
                        dose = min(held, DOSES) - 1
                        dose_seats[dose] += 1
                        dose_wins[dose] += share
                if available[game, card] > 0 or holders > before:
                    all_seats += seats
                    all_wins += int(won[game])
            others, others_wins = all_seats - holders, all_wins - holders_wins
            add_ratio(ratios[0, card], holders, all_seats)
            add_ratio(ratios[2, card], winners, all_wins)
            add_ratio(ratios[3, card], WIN * copies - winners, WIN * all_seats - all_wins)
            add_ratio(ratios[5, card], others_wins, others)
            if holders:
                add_ratio(ratios[1, card], copies, holders)
                add_ratio(ratios[4, card], holders_wins, holders)
                add_ratio(ratios[6, card], when, copies)
                both[0, card] += holders_wins * others_wins
                both[1, card] += holders_wins * others
                both[2, card] += holders * others_wins
                both[3, card] += holders * others
                for dose in range(DOSES):
                    add_ratio(ratios[_RATIOS + dose, card], dose_wins[dose], dose_seats[dose])


def table(sums: CardSums, folds: FoldSums, match: Match) -> pd.DataFrame:
    """Return a row for each card that was available in some game.

    Returns
    -------
    table : DataFrame
        id, card, kind, note; games (in which it was available), seats_with, copies (counts); and
        estimates, each as value, low, high, deals after a prefix, of the games in which the
        card was available: ``available_`` (share of all games), ``taken_`` (share in which
        anyone took it), ``seats_`` (share of seats that took it), ``copies_`` (per game),
        ``held_`` (copies, of a seat that took it), ``winners_`` and ``others_`` (copies of a
        winner, of another), ``with_`` and ``without_`` (win rates of seats that took it and that
        did not), ``difference_`` (of these two; without an interval if fewer than 30 deals have
        such seats), ``round_`` (of taking), ``never_`` (share of games in which nobody took
        it), ``dose_1_``, ``dose_2_``, ``dose_3_`` (win rates of seats that took 1, 2, or 3 copies
        and more; nan where no game has such a seat); and q: the false discovery rate
        (Benjamini-Hochberg over the cards of the table).
    """
    cards = match.game_table.cards
    gain, p_values = difference(
        sums.win_with.sums(WIN), sums.win_without.sums(WIN), sums.both.sums(WIN)
    )
    # With so few seats all may win or lose by chance, and the interval would be too narrow.
    is_few = np.minimum(sums.win_with.deals, sums.win_without.deals) < FEW_DEALS
    columns: dict[str, Any] = {
        "id": [card.id for card in cards],
        "card": [card.name for card in cards],
        "kind": [card.kind for card in cards],
        "note": [card.note for card in cards],
        "games": folds.available.sum(axis=0),
        "seats_with": sums.seats.num,
        "copies": sums.copies_held.num,
    }
    taken = proportion(folds.ratio("taken", "available"))
    never = replace(taken, value=1 - taken.value, low=1 - taken.high, high=1 - taken.low)
    of_doses = sums.doses.proportion(WIN)
    for prefix, estimate in (
        ("available_", proportion(folds.ratio("available", "games"))),
        ("taken_", taken),
        ("seats_", sums.seats.proportion()),
        ("copies_", mean_count(folds.ratio("copies", "available"))),
        ("held_", sums.copies_held.count(least=1.0)),
        ("winners_", sums.winner_copies.count(step=WIN)),
        ("others_", sums.other_copies.count(step=WIN)),
        ("with_", sums.win_with.proportion(WIN)),
        ("without_", sums.win_without.proportion(WIN)),
        ("difference_", gain),
        ("round_", sums.rounds.count()),
        ("never_", never),
        *((f"dose_{dose + 1}_", of_doses.take(dose)) for dose in range(DOSES)),
    ):
        columns |= estimate.columns(prefix)
    for bound in ("difference_low", "difference_high"):
        columns[bound] = np.where(is_few, np.nan, columns[bound])
    columns["q"] = false_discovery(np.where(is_few, np.nan, p_values))
    rows = pd.DataFrame(columns)
    return rows[rows["games"] > 0].reset_index(drop=True)
