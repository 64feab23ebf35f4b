"""What a designer begins from: the cards of `balance new cards`, and the pages about cards."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.valeria import GAME
from balance.games.valeria.narrate.card_text import in_words, say_cards
from balance.games.valeria.sheets.box import Box, BoxCard, DomainCard, read_box
from balance.games.valeria.sheets.files import Origin
from balance.games.valeria.sheets.grammar import LANGUAGE

DOCS = Path(__file__).resolve().parents[3] / "docs"
STARTER = GAME.home / "starter"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
REJECTED = re.compile(r"^\| `(\w+)` \| `(.+?)` \| [^`|]", re.MULTILINE)


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(text: str, language: str = "") -> list[str]:
    """Return what stands between fences in that language."""
    return [block for found, block in FENCE.findall(text) if found == language]


def texts_of(block: str) -> Iterator[str]:
    """Yield the effects in a block of examples, which stand before two spaces or more."""
    for line in block.splitlines():
        yield from re.split(r"  +", line)[0].split(", ")


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


@pytest.mark.parametrize(
    "path", [STARTER / "README.md", DOCS / "effects.md"], ids=["starter", "page"]
)
def test_the_effects_in_one_minute_are_understood(path: Path) -> None:
    found = blocks(path.read_text(encoding="utf-8"))
    (examples,) = (block for block in found if block.startswith("2 gold  "))
    texts = list(texts_of(examples))
    assert len(texts) >= 8
    for effect in texts:
        assert LANGUAGE.parse(effect)


def test_what_the_page_of_effects_says_is_rejected_is(tmp_path: Path) -> None:
    sheets = {
        "ability": "domains.halfpenny_hill",
        "reward": "monsters.goblin",
        "scoring": "dukes.reese_the_firebrand",
        "instruction": "events.mimic",
    }
    rejected = REJECTED.findall(page("effects.md").partition("## What is rejected")[2])
    assert len(rejected) > 12
    for column, text in rejected:
        with pytest.raises(CardError):
            read_box(edits={f"{sheets[column]}.{column}": text.replace("\\|", "|")})


def test_the_worked_cards_of_the_page_are_understood_as_it_says(tmp_path: Path) -> None:
    worked = page("cards.md").partition("worked cards\n")[2]
    names = re.findall(r"^`(\w+\.csv)`:", worked, re.MULTILINE)
    assert names == ["domains.csv", "citizens.csv", "dukes.csv", "events.csv"]
    for name, sheet in zip(names, blocks(worked, "csv"), strict=True):
        (tmp_path / name).write_text(sheet, encoding="utf-8")
    (words,) = blocks(worked)
    assert [in_words(card) for card in own_cards(read_box([tmp_path]))] == words.splitlines()


def test_the_page_of_cards_shows_the_cards_of_the_starting_folder() -> None:
    text = page("cards.md")
    box = read_box([STARTER])
    (shown,) = csv.DictReader(StringIO(blocks(text, "csv")[0]))
    with (STARTER / "citizens.csv").open(encoding="utf-8", newline="") as file:
        assert shown in csv.DictReader(file)
    said = [line[2:] for line in text.splitlines() if line.startswith("  ") and "(own " in line]
    assert len(said) == 2
    assert set(said) <= set(say_cards(box, box.cards))


def test_the_error_on_the_page_of_cards_is_what_is_said(tmp_path: Path) -> None:
    sheet = (STARTER / "domains.csv").read_text(encoding="utf-8")
    folder = tmp_path / "my-cards"
    folder.mkdir()
    (folder / "domains.csv").write_text(sheet.replace(" | ", " or "), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_box([folder])
    assert f"Error: .../my-cards: {caught.value}\n" in page("cards.md")


@pytest.mark.parametrize("name", ["citizens", "monsters", "domains", "dukes", "starters", "events"])
def test_the_columns_on_the_page_of_cards_are_all_that_a_sheet_needs(
    tmp_path: Path, name: str
) -> None:
    found = re.search(rf"\| `{name}.csv` \| `(.*)` \|", page("cards.md"))
    assert found is not None
    (tmp_path / f"{name}.csv").write_text(f"{found.group(1)}\n", encoding="utf-8")
    assert read_box([tmp_path]).digest == read_box().digest
