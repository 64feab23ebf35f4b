"""Bots judge a Duke by what it pays, not by how its text is worded (V10.3)."""

from dataclasses import fields, replace

import numpy as np
import pytest

from balance.analysis.metrics import fold_sums
from balance.runner.paired_games import PairedGames
from balance.runner.stop_signal import StopSignal
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, first_cell

SIMON = "simon_the_unclean"
DEALS = 256
WORKERS = "1 vp per icon[role=worker]"
AS_PRINTED = f"{WORKERS} + 1 vp per icon[role=soldier] + 1 vp per 2 resources"


def sums_of(bot, texts):
    ready, _ = first_cell(read_scenario("first-game"), Overrides(bots=(bot,)))
    (cell,) = ready.cells
    row = [duke.id for duke in cell.match.game_table.objectives].index(SIMON)
    tables = [cell.table_with({f"dukes.{SIMON}.scoring": text}) for text in texts]
    matches = [replace(cell.match, game_table=table) for table in tables]
    tallies = [{"sums": fold_sums.tally}] * len(matches)
    games = PairedGames(matches, tallies, 1, StopSignal())
    assert games.play_to(DEALS)
    return row, [totals["sums"] for totals in games.totals]


def are_same(one, other):
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
    )


@pytest.mark.parametrize("bot", ["greedy", "policy"])
@pytest.mark.parametrize(
    ("text", "other"),
    [
        (AS_PRINTED, f"1 vp per 2 resources + 1 vp per icon[role=soldier] + {WORKERS}"),
        ("2 vp per icon[role=worker] + 2 vp per 2 resources",
         f"{WORKERS} + 1 vp per 2 resources + {WORKERS} + 1 vp per 2 resources"),
    ],
)  # fmt: skip
def test_equal_texts_in_other_words_give_the_same_games(bot, text, other):
    _, (one, two) = sums_of(bot, [text, other])
    assert are_same(one, two)


@pytest.mark.parametrize("bot", ["greedy", "policy"])
def test_a_text_that_pays_more_for_resources_is_kept_more_often(bot):
    texts = [AS_PRINTED.replace("1 vp per 2 res", f"{pay} res")
             for pay in ("1 vp per 3", "2 vp per 5", "1 vp per 2", "2 vp per 3")]  # fmt: skip
    row, sums = sums_of(bot, texts)
    kept = [int(one.kept[:, row].sum()) for one in sums]
    assert kept == sorted(kept)
    assert kept[0] < kept[1] < kept[2]


@pytest.mark.parametrize("bot", ["greedy", "policy"])
def test_the_same_share_of_resources_is_kept_as_often(bot):
    texts = [AS_PRINTED, AS_PRINTED.replace("1 vp per 2 res", "2 vp per 4 res")]
    row, (one, two) = sums_of(bot, texts)
    assert one.kept[:, row].sum() == two.kept[:, row].sum()
