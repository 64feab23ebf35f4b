"""`balance duel`, `tournament` and `ladder`: what they print, write and refuse."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from balance.app.bot_matches import Terms
from balance.app.duel import duel, read_test
from balance.app.ladder import CHECK_SEED, Which, check_ladder, publish_ladder
from balance.cli.main import app
from balance.errors import Interrupted, ScenarioError
from balance.games.loading import load_game
from balance.runner.pairings import play_pairings
from balance.scenario.ladder_file import Claim, Ladder, read_ladder

ROOT = Path(__file__).resolve().parents[2]
PIG = str(ROOT / "examples" / "pig")
TERMS = Terms(PIG, seed=CHECK_SEED, settings={"target": 30}, workers=1)
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


def test_a_duel_says_who_is_stronger_and_how_fast(small):
    done = run("duel", "hold_at", "random", *small, "--games", "300")
    assert done.exit_code == 0, done.output
    assert "hold_at v random: Pig, 2 players, on one table, seed 101" in done.output
    assert "points of hold_at" in done.output
    assert "300 in 150 deals" in done.output
    assert "games per second and core" in done.output


@pytest.mark.parametrize("games", ["1", "2", "3"])
def test_a_duel_of_fewer_games_than_say_anything_plays_the_fewest_that_do(small, games):
    done = run("duel", "hold_at", "random", *small, "--games", games)
    assert done.exit_code == 0, done.output
    assert "4 in 2 deals" in done.output


def test_a_duel_ends_when_its_question_is_settled(small):
    done = run("duel", "hold_at", "random", *small, "--sprt", "0,5pp")
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "hold_at against random is at +5.0 pp or beyond, rather than at +0.0 pp." in text
    assert "interval valid anytime" in text


def test_a_settled_duel_is_the_same_with_any_number_of_workers(small):
    said = []
    for workers in ("1", "2"):
        done = CliRunner().invoke(
            app, ["duel", "hold_at", "random", *small, "--sprt", "0,5pp", "--workers", workers]
        )
        said.append([line for line in done.stdout.splitlines() if not line.startswith("speed")])
    assert said[0] == said[1]


def test_a_duel_of_three_has_each_bot_alone_among_the_others(small):
    done = run("duel", "hold_at", "random", *small, "--games", "300", "--players", "3")
    assert "hold_at alone among random" in done.output
    assert "random alone among hold_at" in done.output


def test_a_duel_can_be_stopped_and_tells_of_what_was_played(monkeypatch, capsys):
    def stopped(pairings, deals, workers, stop, tell, settled):
        stop.set()
        return play_pairings(pairings, 40, workers, type(stop)(), tell, settled)

    monkeypatch.setattr("balance.app.bot_matches.play_pairings", stopped)
    with pytest.raises(Interrupted, match="the lines tell of what was played"):
        duel("hold_at", "random", 1000, None, TERMS)
    assert "80 in 40 deals" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["2pp", "0,0", "x,2pp", "0,80pp", "1.2.3,4"])
def test_a_test_between_what_is_no_two_numbers_is_refused(text):
    with pytest.raises(ScenarioError, match="such as 0,2pp"):
        read_test(text)


def test_a_test_is_read_in_either_order_and_with_or_without_unit():
    assert read_test("0,2pp") == (0, 0.02)
    assert read_test("1, -1") == (-0.01, 0.01)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("duel", "hold_at", "nobody"), "has no bot 'nobody'"),
        (("duel", "hold_at", "hold_at"), "two bots are called 'hold_at'"),
        (("duel", "hold_at", "random", "--players", "9"), "Pig meet with 2, 3, 4, 5 players"),
        (("tournament", "random"), "two bots or more are expected"),
    ],
)
def test_what_cannot_meet_is_refused_in_a_sentence(small, arguments, said):
    done = run(*arguments, *small)
    assert isinstance(done.exception, ScenarioError)
    assert said in str(done.exception)


def test_a_tournament_prints_and_writes_its_tables(small, tmp_path):
    (tmp_path / "bold.py").write_text(BOLD)
    bots = ("hold_at", "random", "bold.py:bold")
    done = run("tournament", *bots, *small, "--games", "200", "--out", "here")
    assert done.exit_code == 0, done.output
    assert "of 3 bots" in done.output
    assert sorted(path.name for path in Path("here").iterdir()) == [
        "bots.csv", "circles.png", "manifest.json", "pairings.csv", "pairings.png", "ratings.png",
        "seats.csv",
    ]  # fmt: skip
    manifest = json.loads(Path("here", "manifest.json").read_text())
    assert manifest["seed"] == 101
    assert manifest["games"] == 600
    assert manifest["bots"]["bold"]["sources"]


def test_a_tournament_leaves_other_folders_alone(small):
    Path("mine").mkdir()
    Path("mine", "notes.txt").write_text("mine")
    done = run("tournament", "hold_at", "random", *small, "--out", "mine")
    assert "holds something else than a tournament" in str(done.exception)
    assert [path.name for path in Path("mine").iterdir()] == ["notes.txt"]


def test_a_claim_that_holds_is_said_to_hold(capsys):
    assert check_ladder(Ladder(order=("random", "hold_at"), claim=(EASY,)), Which(), TERMS)
    said = capsys.readouterr().out
    assert "holds      hold_at v random, 2 players: at least 60% claimed, " in said
    assert "1 hold, 0 fail, 0 undecided" in said


def test_a_claim_that_does_not_hold_fails(capsys):
    ladder = Ladder(order=("hold_at", "random"), claim=(EASY, BROKEN))
    assert not check_ladder(ladder, Which(), TERMS)
    said = capsys.readouterr().out
    assert "fails      random v hold_at, 2 players: at least 60% claimed, " in said
    assert "1 hold, 1 fail, 0 undecided" in said


@pytest.mark.parametrize(("claims", "code"), [((EASY,), 0), ((EASY, BROKEN), 1)])
def test_the_exit_code_says_whether_a_claim_is_broken(small, monkeypatch, claims, code):
    ladder = Ladder(order=("random", "hold_at"), claim=claims)
    monkeypatch.setattr("balance.app.ladder.read_ladder", lambda game: ladder)
    done = run("ladder", PIG, "--check", "--set", "target=30")
    assert done.exit_code == code, done.output


def test_to_check_and_to_publish_at_once_is_refused(small):
    done = run("ladder", PIG, "--check", "--publish")
    assert "either --check or --publish" in str(done.exception)


def test_only_the_claims_asked_for_are_checked(capsys):
    three = EASY.model_copy(update={"players": 3, "at_least": None, "above": 0.0})
    ladder = Ladder(order=("random", "hold_at"), claim=(EASY, three))
    assert check_ladder(ladder, Which(players=3), TERMS)
    assert "hold_at v random, 3 players: more than +0 pp claimed" in capsys.readouterr().out
    with pytest.raises(ScenarioError, match="no claim of its ladder is about these"):
        check_ladder(ladder, Which(players=4), TERMS)


def test_publishing_writes_what_the_claims_come_to(tmp_path, capsys):
    file = tmp_path / "ladder.toml"
    file.write_text(
        '# Of Pig.\norder = ["random", "hold_at"]\n[[claim]]\nplayers = 2\nbot = "hold_at"\n'
        'against = "random"\nat_least = 60\ngames = 300\n'
    )
    publish_ladder(Which(), TERMS, file)
    found = read_ladder(load_game(PIG, tmp_path), file).claim[0].published
    assert found is not None
    assert found.games == 300
    assert found.low < found.value < found.high
    assert f"{found.value:.1f}%" in capsys.readouterr().out


def test_greedy_stands_above_random_on_the_ladder_of_valeria(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done = run("ladder", "valeria", "--bots", "random,greedy", "--games", "100")
    assert done.exit_code == 0, done.output
    assert "The ladder, 2 players" in done.output
    assert run("ladder", "valeria", "--check", "--bots", "random,greedy").exit_code == 0
