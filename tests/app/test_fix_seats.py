"""`balance fix SCENARIO seat all`: of the toy game, in which gold moves from seat to seat."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.app import fix_seats as module
from balance.app.commands.fix import FixOptions
from balance.app.fix_seats import fix_seats, seat_answer, seat_lines
from balance.cli.main import app
from balance.errors import ScenarioError
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides


@pytest.fixture
def uneven(toy_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scenario in which the first seat has 3 gold more, and gold can be given."""
    with toy_file.open("a", encoding="utf-8") as file:
        file.write("table.first = 3\n")

    def goods(cell):
        return {"gold": lambda amounts: {"first": max(3 + amounts[0] - amounts[1], 0)}}

    monkeypatch.setattr(module, "starting_goods", goods)
    return toy_file


def test_the_set_that_is_found_is_played_on_fresh_deals(uneven: Path) -> None:
    found = fix_seats(str(uneven), Overrides(), FixOptions(games=2000, workers=1), is_quiet=True)
    (best,) = found.sets
    assert best.amounts == (0, 3)
    assert best.is_made
    assert "This makes all seats even." in seat_lines(found, "toy.toml")
    assert best.rates.low[0] < 0.5 < best.rates.high[0]
    assert best.rates.deals[0] == found.before.deals[0]
    assert found.before.value[0] > 0.53
    assert (found.games, found.fresh_games) == (2000, 10_000)
    (table,) = seat_answer(found, "toy.toml").as_values("balance fix")["tables"]
    assert [row["amount"] for row in table["rows"]] == [0, 3]
    text = " ".join(seat_lines(found, "toy.toml"))
    assert "Seats start with 0 and 3 more gold: seats win" in text
    assert "farthest off" in text
    assert "balance try toy.toml first=0" in text


def test_the_best_set_is_written_as_a_scenario(uneven: Path, tmp_path: Path) -> None:
    place = tmp_path / "even.toml"
    words = ["fix", str(uneven), "seat", "all", "--games", "2000", "--write", str(place)]
    done = CliRunner().invoke(app, words)
    assert f"Written: {place}" in done.output.splitlines()
    assert read_scenario(str(place)).set == {"first": 0}
    assert "seats start with 0 and 3 more gold, found by:" in place.read_text(encoding="utf-8")


def test_seats_that_are_even_as_far_as_seen_are_left_as_they_are(uneven: Path) -> None:
    uneven.write_text(uneven.read_text(encoding="utf-8").replace("first = 3", "first = 0"))
    found = fix_seats(str(uneven), Overrides(), FixOptions(games=2000, workers=1), is_quiet=True)
    assert found.is_even
    assert not found.sets
    assert not found.written
    text = " ".join(seat_lines(found, "toy.toml"))
    assert "They are even as they are, as far as seen" in text
    assert "more gold" not in text


def test_seats_have_no_other_target_than_an_even_share(uneven: Path) -> None:
    done = CliRunner().invoke(app, ["fix", str(uneven), "seat", "all", "--to", "40%"])
    assert isinstance(done.exception, ScenarioError)
    assert "expected no --to" in str(done.exception)


def test_a_game_without_goods_to_start_with_is_refused(toy_file: Path) -> None:
    done = CliRunner().invoke(app, ["fix", str(toy_file), "seat", "all"])
    assert isinstance(done.exception, ScenarioError)
    assert "nothing that a seat can start with" in str(done.exception)
