"""What cards go with winning."""

import pandas as pd

from balance.analysis.cards import CardSums, table
from balance.report.figures import BLUE, GREY, Series, intervals
from balance.report.format import percent, with_interval
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.story import Story

RARE = 0.05  # taken in fewer games of those in which it is available: worth a designer's look
SURPRISING = 0.05  # q-value

_COLUMNS = (
    Column("card", "card"),
    Column("cost", "note", is_brief=False),
    Column("available in", "games", Style.COUNT, is_brief=False),
    Column("taken in", "taken_", Style.PERCENT),
    Column("seats with it", "seats_with", Style.COUNT, is_brief=False),
    Column("wins with", "with_", Style.PERCENT),
    Column("wins without", "without_", Style.PERCENT, is_brief=False),
    Column("difference", "difference_", Style.POINTS),
    Column("q", "q", Style.SURPRISE, is_brief=False),
    Column("copies per game", "copies_", Style.MEAN, is_brief=False),
    Column("by winners", "winners_", Style.MEAN, is_brief=False),
    Column("by others", "others_", Style.MEAN, is_brief=False),
    Column("round taken", "round_", Style.MEAN, is_brief=False),
)


def build(story: Story) -> Section | None:
    """Return the section on cards; None without its sums."""
    told = story.about("cards")
    if told is None:
        return None
    rows = table(told.kept("cards", CardSums), told.match)
    tables, pictures = [], []
    for kind in dict.fromkeys(rows["kind"]):
        name = str(kind) or "card"
        of_kind = rows[rows["kind"] == kind]
        ranked = of_kind.sort_values("difference_value", ascending=False, ignore_index=True)
        file = f"cards_{name.lower().replace(' ', '_')}"
        note = (
            "Taken in: share of the games in which the card was available. By winners, by others: "
            "mean copies. q: share of false finds among differences at least as surprising, over "
            "all cards."
        )
        tables.append(Table(file, f"{name}s", ranked, _COLUMNS, note))
        pictures.append(
            Picture(f"{file}_difference", f"{name}s and winning (correlational)",
                    intervals(ranked, "card", [Series("difference_", colour=GREY)],
                              "win rate with it less win rate without", 0.0,
                              mark_label="no difference"),
                    "Grey: a card that winners take need not be why they win.")
        )  # fmt: skip
        often = of_kind.sort_values("taken_value", ascending=False, ignore_index=True)
        pictures.append(
            Picture(f"{file}_taken", f"{name}s: how often they are taken",
                    intervals(often, "card", [Series("taken_", colour=BLUE)],
                              "share of games"),
                    "Share of the games in which the card was available and anyone took it.")
        )  # fmt: skip
    return Section(
        "cards",
        "Cards",
        _finding(rows),
        tuple(tables),
        tuple(pictures),
        "Correlational: who leads takes more, and late cards mark long games. That winners hold a "
        "card does not show that it is strong; a variant that changes the card does.",
    )


def _finding(rows: pd.DataFrame) -> str:
    sentences = []
    apart = rows[rows["q"] < SURPRISING]
    if apart.empty:
        sentences.append("No card's holders win more or less often than others beyond chance.")
    else:
        top = apart.iloc[apart["difference_value"].argmax()]
        sentences.append(
            f"Players with {top['card']} win {with_interval(top, 'with_', Style.PERCENT)}, without "
            f"it {with_interval(top, 'without_', Style.PERCENT)}: the largest difference of "
            f"{len(rows)} cards, {len(apart)} of which differ beyond chance (correlational)."
        )
    rare = rows[rows["taken_value"] < RARE].sort_values("taken_value")
    if not rare.empty:
        least = rare.iloc[0]
        number = f"{len(rare)} cards are" if len(rare) > 1 else "One card is"
        sentences.append(
            f"{number} taken in fewer than {percent(RARE)} of the games in which they could be; "
            f"{least['card']} least, in {percent(least['taken_value'])}."
        )
    return " ".join(sentences)
