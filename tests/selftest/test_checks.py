"""The checks themselves: they hold of the toolkit, and find what is planted wrong."""

import re

import pytest

from balance.analysis.experiments.arm_sums import tally
from balance.engine.services import Handicap
from balance.runner.batches import Batches
from balance.scenario.experiments import handicapped
from balance.scenario.load import read_scenario
from balance.scenario.prepare import prepare
from balance.selftest import mirror_matches
from balance.selftest.coverage import LOOKS, anytime, break_even, clustered_rate, seat_rate
from balance.selftest.mirror_matches import copies, fingerprint, match_of, unlike
from balance.selftest.planted_effects import nothing_found, power
from balance.selftest.repeated_studies import HERE, toy
from balance.selftest.twin_cards import CARD, SALE, TWIN, found_cheaper, found_equal


def test_intervals_of_the_toy_game_hold_its_truth():
    checks = [seat_rate(1, 200), *clustered_rate(2, 200), *anytime(3, 20), *break_even(4, 10)]
    assert [check.check for check in checks if not check.holds] == []
    assert f"at some of {LOOKS} looks" in checks[3].check


def test_planted_effects_of_the_toy_game_are_found():
    checks = [power(1, 200), *nothing_found(2, 200)]
    assert [check.check for check in checks if not check.holds] == []
    assert checks[0].wanted.startswith("85.")


def test_copies_of_a_bot_mirror_each_other():
    match = copies(toy(3, 5).match)
    assert match.lineup.labels == ("copy 1", "copy 2", "copy 3")
    assert not unlike(match, 20).any()


def test_a_bot_that_plays_by_chance_mirrors_too():
    assert not unlike(copies(match_of("king_of_the_valley", "random", 2, 1)), 10).any()


def test_games_that_know_who_sits_where_are_found():
    match = toy(2, 5).match
    one = handicapped(match, Handicap(goods={"gold": 1}))  # entry 0 alone, wherever it sits
    found = unlike(copies(one), 20)
    assert not found[0::2].any()
    assert found[1::2].all()


def test_a_fingerprint_does_not_ask_for_the_order_but_for_every_record():
    match = toy(2, 5).match
    records = Batches(match).play(0, 30)
    whole = fingerprint(records, match).prints
    assert (fingerprint(records[10:], match) + fingerprint(records[:10], match)).prints == whole
    records[7]["turns"] += 1
    assert fingerprint(records, match).prints != whole


def test_every_game_is_played_by_one_worker_and_by_two(monkeypatch):
    monkeypatch.setattr(mirror_matches, "GAMES", {"king_of_the_valley": ""})
    (check,) = mirror_matches.workers(3, 30)
    assert check.holds
    assert check.found.endswith("30 games")


@pytest.mark.parametrize(("place", "twin", "cost"), [(0, TWIN, 2), (1, SALE, 1)])
def test_the_copy_has_the_text_of_the_card(place, twin, cost):
    game_table = prepare(read_scenario(str(HERE / "twins.toml"))).variants[place].match.game_table
    cards = {card.id: card for card in game_table.cards}
    texts = [
        next(
            line for line in game_table.card_texts if re.match(rf"{cards[card].name}( \(|,)", line)
        )
        for card in (CARD, twin)
    ]
    one, two = (text[text.index("on your turn") :] for text in texts)
    assert one == two
    assert cards[twin].price == cost


def test_bans_that_differ_are_found_and_bans_that_do_not_are_not():
    match = toy(2, 1).match
    games = 2 * 2 * 256

    def studies(gold, first):
        arm = handicapped(match, Handicap(goods={"gold": gold}))
        batches = Batches(arm)
        return [tally(batches.play((first + i) * games, games), arm) for i in range(40)]

    alike = studies(4, 0), studies(4, 40)
    assert found_equal(*alike).holds
    assert not found_equal(studies(6, 0), studies(2, 0)).holds
    told, as_often = found_cheaper(studies(4, 0), studies(2, 0))
    assert told.holds
    assert as_often.holds
    assert not next(found_cheaper(*alike)).holds
