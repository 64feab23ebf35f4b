"""The folder of a run: its manifest, its shards, samples of games, and who plays in it.

Whatever ends a run, and at whatever moment, the same command goes on from what is stored: every
file is there whole or not at all, and one that is not what it should be is set aside.
"""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from balance.errors import StoreError
from balance.sanitize import UnreadableError, read_text
from balance.scenario.match import Match
from balance.store.disk import PART, write_whole, writing_in
from balance.store.links import check_inside
from balance.store.manifest import check_manifest
from balance.store.shards import (
    DAMAGED,
    RECORDS,
    SET_ASIDE,
    SUMS,
    CellShards,
    folder_name,
    set_aside,
)

MANIFEST = "manifest.json"
LOCK = ".lock"
_OF = "of"  # in a sample: of which run it is
SAMPLES = TRAJECTORIES, SKILL = (
    "curves",
    "skill",
)  # what is kept of some games, beside the sums of all
_EDITED = {
    "rules": "the rules or the engine were edited since",
    "tallies": "what is kept of a game was edited since",
    "sources": "was edited since",
}


class RunFolder:
    """The folder of a run.

    Parameters
    ----------
    folder : Path

    Attributes
    ----------
    told : list of str
        A sentence on each file that was set aside.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[str] = []
        self._question: Mapping[str, Any] | None = None

    @contextmanager
    def alone(self, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Have the folder for oneself: another process that plays there is waited for.

        Who ends, in whatever way, lets go of it.

        Parameters
        ----------
        on_wait : function ()
            Told once, if one has to wait.

        Raises
        ------
        StoreError
            If it holds something else than a run, or cannot be written.
        """
        self._check_is_ours()
        check_inside(self.folder)
        with self.writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / LOCK)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                on_wait()
                lock.acquire()
        try:
            yield
        finally:
            lock.release()

    def open(self, manifest: Mapping[str, Any]) -> None:
        """Take the folder for the run of this manifest, which may have been begun there.

        Raises
        ------
        StoreError
            If another question was asked there, or the folder cannot be written.
        """
        self._check_is_ours()
        known = self.readable_manifest()
        if known is not None:
            differing = differences(known["question"], manifest["question"])
            if differing:
                raise StoreError(
                    f"{self.folder} holds another run: {'; '.join(differing)}. Choose another "
                    "folder with --out DIR, or --replace this one."
                )
        with self.writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            for left in self.folder.rglob(f"*{PART}"):
                left.unlink()
        self.write_manifest(manifest)

    def replace(self, manifest: Mapping[str, Any]) -> None:
        """Take the folder for the run of this manifest, and forget another one that it holds.

        Raises
        ------
        StoreError
            If it holds something else than a run, or cannot be written.
        """
        self._check_is_ours()
        with self.writing():
            for path in (
                *self.folder.glob(f"{SUMS}/*/*"),
                *self.folder.glob(f"{RECORDS}/*/*"),
                *(path for kind in SAMPLES for path in self.folder.glob(f"{kind}/*")),
            ):
                if path.suffix in {".npz", ".parquet", PART}:
                    path.unlink()
            for variant in (*self.folder.glob(f"{SUMS}/*"), *self.folder.glob(f"{RECORDS}/*")):
                if variant.is_dir() and not any(variant.iterdir()):
                    variant.rmdir()
            self.folder.mkdir(parents=True, exist_ok=True)
        self.write_manifest(manifest)

    def read_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None if there is none.

        Raises
        ------
        StoreError
            If it cannot be read.
        """
        path = self.folder / MANIFEST
        if not path.exists():
            return None
        try:
            manifest = json.loads(read_text(path))
        except (UnreadableError, OSError, ValueError, RecursionError) as error:
            raise StoreError(f"{path}: cannot be read as the manifest of a run: {error}") from None
        if not isinstance(manifest, dict) or not isinstance(manifest.get("question"), dict):
            raise StoreError(f"{path}: is not the manifest of a run.")
        return manifest

    def require_manifest(self) -> dict[str, Any]:
        """Return the manifest of the run that is there.

        Raises
        ------
        StoreError
            If there is none, or its manifest cannot be read.
        """
        manifest = self.read_manifest()
        if manifest is None:
            raise StoreError(f"{self.folder}: holds no run (there is no {MANIFEST}).")
        return manifest

    def readable_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None if there is none; set one aside that cannot be read.

        The shards say by themselves whether they are of the run that goes on.
        """
        try:
            manifest = self.read_manifest()
            is_of_old_version = manifest is not None and "variants" not in manifest["question"]
            if manifest is not None and not is_of_old_version:
                check_manifest(manifest, self.folder / MANIFEST)
            return manifest
        except StoreError as error:
            if not (self.folder / SUMS).is_dir():
                raise
            with self.writing():
                set_aside(self.folder, self.folder / MANIFEST, "")
            self.told.append(
                f"{str(error).removesuffix('.')}: it was set aside, and a new one made."
            )
            return None

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest anew."""
        self._question = manifest.get("question")
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self._write(self.folder / MANIFEST, lambda path: path.write_text(text, encoding="utf-8"))

    def cell_shards(self, variant: str, match: Match) -> CellShards:
        """Return the shards of a variant, or of an experiment on one, that plays a match.

        Raises
        ------
        StoreError
            If the folder holds no run.
        """
        key = self._key(variant, identity_of(match), match.seed)
        return CellShards(self.folder, variant, key, self.told)

    def write_sample(self, kind: str, variant: str, arrays: Mapping[str, Any]) -> None:
        """Store what was looked at in some games of a variant; what there was is replaced.

        Parameters
        ----------
        kind : str
            One of SAMPLES.
        variant : str
        arrays : mapping of str to array

        Raises
        ------
        StoreError
            If there is no space left, or the folder cannot be written.
        """
        marked: dict[str, Any] = {_OF: np.array(self._key(variant)), **arrays}

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **marked)

        self._write(self._sample(kind, variant), write)

    def read_sample(self, kind: str, variant: str) -> dict[str, Any] | None:
        """Return the arrays of a sample, or None if there is none of use.

        One that is damaged, or of another run, is set aside.
        """
        path = self._sample(kind, variant)
        if not path.is_file():
            return None
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                arrays = {key: file[key] for key in file.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error):
            arrays = {}
        if str(arrays.pop(_OF, None)) != self._key(variant):
            self.told.append(set_aside(self.folder, path, DAMAGED))
            return None
        return arrays

    def _sample(self, kind: str, variant: str) -> Path:
        return self.folder / kind / f"{folder_name(variant)}.npz"

    def _key(self, *of: Any) -> str:
        """Return what stands for the question of the run and some more in all that is stored."""
        if self._question is None:
            self._question = self.require_manifest()["question"]
        asked = {key: value for key, value in self._question.items() if key != "variants"}
        return hashlib.sha256(json.dumps([asked, *of], sort_keys=True).encode()).hexdigest()

    def writing(self) -> AbstractContextManager[None]:
        """Turn what the system says of a folder that cannot be written into a StoreError."""
        return writing_in(self.folder)

    def _check_is_ours(self) -> None:
        """Refuse a folder that holds something else than a run."""
        ours = {MANIFEST, LOCK, SUMS, SET_ASIDE}
        with self.writing():
            if not self.folder.exists():
                return
            is_other = not self.folder.is_dir() or (
                any(self.folder.iterdir())
                and not any((self.folder / name).exists() for name in ours)
            )
        if is_other:
            raise StoreError(
                f"{self.folder} holds something else than a run (there is no {MANIFEST}): choose "
                "another folder with --out DIR."
            )

    def _write(self, path: Path, write: Callable[[Path], Any]) -> None:
        with writing_in(self.folder):
            write_whole(path, write)


def identity_of(match: Match) -> dict[str, Any]:
    """Return what, with the seed and the rules, decides the games of a match."""
    bots = {
        entry.label: {
            "bot": entry.bot.name,
            "weights": dict(entry.bot.weights),
            "sources": entry.sources,
        }
        for entry in match.lineup.entries
    }
    seats = [match.lineup.labels[entry] for entry in match.lineup.seats]
    return {"bots": bots, "seats": seats, "table": match.game_table.digest}


def differences(known: Mapping[str, Any], asked: Mapping[str, Any]) -> list[str]:
    """Return in words what differs between the question of a folder and the one asked."""
    if ("variants" in known) != ("variants" in asked):
        return ["it was played by another version of the program"]
    found = []
    for key in [*known, *(key for key in asked if key not in known)]:
        one, two = known.get(key), asked.get(key)
        if one == two:
            continue
        if key in _EDITED and one and two:
            found.append(_EDITED[key])
        elif key == "variants" and isinstance(one, Mapping) and isinstance(two, Mapping):
            found += _differing_variants(one, two)
        elif isinstance(one, Mapping) and isinstance(two, Mapping):
            found += [f"{key} {text}" for text in differences(one, two)]
        else:
            found.append(f"{key} was {_brief(one)}, now {_brief(two)}")
    return found


def _differing_variants(one: Mapping[str, Any], two: Mapping[str, Any]) -> list[str]:
    """Return what differs between variants of one name; others may come and go."""
    both = [name for name in two if name in one]
    changed = [name for name in both if one[name]["table"] != two[name]["table"]]
    found = []
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 4 else ""
        shown = " and ".join(changed[:3] if more else changed)
        found.append(f"sheets or options of {shown}{more} were changed")
    # Most often the same bot differs in all of them, which is said once.
    texts = (
        text
        for name in both
        for text in differences(*({**side[name], "table": ""} for side in (one, two)))
    )
    return found + list(dict.fromkeys(texts))


def _brief(value: Any) -> str:
    if value is None:
        return "not there"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
