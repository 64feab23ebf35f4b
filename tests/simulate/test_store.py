import errno
import json
import os

import numpy as np
import pytest

from balance.errors import StoreError
from balance.simulate.store import Shard, Store, differences

MANIFEST = {"question": {"game": "pig", "seed": 7}}


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "run")
    store.open(MANIFEST)
    return store


@pytest.fixture
def totals(keeping):
    ones = np.ones(5, np.int64)
    return {"won": keeping.kinds["won"](ones, ones, ones[:1])}


def test_the_same_question_is_gone_on_with(store):
    store.open({**MANIFEST, "seconds": 3})
    assert store.read_manifest()["seconds"] == 3


def test_another_question_in_the_folder_is_refused_by_what_differs(store):
    with pytest.raises(StoreError, match=r"another run: seed was 7, now 8.*--out DIR"):
        store.open({"question": {"game": "pig", "seed": 8}})


def test_another_question_may_replace_the_run(store, totals):
    store.write_shard("baseline", Shard(0, 9), totals)
    store.replace({"question": {"game": "pig", "seed": 8}})
    assert store.shards("baseline", records=False) == []


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StoreError, match="holds something else than a run"):
        Store(tmp_path).open(MANIFEST)
    with pytest.raises(StoreError, match="holds something else than a run"):
        Store(tmp_path).replace(MANIFEST)
    assert (tmp_path / "thesis.txt").exists()


def test_a_path_that_cannot_be_a_folder_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        Store(tmp_path / "file" / "run").open(MANIFEST)


def test_a_shard_comes_back_as_it_was(store, totals, keeping):
    store.write_shard("baseline", Shard(0, 9), totals)
    assert store.shards("baseline", records=False) == [Shard(0, 9)]
    back = store.read_shard("baseline", Shard(0, 9), keeping.kinds)
    assert back["won"].wins.tolist() == totals["won"].wins.tolist()


def test_a_damaged_shard_is_named(store, totals, keeping):
    store.write_shard("baseline", Shard(0, 9), totals)
    path = next(store.folder.rglob("*.npz"))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StoreError, match=rf"{path.name}.*delete it"):
        store.read_shard("baseline", Shard(0, 9), keeping.kinds)


def test_shards_that_overlap_are_refused(store, totals):
    store.write_shard("baseline", Shard(0, 9), totals)
    store.write_shard("baseline", Shard(5, 12), totals)
    with pytest.raises(StoreError, match="hold the same deals"):
        store.shards("baseline", records=False)


def test_no_space_left_is_one_sentence_and_nothing_half_written(store, totals):
    def write(path):
        path.write_bytes(b"some of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StoreError, match="no space is left"):
        store.write_shard("baseline", Shard(0, 9), totals, write)
    assert store.shards("baseline", records=False) == []
    assert [path.name for path in store.folder.rglob("*") if path.is_file()] == ["manifest.json"]


def test_records_without_their_sums_are_dropped(store, totals):
    store.write_shard("baseline", Shard(0, 9), totals, lambda path: path.write_bytes(b"kept"))
    stray = store.folder / "records" / "baseline" / f"{Shard(10, 19).stem}.parquet"
    stray.write_bytes(b"the run was killed before the sums")
    store.drop_stray_records("baseline")
    assert not stray.exists()
    assert store.shards("baseline", records=True) == [Shard(0, 9)]


def test_a_manifest_that_is_not_one_is_an_error(tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps([1]))
    with pytest.raises(StoreError, match="not the manifest"):
        Store(tmp_path).read_manifest()


def test_an_edit_is_said_without_its_digest():
    one = {"rules": "1a2b", "bots": {"mine": {"sources": "3c"}}}
    two = {"rules": "1a2c", "bots": {"mine": {"sources": "3d"}}}
    assert differences(one, two) == [
        "the rules or the engine were edited since",
        "bots mine was edited since",
    ]


def test_a_run_of_an_older_program_is_said_to_be_one():
    one = {"table of": {"baseline": "1a"}, "seed": 1}
    two = {"variants": {"baseline": {"table": "1a"}}, "seed": 1}
    assert differences(one, two) == ["it was played by another version of the program"]


def test_what_differs_in_many_variants_is_said_once():
    def question(weight, tables):
        return {
            "variants": {
                str(n): {"bots": {"greedy": {"weights": weight}}, "table": table}
                for n, table in enumerate(tables)
            }
        }

    one, two = question(1, "aaaaaa"), question(2, "abbbbb")
    assert differences(one, two) == [
        "sheets or options of 1 and 2 and 3 and 2 more were changed",
        "bots greedy weights was 1, now 2",
    ]


def test_differences_are_said_in_words():
    one = {"bots": {"greedy": {"weights": 1}}, "seed": 1}
    two = {"bots": {"greedy": {"weights": 2}}, "seed": 1, "game": "pig"}
    assert differences(one, two) == [
        "bots greedy weights was 1, now 2",
        "game was not there, now pig",
    ]
