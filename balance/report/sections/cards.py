"""What cards, and deeds that records count like them, go with winning."""

import re

import pandas as pd

from balance.analysis.metrics.cards import CardSums, table
from balance.engine.game import Game
from balance.report.figures.plots import BLUE, GREY, Series, intervals
from balance.report.nouns import capital, counted, plural
from balance.report.number_format import percent, with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table

RARE = 0.05  # taken in fewer games of those in which it is available: worth a designer's look
SURPRISING = 0.05  # q-value


def build(data: ReportData) -> Section | None:
    """Return the section on cards; None without its sums."""
    told = data.about("cards")
    if told is None:
        return None
    game = told.match.game
    rows = table(told.kept("cards", CardSums), told.match)
    tables: list[Table] = []
    pictures: list[Picture] = []
    doses: list[Table] = []
    for kind in dict.fromkeys(rows["kind"]):
        of_kind = rows[rows["kind"] == kind]
        if kind in game.deeds:
            _add(tables, pictures, of_kind, str(kind), "deed", ("done", "did", "times", "possible"))
        else:
            name = str(kind) or game.card
            words = ("taken", "took", "copies", "available")
            _add(tables, pictures, of_kind, name, game.card, words)
            if of_kind["dose_2_value"].notna().any():
                doses.append(_doses(of_kind, name, game.card))
    card, cards = game.card, plural(game.card)
    return Section(
        "cards",
        capital(counted(game)),
        finding_of(rows, game),
        (*tables, *doses),
        tuple(pictures),
        f"Correlational: who leads takes more, and late {cards} mark long games. That winners hold "
        f"a {card} does not show that it is strong; a variant that changes the {card} does.",
        _said(rows, game),
    )


def _add(
    tables: list[Table],
    pictures: list[Picture],
    rows: pd.DataFrame,
    kind: str,
    thing: str,
    words: tuple[str, str, str, str],
) -> None:
    """Add the table and the figures of a kind.

    Parameters
    ----------
    tables, pictures : list
    rows : DataFrame
        Of this kind alone.
    kind, thing : str
        What these are called, and what each is: "Citizen" and "card".
    words : tuple of str
        Taken or done, took or did, copies or times, available or possible.
    """
    taken, took, copies, available = words
    names = plural(kind)
    file = _file_of(kind)
    ranked = rows.sort_values("difference_value", ascending=False, ignore_index=True)
    note = (
        f"{taken.capitalize()} in: share of the games in which the {thing} was {available}. By "
        f"winners, by others: mean {copies}. q: share of false finds among differences at least as "
        "surprising, over all tables of this section."
    )
    has_notes = ranked["note"].ne("").any()
    columns = (
        Column(thing, "card"),
        *([Column("note", "note", is_brief=False)] if has_notes else []),
        Column(f"{available} in", "games", Style.COUNT, is_brief=False),
        Column(f"{taken} in", "taken_", Style.PERCENT),
        Column(f"seats that {took}", "seats_with", Style.COUNT, is_brief=False),
        Column("wins with", "with_", Style.PERCENT),
        Column("wins without", "without_", Style.PERCENT, is_brief=False),
        Column("difference", "difference_", Style.POINTS),
        Column("q", "q", Style.SURPRISE, is_brief=False),
        Column(f"{copies} per game", "copies_", Style.MEAN, is_brief=False),
        Column("by winners", "winners_", Style.MEAN, is_brief=False),
        Column("by others", "others_", Style.MEAN, is_brief=False),
        Column(f"round {taken}", "round_", Style.MEAN, is_brief=False),
    )
    tables.append(Table(file, names, ranked, columns, note, is_correlational=True))
    pictures.append(
        Picture(f"{file}_difference", f"{names} and winning (correlational)",
                intervals(ranked, "card", [Series("difference_", colour=GREY)],
                          "win rate with it less win rate without", 0.0,
                          mark_label="no difference"),
                f"Grey: what winners {'do' if took == 'did' else 'take'} need not be why they win.")
    )  # fmt: skip
    often = rows.sort_values("taken_value", ascending=False, ignore_index=True)
    pictures.append(
        Picture(f"{file}_taken", f"{names}: how often they are {taken}",
                intervals(often, "card", [Series("taken_", colour=BLUE)], "share of games"),
                f"Share of the games in which the {thing} was {available} and anyone {took} it.")
    )  # fmt: skip


def _doses(rows: pd.DataFrame, kind: str, card: str) -> Table:
    """Return how win rates go with how many copies a seat took."""
    columns = (
        Column(card, "card"),
        Column("never taken", "never_", Style.PERCENT,
               told="Share of the games in which it was available and nobody took it."),
        Column("wins with 0", "without_", Style.PERCENT),
        *(
            Column(f"with {dose}{' and more' if dose == 3 else ''}", f"dose_{dose}_", Style.PERCENT,
                   told="Win rate of seats that took so many: association, not effect.")
            for dose in (1, 2, 3)
        ),
        Column("round taken", "round_", Style.MEAN, told="Mean over all copies taken."),
    )  # fmt: skip
    ordered = rows.sort_values("never_value", ascending=False, ignore_index=True)
    return Table(
        f"{_file_of(kind)}_doses", f"{plural(kind)}: never taken, and wins by copies",
        ordered[["id", "card", "kind", *_columns_of(ordered, columns)]], columns,
        "Win rates of seats by how many copies they took. Who is ahead takes more.",
        is_folded=True, is_correlational=True,
    )  # fmt: skip


def _file_of(kind: str) -> str:
    return f"cards_{re.sub('[^a-z0-9]+', '_', kind.lower())}"


def _columns_of(rows: pd.DataFrame, columns: tuple[Column, ...]) -> list[str]:
    """Return the columns of the frame that estimates are made of."""
    prefixes = tuple(column.name for column in columns if column.style != Style.TEXT)
    return [name for name in rows.columns if name.startswith(prefixes)]


def finding_of(rows: pd.DataFrame, game: Game) -> str:
    """Return what goes most with winning, and what is hardly ever taken."""
    return " ".join(filter(None, [_associated(rows, game), _rare(rows, game)]))


def _said(rows: pd.DataFrame, game: Game) -> tuple[KeyFinding, ...]:
    """Return the sentences for the head of the report."""
    told = []
    rare = _rare(rows, game)
    if rare:
        kind = str(_rarest(rows, game)["kind"].iloc[0]) or game.card
        told.append(KeyFinding(rare, _file_of(kind), 70))
    apart = rows[rows["q"] < SURPRISING]
    if not apart.empty:
        top = apart.iloc[int(apart["difference_value"].argmax())]
        name = _file_of(str(top["kind"]) or game.card)
        told.append(
            KeyFinding(_associated(rows, game), name, 30, findings=(f"cards/card {top['id']}",))
        )
    return tuple(told)


def _associated(rows: pd.DataFrame, game: Game) -> str:
    apart = rows[rows["q"] < SURPRISING]
    if apart.empty:
        whose = f"{game.card}'s or deed's" if game.deeds else f"{game.card}'s"
        return f"No {whose} holders win more or less often than others beyond chance."
    top = apart.iloc[apart["difference_value"].argmax()]
    name = f'"{top["card"]}"' if top["kind"] in game.deeds else top["card"]
    return (
        f"Players with {name} win {with_interval(top, 'with_', Style.PERCENT)}, without "
        f"it {with_interval(top, 'without_', Style.PERCENT)}: the largest difference of "
        f"{len(rows)} {counted(game)}, {len(apart)} of which differ beyond chance "
        "(correlational)."
    )


def _rarest(rows: pd.DataFrame, game: Game) -> pd.DataFrame:
    """Return what is hardly ever taken, the rarest first."""
    rare = rows[(rows["taken_value"] < RARE) & ~rows["kind"].isin(game.deeds)]
    return rare.sort_values("taken_value")


def _rare(rows: pd.DataFrame, game: Game) -> str:
    rare = _rarest(rows, game)
    if rare.empty:
        return ""
    least = rare.iloc[0]
    share = f"in fewer than {percent(RARE)} of the games in which"
    how_often = f"in {with_interval(least, 'taken_', Style.PERCENT)}."
    if len(rare) == 1:
        return f"One {game.card} is taken {share} it could be: {least['card']}, {how_often}"
    return (
        f"{len(rare)} {plural(game.card)} are taken {share} they could be; {least['card']} least, "
        f"{how_often}"
    )
