"""From the bots that a scenario names to the line-up of a match."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from balance.bots import BOTS
from balance.bots.loading import Loaded, load_bot, read_data
from balance.engine.game import Bot, Game
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.limits import MOST_DIAL
from balance.scenario.bot_names import BotName, bot_name
from balance.scenario.match import Entry, Lineup
from balance.scenario.model import BotEntry
from balance.spelling import as_on_disk, one_form


class LineupBuilder:
    """Builds line-ups for one game; a bot is loaded once for all of them.

    Parameters
    ----------
    is_strict : bool
        Whether strangers enter bots, see `balance.bots.strict`.

    Attributes
    ----------
    notices : list of str
        Which bots could not be compiled, and why.
    """

    def __init__(self, game: Game, is_strict: bool = False) -> None:
        self.game, self._is_strict = game, is_strict
        self.notices: list[str] = []
        self._loaded: dict[tuple[Path, str], Loaded] = {}

    def build(self, bots: Sequence[BotEntry], players: int, folder: Path) -> Lineup:
        """Return a line-up.

        Parameters
        ----------
        bots : sequence of BotEntry
            One for all seats, or one for each.
        folder : Path
            The base of relative paths of bots.

        Raises
        ------
        ScenarioError
            If there is no such bot or weight, or two different bots have the same label.
        BotError
            If a bot's file cannot be loaded.
        """
        if len(bots) not in (1, players):
            raise ScenarioError(
                f"bots: {len(bots)} bots for {players} players: expected one for each, or one for "
                "all."
            )
        entries: list[Entry] = []
        keys: list[tuple[str, str, tuple[tuple[str, float], ...]]] = []
        seats: list[int] = []
        for place, one in enumerate(list(bots) * (players if len(bots) == 1 else 1), 1):
            key = (one.bot, one.label, tuple(one.weights.items()))
            if key not in keys:
                loaded = self._find(one.bot, folder)
                bot = _weighted(loaded.bot.at(players), one, place)
                label = one.label or one_form(_label(bot, one))
                if any(entry.label == label for entry in entries):
                    raise ScenarioError(
                        f"bots, number {place}: two different bots are called {label!r}: expected "
                        "a label for each."
                    )
                self._note_slow(label, loaded.slow)
                self._note_other_players(label, loaded.bot, players)
                keys.append(key)
                entries.append(Entry(label, bot, loaded.digest))
            seats.append(keys.index(key))
        return Lineup(tuple(entries), tuple(seats))

    def _find(self, typed: str, folder: Path) -> Loaded:
        """Return the bot of a name, with its noise."""
        name = bot_name(typed)
        noise = name.noise
        loaded = self._without_noise(name, folder)
        return replace(loaded, bot=replace(loaded.bot, noise=noise)) if noise else loaded

    def _without_noise(self, name: BotName, folder: Path) -> Loaded:
        """Return a bot of the game, perhaps with its number, or one from a file."""
        if name.file:
            path = as_on_disk((folder / name.file).resolve())
            if (path, name.bot) not in self._loaded:
                self._loaded[path, name.bot] = (
                    read_data(path, self.game)
                    if name.is_list
                    else load_bot(path, name.bot, self.game, self._is_strict)
                )
            return self._loaded[path, name.bot]
        if name.number:
            return self._with_number(name)
        known = {**BOTS, **self.game.bots}
        if name.bot not in known:
            data = " or as a file of data" if self.game.read_list_bot else ""
            raise ScenarioError(
                f"bots: {self.game.name} has no bot {name.bot!r}: {did_you_mean(name.bot, known)} "
                f"(your own bot is given as file.py:function{data})"
            )
        bot = known[name.bot]
        if bot.inputs is not None and not bot.has_learnt:
            raise ScenarioError(
                f"bots: {name.bot} has learnt nothing of {self.game.name} yet: "
                f"balance run {self.game.place} without --bots teaches it."
            )
        return Loaded(bot, "")

    def _with_number(self, name: BotName) -> Loaded:
        """Return the bot of ``bot:number``."""
        typed, bot, digits = name.usual, name.bot, name.number
        known = {key: one for key, one in {**BOTS, **self.game.bots}.items() if one.suffix_weight}
        if bot not in known:
            raise ScenarioError(
                f"bots: {typed!r}: {self.game.name} has no bot {bot!r} that takes a number: "
                f"{did_you_mean(bot, known)}"
            )
        # Lengths are compared first, as Python refuses to convert thousands of digits.
        number = int(digits) if len(digits) <= len(str(MOST_DIAL)) else MOST_DIAL + 1
        if not 1 <= number <= MOST_DIAL:
            raise ScenarioError(
                f"bots: {typed!r}: {known[bot].suffix_weight} from 1 to {MOST_DIAL:,} are expected."
            )
        return Loaded(known[bot].with_suffix(number), "")

    def _note_slow(self, label: str, slow: str) -> None:
        if slow:
            self._note(
                f"The bot {label!r} is run as plain Python, hundreds of times slower, because it "
                f"does not compile: {slow}."
            )

    def _note_other_players(self, label: str, bot: Bot, players: int) -> None:
        if bot.source is not None and bot.by_players and players not in bot.by_players:
            counts = " and ".join(map(str, sorted(bot.by_players)))
            self._note(
                f"The bot {label!r} has weights for {counts} players; with {players} it plays by "
                "those for any number."
            )

    def _note(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _weighted(bot: Bot, one: BotEntry, place: int) -> Bot:
    if not one.weights:
        return bot
    # A bot from outside the package without a file of weights takes any weights.
    if bot.source is None or bot.weights:
        for key in one.weights:
            if key not in bot.weights:
                raise ScenarioError(
                    f"bots, number {place}: weights: {bot.name} has no weight {key!r}: "
                    f"{did_you_mean(key, bot.weights)}"
                )
    return bot.with_weights(one.weights)


def _label(bot: Bot, one: BotEntry) -> str:
    weights = ", ".join(f"{key}={value:g}" for key, value in one.weights.items())
    return f"{bot.full_name} ({weights})" if weights else bot.full_name
