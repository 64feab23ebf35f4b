"""``balance check`` and ``--until`` as a user runs them, on Pig."""

import json
import re

import pytest

from tests.conftest import ROOT

# Few sections, as drawing figures takes most of a small run's time.
SCENARIO = f"""
name = "even-pig"
game = "{ROOT / "examples" / "pig"}"
question = "Is it even?"
games = 20_000
players = 2
bots = "hold_at"
sections = ["seats"]

[[require]]
what = "median_rounds in 8..12"

[[require]]
what = "seat_gap < 1pp"
why = "whoever begins should not win by it"
"""


@pytest.fixture
def balance(tmp_path, balance):
    """Run a command in a folder with the scenario above; return what it left."""
    (tmp_path / "even.toml").write_text(SCENARIO)
    return balance


def require(path, *conditions):
    """Write the scenario with other requirements."""
    lines = "".join(f"[[require]]\nwhat = '{one}'\n" for one in conditions)
    path.write_text(SCENARIO.split("[[require]]", maxsplit=1)[0] + lines)


def test_a_broken_requirement_has_its_line_and_fails(balance):
    done = balance("check", "even.toml", "--games", "60000")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"met     median_rounds in 8\.\.12: 10 \[10, 10\]; 60,000 deals", lines[0])
    assert re.fullmatch(
        r"broken  seat_gap < 1pp: 3\.\dpp \[2\.\d, 3\.\d\], seat 1; 60,000 deals "
        r"\(whoever begins should not win by it\)",
        lines[1],
    )
    assert lines[2:] == ["1 met, 1 broken."]


def test_requirements_that_are_met_pass_and_may_be_left_out(balance, tmp_path):
    require(tmp_path / "even.toml", "median_rounds in 8..12", "seat_gap < 6pp")
    done = balance("check", "even.toml", "--quiet")
    assert (done.returncode, done.stdout) == (0, "2 met.\n")


def test_an_undecided_requirement_fails_only_if_strict(balance):
    done = balance("check", "even.toml", "--games", "300")
    assert done.returncode == 0
    assert re.search(
        r"undecided  seat_gap .* 300 deals, .* more deals would decide|deals or more", done.stdout
    )
    assert balance("check", "even.toml", "--games", "300", "--strict").returncode == 1


def test_the_report_of_what_was_played_says_how_to_run_it(balance, tmp_path):
    balance("check", "even.toml", "--games", "300", "-q")
    manifest = json.loads((tmp_path / "reports/pig/even-pig/manifest.json").read_text())
    assert manifest["command"] == "balance run even.toml --games 300"


def test_stored_games_are_not_played_again(balance):
    balance("run", "even.toml", "--games", "2000")
    done = balance("check", "even.toml", "--games", "2000")
    assert "to play" not in done.stderr
    assert done.stdout == balance("check", "even.toml", "--games", "2000").stdout


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ("seat_gap < 2", "even.toml: require, number 1: what = 'seat_gap < 2': expected '2pp'"),
        ("duke_gap < 2pp", "even.toml: require, number 1: what = 'duke_gap < 2pp': Pig has no"),
        ("ending(fire) < 2%", "there is no ending 'fire': there is target reached."),
    ],
)
def test_a_wrong_requirement_is_one_sentence(balance, tmp_path, condition, sentence):
    require(tmp_path / "even.toml", condition)
    for command in ("check", "validate"):
        done = balance(command, "even.toml")
        assert done.returncode in (1, 2)
        assert sentence in done.stderr + done.stdout
        assert "Traceback" not in done.stderr
    assert balance("check", "even.toml").returncode == 2


def test_a_scenario_without_requirements_has_nothing_to_check(balance, tmp_path):
    require(tmp_path / "even.toml")
    done = balance("check", "even.toml")
    assert done.returncode == 2
    assert "even.toml: nothing to check: expected one [[require]] or more" in done.stderr


def test_only_cells_with_requirements_are_played(balance, tmp_path):
    text = SCENARIO.split("[[require]]", maxsplit=1)[0]
    text += "[grid]\nplayers = [2, 3]\n"
    text += "[[require]]\nwhat = 'seat_gap < 9pp'\nvariant = '3 players'\n"
    (tmp_path / "even.toml").write_text(text.replace("players = 2\n", ""))
    done = balance("check", "even.toml", "--games", "3000")
    assert done.returncode == 0
    assert "2 players" not in done.stderr + done.stdout


def test_a_run_ends_at_its_target_precision(balance, tmp_path):
    done = balance("run", "even.toml", "--until", "halfwidth<2pp", "--games", "100000")
    assert done.returncode == 0
    assert re.search(
        r"Note: half-width [\d.]+ \(2\.00 pp wanted\) after \d,\d{3} games: target .* reached",
        done.stderr,
    )
    manifest = json.loads((tmp_path / "reports/pig/even-pig/manifest.json").read_text())
    assert 4000 < manifest["games"]["baseline"] < 9000
    again = balance("run", "even.toml", "--until", "halfwidth<2pp", "--games", "100000")
    assert "to play" not in again.stderr
    assert again.stdout == done.stdout
    other = balance("run", "even.toml", "--until", "halfwidth<2pp", "--out", "w", "--workers", "2")
    assert other.stdout.replace("/w/", "/") == done.stdout.replace("/reports/pig/even-pig/", "/")


def test_the_maximum_of_games_is_not_exceeded(balance):
    done = balance("run", "even.toml", "--until", "halfwidth<2pp", "--games", "1000")
    assert "after 1,000 games: target precision not reached" in done.stderr
    assert "not yet" in done.stdout


def test_a_rule_that_cannot_be_read_is_one_sentence(balance):
    done = balance("run", "even.toml", "--until", "narrow")
    assert done.returncode == 2
    assert "until = 'narrow': expected 'halfwidth<0.5pp'" in done.stderr


def test_until_may_stand_in_the_scenario_and_the_report_be_written_again(balance, tmp_path):
    text = SCENARIO.replace("games = 20_000", 'games = 20_000\nuntil = "halfwidth(rounds)<0.2"')
    (tmp_path / "even.toml").write_text(text)
    done = balance("run", "even.toml")
    again = balance("report", "reports/pig/even-pig")
    assert again.returncode == 0, again.stderr
    assert again.stdout == done.stdout
