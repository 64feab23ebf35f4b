"""How strong secret objectives are."""

import pandas as pd

from balance.analysis.objectives import ObjectiveSums, table
from balance.report.figures import BLUE, GREEN, ORANGE, Series, intervals
from balance.report.format import percent, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story, Variant


def build(story: Story) -> Section | None:
    """Return the section on objectives; None without its sums."""
    if "objectives" not in story.baseline.sums:
        return None
    match = story.baseline.match
    name = match.game.objective or "objective"
    forced = _forced(story)
    rows = table(story.baseline.kept("objectives", ObjectiveSums), match, forced)
    main = "forced" if forced is not None else "dealt"
    rows = rows.sort_values(f"{main}_value", ascending=False, ignore_index=True)
    fair = 1 / match.laid.num_seats
    series = [
        Series("dealt_", "dealt", BLUE),
        Series("kept_", "kept", ORANGE),
        *([Series("forced_", "forced", GREEN)] if forced is not None else []),
    ]
    columns = (
        Column(name, "objective"),
        Column("dealt to", "seats_dealt", Style.COUNT, is_brief=False),
        Column("kept by", "seats_kept", Style.COUNT, is_brief=False),
        Column("kept if dealt", "keep_", Style.PERCENT, is_brief=forced is None),
        Column("wins dealt", "dealt_", Style.PERCENT),
        Column("wins kept", "kept_", Style.PERCENT),
        *([Column("wins forced", "forced_", Style.PERCENT)] if forced is not None else []),
        Column("its points", "points_", Style.MEAN, is_brief=False),
        Column("whole score", "score_", Style.MEAN, is_brief=False),
    )
    return Section(
        "objectives",
        f"Strength of {name}s",
        _finding(rows, main, name, fair),
        (
            Table("objectives", f"Win rate and points by {name}", rows, columns,
                  f"A fair win rate is {percent(fair)}. Points and score are those of seats that "
                  f"kept the {name}; dealt and kept count seats."),
        ),
        (
            Picture("objectives", f"Win rate by {name}",
                    intervals(rows, "objective", series, "win rate", fair, is_wide=True),
                    "Dealt: all seats dealt it, kept or not. Kept: those that chose it."
                    + (" Forced: a variant in which nobody chooses." if forced else "")),
        ),
        "Dealt is chance, so its win rate is the objective's own doing, though a seat may discard "
        "it. Kept mixes its strength with who chooses it"
        + (
            ". Forced, assigned without a choice, is the fairest comparison."
            if forced is not None
            else f"; for a fair comparison add a variant that assigns one {name} to each seat."
        ),
    )  # fmt: skip


def _forced(story: Story) -> ObjectiveSums | None:
    """Return the sums of the first variant that gives nobody a choice, if there is one."""
    for variant in story.others:
        if "objectives" in variant.sums:
            sums = variant.kept("objectives", ObjectiveSums)
            if sums.is_assigned and _pieces(variant) == _pieces(story.baseline):
                return sums
    return None


def _pieces(variant: Variant) -> tuple[str, ...]:
    return tuple(piece.id for piece in variant.match.laid.objectives)


def _finding(rows: pd.DataFrame, main: str, name: str, fair: float) -> str:
    rows = rows.dropna(subset=f"{main}_value")
    if rows.empty:
        return f"No {name} was {main}."
    low, high = rows[f"{main}_low"], rows[f"{main}_high"]
    strong, weak = rows[low > fair], rows[high < fair]
    if strong.empty and weak.empty:
        return f"No {name}'s win rate when {main} differs from {percent(fair)} beyond chance."
    text = (
        f"{len(strong) + len(weak)} of {len(rows)} {name}s win more or less than a fair "
        f"{percent(fair)} when {main}, beyond chance: {len(strong)} more, {len(weak)} less."
    )
    best, worst = rows.iloc[0], rows.iloc[-1]
    style = Style.PERCENT
    return (
        f"{text} The strongest is {best['objective']} with "
        f"{with_interval(best, f'{main}_', style)}, the weakest {worst['objective']} with "
        f"{with_interval(worst, f'{main}_', style)}."
    )
