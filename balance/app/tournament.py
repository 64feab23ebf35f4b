"""``balance tournament``: every bot against every other on the same deals, in every seat."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import balance
from balance.analysis.comparison.pairwise import outcome
from balance.analysis.comparison.tournament import Standings, standings
from balance.app.bot_matches import (
    BotMatchOptions,
    PreparedBots,
    check_folder,
    deals_for,
    default_folder,
    play_with_progress,
    prepare_bots,
    test_tables_text,
)
from balance.app.study_page import show_study, study_of_bots
from balance.engine.sources import rules_digest
from balance.errors import Interrupted, ScenarioError
from balance.limits import MAX_SEED
from balance.report.studies.tournament import tournament_section
from balance.runner.pairings import speed_of
from balance.store.manifest import bot_identity
from balance.store.run_folder import RunFolder

FEWEST_BOTS = 2
KIND = "tournament"  # of a folder, in its manifest
USUAL_SEED = 101


def tournament(
    names: Sequence[str],
    games: int,
    out: Path | None,
    options: BotMatchOptions,
    is_strict: bool = False,
) -> None:
    """Play a tournament, print its tables and write them.

    Parameters
    ----------
    names : sequence of str
        The bots.
    games : int
        Of each pairing.
    out : Path or None
        The folder; None is ``reports/<game>/tournament``.
    is_strict : bool
        Whether strangers enter bots, see `balance.bots.strict`.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results so far are printed and written first.
    """
    if len(names) < FEWEST_BOTS:
        raise ScenarioError("tournament: expected two bots or more.")
    folder = out or default_folder(options, KIND)
    check_folder(folder, KIND, "a tournament")
    bots = prepare_bots(names, options, is_strict)
    places = list(combinations(range(len(names)), 2))
    result, is_complete = play_standings(bots, places, games)
    games_each = result.games // len(places)
    section = tournament_section(result)
    with RunFolder(folder).writing():
        manifest = _manifest(bots, result, options)
        RunFolder(folder).write_manifest(manifest)
    tables = f"{test_tables_text(bots.tables)}."
    data = study_of_bots(
        section.title, bots.tables.matches[0], bots.entries,
        {"pairs of bots": [games_each] * len(places)}, options.command, options.seed,
        tables_text=tables,
    )  # fmt: skip
    made = made_of(manifest)
    show_study(section, data, RunFolder(folder), options.output, made, lines=(tables,))
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
    deals = deals_for(pairings[0], games)
    what = f"{len(pairings)} pairings" if len(pairings) > 1 else pairings[0].label
    results, is_complete = play_with_progress(bots, pairings, deals, what)
    speeds = [speed_of(bots.tables, entry) for entry in bots.entries]
    return standings([outcome(result) for result in results], bots.labels, speeds), is_complete


def made_of(manifest: Mapping[str, object]) -> dict[str, object]:
    """Return of a manifest how its answer was made."""
    return {key: manifest[key] for key in manifest if key not in ("command", "balance")}


def _manifest(bots: PreparedBots, result: Standings, options: BotMatchOptions) -> dict[str, object]:
    """Return what is needed to play the same tournament again."""
    tables = bots.tables
    return {
        "kind": KIND,
        "command": options.command,
        "balance": balance.__version__,
        "game": tables.game.name,
        "rules": rules_digest(tables.game.home),
        "tables": [table.digest for table in tables.test_tables],
        "bots": {entry.label: bot_identity(entry) for entry in bots.entries},
        "players": tables.players,
        "seed": tables.seed,
        "settings": dict(options.settings),
        "deals": result.deals,
        "games": result.games,
    }
