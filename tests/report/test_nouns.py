"""What games call things."""

import pytest

from balance.report.nouns import capital, counted, counted_one, nouns, plural
from tests.analysis.conftest import make_match


@pytest.mark.parametrize(
    ("one", "many"),
    [("tile", "tiles"), ("Bonus", "Bonuses"), ("country", "countries"), ("day", "days")],
)
def test_several_are_called_so(one: str, many: str) -> None:
    assert plural(one) == many


def test_only_the_head_of_a_sentence_changes() -> None:
    assert capital("wins of the Duke") == "Wins of the Duke"
    assert capital("") == ""


def test_deeds_are_named_where_there_are_any() -> None:
    plain, full = make_match(cards=["a"]).game, make_match(card="tile", deeds=["x"]).game
    assert (counted_one(plain), counted(plain)) == ("card", "cards")
    assert (counted_one(full), counted(full)) == ("tile or deed", "tiles and deeds")
    assert nouns(plain)["uses"] == "copies taken"
    assert (nouns(full)["card"], nouns(full)["things"]) == ("tile", "tiles and deeds")
