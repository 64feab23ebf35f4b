"""Tournaments in words, tables and figures."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.comparison.tournament import Standings, beyond, loops, matrix
from balance.report.duel_text import speed, style_of
from balance.report.figures.plots import Series, as_png, heat, intervals
from balance.report.number_format import percent, signed_points, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.scenario.ladder_file import Claim, Ladder

_NOBODY: Mapping[Hashable, Any] = dict.fromkeys(
    ("value", "low", "high", "margin_value", "margin_low", "margin_high"), float("nan")
)  # below the lowest
SURPRISING = 0.05  # that there are no circles: below, they are told of,
NOTABLE = 0.05  # if they are at least so much of the differences between bots
MOST_LOOPS = 10  # that are listed; all are in the CSV file


def section(found: Standings) -> Section:
    """Return a tournament as a section: who is how strong, who beats whom."""
    style = style_of(found.players)
    names = "points" if found.players == 2 else "above equal share, pp"
    bots = found.bots.assign(
        rating=[
            f"{row.rating_value:+.0f} ± {row.rating_error:.0f}" for row in found.bots.itertuples()
        ],
        fast=[speed(float(games)) for games in found.bots["speed"]],
    )
    seats = found.seats.assign(
        rating=[
            f"{row.rating_value:+.0f} ± {row.rating_error:.0f}" for row in found.seats.itertuples()
        ]
    )
    columns = (
        Column("bot", "bot"),
        Column(names, "", style),
        Column("rating ± SE", "rating"),
        Column("games/s", "fast"),
    )
    seat_columns = (
        Column("seat", "seat", Style.COUNT),
        Column("win rate", "", Style.PERCENT),
        Column("rating ± SE", "rating"),
    )
    texts = _crossed(found, style)
    crossed = (Column("against", "bot"), *(Column(name, name) for name in texts.columns))
    wide = texts.rename_axis(None, axis=1).reset_index(names="bot")
    return Section(
        name="tournament",
        title=f"Tournament, {found.players} players",
        finding=_finding(found),
        tables=(
            Table("bots", "Bots, the strongest first", bots, columns),
            Table(
                "pairings", f"Who meets whom: {names} of the row", wide, crossed,
                file=found.pairings,
            ),
            Table("seats", "Seats", seats, seat_columns),
            *_loops(found, style),
        ),
        pictures=tuple(_pictures(found, style)),
        warning=_warning(found),
    )  # fmt: skip


def ladder_section(found: Standings, order: Sequence[str]) -> Section:
    """Return a ladder as a section: each bot against the one below it, the strongest first.

    Parameters
    ----------
    found : Standings
        Of neighbours.
    order : sequence of str
        The bots, the weakest first.
    """
    style = style_of(found.players)
    names = "points against it" if found.players == 2 else "above equal share, pp"
    bots = found.bots.set_index("bot")
    met: dict[tuple[str, str], dict[Hashable, Any]] = {
        (str(row["bot"]), str(row["against"])): row for row in found.pairings.to_dict("records")
    }
    rows = []
    for place in range(len(order) - 1, -1, -1):
        bot = order[place]
        below = order[place - 1] if place else ""
        mine: Mapping[Hashable, Any] = met[bot, below] if place else _NOBODY
        row = {**mine, "bot": bot, "against": below}
        rating = f"{bots['rating_value'][bot]:+.0f} ± {bots['rating_error'][bot]:.0f}"
        rows.append(row | {"rating": rating, "fast": speed(float(bots["speed"][bot]))})
    columns = (
        Column("bot", "bot"),
        Column("the one below", "against"),
        Column(names, "", style),
        Column("score", "margin_", Style.CHANGE),
        Column("rating ± SE", "rating"),
        Column("games/s", "fast"),
    )
    finding = f"{found.games:,} games in {found.deals:,} deals, the same for all."
    table = Table("ladder", "Each bot against the one below it", pd.DataFrame(rows), columns)
    return Section(
        "ladder", f"The ladder, {found.players} players", finding, (table,), (), _warning(found)
    )


def published_text(claim: Claim) -> str:
    """Return what was published of a claim: 99.8% [99.6, 99.9] in 4,000 games."""
    found = claim.published
    if found is None:
        return "not measured yet"
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    row = {name: number / 100 for name, number in numbers.items()}
    unit = "" if claim.players == 2 else " pp"
    return f"{with_interval(row, '', style_of(claim.players))}{unit} in {found.games:,} games"


def claims_listed(ladder: Ladder) -> list[str]:
    """Return the claims of a ladder as the lines of a table in Markdown."""
    lines = ["| players | bot | against | claimed | measured | on |", "|---|---|---|---|---|---|"]
    for claim in ladder.claim:
        day = claim.published.date.isoformat() if claim.published else ""
        cells = (
            str(claim.players), f"`{claim.bot}`", f"`{claim.against}`", claim.wanted,
            published_text(claim), day,
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def write(section: Section, folder: Path) -> None:
    """Write the tables of a section as CSV and its figures as PNG.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for table in section.tables:
        frame = table.frame if table.file is None else table.file
        path = folder / f"{table.name}.csv"
        frame.to_csv(path, index=False, float_format="%.8g", lineterminator="\n")
    for picture in section.pictures:
        (folder / f"{picture.name}.png").write_bytes(as_png(picture.figure))


def _finding(found: Standings) -> str:
    best = found.bots.iloc[0]
    text = f"{best['bot']} is the strongest of {len(found.bots)} bots"
    beaten = found.pairings[found.pairings["bot"] == best["bot"]]
    fair = 0.5 if found.players == 2 else 0.0
    if (beaten["low"] > fair).all():
        text += ", and beats each that it met"
    text += f": {found.games:,} games in {found.deals:,} deals, the same for all."
    if found.intransitivity is None:
        return text
    part = {name: getattr(found.intransitivity, name) for name in ("value", "low", "high")}
    cyclic = with_interval(part, "", Style.PERCENT)
    if found.intransitivity.p < SURPRISING and found.intransitivity.value >= NOTABLE:
        return (
            f"{text} Of the differences between bots {cyclic} goes in circles that no rating can "
            "show, chance taken out."
        )
    if found.intransitivity.p < SURPRISING:
        return f"{text} Hardly any of the differences between bots goes in circles: {cyclic}."
    return (
        f"{text} Nothing shows that bots beat each other in circles ({cyclic} of the differences)."
    )


def _loops(found: Standings, style: Style) -> Iterator[Table]:
    """Yield the table of the circles of three bots, if any is seen."""
    seen = loops(found)
    if seen.empty:
        return
    columns = (
        Column("circle", "circle"),
        Column("first", "first_", style),
        Column("second", "second_", style),
        Column("third", "third_", style),
        Column("q", "q", Style.SURPRISE),
    )
    note = (
        "Each beats the next, and the last the first, by so much. q says how surprising the "
        "weakest of the three is, all triples being looked at; above 0.05 it may be no circle."
    )
    title = "Circles of three: what the first wins against the second, and so on"
    yield Table("circles", title, seen.head(MOST_LOOPS), columns, note, file=seen)


def _warning(found: Standings) -> str:
    cut_off = int(found.pairings["cut_off"].sum()) // 2
    if not cut_off:
        return ""
    return f"{cut_off:,} games were cut off, as their bots did not end them: shared by all."


def _crossed(found: Standings, style: Style) -> pd.DataFrame:
    """Return what each bot did against each other, in short."""
    values = matrix(found)
    write = percent if style == Style.PERCENT else signed_points
    return values.map(lambda value: "" if np.isnan(value) else write(value))


def _pictures(found: Standings, style: Style) -> Iterator[Picture]:
    ratings = intervals(
        found.bots, "bot", [Series("rating_")], "Elo points, on average 0", is_share=False
    )
    yield Picture(
        "ratings", "Ratings", ratings, "The rating of each bot with its 95% interval by deal."
    )
    centre = 0.5 if found.players == 2 else 0.0
    drawn = heat(matrix(found), _crossed(found, style), ("bot", "against"), centre)
    yield Picture(
        "pairings", "Who beats whom", drawn, "What the bot of the row won against the column's."
    )
    if found.intransitivity is not None and found.players == 2:
        extra = beyond(found)
        text = extra.map(lambda value: "" if np.isnan(value) else signed_points(value))
        yield Picture(
            "circles", "What no rating says", heat(extra, text, ("bot", "against"), 0.0),
            "What the bot of the row won against the column's beyond what its strength says, in "
            "percentage points.",
        )  # fmt: skip
