"""What the first screen of a report claims of a game in which nothing differs.

In the toy game with equal goals, and cards that cost what they are worth, no seat, goal or card is
stronger than another.  So whatever title, head or picture call clear is false.
"""

from collections.abc import Iterator

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_metrics import arm_metrics
from balance.analysis.metrics.fold_sums import FOLDS
from balance.report.definitions import metrics_in
from balance.report.exports import FullReport
from balance.report.overview import overview
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.runner.arms import ArmResult
from balance.scenario.experiments import Arm, arms_of
from balance.scenario.model import FAIR_WITHIN
from balance.scenario.prepare import PreparedScenario
from balance.selftest.played import Draw
from balance.selftest.toy_studies import TOY, prepared, studies

DEALS = 2 * FOLDS
PLAYERS = 4
SECTIONS = ("seats", "objectives", "value")
PRICES = {"charm": 5, "bell": 5, "crown": 6}  # the points of each
GOALS = (3,) * 8
# The findings at the head that call something clear, of those that these sections have.
CLEAR = {
    "uneven_key", "strongest_key", "weakest_key", "strongest_banned", "strongest_given", "weakest",
}  # fmt: skip


def first_screen(is_banned: bool) -> Draw:
    """Return the draw of reports, with bans of cards or without: is anything called clear."""

    def draw(seed: int, repeats: int) -> Iterator[bool]:
        ready = prepared(
            TOY, seed, bots="whim", players=PLAYERS, table={"goals": GOALS},
            set={f"cards.{card}.price": price for card, price in PRICES.items()},
        )  # fmt: skip
        cell = ready.cells[0]
        arms = arms_of(cell, ("ban",), cell.match.game_table.cards) if is_banned else ()
        return map(_calls_clear, _reports(ready, arms, repeats))

    return draw


def _reports(ready: PreparedScenario, arms: tuple[Arm, ...], repeats: int) -> Iterator[ReportData]:
    """Yield the data of so many reports, on deals of their own."""
    match = ready.cells[0].match
    known = metrics_in(ready.section_files).items()
    metrics = {name: metric for name, metric in known if metric.applies(match)}
    played = zip(*(studies(arm.match, DEALS, repeats) for arm in arms), strict=True)
    for place, records in enumerate(studies(match, DEALS, repeats)):
        sums = {name: metric.tally(records, match) for name, metric in metrics.items()}
        banned = tuple(
            ArmResult(arm, DEALS, len(of_arm), {
                name: tally(of_arm, arm.match) for name, tally in arm_metrics(arm).tallies.items()
            })
            for arm, of_arm in zip(arms, next(played) if arms else (), strict=True)
        )  # fmt: skip
        cell = CellResult("baseline", match, len(records), DEALS, sums, arms=banned)
        yield ReportData(
            f"study {place}", "", "", match.seed, {}, 0.0, (cell,), FAIR_WITHIN / 100, SECTIONS
        )


def _calls_clear(data: ReportData) -> bool:
    """Return whether title, head or picture call anything clear."""
    report = FullReport(data, sections_of(data))
    bars = (bar for group in overview(data, report.sections) for bar in group.bars)
    heads = (one.finding for one in report.headlines)
    return any(bar.is_clear for bar in bars) or any(
        one.name in CLEAR or bool(one.claim) for one in heads
    )
