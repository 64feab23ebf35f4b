"""``balance setups`` as a user runs it, on Pig with random targets."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from balance.app.commands import setups
from balance.app.runs import stored_runs
from balance.engine.game import Bot, Piece
from balance.engine.services import RandomSetup, Setups
from balance.scenario.files import read_scenario as scenario_of
from tests.program import run_here

DOCKS = Path(__file__).parents[2] / "examples" / "games" / "docks"


def random_objective(random, players):
    """Draw a target: with a short game comes 'short', and one of two that do nothing."""
    target = random.choice([2, 60])
    return RandomSetup(
        {"target": target}, ("short" if target == 2 else "long", random.choice(["x", "y"]))
    )


@pytest.fixture
def balance(balance, monkeypatch, pig):
    """Run the command on Pig with random set-ups and a second bot; return what it left."""
    usual = pig.bots["hold_at"]
    bots = {"hold_at": usual, "soon": Bot("soon", usual.choose, {"pot": 5.0})}
    game = replace(pig, setups=Setups(sample=random_objective), bots=bots)

    def run(*arguments, **changes):
        monkeypatch.setattr(setups, "load_game", lambda name, folder: replace(game, **changes))
        monkeypatch.setattr("balance.app.bot_matches.load_game", lambda name, folder: game)
        return balance("setups", "pig", "--tables", *arguments)

    return run


def test_set_ups_are_ranked_and_written(balance, tmp_path):
    done = balance("--draw", "40", "--games", "400", "--verbose", "--bots", "hold_at,soon")
    assert done.returncode == 0
    assert "Random set-ups, 2 players" in done.stdout
    assert "40 set-ups differ clearly in how even they are" in done.stdout
    assert "The most even set-ups" in done.stdout
    assert "Do bots agree on set-ups?" in done.stdout
    assert "The most varied" not in done.stdout
    assert "40 set-ups of 1,200 games, seed 101" in done.stdout
    folder = tmp_path / "reports" / "pig" / "setups"
    names = {path.stem for path in (folder / "tables").iterdir()}
    assert {"even", "pieces", "alike", "bots"} <= names
    assert "The most even set-ups" in (folder / "index.html").read_text(encoding="utf-8")
    pieces = pd.read_csv(folder / "tables" / "pieces.csv").set_index(["measure", "piece"])
    # Who begins wins short games: 6/7 of those that end with the first roll but a 1.
    assert pieces.loc[("uneven", "Short"), "low"] > 0.02
    assert pieces.loc[("rounds", "Short"), "high"] < 0
    assert pieces.loc[("uneven", "X"), "q"] > 0.05
    even = pd.read_csv(folder / "tables" / "even.csv")
    assert len(even) == 40
    assert json.loads((folder / "manifest.json").read_text())["bots"] == ["hold_at", "soon"]


def test_results_are_the_same_for_any_number_of_workers(balance, tmp_path):
    texts = []
    for workers in ("1", "3"):
        out = f"with-{workers}"
        assert (
            balance("--draw", "20", "--games", "100", "--workers", workers, "--out", out).returncode
            == 0
        )
        texts.append((tmp_path / out / "tables" / "even.csv").read_text())
    assert texts[0] == texts[1]


def test_a_game_as_text_has_a_page_too(balance, tmp_path):
    done = balance("--draw", "20", "--games", "100", "--out", "text", described_in=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "text" / "index.html").is_file()


def test_a_list_of_runs_has_its_answer_and_when_it_was_finished(balance, tmp_path):
    balance("--draw", "20", "--games", "100", "--out", "listed")
    (listed,) = stored_runs(tmp_path / "listed")
    assert listed.answer == "Set-ups differ clearly in how even they are"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", listed.finished)


def test_three_players(balance):
    done = balance("--draw", "20", "--games", "150", "--players", "3")
    assert done.returncode == 0
    assert "3 players" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--draw", "5"], "--draw 5: expected 20 set-ups or more."),
        (["--games", "10"], "--games 10: too few; expected at least 100."),
        (["--bots", "soon,son"], "bots: pig has no bot 'son'"),
        (["--players", "9"], "--players 9: expected 2, 3, 4, 5 for Pig."),
        (["--players", "2,3"], "--players 2,3: expected one number; several are for --booklet."),
        (["--booklet", "2", "--swap", "1"], "--swap: expected without --booklet"),
        (["--booklet", "2", "--bots", "soon,hold_at"], "--bots: expected one bot for a booklet"),
        (["--booklet", "150"], "--draw 200: expected 300 set-ups or more to choose 150 from."),
        (["--out", "taken"], "taken holds something other than random set-ups"),
    ],
)
def test_an_error_of_the_user_is_one_sentence_and_code_2(balance, tmp_path, arguments, message):
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "letter.txt").write_text("mine")
    done = balance(*arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"Error: {message}")


def test_a_game_without_random_set_ups_is_refused(balance):
    done = balance(setups=Setups())
    assert done.returncode == 2
    assert done.stderr == (
        "Error: Pig has no random set-ups; expected a game that draws some, such as Valeria or "
        "Dominion.\n"
    )


def test_a_set_up_that_is_listed_as_random_is_no_list_of_set_ups_to_rank(balance):
    done = balance(setups=Setups(named=lambda: (Piece("random", "Random"),)))
    assert done.returncode == 2
    assert "the set-up 'random' is another one in every deal" in done.stderr


def test_swapped_cards_are_played_on_the_same_deals(tmp_path):
    done = run_here(
        "setups", str(DOCKS), "--draw", "20", "--games", "200", "--swap", "2", "--out", "swaps",
        "--tables", "--verbose", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Cards that were swapped for another card" in done.stdout
    table = pd.read_csv(tmp_path / "swaps" / "tables" / "swaps.csv")
    assert table["piece"].nunique() == 2
    assert (table["low"] < table["high"]).any()


def test_what_no_card_can_take_the_place_of_is_not_swapped(balance):
    done = balance("--draw", "20", "--games", "200", "--swap", "2")
    assert done.returncode == 2
    assert done.stderr.endswith(
        "--swap: Pig draws nothing that another card could take the place of.\n"
    )


def test_a_booklet_is_a_page_to_print_and_scenarios_that_run(balance, tmp_path):
    out = ["--draw", "30", "--games", "300", "--booklet", "2", "--players", "2,3", "--out", "some"]
    done = balance(*out, "--verbose")
    assert done.returncode == 0, done.stderr
    assert "2 set-ups, each with a label that fresh deals confirm" in done.stdout
    page = (tmp_path / "some" / "booklet.html").read_text(encoding="utf-8")
    assert "with 2 and 3 players" in page
    scenarios = sorted((tmp_path / "some" / "set-ups").iterdir())
    assert [one.name[:3] for one in scenarios] == ["01-", "02-"]
    text = scenarios[0].read_text(encoding="utf-8")
    assert "target = " in text
    assert "players = [2, 3]" in text
    assert scenario_of(scenarios[0]).grid == {"players": (2, 3)}


def test_where_no_label_is_confirmed_that_is_said(balance, monkeypatch):
    monkeypatch.setattr("balance.analysis.setup_booklet.LABELS", {"swingy": ("nothing", 1)})
    done = balance("--draw", "20", "--games", "100", "--booklet", "1")
    assert done.returncode == 2
    assert "none of 0 set-ups has a label that fresh deals and" in done.stderr
