from dataclasses import replace

from balance.bench.games import equal_match, speed, speeds


def test_a_speed_is_the_median_of_repeats(pig):
    measured = speed(equal_match(pig, pig.bots["hold_at"], 2), seconds=0.01)
    assert measured.slowest <= measured.games_per_second <= measured.fastest
    assert measured.repeats >= 5
    assert 50 < measured.decisions < 70


def test_every_bot_is_measured_at_every_number_of_players_and_variants_too(pig, monkeypatch):
    monkeypatch.setattr("balance.bench.games.BATCH_SECONDS", 0.001)
    game = replace(pig, benchmarks={"short": (3, {"target": 20})})
    measured = [(one.bot, one.players, one.variant) for one in speeds(game, seconds=0.001)]
    usual = [(bot, n, "") for bot in ("hold_at", "random") for n in pig.seats]
    assert measured == [*usual, ("hold_at", 3, "short")]
