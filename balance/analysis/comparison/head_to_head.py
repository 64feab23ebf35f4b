"""Bot against bot: cells in which one bot sits alone among others that are all alike."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.seats import wins_by_bot
from balance.stats.intervals import proportion
from balance.stats.jackknife import Replicates, estimate

FEWEST = 3  # bots: with fewer the table of bots is enough


def bot_matches(cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each cell and bot that sits alone among others that are all alike.

    With two players these are both bots of a cell.  Where one group has fewer than three bots, or
    two cells for the same match, it is left out.

    Returns
    -------
    table : DataFrame
        group (the players, and the values on the axes but that of the bots), place (of the cell),
        bot, against, fair, games, and the win rate of the bot as value, low, high, deals.
    """
    rows = pd.DataFrame([row for place, cell in enumerate(cells) for row in _alone(place, cell)])
    if rows.empty:
        return rows
    groups = rows.groupby("group")
    is_clear = ~rows.duplicated(["group", "bot", "against"], keep=False)
    is_many = groups["bot"].transform("nunique") >= FEWEST
    return rows[is_many & is_clear.groupby(rows["group"]).transform("all")].reset_index(drop=True)


def _alone(place: int, cell: CellResult) -> Iterator[dict[str, object]]:
    lineup = cell.match.lineup
    players = cell.match.game_table.num_seats
    if len(lineup.entries) != 2 or "seats" not in cell.sums or not cell.ended:
        return
    others = [value for axis, value in cell.axes.items() if axis not in ("bots", "players")]
    rates = proportion(wins_by_bot(folds_of(cell.sums)))
    for entry, label in enumerate(lineup.labels):
        if lineup.seats.count(entry) == 1:
            yield {
                "group": ", ".join([f"{players} players", *others]),
                "place": place,
                "bot": label,
                "against": lineup.labels[1 - entry],
                "fair": 1 / players,
                "games": cell.games,
                "value": float(rates.value[entry]),
                "low": float(rates.low[entry]),
                "high": float(rates.high[entry]),
                "deals": int(rates.deals[entry]),
            }


def group_standings(matches: pd.DataFrame, cells: Sequence[CellResult]) -> pd.DataFrame:
    """Return a row for each group and bot, the strongest of a group first.

    Parameters
    ----------
    matches : DataFrame
        Of `bot_matches`.
    cells : sequence of CellResult
        The same as there.

    Returns
    -------
    table : DataFrame
        group, bot, fair; met, beats, loses (bots that it met, and those against which the whole
        95% interval of its win rate lies above, or below, its share); its lowest win rate as value,
        low, high after the prefix ``worst_`` (the lowest of several looks lower than it is),
        against (whom); and the mean of its win rates, each counting alike, as value, low, high.
    """
    rows = []
    for (group, bot), mine in matches.groupby(["group", "bot"], sort=False):
        fair = float(mine["fair"].iloc[0])
        mean = estimate(_mean([cells[place] for place in mine["place"]], str(bot)))
        lowest = mine.sort_values("value").iloc[0]
        rows.append(
            {
                "group": group, "bot": bot, "fair": fair, "met": len(mine),
                "beats": int((mine["low"] > fair).sum()),
                "loses": int((mine["high"] < fair).sum()),
                **{f"worst_{part}": lowest[part] for part in ("value", "low", "high")},
                "against": lowest["against"],
                "value": mean.value.item() + fair, "low": mean.low.item() + fair,
                "high": mean.high.item() + fair,
            }
        )  # fmt: skip
    table = pd.DataFrame(rows)
    order = {group: place for place, group in enumerate(dict.fromkeys(matches["group"]))}
    by = table.assign(order=table["group"].map(order), most=-table["value"])
    return table.loc[by.sort_values(["order", "most"], kind="stable").index].reset_index(drop=True)


def _mean(cells: Sequence[CellResult], bot: str) -> Replicates:
    """Return the mean of a bot's wins over a fair share in some cells, which share their luck."""
    taken = [cell.measures[f"bot {bot}"].by_fold for cell in cells]
    return Replicates(
        np.mean([one.value for one in taken], axis=0),
        np.mean([one.leave_one_out for one in taken], axis=0),
        np.min([one.folds for one in taken], axis=0),
    )
