"""Who plays where a scenario names no bot: the game's default bot, and those that check it."""

from balance.engine.game import Game
from balance.errors import ScenarioError
from balance.scenario.cells import cells_of
from balance.scenario.model import Scenario

SHARE = 0.05  # of the games, which each other tier plays
FEWEST = 2_000  # games of another tier in all cells together, if the scenario has so many


def with_default_bots(scenario: Scenario, game: Game) -> Scenario:
    """Return a scenario with the game's bots, if it names none; else as it is.

    The default bot has all seats.  Bots of other strength play a share of the games, so that
    findings are checked, unless a variant or the grid names bots.

    Raises
    ------
    ScenarioError
        If its key `check_tiers` lacks the bot that plays all games.
    """
    if scenario.bots:
        _check_tiers(scenario)
        return scenario
    of_game = scenario.changed(bots=game.usual_bot)
    if scenario.check_tiers:
        _check_tiers(of_game)
        return of_game
    has_own = "bots" in scenario.grid or any(variant.bots for variant in scenario.variants)
    if has_own or not game.check_tiers:
        return of_game
    cells = len(cells_of(of_game))
    games = max(1, min(scenario.games, max(round(SHARE * scenario.games), -(-FEWEST // cells))))
    tiers = [
        {"bot": name} if name == game.usual_bot else {"bot": name, "games": games}
        for name in game.check_tiers
    ]
    return of_game.changed(check_tiers=tiers)


def _check_tiers(scenario: Scenario) -> None:
    """Refuse tiers that check no bot of the scenario."""
    if scenario.check_tiers and scenario.main_tier is None:
        names = ", ".join(tier.bot for tier in scenario.check_tiers)
        raise ScenarioError(
            f"{scenario.place}: check_tiers: expected the bot of all seats among {names}, in its "
            "place from the weakest to the strongest."
        )
