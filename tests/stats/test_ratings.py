import numpy as np
import pytest
from scipy.special import softmax

from balance.stats.ratings import MOST, SCALE, excess_of, rate, rate_pairs, rating_of

TEAMS = ("Baltimore", "Boston", "Cleveland", "Detroit", "Milwaukee", "New York", "Toronto")
# Baseball, American League 1987: wins at home and away of the row's team, at home, against the
# column's (Agresti, Categorical Data Analysis, table 10.10; `baseball` in R's BradleyTerry2).
HOME = {
    "Milwaukee": "Detroit 4-3 Toronto 4-2 New_York 4-3 Boston 6-1 Cleveland 4-2 Baltimore 6-0",
    "Detroit": "Milwaukee 3-3 Toronto 4-2 New_York 4-3 Boston 6-0 Cleveland 6-1 Baltimore 4-3",
    "Toronto": "Milwaukee 2-5 Detroit 4-3 New_York 2-4 Boston 4-3 Cleveland 4-2 Baltimore 6-0",
    "New York": "Milwaukee 3-3 Detroit 5-1 Toronto 2-5 Boston 4-3 Cleveland 4-2 Baltimore 6-1",
    "Boston": "Milwaukee 5-1 Detroit 2-5 Toronto 3-3 New_York 4-2 Cleveland 5-2 Baltimore 6-0",
    "Cleveland": "Milwaukee 2-5 Detroit 3-3 Toronto 3-4 New_York 4-3 Boston 4-2 Baltimore 2-4",
    "Baltimore": "Milwaukee 2-5 Detroit 1-5 Toronto 1-6 New_York 2-4 Boston 1-6 Cleveland 3-4",
}


def games_of(home):
    """Return line-ups and the wins of seven games of each, of which six or seven were played."""
    lineups, wins = [], []
    for team, others in home.items():
        words = others.replace("_", " ").replace("New York", "New_York").split()
        for other, score in zip(words[::2], words[1::2], strict=True):
            won, lost = map(int, score.split("-"))
            lineups.append((TEAMS.index(team), TEAMS.index(other.replace("_", " "))))
            row = [(1, 0)] * won + [(0, 1)] * lost
            wins.append(row + [(0, 0)] * (7 - len(row)))
    return np.array(lineups), np.array(wins, float).swapaxes(0, 1)


def test_a_league_is_rated_as_in_the_manual_of_bradleyterry2():
    """Turner and Firth, Bradley-Terry models in R, J. Stat. Softw. 2012, section 4.2."""
    found = rate(*games_of(HOME), virtual=0.0)
    against_baltimore = (found.bots - found.bots[0]) / SCALE
    manual = [0, 1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271]
    assert against_baltimore == pytest.approx(manual, abs=2e-4)
    assert (found.seats[0] - found.seats[1]) / SCALE == pytest.approx(0.3023, abs=2e-4)


def test_two_bots_are_apart_by_the_log_odds_of_their_points():
    # Bot 0 wins 3 of 4 games in either seat.
    wins = np.zeros((100, 2, 2))
    wins[:75, 0, 0] = wins[75:, 0, 1] = 1
    wins[:75, 1, 1] = wins[75:, 1, 0] = 1
    found = rate(np.array([[0, 1], [1, 0]]), wins, virtual=0.0)
    assert found.difference(0, 1)[0] / SCALE == pytest.approx(np.log(3))
    assert found.seats == pytest.approx([0, 0], abs=1e-6)


def test_more_players_are_rated_by_who_wins():
    # The bots win 50, 30 and 20 of 100 games in any order of seats: their strengths are ln of it.
    lineups = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    winner = np.repeat([0, 1, 2], [50, 30, 20])
    wins = (lineups[None] == winner[:, None, None]).astype(float)
    found = rate(lineups, wins, virtual=0.0)
    assert np.exp(found.bots / SCALE) / np.exp(found.bots / SCALE).sum() == pytest.approx(
        [0.5, 0.3, 0.2], abs=1e-6
    )
    assert found.seats == pytest.approx([0, 0, 0], abs=1e-6)


def test_a_bot_that_always_won_is_strong_and_how_strong_is_unknown():
    wins = np.zeros((1000, 2, 2))
    wins[:, 0, 0] = wins[:, 1, 1] = 1
    found = rate(np.array([[0, 1], [1, 0]]), wins)
    apart, error = found.difference(0, 1)
    assert 1000 < apart < 2000
    assert error > 100


def draw(rng, lineups, bots, seats, deals, likeness):
    """Return wins of games, in which a part of the deals decides with the same luck throughout."""
    chance = softmax(bots[lineups] + seats, axis=1)[:, 0]
    own, shared = rng.random((deals, len(lineups))), rng.random((deals, 1))
    first = np.where(rng.random(own.shape) < likeness, shared, own) < chance
    return np.stack([first, ~first], axis=2).astype(float)


def test_of_a_hundred_intervals_some_95_hold_the_truth_though_deals_share_their_luck():
    rng = np.random.default_rng(5)
    lineups = np.array([[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]])
    bots, seats = np.array([0.0, 0.5, 1.2]), np.array([0.1, -0.1])
    truth = np.append(bots - bots.mean(), seats) * SCALE
    held = np.zeros(5)
    for _ in range(200):
        found = rate(lineups, draw(rng, lineups, bots, seats, 150, 0.5))
        value = np.append(found.bots, found.seats)
        error = np.append(found.bot_errors, found.seat_errors)
        held += np.abs(value - truth) < 1.96 * error
    assert (held > 0.90 * 200).all()
    assert (held < 0.99 * 200).all()


def test_the_same_luck_for_all_line_ups_makes_the_seat_less_sure():
    rng = np.random.default_rng(6)
    lineups = np.array([[0, 1], [1, 0]])
    nothing = np.zeros(2)
    errors = [
        rate(lineups, draw(rng, lineups, nothing, nothing, 500, likeness)).seat_errors[0]
        for likeness in (0.0, 1.0)
    ]
    assert errors[1] > 1.3 * errors[0]


def test_elo_points_mean_what_they_mean_in_chess():
    assert excess_of(0, 2) == 0
    assert 0.5 + excess_of(200, 2) == pytest.approx(0.7597, abs=1e-4)
    assert 0.5 + excess_of(400, 2) == pytest.approx(10 / 11)


def test_with_more_players_an_excess_is_what_seats_win_by_their_strengths():
    weights = np.array([10.0, 1, 1, 1])  # 400 points are odds of 10 to 1
    alone = weights[0] / weights.sum()
    other = 1 / (3 * 10 + 1)
    assert excess_of(400, 4) == pytest.approx((alone - 0.25 + 0.25 - other) / 2)


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_a_rating_and_its_excess_are_one_number(players):
    for rating in (-1200.0, -5.0, 0.0, 190.0, 900.0):
        assert rating_of(excess_of(rating, players), players) == pytest.approx(rating, abs=1e-6)
    assert rating_of(0.5, players) == -rating_of(-0.5, players) == MOST


def test_an_anchored_scale_has_the_same_differences_and_their_errors():
    rng = np.random.default_rng(11)
    lineups = np.array([[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]])
    wins = draw(rng, lineups, np.array([0.0, 0.5, 1.2]), np.array([0.1, -0.1]), 300, 0.5)
    free = rate(lineups, wins)
    found = free.anchored(1, at=30.0)
    assert found.bots[1] == 30
    assert found.bot_errors[1] == 0
    for bot in (0, 2):
        value, error = free.difference(bot, 1)
        assert found.bots[bot] - 30 == pytest.approx(value)
        assert found.bot_errors[bot] == pytest.approx(error)
    assert found.difference(0, 2) == pytest.approx(free.difference(0, 2))
    assert found.seats.tolist() == free.seats.tolist()


def meet(rng, games, things, seats, advantage, folds=64, bots=None):
    """Return meetings and points of games in which each seat holds another thing."""
    held = np.argsort(rng.random((games, len(things))), axis=1)[:, :seats]
    strength = things[held] + advantage * (np.arange(seats) == 0) + rng.gumbel(size=held.shape)
    entry = np.zeros_like(held)
    if bots is not None:
        entry = (np.arange(games)[:, None] + np.arange(seats)) % len(bots)
        strength += bots[entry]
    shape = (folds, *[1 if bots is None else len(bots)] * 2, *[len(things)] * 2)
    meetings, points = np.zeros(shape, int), np.zeros(shape)
    for one in range(seats):
        for two in range(one + 1, seats):
            places = (
                np.arange(games) % folds, entry[:, one], entry[:, two], held[:, one], held[:, two]
            )  # fmt: skip
            np.add.at(meetings, places, 1)
            np.add.at(points, places, strength[:, one] > strength[:, two])
    return meetings, points


def test_pairs_of_a_league_are_rated_as_in_the_manual_too():
    """The same league as above, each game a meeting of the home team with the other."""
    lineups, wins = games_of(HOME)
    meetings, points = np.zeros((1, 1, 1, 7, 7), int), np.zeros((1, 1, 1, 7, 7))
    for (one, two), games in zip(lineups, wins.swapaxes(0, 1), strict=True):
        meetings[0, 0, 0, one, two] = games.sum()
        points[0, 0, 0, one, two] = games[:, 0].sum()
    found = rate_pairs(1000 * meetings, 1000 * points, np.ones(1))  # so many that ties hardly count
    against_baltimore = (found.objectives.value - found.objectives.value[0]) / SCALE
    manual = [0, 1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271]
    assert against_baltimore == pytest.approx(manual, abs=5e-4)
    assert found.earlier.value[0] / SCALE == pytest.approx(0.3023, abs=5e-4)
    assert np.isnan(found.objectives.errors()).all()  # of one fold


@pytest.mark.parametrize("seats", [2, 4])
def test_of_a_hundred_intervals_of_pairs_some_95_hold_the_truth(seats):
    rng = np.random.default_rng(8)
    things = np.linspace(-0.6, 0.6, 7)
    steps = []
    for _ in range(150):
        found = rate_pairs(*meet(rng, 2500, things, seats, 0.2), np.ones(64)).objectives
        steps.append((found.value / SCALE - things) / (found.errors() / SCALE))
    held = np.abs(np.array(steps)) < 2  # t of 63
    assert 0.93 < held.mean() < 0.97
    assert np.abs(np.mean(steps, axis=0)).max() < 0.3


def test_seat_and_bot_are_allowed_for():
    rng = np.random.default_rng(9)
    things, bots = np.array([-0.5, 0.0, 0.5]), np.array([0.8, -0.8])
    found = rate_pairs(*meet(rng, 40_000, things, 2, 0.4, bots=bots), np.ones(64))
    assert found.objectives.value / SCALE == pytest.approx(things, abs=0.05)
    assert found.bots.value / SCALE == pytest.approx(bots, abs=0.05)
    assert found.earlier.value / SCALE == pytest.approx([0.4], abs=0.05)


def test_a_thing_that_met_nobody_has_no_rating():
    meetings, points = meet(np.random.default_rng(1), 600, np.zeros(3), 2, 0.0)
    meetings[..., 2, :] = meetings[..., :, 2] = points[..., 2, :] = points[..., :, 2] = 0
    found = rate_pairs(meetings, points, np.ones(64)).objectives
    assert np.isnan(found.value).tolist() == [False, False, True]
    assert found.folds[2] == 0
    nobody = rate_pairs(np.zeros_like(meetings), np.zeros_like(points), np.ones(64)).objectives
    assert np.isnan(nobody.value).all()


def test_a_thing_that_always_ranks_above_is_strong_and_how_strong_is_unknown():
    meetings, points = meet(np.random.default_rng(2), 2000, np.zeros(3), 2, 0.0)
    points[..., 0, :], points[..., :, 0] = meetings[..., 0, :], 0
    found = rate_pairs(meetings, points, np.ones(64)).objectives
    assert found.value[0] > 600
    assert np.isfinite(found.value).all()
