"""`balance list`: of one game, or of each under its title."""

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from balance.app.commands.list import print_lists, read_lists
from balance.engine.game import Game, Piece
from balance.engine.services import Setups
from balance.games import GAMES
from balance.games.loading import load_game
from balance.scenario.shipped import shipped_scenarios
from tests.analysis.conftest import make_match

ROOT = Path(__file__).resolve().parents[2]


class Options(BaseModel):
    """No options."""


TITLES = [load_game(name, Path()).title for name in GAMES]


@pytest.mark.parametrize(("what", "head"), [("bots", "Bots of "), ("setups", "Set-ups of ")])
def test_without_a_game_all_are_listed(
    what: str, head: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_lists(what, None)
    lines = capsys.readouterr().out.splitlines()
    found = [line.strip().removeprefix(head) for line in lines if line.startswith(head)]
    assert found == TITLES
    print_lists(what, "valeria")
    assert capsys.readouterr().out.count(head) == 1


def test_every_game_lists_its_cards_under_its_own_word(capsys: pytest.CaptureFixture[str]) -> None:
    print_lists("cards", None)
    said = capsys.readouterr().out
    assert "Cards of Valeria: Card Kingdoms" in said
    assert "Halfpenny Hill" in said
    for name in GAMES:
        game = load_game(name, Path())
        assert f" of {game.title}" in said
        print_lists("cards", name)
        assert "there are none" not in capsys.readouterr().out


def test_a_game_with_deeds_lists_them_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = make_match(cards=("axe",), card="tile", deeds=("flood",))
    game = replace(match.game, options=Options, build_table=lambda *asked: match.game_table)
    monkeypatch.setattr("balance.app.commands.list.load_game", lambda name, folder: game)
    print_lists("cards", "made-up")
    said = capsys.readouterr().out
    assert said.startswith("Tiles and deeds of Made up")
    assert "flood" in said


def test_of_bots_the_number_and_the_weights_by_players_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pig: Game
) -> None:
    thinker = replace(
        pig.bots["hold_at"],
        name="thinker",
        suffix_weight="pot",
        by_players={4: {"pot": 18}, 2: {"pot": 9}},
    )
    game = replace(pig, bots={**pig.bots, "thinker": thinker})
    monkeypatch.setattr("balance.app.commands.list.load_game", lambda name, folder: game)
    monkeypatch.setenv("COLUMNS", "140")
    print_lists("bots", "made-up")
    rows = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "thinker:N for N pot, else 20" in rows["thinker"]
    assert "2, 4 players" in rows["thinker"]
    assert "players" not in rows["hold_at"]


def test_a_game_without_set_ups_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    print_lists("setups", "examples/pig")
    assert capsys.readouterr().out == "Set-ups of Pig: there are none.\n"
    print_lists("cards", "examples/pig")
    assert capsys.readouterr().out == "Cards of Pig: there are none.\n"


def test_scenarios_are_listed_with_their_game(capsys: pytest.CaptureFixture[str]) -> None:
    print_lists("scenarios", None)
    said = capsys.readouterr().out
    assert all(name in said for name in shipped_scenarios())
    print_lists("scenarios", "valeria")
    rows = capsys.readouterr().out.splitlines()[2:]
    assert any(row.startswith("first-game ") for row in rows)
    print_lists("scenarios", str(ROOT / "examples" / "pig"))
    assert capsys.readouterr().out == "Scenarios: there are none.\n"


def test_a_piece_without_a_note_has_no_empty_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = replace(make_match().game, setups=Setups(lambda: (Piece("base", "Base"),)))
    monkeypatch.setattr("balance.app.commands.list.load_game", lambda name, folder: game)
    print_lists("setups", "made-up")
    assert capsys.readouterr().out.splitlines()[1].split() == ["id", "name"]


def test_cards_are_listed_with_price_activation_and_effects(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    print_lists("cards", "valeria")
    lines = capsys.readouterr().out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("Warlord [warlord]"))
    text = " ".join(line.strip() for line in lines[start : start + 4])
    for part in ("activated by", "costs 2 gold", "take 1 strength for each soldier", "another's"):
        assert part in text
    assert max(map(len, lines)) <= 80


def test_the_texts_of_cards_are_a_column_in_python():
    (listing,) = read_lists("cards", "dominion")
    smithy = next(row for row in listing.rows if row[0] == "smithy")
    assert "+3 Cards" in dict(zip(listing.columns, smithy, strict=True))["text"]
