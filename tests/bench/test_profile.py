"""Profiles: names of compiled functions, shares of samples."""

import subprocess

import pytest

from balance.bench import profile
from balance.bench.game_speed import row_of
from balance.bench.profile import (
    Profile,
    dotted_name,
    map_lines,
    profile_rows,
    profile_table,
    shares_of,
)
from balance.errors import ScenarioError, StoreError


def test_a_function_has_the_name_of_its_source():
    mangled = "_ZN7balance5games7valeria5rules7harvest7harvestB2v8B36c8tJTC_2fWQA9yW1CcAopEh"
    assert dotted_name(mangled) == "balance.games.valeria.rules.harvest.harvest"
    assert dotted_name(f"cfunc.{mangled}") == "balance.games.valeria.rules.harvest.harvest"
    assert dotted_name("NRT_incref") == "NRT_incref"


def test_a_map_has_address_size_and_name():
    lines = list(map_lines({0x2000: "NRT_incref", 0x1000: "_ZN7balance6engineB1v"}))
    assert lines == ["1000 1000 balance.engine", "2000 20000 NRT_incref"]


def test_shares_leave_out_the_reference_loop():
    sampled = ["  7f01 balance.games.pig.take", "7f02 balance.bench.reference_loop.walk", ""]
    sampled += ["7f03 clear_page_erms", "7f01 balance.games.pig.take", "7f09 balance.engine.a"]
    assert shares_of(sampled) == {"games.pig.take": 0.5, "other": 0.25, "engine.a": 0.25}


def test_a_table_sums_up_small_shares(pig):
    row = row_of(pig, 2, pig.bots["hold_at"])
    shares = {"a": 0.6, "other": 0.2, "b": 0.195, "c": 0.005}
    table = profile_table(Profile(row, 50.0, shares))
    assert [list(column.cells) for column in table.columns] == [
        ["a", "b", "other, each below 1%"], ["60.0%", "19.5%", "20.5%"], ["30", "10", "10"],
    ]  # fmt: skip


def test_an_unknown_row_is_answered_with_the_known_ones(pig, monkeypatch):
    monkeypatch.setattr(profile, "benched_games", lambda name: {"pig": pig})
    with pytest.raises(ScenarioError, match=r"'nobody' .* \(pig, hold_at, 2 players; "):
        profile_rows("pig", "nobody", 0.1)


@pytest.mark.parametrize("problem", ["missing", "not allowed"])
def test_without_perf_one_sentence_says_so(pig, monkeypatch, problem):
    monkeypatch.setattr("balance.bench.game_speed.REPEAT_SECONDS", 0.0005)
    monkeypatch.setattr(profile, "compiled_symbols", {0x1000: "a"}.items)
    monkeypatch.setattr(profile, "_STARTED", 0.0)
    popen = subprocess.Popen

    def no_perf(command, **options):
        if command[0] == "perf" and problem == "missing":
            raise FileNotFoundError
        return popen(["sh", "-c", "echo not allowed >&2; false"], **options)

    monkeypatch.setattr(subprocess, "Popen", no_perf)
    with pytest.raises(StoreError, match=r"--profile: .*perf"):
        profile.profile(row_of(pig, 2, pig.bots["hold_at"]), 0.001)
