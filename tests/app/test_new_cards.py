import sys
from dataclasses import replace
from pathlib import Path

import pytest

from balance.app.commands.new import new_cards
from balance.app.commands.play import narrate_game
from balance.app.commands.validate import validate_all
from balance.errors import CardError, ScenarioError, StoreError
from balance.games.loading import load_game
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).resolve().parents[2]
FILES = ["README.md", "citizens.csv", "domains.csv", "dukes.csv", "monsters.csv", "own-cards.toml"]


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("game", [None, "valeria"])
def test_a_folder_of_example_cards_is_written(
    tmp_path: Path, game: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "games" / "my-cards"
    new_cards(folder, game)
    assert list(files_in(folder)) == FILES
    first, *commands = capsys.readouterr().out.splitlines()
    assert first == f"{folder} now has example cards: {', '.join(FILES)}."
    assert [line.split()[1] for line in commands] == ["validate", "run"]
    assert all(line.endswith(f"{folder / 'own-cards.toml'}") for line in commands)


def test_an_empty_folder_may_exist(tmp_path: Path) -> None:
    new_cards(tmp_path, None)
    assert list(files_in(tmp_path)) == FILES


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "citizens.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="is not empty: choose a new folder"):
        new_cards(tmp_path, None)
    assert files_in(tmp_path) == {"citizens.csv": b"mine"}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "cards").write_text("mine", encoding="utf-8")
    with pytest.raises(StoreError, match="is a file: choose a new folder"):
        new_cards(tmp_path / "cards", None)
    with pytest.raises(StoreError, match="cannot be written: Not a directory"):
        new_cards(tmp_path / "cards" / "mine", None)


def test_a_game_without_example_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="Pig has no example cards"):
        new_cards(tmp_path / "cards", str(ROOT / "examples" / "pig"))
    with pytest.raises(ScenarioError, match="'valeri' is none of"):
        new_cards(tmp_path / "cards", "valeri")
    assert not (tmp_path / "cards").exists()


def test_without_a_game_it_is_the_first_one_that_has_cards(tmp_path, monkeypatch):
    monkeypatch.setattr("balance.app.commands.new.GAMES", {"bare": "", "one": "", "two": ""})
    one, two = (load_game(name, Path()) for name in ("valeria", "dominion"))
    games = {"bare": replace(one, starter_cards=None), "one": two, "two": one}
    monkeypatch.setattr("balance.app.commands.new.load_game", lambda name, folder: games[name])
    new_cards(tmp_path, None)
    assert {file.name for file in two.starter_cards.iterdir() if file.is_file()} == {
        file.name for file in tmp_path.iterdir()
    }


def test_the_scenario_is_valid_and_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_cards(tmp_path, None)
    name = str(tmp_path / "own-cards.toml")
    validate_all([name], quiet=False)
    assert "  Ferryman (own Citizen: worker, activated by 3 and 7" in capsys.readouterr().out
    ready = prepare(read_scenario(name))
    assert len(ready.cells) == 2
    data = "\n".join(line for game in range(3) for line in narrate_game(ready.cells[0].match, game))
    for card in ("Ferryman", "Smuggler", "Drowned Sailor", "Siren"):
        assert card in data


@pytest.mark.parametrize("game", ["valeria", "dominion"])
def test_a_workbook_has_the_same_cards_as_the_sheets(tmp_path, game):
    pytest.importorskip("openpyxl")
    texts = []
    for as_workbook in (False, True):
        folder = tmp_path / str(as_workbook)
        new_cards(folder, game, as_workbook)
        cell = prepare(read_scenario(str(folder / "own-cards.toml"))).cells[0]
        texts.append(cell.match.game_table.card_texts)
    assert texts[0] == texts[1]
    assert {path.suffix for path in (tmp_path / "True").iterdir()} == {".md", ".toml", ".xlsx"}


def test_a_workbook_needs_openpyxl(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CardError, match=r"needs openpyxl: pip install 'tabletop-balance\[xlsx\]'"):
        new_cards(tmp_path / "cards", None, xlsx=True)
    assert not (tmp_path / "cards").exists()
