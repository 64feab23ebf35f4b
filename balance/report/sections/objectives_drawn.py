"""The figures on objectives."""

import pandas as pd

from balance.analysis.metrics.objective_pairs import FEW_GAMES, square
from balance.report.figures.plots import BLUE, FAINT, GREEN, ORANGE, PURPLE, Series, heat, intervals
from balance.report.nouns import capital, plural
from balance.report.number_format import percent, points
from balance.report.section import Picture
from balance.report.sections.objectives_told import About

MOST_SQUARE = 24  # objectives in a heat map; beyond it the table of pairs tells more


def pictures_of(rows: pd.DataFrame, pairs: pd.DataFrame, about: About) -> list[Picture]:
    """Return the figures.

    Parameters
    ----------
    rows : DataFrame
        Of `objective_strength.strengths`.
    pairs : DataFrame
        Of `meetings.objective_pair_table`.
    about : About
    """
    return [
        _judged(rows, about),
        *_ways(rows, about),
        *_split(rows, about),
        *_met(rows, pairs, about),
    ]


def _judged(rows: pd.DataFrame, about: About) -> Picture:
    """Return the win rates that objectives are judged by, with the band that counts as fair."""
    how, name, mark = about.how, about.name, "all" if about.match.game_table.rival else "fair"
    colour = GREEN if how == "forced" else BLUE
    figure = intervals(
        rows, "objective", [Series(f"{how}_", colour=colour)], f"win rate when {how}", about.fair,
        mark_label=mark, is_wide=True,
    )  # fmt: skip
    figure.axes[0].axvspan(
        about.fair - about.band, about.fair + about.band, color=FAINT, alpha=0.6, linewidth=0,
        zorder=-1,
    )  # fmt: skip
    meant = (
        f"Forced: each {name} is drawn by lot and nobody chooses, so that it differs from others "
        "in nothing but itself."
        if how == "forced"
        else "Dealt: all seats dealt it, kept or not."
    )
    caption = (
        f"{meant} Lines are 95% intervals; the grey band is {points(about.band)} points on either "
        f"side of {percent(about.fair)}."
    )
    return Picture(f"objectives_{how}", f"Win rate by {name} when {how}", figure, caption)


def _ways(rows: pd.DataFrame, about: About) -> list[Picture]:
    """Return dealt, kept and forced beside each other."""
    if about.free is None:
        return []
    series = [Series("dealt_", "dealt", BLUE), Series("kept_", "kept", ORANGE)]
    caption = (
        "Three questions, not one. Dealt: all seats dealt it, kept or not. Kept: those that chose "
        "it, and so mixed with who chooses."
    )
    if about.forced is not None:
        series.append(Series("forced_", "forced", GREEN))
        caption += " Forced: games in which nobody chooses."
    figure = intervals(
        rows, "objective", series, "win rate", about.fair,
        mark_label="all" if about.match.game_table.rival else "fair", is_wide=True,
    )  # fmt: skip
    return [Picture("objectives", f"Win rate by {about.name}", figure, caption)]


def _split(rows: pd.DataFrame, about: About) -> list[Picture]:
    """Return where points come from."""
    if rows["own_value"].isna().all():
        return []
    figure = intervals(
        rows, "objective",
        [Series("own_", f"from the {about.name}", PURPLE), Series("rest_", "from all else", BLUE)],
        f"points, less the mean over {plural(about.name)}", 0.0, is_share=False,
        mark_label="average", is_wide=True,
    )  # fmt: skip
    caption = (
        f"Mean points of seats {about.in_forced}, in the order of win rates, with 95% intervals: a "
        f"{about.name} may win by what it scores itself, or by how it is played."
    )
    return [Picture("objectives_split", f"Where the points of each {about.name} come from", figure,
                    caption)]  # fmt: skip


def _met(rows: pd.DataFrame, pairs: pd.DataFrame, about: About) -> list[Picture]:
    """Return who ranks above whom."""
    if pairs.empty or not 2 <= len(rows) <= MOST_SQUARE:
        return []
    table = square(pairs, rows["place"].tolist())
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    table.columns = pd.Index(numbers)
    table.index = pd.Index(
        [f"{name}  {number}" for number, name in zip(numbers, rows["objective"], strict=True)]
    )
    texts = table.map(lambda share: "" if pd.isna(share) else f"{100 * share:.0f}")
    figure = heat(table, texts, ("", f"against {about.name} number"), 0.5)
    caption = (
        f"How often in 100 games the {about.name} of the row ranks above that of the column, "
        f"{about.in_forced}; blue is more than half, orange less. Both stand in the order of win "
        f"rates; empty: the same one, or fewer than {FEW_GAMES} games. Intervals stand in the "
        "table of pairs."
    )
    title = f"{capital(about.name)} against {about.name}"
    return [Picture("objectives_pairs", title, figure, caption)]
