"""reference/card-sheets and reference/effects: their cards, columns and errors are right."""

import csv
import re
from io import StringIO

import pytest

from balance.errors import CardError
from balance.games.valeria import GAME
from balance.games.valeria.narrate.card_text import describe_card
from balance.games.valeria.sheets.box import read_box
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from tests.docs.pages import code_blocks, read_page

SHEETS = read_page("reference/card-sheets")
EFFECTS = read_page("reference/effects")
STARTER = GAME.home / "starter"
REJECTED = re.compile(r"^\| `(\w+)` \| `(.+?)` \| [^`|]", re.MULTILINE)


def test_the_examples_of_effects_can_be_read():
    (examples,) = (block for block in code_blocks(EFFECTS) if block.startswith("2 gold  "))
    texts = [re.split(r"  +", line)[0] for line in examples.splitlines()]
    assert len(texts) >= 8
    for effect in texts:
        assert LANGUAGE.parse(effect)


def test_what_the_page_calls_rejected_is_rejected():
    sheets = {
        "ability": "domains.halfpenny_hill",
        "reward": "monsters.goblin",
        "scoring": "dukes.reese_the_firebrand",
        "instruction": "events.mimic",
    }
    rejected = REJECTED.findall(EFFECTS.partition("## What is rejected")[2])
    assert len(rejected) > 12
    for column, text in rejected:
        with pytest.raises(CardError):
            read_box(edits={f"{sheets[column]}.{column}": text.replace("\\|", "|")})


def test_the_worked_cards_read_as_the_page_says(tmp_path):
    worked = SHEETS.partition("worked cards\n")[2]
    names = re.findall(r"^`(\w+\.csv)`:", worked, re.MULTILINE)
    assert names == ["domains.csv", "citizens.csv", "dukes.csv", "events.csv"]
    for name, sheet in zip(names, code_blocks(worked, "csv"), strict=True):
        (tmp_path / name).write_text(sheet, encoding="utf-8")
    (words,) = code_blocks(worked)
    own = [card for card in read_box([tmp_path]).cards.values() if card.origin]
    assert [describe_card(card) for card in own] == words.splitlines()


@pytest.mark.parametrize("name", ["citizens", "monsters", "domains", "dukes", "starters", "events"])
def test_the_columns_of_the_page_are_all_that_a_sheet_needs(tmp_path, name):
    found = re.search(rf"\| `{name}.csv` \| `(.*)` \|", SHEETS)
    (tmp_path / f"{name}.csv").write_text(f"{found[1]}\n", encoding="utf-8")
    assert read_box([tmp_path]).digest == read_box().digest


def test_the_tutorial_quotes_the_starter_cards():
    (quoted,) = csv.DictReader(StringIO(code_blocks(read_page("tutorials/own-card"), "csv")[0]))
    with (STARTER / "citizens.csv").open(encoding="utf-8", newline="") as file:
        assert quoted in csv.DictReader(file)
