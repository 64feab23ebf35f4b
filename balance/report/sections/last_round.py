"""How the last round changes who is ahead."""

from pathlib import Path

from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.last_round import (
    LOST,
    UPSET,
    LastRoundSums,
    by_seat,
    gains,
    leaders,
    tally,
)
from balance.analysis.metrics.metric import Metric, has_leaders
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import estimated
from balance.report.report_data import ReportData
from balance.report.section import Section, SectionDefinition
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on the last round; None without its sums."""
    cell = data.about("last_round")
    if cell is None:
        return None
    sums, folds = cell.sums_of("last_round", LastRoundSums), folds_of(cell.sums)
    outcomes, points, seats = (make(sums, folds) for make in (leaders, gains, by_seat))
    shares = {key: estimated(row) for key, row in outcomes.iterrows()}
    of_winners, of_others = (estimated(points.iloc[0], f"{who}_") for who in ("winners", "others"))
    labelled = seats.assign(name=[WORDS.text("phrases.seat", seat=seat) for seat in seats["seat"]])
    figure = intervals(
        labelled, "name", [Series("")], WORDS.axis("last_round_by_seat"), is_share=False
    )
    overtaken = WORDS.say("overtaken", share=shares[LOST])
    return WORDS.section(
        [
            overtaken,
            WORDS.say("upset", share=shares[UPSET]),
            WORDS.say("points", winners=of_winners, others=of_others),
        ],
        [
            WORDS.table("last_round", outcomes),
            WORDS.table("last_round_points", points),
            WORDS.table("last_round_by_seat", seats),
        ],
        [WORDS.picture("last_round_by_seat", figure)],
        [overtaken.key("last_round", 35, tier_keys=("pace/overtaken",))],
    )


last_round = SectionDefinition(
    build, place=50, metrics={"last_round": Metric(
        tally, LastRoundSums, has_leaders,
        "it needs a game that keeps the scores as its last round begins, and players who play each "
        "other",
    )},
)  # fmt: skip
