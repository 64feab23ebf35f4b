"""The effect of each card's text on the whole game, compared with a copy that does nothing.

The change is the same for all players, so it cannot change who wins between equal bots. It changes
the length of games, the scores, the differences between objectives and the value of a seat.
"""

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult, as_cell
from balance.analysis.comparison.differences import apart
from balance.analysis.measures import COPIES, TAKEN
from balance.scenario.experiments import SUPPLY
from balance.stats.multiple_testing import false_discovery

SURE = 0.05  # q below this
# The measures that are compared, by key, and their prefixes.
MEASURES = {
    "rounds": "rounds_",
    "score": "score_",
    "margin": "margin_",
    "spread dealt": "spread_",
    "first": "first_",
    "overtaken": "overtaken_",
}
OF_CARDS = (COPIES, TAKEN)  # topics of measures that are not


def supplies(cell: CellResult) -> pd.DataFrame:
    """Return a row for each card whose text was blanked for all players.

    Returns
    -------
    table : DataFrame
        id, card, kind, games, deals (of the arm); the effect of the card's text, the game as it is
        less the game without it, on the same deals, each as value, low, high, deals, q
        (Benjamini-Hochberg over cards) and sure after ``rounds_``, ``score_`` (of a player),
        ``margin_`` (of the best to the second), ``spread_`` (standard deviation between the true
        win rates of objectives as dealt), ``first_`` (wins of the first player) and ``overtaken_``
        (comebacks: share of games in which a sole leader before the last round does not win); nan
        where the cell has no such number.  Empty without a control.
    """
    control, played = cell.controlled(SUPPLY)
    arms = {one.arm.subject: one for one in played}
    cards = [piece for piece in cell.match.game_table.cards if piece.id in arms]
    if not cards or control is None:
        return pd.DataFrame()
    whole = control.measures.compared_but(*OF_CARDS)
    rows = []
    for card in cards:
        arm = arms[card.id]
        changes = apart(as_cell(arm).measures.compared_but(*OF_CARDS), whole).set_index("key")
        row = {
            "id": card.id, "card": card.name, "kind": card.kind, "games": arm.games,
            "deals": arm.deals,
        }  # fmt: skip
        for key, prefix in MEASURES.items():
            known = changes.loc[key] if key in changes.index else None
            for name in ("value", "low", "high", "p"):
                row[prefix + name] = np.nan if known is None else known[name]
            row[f"{prefix}deals"] = arm.deals
        rows.append(row)
    table = pd.DataFrame(rows)
    for prefix in MEASURES.values():
        table[f"{prefix}q"] = false_discovery(table.pop(f"{prefix}p"))
        table[f"{prefix}sure"] = table[f"{prefix}q"] < SURE
    return table
