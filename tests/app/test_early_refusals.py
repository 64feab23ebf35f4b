"""What can be known before playing is said before playing, by all commands that play long."""

from pathlib import Path

import pytest

from tests.program import run_here

GAMES = "--games 900000000"  # who played first would not come back
REFUSED = {
    "run toy.toml --set nonsense=1": "nonsense",
    "compare toy.toml --set nonsense=1": "nonsense",
    "check toy.toml": "require",
    "try toy.toml bel.prize=6": "bel",
    "fix toy.toml card charm": "--to",
    "fix toy.toml card charme --to 0pp": "charme",
    "fix toy.toml seat 9": "seat 9",
    "fix toy.toml seat all --to 30%": "--to",
    "fix toy.toml card charm --to 0pp --write charm.csv": ".toml",
    "price toy.toml charme": "charme",
    "strongest toy.toml --kind Spell": "Spell",
    "synergy toy.toml charm": "expected 2 to 6 different cards, not 1",
    "synergy toy.toml charm belll": "belll",
    "sensitivity toy.toml --only nothing.*": "does not list the numbers",
    "sensitivity toy.toml --target none.toml": "none.toml",
    "tune-cards toy.toml --target none.toml": "none.toml",
    "playtests none.csv --scenario toy.toml": "none.csv",
    "fix toy.toml seat all --write seats.csv": ".toml",
    "exploit toy.toml --bots nobody": "nobody",
}


@pytest.mark.parametrize(("command", "said"), REFUSED.items())
def test_it_is_said_before_playing(toy_file: Path, command: str, said: str) -> None:
    done = run_here(*command.split(), *GAMES.split(), folder=toy_file.parent)
    assert done.returncode == 2
    assert said in done.stderr
    assert "games to play" not in done.stderr


def test_too_few_games_for_all_cards_are_refused_before_playing(toy_file: Path) -> None:
    done = run_here("strongest", "toy.toml", "--games", "5000", folder=toy_file.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--games 5000: too few for 3 cards; expected at least 6,144." in done.stderr
    assert "games to play" not in done.stderr
    assert [path.name for path in toy_file.parent.iterdir()] == ["toy.toml"]
