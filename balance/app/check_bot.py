"""``balance check-bot``: whether a bot keeps the rules for bots."""

from pathlib import Path

from balance.app.bot_matches import BotMatchOptions
from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.errors import ScenarioError
from balance.games.loading import load_game
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of, settings_of
from balance.runner.reproducibility import different_game
from balance.scenario.lineup import LineupBuilder

OTHERS = "random"  # the bot in the other seats


def check_bot(name: str, games: int, options: BotMatchOptions) -> bool:
    """Play games with a bot, each twice; print what was checked, and return whether all was right.

    Parameters
    ----------
    games : int
        For each number of players, on all test tables together.

    Raises
    ------
    BotError
        If the bot breaks a rule for bots; the text names game, seed and decision.
    ScenarioError, CardError, LimitError
    """
    game, console = load_game(options.game, Path()), stderr_console()
    builder = LineupBuilder(game)
    counts = [options.players] if options.players else [n for n in game.seats if n > 1]
    if not counts:
        raise ScenarioError(f"{game.title} has one player: bots cannot play each other.")
    announce_compiling(game, console)
    is_right, played = True, 0
    for players in counts:
        lineup = lineup_of(builder, [name, *[OTHERS] * (players - 1)], players)
        if players == counts[0]:
            print_notes(builder.notices, console)
        tables = build_test_tables(game, players, options.settings)
        settings = settings_of(game, options.settings)
        matches = BotMatch(game, tables, lineup, options.seed, settings).matches
        for match in matches:
            number = different_game(match, max(games // len(matches), lineup.rotations))
            played += max(games // len(matches), lineup.rotations)
            if number is not None:
                is_right = False
                print(
                    f"Not reproducible: game {number} of seed {match.seed} is another one when it "
                    f"is played again. To see it: {match.replay_of(number)}"
                )
                break
        if not is_right:
            break
    print(
        f"{played:,} games with {', '.join(map(str, counts))} players, each played twice: every "
        "answer was offered, and nothing was written that a bot may only read."
    )
    print("All games were the same again." if is_right else _REASONS)
    return is_right


_REASONS = (
    "The bot asks for the time, draws numbers elsewhere than from its stream, or remembers earlier "
    "games: its results cannot be reproduced."
)
