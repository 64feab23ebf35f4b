"""The parts of a bot's name: file, function, number and noise."""

import pytest

from balance.errors import ScenarioError
from balance.scenario.bot_names import BotName, bot_name


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("greedy", BotName("", "greedy")),
        ("search:200", BotName("", "search", "200")),
        ("my.py:bot", BotName("my.py", "bot")),
        ("lists/big.txt", BotName("lists/big.txt", "", is_list=True)),
        ("greedy~0.1", BotName("", "greedy", noise_text="0.1")),
        ("search:200~1", BotName("", "search", "200", noise_text="1")),
        ("my.py:bot~0.25", BotName("my.py", "bot", noise_text="0.25")),
        ("lists/big.txt~0.1", BotName("lists/big.txt", "", is_list=True, noise_text="0.1")),
        ("greedy~", BotName("", "greedy", noise_text="")),
        ("greedy~often", BotName("", "greedy", noise_text="often")),
        ("~/my.py:bot", BotName("~/my.py", "bot")),
        ("PROGRA~1\\my.py:bot", BotName("PROGRA~1\\my.py", "bot")),
        ("my~list.txt", BotName("my~list.txt", "", is_list=True)),
        ("my~list.txt~0.5", BotName("my~list.txt", "", is_list=True, noise_text="0.5")),
        (":bot", BotName("", ":bot")),
    ],
)
def test_a_name_has_parts_and_is_written_as_it_was_typed(typed, parts):
    assert bot_name(typed) == parts
    assert str(bot_name(typed)) == typed


@pytest.mark.parametrize(
    ("typed", "short"),
    [
        ("greedy~0.1", "greedy~0.1"),
        ("search:200", "search:200"),
        ("folder/my.py:bot~0.1", "bot~0.1"),
        ("folder/big.txt~0.1", "big~0.1"),
    ],
)
def test_the_short_name_has_no_file(typed, short):
    assert bot_name(typed).short == short


@pytest.mark.parametrize(("text", "noise"), [("0", 0.0), ("1", 1.0), (".5", 0.5), ("-0", 0.0)])
def test_noise_is_a_chance(text, noise):
    assert str(bot_name(f"greedy~{text}").noise) == str(noise)


@pytest.mark.parametrize("text", ["", "often", "1.01", "-0.1", "nan", "inf", "10%"])
def test_impossible_noise_is_one_sentence(text):
    with pytest.raises(ScenarioError) as caught:
        _ = bot_name(f"greedy~{text}").noise
    assert str(caught.value) == (
        f"bots: 'greedy~{text}': {text!r} is not the chance of a random choice: expected a number "
        "from 0 to 1, such as 0.1."
    )
