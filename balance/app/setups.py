"""``balance setups``: which set-ups are the most even and the most varied among many drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import balance
from balance.analysis.random_setups import Found, found
from balance.analysis.setup_matches import measures_of, tally
from balance.app.bot_matches import Terms
from balance.app.notices import console, say_if_compiling
from balance.app.progress import show_progress
from balance.app.tournament import folder_of, print_section
from balance.engine.game import Game
from balance.engine.jit import rules_digest
from balance.errors import Interrupted, ScenarioError, StoreError
from balance.games.loading import load_game
from balance.limits import MAX_SEED
from balance.report.exports import write_section
from balance.report.random_setups.section import setups_section
from balance.runner.bot_matches import lineup_of
from balance.runner.play import StopSignal
from balance.runner.random_setups import draw_setups, games_of, matches_of, play_setups
from balance.runner.worker_pool import available_cores
from balance.scenario.ladder_file import FILE, read_ladder
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry
from balance.store.run_folder import RunFolder

FEWEST = 20  # set-ups of which something can be said
FEWEST_DEALS = 50  # of each contest
KIND = "setups"  # of a folder, in its manifest


@dataclass(frozen=True)
class Wanted:
    """How many set-ups are drawn, and how many games each contest at them has."""

    draw: int
    games: int
    bots: tuple[str, ...] = ()
    out: Path | None = None


def rank_setups(terms: Terms, wanted: Wanted) -> None:
    """Draw set-ups, play every bot at them, print which are even and varied, and write it.

    Parameters
    ----------
    terms : Terms
    wanted : Wanted

    Raises
    ------
    BalanceError
    Interrupted
        After what was played is told.
    """
    game = load_game(terms.game, Path())
    players = terms.players or min((count for count in game.seats if count > 1), default=0)
    _check(game, players, terms, wanted)
    folder = wanted.out or folder_of(terms, KIND)
    _check_folder(folder)
    seating = LineupBuilder(game)
    names = wanted.bots or usual_bots(game)
    bots = [lineup_of(seating, [name], players).entries[0] for name in names]
    _check_bots(names, bots)
    notes, workers, stop = console(), terms.workers or available_cores(), StopSignal()
    for notice in seating.notices:
        notes.print(f"Note: {notice}")
    say_if_compiling(game, notes)
    drawn = draw_setups(game, players, wanted.draw, terms.seed)
    first = matches_of(game, drawn[0], 0, players, bots, terms.seed)
    each = sum(games_of(contest, wanted.games) for contest in first)
    with stop.on_interrupt(), show_progress(notes) as progress:
        progress.begin(f"{wanted.draw} set-ups", each * wanted.draw)
        played = play_setups(
            drawn,
            lambda place: matches_of(game, drawn[place], place, players, bots, terms.seed),
            wanted.games, tally, workers, stop, progress.add,
        )  # fmt: skip
    if len(played) < FEWEST:
        raise Interrupted("Stopped before anything could be said.")
    what = found(played, [bot.label for bot in bots], measures_of(first[0].match))
    _show(game, players, what, folder, terms, wanted, each, [bot.label for bot in bots])
    if len(played) < wanted.draw:
        raise Interrupted(f"Stopped: the tables tell of {len(played)} set-ups.")


def usual_bots(game: Game) -> tuple[str, ...]:
    """Return the bots of the game's ladder but by chance and by search; without one, its first."""
    if (game.home / FILE).is_file():
        order = [bot for bot in read_ladder(game).order if ":" not in bot and bot != "random"]
        if len(order) > 1:
            return tuple(order)
    return tuple(game.bots)[:2]


def _show(
    game: Game, players: int, what: Found, folder: Path, terms: Terms, wanted: Wanted, each: int,
    labels: Sequence[str],
) -> None:  # fmt: skip
    told = setups_section(what, game.title, players, game.card)
    print_section(told)
    with RunFolder(folder).writing():
        write_section(told, folder)
        RunFolder(folder).write_manifest(
            {
                "kind": KIND,
                "command": terms.command,
                "balance": balance.__version__,
                "game": game.name,
                "rules": rules_digest(game.home),
                "players": players,
                "seed": terms.seed,
                "bots": list(labels),
                "setups": len(what.setups),
                "games of each": each,
            }
        )
    print(
        f"{game.title}, {players} players, {len(what.setups)} set-ups of {each:,} games, seed "
        f"{terms.seed}: tables and figures are in {folder}"
    )


def _check(game: Game, players: int, terms: Terms, wanted: Wanted) -> None:
    if game.setups.sample is None:
        raise ScenarioError(f"{game.title} has no set-ups that are drawn by lot.")
    if players not in [count for count in game.seats if count > 1]:
        counts = ", ".join(str(count) for count in game.seats if count > 1)
        raise ScenarioError(
            f"--players {players}: bots of {game.title} meet with {counts or 'no'} players."
        )
    if not 0 <= terms.seed <= MAX_SEED:
        raise ScenarioError(f"--seed {terms.seed}: a number from 0 to {MAX_SEED:,} is expected.")
    if wanted.draw < FEWEST:
        raise ScenarioError(f"--draw {wanted.draw}: {FEWEST} set-ups or more are expected.")
    if wanted.games < FEWEST_DEALS * players:
        raise ScenarioError(
            f"--games {wanted.games}: {FEWEST_DEALS * players} or more are expected."
        )


def _check_bots(names: Sequence[str], bots: Sequence[Entry]) -> None:
    labels = [bot.label for bot in bots]
    if len(bots) < 2:
        raise ScenarioError(
            f"--bots {', '.join(names)}: two bots or more are expected, to meet at each set-up."
        )
    for label in labels:
        if labels.count(label) > 1:
            raise ScenarioError(f"--bots: two are called {label!r}; expected different ones.")


def _check_folder(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        manifest = RunFolder(folder).read_manifest() or {}
        if manifest.get("kind") != KIND:
            raise StoreError(
                f"{folder} holds something else than set-ups: choose another folder with --out DIR."
            )
