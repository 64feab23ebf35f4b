"""Written weight files: numbers change, comments and other tables stay, weights are read back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from balance.bots.weights import read_weights
from balance.engine.game import Bot
from balance.errors import BotError
from balance.tuning.tuned_bot import TunedBot
from balance.tuning.weight_file import check_weights_place, tuned_text, write_tuned

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
def tuned_bot(hold_at: Callable[..., TunedBot]) -> Callable[..., TunedBot]:
    """Return a bot with the weights of `FILE`, tuned for so many players, or for any."""
    weights = {"gold": 0.39, "rounds_2": 13.0, "role": 0.001, "depth": 3.0, "spare": 0.0}

    def make(players: int | None, by_players: dict[int, dict[str, float]]) -> TunedBot:
        bot = Bot("b", hold_at().bot.choose, weights, by_players=by_players, suffix_weight="depth")
        bot = bot.at(players) if players else bot
        counts = (players,) if players else (2, 3)
        tuned = ("gold", "rounds_2", "role")
        return TunedBot("b", bot, "", counts, tuned, (), None, players is None)

    return make


def test_a_table_for_a_number_of_players_is_added(tuned_bot: Callable[..., TunedBot]) -> None:
    text = tuned_text(FILE, tuned_bot(2, {}), {"gold": 0.41, "role": 0.02}, ["made by", "me"])
    assert text == FILE + "\n[players.2]\n#: made by\n#: me\ngold = 0.41\nrole = 0.02\n"


def test_a_table_is_changed_in_its_place(tuned_bot: Callable[..., TunedBot]) -> None:
    three = tuned_bot(3, {3: {"gold": 0.5}})
    once = tuned_text(FILE, three, {"gold": 0.41}, ["first"])
    assert once == FILE.replace("gold = 0.5  # more", "#: first\ngold = 0.41 # more")
    twice = tuned_text(once, three, {"gold": 0.4512}, ["second"])
    assert twice == FILE.replace("gold = 0.5  # more", "#: second\ngold = 0.4512 # more")


def test_weights_for_any_number_of_players_keep_their_comments(
    tuned_bot: Callable[..., TunedBot],
) -> None:
    both = tuned_bot(None, {3: {"gold": 0.5}})
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


def test_a_weight_that_is_not_in_the_file_is_added(tuned_bot: Callable[..., TunedBot]) -> None:
    text = tuned_text(FILE, tuned_bot(None, {}), {"spare": 1.5}, [])
    assert "role=1e-3# tight\nspare = 1.5\n\n# With three" in text
    text = tuned_text(FILE, tuned_bot(2, {}), {"spare": 1.5}, [])
    assert "role=1e-3# tight\nspare = 0.0\n\n# With three" in text
    assert text.endswith("[players.2]\nspare = 1.5\n")


@pytest.mark.parametrize("players", [2, 3, None])
def test_a_written_file_is_read_as_the_tuned_weights(
    tuned_bot: Callable[..., TunedBot], tmp_path: Path, players: int | None
) -> None:
    out = tmp_path / "b.toml"
    out.write_text(FILE)
    one = tuned_bot(players, {3: {"gold": 0.5}})
    write_tuned(out, one, {"gold": 0.8, "rounds_2": 11.5}, ["by a test"])
    weights, by_players = read_weights(out)
    for count in one.counts:
        found = {**weights, **by_players.get(count, {})}
        wanted = one.with_weights({"gold": 0.8, "rounds_2": 11.5}).at(count).weights
        assert found == {key: wanted[key] for key in ("gold", "rounds_2", "role")}
    assert [path.name for path in tmp_path.iterdir()] == ["b.toml"]


@pytest.mark.parametrize("players", [2, None])
def test_a_new_file_is_written(
    tuned_bot: Callable[..., TunedBot], tmp_path: Path, players: int | None
) -> None:
    out = tmp_path / "new.toml"
    write_tuned(out, tuned_bot(players, {}), {"gold": 0.8}, ["by a test"])
    weights, by_players = read_weights(out)
    assert set(weights) == {
        "gold",
        "rounds_2",
        "role",
        "spare",
    }  # depth is set in the name of the bot
    assert {**weights, **by_players.get(2, {})}["gold"] == 0.8


def test_a_file_that_sets_other_weights_is_left_unchanged(
    tuned_bot: Callable[..., TunedBot], tmp_path: Path
) -> None:
    out = tmp_path / "b.toml"
    out.write_text(FILE)  # with another weight for three players than the bot that was tuned
    with pytest.raises(BotError, match="sets other weights"):
        write_tuned(out, tuned_bot(None, {}), {"gold": 0.8}, [])
    assert out.read_text() == FILE
    assert [path.name for path in tmp_path.iterdir()] == ["b.toml"]


def test_a_file_that_cannot_be_written_is_refused_before_the_search(
    tuned_bot: Callable[..., TunedBot], tmp_path: Path
) -> None:
    check_weights_place(tmp_path / "new.toml", tuned_bot(2, {}))
    with pytest.raises(BotError, match="cannot be written"):
        check_weights_place(tmp_path / "none" / "new.toml", tuned_bot(2, {}))
    other = tmp_path / "other.toml"
    other.write_text("pot = 20\n")
    with pytest.raises(BotError, match="holds weights of another bot: b has no weight 'pot'"):
        check_weights_place(other, tuned_bot(2, {}))
