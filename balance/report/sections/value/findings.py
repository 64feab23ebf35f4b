"""The findings of experiments on cards."""

from collections.abc import Iterator
from math import isnan

import pandas as pd

from balance.analysis.experiments.card_findings import CHEAP, DEAR, STRONG, WEAK
from balance.analysis.experiments.card_value import (
    EVEN,
    EXCESS,
    OPTION,
    POSSESSION,
    SLOPE,
    CardValues,
)
from balance.report.nouns import plural
from balance.report.number_format import Estimated, estimated
from balance.report.section import Finding, KeyFinding
from balance.report.words import Words
from balance.stats.shrinkage import BetweenSd

MOST_NAMED = 3
_SD = {OPTION: "option_sd", POSSESSION: "possession_sd", EXCESS: "excess_sd", SLOPE: "slope_sd"}


def findings_of(words: Words, values: CardValues) -> Iterator[Finding]:
    """Yield what a designer should know first."""
    yield _sd(words, values) or words.say("too_few")
    yield from _mispriced(words, values)
    yield from _strengths(words, values)
    names = list(values.table.loc[values.table["differs"], "card"])
    if names:
        yield words.say("both_ways", names=names, count=len(names))
    bounds = [f"{prefix}low" for prefix in (OPTION, POSSESSION, SLOPE)]
    missing = int(values.table[bounds].isna().all(axis=1).sum())
    if missing:
        yield words.say("too_few_for", missing=missing)


def key_findings_of(words: Words, values: CardValues) -> Iterator[KeyFinding]:
    """Yield the candidates for the head of the report."""
    extreme = _extremes(words, values)
    if extreme is not None:
        yield extreme.key("value", 70, tier_keys=_price_keys(values))
    else:
        for finding in _mispriced(words, values):
            yield finding.key("value", 50)
    sizes = _sd(words, values)
    if sizes is not None:
        yield sizes.key(f"value_{_first(values).strip('_')}", 60)
    for finding, key in zip(_strengths(words, values), _strength_keys(values), strict=True):
        yield finding.key("value", 65, tier_keys=(key,))


def note_on_sd(words: Words, values: CardValues, prefix: str, spread: BetweenSd) -> str:
    """Return how far apart cards truly are, how many differ clearly, and which are one group."""
    facts = {
        "clear": int(values.table[f"{prefix}sure"].sum()),
        "compared": spread.things,
        "differ": words.text(f"notes.{'off_line' if prefix == EXCESS else 'differ'}"),
    }
    if isnan(spread.value):
        return words.text("notes.no_sd", **facts)
    sd = Estimated(spread.value, spread.low, spread.high)
    text = words.text(f"notes.{'sd_in_price' if prefix == EXCESS else 'sd'}", sd=sd, **facts)
    groups = int(values.table[f"{prefix}group"].max())
    if groups == 1:
        return f"{text} {words.text('notes.one_group')}"
    return f"{text} {words.text('notes.groups', groups=groups)}"


def supply_finding(words: Words, supply: pd.DataFrame) -> Finding:
    """Return how many cards' texts change the length of games, and which most."""
    clear = supply[supply["rounds_sure"]]
    if clear.empty:
        return words.say("supply_alike")
    row = clear.iloc[int(clear["rounds_value"].abs().argmax())]
    return words.say(
        "supply", clear=len(clear), compared=len(supply), which=row["card"],
        rounds=estimated(row, "rounds_"),
    )  # fmt: skip


def _first(values: CardValues) -> str:
    return next(iter(values.spreads), OPTION)


def _sd(words: Words, values: CardValues) -> Finding | None:
    """Return how far apart the true values of cards are, by the first experiment."""
    prefix = _first(values)
    spread = values.spreads.get(prefix)
    if spread is None or isnan(spread.value):
        return None
    return words.say(
        _SD[prefix],
        low=spread.mean - spread.value,  # a standard deviation on either side: two thirds of them
        high=spread.mean + spread.value,
        sd=Estimated(spread.value, spread.low, spread.high),
        clear=int(values.table[f"{prefix}sure"].sum()),
        compared=spread.things,
    )


def _called(table: pd.DataFrame, finding: str, prefix: str) -> pd.DataFrame:
    """Return what is called so and has a number, the least first; a stopped run misses some."""
    rows = table[table["finding"].str.contains(finding)]
    return rows.dropna(subset=[f"{prefix}value"]).sort_values(f"{prefix}value")


def _mispriced(words: Words, values: CardValues) -> Iterator[Finding]:
    """Yield which cards are underpriced and overpriced; nothing without such experiments."""
    compared = values.table[values.table[f"{EXCESS}value"].notna()]
    if compared.empty:
        return
    cheap, dear = (_called(compared, called, EXCESS) for called in (CHEAP, DEAR))
    for name, rows in (("underpriced", cheap[::-1]), ("overpriced", dear)):
        if len(rows):
            named = [
                words.phrase("named", which=row["card"], size=_size(words, row))
                for _, row in rows.head(MOST_NAMED).iterrows()
            ]
            if len(rows) > MOST_NAMED:
                named.append(words.phrase("more", count=len(rows) - MOST_NAMED))
            yield words.say(name, named=named)
    if cheap.empty and dear.empty:
        yield words.say("none_mispriced", compared=len(compared))


def _extremes(words: Words, values: CardValues) -> Finding | None:
    """Return the most underpriced and the most overpriced card; None if there are none."""
    cheap, dear = (_called(values.table, called, EXCESS) for called in (CHEAP, DEAR))
    facts = {
        name: {
            "which": rows["card"].iloc[place], "count": len(rows), "kinds": _kinds(words, rows),
            "size": _size(words, rows.iloc[place]),
        }
        for name, rows, place in (("cheap", cheap, -1), ("dear", dear, 0)) if len(rows)
    }  # fmt: skip
    if len(facts) == 2:
        both = {f"{name}_{key}": fact for name in facts for key, fact in facts[name].items()}
        return words.say("both_extremes", **both)
    if "cheap" in facts:
        return words.say("most_underpriced", **facts["cheap"])
    return words.say("most_overpriced", **facts["dear"]) if facts else None


def _kinds(words: Words, rows: pd.DataFrame) -> str:
    """Return what these cards are called: by their kind, if they have one and the same."""
    kinds = set(rows["kind"])
    kind = str(kinds.pop()) if len(kinds) == 1 else ""
    return plural(kind) if kind else words.text("phrases.cards")


def _size(words: Words, row: pd.Series) -> Finding:
    """Return how far a card is off, by gifts, and where prices show it too, as a purchase."""
    amount, good = abs(estimated(row, EXCESS)), row["paid_in"]
    purchase = estimated(row, EVEN)
    if isnan(purchase.low) or purchase.value * row[f"{EXCESS}value"] < 0:
        return words.phrase("size", amount=amount, good=good)
    return words.phrase("size_as_purchase", amount=amount, good=good, purchase=abs(purchase))


def _strength(values: CardValues) -> tuple[str, pd.DataFrame, pd.DataFrame]:
    """Return by which experiment cards are called strong and weak, and both."""
    table = values.table
    prefix = OPTION if table[f"{OPTION}value"].notna().any() else POSSESSION
    return prefix, _called(table, STRONG, prefix), _called(table, WEAK, prefix)


def _strengths(words: Words, values: CardValues) -> Iterator[Finding]:
    """Yield the strongest card, and one that is better not taken."""
    prefix, strong, weak = _strength(values)
    if len(strong):
        row = strong.iloc[-1]
        template = "strongest_banned" if prefix == OPTION else "strongest_given"
        yield words.say(template, which=row["card"], size=estimated(row, prefix))
    if len(weak):
        row = weak.iloc[0]
        yield words.say("weakest", which=row["card"], size=abs(estimated(row, prefix)))


def _strength_keys(values: CardValues) -> list[str]:
    """Return under which keys tiers have the findings of `_strengths`."""
    _, strong, weak = _strength(values)
    return [f"option/option {one}" for one in [*strong["id"].tail(1), *weak["id"].head(1)]]


def _price_keys(values: CardValues) -> tuple[str, ...]:
    """Return under which keys tiers have the findings of `_extremes`."""
    cheap, dear = (_called(values.table, called, EXCESS) for called in (CHEAP, DEAR))
    return tuple(f"owned/owned {one}" for one in [*cheap["id"].tail(1), *dear["id"].head(1)])
