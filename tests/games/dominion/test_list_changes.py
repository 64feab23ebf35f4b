"""Buy lists from the numbers of their bots, as texts, and changed at random."""

from pathlib import Path
from random import Random

import pytest

from balance.games.dominion import GAME
from balance.games.dominion.bots import LISTS
from balance.games.dominion.bots.list_file import numbers_of, read_list
from balance.games.dominion.bots.list_text import list_of, text_of
from balance.games.dominion.services.list_changes import LIST_CHANGES

TABLE = GAME.build_table(GAME.options(kingdom="first_game"), 2, {}, Path())
EVERYTHING = """guard: no
chapel: aggressive

buy
  province  if money > 15 & own(gold) > 0
  duchy     if sup(province) <= 4
  smithy    if own(smithy) < treas / 11 & turn <= 3
  village   if own(village) < own(smithy) + 1
  silver    if own(silver) <= own(gold) - 2
  copper

play
  smithy  if actions > 1 & cards < 5

discard
  silver  if own(gold) >= 5

trash
  silver  if hand(silver) == 2.5

prizes
  trusty_steed
"""


@pytest.mark.parametrize("name", LISTS)
def test_a_list_comes_back_from_its_numbers_and_from_its_text(name: str, tmp_path: Path) -> None:
    numbers = numbers_of(LISTS[name])
    again = list_of(numbers)
    assert again.sections == {slot: lines for slot, lines in LISTS[name].sections.items() if lines}
    assert numbers_of(again) == numbers
    (tmp_path / "again.txt").write_text(text_of(again))
    assert numbers_of(read_list(tmp_path / "again.txt")) == numbers


def test_every_condition_and_setting_is_written_as_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "everything.txt"
    file.write_text(EVERYTHING)
    assert text_of(list_of(numbers_of(read_list(file)))) == EVERYTHING


def test_random_changes_give_lists_of_the_kingdom_that_can_be_written(tmp_path: Path) -> None:
    draws, file = Random(1), tmp_path / "changed.txt"
    there = {card.id for card in TABLE.cards}
    weights = dict(numbers_of(LISTS["smithy_bm"]))
    seen = set()
    for _ in range(400):
        weights = dict(LIST_CHANGES.change(weights, TABLE, draws))
        file.write_text(LIST_CHANGES.text(weights))
        assert numbers_of(read_list(file)) == weights
        lines = file.read_text().partition("buy\n")[2].partition("\n\n")[0].splitlines()
        cards = [line.split()[0] for line in lines]
        assert 1 <= len(cards) <= 24
        seen |= set(cards)
    assert seen == there - {"curse"}


def test_a_list_that_names_own_cards_cannot_be_changed() -> None:
    numbers = dict(numbers_of(LISTS["smithy_bm"]))
    assert LIST_CHANGES.can_change(numbers)
    assert not LIST_CHANGES.can_change(numbers | {"buy_1_card": 60.0})


def test_a_list_fits_a_kingdom_with_the_cards_that_it_is_built_on() -> None:
    fits = {name for name in LISTS if LIST_CHANGES.fits(GAME.bots[name], TABLE)}
    assert {"greedy", "big_money_ultimate", "smithy_bm"} <= fits
    assert "witch_bm" not in fits
