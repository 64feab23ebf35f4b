"""A slow referee of Valeria's base game for 2 to 4 players, written from the rules alone.

It shares no code with the package under test: the two are compared decision by decision.

    referee = Referee(folder_of_csv_files, deal, options, chance)
    while (pending := referee.pending()) is not None:
        referee.choose(pending.choices[0])
    referee.result()

`grammar` reads effects (V18), `sheets` the card tables, `deals` sets up (V2), `table` holds the
state, `effects` carries effects out (V11, V18), `actions` pays and acts (V6.2 to V8), `turns` are
the phases (V3 to V6, V9), `scoring` is V10, `referee` is the door.
"""

from tests.games.valeria.referee.chance import Chance, RandomChance, ScriptedChance
from tests.games.valeria.referee.deals import Deal, random_deal
from tests.games.valeria.referee.referee import Referee
from tests.games.valeria.referee.sheets import Sheets, read_sheets
from tests.games.valeria.referee.table import Choice, Options, Pending

__all__ = [
    "Chance",
    "Choice",
    "Deal",
    "Options",
    "Pending",
    "RandomChance",
    "Referee",
    "ScriptedChance",
    "Sheets",
    "random_deal",
    "read_sheets",
]
