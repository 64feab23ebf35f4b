"""Texts that look the same are the same, wherever people type or paste them."""

import unicodedata
from pathlib import Path

import pytest

from balance.app.commands.play import narrate
from balance.cards.find_sheets import sheet_of
from balance.cards.sheet import SheetColumn, read_sheet
from balance.cards.workbook import write_workbook
from balance.cli.main import _as_typed
from balance.engine.game import Piece
from balance.errors import ScenarioError
from balance.games.dominion.layout import Card
from balance.games.loading import load_game
from balance.sanitize import read_text, toml_of
from balance.scenario.files import find_scenario, read_scenario
from balance.scenario.lineup import LineupBuilder
from balance.scenario.model import BotEntry
from balance.scenario.overrides import Overrides, read_settings
from balance.scenario.playtest_file import _by_name
from balance.scenario.prepare import build_table, prepare
from balance.spelling import as_compared, as_on_disk, find_twins, in_one_form, one_form

ROOT = Path(__file__).resolve().parent.parent
TWO = unicodedata.normalize("NFD", "Müller")  # an umlaut of two characters, as macOS has it


@pytest.mark.parametrize(
    "text", [TWO, "M\u00fcl\u00adler", "\ufeffM\u00fcller", "M\u00fcller\u200b"]
)
def test_a_text_has_one_form(text):
    assert one_form(text) == "M\u00fcller"
    assert in_one_form({text: [text, (f" {text}\u00a0", 3)]}) == {
        "Müller": ["Müller", ("Müller", 3)]
    }


def test_a_whole_number_may_have_a_point_at_any_depth(pig):
    values = {"a": [3.0, {"b": (-2.0, 1.5)}], "c": 1e3, "d": 1e300, "e": True}
    plain = {"a": [3, {"b": (-2, 1.5)}], "c": 1000, "d": 1e300, "e": True}
    assert repr(in_one_form(values)) == repr(plain)
    assert repr(read_settings(["a=3.0", "b=[1.0, [2.0]]"])) == repr({"a": 3, "b": [1, [2]]})
    assert repr(toml_of("a = [3.0, 0.5]")) == "{'a': [3, 0.5]}"
    for settings in ({"target": 50.0}, {"target": 50}):
        assert build_table(pig, 2, {}, settings).array["target"] == 50
    assert build_table(pig, 2, {"target": 50.0}).array["target"] == 50
    with pytest.raises(ScenarioError, match="whole number"):
        build_table(pig, 2, {"target": 50.5})


def test_a_cell_is_set_to_a_whole_number_with_a_point():
    dominion = load_game("dominion", Path())
    for value in (3.0, 3, "3.0", "3"):
        settings = {"cards.smithy.cost": value, "extra_coins": [1.0, 0.0]}
        table = build_table(dominion, 2, {}, settings).array[0]
        assert table["faces"]["cost"][Card.smithy] == 3
        assert list(table["extra_coins"][:2]) == [1, 0]


def test_letters_that_are_joined_by_a_sign_stay():
    for text in ("\U0001f468\u200d\U0001f469", "\u0646\u200c\u0647", "a  b\tc\n"):
        assert one_form(text) == text


def test_names_are_compared_whatever_their_case_width_spaces_and_apostrophes_are():
    forms = {"o\u2019neil\u00a0 co", " O'NEIL co", "\uff2f'Neil\u2009CO"}
    assert {as_compared(form) for form in forms} == {"o'neil co"}
    assert find_twins([("a", "A one"), ("b", "a_one")]) is None
    assert find_twins([("a", TWO), ("b", "MÜLLER")]) == (1, 0)


def test_a_file_is_found_whatever_the_form_of_its_name_is(tmp_path, pig):
    (tmp_path / TWO).mkdir()
    file = tmp_path / TWO / f"{TWO}.toml"
    file.write_text('bot = "hold_at"\n')
    typed = tmp_path / "Müller" / "Müller.toml"
    assert as_on_disk(typed) == file
    assert as_on_disk(tmp_path / "Maier") == tmp_path / "Maier"
    assert find_scenario(str(typed)) == file
    lineup = LineupBuilder(pig).build([BotEntry(bot="Müller/Müller.toml")], 2, tmp_path)
    assert lineup.labels == ("Müller",)
    assert _as_typed(TWO) == "Müller"
    assert _as_typed(str(file)) == _as_typed(str(typed)) == str(file)
    assert _as_typed(f"--out={typed}") == f"--out={file}"
    assert _as_typed(f"--variant={TWO}") == "--variant=Müller"
    assert read_text(typed) == 'bot = "hold_at"\n'
    assert _as_typed("ü" * 9999) == "ü" * 9999
    with pytest.raises(FileNotFoundError):
        read_text(tmp_path / "Möller")


def test_a_card_of_playtests_is_named_in_any_form():
    known = _by_name([Piece("muller", "Müller's \u00c4pfel")])
    assert known[as_compared(f"{TWO}\u2019s  A\u0308pfel")] == 0


def test_a_variant_and_a_setting_are_found_whatever_their_form_is(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        f'name = "mine"\ngame = "{ROOT / "examples/pig"}"\nplayers = 2\nbots = "hold_at"\n'
        f'[[variants]]\nname = "{TWO}\u00a0"\nset = {{ target\u00a0= 50 }}\n'
    )
    names = [cell.name for cell in prepare(read_scenario(str(file))).cells]
    assert names[1:] == ["Müller"]
    lines = list(narrate(str(file), 0, TWO, Overrides(games=10)))
    assert lines
    assert read_settings([f"\u00a0name\u00a0= {TWO}"]) == {"name": "Müller"}


def test_cells_and_columns_are_read_in_one_form(tmp_path):
    columns = (SheetColumn("id"), SheetColumn("name"), SheetColumn("plus_cards"))
    lines = [["id", "name", "Plus\u00a0cards\u00ad"], ["m", f"{TWO}\u00a0", "3\u00a0"]]
    (tmp_path / "cards.csv").write_text("\n".join(map(",".join, lines)), encoding="utf-8")
    write_workbook(tmp_path / "cards.xlsx", {"Cards": lines})
    for name in ("cards.csv", "cards.xlsx"):
        (row,) = read_sheet(sheet_of(tmp_path / name, "cards"), columns)
        assert row.cells == {"id": "m", "name": "Müller", "plus_cards": "3"}
