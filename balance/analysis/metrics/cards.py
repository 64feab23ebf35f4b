"""Cards and winning: a correlation, which is not yet the value of a card.

Leaders take more cards, and late cards come with long games. Only an experiment that changes a card
shows its value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import CrossProductSums, RatioSums, by_deal
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.metrics.metric import ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS, difference, mean_count, proportion
from balance.stats.multiple_testing import false_discovery
from balance.store.sums import Sums

GAMES_AT_ONCE = 1024  # so that the working set stays in the processor's cache


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
    """Return the sums of a batch."""
    rotations = match.lineup.rotations
    step = max(GAMES_AT_ONCE // rotations, 1) * rotations
    total = _tally(records[:step], match)
    for first in range(step, len(records), step):
        total = total + _tally(records[first : first + step], match)
    return total


def _tally(records: NDArray[Any], match: Match) -> CardSums:
    seats, cards = match.game_table.num_seats, len(match.game_table.cards)
    rotations = match.lineup.rotations
    records, _ = ended_only(records)
    shares = records["wins"][:, :seats].astype(np.uint8)  # 60 at most
    # Sums over seats in the narrowest type that holds them: this is where the time goes.
    shape = (len(records), cards)
    holders = np.zeros(shape, np.uint8)
    won = np.zeros(shape, np.uint8)
    copies = np.zeros(shape, np.int16)
    won_copies = np.zeros(shape, np.int16)
    rounds = np.zeros(shape, np.int32)
    for seat in range(seats):
        taken = records["taken"][:, seat, :cards]
        share = shares[:, seat, None]
        holds = (taken > 0).view(np.uint8)
        holders += holds
        won += holds * share
        copies += taken
        won_copies += taken * share.astype(np.int16)
        rounds += records["rounds_taken"][:, seat, :cards]
    available = (records["available"][:, :cards] > 0) | (holders > 0)
    win = shares.sum(axis=1, dtype=np.float64)[:, None]

    def deals(values: NDArray[Any]) -> NDArray[np.float64]:
        return by_deal(values.astype(np.float64), rotations)

    games, takers, wins, taken_copies = map(deals, (available, holders, won, copies))
    all_wins = deals(available * win)
    winners_copies = deals(won_copies)
    all_seats = games * seats
    others, others_wins = all_seats - takers, all_wins - wins
    win_with, win_without = RatioSums.of(wins, takers), RatioSums.of(others_wins, others)
    repeated = np.flatnonzero(taken_copies.sum(axis=0) > takers.sum(axis=0))
    return CardSums(
        seats=RatioSums.of(takers, all_seats),
        copies_held=RatioSums.of(taken_copies, takers),
        winner_copies=RatioSums.of(winners_copies, all_wins),
        other_copies=RatioSums.of(WIN * taken_copies - winners_copies, WIN * all_seats - all_wins),
        win_with=win_with,
        win_without=win_without,
        both=CrossProductSums.of(
            wins,
            takers,
            others_wins,
            others,
            max(win_with.largest_square, win_without.largest_square),
        ),
        rounds=RatioSums.of(deals(rounds), taken_copies),
        doses=_doses(records["taken"][:, :seats, :cards], shares, repeated, win_with, rotations),
    )


def _doses(
    taken: NDArray[np.int8],
    shares: NDArray[np.uint8],
    repeated: NDArray[np.intp],
    win_with: RatioSums,
    rotations: int,
) -> RatioSums:
    """Return the wins of seats that took 1, 2, or 3 copies and more, shape (3, cards).

    Parameters
    ----------
    taken : array, shape (games, seats, cards)
        Copies.
    shares : array, shape (games, seats)
        Of the wins.
    repeated : int array
        The cards of which somebody took a second copy.
    win_with : RatioSums
        Of seats that took any: of the other cards, the wins of those that took 1.
    """
    copies = taken[:, :, repeated]
    seats, wins = (np.zeros((3, len(taken), len(repeated)), np.uint8) for _ in range(2))
    for dose in (1, 2, 3):
        has = (copies == dose if dose < 3 else copies >= dose).view(np.uint8)
        seats[dose - 1] = has.sum(axis=1, dtype=np.uint8)
        wins[dose - 1] = (has * shares[:, :, None]).sum(axis=1, dtype=np.uint8)
    own = RatioSums.of(
        *(by_deal(one.transpose(1, 0, 2).astype(np.float64), rotations) for one in (wins, seats))
    )

    def of_all_cards(name: str) -> NDArray[np.int64]:
        first = getattr(win_with, name)
        whole = np.stack([first, np.zeros_like(first), np.zeros_like(first)])
        whole[:, repeated] = getattr(own, name)
        return whole

    return RatioSums(*(of_all_cards(one.name) for one in fields(own)))


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
        *((f"dose_{dose}_", of_doses.take(dose - 1)) for dose in (1, 2, 3)),
    ):
        columns |= estimate.columns(prefix)
    for bound in ("difference_low", "difference_high"):
        columns[bound] = np.where(is_few, np.nan, columns[bound])
    columns["q"] = false_discovery(np.where(is_few, np.nan, p_values))
    rows = pd.DataFrame(columns)
    return rows[rows["games"] > 0].reset_index(drop=True)
