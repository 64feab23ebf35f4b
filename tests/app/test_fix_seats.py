"""`balance fix SCENARIO seat all`: of the toy game, in which gold moves from seat to seat."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from balance.app.commands.fix import Fix, FixOptions, _Search, fix
from balance.app.fix_words import fix_answer, fix_lines
from balance.app.subject_table import SubjectTable
from balance.cli.main import app
from balance.errors import Interrupted, ScenarioError
from balance.scenario import levers
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides
from balance.stats.jackknife import Replicates
from balance.stats.picked import FOLDS


@pytest.fixture
def uneven(toy_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scenario in which the first seat has 3 gold more, and gold can be given."""
    with toy_file.open("a", encoding="utf-8") as file:
        file.write("table.first = 3\n")

    def goods(cell):
        return {"gold": lambda amounts: {"first": max(3 + amounts[0] - amounts[1], 0)}}

    monkeypatch.setattr(levers, "starting_goods", goods)
    return toy_file


def fixed(place: Path) -> Fix:
    return fix(str(place), "seat", "all", Overrides(), FixOptions(games=2000, workers=1), True)


def test_the_set_that_is_found_is_played_on_fresh_deals(uneven: Path) -> None:
    found = fixed(uneven)
    (best,) = found.confirmed
    assert best.tried.values == {"gold": (0, 3)}
    assert best.is_made
    made = "This makes all seats even: every interval is within 2 points of it."
    assert made in fix_lines(found, "toy.toml")
    assert best.result.low[0] < 0.5 < best.result.high[0]
    assert best.result.deals[0] == found.before.deals[0]
    assert found.before.value[0] > 0.53
    assert (found.games, found.fresh_games) == (2000, 10_000)
    (table,) = fix_answer(found, "toy.toml").as_values("balance fix")["tables"]
    assert [(row["seat"], row["values"]) for row in table["rows"]] == [(1, "gold 0"), (2, "gold 3")]
    text = " ".join(fix_lines(found, "toy.toml"))
    assert "Seats start with 0 and 3 more gold: seats win" in text
    assert "farthest off" in text
    assert "balance try toy.toml first=0" in text


def test_the_best_set_is_written_as_a_scenario(uneven: Path, tmp_path: Path) -> None:
    place = tmp_path / "even.toml"
    with uneven.open("a", encoding="utf-8") as file:
        file.write('[[variants]]\nname = "short"\ngames = 20\nset.sides = 4\n')
    words = ["fix", str(uneven), "seat", "all", "--games", "2000", "--write", str(place)]
    done = CliRunner().invoke(app, words)
    assert f"Written: {place}" in done.output.splitlines()
    before, written = (read_scenario(str(one)) for one in (uneven, place))
    assert written.set == {"first": 0}
    assert written.variants == before.variants != ()
    assert (written.bots, written.games, written.seed) == (before.bots, before.games, before.seed)
    assert "seats start with 0 and 3 more gold, found by:" in place.read_text(encoding="utf-8")


def test_seats_that_are_even_as_far_as_seen_are_left_as_they_are(uneven: Path) -> None:
    uneven.write_text(uneven.read_text(encoding="utf-8").replace("first = 3", "first = 0"))
    found = fixed(uneven)
    assert found.is_reached
    assert not found.confirmed
    assert not found.written
    text = " ".join(fix_lines(found, "toy.toml"))
    assert "It is even as it is, as far as seen" in text
    assert "more gold" not in text


def test_what_was_played_is_kept_when_it_is_stopped(uneven: Path, monkeypatch) -> None:
    labels: list[str] = []
    play = SubjectTable.play

    def stopped(self, settings, deals, label):
        labels.append(label)
        if len(labels) == 5:
            raise Interrupted("Stopped.")
        return play(self, settings, deals, label)

    monkeypatch.setattr(SubjectTable, "play", stopped)
    words = ["fix", str(uneven), "seat", "all", "--games", "2000", "--write", "even.toml"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 130
    assert "At most 14 sets of amounts of 1 good, 2,000 games each" in done.output
    assert "In the search only: seats start with 0 and 1 more gold: seats win" in done.output
    assert "Searched with 2,000 games of each of 2 sets of amounts" in done.output
    assert "Stopped: these are the results so far." in done.output
    assert not Path("even.toml").exists()


def test_goods_are_mixed_where_none_makes_seats_even_alone(monkeypatch) -> None:
    """The first seat wins by 7 points too often: one gold is worth 4, at most one silver 3."""
    monkeypatch.setattr(levers, "starting_goods", lambda cell: {
        good: lambda amounts, good=good: {good: amounts} for good in ("gold", "silver")
    })  # fmt: skip

    def play(settings, deals, label):
        gold, silver = settings.get("gold", (0, 0)), settings.get("silver", (0, 0))
        gain = 0.04 * (gold[0] - gold[1]) + 0.03 * (min(silver[0], 1) - min(silver[1], 1))
        rates = np.array([0.57 + gain, 0.43 - gain])
        return Replicates(rates, np.tile(rates, (FOLDS, 1)), np.full(2, FOLDS))

    match = SimpleNamespace(
        game_table=SimpleNamespace(num_seats=2),
        game=SimpleNamespace(experiments=SimpleNamespace(editable_numbers=None)),
    )
    subject = levers.Subject(levers.SEAT, "all seats", levers.ALL_SEATS)
    table: Any = SimpleNamespace(
        cell=SimpleNamespace(match=match), subject=subject, deals=1, play=play
    )
    search = _Search(table, 0.5, 0.005, is_too_strong=False)
    search.play_all()
    best = min(search.tried.values(), key=lambda one: one.miss(0.5))
    assert best.values == {"gold": (0, 1), "silver": (0, 1)}
    change = "seats start with 0 and 1 more gold and with 0 and 1 more silver"
    assert search.in_words(best).change == change


def test_seats_have_no_other_target_than_an_even_share(uneven: Path) -> None:
    done = CliRunner().invoke(app, ["fix", str(uneven), "seat", "all", "--to", "40%"])
    assert isinstance(done.exception, ScenarioError)
    assert "expected no --to" in str(done.exception)


def test_a_game_without_goods_to_start_with_is_refused(toy_file: Path) -> None:
    done = CliRunner().invoke(app, ["fix", str(toy_file), "seat", "all"])
    assert isinstance(done.exception, ScenarioError)
    assert "nothing that a seat can start with" in str(done.exception)
