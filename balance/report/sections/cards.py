"""How taking cards, and deeds that records count like them, goes with winning."""

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.acts import card_offers
from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.cards import CardSums, applies, table, tally
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.metric import Metric
from balance.engine.game import Game
from balance.report.certainty import certainty
from balance.report.figures.plots import Series, intervals
from balance.report.figures.shapes import BLUE, GREY
from balance.report.nouns import nouns, plural
from balance.report.number_format import estimated, per_100, picked_share
from balance.report.players import takings_rest_on
from balance.report.report_data import ReportData
from balance.report.section import (
    Finding,
    KeyFinding,
    Picture,
    Section,
    SectionDefinition,
    Style,
    Table,
)
from balance.report.words import Words
from balance.scenario.experiments import basic_cards, has_prices, priced
from balance.scenario.match import Match

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_NAMED = 6  # cards that are in no table
MOST_RARE = 3  # cards that are named beside the rarest
RARE = 0.05  # taken in fewer of the games in which it is available: worth a designer's look
DEEP = 0.5  # in reach in fewer of its games: most end before it comes
CLEAR = 0.05  # q-value
OFTEN = 1.0  # times a game among the choices: a card that is taken less often is left


def build(data: ReportData) -> Section | None:
    """Return the section on cards; None without its sums, or where no card can be taken."""
    cell = data.about("cards")
    if cell is None:
        return None
    game = cell.match.game
    words = WORDS.with_facts(**nouns(game))
    rows = table(cell.sums_of("cards", CardSums), folds_of(cell.sums), cell.match)
    if rows.empty:
        return None
    rows = _with_offers(rows, cell)
    basic = basic_cards(cell.match)
    market = rows[~rows["id"].isin(basic)]
    tables: list[Table] = []
    pictures: list[Picture] = []
    doses: list[Table] = []
    for kind in dict.fromkeys(rows["kind"]):
        of_kind, kinds = rows[rows["kind"] == kind], plural(str(kind) or game.card)
        name = _file_of(str(kind), game)
        is_deed = kind in game.deeds
        tables.append(_table(words, of_kind, is_deed, name, kinds, cell.match))
        pictures += _pictures(words, of_kind, is_deed, name, kinds)
        if of_kind["dose_2_value"].notna().any():
            doses.append(_doses(words, of_kind, name, kinds))
    return words.section(
        findings_of(words, rows, market, cell.match),
        [*tables, *doses],
        pictures,
        _key_findings(words, rows, market, cell.match, data),
        words.text("warning"),
    )


def _with_offers(rows: pd.DataFrame, cell: CellResult) -> pd.DataFrame:
    """Add how often each card was among the choices, of the games that were followed, if any."""
    if cell.trajectories is None:
        return rows
    ids = [card.id for card in cell.match.game_table.cards]
    found = card_offers(cell.trajectories, ids)
    return rows if found.empty else rows.merge(found, on="id", how="left")


def findings_of(
    words: Words, rows: pd.DataFrame, market: pd.DataFrame, match: Match
) -> list[Finding | None]:
    """Return what is hardly ever taken, and what goes most with winning.

    `market`: the rows without basic cards, which nobody need take.
    """
    return [
        _rare(words, market, match),
        _rare_beside_others(words, market, match),
        _rare_among_choices(words, market, match.game),
        _deep(words, market),
        _associated(words, rows, match.game),
        _left_out(words, rows, match),
    ]


def _key_findings(
    words: Words, rows: pd.DataFrame, market: pd.DataFrame, match: Match, data: ReportData
) -> Iterator[KeyFinding]:
    game = match.game
    rarest = _rarest(market, game)
    if not rarest.empty:
        least, others = rarest.iloc[0], rarest["card"].iloc[1:].tolist()
        taken = picked_share(market, least, "taken_")
        finding = words.say(
            "rare_key", which=least["card"], share=taken, names=others,
            also=words.text(
                "phrases.also", names=others[:MOST_RARE], more=len(others[MOST_RARE:])
            ) if others else "",
            games=words.text(f"phrases.{'in_reach' if match.game_table.taking else 'with_it'}"),
            comes_up=words.text("phrases.comes_up", share=least["reach_value"])
            if least["reach_value"] < DEEP else "",
        )  # fmt: skip
        yield finding.key(
            _file_of(str(least["kind"]), game), 55, subject="rare cards",
            certainty=certainty(taken, Style.PERCENT), command=_price_of(least["id"], match, data),
            figure=per_100(taken.value), unit=words.text("phrases.of_100"),
        )  # fmt: skip
    if (rows["q"] < CLEAR).any():
        top = _most_associated(rows)
        yield _associated(words, rows, game).key(
            _file_of(str(top["kind"]), game), 30, tier_keys=(f"cards/card {top['id']}",)
        )
    else:
        yield _associated(words, rows, game).key("", 20)


def _price_of(card: str, match: Match, data: ReportData) -> str:
    """Return the command that finds the price of a card; empty if it has none to change."""
    own = [piece for piece in match.game_table.cards if piece.id == card]
    can = len(match.lineup.entries) == 1 and has_prices(match) and priced(match, own)
    return data.command_for("price", card) if can else ""


def _table(
    words: Words, rows: pd.DataFrame, is_deed: bool, name: str, kinds: str, match: Match
) -> Table:
    ranked = rows.sort_values("difference_value", ascending=False, ignore_index=True)
    taking = match.game_table.taking
    form = "of_reach" if taking else "of_box"
    return words.table(
        "deeds" if is_deed else "cards", ranked, save_as=name, kinds=kinds,
        taken=words.text(
            f"phrases.{form}", taking=taking, takings=takings_rest_on(match)
        ),
        drop=[
            name for name, is_there in (
                ("note", ranked["note"].ne("").any()), ("offered_", "offered_value" in ranked),
                ("chosen_", "offered_value" in ranked),
            ) if not is_there
        ],
    )  # fmt: skip


def _pictures(
    words: Words, rows: pd.DataFrame, is_deed: bool, name: str, kinds: str
) -> Iterator[Picture]:
    """Yield what goes with winning, and how often it is taken."""
    ranked = rows.sort_values("difference_value", ascending=False, ignore_index=True)
    picture = "deeds_difference" if is_deed else "cards_difference"
    figure = intervals(
        ranked, "card", [Series("difference_", colour=GREY)], words.axis(picture), 0.0,
        mark_label=words.text("phrases.no_difference"),
    )  # fmt: skip
    yield words.picture(picture, figure, save_as=f"{name}_difference", kinds=kinds)
    often = rows.sort_values("taken_value", ascending=False, ignore_index=True)
    picture = "deeds_taken" if is_deed else "cards_taken"
    figure = intervals(often, "card", [Series("taken_", colour=BLUE)], words.axis(picture))
    yield words.picture(picture, figure, save_as=f"{name}_taken", kinds=kinds)


def _doses(words: Words, rows: pd.DataFrame, name: str, kinds: str) -> Table:
    """Return how win rates go with how many copies a seat took."""
    ordered = rows.sort_values("never_value", ascending=False, ignore_index=True)
    doses = words.table("doses", ordered, kinds=kinds)
    prefixes = tuple(column.name for column in doses.columns if column.style != Style.TEXT)
    names = [column for column in ordered.columns if column.startswith(prefixes)]
    frame = ordered[["id", "card", "kind", *names]]
    return words.table("doses", frame, save_as=f"{name}_doses", kinds=kinds)


def _file_of(kind: str, game: Game) -> str:
    return f"cards_{re.sub('[^a-z0-9]+', '_', (kind or game.card).lower())}"


def _most_associated(rows: pd.DataFrame) -> pd.Series:
    clear = rows[rows["q"] < CLEAR]
    return clear.iloc[int(clear["difference_value"].argmax())]


def _associated(words: Words, rows: pd.DataFrame, game: Game) -> Finding:
    clear = rows["q"] < CLEAR
    if not clear.any():
        return words.say("none_associated")
    top = _most_associated(rows)
    name = top["card"]
    if top["kind"] in game.deeds:
        name = words.text("phrases.deed", name=name)
    return words.say(
        "associated", which=name, compared=len(rows), clear=int(clear.sum()),
        **{part: picked_share(rows, top, f"{name}_")
           for part, name in (("with_it", "with"), ("without_it", "without"))},
    )  # fmt: skip


def _rarest(rows: pd.DataFrame, game: Game) -> pd.DataFrame:
    """Return the cards that are hardly ever taken, the rarest first."""
    rare = rows[(rows["taken_value"] < RARE) & ~rows["kind"].isin(game.deeds)]
    return rare.sort_values("taken_value")


def _deep(words: Words, rows: pd.DataFrame) -> Finding | None:
    """Return which cards lie so deep in their stacks that most games end before they come."""
    deep = rows[rows["reach_value"] < DEEP].sort_values("reach_value")
    return _least(words, rows, deep, ("one_deep", "deep"), DEEP, "reach_")


def _left_out(words: Words, rows: pd.DataFrame, match: Match) -> Finding | None:
    """Return which cards are in no table; None where it is not known whether they lay in reach."""
    listed = set(rows["id"])
    missing = [card for card in match.game_table.cards if card.id not in listed]
    if any(card.above for card in match.game_table.cards):  # else many are not in the game at all
        missing = [card for card in missing if card.above and card.above[0] in listed]
    names = [card.name for card in missing if card.kind not in match.game.deeds]
    if not match.game_table.taking or not names:
        return None
    shown = names if len(names) <= MOST_NAMED else names[:MOST_NAMED]
    return words.say("left_out", names=shown, more=len(names) - len(shown))


def _rare(words: Words, rows: pd.DataFrame, match: Match) -> Finding | None:
    """Return which cards hardly anybody takes."""
    rare = _rarest(rows, match.game)
    return _least(words, rows, rare, ("one_rare", "rare"), RARE, "taken_")


def _rare_beside_others(words: Words, rows: pd.DataFrame, match: Match) -> Finding | None:
    """Return what the rarest card costs, and how often others of its kind at that price are taken.

    None if nobody knows its price, or no other of its kind is at the table.
    """
    rare = _rarest(rows, match.game)
    known = {piece.id: piece for piece in match.game_table.cards}
    piece = None if rare.empty else known[str(rare.iloc[0]["id"])]
    if piece is None or not piece.paid_in:
        return None
    kind = (piece.kind, piece.paid_in)
    prices = rows["id"].map({
        one.id: one.price for one in known.values() if (one.kind, one.paid_in) == kind
    })  # fmt: skip
    others = rows[prices.notna() & (rows["id"] != piece.id)].assign(price=prices)
    if others.empty:
        return None
    is_dearest, is_cheapest = (
        bool((sign * (piece.price - others["price"]) > 0).all()) for sign in (1, -1)
    )
    same = others[others["price"] == piece.price]
    compared = others if same.empty else same
    return words.say(
        "rare_in_kind" if same.empty else "rare_beside",
        which=piece.name, price=piece.price, good=piece.paid_in,
        rank=words.text("phrases.dearest") if is_dearest
        else words.text("phrases.cheapest") if is_cheapest else "",
        count=len(compared), share=float(compared["taken_value"].mean()),
    )  # fmt: skip


def _rare_among_choices(words: Words, rows: pd.DataFrame, game: Game) -> Finding | None:
    """Return whether the rarest card is out of reach or left; None where nobody counted that."""
    rare = _rarest(rows, game)
    if rare.empty or "offered_value" not in rare or pd.isna(rare.iloc[0]["offered_value"]):
        return None
    least = rare.iloc[0]
    return words.say(
        "rare_left" if least["offered_value"] >= OFTEN else "rare_out_of_reach",
        which=least["card"], offered=estimated(least, "offered_"),
        chosen=estimated(least, "chosen_"),
    )  # fmt: skip


def _least(
    words: Words, rows: pd.DataFrame, found: pd.DataFrame, sentences: tuple[str, str],
    bound: float, column: str,
) -> Finding | None:  # fmt: skip
    """Return a sentence on cards below a bound, for one or several; they begin with the least."""
    if found.empty:
        return None
    least = found.iloc[0]
    return words.say(
        sentences[len(found) > 1], count=len(found), bound=bound, which=least["card"],
        share=picked_share(rows, least, column),
    )  # fmt: skip


cards = SectionDefinition(
    build, place=120, metrics={"cards": Metric(
        tally, CardSums, applies, "it needs a game in which cards are taken; here there are none"
    )},
)  # fmt: skip
