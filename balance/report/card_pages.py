"""Collects what the sections of a report say of each card and objective."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isnan
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.comparison.tier_values import CARDS, FORCED, OPTION
from balance.analysis.experiments.card_findings import NOT_TESTED, STRONG, WEAK
from balance.analysis.experiments.card_value import has_values
from balance.analysis.measures import CARD_TAKEN, DEALT
from balance.analysis.metrics.cards import applies
from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.analysis.objectives import strength
from balance.engine.game import GameTable, Piece
from balance.report.card_facts import CardPage, Fact, texts_of
from balance.report.nouns import nouns, plural
from balance.report.number_format import Estimated, estimated, style_of_unit, written
from balance.report.players import who_was_asked
from balance.report.report_data import ReportData
from balance.report.section import Section, Table
from balance.report.words import Words
from balance.scenario.experiments import known_designs
from balance.spelling import as_compared
from balance.stats.intervals import DealSums, proportion

WORDS = Words(Path(__file__).with_suffix(".toml"))
RARE = 0.05  # of the games in which it can be taken
MOST_PARTNERS = 3


@dataclass(frozen=True)
class _Sources:
    """The tables of a report, each with its rows by the id of a card."""

    tables: Mapping[str, Table]
    rows: Mapping[str, Mapping[str, pd.Series]]  # by the name of the table, then by id
    taken: Mapping[str, DealSums]  # by id: games in which anyone takes it, of those with it

    def row(self, table: str, card: str) -> pd.Series | None:
        """Return the row of a card in a table, if both are there."""
        return self.rows.get(table, {}).get(card)


def card_pages(data: ReportData, sections: Sequence[Section]) -> tuple[CardPage, ...]:
    """Return a page for each card and objective of all cells, cards first.

    Parameters
    ----------
    sections : sequence of Section
        Those of the report, as `balance.report.page.sections_of` builds them.
    """
    sources = _sources(sections, data)
    pages: dict[str, CardPage] = {}
    tables = [(table, texts_of(table)) for table in _tables(data)]
    for pieces, page in ((attrgetter("cards"), _card), (attrgetter("objectives"), _objective)):
        for table, texts in tables:
            for piece in pieces(table):
                if piece.id not in pages:
                    pages[piece.id] = page(piece, texts, sources, data)
    return tuple(pages.values())


def _tables(data: ReportData) -> list[GameTable]:
    return [one.match.game_table for one in data.variants]


def page_of(pages: Iterable[CardPage], name: str) -> CardPage | None:
    """Return the page of a card by its id or name, in any case; None if there is none."""
    wanted = as_compared(name)
    names = ((one, (as_compared(one.id), as_compared(one.name))) for one in pages)
    return next((one for one, known in names if wanted in known), None)


def _sources(sections: Iterable[Section], data: ReportData) -> _Sources:
    tables = {table.name: table for section in sections for table in section.tables}
    rows: dict[str, dict[str, pd.Series]] = {}
    for name, table in tables.items():
        frame = table.frame
        if "id" in frame.columns and frame["id"].is_unique:
            rows[name] = {str(row["id"]): row for _, row in frame.iterrows()}
    taken: dict[str, DealSums] = {}
    for cell in data.variants:
        if isinstance(cell.sums.get("folds"), FoldSums) and applies(cell.match):
            sums = CARD_TAKEN.sums(folds_of(cell.sums), cell.match)
            for place, card in enumerate(cell.match.game_table.cards):
                if card.id not in taken or not taken[card.id].den:  # the first cell that has it
                    taken[card.id] = sums.take(place)
    return _Sources(tables, rows, taken)


def _card(piece: Piece, texts: Mapping[str, str], sources: _Sources, data: ReportData) -> CardPage:
    facts = tuple(_card_facts(piece, sources))
    price = f"{piece.price} {piece.paid_in}" if piece.paid_in else ""
    return CardPage(
        piece.id, piece.name, piece.kind or data.baseline.match.game.card,
        texts.get(piece.name, piece.note), price, _card_verdict(piece, sources, data), facts,
        _experiment(piece, data) if facts else "",
    )  # fmt: skip


def _card_facts(piece: Piece, sources: _Sources) -> Iterator[Fact]:
    """Yield what is known of a card, what experiments say first."""
    card, label = piece.id, _labels(good=piece.paid_in, kinds=plural(piece.kind or "card"))
    yield from _changes(piece, sources)
    value = sources.row("value", card)
    if value is not None:
        yield from _effect(value, "option_", label["option"], "value", is_loss=True)
        yield from _effect(value, "possession_", label["possession"], "value")
        yield from _effect(value, "slope_", label["slope"], "value")
    taking = sources.row("takings", card)
    if taking is not None:
        yield from _effect(taking, "", label["taking"], "takings")
    fair = sources.row("fair_prices", card)
    if fair is not None:
        yield Fact(label["fair"], f"{fair['fair']} {piece.paid_in}", _by("experiment"),
                   "fair_prices")  # fmt: skip
    yield from _prices(piece, label["played"], sources)
    labels = {OPTION: label["strength_option"], CARDS: label["strength_cards"]}
    yield from _tiers(card, labels, sources)
    supply = sources.row("value_supply", card)
    if supply is not None and supply["rounds_sure"]:
        rounds = WORDS.text("values.rounds", value=estimated(supply, "rounds_"))
        yield Fact(label["rounds"], rounds, _by("experiment"), "value_supply")
    yield from _partners(piece, sources)
    counted = [name for name, rows in sources.rows.items() if _is_count(name) and card in rows]
    for name in counted:
        yield from _counted(sources.rows[name][card], label, name)
    often = sources.taken.get(card)
    if not counted and often is not None and often.den:
        share = WORDS.text("values.share", value=estimated(proportion(often).row()))
        yield Fact(label["taken"], share, _by("count"), "")


def _changes(piece: Piece, sources: _Sources) -> Iterator[Fact]:
    """Yield what a variant changes in a card or objective that it changes itself."""
    table = sources.tables.get("comparison_changed")
    rows = [] if table is None else table.frame[table.frame["id"] == piece.id].to_dict("records")
    for row in rows:
        label = WORDS.text("labels.changed", what=row["what"].removeprefix(f"{row['name']}: "),
                           cell=row["second"])  # fmt: skip
        was, now = (_written(row, prefix) for prefix in ("was_", "now_"))
        size = written(estimated(row), style_of_unit(row["unit"], is_difference=True))
        yield Fact(label, WORDS.text("values.changed", was=was, now=now, size=size), _by("count"),
                   "comparison_changed")  # fmt: skip


def _is_count(table: str) -> bool:
    """Whether a table says how often cards are taken."""
    return table.startswith("cards_") and not table.endswith("_doses")


def _counted(row: pd.Series, label: Mapping[str, str], table: str) -> Iterator[Fact]:
    """Yield how often a card is taken, when, and how that goes with winning."""
    for prefix, name, form, basis in (
        ("taken_", "taken", "share", "count"), ("copies_", "copies", "times", "count"),
        ("offered_", "offered", "offered", "count"), ("chosen_", "chosen", "rate", "count"),
        ("round_", "round", "round", "count"), ("with_", "with", "rate", "correlational"),
        ("without_", "without", "rate", "correlational"),
    ):  # fmt: skip
        if f"{prefix}value" in row and pd.notna(row[f"{prefix}value"]):
            text = WORDS.text(f"values.{form}", value=estimated(row, prefix))
            yield Fact(label[name], text, _by(basis), table)


def _effect(
    row: pd.Series, prefix: str, label: str, table: str, is_loss: bool = False
) -> Iterator[Fact]:
    """Yield an effect on win rates, in words, if there is a number.

    `is_loss`: whether a positive number is what a player loses.
    """
    if f"{prefix}value" not in row or pd.isna(row[f"{prefix}value"]):
        return
    value = estimated(row, prefix)
    if not row[f"{prefix}sure"]:
        text = WORDS.text("values.no_effect", value=-value if is_loss else value)
    else:
        name = "wins_less" if (value.value > 0) == is_loss else "wins_more"
        text = WORDS.text(f"values.{name}", value=abs(value))
    yield Fact(label, text, _by("experiment"), table)


def _prices(piece: Piece, label: str, sources: _Sources) -> Iterator[Fact]:
    """Yield the prices that were played, and what each was."""
    table = sources.tables.get("prices_played")
    if table is None:
        return
    rows = table.frame[table.frame["id"] == piece.id]
    if len(rows):
        prices = []
        for judged, run in groupby(zip(rows["judged"], rows["price"], strict=True), itemgetter(0)):
            some = [int(price) for _, price in run]
            name = "played_price" if len(some) == 1 else "played_prices"
            prices.append(WORDS.text(f"values.{name}", first=some[0], last=some[-1],
                                     good=piece.paid_in, judged=judged))  # fmt: skip
        yield Fact(label, WORDS.text("values.played", prices=prices), _by("experiment"),
                   table.name)  # fmt: skip


def _tiers(card: str, labels: Mapping[str, str], sources: _Sources) -> Iterator[Fact]:
    """Yield how the number of a card changes with the strength of play."""
    for topic, label in labels.items():
        table = sources.tables.get(f"tiers_{topic}")
        if table is None or "id" not in table.frame:
            continue
        for _, row in table.frame[table.frame["id"] == card].head(1).iterrows():
            tiers = [
                WORDS.text("values.tier", tier=column.head, value=_written(row, column.name))
                for column in table.columns if column.name.rstrip("_").isdecimal()
            ]  # fmt: skip
            pattern = WORDS.text("values.pattern", pattern=row["shown"])
            text = WORDS.text("values.tiers", tiers=tiers, pattern=pattern)
            basis = "correlational" if topic == CARDS else "experiment"
            yield Fact(label, text, _by(basis), table.name)
            return


def _written(row: Mapping[Any, Any] | pd.Series, prefix: str) -> str:
    return written(estimated(row, prefix), style_of_unit(row["unit"]))


def _partners(piece: Piece, sources: _Sources) -> Iterator[Fact]:
    """Yield the pairs that clearly do more or less together than alone, if measured."""
    table = sources.tables.get("interactions_pairs")
    if table is None:
        return
    frame = table.frame
    mine = frame[((frame["first"] == piece.name) | (frame["second"] == piece.name))
                 & frame["rounds_sure"].astype(bool)]  # fmt: skip
    for _, row in mine.head(MOST_PARTNERS).iterrows():
        other = row["second"] if row["first"] == piece.name else row["first"]
        text = WORDS.text("values.partner", rounds=estimated(row, "rounds_"))
        yield Fact(WORDS.text("labels.partner", name=other), text, _by("count"), table.name)


def _card_verdict(piece: Piece, sources: _Sources, data: ReportData) -> str:
    """Return what is found of a card: the clearest first."""
    is_deed = piece.kind in data.baseline.match.game.deeds
    name = f'"{piece.name}"' if is_deed else piece.name
    value, taking = sources.row("value", piece.id), sources.row("takings", piece.id)
    finding = "" if value is None else value["finding"]
    often = sources.taken.get(piece.id)
    if value is not None and finding in (STRONG, WEAK):
        prefix = "option_" if pd.notna(value["option_value"]) else "possession_"
        verdict = "strong" if finding == STRONG else "weak"
        size = Estimated(abs(float(value[f"{prefix}value"])))
        cell = next((one for one in data.variants if has_values(one)), data.baseline)
        asked = who_was_asked(data, cell)
        return WORDS.text(f"verdicts.{verdict}", name=name, size=size, asked=asked)
    if finding == NOT_TESTED:
        return WORDS.text("verdicts.not_tested", name=name)
    if taking is not None and taking["sure"] and taking["value"] < 0:
        size = Estimated(abs(float(taking["value"])))
        return WORDS.text("verdicts.overvalued", name=name, size=size)
    share = float(often.num / often.den) if often is not None and often.den else None
    if share is not None and share < RARE:
        return WORDS.text("verdicts.rare", name=name, share=share)
    if value is not None:
        return WORDS.text("verdicts.ordinary", name=name)
    known = "not_counted" if often is None else "absent" if share is None else "unknown"
    return WORDS.text(f"verdicts.{known}", name=name)


def _experiment(piece: Piece, data: ReportData) -> str:
    """Return the command that finds out more of a card."""
    match = data.baseline.match
    if len(match.lineup.entries) > 1:
        return ""
    designs = known_designs(match)
    if piece.paid_in and "price" in designs:
        return data.command_for("price", piece.id)
    return data.command_for("run", "--designs all") if designs else ""


def _objective(
    piece: Piece, texts: Mapping[str, str], sources: _Sources, data: ReportData
) -> CardPage:
    noun = nouns(data.baseline.match.game)["objective"]
    row = sources.row("objectives", piece.id)
    counted = () if row is None else _objective_facts(piece, row, noun, sources)
    facts = (*_changes(piece, sources), *counted)
    verdict = "" if row is None else _objective_verdict(piece, row, data)
    return CardPage(
        piece.id, piece.name, piece.kind or noun, texts.get(piece.name, piece.note), "", verdict,
        facts, data.fix_objective(piece.id),
    )  # fmt: skip


def _objective_facts(piece: Piece, row: pd.Series, noun: str, sources: _Sources) -> Iterator[Fact]:
    label = _labels(good="", kinds="")
    for prefix, name, form, basis in (
        ("forced_", "forced", "rate", "experiment"), ("dealt_", "dealt", "rate", "count"),
        ("kept_", "kept", "rate", "correlational"), ("keep_", "keep", "pick", "count"),
        ("own_", "own", "points", "count"), ("rest_", "rest", "points", "count"),
    ):  # fmt: skip
        if f"{prefix}value" in row and pd.notna(row[f"{prefix}value"]):
            text = WORDS.text(f"values.{form}", value=estimated(row, prefix), objective=noun)
            yield Fact(label[name], text, _by(basis), "objectives")
    labels = {FORCED: label["strength_forced"], DEALT: label["strength_dealt"]}
    yield from _tiers(piece.id, labels, sources)


def _objective_verdict(piece: Piece, row: pd.Series, data: ReportData) -> str:
    basis = "forced" if pd.notna(row.get("forced_value")) else "dealt"
    flags = {
        strength.STRONG: "objective_strong", strength.WEAK: "objective_weak",
        strength.FAIR: "objective_fair",
    }  # fmt: skip
    name = flags.get(row["verdict"], "objective_open")
    rate = float(row[f"{basis}_value"])
    if isnan(rate):
        return ""
    asked = who_was_asked(data, data.baseline, of_experiments=False)
    return WORDS.text(
        f"verdicts.{name}", name=piece.name, rate=rate, fair=row["fair"], asked=asked,
        who=WORDS.text(f"who.{basis}"),
    )  # fmt: skip


def _labels(**facts: Any) -> dict[str, str]:
    """Return the labels that need no more than these facts."""
    names = ("taken", "copies", "offered", "chosen", "round", "with", "without", "option",
             "possession", "slope", "taking", "rounds", "fair", "played", "dealt", "kept",
             "forced", "keep", "own", "rest", "strength_option", "strength_cards",
             "strength_forced", "strength_dealt")  # fmt: skip
    return {name: WORDS.text(f"labels.{name}", **facts) for name in names}


def _by(basis: str) -> str:
    return WORDS.text(f"groups.{basis}")
