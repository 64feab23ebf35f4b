"""``balance tournament``: every bot against every other on the same deals, in every seat."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import balance
from balance.analysis.comparison.pairwise import outcome
from balance.analysis.comparison.tournament import Standings, standings
from balance.app.bot_matches import (
    Arena,
    Terms,
    arena,
    deals_for,
    paired,
    play_all,
    test_tables_text,
)
from balance.app.report import results_console
from balance.engine.jit import rules_digest
from balance.errors import Interrupted, ScenarioError, StoreError
from balance.games.loading import load_game
from balance.report.exports import write_section
from balance.report.section import Section
from balance.report.terminal import as_text
from balance.report.tournament.section import tournament_section
from balance.runner.pairings import speed_of
from balance.store.run_folder import RunFolder

FEWEST_BOTS = 2
KIND = "tournament"  # of a folder, in its manifest


def tournament(bots: Sequence[str], games: int, out: Path | None, terms: Terms) -> None:
    """Play a tournament, print its tables and write them.

    Parameters
    ----------
    bots : sequence of str
    games : int
        Of each pairing.
    out : Path or None
        The folder; None is ``reports/<game>/tournament``.
    terms : Terms

    Raises
    ------
    BalanceError
    Interrupted
        After the tables of what was played.
    """
    if len(bots) < FEWEST_BOTS:
        raise ScenarioError("tournament: two bots or more are expected.")
    folder = out or folder_of(terms, KIND)
    check_folder(folder)
    ring = arena(bots, terms)
    found, is_whole = hold(ring, list(combinations(range(len(bots)), 2)), games)
    show(ring, found, folder, terms)
    if not is_whole:
        raise Interrupted("Stopped: the tables tell of what was played.")


def hold(ring: Arena, meet: Sequence[tuple[int, int]], games: int) -> tuple[Standings, bool]:
    """Play pairings of bots on the same deals; return how they stand, and whether all was played.

    Parameters
    ----------
    ring : Arena
    meet : sequence of (int, int)
        Who meets whom: their places among all.
    games : int
        Of each pairing.
    """
    pairings = paired(ring, meet)
    deals = deals_for(pairings[0], games)
    what = f"{len(pairings)} pairings" if len(pairings) > 1 else pairings[0].label
    encounters, is_whole = play_all(ring, pairings, deals, what)
    speeds = [speed_of(ring.ground, entry) for entry in ring.entries]
    labels = [entry.label for entry in ring.entries]
    return standings([outcome(one) for one in encounters], labels, speeds), is_whole


def folder_of(terms: Terms, name: str) -> Path:
    """Return the folder of a tournament where none is named."""
    return Path("reports", load_game(terms.game, Path()).name, name)


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds something else than a tournament.

    Raises
    ------
    StoreError
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        manifest = RunFolder(folder).read_manifest() or {}
        if manifest.get("kind") != KIND:
            raise StoreError(
                f"{folder} holds something else than a tournament: choose another folder with "
                "--out DIR."
            )


def show(ring: Arena, found: Standings, folder: Path, terms: Terms) -> None:
    """Print standings as tables, and write these with their figures and a manifest.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    """
    told = tournament_section(found)
    print_section(told)
    with RunFolder(folder).writing():
        write_section(told, folder)
        RunFolder(folder).write_manifest(_manifest(ring, found, terms))
    print(f"{test_tables_text(ring.ground)}: tables and figures are in {folder}")


def print_section(told: Section) -> None:
    """Print a section; where it does not go to a terminal, as wide as it needs to be."""
    out = results_console()
    out.print(as_text(told))


def _manifest(ring: Arena, found: Standings, terms: Terms) -> dict[str, object]:
    """Return what is needed to hold the same tournament again."""
    ground = ring.ground
    return {
        "kind": KIND,
        "command": terms.command,
        "balance": balance.__version__,
        "game": ground.game.name,
        "rules": rules_digest(ground.game.home),
        "tables": [table.digest for table in ground.test_tables],
        "bots": {
            entry.label: {"sources": entry.sources, "weights": dict(entry.bot.weights)}
            for entry in ring.entries
        },
        "players": ground.players,
        "seed": ground.seed,
        "settings": dict(terms.settings),
        "deals": found.deals,
        "games": found.games,
    }
