"""A slow referee of Valeria with all its variants, written from the rules alone.

It shares no code with the package under test: the two are compared decision by decision.

    referee = new_game(read_sheets(), deal, options, chance)
    while (pending := referee.pending()) is not None:
        referee.choose(pending.choices[0])
    referee.result()

`resumed` is a game from any turn on. `Deal` says which variants are played, but for No Dukes: one
player is solo, five rest in turn, an Exhausted stack is Monster Events, whole Citizen stacks are
Mixed Citizens. `Options` says the rest.

A question with fewer than two choices is not asked. Stacks are numbered from the left, Monsters 0
to 4, Citizens 5 to 14, Domains 15 to 19; `recruit` and `take` count the Citizens, `build` the
Domains, from 0.

| kind | choices |
|---|---|
| duke | ("duke", id) |
| dice | ("use", card, option, die), ("done",) |
| event | ("event", stack) |
| steal_first, harvest | ("use", card, option), ("done",) |
| action | ("gain", good), ("slay", stack), ("recruit", citizens), ("build", domains) |
| bonus | as an action, ("decline",) |
| pay | ("pay", magic): in place of gold, then in place of strength |
| option | ("option", number), ("decline",) |
| order | ("next", card, ability) |
| take | ("take", citizens) |
| steal | ("steal", victim or "bank", amount), ("nothing",) |
| rob | ("rob", victim) |
| return | ("return", card) |
| mark | ("mark", stack) |
| lose | ("lose", good) |
| cover | ("cover", stack) |
| attack | ("attack", number, column from 1) |
| capture | ("capture", stack) |

See `Referee.summary` and `Referee.result` for what they return.

`grammar` reads effects (V18), `sheets` the card tables, `deals` sets up (V2), `table` holds the
state, `effects` carries effects out (V11, V18), `actions` pays and acts (V6.2 to V8), `finishing`
is what follows an action (V8.1, V13.10), `harvest` is V5, `events` V14.4, `solo` V13, `turns` are
the phases (V3, V4, V9), `scoring` is V10 and V16, `referee` is the door.
"""

from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.referee import Referee, new_game, resumed
from tests.games.valeria.referee.sheets import Sheets, read_sheets
from tests.games.valeria.referee.table import Choice, Options

__all__ = [
    "Chance",
    "Choice",
    "Deal",
    "Options",
    "Referee",
    "Sheets",
    "new_game",
    "read_sheets",
    "resumed",
]
