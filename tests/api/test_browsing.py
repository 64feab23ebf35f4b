"""What the Python interface says of stored runs: lists, cards, games, changes, differences."""

import html
from pathlib import Path

import pytest

import balance
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run of the first game with a report, and one with a change."""
    place = tmp_path_factory.mktemp("runs")
    for name, change in (("usual", {}), ("dear", {"Butcher.cost": 4})):
        run = balance.run(
            "first-game", games=600, players=2, bots="greedy", set=change, out=place / "a" / name,
            progress=False,
        )  # fmt: skip
    run.report()
    pig = ROOT / "examples" / "pig" / "pig.toml"
    balance.run(pig, games=4000, out=place / "a" / "pig", progress=False).report()
    return place


@pytest.fixture(scope="module")
def usual(folder: Path) -> balance.RunResult:
    return balance.load(folder / "a" / "usual")


def test_the_runs_in_a_folder_are_listed_with_their_answers(folder: Path) -> None:
    (folder / "a" / "torn").mkdir(exist_ok=True)
    (folder / "a" / "torn" / "manifest.json").write_text("{")
    (folder / "a" / "study").mkdir(exist_ok=True)
    (folder / "a" / "study" / "manifest.json").write_text('{"kind": "price"}')
    rows = balance.runs(folder).to_dict("records")
    runs = {row["folder"].relative_to(folder).as_posix(): row for row in rows}
    kinds = {
        "a/dear": "run",
        "a/pig": "run",
        "a/study": "fair prices",
        "a/torn": "",
        "a/usual": "run",
    }
    assert {name: row["kind"] for name, row in runs.items()} == kinds
    assert runs["a/study"]["games"] == 0
    dear = runs["a/dear"]
    assert (dear["name"], dear["game"]) == ("first-game", "valeria")
    assert dear["answer"] == "Too few games to compare Dukes when assigned at random."
    page = (folder / "a" / "pig" / "index.html").read_text(encoding="utf-8")
    assert runs["a/pig"]["answer"].startswith("The first player wins 5")
    assert f"<h1>{html.escape(runs['a/pig']['answer'])}</h1>" in page
    assert dear["question"].startswith("How even is the first game")
    assert dear["games"] >= 600
    assert "cannot be read" in runs["a/torn"]["answer"]
    assert runs["a/usual"]["answer"] == ""
    with pytest.raises(balance.StoreError, match="is no folder"):
        balance.runs(folder / "none")


def test_a_card_of_a_run_has_its_text_and_facts(usual: balance.RunResult) -> None:
    assert {"butcher", "simon_the_unclean"} <= set(usual.cards["id"])
    simon = usual.card("simon")
    assert (simon.name, simon.kind) == ("Simon the Unclean", "Duke")
    assert simon.facts
    with pytest.raises(balance.ScenarioError, match="called so"):
        usual.card("nobody")


def test_the_numbers_of_a_card_can_be_changed_and_the_answer_is_refined(
    usual: balance.RunResult,
) -> None:
    assert usual.numbers("Butcher")["citizens.butcher.cost"] == 1
    assert len(usual.numbers()) > len(usual.numbers("Butcher"))
    answers = list(usual.refine({"Butcher.cost": 5}, games=1500))
    assert answers[-1].games == 1500
    games = [answer.games for answer in answers]
    assert games == sorted(games)
    expected = balance.try_change("first-game", {"Butcher.cost": 5}, games=1500, players=2,
                                  bots="greedy")  # fmt: skip
    assert answers[-1].table.equals(expected.table)
    with pytest.raises(balance.ScenarioError, match="nothing at the table"):
        usual.refine({"Butcher.cost": 1})


def test_a_game_of_a_run_is_told_as_its_scenario_tells_it(usual: balance.RunResult) -> None:
    told = balance.play("first-game", game=3, players=2, bots="greedy")
    assert usual.play(3) == told
    with pytest.raises(balance.ScenarioError, match="variant 'none'"):
        usual.play(cell="none")


def test_two_runs_differ_in_what_was_changed(folder: Path) -> None:
    found = balance.diff(folder / "a" / "usual", folder / "a" / "dear")
    assert "paired" in str(found.findings)
    first = found.table.iloc[0]
    assert first["what"].startswith("Butcher")
    assert first["low"] < first["estimate"] < first["high"] < 0
    assert first["estimate"] == pytest.approx(first["now"] - first["was"])
    assert list(found.texts["what"]) == list(found.table["what"])
    assert "[" in found.texts.iloc[0]["difference"]
    same = balance.diff(folder / "a" / "usual", folder / "a" / "usual")
    assert same.table.empty
    assert "All estimates are the same" in repr(same)
