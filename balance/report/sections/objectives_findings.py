"""The findings on objectives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, isnan
from typing import Any

import pandas as pd

from balance.analysis.comparison.differences import ESTABLISHED
from balance.analysis.measures import NUMBER
from balance.analysis.objectives.strength import FAIR, STRONG, UNKNOWN, WEAK, Main
from balance.analysis.objectives.ways import ObjectiveSource
from balance.report.certainty import certainty, more_deals, or_others
from balance.report.number_format import estimated, per_100, picked_share
from balance.report.section import Finding, KeyFinding, Style, importance_of
from balance.report.words import Words
from balance.stats.ranking import tie_groups


@dataclass(frozen=True)
class Counts:
    """How many objectives are what: all counts that a page says, and what each of them counts."""

    words: Words
    compared: int  # those with a win rate
    clear: int  # that differ clearly from fair, by however little
    within: int  # by verdicts, of which these are all: surely within the band,
    strong: int  # surely beyond it,
    weak: int
    unknown: int  # or not yet known

    @property
    def off(self) -> int:
        """How many are surely beyond the band."""
        return self.strong + self.weak

    @property
    def judged(self) -> int:
        """How many have a verdict."""
        return self.within + self.off + self.unknown

    def facts(self, *names: str) -> dict[str, Any]:
        """Return facts that its texts use, for findings that have such a text."""
        return {name: self.words.fact(name) for name in names}

    def text(self, name: str) -> str:
        """Return a count with what it counts: "clear", "within", "off" or "unknown"."""
        number = getattr(self, name)
        return self.words.text(f"counts.{name}", compared=self.compared, **{name: number})


@dataclass(frozen=True)
class Results:
    """All results that the section reports."""

    words: Words  # with the facts that all templates use
    main: Main  # the win rates that objectives are judged by
    free: ObjectiveSource | None  # where players choose, see `analysis.objectives.sources.ways`
    forced: ObjectiveSource | None  # where they may not
    has_rival: bool  # whether one player plays against the game itself
    rows: pd.DataFrame  # see `strengths` of `analysis.objectives.strength`
    indices: pd.DataFrame  # see `index` there
    chosen: pd.DataFrame  # see `choice` there
    pairs: pd.DataFrame  # see `analysis.metrics.objective_pairs.objective_pair_table`
    cells: pd.DataFrame  # see `analysis.objectives.by_cell.by_cell`
    how_in_cells: str  # by which win rates cells are compared
    fair: float  # the fair win rate
    band: float  # how far from it one may lie
    tables: int  # that share the 5 % of the first screen: see `ReportData.head_tables`

    @property
    def how(self) -> str:
        """Which win rates objectives are judged by: "forced", else "dealt"."""
        return self.main.name

    @property
    def is_clear(self) -> pd.Series:
        """Which of the known ones clearly win more or less than is fair."""
        return self.known["q"] * self.tables < ESTABLISHED

    @property
    def known(self) -> pd.DataFrame:
        """The objectives that have such a win rate."""
        return self.rows.dropna(subset=f"{self.how}_value")

    @property
    def counts(self) -> Counts:
        """How many of the known ones are what."""
        known, flags = self.known, self.known["verdict"].value_counts()
        within, strong, weak, unknown = (
            int(flags.get(flag, 0)) for flag in (FAIR, STRONG, WEAK, UNKNOWN)
        )
        clear = int(self.is_clear.sum())
        return Counts(self.words, len(known), clear, within, strong, weak, unknown)


def findings_of(results: Results) -> Iterator[Finding]:
    """Yield what a designer should know."""
    if results.known.empty:
        yield results.words.say("none_seen")
        return
    yield _strengths(results)
    yield from _bands(results)
    yield from _sd(results)
    yield from _split(results)
    yield from _choice(results)
    yield from _pairs(results)
    yield from _cells(results)


def key_findings_of(results: Results, fix_command: Callable[[str], str]) -> Iterator[KeyFinding]:
    """Yield the candidates for the head of the report.

    `fix_command`: of the id of an objective, the command that evens it out.
    """
    known = results.known
    if known.empty:
        return
    topic = "forced/kept" if results.how == "forced" else "dealt/dealt"
    tier_keys = tuple(f"{topic} {one}" for one in known["id"].iloc[[0, -1]])
    rate = f"{results.how}_"
    far = known.iloc[(known[f"{rate}value"] - results.fair).abs().argmax()]
    is_sure = bool(results.is_clear.any())
    finding = _farthest(results, far) if is_sure else _strengths(results)
    counts = results.counts
    yield finding.key(
        "objectives", importance_of(far[f"{rate}value"] - results.fair, is_sure),
        tier_keys=tier_keys, subject="objectives",
        command=fix_command(str(far["id"])) if is_sure else "",
        certainty=certainty(
            picked_share(known, far, rate, results.tables), Style.PERCENT, is_sure
        ),
        claim=counts.text("off") if counts.off else "",
        figure=per_100(far[f"{rate}value"]) if is_sure else "",
        unit=results.words.text("phrases.of_100"),
    )  # fmt: skip
    for finding in _choice(results):
        yield finding.key("objectives_choice", 38)


def _farthest(results: Results, far: pd.Series) -> Finding:
    """Return the strongest or the weakest, whichever is farther from fair, and the other."""
    is_over = far[f"{results.how}_value"] > results.fair
    holds = results.words.text(f"holds.{results.how}")
    return results.words.say(
        "strongest_key" if is_over else "weakest_key", **_ends(results), holds=holds
    )


def _ends(results: Results) -> dict[str, Any]:
    """Return the strongest and the weakest, as facts, and who else may be."""
    rows, rate = results.known, f"{results.how}_"
    facts: dict[str, Any] = {}
    for end, row, sign in (("best", rows.iloc[0], 1), ("worst", rows.iloc[-1], -1)):
        is_tied = tie_groups(sign * results.main.shrunk.draws)[rows["place"]] == 1
        others = rows["objective"][is_tied & (rows["id"] != row["id"])]
        facts |= {
            end: row["objective"], f"{end}_rate": picked_share(rows, row, rate),
            f"or_{end}": or_others(list(others)),
        }  # fmt: skip
    return facts


def _strengths(results: Results) -> Finding:
    """Return how many are strong or weak, and which most."""
    rows, rate = results.known, f"{results.how}_"
    if rows["q"].isna().all():
        return results.words.say("too_few")
    is_clear = results.is_clear
    if not is_clear.any():
        return results.words.say("all_alike")
    is_over, counts = rows[f"{rate}value"] > results.fair, results.counts
    return results.words.say(
        "strengths", count_clear=counts.text("clear"), clear=counts.clear, compared=len(rows),
        more=int((is_clear & is_over).sum()), less=int((is_clear & ~is_over).sum()),
        **counts.facts("how", "fair", "bar"), **_ends(results),
    )  # fmt: skip


def _bands(results: Results) -> Iterator[Finding]:
    """Yield how many lie within the band, outside it, and for how many that is not yet known."""
    counts = results.counts
    if results.forced is None or not counts.judged:
        return
    words = results.words
    facts = {
        "compared": counts.compared, "within": counts.within, "outside": counts.off,
        "strong": counts.strong, "weak": counts.weak, "count_within": counts.text("within"),
        "count_off": counts.text("off"), **counts.facts("fair", "band"),
    }  # fmt: skip
    if not counts.unknown:
        yield words.say("bands", **facts)
        return
    is_open = results.known["verdict"] == UNKNOWN
    needed = results.known["needed"][is_open].fillna(inf).max()  # of none: on the edge of the band
    what = words.text("phrases.decide_all", unknown=counts.unknown)
    yield words.say(
        "bands_open", **facts, unknown=counts.unknown, count_unknown=counts.text("unknown"),
        said=more_deals(needed, results.forced.deals, what),
    )  # fmt: skip


def _sd(results: Results) -> Iterator[Finding]:
    """Yield how far true win rates are apart."""
    for _, row in results.indices.iterrows():
        if row["unit"] == "spread" and row["how"] == results.how and pd.notna(row["value"]):
            yield results.words.say("sd", sd=estimated(row))
            return


def _split(results: Results) -> Iterator[Finding]:
    """Yield which objective wins most by its own points, and which by how it is played."""
    rows = results.known.dropna(subset=["own_low", "rest_low"])
    if not rows.empty:
        own, rest = (rows.iloc[rows[f"{part}_value"].argmax()] for part in ("own", "rest"))
        yield results.words.say(
            "split", own=own["objective"], own_points=estimated(own, "own_").picked_of(len(rows)),
            rest=rest["objective"], rest_points=estimated(rest, "rest_").picked_of(len(rows)),
        )  # fmt: skip


def _choice(results: Results) -> Iterator[Finding]:
    """Yield what the choice is worth to the bots that make it."""
    if results.chosen.empty:
        return
    worth = estimated(results.chosen.iloc[0])
    if worth.low > 0:
        yield results.words.say("choice_better", worth=worth)
    elif worth.high < 0:
        yield results.words.say("choice_worse", worth=worth)
    elif not isnan(worth.low):
        yield results.words.say("choice_open", worth=worth)


def _pairs(results: Results) -> Iterator[Finding]:
    """Yield which pair is most one-sided, and how many are off what ratings predict."""
    pairs = results.pairs
    if pairs.empty:
        return
    clear = pairs[pairs["q"] < ESTABLISHED]
    if clear.empty:
        yield results.words.say("pairs_alike")
        return
    top = stronger_first(clear.iloc[(clear["value"] - 0.5).abs().argmax()])
    yield results.words.say(
        "pairs", one=top["one"], two=top["two"], games=top["games"],
        rate=picked_share(pairs, top),
    )  # fmt: skip
    odd = int((pairs["beyond_q"] < ESTABLISHED).sum())
    yield results.words.say("pairs_odd", odd=odd, compared=len(pairs))


def stronger_first(row: pd.Series) -> pd.Series:
    """Return a row of `objective_pair_table` with the stronger objective first."""
    if row["value"] >= 0.5:
        return row
    row = row.copy()
    row["one"], row["two"] = row["two"], row["one"]
    row["first"], row["second"] = row["second"], row["first"]
    row["value"], row["low"], row["high"] = 1 - row["value"], 1 - row["high"], 1 - row["low"]
    beyond = -estimated(row, "beyond_")
    row["beyond_value"], row["beyond_low"], row["beyond_high"] = beyond
    return row


def _cells(results: Results) -> Iterator[Finding]:
    """Yield what depends most on the cell."""
    cells = results.cells
    if cells.empty:
        return
    clear = cells[cells["q"] < ESTABLISHED]
    if clear.empty:
        yield results.words.say("cells_alike")
        return
    top = clear.iloc[clear["value"].abs().argmax()]
    yield results.words.say(
        "cells_rated" if top["unit"] == NUMBER else "cells",
        clear=len(clear), compared=len(cells), name=top["objective"], cell=top["cell"],
        difference=estimated(top).picked_of(len(cells)),
    )  # fmt: skip
