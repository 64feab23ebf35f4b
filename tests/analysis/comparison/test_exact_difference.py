"""Numbers held against each other bit by bit."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from balance.analysis.comparison import exact_difference
from balance.analysis.comparison.exact_difference import of_arrays, of_records


def test_the_first_number_that_differs_is_told_and_how_many_more_do():
    one = {"wins": np.arange(6).reshape(2, 3), "games": 6}
    two = {"wins": np.array([[0, 1, 7], [3, 8, 5]]), "games": 6}
    found = of_arrays(one, two)
    assert found.first == "wins[0, 2] was 2, now 7, and 1 more differ"
    assert found.numbers == 7


def test_what_is_the_same_is_counted():
    values = {"values": np.array([1.5, np.nan, -0.0], np.float32), "names": np.array(["a", "b"])}
    found = of_arrays(values, {name: array.copy() for name, array in values.items()})
    assert (found.first, found.numbers) == ("", 5)


@pytest.mark.parametrize(
    ("two", "first"),
    [
        ({"x": np.zeros(2)}, "x[1] was -0.0, now 0.0"),
        ({"x": np.zeros(3)}, "x is float64 of shape (2,), and float64 of shape (3,)"),
        ({"x": np.zeros(2, int)}, "x is float64 of shape (2,), and int64 of shape (2,)"),
        ({}, "x is kept in the first alone"),
        ({"x": np.array([0.0, -0.0]), "y": 1}, "y is kept in the second alone"),
    ],
)
def test_what_only_looks_the_same_differs(two, first):
    assert of_arrays({"x": np.array([0.0, -0.0])}, two).first == first


ROWS = pd.DataFrame(
    {
        "number": np.repeat(np.arange(10), 2),
        "seat": np.tile([1, 2], 10).astype(np.int8),
        "bot": pd.Categorical(["greedy", "random"] * 10),
        "round": pd.array([0.5, None] * 10, "Float32"),
    }
)


@pytest.fixture
def written(tmp_path):
    """Write rows to files that are cut at these places; return the files."""

    def write(name, rows, *cuts):
        files = []
        for place, (first, last) in enumerate(zip((0, *cuts), (*cuts, len(rows)), strict=True)):
            path = tmp_path / f"{name}-{place}.parquet"
            pq.write_table(pa.Table.from_pandas(rows[first:last], preserve_index=False), path)
            files.append(path)
        return files

    return write


@pytest.mark.parametrize("cuts", [(), (4,), (2, 14), (6, 8, 18)])
def test_records_are_the_same_however_they_are_cut(written, monkeypatch, cuts):
    monkeypatch.setattr(exact_difference, "ROWS_AT_ONCE", 3)
    found = of_records(written("one", ROWS, 10), written("two", ROWS, *cuts))
    assert (found.first, found.numbers) == ("", ROWS.size)


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("bot", "random", "bot was greedy, now random"),
        ("round", 0.75, "round was 0.5, now 0.75"),
        ("round", None, "round was 0.5, now None"),
    ],
)
def test_the_first_game_that_differs_is_told(written, column, value, told):
    other = ROWS.copy()
    other.loc[12, column] = value
    found = of_records(written("one", ROWS, 10), written("two", other, 4))
    assert found.first == f"game 6, seat 1: {told}"


def test_one_may_go_on_where_the_other_ends(written):
    found = of_records(written("one", ROWS), written("two", ROWS[:16]))
    assert found.first == "the first goes on where the other ends"
    found = of_records(written("one", ROWS[:16], 8), written("two", ROWS, 2))
    assert found.first == "the second goes on where the other ends"


def test_other_columns_differ(written):
    found = of_records(written("one", ROWS), written("two", ROWS.drop(columns="round")))
    assert found.first == "they have other columns"
