"""``balance tournament``: every bot against every other on the same deals, in every seat."""

import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from balance.analysis.comparison.pairwise import pairing_outcome
from balance.analysis.comparison.published_ratings import scale_of
from balance.analysis.comparison.tournament import Standings, standings
from balance.app.bot_matches import (
    BotMatchOptions,
    PreparedBots,
    deals_of_pairing,
    play_with_progress,
    prepare_bots,
    test_tables_text,
)
from balance.app.study import BotStudy
from balance.bots.strict import unchanged_program
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.limits import MAX_SEED
from balance.report.studies.tournament import tournament_section
from balance.runner.pairings import speed_of
from balance.store.manifest import bot_identity

FEWEST_BOTS = 2
KIND = "tournament"  # of a folder, in its manifest
USUAL_SEED = 101


def tournament(
    bots: Sequence[str],
    games: int,
    out: Path | None,
    seed: int | None,
    options: BotMatchOptions,
    is_strict: bool = False,
) -> None:
    """Play a tournament, print its tables and write them.

    Parameters
    ----------
    bots : sequence of str
        The prepared.
    games : int
        Of each pairing.
    out : Path or None
        The folder; None is ``reports/<game>/tournament``.
    seed : int or None
        In place of that of the options; None is USUAL_SEED, for strangers a drawn one.
    is_strict : bool
        Whether strangers enter bots, see `balance.bots.strict`.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results so far are printed and written first.
    """
    if len(bots) < FEWEST_BOTS:
        raise ScenarioError("tournament: expected two bots or more.")
    if seed is None:
        seed = drawn_seed() if is_strict else USUAL_SEED
    options = replace(options, seed=seed)
    game = load_game(options.game, Path())
    folder = out or Path("reports", game.name, KIND)
    study = BotStudy(KIND, game, folder, options.command, options.seed, options.output)
    study.check_folder("a tournament")
    prepared = prepare_bots(bots, options, is_strict)
    places = list(combinations(range(len(bots)), 2))
    with unchanged_program("A bot that plays") if is_strict else nullcontext():
        result, is_complete = play_standings(prepared, places, games)
    games_each = result.games // len(places)
    made = {
        "tables": [table.digest for table in prepared.tables.test_tables],
        "bots": {entry.label: bot_identity(entry) for entry in prepared.entries},
        "settings": dict(options.settings), "deals": result.deals, "games": result.games,
    }  # fmt: skip
    tables = f"{test_tables_text(prepared.tables)}."
    study.report(
        tournament_section(result), prepared.tables.matches[0], prepared.entries,
        {"pairs of bots": [games_each] * len(places)}, made, (tables,), tables_text=tables,
    )  # fmt: skip
    if not is_complete:
        raise Interrupted("Stopped: these are the results of the games so far.")


def drawn_seed() -> int:
    """Return a seed that nobody can guess: from a guessed one, a bot can rebuild the deals."""
    return secrets.randbelow(MAX_SEED) + 1


def play_standings(
    bots: PreparedBots, places: Sequence[tuple[int, int]], games: int
) -> tuple[Standings, bool]:
    """Play pairings on the same deals; return the standings, and whether all games were played.

    Parameters
    ----------
    places : sequence of (int, int)
        The pairings, as indices of bots.
    games : int
        Of each pairing.
    """
    pairings = bots.pairings(places)
    deals = deals_of_pairing(pairings[0], games)
    what = f"{len(pairings)} pairings" if len(pairings) > 1 else pairings[0].label
    results, is_complete = play_with_progress(bots, pairings, deals, what)
    speeds = [speed_of(bots.tables, entry) for entry in bots.entries]
    scale = scale_of(bots.tables.game, bots.tables.players, bots.entries)
    outcomes = [pairing_outcome(result) for result in results]
    return standings(outcomes, bots.labels, speeds, scale), is_complete
