"""The tables on objectives; each says which of dealt, kept and forced it is about."""

import pandas as pd

from balance.analysis.comparison.cell_tables import across
from balance.analysis.comparison.differences import ESTABLISHED, NUMBER
from balance.analysis.metrics.objective_pairs import FEW_GAMES
from balance.analysis.objectives.strength import MUCH, Main, chance_of_much
from balance.report.nouns import capital, plural
from balance.report.number_format import count, percent, points
from balance.report.section import Column, Style, Table
from balance.report.sections.objectives_told import About, turned
from balance.stats.verdict import SURE

MOST_PAIRS = 12  # that are shown; all are in the CSV file
MOST_CELLS = 6  # beside each other; beyond them the most surprising rows are shown
MOST_ROWS = 15
LIKELY = 0.999


def main_table(rows: pd.DataFrame, about: About) -> Table:
    """Return the table of all numbers of each objective."""
    name, is_chosen, is_forced = about.name, about.free is not None, about.forced is not None
    has_ratings = bool(rows["rating_value"].notna().any())
    rows = rows.assign(ranks=[ranks_told(row) for _, row in rows.iterrows()])
    columns = [Column(name, "objective")]
    if is_chosen:
        columns += [
            Column("wins dealt", "dealt_", Style.PERCENT,
                   told=f"Win rate of all seats dealt the {name}, kept or not: the deal is chance, "
                   "so it has no bias, but is diluted by what is kept instead."),
            Column("wins kept", "kept_", Style.PERCENT,
                   told=f"Win rate of the seats that chose the {name}: mixed with who chooses it."),
        ]  # fmt: skip
    if is_forced:
        columns.append(
            Column("wins forced", "forced_", Style.PERCENT,
                   told=f"Win rate where the {name} is drawn by lot and nobody chooses.")
        )  # fmt: skip
    if is_chosen:
        columns.append(
            Column("pick rate", "keep_", Style.PERCENT, is_brief=not is_forced,
                   told=f"Share of the seats dealt the {name} that kept it.")
        )  # fmt: skip
    columns += [
        Column("own points", "own_", Style.CHANGE, is_brief=False,
               told=f"Points that the {name} itself scores, less the mean over {plural(name)}, "
               f"{about.in_forced}."),
        Column("other points", "rest_", Style.CHANGE, is_brief=False,
               told=f"All other points of the seats that hold it, less the mean over "
               f"{plural(name)}, {about.in_forced}: how it steers them."),
    ]  # fmt: skip
    if has_ratings:
        columns.append(
            Column("rating", "rating_", Style.CHANGE, is_brief=False,
                   told=f"Strength in Elo points over the average {name}, from who ranks above "
                   f"whom {about.in_forced}.")
        )  # fmt: skip
    columns += [
        Column("rank", "ranks", is_brief=False,
               told=f"95% interval of the rank by the true win rate when {about.how}."),
        Column("q", "q", Style.SURPRISE, is_brief=False,
               told=f"Share of false finds among win rates when {about.how} that are at least as "
               "far from fair."),
    ]  # fmt: skip
    if is_forced:
        columns.append(
            Column("verdict", "flag",
                   told=f"Whether the win rate when forced lies within {points(about.band)} points "
                   f"of fair, by its {SURE:.0%} interval.")
        )  # fmt: skip
    counts = [("dealt to", "seats_dealt"), ("kept by", "seats_kept")] if is_chosen else []
    counts += [("forced on", "seats_forced")] if is_forced else []
    columns += [
        Column(header, column, Style.COUNT, is_brief=False, told="So many seats.")
        for header, column in counts
    ]
    return Table(
        "objectives", f"Win rate and points by {name}", rows, tuple(columns),
        _main_note(about, has_ratings), is_lead=True,
    )  # fmt: skip


def _main_note(about: About, has_ratings: bool) -> str:
    text = f"{capital(about.bar)} is {percent(about.fair)}. "
    if about.free is not None:
        text += (
            f"Dealt, kept and pick rate: {count(about.free.games)} games in "
            f"{count(about.free.deals)} deals. "
        )
    if about.forced is not None:
        text += (
            f"Forced: {count(about.forced.games)} games in {count(about.forced.deals)} deals "
            f'("{about.forced.source}"). '
        )
    text += (
        f"Own and other points are those of seats {about.in_forced}, against the average "
        f"{about.name}: a {about.name} may win by what it scores, or by how it is played. "
    )
    if has_ratings:
        text += (
            "Ratings: 100 Elo points over another is ranking above it in 64% of games; seat and "
            "bot are allowed for, and errors are those of deals. "
        )
    return f"{text}Rank: by the win rate when {about.how}."


def ranks_told(row: pd.Series) -> str:
    """Return the interval of a rank: ``2 to 5``."""
    best, worst = row["best_rank"], row["worst_rank"]
    if pd.isna(best):
        return ""
    return f"{best:.0f}" if best == worst else f"{best:.0f} to {worst:.0f}"


def index_table(indices: pd.DataFrame, main: Main, about: About) -> Table | None:
    """Return how far objectives are apart as a whole."""
    if indices.empty or indices["value"].isna().all():
        return None
    note = (
        "Spreads are standard deviations between true values, in points of the win rate or in Elo "
        "points: the noise is taken out. The last two are of true win rates that would give such "
        f"results; the band is {points(about.band)} points on either side."
    )
    much = chance_of_much(main)
    if pd.notna(much):
        note += (
            f" The chance that the strongest {about.name} truly wins more than "
            f"{percent(about.fair + MUCH)} when {main.name} is {_chance(much)}."
        )
    columns = (
        Column("how far apart", "measure"), Column("when", "how"),
        Column("estimate", "", Style.AMOUNT),
    )  # fmt: skip
    return Table("objectives_index", f"Balance of all {plural(about.name)}", indices, columns, note)


def _chance(share: float) -> str:
    """Return a chance from draws, which cannot tell that something is sure."""
    if share > LIKELY:
        return f"above {percent(LIKELY)}"
    return f"below {percent(1 - LIKELY)}" if share < 1 - LIKELY else percent(share)


def choice_table(chosen: pd.DataFrame, about: About) -> Table | None:
    """Return what a choice is worth."""
    if chosen.empty:
        return None
    name = about.name
    columns = (
        Column("of the chosen less another dealt", "measure"),
        Column("games", "games", Style.COUNT), Column("deals", "deals", Style.COUNT),
        Column("worth of the choice", "", Style.SHIFT,
               told=f"By how much more a seat wins with the {name} that its bot would choose than "
               "with another that it was dealt, all others choosing."),
    )  # fmt: skip
    note = (
        f"From games in which one seat has its {name} drawn from those dealt to it, and the others "
        "choose. Its win rate there, less an equal share, is the worth of a draw against a choice; "
        "with two dealt, half of what is lost by holding the other. Below 0 bots choose badly: "
        "regret."
    )
    return Table("objectives_choice", f"What choosing a {name} is worth", chosen, columns, note)


def pair_table(pairs: pd.DataFrame, about: About) -> Table | None:
    """Return the most lopsided pairs."""
    if pairs.empty:
        return None
    rows = pd.DataFrame(
        [turned(row) if row["value"] < 0.5 else row for _, row in pairs.iterrows()]
    ).sort_values(["q", "value"], ascending=[True, False], ignore_index=True)
    name = about.name
    columns = (
        Column(name, "one"), Column("against", "two"), Column("games", "games", Style.COUNT),
        Column("ranks above", "", Style.PERCENT,
               told="How often it ranks above the other in a game, a tie being half."),
        Column("q", "q", Style.SURPRISE, is_brief=False,
               told="Share of false finds among pairs at least as lopsided."),
        Column("beyond ratings", "beyond_", Style.POINTS, is_brief=False,
               told="The same less what the ratings of the two foresee."),
        Column("q beyond", "beyond_q", Style.SURPRISE, is_brief=False,
               told="Share of false finds among pairs at least as far from their ratings."),
    )  # fmt: skip
    note = (
        f"{capital(plural(name))} of two seats of a game, {about.in_forced}; pairs of fewer than "
        f"{FEW_GAMES} games are left out. q: over all {len(rows)} pairs, which are in the file."
    )
    return Table("objectives_pairs", f"{name} against {name}: the most lopsided pairs",
                 rows.head(MOST_PAIRS), columns, note, file=rows)  # fmt: skip


def cell_table(cells: pd.DataFrame, how: str, about: About) -> Table | None:
    """Return by how much each is stronger in a cell than over all cells."""
    if cells.empty:
        return None
    name, names = about.name, list(dict.fromkeys(cells["cell"]))
    is_rated = cells["unit"].iloc[0] == NUMBER
    what = f"{'rating' if is_rated else 'win rate'} when {how}"
    style = Style.CHANGE if is_rated else Style.POINTS
    note = (
        f"In Elo points, as cells differ in players: the {what}, less its mean over the cells. "
        if is_rated
        else f"In points: the {what} less that of all {plural(name)} of the cell, less its mean "
        "over the cells that have it. A point means more among many players than among few. "
    ) + "The intervals allow for the deals that cells share. "
    title = f"{plural(name)} by cell: {what}, less the mean over cells"
    if len(names) <= MOST_CELLS:
        wide = across(cells, names, ["objective"], "")
        columns = [Column(name, "objective")]
        for place, cell in enumerate(names):
            mine = cells[(cells["cell"] == cell) & (cells["q"] < ESTABLISHED)]
            wide[f"{place}_sure"] = wide["objective"].isin(mine["objective"])
            columns.append(Column(cell, f"{place}_", style, len(names) <= 3, f"{place}_sure"))
        wide = wide.sort_values("0_value", ascending=False, ignore_index=True)
        note += "Bold (in the terminal *): beyond chance, over all cells of the table."
        return Table("objectives_by_cell", title, wide, tuple(columns), note, file=cells)
    rows = cells.sort_values("q", kind="stable", ignore_index=True).head(MOST_ROWS)
    shown = (
        Column(name, "objective"), Column("cell", "cell"), Column("seats", "seats", Style.COUNT),
        Column("difference", "", style), Column("q", "q", Style.SURPRISE),
    )  # fmt: skip
    note += f"The {len(rows)} most surprising of {len(cells)}; all are in the file."
    return Table("objectives_by_cell", title, rows, shown, note, file=cells)
