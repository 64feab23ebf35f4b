"""``balance new cards``: a folder with example cards that work, to begin from."""

import shutil
from pathlib import Path

from balance.errors import ScenarioError, StoreError
from balance.games import GAMES
from balance.games.loading import load_game


def new_cards(folder: Path, game: str | None) -> None:
    """Write a folder of example cards, with a scenario that plays with them.

    Parameters
    ----------
    folder : Path
        To be made; it may be there if nothing is in it.
    game : str or None
        A game's name or folder; None is the first of `GAMES` that has example cards.

    Raises
    ------
    ScenarioError
        If there is no such game, or it has no cards to begin from.
    StoreError
        If there is something in the folder, or it cannot be written.
    """
    starter = _starter_of(game)
    files = sorted(path for path in starter.iterdir() if path.is_file())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise StoreError(f"{folder} is not empty: name a new folder, and nothing is lost.")
        for file in files:
            shutil.copyfile(file, folder / file.name)
    except FileExistsError:
        raise StoreError(f"{folder} is a file: name a new folder.") from None
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}.") from None
    print(f"{folder} holds example cards: {', '.join(file.name for file in files)}.")
    for file in files:
        if file.suffix == ".toml":
            print(f"  balance validate {folder / file.name}")
            print(f"  balance run {folder / file.name}")


def _starter_of(name: str | None) -> Path:
    """Return the folder of example cards of a game, or of the first one that has them."""
    if name is not None:
        game = load_game(name, Path())
        if game.starter_cards is None:
            raise ScenarioError(f"new cards: {game.title} has no example cards to begin from.")
        return game.starter_cards
    starters = (load_game(one, Path()).starter_cards for one in GAMES)
    return next(starter for starter in starters if starter is not None)
