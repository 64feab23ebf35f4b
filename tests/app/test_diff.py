"""Two runs compared: by more than chance, and bit by bit."""

import shutil
import sys
from pathlib import Path

import pytest

from balance.cli.main import main

PIG = Path(__file__).resolve().parents[2] / "examples" / "pig"
WIDE = 11  # variants of a scenario with many cells
# One section, as drawing figures takes most of a small run's time.
SCENARIO = f"""
name = "pig"
game = "{PIG}"
seed = 20260801
games = 2000
bots = ["hold_at", "hold_at"]
sections = ["seats"]
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of Pig: one twice, of another number of workers; longer; with another rule or seed."""
    folder = tmp_path_factory.mktemp("runs")
    scenario = folder / "pig.toml"
    scenario.write_text(SCENARIO)
    for name, *arguments in (
        ("one", "--workers", "1", "--records"),
        ("two", "--workers", "2", "--records"),
        ("more", "--games", "3000"),
        ("short", "--set", "target=50"),
        ("other", "--seed", "5", "--records"),
        ("four", "--players", "4"),
    ):
        assert balance("run", str(scenario), *arguments, "--out", str(folder / name)) == 0
    return folder


def balance(*arguments):
    """Run a command in this process; return its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["balance", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
    return int(left.value.code or 0)


@pytest.fixture
def diff(runs, monkeypatch, capsys):
    """Compare two of the runs; return the exit code and what was printed."""
    monkeypatch.chdir(runs)

    def compare(one, two, *arguments):
        capsys.readouterr()
        code = balance("diff", one, two, *arguments)
        said = capsys.readouterr()
        return code, said.out + said.err

    return compare


def test_a_run_played_twice_is_identical(diff):
    code, said = diff("one", "two", "--exact")
    assert code == 0, said
    assert said.startswith("Identical: 2,000 games, ")


def test_records_are_among_what_is_compared(diff):
    with_records, without = (diff("one", two, "--exact")[1] for two in ("two", "more"))
    assert "records" not in without
    numbers = int(with_records.split()[-2].replace(",", ""))
    assert numbers > 2000 * 2 * 10


def test_more_games_are_a_difference(diff):
    code, said = diff("one", "more", "--exact")
    assert code == 1
    assert "baseline: games was 2000, now 3000, and " in said


def test_of_other_games_the_first_that_differs_is_named(diff):
    code, said = diff("one", "other", "--exact")
    assert code == 1
    lines = said.splitlines()
    assert lines[0] == "- seed was 20260801, now 5"
    assert any("baseline, records: game 0, seat 1: " in line for line in lines)


def test_the_clearest_differences_are_first(diff):
    code, said = diff("one", "short")
    assert code == 0, said
    assert "sheets or options of baseline were changed." in said
    assert "Both have the same seed" in said
    assert "estimates" in said
    rows = said.partition("errors\n")[2].splitlines()  # the end of the head of the table
    rows = [row for row in rows if row.strip()[-1:].isdigit()]
    steps = [float(row.split()[-1].replace(",", "")) for row in rows if row.strip()]
    assert len(steps) > 3
    assert steps == sorted(steps, reverse=True)
    assert any(row.startswith("rounds ") for row in rows)


def test_with_another_seed_nothing_differs_by_more_than_chance(diff):
    code, said = diff("one", "other")
    assert code == 0, said
    assert "seed was 20260801, now 5." in said
    assert "The seeds differ" in said
    assert "No estimate differs by more than chance" in said


def test_the_same_games_have_the_same_estimates(diff):
    _, said = diff("one", "two")
    assert "Both runs have the same settings." in said
    assert "All estimates are the same" in said


def test_a_folder_without_a_run_is_one_sentence_and_code_2(diff):
    for arguments in ((), ("--exact",)):
        code, said = diff("one", ".", *arguments)
        assert code == 2
        assert "no run" in said
        assert "Traceback" not in said


def test_a_bound_that_is_broken_is_exit_code_1(diff):
    code, said = diff("one", "short", "--fail-on", "pace=5%")
    assert code == 1, said
    assert "moved by more than their bound" in said
    rows = [row for row in said.splitlines() if row.startswith("rounds ")]
    assert rows[-1].rstrip().endswith("broken")


def test_wide_bounds_are_kept(diff):
    code, said = diff("one", "short", "--fail-on", "pace=5000%", "--fail-on", "seats=90pp")
    assert code == 0, said
    assert "0 moved by more than their bound" in said


def test_runs_that_differ_by_chance_only_break_no_bound(diff):
    code, said = diff("one", "other", "--fail-on", "all", "--fail-on", "seats=1pp")
    assert code == 0, said
    assert "not yet known" in said


def test_without_an_amount_any_clear_change_breaks_a_bound(diff):
    assert diff("one", "short", "--fail-on", "rounds")[0] == 1
    assert diff("one", "two", "--fail-on", "all")[0] == 0


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("=1pp", "--fail-on '=1pp': expected a topic or number and how far it may move"),
        ("seats=-1pp", "expected a topic or number"),
        ("seats=1", "expected a topic or number"),
        ("seat=1pp", "these runs have no such number: did you mean 'seats'?"),
        ("seats=5%", "its numbers are shares: expected seats=1pp"),
        ("rounds=1pp", "its numbers are no shares: expected rounds=1%"),
        ("s=1pp", "'s' is the beginning of 'seats', 'score', 'shared', 'stopped': expected one"),
    ],
)
def test_what_is_no_bound_is_one_sentence(diff, bound, said):
    code, printed = diff("one", "two", "--fail-on", bound)
    assert code == 2
    assert said in " ".join(printed.split())


def test_a_bound_says_which_numbers_it_looked_at(diff):
    code, said = diff("one", "two", "--fail-on", "seats=1pp", "--fail-on", "pace=5%")
    said = " ".join(said.split())
    assert code == 0
    assert "seats=1pp looks at 1 number: first. " in said
    assert "pace=5% looks at 6 numbers: rounds, turns, decisions, score, winner, margin. " in said
    assert "that are shares, for which pace=...pp is: ending target reached, shared, " in said


def test_a_bound_on_seats_is_on_those_between_first_and_last(diff):
    _, said = diff("four", "four", "--fail-on", "seats=1pp")
    assert "looks at 4 numbers: first, seat 2 of 4, seat 3 of 4, last." in said


def test_the_beginning_of_a_number_is_enough(diff):
    _, said = diff("one", "two", "--fail-on", "rou=5%")
    assert "rou=5% looks at 1 number: rounds." in said


def test_numbers_that_only_one_run_has_are_said(diff):
    _, said = diff("one", "four", "--fail-on", "seats=50pp")
    said = " ".join(said.split())
    assert "looks at 1 number: first." in said
    assert "only the second run has it, 3 numbers: seat 2 of 4, seat 3 of 4, last." in said
    code, said = diff("one", "four", "--fail-on", "last=5pp")
    assert code == 2
    assert "none of its numbers could be compared" in " ".join(said.split())


def test_bounds_have_no_meaning_bit_by_bit(diff):
    assert diff("one", "two", "--exact", "--fail-on", "all")[0] == 2


@pytest.mark.parametrize("name", ["more", "two"])
def test_a_run_is_played_again_from_its_manifest(runs, monkeypatch, capsys, name):
    monkeypatch.chdir(runs)
    assert balance("rerun", name, "--workers", "1") == 0
    assert "Identical: " in capsys.readouterr().out
    assert balance("rerun", name, "--out", f"{name}-again") == 0
    assert (runs / f"{name}-again" / "index.html").exists()


def test_a_run_that_comes_out_otherwise_is_exit_code_1(runs, monkeypatch, capsys):
    monkeypatch.chdir(runs)
    shutil.copytree("one", "kept")
    longer = SCENARIO.replace("20260801", "20260802")
    (runs / "pig.toml").write_text(longer)  # the manifest decides, not the file
    try:
        assert balance("rerun", "kept") == 0
    finally:
        (runs / "pig.toml").write_text(SCENARIO)
    assert balance("rerun", "kept", "--out", "kept") == 2
    monkeypatch.setattr("balance.app.commands.run.are_identical", lambda *runs: False)
    assert balance("rerun", "kept") == 1
    assert balance("rerun", ".") == 2


def test_no_answer_takes_more_than_forty_lines_unless_asked(runs, diff):
    variants = "".join(
        f'[[variants]]\nname = "to {target}"\nset = {{ target = {target} }}\n'
        for target in range(80, 80 + 10 * WIDE, 10)
    )
    (runs / "wide.toml").write_text(SCENARIO + variants)
    for seed in (1, 2):
        assert balance("run", "wide.toml", "--games", "200", "--seed", str(seed),
                       "--out", f"wide-{seed}") == 0  # fmt: skip
    for two in ("short", "more"):
        assert len(diff("one", two)[1].splitlines()) <= 40
    _, short = diff("wide-1", "wide-2")
    _, whole = diff("wide-1", "wide-2", "--verbose")
    assert len(short.splitlines()) <= 40
    assert short.endswith("--verbose prints the tables whole.\n")
    assert whole.count("were compared") + whole.count("estimates differ") == WIDE + 1
