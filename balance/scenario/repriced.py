"""Games in which a card has another price for everybody, and one player may not take it."""

from dataclasses import replace

from balance.engine.game import Piece
from balance.engine.services import Handicap
from balance.errors import CardError, ScenarioError
from balance.scenario.experiments import REPRICED, Arm, handicapped, has_prices, priced
from balance.scenario.prepare import PreparedCell


def priced_cards(cell: PreparedCell) -> tuple[Piece, ...]:
    """Return the cards of a cell's table that have a printed price.

    Raises
    ------
    ScenarioError
        If the game has no such cards, or its cards cannot be banned.
    """
    match = cell.match
    if not has_prices(match):
        text = f"{match.game.title} has no cards with a printed price."
        if match.game.described_in:
            text += " A card has one where lines pay a column of it: pay cost of it coins."
        raise ScenarioError(text)
    return priced(match, match.game_table.cards)


def repriced(cell: PreparedCell, card: Piece, price: int, banned: Piece | None = None) -> Arm:
    """Return the game in which a card costs so much for everybody, and one entry may not take it.

    Parameters
    ----------
    banned : Piece, optional
        The card that the entry may not take instead.

    Raises
    ------
    CardError, ScenarioError
        If the card cannot have this price.
    """
    match = cell.match
    if price != card.price:
        price_cell = match.game.experiments.price_cell
        assert price_cell is not None
        settings = {price_cell(match.game_table, card.id): price}
        match = replace(match, game_table=cell.table_with(settings), replay_command="")
    subject = card if banned is None else banned
    arm = handicapped(match, Handicap(card=subject.id, is_banned=True))
    name = f"{card.id} at {price}"
    return Arm(
        name if banned is None else f"ban {banned.id}, {name}, seed {match.seed}",
        REPRICED, arm, subject.id, price,
    )  # fmt: skip


def is_price(cell: PreparedCell, card: Piece, price: int) -> bool:
    """Return whether a card can have a price."""
    try:
        repriced(cell, card, price)
    except (CardError, ScenarioError):
        return False
    return True
