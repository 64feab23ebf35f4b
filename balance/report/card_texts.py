"""What cards and objectives do, in words, and which of them are the user's own."""

from collections.abc import Mapping

from balance.engine.game import GameTable

OWN = " (own "  # follows the name in the text of a card from the user's sheets


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
