"""What sentences call the things that records count: cards, or as a game says, and deeds."""

from balance.engine.game import Game


def plural(noun: str) -> str:
    """Return the noun for several: Dukes, bonuses, countries."""
    if noun.endswith("s"):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def capital(text: str) -> str:
    """Return a text with a capital at its head, as it begins a sentence or a title."""
    return text[:1].upper() + text[1:]


def counted_one(game: Game) -> str:
    """Return what one of the things counted is called: ``card``, or ``tile or deed``."""
    return f"{game.card} or deed" if game.deeds else game.card


def counted(game: Game) -> str:
    """Return what the things counted are called: ``cards``, or ``tiles and deeds``."""
    return f"{plural(game.card)} and deeds" if game.deeds else plural(game.card)


def copies(game: Game) -> str:
    """Return what is counted of them: copies taken, and of deeds how often they were done."""
    return "copies taken, or times done," if game.deeds else "copies taken"
