"""The checks pass for the toolkit, and fail where something is planted wrong."""

import re

import pytest

from balance.analysis.experiments.arm_sums import tally
from balance.engine.services import Handicap
from balance.runner.batches import Batches
from balance.scenario.experiments import handicapped
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.selftest import mirror_matches
from balance.selftest.coverage import LOOKS, anytime_checks, clustered_rate, fixes, seat_rate
from balance.selftest.first_screen import first_screens
from balance.selftest.mirror_matches import copies, mirror_match, record_digest, unequal_games
from balance.selftest.planted_effects import (
    CHEAPER,
    ROGUE,
    TWIN,
    equal_bans,
    equal_gifts,
    power,
    unequal_bans,
)
from balance.selftest.toy_studies import HERE, toy
from balance.selftest.verdicts import verdict_checks


def test_intervals_of_the_toy_game_contain_the_truth():
    checks = [seat_rate(1, 200), *clustered_rate(2, 200), *anytime_checks(3, 20), *fixes(4, 60)]
    assert [check.name for check in checks if not check.passed] == []
    assert f"at any of {LOOKS} looks" in checks[3].name


def test_verdicts_hold():
    checks = list(verdict_checks(5, 200))
    assert [check.name for check in checks if not check.passed] == []
    assert len(checks) == 14


def test_the_first_screen_of_a_fair_game_calls_hardly_anything_clear():
    plain, with_bans = first_screens(6, 30)
    assert plain.passed
    assert with_bans.passed
    assert plain.observed.endswith("of 30")


def test_effects_of_the_toy_game_are_detected():
    checks = [power(1, 200), *equal_gifts(2, 200)]
    assert [check.name for check in checks if not check.passed] == []
    assert checks[0].expected.startswith("85.")


def test_copies_of_a_bot_mirror_each_other():
    match = copies(toy(3, 5).match)
    assert match.lineup.labels == ("copy 1", "copy 2", "copy 3")
    assert not unequal_games(match, 20).any()


def test_copies_of_a_random_bot_mirror_each_other():
    assert not unequal_games(copies(mirror_match("king_of_the_valley", "random", 2, 1)), 10).any()


def test_games_that_depend_on_the_line_up_fail():
    match = toy(2, 5).match
    one = handicapped(match, Handicap(goods={"gold": 1}))  # entry 0 alone, wherever it sits
    differ = unequal_games(copies(one), 20)
    assert not differ[0::2].any()
    assert differ[1::2].all()


def test_a_digest_depends_on_every_record_but_not_on_their_order():
    match = toy(2, 5).match
    records = Batches(match).play(0, 30)
    whole = record_digest(records, match).digest
    assert (record_digest(records[10:], match) + record_digest(records[:10], match)).digest == whole
    records[7]["turns"] += 1
    assert record_digest(records, match).digest != whole


def test_every_game_is_played_by_one_worker_and_by_two(monkeypatch):
    monkeypatch.setattr(mirror_matches, "GAMES", {"king_of_the_valley": ""})
    (check,) = mirror_matches.workers(3, 30)
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


def test_bans_that_differ_are_told_from_bans_that_do_not():
    match = toy(2, 1).match
    games = 2 * 2 * 256

    def studies(gold, first):
        arm = handicapped(match, Handicap(goods={"gold": gold}))
        batches = Batches(arm)
        return [tally(batches.play((first + i) * games, games), arm) for i in range(40)]

    alike = studies(4, 0), studies(4, 40)
    assert equal_bans(*alike).passed
    assert not equal_bans(studies(6, 0), studies(2, 0)).passed
    difference, detection = unequal_bans(studies(4, 0), studies(2, 0))
    assert difference.passed
    assert detection.passed
    assert not next(unequal_bans(*alike)).passed
