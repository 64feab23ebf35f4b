"""``balance tune``: of a game whose spoilt numbers are known, and goods by number of players."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.cli.main import app
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario
from balance.scenario.number_changes import Change
from balance.scenario.prepare import PreparedCell, prepare
from balance.selftest.toy_studies import HERE, TOY
from balance.tuning.tables import Tables
from tests.conftest import ROOT


def cells_of(game: str, *players: int, **more: object) -> tuple[PreparedCell, ...]:
    grid = {"grid": {"players": list(players)}} if len(players) > 1 else {"players": players[0]}
    values = {"name": "some", "game": game, "bots": "random", "games": 100, **grid, **more}
    return prepare(Scenario.model_validate(values).at(ROOT / "some.toml")).cells


def test_goods_are_changed_by_number_of_players_and_written_so() -> None:
    cells = cells_of("valeria", 2, 4)
    tables = Tables(cells, (), None)  # type: ignore[arg-type]
    changes = [Change("seats.2of2.magic", 0, 1), Change("seats.4of4.magic", 0, 2)]
    assert {one.key for one in changes} <= set(tables.printed)
    assert "seats.2.magic" not in tables.printed
    one, two = tables.arms(changes[:1])
    assert one is not None
    assert two is None
    assert tables.words(changes)["seats.4of4.magic"] == "seat 4 of 4 starts with 2 more magic"
    settings = tables.settings(changes)
    assert settings == {"extra_magic.2": [0, 1], "extra_magic.4": [0, 0, 0, 2]}
    again = cells_of("valeria", 2, 4, set=settings)
    arms = tables.arms(changes)
    for arm, cell in zip(arms, again, strict=True):
        assert arm is not None
        assert arm.match.game_table.digest == cell.match.game_table.digest


def test_where_all_have_as_many_players_one_list_is_for_all() -> None:
    tables = Tables(cells_of("valeria", 4), (), None)  # type: ignore[arg-type]
    assert tables.settings([Change("seats.4.gold", 0, 2)]) == {"extra_gold": [0, 0, 0, 2]}


FAIR = {
    "charm": 1,
    "bell": 1,
    "crown": 1,
}  # prices: each 1 less is a point more
SPOILT = {"charm": 3, "bell": 3, "crown": 2}
NUMBERS = """

GAME = replace(GAME, experiments=replace(GAME.experiments, editable_numbers=lambda game_table: {
    f"cards.{card.id}.price": card.price for card in game_table.cards
}))
"""


@pytest.fixture
def spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scenario of the toy game, whose prices may change, with three that were spoilt."""
    monkeypatch.setenv("BALANCE_TRUST", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("toy.py").write_text((HERE / TOY).read_text(encoding="utf-8") + NUMBERS, encoding="utf-8")
    prices = "\n".join(f"set.cards.{card}.price = {price}" for card, price in SPOILT.items())
    file = tmp_path / "spoilt.toml"
    file.write_text(
        'name = "spoilt"\ngame = "toy.py"\nplayers = 2\nrequire = ["mean_score in 56.9..58"]\n'
        f'check_tiers = ["thrifty", "whim"]\nbots = "thrifty"\n{prices}\n', encoding="utf-8",
    )  # fmt: skip
    return file


def tuned(file: Path, *words: str) -> str:
    done = CliRunner().invoke(app, ["tune", str(file), "--games", "2048", *words])
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def test_three_spoilt_numbers_are_found(spoilt: Path) -> None:
    text = tuned(spoilt, "--bots", "thrifty")
    assert "With 3 changes the requirement is met on fresh deals, not as it is" in text
    settings = read_scenario("spoilt-tuned.toml").set
    assert settings == {f"cards.{card}.price": price for card, price in FAIR.items()}


def test_what_cannot_be_mended_is_said_with_what_would_help(spoilt: Path) -> None:
    text = tuned(spoilt, "--bots", "thrifty", "--only", "cards.charm.*", "--changes", "1")
    assert "Not met: mean_score in 56.9..58, " in text
    assert "A number that may not change would help with mean_score in 56.9..58, alone " in text
    assert "To allow it: --only 'cards.bell.price'" in text or "'cards.crown.price'" in text
    assert "is met on fresh deals" not in text


def test_both_bots_play_the_last_sets(spoilt: Path) -> None:
    text = tuned(spoilt, "--changes", "2")
    assert "with sets of up to 2 and games of both bots on fresh deals:" in text
    assert "Both bots played" in text
    assert "as whim plays" in text
