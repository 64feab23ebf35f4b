"""``balance list``: the games, set-ups, bots, cards and scenarios that there are."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from balance.bots import BOTS
from balance.engine.game import Game, Piece
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.model import did_you_mean, read_scenario, shipped_scenarios

WHAT = ("games", "setups", "bots", "cards", "scenarios")


def list_what(what: str, game: str | None) -> None:
    """Print a list.

    Parameters
    ----------
    what : str
        One of `WHAT`.
    game : str or None
        A game's name or folder; None is the first of `GAMES`.

    Raises
    ------
    ScenarioError
        If there is no such list or game.
    """
    if what not in WHAT:
        raise ScenarioError(f"list {what}: {did_you_mean(what, WHAT)}")
    if what == "games":
        rows = [_game_row(load_game(name, Path())) for name in GAMES]
        _print("Games", ("name", "title", "players"), rows)
    elif what == "scenarios":
        rows = [
            (name, read_scenario(str(path)).question) for name, path in shipped_scenarios().items()
        ]
        _print("Scenarios", ("name", "question"), rows)
    else:
        chosen = load_game(game or next(iter(GAMES)), Path())
        if what == "bots":
            bots = {**BOTS, **chosen.bots}
            _print(
                f"Bots of {chosen.title}",
                ("name", "how it plays"),
                [(name, bot.summary) for name, bot in sorted(bots.items())],
            )
        elif what == "setups":
            _pieces(f"Set-ups of {chosen.title}", chosen.setups())
        else:
            laid = chosen.lay_table(chosen.options(), chosen.seats[-1], {}, Path())
            _pieces(f"Cards of {chosen.title}", (*laid.cards, *laid.objectives))


def _game_row(game: Game) -> tuple[str, ...]:
    return game.name, game.title, f"{game.seats[0]} to {game.seats[-1]}"


def _pieces(title: str, pieces: tuple[Piece, ...]) -> None:
    columns = ("id", "name", "kind", "note")
    rows = [(piece.id, piece.name, piece.kind, piece.note) for piece in pieces]
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
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, markup=False).print(table)
