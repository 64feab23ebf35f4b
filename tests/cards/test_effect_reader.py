import pytest

from balance.cards.effect_reader import Cursor, LanguageError, Stuck, in_a_row
from balance.errors import CardError


def test_words_are_read_one_after_the_other_with_their_places() -> None:
    cursor = Cursor("lend  12 coin")
    assert (cursor.next, cursor.position) == ("lend", 0)
    assert cursor.read("sing", "lend") == "lend"
    assert (cursor.number(1, 20), cursor.position) == (12, 9)
    assert cursor.word("a good") == "coin"
    assert (cursor.next, cursor.position, cursor.place) == ("", 13, 3)


def test_what_does_not_fit_is_left_standing() -> None:
    cursor = Cursor("lend 12")
    assert not cursor.skip("sing")
    with pytest.raises(Stuck):
        cursor.number(1, 20)
    assert cursor.next == "lend"
    cursor.read("lend")
    with pytest.raises(Stuck):
        cursor.number(13, 20)
    with pytest.raises(Stuck):
        cursor.word("a good")
    assert cursor.next == "12"


def test_the_error_is_of_the_reading_that_came_furthest() -> None:
    cursor = Cursor("lend 12")
    cursor.read("lend")
    for attempt in (lambda: cursor.read("coin"), lambda: cursor.number(1, 9)):
        with pytest.raises(Stuck):
            attempt()
    cursor.place = 0
    with pytest.raises(Stuck):
        cursor.read("sing")
    error = cursor.error()
    assert error.expected == ("coin", "a whole number from 1 to 9")
    assert (error.position, error.found) == (5, "12")


@pytest.mark.parametrize(
    ("text", "timing", "following"),
    [
        ("dawn: lend", "dawn", "lend"),
        ("dawn : lend ; dusk: lend", "dawn", "lend"),
        ("lend ; dusk: lend", "", "lend"),
        ("lend", "", "lend"),
    ],
)
def test_a_timing_word_is_read_if_this_ability_has_one(
    text: str, timing: str, following: str
) -> None:
    cursor = Cursor(text)
    assert cursor.timing(("dawn", "dusk")) == timing
    assert cursor.next == following


def test_an_error_is_one_sentence_on_a_card() -> None:
    error = LanguageError("1 kron", 2, ("crown", "+", "crown"))
    assert isinstance(error, CardError)
    assert str(error) == error.reason == "expected crown or '+', not 'kron'; did you mean 'crown'?"
    assert str(LanguageError("1 ", 2, ("crown",))) == "expected crown, but the text ends"


@pytest.mark.parametrize(
    ("words", "row"), [((), ""), (("a",), "a"), (("a", "b"), "a or b"), ("abc", "a, b or c")]
)
def test_words_stand_in_a_row_with_commas(words: tuple[str, ...], row: str) -> None:
    assert in_a_row(words, "or") == row
