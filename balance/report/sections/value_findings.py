"""The findings of experiments on cards."""

from collections.abc import Callable, Iterator
from math import isnan

import pandas as pd

from balance.analysis.experiments.card_findings import STRONG, WEAK
from balance.analysis.experiments.card_value import OPTION, POSSESSION, SLOPE, SURE, CardValues
from balance.report.certainty import certainty, or_others
from balance.report.number_format import Estimated, estimated
from balance.report.section import Finding, KeyFinding, Style, importance_of
from balance.report.words import Words
from balance.stats.shrinkage import BetweenSd

_SD = {OPTION: "option_sd", POSSESSION: "possession_sd", SLOPE: "slope_sd"}


def findings_of(words: Words, values: CardValues) -> Iterator[Finding]:
    """Yield what a designer should know first."""
    yield _sd(words, values) or words.say("too_few")
    yield from _strengths(words, values)
    names = list(values.table.loc[values.table["differs"], "card"])
    if names:
        yield words.say("both_ways", names=names, count=len(names))
    untested = values.table[~values.table["tested"]]
    if len(untested):
        yield words.say("not_tested", names=list(untested["card"]), count=len(untested))
    bounds = [f"{prefix}low" for prefix in (OPTION, POSSESSION, SLOPE)]
    missing = int(values.table[bounds].isna().all(axis=1).sum())
    if missing:
        yield words.say("too_few_for", missing=missing)


def key_findings_of(
    words: Words, values: CardValues, price_command: Callable[[str], str], tables: int
) -> Iterator[KeyFinding]:
    """Yield the candidates for the head of the report.

    `price_command`: of the id of a card, the command that finds its fair price; `tables`: see
    `ReportData.head_tables`.
    """
    sizes = _sd(words, values)
    if sizes is not None:
        yield sizes.key(f"value_{_first(values).strip('_')}", 38)
    _, strong, weak = _strength(values, tables)
    extremes = [*strong.tail(1).iterrows(), *weak.head(1).iterrows()]
    for finding, (_, row) in zip(_strengths(words, values, tables), extremes, strict=True):
        size, has_price = finding.facts["size"], pd.notna(row["price"])
        yield finding.key(
            "value", importance_of(size.value), tier_keys=(f"option/option {row['id']}",),
            subject=f"card {row['id']}", certainty=certainty(size, Style.PP),
            command=price_command(str(row["id"])) if has_price else "",
        )  # fmt: skip


def note_on_sd(words: Words, values: CardValues, prefix: str, spread: BetweenSd) -> str:
    """Return how far apart cards truly are, how many differ clearly, and which are one group."""
    facts = {
        "clear": int(values.table[f"{prefix}sure"].sum()),
        "compared": spread.things,
        "differ": words.text("notes.differ"),
    }
    if isnan(spread.value):
        return words.text("notes.no_sd", **facts)
    sd = Estimated(spread.value, spread.low, spread.high)
    text = words.text("notes.sd", sd=sd, **facts)
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
        rounds=estimated(row, "rounds_").picked_of(len(supply)),
    )  # fmt: skip


def comeback_finding(words: Words, supply: pd.DataFrame) -> Finding | None:
    """Return whose text changes most how often a leader is overtaken; None if none does."""
    clear = supply[supply["overtaken_sure"]]
    if clear.empty:
        return None
    row = clear.iloc[int(clear["overtaken_value"].abs().argmax())]
    size = estimated(row, "overtaken_").picked_of(len(supply))
    return words.say("comebacks", which=row["card"], size=size, compared=len(supply))


def players_finding(words: Words, by_players: pd.DataFrame) -> Finding:
    """Return which card's worth depends most on the number of players."""
    clear = by_players[by_players["sure"]]
    if clear.empty:
        return words.say("players_alike")
    row = clear.iloc[int((clear["value"] - clear["all_value"]).abs().argmax())]
    return words.say(
        "players", which=row["card"], players=row["players"],
        value=estimated(row).picked_of(len(by_players)),
        usual=estimated(row, "all_").picked_of(len(by_players)), clear=clear["id"].nunique(),
    )  # fmt: skip


def seats_finding(words: Words, by_seat: pd.DataFrame) -> Finding:
    """Return which card's worth depends most on the seat."""
    clear = by_seat[by_seat["sure"]]
    if clear.empty:
        return words.say("seats_alike")
    values = by_seat[by_seat["id"].isin(clear["id"])].groupby("id")["value"]
    spread = values.max() - values.min()
    rows = by_seat[by_seat["id"] == spread.idxmax()].sort_values("value")
    first, last = rows.iloc[0], rows.iloc[-1]
    return words.say(
        "seats", which=first["card"], best=last["seat"], worst=first["seat"],
        high=estimated(last).picked_of(len(by_seat)), low=estimated(first).picked_of(len(by_seat)),
        clear=len(spread),
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


def _strength(values: CardValues, tables: int) -> tuple[str, pd.DataFrame, pd.DataFrame]:
    """Return by which experiment cards of the market are called strong and weak, and both.

    `tables`: how many are to hold together.
    """
    table = values.table[~values.table["id"].isin(values.basic)]
    prefix = OPTION if table[f"{OPTION}value"].notna().any() else POSSESSION
    table = table[table[f"{prefix}q"] * tables < SURE]
    return prefix, _called(table, STRONG, prefix), _called(table, WEAK, prefix)


def _strengths(words: Words, values: CardValues, tables: int = 1) -> Iterator[Finding]:
    """Yield the strongest card, and one that is better not taken."""
    prefix, strong, weak = _strength(values, tables)
    table = values.table
    compared = int(table[f"{prefix}low"].notna().sum())
    if len(strong):
        row = strong.iloc[-1]
        may_be_first = (table[f"{prefix}group"] == 1) & (table["id"] != row["id"])
        yield words.say(
            "strongest_banned" if prefix == OPTION else "strongest_given", which=row["card"],
            or_others=or_others(list(table["card"][may_be_first])),
            size=estimated(row, prefix).picked_of(compared),
        )  # fmt: skip
    if len(weak):
        row = weak.iloc[0]
        size = abs(estimated(row, prefix)).picked_of(compared)
        yield words.say("weakest", which=row["card"], size=size)
