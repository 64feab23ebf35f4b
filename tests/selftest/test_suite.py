"""The checks pass for the toolkit, and fail where something is planted wrong."""

import re

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.services import Handicap
from balance.runner.batches import Batches
from balance.scenario.experiments import handicapped
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.selftest import mirror_matches, played
from balance.selftest.mirror_matches import copies, mirror_match, same_records, unequal_games
from balance.selftest.played import CHEAPER, ROGUE, TWIN, covered, edged
from balance.selftest.suite import TOY, VALERIA
from balance.selftest.toy_studies import HERE, toy
from balance.stats.intervals import Estimate


def checks_of(*starts, studies=200, rows=TOY, seed=5):
    wanted = [row for row in rows if row.claims[0].name.startswith(starts)]
    return [check for row in wanted for check in row.checks(seed, studies)]


def test_intervals_of_the_toy_game_contain_the_truth_and_its_effects_are_detected():
    checks = checks_of("toy: 2", "toy: f", "toy: 9", "toy: anytime")
    assert [check.name for check in checks if not check.passed] == []
    assert len(checks) == 17
    assert checks[0].expected.startswith("8")


def test_answers_hold():
    checks = checks_of("check", "interval", "95%", "duel", "strongest", "toy: any clear")
    assert [check.name for check in checks if not check.passed] == []
    assert len(checks) == 19


def test_the_first_screen_of_a_fair_game_calls_hardly_anything_clear():
    plain, with_bans = checks_of("toy: anything", studies=300)
    assert plain.passed
    assert with_bans.passed
    assert plain.observed.endswith("of 30")


def test_intervals_that_are_too_narrow_or_too_wide_fail():
    (claim,) = next(row.claims for row in TOY if row.claims[0].name.endswith("seat's win rate"))

    def narrow(width):
        def found(sums):
            rate, error = played.first_seat(sums).value, played.first_seat(sums).errors()
            return [Estimate(rate, rate - width * error, rate + width * error, rate, rate)]

        draw = covered(lambda seed: edged(seed)[:1], FOLDS, played.tally, found,
                       lambda truth: [truth.of_seat(0)])  # fmt: skip
        return claim.check(np.array(list(draw(3, 800)), float)).passed

    assert [narrow(width) for width in (1.5, 2.0, 2.8)] == [False, True, False]


def test_copies_of_a_bot_mirror_each_other():
    match = copies(toy(3, 5).match)
    assert match.lineup.labels == ("copy 1", "copy 2", "copy 3")
    assert not unequal_games(match, 20).any()


def test_copies_of_a_random_bot_mirror_each_other():
    assert not unequal_games(mirror_match("king_of_the_valley", "random", 2, 1), 10).any()


def test_games_that_depend_on_the_line_up_fail():
    match = toy(2, 5).match
    one = handicapped(match, Handicap(goods={"gold": 1}))  # entry 0 alone, wherever it sits
    differ = unequal_games(copies(one), 20)
    assert not differ[0::2].any()
    assert differ[1::2].all()


def test_records_that_differ_in_a_field_are_not_the_same():
    records = Batches(toy(2, 5).match).play(0, 30)
    other = records.copy()
    assert same_records(records, other)
    assert not same_records(records, other[:29])
    other[7]["turns"] += 1
    assert not same_records(records, other)


def test_every_game_is_played_by_one_worker_and_by_two(monkeypatch):
    monkeypatch.setattr(mirror_matches, "GAMES", {"king_of_the_valley": ""})
    (check,) = mirror_matches.workers(3, 15)
    assert check.passed
    assert check.observed.endswith("30 games")


@pytest.mark.parametrize(("place", "twin", "cost"), [(0, TWIN, 2), (1, CHEAPER, 1)])
def test_the_copy_has_the_text_of_the_card(place, twin, cost):
    game_table = prepare(read_scenario(str(HERE / "twins.toml"))).cells[place].match.game_table
    cards = {card.id: card for card in game_table.cards}
    texts = [
        next(
            line for line in game_table.card_texts if re.match(rf"{cards[card].name}( \(|,)", line)
        )
        for card in (ROGUE, twin)
    ]
    one, two = (text[text.index("on your turn") :] for text in texts)
    assert one == two
    assert cards[twin].price == cost


def test_bans_that_differ_are_told_from_bans_that_do_not(monkeypatch):
    """In the toy game: gold for bans, as its truth is known at once."""

    def bans(*golds):
        monkeypatch.setattr(played, "bans", lambda variant, seed: [
            handicapped(toy(2, seed + place).match, Handicap(goods={"gold": gold}))
            for place, gold in enumerate(golds)
        ])  # fmt: skip

    def equal():
        return next(VALERIA[0].checks(1, 40)).passed

    bans(4, 4)
    assert equal()
    assert not next(played.cheaper_copy(1, 40)).passed
    bans(6, 2)
    assert not equal()
    bans(4, 2)
    assert [check.passed for check in played.cheaper_copy(1, 40)] == [True, True]
