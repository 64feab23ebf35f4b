"""`balance sensitivity` and `balance tune`: of Pig, with two numbers that may be changed."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from balance.analysis.requirements import real_harm
from balance.app.commands.sensitivity import sensitivity
from balance.app.commands.tune import Allowed, tune
from balance.app.output import Output
from balance.app.report_files import ReportFiles
from balance.app.study import StudyOptions
from balance.errors import Interrupted, ScenarioError, StoreError
from balance.scenario.files import read_scenario
from balance.scenario.number_changes import Change
from balance.scenario.overrides import Overrides
from balance.scenario.prepare import prepare
from tests.conftest import ROOT
from tests.tuning.numbered import KEY, MORE, PRINTED

GAME = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from dataclasses import replace
from balance.games.loading import load_game
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from tests.tuning.numbered import numbered
values = {{"name": "pig", "game": "examples/pig", "bots": ["hold_at", "hold_at"]}}
scenario = Scenario.model_validate(values).at(Path({str(ROOT)!r}) / "test.toml")
GAME = replace(numbered(prepare(scenario)).match.game, name="numbered")
"""
SCENARIO = """
name = "try"
game = "numbered"
seed = 7
bots = ["hold_at", "hold_at"]
"""
LONGER = """
[[require]]
what = "mean_rounds in {}"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a game and a scenario of it; it is the current one."""
    (tmp_path / "numbered").mkdir()
    (tmp_path / "numbered" / "__init__.py").write_text(GAME, encoding="utf-8")
    (tmp_path / "try.toml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BALANCE_TRUST", str(tmp_path / "numbered"))
    return tmp_path


def require(folder, rounds):
    (folder / "try.toml").write_text(SCENARIO + LONGER.format(rounds), encoding="utf-8")


def options(**keys):
    output = Output(files=ReportFiles(tables=True))
    usual = {"command": "balance ...", "games": 2048, "workers": 1, "output": output}
    return StudyOptions(**(usual | keys))


def test_each_number_is_changed_by_a_step_and_ranked(folder, capsys):
    require(folder, "25..30")
    sensitivity("try.toml", Overrides(), options(), step=10)
    out = folder / "reports" / "numbered" / "try-sensitivity"
    table = pd.read_csv(out / "tables" / "changes.csv")
    assert set(table["key"]) == {KEY, MORE}
    assert len(table) == 4
    # A longer game helps where longer is aimed at, and a shorter one harms as much.
    longer = table["now"] > table["was"]
    assert (table.loc[longer, "value"] < 0).all()
    assert (table.loc[~longer, "value"] > 0).all()
    assert table["is_sure"].all()
    assert "mean_rounds in 25..30_value" in table
    balance = pd.read_csv(out / "tables" / "balance.csv").set_index("measure")
    assert balance.loc["mean_rounds in 25..30", "aim_low"] == 25
    shown = " ".join(capsys.readouterr().out.split())
    assert "changes of one number each" in shown
    assert (out / "index.html").is_file()
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["kind"] == "sensitivity"
    assert manifest["finished"]


def test_the_same_command_again_plays_nothing(folder, capsys):
    sensitivity("try.toml", Overrides(), options(), step=10)
    first = capsys.readouterr()
    sensitivity("try.toml", Overrides(), options(), step=10)
    again = capsys.readouterr()
    assert again.out == first.out
    assert "games to play" in first.err
    assert "games to play" not in again.err


def test_only_selected_numbers_are_changed(folder):
    sensitivity("try.toml", Overrides(), options(), ["*.more"], 10)
    table = pd.read_csv("reports/numbered/try-sensitivity/tables/changes.csv")
    assert set(table["key"]) == {MORE}


def test_a_folder_of_another_run_is_refused(folder):
    sensitivity("try.toml", Overrides(), options(out=Path("out")), step=10)
    with pytest.raises(StoreError, match="seed was 7, now 8"):
        sensitivity("try.toml", Overrides(seed=8), options(out=Path("out")), step=10)


@pytest.mark.parametrize(
    ("games", "only", "said"),
    [
        (100, (), "--games 100: too few; expected at least"),
        (2048, ["cards.*"], r"cards\.\*: no number of this table has that name"),
    ],
)
def test_an_error_of_the_user_is_one_sentence(folder, games, only, said):
    with pytest.raises(ScenarioError, match=said):
        sensitivity("try.toml", Overrides(), options(games=games), only)


def test_a_step_below_0_is_left_out(folder):
    sensitivity("try.toml", Overrides(), options(games=300), ["*.more"], 200)  # 30 - 200, and 230
    assert len(pd.read_csv("reports/numbered/try-sensitivity/tables/changes.csv")) == 1


def test_a_game_without_numbers_is_refused(folder):
    text = SCENARIO.replace('"numbered"', f'"{ROOT}/examples/pig"')
    (folder / "plain.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError, match="Pig does not list the numbers"):
        sensitivity("plain.toml", Overrides(), options())


def tuned_to(folder, rounds, reach=3, **keys):
    require(folder, rounds)
    allowed = Allowed(reach=reach, changes=2, **keys)
    tune("try.toml", Overrides(), options(), allowed)


def test_the_fewest_changes_are_written_as_a_scenario_that_plays(folder, capsys):
    sensitivity("try.toml", Overrides(), options(), step=10)
    balance = pd.read_csv("reports/numbered/try-sensitivity/tables/balance.csv")
    now = float(balance.set_index("measure")["value"]["mean_rounds"])
    capsys.readouterr()
    aim = f"{now + 0.15:.2f}..{now + 2:.2f}"
    tuned_to(folder, aim, reach=4)
    shown = capsys.readouterr().out
    assert "change the requirement is met on fresh deals" in " ".join(shown.split())
    written = tomllib.loads((folder / "try-tuned.toml").read_text(encoding="utf-8"))
    assert written["name"] == "try-tuned"
    assert written["set"]
    assert [one["what"] for one in written["require"]] == [f"mean_rounds in {aim}"]
    target = (
        prepare(read_scenario("try-tuned.toml")).cells[0].match.game_table.array["target"].item()
    )
    assert 101 <= target <= 108
    front = pd.read_csv("reports/numbered/try-tune/tables/front.csv")
    assert front["changes"].tolist()[0] == 0
    assert front.loc[front["is_chosen"], "met"].tolist() == [1]


def test_a_target_out_of_reach_is_reported_with_the_nearest_of_what_was_tried(folder, capsys):
    tuned_to(folder, "200..300")
    shown = " ".join(capsys.readouterr().out.split())
    assert "Not met: mean_rounds in 200..300" in shown
    assert "alone came to" not in shown  # as that is the set that is advised
    assert (folder / "try-tuned.toml").is_file()  # nearer all the same


def test_a_game_on_target_needs_no_change(folder, capsys):
    tuned_to(folder, "1..900")
    shown = capsys.readouterr().out
    assert "The requirement is met as it is: no change is needed." in shown
    assert not (folder / "try-tuned.toml").exists()


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        ({"only": ("cow.*",)}, r"--only cow\.\*: no number has that name"),
        ({"never": ("cow.*",)}, r"--never cow\.\*: no number has that name"),
        ({"limit": ("cow.*=1..2",)}, r"--limit cow\.\*: no number has that name"),
        ({"limit": ("rules.pig.more=2..1",)}, "expected a pattern of numbers and their range"),
        ({"never": ("rules.*",)}, "no number may change"),
    ],
)
def test_what_may_change_is_refused_in_one_sentence(folder, allowed, said):
    with pytest.raises(ScenarioError, match=said):
        tuned_to(folder, "25..30", **allowed)


def test_a_scenario_without_requirements_has_nothing_to_aim_at(folder):
    with pytest.raises(ScenarioError, match=r"try\.toml: nothing to aim at: expected one"):
        tune("try.toml", Overrides(), options(), Allowed())


def test_numbers_stay_within_reach_and_limits():
    allowed = Allowed(never=("rules.pig.target",), limit=("rules.*.more = 20..31",), reach=2)
    assert allowed.numbers(PRINTED) == {MORE: 30}
    assert allowed.has(Change(MORE, 30, 31), PRINTED)
    assert not allowed.has(Change(MORE, 30, 32), PRINTED)  # above the limit
    assert not allowed.has(Change(MORE, 30, 27), PRINTED)  # out of reach


def test_a_search_that_is_stopped_says_what_was_best_so_far(folder, capsys, monkeypatch):
    def stopped(*arguments):
        raise Interrupted("Stopped.")

    monkeypatch.setattr("balance.tuning.tables.Tables.again", stopped)
    tuned_to(folder, "200..300")
    shown = " ".join(capsys.readouterr().out.split())
    assert "Stopped before the test on fresh deals" in shown
    assert not (folder / "try-tuned.toml").exists()


def test_a_file_of_another_kind_is_refused(folder):
    require(folder, "25..30")
    with pytest.raises(ScenarioError, match=r"--write a\.csv: the name of a scenario file"):
        tune("try.toml", Overrides(), options(), Allowed(), Path("a.csv"))


def test_harm_in_a_few_games_is_none():
    seen = pd.DataFrame({"harm_low": [0.02, 0.02, -0.01, np.nan], "seats": [399, 4096, 4096, 4096]})
    assert real_harm(seen).tolist() == [False, True, False, False]
