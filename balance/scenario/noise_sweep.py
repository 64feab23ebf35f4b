"""The tiers of a noise sweep: one bot with more or less noise, the noisiest first."""

from collections.abc import Sequence
from dataclasses import replace

from balance.engine.game import noisy_name
from balance.errors import ScenarioError
from balance.scenario.bot_names import bot_name, read_noise
from balance.scenario.model import BotEntry, Tier


def noise_tiers(bots: Sequence[BotEntry], noises: Sequence[str]) -> list[Tier]:
    """Return a tier of the same bot for each noise, from the weakest to the strongest.

    Parameters
    ----------
    bots : sequence of BotEntry
        The same for all seats; noise of their own is replaced.
    noises : sequence of str
        Two chances of a random choice or more, in any order.

    Raises
    ------
    ScenarioError
        If there are fewer, one is no chance or there twice, or the bots differ.
    """
    chances = [read_noise(text, "--noise") for text in noises]
    if len(chances) < 2:
        raise ScenarioError(
            f"--noise {','.join(noises)}: expected two chances of a random choice or more, such as "
            "0,0.1,0.2."
        )
    for text, chance in zip(noises, chances, strict=True):
        if chances.count(chance) > 1:
            raise ScenarioError(f"--noise {','.join(noises)}: {text} is there twice.")
    names = list(dict.fromkeys(bot.label or bot.bot for bot in bots))
    if any(bot != bots[0] for bot in bots):
        raise ScenarioError(
            f"--noise: the seats have different bots ({', '.join(names)}): expected one bot for "
            f"all seats, such as --bots {names[0]}."
        )
    return [_with_noise(bots[0], chance) for chance in sorted(chances, reverse=True)]


def _with_noise(bot: BotEntry, noise: float) -> Tier:
    name = str(replace(bot_name(bot.bot), noise_text=None))
    label = noisy_name(bot.label, noise) if bot.label else ""
    return Tier(bot=noisy_name(name, noise), label=label, weights=bot.weights)
