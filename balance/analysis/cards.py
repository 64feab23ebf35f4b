"""What cards go with winning: association, which is not yet what a card is worth.

Who leads takes more cards, and late cards mark long games; a claim that a card is strong rests on
a variant that changes it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.ended import ended_by_deal, ended_only
from balance.analysis.ratios import Crosses, Ratios, by_deal
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.simulate.sums import Sums
from balance.stats.interval import FEW_DEALS, difference
from balance.stats.multiple import false_discovery

GAMES_AT_ONCE = 1024  # so that what is worked on stays in the processor's cache


@dataclass(frozen=True)
class CardSums(Sums):
    """By card, shape (cards,), in the games in which it was available; wins are in 60ths.

    Games that were cut off are left out.
    """

    available: Ratios  # games, of all that ended
    taken: Ratios  # games in which anyone took it, of those in which it was available
    seats: Ratios  # seats that took it, of all seats
    copies: Ratios  # copies taken, per game
    copies_held: Ratios  # copies taken, per seat that took it
    winner_copies: Ratios  # copies taken by the winner, per win
    other_copies: Ratios  # copies taken by another, per seat that did not win
    win_with: Ratios  # wins, of seats that took it
    win_without: Ratios  # wins, of seats that did not
    both: Crosses  # of win_with and win_without
    rounds: Ratios  # round of taking, per copy


def applies(match: Match) -> bool:
    """Tell whether the game has cards to take."""
    return bool(match.laid.cards) and "taken" in (match.game.record.names or ())


def tally(records: NDArray[Any], match: Match) -> CardSums:
    """Return the sums of a batch.

    Parameters
    ----------
    records : array of game.record, shape (games,)
        Whole deals.
    match : Match
    """
    rotations = match.lineup.rotations
    step = max(GAMES_AT_ONCE // rotations, 1) * rotations
    total = _tally_some(records[:step], match)
    for first in range(step, len(records), step):
        total = total + _tally_some(records[first : first + step], match)
    return total


def _tally_some(records: NDArray[Any], match: Match) -> CardSums:
    seats, cards = match.laid.num_seats, len(match.laid.cards)
    rotations = match.lineup.rotations
    records, ended = ended_only(records)
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
    taken_by_any = holders > 0
    available = (records["available"][:, :cards] > 0) | taken_by_any
    win = shares.sum(axis=1, dtype=np.float64)[:, None]

    def deals(values: NDArray[Any]) -> NDArray[np.float64]:
        return by_deal(values.astype(np.float64), rotations)

    there, had, wins, held = deals(available), deals(holders), deals(won), deals(copies)
    all_wins = deals(available * win)
    winners_held = deals(won_copies)
    all_seats = there * seats
    without, wins_without = all_seats - had, all_wins - wins
    return CardSums(
        available=Ratios.per(there, ended_by_deal(ended, rotations)),
        taken=Ratios.of(deals(taken_by_any), there),
        seats=Ratios.of(had, all_seats),
        copies=Ratios.of(held, there),
        copies_held=Ratios.of(held, had),
        winner_copies=Ratios.of(winners_held, all_wins),
        other_copies=Ratios.of(WIN * held - winners_held, WIN * all_seats - all_wins),
        win_with=Ratios.of(wins, had),
        win_without=Ratios.of(wins_without, without),
        both=Crosses.of(wins, had, wins_without, without),
        rounds=Ratios.of(deals(rounds), held),
    )


def table(sums: CardSums, match: Match) -> pd.DataFrame:
    """Return a row for each card that was available in some game.

    Returns
    -------
    table : DataFrame
        id, card, kind, note; games (in which it was available), seats_with, copies (counts); and
        estimates, each as value, low, high, deals after a prefix, over the games in which the
        card was available: ``available_`` (share of all games), ``taken_`` (share in which
        anyone took it), ``seats_`` (share of seats that took it), ``copies_`` (per game),
        ``held_`` (copies, of a seat that took it), ``winners_`` and ``others_`` (copies of a
        winner, of another), ``with_`` and ``without_`` (win rates of seats that took it and that
        did not), ``difference_`` (of these two; without an interval if fewer than 30 deals have
        a seat of one sort), ``round_`` (of taking); and q: the share of false finds
        (Benjamini-Hochberg over the cards of the table) among differences as surprising.
    """
    pieces = match.laid.cards
    apart, p_values = difference(
        sums.win_with.sums(WIN), sums.win_without.sums(WIN), sums.both.sums(WIN)
    )
    # Of so few that all won or all lost by chance, a difference would look surer than it is.
    is_few = np.minimum(sums.win_with.deals, sums.win_without.deals) < FEW_DEALS
    columns: dict[str, Any] = {
        "id": [piece.id for piece in pieces],
        "card": [piece.name for piece in pieces],
        "kind": [piece.kind for piece in pieces],
        "note": [piece.note for piece in pieces],
        "games": sums.available.num,
        "seats_with": sums.seats.num,
        "copies": sums.copies.num,
    }
    columns |= sums.available.proportion().spread("available_")
    columns |= sums.taken.proportion().spread("taken_")
    columns |= sums.seats.proportion().spread("seats_")
    columns |= sums.copies.mean().spread("copies_")
    columns |= sums.copies_held.mean().spread("held_")
    columns |= sums.winner_copies.mean().spread("winners_")
    columns |= sums.other_copies.mean().spread("others_")
    columns |= sums.win_with.proportion(WIN).spread("with_")
    columns |= sums.win_without.proportion(WIN).spread("without_")
    columns |= apart.spread("difference_")
    for bound in ("difference_low", "difference_high"):
        columns[bound] = np.where(is_few, np.nan, columns[bound])
    columns |= sums.rounds.mean().spread("round_")
    columns["q"] = false_discovery(np.where(is_few, np.nan, p_values))
    rows = pd.DataFrame(columns)
    return rows[rows["games"] > 0].reset_index(drop=True)
