"""Texts of others: what steers a terminal, is too large or too deep, or is no text at all."""

import os
import pickle

import pytest

from balance.errors import BalanceError, CardError
from balance.limits import MOST_BYTES, MOST_CHARACTERS, MOST_DEPTH, MOST_LINE
from balance.sanitize import UnreadableError, printable, read_text, toml_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain", "plain"), ("Écu 金 🂡", "Écu 金 🂡"), ("two\nlines\t", "two\nlines\t"),
     ("\x1b[31mred", "\\x1b[31mred"), ("\x07", "\\x07"), ("\x9b1m", "\\x9b1m"),
     ("a\u202eb", "a\\u202eb"), ("\udc80", "\\udc80"), ("\r", "\\r")],
)  # fmt: skip
def test_what_would_steer_a_terminal_is_spelled_out(text, shown):
    assert printable(text) == shown
    assert str(CardError(text)) == shown.replace("\n", "\\n").replace("\t", "\\t")


def test_only_the_lines_of_a_message_are_lines():
    error = CardError("a\tb\nc: wrong", "  a\nb", "  ^").within("x\ny.csv")
    lines = ["x\\ny.csv: a\\tb\\nc: wrong", "  a\\nb", "  ^"]
    for each in (error, pickle.loads(pickle.dumps(error))):
        assert isinstance(each, CardError)
        assert str(each).split("\n") == lines


def test_a_long_line_of_an_error_keeps_its_two_ends():
    text = str(BalanceError(f"begin {'x' * 10**6} end", "second"))
    first, second = text.split("\n")
    assert first.startswith("begin ")
    assert first.endswith(" end")
    assert len(first) <= MOST_LINE
    assert second == "second"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("a = " + "[" * 5000, "more than 20 deep"), ("a = " + "9" * 5000, "too many digits"),
     ("a = " + "[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1), "more than 20 deep"),
     ("a." * 20_000 + "a = 1", "more than 20 deep"), ("x = {" + "a . " * 90 + "a = 1}", "20 deep"),
     ('"a".' * 20_000 + "a = 1", "20 deep"), ("a = 1\n" * 200_000, "larger than 1 MB"),
     ("a = nan", "a = nan: expected a finite number"), ("[a]\nb = [-inf]", "a.b, number 1 = -inf"),
     (f"a = {2**65}", "a: expected a number between"), ('"\\u001b" = 1', "without control"),
     ('a = "\\u202e"', "a = '\\u202e': expected a text without control characters"),
     ('a = "C:\\temp"', "a = 'C:\\temp': expected a text of one line; in a path, write / for"),
     ('a = ["C:\\bots"]', "without control characters; in a path, write / for \\, or put"),
     (f'a = "{"x" * (MOST_CHARACTERS + 1)}"', "of 10,000 characters at most"),
     ("a = 1\na = 2", "Cannot overwrite a value")],
)  # fmt: skip
def test_what_can_mean_nothing_is_refused(text, reason):
    with pytest.raises(UnreadableError) as error:
        toml_of(text)
    assert reason in str(error.value)


def test_of_a_text_of_several_lines_the_one_with_an_odd_character_is_told():
    with pytest.raises(UnreadableError) as error:
        toml_of("a = '''\nfirst\nsec\u0080ond\n'''", has_lines=True)
    assert str(error.value) == "a, line 2 of it: 'sec\\x80ond': expected a text without control " \
        "characters"  # fmt: skip


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    file = tmp_path / "large"
    with file.open("wb") as large:
        large.truncate(100 * MOST_BYTES)
    with pytest.raises(UnreadableError, match="larger than 10 MB"):
        read_text(file)


def test_what_is_no_file_is_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for place in (pipe, tmp_path, circle):
        with pytest.raises(UnreadableError):
            read_text(place)


def test_a_mark_at_the_beginning_does_not_count(tmp_path):
    file = tmp_path / "marked"
    file.write_bytes(b"\xef\xbb\xbfa = 1")
    assert toml_of(read_text(file)) == {"a": 1}
