"""Set-ups drawn by lot in words, tables and figures."""

from collections.abc import Sequence
from textwrap import shorten

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from balance.analysis.random_setups import REACHED, UNEVEN, Found
from balance.analysis.setup_matches import VARIED
from balance.report.figures.plots import BLUE, FAINT, GREY, STYLE, WIDE, Series, blank, intervals
from balance.report.number_format import count, number, percent, points
from balance.report.section import Column, Picture, Section, Style, Table

SHOWN = 10  # set-ups of each end
ESTABLISHED = 0.05  # a q-value below it
MOST_PIECES = 30  # in a figure
LONGEST = 95  # letters of pieces in a line; all are in the CSV file
# How measures are written; endings, which are shares, are not among them.
_STYLES = {
    "lead": Style.CHANGE,
    "rounds": Style.CHANGE,
    VARIED: Style.CHANGE,
    REACHED: Style.CHANGE,
}
_HEADERS = {UNEVEN: "uneven, pp", "lead": "lead", "shared": "shared wins, pp", VARIED: "varied"}


def section(found: Found, title: str, piece: str) -> Section:
    """Return what set-ups came to as a section.

    Parameters
    ----------
    found : Found
    title : str
    piece : str
        What a game calls what was drawn, such as "card".
    """
    has_cards = VARIED in found.spreads
    even = found.setups.sort_values(["even_value", "place"])
    tables = [
        _listed(
            "even", "The most even set-ups", even.head(SHOWN), "even_", has_cards, found.setups
        ),
        _listed(
            "uneven", "The least even set-ups", even.tail(SHOWN)[::-1], "even_", has_cards, None
        ),
    ]
    if has_cards:
        varied = found.setups.sort_values(["varied_value", "place"], ascending=[False, True])
        tables.append(
            _listed(
                "varied", "The most varied set-ups", varied.head(SHOWN), "varied_", has_cards, None
            )
        )
    tables += [_named(tables, found), _pieces(found, piece), _alike(found), _bots(found)]
    return Section(
        "setups", title, _finding(found, piece), tuple(tables), tuple(_pictures(found, piece))
    )  # fmt: skip


def _listed(
    name: str,
    title: str,
    rows: pd.DataFrame,
    prefix: str,
    has_cards: bool,
    file: pd.DataFrame | None,
) -> Table:
    """Return a table of some set-ups."""
    is_even = prefix == "even_"
    shown = rows.assign(
        rank=[
            f"{best:.0f} to {worst:.0f}"
            for best, worst in zip(rows[f"{prefix}best"], rows[f"{prefix}worst"], strict=True)
        ]
    )
    columns = [
        Column("set-up", "place", Style.COUNT),
        Column("uneven, pp", "even_" if is_even else f"{UNEVEN}_", Style.SPREAD),
        Column("rank", "rank"),
        Column("best bot", "best"),
        Column("in reach", REACHED, Style.COUNT),
        Column("lead", "lead_", Style.MEAN),
        Column("pieces", "pieces", is_brief=False),
    ]
    if has_cards:
        style = Column("varied", f"{VARIED}_" if is_even else "varied_", Style.MEAN)
        columns.insert(2 if is_even else 1, style)
    note = (
        "Values by which set-ups are ranked are drawn towards the mean of all, as the luckiest "
        "of many look better than they are; the rank says how far it is known."
    )
    return Table(name, title, shown, tuple(columns), note, file=file)


def _named(tables: Sequence[Table], found: Found) -> Table:
    """Return what lies there in the set-ups that other tables show, by their numbers."""
    shown = {place for table in tables for place in table.frame["place"]}
    rows = found.setups[found.setups["place"].isin(shown)]
    short = rows.assign(
        short=[shorten(pieces, LONGEST, placeholder=" ...") for pieces in rows["pieces"]]
    )
    columns = (
        Column("set-up", "place", Style.COUNT),
        Column("pieces", "short"),
    )
    return Table("named", "What was drawn there", short, columns, file=rows[["place", "pieces"]])


def _pieces(found: Found, piece: str) -> Table:
    """Return what the presence of each piece does, a column for each measure."""
    names = list(dict.fromkeys(found.pieces["measure"]))
    wide = found.pieces[["piece", "drawn"]].drop_duplicates("piece").set_index("piece")
    for name in names:
        own = found.pieces[found.pieces["measure"] == name].set_index("piece")
        parts = own[["value", "low", "high"]].add_prefix(f"{name}_")
        wide = wide.join(parts).assign(**{f"{name}_sure": own["q"] < ESTABLISHED})
    order = wide.sort_values(f"{UNEVEN}_value", kind="stable").rename_axis("name").reset_index()
    columns = [Column(piece, "name"), Column("drawn", "drawn", Style.COUNT)]
    brief = (UNEVEN, VARIED, "rounds")
    for name in names:
        style = _STYLES.get(name, Style.POINTS)
        header = _HEADERS.get(name, name if style == Style.CHANGE else f"{name}, pp")
        columns.append(Column(header, f"{name}_", style, name in brief, f"{name}_sure"))
    note = (
        f"By how much each measure is larger where the {piece} is there than where another is in "
        "its place, with intervals of 95%; * where it is established among all (q below "
        f"{ESTABLISHED})."
    )
    title = f"What the presence of a {piece} does, the most even first"
    return Table("pieces", title, order, tuple(columns), note, file=found.pieces)


def _alike(found: Found) -> Table:
    columns = (
        Column("measure", "measure"),
        Column("bot", "one"),
        Column("and", "two"),
        Column("same order", "tau", Style.RATIO),
        Column("of itself", "same", Style.RATIO),
        Column("of pieces", "pieces", Style.RATIO),
    )
    note = (
        "Kendall's tau: 1 where two bots put set-ups in the same order, 0 where one order says "
        "nothing of the other. 'Of itself' is that of one half of the games with the other: more "
        "cannot be expected. 'Of pieces': how alike they order what the presence of pieces does."
    )
    known = found.alike.dropna(subset=["tau"])
    return Table("alike", "Do bots agree on set-ups?", known, columns, note, file=found.alike)


def _bots(found: Found) -> Table:
    """Return the means of all set-ups by bot."""
    means = found.bots.pivot_table(index="bot", columns="measure", values="value", sort=False)
    wide = means.rename_axis(None, axis=1).reset_index()
    columns = [Column("bot", "bot")]
    for name in means.columns:
        style = Style.NUMBER if name in _STYLES else Style.FAIR
        columns.append(Column(name, name, style, is_brief=bool(means[name].any())))
    return Table(
        "bots", "Each bot against its like, all set-ups together", wide, tuple(columns),
        file=found.bots,
    )  # fmt: skip


def _finding(found: Found, piece: str) -> str:
    """Say what was found, and what cannot be told."""
    setups = found.setups
    lines = [_told_apart(found, UNEVEN, "even", f"{points(setups['even_value'].std())} pp")]
    best = setups.sort_values("even_value").iloc[0]
    lines.append(
        f"Win rates of seats lie {points(setups[f'{UNEVEN}_value'].median())} pp off an equal "
        f"share in the middle set-up, {points(best['even_value'])} pp in the most even one "
        f"(number {best['place']}, rank {best['even_best']:.0f} to {best['even_worst']:.0f})."
    )
    if VARIED in found.spreads:
        spread = found.spreads[VARIED]
        lines.append(_told_apart(found, VARIED, "varied", f"{number(spread.value)} cards"))
    for name, less, more in (
        (UNEVEN, "even", "uneven"), (VARIED, "uniform", "varied"),
    ):  # fmt: skip
        lines += _told_of_pieces(found, name, piece, less, more)
    return "\n".join(lines)


def _told_apart(found: Found, name: str, word: str, spread: str) -> str:
    """Say whether set-ups differ, and whether it is known which is first."""
    one = found.spreads[name]
    setups, prefix = found.setups, "even_" if name == UNEVEN else "varied_"
    if not one.low > 0:
        return (
            f"Nothing shows that some of {count(len(setups))} set-ups are more {word} than others."
        )
    could = int((setups[f"{prefix}best"] == 1).sum())
    known = "it is known which is the most" if could == 1 else (f"{could} of them may be the most")
    share = percent(found.reliability[name])
    return (
        f"Of {count(len(setups))} set-ups some are more {word} than others (standard deviation "
        f"{spread}; {share} of what is seen is no noise); {known} {word}."
    )


def _told_of_pieces(found: Found, name: str, piece: str, less: str, more: str) -> list[str]:
    rows = found.pieces[(found.pieces["measure"] == name) & (found.pieces["q"] < ESTABLISHED)]
    said = []
    for part, word in ((rows[rows["value"] < 0], less), (rows[rows["value"] > 0], more)):
        if not part.empty:
            order = part.reindex(part["value"].abs().sort_values(ascending=False).index)
            listed = ", ".join(order["piece"].head(6))
            said.append(f"More {word} with: {listed}.")
    return said


def _pictures(found: Found, piece: str) -> Sequence[Picture]:
    pictures = []
    for name, title in ((UNEVEN, "Uneven"), (VARIED, "Varied")):
        rows = found.pieces[found.pieces["measure"] == name].dropna(subset=["value"])
        if rows.empty:
            continue
        ends = rows.reindex(rows["value"].abs().sort_values(ascending=False).index)
        shown = ends.head(MOST_PIECES).sort_values("value")
        is_share = name == UNEVEN
        axis = (
            "more uneven, in points of win rates" if is_share else "more different cards in a game"
        )
        drawn = intervals(shown, "piece", [Series("")], axis, 0.0, is_share, "", True)
        caption = f"What the presence of a {piece} does, with intervals of 95%."
        pictures.append(
            Picture(f"pieces_{name}", f"{title}: what each {piece} does", drawn, caption)
        )
    if VARIED in found.spreads:
        pictures.append(
            Picture(
                "setups", "Even and varied", _scattered(found.setups),
                "Each set-up with its intervals of 95%.",
            )
        )  # fmt: skip
    return pictures


@mpl.rc_context(STYLE)
def _scattered(setups: pd.DataFrame) -> Figure:
    """Draw how uneven set-ups are over how varied they are."""
    figure, axes = blank(WIDE, 4.6)
    x, y = setups[f"{VARIED}_value"], 100 * setups[f"{UNEVEN}_value"]
    low, high = 100 * setups[f"{UNEVEN}_low"], 100 * setups[f"{UNEVEN}_high"]
    axes.vlines(x, low, high, color=GREY, linewidth=0.9, alpha=0.6)
    axes.hlines(
        y, setups[f"{VARIED}_low"], setups[f"{VARIED}_high"], color=GREY, linewidth=0.9, alpha=0.6
    )
    axes.plot(x, y, "o", color=BLUE, markersize=4.5, markeredgecolor="white", markeredgewidth=0.5)
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("varied: different cards taken in a game")
    axes.set_ylabel("uneven: win rates off an equal share, pp")
    return figure
