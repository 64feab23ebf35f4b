"""A run that is killed at any of its steps on the disk ends as one that was left alone."""

import os
import pathlib
from functools import partial
from itertools import count

import pytest

from balance.runner import cell_games
from balance.runner.run import play_run
from balance.runner.schedule import PieceSize
from balance.store.manifest import MANIFEST
from balance.store.run_folder import LOCK, RunFolder

KILLED = 9
VARIANTS = [{"name": "short", "set": {"target": 50}}]


def write_records(records, match, path):
    path.write_text("".join(f"{record}\n" for record in records))  # not the bytes between fields


@pytest.fixture
def play(pig_set_up, metric_set, monkeypatch):
    """Play Pig into a folder, in many shards."""
    monkeypatch.setattr(cell_games, "PIECE", PieceSize(0.0, 0.0001))
    ready = pig_set_up(games=6, variants=VARIANTS)

    def play(folder, write_record=write_records):
        with RunFolder(folder).locked():
            store = RunFolder(folder)
            return play_run(
                ready, lambda prepared, match: metric_set, store, "balance run pig", 1, write_record
            ), store

    return play


def kept(folder):
    """Return the sums byte for byte, and all records one after another."""
    sums, records = {}, {}
    for path in sorted(folder.rglob("*.*")):
        name = path.relative_to(folder)
        if name.parts[0] == "records":
            records[name.parts[1]] = records.get(name.parts[1], b"") + path.read_bytes()
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
    while killed_at(9, lambda: play(tmp_path / "often")):
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
    play(tmp_path / "one", write_record=None)
    whole = kept(tmp_path / "one")
    short, long = sorted(tmp_path.glob("one/shards/*/*"), key=lambda path: path.parent.name)[::-1]
    before = short.stat().st_mtime_ns
    long.write_bytes(long.read_bytes()[:-9])
    long.with_name(short.name.replace("-", "-1", 1)).write_bytes(short.read_bytes())
    _, store = play(tmp_path / "one", write_record=None)
    assert len(store.notices) == 2
    assert (kept(tmp_path / "one")[0].items() > whole[0].items(), short.stat().st_mtime_ns) == (
        True,
        before,
    )
