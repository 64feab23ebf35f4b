"""What is said of each card, and of the table."""

import re
from pathlib import Path

import pytest

from balance.games.dominion.layout import Special, Type
from balance.games.dominion.narrate.card_text import describe_card, types_text
from balance.games.dominion.sheets.files import read_box
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options


def game_table(players=2, edits=None, folder=Path(), **options):
    return build_table(Options(**options), players, edits or {}, folder)


def notes(players=2, edits=None, folder=Path(), **options):
    return game_table(players, edits, folder, **options).notes


@pytest.mark.parametrize(
    "line",
    [
        "Copper (Treasure, costs 0): 1 coin.",
        "Province (Victory, costs 8): 6 points.",
        "Curse (Curse, costs 0): -1 point.",
        "Village (Action, costs 3): +1 Card, +2 Actions.",
        "Market (Action, costs 5): +1 Card, +1 Action, +1 Buy, 1 coin.",
        "Witch (Action and Attack, costs 5): +2 Cards; each other player gains a Curse.",
        "Gardens (Victory, costs 4): 1 point for every 10 cards you own.",
        "Stash (Treasure, costs 5): 2 coins; as you shuffle, you may put this anywhere in your "
        "draw pile.",
        "Princess (Action and Prize, costs 0): +1 Buy; while this is in play, cards cost 2 less.",
    ],
)
def test_a_card_is_said_in_words(line):
    assert line in game_table(kingdom="random").card_texts


def test_every_special_has_its_sentence_and_every_card_its_own_line():
    faces = read_box(None, {}, Path()).faces
    lines = [describe_card(face) for face in faces]
    assert len(set(lines)) == len(lines)
    for face, line in zip(faces, lines, strict=True):
        assert not line.endswith(": nothing.")
        assert re.fullmatch(r".+ \(.+, costs \d+\): .+\.", line)
        plain = re.sub(r"\([^)]*\)", "", line)
        assert bool(re.search("[a-z]{4}.*[a-z]{2} ", plain)) >= bool(face.special), line
    assert {face.special for face in faces} == set(Special)


def test_a_blank_card_does_nothing():
    words = game_table(edits={"cards.chapel.special": ""}, kingdom=("chapel",)).card_texts
    assert "Chapel (Action, costs 2): nothing." in words


def test_types_are_named():
    assert types_text(Type.ACTION | Type.ATTACK | Type.PRIZE) == "Action, Attack and Prize"


# Notes


def test_a_recommended_set_is_named_with_its_cards():
    assert notes() == (
        "Kingdom First Game (Erstes Spiel): Cellar, Moat, Village, Woodcutter, Workshop, Militia, "
        "Remodel, Smithy, Market, Mine.",
    )
    assert notes(kingdom="jesters_workshop")[1:] == (
        "How certain it is that the set was printed so: high (one data source).",
        "Bane, where one is needed: Chancellor (D9.1).",
    )


def test_a_list_is_said_and_none_too():
    assert notes(kingdom=("smithy", "moat")) == ("Kingdom: Moat, Smithy.",)
    assert notes(kingdom=()) == ("Kingdom: none.",)


def test_what_is_drawn_is_said():
    first, bane, market, prizes = notes(
        kingdom="random", include=("moat",), exclude=("chapel", "witch"), sets=("base1", "promo")
    )[:4]
    assert first == (
        "Kingdom drawn for every deal: 10 of 27 cards of base1 and promo, always with Moat, never "
        "with Chapel, Witch (D1.11)."
    )
    assert bane.startswith("Bane, where one is needed: drawn for every deal from Cellar, Chan")
    assert market == (
        "Black Market deck: one of each Kingdom card, of what is not in the supply (D9.3)."
    )
    assert prizes.startswith("Prizes for a Tournament: Bag of Gold, Diadem, ")


def test_a_deck_that_is_listed_is_said():
    cards = [face.id for face in read_box(None, {}, Path()).of("kingdom")][:15]
    text = notes(kingdom=("black_market",), black_market=tuple(cards))[1]
    assert text.startswith("Black Market deck: Cellar, Chapel, Moat, ")


def test_what_is_changed_or_unusual_is_said():
    assert notes(
        edits={"cards.smithy.cost": 3, "cards.moat.special": ""},
        kingdom=("smithy", "moat"),
        extra_coins=(0, 1),
        max_rounds=50,
    )[1:] == (
        "Changed by you: cards.moat.special is empty, not moat_reaction; cards.smithy.cost is 3, "
        "not 4.",
        "Extra coins in the first turn: 1 for seat 2.",
        "A game is stopped after round 50 (D8.6).",
    )
    assert notes(1, kingdom=())[1] == (
        "One player: the game ends when 4 Provinces are owned (D15.6)."
    )


def test_cards_of_ones_own_are_said(tmp_path):
    text = "id,name,cost,types,plus_cards\nforge,Forge,5,Action,4\nsmithy,Smith,3,Action,2\n"
    (tmp_path / "mine.csv").write_text(text, encoding="utf-8")
    laid_so = game_table(folder=tmp_path, kingdom="random", cards="mine.csv")
    assert laid_so.notes[-2:] == (
        "New cards of mine.csv: Forge.",
        "Cards of mine.csv in place of those of the box: Smith.",
    )
    assert "10 of 43 cards of base1, cornucopia, promo and own (D1.11)." in laid_so.notes[0]
    assert "Forge (Action, costs 5): +4 Cards." in laid_so.card_texts
