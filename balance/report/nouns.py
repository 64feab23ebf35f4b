"""What a game calls the things that records count: cards, tiles, deeds, objectives."""

import re

from balance.engine.game import Game


def plural(noun: str) -> str:
    """Return the noun for several: Dukes, bonuses, countries."""
    if noun.endswith("s"):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def capital(text: str) -> str:
    """Return a text with a capital at its head."""
    return text[:1].upper() + text[1:]


def several(number: int, noun: str) -> str:
    """Return a number of things: ``1 round``, ``1,200 rounds``."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def definite(name: str) -> str:
    """Return the name of a card as a sentence needs it: ``the Knight``.

    A name that has an article, a possessor (``Rogue's Landing``) or quotation marks needs none.
    """
    has_own = re.match(r"\W|(the|an?) |\w+['’]s? ", name, re.IGNORECASE)  # noqa: RUF001
    return name if has_own else f"the {name}"


def counted_one(game: Game) -> str:
    """Return what one of the things counted is called: ``card``, or ``tile or deed``."""
    return f"{game.card} or deed" if game.deeds else game.card


def counted(game: Game) -> str:
    """Return what the things counted are called: ``cards``, or ``tiles and deeds``."""
    return f"{plural(game.card)} and deeds" if game.deeds else plural(game.card)


def nouns(game: Game) -> dict[str, str]:
    """Return the nouns of a game as facts for templates.

    These are card, cards, objective and objectives as the game calls them; thing and things, which
    are the cards and deeds that records count; and uses, what is counted of them.
    """
    objective = game.objective or "objective"
    return {
        "card": game.card,
        "cards": plural(game.card),
        "objective": objective,
        "objectives": plural(objective),
        "thing": counted_one(game),
        "things": counted(game),
        "uses": "copies taken, or times done," if game.deeds else "copies taken",
    }
