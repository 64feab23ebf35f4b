"""Cells of sheets and options of the table, as a scenario or the command line changes them."""

from pathlib import Path

import pytest

from balance.errors import BalanceError, CardError, ScenarioError
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

SCENARIO = """
name = "valley"
game = "king_of_the_valley"
games = 10
players = 2
bots = "random"
"""


@pytest.fixture
def ready(tmp_path: Path):
    """Set up a scenario of two random players, with more lines at the end of it."""

    def ready_with(more: str = "", **changes):
        path = tmp_path / "valley.toml"
        path.write_text(SCENARIO + more, encoding="utf-8")
        return prepare(read_scenario(str(path)).changed(**changes))

    return ready_with


def game_table(found):
    return found.cells[0].match.game_table


def test_cells_bear_the_first_names_of_options(ready):
    found = game_table(ready('[table]\nhill = "late_steps"\n[set]\nhill.6.price = 12'))
    assert list(found.array[0].prices) == [2, 3, 4, 5, 7, 12]
    found = game_table(ready(set={"hill": "late_steps", "tiles.jester_i.influence": 0}))
    assert list(found.array[0].prices) == [2, 3, 4, 5, 7, 10]


def test_a_grid_of_data_sets_and_numbers_has_a_table_for_each_cell(ready):
    more = '[grid]\ndata = ["base", "late_nobles"]\nparams.start_gold.value = [2, 3]\n'
    variants = ready(more).cells
    gold = [int(variant.match.game_table.array[0].start_gold[0]) for variant in variants]
    assert gold == [2, 3, 2, 3]
    assert len({variant.match.game_table.digest for variant in variants}) == 4


def test_sheets_of_ones_own_are_found_from_the_folder_of_the_scenario(ready, tmp_path):
    rows = [f"{row},{row},{'I' if row < 3 else 'II'}" for row in range(1, 7)]
    (tmp_path / "mine.csv").write_text("\n".join(["row,price,setup_stage", *rows]))
    assert list(game_table(ready('table.hill = "mine.csv"')).array[0].prices) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"data": "late_nobels"}, r"data = 'late_nobels'.*'late_nobles'"),
        ({"tiles": "late_nobels"}, r"tiles = 'late_nobels': there is no such data"),
        ({"extra_gold": [0, 100]}, r"extra_gold.*99 or less"),
        ({"extra_gold": [0, 1, 2]}, "expected 2 numbers or fewer"),
        ({"extra_gold": 3}, "extra_gold"),
        ({"extra_glod": [1]}, "did you mean 'extra_gold'"),
        ({"allow_other_totals": "perhaps"}, "allow_other_totals"),
    ],
)
def test_an_impossible_option_is_one_sentence(ready, settings, message):
    with pytest.raises(ScenarioError, match=message) as caught:
        ready(set=settings)
    assert "\n" not in str(caught.value)


def test_an_impossible_cell_names_the_scenario_too(ready):
    with pytest.raises(CardError, match=r"hill\.csv, line 7, column price of 6, as changed"):
        ready(set={"hill.6.price": "dear"})
    with pytest.raises(BalanceError, match=r"valley\.toml.*there is no id '9' in hill"):
        ready(set={"hill.9.price": 3})
