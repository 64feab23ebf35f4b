"""What several cards are worth together: to a player who may take all, some or none of them.

Every subset of the cards is banned for one entry in an arm of its own.  With v(S) the win rate of
an entry that may take only S of them, less that of one that may take none:

- the *Shapley share* of a card is its mean contribution to v, over all orders in which the cards
  could be allowed one after the other; the shares add up to v of all;
- the *synergy* of two cards is what both are worth, less what each is worth where the other is
  banned, all other cards being allowed.  Above 0 they need each other, below 0 they replace each
  other.

References
----------
Shapley, A value for n-person games, 1953; Grabisch and Roubens, An axiomatic approach to the
concept of interaction among players in cooperative games, Int. J. Game Theory 1999.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import factorial

import numpy as np
import pandas as pd

from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.metrics.metric import named_pieces
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.stats.jackknife import Replicates, concatenate, surprise
from balance.stats.multiple_testing import false_discovery

Subset = frozenset[str]  # ids of cards
SURE = 0.05  # q below this


@dataclass(frozen=True)
class Subsets:
    """The win rates of an entry with each subset of some cards banned.

    Attributes
    ----------
    rates : Replicates, of each subset in `order`
        Win rates less the equal share, so that of the empty subset, where all are allowed, is 0.
    """

    cards: tuple[Piece, ...]
    order: tuple[Subset, ...]
    rates: Replicates

    def total(self) -> Replicates:
        """Return what access to all cards is worth."""
        everything = frozenset(card.id for card in self.cards)
        return self._combined([{frozenset(): 1.0, everything: -1.0}])

    def shares(self) -> Replicates:
        """Return the Shapley share of each card."""
        return self._combined([self._share(card) for card in self.cards])

    def alone(self) -> Replicates:
        """Return the option value of each card: what is lost where it alone is banned."""
        return self._combined(
            [{frozenset(): 1.0, frozenset({card.id}): -1.0} for card in self.cards]
        )

    def synergies(self) -> Replicates:
        """Return the synergy of each pair of `pairs`."""
        weights = []
        for one, two in self.pairs:
            both = {one.id, two.id}
            single = {frozenset({card}): -1.0 for card in sorted(both)}
            weights.append({frozenset(): 1.0, frozenset(both): 1.0, **single})
        return self._combined(weights)

    @property
    def pairs(self) -> list[tuple[Piece, Piece]]:
        """All pairs of cards."""
        return list(combinations(self.cards, 2))

    def _share(self, card: Piece) -> dict[Subset, float]:
        """Return the weights of win rates, by the subset banned, in a card's Shapley share."""
        weights: dict[Subset, float] = {}
        number = len(self.cards)
        for banned in self.order:
            if card.id not in banned:
                continue
            allowed = number - len(banned)  # before the card is allowed too
            weight = factorial(allowed) * factorial(number - allowed - 1) / factorial(number)
            weights[banned - {card.id}] = weights.get(banned - {card.id}, 0.0) + weight
            weights[banned] = weights.get(banned, 0.0) - weight
        return weights

    def _combined(self, weights: Sequence[Mapping[Subset, float]]) -> Replicates:
        """Return sums of win rates with weights."""
        matrix = np.array([[of.get(subset, 0.0) for of in weights] for subset in self.order])
        rates = self.rates
        # What the deals did not show of each arm may add up.
        unseen = np.broadcast_to(rates.unseen, rates.value.shape)
        return Replicates(
            rates.value @ matrix,
            rates.leave_one_out @ matrix,
            np.full(len(weights), rates.folds[1:].min()),
            np.sqrt(unseen**2 @ matrix**2),
        )


def subsets_of(cards: Sequence[Piece]) -> list[Subset]:
    """Return all subsets but the empty one, the smallest first."""
    ids = [card.id for card in cards]
    return [frozenset(some) for size in range(1, len(ids) + 1) for some in combinations(ids, size)]


def subsets(cards: Sequence[Piece], arms: Mapping[Subset, ArmResult]) -> Subsets:
    """Return the results of arms in which each subset is banned for one entry.

    Parameters
    ----------
    arms : mapping of Subset to ArmResult
        Of all of `subsets_of`, on the same deals.
    """
    rates = [
        entry_sums(arm).win_rate().minus(1 / arm.arm.match.game_table.num_seats)
        for arm in arms.values()
    ]
    some = rates[0]
    # With nothing banned all are equal, so the win rate is known.
    known = Replicates(np.zeros(1), np.zeros((len(some.leave_one_out), 1)), some.folds[:1], 0.0)
    known = Replicates(known.value, known.leave_one_out, known.folds, np.zeros(1))
    return Subsets(tuple(cards), (frozenset(), *arms), concatenate([known, *rates]))


def shares_table(found: Subsets) -> pd.DataFrame:
    """Return a row for each card, the largest share first.

    Columns: id, card, kind; the Shapley share as value, low, high; q (Benjamini-Hochberg over
    cards), sure; the option value as value, low, high after ``option_``.
    """
    shares, alone = found.shares(), found.alone()
    q = false_discovery(surprise(shares))
    names = ("value", "low", "high")
    table = pd.DataFrame(
        {
            **named_pieces(found.cards, "card", "kind"),
        }
        | shares.estimate().columns(names=names)
        | {"q": q, "sure": q < SURE}
        | alone.estimate().columns("option_", names)
    )
    return table.sort_values("value", ascending=False, ignore_index=True)


def synergies_table(found: Subsets) -> pd.DataFrame:
    """Return a row for each pair of cards, the largest synergy first.

    Columns: first_id, first, second_id, second; the synergy as value, low, high; q
    (Benjamini-Hochberg over pairs), sure.
    """
    synergies = found.synergies()
    q = false_discovery(surprise(synergies))
    table = pd.DataFrame(
        {
            "first_id": [one.id for one, _ in found.pairs],
            "first": [one.name for one, _ in found.pairs],
            "second_id": [two.id for _, two in found.pairs],
            "second": [two.name for _, two in found.pairs],
        }
        | synergies.estimate().columns(names=("value", "low", "high"))
        | {"q": q, "sure": q < SURE}
    )
    return table.sort_values("value", ascending=False, ignore_index=True)
