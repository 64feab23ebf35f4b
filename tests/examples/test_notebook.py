"""The example notebook runs, and says of its games what their report says."""

import os

import nbformat
import pandas as pd
import pytest
from nbclient import NotebookClient

from tests.conftest import ROOT

NOTEBOOK = ROOT / "examples" / "notebook" / "first-look.ipynb"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The notebook, run in an empty folder, and that folder."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    last = nbformat.v4.new_code_cell('seats.to_csv("seats.csv")\ncard.to_csv("card.csv")')
    notebook.cells.append(last)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"})
    return notebook, folder


def test_it_is_kept_without_outputs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.outputs and cell.execution_count is None for cell in code(notebook))


def test_its_games_are_played_and_told(ran):
    notebook, _ = ran
    texts = [
        "".join(str(output.get("text", "")) for output in cell.outputs) for cell in code(notebook)
    ]
    assert "baseline: 2,000 games" in texts[0]
    assert "Round 1\n" in texts[-2]
    assert "The game is over after" in texts[-2]


def test_it_shows_a_figure(ran):
    notebook, _ = ran
    kinds = [
        kind
        for cell in code(notebook)
        for output in cell.outputs
        for kind in output.get("data", {})
    ]
    assert kinds.count("image/png") == 1


def test_its_intervals_are_those_of_the_report(ran):
    _, folder = ran
    mine = pd.read_csv(folder / "seats.csv")
    report = pd.read_csv(folder / "first-look" / "tables" / "win_rate_by_seat.csv")
    assert mine["rate"].to_numpy() == pytest.approx(report["value"].to_numpy(), abs=1e-6)
    for end in ("low", "high"):
        assert mine[end].to_numpy() == pytest.approx(report[end].to_numpy(), abs=0.001)


def test_its_card_has_seats_on_both_sides(ran):
    _, folder = ran
    card = pd.read_csv(folder / "card.csv", index_col=0)
    assert card["seats"].sum() == 4000
    assert (card["low"] < card["rate"]).all()


def code(notebook):
    """Return the cells of code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]
