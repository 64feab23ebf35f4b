"""``balance check-bot``: whether a bot keeps the rules for bots."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from balance.app.bot_matches import BotMatchOptions
from balance.app.bot_source import Doubt, doubts_about, parameters_of
from balance.app.notices import announce_compiling, stderr_console
from balance.app.output import Sentences
from balance.bots.loading import ARGUMENTS
from balance.engine.data_files import recorded_reads
from balance.engine.game import Bot
from balance.errors import ScenarioError
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of, table_settings
from balance.runner.bot_speed import speed_of_bot
from balance.runner.reproducibility import WHY_DIFFERENT, different_game, read_in_play
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match

OTHERS = "random"  # the bot in the other seats


def check_bot(bot: str, games: int, options: BotMatchOptions, is_strict: bool = False) -> bool:
    """Check a bot and say what was found: its source, whether it compiles, games, speed.

    Each game is played twice, with random bots in the other seats.

    Parameters
    ----------
    games : int
        For each number of players, on all test tables together.
    is_strict : bool
        Whether it may enter a tournament of strangers, see `balance.bots.strict`.

    Returns
    -------
    bool
        Whether nothing wrong was found.

    Raises
    ------
    BotError
        If the bot breaks a rule for bots; the text names game, seed and decision.
    ScenarioError, CardError, LimitError
    """
    game, console = load_game(options.game, Path()), stderr_console()
    builder = LineupBuilder(game, is_strict)
    counts = [options.players] if options.players else [n for n in game.seats if n > 1]
    if not counts:
        raise ScenarioError(f"{game.title} has one player: bots cannot play each other.")
    announce_compiling(game, console)
    lineups = {
        players: lineup_of(builder, [bot, *[OTHERS] * (players - 1)], players) for players in counts
    }
    built = lineups[counts[0]].entries[0].bot
    doubts = doubts_about(built, game)
    said = Sentences("bot", options.output)
    for line in _about(built, builder.notices, doubts):
        said.say(line)
    matches: list[tuple[Match, int]] = []
    for players, lineup in lineups.items():
        tables = build_test_tables(game, players, options.settings)
        settings = table_settings(game, options.settings)
        for match in BotMatch(game, tables, lineup, options.seed, settings).matches:
            matches.append((match, max(games // len(tables), lineup.rotations)))
    problem = next(filter(None, (_problem(match, each) for match, each in matches)), "")
    played = sum(each for _, each in matches)
    said.say(
        problem
        or f"{played:,} games with {', '.join(map(str, counts))} players, each played twice: every "
        "answer was offered, nothing was written that a bot may only read, and all games were the "
        "same again."
    )
    speed = speed_of_bot(match, lineup.entries[0])
    usual = speed_of_bot(match, lineup.entries[-1])
    said.say(
        f"Speed: {1 / speed.seconds:,.0f} decisions a second; {OTHERS} makes "
        f"{1 / usual.seconds:,.0f}.",
        decisions_a_second=1 / speed.seconds,
    )
    is_sound = not problem and not any(doubt.is_wrong for doubt in doubts)
    said.end(
        f"Check of {bot}", game=game.name, players=counts, games=played, seed=options.seed,
        passed=is_sound,
    )  # fmt: skip
    return is_sound


def _problem(match: Match, games: int) -> str:
    """Return what is wrong with a bot in the games of a match; an empty text if nothing is.

    Raises
    ------
    BotError
    """
    with recorded_reads() as files:
        for number in range(min(games, match.lineup.rotations)):
            Batches(match).check(number)
    if files:
        return f"Not reproducible: the bot {read_in_play(files)}"
    different = different_game(match, games)
    if different is None:
        return ""
    return (
        f"Not reproducible: game {different} of seed {match.seed} is another one when it is played "
        f"again. The bot {WHY_DIFFERENT}. To see it: {match.replay_of(different)}"
    )


def _about(bot: Bot, notices: Sequence[str], doubts: Sequence[Doubt]) -> Iterator[str]:
    """Yield lines about a bot of a user: arguments, compiling, weights, doubts."""
    if bot.source is None or bot.is_list:
        return
    parameters = parameters_of(bot.choose)
    meant = " (" + ", ".join(ARGUMENTS) + ")" if parameters != ARGUMENTS else ""
    yield f"Arguments: {', '.join(parameters)}{meant}."
    yield from notices or ["Compiled."]
    yield f"Weights: {', '.join(bot.weights) or 'none'}."
    for doubt in doubts:
        yield f"{'Wrong' if doubt.is_wrong else 'Note'}: {doubt.text(bot.source)}"
