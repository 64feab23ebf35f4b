"""The Python interface plays, loads and lists what the command line does."""

import subprocess
import sys
from fractions import Fraction
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import balance
from balance.errors import Interrupted
from balance.scenario.python_arguments import python_value
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig" / "pig.toml")
GAMES = 400


@pytest.fixture(scope="module")
def run() -> balance.RunResult:
    return balance.run(PIG, games=GAMES, seed=5, records=True, progress=False)


def test_import_loads_nothing_else() -> None:
    code = (
        "import sys, balance; known = set(sys.modules); dir(balance); "
        "heavy = {'numpy', 'pandas', 'numba', 'typer', 'matplotlib'} & known; "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_every_name_is_there_and_documented() -> None:
    for name in balance.__all__:
        assert getattr(balance, name).__doc__, name
    assert set(balance.__all__) <= set(dir(balance))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        balance.nonsense  # noqa: B018


def test_the_package_of_games_lists_the_games() -> None:
    assert balance.games()["name"].tolist() == ["valeria", "king_of_the_valley", "dominion"]


def test_lists_have_the_game_in_their_first_column() -> None:
    bots = balance.list("bots")
    assert list(bots.columns[:2]) == ["game", "name"]
    assert set(bots["game"]) == set(balance.games()["name"])
    assert "first-game" in set(balance.scenarios("valeria")["name"])
    assert set(balance.scenarios("valeria")["game"]) == {"valeria"}
    with pytest.raises(balance.ScenarioError, match="did you mean 'bots'"):
        balance.list("bot")


def test_a_table_has_estimate_low_high_and_n(run: balance.RunResult) -> None:
    seats = run.table("seats")
    assert seats.columns[:1].tolist() == ["seat"]
    assert {"estimate", "low", "high", "n"} <= set(seats.columns)
    assert (seats["low"] < seats["estimate"]).all()
    assert (seats["estimate"] < seats["high"]).all()
    assert seats["estimate"].sum() == pytest.approx(1)
    assert set(seats["n"]) == {run.cells["deals"][0]}
    assert seats.equals(run.table("win_rate_by_seat"))
    assert seats.attrs["title"]


def test_a_table_that_is_not_there_is_one_sentence(run: balance.RunResult) -> None:
    with pytest.raises(balance.ScenarioError, match=r"table 'seat': did you mean 'seats'\?"):
        run.table("seat")
    with pytest.raises(balance.ScenarioError, match="figure 'nonsense'"):
        run.figure("nonsense")


def test_tables_and_figures_are_those_of_the_report(run: balance.RunResult, tmp_path: Path) -> None:
    page = run.report(tmp_path / "report", tables=True, figures=True)
    assert page == tmp_path / "report" / "index.html"
    files = {path.stem for path in (tmp_path / "report" / "tables").glob("*.csv")}
    assert set(run.tables["name"]) <= files
    drawn = {path.stem for path in (tmp_path / "report" / "figures").glob("*.png")}
    assert set(run.figures["name"]) <= drawn
    for name in run.tables["name"]:
        stored = pd.read_csv(tmp_path / "report" / "tables" / f"{name}.csv")
        assert len(stored) == len(run.table(name))
    assert run.figure(run.figures["name"][0]).axes
    assert run.report(tmp_path / "report") == page  # again
    assert balance.load(tmp_path / "report").table("seats").equals(run.table("seats"))


def test_a_report_is_not_written_over_something_else(
    run: balance.RunResult, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(balance.StoreError, match="something else than a run"):
        run.report(tmp_path)
    other = balance.run(PIG, games=60, seed=8, out=str(tmp_path / "other"), progress=False)
    with pytest.raises(balance.StoreError, match=r"contains another run: .*seed"):
        run.report(other.folder)


def test_a_run_can_be_loaded_again(tmp_path: Path) -> None:
    played = balance.run(PIG, games=GAMES, seed=5, out=tmp_path / "run", progress=False)
    loaded = balance.load(tmp_path / "run")
    assert loaded.games == played.games == GAMES
    assert loaded.table("seats").equals(played.table("seats"))
    with pytest.raises(balance.StoreError):
        balance.load(tmp_path)


def test_the_same_call_plays_nothing_again(
    run: balance.RunResult, capsys: pytest.CaptureFixture[str]
) -> None:
    again = balance.run(PIG, games=GAMES, seed=5, records=True)
    assert again.folder == run.folder
    assert "to play" not in capsys.readouterr().err
    assert balance.run(PIG, games=GAMES, seed=6, progress=False).folder != run.folder


def test_progress_can_be_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    balance.run(PIG, games=60, seed=9, progress=False)
    assert capsys.readouterr() == ("", "")
    balance.run(PIG, games=80, seed=9)
    assert "80 games to play" in capsys.readouterr().err


def test_findings_carry_their_facts(run: balance.RunResult) -> None:
    assert run.findings
    assert all(finding.text and finding.facts is not None for finding in run.findings)
    assert {finding.text for finding in run.all_findings}
    assert str(run.findings).splitlines()[0] == run.findings[0].text


def test_results_are_shown_in_notebooks_with_their_text_escaped(run: balance.RunResult) -> None:
    page = run._repr_html_()
    assert f"{GAMES} games" in page
    assert run.findings._repr_html_() in page
    hostile = balance.Narration(["<script>alert(1)</script>"])
    assert "<script>" not in hostile._repr_html_()
    assert repr(run).startswith("Pig, pig: 400 games\n")


def test_records_are_a_dataset_that_is_read_on_demand(run: balance.RunResult) -> None:
    dataset = run.records()
    assert dataset.count_rows() == 2 * GAMES
    wins = dataset.to_table(columns=["seat", "win"]).to_pandas()
    rates = wins.groupby("seat")["win"].mean()
    assert rates.to_numpy() == pytest.approx(run.table("seats")["estimate"].to_numpy(), abs=1e-6)
    with pytest.raises(balance.ScenarioError, match="variant 'nobody'"):
        run.records("nobody")
    with pytest.raises(balance.StoreError, match="records=True"):
        balance.run(PIG, games=50, seed=5, progress=False).records()


def test_the_command_of_a_run_plays_the_same_games() -> None:
    run = balance.run(
        PIG, games=50, seed=5, players=2, bots=["hold_at", "random"], set={"target": 40},
        progress=False,
    )  # fmt: skip
    assert run.command == (
        f"balance run {PIG} --games 50 --seed 5 --players 2 --bots hold_at,random --set target=40"
    )


def test_compare_has_a_table_of_differences() -> None:
    run = balance.compare(PIG, games=GAMES, set={"target": 50}, progress=False)
    assert run.cells["name"].tolist() == ["pig", "pig, target = 50"] or len(run.cells) == 2
    rows = run.table("differences")
    assert {"first", "second", "estimate", "low", "high"} <= set(rows.columns)
    rounds = rows[rows["measure"].str.contains("rounds")]
    assert (rounds["estimate"] < 0).all()  # a lower target makes games shorter


def test_check_has_a_verdict_for_each_requirement(tmp_path: Path) -> None:
    scenario = tmp_path / "even.toml"
    scenario.write_text(
        Path(PIG).read_text().replace('game = "."', f'game = "{ROOT / "examples" / "pig"}"')
        + '\n[[require]]\nwhat = "seat_gap < 40pp"\n[[require]]\nwhat = "mean_rounds < 3"\n'
    )
    checked = balance.check(scenario, games=2000, progress=False)
    assert checked.table["verdict"].tolist() == ["yes", "no"]
    assert not checked
    assert not checked.passed
    assert "failed" in checked._repr_html_()
    assert {"what", "estimate", "low", "high", "n"} <= set(checked.table.columns)


def test_play_returns_a_game_in_sentences() -> None:
    lines = balance.play(PIG, game=3, seed=5)
    assert lines[0].startswith("Pig, game 3 of seed 5:")
    assert str(lines) == "\n".join(lines)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"games": -1}, "games = -1: expected a number above 0"),
        ({"games": "20"}, r"games = '20': expected a whole number, without quotes\.$"),
        ({"games": 20.5}, "games = 20.5: expected a whole number"),
        ({"games": True}, "games = True: expected a whole number"),
        ({"workers": 0}, "workers = 0: expected 1 or more"),
        ({"noise": 0.1}, "noise = 0.1: expected a list of numbers"),
        ({"bots": {"hold_at", "random"}}, "bots = .*expected"),
        ({"set": {"target": object()}}, "set: target = .*expected a number"),
        ({"set": {3: 1}}, "set: 3: expected a text"),
        ({"set": [3]}, r"set = \[3\]: expected a mapping"),
        ({"records": 1}, "records = 1: expected True or False"),
        ({"players": 9}, "not for 9"),
        ({"set": {"nonsense": 1}}, "nonsense"),
        ({"bots": "nobody"}, "no bot 'nobody'"),
        ({"bots": "hold_at~2"}, "'2' is not the chance of a random choice"),
        ({"designs": "nonsense"}, "nonsense"),
        ({"until": "soon"}, "soon"),
        ({"backend": "nonsense"}, "nonsense"),
    ],
)
def test_errors_are_one_sentence(arguments: dict[str, object], expected: str) -> None:
    with pytest.raises(balance.BalanceError, match=expected):
        balance.run(PIG, progress=False, **arguments)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers(run: balance.RunResult) -> None:
    arguments = {
        "games": np.float64(20), "seed": np.uint64(5), "workers": np.int8(1),
        "players": np.array(2), "bots": np.array(["hold_at", "hold_at"]),
        "set": {np.str_("target"): np.int64(50)}, "progress": np.bool_(False),
    }  # fmt: skip
    played = balance.run(PIG, **arguments)  # type: ignore[arg-type]
    assert "--set target=50" in played.command
    assert played.games == 20
    narrated = balance.play(PIG, game=np.int64(3), set={"target": np.int64(50)})  # type: ignore[arg-type]
    assert narrated == balance.play(PIG, game=3, set={"target": 50})
    assert run.table(np.str_("seats")).equals(run.table("seats"))


def test_all_that_is_in_lists_and_mappings_becomes_that_of_python() -> None:
    given = {
        "a": np.arange(2), "b": [np.int64(1), (np.float32(0.5), {"c": np.str_("x")})],
        "d": pd.Series([1, 2]), "e": Path("a.csv"), "f": Fraction(1, 2), "g": range(2),
    }  # fmt: skip
    assert repr(python_value(given, "set")) == repr(
        {
            "a": [0, 1], "b": [1, [0.5, {"c": "x"}]], "d": [1, 2], "e": "a.csv", "f": 0.5,
            "g": [0, 1],
        }
    )  # fmt: skip


def test_every_function_checks_its_arguments() -> None:
    more: dict[str, dict[str, object]] = {"try_change": {"set": {}}, "diff": {"two": "x"}}
    for name in set(balance.__all__) - {"games"}:
        function = getattr(balance, name)
        if not isinstance(function, type):
            first, *_ = signature(function).parameters
            with pytest.raises(balance.ScenarioError, match=f"^{first} = 5: expected a text"):
                function(5, **more.get(name, {}))


def test_ctrl_c_is_a_keyboard_interrupt() -> None:
    assert issubclass(Interrupted, KeyboardInterrupt)


def test_a_measure_is_read_by_its_key(run: balance.RunResult) -> None:
    measures = run.measures()
    assert measures["rounds"].low < measures["rounds"].value < measures["rounds"].high
    seats = run.table("seats")
    assert measures["first"].value == pytest.approx(seats["estimate"][0] - 0.5)
    with pytest.raises(balance.ScenarioError, match="variant 'none'"):
        run.measures("none")
