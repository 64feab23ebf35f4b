"""Buy lists, weights, targets and ladders: files of a bot's, or of a designer's, own."""

from pathlib import Path

import pytest
from hypothesis import given

from balance.bots.weights import read_weights
from balance.games.dominion.bots.list_file import bot_of, read_list
from balance.games.loading import load_game
from balance.limits import MOST_WEIGHT
from balance.scenario.ladder_file import read_ladder
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import damaged_bytes

ROOT = Path(__file__).parents[2]


def texts_of(*places):
    """Return the texts of all files at some places."""
    texts = tuple(path.read_text(encoding="utf-8") for one in places for path in ROOT.glob(one))
    assert texts
    return texts


LISTS = texts_of("balance/games/dominion/lists/*.txt")
WEIGHTS = texts_of("balance/games/*/bots/*.toml", "examples/bots/*.toml")
LADDERS = texts_of("balance/games/*/bots/ladder.toml")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("lists")


@cases("buy lists")
@given(content=damaged_bytes(LISTS))
def test_a_buy_list_is_a_bot_or_a_sentence(part, content, place):
    file = place / "mine.txt"
    file.write_bytes(content)
    read, sentence = outcome(lambda: read_list(file))
    if read is None:
        assert "mine.txt" in sentence
    else:
        assert all(abs(weight) < 1e7 for weight in bot_of(read).weights.values())


@cases("weights")
@given(content=damaged_bytes(WEIGHTS))
def test_weights_are_numbers_or_a_sentence(part, content, place):
    file = place / "mine.toml"
    file.write_bytes(content)
    read, sentence = outcome(lambda: read_weights(file))
    if read is None:
        assert "mine.toml" in sentence
    else:
        numbers = [*read[0].values(), *(one for own in read[1].values() for one in own.values())]
        assert all(abs(weight) <= MOST_WEIGHT for weight in numbers)


@cases("ladders")
@given(content=damaged_bytes(LADDERS))
def test_a_ladder_is_read_or_refused_in_a_sentence(part, content, place):
    file = place / "ladder.toml"
    file.write_bytes(content)
    game = load_game("valeria", ROOT)
    read, sentence = outcome(lambda: read_ladder(game, file))
    assert read is not None or "ladder.toml" in sentence
