import errno
import os

import numpy as np
import pytest

from balance.errors import StoreError
from balance.simulate import shards as shards_module
from balance.simulate.shards import Shard, Shelf, folder_name, missing_in, pieces_of


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "run", "baseline", "a key")


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(shards_module, "PIECES", (400, 100))


def files(shelf):
    return sorted(
        path.relative_to(shelf.folder).as_posix() for path in shelf.folder.rglob("*.*")
        if path.is_file()
    )  # fmt: skip


def games(shelf):
    return sum(int(shelf.arrays(one)["won:games"][0]) for one in shelf.shards())


def test_a_shard_comes_back_as_it_was(shelf, totals, keeping):
    shelf.write(Shard(0, 9), totals)
    assert shelf.shards() == [Shard(0, 9)]
    back = shelf.read(Shard(0, 9), keeping.kinds)
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
def test_what_is_not_what_it_should_be_is_named_and_set_aside(shelf, totals, harm):
    shelf.write(Shard(0, 9), totals)
    shelf.write(Shard(10, 19), totals)
    harm(next(shelf.folder.rglob("*0009-*.npz")))
    assert shelf.shards() == [Shard(10, 19)]
    (told,) = shelf.told
    assert told.startswith(str(shelf.folder / "shards" / "baseline"))
    assert told.endswith("and its games are played again.")
    assert [name.split("/")[0] for name in files(shelf)] == ["set-aside", "shards"]


def test_a_shard_of_another_run_is_set_aside(shelf, totals):
    other = Shelf(shelf.folder, "baseline", "another key")
    other.write(Shard(0, 9), totals)
    assert shelf.shards() == []
    assert "of another run" in shelf.told[0]


def test_of_shards_that_share_deals_one_is_kept(shelf, totals):
    shelf.write(Shard(0, 9), totals)
    shelf.write(Shard(5, 12), totals)
    shelf.write(Shard(20, 29), totals)
    shelf.write(Shard(20, 24), totals)
    assert shelf.shards() == [Shard(0, 9), Shard(20, 29)]
    assert len(shelf.told) == 1  # the one within another says nothing new
    assert "holds deals that 000000000000-000000000009 holds too" in shelf.told[0]


def test_no_space_left_is_one_sentence_and_nothing_half_written(shelf, totals):
    def write(path):
        path.write_bytes(b"some of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StoreError, match="no space is left"):
        shelf.write(Shard(0, 9), totals, write)
    assert shelf.shards() == []
    assert files(shelf) == []


def test_records_without_their_sums_are_dropped(shelf, totals):
    shelf.write(Shard(0, 9), totals, lambda path: path.write_bytes(b"kept"))
    shelf.write(Shard(10, 19), totals, lambda path: path.write_bytes(b"killed before the sums"))
    shelf.drop(Shard(10, 19))
    shelf.drop_stray_records()
    assert shelf.records() == shelf.shards(with_records=True) == [Shard(0, 9)]


def test_a_shard_without_its_records_is_of_no_use_to_who_wants_them(shelf, totals):
    for first in (0, 10):
        shelf.write(Shard(first, first + 9), totals, lambda path: path.write_bytes(b"kept"))
    shelf.write(Shard(20, 29), totals)
    path = shelf.record_files()[1]
    path.write_bytes(b"damaged")
    assert shelf.shards(with_records=True) == [Shard(0, 9)]
    assert str(path) in shelf.told[0]


def test_pieces_are_the_same_for_any_way_to_them(small_pieces):
    assert [(one.first, one.last) for one in pieces_of(1_250)] == [
        (0, 399), (400, 799), (800, 1199), (1200, 1249),
    ]  # fmt: skip
    assert [one.deals for one in pieces_of(799)] == [400, 100, 100, 100, 99]


def test_whole_pieces_are_put_together_as_they_come(shelf, totals, small_pieces):
    for first in (50, 0, 100):
        shelf.write(Shard(first, first + 49), totals)
    assert shelf.shards() == [Shard(0, 99), Shard(100, 149)]
    for first in range(150, 400, 50):
        shelf.write(Shard(first, first + 49), totals)
    assert shelf.shards() == [Shard(0, 399)]
    assert games(shelf) == 8


def test_the_files_in_the_end_are_the_same_however_they_came(tmp_path, totals, small_pieces):
    def stored(name, starts):
        shelf = Shelf(tmp_path / name, "baseline", "a key")
        cuts = sorted({*starts, 230})
        for first in starts:
            last = next(cut for cut in cuts if cut > first) - 1
            share = {"won": type(totals["won"])(*(
                np.full(array.shape, last - first + 1) for array in totals["won"].arrays().values()
            ))}  # fmt: skip
            shelf.write(Shard(first, last), share)
        shelf.put_together()
        return {name: (shelf.folder / name).read_bytes() for name in files(shelf)}

    one = stored("one", [0, 100, 200])
    assert one == stored("two", [200, 170, 0, 100, 60])
    assert len(one) == 3


def test_who_was_killed_while_putting_together_loses_and_doubles_nothing(
    shelf, totals, small_pieces, monkeypatch
):
    def killed(*arguments):
        raise KeyboardInterrupt

    shelf.write(Shard(0, 49), totals)
    with monkeypatch.context() as patched:
        patched.setattr(Shelf, "_drop", killed)
        with pytest.raises(KeyboardInterrupt):
            shelf.write(Shard(50, 99), totals)
    assert len(files(shelf)) == 3  # both parts, and the whole
    again = Shelf(shelf.folder, "baseline", "a key")
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
