"""Folders of studies, which are no runs: what commands that read runs say of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from balance.app.commands.diff import print_differences
from balance.app.commands.report import metrics_for
from balance.app.commands.run import report_again
from balance.errors import StoreError
from balance.runner.run import read_run
from balance.store.run_folder import RunFolder

AGAIN = "balance price first-game butcher"


@pytest.fixture(params=["price", "tournament"])
def study(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the folder of a study that stores games, and of one that does not."""
    folder = tmp_path / "study"
    folder.mkdir()
    identity: dict[str, Any] = {"identity": {"cells": {}}} if request.param == "price" else {}
    manifest = {"kind": request.param, "command": AGAIN, **identity}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


def test_commands_on_runs_say_what_the_folder_of_a_study_is_and_how_it_is_done_again(
    study: Path,
) -> None:
    for command in (
        lambda: report_again(study),
        lambda: read_run(study, metrics_for),  # rerun, and open_run in Python
        lambda: print_differences(study, study),
    ):
        with pytest.raises(StoreError, match=r"results of `balance \w+`, not a run") as said:
            command()
        assert str(said.value).endswith(f"it is done again with: {AGAIN}")


def test_a_run_into_the_folder_of_a_study_is_refused_for_what_it_is(tmp_path: Path) -> None:
    store = RunFolder(tmp_path / "study")
    identity = {"game": "g", "rules": "r", "tallies": "t", "seed": 1, "cells": {}}
    rest: dict[str, Any] = {
        "scenario": {}, "scenario file": "f", "settings": {}, "command": AGAIN, "versions": {},
        "started": "", "finished": None, "seconds": 0.0, "games": {}, "deals": {},
    }  # fmt: skip
    store.open({"kind": "price", "identity": identity, **rest})
    with pytest.raises(StoreError, match=r"contains results of `balance price`, not a run\."):
        store.open({"identity": {**identity, "tallies": "other"}, **rest})
