"""The folder that `balance new cards` creates."""

import re

import pytest

from balance.games.valeria import GAME
from balance.games.valeria.sheets.box import Box, BoxCard, DomainCard, read_box
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from balance.games.valeria.sheets.files import Origin

STARTER = GAME.home / "starter"
FENCE = re.compile(r"^```\n(.*?)^```", re.DOTALL | re.MULTILINE)


def texts_of(line: str) -> list[str]:
    """Return the effects of a line of examples, which stand before two spaces or more."""
    return re.split(r"  +", line)[0].split(", ")


def own_cards(box: Box) -> list[BoxCard]:
    return [card for card in box.cards.values() if card.origin]


def test_the_starting_folder_has_cards_of_each_main_kind() -> None:
    cards = own_cards(read_box([STARTER]))
    assert {type(card).__name__ for card in cards} == {
        *("CitizenCard", "MonsterCard", "DomainCard", "DukeCard"),
    }
    assert {card.origin for card in cards} == {Origin.OWN}


@pytest.mark.rule("V18.1")
def test_it_shows_new_numbers_two_abilities_and_a_new_area_with_its_boss() -> None:
    box = read_box([STARTER])
    printed = {card.numbers for card in box.citizens if not card.origin}
    assert (3, 7) in {card.numbers for card in box.citizens} - printed
    assert {len(card.abilities) for card in own_cards(box) if isinstance(card, DomainCard)} == {2}
    stack = [card for card in box.monsters if card.area == "coast"]
    assert sum(card.count for card in stack) == 6
    assert sum(card.extra_first for card in stack) == sum(card.extra_second for card in stack) == 1
    assert max(stack, key=lambda card: card.strength).type == "boss"


def test_its_readme_explains_each_column_of_its_sheets() -> None:
    text = (STARTER / "README.md").read_text(encoding="utf-8")
    for path in STARTER.glob("*.csv"):
        assert f"## {path.name}" in text
        for column in path.read_text(encoding="utf-8").splitlines()[0].split(","):
            assert f"`{column}`" in text, f"{column} of {path.name}"


def test_the_examples_of_effects_in_its_readme_can_be_read() -> None:
    text = (STARTER / "README.md").read_text(encoding="utf-8")
    (examples,) = (block for block in FENCE.findall(text) if block.startswith("2 gold  "))
    texts = [text for line in examples.splitlines() for text in texts_of(line)]
    assert len(texts) >= 8
    for effect in texts:
        assert LANGUAGE.parse(effect)
