"""What experiments on cards say, in sentences."""

from collections.abc import Callable
from math import isnan

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.card_findings import CHEAP, DEAR, STRONG, WEAK
from balance.analysis.experiments.card_value import (
    EVEN,
    EXCESS,
    OPTION,
    POSSESSION,
    SLOPE,
    CardValues,
)
from balance.report.nouns import capital, plural
from balance.report.number_format import joined, number, points, with_interval
from balance.report.section import KeyFinding, Style
from balance.stats.shrinkage import Spread

NAMES = {
    OPTION: "option value",
    POSSESSION: "value of possession",
    EXCESS: "worth off the fair-price line",
    SLOPE: "change of the win rate per unit dearer",
}
_MOST_NAMED = 3


def finding_of(
    found: CardValues | None, changed: pd.DataFrame, cell: CellResult, matters: float
) -> str:
    """Return what a designer should know first."""
    card = cell.match.game.card
    lines = []
    if found is not None:
        lines.append(_main_told(found, card))
        lines.append(" ".join(filter(None, [_priced(found, card), _strengths(found, card)])))
        lines.append(_turned(found, card))
        lines.append(_too_few(found, card))
    if not changed.empty:
        lines.append(_supply_told(changed, card))
    return "\n".join(filter(None, lines))


def spread_told(found: CardValues, prefix: str, spread: Spread) -> str:
    """Say how far apart cards truly are, how many differ from nothing, and which are one group."""
    table, things = found.table, spread.things
    write, unit = _unit(prefix)
    sure = int(table[f"{prefix}sure"].sum())
    differ = "lie off the line" if prefix == EXCESS else "differ from nothing"
    counted = f"{sure} of {things} {differ} beyond chance."
    if isnan(spread.value):
        return f"Too few to tell how far apart they truly are; {counted}"
    text = (
        f"The true spread (standard deviation) is about {write(spread.value)} {unit} "
        f"[{write(spread.low)}, {write(spread.high)}]; {counted}"
    )
    groups = int(table[f"{prefix}group"].max())
    if groups == 1:
        return f"{text} None can be told from the first in rank."
    return f"{text} They fall into {groups} groups; within one, none can be told from its first."


def _unit(prefix: str) -> tuple[Callable[[float], str], str]:
    """Return how a number is written, and in what unit."""
    return (number, "units of the price") if prefix == EXCESS else (points, "points")


def said(found: CardValues, cell: CellResult, matters: float) -> tuple[KeyFinding, ...]:
    """Return the sentences for the head of the report."""
    card = cell.match.game.card
    sentences = []
    priced, is_found = _extremes(found, card)
    if priced:
        ends = _ids(found, (CHEAP, DEAR), EXCESS, "owned")
        sentences.append(KeyFinding(priced, "value", 70 if is_found else 50, findings=ends))
    sizes = _spread_of(found, card)
    if sizes:
        sentences.append(KeyFinding(sizes, f"value_{_first(found).strip('_')}", 60))
    strong = _strengths(found, card)
    if strong:
        ends = _ids(found, (STRONG, WEAK), OPTION, "option")
        sentences.append(KeyFinding(strong, "value", 65, findings=ends))
    return tuple(sentences)


def _ids(found: CardValues, findings: tuple[str, str], prefix: str, topic: str) -> tuple[str, ...]:
    """Return which findings of tiers a sentence on the first of each sort rests on."""
    most, least = (_called(found.table, one, prefix)["id"] for one in findings)
    named = [*most.tail(1), *least.head(1)]
    return tuple(f"{topic}/{topic} {one}" for one in named)


def _first(found: CardValues) -> str:
    return next(iter(found.spreads), OPTION)


def _main_told(found: CardValues, card: str) -> str:
    return (
        _spread_of(found, card) or f"Too few games of experiments to tell what a {card} is worth."
    )


def _spread_of(found: CardValues, card: str) -> str:
    """Say how far apart the true values of cards are, by the first experiment."""
    prefix = _first(found)
    spread = found.spreads.get(prefix)
    if spread is None or isnan(spread.value):
        return ""
    sure = int(found.table[f"{prefix}sure"].sum())
    kinds = {
        OPTION: f"What it is worth to be able to take a {card}",
        POSSESSION: f"What it is worth to start with a {card}",
        EXCESS: f"What a {card} is worth off its price",
        SLOPE: f"What a {card} dearer by one does to the win rate",
    }
    write, unit = _unit(prefix)
    return (
        f"{kinds[prefix]} truly differs by about {write(spread.value)} {unit} "
        f"[{write(spread.low)}, {write(spread.high)}] between {plural(card)} (standard "
        f"deviation), and is beyond chance for {sure} of {spread.things}."
    )


def _priced(found: CardValues, card: str) -> str:
    """Name what is too cheap and too dear; nothing if prices were not asked."""
    table = found.table
    asked = table[table[f"{EXCESS}value"].notna()]
    if asked.empty:
        return ""
    parts = []
    for word, ascending in ((CHEAP, False), (DEAR, True)):
        rows = asked[asked["finding"].str.contains(word)]
        rows = rows.sort_values(f"{EXCESS}value", ascending=ascending)
        if len(rows):
            names = [_by(row) for _, row in rows.head(_MOST_NAMED).iterrows()]
            more = f" and {len(rows) - _MOST_NAMED} more" if len(rows) > _MOST_NAMED else ""
            parts.append(f"{capital(word)}: {joined(names) if not more else ', '.join(names)}"
                         f"{more}.")  # fmt: skip
    if not parts:
        return (
            f"No {card} of {len(asked)} is too cheap or too dear beyond chance by two experiments "
            "that agree."
        )
    return " ".join(parts)


def _extremes(found: CardValues, card: str) -> tuple[str, bool]:
    """Return one sentence on the cheapest and the dearest, and whether there are such."""
    table = found.table
    cheap = table[table["finding"].str.contains(CHEAP)].sort_values(f"{EXCESS}value")
    dear = table[table["finding"].str.contains(DEAR)].sort_values(f"{EXCESS}value")
    parts = []
    if len(cheap):
        row = cheap.iloc[-1]
        parts.append(
            f"{row['card']} is the most too cheap {card} of {len(cheap)}, worth {_off(row)} "
            "more at the start than others of its price"
        )
    if len(dear):
        row = dear.iloc[0]
        parts.append(
            f"{row['card']} the most too dear{'' if parts else f' {card}'} of {len(dear)}, worth "
            f"{_off(row)} less"
        )
    if not parts:
        return _priced(found, card), False
    return f"{'; '.join(parts)}.", True


def _by(row: pd.Series) -> str:
    """Name a card with how far it is off, by gifts, and where prices tell, as a purchase."""
    return f"{row['card']} by {_off(row)}"


def _off(row: pd.Series) -> str:
    text = f"{_size(row, EXCESS)} {row['paid_in']}"
    if pd.isna(row[f"{EVEN}low"]) or row[f"{EVEN}value"] * row[f"{EXCESS}value"] < 0:
        return text
    return f"{text} (as a purchase {_size(row, EVEN)})"


def _size(row: pd.Series, prefix: str) -> str:
    """Return an estimate without its sign, which the words tell."""
    if row[f"{prefix}value"] >= 0:
        return with_interval(row, prefix, Style.MEAN)
    turned = {
        f"{prefix}value": -row[f"{prefix}value"],
        f"{prefix}low": -row[f"{prefix}high"],
        f"{prefix}high": -row[f"{prefix}low"],
    }
    return with_interval(turned, prefix, Style.MEAN)


def _strengths(found: CardValues, card: str) -> str:
    """Name the strongest, and what is better not taken."""
    table = found.table
    prefix = OPTION if table[f"{OPTION}value"].notna().any() else POSSESSION
    strong, weak = _called(table, STRONG, prefix), _called(table, WEAK, prefix)
    parts = []
    if len(strong):
        row = strong.iloc[-1]
        how = "who may not take it loses" if prefix == OPTION else "who starts with it wins"
        parts.append(
            f"{row['card']} is the strongest {card}: {how} "
            f"{with_interval(row, prefix, Style.SPREAD)} points of the win rate"
        )
    if len(weak):
        row = weak.iloc[0]
        parts.append(
            f"{row['card']} is better not taken: {with_interval(row, prefix, Style.POINTS)} points"
        )
    return f"{'; '.join(parts)}." if parts else ""


def _called(table: pd.DataFrame, finding: str, prefix: str) -> pd.DataFrame:
    """Return what is called so by a number, the least first; a stopped run has not all of them."""
    rows = table[table["finding"].str.contains(finding)]
    return rows.dropna(subset=[f"{prefix}value"]).sort_values(f"{prefix}value")


def _turned(found: CardValues, card: str) -> str:
    """Warn where wins and points go different ways."""
    names = list(found.table.loc[found.table["differs"], "card"])
    if not names:
        return ""
    return (
        f"Wins and points ahead go different ways beyond chance for {joined(names)}: judge "
        f"{'this' if len(names) == 1 else 'these'} {card if len(names) == 1 else plural(card)} by "
        "both."
    )


def _too_few(found: CardValues, card: str) -> str:
    """Say of how many cards the games are too few for an interval."""
    known = [f"{prefix}low" for prefix in (OPTION, POSSESSION, SLOPE)]
    missing = int(found.table[known].isna().all(axis=1).sum())
    if not missing:
        return ""
    return f"Of {missing} {plural(card) if missing > 1 else card} too few games were played to say."


def _supply_told(changed: pd.DataFrame, card: str) -> str:
    sure = changed[changed["rounds_sure"]]
    if sure.empty:
        return f"No {card}'s text makes games longer or shorter beyond chance."
    row = sure.iloc[int(sure["rounds_value"].abs().argmax())]
    return (
        f"{len(sure)} of {len(changed)} {plural(card)} change how long games are by what they do; "
        f"{row['card']} most, by {with_interval(row, 'rounds_', Style.CHANGE)} rounds."
    )
