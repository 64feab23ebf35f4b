"""A game as text is learnt before it is played: by self-play, for a few minutes at most."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from rich.console import Console

import balance
from balance.app.notices import announce_compiling
from balance.app.progress import Progress, show_progress
from balance.bots.policy_file import belongs_to, read_made, read_networks, write_networks
from balance.engine.game import Bot, Game, Learning
from balance.errors import Interrupted
from balance.report.number_format import count as count_text
from balance.report.number_format import percent
from balance.report.studies.duel import points_text
from balance.runner.bot_matches import build_test_tables
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import has_share_of_points
from balance.store.disk import write_whole, writing_in
from balance.tuning.learning import Learnt, learn

MINUTES = 2.0  # at most, if nothing else is said
_SEED = 1
_OPPONENTS = ("random", "greedy")  # by which it is measured, the stronger one last
_LONG = 600  # seconds of learning after which it does not go on, though greedy is as strong
_ENOUGH = 2  # seconds of learning that are worth while


def learn_first(
    game: Game, players: Iterable[int], minutes: float | None, workers: int, console: Console
) -> bool:
    """Let a game's bot learn it, unless it knows it; return whether it learnt.

    What it learns is kept in the folder of the game.  After a change of a sheet or of a line it
    goes on from what it knows, if the decisions are the same.

    Parameters
    ----------
    players : iterable of int
        The numbers of players, among which the time is divided.
    minutes : float or None
        At most; None is `MINUTES`.

    Raises
    ------
    StoreError
        If the folder cannot be written.
    Interrupted
        After Ctrl-C; what was learnt is kept.
    """
    bot = next((one for one in game.bots.values() if one.learning is not None), None)
    if bot is None or bot.learning is None:
        return False
    unknown = [count for count in dict.fromkeys(players) if not _knows(bot.learning, count)]
    minutes = MINUTES if minutes is None else minutes
    seconds = 60 * minutes / max(len(unknown), 1)
    if not unknown or seconds < _ENOUGH:
        return False
    announce_compiling(game, console)
    stop = StopSignal()
    with stop.on_interrupt():
        for count in unknown:
            tables = build_test_tables(game, count)
            with show_progress(console) as progress:
                what = f"learning {game.title} with {count} players"
                learnt = learn(
                    game, bot, tables, seconds, _OPPONENTS, _SEED, workers, stop,
                    partial(_show, progress, what),
                )  # fmt: skip
            _keep(bot, bot.learning.file, count, learnt)
            if stop.is_set():
                raise Interrupted(f"Stopped: {bot.learning.file} keeps what was learnt so far.")
            console.print(_said(learnt, count, bot.learning.file))
    return True


def _knows(learning: Learning, players: int) -> bool:
    """Return whether there is nothing more to learn: it beats greedy, or has tried for long."""
    made = learning.made.get(players, {})
    is_strong = made.get("beats") == _OPPONENTS[-1]
    return learning.is_fresh(players) and (is_strong or made.get("seconds", 0) >= _LONG)


def _show(progress: Progress, what: str, games: int, more: int, share: float) -> None:
    """Show how many games were played, and about how many fit into the time."""
    left = int(games * (1 - share) / share)
    if games == more:  # the first ones
        progress.begin(what, games + left)
    progress.add(more)
    progress.show_precision(f"{percent(share, 0)} of the time", left)


def _keep(bot: Bot, file: Path, players: int, learnt: Learnt) -> None:
    """Write what was learnt, beside what is known with other numbers of players."""
    inputs = bot.inputs
    assert inputs is not None
    assert bot.learning is not None
    networks, made = {}, {}
    if file.exists() and belongs_to(file, inputs):
        networks, made = dict(read_networks(file, inputs)), read_made(file)
    networks[players] = tuple(map(float, learnt.network))
    before = made.get(players, {})
    made[players] = {
        "version": balance.__version__,
        "games": learnt.games + before.get("games", 0),
        "seconds": round(learnt.seconds + before.get("seconds", 0)),
        "rules": bot.learning.rules if learnt.against else "",
        "measured": _measured(learnt, players),
        "beats": _beats(learnt, players),
    }
    with writing_in(file.parent):
        write_whole(file, lambda part: write_networks(part, inputs, networks, made))


def _beats(learnt: Learnt, players: int) -> str:
    """Return the strongest bot that it beats for sure; nothing if there is none."""
    beaten = [name for name, points in learnt.against.items() if points.low > _even(players)]
    return beaten[-1] if beaten else ""


def _even(players: int) -> float:
    return 0.5 if has_share_of_points(players) else 0.0


def _measured(learnt: Learnt, players: int) -> str:
    """Return how strong it is: ``+16.3 [+15.1, +17.4] pp against greedy``."""
    return ", ".join(
        f"{points_text(points, players)} against {name}"
        for name, points in reversed(list(learnt.against.items()))
    )


def _said(learnt: Learnt, players: int, file: Path) -> str:
    strongest = _OPPONENTS[-1]
    is_strong = _beats(learnt, players) == strongest
    plays = "" if is_strong else f" {strongest} plays, as it is as strong; the next run learns on."
    if learnt.against[_OPPONENTS[0]].high < _even(players):
        plays += (
            f" It does worse than {_OPPONENTS[0]} players: perhaps who leads gains by going on for "
            "ever. An ending after some rounds mends that."
        )
    return (
        f"Learnt from {count_text(learnt.games)} games of self-play with {players} players in "
        f"{learnt.seconds:.0f} s: {_measured(learnt, players)}. {file} keeps it; --learn 0 goes "
        f"without.{plays}"
    )
