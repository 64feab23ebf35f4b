"""The example notebooks run, and say of their games what the report says."""

import contextlib
import io
import os
import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from nbclient import NotebookClient

from tests.conftest import ROOT
from tests.program import LONG

FOLDER = ROOT / "examples" / "notebook"
FIRST = FOLDER / "first-look.ipynb"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LONGEST = "value-of-a-card"  # a minute, with few games too
OTHERS = [path for path in NOTEBOOKS if path != FIRST]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The first notebook, run in a kernel in an empty folder, and that folder."""
    folder = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(FIRST, as_version=4)
    lines = [f"{name}.to_csv('{name}.csv')" for name in ("by_seat", "seats", "card")]
    notebook.cells.append(nbformat.v4.new_code_cell("\n".join(lines)))
    client = NotebookClient(notebook, timeout=LONG, resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"})
    return notebook, folder


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.outputs and cell.execution_count is None for cell in code(notebook))


def with_fewer_games(source):
    source = source.replace("../pig", str(ROOT / "examples" / "pig"))
    source = re.sub(r"\bgames=[\d_]+", "games=300", source)
    return re.sub(r"\bhalfwidth=\d+", "halfwidth=40", source)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.system if path.stem == LONGEST else ())
        for path in OTHERS
    ],
    ids=lambda path: path.stem,
)
def test_the_cells_of_a_notebook_run(path, tmp_path, monkeypatch):
    # In this process, which is faster than a kernel for each.
    monkeypatch.chdir(tmp_path)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in code(nbformat.read(path, as_version=4)):
            exec(with_fewer_games(cell.source), names)
    assert "balance" in names


def test_the_docs_name_a_first_look_and_five_how_tos():
    assert len(OTHERS) == 5
    pages = "".join(path.read_text(encoding="utf-8") for path in Path(ROOT, "docs").rglob("*.md"))
    assert all(f"examples/notebook/{path.name}" in pages for path in NOTEBOOKS)


@pytest.mark.system
def test_a_notebook_shows_findings_tables_and_a_figure_but_no_progress(ran):
    notebook, _ = ran
    shown = texts(notebook)
    assert any("<li>" in text and "games</p>" in text for text in shown)
    assert any("<table" in text for text in shown)
    kinds = [kind for output in outputs(notebook) for kind in output.get("data", {})]
    assert kinds.count("image/png") == 1
    assert not any("<progress" in text for text in shown)


@pytest.mark.system
def test_the_last_game_is_narrated(ran):
    notebook, _ = ran
    assert any("The game is over after" in text for text in texts(notebook))


@pytest.mark.system
def test_its_intervals_are_those_of_the_report(ran):
    _, folder = ran
    own = pd.read_csv(folder / "by_seat.csv")
    report = pd.read_csv(folder / "seats.csv")
    assert own["rate"].to_numpy() == pytest.approx(report["estimate"].to_numpy(), abs=1e-6)
    for end in ("low", "high"):
        assert own[end].to_numpy() == pytest.approx(report[end].to_numpy(), abs=0.001)


@pytest.mark.system
def test_its_card_has_seats_on_both_sides(ran):
    _, folder = ran
    card = pd.read_csv(folder / "card.csv", index_col=0)
    assert card["seats"].sum() == 4000
    assert (card["low"] < card["rate"]).all()


def code(notebook):
    """Return the cells of code."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook):
    return [output for cell in code(notebook) for output in cell.outputs]


def texts(notebook):
    """Return everything that the notebook shows as text."""
    return [
        text
        for output in outputs(notebook)
        for text in (output.get("text", ""), *output.get("data", {}).values())
        if isinstance(text, str)
    ]
