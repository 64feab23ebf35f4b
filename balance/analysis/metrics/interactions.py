"""The effect of a card on the game, and which cards work together, from random set-ups.

Chance decides which cards are on the table, so games with a card and games without it differ only
in that card and its replacement, whatever players do. So differences are effects of the card,
compared with what would have been there instead.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtr

from balance.analysis.metrics.metric import ended_only, is_scored
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS, Estimate, Floats, critical_value
from balance.stats.multiple_testing import false_discovery
from balance.stats.shrinkage import BetweenSd, between_sd
from balance.store.sums import EXACT, Sums, exact, floats

OUTCOMES = ("rounds", "score", "margin")  # the score is a player's mean
SMALL = 200_000  # size of a matrix product that numpy's library computes on one core
MOST_AT_ONCE = 128  # deals
SURE = 0.05  # q below this
FEW_OF_EACH = FEW_DEALS  # deals with a card, and without, that a difference needs


@dataclass(frozen=True)
class InteractionSums(Sums):
    """Sums over deals whose games all ended and were decided by points.

    Of an outcome y, the sum over the games of a deal of rounds, of the scores of all seats, and of
    margins; a card is in a deal if it could come up.  Only the upper triangle of pairs is filled.
    """

    deals: NDArray[np.int64]  # shape (1,)
    total: NDArray[np.int64]  # shape (outcomes,): of y
    squares: NDArray[np.int64]  # of y * y
    cards: NDArray[np.int64]  # shape (cards,): deals with the card
    card_total: NDArray[np.int64]  # shape (outcomes, cards)
    card_squares: NDArray[np.int64]
    pairs: NDArray[np.int64]  # shape (cards, cards): deals with both
    pair_total: NDArray[np.int64]  # shape (outcomes, cards, cards)


def applies(match: Match) -> bool:
    """Return whether the game has cards to take, and players who play each other."""
    has_cards = bool(match.game_table.cards) and "available" in (match.game.record.names or ())
    return has_cards and match.game_table.num_seats > 1 and not match.game_table.is_common


def tally(records: NDArray[Any], match: Match) -> InteractionSums:
    """Return the sums of a batch."""
    seats, cards, rotations = (
        match.game_table.num_seats,
        len(match.game_table.cards),
        match.lineup.rotations,
    )
    records, ended = ended_only(records)
    counts = (is_scored(records, match) & ended).reshape(-1, rotations).all(axis=1)
    ranked = np.sort(records["scores"][:, :seats], axis=1)
    outcomes = [records["rounds"], ranked.sum(axis=1), ranked[:, -1] - ranked[:, -2]]
    y = (
        np.stack(outcomes, axis=1)
        .reshape(-1, rotations, len(OUTCOMES))
        .sum(axis=1)[counts]
        .astype(np.float64)
        .T
    )
    is_there = records["available"][::rotations, :cards][counts] != 0
    deals_with = is_there.sum(axis=0)
    always = deals_with == len(is_there)
    some = np.flatnonzero((deals_with > 0) & ~always)
    pairs = _pairs(is_there[:, some], y)
    # Cards that are in every deal or in none need no products.
    card_total = np.where(always, y.sum(axis=1)[:, None], 0.0)
    card_total[:, some] = np.einsum("occ->oc", pairs[1:])  # a card with itself
    squares = y**2
    if squares.sum() >= EXACT:  # float64 would round
        squares = y.astype(np.int64).astype(object) ** 2
    all_squares = squares.sum(axis=1)
    card_squares = np.where(always, all_squares[:, None], 0)
    card_squares[:, some] = squares @ is_there[:, some].astype(squares.dtype)
    both = np.zeros((1 + len(OUTCOMES), cards, cards))
    both[:, some[:, None], some] = pairs
    of_each = np.vstack([deals_with, card_total])
    both[:, always, :] = of_each[:, None, :]
    both[:, :, always] = of_each[:, :, None]
    upper = np.triu(np.ones((cards, cards)), 1)

    def whole(values: NDArray[Any]) -> NDArray[Any]:
        return exact(values) if values.dtype == object else values.astype(np.int64)

    return InteractionSums(
        deals=np.array([len(is_there)], np.int64),
        total=whole(y.sum(axis=1)),
        squares=whole(all_squares),
        cards=deals_with.astype(np.int64),
        card_total=whole(card_total),
        card_squares=whole(card_squares),
        pairs=whole(both[0] * upper),
        pair_total=whole(both[1:] * upper),
    )


def _pairs(is_there: NDArray[np.bool_], y: Floats) -> Floats:
    """Return sums over deals by pair of cards, of 1 and of outcomes.

    Small matrices, many at a time: for large ones the library of numpy would use every core, and
    these are busy with games.  float32 is exact if the sums of so few deals are below 2**24.
    """
    deals, cards = is_there.shape
    step = min(max(SMALL // max(cards * cards, 1), 1), MOST_AT_ONCE)
    blocks = -(-deals // step)
    kind = np.float32 if np.abs(y).max(initial=0) * step < 1 << 24 else np.float64
    there = np.zeros((blocks * step, cards), kind)
    there[:deals] = is_there
    there = there.reshape(blocks, step, cards)
    outcomes = np.zeros((len(y), blocks * step), kind)
    outcomes[:, :deals] = y
    turned = there.transpose(0, 2, 1)
    pairs = np.empty((1 + len(y), cards, cards))
    pairs[0] = (turned @ there).sum(axis=0, dtype=np.float64)
    for place, row in enumerate(outcomes.reshape(len(y), blocks, step)):
        pairs[1 + place] = (turned @ (there * row[:, :, None])).sum(axis=0, dtype=np.float64)
    return pairs


def effects(sums: InteractionSums, match: Match) -> tuple[pd.DataFrame, dict[str, BetweenSd]]:
    """Return the effect of each card on the games that have it.

    Returns
    -------
    table : DataFrame
        A row for each card that was in some deals and not in others; cards that were always
        together are one row.  ids, card (their names), kind; deals_with, deals_without; games with
        it less games without, each as value, low, high, deals, q (Benjamini-Hochberg over cards)
        and sure after ``rounds_``, ``score_`` (of a player) and ``margin_``.
    between : mapping of outcome to BetweenSd
        The standard deviation between true effects.
    """
    groups = _inseparable(sums)
    first = np.array([group[0] for group in groups], np.int64)
    cards = match.game_table.cards
    own, all_deals = sums.cards[first], int(sums.deals[0])
    rest = all_deals - own
    columns: dict[str, Any] = {
        "ids": [", ".join(cards[card].id for card in group) for group in groups],
        "card": [", ".join(cards[card].name for card in group) for group in groups],
        "kind": [cards[group[0]].kind for group in groups],
        "deals_with": own,
        "deals_without": rest,
    }
    is_few = np.minimum(own, rest) < FEW_OF_EACH
    between = {}
    for place, (name, unit) in enumerate(zip(OUTCOMES, _units(match), strict=True)):
        total, squares = (floats(of[place, first]) for of in (sums.card_total, sums.card_squares))
        with np.errstate(divide="ignore", invalid="ignore"):
            mean, variance = _mean(total, squares, own)
            rest_total, rest_squares = sums.total[place] - total, sums.squares[place] - squares
            rest_mean, rest_variance = _mean(rest_total, rest_squares, rest)
        value = (mean - rest_mean) / unit
        error = np.where(is_few, np.nan, np.sqrt(variance + rest_variance) / unit)
        columns |= _columns(name, value, error, np.minimum(own, rest))
        between[name] = between_sd(value, error)
    return pd.DataFrame(columns), between


def synergies(sums: InteractionSums, match: Match) -> tuple[pd.DataFrame, dict[str, BetweenSd]]:
    """Return the pairs of cards that do more, or less, together than the sum of their effects.

    A pair's number is the effect of one card in games with the other, less its effect in games
    without it. All four groups of games are assumed to have the same variance, which is nearly true
    if effects are small compared with chance.

    Returns
    -------
    table : DataFrame
        A row for each pair of the rows of `effects` for which all four groups of games exist:
        first, second (names), deals (with both); and estimates as in `effects`.
    between : mapping of outcome to BetweenSd
    """
    groups = _inseparable(sums)
    first = np.array([group[0] for group in groups], np.int64)
    names = [", ".join(match.game_table.cards[card].name for card in group) for group in groups]
    one, two = np.triu_indices(len(first), 1)
    a, b = first[one], first[two]
    both, n = sums.pairs[a, b], int(sums.deals[0])
    counts = np.stack([both, sums.cards[a] - both, sums.cards[b] - both,
                       n - sums.cards[a] - sums.cards[b] + both]).astype(np.float64)  # fmt: skip
    is_known = (counts >= FEW_OF_EACH).all(axis=0)
    a, b, counts, both = a[is_known], b[is_known], counts[:, is_known], both[is_known]
    columns: dict[str, Any] = {
        "first": [names[place] for place in one[is_known]],
        "second": [names[place] for place in two[is_known]],
        "deals": both,
    }
    between = {}
    for place, (name, unit) in enumerate(zip(OUTCOMES, _units(match), strict=True)):
        of_both = sums.pair_total[place, a, b]
        of_a, of_b = sums.card_total[place, a], sums.card_total[place, b]
        total = int(sums.total[place])
        sums_of_each = np.stack([of_both, of_a - of_both, of_b - of_both,
                                 total - of_a - of_b + of_both])  # fmt: skip
        means = sums_of_each / counts
        value = (means[0] - means[1] - means[2] + means[3]) / unit
        variance = (int(sums.squares[place]) - total**2 / n) / (n - 1) if n > 1 else np.nan
        error = np.sqrt(variance * (1 / counts).sum(axis=0)) / unit
        columns |= _columns(name, value, error, both)
        between[name] = between_sd(value, error)
    return pd.DataFrame(columns), between


def _units(match: Match) -> tuple[float, float, float]:
    """Return the divisors of the sums of a deal: its games, and for scores their players too."""
    rotations = float(match.lineup.rotations)
    return rotations, rotations * match.game_table.num_seats, rotations


def _inseparable(sums: InteractionSums) -> list[list[int]]:
    """Return groups of cards that were always in the same deals."""
    n = int(sums.deals[0])
    groups: list[list[int]] = []
    for card in np.flatnonzero((sums.cards > 0) & (sums.cards < n)).tolist():
        for group in groups:
            if sums.cards[group[0]] == sums.cards[card] == sums.pairs[group[0], card]:
                group.append(card)
                break
        else:
            groups.append([card])
    return groups


def _mean(total: NDArray[Any], squares: NDArray[Any], deals: NDArray[Any]) -> tuple[Floats, Floats]:
    """Return a mean and its squared standard error."""
    value = total / deals
    return value, (squares / deals - value**2) / (deals - 1)


def _columns(name: str, value: Floats, error: Floats, deals: NDArray[np.int64]) -> dict[str, Any]:
    """Return the columns of an outcome: the estimate, q and sure."""
    half = critical_value(deals) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * ndtr(-np.abs(value) / error)
    q = false_discovery(np.where(np.isfinite(error), p, np.nan))
    estimate = Estimate(value, value - half, value + half, deals, deals.astype(np.float64))
    return estimate.columns(f"{name}_") | {f"{name}_q": q, f"{name}_sure": q < SURE}
