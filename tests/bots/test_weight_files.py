"""A file of weights that names its bot is a bot."""

from pathlib import Path

import pytest

from balance.bots.loading import read_data
from balance.bots.weights import read_bot_name, read_weights
from balance.engine.game import Game
from balance.errors import BotError


def test_a_file_of_weights_is_the_bot_that_it_names(pig: Game, tmp_path: Path) -> None:
    file = tmp_path / "timid.toml"
    file.write_text('bot = "hold_at"\npot = 9.0\n\n[players.3]\npot = 12.0\n')
    assert read_bot_name(file) == "hold_at"
    assert read_weights(file) == ({"pot": 9.0}, {3: {"pot": 12.0}})
    loaded = read_data(file, pig)
    assert (loaded.bot.name, loaded.bot.choose) == ("timid", pig.bots["hold_at"].choose)
    assert loaded.bot.at(2).weights == {"pot": 9.0}
    assert loaded.bot.at(3).weights == {"pot": 12.0}
    assert not loaded.bot.is_external
    before = loaded.digest
    file.write_text('bot = "hold_at"\npot = 9.5\n')
    assert read_data(file, pig).digest != before


def test_weights_that_the_file_does_not_set_are_the_bots_own(pig: Game, tmp_path: Path) -> None:
    file = tmp_path / "usual.toml"
    file.write_text('bot = "hold_at"\n')
    assert read_data(file, pig).bot.weights == pig.bots["hold_at"].weights


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pot = 9.0\n", "bot: expected the bot that has these weights"),
        ("bot = 3\n", "bot: expected the bot that has these weights"),
        ('bot = "hold"\n', "pig has no bot 'hold'; did you mean 'hold_at'?"),
        ('bot = "hold_at"\npit = 1.0\n', "hold_at has no weight 'pit'; did you mean 'pot'?"),
        ('bot = "hold_at"\npot = "9"\n', "pot = '9'; expected a number"),
        ('bot = "hold_at"\npot = 9.0\n[players.03]\npot = 8.0\n', "players.03: expected a table"),
    ],
)
def test_a_mistake_in_the_file_is_one_sentence(
    pig: Game, tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(text)
    with pytest.raises(BotError) as raised:
        read_data(file, pig)
    assert message in str(raised.value)
