from typing import Any

import pytest

from balance.cards.effect_language import (
    Ability,
    Hole,
    Item,
    Language,
    Number,
    OneOf,
    Trade,
    Verb,
)
from balance.cards.effect_reader import LanguageError
from balance.errors import CardError

GET, SING, LEND, RAISE = range(4)
VERBS = (
    Verb(GET, "{amount} {good}", pays=True, called="amounts"),
    Verb(SING, "may sing"),
    Verb(LEND, "lend {amount} to king"),
    Verb(RAISE, "flag + {amount}"),
)
HOLES: dict[str, Hole] = {"amount": Number(1, 20), "good": OneOf({"crown": 7, "coin": 8})}
HAMLET = Language(VERBS, HOLES, ("dawn", "dusk"))


def get(amount: int, good: int) -> Item:
    return Item(GET, {"amount": amount, "good": good})


def test_the_connectors_bind_as_both_pay_choose_and_separate() -> None:
    text = "dawn: 1 coin + 2 coin -> 1 crown | may sing ; dusk: 3 coin"
    first = Trade((get(1, 8), get(2, 8)), (get(1, 7),), exchange=True)
    second = Trade((), (Item(SING),), exchange=False)
    third = Trade((), (get(3, 8),), exchange=False)
    assert HAMLET.parse(text) == (Ability("dawn", (first, second)), Ability("dusk", (third,)))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1coin+2coin->1crown|may sing;dusk:3 coin", "1 coin + 2 coin -> 1 crown | may sing"),
        ("  may    sing ", "may sing"),
        ("flag+1+2 coin", "flag + 1 + 2 coin"),
        ("1 coin + flag + 3", "1 coin + flag + 3"),
        ("020 coin", "20 coin"),
    ],
)
def test_spaces_are_free_and_writing_sets_them(text: str, canonical: str) -> None:
    written = HAMLET.write(HAMLET.parse(text))
    assert written.removesuffix(" ; dusk: 3 coin") == canonical
    assert HAMLET.parse(written) == HAMLET.parse(text)


@pytest.mark.parametrize(
    ("text", "position", "found", "expected"),
    [
        ("2 coyn", 2, "coyn", ("crown", "coin")),
        ("lend 3 to kin", 10, "kin", ("king",)),
        ("1 coin + ", 9, "", ("a whole number from 1 to 20", "may", "lend", "flag")),
        ("1 coin 2 coin", 7, "2", ("+", "->", "|", ";", "the end")),
        ("at dawn: 1 coin", 0, "at", ("dawn", "dusk")),
        ("dawn 1 coin", 5, "1", (":",)),
        ("dsk: 1 coin", 0, "dsk", ("dawn", "dusk")),
        ("21 coin", 0, "21", ("a whole number from 1 to 20", "may", "lend", "flag")),
        ("0 coin", 0, "0", ("a whole number from 1 to 20", "may", "lend", "flag")),
        ("1 coin -> 1 crown -> 1 coin", 18, "->", ("+", "|", ";", "the end")),
    ],
)
def test_an_error_says_where_what_stands_there_and_what_may(
    text: str, position: int, found: str, expected: tuple[str, ...]
) -> None:
    with pytest.raises(LanguageError) as caught:
        HAMLET.parse(text)
    error = caught.value
    assert (error.text, error.position, error.found) == (text, position, found)
    assert error.expected == expected


def test_an_error_asks_for_the_word_that_was_meant() -> None:
    with pytest.raises(CardError) as caught:
        HAMLET.parse("lend 3 to kimg")
    assert str(caught.value) == "expected king, not 'kimg'; did you mean 'king'?"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *(("1 coin and may sing", "+"), ("1 coin, may sing", "+"), ("1 coin & may sing", "+")),
        *(("1 coin or may sing", "|"), ("1 coin / may sing", "|")),
        *(("1 coin => 1 crown", "->"), ("1 coin for 1 crown", "->")),
    ],
)
def test_what_is_written_in_place_of_a_connector_is_answered_with_it(text: str, meant: str) -> None:
    with pytest.raises(LanguageError) as caught:
        HAMLET.parse(text)
    assert str(caught.value).endswith(f"; did you mean '{meant}'?")


def test_signs_that_are_expected_stand_in_quotation_marks() -> None:
    with pytest.raises(LanguageError, match=r"expected '\+', '->', '\|', ';' or the end, not 'x'"):
        HAMLET.parse("1 coin x")


def test_an_error_at_the_end_of_the_text_says_so() -> None:
    with pytest.raises(LanguageError, match="but the text ends"):
        HAMLET.parse("")


def test_only_some_verbs_stand_left_of_an_arrow_and_the_first_other_one_is_marked() -> None:
    with pytest.raises(LanguageError, match="before '->' only amounts, not 'may'") as caught:
        HAMLET.parse("1 coin + may sing -> 1 crown")
    assert caught.value.position == 9


def test_signs_that_writing_programs_make_are_read_as_they_were_typed() -> None:
    assert HAMLET.parse("1 coin → 1 crown") == HAMLET.parse("1 coin -> 1 crown")


def test_each_part_knows_where_it_stands() -> None:
    text = "dawn: 1 coin + 2 coin -> 1 crown | may sing ; dusk: 3 coin"
    first, second = HAMLET.parse(text)
    assert [text[item.position :][:6] for item in first.items] == [
        *("1 coin", "2 coin", "1 crow", "may si"),
    ]
    assert [text[trade.position :][:6] for trade in first.trades] == ["1 coin", "may si"]
    assert (first.position, text[second.position :]) == (0, "dusk: 3 coin")


def test_a_number_of_thousands_of_digits_is_an_error_like_any_other() -> None:
    with pytest.raises(LanguageError):
        HAMLET.parse(f"{'9' * 5000} coin")


def test_two_verbs_that_fit_the_same_text_are_a_mistake_of_the_game() -> None:
    twice = Language((Verb(0, "{amount} {good}"), Verb(1, "{amount} {good}")), HOLES, ())
    with pytest.raises(ValueError, match="match the same text"):
        twice.parse("1 coin")


def test_items_with_equal_values_are_equal_and_hash_alike() -> None:
    values: dict[str, Any] = {"good": 8, "amount": 1}
    assert get(1, 8) == Item(GET, values)
    assert {get(1, 8): "one"}[Item(GET, values)] == "one"


def test_the_items_of_an_ability_are_those_of_all_its_options() -> None:
    (ability,) = HAMLET.parse("1 coin -> may sing | 2 coin")
    assert ability.items == (get(1, 8), Item(SING), get(2, 8))
