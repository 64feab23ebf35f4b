"""Parcels: what comes out is what went in, and other sources are refused."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from balance.errors import BotError, ScenarioError, WorkerError
from balance.runner import remote
from balance.runner.batches import Batches
from balance.runner.cell_player import CellPlayer
from balance.runner.remote import pack, play_parcel, unpack
from balance.runner.schedule import Portion
from balance.scenario.experiments import arms_of
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from balance.store.shards import DealRange
from tests.conftest import ROOT

BOT = '''
def rash(view, table, seat, weights, stream):
    """Never holds."""
    return view.num_choices - 1
'''


@pytest.fixture
def pack_match(metric_set):
    return lambda match: pack(CellPlayer(match, metric_set.tallies))


@pytest.fixture
def bot_file(tmp_path):
    path = tmp_path / "rash.py"
    path.write_text(BOT)
    return path


def test_a_match_comes_out_as_it_went_in(pack_match, pig_set_up, metric_set):
    match = pig_set_up().cells[0].match
    there = unpack(pack_match(match))
    assert there.match.game is match.game
    assert there.match.lineup == match.lineup
    assert there.match.game_table.array == match.game_table.array
    assert there.match.seed == match.seed
    assert there.tallies == metric_set.tallies
    assert there.tables == ()


def test_games_of_what_came_out_are_the_same(pack_match, pig_set_up):
    match = pig_set_up(bots=["hold_at", "random"]).cells[0].match
    here, there = (Batches(one).play(0, 20) for one in (match, unpack(pack_match(match)).match))
    assert all((here[name] == there[name]).all() for name in here.dtype.names)


def test_no_code_travels(pack_match, pig_set_up):
    parcel = pack_match(pig_set_up().cells[0].match)
    assert len(parcel.body) < 2_000
    assert parcel.game[0] == str(ROOT / "examples" / "pig")


def test_a_game_of_the_package_goes_by_its_name(pack_match):
    match = prepare(read_scenario("first-game")).cells[0].match
    parcel = pack_match(match)
    there = unpack(parcel).match
    assert parcel.game == ("valeria",)
    assert there.game_table.array.dtype is match.game.table
    assert there.game_table.array == match.game_table.array
    assert there.game_table.cards == match.game_table.cards


def test_the_arms_of_experiments_travel_with_their_handicaps(pack_match):
    variant = prepare(read_scenario("first-game")).cells[0]
    ban, *_ = arms_of(variant, ["ban"], variant.match.game_table.cards[:1])
    there = unpack(pack_match(ban.match)).match
    assert there.game_table.array == ban.match.game_table.array
    assert there.game_table.array != variant.match.game_table.array
    assert there.lineup == ban.match.lineup


def test_a_bot_has_the_weights_that_it_had(pack_match, pig_set_up):
    bots = [{"bot": "hold_at", "weights": {"pot": 17}}, "hold_at"]
    match = pig_set_up(bots=bots).cells[0].match
    one, two = unpack(pack_match(match)).match.lineup.entries
    assert one.weights.tolist() == [17.0]
    assert two.weights.tolist() == [20.0]
    assert one.bot.choose is match.game.bots["hold_at"].choose


def test_a_list_that_a_bot_follows_needs_no_file_there(pack_match, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("buy:\n  Province\n  Gold\n  Silver\n")
    scenario = tmp_path / "mine.toml"
    scenario.write_text(
        'name = "mine"\ngame = "dominion"\nseed = 1\nbots = ["mine.txt", "greedy"]\n'
    )
    match = prepare(read_scenario(str(scenario))).cells[0].match
    parcel = pack_match(match)
    path.unlink()
    assert unpack(parcel).match.lineup == match.lineup


def test_a_bot_of_the_users_is_loaded_from_its_file(pack_match, pig_set_up, bot_file):
    match = pig_set_up(bots=[f"{bot_file}:rash", "hold_at"]).cells[0].match
    there, _ = unpack(pack_match(match)).match.lineup.entries
    assert there.bot.name == "rash"
    assert there.bot.source == bot_file
    assert there.sources == match.lineup.entries[0].sources


def test_a_bot_that_is_not_there_is_named(pack_match, pig_set_up, bot_file):
    parcel = pack_match(pig_set_up(bots=[f"{bot_file}:rash", "hold_at"]).cells[0].match)
    bot_file.unlink()
    with pytest.raises(BotError, match=r"worker process .*rash.py: no such file.*readable there"):
        unpack(parcel)


def test_a_bot_that_was_edited_is_named(pack_match, pig_set_up, bot_file):
    parcel = pack_match(pig_set_up(bots=[f"{bot_file}:rash", "hold_at"]).cells[0].match)
    bot_file.write_text(BOT.replace("Never", "Seldom"))
    with pytest.raises(WorkerError, match="other sources of the bot 'rash'"):
        unpack(parcel)


def test_a_bot_that_is_not_there_in_another_process_is_looked_for_from_the_working_folder(
    pack_match, pig_set_up, bot_file, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    parcel = pack_match(pig_set_up(bots=[f"{bot_file}:rash", "hold_at"]).cells[0].match)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    bot_file.rename(elsewhere / "rash.py")
    monkeypatch.chdir(elsewhere)
    there, _ = unpack(parcel).match.lineup.entries
    assert there.bot.source == elsewhere / "rash.py"


@pytest.mark.parametrize("what", ["versions of numpy", "versions of balance", "versions of Python"])
def test_other_versions_are_refused(pack_match, pig_set_up, what):
    parcel = pack_match(pig_set_up().cells[0].match)
    needs = tuple((key, "0.1" if key == what else which) for key, which in parcel.needs)
    with pytest.raises(WorkerError, match=rf"worker process \d+ of .* has other {what} .* 0\.1"):
        unpack(replace(parcel, needs=needs))


def test_other_sources_are_refused(pack_match, pig_set_up):
    parcel = pack_match(pig_set_up().cells[0].match)
    assert {f"sources of balance/{name}" for name in ("analysis", "runner")} <= {
        key for key, _ in parcel.needs
    }
    with pytest.raises(WorkerError, match="other rules of Pig"):
        unpack(replace(parcel, rules="0123"))


def test_a_game_that_is_not_there_is_named(pack_match, pig_set_up):
    parcel = pack_match(pig_set_up().cells[0].match)
    with pytest.raises(ScenarioError, match=r"worker process .*nowhere"):
        unpack(replace(parcel, game=("/nowhere", "nowhere")))


def test_what_has_no_name_is_refused_before_it_travels(pig_set_up):
    match = pig_set_up().cells[0].match
    with pytest.raises(WorkerError, match="by name"):
        pack(CellPlayer(match, {"won": lambda records, match: None}))


def test_the_same_parcel_is_opened_once(pack_match, pig_set_up):
    match = pig_set_up().cells[0].match
    assert unpack(pack_match(match)) is unpack(pack_match(match))
    other = replace(
        match, game_table=replace(match.game_table, array=match.game_table.array.copy()), seed=8
    )
    assert unpack(pack_match(other)).match.seed == 8


def test_a_table_that_comes_out_can_be_written_into(pack_match, pig_set_up):
    table = unpack(pack_match(pig_set_up().cells[0].match)).match.game_table.array
    assert isinstance(table[0], np.record)
    assert table.flags.writeable


def test_a_piece_is_played_there_as_here(pig_set_up, metric_set):
    player = CellPlayer(pig_set_up().cells[0].match, metric_set.tallies)
    piece = Portion(0, DealRange(3, 12))
    here, (there, seconds) = player.play(piece), play_parcel(pack(player), piece)
    assert there.deals == here.deals == 10
    assert there.totals["won"].wins.tolist() == here.totals["won"].wins.tolist()
    assert seconds > 0


def test_an_error_that_the_user_can_fix_comes_back_as_a_result(pack_match, pig_set_up, bot_file):
    parcel = pack_match(pig_set_up(bots=[f"{bot_file}:rash", "hold_at"]).cells[0].match)
    bot_file.unlink()
    error, _ = play_parcel(parcel, Portion(0, DealRange(0, 0)))
    assert isinstance(error, BotError)


def test_unpacking_does_not_count_as_playing(pack_match, pig_set_up, monkeypatch):
    parcel = pack_match(pig_set_up().cells[0].match)
    player = unpack(parcel)
    player.play(Portion(0, DealRange(0, 9)))

    clock = [0.0]

    def slowly(parcel):
        clock[0] += 1000.0
        return player

    monkeypatch.setattr(remote, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    monkeypatch.setattr(remote, "unpack", slowly)
    _, seconds = play_parcel(parcel, Portion(0, DealRange(10, 19)))
    assert seconds == 0.0
