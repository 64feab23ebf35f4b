"""The games by name; each value is the module that has its `GAME`."""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

GAMES = {
    "valeria": "balance.games.valeria",
    "king_of_the_valley": "balance.games.king_of_the_valley",
    "dominion": "balance.games.dominion",
}


class _Package(ModuleType):
    """The type of this package, so that `balance.games()` can list the games."""

    def __call__(self) -> "pd.DataFrame":
        """Return the games: name, title and numbers of players."""
        from balance.api.functions import games  # noqa: PLC0415, as it imports the games

        return games()


sys.modules[__name__].__class__ = _Package
