"""Arms are played round by round into the folder of a run, and never twice."""

import numpy as np
import pytest

from balance.analysis.experiments.arm_metrics import arm_metrics
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.metrics.fold_sums import FOLDS
from balance.error_messages import checked
from balance.runner.arms import play_arms, stored_arm
from balance.runner.batches import Batches
from balance.runner.stop_signal import StopSignal
from balance.scenario.experiments import arms_of
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.run_folder import RunFolder
from tests.conftest import manifest_of


@pytest.fixture(scope="module")
def arms():
    values = {"name": "valeria", "game": "valeria", "players": 2, "bots": "greedy", "seed": 5}
    variant = prepare(checked(Scenario, values, "test.toml")).cells[0]
    wanted = {"rogue", "butcher"}
    cards = [piece for piece in variant.match.game_table.cards if piece.id in wanted]
    return arms_of(variant, ["ban", "compensation"], cards)


def opened(folder):
    store = RunFolder(folder)
    store.open(manifest_of())
    return store


def play(arms, folder, wanted, workers=1, stop=None):
    games = []
    played = play_arms(
        "baseline", arms, arm_metrics, opened(folder), wanted, workers, stop or StopSignal(),
        on_progress=games.append,
    )  # fmt: skip
    return played, sum(games)


def same(one, two):
    for left, right in zip(one, two, strict=True):
        assert left.deals == right.deals
        for question, sums in left.totals.items():
            for name, array in sums.arrays().items():
                assert (array == right.totals[question].arrays()[name]).all(), (question, name)


def test_each_arm_gets_the_deals_it_is_wanted_to_have(arms, tmp_path):
    asked = {arm.name: 300 + 10 * place for place, arm in enumerate(arms)}
    played, games = play(arms, tmp_path, lambda _: asked)
    assert [one.deals for one in played] == list(asked.values())
    assert games == sum(one.games for one in played)
    assert [one.games for one in played[:2]] == [600, 620]  # two rotations
    bans = played[0].totals["arm"]
    assert isinstance(bans, ArmSums)
    assert bans.games.sum() == 600
    assert len(bans.wins) == FOLDS


def test_rounds_go_on_until_none_is_wanted_and_what_is_stored_is_kept(arms, tmp_path):
    rounds = []

    def wanted(played):
        rounds.append([one.deals for one in played])
        return {one.arm.name: min(320, one.deals + 160) for one in played}

    first, games = play(arms, tmp_path, wanted)
    assert rounds == [[0] * len(arms), [160] * len(arms), [320] * len(arms)]
    again, more = play(arms, tmp_path, lambda _: {arm.name: 320 for arm in arms})
    assert games > 0
    assert more == 0
    same(first, again)
    at_once, _ = play(arms, tmp_path / "other", lambda _: {arm.name: 320 for arm in arms}, 2)
    same(first, at_once)


def test_a_stopped_run_goes_on(arms, tmp_path):
    stop = StopSignal()
    stop.set()
    played, games = play(arms, tmp_path, lambda _: {arm.name: 64 for arm in arms}, stop=stop)
    assert games == 0
    assert [one.deals for one in played] == [0] * len(arms)
    played, _ = play(arms, tmp_path, lambda _: {arm.name: 64 for arm in arms})
    assert [one.deals for one in played] == [64] * len(arms)
    one = stored_arm("baseline", arms[0], arm_metrics(arms[0]), RunFolder(tmp_path))
    assert one.deals == 64


def test_leads_and_wins_of_the_entry_are_what_the_records_say(arms, tmp_path):
    (played, *_), _ = play(arms[:1], tmp_path, lambda _: {arms[0].name: 256})
    records = Batches(arms[0].match).play(0, 512)
    mine = records["lineup"][:, :2] == 0
    sums = played.totals["arm"]
    assert sums.wins.sum() == (records["wins"][:, :2] * mine).sum()
    own = np.where(mine, records["scores"][:, :2], 0).sum()
    assert sums.leads.sum() == 2 * own - records["scores"][:, :2].sum()
