from pathlib import Path

import pytest

from balance.app.commands.new import new_cards
from balance.app.commands.validate import validate_all
from balance.errors import BalanceError, CardError, ScenarioError

MINT = "mint,The Mint,8,2,0,0,0,3,action_end: 2 gold -> 1 vp,1\n"
DOMAINS = "id,name,cost,worker,soldier,shadow,holy,vp,ability,count\n"
SCENARIO = """
name = "try"
game = "valeria"
players = 2
games = 10
bots = "random"
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder with a Domain in it."""
    folder = tmp_path / "my-cards"
    folder.mkdir()
    (folder / "domains.csv").write_text(DOMAINS + MINT, encoding="utf-8")
    return folder


def scenario(folder: Path, more: str = "") -> str:
    (folder / "try.toml").write_text(SCENARIO + more, encoding="utf-8")
    return str(folder / "try.toml")


def test_a_folder_of_cards_is_said_in_words(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    validate_all([str(cards)], quiet=False)
    head, blank, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith(f"{cards}: valid, cards for Valeria: Card Kingdoms")
    assert blank == ""
    (line,) = lines
    assert line.startswith("  The Mint")
    assert line.endswith("at the end of your Action Phase: may pay 2 gold for 1 victory point.")


def test_changes_hold_for_a_folder_too(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    validate_all([str(cards)], False, {"domains.mint.ability": "now: 5 gold"})
    assert "when built: take 5 gold." in capsys.readouterr().out
    with pytest.raises(CardError, match="column ability of mint, as changed, at its end"):
        validate_all([str(cards)], False, {"domains.mint.ability": "now: 5"})
    with pytest.raises(CardError, match="there is no id 'mnit' in domains; expected 'mint'"):
        validate_all([str(cards)], False, {"domains.mnit.cost": 5})
    with pytest.raises(ScenarioError, match="no option 'editoin'"):
        validate_all([str(cards)], False, {"editoin": "first"})


def test_a_folder_without_cards_of_its_own_says_so(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (cards / "domains.csv").write_text(DOMAINS, encoding="utf-8")
    validate_all([str(cards)], quiet=False)
    assert "valid, but no card in it differs from those of Valeria" in capsys.readouterr().out


def test_a_folder_of_something_else_is_no_folder_of_cards(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="there is no sheet in it"):
        validate_all([str(tmp_path)], quiet=False)


def test_a_shipped_scenario_is_meant_although_a_folder_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "first-game").mkdir()
    monkeypatch.chdir(tmp_path)
    validate_all(["first-game"], quiet=False)
    assert capsys.readouterr().out.startswith("first-game: valid.\n")


def test_what_is_not_understood_is_marked_in_its_cell(cards: Path) -> None:
    (cards / "domains.csv").write_text(DOMAINS + MINT.replace("->", "=>"), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        validate_all([str(cards)], quiet=True)
    assert str(caught.value) == (
        f"{cards}: my-cards/domains.csv, line 2, column ability of mint, character 20: expected "
        "per, '+', '->', '|', ';' or the end, not '='; did you mean '->'?\n"
        "    action_end: 2 gold => 1 vp\n"
        "                       ^"
    )


def test_all_scenarios_are_checked_before_it_ends(cards: Path) -> None:
    wrong = scenario(cards.parent, "[table]\nsetup = 'no'\n")
    (cards / "domains.csv").write_text(DOMAINS + MINT.replace("8", "x"), encoding="utf-8")
    with pytest.raises(BalanceError) as caught:
        validate_all([wrong, str(cards)], quiet=True)
    first, second = str(caught.value).split("\n")
    assert "try.toml" in first
    assert "'no'" in first
    assert "column cost of mint: 'x': expected a whole number from 0 to 99" in second


def test_what_is_sound_is_said_although_another_is_wrong(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ScenarioError):
        validate_all([scenario(cards.parent, "[table]\nsetup = 'no'\n"), str(cards)], quiet=False)
    assert f"{cards}: valid" in capsys.readouterr().out


def test_a_sound_scenario_is_said_with_its_cards(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = scenario(cards.parent, "[table]\ncards = ['my-cards']\n")
    validate_all([name], False, {"citizens.knight.effect_active": "7 gold"})
    out = capsys.readouterr().out
    assert out.startswith(f"{name}: valid.\n")
    assert "baseline: 10 games" in out
    assert "on your turn: take 7 gold." in out
    assert "may pay 2 gold for 1 victory point." in out
    assert (
        "Goblin (Monster of the hills: minion, costs 1 strength, 1 victory point), when slain: t"
        in out
    )


def test_of_a_variant_only_changed_cards_are_explained(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = "[[variants]]\nname = 'rich'\nset.'monsters.goblin.reward' = '9 gold'\n"
    validate_all([scenario(cards.parent, variant)], quiet=False)
    _, _, changed = capsys.readouterr().out.partition("  Only in rich:\n")
    (line,) = changed.splitlines()
    assert line.startswith("  Goblin")
    assert line.endswith("when slain: take 9 gold.")


def test_quiet_prints_only_errors(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    validate_all([str(cards), scenario(cards)], quiet=True)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("as_workbook", [False, True])
@pytest.mark.parametrize(("game", "card"), [("valeria", "Ferryman"), ("dominion", "Alchemist")])
def test_a_folder_or_file_of_cards_is_explained_for_its_game(
    tmp_path, capsys, game, card, as_workbook
):
    if as_workbook:
        pytest.importorskip("openpyxl")
    new_cards(tmp_path / "mine", game, as_workbook)
    file = "cards.csv" if game == "dominion" else "citizens.csv"
    for path in (tmp_path / "mine", tmp_path / "mine" / ("cards.xlsx" if as_workbook else file)):
        capsys.readouterr()
        validate_all([str(path)], quiet=False)
        printed = capsys.readouterr().out
        assert f"{card} (" in printed
        assert "Smithy" not in printed
        assert "Butcher" not in printed


def test_columns_that_are_not_read_are_named(tmp_path, capsys):
    text = "id,name,cost,types,art\ninn,Inn,3,Action,inn.png\n"
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    validate_all([str(tmp_path)], quiet=False)
    assert "Not read, as" in capsys.readouterr().out


def test_each_number_of_players_that_a_game_names_must_be_possible(tmp_path: Path) -> None:
    cards = "".join(f"card_{number},Card {number}\n" for number in range(120))
    (tmp_path / "cards.csv").write_text(f"id,name\n{cards}")
    text = '''
name = "Wide"
players = [2, 5]
turn = """
draw 1 from deck to hand
move all from hand to one
move all from one to two
move all from two to six
end game
"""
score = { cards = "number of cards in hand" }
[sheets]
cards = "cards.csv"
[zones]
deck = { starts_with = "cards", seen_by = "nobody" }
'''
    hands = "".join(f"{name} = {{ per_player = true }}\n" for name in ("hand", "one", "two", "six"))
    (tmp_path / "game.toml").write_text(text + hands)
    with pytest.raises(CardError, match="with 5 players: Wide: too many cards in too many zones"):
        validate_all([str(tmp_path)], quiet=True)
    (tmp_path / "game.toml").write_text(text.replace("[2, 5]", "[2]") + hands)
    validate_all([str(tmp_path)], quiet=True)
