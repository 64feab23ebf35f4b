"""The folder of a run: its manifest, its shards, samples of games, and the lock on it.

However a run ends, the same command continues from the stored games: every file is written whole or
not at all, and a damaged file is moved out of the way.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

from balance.errors import StoreError
from balance.portable import is_text, write_text
from balance.sanitize import UnreadableError, read_text
from balance.scenario.match import Match
from balance.store.disk import PART, check_inside, read_arrays, write_whole, writing_in
from balance.store.manifest import (
    CELLS,
    MANIFEST,
    cell_identity,
    check_manifest,
    identity_differences,
)
from balance.store.shards import (
    DAMAGED,
    RECORD_FOLDERS,
    SUMS,
    UNUSABLE,
    CellShards,
    folder_name,
    move_away,
)

LOCK = ".lock"
# Folders of data that is stored for some games only.
SAMPLES = TRAJECTORIES, SKILL, TAKINGS = "curves", "skill", "takings"
KIND = "kind"  # in the manifest of a study: the command that made it; a run has none
_KEY = "of"  # in the file of a sample: a digest of the run that it belongs to


class OldRunError(StoreError):
    """A folder that was written by an older version of the program."""


class RunFolder:
    """The folder of a run.

    Attributes
    ----------
    notices : list of str
        A sentence on each file that was moved out of the way.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notices: list[str] = []
        self._identity: Mapping[str, Any] | None = None

    @contextmanager
    def locked(self, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Keep other processes from playing into the folder; wait for one that already does.

        The lock is released however the process ends.

        Parameters
        ----------
        on_wait : function ()
            Called once if another process holds the lock.

        Raises
        ------
        StoreError
            If the folder contains something else than a run, or cannot be written.
        """
        self.check_is_run()
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
        """Begin or continue the run of this manifest.

        Raises
        ------
        StoreError
            If the folder contains another run or something else, or cannot be written.
        """
        self.check_is_run()
        known = self.usable_manifest()
        if known is not None:
            if known.get(KIND) != manifest.get(KIND):
                raise StoreError(
                    f"{self.folder} contains {_content(known)}, not {_content(manifest)}. Choose "
                    "another folder with --out DIR, or replace it with --replace."
                )
            differing = identity_differences(known["identity"], manifest["identity"])
            if differing:
                raise StoreError(
                    f"{self.folder} contains another run: {'; '.join(differing)}. Choose another "
                    "folder with --out DIR, or replace that run with --replace."
                )
        with self.writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            for part in self.folder.rglob(f"*{PART}"):
                part.unlink()
        self.write_manifest(manifest)

    def replace(self, manifest: Mapping[str, Any]) -> None:
        """Begin the run of this manifest, and delete another one that the folder contains.

        Raises
        ------
        StoreError
            If the folder contains something else than a run, or cannot be written.
        """
        self.check_is_run()
        with self.writing():
            for path in (
                *self.folder.glob(f"{SUMS}/*/*"),
                *(path for kind in RECORD_FOLDERS for path in self.folder.glob(f"{kind}/*/*")),
                *(path for kind in SAMPLES for path in self.folder.glob(f"{kind}/*")),
            ):
                if path.suffix in {".npz", ".parquet", PART}:
                    path.unlink()
            kinds = (SUMS, *RECORD_FOLDERS)
            for cell in (path for kind in kinds for path in self.folder.glob(f"{kind}/*")):
                if cell.is_dir() and not any(cell.iterdir()):
                    cell.rmdir()
            self.folder.mkdir(parents=True, exist_ok=True)
        self.write_manifest(manifest)

    def read_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, of a run or anything else, or None if there is none.

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
        if not isinstance(manifest, dict):
            raise StoreError(f"{path}: is not the manifest of a run.")
        return manifest

    def require_manifest(self) -> dict[str, Any]:
        """Return the manifest of the run in the folder.

        Raises
        ------
        StoreError
            If there is none, it cannot be read, or it is not that of a run.
        """
        manifest = self.read_manifest()
        if manifest is None:
            raise StoreError(f"{self.folder}: contains no run (there is no {MANIFEST}).")
        if "question" in manifest and "identity" not in manifest:
            raise OldRunError(
                f"{self.folder} was written by an older version of balance and cannot be read. Run "
                "the scenario again with --replace, or choose another folder with --out DIR."
            )
        if KIND in manifest and "identity" not in manifest:
            self.refuse_study()
        check_manifest(manifest, self.folder / MANIFEST)
        return manifest

    @property
    def is_study(self) -> bool:
        """Whether the folder contains a study, such as of ``balance price``, and not a run.

        Raises
        ------
        StoreError
            If its manifest cannot be read.
        """
        return KIND in (self.read_manifest() or {})

    def refuse_study(self) -> None:
        """Refuse the folder of a study: it has no cells that could be read as those of a run.

        Raises
        ------
        StoreError
            Says what the folder contains, where its report is and how it is done again.
        """
        if self.is_study:
            manifest = self.read_manifest() or {}
            raise StoreError(
                f"{self.folder} contains {_content(manifest)}, not a run: its report is index.html "
                f"in that folder, and it is done again with: {manifest.get('command')}"
            )

    def usable_manifest(self) -> dict[str, Any] | None:
        """Return the manifest of the run, or None; move one away that is damaged.

        The shards need no manifest: their digests show whether they belong to the run.

        Raises
        ------
        StoreError
            If the manifest is damaged and there are no shards, or an older version wrote it.
        """
        try:
            return self.require_manifest() if (self.folder / MANIFEST).exists() else None
        except StoreError as error:
            if isinstance(error, OldRunError) or not (self.folder / SUMS).is_dir():
                raise
            with self.writing():
                move_away(self.folder, self.folder / MANIFEST, "")
            self.notices.append(
                f"{str(error).removesuffix('.')}. It was moved to {self.folder / UNUSABLE}, and a "
                "new one was written."
            )
            return None

    def data_files(self) -> list[str]:
        """Return the files that a report needs, as paths within the folder, sorted."""
        return sorted(
            path.relative_to(self.folder).as_posix()
            for kind in (SUMS, *SAMPLES)
            for path in self.folder.glob(f"{kind}/**/*.npz")
        )

    def check_complete(self, manifest: Mapping[str, Any]) -> None:
        """Refuse a run that lacks files which it had when it ended.

        Raises
        ------
        StoreError
            Names the first of them, and the command that plays their games again.
        """
        missing = sorted(set(manifest.get("files", ())) - set(self.data_files()))
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise StoreError(
                f"{self.folder} lacks {missing[0]}{more}, which it had when the run ended: play "
                f"these games again with: {manifest['command']}"
            )

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest, in place of the one that is there."""
        self._identity = manifest.get("identity")
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self._write(self.folder / MANIFEST, lambda path: write_text(path, text))

    def cell_shards(self, name: str, match: Match) -> CellShards:
        """Return the shards of a cell, or of an arm, that plays a match.

        Raises
        ------
        StoreError
            If the folder contains no run.
        """
        key = self._key(cell_identity(match), match.seed)
        return CellShards(self.folder, name, key, self.notices)

    def record_folders(self) -> list[str]:
        """Return the folders of records that the run has."""
        return [kind for kind in RECORD_FOLDERS if any(self.folder.glob(f"{kind}/*/*.parquet"))]

    def write_sample(self, kind: str, cell: str, arrays: Mapping[str, Any]) -> None:
        """Store a sample of the games of a cell, in place of an earlier one.

        Parameters
        ----------
        kind : str
            One of SAMPLES.

        Raises
        ------
        StoreError
            If there is no space left, or the folder cannot be written.
        """
        with_key: dict[str, Any] = {_KEY: np.array(self._key(cell)), **arrays}

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **with_key)

        self._write(self._sample(kind, cell), write)

    def read_sample(self, kind: str, cell: str) -> dict[str, Any] | None:
        """Return the arrays of a sample, or None if there is none; move away a damaged one."""
        path = self._sample(kind, cell)
        if not path.is_file():
            return None
        try:
            arrays: dict[str, Any] = read_arrays(path)
        except StoreError:
            arrays = {}
        if str(arrays.pop(_KEY, None)) != self._key(cell):
            self.notices.append(move_away(self.folder, path, DAMAGED))
            return None
        return arrays

    def writing(self) -> AbstractContextManager[None]:
        """Turn disk errors while the folder is written into a StoreError."""
        return writing_in(self.folder)

    def _sample(self, kind: str, cell: str) -> Path:
        return self.folder / kind / f"{folder_name(cell)}.npz"

    def _key(self, *parts: Any) -> str:
        """Return a digest of the identity of the run, without its cells, and of other parts."""
        if self._identity is None:
            self._identity = self.require_manifest()["identity"]
        identity = {key: value for key, value in self._identity.items() if key != CELLS}
        return hashlib.sha256(json.dumps([identity, *parts], sort_keys=True).encode()).hexdigest()

    def check_is_run(self) -> None:
        """Refuse a folder that contains something other than a run, or whose name is not text.

        Raises
        ------
        StoreError
        """
        if not is_text(str(self.folder)):
            raise StoreError(
                f"{self.folder} is not text in the encoding of this system: choose another name "
                "with --out DIR."
            )
        names = {MANIFEST, LOCK, SUMS, UNUSABLE}
        with self.writing():
            if not self.folder.exists():
                return
            is_other = not self.folder.is_dir() or (
                any(self.folder.iterdir())
                and not any((self.folder / name).exists() for name in names)
            )
        if is_other:
            raise StoreError(
                f"{self.folder} contains something else than a run (there is no {MANIFEST}): "
                "choose another folder with --out DIR."
            )

    def _write(self, path: Path, write: Callable[[Path], Any]) -> None:
        with writing_in(self.folder):
            write_whole(path, write)


def _content(manifest: Mapping[str, Any]) -> str:
    """Return what a folder contains: ``a run``, ``results of `balance price```."""
    return f"results of `balance {manifest[KIND]}`" if manifest.get(KIND) else "a run"
