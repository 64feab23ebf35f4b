"""What a position promises: cards on their way, zones in which cards come round again, sets."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.engine.layout import wide
from balance.games.described.language.reading import read_description
from balance.games.described.language.tree import Description, Value
from balance.games.described.language.writing import value_text
from balance.games.described.layout import STATE
from balance.games.described.rules.values import value
from balance.games.described.table.numbering import numbering
from balance.games.described.table.program import Program
from balance.games.described.table.prospects import circuits, prospects
from balance.games.described.table.sets import fixed_value, is_fixed
from balance.games.loading import load_game

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir())


def described(name: str) -> Description:
    return read_description(EXAMPLES / name / "game.toml")


def test_cards_on_their_way_count_where_they_will_be() -> None:
    parts = prospects(described("drafting"))
    assert value_text(parts["roses"]) == (
        "(sum of points in kept where kind is rose) + (sum of points in basket where kind is rose)"
        " + (sum of points in picked where kind is rose)"
    )
    assert value_text(parts["herbs"]) == "herb_points"


def test_a_table_has_the_parts_of_the_score_and_what_they_promise() -> None:
    game = load_game(str(EXAMPLES / "drafting"), Path())
    built: Any = game.build_table(game.options(), 2, {}, Path())
    table, parts = built.array[0], list(described("drafting").score)
    state = np.zeros(1, STATE)[0]
    basket = table.zones[list(described("drafting").zones).index("basket")]
    state.cards[basket.cell + built.kinds["rose_red"] - basket.first_kind] = 2
    row = parts.index("roses")
    now, soon = (
        value(state, table, 0, wide(0), wide(rows[row]), wide(-1))
        for rows in (table.parts, table.prospects)
    )
    assert (now, soon > 0) == (0, True)
    assert table.prospects[: table.num_parts].all()


@pytest.mark.parametrize("name", ["dominion_base", "gems", "goofspiel", "pig", "tricks"])
def test_a_score_that_reads_where_cards_are_stays_as_it_is(name: str) -> None:
    description = described(name)
    assert prospects(description) == description.score


def test_zones_in_which_cards_come_round_again_are_one_group() -> None:
    (zones, kinds), *_ = circuits(described("dominion_base"))
    assert set(zones) >= {"deck", "hand", "discard"}
    assert len(kinds) == len(described("dominion_base").cards)
    assert [zones for zones, _ in circuits(described("drafting"))] == [
        ["hand"], ["picked"], ["basket"], ["kept"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_each_card_in_each_group_of_zones_has_a_weight(name: str) -> None:
    game = load_game(str(EXAMPLES / name), Path())
    table = game.build_table(game.options(), game.seats[0], {}, Path()).array[0]
    assert len(game.bots["greedy"].weights) == 2 * table.num_features + 1
    own = [zone for zone in table.zones[: table.num_zones] if zone.per_player and zone.num_kinds]
    for zone in own:
        assert zone.feature + zone.first_kind > table.num_numbers + table.num_zones
        assert zone.feature + zone.first_kind + zone.num_kinds <= table.num_features


@pytest.mark.parametrize("name", ["docks", "dominion_base", "drafting", "gems", "tricks"])
def test_a_set_has_the_cards_for_which_its_condition_holds(name: str) -> None:
    description, game = described(name), load_game(str(EXAMPLES / name), Path())
    built: Any = game.build_table(game.options(), game.seats[0], {}, Path())
    table, of = built.array[0], numbering(description, game.seats[0])
    state = np.zeros(1, STATE)[0]
    values = [part for line in description.all_lines for part in line.parts]
    values += description.score.values()
    fixed = {
        inner
        for each in values if isinstance(each, Value) for inner in each.inner()
        if is_fixed(inner)
    }  # fmt: skip
    assert len(fixed) > 3
    for condition in fixed:
        program = Program(of, checks=False, counts_choices=False)
        row = program.value(condition)
        for number, numbers in enumerate(program.written()):
            table.code[number] = numbers
        for kind, card in enumerate(table.attributes[: table.num_kinds].tolist()):
            compiled = value(state, table, 0, wide(0), wide(row), wide(kind))
            assert fixed_value(condition, of, card) == compiled
