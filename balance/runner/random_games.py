"""A few random games of a game from outside, to find what is wrong with its rules."""

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from balance.errors import RulesError
from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.bot_matches import lineup_of
from balance.runner.rules_errors import check_records
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match

GAMES = 200  # of each match
SECONDS = 5.0  # for all matches together


def play_random_games(matches: Sequence[Match]) -> None:
    """Play random games of each match, and check their records.

    Raises
    ------
    RulesError, LimitError
        If the rules fail, a record cannot be right, or no game comes to its end.
    """
    ends = time.monotonic() + SECONDS
    for match in matches:
        players = match.game_table.num_seats
        lineup = lineup_of(LineupBuilder(match.game), ["random"], players)
        batches = Batches(replace(match, lineup=lineup))
        played = ended = 0
        while played < GAMES and (played == 0 or time.monotonic() < ends):
            with np.errstate(divide="raise", invalid="raise"):  # uncompiled, else a warning
                records = batches.play(played, 1)
            check_records(match, records)
            played += 1
            ended += int(records["stopped"][0] == 0)
        if not ended:
            raise RulesError(
                f"{match.game.title}: no random game of {played:,} came to its end within "
                f"{MAX_DECISIONS:,} decisions: which rule ends it?"
            )
