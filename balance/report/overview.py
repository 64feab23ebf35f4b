"""The small picture at the head of a report: how far seats, objectives and cards are from fair."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import pandas as pd

from balance.analysis.experiments.card_value import SURE, has_values
from balance.report.key_findings import table_link
from balance.report.nouns import capital, nouns
from balance.report.number_format import estimated, signed_points
from balance.report.report_data import ReportData
from balance.report.section import Section, Table
from balance.report.words import PAGE
from balance.scenario.experiments import basic_cards

MOST_BARS = 6  # of a group: the strongest and the weakest


@dataclass(frozen=True)
class Bar:
    """How far one thing is from fair."""

    name: str
    value: float  # as a share of games
    is_clear: bool
    reach: float = 0.0  # -1 to 1, on the scale of the picture

    @property
    def text(self) -> str:
        """The value as games in 100, with its sign."""
        return signed_points(self.value)

    @property
    def left(self) -> float:
        """Where it begins, in percent of the width."""
        return round(50 + 50 * min(self.reach, 0.0), 2)

    @property
    def width(self) -> float:
        """How wide it is, in percent of the width."""
        return round(50 * abs(self.reach), 2)


@dataclass(frozen=True)
class Group:
    """Seats, objectives or cards."""

    title: str
    link: str  # the anchor of the table
    bars: tuple[Bar, ...]
    more: int  # that are left out


def overview(data: ReportData, sections: Sequence[Section]) -> tuple[Group, ...]:
    """Return what the picture shows, all on one scale; nothing where no win rates are compared."""
    tables = {table.name: table for section in sections for table in section.tables}
    groups = list(_groups(data, tables))
    most = max((abs(bar.value) for group in groups for bar in group.bars), default=0.0)
    if not most:
        return ()
    return tuple(
        Group(
            group.title, group.link,
            tuple(Bar(bar.name, bar.value, bar.is_clear, bar.value / most) for bar in group.bars),
            group.more,
        )
        for group in groups
    )  # fmt: skip


def _groups(data: ReportData, tables: dict[str, Table]) -> Iterator[Group]:
    words = nouns(data.baseline.match.game)
    if "win_rate_by_seat" in tables:
        rows = tables["win_rate_by_seat"].frame
        names = [PAGE.text("overview.seat", seat=seat) for seat in rows["seat"]]
        yield _group(
            _title(data, "seats", PAGE.text("overview.seats")),
            "win_rate_by_seat",
            _off_fair(rows, names, data.head_tables),
        )
    if "objectives" in tables:
        rows = tables["objectives"].frame
        is_forced = "forced_value" in rows and rows["forced_value"].notna().any()
        rate = "forced_value" if is_forced else "dealt_value"
        is_clear = rows["q"] * data.head_tables < SURE
        bars = list(map(Bar, rows["objective"], rows[rate] - rows["fair"], is_clear))
        title = _title(data, "objectives", capital(words["objectives"]))
        yield _group(title, "objectives", bars)
    if "value" in tables:
        rows = tables["value"].frame
        prefix = "option_" if rows["option_value"].notna().any() else "possession_"
        rows = rows[~rows["id"].isin(basic_cards(data.baseline.match))]
        is_clear = rows[f"{prefix}q"] * data.head_tables < SURE
        bars = list(map(Bar, rows["card"], rows[f"{prefix}value"], is_clear))
        yield _group(_title(data, "value", capital(words["cards"])), "value", bars)


def _title(data: ReportData, section: str, title: str) -> str:
    """Return the title of a group, with the variant that it is about where there are several."""
    if not data.is_comparison:
        return title
    about = (
        next((one for one in data.variants if has_values(one)), None)
        if section == "value"
        else data.about(section)
    )
    return PAGE.text("overview.of_cell", title=title, cell=about.name) if about else title


def _off_fair(rows: pd.DataFrame, names: Iterable[object], tables: int) -> list[Bar]:
    """Return how far win rates are from a fair share; `clear`: significant after correction."""
    return [
        Bar(str(name), rate.value - row["fair"], rate.low > row["fair"] or rate.high < row["fair"])
        for name, (_, row) in zip(names, rows.iterrows(), strict=True)
        for rate in [estimated(row).picked_of(tables * len(rows))]
    ]


def _group(title: str, table: str, bars: list[Bar]) -> Group:
    """Return the known bars; of many, the strongest and the weakest."""
    known = [bar for bar in bars if bar.value == bar.value]
    shown = known
    if len(known) > MOST_BARS:
        ordered = sorted(known, key=lambda bar: -bar.value)
        half = MOST_BARS // 2
        shown = list(chain(ordered[:half], ordered[-half:]))
    return Group(title, table_link(table), tuple(shown), len(known) - len(shown))
