"""How strong secret objectives are."""

import pandas as pd

from balance.analysis.objectives import ObjectiveSums, table
from balance.analysis.objectives import fair as fair_rate
from balance.report.figures import BLUE, GREEN, ORANGE, Series, intervals
from balance.report.format import percent, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story, Variant
from balance.report.words import plural


def build(story: Story) -> Section | None:
    """Return the section on objectives; None without its sums."""
    told = story.about("objectives")
    if told is None:
        return None
    match = told.match
    name = match.game.objective or "objective"
    forced = _forced(story, told)
    sums = told.kept("objectives", ObjectiveSums)
    rows = table(sums, match, forced)
    main = "forced" if forced is not None else "dealt"
    rows = rows.sort_values(f"{main}_value", ascending=False, ignore_index=True)
    fair = fair_rate(sums, match)
    bar, mark = (
        ("the win rate of all games", "all") if match.laid.rival else ("a fair win rate", "fair")
    )
    chosen = "when it is chosen" if match.laid.rival else "who chooses it"
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
        f"Strength of {plural(name)}",
        _finding(rows, main, name, fair, bar),
        (
            Table("objectives", f"Win rate and points by {name}", rows, columns,
                  f"{bar[0].upper()}{bar[1:]} is {percent(fair)}. Points and score are those of "
                  f"seats that kept the {name}; dealt and kept count seats."),
        ),
        (
            Picture("objectives", f"Win rate by {name}",
                    intervals(rows, "objective", series, "win rate", fair, mark_label=mark,
                              is_wide=True),
                    "Dealt: all seats dealt it, kept or not. Kept: those that chose it."
                    + (" Forced: a variant in which nobody chooses." if forced else "")),
        ),
        f"Dealt is chance, so its win rate is the {name}'s own doing, though a seat may discard "
        f"it. Kept mixes its strength with {chosen}"
        + (
            ". Forced, assigned without a choice, is the fairest comparison."
            if forced is not None
            else f"; for a fair comparison add a variant that assigns one {name} to each seat."
        ),
    )  # fmt: skip


def _forced(story: Story, told: Variant) -> ObjectiveSums | None:
    """Return the sums of the first variant that only gives nobody a choice, if there is one."""
    if told.kept("objectives", ObjectiveSums).is_assigned:
        return None
    for variant in story.variants:
        if variant is not told and "objectives" in variant.sums and _are_alike(variant, told):
            sums = variant.kept("objectives", ObjectiveSums)
            if sums.is_assigned:
                return sums
    return None


def _are_alike(one: Variant, two: Variant) -> bool:
    """Tell whether players, bots and objectives are the same, and at most one axis of a grid."""
    apart = [axis for axis in one.axes if one.axes[axis] != two.axes.get(axis)]
    return (
        len(apart) <= 1
        and one.match.laid.num_seats == two.match.laid.num_seats
        and one.match.lineup.labels == two.match.lineup.labels
        and one.match.laid.objectives == two.match.laid.objectives
    )


def _finding(rows: pd.DataFrame, main: str, name: str, fair: float, bar: str) -> str:
    rows = rows.dropna(subset=f"{main}_value")
    if rows.empty:
        return f"No {name} was {main}."
    low, high = rows[f"{main}_low"], rows[f"{main}_high"]
    strong, weak = rows[low > fair], rows[high < fair]
    if strong.empty and weak.empty:
        return (
            f"No {name}'s win rate when {main} differs from {bar} of {percent(fair)} beyond chance."
        )
    text = (
        f"{len(strong) + len(weak)} of {len(rows)} {plural(name)} win more or less than {bar} of "
        f"{percent(fair)} when {main}, beyond chance: {len(strong)} more, {len(weak)} less."
    )
    best, worst = rows.iloc[0], rows.iloc[-1]
    style = Style.PERCENT
    return (
        f"{text} The strongest is {best['objective']} with "
        f"{with_interval(best, f'{main}_', style)}, the weakest {worst['objective']} with "
        f"{with_interval(worst, f'{main}_', style)}."
    )
