"""What cards cost: the number in a column that lines pay, such as ``pay cost of it coins``."""

from collections.abc import Mapping
from typing import NamedTuple

from balance.cards.effect_reader import in_a_row
from balance.games.described.language.tree import Card, Description, follows


class Price(NamedTuple):
    """Where the price of a card stands, and what it is paid in."""

    column: str
    good: str  # a number of the players


@follows
def prices_of(description: Description) -> dict[str, Price]:
    """Return the price of each card that has one, by id.

    Of several columns that are paid it is the first in the order of the lines that the card has.
    """
    goods: dict[str, str] = {}
    paid = [line.parts for line in description.all_lines if line.what == "pay"]
    # What is paid as far as one has it is the good, not what is paid for the rest.
    for number, amount in sorted(paid, key=lambda pay: pay[1].what != "smaller"):
        for value in amount.inner():
            if value.what == "of_it" and value.parts[0] in description.number_columns:
                goods.setdefault(value.parts[0], number.name)
    return {
        card.id: Price(column, goods[column])
        for card in description.cards
        if (column := _first_filled(card, goods))
    }


def price_text(description: Description, prices: Mapping[str, Price]) -> str:
    """Return which columns are prices, for the author to check; empty if there are none."""
    sheets = {card.id: card.sheet for card in description.cards}
    said = {f"{price.column} of {sheets[card]}, in {price.good}" for card, price in prices.items()}
    return f"Prices: {in_a_row(sorted(said), 'and')}." if said else ""


def _first_filled(card: Card, columns: dict[str, str]) -> str:
    return next((column for column in columns if card.cells.get(column)), "")
