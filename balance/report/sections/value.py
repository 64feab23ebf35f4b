"""What each card is worth: what experiments say that change one card for one player."""

from collections.abc import Iterator

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.card_value import (
    EVEN,
    EXCESS,
    OPTION,
    POSSESSION,
    SLOPE,
    STEPS,
    CardValues,
    card_values,
    has_values,
)
from balance.analysis.experiments.supply import supplies
from balance.report.nouns import capital, plural
from balance.report.report_data import ReportData
from balance.report.section import Column, Section, Style, Table
from balance.report.sections.value_drawn import pictures_of
from balance.report.sections.value_told import NAMES, finding_of, said, spread_told
from balance.scenario.experiments import SUPPLY

_TOLD = {
    OPTION: "The equal share less the win rate of an entry that may not take the card: the worth "
    "of being able to take it, given what else there is.",
    POSSESSION: "The win rate of an entry that starts with the card, less the equal share.",
    "worth_": "The amount of the price's good at the start that wins as often as the card does.",
    EXCESS: "How much more the card is worth at the start than the other cards of its kind are "
    "worth at its price; below 0 it is too dear.",
    SLOPE: "The change of an entry's win rate for each unit that it alone pays more for the card, "
    "from experiments with 2 less to 2 more.",
    EVEN: "How much dearer the card would be worth no more, to be able to buy it, than the others "
    "of its kind: its option value less theirs, over what a unit of price does.",
}


def build(data: ReportData) -> Section | None:
    """Return the section on what cards are worth; None where no experiment was played."""
    cell = next((one for one in data.variants if has_values(one) or one.arms_of(SUPPLY)), None)
    if cell is None:
        return None
    card = cell.match.game.card
    cards = plural(card)
    found = card_values(cell, data.fair_within) if has_values(cell) else None
    changed = supplies(cell)
    tables: list[Table] = []
    if found is not None:
        tables += [_main(found, card, data.fair_within), *_details(found, card)]
    if not changed.empty:
        tables.append(_supply(changed, cell))
    return Section(
        "value",
        f"What {cards} are worth",
        finding_of(found, changed, cell, data.fair_within),
        tuple(tables),
        tuple(pictures_of(found, card)) if found is not None else (),
        f"Worth to these bots: who does not see what a {card} is good for does not miss it. A ban, "
        "a gift and a price ask different questions, and their numbers are not to be mixed.",
        said(found, cell, data.fair_within) if found is not None else (),
    )


def _known(frame: pd.DataFrame, columns: list[Column]) -> tuple[Column, ...]:
    """Return the columns in which anything stands."""
    estimates = (Style.POINTS, Style.MEAN, Style.CHANGE, Style.PERCENT, Style.SPREAD)
    kept = []
    for column in columns:
        name = f"{column.name}value" if column.style in estimates else column.name
        values = frame[name]
        is_there = values.ne("") if column.style == Style.TEXT else values.notna()
        if is_there.any():
            kept.append(column)
    return tuple(kept)


def _main(found: CardValues, card: str, matters: float) -> Table:
    by = next(f"{one}value" for one in (EXCESS, OPTION, POSSESSION, SLOPE)
              if found.table[f"{one}value"].notna().any() or one == SLOPE)  # fmt: skip
    rows = found.table.sort_values(by, ascending=False, ignore_index=True)
    rows["cost"] = _prices(rows)
    columns = [
        Column(card, "card"),
        Column("kind", "kind", is_brief=False),
        Column("price", "cost"),
        Column("option value", OPTION, Style.POINTS, sure=f"{OPTION}sure", told=_TOLD[OPTION]),
        Column("possession", POSSESSION, Style.POINTS, sure=f"{POSSESSION}sure",
               told=_TOLD[POSSESSION]),
        Column("worth at the start", "worth_", Style.MEAN, told=_TOLD["worth_"]),
        Column("or", "bound", is_brief=False),
        Column("too cheap by", EXCESS, Style.CHANGE, sure=f"{EXCESS}sure", told=_TOLD[EXCESS]),
        Column("per unit dearer", SLOPE, Style.POINTS, sure=f"{SLOPE}sure", told=_TOLD[SLOPE],
               is_brief=False),
        Column("average if dearer by", EVEN, Style.CHANGE, told=_TOLD[EVEN], is_brief=False),
        Column("finding", "finding"),
    ]  # fmt: skip
    note = (
        "Win rates in percentage points, worth in what the price is in. Marked: beyond chance "
        f"(false discovery rate below 5% over {plural(card)}). A {card} is called strong or weak "
        f"where its option value is beyond chance, larger than {100 * matters:g} points, and a "
        "higher price works the same way; too cheap or too dear where its worth lies off the "
        "fair-price line beyond chance and by 1 or more, and its option value off the mean of its "
        "kind on the same side. Too cheap by: what it is worth from the first turn on, over other "
        f"{plural(card)} of its price. {_games_told(rows)}"
    )
    return Table("value", f"{capital(plural(card))} by experiment", rows,
                 _known(rows, columns), note, is_lead=True)  # fmt: skip


def _games_told(rows: pd.DataFrame) -> str:
    """Say how many games the experiments rest on."""
    parts = []
    for prefix, name in ((OPTION, "ban"), (POSSESSION, "gift")):
        games = rows[f"{prefix}games"].dropna()
        if not games.empty:
            parts.append(f"{games.min():,.0f} to {games.max():,.0f} games each {name}")
    return f"{'; '.join(parts)}." if parts else ""


def _prices(rows: pd.DataFrame) -> list[str]:
    return [
        "" if pd.isna(price) else f"{price:g} {good}"
        for price, good in zip(rows["price"], rows["paid_in"], strict=True)
    ]


def _details(found: CardValues, card: str) -> Iterator[Table]:
    """Yield a table for each number, with ranks and groups, and the fair-price lines."""
    more: dict[str, list[Column]] = {
        OPTION: [
            Column("in points ahead", "option_lead_", Style.CHANGE, is_brief=False),
            Column("games", f"{OPTION}games", Style.COUNT, is_brief=False),
            Column("of equal worth", f"{OPTION}effective", Style.COUNT, is_brief=False),
        ],
        POSSESSION: [
            Column("in points ahead", "possession_lead_", Style.CHANGE, is_brief=False),
            Column("games", f"{POSSESSION}games", Style.COUNT, is_brief=False),
            Column("of equal worth", f"{POSSESSION}effective", Style.COUNT, is_brief=False),
        ],
        EXCESS: [
            Column("worth", "worth_", Style.MEAN, is_brief=False, told=_TOLD["worth_"]),
            Column("worth less price", "over_", Style.CHANGE, is_brief=False),
        ],
        SLOPE: [
            Column(f"at {by:+d}", STEPS[by], Style.POINTS, is_brief=False) for by in STEPS
        ],
    }  # fmt: skip
    for prefix, spread in found.spreads.items():
        style = Style.CHANGE if prefix == EXCESS else Style.POINTS
        known = found.table[found.table[f"{prefix}value"].notna()]
        rows = known.sort_values(f"{prefix}value", ascending=prefix == SLOPE, ignore_index=True)
        rows["cost"], rows["rank"] = _prices(rows), _ranks(rows, prefix)
        columns = [
            Column(card, "card"), Column("kind", "kind"), Column("price", "cost"),
            Column(NAMES[prefix], prefix, style, sure=f"{prefix}sure", told=_TOLD[prefix]),
            Column("q", f"{prefix}q", Style.SURPRISE),
            Column("drawn to the mean", f"{prefix}shrunk_", style,
                   told="What all together suggest: the noise that makes the largest too large is "
                   "taken out."),
            Column("rank", "rank", told="Between which ranks it is, with 95 % confidence."),
            Column("group", f"{prefix}group", Style.COUNT,
                   told="Those of one group cannot be told from its first."),
            *more[prefix],
        ]  # fmt: skip
        name = f"value_{prefix.strip('_')}"
        yield Table(
            name, capital(NAMES[prefix]), rows[_names_of(rows, prefix, columns)],
            _known(rows, columns), spread_told(found, prefix, spread), is_folded=True,
        )  # fmt: skip
    if not found.lines.empty:
        yield _lines(found)


def _names_of(rows: pd.DataFrame, prefix: str, columns: list[Column]) -> list[str]:
    """Return the columns of a detail's file: those of its numbers."""
    shown = ("id", *(column.name for column in columns))
    return [
        name for name in rows.columns
        if name in shown or name.startswith(tuple(one for one in shown if one.endswith("_")))
    ]  # fmt: skip


def _ranks(rows: pd.DataFrame, prefix: str) -> list[str]:
    pairs = zip(rows[f"{prefix}best"], rows[f"{prefix}worst"], strict=True)
    return [
        "" if pd.isna(best) else f"{best:.0f}" if best == worst else f"{best:.0f} to {worst:.0f}"
        for best, worst in pairs
    ]


def _lines(found: CardValues) -> Table:
    columns = (
        Column("kind", "kind"), Column("paid in", "good"), Column("cards", "cards", Style.COUNT),
        Column("mean price", "price", Style.NUMBER),
        Column("worth at this price", "level_", Style.MEAN),
        Column("more worth per unit of price", "slope_", Style.CHANGE),
        Column("spread about the line", "spread", Style.NUMBER),
    )  # fmt: skip
    return Table(
        "value_lines", "Fair-price lines", found.lines, columns,
        "The line through what cards of a kind are worth at the start, over their printed prices. "
        "What is owned from the start is worth more than what is bought later, so the height of "
        "the line is no fault of any card. Where a unit of price brings less than a unit of worth, "
        "a price must change by more than a card is too cheap. A card is set against the line of "
        "the others.",
        is_folded=True,
    )  # fmt: skip


def _supply(changed: pd.DataFrame, cell: CellResult) -> Table:
    card, objective = cell.match.game.card, cell.match.game.objective or "objective"
    rows = changed.sort_values("rounds_value", key=abs, ascending=False, ignore_index=True)
    columns = [
        Column(card, "card"),
        Column("kind", "kind", is_brief=False),
        Column("rounds", "rounds_", Style.CHANGE, sure="rounds_sure"),
        Column("q", "rounds_q", Style.SURPRISE, is_brief=False),
        Column("score of a player", "score_", Style.CHANGE, sure="score_sure"),
        Column("margin", "margin_", Style.CHANGE, is_brief=False, sure="margin_sure"),
        Column("first player", "first_", Style.POINTS, is_brief=False, sure="first_sure"),
        Column(f"spread of {plural(objective)}", "spread_", Style.POINTS, is_brief=False,
               sure="spread_sure"),
        Column("games", "games", Style.COUNT, is_brief=False),
    ]  # fmt: skip
    return Table(
        "value_supply", f"What each {card}'s text brings to the game", rows, _known(rows, columns),
        f"The game as it is, less the game in which the {card} is there at its price and points "
        f"but does nothing, for all players alike and on the same deals ({cell.deals:,} of the "
        "game as it is). Marked: beyond chance, false discovery rate below 5% in each column.",
        is_folded=True,
    )  # fmt: skip
