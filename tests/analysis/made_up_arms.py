"""Arms of experiments that were never played, with effects that are known."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.engine.layout import WIN
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BAN, GIFT, SURCHARGE, SURCHARGES, Arm
from balance.scenario.match import Match
from tests.analysis.conftest import make_match


def cards_match(prices: Sequence[int], seats: int = 2) -> Match:
    """Return a match with a card for each price, named a, b, c ...; all are tools."""
    match = make_match(seats, cards=[chr(ord("a") + place) for place in range(len(prices))])
    cards = tuple(
        Piece(card.id, card.name, "Tool", f"{price} gold", price, "gold")
        for card, price in zip(match.game_table.cards, prices, strict=True)
    )
    return replace(match, game_table=replace(match.game_table, cards=cards))


def played(
    match: Match, kind: str, subject: str, amount: int, over: float, deals: int, seed: int
) -> ArmResult:
    """Return an arm whose entry wins so much more than its share; each deal is one game.

    Deals are lucky or not for all arms of a seed alike.  An entry is ahead by 10 times as many
    points as its win rate is over the share.
    """
    seats = match.game_table.num_seats
    luck = np.random.default_rng(seed).random(deals)
    wins = (luck < 1 / seats + over).astype(np.int64) * WIN
    folds = np.arange(deals) % FOLDS

    def by_fold(values: NDArray[Any]) -> NDArray[np.int64]:
        return np.bincount(folds, values, FOLDS).astype(np.int64)

    ones = np.ones(deals, np.int64)
    sat = np.zeros((FOLDS, seats), np.int64), np.zeros((FOLDS, seats), np.int64)
    where = folds, np.arange(deals) // FOLDS % seats
    np.add.at(sat[0], where, 1)
    np.add.at(sat[1], where, wins)
    leads = np.round((luck - 0.5) * 20 + 10 * over * (seats - 1)).astype(np.int64)
    sums = ArmSums(by_fold(ones), by_fold(ones), by_fold(leads), *sat)
    arm = Arm(f"{kind} {subject} {amount}", kind, match, subject, amount)
    return ArmResult(arm, deals, deals, {"arm": sums})


def cell(
    match: Match,
    bans: Mapping[str, float] | None = None,
    gifts: Mapping[str, float] | None = None,
    slopes: Mapping[str, float] | None = None,
    deals: int = 20_000,
    seed: int = 1,
) -> CellResult:
    """Return a cell with experiments: what a ban costs, a gift brings, a unit of price costs."""
    arms = [played(match, BAN, card, 0, -over, deals, seed) for card, over in (bans or {}).items()]
    if gifts:
        arms += [played(match, GIFT, card, 0, over, deals, seed) for card, over in gifts.items()]
    for card, slope in (slopes or {}).items():
        arms += [played(match, SURCHARGE, card, by, slope * by, deals, seed) for by in SURCHARGES]
    return CellResult("baseline", match, deals, deals, {}, arms=tuple(arms))
