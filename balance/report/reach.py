"""Why a card is hardly ever taken, where cards lie on it: most games end before it comes."""

from collections.abc import Mapping

from balance.engine.game import GameTable
from balance.report.number_format import SHARE_ENDS, Estimated
from balance.report.words import PAGE

MOST_GAMES = 0.5


def why_rare(card: str, game_table: GameTable, taken: Mapping[str, Estimated]) -> str:
    """Return a sentence, after a blank; empty if no card on top of it explains it.

    Parameters
    ----------
    card : str
        Its id.
    taken : mapping of str to Estimated
        Share of the games in which anyone takes a card, by id.
    """
    piece = game_table.cards[game_table.row_of(card)]
    known = [one for one in piece.above if one in taken]
    if not known:
        return ""
    least = min(known, key=lambda one: taken[one].value)
    share = taken[least].picked_of(len(known), ends=SHARE_ENDS)
    if not share.high < MOST_GAMES:
        return ""
    name = game_table.cards[game_table.row_of(least)].name
    return " " + PAGE.text("page.out_of_reach", name=name, share=share)
