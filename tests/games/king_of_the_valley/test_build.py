"""The table: its numbers, the names of what records count, and what is said of it."""

from pathlib import Path

import numpy as np
import pytest

from balance.errors import ScenarioError
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    MAX_PIECES,
    NUM_COLUMNS,
    TABLE,
    Extra,
    Kind,
    Type,
)
from balance.games.king_of_the_valley.narrate.names import type_of
from balance.games.king_of_the_valley.table.build import build_table, list_setups
from balance.games.king_of_the_valley.table.options import DATA_SETS, Options

NUMBERS = {  # each with another value than the printed one
    "first_recruit_round": 1,
    "max_recruits_per_turn": 3,
    "same_name_min": 3,
    "same_name_max": 2,
    "monk_cost": 2,
    "kingdom_bonus_gold": 6,
    "kingdom_marker_points": 7,
    "kingdom_bonus_per_turn": 2,
    "kingdom_markers": 4,
    "couple_points": 3,
    "gold_points": 0,
    "jester_counts_in_couples": 1,
    "extra_final_round": 1,
}


def lay(edits=None, num_seats=2, **options):
    return build_table(Options.model_validate(options), num_seats, edits or {}, Path())


@pytest.mark.parametrize("num_seats", [2, 3, 4])
@pytest.mark.rule("X1")
def test_the_set_up_has_29_30_and_31_tiles_and_2_gold_each(num_seats: int) -> None:
    table = lay(num_seats=num_seats).array[0]
    assert table.num_seats == num_seats
    assert list(table.stage_sizes) == [29, 30, 31]
    assert list(table.row_stages) == [0, 0, 1, 1, 1, 1]
    assert list(table.start_gold[:num_seats]) == [2] * num_seats
    assert not table.start_gold[num_seats:].any()


@pytest.mark.rule("K12.1")
def test_each_kind_has_its_type_and_influence() -> None:
    table = lay().array[0]
    assert table.num_kinds == Kind.COLLECTOR + 8
    kinds = table.kinds[: table.num_kinds]
    knights, taxes = [Type.KNIGHT] * 4, [Type.TAX_COLLECTOR] * 8
    subjects = [Type.QUEEN, Type.DUKE, Type.COUNTESS, *knights, Type.FARMER, Type.FARMWOMAN]
    types = [type_of(kind) for kind in range(table.num_kinds)]
    assert types == [*subjects, Type.JESTER, Type.MONK, Type.WIZARD, *taxes]
    assert list(kinds["influence"]) == [5, 4, 3, 2, 2, 2, 2, 1, 1] + 11 * [0]
    assert list(kinds["count"]) == [3, 6, 9, 5, 5, 5, 5, 24, 12, 3, 3, 2] + 8 * [1]


@pytest.mark.rule("K8.1")
def test_each_collector_has_its_need_and_gold() -> None:
    kinds = lay().array[0].kinds[Kind.COLLECTOR : Kind.COLLECTOR + 8]
    assert list(kinds["need"]) == [0, 3, 0, 3, 4, 4, 5, 5]
    assert list(kinds["gold"]) == [3, 5, 4, 6, 7, 8, 9, 10]


@pytest.mark.parametrize("data", DATA_SETS)
def test_each_tile_lies_in_one_stage(data: str) -> None:
    table = lay(data=data).array[0]
    stages = [kinds[:size] for kinds, size in zip(table.stages, table.stage_sizes, strict=True)]
    counts = np.bincount(np.concatenate(stages), minlength=len(table.kinds))
    assert list(counts) == list(table.kinds["count"])
    assert counts.sum() == 90
    queens = [int((stage == Kind.QUEEN).sum()) for stage in stages]
    later = data in ("no_queen_in_stage_I", "late_nobles")
    assert queens == ([0, 1, 2] if later else [1, 1, 1])
    early = [3, 3, 2] if data == "early_tax" else [2, 3, 3]
    assert [int((stage >= Kind.COLLECTOR).sum()) for stage in stages] == early


def test_the_numbers_of_the_game_stand_on_the_table() -> None:
    table = lay().array[0]
    assert list(table.prices) == [2, 3, 4, 6, 8, 10]
    assert list(table.order_points) == [0, 0, 0, 3, 5, 8]
    assert [int(table[name]) for name in NUMBERS] == [2, 1, 2, 3, 1, 5, 5, 1, 6, 2, 1, 0, 0]


@pytest.mark.parametrize(("name", "value"), NUMBERS.items())
def test_each_number_can_be_changed_and_makes_another_table(name: str, value: int) -> None:
    base, game_table = lay(), lay({f"params.{name}.value": value})
    assert game_table.array[0][name] == value
    differing = [
        one for one in TABLE.names or () if np.any(base.array[one] != game_table.array[one])
    ]
    assert differing == [name]
    assert game_table.digest != base.digest


def test_the_numbers_of_arrays_can_be_changed() -> None:
    edits: dict[str, object] = {
        "params.start_gold.value": 4,
        "params.order_bonus_3.value": 4,
        "params.order_bonus_5.value": 10,
        "hill.5.price": 9,
        "hill.6.setup_stage": "III",
    }
    table = lay(edits, 3).array[0]
    assert list(table.start_gold[:3]) == [4, 4, 4]
    assert list(table.order_points) == [0, 0, 0, 4, 5, 10]
    assert list(table.prices) == [2, 3, 4, 6, 9, 10]
    assert list(table.row_stages) == [0, 0, 1, 1, 1, 2]


def test_numbers_that_no_rule_uses_make_no_other_game() -> None:
    assert lay({"params.tax_markers.value": 1}).digest == lay().digest
    assert lay({"hill.1.basis": "a guess"}).digest == lay().digest
    assert len({lay(data=data).digest for data in DATA_SETS}) == len(DATA_SETS)
    assert lay(num_seats=3).digest != lay().digest


@pytest.mark.rule("K3.2")
def test_later_seats_may_start_with_more_gold() -> None:
    game_table = lay({"params.start_gold.value": 1}, 3, extra_gold=[0, 1])
    assert list(game_table.array[0].start_gold[:3]) == [1, 2, 1]
    assert "Extra gold at the start: 1 for seat 2." in game_table.notes
    assert not any("Extra gold" in note for note in lay(extra_gold=[0, 0]).notes)
    with pytest.raises(ScenarioError, match=r"extra_gold = \[0, 1, 2\]: that is for 3 seats; exp"):
        lay(extra_gold=[0, 1, 2])


# The names of what records count


def test_rows_of_records_have_the_names_of_what_they_count() -> None:
    cards = lay().cards
    assert len(cards) == FIRST_COLLECTOR + 8 <= MAX_PIECES
    assert len({piece.id for piece in cards}) == len({piece.name for piece in cards}) == len(cards)
    rows = {piece.id: row for row, piece in enumerate(cards)}
    for kind in list(Kind)[: Kind.COLLECTOR]:
        assert rows[kind.name.lower()] == kind
    for extra in Extra:
        assert rows[extra.name.lower()] == extra
    assert rows["hill_6"] == Extra.HILL_1 + 5
    assert rows["jester_farmwoman"] == Extra.JESTER_QUEEN + NUM_COLUMNS - 1
    assert rows["t1"] == FIRST_COLLECTOR
    kinds = list(dict.fromkeys(piece.kind for piece in cards))
    assert kinds == [
        *("Subject", "Specialist", "Hill price", "Jester's column", "Bonus", "Knight order"),
        *("Multi-take", "King's start", "Tax collector"),
    ]


@pytest.mark.parametrize(
    ("row", "name", "note"),
    [
        (Kind.QUEEN, "Queen", "influence 5; 1/1/1 in stages I/II/III"),
        (Kind.KNIGHT_B, "Knight of order B", "influence 2; 2/2/1 in stages I/II/III"),
        (Kind.WIZARD, "Wizard", "0/1/1 in stages I/II/III"),
        (Extra.HILL_1 + 5, "Hill row 6 for 12 gold", ""),
        (Extra.JESTER_QUEEN + 1, "Jester in the duke column", ""),
        (Extra.BONUS, "Kingdom bonus", "5 gold, and 5 fame for the marker"),
        (Extra.ORDER_4, "Fourth knight of an order", "5 fame in all"),
        (Extra.THREE_TILES, "Three tiles in one move", ""),
        (Extra.START_INNER, "King starts next to the centre", ""),
        (FIRST_COLLECTOR, "Tax collector T1 (no need, 3 gold)", "stage I"),
        (FIRST_COLLECTOR + 4, "Tax collector T5 (4 of a kind, 7 gold)", "stage II"),
    ],
)
def test_a_row_says_what_it_is(row: int, name: str, note: str) -> None:
    piece = lay({"hill.6.price": 12}).cards[row]
    assert (piece.name, piece.note) == (name, note)


def test_the_data_sets_say_how_they_differ_from_the_base() -> None:
    setups = {setup.id: setup.note for setup in list_setups()}
    assert setups == {
        "base": "",
        "no_queen_in_stage_I": "queens 0/1/2 and farmers 9/8/7 in stages I/II/III",
        "late_nobles": "queens 0/1/2, dukes 1/2/3, countesses 2/3/4, farmers 10/8/6 and "
        "farmwomen 5/4/3 in stages I/II/III",
        "early_tax": "knights 6/6/8 and tax collectors 3/3/2 in stages I/II/III; tax collectors "
        "T2 (0 for 4 gold, stage I), T3 (3 for 5 gold, stage I), T6 (4 for 8 gold, stage II)",
        "hill_late_steps": "prices of the hill 2, 3, 4, 5, 7, 10",
    }


# What is said of it

_ASSUMED = "Assumed, as the rulebook does not print it: "


def test_the_notes_of_the_base_say_what_is_assumed() -> None:
    assert lay().notes == (
        "Data set base: 29, 30 and 31 tiles in stages I, II and III.",
        f"{_ASSUMED}how queens (1/1/1), dukes (2/2/2), countesses (3/3/3), knights (7/6/7), "
        "farmers (8/8/8), farmwomen (4/4/4), jesters (1/1/1) and tax collectors (2/3/3) are split "
        "over stages I/II/III.",
        f"{_ASSUMED}what tax collectors need and pay, and their stages: "
        "T1 (0 for 3 gold, stage I), T2 (3 for 5 gold, stage I), T3 (0 for 4 gold, stage II), "
        "T4 (3 for 6 gold, stage II), T5 (4 for 7 gold, stage II), T6 (4 for 8 gold, stage III), "
        "T7 (5 for 9 gold, stage III), T8 (5 for 10 gold, stage III).",
        f"{_ASSUMED}the prices of hill rows 2 (3 gold), 4 (6 gold) and 5 (8 gold).",
        f"{_ASSUMED}max_recruits_per_turn = 1, jester_counts_in_couples = 0 and "
        "gold_supply_unlimited = 1.",
    )


def test_what_is_changed_is_neither_printed_nor_assumed() -> None:
    notes = lay(
        {
            "tiles.queen_i.count": 2,
            "tax_collectors.t1.gold": 4,
            "hill.4.price": 5,
            "hill.5.price": 5,
            "params.max_recruits_per_turn.value": 2,
            "params.monk_cost.value": 0,
        },
        allow_other_totals=True,
    ).notes
    assert notes[0] == "Data set base: 30, 30 and 31 tiles in stages I, II and III."
    assert "T1 (" not in notes[2]
    assert notes[3:] == (
        f"{_ASSUMED}the price of hill row 2 (3 gold).",
        f"{_ASSUMED}jester_counts_in_couples = 0 and gold_supply_unlimited = 1.",
        "Changed by you: tiles.queen_i.count is 2, not 1 (assumed); tax_collectors.t1.gold is 4, "
        "not 3 (assumed); hill.4.price is 5, not 6 (assumed); hill.5.price is 5, not 8 (assumed); "
        "params.max_recruits_per_turn.value is 2, not 1 (assumed); params.monk_cost.value is 0, "
        "not 1 (certain).",
        "Numbers of tiles unlike the printed ones: queen 4 (3), subjects 78 (77), stage_I 30 (29), "
        "all 91 (90).",
    )


def test_a_type_of_which_all_is_changed_is_no_longer_assumed() -> None:
    edits: dict[str, object] = {
        "tiles.jester_i.count": 2,
        "tiles.jester_ii.count": 2,
        "tiles.jester_iii.count": 2,
    }
    split = lay(edits, allow_other_totals=True).notes[1]
    assert "jesters" not in split
    assert "queens (1/1/1)" in split


def test_the_notes_name_data_of_ones_own(tmp_path: Path) -> None:
    rows = [f"{row},{row},{'II' if row < 6 else 'I'}" for row in range(1, 7)]
    (tmp_path / "mine.csv").write_text("\n".join(["row,price,setup_stage", *rows]))
    game_table = lay(data="late_nobles", hill=str(tmp_path / "mine.csv"))
    assert game_table.notes[0].startswith(
        f"Data set late_nobles, hill from {tmp_path}/mine.csv: 29, 30"
    )
    assert game_table.notes[1] == (
        "Unlike the base data: queens 0/1/2, dukes 1/2/3, countesses 2/3/4, farmers 10/8/6 and "
        "farmwomen 5/4/3 in stages I/II/III; prices of the hill 1, 2, 3, 4, 5, 6; rows of "
        "the hill from stages II, II, II, II, II, I."
    )
    assert "hill rows 1 (1 gold), 2 (2 gold), 3" in game_table.notes[4]


def test_the_notes_name_other_orders_influence_and_numbers(tmp_path: Path) -> None:
    data = Path(__file__).parents[3] / "balance" / "games" / "king_of_the_valley" / "data"
    tiles = (data / "tiles.csv").read_text(encoding="utf-8")
    tiles = tiles.replace("knight,2,A,I,2", "knight,2,A,I,1").replace(
        "knight,2,C,I,1", "knight,2,C,I,2"
    )
    tiles = tiles.replace("knight,2,A,II,1", "knight,2,A,II,2").replace(
        "knight,2,C,II,2", "knight,2,C,II,1"
    )
    (tmp_path / "tiles.csv").write_text(
        tiles.replace("duke,4", "duke,6").replace("knight,2,", "knight,3,"), encoding="utf-8"
    )
    params = (data / "params.csv").read_text(encoding="utf-8")
    (tmp_path / "params.csv").write_text(
        params.replace("start_gold,2", "start_gold,3"), encoding="utf-8"
    )
    own = {name: str(tmp_path / f"{name}.csv") for name in ("tiles", "params")}
    assert lay(**own).notes[1] == (
        "Unlike the base data: knights of orders A 1/2/2, B 2/2/1, C 2/1/2, D 2/1/2 in stages "
        "I/II/III; influence of dukes 6 and knights 3; start_gold 3."
    )


def test_a_single_tile_is_one_tile() -> None:
    edits = {"tiles.wizard_ii.count": 0, "tiles.monk_i.count": 2}
    assert (
        "Wizard: 1 tile, 0/0/1 in stages I/II/III."
        in lay(edits, allow_other_totals=True).card_texts
    )


@pytest.mark.parametrize(
    "line",
    [
        "Queen: influence 5, 3 tiles, 1/1/1 in stages I/II/III.",
        "Wizard: 2 tiles, 0/1/1 in stages I/II/III.",
        "Tax collector T1: pays 3 gold, in stage I.",
        "Tax collector T5: turns 4 of a group face-down and pays 7 gold, in stage II.",
        "Hill row 3: costs 4 gold, filled from stage II at the set-up.",
        "start_gold: each player starts with 2 gold (K3.2).",
        "jester_counts_in_couples: jesters form no couples (A24).",
    ],
)
def test_each_number_has_a_sentence(line: str) -> None:
    assert line in lay().card_texts


def test_a_switch_says_what_it_does() -> None:
    words = lay({"params.extra_final_round.value": 1}).card_texts
    assert "extra_final_round: each player has one more turn at the end (K11.4)." in words
    # Size and supply are what they are (A35), so there is nothing to say of them.
    unsaid = {"grid_size", "hill_columns", "hill_rows", "gold_supply_unlimited"}
    heads = {line.partition(":")[0] for line in words}
    rows = (Path(__file__).parents[3] / "balance/games/king_of_the_valley/data/params.csv").open()
    with rows:
        names = {row.partition(",")[0] for row in list(rows)[1:]}
    assert names - heads == unsaid
