"""`balance price`: of the toy game, whose option values are known."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from balance.cli.main import app
from balance.errors import ScenarioError
from balance.selftest.toy_studies import HERE
from balance.tuning.trials import Trials


def run(*words: object):
    return CliRunner().invoke(app, ["price", *map(str, words)])


def test_the_fair_price_of_a_cheap_card_is_found(toy_file: Path) -> None:
    # The charm is worth its 5 points less its price, the bell 1, the crown nothing: about 4.5.
    done = run(toy_file, "Charm", "--games", 20_000, "--out", "found", "--tables")
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "of the kind, each without one player: about" in text
    assert " in all. Ctrl-C after the first part gives a provisional answer." in text
    low, high = map(
        float, re.findall(r"Charm would be priced fairly at \S+ \[(\S+), (\S+)\]", text)[0]
    )
    assert low < 4.5 < high
    assert high - low < 1
    assert "a player who may not take the Charm still loses" in text
    # What was advised was played: at 4 the charm is worth half a point more, at 5 less.
    tried = pd.read_csv("found/tables/advised_prices.csv")
    price = int(tried["price"][0])
    assert price in (4, 5)
    assert f"Played at {price} gold, on fresh deals: access to the Charm is worth" in text
    assert tried["over_value"][0] * (4.5 - price) > 0
    assert "No whole price is fair: 4 gold is too cheap, 5 too dear" in text
    prices = pd.read_csv("found/tables/prices_played.csv")
    assert {3, 4, 5} <= set(prices["price"])
    assert prices["over_value"].is_monotonic_decreasing
    played = pd.read_csv("found/tables/trust_played.csv").set_index("what")
    assert (played["fewest"][["bans", "other prices"]] == 20_000).all()
    games = sum(played["games"])
    page = Path("found", "index.html").read_text(encoding="utf-8")
    assert f"<b>{games:,}</b> games" in page  # all that were played, not those of one price
    again = run(toy_file, "charm", "--games", 20_000, "--out", "found", "--tables")
    assert again.output.count("games to play") == 0
    assert " ".join(again.stdout.split()) == " ".join(done.stdout.split())


def test_a_second_bot_plays_fewer_games_and_what_suits_both_is_said(toy_file: Path) -> None:
    text = toy_file.read_text(encoding="utf-8")
    toy_file.write_text(f'{text}check_tiers = ["thrifty", "whim"]\n', encoding="utf-8")
    done = run(toy_file, "charm", "--games", 8000, "--out", "both", "--tables")
    assert done.exit_code == 0, done.output
    text = " ".join(done.output.split())
    assert "games with one that is advised, and the second bot, about" in text
    assert re.search(r"[Ff]or whim", text)
    assert re.search(r"bots.* the Charm|the Charm suits both bots", text)
    both = pd.read_csv("both/tables/prices_for_both.csv")
    assert both["is_best"].sum() == 1
    played = pd.read_csv("both/tables/trust_played.csv").set_index("what")
    assert (played.loc["whim: bans", ["fewest", "most"]] == 1000).all()


def test_each_card_has_a_folder_of_its_own(toy_file: Path) -> None:
    for card in ("charm", "bell"):
        done = run(toy_file, card, "--games", 2000)
        assert done.exit_code == 0, done.output
    pages = sorted(Path("reports").glob("*/*/index.html"))
    assert [page.parent.name for page in pages] == ["toy-price-bell", "toy-price-charm"]
    assert "Charm" in pages[1].read_text(encoding="utf-8")
    done = run(toy_file, "charm", "bell", "--games", 2000)
    assert [*Path("reports").glob("*/toy-price-charm-bell/index.html")]


@pytest.mark.parametrize(
    ("stopped_at", "said"),
    [
        ("other prices", "At the printed price, 3 gold, access to the Charm is worth"),
        ("advised prices, fresh deals", "Charm would be priced fairly at"),
    ],
)
def test_a_stopped_study_tells_what_is_known_and_how_it_goes_on(
    toy_file: Path, monkeypatch: pytest.MonkeyPatch, stopped_at: str, said: str
) -> None:
    play_each = Trials.play_each

    def stopped(self, arms, wanted, label, *more):
        if label == stopped_at:
            self.stop.set()
            self.check_stopped()
        return play_each(self, arms, wanted, label, *more)

    monkeypatch.setattr(Trials, "play_each", stopped)
    done = run(toy_file, "Charm", "--games", 20_000)
    assert done.exit_code == 130
    text = " ".join(done.output.split())
    assert "Provisional: stopped after" in text
    assert said in text
    assert "Print 4 gold" not in text
    assert "run the same command again to resume" in text
    (manifest,) = Path("reports").glob("*/toy-price-charm/manifest.json")
    assert json.loads(manifest.read_text(encoding="utf-8"))["finished"] is None
    page = manifest.with_name("index.html").read_text(encoding="utf-8")
    assert "<title>Provisional: " in page
    monkeypatch.undo()
    monkeypatch.setenv("BALANCE_TRUST", str(HERE))
    monkeypatch.chdir(toy_file.parent)
    again = run(toy_file, "Charm", "--games", 20_000)
    assert again.exit_code == 0
    assert "Provisional" not in again.output


def test_nothing_is_told_before_access_to_each_card_was_played(
    toy_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(self, *more):
        self.stop.set()
        self.check_stopped()

    monkeypatch.setattr(Trials, "play_each", stopped)
    done = run(toy_file, "Charm", "--games", 2000)
    assert done.exit_code == 130
    assert "Provisional" not in done.output


def test_a_card_too_dear_for_anybody_is_not_tested_as_it_is_but_lower_prices_are(
    toy_file: Path,
) -> None:
    done = run(toy_file, "crown", "--games", 20_000)
    assert done.exit_code == 0, done.output
    # Its 6 points are worth as much as the others' 1.5 on average at a price of 4.5.
    text = " ".join(done.output.split())
    found = re.findall(r"Crown would be priced fairly at \S+ \[(\S+), (\S+)\]", text)
    assert float(found[0][0]) < 4.5 < float(found[0][1])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("chram",), "no card with a price of this table is called so: did you mean 'charm'?"),
        (("charm", "--games", "10"), "too few; expected at least 512"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    toy_file: Path, words: tuple[str, ...], expected: str
) -> None:
    done = run(toy_file, *words)
    assert isinstance(done.exception, ScenarioError)
    assert expected in str(done.exception)


def test_a_game_without_prices_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("king-of-the-valley", "queen", "--games", "2000")
    assert isinstance(done.exception, ScenarioError)
    assert "has no cards with a printed price" in str(done.exception)


def test_a_run_finds_the_fair_prices_of_all_cards(toy_file: Path) -> None:
    words = ["run", toy_file, "--games", 2000, "--designs", "price", "--halfwidth", 0.5, "--tables"]
    done = CliRunner().invoke(app, [*map(str, words), "--out", "run"])
    assert done.exit_code == 0, done.output
    prices = pd.read_csv("run/tables/fair_prices.csv").set_index("id")
    # The charm and the bell are worth 5 points, the crown 6; each less its price. The others of a
    # card are worth 0.5, 1 and 1.5 on average: a fair price is the points less that.
    for card, fair in {"charm": 4.5, "bell": 4.0, "crown": 4.5}.items():
        assert prices["low"][card] < fair < prices["high"][card]
    assert not prices["is_below"].any()
    assert not prices["is_above"].any()
    again = CliRunner().invoke(app, [*map(str, words), "--out", "run", "--workers", "1"])
    assert "games to play" not in again.output
    assert again.stdout == done.stdout


def test_a_section_of_experiments_asks_for_designs(toy_file: Path) -> None:
    text = toy_file.read_text(encoding="utf-8")
    toy_file.write_text(f'sections = ["prices"]\n{text}', encoding="utf-8")
    done = CliRunner().invoke(app, ["run", str(toy_file), "--games", "100"])
    assert isinstance(done.exception, ScenarioError)
    assert "'prices': it needs experiments" in str(done.exception)


def test_a_run_branches_games_where_cards_are_taken(toy_file: Path) -> None:
    words = ["run", str(toy_file), "--games", "2000", "--designs", "taking", "--out", "run", "-v"]
    done = CliRunner().invoke(app, [*words, "--tables"])
    assert done.exit_code == 0, done.output
    assert "gained wins by taking 2 of 2 cards" in " ".join(done.output.split())
    table = pd.read_csv("run/tables/takings.csv")
    assert list(table["id"]) == ["charm", "bell"]
    again = CliRunner().invoke(app, [*words, "--tables"])
    assert "games to play" not in again.output
    assert again.stdout == done.stdout
