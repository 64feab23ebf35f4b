"""`balance soak`: what it prints, and the scenario that replays a failure."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.app.commands.soak import report_failure, soak_games
from balance.cli.main import app
from balance.compiling.jit import compiled
from balance.engine.layout import Record, State, Table
from balance.engine.soak import Fault
from balance.games.loading import load_game
from balance.runner.soak import Failure, SoakTester
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).resolve().parents[2]


@compiled
def keep_nothing(state: State, table: Table, record: Record) -> None:
    """Share out no win."""
    record.turns = state.turns


def test_a_game_without_failures_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert soak_games("examples/pig", 120, 2, 1, {"target": 40})
    told = capsys.readouterr().out
    assert told.startswith("120 games at 2 tables, seed 2, in ")
    assert told.endswith("Every game ended.\nNo invariant was broken.\n")


def test_a_failure_is_printed_with_its_replay_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = replace(load_game("examples/pig", ROOT), write_record=keep_nothing)
    monkeypatch.setattr("balance.runner.soak.load_game", lambda name, folder: game)
    monkeypatch.chdir(tmp_path)
    assert not soak_games(str(ROOT / "examples" / "pig"), 120, 2, 1, {})
    told = capsys.readouterr().out.splitlines()
    assert told[-2].startswith("Broken: wins, in game 0 of soak-pig-2-0.toml, after ")
    assert told[-1] == "  balance play soak-pig-2-0.toml --game 0"
    assert (tmp_path / "soak-pig-2-0.toml").read_text().startswith('name = "soak-pig-2-0"\n')


@pytest.mark.parametrize(("held", "code"), [(True, 0), (False, 1)])
def test_the_exit_code_is_1_on_a_failure(
    monkeypatch: pytest.MonkeyPatch, held: bool, code: int
) -> None:
    monkeypatch.setattr("balance.app.commands.soak.soak_games", lambda *asked: held)
    assert CliRunner().invoke(app, ["soak"]).exit_code == code


def test_all_games_are_tested_if_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def soak_one(name: str, *others: object) -> bool:
        asked.append(name)
        return name != "one"

    monkeypatch.setattr("balance.app.commands.soak.GAMES", {"one": "", "two": ""})
    monkeypatch.setattr("balance.app.commands.soak.soak_game", soak_one)
    assert not soak_games(None, 10, 1, 1, {})
    assert asked == ["one", "two"]
    assert soak_games("two", 10, 1, 1, {})
    assert asked == ["one", "two", "two"]


@pytest.mark.parametrize("table", range(6))
def test_a_table_is_the_same_when_read_from_the_written_scenario(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: int
) -> None:
    monkeypatch.chdir(tmp_path)
    scenario = SoakTester("valeria", 1, {"citizens.knight.cost": 3}, tmp_path).draw(table)
    lines = report_failure(Failure(scenario, 17, 3, Fault.SEAT.name))
    file = f"soak-valeria-1-{table}.toml"
    assert lines[1] == f"  balance play {file} --game 17"
    again = read_scenario(file)
    assert again.model_dump(mode="json") == scenario.model_dump(mode="json")
    one, two = (prepare(each).cells[0].match for each in (scenario, again))
    assert one.game_table.digest == two.game_table.digest
    assert (one.seed, one.lineup.labels, one.lineup.seats) == (
        two.seed,
        two.lineup.labels,
        two.lineup.seats,
    )
