"""The scale of strength of a game, from the published claims of its ladder."""

from dataclasses import replace
from pathlib import Path

import pytest

from balance.analysis.comparison.published_ratings import Rating, Scale, published_ratings, scale_of
from balance.bots.random import choose
from balance.engine.game import Bot
from balance.games.loading import load_game
from balance.scenario.ladder_file import Ladder, read_ladder
from balance.scenario.match import Entry
from balance.stats.ratings import excess_of, rating_of
from tests.analysis.conftest import make_match


def claim(bot, against, ahead, players=2, games=10_000, half=1.0):
    """Return a claim with the result of a bot that is so many Elo points ahead."""
    percent = 100 * excess_of(ahead, players) + (50 if players == 2 else 0)
    ends = {"value": percent, "low": percent - half, "high": percent + half}
    about = {"games": games, "deals": games // 2, "date": "2026-11-24", "command": ""}
    return {"players": players, "bot": bot, "against": against, "above": 0,
            "published": {**ends, **about}}  # fmt: skip


def ladder(*claims):
    order = ["random", "greedy", "policy", "deep"]
    return Ladder.model_validate({"order": order, "claim": claims})


@pytest.mark.parametrize("players", [2, 4])
def test_a_chain_of_claims_adds_up(players):
    found = published_ratings(
        ladder(
            claim("greedy", "random", 700, players), claim("deep", "policy", 50, players),
            claim("policy", "greedy", 200, players),
        ),
        players,
    )  # fmt: skip
    assert {bot: one.value for bot, one in found.items()} == {
        "greedy": 0.0, "policy": pytest.approx(200, abs=1), "deep": pytest.approx(250, abs=1)
    }  # fmt: skip


def test_claims_that_disagree_are_weighted_with_their_precision():
    near, far = claim("deep", "greedy", 300, half=0.5), claim("deep", "policy", 50, half=4.0)
    found = published_ratings(ladder(claim("policy", "greedy", 200, half=0.5), near, far), 2)
    assert 290 < found["deep"].value < 300
    assert 200 < found["policy"].value < 210


def test_a_rating_has_the_interval_of_the_claims_that_lead_to_it():
    read = ladder(claim("policy", "greedy", 200, half=1.0), claim("deep", "policy", 50, half=1.0))
    found, one = published_ratings(read, 2), read.claim[0]
    ends = [rating_of(one.as_excess(one.published.value + by), 2) for by in (-1.0, 1.0)]
    assert found["policy"].half == pytest.approx((ends[1] - ends[0]) / 2, rel=0.01)
    assert found["deep"].half > found["policy"].half > found["greedy"].half == 0


def test_a_bot_that_never_lost_has_a_rating_and_those_that_nothing_links_have_none():
    won_all = claim("policy", "greedy", 4000, half=0.0)
    found = published_ratings(ladder(won_all, claim("deep", "random", 100)), 2)
    assert set(found) == {"greedy", "policy"}
    assert 1000 < found["policy"].value < 3000


def test_only_claims_of_the_same_number_of_players_count():
    three = claim("policy", "greedy", 90, players=3)
    assert published_ratings(ladder(three), 2) == {"greedy": Rating(0.0)}


def test_bots_are_placed_by_the_known_one_that_is_nearest_to_zero():
    scale = Scale("greedy", {"greedy": Rating(0.0), "policy": Rating(190.0), "deep": Rating(300.0)})
    assert scale.link(["deep", "greedy"]) == "greedy"
    assert scale.link(["mine", "deep", "policy"]) == "policy"
    assert scale.link(["mine"]) == ""


def test_a_bot_from_outside_the_game_has_no_known_place_whatever_it_is_called():
    game = load_game("valeria", Path())
    own, other = (Entry(name, Bot(name, choose)) for name in ("greedy", "policy"))
    scale = scale_of(game, 2, [own, other])
    assert scale.anchor == "greedy"
    assert set(scale.ratings) == {"greedy", "policy"}
    stranger = replace(other, bot=replace(other.bot, source=Path("mine.py")))
    assert set(scale_of(game, 2, [own, stranger]).ratings) == {"greedy"}


def test_a_game_without_a_ladder_has_its_usual_bot_at_0():
    entries = [Entry(name, Bot(name, choose)) for name in ("random", "same")]
    scale = scale_of(make_match(2).game, 2, entries)
    assert (scale.anchor, dict(scale.ratings)) == ("random", {"random": Rating(0.0)})


@pytest.mark.parametrize("game", ["valeria", "king_of_the_valley", "dominion"])
def test_the_published_ladder_of_a_game_stands_in_its_order(game):
    read = read_ladder(load_game(game, Path()))
    found = published_ratings(read, 2)
    assert read.anchor == "greedy"
    assert set(found) >= set(read.order[1:])
    assert all(rating.value > rating.half > 0 for bot, rating in found.items() if bot != "greedy")
