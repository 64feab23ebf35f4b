"""Workbooks: what is read of them, what is written, and how large they may be."""

import sys
import zipfile

import pytest

from balance.cards.sheet import SheetColumn, read_sheet
from balance.cards.sheet_line import SheetFile, letters_of
from balance.cards.workbook import read_workbook, write_workbook
from balance.errors import CardError

openpyxl = pytest.importorskip("openpyxl")
LINES = [["id", "name", "cost", "note"], ["mint", "=The Mint", "8", "3/7"], ["inn", "Inn", "", ""]]
COLUMNS = (
    SheetColumn("id"),
    SheetColumn("name"),
    SheetColumn("cost", blank=True),
    SheetColumn("note", blank=True),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cards.xlsx"


def test_what_is_written_is_read_again(path):
    write_workbook(path, {"domains": LINES, "empty": [["id"]]})
    lines = read_workbook(path).sheets["domains"]
    assert [list(line.texts) for line in lines] == LINES
    rows = read_sheet(SheetFile(path, "domains"), COLUMNS)
    assert [(row.id, row.line, row.text("name")) for row in rows] == [
        ("mint", 2, "=The Mint"),
        ("inn", 3, "Inn"),
    ]
    assert rows[0].number("cost") == 8


def test_numbers_read_as_on_the_card(path):
    book = openpyxl.Workbook()
    for values in (["id", "name", "cost", "note"], ["mint", "Mint", 3.0, 2.5], [], ["inn", True]):
        book.active.append(values)
    book.create_sheet("Empty")
    book.save(path)
    assert list(read_workbook(path).sheets) == ["Sheet"]
    mint, inn = read_sheet(SheetFile(path, "Sheet"), COLUMNS)
    assert (mint.number("cost"), mint.text("note"), inn.text("name")) == (3, "2.5", "true")
    assert inn.line == 4
    assert "sheet Sheet, cell C4, column cost of inn" in str(inn.error("cost", "no"))


def test_a_saved_change_is_read(path):
    write_workbook(path, {"domains": LINES})
    assert read_workbook(path).sheets["domains"][1].texts[2] == "8"
    write_workbook(path, {"domains": [*LINES, ["mill", "Mill", "9", ""]]})
    assert len(read_workbook(path).sheets["domains"]) == 4


def test_without_openpyxl_a_sentence_says_what_to_install(path, monkeypatch):
    write_workbook(path, {"domains": LINES})
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CardError, match=r"cards\.xlsx.* needs openpyxl: pip install .*\[xlsx\]"):
        read_workbook(path)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"xl/worksheets/sheet1.xml": b" " * 21_000_000}, "larger than 20 MB"),
        ({"xl/worksheets/sheet1.xml": b'<mergeCell ref="A1:XFD1048576"/>'}, "cells are merged"),
        ({"xl/worksheets/sheet1.xml": b"<worksheet/>"}, "cannot be read as a workbook"),
        ({"notes.txt": b"x"}, "cannot be read as a workbook"),
    ],
)
def test_a_harmful_or_damaged_workbook_is_refused(path, parts, message):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(CardError, match=message):
        read_workbook(path)


def test_a_sheet_that_reaches_too_far_is_refused(path):
    book = openpyxl.Workbook()
    book.active["XFD1048576"] = 1
    book.save(path)
    with pytest.raises(CardError, match="reaches to cell XFD1048576"):
        read_workbook(path)


def test_harmful_xml_is_refused(path):
    write_workbook(path, {"domains": LINES})
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    entity = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaaaaaaaa">]><worksheet'
    parts[name] = parts[name].replace(b"<worksheet", entity, 1)
    with zipfile.ZipFile(path, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    with pytest.raises(CardError, match="cannot be read as a workbook"):
        read_workbook(path)


def test_columns_have_the_letters_of_spreadsheets():
    assert [letters_of(cell) for cell in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
