"""``balance setups``: recommended set-ups among random ones, what makes them so, and a booklet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pandas as pd

from balance.analysis.random_setups import SetupStudy, found
from balance.analysis.setup_map import among_drawn, uneven_of
from balance.analysis.setup_matches import SetupMeasures
from balance.analysis.setup_swaps import SETUPS, by_card, cards_to_swap, swap_effects, swaps_of
from balance.app.bot_matches import BotMatchOptions, check_different, players_of
from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.app.progress import show_progress
from balance.app.refusals import check_games
from balance.app.report_files import print_page
from balance.app.setup_booklet import BOOKLET, booklet_of
from balance.app.setup_games import FRESH, Answered, SetupGames
from balance.app.study import BotStudy
from balance.engine.game import Game
from balance.engine.services import RandomSetup
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import DESCRIPTION, load_game
from balance.report.studies.setups import setups_section
from balance.runner.bot_matches import lineup_of, rival_counts
from balance.runner.random_setups import SetupResult, draw_setups
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder

FEWEST = 20  # set-ups: fewer cannot be ranked
FEWEST_DEALS = 50  # of each match
UNDECIDED = 0.5  # where a percentile may lie so far apart, more games are played
MORE = 4 * FRESH  # times as many
DRAWN = "random"  # a set-up that is drawn for every deal
KIND = "setups"  # of a folder, in its manifest


@dataclass(frozen=True)
class SetupOptions:
    """How many set-ups are drawn, who plays at them, and what is asked."""

    draw: int  # set-ups
    games: int  # of each match at each set-up, at least
    bots: tuple[str, ...] = ()  # empty is the game's usual one
    players: tuple[str, ...] = ()  # numbers of players; empty is the smallest above one
    swap: int = 0  # cards that are swapped
    booklet: int = 0  # set-ups in a booklet; 0 is no booklet
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
    numbers = _numbers(game, setup_options)
    most = max(numbers)
    kind, what = (
        (BOOKLET, "a booklet of set-ups") if setup_options.booklet else (KIND, "random set-ups")
    )
    folder = setup_options.out or Path("reports", game.name, kind)
    study = BotStudy(kind, game, folder, options.command, options.seed, options.output)
    study.check_folder(what)
    seating = LineupBuilder(game)
    names = setup_options.bots or (game.usual_bot,)
    bots = [lineup_of(seating, [name], most).entries[0] for name in names]
    check_different(bots)
    console, stop = stderr_console(), StopSignal()
    print_notes(seating.notices, console)
    announce_compiling(game, console)
    drawn = dict(enumerate(draw_setups(game, most, setup_options.draw, options.seed)))
    with stop.on_interrupt(), show_progress(console) as progress:
        games = {
            players: SetupGames(
                game, players, bots, options.seed, options.workers or available_cores(), stop,
                progress.begin, progress.add,
            )
            for players in numbers
        }  # fmt: skip
        if setup_options.booklet:
            tiers = (name for name in reversed(game.check_tiers) if name not in names)
            second = lineup_of(seating, [next(tiers, "random")], most).entries[0]
            answer = booklet_of(
                games, drawn, setup_options.games, setup_options.booklet, second, options.game
            )
        else:
            answer = _map(games[most], drawn, setup_options)
    labels = [bot.label for bot in bots]
    study.report(
        answer.section, games[most].match(drawn[0]), [*bots, *answer.bots], answer.played,
        {"bots": labels, **answer.made},
        (f"{game.title}, {answer.text}", *filter(None, [answer.said])),
        tables_text=answer.text,
    )  # fmt: skip
    for page in answer.write(folder):
        if options.output.files.pdf:
            print_page(page)
    if answer.stopped:
        raise Interrupted(answer.stopped)


def _map(games: SetupGames, drawn: Mapping[int, RandomSetup], options: SetupOptions) -> Answered:
    """Play the drawn and the recommended set-ups, and the cards that are swapped."""
    recommended = games.game.setups.recommended(games.players)
    known = {
        len(drawn) + place: RandomSetup(table, (name,))
        for place, (name, table) in enumerate(recommended.items())
    }
    pieces = drawn[0].pieces
    if options.swap and not any(swaps_of(list(drawn.values()), one, Random(0)) for one in pieces):
        raise ScenarioError(
            f"--swap: {games.game.title} draws nothing that another {games.game.card} could take "
            "the place of."
        )
    games_each = games.games_each(drawn[0], options.games)
    fresh_ones = FRESH + (1 + FRESH) * len(known)
    games.begin(f"{len(drawn)} set-ups", games_each * (len(drawn) + fresh_ones))
    played = games.play(drawn, options.games)
    first = games.play(known, options.games)
    fresh = games.play(known, FRESH * options.games, options.games)
    if len(played) < FEWEST:
        raise Interrupted("Stopped too early for any result.")
    labels, measures = [bot.label for bot in games.bots], games.measures(drawn[0])
    results = found(played, labels, measures)
    best = int(results.by_evenness["place"].iloc[0]) - 1
    again_best = games.play({best: drawn[best]}, FRESH * options.games, options.games)
    counts = {
        "random set-ups": [games_each] * len(played),
        "the most even again": [FRESH * games_each] * len(again_best),
    }
    for one in again_best:  # none after Ctrl-C
        results = replace(results, again=uneven_of(one.results))
    if known and len(fresh) == len(known):
        places, times = _places(games, known, first, fresh, played, options.games)
        results = replace(results, places=places)
        counts["recommended set-ups"] = [(1 + each) * games_each for each in times]
    if options.swap:
        results, number = _with_swaps(results, games, drawn, options)
        counts["swapped cards"] = [2 * games_each] * number
    text = f"{len(played)} set-ups of {games_each:,} games, seed {games.seed}."
    stopped = len(played) < len(drawn)
    return Answered(
        setups_section(results, games.players, games.game.card, games.game.objective), counts,
        {"setups": len(played), "games of each": games_each}, f"{games.players} players, {text}",
        f"Stopped: these are the results of {len(played)} set-ups." if stopped else "",
    )  # fmt: skip


def _places(
    games: SetupGames,
    known: Mapping[int, RandomSetup],
    first: Sequence[SetupResult[SetupMeasures]],
    fresh: Sequence[SetupResult[SetupMeasures]],
    drawn: Sequence[SetupResult[SetupMeasures]],
    count: int,
) -> tuple[pd.DataFrame, list[int]]:
    """Return where the recommended set-ups lie among drawn ones, and how often `count` fresh games.

    Those whose place may be nearly anywhere are played longer.
    """
    names = {key: setup.pieces[0] for key, setup in known.items()}
    measures = tuple(games.measures(drawn[0].setup))
    places = among_drawn(tuple(names.values()), first, fresh, drawn, measures)
    wide = set(places["name"][places["share_high"] - places["share_low"] > UNDECIDED])
    more = {key: setup for key, setup in known.items() if names[key] in wide}
    each = games.games_each(drawn[0].setup, MORE * count)
    games.begin(f"{len(more)} recommended set-ups again", len(more) * each)
    again = {one.place: one for one in games.play(more, MORE * count, count)}
    if again:  # not after Ctrl-C
        longer = [again.get(one.place, one) for one in fresh]
        places = among_drawn(tuple(names.values()), first, longer, drawn, measures)
    return places, [FRESH + MORE * (key in again) for key in known]


def _with_swaps(
    results: SetupStudy,
    games: SetupGames,
    drawn: Mapping[int, RandomSetup],
    options: SetupOptions,
) -> tuple[SetupStudy, int]:
    """Swap the cards that seem to do most; return the results, and at how many set-ups."""
    ids = {games.name(piece): piece for setup in drawn.values() for piece in setup.pieces}
    picked = dict(cards_to_swap(results.pieces, options.swap))
    draws, effects, number = Random(f"{games.seed} swaps"), {}, 0
    each = 2 * games.games_each(drawn[0], options.games)
    measures = tuple(games.measures(drawn[0]))
    games.begin(f"{len(picked)} swapped cards", each * SETUPS * len(picked))
    for name in picked:
        swaps = swaps_of(list(drawn.values()), ids[name], draws)
        swaps = {place: swap for place, swap in swaps.items() if games.can_play(swap)}
        swaps = dict(list(swaps.items())[:SETUPS])
        chosen = {place: drawn[place] for place in swaps}
        present, absent = (
            games.play(setups, options.games, options.games) for setups in (chosen, swaps)
        )
        if len(present) == len(absent) == len(swaps) > 1:  # not after Ctrl-C
            effects[name] = swap_effects(present, absent, measures)
            number += len(swaps)
    return replace(results, swaps=by_card(effects, picked) if effects else None), number


def _numbers(game: Game, options: SetupOptions) -> tuple[int, ...]:
    """Return the numbers of players, and refuse what cannot be played."""
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
    numbers = options.players or (str(players_of(game, None)),)
    for one in numbers:
        if not one.isdecimal() or int(one) not in counts:
            raise ScenarioError(
                f"--players {one}: expected {', '.join(map(str, counts)) or 'another game'} for "
                f"{game.title}."
            )
    if len(numbers) > 1 and not options.booklet:
        raise ScenarioError(
            f"--players {','.join(numbers)}: expected one number; several are for --booklet."
        )
    if options.booklet and options.swap:
        raise ScenarioError("--swap: expected without --booklet, which asks another question.")
    if options.booklet and len(options.bots) > 1:
        raise ScenarioError("--bots: expected one bot for a booklet; a second one checks it.")
    if options.draw < FEWEST:
        raise ScenarioError(f"--draw {options.draw}: expected {FEWEST} set-ups or more.")
    if options.draw < 2 * options.booklet:
        raise ScenarioError(
            f"--draw {options.draw}: expected {2 * options.booklet} set-ups or more to choose "
            f"{options.booklet} from."
        )
    check_games(options.games, FEWEST_DEALS * max(map(int, numbers)))
    return tuple(dict.fromkeys(map(int, numbers)))
