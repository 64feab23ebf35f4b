"""Sheets are found in folders, workbooks and exports, and none is ignored without a word."""

import pytest

from balance.cards.find_sheets import find_sheets, names_of_sheets, sheet_of
from balance.cards.sheet import SheetColumn, read_sheet, unread_notes
from balance.cards.workbook import write_workbook
from balance.errors import CardError

SHEETS = ("citizens", "domains")
LINES = [["id", "name"], ["mint", "Mint"]]
CSV = "id,name\nmint,Mint\n"
COLUMNS = (
    SheetColumn("id"),
    SheetColumn("name"),
    SheetColumn("plus_cards", optional=True, blank=True),
)


def found(path):
    return {
        sheet: f"{file.path.name}/{file.worksheet}".rstrip("/")
        for sheet, file in find_sheets(path, SHEETS).items()
    }


@pytest.mark.parametrize(
    "name",
    ["citizens.csv", "Citizens.CSV", "My cards - citizens.csv", "citizens.tsv"],
)
def test_a_file_is_named_after_its_sheet_as_exports_name_it(tmp_path, name):
    (tmp_path / name).write_text(CSV, encoding="utf-8")
    assert found(tmp_path) == {"citizens": name}
    assert found(tmp_path / name) == {"citizens": name}


def test_a_workbook_has_a_sheet_for_each_kind(tmp_path):
    write_workbook(tmp_path / "my.xlsx", {"Citizens": LINES, "#notes": LINES, "domains": LINES})
    expected = {"citizens": "my.xlsx/Citizens", "domains": "my.xlsx/domains"}
    assert found(tmp_path) == expected
    assert found(tmp_path / "my.xlsx") == expected
    assert names_of_sheets(tmp_path) >= set(SHEETS)


def test_a_folder_may_have_workbooks_and_csv_files(tmp_path):
    write_workbook(tmp_path / "citizens.xlsx", {"Sheet1": LINES})
    (tmp_path / "domains.csv").write_text(CSV, encoding="utf-8")
    (tmp_path / "~$citizens.xlsx").write_text("open elsewhere", encoding="utf-8")
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert found(tmp_path) == {"citizens": "citizens.xlsx/Sheet1", "domains": "domains.csv"}


def test_hidden_files_files_of_open_programs_and_folders_are_no_sheets(tmp_path):
    (tmp_path / "citizens.csv").write_text(CSV, encoding="utf-8")
    passing = ("._citizens.csv", ".x.csv", "~$x.csv", "~$old.xls", "~WRL1.xlsx", ".~lock.x.csv#")
    for name in passing:
        (tmp_path / name).write_bytes(b"\x00\x05\x16\x07")
    for name in ("domains.csv", "old.xlsx", "drafts"):
        (tmp_path / name).mkdir()
    assert found(tmp_path) == {"citizens": "citizens.csv"}
    assert names_of_sheets(tmp_path) == {"citizens"}


def test_the_only_sheet_of_a_game_may_be_in_any_file(tmp_path):
    (tmp_path / "mine.csv").write_text(CSV, encoding="utf-8")
    assert find_sheets(tmp_path / "mine.csv", ("cards",))["cards"].path.name == "mine.csv"
    write_workbook(tmp_path / "mine.xlsx", {"Tabelle1": LINES})
    assert sheet_of(tmp_path / "mine.xlsx", "cards").worksheet == "Tabelle1"


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"cards.xlsx": ["Citizen"]}, r"'Citizen'; expected 'citizens'.* begins with #"),
        ({"cards.xlsx": ["citizens"], "citizens.csv": None}, "the sheet 'citizens' is in .*, too"),
        ({"citizens.xlsx": ["one", "two"]}, "no sheet 'citizens'.* there are one, two"),
        ({"citizens.csv": None, "old.xls": None}, r"\.xls files are not read; save it as \.xlsx"),
        ({"cards.xlsx": []}, "the workbook is empty"),
        ({"cards.csv": None}, "no sheet is called 'cards.csv'"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(tmp_path, files, message):
    for name, sheets in files.items():
        if sheets is None:
            (tmp_path / name).write_text(CSV, encoding="utf-8")
        else:
            write_workbook(
                tmp_path / name, dict.fromkeys(sheets or ["Sheet"], LINES if sheets else [])
            )
    with pytest.raises(CardError, match=message):
        find_sheets(tmp_path, SHEETS)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\ufeffID;Name;Plus cards\r\nmint;Mint;3\r\n;;\r\n", id="German Excel"),
        pytest.param("sep=;\nid;name;plus_cards\nmint;Mint;3,0\n", id="a separator named"),
        pytest.param('Name,"Plus  Cards",,\nMint,3,,\n,,,\n', id="Google: no id, empty columns"),
        pytest.param("id\tname\tPLUS-CARDS\nmint\tMint\t3.0\n", id="tabs"),
    ],
)
def test_exports_are_read_as_they_are(tmp_path, text):
    path = tmp_path / "cards.csv"
    path.write_bytes(text.encode())
    (row,) = read_sheet(path, COLUMNS)
    assert (row.id, row.text("name"), row.number("plus_cards")) == ("mint", "Mint", 3)


def test_other_columns_are_named_as_not_read(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("id,name,art,layout\nmint,Mint,mint.png,2\n", encoding="utf-8")
    rows = read_sheet(path, COLUMNS)
    (note,) = unread_notes(rows)
    assert "art, layout" in note
    assert "cards.csv" in note


def test_a_column_that_is_nearly_known_is_no_other_column(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("id,name,plus_card\nmint,Mint,2\n", encoding="utf-8")
    with pytest.raises(CardError, match="no column 'plus_card'; expected 'plus_cards'"):
        read_sheet(path, COLUMNS)


def test_cells_below_a_column_without_a_name_are_refused(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("id,,name\nmint,4,Mint\n", encoding="utf-8")
    with pytest.raises(CardError, match="line 2: '4': this column has no name"):
        read_sheet(path, COLUMNS)
