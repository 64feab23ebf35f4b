"""What cards of random set-ups do to a game, and which work together."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd

from balance.analysis.metrics.interactions import (
    OUTCOMES,
    InteractionSums,
    applies,
    effects,
    synergies,
    tally,
)
from balance.analysis.metrics.metric import Metric
from balance.report.figures.plots import Series, intervals
from balance.report.nouns import nouns
from balance.report.number_format import Estimated, estimated
from balance.report.report_data import ReportData
from balance.report.section import Finding, Picture, Section, SectionDefinition, Table
from balance.report.words import Words
from balance.stats.shrinkage import BetweenSd

WORDS = Words(Path(__file__).with_suffix(".toml"))
NOTICED = 0.5  # rounds; a smaller effect goes unnoticed at a table
MOST_ROWS = 30  # of the figure
MOST_PAIRS = 200  # of the table; the file has all


def build(data: ReportData) -> Section | None:
    """Return the section on random set-ups; None where the same cards are in every game."""
    cell = data.about("interactions")
    if cell is None:
        return None
    sums = cell.sums_of("interactions", InteractionSums)
    cards, sds = effects(sums, cell.match)
    if cards["rounds_low"].isna().all():
        return None
    pairs, pair_sds = synergies(sums, cell.match)
    words = WORDS.with_facts(**nouns(cell.match.game))
    by_rounds = cards.sort_values("rounds_value", ascending=False, ignore_index=True)
    deals = sums.deals[0]
    tables = [words.table("interactions_cards", by_rounds, deals=deals, sd=_sds(words, sds))]
    if not pairs.empty:
        tables.append(_pairs(words, pairs, pair_sds))
    length = _length(words, cards)
    return words.section(
        [length, *_together(words, pairs)],
        tables,
        [_drawn(words, by_rounds)],
        [length.key("interactions_cards", 40)],
    )


def _pairs(words: Words, pairs: pd.DataFrame, sds: Mapping[str, BetweenSd]) -> Table:
    clearest = pairs[[f"{name}_q" for name in OUTCOMES]].min(axis=1)
    rows = pairs.assign(q=clearest).sort_values("q", ignore_index=True)
    return words.table(
        "interactions_pairs", rows.head(MOST_PAIRS), file=rows, listed=min(MOST_PAIRS, len(rows)),
        compared=len(rows), sd=_sds(words, sds),
    )  # fmt: skip


def _sds(words: Words, sds: Mapping[str, BetweenSd]) -> str:
    """Return how far apart the true effects are."""
    effects = [
        words.text(
            "phrases.sd_of", outcome=words.text(f"phrases.{name}"),
            sd=Estimated(one.value, one.low, one.high),
        )
        for name, one in sds.items() if not pd.isna(one.value)
    ]  # fmt: skip
    return words.text("notes.sd", effects=", ".join(effects)) if effects else ""


def _drawn(words: Words, by_rounds: pd.DataFrame) -> Picture:
    largest = by_rounds["rounds_value"].abs().nlargest(MOST_ROWS).index
    figure = intervals(
        by_rounds.loc[largest].sort_index(), "card", [Series("rounds_")],
        words.axis("interactions_rounds"), 0.0, is_share=False,
        mark_label=words.text("phrases.no_effect"), is_wide=True,
    )  # fmt: skip
    return words.picture("interactions_rounds", figure)


def _length(words: Words, cards: pd.DataFrame) -> Finding:
    """Return which card changes the length of games most."""
    clear = cards[cards["rounds_sure"]]
    if clear.empty:
        return words.say("length_alike")
    row = clear.iloc[int(clear["rounds_value"].abs().argmax())]
    effect = estimated(row, "rounds_").picked_of(len(cards))
    return words.say(
        "length", names=str(row["card"]).split(", "), size=abs(effect), compared=len(cards),
        clear=len(clear),
        noticed="" if abs(effect.value) >= NOTICED else words.text("phrases.unnoticed"),
        direction=words.text(f"phrases.{'longer' if effect.value > 0 else 'shorter'}"),
    )  # fmt: skip


def _together(words: Words, pairs: pd.DataFrame) -> Iterator[Finding]:
    """Yield how many pairs do more or less together than each alone."""
    if pairs.empty:
        return
    clear = int(pairs[[f"{name}_sure" for name in OUTCOMES]].any(axis=1).sum())
    yield words.say("pairs" if clear else "pairs_alike", clear=clear, compared=len(pairs))


interactions = SectionDefinition(
    build, place=150, metrics={"interactions": Metric(
        tally, InteractionSums, applies,
        "it needs a game in which cards are taken, and players who play each other",
    )},
)  # fmt: skip
