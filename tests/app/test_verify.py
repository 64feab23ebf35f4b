"""``balance verify`` as a user runs it, on Pig to 2 points, which can be computed in the head.

Whoever rolls no 1 wins: seat 1 wins 6/7 of games, and 35/36 end in the first round.
"""

import csv
from dataclasses import replace

import numpy as np
import pytest

from balance.app.commands import verify
from balance.engine.services import Figure, Reference
from tests.conftest import ROOT
from tests.program import run_here

PIG = Reference(
    "two players",
    "pig to 2",
    (
        Figure("wins seat 1", 600 / 7, 1.0, "%", "exact"),
        Figure("rounds = 1", 35 / 36, 0.01, "", "exact"),
        Figure("points hold_at", 50.0, 0.5, "%", "exact"),
    ),
    40_000,
    ("hold_at", "hold_at"),
    {"target": 2},
    "by hand",
)
COINS = Reference("coin", "tossed", (Figure("heads", 0.5, 0.02),), 20_000)


def toss(seed, first, deals):
    """Toss every other deal a head; of ten deals the last two do not count."""
    places = np.arange(first, first + deals)
    return places[:, None] % 2, places % 10 < 8


@pytest.fixture
def balance(balance, monkeypatch, pig):
    """Run the command on Pig with these references; return what it left."""

    def run(references, *arguments):
        game = replace(pig, published_results=lambda: references)
        monkeypatch.setattr(verify, "load_game", lambda name, folder: game)
        return balance("verify", "pig", *arguments)

    return run


def test_confirmed_figures_pass(balance, tmp_path):
    done = balance((PIG,), "--out", "figures.csv")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "pig to 2 (by hand)"
    assert lines[1].startswith(
        "confirmed     two players  wins seat 1     expected 85.71 ± 1.00%, found 85."
    )
    assert lines[1].endswith("] in 40,000 games")
    assert lines[-1].startswith("3 confirmed; 40,000 games, seed 1, ")
    with (tmp_path / "figures.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["verdict"] for row in rows] == ["confirmed"] * 3
    assert float(rows[0]["low"]) < 600 / 7 < float(rows[0]["high"])
    assert (rows[0]["table"], rows[0]["bots"]) == ("target = 2", "hold_at hold_at")


def test_a_contradicted_figure_fails(balance):
    wrong = replace(PIG, figures=(Figure("wins seat 1", 83.0, 1.0, "%"), *PIG.figures[1:]))
    done = balance((wrong,), "--quiet")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1].startswith("contradicted  two players  wins seat 1 ")
    assert len(done.stdout.splitlines()) == 3
    assert done.stdout.splitlines()[-1].startswith("2 confirmed, 1 contradicted; ")


def test_more_is_played_while_a_figure_is_undecided(balance):
    narrow = replace(PIG, games=500, figures=(Figure("rounds = 1", 35 / 36, 0.01),))
    done = balance((narrow,), "--seed", "3")
    assert done.returncode == 0
    games = int(done.stdout.splitlines()[1].split(" in ")[1].split(" games")[0].replace(",", ""))
    assert games in (1000, 2000, 4000)


def test_an_undecided_figure_fails_only_if_strict(balance):
    assert balance((PIG,), "--games", "100").returncode == 0
    done = balance((PIG,), "--games", "100", "--strict")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1].startswith("undecided     two players  wins seat 1 ")
    assert done.stdout.splitlines()[1].endswith(" in 100 games")


def test_a_game_may_sample_by_itself(balance):
    done = balance((replace(COINS, sample=toss),), "--workers", "2")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "tossed"
    assert "found 0.5000 [0.4923, 0.5077]" in done.stdout


def test_only_selected_figures_are_played(balance):
    both = (PIG, replace(COINS, sample=toss))
    done = balance(both, "--only", "TOSS*")
    assert "two players" not in done.stdout
    assert balance(both, "--only", "two p*", "--games", "100").stdout.count("two players") == 3


@pytest.mark.parametrize(
    ("references", "arguments", "message"),
    [
        ((PIG,), ["--only", "tossd"], "--only tossd: Pig has no such figures"),
        ((PIG,), ["--only", "pig*", "--only", "tossd"], "--only tossd: Pig has no such figures"),
        (
            (PIG,),
            ["--out", "nowhere/f.csv"],
            "--out nowhere/f.csv: expected a file in an existing folder",
        ),
        (
            (replace(PIG, figures=(Figure("wins seat 3", 1, 1),)),),
            [],
            "two players: measure 'wins seat 3': expected one such as 'points hold_at'",
        ),
        ((replace(PIG, bots=("hold_it", "hold_at")),), [], "two players: bots: pig has no bot"),
        ((replace(PIG, table={"aim": 2}),), [], "two players: [table]: there is no key 'aim'"),
    ],
)
def test_an_error_of_the_user_is_one_sentence_and_code_2(balance, references, arguments, message):
    done = balance(references, *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"Error: {message}")


def test_a_game_without_published_results_is_refused(tmp_path):
    done = run_here("verify", str(ROOT / "examples" / "pig"), folder=tmp_path)
    assert done.returncode == 2
    assert "Pig has no published results" in done.stderr
