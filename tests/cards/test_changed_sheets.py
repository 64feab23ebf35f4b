"""Copies of a designer's sheets have the changed cells, and are otherwise the same."""

import pytest

from balance.cards.changed_sheets import changed_files, own_sheets, write_changed
from balance.cards.sheet_line import SheetFile
from balance.cards.workbook import read_workbook, write_workbook

CSV = (
    "\ufeffID;Name;Cost;Text\r\n"
    '"mint";"The; Mint";8;"two\r\nlines"\r\n'
    "inn;Inn;5;\r\n"
)  # fmt: skip
EDITS = {"domains.mint.cost": 9, "domains.inn.text": "a; b", "domains.castle.cost": 1}


def copies(folder, options, target, edits=EDITS, keys=None):
    files = own_sheets(options, folder, {"domains"})
    changed = changed_files(files, edits, keys or {})
    for file in changed:
        write_changed(file, target / file.path.name)
    return [file.path.name for file in changed]


def test_a_csv_file_keeps_its_format_and_all_other_lines(tmp_path):
    source = tmp_path / "mine" / "domains.csv"
    source.parent.mkdir()
    source.write_bytes(CSV.encode())
    assert copies(tmp_path, {"cards": ["mine"]}, tmp_path) == ["domains.csv"]
    written = (tmp_path / "domains.csv").read_bytes().decode()
    assert written == (
        '\ufeffID;Name;Cost;Text\r\nmint;"The; Mint";9;"two\r\nlines"\r\ninn;Inn;5;"a; b"\r\n'
    )
    assert source.read_bytes() == CSV.encode()


def test_only_changed_lines_are_written_anew(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/domains.csv").write_bytes(CSV.encode())
    copies(tmp_path, {"cards": ["mine"]}, tmp_path, {"domains.inn.cost": 6})
    written = (tmp_path / "domains.csv").read_bytes().decode()
    assert written == CSV.replace("inn;Inn;5", "inn;Inn;6")


def test_a_workbook_keeps_its_other_sheets_and_formulas(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    write_workbook(
        tmp_path / "cards.xlsx",
        {"Domains": [["id", "name", "cost"], ["mint", "Mint", "8"]], "#notes": [["mine"]]},
    )
    book = openpyxl.load_workbook(tmp_path / "cards.xlsx")
    book["Domains"]["D2"] = "=C2*2"
    book.save(tmp_path / "cards.xlsx")
    target = tmp_path / "new"
    target.mkdir()
    assert copies(tmp_path, {"cards": ["cards.xlsx"]}, target) == ["cards.xlsx"]
    copy = openpyxl.load_workbook(target / "cards.xlsx")
    assert [cell.value for cell in copy["Domains"][2]] == ["mint", "Mint", 9, "=C2*2"]
    assert copy["#notes"]["A1"].value == "mine"


def test_of_several_folders_the_last_one_with_the_card_changes(tmp_path):
    for name, cost in (("one", 3), ("two", 4)):
        (tmp_path / name).mkdir()
        text = f"id,name,cost\nmint,Mint,{cost}\n"
        (tmp_path / name / "domains.csv").write_text(text, encoding="utf-8")
    files = changed_files(
        own_sheets({"cards": ["one", "two"]}, tmp_path, {"domains"}), {"domains.mint.cost": 9}, {}
    )
    assert [file.path.parent.name for file in files] == ["two"]


def test_an_option_may_be_the_name_of_a_sheet_with_a_key_of_its_own(tmp_path):
    (tmp_path / "mine.csv").write_text("type,stage,count\nQueen,I,1\nQueen,II,2\n", "utf-8")
    files = own_sheets({"tiles": "mine.csv", "data": "base"}, tmp_path, {"tiles"})
    assert files == {"tiles": [SheetFile(tmp_path / "mine.csv")]}
    keys = {"tiles": ("type", "stage")}
    (file,) = changed_files(files, {"tiles.queen_ii.count": 5}, keys)
    write_changed(file, tmp_path / "mine.csv")
    assert (tmp_path / "mine.csv").read_text("utf-8").endswith("Queen,II,5\n")


def test_a_workbook_is_read_anew_after_a_change(tmp_path):
    path = tmp_path / "domains.xlsx"
    write_workbook(path, {"domains": [["id", "name", "cost"], ["mint", "Mint", "8"]]})
    read_workbook(path)
    files = own_sheets({"cards": [path.name]}, tmp_path, {"domains"})
    (file,) = changed_files(files, {"domains.mint.cost": 9}, {})
    write_changed(file, path)
    assert read_workbook(path).sheets["domains"][1].texts == ("mint", "Mint", "9")
