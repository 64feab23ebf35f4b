"""The data sheets: what is in the box, every variant of it, and every sheet that is rejected."""

from pathlib import Path

import pytest

from balance.errors import CardError, ScenarioError
from balance.games.king_of_the_valley.layout import Kind, Type
from balance.games.king_of_the_valley.sheets.box import Box, Collector, read_box
from balance.games.king_of_the_valley.sheets.counts import check_counts
from balance.games.king_of_the_valley.sheets.files import Change
from balance.games.king_of_the_valley.table.options import DATA_SETS, Options

DATA = Path(__file__).parents[3] / "balance" / "games" / "king_of_the_valley" / "data"


def box(edits=None, folder=DATA, **options):
    """Return the box, checked, of some options after changing cells."""
    chosen = Options.model_validate(options)
    read = read_box(chosen, edits or {}, folder)
    check_counts(read, chosen.allow_other_totals)
    return read


def copy_of(sheet: str, folder: Path, *changes: tuple[str, str]) -> str:
    """Write a sheet of the base with some texts replaced, and return its name."""
    text = (DATA / f"{sheet}.csv").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "mine.csv").write_text(text, encoding="utf-8")
    return "mine.csv"


def splits(read: Box) -> dict[str, tuple[int, ...]]:
    return {kind.name.lower(): read.counts(kind) for kind in Type}


BASE_SPLITS = {
    "queen": (1, 1, 1),
    "duke": (2, 2, 2),
    "countess": (3, 3, 3),
    "knight": (7, 6, 7),
    "farmer": (8, 8, 8),
    "farmwoman": (4, 4, 4),
    "jester": (1, 1, 1),
    "monk": (1, 1, 1),
    "wizard": (0, 1, 1),
    "tax_collector": (2, 3, 3),
}
BASE_COLLECTORS = [(0, 0, 3), (0, 3, 5), (1, 0, 4), (1, 3, 6), (1, 4, 7), (2, 4, 8), (2, 5, 9),
                   (2, 5, 10)]  # fmt: skip


def collectors(read: Box) -> list[tuple[int, int, int]]:
    return [(one.stage, one.need, one.gold) for one in read.collectors]


def prices(read: Box) -> list[int]:
    return [row.price for row in read.hill]


# What is in the box


def test_the_base_is_split_as_evenly_as_can_be() -> None:
    base = box()
    assert splits(base) == BASE_SPLITS
    assert base.stage_sizes == (29, 30, 31)
    assert [tiles.influence for tiles in base.tiles] == [5, 4, 3, 2, 2, 2, 2, 1, 1, 0, 0, 0]
    knights = base.tiles[Kind.KNIGHT_A : Kind.KNIGHT_D + 1]
    assert [tiles.counts for tiles in knights] == [(2, 1, 2), (2, 2, 1), (1, 2, 2), (2, 1, 2)]
    assert base.collectors[4] == Collector("t5", 1, 4, 7)
    assert collectors(base) == BASE_COLLECTORS
    assert prices(base) == [2, 3, 4, 6, 8, 10]
    assert [row.stage for row in base.hill] == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("data", "changed"),
    [
        ("no_queen_in_stage_I", {"queen": (0, 1, 2), "farmer": (9, 8, 7)}),
        (
            "late_nobles",
            {
                "queen": (0, 1, 2),
                "duke": (1, 2, 3),
                "countess": (2, 3, 4),
                "farmer": (10, 8, 6),
                "farmwoman": (5, 4, 3),
            },
        ),
        ("early_tax", {"tax_collector": (3, 3, 2), "knight": (6, 6, 8)}),
        ("hill_late_steps", {}),
    ],
)
def test_a_data_set_changes_what_section_0_says(
    data: str, changed: dict[str, tuple[int, ...]]
) -> None:
    read = box(data=data)
    assert splits(read) == BASE_SPLITS | changed
    assert read.stage_sizes == (29, 30, 31)
    assert prices(read) == ([2, 3, 4, 5, 7, 10] if data == "hill_late_steps" else prices(box()))
    early = sorted(collector[1:] for collector in BASE_COLLECTORS)
    assert sorted(collector[1:] for collector in collectors(read)) == early
    assert (collectors(read) == BASE_COLLECTORS) == (data != "early_tax")


def test_every_shipped_variant_belongs_to_a_data_set() -> None:
    named = {f"{sheet}_{name}" for files in DATA_SETS.values() for sheet, name in files.items()}
    assert named == {path.stem for path in (DATA / "variants").glob("*.csv")}


def test_sheets_named_one_by_one_go_before_those_of_the_data_set() -> None:
    read = box(data="late_nobles", tiles="no_queen_in_stage_I", hill="late_steps")
    assert splits(read) == BASE_SPLITS | {"queen": (0, 1, 2), "farmer": (9, 8, 7)}
    assert prices(read) == [2, 3, 4, 5, 7, 10]
    assert splits(box(data="late_nobles", tiles="base")) == BASE_SPLITS


def test_a_sheet_of_ones_own_stands_in_the_folder_of_the_scenario(tmp_path: Path) -> None:
    name = copy_of("hill", tmp_path, ("6,10,II", "6,12,III"))
    read = box(folder=tmp_path, hill=name)
    assert (prices(read)[-1], read.hill[-1].stage) == (12, 2)


def test_a_sheet_needs_neither_status_nor_basis_and_rows_in_any_order(tmp_path: Path) -> None:
    rows = [f"{row},{row + 1},{'I' if row < 3 else 'II'}" for row in (6, 4, 2, 1, 3, 5)]
    (tmp_path / "mine.csv").write_text("\n".join(["row,price,setup_stage", *rows]))
    assert prices(box(folder=tmp_path, hill="mine.csv")) == [2, 3, 4, 5, 6, 7]


# Edits


def test_a_cell_of_every_sheet_can_be_changed() -> None:
    read = box(
        {
            "hill.6.price": 12,
            "tiles.queen_i.count": 0,
            "tiles.queen_iii.count": "2",
            "tiles.farmer_i.count": 9,
            "tiles.farmer_iii.count": 7,
            "tax_collectors.t5.gold": 8,
            "params.start_gold.value": 3,
        }
    )
    assert prices(read)[-1] == 12
    assert splits(read) == splits(box(data="no_queen_in_stage_I"))
    assert read.collectors[4] == Collector("t5", 1, 4, 8)
    assert read.params["start_gold"] == 3


def test_a_change_is_noted_with_the_old_value_and_its_certainty() -> None:
    edits: dict[str, object] = {"hill.6.price": 12, "hill.1.price": 2, "hill.2.basis": "mine"}
    assert box(edits).sheets.changes == (Change("hill", "6", "price", "10", "12", "certain"),)


# What is rejected


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ({"hill.6": 3}, "hill.6: expected sheet.id.column, such as hill.6.price"),
        ({"params.start_gold": 3}, "expected sheet.id.column, such as params.start_gold.value"),
        ({"hills.6.price": 3}, "hills.6.price: there is no sheet 'hills'; expected 'hill', perhap"),
        ({"totals.queen.count": 3}, "there is no sheet 'totals'; expected one of tiles, tax_coll"),
        ({"hill.7.price": 3}, "hill.7: there is no id '7' in hill; expected one of 1, 2, 3, 4"),
        ({"hill.6.prise": 3}, "there is no column 'prise' to change in hill; expected 'price'"),
        ({"hill.6.row": 3}, "there is no column 'row' to change in hill"),
        ({"tiles.queen_i.stage": "II"}, "there is no column 'stage' to change in tiles"),
        ({"tiles.queen.count": 3}, "tiles.queen: there is no id 'queen' in tiles; expected 'queen"),
        ({"hill.6.price": True}, "hill.6.price = true: expected a whole number or a text"),
        ({"hill.6.price": 1.5}, "hill.6.price = 1.5: expected a whole number or a text"),
        (
            {"hill.6.price": "much"},
            "data/hill.csv, line 7, column price of 6, as changed: 'much': "
            "expected a whole number from 0 to 99",
        ),
        (
            {"hill.4.price": 3},
            "line 5, column price of 4, as changed: '3': expected at least 4, the price of row 3",
        ),
        (
            {"hill.1.price": 9},
            "line 2, column price of 1, as changed: '9': expected at most 3, the price of row 2",
        ),
        ({"hill.6.setup_stage": "IV"}, "column setup_stage of 6, as changed: 'IV': expected"),
        (
            {"hill.3.setup_stage": "I"},
            "data/tiles.csv: stage I has 29 tiles; expected 31 or more, for 25 spaces of the "
            "valley and 3 rows of the hill",
        ),
        (
            {"tiles.queen_i.count": 2},
            "data/tiles.csv: the total of queen is 4; expected 3 as in data/totals.csv, line 2, "
            "column count of queen, or allow_other_totals = true in [table]",
        ),
        (
            {"tiles.knight_a_i.count": 1, "tiles.knight_b_i.count": 3},
            "the total of knights of order A is 4; expected 5 as in data/totals.csv, line 14",
        ),
        (
            {"tiles.queen_i.count": 0, "tiles.queen_ii.count": 2},
            "the total of stage_I is 28; expected 29 as in data/totals.csv, line 15",
        ),
        (
            {"tiles.tax_collector_i.count": 3},
            "data/tiles.csv, line 37, column count of tax_collector_i, as changed: '3': "
            "data/tax_collectors.csv has 2 of stage I; expected the same number in both",
        ),
        ({"tax_collectors.t1.stage": "II"}, "data/tax_collectors.csv has 1 of stage I; expected"),
        ({"tiles.queen_i.influence": 6}, "of queen_ii: '5': expected 6, as in line 2"),
        ({"tiles.queen_i.influence": -1}, "expected a whole number from 0 to 99"),
        ({"tiles.monk_i.influence": 1}, "of monk_i, as changed: '1': specialists have none; expec"),
        ({"tiles.queen_i.count": 100}, "expected a whole number from 0 to 99"),
        ({"tiles.queen_i.kind": "noble"}, "of queen_i, as changed: 'noble': expected one of subje"),
        ({"tiles.queen_i.status": "sure"}, "column status of queen_i, as changed: 'sure': expecte"),
        ({"tax_collectors.t1.requirement": 16}, "'16': expected a whole number from 0 to 15"),
        ({"tax_collectors.t1.gold": 100}, "'100': expected a whole number from 0 to 99"),
        (
            {"params.grid_size.value": 6},
            "data/params.csv, line 2, column value of grid_size, as changed: '6': the rules "
            "are those of a 5x5 valley and a hill of 2 columns and 6 rows; expected 5",
        ),
        ({"params.hill_columns.value": 3}, "a hill of 2 columns and 6 rows; expected 2"),
        ({"params.hill_rows.value": 5}, "a hill of 2 columns and 6 rows; expected 6"),
        (
            {"params.gold_supply_unlimited.value": 0},
            "the rulebook has no rule for an empty supply of gold (A35); expected 1",
        ),
        ({"params.same_name_min.value": 1}, "'1': expected a whole number from 2 to 9"),
        (
            {"params.same_name_min.value": 3, "params.same_name_max.value": 2},
            "of same_name_max, as changed: '2': expected at least 3: same_name_min",
        ),
        ({"params.first_recruit_round.value": 0}, "'0': expected a whole number from 1 to 200"),
        ({"params.extra_final_round.value": 2}, "'2': expected a whole number from 0 to 1"),
        ({"params.start_gold.value": "two"}, "'two': expected a whole number from 0 to 99"),
        ({"params.start_gold.value": -1}, "'-1': expected a whole number from 0 to 99"),
        ({"params.kingdom_bonus_per_turn.value": -1}, "'-1': expected a whole number from 0 to 9"),
        ({"params.kingdom_bonus_per_turn.value": 10}, "'10': expected a whole number from 0 to 9"),
        ({"params.grid_size.value": -1}, "'-1': the rules are those of a 5x5 valley and a h"),
        (
            {"params.max_recruits_per_turn.value": 6},
            "'6': to refill the valley after 4 monks and a multi-take of 3, 7 of the 12 tiles must "
            "stay on the hill; expected a whole number from 0 to 5",
        ),
    ],
)
def test_an_impossible_edit_is_one_sentence(edits: dict[str, object], message: str) -> None:
    with pytest.raises(CardError) as caught:
        box(edits)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sheet", "changes", "message"),
    [
        ("tiles", [("queen,5,,I,", "quen,5,,I,")], "line 2, column type of quen_i: 'quen': expec"),
        ("tiles", [("queen,5,,I,", "queen,5,A,I,")], "only knights have an order; expected an em"),
        ("tiles", [("knight,2,A,I,", "knight,2,E,I,")], "'E': expected one of A, B, C, D"),
        ("tiles", [("knight,2,A,I,", "knight,2,,I,")], "column order of knight_i: '': expected on"),
        ("tiles", [("queen,5,,I,", "queen,5,,IV,")], "'IV': expected"),
        (
            "tiles",
            [("queen,5,,II,", "queen,5,,I,")],
            "line 3, column type of queen_i: 'queen_i' is already in line 2",
        ),
        ("tiles", [("queen,5,,I,", ",5,,I,")], "line 2, column type of i: '': the cell must not"),
        ("tiles", [("influence", "influenze")], "line 1: there is no column 'influenze'; expected"),
        ("tiles", [(",count", "")], "line 1: the column 'count' is missing"),
        (
            "tiles",
            [("tax_collector,0,,III,3,assumed,specialist,8 in total over all", "monk,0,,IV,3,,,")],
            "line 39, column stage of monk_iv: 'IV'",
        ),
        ("tax_collectors", [("T2,I", "T1,I")], "line 3, column id: 't1' is already in line 2"),
        ("tax_collectors", [("T2,I", "T 2,I")], "'T 2': expected a word of letters, digits and"),
        ("tax_collectors", [("T2,I", "T2,0")], "column stage of t2: '0': expected one of I, II, I"),
        (
            "hill",
            [("6,10,II", "7,10,II")],
            "line 7, column row: '7': expected one of 1, 2, 3, 4, 5",
        ),
        ("hill", [("6,10,II,certain,", "#,,,,")], "line 7, column row: '#': expected a word of l"),
        ("params", [("monk_cost", "monk_price")], "line 10, column name: 'monk_price': expected"),
    ],
)
def test_a_wrong_sheet_is_one_sentence(
    tmp_path: Path, sheet: str, changes: list[tuple[str, str]], message: str
) -> None:
    name = copy_of(sheet, tmp_path, *changes)
    with pytest.raises(CardError) as caught:
        box(folder=tmp_path, **{sheet: name})
    assert f"{tmp_path.name}/mine.csv" in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sheet", "line", "message"),
    [
        ("hill", "4,6,II", "mine.csv, column row: '4' is missing; expected 1, 2, 3, 4, 5, 6"),
        ("params", "monk_cost", "mine.csv, column name: 'monk_cost' is missing; expected grid_s"),
        ("tax_collectors", "T4", "has 2 of stage II; expected the same number in both"),
        (
            "tiles",
            "tax_collector,0,,II,",
            "line 4, column stage of t3: 'II': {folder}/mine.csv has no tax collectors of this "
            "stage; expected the same number in both",
        ),
        ("tiles", "wizard,0,,II,", "the total of wizard is 1; expected 2"),
    ],
)
def test_a_line_that_is_missing_is_named(
    tmp_path: Path, sheet: str, line: str, message: str
) -> None:
    lines = (DATA / f"{sheet}.csv").read_text(encoding="utf-8").splitlines()
    kept = [text for text in lines if not text.startswith(line)]
    assert len(kept) == len(lines) - 1
    (tmp_path / "mine.csv").write_text("\n".join(kept), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        box(folder=tmp_path, **{sheet: "mine.csv"})
    assert message.replace("{folder}", tmp_path.name) in str(caught.value)


@pytest.mark.parametrize("sheet", ["tiles", "tax_collectors", "hill", "params"])
def test_a_sheet_without_rows_is_rejected(tmp_path: Path, sheet: str) -> None:
    head = (DATA / f"{sheet}.csv").read_text(encoding="utf-8").splitlines()[0]
    (tmp_path / "mine.csv").write_text(head, encoding="utf-8")
    with pytest.raises(CardError, match=r"mine\.csv|tiles\.csv"):
        box(folder=tmp_path, **{sheet: "mine.csv"})


def test_collectors_that_go_with_other_tiles_are_rejected() -> None:
    with pytest.raises(CardError, match=r"tiles_early_tax\.csv, line 37.* has 2 of stage I"):
        box(data="early_tax", tax_collectors="base")
    with pytest.raises(CardError, match=r"tiles\.csv, line 37.*collectors_early_tax\.csv has 3"):
        box(tax_collectors="early_tax")


def test_data_that_are_not_there_are_answered_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"tiles = 'late_nobels'.*'late_nobles', perhaps"):
        box(tiles="late_nobels")
    with pytest.raises(ScenarioError, match=r"hill = '': .* expected one of base, late_steps, or"):
        box(hill="")
    with pytest.raises(CardError, match=r"mine\.csv: there is no such file; a path starts from"):
        box(folder=tmp_path, params="mine.csv")


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ({"tiles.farmer_i.count": 60}, "stage I has 81 tiles; expected at most 80"),
        ({"tiles.farmer_ii.count": 50, "tiles.farmwoman_iii.count": 33}, "the game has 161 til"),
        ({"tiles.knight_a_i.count": 23}, "the type knight has 41 tiles; expected at most 40"),
        ({"tiles.monk_i.count": 3}, "the type monk has 5 tiles; expected at most 4"),
        (
            {
                **{f"tiles.farmer_{stage}.count": 33 for stage in ("i", "ii")},
                "tiles.farmer_iii.count": 35,
                "tiles.farmwoman_ii.count": 0,
                "tiles.farmwoman_iii.count": 0,
            },
            "the type farmer has 101 tiles; ",
        ),
        ({"tiles.farmer_i.count": 7}, "stage I has 28 tiles; expected 29 or more"),
        (
            {
                **{f"tiles.knight_{order}_ii.count": 6 for order in "abcd"},
                "tiles.jester_ii.count": 9,
                "tax_collectors.t8.requirement": 15,
            },
            "line 9, column requirement of t8, as changed: '15': knights and jesters could be "
            "turned face-down in",
        ),
    ],
)
def test_what_a_state_cannot_hold_is_rejected_even_with_other_totals(
    edits: dict[str, object], message: str
) -> None:
    with pytest.raises(CardError) as caught:
        box(edits, allow_other_totals=True)
    assert message in str(caught.value)


def test_a_sheet_of_tiles_without_tiles_is_rejected(tmp_path: Path) -> None:
    head = (DATA / "tiles.csv").read_text(encoding="utf-8").partition("\n")[0]
    (tmp_path / "mine.csv").write_text(head, encoding="utf-8")
    with pytest.raises(CardError, match=r"mine\.csv: there are no tiles; expected a line"):
        box(folder=tmp_path, tiles="mine.csv")


def test_too_many_collectors_are_rejected(tmp_path: Path) -> None:
    more = "".join(f"X{number},II,0,3,assumed,\n" for number in range(9))
    text = (DATA / "tax_collectors.csv").read_text(encoding="utf-8") + more
    (tmp_path / "mine.csv").write_text(text, encoding="utf-8")
    with pytest.raises(CardError, match="'X8': expected at most 16 tax collectors, but there are"):
        box(folder=tmp_path, tax_collectors="mine.csv")


def test_other_totals_are_allowed_on_demand() -> None:
    read = box({"tiles.queen_i.count": 2}, allow_other_totals=True)
    assert read.stage_sizes == (30, 30, 31)
