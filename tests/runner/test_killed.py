"""A run that is killed at any of its steps on the disk ends as one that was left alone."""

import os
import pathlib
from functools import partial
from itertools import count

import pytest

from balance.runner import cell_games
from balance.runner.cell_player import RecordTable
from balance.runner.run import play_run
from balance.runner.schedule import PieceSize
from balance.store.manifest import MANIFEST
from balance.store.run_folder import LOCK, RunFolder
from balance.store.shards import RECORD_FOLDERS

KILLED = 9
VARIANTS = [{"name": "short", "set": {"target": 50}}]


def write_records(batches, match, path):
    lines = (f"{record}\n" for records in batches for record in records)
    path.write_text("".join(lines))  # not the bytes between fields


def join_records(paths, match, path):
    path.write_text("".join(part.read_text() for part in paths))


TABLES = [
    RecordTable(folder, lambda games, match: games.records, write_records, join_records)
    for folder in ("records", "events")
]


@pytest.fixture
def play(pig_set_up, metric_set, monkeypatch):
    """Play Pig into a folder, in many shards."""
    monkeypatch.setattr(cell_games, "PIECE", PieceSize(0.0, 0.0001))
    ready = pig_set_up(games=6, variants=VARIANTS)

    def play(folder, tables=TABLES):
        with RunFolder(folder).locked():
            store = RunFolder(folder)
            return play_run(
                ready, lambda prepared, match: metric_set, store, "balance run pig", 1,
                lambda match: tables,
            ), store  # fmt: skip

    return play


def kept(folder):
    """Return the sums byte for byte, and all records one after another."""
    sums, records = {}, {}
    for path in sorted(folder.rglob("*.*")):
        name = path.relative_to(folder)
        if name.parts[0] in RECORD_FOLDERS:
            records[name.parts[:2]] = records.get(name.parts[:2], b"") + path.read_bytes()
        elif path.is_file() and path.name not in (MANIFEST, LOCK):
            sums[str(name)] = path.read_bytes()
    return sums, records


def killed_at(step, work):
    """Do some work in a child that ends itself before its step number `step` on the disk."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
    steps = count()

    def counted(name, plain):
        def then(*arguments, **keys):
            if next(steps) == step:
                os._exit(KILLED)
            return plain(*arguments, **keys)

        return then

    for place, name in ((os, "replace"), (os, "fsync"), (pathlib.Path, "unlink")):
        setattr(place, name, counted(name, getattr(place, name)))
    try:
        work()
    finally:
        os._exit(0)


@pytest.mark.system
def test_a_run_killed_at_any_step_continues_to_the_same_bytes(play, tmp_path):
    play(tmp_path / "whole")
    whole = kept(tmp_path / "whole")
    assert len(whole[0]) == 2
    step = 0
    while killed_at(step, partial(play, tmp_path / f"{step}")):
        _, store = play(tmp_path / f"{step}")
        assert kept(store.folder) == whole, f"killed at step {step}"
        assert store.notices == []
        step += 1
    assert step > 30


@pytest.mark.system
def test_a_run_killed_again_and_again_ends(play, tmp_path):
    play(tmp_path / "whole")
    times = 0
    # Late enough that each life stores a piece: a manifest, two tables of records and the sums.
    while killed_at(15, lambda: play(tmp_path / "often")):
        times += 1
    assert times > 5
    assert kept(tmp_path / "often") == kept(tmp_path / "whole")


@pytest.mark.system
def test_the_seconds_of_a_killed_run_are_not_known(play, tmp_path):
    _, store = play(tmp_path / "whole")
    assert store.read_manifest()["seconds"] > 0
    assert killed_at(9, lambda: play(tmp_path / "killed"))
    run, store = play(tmp_path / "killed")
    assert store.read_manifest()["seconds"] is None is run.manifest["seconds"]


def test_games_of_damaged_and_foreign_shards_are_played_again_and_no_others(play, tmp_path):
    play(tmp_path / "one", tables=())
    whole = kept(tmp_path / "one")
    short, long = sorted(tmp_path.glob("one/shards/*/*"), key=lambda path: path.parent.name)[::-1]
    before = short.stat().st_mtime_ns
    long.write_bytes(long.read_bytes()[:-9])
    long.with_name(short.name.replace("-", "-1", 1)).write_bytes(short.read_bytes())
    _, store = play(tmp_path / "one", tables=())
    assert len(store.notices) == 2
    assert (kept(tmp_path / "one")[0].items() > whole[0].items(), short.stat().st_mtime_ns) == (
        True,
        before,
    )
