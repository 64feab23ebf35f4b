"""What can be known before playing is said before playing, by all commands that play long."""

import subprocess
import sys
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
    "tune toy.toml": "nothing to aim at",
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


@pytest.mark.parametrize(
    "command",
    ["price first-game rogue --games 1000", "fix first-game seat 4 --games 200", "run nobody",
     "sensitivity first-game --games 200", "try first-game Butcher cost=4 --games 300",
     "strongest first-game --games 4000", "synergy first-game rogue troll --games 1000",
     "exploit first-game --games 1999"],
)  # fmt: skip
def test_it_is_said_before_numba_is_loaded(command: str) -> None:
    code = "import sys; sys.modules['numba'] = None\nfrom balance.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *command.split()], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "too few" in done.stderr or "no such file" in done.stderr


def test_too_few_games_for_all_cards_are_refused_before_playing(toy_file: Path) -> None:
    done = run_here("strongest", "toy.toml", "--games", "5000", folder=toy_file.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--games 5000: too few for 3 cards; expected at least 6,144." in done.stderr
    assert "games to play" not in done.stderr
    assert [path.name for path in toy_file.parent.iterdir()] == ["toy.toml"]
