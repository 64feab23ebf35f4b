"""`balance duel`, `tournament` and `ladder`: what they print, write and refuse."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.app.bot_matches import BotMatchOptions
from balance.app.commands.duel import duel, read_test
from balance.app.commands.ladder import (
    CHECK_SEED,
    QUICK_GAMES,
    Selection,
    check_ladder,
    publish_ladder,
)
from balance.cli.main import app
from balance.errors import Interrupted, ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.runner.pairings import play_pairings
from balance.scenario.ladder_file import Claim, Ladder, read_ladder

ROOT = Path(__file__).resolve().parents[2]
PIG = str(ROOT / "examples" / "pig")
OPTIONS = BotMatchOptions(PIG, seed=CHECK_SEED, settings={"target": 30}, workers=1)
BOLD = """
def bold(view, table, seat, weights, stream):
    return 0 if view.pot >= 12 or view.pot + view.seats[seat].points >= table.target else 1
"""
EASY = Claim(players=2, bot="hold_at", against="random", at_least=60, games=2000)
BROKEN = Claim(players=2, bot="random", against="hold_at", at_least=60, games=2000)


def run(*arguments):
    return CliRunner().invoke(app, [*arguments, "--workers", "1"])


@pytest.fixture
def small(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return ("--game", PIG, "--set", "target=30")


def test_a_duel_prints_points_games_and_speed(small):
    done = run("duel", "hold_at", "random", *small, "--games", "300")
    assert done.exit_code == 0, done.output
    assert "hold_at v random: Pig, 2 players, on one table, seed 101" in done.output
    assert "points of hold_at" in done.output
    assert "300 in 150 deals" in done.output
    assert "games per second and core" in done.output


@pytest.mark.parametrize("games", ["1", "2", "3"])
def test_a_duel_plays_two_deals_at_least(small, games):
    done = run("duel", "hold_at", "random", *small, "--games", games)
    assert done.exit_code == 0, done.output
    assert "4 in 2 deals" in done.output


def test_a_bot_plays_a_duel_against_itself_with_noise(small):
    done = run("duel", "hold_at", "hold_at~0.5", *small, "--games", "300")
    assert done.exit_code == 0, done.output
    assert "hold_at v hold_at~0.5: Pig" in done.output
    assert "score" in done.output
    assert "+0.0" not in done.output  # they do not play alike


def test_a_duel_ends_when_its_test_is_decided(small):
    done = run("duel", "hold_at", "random", *small, "--sprt", "0,5pp")
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "hold_at against random is at +5.0 pp or beyond, rather than at +0.0 pp." in text
    assert "intervals hold at every check" in text


def test_a_settled_duel_is_the_same_with_any_number_of_workers(small):
    said = []
    for workers in ("1", "2"):
        done = CliRunner().invoke(
            app, ["duel", "hold_at", "random", *small, "--sprt", "0,5pp", "--workers", workers]
        )
        said.append([line for line in done.stdout.splitlines() if not line.startswith("speed")])
    assert said[0] == said[1]


def test_with_three_players_each_bot_plays_alone_among_copies_of_the_other(small):
    done = run("duel", "hold_at", "random", *small, "--games", "300", "--players", "3")
    assert "hold_at alone among random" in done.output
    assert "random alone among hold_at" in done.output


def test_a_stopped_duel_prints_its_results(monkeypatch, capsys):
    def stopped(pairings, deals, workers, stop, on_games, is_settled):
        stop.set()
        return play_pairings(pairings, 40, workers, type(stop)(), on_games, is_settled)

    monkeypatch.setattr("balance.app.bot_matches.play_pairings", stopped)
    with pytest.raises(Interrupted, match="results of the games so far"):
        duel("hold_at", "random", 1000, None, OPTIONS)
    assert "80 in 40 deals" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["2pp", "0,0", "x,2pp", "0,80pp", "1.2.3,4"])
def test_a_test_needs_two_different_numbers(text):
    with pytest.raises(ScenarioError, match="such as 0,2pp"):
        read_test(text)


def test_a_test_is_read_in_either_order_and_with_or_without_unit():
    assert read_test("0,2pp") == (0, 0.02)
    assert read_test("1, -1") == (-0.01, 0.01)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("duel", "hold_at", "nobody"), "has no bot 'nobody'"),
        (("duel", "hold_at", "hold_at"), "wo bots are called 'hold_at'"),
        (("duel", "hold_at", "hold_at~0"), "wo bots are called 'hold_at'"),
        (("duel", "hold_at", "hold_at~7"), "'7' is not the chance of a random choice"),
        (("duel", "hold_at", "random", "--players", "9"), "2, 3, 4, 5 players, not with 9"),
        (("tournament", "random"), "expected two bots or more"),
    ],
)
def test_an_error_of_the_user_is_one_sentence(small, arguments, said):
    done = run(*arguments, *small)
    assert isinstance(done.exception, ScenarioError)
    assert said in str(done.exception)


def test_a_tournament_prints_and_writes_its_tables(small, tmp_path):
    (tmp_path / "bold.py").write_text(BOLD)
    bots = ("hold_at", "random~0.5", "bold.py:bold~0.1")
    done = run("tournament", *bots, *small, "--games", "200", "--out", "here", "--tables")
    assert done.exit_code == 0, done.output
    assert "of 3 bots" in done.output
    assert {path.stem for path in Path("here", "tables").glob("*.csv")} >= {
        "bots",
        "pairings",
        "seats",
    }
    page = Path("here", "index.html").read_text(encoding="utf-8")
    assert "Bots, the strongest first" in page
    assert "600 games" in page.replace("<b>", "").replace("</b>", "")
    assert "add --tiers" not in page  # it compares strengths of play itself
    manifest = json.loads(Path("here", "manifest.json").read_text())
    assert manifest["seed"] == 101
    assert manifest["games"] == 600
    assert manifest["bots"]["bold~0.1"]["sources"]
    assert manifest["bots"]["bold~0.1"]["noise"] == 0.1


def test_a_tournament_leaves_other_folders_alone(small):
    Path("mine").mkdir()
    Path("mine", "notes.txt").write_text("mine")
    done = run("tournament", "hold_at", "random", *small, "--out", "mine")
    assert "something other than a tournament" in str(done.exception)
    assert [path.name for path in Path("mine").iterdir()] == ["notes.txt"]


def test_a_claim_that_holds_is_printed_as_such(capsys):
    assert check_ladder(Ladder(order=("random", "hold_at"), claim=(EASY,)), Selection(), OPTIONS)
    said = capsys.readouterr().out
    assert "holds      hold_at v random, 2 players: at least 60% claimed, " in said
    assert "1 hold, 0 fail, 0 undecided" in said


def test_a_claim_that_does_not_hold_fails(capsys):
    ladder = Ladder(order=("hold_at", "random"), claim=(EASY, BROKEN))
    assert not check_ladder(ladder, Selection(), OPTIONS)
    said = capsys.readouterr().out
    assert "fails      random v hold_at, 2 players: at least 60% claimed, " in said
    assert "1 hold, 1 fail, 0 undecided" in said


@pytest.mark.parametrize(("claims", "code"), [((EASY,), 0), ((EASY, BROKEN), 1)])
def test_the_exit_code_is_1_if_a_claim_is_broken(small, monkeypatch, claims, code):
    ladder = Ladder(order=("random", "hold_at"), claim=claims)
    monkeypatch.setattr("balance.app.commands.ladder.read_ladder", lambda game: ladder)
    done = run("ladder", PIG, "--check", "--set", "target=30")
    assert done.exit_code == code, done.output


def test_to_check_and_to_publish_at_once_is_refused(small):
    done = run("ladder", PIG, "--check", "--publish")
    assert "either --check or --publish" in str(done.exception)


def test_only_selected_claims_are_checked(capsys):
    three = EASY.model_copy(update={"players": 3, "at_least": None, "above": 0.0})
    ladder = Ladder(order=("random", "hold_at"), claim=(EASY, three))
    assert check_ladder(ladder, Selection(players=3), OPTIONS)
    assert "hold_at v random, 3 players: more than +0 pp claimed" in capsys.readouterr().out
    with pytest.raises(ScenarioError, match="its ladder has no such claim"):
        check_ladder(ladder, Selection(players=4), OPTIONS)


def test_a_bot_without_a_claim_among_those_selected_is_an_error():
    ladder = Ladder(order=("random", "hold_at"), claim=(EASY,))
    assert Selection(bots=("random", "hold_at")).claims(ladder) == [EASY]
    with pytest.raises(ScenarioError, match=r"no claim about holdat .*: did you mean 'hold_at'"):
        Selection(bots=("random", "hold_at", "holdat")).claims(ladder)


def test_publishing_writes_the_results_of_claims(tmp_path, capsys):
    file = tmp_path / "ladder.toml"
    file.write_text(
        '# Of Pig.\norder = ["random", "hold_at"]\n[[claim]]\nplayers = 2\nbot = "hold_at"\n'
        'against = "random"\nat_least = 60\ngames = 300\n'
    )
    publish_ladder(Selection(), OPTIONS, file)
    found = read_ladder(load_game(PIG, tmp_path), file).claim[0].published
    assert found is not None
    assert found.games == 300
    assert found.low < found.value < found.high
    assert f"{found.value:.1f}%" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_no_claim_about_bots_that_do_not_search_is_broken(name, capsys):
    ladder = read_ladder(load_game(name, ROOT))
    options = replace(OPTIONS, game=name, settings={}, workers=None)
    assert check_ladder(ladder, Selection(is_quick=True), options), capsys.readouterr().out
    lines = capsys.readouterr().out.splitlines()[1:-1]
    assert sum(line.startswith("holds") for line in lines) > len(lines) / 3


def test_a_quick_check_leaves_out_bots_that_search_and_plays_few_games():
    deep = EASY.model_copy(update={"bot": "search:200"})
    ladder = Ladder(order=("random", "hold_at"), claim=(EASY, deep))
    quick = Selection(is_quick=True)
    assert quick.claims(ladder) == [EASY]
    assert quick.games_of(EASY) == QUICK_GAMES < EASY.games


def test_only_a_check_can_be_quick(small):
    done = run("ladder", PIG, "--quick")
    assert "--quick: expected --check" in str(done.exception)


def test_a_bot_of_ones_own_is_told_its_place_on_the_ladder(small):
    Path("mine.py").write_text(BOLD)
    rungs = ("--bots", "random,hold_at", "--set", "target=30", "--games", "200")
    done = run("ladder", PIG, *rungs, "--add", "mine.py:bold")
    assert done.exit_code == 0, done.output
    assert "bold against each bot of the ladder" in done.output
    assert "600 games in" in done.output
    there = run("ladder", PIG, *rungs, "--add", "hold_at")
    assert "stands on the ladder already" in str(there.exception)


@pytest.mark.parametrize(
    ("words", "said"),
    [((PIG, "--check"), "neither --check nor"), ((), "expected the game, before the options")],
)
def test_a_bot_is_added_to_one_ladder_that_is_shown(words, said):
    done = run("ladder", *words, "--add", "mine.py:bold")
    assert isinstance(done.exception, ScenarioError)
    assert said in str(done.exception)


def test_greedy_stands_above_random_on_the_ladder_of_valeria(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = run("ladder", "valeria", "--bots", "random,greedy", "--games", "100")
    assert done.exit_code == 0, done.output
    assert "The ladder, 2 players" in done.output
    assert run("ladder", "valeria", "--check", "--bots", "random,greedy").exit_code == 0
