"""The numbers of Dominion that a designer may change."""

from pathlib import Path

from balance.games.dominion.services.experiments import editable_numbers
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options


def found(edits=None, **options):
    return editable_numbers(build_table(Options(**options), 3, edits or {}, Path()))


def test_they_are_as_on_the_sheet():
    seen = found()
    assert seen["cards.smithy.cost"] == 4
    assert seen["cards.smithy.plus_cards"] == 3
    assert seen["cards.village.plus_actions"] == 2
    assert seen["cards.woodcutter.plus_buys"] == 1
    assert seen["cards.militia.plus_coins"] == 2
    assert seen["cards.gold.treasure_value"] == 3
    assert seen["cards.curse.vp"] == -1
    assert seen["cards.curse.cost"] == 0
    assert "cards.smithy.plus_actions" not in seen  # not printed
    assert "cards.witch.cost" not in seen  # not at this table


def test_prizes_have_no_price():
    seen = found(kingdom="random")
    assert "cards.diadem.cost" not in seen
    assert seen["cards.diadem.treasure_value"] == 2
    assert seen["cards.bag_of_gold.plus_actions"] == 1


def test_each_can_be_changed_by_one():
    seen = found(kingdom="random")
    cells = {key: number + 1 for key, number in seen.items()}
    # A Curse of 0 points has none.
    assert found(cells, kingdom="random") | {"cards.curse.vp": 0} == cells


def test_no_change_of_a_number_is_one_of_what_can_be_met():
    seen = found(kingdom="jesters_workshop")
    for key, number in seen.items():
        assert set(found({key: number + 1}, kingdom="jesters_workshop")) >= set(seen) - {key}
