"""What it does to a game that a card lies on the table, and which cards work together."""

from collections.abc import Mapping

import pandas as pd

from balance.analysis.metrics.interactions import OUTCOMES, InteractionSums, effects, synergies
from balance.report.figures.plots import BLUE, Series, intervals
from balance.report.nouns import capital, plural
from balance.report.number_format import joined, number, with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.stats.shrinkage import Spread

MOST_ROWS = 30  # of the figure
MOST_PAIRS = 200  # of the table; the file has all
_NAMES = {"rounds": "rounds", "score": "score of a player", "margin": "margin"}


def build(data: ReportData) -> Section | None:
    """Return the section on drawn set-ups; None where the same cards are in every game."""
    told = data.about("interactions")
    if told is None:
        return None
    sums = told.kept("interactions", InteractionSums)
    found, spreads = effects(sums, told.match)
    if found["rounds_low"].isna().all():
        return None
    pairs, pair_spreads = synergies(sums, told.match)
    card = told.match.game.card
    by_rounds = found.sort_values("rounds_value", ascending=False, ignore_index=True)
    drawn = by_rounds.loc[by_rounds["rounds_value"].abs().nlargest(MOST_ROWS).index].sort_index()
    tables = [_effects(by_rounds, spreads, card, int(sums.deals[0]))]
    if not pairs.empty:
        tables.append(_synergies(pairs, pair_spreads, card))
    return Section(
        "interactions",
        f"{capital(plural(card))} that chance lays out",
        _finding(found, pairs, card),
        tuple(tables),
        (
            Picture(
                "interactions_rounds",
                f"Rounds with a {card} in the game, less rounds without",
                intervals(drawn, "card", [Series("rounds_", colour=BLUE)], "rounds", 0.0,
                          is_share=False, mark_label="no effect", is_wide=True),
                "Chance decides what lies on the table, so these are effects: of the "
                f"{card} against what else would have been there.",
            ),
        ),
        verdicts=(KeyFinding(_told(found, card), "interactions_cards", 40),),
    )  # fmt: skip


def _columns(first: list[Column]) -> tuple[Column, ...]:
    columns = list(first)
    for name in OUTCOMES:
        columns += [
            Column(_NAMES[name], f"{name}_", Style.CHANGE, sure=f"{name}_sure",
                   is_brief=name != "margin"),
            Column("q", f"{name}_q", Style.SURPRISE, is_brief=False),
        ]  # fmt: skip
    return tuple(columns)


def _effects(rows: pd.DataFrame, spreads: Mapping[str, Spread], card: str, deals: int) -> Table:
    columns = [
        Column(card, "card"),
        Column("kind", "kind", is_brief=False),
        Column("deals with", "deals_with", Style.COUNT, is_brief=False),
        Column("without", "deals_without", Style.COUNT, is_brief=False),
    ]
    return Table(
        "interactions_cards", f"Games with a {card} less games without", rows,
        _columns(columns),
        f"Of {deals:,} deals. {capital(plural(card))} that always lie together are one row. "
        f"Marked: beyond chance, false discovery rate below 5% in each column. {_spreads(spreads)}",
        is_lead=True,
    )  # fmt: skip


def _synergies(pairs: pd.DataFrame, spreads: Mapping[str, Spread], card: str) -> Table:
    surest = pairs[[f"{name}_q" for name in OUTCOMES]].min(axis=1)
    rows = pairs.assign(q=surest).sort_values("q", ignore_index=True)
    columns = [
        Column("one", "first"), Column("other", "second"),
        Column("deals with both", "deals", Style.COUNT, is_brief=False),
    ]  # fmt: skip
    return Table(
        "interactions_pairs", f"Pairs of {plural(card)}", rows.head(MOST_PAIRS),
        _columns(columns),
        f"What one {card} does where the other is in the game, less what it does where that is "
        f"not: 0 where they only add up. Where one of two lies in a place, their rows mirror each "
        f"other. The surest {min(MOST_PAIRS, len(rows))} of {len(rows):,} "
        f"pairs; all are in the file. {_spreads(spreads)}",
        is_folded=True, file=rows,
    )  # fmt: skip


def _spreads(spreads: Mapping[str, Spread]) -> str:
    """Say how far apart the true effects are."""
    parts = [
        f"{_NAMES[name]} {number(spread.value, 2)} [{number(spread.low, 2)}, "
        f"{number(spread.high, 2)}]"
        for name, spread in spreads.items() if not pd.isna(spread.value)
    ]  # fmt: skip
    return f"The true spread (standard deviation): {', '.join(parts)}." if parts else ""


def _told(found: pd.DataFrame, card: str) -> str:
    """Say which card changes the length of games most."""
    sure = found[found["rounds_sure"]]
    if sure.empty:
        return f"Which {plural(card)} are in the game does not change its length beyond chance."
    row = sure.iloc[int(sure["rounds_value"].abs().argmax())]
    less = row["rounds_value"] < 0
    size = {
        "value": abs(row["rounds_value"]),
        "low": -row["rounds_high"] if less else row["rounds_low"],
        "high": -row["rounds_low"] if less else row["rounds_high"],
    }
    return (
        f"With {joined(str(row['card']).split(', '))} in the game it lasts "
        f"{with_interval(size, '', Style.MEAN)} rounds {'less' if less else 'more'}, the most of "
        f"{len(found)} {plural(card)}, of which {len(sure)} change its length beyond chance."
    )


def _finding(found: pd.DataFrame, pairs: pd.DataFrame, card: str) -> str:
    text = _told(found, card)
    if pairs.empty:
        return text
    together = pairs[pairs[[f"{name}_sure" for name in OUTCOMES]].any(axis=1)]
    if together.empty:
        return f"{text} No pair of {len(pairs):,} does more or less together than each alone."
    return (
        f"{text} {len(together)} of {len(pairs):,} pairs do more or less together than each alone, "
        "beyond chance."
    )
