"""``balance list``: the games, set-ups, bots, cards and scenarios that there are."""

from collections.abc import Sequence
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


def list_what(what: str, game: str | None) -> None:
    """Print a list, of one game or of each of them under its title.

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
        _scenarios(game)
        return
    games = [load_game(name, Path()) for name in ([game] if game else GAMES)]
    if what == "games":
        _print("Games", ("name", "title", "players"), [_game_row(one) for one in games])
        return
    for place, one in enumerate(games):
        if place:
            print()
        {"bots": _bots, "setups": _setups, "cards": _cards}[what](one)


def _scenarios(game: str | None) -> None:
    scenarios = [read_scenario(str(path)) for path in shipped_scenarios().values()]
    if game is not None:
        home = load_game(game, Path()).home
        scenarios = [one for one in scenarios if load_game(one.game, one.folder).home == home]
    rows: list[tuple[str, ...]] = [(one.name, one.game, one.question) for one in scenarios]
    _print("Scenarios", ("name", "game", "question"), rows)


def _bots(game: Game) -> None:
    bots = {**BOTS, **game.bots}
    _print_used(
        f"Bots of {game.title}",
        ("name", "how it plays", "number", "weights of its own for"),
        [(name, bot.summary, _dial(name, bot), _counts(bot)) for name, bot in sorted(bots.items())],
    )


def _dial(name: str, bot: Bot) -> str:
    """Say what a number after the name sets: ``search:200`` for 200 iterations."""
    if not bot.suffix_weight:
        return ""
    usual = f"{bot.weights[bot.suffix_weight]:g}"
    return f"{name}:N for N {bot.suffix_weight}, else {usual}"


def _counts(bot: Bot) -> str:
    """Say for which numbers of players a bot has weights of its own."""
    counts = sorted(bot.by_players)
    return f"{', '.join(map(str, counts))} players" if counts else ""


def _setups(game: Game) -> None:
    _pieces(f"Set-ups of {game.title}", game.setups.named())


def _cards(game: Game) -> None:
    game_table = game.build_table(game.options(), game.seats[-1], {}, Path())
    title = f"{capital(counted(game))} of {game.title}"
    _pieces(title, (*game_table.cards, *game_table.objectives))


def _game_row(game: Game) -> tuple[str, ...]:
    return game.name, game.title, f"{game.seats[0]} to {game.seats[-1]}"


def _pieces(title: str, pieces: tuple[Piece, ...]) -> None:
    rows = [(piece.id, piece.name, piece.kind, piece.note) for piece in pieces]
    _print_used(title, ("id", "name", "kind", "note"), rows)


def _print_used(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print rows without the columns that are empty in all of them."""
    used = [column for column in range(len(columns)) if any(row[column] for row in rows)]
    _print(
        title,
        tuple(columns[column] for column in used),
        [tuple(row[column] for column in used) for row in rows],
    )


def _print(title: str, columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    if not rows:
        print(f"{title}: there are none.")
        return
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    console.print(title, style="italic")  # apart: a title of the table would fold to its width
    console.print(table)
