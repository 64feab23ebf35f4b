"""Writing tuned weights: numbers change, comments and other tables stay, and it reads back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from balance.bots.weights import read_weights
from balance.engine.game import Bot
from balance.errors import BotError
from balance.tuning.subject import Subject
from balance.tuning.weight_file import check_place, tuned_text, write_tuned

FILE = """\
# Weights of a bot.
gold = 0.39                # what gold is worth
rounds_2 = 13
role=1e-3# tight

# With three the game is shorter.
[players.3]
gold = 0.5  # more
"""


@pytest.fixture
def subject(hold_at: Callable[..., Subject]) -> Callable[..., Subject]:
    """Return a bot with the weights of `FILE`, tuned for so many players, or for any."""
    weights = {"gold": 0.39, "rounds_2": 13.0, "role": 0.001, "depth": 3.0, "spare": 0.0}

    def make(players: int | None, by_players: dict[int, dict[str, float]]) -> Subject:
        bot = Bot("b", hold_at().bot.choose, weights, by_players=by_players, suffix_weight="depth")
        bot = bot.at(players) if players else bot
        counts = (players,) if players else (2, 3)
        tuned = ("gold", "rounds_2", "role")
        return Subject("b", bot, "", counts, tuned, (), None, players is None)

    return make


def test_a_table_for_a_number_of_players_is_added(subject: Callable[..., Subject]) -> None:
    text = tuned_text(FILE, subject(2, {}), {"gold": 0.41, "role": 0.02}, ["made by", "me"])
    assert text == FILE + "\n[players.2]\n#: made by\n#: me\ngold = 0.41\nrole = 0.02\n"


def test_a_table_is_changed_where_it_stands(subject: Callable[..., Subject]) -> None:
    three = subject(3, {3: {"gold": 0.5}})
    once = tuned_text(FILE, three, {"gold": 0.41}, ["first"])
    assert once == FILE.replace("gold = 0.5  # more", "#: first\ngold = 0.41 # more")
    twice = tuned_text(once, three, {"gold": 0.4512}, ["second"])
    assert twice == FILE.replace("gold = 0.5  # more", "#: second\ngold = 0.4512 # more")


def test_weights_for_any_number_of_players_keep_their_comments(
    subject: Callable[..., Subject],
) -> None:
    both = subject(None, {3: {"gold": 0.5}})
    text = tuned_text(FILE, both, {"gold": 0.41234, "role": -2.5}, ["once"])
    assert text.splitlines()[:5] == [
        "#: once",
        "# Weights of a bot.",
        "gold = 0.41234             # what gold is worth",
        "rounds_2 = 13",
        "role=-2.5 # tight",
    ]
    assert text.endswith("# With three the game is shorter.\n[players.3]\ngold = 0.5  # more\n")
    assert tuned_text(text, both, {"gold": 0.4}, ["twice"]).count("#:") == 1


def test_a_weight_that_the_file_leaves_out_is_added(subject: Callable[..., Subject]) -> None:
    text = tuned_text(FILE, subject(None, {}), {"spare": 1.5}, [])
    assert "role=1e-3# tight\nspare = 1.5\n\n# With three" in text
    text = tuned_text(FILE, subject(2, {}), {"spare": 1.5}, [])
    assert "role=1e-3# tight\nspare = 0.0\n\n# With three" in text
    assert text.endswith("[players.2]\nspare = 1.5\n")


@pytest.mark.parametrize("players", [2, 3, None])
def test_what_is_written_is_read_as_what_was_tuned(
    subject: Callable[..., Subject], tmp_path: Path, players: int | None
) -> None:
    out = tmp_path / "b.toml"
    out.write_text(FILE)
    one = subject(players, {3: {"gold": 0.5}})
    write_tuned(out, one, {"gold": 0.8, "rounds_2": 11.5}, ["by a test"])
    weights, by_players = read_weights(out)
    for count in one.counts:
        found = {**weights, **by_players.get(count, {})}
        wanted = one.carrying({"gold": 0.8, "rounds_2": 11.5}).at(count).weights
        assert found == {key: wanted[key] for key in ("gold", "rounds_2", "role")}
    assert [path.name for path in tmp_path.iterdir()] == ["b.toml"]


@pytest.mark.parametrize("players", [2, None])
def test_a_file_is_made_where_there_is_none(
    subject: Callable[..., Subject], tmp_path: Path, players: int | None
) -> None:
    out = tmp_path / "new.toml"
    write_tuned(out, subject(players, {}), {"gold": 0.8}, ["by a test"])
    weights, by_players = read_weights(out)
    assert set(weights) == {"gold", "rounds_2", "role", "spare"}  # the dial is not of the file
    assert {**weights, **by_players.get(2, {})}["gold"] == 0.8


def test_a_file_that_would_say_otherwise_is_left_as_it_is(
    subject: Callable[..., Subject], tmp_path: Path
) -> None:
    out = tmp_path / "b.toml"
    out.write_text(FILE)  # with another weight for three players than the bot that was tuned
    with pytest.raises(BotError, match="other weights stand in it"):
        write_tuned(out, subject(None, {}), {"gold": 0.8}, [])
    assert out.read_text() == FILE
    assert [path.name for path in tmp_path.iterdir()] == ["b.toml"]


def test_a_place_that_cannot_be_written_is_said_before_games_are_played(
    subject: Callable[..., Subject], tmp_path: Path
) -> None:
    check_place(tmp_path / "new.toml", subject(2, {}))
    with pytest.raises(BotError, match="a file in a folder that is there is expected"):
        check_place(tmp_path / "none" / "new.toml", subject(2, {}))
    other = tmp_path / "other.toml"
    other.write_text("pot = 20\n")
    with pytest.raises(BotError, match="holds weights of another bot: b has no weight 'pot'"):
        check_place(other, subject(2, {}))
