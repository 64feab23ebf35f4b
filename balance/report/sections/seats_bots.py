"""The tables by bot: parts of the score, cards taken, objectives kept."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.bots import BotSums, cards, objectives, parts
from balance.report.nouns import plural
from balance.report.section import Table
from balance.report.words import Words

MOST_CARDS = 12  # on the page; all are in the file
FEW_BOTS = 2  # whose numbers a terminal has room for


def tables_by_bot(words: Words, cell: CellResult) -> Iterator[Table]:
    """Yield what tells the bots of a cell apart, as far as the game has it."""
    match, sums = cell.match, cell.sums_of("bots", BotSums)
    labels = match.lineup.labels
    made_of = parts(sums, match)
    if made_of["part"].nunique() > 1:
        yield _side_by_side(words, "bot_score_parts", made_of, ["part"], labels, ["bot_part"])
    taken = cards(sums, match)
    if not taken.empty:
        by_card = taken.groupby("id")["bot_copies_value"]
        apart = taken["id"].map(by_card.max() - by_card.min())
        order = taken.assign(apart=apart).sort_values("apart", ascending=False, kind="stable")
        yield _side_by_side(
            words.with_facts(card=match.game.card), "bot_cards", order.drop(columns="apart"),
            ["id", "card", "kind"], labels, ["bot_copies"], MOST_CARDS,
        )  # fmt: skip
    goals = objectives(sums, match)
    if not goals.empty:
        goal = match.game.objective
        columns = ["bot_keep", "bot_fulfilled", "bot_points"]
        if (goals["fulfilled_value"].dropna() == 1).all():  # it is never in doubt
            columns.remove("bot_fulfilled")
        yield _side_by_side(
            words.with_facts(objective=goal, objectives=plural(goal)), "bot_objectives", goals,
            ["id", "objective"], labels, columns,
        )  # fmt: skip


def _side_by_side(
    words: Words,
    name: str,
    rows: pd.DataFrame,
    by: Sequence[str],
    labels: Sequence[str],
    columns: Sequence[str],
    most: int | None = None,
) -> Table:
    """Return a table with a row for each item and columns for each bot; the file has `rows`.

    Parameters
    ----------
    by : sequence of str
        The columns that name an item.
    columns : sequence of str
        What is shown of each bot, as declared.
    most : int, optional
        How many items the page has room for.
    """
    wide = rows[by].drop_duplicates(ignore_index=True)
    shown = []
    for place, label in enumerate(labels):
        mine = rows[rows["bot"] == label].drop(columns="bot").set_index(list(by))
        wide = wide.merge(mine.add_prefix(f"{place}_"), left_on=by, right_index=True)
        for column in columns:
            of_bot = words.column(column, bot=label, place=place)
            shown.append(replace(of_bot, is_brief=len(labels) <= FEW_BOTS))
    frame = wide if most is None else wide.head(most)
    return words.table(name, frame, file=rows, more=shown, listed=len(frame), of=len(wide))
