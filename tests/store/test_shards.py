import errno
import os

import numpy as np
import pytest

from balance.errors import StoreError
from balance.store import shards as shards_module
from balance.store.shards import (
    RECORDS,
    CellShards,
    DealRange,
    folder_name,
    merged_ranges,
    missing_in,
)


@pytest.fixture
def cell_shards(tmp_path):
    return CellShards(tmp_path / "run", "baseline", "a key")


@pytest.fixture
def small_merges(monkeypatch):
    monkeypatch.setattr(shards_module, "MERGED_DEALS", (400, 100))


def files(cell_shards):
    return sorted(
        path.relative_to(cell_shards.folder).as_posix() for path in cell_shards.folder.rglob("*.*")
        if path.is_file()
    )  # fmt: skip


def games(cell_shards):
    return sum(int(cell_shards.arrays(one)["won:games"][0]) for one in cell_shards.stored())


def test_a_shard_comes_back_as_it_was(cell_shards, totals, metric_set):
    cell_shards.write(DealRange(0, 9), totals)
    assert cell_shards.stored() == [DealRange(0, 9)]
    back = cell_shards.read(DealRange(0, 9), metric_set.kinds)
    assert back["won"].wins.tolist() == totals["won"].wins.tolist()


def test_what_is_missing_is_found():
    stored = [DealRange(10, 19), DealRange(30, 39)]
    assert missing_in(stored, 50) == [DealRange(0, 9), DealRange(20, 29), DealRange(40, 49)]
    assert missing_in(stored, 35) == [DealRange(0, 9), DealRange(20, 29)]
    assert missing_in(stored, 15) == [DealRange(0, 9)]
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
def test_a_file_that_cannot_be_used_is_named_and_moved_away(cell_shards, totals, harm):
    cell_shards.write(DealRange(0, 9), totals)
    cell_shards.write(DealRange(10, 19), totals)
    harm(next(cell_shards.folder.rglob("*0009-*.npz")))
    assert cell_shards.stored() == [DealRange(10, 19)]
    (notice,) = cell_shards.notices
    assert str(cell_shards.folder / "shards" / "baseline") in notice
    assert [name.split("/")[0] for name in files(cell_shards)] == ["shards", "unusable"]


def test_a_shard_of_another_run_is_moved_away(cell_shards, totals):
    other = CellShards(cell_shards.folder, "baseline", "another key")
    other.write(DealRange(0, 9), totals)
    assert cell_shards.stored() == []
    assert "another run" in cell_shards.notices[0]


def test_one_of_several_shards_with_the_same_deals_is_used(cell_shards, totals):
    cell_shards.write(DealRange(0, 9), totals)
    cell_shards.write(DealRange(5, 12), totals)
    cell_shards.write(DealRange(20, 29), totals)
    cell_shards.write(DealRange(20, 24), totals)
    assert cell_shards.stored() == [DealRange(0, 9), DealRange(20, 29)]
    assert len(cell_shards.notices) == 1  # the one within another says nothing new
    assert "000000000000-000000000009" in cell_shards.notices[0]


def test_no_space_left_is_one_sentence_and_nothing_half_written(cell_shards, totals):
    def write(path):
        path.write_bytes(b"some of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StoreError, match="no space is left"):
        cell_shards.write(DealRange(0, 9), totals, {RECORDS: write})
    assert cell_shards.stored() == []
    assert files(cell_shards) == []


def test_records_without_their_sums_are_dropped(cell_shards, totals):
    cell_shards.write(DealRange(0, 9), totals, {RECORDS: lambda path: path.write_bytes(b"kept")})
    cell_shards.write(
        DealRange(10, 19),
        totals,
        {RECORDS: lambda path: path.write_bytes(b"killed before the sums")},
    )
    cell_shards.drop(DealRange(10, 19))
    cell_shards.drop_stray_records()
    assert (
        cell_shards.stored_records()
        == cell_shards.stored(with_records=[RECORDS])
        == [DealRange(0, 9)]
    )


def test_a_shard_without_its_records_is_not_used_where_records_are_wanted(cell_shards, totals):
    for first in (0, 10):
        cell_shards.write(
            DealRange(first, first + 9), totals, {RECORDS: lambda path: path.write_bytes(b"kept")}
        )
    cell_shards.write(DealRange(20, 29), totals)
    path = cell_shards.record_files()[1]
    path.write_bytes(b"damaged")
    assert cell_shards.stored(with_records=[RECORDS]) == [DealRange(0, 9)]
    assert str(path) in cell_shards.notices[0]


def test_files_of_records_are_joined_into_ranges_of_fixed_borders(cell_shards, totals):
    for first, last in ((0, 4), (5, 19), (20, 39), (40, 44), (45, 49)):
        text = f"{first}-{last} ".encode()
        write = lambda path, text=text: path.write_bytes(text)  # noqa: E731
        cell_shards.write(DealRange(first, last), totals, {RECORDS: write})

    def join(paths, path):
        path.write_bytes(b"".join(one.read_bytes() for one in paths))

    for _ in range(2):
        cell_shards.join_records(join, 20)
        ranges = [DealRange(0, 19), DealRange(20, 39), DealRange(40, 49)]
        assert cell_shards.stored_records() == ranges
        texts = [path.read_bytes() for path in cell_shards.record_files()]
        assert texts == [b"0-4 5-19 ", b"20-39 ", b"40-44 45-49 "]


def test_merged_ranges_depend_only_on_the_number_of_deals(small_merges):
    assert [(one.first, one.last) for one in merged_ranges(1_250)] == [
        (0, 399), (400, 799), (800, 1199), (1200, 1249),
    ]  # fmt: skip
    assert [one.deals for one in merged_ranges(799)] == [400, 100, 100, 100, 99]


def test_ranges_are_merged_once_they_are_complete(cell_shards, totals, small_merges):
    for first in (50, 0, 100):
        cell_shards.write(DealRange(first, first + 49), totals)
    assert cell_shards.stored() == [DealRange(0, 99), DealRange(100, 149)]
    for first in range(150, 400, 50):
        cell_shards.write(DealRange(first, first + 49), totals)
    assert cell_shards.stored() == [DealRange(0, 399)]
    assert games(cell_shards) == 8


def test_the_folder_is_not_listed_at_each_write(cell_shards, totals, small_merges, monkeypatch):
    cell_shards.write(DealRange(0, 9), totals)
    listed = []
    monkeypatch.setattr(CellShards, "_listed", lambda self: listed.append(1) or [])
    for first in range(10, 90, 10):
        cell_shards.write(DealRange(first, first + 9), totals)
    assert not listed
    cell_shards.write(DealRange(90, 99), totals)
    assert listed


def test_the_final_files_do_not_depend_on_the_order_of_the_shards(tmp_path, totals, small_merges):
    def stored(name, starts):
        cell_shards = CellShards(tmp_path / name, "baseline", "a key")
        cuts = sorted({*starts, 230})
        for first in starts:
            last = next(cut for cut in cuts if cut > first) - 1
            share = {"won": type(totals["won"])(*(
                np.full(array.shape, last - first + 1) for array in totals["won"].arrays().values()
            ))}  # fmt: skip
            cell_shards.write(DealRange(first, last), share)
        cell_shards.merge()
        return {name: (cell_shards.folder / name).read_bytes() for name in files(cell_shards)}

    one = stored("one", [0, 100, 200])
    assert one == stored("two", [200, 170, 0, 100, 60])
    assert len(one) == 3


def test_a_process_killed_while_it_merges_loses_and_doubles_nothing(
    cell_shards, totals, small_merges, monkeypatch
):
    def killed(*arguments):
        raise KeyboardInterrupt

    cell_shards.write(DealRange(0, 49), totals)
    with monkeypatch.context() as patched:
        patched.setattr(CellShards, "_drop", killed)
        with pytest.raises(KeyboardInterrupt):
            cell_shards.write(DealRange(50, 99), totals)
    assert len(files(cell_shards)) == 3  # both parts, and the whole
    again = CellShards(cell_shards.folder, "baseline", "a key")
    assert again.stored() == [DealRange(0, 99)]
    assert len(files(again)) == 1
    assert games(again) == 2


@pytest.mark.parametrize("name", ["..", ".", ".hidden", "a/b", "A", "a b", "x" * 300, "\u00e9"])
def test_no_name_of_a_variant_leaves_the_folder(name):
    folder = folder_name(name)
    assert "/" not in folder
    assert len(folder) < 100
    assert folder.strip(".-") != ""
    assert folder != name
