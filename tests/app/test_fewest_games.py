"""Commands that need a least number of games say so before anything is played."""

from pathlib import Path

import pytest

from balance.runner import batches
from tests.program import run_here

PLAYTESTS = "game,seat,score\n1,1,43\n1,2,38\n2,1,40\n2,2,38\n"
FEWEST = {
    "playtests p.csv --scenario toy.toml --games": 2_000,
    "plan toy.toml --pilot": 256,
    "plan toy.toml --designs ban --pilot": 256,
    "price toy.toml charm --games": 512,
    "synergy toy.toml charm bell --games": 512,
    "try toy.toml cards.bell.price=6 --games": 512,
    "fix toy.toml card charm --to 0pp --games": 512,
    "strongest toy.toml --games": 2 * 2 * 256 * 2 * 3,  # halves, players, rounds, cards
    "exploit toy.toml --games": 2_000,
}


@pytest.mark.parametrize(("command", "fewest"), FEWEST.items())
def test_one_game_less_than_the_least_is_refused(toy_file: Path, command: str, fewest: int) -> None:
    (toy_file.parent / "p.csv").write_text(PLAYTESTS, encoding="utf-8")
    option = command.rsplit(maxsplit=1)[-1]
    done = run_here(*command.split(), str(fewest - 1), folder=toy_file.parent)
    assert done.returncode == 2
    said = " ".join(done.stderr.split())
    assert f"Error: {option} {fewest - 1}: too few" in said
    assert said.endswith(f"expected at least {fewest:,}.")
    if "strongest" not in command:  # games show which cards there are to compare
        assert "games to play" not in done.stderr
    one = run_here(*command.split(), "1", folder=toy_file.parent)
    assert "too few" in one.stderr
    assert "games to play" not in one.stderr


@pytest.mark.parametrize(
    "command", [one for one in FEWEST if one.split()[0] not in ("exploit", "price")]
)
def test_the_least_number_of_games_is_enough(toy_file: Path, command: str) -> None:
    (toy_file.parent / "p.csv").write_text(PLAYTESTS, encoding="utf-8")
    done = run_here(*command.split(), str(FEWEST[command]), folder=toy_file.parent)
    assert done.returncode == 0, done.stderr
    assert "too few" not in done.stdout + done.stderr


def test_a_pilot_of_which_no_game_ends_says_so(
    toy_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MAX_DECISIONS", 1)
    done = run_here("plan", "toy.toml", "--pilot", "1000", folder=toy_file.parent)
    assert done.returncode == 2
    assert "none of 1,000 games ended" in " ".join(done.stderr.split())
