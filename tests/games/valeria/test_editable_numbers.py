"""The numbers on cards that a designer may change."""

from pathlib import Path

import pytest

from balance.games.valeria.services.experiments import editable_numbers
from balance.games.valeria.table.build import build_table
from balance.games.valeria.table.options import Options


def found(edits=None, **options):
    return editable_numbers(build_table(Options(**options), 4, edits or {}, Path()))


def test_prices_strengths_and_points_are_as_printed():
    seen = found()
    assert seen["citizens.knight.cost"] == 2
    assert seen["monsters.spider_queen.strength"] == 10
    assert seen["monsters.spider_queen.magic"] == 3
    assert seen["domains.palace_of_the_dawn.cost"] == 11
    assert seen["domains.palace_of_the_dawn.vp"] == 4


def test_they_are_those_of_the_table_as_it_is_changed():
    assert found({"citizens.knight.cost": 5})["citizens.knight.cost"] == 5


def test_only_what_can_be_met_is_there():
    seen = found()
    ids = {key.split(".")[1] for key in seen}
    assert "monk" not in ids  # the Cleric has its number in the first game
    assert "red_dragon" not in ids
    assert sum(key.startswith("citizens.") for key in seen) == 10
    drawn = {key.split(".")[1] for key in found(setup="random")}
    assert {"monk", "cleric", "red_dragon"} <= drawn


def test_what_is_not_printed_is_no_number():
    seen = found()
    assert "monsters.goblin.magic" not in seen
    assert "citizens.knight.vp" not in seen


def test_amounts_of_a_duke_have_their_place_in_the_text():
    seen = found()
    duke = "dukes.simon_the_unclean.scoring"
    assert [seen[f"{duke}.{place}"] for place in (1, 2, 3, 4)] == [1, 1, 1, 2]


def test_numbers_within_brackets_name_cards_and_are_none():
    text = "2 vp per citizen[cost>=3 & cost<=4] + 1 vp per 5 resources"
    seen = found({"dukes.simon_the_unclean.scoring": text})
    duke = "dukes.simon_the_unclean.scoring"
    assert {key: value for key, value in seen.items() if key.startswith(duke)} == {
        f"{duke}.1": 2,
        f"{duke}.4": 1,
        f"{duke}.5": 5,
    }


def test_events_and_games_without_dukes():
    events = found(monster_events=True)
    assert any(key.startswith("events.") for key in events)
    assert not any(key.startswith("dukes.") for key in found(dukes="none"))


@pytest.mark.parametrize("key", ["citizens.knight.cost", "monsters.goblin.vp"])
def test_each_can_be_set_under_its_key(key):
    assert found({key: found()[key] + 1})[key] == found()[key] + 1
