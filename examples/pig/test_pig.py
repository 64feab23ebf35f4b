"""Pig's win rates are known exactly, so it is the first test of playing and of the statistics."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import tally
from balance.analysis.metrics.seats import by_seat
from balance.app.commands.report import metrics_for, report_data
from balance.compiling.jit import is_compiling
from balance.engine.session import Session
from balance.errors import ScenarioError
from balance.games.loading import load_game
from balance.report.page import sections_of
from balance.runner.batches import Batches
from balance.runner.bot_matches import build_test_tables
from balance.runner.run import play_run
from balance.scenario.experiments import arms_of
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.run_folder import RunFolder

HERE = Path(__file__).resolve().parent
TARGET = 100
SWEEPS = 60  # of all positions, until the chances of the longest games are known


def turn(points, target, enough):
    """Return the chance of each sum that a turn keeps (P1), 0 if it is lost (P2)."""
    chances = {0: 0.0}
    pots = {0: 1.0}
    while pots:
        pot, chance = min(pots.items())
        del pots[pot]
        chances[0] += chance / 6
        for rolled in range(2, 7):
            new = pot + rolled
            kept = chances if new >= enough or points + new >= target else pots
            kept[new] = kept.get(new, 0.0) + chance / 6
    return chances


def exact_wins(num_seats, target, enough=20):
    """Return each seat's chance to win when all hold at `enough` (rules P1 to P3).

    From scores as the seat to move sees them, its own first.  A lost turn passes the same scores
    on, so the scores of one sum that are rotations of each other solve each other's equations.
    """

    outcomes = [turn(points, target, enough) for points in range(target)]

    @cache
    def chances(scores):
        """Return the chance of the seat to move, and of those after it."""
        cycle = [scores[k:] + scores[:k] for k in range(num_seats)]
        kept, lost = np.zeros((num_seats, num_seats)), np.zeros(num_seats)
        for k, now in enumerate(cycle):
            for gain, chance in outcomes[now[0]].items():
                if gain == 0:
                    lost[k] = chance
                elif now[0] + gain >= target:
                    kept[k, 0] += chance
                else:
                    kept[k] += chance * np.roll(chances((*now[1:], now[0] + gain)), 1)
        # With x[k] the chances from cycle[k]: x[k] = kept[k] + lost[k] * roll(x[k + 1], 1).
        size = num_seats * num_seats
        left = np.eye(size)
        for k in range(num_seats):
            for seat in range(num_seats):
                after = (k + 1) % num_seats, (seat - 1) % num_seats
                left[k * num_seats + seat, after[0] * num_seats + after[1]] -= lost[k]
        return np.linalg.solve(left, kept.reshape(size))[:num_seats]

    for total in range(num_seats * (target - 1), -1, -1):  # so that none waits on a deep stack
        if num_seats == 2:
            for mine in range(max(0, total - target + 1), min(target, total + 1)):
                chances((mine, total - mine))
    return chances((0,) * num_seats)


def turn_chances(one_lost, if_held, holds):
    """Return a player's chances at the start of a turn, by points kept, and where it holds.

    All arrays are by the player's points and the other's.  `one_lost` has the chances after a 1,
    `if_held[k]` those after holding with k in the pot.  `holds` is an array, by pot first, of
    where it holds; None for where that is better for it.
    """
    after = [if_held[TARGET]] * 7  # by how much more is in the pot
    held = np.ones((TARGET, TARGET, TARGET), bool)
    for pot in range(TARGET - 1, -1, -1):
        rolled = (one_lost + sum(after[1:6])) / 6
        is_won = np.arange(TARGET)[:, None] + pot >= TARGET
        held[pot] = is_won | (if_held[pot] >= rolled if holds is None else holds[pot])
        held[pot] &= pot > 0
        after = [np.where(held[pot], if_held[pot], rolled), *after[:6]]
    return rolled, held


def kept(chances, won):
    """Return by pot the chances after holding: `won` with enough to win, else moved by the pot."""
    padded = np.concatenate([chances, np.full_like(chances, won)])
    return [padded[pot : pot + TARGET] for pot in range(TARGET + 1)]


def best_play():
    """Return where the best play of two holds, by pot and points, and the first player's chance."""
    chances = np.full((TARGET, TARGET), 0.5)
    for _ in range(SWEEPS):
        other = 1 - chances.T
        chances, holds = turn_chances(other, kept(other, 1.0), None)
    return holds, chances[0, 0]


def points_against(holds, others):
    """Return the wins of a player who holds where `holds`, against `others`, as both first."""
    mine = theirs = np.full((TARGET, TARGET), 0.5)  # my chances, by who is to move
    for _ in range(SWEEPS):
        mine, _ = turn_chances(theirs, kept(theirs, 1.0), holds)
        their_turn, _ = turn_chances(mine.T, kept(mine.T, 0.0), others)
        theirs = their_turn.T
    return (mine[0, 0] + theirs[0, 0]) / 2


def where_it_holds(bot):
    """Return where a bot holds with two players, by pot and points; after holding it stops."""
    game = load_game(".", HERE)
    session = Session(game, build_test_tables(game, 2)[0], 1)
    state, weights, stream = session.state, bot.numbers, np.zeros(2, np.uint64)
    state.num_choices, state.choices[:] = 2, (0, 1)
    holds = np.ones((TARGET, TARGET, TARGET), bool)
    for mine, theirs in np.ndindex(TARGET, TARGET):
        state.seats[0].points, state.seats[1].points = mine, theirs
        for pot in range(2, TARGET - mine):
            state.pot = pot
            holds[pot, mine, theirs] = bot.choose(state, session.tables[0], 0, weights, stream) == 0
            if holds[pot, mine, theirs]:
                break
        holds[1, mine, theirs] = False
    return holds


def seat_table(num_seats, target, games):
    """Return the table of the report by seat."""
    scenario = Scenario.model_validate(
        {
            "name": "pig", "game": ".", "seed": 20260801, "games": games,
            "players": num_seats, "bots": "hold_at", "table": {"target": target},
        }
    ).at(HERE / "pig.toml")  # fmt: skip
    match = prepare(scenario).cells[0].match
    records = Batches(match).play(0, games)
    return by_seat(tally(records, match), match)


def test_a_turn_that_holds_at_20_is_lost_in_five_of_eight():
    # Neller and Presser (2004), "Optimal play of the dice game Pig", give 62.5 % of pigs.
    assert turn(0, 100, 20)[0] == pytest.approx(0.6245, abs=5e-4)


@pytest.mark.parametrize(("num_seats", "target"), [(2, 100), (3, 30)])
def test_the_exact_win_rates_lie_in_the_intervals_of_the_report(num_seats, target):
    exact = exact_wins(num_seats, target)
    assert exact.sum() == pytest.approx(1)
    table = seat_table(num_seats, target, games=100_000)
    assert (table["low"] < exact).all()
    assert (exact < table["high"]).all()
    assert (table["high"] - table["low"] < 0.01).all()


@pytest.mark.skipif(not is_compiling(), reason="asks the policy 250,000 times")
def test_the_policy_loses_less_than_a_point_against_the_best_play():
    best, first = best_play()
    assert first == pytest.approx(0.5306, abs=5e-5)  # Neller and Presser (2004)
    assert points_against(best, best) == pytest.approx(0.5, abs=1e-6)
    bots = load_game(".", HERE).bots
    assert points_against(where_it_holds(bots["hold_at"]), best) == pytest.approx(0.4601, abs=1e-4)
    assert points_against(where_it_holds(bots["policy"].at(2)), best) > 0.49


def test_the_game_is_short_enough_to_read():
    assert len((HERE / "__init__.py").read_text().splitlines()) < 160


@pytest.mark.parametrize("design", ["ban", "supply", "compensation", "all"])
def test_pig_has_nothing_to_experiment_with_and_says_so(design):
    scenario = Scenario(name="pig", game=".", seed=1, games=10, bots="hold_at", players=2)
    variant = prepare(scenario.at(HERE / "pig.toml")).cells[0]
    with pytest.raises(ScenarioError, match=f"Pig has no '{design}' here"):
        arms_of(variant, [design], ())


def test_pig_is_found_by_its_folder():
    assert load_game(".", HERE).title == "Pig"


def test_the_section_of_pigs_own_counts_busts_and_points(tmp_path):
    """Compare with the chances of a turn, which the last turns of a long game hardly change."""
    scenario = Scenario(
        name="pig", game=".", seed=20260801, games=1000, bots=["hold_at", "random"],
        table={"target": 1000}, sections=["busts"],
    )  # fmt: skip
    prepared = prepare(scenario.at(HERE / "pig.toml"))
    run = play_run(prepared, metrics_for, RunFolder(tmp_path), "balance run pig", 1)
    (section,) = sections_of(report_data(run))
    rows = section.tables[0].frame.set_index("bot")
    chances = turn(0, 1000, 20)
    assert rows["busts_value"]["hold_at"] == pytest.approx(chances[0], abs=0.01)
    mean = sum(points * chance for points, chance in chances.items())
    assert rows["points_value"]["hold_at"] == pytest.approx(mean, rel=0.01)
    assert section.findings[0].facts["bot"] == "hold_at"  # keeps more than one that rolls at random
    records = Batches(prepared.cells[0].match).play(0, run.cells[0].games)
    assert rows["turns"].sum() == records["turns"].sum()
