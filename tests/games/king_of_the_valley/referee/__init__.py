"""A slow referee of King of the Valley, written from the rules alone.

It shares no code with the package under test: the two are compared decision by decision.

    referee = new_game(read_sheets(folder), stages, num_players)
    while (pending := referee.pending()) is not None:
        referee.choose(pending.choices[0])
    referee.result()

A question with fewer than two choices is not asked. Spaces are (row, column) from (1, 1), hill
columns are "L" and "R" with rows from 1, castle columns have the name of their type, and tiles are
called by what makes them the same: "queen", "knight B", "jester in duke", "T3".

| kind | choices |
|---|---|
| place | ("place", space) |
| recruit | ("nobody",), ("recruit", hill column, row) |
| collect | ("move", monks in the order of visits, end, tiles taken in the order passed) |
| jester | ("jester", castle column) |
| tax | ("tax", for each collector in the order passed its castle column or "") |
| turn | ("turn", tile, how many, tile, how many...) |
| swap | ("swap", tile given, hill column, row) |
| claim | ("no",), ("claim", the five tiles) |
| refill | ("refill", hill column) |

`Referee.summary` and `Referee.result` say what they tell.

`sheets` reads the tables, `table` holds the state, `moves` is K6 and the monks, `specialists` is
the rest of K8, `turns` is K3 to K5 and K9 to K11, `scoring` is K12, `referee` is the door; how a
player is asked stands in `tests/games/referees.py`.
"""

from tests.games.king_of_the_valley.referee.referee import Referee, new_game, resumed
from tests.games.king_of_the_valley.referee.sheets import DATA, Sheets, Tile, read_sheets
from tests.games.king_of_the_valley.referee.table import Choice

__all__ = [
    "DATA",
    "Choice",
    "Referee",
    "Sheets",
    "Tile",
    "new_game",
    "read_sheets",
    "resumed",
]
