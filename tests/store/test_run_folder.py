import json
import threading

import pytest

from balance.errors import StoreError
from balance.store.manifest import identity_differences
from balance.store.run_folder import RunFolder
from balance.store.shards import DealRange
from tests.conftest import manifest_of
from tests.program import LONG

MANIFEST = manifest_of()


@pytest.fixture
def store(tmp_path):
    store = RunFolder(tmp_path / "run")
    store.open(MANIFEST)
    return store


@pytest.fixture
def match(pig_set_up):
    return pig_set_up().cells[0].match


def test_the_same_run_is_continued(store):
    store.open({**MANIFEST, "seconds": 3})
    assert store.read_manifest()["seconds"] == 3


def test_another_run_in_the_folder_is_refused_by_what_differs(store):
    with pytest.raises(StoreError, match=r"another run: seed was 7, now 8.*--out DIR"):
        store.open(manifest_of(seed=8))


def test_another_run_may_replace_the_first(store, match, totals):
    store.cell_shards("baseline", match).write(DealRange(0, 9), totals)
    store.replace(manifest_of(seed=8))
    assert store.cell_shards("baseline", match).stored() == []
    assert store.notices == []


def test_shards_of_another_run_are_not_used(store, match, totals):
    store.cell_shards("baseline", match).write(DealRange(0, 9), totals)
    (store.folder / "manifest.json").write_text(json.dumps(manifest_of(seed=8)))
    other = RunFolder(store.folder)
    assert other.cell_shards("baseline", match).stored() == []
    assert "another run" in other.notices[0]


def test_a_damaged_manifest_is_moved_away_and_the_shards_are_used(store, match, totals):
    store.cell_shards("baseline", match).write(DealRange(0, 9), totals)
    (store.folder / "manifest.json").write_text('{"identity": {"ga')
    again = RunFolder(store.folder)
    again.open(MANIFEST)
    assert again.cell_shards("baseline", match).stored() == [DealRange(0, 9)]
    assert "manifest.json: cannot be read" in again.notices[0]
    assert (store.folder / "unusable" / "manifest.json").is_file()


def test_a_second_process_waits_until_the_first_has_ended(tmp_path):
    order = []
    one, two = RunFolder(tmp_path / "run"), RunFolder(tmp_path / "run")

    def second():
        with two.locked(waits.set):
            order.append("two")

    waits = threading.Event()
    with one.locked(lambda: order.append("never")):
        other = threading.Thread(target=second)
        other.start()
        assert waits.wait(LONG)
        order.append("one")
    other.join(LONG)
    assert order == ["one", "two"]


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StoreError, match="something else"), RunFolder(tmp_path).locked():
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(StoreError, match="something else than a run"):
        RunFolder(tmp_path).open(MANIFEST)
    with pytest.raises(StoreError, match="something else than a run"):
        RunFolder(tmp_path).replace(MANIFEST)
    assert (tmp_path / "thesis.txt").exists()


def test_a_path_that_cannot_be_a_folder_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        RunFolder(tmp_path / "file" / "run").open(MANIFEST)


def test_a_manifest_that_is_not_one_is_an_error(tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps([1]))
    with pytest.raises(StoreError, match="not the manifest"):
        RunFolder(tmp_path).read_manifest()


def test_an_edit_is_said_without_its_digest():
    one = {"rules": "1a2b", "bots": {"mine": {"sources": "3c"}}}
    two = {"rules": "1a2c", "bots": {"mine": {"sources": "3d"}}}
    assert identity_differences(one, two) == [
        "the rules or the engine were edited since",
        "bots mine was edited since",
    ]


def test_a_run_of_an_older_version_is_refused_and_left_as_it_is(tmp_path):
    old = {"question": {"game": "pig", "seed": 7, "variants": {}}, "command": "balance run pig"}
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(old))
    (tmp_path / "shards").mkdir()
    for use in (RunFolder(tmp_path).require_manifest, lambda: RunFolder(tmp_path).open(MANIFEST)):
        with pytest.raises(StoreError, match="older version"):
            use()
    assert json.loads(path.read_text()) == old
    RunFolder(tmp_path).replace(MANIFEST)
    assert RunFolder(tmp_path).require_manifest() == MANIFEST


def test_what_differs_in_many_cells_is_said_once():
    def identity(weight, tables):
        return {
            "cells": {
                str(n): {"bots": {"greedy": {"weights": weight}}, "table": table}
                for n, table in enumerate(tables)
            }
        }

    one, two = identity(1, "aaaaaa"), identity(2, "abbbbb")
    assert identity_differences(one, two) == [
        "sheets or options of 1 and 2 and 3 and 2 more were changed",
        "bots greedy weights was 1, now 2",
    ]


def test_differences_are_said_in_words():
    one = {"bots": {"greedy": {"weights": 1}}, "seed": 1}
    two = {"bots": {"greedy": {"weights": 2}}, "seed": 1, "game": "pig"}
    assert identity_differences(one, two) == [
        "bots greedy weights was 1, now 2",
        "game was not there, now pig",
    ]
