"""Games described as text, broken: each is another game or is refused, with file and place."""

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.games.loading import load_game
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import damaged_bytes
from tests.games.described.said_back import check_that_it_reads_the_same

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
TEXTS = {
    file.relative_to(EXAMPLES): file.read_text(encoding="utf-8")
    for file in sorted(EXAMPLES.glob("*/*"))
    if file.name == "game.toml" or file.suffix == ".csv"
}
LINES = sorted({line for text in TEXTS.values() for line in text.splitlines()})
WORD = re.compile(r"\w+|[^\w\s]|\s+")
WORDS = sorted({word for line in LINES for word in WORD.findall(line)})
PLACED = re.compile(r"(game\.toml|\w+\.csv).*(, line \d+|: )")


@st.composite
def reworded(draw, text):
    """Return a text with one to three lines or words of it gone, or of any example in their place.

    So it is broken where the language is read, not where TOML is.
    """
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        place = draw(st.integers(0, len(lines) - 1))
        words = WORD.findall(lines[place])
        how = draw(st.integers(0, 9))
        if how == 0:
            lines[place] = draw(st.sampled_from(LINES))
        elif how == 1:
            lines[place] = f"  {lines[place]}"
        elif how == 2 or not words:
            del lines[place]
        else:
            word = draw(st.integers(0, len(words) - 1))
            new = [] if how == 3 else draw(st.lists(st.sampled_from(WORDS), max_size=2))
            words[word : word + (how < 8)] = new
            lines[place] = "".join(words)
        text = "\n".join(lines)
    return text


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """Return a folder with the examples, to break them in."""
    return shutil.copytree(EXAMPLES, tmp_path_factory.mktemp("descriptions") / "games")


@cases("descriptions")
@given(data=st.data())
def test_a_broken_description_is_a_game_or_sentences_with_their_places(part, data, examples):
    place = data.draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[place]
    spoiled = damaged_bytes([text]) | reworded(text).map(str.encode)
    file = examples / place
    file.write_bytes(data.draw(spoiled))
    try:
        game, sentence = outcome(lambda: load_game(str(file.parent), examples))
        if game is not None:
            players = data.draw(st.sampled_from(game.seats))
            table, sentence = outcome(
                lambda: game.build_table(game.options(), players, {}, file.parent)
            )
        if sentence:
            check_places(sentence)
        else:
            check_that_it_reads_the_same(table.description)
    finally:
        file.write_text(text, encoding="utf-8")


def check_places(sentences):
    """Every sentence of a refusal says where what it is about stands."""
    for sentence in sentences.split("\n"):
        assert PLACED.search(sentence) or re.fullmatch(r"and \d+ more mistakes", sentence), sentence
