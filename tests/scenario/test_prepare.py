import re
from dataclasses import replace

import numpy as np
import pytest

from balance.engine.game import GameTable, Piece
from balance.errors import CardError, ScenarioError
from balance.scenario.prepare import build_table


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((("silver", "Silver"), ("silver_b", " SILVER")), "silver_b: the name ' SILVER'"),
        ((("silver", "Coin"), ("silver_b", "Silver")), "silver_b: the name 'Silver'"),
        ((("muller", "M\u00fcller"), ("b", "Mu\u0308l\u00adler")), "b: the name"),
    ],
)
def test_two_cards_of_one_name_are_refused_in_every_game(pig, cards, said):
    def table(*_):
        return GameTable(np.zeros(1, pig.table), 2, tuple(Piece(*card) for card in cards))

    with pytest.raises(CardError, match=re.escape(said)):
        build_table(replace(pig, build_table=table), 2, {})


def test_games_are_rounded_up_to_whole_deals(pig_set_up):
    variant = pig_set_up(games=10, bots=["hold_at", "random", "random"]).cells[0]
    assert (variant.deals, variant.games) == (4, 12)


def test_a_variant_changes_an_option_of_the_table(pig_set_up):
    variants = [{"name": "short", "set": {"target": 50}, "games": 40}]
    baseline, short = pig_set_up(variants=variants).cells
    assert baseline.match.game_table.array["target"] == 100
    assert short.match.game_table.array["target"] == 50
    assert (baseline.games, short.games) == (200, 40)


def test_settings_of_the_scenario_hold_for_every_variant_that_does_not_set_them(pig_set_up):
    variants = [{"name": "short", "set": {"target": 50}}, {"name": "three", "players": 3}]
    ready = pig_set_up(set={"target": 70}, variants=variants)
    assert [v.match.game_table.array["target"].item() for v in ready.cells] == [70, 50, 70]


def test_each_variant_has_a_line_up_and_a_table_of_its_own(pig_set_up):
    variants = [
        {"name": "three", "players": 3, "table": {"target": 30}},
        {"name": "mixed", "bots": ["random", "hold_at", "random", "random"]},
    ]
    baseline, three, mixed = pig_set_up(variants=variants, games=10).cells
    assert [v.match.game_table.num_seats for v in (baseline, three, mixed)] == [2, 3, 4]
    assert [v.match.game_table.array["target"].item() for v in (baseline, three, mixed)] == [
        100,
        30,
        100,
    ]
    assert mixed.match.lineup.labels == ("random", "hold_at")
    assert (three.games, mixed.games) == (10, 12)
    assert {v.match.seed for v in (baseline, three, mixed)} == {7}


def test_a_variant_may_start_its_paths_from_a_folder_of_its_own(pig_set_up, tmp_path):
    (tmp_path / "mine.py").write_text(
        "def choose(view, table, seat, weights, stream):\n    return 0\n"
    )
    variants = [{"name": "mine", "bots": ["mine.py:choose"], "folder": str(tmp_path)}]
    _, mine = pig_set_up(variants=variants).cells
    assert [entry.bot.source for entry in mine.match.lineup.entries] == [tmp_path / "mine.py"]
    assert mine.match.lineup.entries[0].sources


def test_an_illegal_cell_of_the_grid_is_named(pig_set_up):
    with pytest.raises(
        ScenarioError, match=r"test.toml: variant '7 players, target=50': Pig is for"
    ):
        pig_set_up(bots="random", grid={"players": [2, 7], "target": [50, 60]})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"table": {"targte": 3}}, r"\[table\]: there is no key 'targte': did you mean 'target'"),
        ({"table": {"target": -3}}, r"target = -3: "),
        (
            {"seconds_a_decision": {"roll": 3}},
            r"there is no decision 'roll'; expected the beginning of one of other",
        ),
        (
            {"variants": [{"name": "v", "set": {"goal": 3}}]},
            r"variant 'v': pig has no option 'goal'",
        ),
        ({"set": {"cards.pig.cost": 3}}, r"cards.pig.cost: pig has no sheets to change"),
        ({"bots": ["holdat", "hold_at"]}, r"pig has no bot 'holdat': did you mean 'hold_at'"),
        ({"players": 9, "bots": ["random"]}, r"Pig is for 2, 3, 4, 5 players, not for 9"),
        ({"players": 3, "bots": ["random", "hold_at"]}, r"2 bots for 3 players"),
        ({"bots": ["hold_at"]}, r"not for 1.*`players`"),
        ({"game": "pigg"}, r"game: 'pigg' is none of"),
        (
            {"bots": [{"bot": "hold_at", "weights": {"pott": 3}}, "hold_at"]},
            r"bots, number 1: weights: hold_at has no weight 'pott': did you mean 'pot'",
        ),
        (
            {"bots": [{"bot": name, "label": "a"} for name in ("hold_at", "random")]},
            r"bots, number 2: two different bots are called 'a'",
        ),
    ],
)
def test_an_error_is_one_sentence_with_the_file(pig_set_up, keys, message):
    with pytest.raises(ScenarioError, match=message) as error:
        pig_set_up(**keys)
    assert "test.toml: " in str(error.value)
    assert "\n" not in str(error.value)


def test_one_bot_in_different_weights_is_two_entries_under_two_labels(pig_set_up):
    bold = {"bot": "hold_at", "weights": {"pot": 30}}
    lineup = pig_set_up(bots=["hold_at", bold, "hold_at"]).cells[0].match.lineup
    assert lineup.labels == ("hold_at", "hold_at (pot=30)")
    assert lineup.seats == (0, 1, 0)
    assert lineup.entries[1].weights.tolist() == [30.0]
