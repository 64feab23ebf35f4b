"""``balance list``: the games, set-ups, bots, cards and scenarios that there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from balance.bots import BOTS
from balance.engine.game import Bot, Game, Piece
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.nouns import capital, counted
from balance.scenario.error_messages import did_you_mean
from balance.scenario.files import read_scenario, shipped_scenarios

WHAT = ("games", "setups", "bots", "cards", "scenarios")


@dataclass(frozen=True)
class Listing:
    """A list: a title, the game that it is of (empty for all), and its rows."""

    title: str
    game: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def print_lists(what: str, game: str | None) -> None:
    """Print the lists of `read_lists`, without columns that are empty in all rows."""
    for place, listing in enumerate(read_lists(what, game)):
        if place:
            print()
        _print(listing)


def read_lists(what: str, game: str | None) -> Iterator[Listing]:
    """Yield one list of all games or scenarios, or a list of each game.

    Parameters
    ----------
    what : str
        One of `WHAT`.
    game : str or None
        A game's name or folder; None is all of `GAMES`.

    Raises
    ------
    ScenarioError
        If there is no such list or game.
    """
    if what not in WHAT:
        raise ScenarioError(f"list {what}: {did_you_mean(what, WHAT)}")
    if what == "scenarios":
        yield _scenarios(game)
        return
    games = [load_game(name, Path()) for name in ([game] if game else GAMES)]
    if what == "games":
        rows = [(each.name, each.title, f"{each.seats[0]} to {each.seats[-1]}") for each in games]
        yield Listing("Games", "", ("name", "title", "players"), rows)
        return
    yield from map({"bots": _bots, "setups": _setups, "cards": _cards}[what], games)


def _scenarios(game: str | None) -> Listing:
    scenarios = [read_scenario(str(path)) for path in shipped_scenarios().values()]
    if game is not None:
        home = load_game(game, Path()).home
        scenarios = [each for each in scenarios if load_game(each.game, each.folder).home == home]
    rows = [(each.name, each.game, each.question) for each in scenarios]
    return Listing("Scenarios", "", ("name", "game", "question"), rows)


def _bots(game: Game) -> Listing:
    columns = ("name", "how it plays", "number", "weights of its own for")
    rows = [
        (name, bot.summary, _suffix(name, bot), _players(bot))
        for name, bot in sorted({**BOTS, **game.bots}.items())
    ]
    return Listing(f"Bots of {game.title}", game.name, columns, rows)


def _suffix(name: str, bot: Bot) -> str:
    """Return what a number after the name sets: ``search:200`` for 200 iterations."""
    if not bot.suffix_weight:
        return ""
    usual = f"{bot.weights[bot.suffix_weight]:g}"
    return f"{name}:N for N {bot.suffix_weight}, else {usual}"


def _players(bot: Bot) -> str:
    """Return the numbers of players for which a bot has weights of its own."""
    counts = sorted(bot.by_players)
    return f"{', '.join(map(str, counts))} players" if counts else ""


def _setups(game: Game) -> Listing:
    return _pieces(f"Set-ups of {game.title}", game, game.setups.named())


def _cards(game: Game) -> Listing:
    table = game.build_table(game.options(), game.seats[-1], {}, Path())
    title = f"{capital(counted(game))} of {game.title}"
    return _pieces(title, game, (*table.cards, *table.objectives))


def _pieces(title: str, game: Game, pieces: tuple[Piece, ...]) -> Listing:
    rows = [(piece.id, piece.name, piece.kind, piece.note) for piece in pieces]
    return Listing(title, game.name, ("id", "name", "kind", "note"), rows)


def _print(listing: Listing) -> None:
    if not listing.rows:
        print(f"{listing.title}: there are none.")
        return
    used = [
        place for place in range(len(listing.columns)) if any(row[place] for row in listing.rows)
    ]
    table = Table(box=None, pad_edge=False)
    for place in used:
        table.add_column(listing.columns[place], overflow="fold")
    for row in listing.rows:
        table.add_row(*(row[place] for place in used))
    console = Console(highlight=False, markup=False)
    console.print(listing.title, style="italic")  # a title of the table would fold to its width
    console.print(table)
