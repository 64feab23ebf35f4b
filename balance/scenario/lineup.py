"""Who sits where: from the bots that a scenario names to the line-up of a match."""

from collections.abc import Sequence
from pathlib import Path

from balance.bots import BOTS
from balance.bots.loading import Loaded, load_bot, read_data
from balance.engine.game import Bot, Game
from balance.errors import ScenarioError
from balance.limits import MOST_DIAL
from balance.scenario.bot_entries import BotEntry, is_list
from balance.scenario.error_messages import did_you_mean
from balance.scenario.match import Entry, Lineup


class LineupBuilder:
    """Seats the bots of one game; a bot that sits at many tables is loaded once.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    notices : list of str
        What the user should know: which bots could not be compiled, and why.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.notices: list[str] = []
        self._loaded: dict[tuple[Path, str], Loaded] = {}

    def build(self, bots: Sequence[BotEntry], players: int, folder: Path) -> Lineup:
        """Return who has which seat.

        Parameters
        ----------
        bots : sequence of Seated
            One for all seats, or one for each.
        players : int
        folder : Path
            What the files of bots start from.

        Raises
        ------
        ScenarioError
            If there is no such bot or weight, or two different ones under one label.
        BotError
            If a bot's file cannot be loaded.
        """
        if len(bots) not in (1, players):
            raise ScenarioError(
                f"bots: {len(bots)} bots for {players} players, where one for each or one for all "
                "is expected."
            )
        entries: list[Entry] = []
        keys: list[tuple[str, str, tuple[tuple[str, float], ...]]] = []
        seats: list[int] = []
        for place, one in enumerate(list(bots) * (players if len(bots) == 1 else 1), 1):
            key = (one.bot, one.label, tuple(one.weights.items()))
            if key not in keys:
                found = self._find(one.bot, folder)
                bot = _weighted(found.bot.at(players), one, place)
                label = one.label or _label(bot, one)
                if any(entry.label == label for entry in entries):
                    raise ScenarioError(
                        f"bots, number {place}: two different bots are called {label!r}: give each "
                        "a label."
                    )
                self._note(label, found.slow)
                keys.append(key)
                entries.append(Entry(label, bot, found.digest))
            seats.append(keys.index(key))
        return Lineup(tuple(entries), tuple(seats))

    def _find(self, name: str, folder: Path) -> Loaded:
        """Return a bot: one of the game's, perhaps with its dial set, or of a file."""
        if is_list(name):
            path = (folder / name).resolve()
            if (path, "") not in self._loaded:
                self._loaded[path, ""] = read_data(path, self.game)
            return self._loaded[path, ""]
        file, colon, function = name.rpartition(":")
        if function.isdecimal():
            return self._dialled(name, file, function)
        if colon:
            path = (folder / file).resolve()
            if (path, function) not in self._loaded:
                self._loaded[path, function] = load_bot(path, function, self.game)
            return self._loaded[path, function]
        known = {**BOTS, **self.game.bots}
        if name not in known:
            data = " or as a file of data" if self.game.read_list_bot else ""
            raise ScenarioError(
                f"bots: {self.game.name} has no bot {name!r}: {did_you_mean(name, known)} "
                f"(a bot of your own is given as file.py:function{data})"
            )
        return Loaded(known[name], "")

    def _dialled(self, name: str, bot: str, digits: str) -> Loaded:
        """Return the bot of ``bot:number``."""
        known = {key: one for key, one in {**BOTS, **self.game.bots}.items() if one.suffix_weight}
        if bot not in known:
            raise ScenarioError(
                f"bots: {name!r}: {self.game.name} has no bot {bot!r} with a number to set: "
                f"{did_you_mean(bot, known)}"
            )
        # Sizes are compared first: Python refuses to turn thousands of digits into a number.
        number = int(digits) if len(digits) <= len(str(MOST_DIAL)) else MOST_DIAL + 1
        if not 1 <= number <= MOST_DIAL:
            raise ScenarioError(
                f"bots: {name!r}: {known[bot].suffix_weight} from 1 to {MOST_DIAL:,} are expected."
            )
        return Loaded(known[bot].with_suffix(number), "")

    def _note(self, label: str, slow: str) -> None:
        notice = (
            f"The bot {label!r} is played as ordinary Python, about a hundred times slower, as it "
            f"does not compile: {slow}."
        )
        if slow and notice not in self.notices:
            self.notices.append(notice)


def _weighted(bot: Bot, one: BotEntry, place: int) -> Bot:
    if not one.weights:
        return bot
    # A bot from outside without a file of weights takes those that the scenario gives it.
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
    return f"{bot.name} ({weights})" if weights else bot.name
