"""`balance card`: what a run knows of one card or objective, from its stored results."""

import json

import pytest

from balance.app.commands.card import print_card
from balance.app.commands.compare import compare_scenarios
from balance.app.commands.run import RunOptions, report_again, run_scenario
from balance.app.output import Output
from balance.errors import ScenarioError, StoreError
from balance.scenario.overrides import Overrides


def test_a_scenario_that_was_not_run_is_one_sentence(toy_file):
    with pytest.raises(StoreError, match=r"toy.toml: was not run here .*: balance run"):
        print_card(str(toy_file), "axe")


def test_what_is_known_is_printed_from_what_is_stored(toy_file, capsys):
    run = run_scenario(
        str(toy_file), Overrides(games=40), RunOptions("balance run", progress=False)
    )
    piece = run.prepared.cells[0].match.game_table.cards[0]
    report_again(str(toy_file))  # the scenario stands for its run, as it does here
    assert (run.folder / "index.html").is_file()
    capsys.readouterr()
    for name in (str(toy_file), str(run.folder)):
        print_card(name, piece.name.upper(), Output("balance card", is_json=True))
        said = json.loads(capsys.readouterr().out)
        assert said["title"].startswith(piece.name)
        (table,) = said["tables"]
        assert any("of games" in row["value"] for row in table["rows"])
    with pytest.raises(ScenarioError, match="no such: no card or objective of this table"):
        print_card(str(toy_file), "no such")


def test_a_comparison_shows_the_card_of_each_side(toy_file, capsys):
    other = toy_file.with_name("other.toml")
    text = toy_file.read_text(encoding="utf-8").replace('"toy"', '"other"', 1)
    other.write_text(text, encoding="utf-8")
    run = compare_scenarios(
        [str(toy_file), str(other)],
        Overrides(games=40),
        RunOptions("balance compare", progress=False),
    )
    piece = run.prepared.cells[0].match.game_table.cards[0]
    print_card(str(run.folder), piece.name, Output("balance card", is_json=True))
    said = json.loads(capsys.readouterr().out)
    assert [one["head"] for one in said["tables"][0]["columns"]][1:3] == ["toy", "other"]
    assert len(said["findings"]) == 2
