"""Set-ups of a described game: which cards of its sheets are in play, by name or drawn."""

from random import Random

from balance.engine.game import Piece
from balance.engine.services import RandomSetup, Setups
from balance.games.described.language.tree import Description
from balance.games.described.table.build import RANDOM, setup_text


def setups_of(description: Description) -> Setups:
    """Return the set-ups that a game names, which it recommends, and how one is drawn."""
    names = {name: name.replace("_", " ").capitalize() for name in description.setups}

    def named() -> tuple[Piece, ...]:
        pieces = [
            Piece(name, names[name], note=setup_text(setup))
            for name, setup in description.setups.items()
        ]
        if description.draw:
            pieces.append(Piece(RANDOM, RANDOM.capitalize(), note="another one in every game"))
        return tuple(pieces)

    def sample(draws: Random, players: int) -> RandomSetup:
        """Draw the cards of each sheet, in the order of the sheet."""
        drawn: dict[str, tuple[str, ...]] = {}
        kinds: dict[str, str] = {}  # what a card is drawn as, such as "fishing boats"
        for sheet, draw in description.draw.items():
            cards = description.sheets[sheet]
            found = {
                card: f"{name} {sheet}".strip()
                for name, group in draw.groups(cards).items()
                for card in draws.sample(group, draw.count)
            }
            drawn[sheet] = tuple(card.id for card in cards if card.id in found)
            kinds |= {card: found[card] for card in drawn[sheet]}
        return RandomSetup(drawn, tuple(kinds), tuple(kinds.values()))

    return Setups(
        named,
        sample if description.draw else None,
        lambda players: {title: {"setup": name} for name, title in names.items()},
    )
