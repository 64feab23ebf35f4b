"""What a report says of one card or objective, for its page and for the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass

from balance.engine.game import GameTable

OWN = " (own "  # follows the name in the text of a card from the user's sheets


@dataclass(frozen=True)
class Fact:
    """One number on a card, in words, and where it comes from."""

    label: str  # what is measured: "who may not take it"
    value: str  # with its interval: "loses 4.9 [3.6, 6.3] of 100 games"
    basis: str  # how it was found: "by experiment", "counted" or "correlational"
    table: str  # the name of the table that it comes from


@dataclass(frozen=True)
class CardPage:
    """A card or objective.

    Attributes
    ----------
    kind : str
        Such as ``Citizen`` or ``Duke``.
    text : str
        What it does, in a sentence; empty if the game does not say.
    price : str
        As printed: ``2 gold``; empty if it has none.
    verdict : str
        What is found of it, in a sentence.
    facts : tuple of Fact
        The most important first.
    command : str
        What would find out more; empty if that is not known.
    watch : str
        The command that replays a game worth watching with it; empty if none is known.
    """

    id: str
    name: str
    kind: str
    text: str
    price: str
    verdict: str
    facts: tuple[Fact, ...]
    command: str = ""
    watch: str = ""

    @property
    def link(self) -> str:
        """Its anchor in the page."""
        return f"card-{self.id}"


def texts_of(game_table: GameTable) -> dict[str, str]:
    """Return what each card and objective of a table does, by its name.

    Texts begin with the name.
    """
    texts: dict[str, str] = {}
    names = {piece.name for piece in (*game_table.cards, *game_table.objectives)}
    by_length = sorted(names, key=len, reverse=True)
    for text in game_table.card_texts:
        name = next((one for one in by_length if text.startswith(one)), None)
        if name is not None:
            texts.setdefault(name, text)
    return texts


def is_own(name: str, texts: Mapping[str, str]) -> bool:
    """Whether a card is from the user's sheets; `texts` of `texts_of`."""
    return texts.get(name, "").startswith(f"{name}{OWN}")
