"""``balance list``: the games, set-ups, bots, cards and scenarios that there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from balance.app.output import NO_OPTIONS, Output, print_parts, results_console
from balance.bots import BOTS
from balance.engine.game import Bot, Game, Piece
from balance.error_messages import did_you_mean
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.fitted_table import FittedTable, TextColumn
from balance.report.nouns import capital, counted
from balance.scenario.files import read_scenario
from balance.scenario.shipped import shipped_scenarios

if TYPE_CHECKING:
    from balance.report.answer import Answer

_TEXT = "text"  # a column of whole sentences
WHAT = ("games", "setups", "bots", "cards", "scenarios")


@dataclass(frozen=True)
class Listing:
    """A list: a title, the game that it is of (empty for all), and its rows."""

    title: str
    game: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def print_lists(what: str, game: str | None, output: Output = NO_OPTIONS) -> None:
    """Print the lists of `read_lists`, without columns that are empty in all rows."""
    listings = list(read_lists(what, game))
    if output.is_json:
        output.show(_answer(what, listings))
        return
    for place, listing in enumerate(listings):
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
    # A random set-up or Kingdom may have any card, the usual one has some of them.
    drawn = {key: "random" for key in ("setup", "kingdom") if key in game.options.model_fields}
    table = game.build_table(game.options(**drawn), game.seats[-1], {}, Path())
    title = f"{capital(counted(game))} of {game.title}"
    pieces = (*table.cards, *table.objectives)
    texts = [_text_of(piece, table.card_texts) for piece in pieces]
    if not any(texts):
        return _pieces(title, game, pieces)
    rows = [
        # What an objective scores is in its text.
        (one.id, one.name, one.kind, "" if one in table.objectives else one.note, text)
        for one, text in zip(pieces, texts, strict=True)
    ]
    return Listing(title, game.name, ("id", "name", "kind", "note", _TEXT), rows)


def _text_of(piece: Piece, lines: Sequence[str]) -> str:
    """Return what a card does, in words, without its name; empty if that is not known."""
    for line in lines:
        for sign in (", ", ": ", " ("):
            if line.startswith(piece.name + sign):
                return line[len(piece.name) :].lstrip(",: ")
    return ""


def _pieces(title: str, game: Game, pieces: tuple[Piece, ...]) -> Listing:
    rows = [(piece.id, piece.name, piece.kind, piece.note) for piece in pieces]
    return Listing(title, game.name, ("id", "name", "kind", "note"), rows)


def _print(listing: Listing) -> None:
    if not listing.rows:
        print(f"{listing.title}: there are none.")
        return
    if _TEXT in listing.columns:
        _print_texts(listing)
        return
    columns = tuple(
        TextColumn(head, tuple(row[place] for row in listing.rows))
        for place, head in enumerate(listing.columns)
        if any(row[place] for row in listing.rows)
    )
    print_parts([Text(listing.title, style="italic"), FittedTable(columns)], results_console())


def _print_texts(listing: Listing) -> None:
    """Print each piece with its text below, as sentences do not fit into a column."""
    parts: list[RenderableType] = [Text(listing.title, style="italic")]
    for name, title, kind, note, text in listing.rows:
        facts = [part for part in (kind, *note.split("; ")) if part and part not in text]
        parts.append(Text(", ".join([f"{title} [{name}]", *facts])))
        if text:
            parts.append(Padding(Text(text), (0, 0, 0, 4)))
    print_parts(parts, results_console())


def _answer(what: str, listings: Sequence[Listing]) -> Answer:
    """Return the lists, for programs."""
    import pandas as pd

    from balance.report.answer import Answer, simple_table
    from balance.report.section import Section

    sections = []
    for place, listing in enumerate(listings):
        rows = pd.DataFrame(listing.rows, columns=list(listing.columns), dtype=str)
        if listing.game:
            rows.insert(0, "game", listing.game)
        columns = {name: name for name in rows.columns}
        table = simple_table(f"{what}_{place}", listing.title, columns, rows)
        sections.append(Section(what, listing.title, (), (table,)))
    return Answer(what, (), tuple(sections))
