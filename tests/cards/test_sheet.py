from pathlib import Path

import pytest

from balance.cards.sheet import SheetColumn, SheetRow, read_sheet, read_toml
from balance.errors import CardError

COLUMNS = (
    SheetColumn("id"),
    SheetColumn("name"),
    SheetColumn("cost"),
    SheetColumn("kind"),
    SheetColumn("numbers"),
    SheetColumn("note", blank=True, optional=True),
)
HEAD = "id,name,cost,kind,numbers\n"
REAPER = "reaper,Reaper,3,field,1/2\n"


def sheet(folder: Path, text: str | bytes) -> Path:
    path = folder / "workers.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def only_row(folder: Path, line: str) -> SheetRow:
    return read_sheet(sheet(folder, HEAD + line), COLUMNS)[0]


def test_cells_are_read_as_texts_numbers_and_words(tmp_path: Path) -> None:
    row = only_row(tmp_path, 'reaper," Reaper, the first ",3,field,1 / 2\n')
    assert row.id == "reaper"
    assert row.text("name") == "Reaper, the first"
    assert row.number("cost") == 3
    assert row.one_of("kind", ("field", "house")) == "field"
    assert row.words("numbers", "/") == ("1", "2")
    assert row.text("note") == ""
    assert row.words("note", "/") == ()


def test_lines_are_counted_as_in_the_file(tmp_path: Path) -> None:
    text = HEAD + '\nreaper,"Rea\nper",3,field,1\n,,,,\nsteward,Steward,x,house,4\n'
    rows = read_sheet(sheet(tmp_path, text), COLUMNS)
    assert [(row.id, row.line) for row in rows] == [("reaper", 3), ("steward", 6)]


def test_a_mark_at_the_start_of_the_file_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    path = sheet(tmp_path, b"\xef\xbb\xbf" + (HEAD + REAPER).encode())
    assert read_sheet(path, COLUMNS)[0].id == "reaper"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "workers.csv: the sheet is empty"),
        (HEAD.replace("cost,", ""), "line 1: the column 'cost' is missing"),
        ("id,kind\n", "line 1: the columns 'name', 'cost', 'numbers' are missing"),
        (HEAD.replace("cost", "cots"), "line 1: there is no column 'cots'; expected 'cost', perh"),
        (HEAD.replace("\n", ",cost\n"), "line 1: the column 'cost' is there twice"),
        (HEAD + "reaper,Reaper,3,field\n", "line 2: 4 cells, but there are 5 columns"),
        (HEAD + REAPER + REAPER, "line 3, column id: 'reaper' is already in line 2"),
        (HEAD + ",Reaper,3,field,1\n", "line 2, column id: '': expected a lower-case word"),
        (
            HEAD + "Le Réaper!,R,3,field,1\n",
            "'Le Réaper!': expected a lower-case word such as 'le_re",
        ),
        (HEAD + "Reaper,Reaper,3,field,1\n", "line 2, column id: 'Reaper': expected a lower-case"),
        (HEAD + "reaper,Reaper, the first,3,field,1\n", "line 2: 6 cells, but there are 5 columns"),
        (HEAD + "reaper;Reaper;3;field;1\n", "line 2: 1 cell, but there are 5"),
        (HEAD + "2nd,Reaper,3,field,1\n", "line 2, column id: '2nd': expected a lower-case word"),
        (HEAD + REAPER + 'x,"Rea', "line 3: this is not CSV"),
        (HEAD.encode() + b"reaper,Re\xe4per,3,field,1\n", "line 2: this is not UTF-8"),
        (bytes(range(128)), "workers.csv: this is not text; expected a file of plain text"),
    ],
)
def test_a_sheet_that_is_none_is_rejected_with_its_line(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_sheet(sheet(tmp_path, text), COLUMNS)
    assert message in str(caught.value)
    assert "workers.csv" in str(caught.value)


def test_a_sheet_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"workers\.csv: there is no such file"):
        read_sheet(tmp_path / "workers.csv", COLUMNS)
    with pytest.raises(CardError, match="cannot be read"):
        read_sheet(tmp_path, COLUMNS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param((HEAD + REAPER).replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param((HEAD + REAPER).replace("\n", "\r"), id="line ends of old Macs"),
        pytest.param((HEAD + REAPER).replace(",", ";"), id="semicolons"),
        pytest.param((HEAD + REAPER).replace(",", "\t"), id="tabs"),
        pytest.param("\ufeff" + (HEAD + REAPER).replace(",", ";"), id="a mark and semicolons"),
        pytest.param((HEAD + REAPER).replace(",", " , "), id="spaces"),
        pytest.param((HEAD + REAPER).replace(",", "\N{NO-BREAK SPACE},"), id="hard spaces"),
        pytest.param("\n,,,,\n" + HEAD + "\n" + REAPER + ",,,,\n\n", id="empty lines"),
        pytest.param((HEAD + REAPER).replace("\n", ",,\n"), id="empty columns at the end"),
        pytest.param(HEAD.replace("\n", ",note\n") + REAPER, id="empty cells left out"),
        pytest.param(HEAD + REAPER.replace("\n", ",,,\n"), id="empty cells too many"),
        pytest.param(HEAD.upper() + REAPER, id="columns in capitals"),
        pytest.param(HEAD + REAPER.replace("3", "3.0"), id="a whole number with a point"),
        pytest.param(HEAD + REAPER.replace("3", '" 3"'), id="a number after a space"),
        pytest.param(HEAD + REAPER.replace("Reaper", '"Reaper"'), id="quotation marks"),
        pytest.param("numbers,kind,cost,name,id\n1/2,field,3,Reaper,reaper\n", id="another order"),
    ],
)
def test_what_table_programs_write_is_read(tmp_path: Path, text: str) -> None:
    (row,) = read_sheet(sheet(tmp_path, text), COLUMNS)
    assert (row.id, row.text("name"), row.number("cost")) == ("reaper", "Reaper", 3)
    assert (row.text("kind"), row.words("numbers", "/"), row.text("note")) == (
        *("field", ("1", "2"), ""),
    )


def test_a_semicolon_in_a_cell_is_no_separator_where_columns_have_commas(tmp_path: Path) -> None:
    row = only_row(tmp_path, "reaper,Reaper;the first,3,field,1;2\n")
    assert (row.text("name"), row.words("numbers", ";")) == ("Reaper;the first", ("1", "2"))


def test_a_place_in_a_cell_is_named_and_marked(tmp_path: Path) -> None:
    row = only_row(tmp_path, "reaper,Reaper,3,fie ld,1\n")
    place = f"{tmp_path.name}/workers.csv, line 2, column kind of reaper"
    assert str(row.error_at("kind", 4, "no such kind")) == (
        f"{place}, character 5: no such kind\n    fie ld\n        ^"
    )
    assert str(row.error_at("kind", 6, "too short")) == (
        f"{place}, at its end: too short\n    fie ld\n          ^"
    )


@pytest.mark.parametrize("position", [0, 10, 36, 37, 100, 150, 199, 200])
def test_of_a_long_text_the_mark_shows_what_is_near(tmp_path: Path, position: int) -> None:
    text = "".join(chr(ord("a") + place % 26) for place in range(200))
    row = only_row(tmp_path, f"reaper,Reaper,3,{text},1\n")
    _, shown, mark = str(row.error_at("kind", position, "wrong")).split("\n")
    assert max(len(shown), len(mark)) <= 85  # fits a terminal, and no line breaks
    assert mark.lstrip(" ") == "^"
    marked = shown[len(mark) - 1 : len(mark)]
    assert marked == (text + "  ")[position].strip()


def test_a_line_break_within_a_cell_does_not_misplace_the_mark(tmp_path: Path) -> None:
    row = only_row(tmp_path, 'reaper,Reaper,3,"fie\n\tld",1\n')
    assert str(row.error_at("kind", 5, "wrong")).split("\n")[1:] == ["    fie  ld", "         ^"]


@pytest.mark.parametrize("cost", ["-1", "x", "1.5", "10000", "²", "--1", "9" * 500])
def test_what_is_no_number_within_bounds_is_rejected(tmp_path: Path, cost: str) -> None:
    row = only_row(tmp_path, f"reaper,Reaper,{cost},field,1\n")
    with pytest.raises(CardError) as caught:
        row.number("cost")
    assert str(caught.value) == (
        f"{tmp_path.name}/workers.csv, line 2, column cost of reaper: '{cost}': "
        "expected a whole number from 0 to 9999"
    )


def test_bounds_of_a_number_may_be_set(tmp_path: Path) -> None:
    row = only_row(tmp_path, REAPER)
    assert row.number("cost", 3, 3) == 3
    with pytest.raises(CardError, match="from 4 to 9999"):
        row.number("cost", low=4)
    with pytest.raises(CardError, match="from 0 to 2"):
        row.number("cost", high=2)


def test_an_empty_cell_is_rejected_where_one_is_needed(tmp_path: Path) -> None:
    row = only_row(tmp_path, "reaper,,3,field,\n")
    for read in (lambda: row.text("name"), lambda: row.words("numbers", "/")):
        with pytest.raises(CardError, match="the cell must not be empty"):
            read()


@pytest.mark.parametrize(
    ("numbers", "message"), [("1//2", "nothing on one side of a '/'"), ("1/1", "twice")]
)
def test_words_are_none_of_them_empty_and_all_different(
    tmp_path: Path, numbers: str, message: str
) -> None:
    row = only_row(tmp_path, f"reaper,Reaper,3,field,{numbers}\n")
    with pytest.raises(CardError, match=message):
        row.words("numbers", "/")


def test_an_unknown_word_is_answered_with_the_closest_one(tmp_path: Path) -> None:
    row = only_row(tmp_path, "reaper,Reaper,3,feild,1\n")
    with pytest.raises(CardError, match="'feild': expected 'field', perhaps; one of field, house"):
        row.one_of("kind", ("field", "house"))
    with pytest.raises(CardError, match="expected nothing, as there is none"):
        row.one_of("kind", ())


def test_edits_replace_cells_before_they_are_read(tmp_path: Path) -> None:
    path = sheet(tmp_path, HEAD + REAPER + "steward,Steward,4,house,3\n")
    reaper, steward = read_sheet(path, COLUMNS, {"reaper": {"cost": "9", "note": "dear"}})
    assert (reaper.number("cost"), reaper.text("note")) == (9, "dear")
    assert steward.number("cost") == 4


def test_an_error_in_an_edited_cell_says_that_it_was_changed(tmp_path: Path) -> None:
    path = sheet(tmp_path, HEAD + REAPER)
    (row,) = read_sheet(path, COLUMNS, {"reaper": {"cost": "much"}})
    with pytest.raises(CardError, match="column cost of reaper, as changed: 'much': expected"):
        row.number("cost")


@pytest.mark.parametrize(
    ("name", "column", "message"),
    [
        ("repaer", "cost", "there is no id 'repaer' in workers; expected 'reaper', perhaps"),
        ("reaper", "cots", "there is no column 'cots' to change in workers; expected 'cost'"),
        ("reaper", "id", "there is no column 'id' to change"),
    ],
)
def test_an_edit_of_what_is_not_there_says_what_there_is(
    tmp_path: Path, name: str, column: str, message: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_sheet(sheet(tmp_path, HEAD + REAPER), COLUMNS, {name: {column: "1"}})
    assert message in str(caught.value)


def test_toml_is_read(tmp_path: Path) -> None:
    path = tmp_path / "setups.toml"
    path.write_text('[[setup]]\nid = "first"\n', encoding="utf-8")
    assert read_toml(path) == {"setup": [{"id": "first"}]}


@pytest.mark.parametrize(
    ("text", "place"),
    [("a = 1\nb = = 2\n", "setups.toml, line 2, column 5: "), ("a = [", "setups.toml, ")],
)
def test_what_is_not_toml_is_rejected_with_its_line(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "setups.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_toml(path)
    assert place in str(caught.value)
    assert "this is not TOML" in str(caught.value)


TILES = "type,order,stage,count\nqueen,,I,1\nknight,A,I,2\nKnight,A,II,2\n"
TILE_COLUMNS = (
    SheetColumn("type"),
    SheetColumn("order", blank=True),
    SheetColumn("stage"),
    SheetColumn("count"),
)
TILE_KEY = ("type", "order", "stage")


def test_an_id_may_be_joined_from_several_columns(tmp_path: Path) -> None:
    edits = {"knight_a_ii": {"count": "3"}}
    rows = read_sheet(sheet(tmp_path, TILES), TILE_COLUMNS, edits, TILE_KEY)
    assert [row.id for row in rows] == ["queen_i", "knight_a_i", "knight_a_ii"]
    assert [row.number("count") for row in rows] == [1, 2, 3]
    assert "line 4, column type of knight_a_ii: 'Knight'" in str(rows[2].error("type", "no"))


def test_capitals_of_an_id_that_is_edited_do_not_count(tmp_path: Path) -> None:
    edits = {"Knight_A_II": {"count": "3"}, "QUEEN_I": {"count": "2"}}
    rows = read_sheet(sheet(tmp_path, TILES), TILE_COLUMNS, edits, TILE_KEY)
    assert [row.number("count") for row in rows] == [2, 2, 3]


def test_an_id_of_one_column_may_have_capitals_or_be_a_number_if_the_game_says_so(
    tmp_path: Path,
) -> None:
    columns = (SheetColumn("row"), SheetColumn("price"))
    rows = read_sheet(sheet(tmp_path, "row,price\n1,2\nT2,3\n"), columns, key=("row",))
    assert [row.id for row in rows] == ["1", "t2"]
    assert "line 3, column row: 'T2': no" in str(rows[1].error("row", "no"))


@pytest.mark.parametrize(
    ("ids", "counts"),
    [
        ("knight_*", ["1", "9", "9"]),
        ("queen_i+knight_a_ii", ["9", "2", "9"]),
        ("*_I", ["9", "9", "2"]),
    ],
)
def test_several_rows_change_together(tmp_path, ids, counts):
    edited = read_sheet(sheet(tmp_path, TILES), TILE_COLUMNS, {ids: {"count": "9"}}, TILE_KEY)
    assert [row.cells["count"] for row in edited] == counts


@pytest.mark.parametrize(
    ("line", "edits", "message"),
    [
        ("", {"king_*": {"count": "3"}}, "there is no id 'king_*' in workers; expected"),
        ("queen,,i,2", {}, "line 5, column type of queen_i: 'queen_i' is already in line 2"),
        (",,I,2", {}, "line 5, column type of i: '': the cell must not be empty"),
        ("ki ng,,I,2", {}, "'ki ng': expected a word of letters, digits and underscores"),
        ("", {"queen": {"count": "3"}}, "there is no id 'queen' in workers; expected 'queen_i', p"),
        ("", {"queen_i": {"stage": "II"}}, "there is no column 'stage' to change in workers; exp"),
    ],
)
def test_a_joined_id_that_is_none_is_rejected(
    tmp_path: Path, line: str, edits: dict[str, dict[str, str]], message: str
) -> None:
    with pytest.raises(CardError) as caught:
        read_sheet(sheet(tmp_path, TILES + line), TILE_COLUMNS, edits, TILE_KEY)
    assert message in str(caught.value)
