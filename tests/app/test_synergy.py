"""`balance synergy`: of the toy game, whose win rates are known."""

from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from balance.cli.main import app
from balance.engine.services import Handicap
from balance.errors import ScenarioError
from balance.scenario.experiments import handicapped
from balance.selftest.toy_studies import toy, truth_of


def lost(*cards: str) -> float:
    """Return what a player loses, by the rules, who may take none of these cards."""
    bans = [Handicap(card=card, is_banned=True) for card in cards]
    return 1 / 2 - truth_of(handicapped(toy(2, 1).match, *bans)).of_first_entry()


def test_shares_and_synergies_are_those_of_the_rules(toy_file: Path) -> None:
    words = ["synergy", str(toy_file), "Charm", "bell", "--games", "40000", "--out", "found"]
    done = CliRunner().invoke(app, [*words, "--tables"])
    assert done.exit_code == 0, done.output
    charm, bell, both = lost("charm"), lost("bell"), lost("charm", "bell")
    shares = pd.read_csv("found/tables/shares.csv").set_index("id")
    truth = {"charm": (charm + both - bell) / 2, "bell": (bell + both - charm) / 2}
    for card, share in truth.items():
        assert shares["low"][card] < share < shares["high"][card]
        assert shares["high"][card] - shares["low"][card] < 0.02
    synergy = pd.read_csv("found/tables/synergies.csv").iloc[0]
    assert synergy["low"] < charm + bell - both < synergy["high"]
    page = Path("found/index.html").read_text(encoding="utf-8")
    heads = page[: page.index('id="table-')]  # each finding leads to the table with its numbers
    assert heads.index('href="#table-shares"') < heads.index('href="#table-synergies"')
    again = CliRunner().invoke(app, words)
    assert "games to play" not in again.output


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["charm"], "synergy: expected 2 to 6 different cards, not 1"),
        (["charm", "Charm"], "different cards, not 1"),
        (["charm", "sword"], "sword: no card of this table is called so"),
    ],
)
def test_mistakes_are_one_sentence(toy_file: Path, cards: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["synergy", str(toy_file), *cards])
    assert isinstance(done.exception, ScenarioError)
    assert message in str(done.exception)
