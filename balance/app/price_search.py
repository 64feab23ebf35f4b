"""Which prices of a card are played: as many as its fair price needs."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from balance.analysis.experiments.fair_price import next_price, price_curves
from balance.engine.game import Piece
from balance.errors import CardError, ScenarioError
from balance.runner.arms import ArmResult
from balance.scenario.experiments import Arm
from balance.scenario.prepare import PreparedCell
from balance.scenario.repriced import is_price, repriced


def play_prices(
    cell: PreparedCell,
    cards: Sequence[Piece],
    bans: Mapping[str, ArmResult],
    play: Callable[[Sequence[Arm]], Iterable[ArmResult]],
) -> list[ArmResult]:
    """Play cards at other prices than the printed ones until their price curves are complete.

    Which prices are played depends on the results only; so the same results, stored and read by
    `play`, give the same prices again.

    Parameters
    ----------
    cards : sequence of Piece
        Those whose fair price is wanted.
    bans : mapping of str to ArmResult
        By the id of the card, of these and of the others of their kinds: one entry may not take
        the card, at its printed price.
    play : function (arms) -> results
        Of which some may lack deals; then no more prices are played.

    Raises
    ------
    ScenarioError
        If a card cannot have a price that is needed.
    """
    played: list[ArmResult] = []
    lowest: dict[str, int] = {}
    while True:
        wanted = []
        for curve in price_curves(cards, bans, played):
            card = curve.card
            if card.id not in lowest:
                lowest[card.id] = _lowest(cell, card)
            price = next_price(curve, lowest[card.id])
            if price is not None:
                wanted.append(_arm(cell, card, price))
        if not wanted:
            return played
        results = list(play(wanted))
        played += [result for result in results if result.deals]
        if len(results) < len(wanted) or not all(result.deals for result in results):
            return played


def _lowest(cell: PreparedCell, card: Piece) -> int:
    """Return the lowest price that the card can have: 0, unless its sheet asks for more."""
    return next(price for price in range(card.price + 1) if is_price(cell, card, price))


def _arm(cell: PreparedCell, card: Piece, price: int) -> Arm:
    try:
        return repriced(cell, card, price)
    except CardError as error:
        raise ScenarioError(f"{card.id} at a price of {price}: {error}") from None
