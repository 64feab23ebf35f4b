"""Noise: a bot that makes some of its choices at random."""

from functools import cache

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.analysis.metrics.seats import by_seat
from balance.engine.layout import WIN
from balance.errors import ScenarioError, StoreError
from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.cell_games import CellGames
from balance.runner.cell_player import CellPlayer
from balance.runner.play import play_games
from balance.runner.remote import pack, unpack
from balance.runner.run import play_run
from balance.runner.trajectories import TrajectoryPlayer
from balance.scenario.replay_command import with_replay_command
from balance.store.manifest import cell_identity
from balance.store.run_folder import RunFolder

TARGET = 30
OWN_BOT = "def mine(view, table, seat, weights, stream):\n    return 0 if view.pot >= 20 else 1\n"
IN_PYTHON = "SEEN = []\n" + OWN_BOT.replace(":\n    ", ":\n    SEEN.append(seat)\n    ")


def same(one, two):
    return all((one[name] == two[name]).all() for name in one.dtype.names)


def exact_win_rate(noise, enough=20):
    """Return the chance of seat 1 against its equal: hold at `enough`, but so often at random."""

    def turn(points):
        """Return the chances of what a turn keeps; of 0 and of victory too."""
        chances, pots = {0: 0.0}, {0: 1.0}
        for pot in range(400):  # beyond is less than chance can tell
            asked = pots.pop(pot, 0.0)
            needed = min(enough, TARGET - points)
            hold = 0.0 if pot == 0 else noise / 2 + (1 - noise) * (pot >= needed)
            if hold:
                kept = TARGET if points + pot >= TARGET else pot
                chances[kept] = chances.get(kept, 0.0) + asked * hold
            chances[0] += asked * (1 - hold) / 6
            for rolled in range(2, 7):
                pots[pot + rolled] = pots.get(pot + rolled, 0.0) + asked * (1 - hold) / 6
        return chances

    turns = [turn(points) for points in range(TARGET)]

    @cache
    def wins(mine, other):
        """Return the chance of who is to move; a lost turn leads back here by the other's."""

        def without_loss(mine, other):
            return sum(
                chance * (1.0 if gain == TARGET else 1 - wins(other, mine + gain))
                for gain, chance in turns[mine].items()
                if gain
            )

        lost, others_lost = turns[mine][0], turns[other][0]
        own, others = without_loss(mine, other), without_loss(other, mine)
        # x = own + lost * (1 - y) and y = others + others_lost * (1 - x)
        return (own + lost * (1 - others - others_lost)) / (1 - lost * others_lost)

    return wins(0, 0)


@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0])
def test_win_rates_of_pig_with_noise_are_the_exact_ones(noise, pig_set_up):
    match = pig_set_up(bots=[f"hold_at~{noise:g}"], players=2, table={"target": TARGET})
    match = match.cells[0].match
    records = Batches(match).play(0, 100_000)
    table = by_seat(tally_folds(records, match), match)
    exact = exact_win_rate(noise)
    assert table["low"][0] < exact < table["high"][0]
    assert table["high"][0] - table["low"][0] < 0.01


def test_with_noise_1_a_bot_wins_as_often_as_random_and_from_each_seat(pig_set_up):
    match = pig_set_up(bots=["hold_at~1", "random"], table={"target": TARGET}).cells[0].match
    records = Batches(match).play(0, 100_000)
    wins = records["wins"][:, :2] / WIN
    first, second = wins[0::2, 0], wins[1::2, 0]  # hold_at~1 is in seat 1 of even games
    error = np.sqrt(0.25 / len(first))
    assert abs(first.mean() - exact_win_rate(1.0)) < 4 * error
    assert abs(second.mean() - exact_win_rate(1.0)) < 4 * error


def test_noise_0_is_no_noise_to_the_bit(pig_set_up):
    plain, zero = (
        pig_set_up(bots=[bot, "random"]).cells[0].match for bot in ("hold_at", "hold_at~0")
    )
    assert plain.lineup == zero.lineup
    assert same(Batches(plain).play(0, 200), Batches(zero).play(0, 200))


def test_noise_of_one_bot_does_not_change_what_the_others_draw(pig_set_up):
    """A bot with noise draws from its own stream alone, and one without draws nothing for it."""
    drawn = {}
    for name in ("hold_at", "hold_at~0.5"):
        batches = Batches(pig_set_up(bots=[name, "random"]).cells[0].match)
        session = batches._session()
        batches._step_through(0, session, MAX_DECISIONS)
        fresh = batches._session()
        fresh.begin(0, [0, 1])
        drawn[name] = (session.streams != fresh.streams).any(axis=1)[:2].tolist()
    assert drawn == {"hold_at": [False, True], "hold_at~0.5": [True, True]}


@pytest.mark.parametrize("source", [OWN_BOT, IN_PYTHON])
def test_batches_sessions_and_trajectories_play_the_same_games(source, pig_set_up, tmp_path):
    (tmp_path / "own.py").write_text(source)
    bots = [f"{tmp_path}/own.py:mine~0.3", "hold_at~0.1"]
    match = pig_set_up(bots=bots).cells[0].match
    assert match.lineup.labels == ("mine~0.3", "hold_at~0.1")
    batches = Batches(match)
    records = batches.play(0, 20)
    cut = np.concatenate([batches.play(first, 5) for first in range(0, 20, 5)])
    assert same(records, cut)
    for number in range(20):
        assert same(
            records[number : number + 1],
            batches._step_through(number, batches._session(), MAX_DECISIONS),
        )
    if not batches.is_stepped:
        wanted = np.zeros((20, 3), np.int64)
        wanted[:, 0] = np.arange(20)
        assert same(records, TrajectoryPlayer(match).play(wanted)[0])


def test_sums_are_the_same_for_any_workers(pig_set_up, metric_set):
    match = pig_set_up(bots=["hold_at~0.2", "random"]).cells[0].match
    totals = []
    for workers in (1, 2):
        games = CellGames("noise", match, metric_set)
        play_games([games], [3_000], workers)
        totals.append(games.totals["won"])
    assert same_sums(*totals)


def same_sums(one, two):
    return all((getattr(one, name) == getattr(two, name)).all() for name in vars(one))


def test_noise_travels_to_other_processes(pig_set_up, metric_set, tmp_path):
    (tmp_path / "own.py").write_text(OWN_BOT)
    match = pig_set_up(bots=[f"{tmp_path}/own.py:mine~0.3", "hold_at~0.1"]).cells[0].match
    there = unpack(pack(CellPlayer(match, metric_set.tallies))).match
    assert [entry.bot.noise for entry in there.lineup.entries] == [0.3, 0.1]
    assert same(Batches(match).play(0, 20), Batches(there).play(0, 20))


def test_runs_with_other_noise_do_not_mix(pig_set_up, metric_set, tmp_path):
    def play(*bots):
        ready = pig_set_up(bots=[{"bot": bot, "label": "bot"} for bot in bots], players=2)
        return play_run(ready, lambda ready, match: metric_set, RunFolder(tmp_path), "run", 1)

    play("hold_at~0.1")
    assert play("hold_at~0.10").cells[0].games == 200
    for other in ("hold_at", "hold_at~0.2"):
        with pytest.raises(StoreError, match="noise"):
            play(other)


def test_a_bot_without_noise_has_the_identity_that_it_had(pig_set_up):
    (bot,) = cell_identity(pig_set_up().cells[0].match)["bots"].values()
    assert bot.keys() == {"bot", "weights", "sources"}


def test_the_replay_command_has_the_noise(pig_set_up):
    match = pig_set_up(bots=["hold_at~0.123456789", "random~1"]).cells[0].match
    command = with_replay_command(match, {}).replay_of(3)
    assert "--bots 'hold_at~0.123456789,random~1'" in command


def test_a_wrong_noise_names_the_bot(pig_set_up):
    with pytest.raises(ScenarioError, match=r"bots: 'hold_at~2': '2' is not the chance"):
        pig_set_up(bots=["hold_at~2"], players=2)
