import errno
import os

import numpy as np
import pytest

from balance.errors import StoreError
from balance.store import shards as shards_module
from balance.store.shards import CellShards, Shard, folder_name, missing_in, pieces_of


@pytest.fixture
def cell_shards(tmp_path):
    return CellShards(tmp_path / "run", "baseline", "a key")


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(shards_module, "PIECES", (400, 100))


def files(cell_shards):
    return sorted(
        path.relative_to(cell_shards.folder).as_posix() for path in cell_shards.folder.rglob("*.*")
        if path.is_file()
    )  # fmt: skip


def games(cell_shards):
    return sum(int(cell_shards.arrays(one)["won:games"][0]) for one in cell_shards.shards())


def test_a_shard_comes_back_as_it_was(cell_shards, totals, metric_set):
    cell_shards.write(Shard(0, 9), totals)
    assert cell_shards.shards() == [Shard(0, 9)]
    back = cell_shards.read(Shard(0, 9), metric_set.kinds)
    assert back["won"].wins.tolist() == totals["won"].wins.tolist()


def test_what_is_missing_is_found():
    stored = [Shard(10, 19), Shard(30, 39)]
    assert missing_in(stored, 50) == [Shard(0, 9), Shard(20, 29), Shard(40, 49)]
    assert missing_in(stored, 35) == [Shard(0, 9), Shard(20, 29)]
    assert missing_in(stored, 15) == [Shard(0, 9)]
    assert missing_in([], 0) == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(path.read_bytes()[:100]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1] + b"x"),
        lambda path: path.rename(path.with_name(path.name.replace("0009", "0008"))),
        lambda path: path.rename(path.with_name("kept.npz")),
        lambda path: path.rename(path.with_name(path.name.replace("-", "-0", 1))),
    ],
    ids=["cut short", "empty", "a bit", "other deals", "another name", "longer number"],
)
def test_what_is_not_what_it_should_be_is_named_and_set_aside(cell_shards, totals, harm):
    cell_shards.write(Shard(0, 9), totals)
    cell_shards.write(Shard(10, 19), totals)
    harm(next(cell_shards.folder.rglob("*0009-*.npz")))
    assert cell_shards.shards() == [Shard(10, 19)]
    (told,) = cell_shards.told
    assert told.startswith(str(cell_shards.folder / "shards" / "baseline"))
    assert told.endswith("and its games are played again.")
    assert [name.split("/")[0] for name in files(cell_shards)] == ["set-aside", "shards"]


def test_a_shard_of_another_run_is_set_aside(cell_shards, totals):
    other = CellShards(cell_shards.folder, "baseline", "another key")
    other.write(Shard(0, 9), totals)
    assert cell_shards.shards() == []
    assert "of another run" in cell_shards.told[0]


def test_of_shards_that_share_deals_one_is_kept(cell_shards, totals):
    cell_shards.write(Shard(0, 9), totals)
    cell_shards.write(Shard(5, 12), totals)
    cell_shards.write(Shard(20, 29), totals)
    cell_shards.write(Shard(20, 24), totals)
    assert cell_shards.shards() == [Shard(0, 9), Shard(20, 29)]
    assert len(cell_shards.told) == 1  # the one within another says nothing new
    assert "holds deals that 000000000000-000000000009 holds too" in cell_shards.told[0]


def test_no_space_left_is_one_sentence_and_nothing_half_written(cell_shards, totals):
    def write(path):
        path.write_bytes(b"some of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StoreError, match="no space is left"):
        cell_shards.write(Shard(0, 9), totals, write)
    assert cell_shards.shards() == []
    assert files(cell_shards) == []


def test_records_without_their_sums_are_dropped(cell_shards, totals):
    cell_shards.write(Shard(0, 9), totals, lambda path: path.write_bytes(b"kept"))
    cell_shards.write(
        Shard(10, 19), totals, lambda path: path.write_bytes(b"killed before the sums")
    )
    cell_shards.drop(Shard(10, 19))
    cell_shards.drop_stray_records()
    assert cell_shards.records() == cell_shards.shards(with_records=True) == [Shard(0, 9)]


def test_a_shard_without_its_records_is_of_no_use_to_who_wants_them(cell_shards, totals):
    for first in (0, 10):
        cell_shards.write(Shard(first, first + 9), totals, lambda path: path.write_bytes(b"kept"))
    cell_shards.write(Shard(20, 29), totals)
    path = cell_shards.record_files()[1]
    path.write_bytes(b"damaged")
    assert cell_shards.shards(with_records=True) == [Shard(0, 9)]
    assert str(path) in cell_shards.told[0]


def test_pieces_are_the_same_for_any_way_to_them(small_pieces):
    assert [(one.first, one.last) for one in pieces_of(1_250)] == [
        (0, 399), (400, 799), (800, 1199), (1200, 1249),
    ]  # fmt: skip
    assert [one.deals for one in pieces_of(799)] == [400, 100, 100, 100, 99]


def test_whole_pieces_are_put_together_as_they_come(cell_shards, totals, small_pieces):
    for first in (50, 0, 100):
        cell_shards.write(Shard(first, first + 49), totals)
    assert cell_shards.shards() == [Shard(0, 99), Shard(100, 149)]
    for first in range(150, 400, 50):
        cell_shards.write(Shard(first, first + 49), totals)
    assert cell_shards.shards() == [Shard(0, 399)]
    assert games(cell_shards) == 8


def test_the_files_in_the_end_are_the_same_however_they_came(tmp_path, totals, small_pieces):
    def stored(name, starts):
        cell_shards = CellShards(tmp_path / name, "baseline", "a key")
        cuts = sorted({*starts, 230})
        for first in starts:
            last = next(cut for cut in cuts if cut > first) - 1
            share = {"won": type(totals["won"])(*(
                np.full(array.shape, last - first + 1) for array in totals["won"].arrays().values()
            ))}  # fmt: skip
            cell_shards.write(Shard(first, last), share)
        cell_shards.put_together()
        return {name: (cell_shards.folder / name).read_bytes() for name in files(cell_shards)}

    one = stored("one", [0, 100, 200])
    assert one == stored("two", [200, 170, 0, 100, 60])
    assert len(one) == 3


def test_who_was_killed_while_putting_together_loses_and_doubles_nothing(
    cell_shards, totals, small_pieces, monkeypatch
):
    def killed(*arguments):
        raise KeyboardInterrupt

    cell_shards.write(Shard(0, 49), totals)
    with monkeypatch.context() as patched:
        patched.setattr(CellShards, "_drop", killed)
        with pytest.raises(KeyboardInterrupt):
            cell_shards.write(Shard(50, 99), totals)
    assert len(files(cell_shards)) == 3  # both parts, and the whole
    again = CellShards(cell_shards.folder, "baseline", "a key")
    assert again.shards() == [Shard(0, 99)]
    assert len(files(again)) == 1
    assert games(again) == 2


@pytest.mark.parametrize("name", ["..", ".", ".hidden", "a/b", "A", "a b", "x" * 300, "\u00e9"])
def test_no_name_of_a_variant_leaves_the_folder(name):
    folder = folder_name(name)
    assert "/" not in folder
    assert len(folder) < 100
    assert folder.strip(".-") != ""
    assert folder != name
