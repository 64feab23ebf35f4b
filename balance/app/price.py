"""``balance price``: the fair prices of a few cards, found by playing at several prices."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.arm_metrics import ARM
from balance.analysis.experiments.fair_price import (
    FOLDS_OF_CARD,
    PriceCurve,
    next_price,
    price_curve,
)
from balance.analysis.metrics import fold_sums
from balance.app.notices import announce_start, stderr_console
from balance.app.sensitivity import AdviceOptions, deals_for, one_cell, open_trials, report
from balance.engine.game import Piece
from balance.errors import CardError, ScenarioError
from balance.limits import MAX_SEED
from balance.report.price.section import price_section
from balance.runner.arms import ArmResult
from balance.runner.batches import warm_up
from balance.runner.cell_games import MetricSet
from balance.scenario.experiments import Arm
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import PreparedCell
from balance.scenario.repriced import card_named, is_price, priced_cards, repriced
from balance.tuning.trials import Trials

KIND = "price"  # of a folder, in its manifest
_METRICS = MetricSet(
    {ARM: arm_sums.tally, FOLDS_OF_CARD: fold_sums.tally},
    {ARM: arm_sums.ArmSums, FOLDS_OF_CARD: fold_sums.FoldSums},
)


def price(name: str, cards: Sequence[str], overrides: Overrides, options: AdviceOptions) -> None:
    """Find the fair price of some cards of a scenario, and write a report.

    The games are played on deals of their own, those of the next seed, so that a card that was
    chosen for its results in a run is judged by other luck.

    Raises
    ------
    BalanceError
    Interrupted
    """
    console = stderr_console()
    ready = one_cell(read_scenario(name), overrides, console)
    (cell,) = ready.cells
    if cell.match.game_table.num_seats < 2 or len(cell.match.lineup.entries) > 1:
        raise ScenarioError(
            "A price is found by two players or more with one bot in all seats; choose them with "
            "--players and --bots."
        )
    known = priced_cards(cell)
    wanted = tuple(dict.fromkeys(card_named(known, one) for one in cards))
    deals = deals_for(repriced(cell, wanted[0], wanted[0].price).match, options.games)
    announce_start(ready, console)
    warm_up(cell.match)
    fresh = replace(cell, match=replace(cell.match, seed=(cell.match.seed + 1) % MAX_SEED))
    settings = {"games": options.games, "cards": [card.id for card in wanted]}
    with open_trials(ready, KIND, settings, options, console) as trials:
        base = trials.base(deals, fresh.match.seed)
        there = base.available.sum(axis=0) > 0
        rows = fresh.match.game_table.row_of
        for card in wanted:
            if not there[rows(card.id)]:
                raise ScenarioError(f"{card.id}: the card is in no game of this table.")
        search = _Search(fresh, trials, deals, [card for card in known if there[rows(card.id)]])
        curves = search.curves(wanted)
    games = deals * cell.match.game_table.num_seats
    section = price_section(curves, ready.game.card, games)
    report(section, ready, trials, base, options.command)


class _Search:
    """Plays bans at prices, as many as the fair prices need."""

    def __init__(
        self, cell: PreparedCell, trials: Trials, deals: int, cards: Sequence[Piece]
    ) -> None:
        self.cell, self.trials, self.deals, self.cards = cell, trials, deals, cards

    def curves(self, wanted: Sequence[Piece]) -> list[PriceCurve]:
        """Return the curves of cards, complete.

        Raises
        ------
        ScenarioError
            If there is no other card of a kind to compare with.
        Interrupted
        """
        kinds = {(card.kind, card.paid_in) for card in wanted}
        alike = [card for card in self.cards if (card.kind, card.paid_in) in kinds]
        bans = self._play([(card, card.price) for card in alike], "bans")
        arms = {card: {card.price: bans[card, card.price]} for card in wanted}
        others = {card: self._others(card, alike, bans) for card in wanted}
        lowest = {card: self._lowest(card) for card in wanted}
        while True:
            curves = {card: price_curve(card, arms[card], others[card]) for card in wanted}
            missing = [
                (card, price) for card, curve in curves.items()
                if (price := next_price(curve, lowest[card])) is not None
            ]  # fmt: skip
            if not missing:
                return list(curves.values())
            for (card, price), arm in self._play(missing, "other prices").items():
                arms[card][price] = arm

    def _others(
        self, card: Piece, alike: Sequence[Piece], bans: Mapping[tuple[Piece, int], ArmResult]
    ) -> dict[str, ArmResult]:
        others = {
            one.id: bans[one, one.price] for one in alike
            if one.id != card.id and (one.kind, one.paid_in) == (card.kind, card.paid_in)
        }  # fmt: skip
        if not others:
            raise ScenarioError(
                f"{card.id}: there is no other {card.kind or 'card'} at this table to compare it "
                "with."
            )
        return others

    def _lowest(self, card: Piece) -> int:
        """Return the lowest price that the card can have: 0, unless its sheet asks for more."""
        return next(price for price in range(card.price + 1) if is_price(self.cell, card, price))

    def _play(
        self, wanted: Sequence[tuple[Piece, int]], label: str
    ) -> dict[tuple[Piece, int], ArmResult]:
        arms = [self._arm(card, price) for card, price in wanted]
        deals = {arm.name: self.deals for arm in arms}
        results = self.trials.play_each(arms, lambda results: deals, label, _METRICS)
        return dict(zip(wanted, results, strict=True))

    def _arm(self, card: Piece, price: int) -> Arm:
        try:
            return repriced(self.cell, card, price)
        except CardError as error:
            raise ScenarioError(f"{card.id} at a price of {price}: {error}") from None
