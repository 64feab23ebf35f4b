"""`balance strongest`: of the toy game, whose option values are known."""

from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from balance.cli.main import app
from balance.errors import ScenarioError


def test_the_strongest_card_is_found_and_tried_on_fresh_deals(toy_file: Path) -> None:
    words = ["strongest", str(toy_file), "--games", "40000", "--out", "found", "--tables"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "Charm is the strongest of 3 cards" in text
    assert "All others are clearly worse" in text
    assert "in 20,000 games on fresh deals" in text
    table = pd.read_csv("found/tables/strongest.csv")
    assert list(table["id"]) == ["charm", "bell", "crown"]
    assert table["games"].iloc[0] == table["games"].iloc[1] > table["games"].iloc[2]
    assert table["games"].sum() <= 20_000
    again = CliRunner().invoke(app, [*words, "--workers", "1"])
    assert "games to play" not in again.output
    assert again.stdout == done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--games", "6143"], "too few for 3 cards; expected at least 6,144"),
        (["--kind", "Weapon"], "fewer than two cards to compare of kind 'Weapon'; there are"),
    ],
)
def test_mistakes_are_one_sentence(toy_file: Path, options: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["strongest", str(toy_file), *options])
    assert isinstance(done.exception, ScenarioError)
    assert message in str(done.exception)
