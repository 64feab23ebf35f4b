"""The folder of a run: its manifest, its sums by shard, and the records where they are kept.

A shard is a contiguous run of deals of one variant, stored whole or not at all: it is written
under a temporary name and renamed.  So whatever ends a run, what is stored can be gone on from.
"""

import errno
import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import StoreError
from balance.simulate.sums import Sums

MANIFEST = "manifest.json"
SAMPLES = CURVES, SKILL = "curves", "skill"  # what is kept of some games, beside the sums of all
_EDITED = {
    "rules": "the rules or the engine were edited since",
    "tallies": "what is kept of a game was edited since",
    "sources": "was edited since",
}
_LONGEST_FOLDER = 80
_SHARD = re.compile(r"(\d+)-(\d+)\.npz")

Totals = Mapping[str, Sums]  # by question


@dataclass(frozen=True, order=True)
class Shard:
    """Deals `first` to `last`, both included, of a variant."""

    first: int
    last: int

    @property
    def stem(self) -> str:
        """The name of its files, which sort as its deals do."""
        return f"{self.first:012d}-{self.last:012d}"


class Store:
    """The folder of a run.

    Parameters
    ----------
    folder : Path
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, manifest: Mapping[str, Any]) -> None:
        """Take the folder for the run of this manifest, which may have been begun there.

        Raises
        ------
        StoreError
            If another question was asked there, or the folder cannot be written.
        """
        known = self.read_manifest()
        if known is not None:
            differing = differences(known["question"], manifest["question"])
            if differing:
                raise StoreError(
                    f"{self.folder} holds another run: {'; '.join(differing)}. Choose another "
                    "folder with --out DIR, or --replace this one."
                )
        elif self.folder.exists() and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise StoreError(
                f"{self.folder} holds something else than a run (there is no {MANIFEST}): choose "
                "another folder with --out DIR."
            )
        with self.writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            for left in self.folder.rglob("*.part"):
                left.unlink()
        self.write_manifest(manifest)

    def replace(self, manifest: Mapping[str, Any]) -> None:
        """Take the folder for the run of this manifest, and forget another one that it holds.

        Raises
        ------
        StoreError
            If it holds something else than a run, or cannot be written.
        """
        if self.read_manifest() is None:
            self.open(manifest)
            return
        with self.writing():
            for path in (
                *self.folder.glob("shards/*/*"),
                *self.folder.glob("records/*/*"),
                *(path for kind in SAMPLES for path in self.folder.glob(f"{kind}/*")),
            ):
                if path.suffix in {".npz", ".parquet", ".part"}:
                    path.unlink()
            for variant in (*self.folder.glob("shards/*"), *self.folder.glob("records/*")):
                if variant.is_dir() and not any(variant.iterdir()):
                    variant.rmdir()
        self.write_manifest(manifest)

    def read_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None if there is none.

        Raises
        ------
        StoreError
            If it cannot be read.
        """
        path = self.folder / MANIFEST
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise StoreError(f"{path}: cannot be read as the manifest of a run: {error}") from None
        if not isinstance(manifest, dict) or "question" not in manifest:
            raise StoreError(f"{path}: is not the manifest of a run.")
        return manifest

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest anew."""
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self._write(self.folder / MANIFEST, lambda path: path.write_text(text, encoding="utf-8"))

    def shards(self, variant: str, records: bool) -> list[Shard]:
        """Return the shards stored of a variant, by their deals.

        Parameters
        ----------
        variant : str
        records : bool
            Whether only those are wanted whose records are stored too.

        Raises
        ------
        StoreError
            If two shards hold the same deal.
        """
        found = []
        for path in sorted(self._shard_folder(variant).glob("*.npz")):
            name = _SHARD.fullmatch(path.name)
            if name is None:
                raise StoreError(f"{path}: is not a shard of this run: move it away.")
            found.append(Shard(int(name[1]), int(name[2])))
        for one, two in pairwise(found):
            if two.first <= one.last:
                raise StoreError(
                    f"{self._shard_folder(variant)}: {one.stem}.npz and {two.stem}.npz hold the "
                    "same deals: delete one of them."
                )
        if records:
            found = [shard for shard in found if self._records(variant, shard).is_file()]
        return found

    def write_shard(
        self,
        variant: str,
        shard: Shard,
        totals: Totals,
        write_records: Callable[[Path], None] | None = None,
    ) -> None:
        """Store the sums of a shard, and its records before them.

        Parameters
        ----------
        variant : str
        shard : Shard
        totals : mapping of question to Sums
        write_records : function (path), optional
            Writes the records to that path.

        Raises
        ------
        StoreError
            If there is no space left, or the folder cannot be written.
        """
        if write_records is not None:
            self._write(self._records(variant, shard), write_records)
        arrays = {
            f"{question}:{name}": array
            for question, sums in totals.items()
            for name, array in sums.arrays().items()
        }

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **arrays)  # type: ignore[arg-type]

        self._write(self._sums(variant, shard), write)

    def read_shard(self, variant: str, shard: Shard, kinds: Mapping[str, type[Sums]]) -> Totals:
        """Return the sums of a shard.

        Raises
        ------
        StoreError
            If its file is damaged.
        """
        path = self._sums(variant, shard)
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                arrays = {key: file[key] for key in file.files}
            by_question: dict[str, dict[str, Any]] = {name: {} for name in kinds}
            for key, array in arrays.items():
                question, _, name = key.partition(":")
                if question in by_question:
                    by_question[question][name] = array
            return {name: kind.from_arrays(by_question[name]) for name, kind in kinds.items()}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise StoreError(
                f"{path}: cannot be read as a shard ({error}): delete it, and the same command "
                "plays its games again."
            ) from None

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

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **arrays)

        self._write(self._sample(kind, variant), write)

    def read_sample(self, kind: str, variant: str) -> dict[str, Any] | None:
        """Return the arrays of a sample, or None if there is none.

        Raises
        ------
        StoreError
            If its file is damaged.
        """
        path = self._sample(kind, variant)
        if not path.is_file():
            return None
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                return {key: file[key] for key in file.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise StoreError(
                f"{path}: cannot be read as a sample of games ({error}): delete it, and the same "
                "command plays its games again."
            ) from None

    def drop_shard(self, variant: str, shard: Shard) -> None:
        """Forget a shard: its games are played again."""
        with self.writing():
            self._sums(variant, shard).unlink(missing_ok=True)
            self._records(variant, shard).unlink(missing_ok=True)

    def drop_stray_records(self, variant: str) -> None:
        """Delete records whose sums were not stored, as a run was stopped between the two."""
        kept = {shard.stem for shard in self.shards(variant, records=False)}
        with self.writing():
            for path in (self.folder / "records" / _folder_name(variant)).glob("*.parquet"):
                if path.stem not in kept:
                    path.unlink()

    def _shard_folder(self, variant: str) -> Path:
        return self.folder / "shards" / _folder_name(variant)

    def _sums(self, variant: str, shard: Shard) -> Path:
        return self._shard_folder(variant) / f"{shard.stem}.npz"

    def _records(self, variant: str, shard: Shard) -> Path:
        return self.folder / "records" / _folder_name(variant) / f"{shard.stem}.parquet"

    def _sample(self, kind: str, variant: str) -> Path:
        return self.folder / kind / f"{_folder_name(variant)}.npz"

    def _write(self, path: Path, write: Callable[[Path], Any]) -> None:
        part = path.with_name(path.name + ".part")
        with self.writing():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                write(part)
                os.replace(part, path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Turn what the system says of a folder that cannot be written into a StoreError."""
        try:
            yield
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreError(
                    f"{self.folder}: no space is left on the device; what is stored stays, and the "
                    "same command goes on from it once there is."
                ) from error
            reason = error.strerror or str(error)
            raise StoreError(
                f"{self.folder}: cannot be written ({reason}): choose another with --out DIR."
            ) from error


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


def _folder_name(variant: str) -> str:
    """Return the variant's name as a folder's, on any system, and another for each variant."""
    plain = re.sub(r"[^a-z0-9.+-]+", "_", variant.lower())[:_LONGEST_FOLDER]
    if plain == variant:
        return plain
    return f"{plain}-{hashlib.sha256(variant.encode()).hexdigest()[:8]}"
