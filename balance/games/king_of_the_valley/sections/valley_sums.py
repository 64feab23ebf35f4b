"""King of the Valley: influence by price, the king's place in play, tiles left on the hill."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.analysis.metrics.deal_sums import RatioSums, by_deal
from balance.analysis.metrics.metric import ended_only
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.store.sums import Sums

HILL_KIND = "Hill price"  # of the deeds that count recruits, by row
RINGS = ("centre", "inner", "edge", "corner")


@dataclass(frozen=True)
class ValleySums(Sums):
    """Sums of games that ended; wins are in 60ths."""

    influence: RatioSums  # shape (rows,): of a recruit from that row
    places: RatioSums  # shape (rings,): turns begun there, of all turns
    wins: RatioSums  # shape (rings,): wins of the seat, of turns begun there
    left: RatioSums  # tiles on the hill at the end, of games
    full: RatioSums  # games in which some were left


def applies(match: Match) -> bool:
    """Return whether records hold what is counted, and players play each other."""
    return "rings" in (match.game.record.names or ()) and match.game_table.num_seats > 1


def _rows_of_hill(match: Match) -> list[int]:
    """Return the rows of records that count recruits, the cheapest first."""
    cards = match.game_table.cards
    return [row for row, card in enumerate(cards) if card.kind == HILL_KIND]


def tally(records: NDArray[Any], match: Match) -> ValleySums:
    """Return the sums of a batch."""
    rotations, seats = match.lineup.rotations, match.game_table.num_seats
    records, ended = ended_only(records)
    here = ended.astype(np.int64)
    hill = _rows_of_hill(match)
    recruits = records["taken"][:, :seats][:, :, hill].astype(np.int64).sum(axis=1)
    bought = records["bought"][:, :seats].astype(np.int64).sum(axis=1)[:, : len(hill)]
    rings = records["rings"][:, :seats].astype(np.int64)
    wins = records["wins"][:, :seats, None].astype(np.int64)
    turns = rings.sum(axis=1)
    all_turns = np.repeat(turns.sum(axis=1)[:, None], len(RINGS), axis=1)
    left = records["left"].astype(np.int64)

    def deals(values: NDArray[Any]) -> NDArray[Any]:
        return by_deal(values, rotations)

    games = deals(here)
    return ValleySums(
        influence=RatioSums.of(deals(bought), deals(recruits)),
        places=RatioSums.of(deals(turns), deals(all_turns)),
        wins=RatioSums.of(deals((rings * wins).sum(axis=1)), deals(turns)),
        left=RatioSums.of(deals(left), games),
        full=RatioSums.of(deals((left > 0).astype(np.int64)), games),
    )


def influence_table(sums: ValleySums, match: Match) -> pd.DataFrame:
    """Return a row for each row of the hill with a recruit.

    Columns: row, recruits (a count), price (as printed on the deed, in words); the influence of a
    recruit as value, low, high.
    """
    cards = match.game_table.cards
    names = [cards[row].name for row in _rows_of_hill(match)]
    table = pd.DataFrame(
        {"row": names, "recruits": sums.influence.den} | sums.influence.mean().columns()
    )
    return table[table["recruits"] > 0].reset_index(drop=True)


def places_table(sums: ValleySums) -> pd.DataFrame:
    """Return a row for each ring of the valley.

    Columns: ring, of RINGS; the share of the turns that begin with the king there as value, low,
    high; the win rate of these turns' players after ``wins_``.
    """
    return pd.DataFrame(
        {"ring": RINGS}
        | sums.places.proportion().columns()
        | sums.wins.proportion(WIN).columns("wins_")
    )


def left_table(sums: ValleySums) -> pd.DataFrame:
    """Return one row: tiles on the hill at the end, and the share of games with some.

    Columns: value, low, high after ``left_`` and ``some_``.
    """
    return pd.DataFrame([sums.left.mean().row("left_") | sums.full.proportion().row("some_")])
