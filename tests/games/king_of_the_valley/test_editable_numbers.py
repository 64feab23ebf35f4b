"""The numbers of King of the Valley that a designer may change."""

from pathlib import Path

from balance.games.king_of_the_valley.services.experiments import editable_numbers
from balance.games.king_of_the_valley.table.build import build_table
from balance.games.king_of_the_valley.table.options import Options

QUEEN = "tiles.queen_i+queen_ii+queen_iii.influence"


def found(edits=None, **options):
    return editable_numbers(build_table(Options(**options), 3, edits or {}, Path()))


def test_they_are_as_on_the_sheets():
    seen = found()
    assert seen[QUEEN] == 5
    assert [seen[f"hill.{row}.price"] for row in range(1, 7)] == [2, 3, 4, 6, 8, 10]
    assert seen["tax_collectors.t4.gold"] == 6
    assert seen["tax_collectors.t4.requirement"] == 3
    assert seen["params.kingdom_marker_points.value"] == 5
    assert seen["params.order_bonus_4.value"] == 5
    assert seen["params.start_gold.value"] == 2
    assert "tax_collectors.t1.requirement" not in seen


def test_each_can_be_changed_by_one():
    seen = found()
    for key, number in seen.items():
        sheet, ids, column = key.split(".")
        edits = {f"{sheet}.{one}.{column}": number + 1 for one in ids.split("+")}
        # A dearer row may be no dearer than the next, a collector may ask for too much.
        if key not in ("hill.1.price", "hill.2.price", "tax_collectors.t7.requirement"):
            assert found(edits)[key] == number + 1, key


def test_gold_that_some_seats_have_on_top_is_not_printed():
    assert "params.start_gold.value" not in found(extra_gold=(0, 1))
