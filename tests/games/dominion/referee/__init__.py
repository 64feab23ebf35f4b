"""A slow referee of Dominion, written from the rules alone.

It shares no code with the package under test: the two are compared decision by decision.

    referee = new_game(read_sheet(path), kingdom, num_players, luck)
    while (pending := referee.pending()) is not None:
        referee.choose(pending.choices[0])
    referee.result()

Cards are called by their ids. A draw pile is a list, the top first, in which None is a card that
nobody knows; `unknown` counts what these cards are, and `luck` says which of them is taken. A
question with fewer than two choices is not asked. "nothing" declines, "all" are all Treasures
whose order cannot matter, 0 and 1 are no and yes.

| kind | choices |
|---|---|
| action, treasure, buy, react, cellar, chapel, thief_gain, hamlet_action, hamlet_buy, prize, \
market_buy | cards or "nothing" |
| discard, trash, gain, throne_room, bureaucrat, thief, market_order, envoy | cards |
| chancellor, spy, library, tournament, young_witch, jester, walled_village | 0 or 1 |
| trusty_steed | two letters of "abcd", the options of D12.5 |
| place_stash | the number of cards above it |

`sheets` reads the table of cards, `table` holds the state and moves cards, `playing` carries out
a card and its reactions, `base`, `cornucopia` and `promos` are what cards do beyond their
numbers, `turns` is D1, D3 and D9, `scoring` is D8, `referee` is the door; how a player is asked
stands in `tests/games/referees.py`.
"""

from tests.games.dominion.referee.referee import Referee, new_game, resumed
from tests.games.dominion.referee.sheets import DATA, Face, read_sheet
from tests.games.dominion.referee.table import Choice
from tests.games.dominion.referee.turns import Limits

__all__ = [
    "DATA",
    "Choice",
    "Face",
    "Limits",
    "Referee",
    "new_game",
    "read_sheet",
    "resumed",
]
