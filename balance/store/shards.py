"""The shards of one variant in the folder of a run: what is stored of which deals.

A shard is a contiguous run of deals, stored whole or not at all.  Its file is named after its deals
and after a digest of what is in it and of what decides its games.  So a file that was damaged, or
that another run wrote, does not bear its name rightly: it is set aside, and its deals are missing.

Shards come as they are played, and are then put together into pieces that are the same however
they came: so an interrupted run ends with the same files, and few of them.
"""

import hashlib
import io
import os
import re
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import StoreError
from balance.store.disk import write_whole, writing_in
from balance.store.sums import Sums, Totals, added

SUMS, RECORDS = "shards", "records"  # folders
SET_ASIDE = "set-aside"  # the folder for files that are not what they should be
PIECES = 1 << 32, 1 << 26, 1 << 20  # deals of a piece: 64 of a size make one of the next
DAMAGED = "is damaged, or of another run"
_LONGEST_FOLDER = 80
_FILE = re.compile(r"(\d{12,19})-(\d{12,19})-([0-9a-f]{16})\.(npz|parquet)")
_known_good: set[tuple[str, str, int, int]] = set()  # files that need not be read again


@dataclass(frozen=True, order=True)
class Shard:
    """Deals `first` to `last`, both included, of a variant."""

    first: int
    last: int

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    @property
    def stem(self) -> str:
        """How the names of its files begin, which sort as its deals do."""
        return f"{self.first:012d}-{self.last:012d}"

    def holds(self, other: "Shard") -> bool:
        """Tell whether all deals of another shard are among these."""
        return self.first <= other.first and other.last <= self.last


def pieces_of(deals: int) -> Iterator[Shard]:
    """Yield the pieces as which the first deals of a variant lie in the end."""
    first = 0
    for size in PIECES:
        while first + size <= deals:
            yield Shard(first, first + size - 1)
            first += size
    if first < deals:
        yield Shard(first, deals - 1)


def missing_in(shards: Iterable[Shard], deals: int) -> list[Shard]:
    """Return the runs of deals below `deals` that are in none of the shards, which are sorted."""
    found, next_deal = [], 0
    for shard in (*shards, Shard(deals, deals)):
        if next_deal < min(shard.first, deals):
            found.append(Shard(next_deal, min(shard.first, deals) - 1))
        next_deal = max(next_deal, shard.last + 1)
    return found


@dataclass
class CellShards:
    """The shards of one variant.

    Attributes
    ----------
    folder : Path
        Of the run.
    variant : str
    key : str
        Of all that decides its games; empty takes files as they are.
    told : list of str
        Gets a sentence on each file that was set aside.
    """

    folder: Path
    variant: str
    key: str = ""
    told: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def shards(self, with_records: bool = False) -> list[Shard]:
        """Return what is stored, by its deals; no deal is in two of them.

        Parameters
        ----------
        with_records : bool
            Whether only those are of use whose records are all stored too.
        """
        found = self._sorted_out(SUMS)
        if with_records:
            gaps = missing_in(self.records(), found[-1].last + 1 if found else 0)
            found = [one for one in found if not any(_overlap(one, gap) for gap in gaps)]
        return found

    def records(self) -> list[Shard]:
        """Return of which deals records are stored, file by file, by their deals."""
        return self._sorted_out(RECORDS)

    def record_files(self) -> list[Path]:
        """Return the Parquet files, in the order of their deals."""
        return [self._path(RECORDS, shard) for shard in self.records()]

    def write(
        self,
        shard: Shard,
        totals: Totals,
        write_records: Callable[[Path], None] | None = None,
    ) -> None:
        """Store the sums of a shard, and its records before them; put a whole piece together.

        Parameters
        ----------
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
            self._keep(RECORDS, shard, write_records)
        self._write_arrays(shard, as_arrays(totals))
        with self._lock:
            for size in reversed(PIECES):
                first = shard.first // size * size
                if not self._put_together(Shard(first, first + size - 1)):
                    break

    def put_together(self) -> None:
        """Put all shards together into the pieces as which they lie in the end."""
        stored = self.shards()
        with self._lock:
            for piece in pieces_of(stored[-1].last + 1) if stored else ():
                self._put_together(piece)

    def read(self, shard: Shard, kinds: Mapping[str, type[Sums]]) -> Totals:
        """Return the sums of a shard.

        Raises
        ------
        StoreError
            If its file cannot be read.
        """
        by_question: dict[str, dict[str, Any]] = {name: {} for name in kinds}
        for key, array in self.arrays(shard).items():
            question, _, name = key.partition(":")
            if question in by_question:
                by_question[question][name] = array
        try:
            return {name: kind.from_arrays(by_question[name]) for name, kind in kinds.items()}
        except KeyError as error:
            raise StoreError(
                f"{self._path(SUMS, shard)}: holds no {error}: it was kept by another version of "
                "the program; run the scenario again with --replace."
            ) from None

    def arrays(self, shard: Shard) -> dict[str, Any]:
        """Return the sums of a shard as int64 arrays, by question and dotted name.

        Raises
        ------
        StoreError
            If its file cannot be read.
        """
        path = self._path(SUMS, shard)
        try:
            with path.open("rb") as opened, np.load(opened) as file:
                return {key: file[key] for key in file.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            raise StoreError(f"{path}: cannot be read as a shard ({error}).") from None

    def drop(self, shard: Shard) -> None:
        """Forget a shard: its games are played again."""
        self._drop(SUMS, shard)

    def drop_stray_records(self) -> None:
        """Delete records of deals whose sums are not stored, as a run was stopped between them."""
        stored = self.shards()
        for one in self.records():
            gaps = missing_in(stored, one.last + 1)
            if any(_overlap(one, gap) for gap in gaps):
                self._drop(RECORDS, one)

    def _sorted_out(self, kind: str) -> list[Shard]:
        """Return what is stored, having set aside what is damaged, foreign or there twice."""
        found: list[Shard] = []
        for path in sorted(self._place(kind).glob("*.*")):
            if path.suffix not in (".npz", ".parquet"):
                continue
            shard = self._checked(path)
            if shard is not None:
                found.append(shard)
        # Who was killed while putting shards together leaves the parts beside the whole.
        kept: list[Shard] = []
        for shard in sorted(found, key=lambda one: (one.first, -one.last)):
            if kept and kept[-1].holds(shard):
                self._drop(kind, shard)
            elif kept and kept[-1].last >= shard.first:
                path = self._path(kind, shard)
                self._set_aside(path, f"holds deals that {kept[-1].stem} holds too")
            else:
                kept.append(shard)
        return kept

    def _checked(self, path: Path) -> Shard | None:
        """Return the shard that a file is; if it is none, set it aside."""
        name = _FILE.fullmatch(path.name)
        shard = Shard(int(name[1]), int(name[2])) if name else Shard(0, -1)
        if name is None or not shard.deals > 0 or not path.name.startswith(f"{shard.stem}-"):
            self._set_aside(path, "is not named as a shard")
            return None
        if not self.key:
            return shard
        try:
            state = path.stat()
            known = str(path.absolute()), self.key, state.st_size, state.st_mtime_ns
            if known not in _known_good:
                if self._digest(path, shard) != name[3]:
                    self._set_aside(path, DAMAGED)
                    return None
                _known_good.add(known)
        except FileNotFoundError:  # another process has put it together with others
            return None
        except OSError as error:
            raise StoreError(f"{path}: cannot be read ({error.strerror}).") from None
        return shard

    def _put_together(self, piece: Shard) -> bool:
        """Make a piece one file if all of it is stored; tell whether it is one."""
        parts = [shard for shard in self._listed(SUMS) if piece.holds(shard)]
        if parts == [piece]:
            return True
        if sum(shard.deals for shard in parts) != piece.deals:
            return False
        together = self.arrays(parts[0])
        for shard in parts[1:]:
            for name, array in self.arrays(shard).items():
                together[name] = added(together[name], array)
        self._write_arrays(piece, together)
        for shard in parts:
            self._drop(SUMS, shard)
        return True

    def _listed(self, kind: str) -> Sequence[Shard]:
        names = sorted(path.name for path in self._place(kind).glob("*.*"))
        found = (_FILE.fullmatch(name) for name in names)
        return [Shard(int(one[1]), int(one[2])) for one in found if one]

    def _write_arrays(self, shard: Shard, arrays: Mapping[str, Any]) -> None:
        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **arrays)

        self._keep(SUMS, shard, write)

    def _keep(self, kind: str, shard: Shard, write: Callable[[Path], Any]) -> None:
        """Write a file, look at what is in it, and name it so."""
        suffix = "npz" if kind == SUMS else "parquet"
        unnamed = self._place(kind) / f"{shard.stem}.{suffix}"

        def named(part: Path) -> None:
            write(part)
            names.append(f"{shard.stem}-{self._digest(part, shard)}.{suffix}")

        names: list[str] = []
        with writing_in(self.folder):
            write_whole(unnamed, named, lambda: unnamed.with_name(names[0]))

    def _digest(self, path: Path, shard: Shard) -> str:
        digest = hashlib.sha256(f"{self.key} {shard.stem} ".encode())
        with path.open("rb") as file:
            while block := file.read(io.DEFAULT_BUFFER_SIZE * 32):
                digest.update(block)
        return digest.hexdigest()[:16]

    def _set_aside(self, path: Path, why: str) -> None:
        with writing_in(self.folder):
            self.told.append(set_aside(self.folder, path, why))

    def _place(self, kind: str) -> Path:
        return self.folder / kind / folder_name(self.variant)

    def _path(self, kind: str, shard: Shard) -> Path:
        found = next(self._place(kind).glob(f"{shard.stem}-*"), None)
        return found or self._place(kind) / shard.stem

    def _drop(self, kind: str, shard: Shard) -> None:
        with writing_in(self.folder):
            self._path(kind, shard).unlink(missing_ok=True)


def as_arrays(totals: Totals) -> dict[str, Any]:
    """Return sums as int64 arrays, by question and dotted name."""
    return {
        f"{question}:{name}": array
        for question, sums in totals.items()
        for name, array in sums.arrays().items()
    }


def set_aside(folder: Path, path: Path, why: str) -> str:
    """Move a file of a run out of the way; return a sentence on it.

    Raises
    ------
    OSError
        If it cannot be moved.
    """
    place = folder / SET_ASIDE / path.relative_to(folder)
    place.parent.mkdir(parents=True, exist_ok=True)
    os.replace(path, place)
    return f"{path} {why}: it was set aside in {place.parent}, and its games are played again."


def folder_name(variant: str) -> str:
    """Return the variant's name as a folder's, on any system, and another for each variant."""
    plain = re.sub(r"[^a-z0-9.+-]+", "_", variant.lower())[:_LONGEST_FOLDER]
    if plain == variant and not plain.startswith("."):
        return plain
    return f"{plain}-{hashlib.sha256(variant.encode()).hexdigest()[:8]}"


def _overlap(one: Shard, two: Shard) -> bool:
    return one.first <= two.last and two.first <= one.last
