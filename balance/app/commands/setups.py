"""``balance setups``: the most even and the most varied of many random set-ups."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from balance.analysis.random_setups import found
from balance.analysis.setup_map import among_drawn, uneven_of
from balance.analysis.setup_matches import SetupMeasures, measures_of, tally
from balance.app.bot_matches import BotMatchOptions, check_different
from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.app.progress import show_progress
from balance.app.refusals import check_games
from balance.app.study import BotStudy
from balance.engine.game import Game
from balance.engine.services import RandomSetup
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import DESCRIPTION, load_game
from balance.report.studies.setups import setups_section
from balance.runner.bot_matches import lineup_of, rival_counts
from balance.runner.random_setups import (
    SetupMatch,
    SetupResult,
    draw_setups,
    games_of,
    matches_of,
    play_setups,
)
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder

FEWEST = 20  # set-ups: fewer cannot be ranked
FEWEST_DEALS = 50  # of each match
FRESH = 4  # times as many fresh games are played of a recommended set-up, and of the most even
DRAWN = "random"  # a set-up that is drawn for every deal
KIND = "setups"  # of a folder, in its manifest


@dataclass(frozen=True)
class SetupOptions:
    """How many set-ups are drawn, and who plays at them."""

    draw: int  # set-ups
    games: int  # of each match at each set-up, at least
    bots: tuple[str, ...] = ()  # empty is the game's usual one
    out: Path | None = None


def rank_setups(options: BotMatchOptions, setup_options: SetupOptions) -> None:
    """Draw set-ups, play all bots at each, print which are even and varied, and write it.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results so far are printed and written first.
    """
    game = load_game(options.game, Path())
    players = options.players or min(rival_counts(game), default=0)
    _check(game, players, setup_options)
    folder = setup_options.out or Path("reports", game.name, KIND)
    study = BotStudy(KIND, game, folder, options.command, options.seed, options.output)
    study.check_folder("random set-ups")
    seating = LineupBuilder(game)
    names = setup_options.bots or (game.usual_bot,)
    bots = [lineup_of(seating, [name], players).entries[0] for name in names]
    check_different(bots)
    console, stop = stderr_console(), StopSignal()
    print_notes(seating.notices, console)
    announce_compiling(game, console)
    setups = draw_setups(game, players, setup_options.draw, options.seed)
    recommended = game.setups.recommended(players)
    known = [RandomSetup(table, (name,)) for name, table in recommended.items()]
    matches = matches_of(game, setups[0], 0, players, bots, options.seed)
    games_each = sum(games_of(match, setup_options.games) for match in matches)
    card_names: dict[str, str] = {}  # of what was drawn, by id

    def at_setup(place: int) -> list[SetupMatch]:
        setup = [*setups, *known][place]
        found = matches_of(game, setup, place, players, bots, options.seed)
        card_names.update((card.id, card.name) for card in found[0].match.game_table.cards)
        return found

    def at_known(place: int) -> list[SetupMatch]:
        return at_setup(len(setups) + place)

    with stop.on_interrupt(), show_progress(console) as progress:
        again = FRESH + (1 + FRESH) * len(known)
        progress.begin(f"{setup_options.draw} set-ups", games_each * (setup_options.draw + again))
        play = partial(
            play_setups, tally=tally, workers=options.workers or available_cores(), stop=stop,
            on_progress=progress.add,
        )  # fmt: skip
        played = play(setups, at_setup, setup_options.games)
        first = play(known, at_known, setup_options.games)
        fresh = play(known, at_known, FRESH * setup_options.games, first_game=setup_options.games)
        if len(played) < FEWEST:
            raise Interrupted("Stopped too early for any result.")
        labels, measures = [bot.label for bot in bots], measures_of(matches[0].match)
        played = [_with_names(one, card_names) for one in played]
        results = found(played, labels, measures)
        best = int(results.by_evenness["place"].iloc[0]) - 1
        again_best = play(
            [setups[best]], lambda _: at_setup(best), FRESH * setup_options.games,
            first_game=setup_options.games,
        )  # fmt: skip
    for one in again_best:  # none after Ctrl-C
        results = replace(results, again=uneven_of(one.results))
    if known and len(fresh) == len(known):
        places = among_drawn(tuple(recommended), first, fresh, played, tuple(measures))
        results = replace(results, places=places)
    drawn = f"{len(played)} set-ups of {games_each:,} games, seed {options.seed}."
    games = {
        "random set-ups": [games_each] * len(played),
        "the most even again": [FRESH * games_each] * len(again_best),
    }
    if results.places is not None:
        games["recommended set-ups"] = [(1 + FRESH) * games_each] * len(known)
    study.report(
        setups_section(results, players, game.card, game.objective), matches[0].match, bots, games,
        {"bots": labels, "setups": len(played), "games of each": games_each},
        (f"{game.title}, {players} players, {drawn}",), tables_text=drawn,
    )  # fmt: skip
    if len(played) < setup_options.draw:
        raise Interrupted(f"Stopped: these are the results of {len(played)} set-ups.")


def _with_names(result: SetupResult[SetupMeasures], names: Mapping[str, str]) -> Any:
    """Return the games at a set-up with the names of what was drawn in place of ids."""
    pieces = tuple(names.get(piece, piece.capitalize()) for piece in result.setup.pieces)
    return replace(result, setup=replace(result.setup, pieces=pieces))


def _check(game: Game, players: int, options: SetupOptions) -> None:
    if game.setups.sample is None:
        if any(setup.id == DRAWN for setup in game.setups.named()):
            raise ScenarioError(
                f"{game.title}: the set-up {DRAWN!r} is another one in every deal, so there are "
                "none to rank; `balance run` plays it."
            )
        how = (
            f"`[draw]` in {game.described_in / DESCRIPTION}"
            if game.described_in
            else "a game that draws some, such as Valeria or Dominion"
        )
        raise ScenarioError(f"{game.title} has no random set-ups; expected {how}.")
    counts = rival_counts(game)
    if players not in counts:
        raise ScenarioError(
            f"--players {players}: expected {', '.join(map(str, counts)) or 'another game'} for "
            f"{game.title}."
        )
    if options.draw < FEWEST:
        raise ScenarioError(f"--draw {options.draw}: expected {FEWEST} set-ups or more.")
    check_games(options.games, FEWEST_DEALS * players)
