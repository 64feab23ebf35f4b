import shlex
from dataclasses import replace

import pytest

from balance.scenario.files import scenario_of_game
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, read_settings
from balance.scenario.replay_command import (
    add_replay_commands,
    play_command,
    with_replay_command,
)
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig")


def test_a_command_says_all_in_which_the_game_differs():
    overrides = Overrides(
        games=10, seed=3, players=2, bots=("my bots.py:mine", "greedy"), settings={"target": 50}
    )
    assert play_command("pig.toml", overrides, "target 50") == (
        "balance play pig.toml --variant 'target 50' --bots 'my bots.py:mine,greedy' --players 2 "
        "--seed 3 --set target=50"
    )
    assert play_command("pig.toml", Overrides(games=10)) == "balance play pig.toml"


@pytest.mark.parametrize(
    "value",
    [
        3,
        0.5,
        True,
        "first_game",
        "true",
        "3",
        "a = b",
        ["my cards", "x"],
        [1, 2],
        {"a": [{"b": 1}]},
    ],
)
def test_a_setting_is_written_as_it_was_read(value):
    words = shlex.split(play_command("pig", Overrides(settings={"key": value})))
    assert words[-2] == "--set"
    assert read_settings([words[-1]]) == {"key": value}


def test_a_variant_is_named_where_there_are_several(pig_set_up):
    variants = [{"name": "short", "set": {"target": 20}}]
    ready = add_replay_commands(pig_set_up(variants=variants), "pig.toml", Overrides(seed=3))
    assert [one.match.replay_of(5) for one in ready.cells] == [
        "balance play pig.toml --variant baseline --seed 3 --game 5",
        "balance play pig.toml --variant short --seed 3 --game 5",
    ]
    assert pig_set_up().cells[0].match.replay_of(5) == ""


def test_a_match_without_a_scenario_is_shown_at_its_game(pig_set_up, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def mine(view, table, seat, weights, stream): return 0\n")
    (tmp_path / "mine.toml").write_text("pot = 3\n[players.3]\npot = 4\n")
    match = pig_set_up(bots=[str(tmp_path / "mine.py") + ":mine", "hold_at", "hold_at"])
    match = match.cells[0].match
    command = with_replay_command(match, {"target": 50}).replay_of(2)
    assert command.startswith("balance play ")
    assert command.endswith(
        " --bots mine.py:mine,hold_at,hold_at --players 3 --seed 7 --set target=50 --game 2"
    )
    entry = match.lineup.entries[0]
    other = replace(entry, bot=entry.bot.with_weights({"pot": 9.0}))
    lineup = replace(match.lineup, entries=(other, *match.lineup.entries[1:]))
    changed = Match(match.game, match.game_table, lineup, match.seed)
    assert with_replay_command(changed, {}).replay_of(2) == ""


def test_a_game_is_a_scenario_of_its_usual_table():
    assert scenario_of_game("valeria").bots == ()  # its default bot
    assert scenario_of_game(PIG).players == 2
    assert scenario_of_game(f"{PIG}/pig.toml") is None
    assert scenario_of_game("first-game") is None
