from balance.bench.games import equal_match, speed, speeds


def test_a_speed_is_the_median_of_repeats(pig):
    measured = speed(equal_match(pig, pig.bots["hold_at"], 2), seconds=0.01)
    assert measured.slowest <= measured.games_per_second <= measured.fastest
    assert measured.repeats >= 5
    assert 50 < measured.decisions < 70


def test_every_bot_is_measured_at_two_to_four_players(pig, monkeypatch):
    monkeypatch.setattr("balance.bench.games.BATCH_SECONDS", 0.001)
    measured = [(one.bot, one.players) for one in speeds(pig, seconds=0.001)]
    assert measured == [(bot, n) for bot in ("hold_at", "random") for n in (2, 3, 4)]
