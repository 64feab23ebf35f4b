"""Games that people played, beside simulated ones: what is made of them, and what is refused."""

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.fold_sums import FoldSums, tally
from balance.analysis.playtests import (
    AGREE,
    DIFFER,
    MAYBE,
    OPEN,
    Tolerance,
    beside_playtests,
    never_there,
    seconds_a_decision,
)
from balance.app.commands.playtests import _notes, playtest_section
from balance.app.commands.run import RunOptions
from balance.engine.game import GameTable, Piece
from balance.engine.layout import WIN
from balance.errors import Interrupted
from balance.scenario.playtest_file import NOTHING, Playtests, playtests_of, read_rows
from balance.selftest.toy_studies import studies, sums_of, toy
from tests.app.test_diff import PIG, balance

FOLDS = 256


@pytest.fixture(scope="module")
def cell() -> CellResult:
    """Many simulated games of the toy, two players."""
    ready = toy(2, 5)
    (sums,) = sums_of(ready.match, 40 * FOLDS, 1, tally)
    return CellResult("toy", ready.match, 2 * 40 * FOLDS, 40 * FOLDS, {"folds": sums})


def sampled(cell: CellResult, games: int, seed: int) -> Playtests:
    """Games of the same bots, on other deals."""
    match = replace(cell.match, seed=seed)
    (records,) = studies(match, -(-games // match.lineup.rotations), 1)
    records = records[:games]
    wins = records["wins"][:, :2] / WIN
    return Playtests(
        tuple(map(str, range(games))), wins, records["scores"][:, :2].astype(float),
        np.full((games, 2), NOTHING), records["rounds"].astype(float),
        np.zeros((games, len(match.game_table.cards)), bool), np.zeros(games, bool),
        np.full(games, np.nan),
    )  # fmt: skip


def test_games_of_the_same_bots_seldom_differ(cell: CellResult) -> None:
    tables = [beside_playtests(cell, sampled(cell, 40, seed)) for seed in range(200)]
    assert sum((table["ruling"] == DIFFER).any() for table in tables) <= 18  # of 200, at 5%
    covered = [table["low"].le(0) & table["high"].ge(0) for table in tables]
    assert 0.92 <= np.mean([one.mean() for one in covered]) <= 0.99


def test_many_games_of_the_same_bots_agree(cell: CellResult) -> None:
    table = beside_playtests(cell, sampled(cell, 20_000, 9), Tolerance(within=0.1))
    assert set(table["ruling"]) == {AGREE}
    assert (table["more"] == 0).all()


def score_of(table: pd.DataFrame) -> dict[str, Any]:
    """The row of the mean score."""
    (row,) = table[table["key"] == "score"].to_dict("records")
    return {str(name): value for name, value in row.items()}


def test_as_many_more_games_as_are_said_tell(cell: CellResult) -> None:
    few = sampled(cell, 60, 3)
    better = replace(few, scores=few.scores * 1.15)
    row = score_of(beside_playtests(cell, better))
    if row["ruling"] in (OPEN, MAYBE):
        games = 2 * ((60 + int(row["more"])) // 2 + 1)
        many = sampled(cell, 4 * games, 3)
        row = score_of(beside_playtests(cell, replace(many, scores=many.scores * 1.15)))
    assert row["ruling"] == DIFFER


def test_pooling_lies_between_and_trusts_bots_as_told(cell: CellResult) -> None:
    played = sampled(cell, 40, 4)
    by_bias = [beside_playtests(cell, played, Tolerance(bias=bias)) for bias in (1e-6, 0.1, 1e6)]
    first = [table.iloc[0] for table in by_bias]
    assert first[0]["pooled_value"] == pytest.approx(first[0]["simulated_value"], abs=0.01)
    assert first[2]["pooled_value"] == pytest.approx(first[2]["played_value"], abs=1e-6)
    ends = sorted([first[1]["played_value"], first[1]["simulated_value"]])
    assert ends[0] <= first[1]["pooled_value"] <= ends[1]


def with_cards(cell: CellResult, available: int) -> CellResult:
    """The cell with two cards, the first in so many games of each fold and taken in half."""
    cards = tuple(Piece(name, name.title(), "Card") for name in ("axe", "bow"))
    table = replace(cell.match.game_table, cards=cards)
    sums = cell.sums_of("folds", FoldSums)
    there = np.tile([available, 0], (FOLDS, 1))
    sums = replace(sums, available=there, copies=there // 2, taken=there // 2)
    match = replace(cell.match, game_table=table)
    return replace(cell, match=match, sums={"folds": sums})


def test_a_card_that_is_not_in_the_game_is_no_agreement(cell: CellResult) -> None:
    two = with_cards(cell, 40)
    played = sampled(cell, 40, 1)
    played = replace(played, taken=np.zeros((40, 2), bool), recorded=np.ones(40, bool))
    table = beside_playtests(two, played)
    assert [key for key in table["key"] if key.startswith("taken")] == ["taken axe"]
    assert never_there(two, played) == []
    assert never_there(two, replace(played, taken=np.ones((40, 2), bool))) == ["Bow"]


def test_cards_are_compared_in_games_of_which_they_are_known(cell: CellResult) -> None:
    played = sampled(cell, 40, 1)
    played = replace(played, taken=np.zeros((40, 2), bool), recorded=np.arange(40) < 10)
    table = beside_playtests(with_cards(cell, 40), played)
    assert table.set_index("key").loc["taken axe", "count"] == 10


@pytest.mark.parametrize("is_taken", [True, False])
def test_pooled_shares_stay_shares(cell: CellResult, is_taken: bool) -> None:
    played = sampled(cell, 3, 1)
    taken = np.full((3, 2), is_taken)
    played = replace(played, taken=taken, recorded=np.ones(3, bool))
    for bias in (0.01, 0.1, 50.0):
        table = beside_playtests(with_cards(cell, 40), played, Tolerance(bias=bias))
        row = table.set_index("key").loc["taken axe"]
        assert 0 <= row["pooled_low"] <= row["pooled_value"] <= row["pooled_high"] <= 1


def test_cards_are_read_as_written() -> None:
    lines = ("1,1,3,axe|axe", "1,2,2,none", "2,1,3,bow", "2,2,1,", "3,1,1,-", "3,2,0,-")
    text = "\n".join(("game,seat,score,cards", *lines))
    cards = tuple(Piece(name, name.title(), "Card") for name in ("axe", "bow"))
    with TemporaryDirectory() as place:
        file = Path(place) / "ours.csv"
        file.write_text(text)
        rows, names = read_rows(file)
    played = playtests_of(rows, names, GameTable(np.zeros(1), 2, cards))
    assert played.taken.tolist() == [[True, False], [False, True], [False, False]]
    assert played.recorded.tolist() == [True, False, True]


def test_games_have_any_name_and_numbers_may_have_a_point(tmp_path: Path) -> None:
    games = ("2026-05-01", "Essen Freitag", "Björn", "1.0", '"Köln, am 3. (spät)"', "Runde_1")
    lines = [f"{game},{seat},{seat}" for game in games for seat in ("1.0", "2.0")]
    (file := tmp_path / "ours.csv").write_text("\n".join(("game,seat,score", *lines)))
    rows, names = read_rows(file)
    assert names == [game.strip('"') for game in games]
    assert [len(seats) for seats in rows] == [2] * len(games)


def test_a_game_is_the_same_however_its_name_is_typed(tmp_path: Path) -> None:
    lines = ("1,1,3", "1.0,2,4", "Björn,1,3", "bjo\u0308rn,2.0,4", "Fri 1,1,3", "fri  1,2,4")
    (file := tmp_path / "ours.csv").write_text("\n".join(("game,seat,score", *lines)))
    assert read_rows(file)[1] == ["1", "Björn", "Fri 1"]


def test_ranks_may_break_ties_and_leave_losers_equal(tmp_path: Path) -> None:
    lines = ("1,1,9,2", "1,2,9,1", "1,3,5,3", "2,1,9,1", "2,2,8,2", "2,3,7,2")
    (file := tmp_path / "ours.csv").write_text("\n".join(("game,seat,score,rank", *lines)))
    played = playtests_of(*read_rows(file), GameTable(np.zeros(1), 3))
    assert played.wins.tolist() == [[0, 1, 0], [1, 0, 0]]


def test_too_few_games_and_mistakes_are_said_before_playing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.app.commands.playtests.run_scenario", None)
    good = "game,seat,score\n1,1,3\n1,2,2\n"
    assert asked(good, "--games", "255") == 2
    assert "--games 255: too few; expected at least 2,000." in " ".join(
        capsys.readouterr().err.split()
    )
    assert asked("game,seat,score,cards\n1,1,3,Axe\n1,2,3,\n") == 2
    assert "there is no card 'Axe'" in " ".join(capsys.readouterr().err.split())


def test_one_game_is_no_plural(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("game,seat,score\n1,1,3\n1,2,2\n") == 0
    assert "1 game was played" in capsys.readouterr().out


def test_who_stops_is_not_sent_to_a_folder_that_is_deleted(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(name: str, overrides: object, options: RunOptions) -> None:
        raise Interrupted(f"Stopped. 10 games are stored in {options.out}.")

    monkeypatch.setattr("balance.app.commands.playtests.run_scenario", stop)
    assert asked("game,seat,score\n1,1,3\n1,2,2\n") == 130
    assert capsys.readouterr().err.strip() == "Stopped: nothing is stored."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a scenario of Pig."""
    monkeypatch.chdir(tmp_path)
    text = f'name = "pig"\ngame = "{PIG}"\nseed = 3\ngames = 50\nbots = "hold_at"\nplayers = 2\n'
    (tmp_path / "pig.toml").write_text(text)
    return tmp_path


def asked(text: str, *arguments: str) -> int:
    """Compare a file with this text with Pig; return the exit code."""
    Path("ours.csv").write_text(text)
    return balance("playtests", "ours.csv", "--scenario", "pig.toml", "--games", "4000", *arguments)


def test_the_template_is_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert balance("new", "playtests", "ours.csv") == 0
    assert balance("new", "playtests", "ours.csv") == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert asked(Path("ours.csv").read_text()) == 0
    assert "cannot be told apart" in capsys.readouterr().out


def test_numbers_are_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"{game},1,100,20\n{game},2,50,20\n" for game in range(1, 41))
    assert asked("game,seat,score,rounds\n" + rows, "--write", "numbers.csv") == 0
    assert "first player's" in capsys.readouterr().out
    header, *lines = (folder / "numbers.csv").read_text().splitlines()
    first = dict(zip(header.split(","), lines[0].split(","), strict=True))
    assert first["count"] == "40"
    assert first["played_value"] == "0.5"
    assert first["ruling"] == "differ"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the sheet is empty"),
        ("seat,score\n1,3\n", "line 1: the column 'game' is missing"),
        ("game,seat,points\n1,1,3\n", "there is no column 'points'; expected"),
        ("game,seat,score\n1,0,3\n", "line 2, column seat of 1_0: '0': expected a whole number"),
        ("game,seat,score\n1,1,3\n1,3,3\n", "seat 2 of this game is missing"),
        ("game,seat,score\n1,1,3\n1,2,3\n2,1,5\n", "expected 2 seats, as in the first game"),
        ("game,seat,score\n1,1,3\n1,1,4\n", "'1_1' is already in line 2"),
        ("game,seat,score\n1,1,3\n1,2,\n", "line 3, column score of 1_2: '': expected one for ea"),
        ("game,seat,score\n1,1,many\n1,2,3\n", "'many': expected a whole number from -9999 to"),
        ("game,seat\n1,1\n1,2\n", "expected the scores or the ranks of each game"),
        ("game,seat,score\nBjörn,1,3\nbjörn,1.0,4\n", "'björn_1' is already in line 2"),
        (f"game,seat,score\n{'x' * 101},1,3\n", "column game"),
        ("game,seat,score,rank\n1,1,3,1\n1,2,4,2\n", "line 2, column rank of 1_1: '1': this"),
        ("game,seat,score,rank\n1,1,3,1\n1,2,4,1\n", "rank 1 has 4: the highest score wins"),
        ("game,seat,rank\n1,1,2\n1,2,2\n", "somebody must have rank 1"),
        ("game,seat,score,rounds\n1,1,3,5\n1,2,3,6\n", "another row of the game has 5"),
        ("game,seat,score,minutes\n1,1,3,5\n1,2,3,6\n", "column minutes of 1_2"),
        ("game,seat,score,cards\n1,1,3,Axe\n1,2,3,\n", "there is no card 'Axe' at this table"),
        ("game,seat,score,objective\n1,1,3,Duke\n1,2,3,\n", "there is no objective 'Duke'"),
    ],
)
def test_a_file_that_is_none_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert asked(text) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_other_players_than_in_the_file_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked("game,seat,score\n1,1,3\n1,2,4\n", "--players", "3") == 2
    assert "its games have 2 players, not 3" in capsys.readouterr().err


def test_one_number_beyond_chance_among_many_may_still_be_chance(cell: CellResult) -> None:
    """Of 60 files of games like the simulated ones some have such a number."""
    tables = [beside_playtests(cell, sampled(cell, 40, seed)) for seed in range(60)]
    maybe = [table[table["ruling"] == MAYBE] for table in tables]
    rows = pd.concat(maybe)
    assert len(rows)
    assert ((rows["p"] < 0.05) & (rows["adjusted"] >= 0.05)).all()
    assert ((rows["low"] > 0) | (rows["high"] < 0)).all()
    assert (rows["more"] > 0).all()
    table = next(
        one for one in tables if ((one["ruling"] == MAYBE) & (one["topic"] == "pace")).any()
    )
    played = sampled(cell, 40, 1)
    section = playtest_section(table, played, (), Tolerance(), Path("ours.csv"), len(table))
    assert "perhaps by chance (" in section.findings[0].text


def test_seats_and_objectives_stand_before_cards(cell: CellResult) -> None:
    played = sampled(cell, 40, 3)
    everything = replace(
        played, taken=~played.taken, recorded=~played.recorded,
        objectives=np.tile(np.arange(2), (40, 1)),
    )  # fmt: skip
    table = beside_playtests(cell, everything)
    section = playtest_section(table, everything, (), Tolerance(), Path("ours.csv"), len(table))
    topics = section.tables[0].frame["topic"].tolist()
    order = ["seats", "pace", "kept", "taken"]
    assert topics == sorted(topics, key=order.index)
    assert set(topics) >= {"seats", "pace", "taken"}
    texts = [one.text for one in section.findings]
    assert any("1 card is taken more or less often than simulated: Crown in 100% of" in one
               for one in texts)  # fmt: skip


def test_the_answer_on_seats_length_and_scores_comes_first(cell: CellResult) -> None:
    played = sampled(cell, 2000, 3)
    longer = replace(played, rounds=played.rounds + np.arange(2000) % 2 + 3)
    table = beside_playtests(cell, longer, Tolerance(within=0.2))
    section = playtest_section(table, longer, (), Tolerance(), Path("ours.csv"), len(table))
    first, second = (one.text for one in section.findings)
    assert re.fullmatch(
        r"Seats agree; the length differs \(rounds [\d.]+ \[[\d., ]+\], not [\d.]+\); "
        r"scores agree\.",
        first,
    )
    assert second.startswith("2000 games were played.")


def test_a_kind_of_card_that_the_file_does_not_record_is_not_compared(cell: CellResult) -> None:
    two = with_cards(cell, 40)
    axe, bow = two.match.game_table.cards
    table = replace(two.match.game_table, cards=(axe, replace(bow, kind="Monster")))
    two = replace(two, match=replace(two.match, game_table=table))
    sums = two.sums_of("folds", FoldSums)
    there = np.tile([40, 40], (FOLDS, 1))
    two = replace(two, sums={"folds": replace(sums, available=there, copies=there, taken=there)})
    played = replace(sampled(cell, 40, 1), recorded=np.ones(40, bool))
    only_axes = replace(played, taken=np.tile([True, False], (40, 1)))
    keys = beside_playtests(two, only_axes)["key"].tolist()
    assert "taken axe" in keys
    assert "taken bow" not in keys
    assert "No Monster is recorded in this file: Monsters were not compared." in _notes(
        two, only_axes
    )
    nothing = replace(played, taken=np.zeros((40, 2), bool))  # is recorded: nobody took any
    assert "taken bow" in beside_playtests(two, nothing)["key"].tolist()


def test_minutes_of_playtests_give_the_seconds_of_a_decision(
    folder: Path, capsys: pytest.CaptureFixture[str], cell: CellResult
) -> None:
    played = replace(sampled(cell, 4, 3), minutes=np.array([60.0, 90.0, np.nan, 60.0]))
    decisions = cell.measures["decisions"].value
    usual = cell.measures["rounds"].value
    played = replace(played, rounds=np.array([np.nan, 1.5 * usual, usual, usual]))
    seconds = seconds_a_decision(cell, played)
    assert seconds is not None
    assert seconds.value == pytest.approx(60 * 60 / decisions)  # the long game has 1.5 as many
    assert seconds.low == pytest.approx(seconds.high)
    played = replace(played, rounds=np.full(4, np.nan))
    seconds = seconds_a_decision(cell, played)
    assert seconds is not None
    assert seconds.value == pytest.approx(70 * 60 / decisions)
    half = 4.302653 * np.std([60, 90, 60], ddof=1) / 3**0.5  # Student's, 2 degrees of freedom
    assert seconds.high - seconds.value == pytest.approx(half * 60 / decisions)
    assert seconds.value - seconds.low == pytest.approx(half * 60 / decisions)
    assert seconds.from_ == pytest.approx(60 * 60 / decisions)
    assert seconds.to == pytest.approx(87 * 60 / decisions)  # 60 + 0.9 of 30
    once = np.array([60.0, np.nan, np.nan, np.nan])
    assert seconds_a_decision(cell, replace(played, minutes=once)) is None
    rows = "".join(f"{game},1,100,{60 + game}\n{game},2,50,\n" for game in range(1, 6))
    assert asked("game,seat,score,minutes\n" + rows) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "These games took 63.0 minutes on average" in said
    assert "--seconds-a-decision " in said
