"""`greedy` plays described games well before it has learnt anything."""

from pathlib import Path
from shutil import copytree

import pytest

from balance.runner.batches import Batches
from tests.games.described.test_services import DOCKS, DOMINION, match_of

BIDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen",
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "least"),
    [
        (DOCKS, 0.9),
        (DOMINION, 0.9),
        ("examples/games/gems", 0.85),
        ("examples/games/drafting", 0.5),
        ("examples/games/valeria_citizens", 0.9),  # it must see what comes after a payment
    ],
)
def test_greedy_beats_random_before_it_learns(game: str, least: float) -> None:
    records = Batches(match_of(game, ["greedy", "random"])).play(0, 100)
    of_greedy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_greedy / len(records) > least


@pytest.mark.parametrize(
    ("name", "weights", "least"),
    [
        # What a pot is worth: rolling on must be weighed against losing it.
        ("pig", {"pot": 1.0}, 0.76),
        # What bids cost, so that a bid of the prize's worth is best against any other bid alike.
        (
            "goofspiel",
            {f"hand_bid_{word}": bid**2 / 13 for bid, word in enumerate(BIDS, 1)},
            0.82,
        ),
    ],
)  # fmt: skip
def test_greedy_takes_luck_and_unseen_choices_into_account(
    name: str, weights: dict[str, float], least: float, tmp_path: Path
) -> None:
    folder = copytree(f"examples/games/{name}", tmp_path / name)
    lines = [f"{stage}_{key} = {weights[key]}" for key in weights for stage in ("early", "late")]
    (folder / "greedy.toml").write_text("\n".join([*lines, "early_points = 0", ""]))
    records = Batches(match_of(str(folder), ["greedy", "random"])).play(0, 400)
    of_greedy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_greedy / len(records) > least
