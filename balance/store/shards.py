"""The shards of one cell: files with the sums, and perhaps the records, of ranges of its deals.

A shard is stored whole or not at all.  Its file is named after its deals and after a digest of its
contents and of everything that decides its games.  A file whose digest does not match was damaged
or belongs to another run: it is moved out of the way, and its deals count as missing.

Shards are written as they are played and later merged into ranges that do not depend on how they
were played, so an interrupted run ends with the same files as any other, and with few of them.
"""

import hashlib
import io
import os
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from balance.errors import StoreError
from balance.portable import is_file_name
from balance.store.disk import is_regular, read_arrays, write_whole, writing_in
from balance.store.sums import Sums, Totals, added, halves, whole

SUMS = "shards"  # a folder
# Folders of records: a row is a seat of a game, what happened, how a seat stood after a round.
RECORDS, EVENTS, STANDINGS = RECORD_FOLDERS = "records", "events", "standings"
VARIANT = "variant="  # begins the folder of records, so that others read it as a column
UNUSABLE = "unusable"  # the folder that damaged and foreign files are moved to
MERGED_DEALS = 1 << 32, 1 << 26, 1 << 20  # of a merged shard: 64 of a size make one of the next
_HIGH = "^62"  # ends the name of the upper halves of large numbers
DAMAGED = "is damaged or belongs to another run"
_NONE: Mapping[str, Any] = {}
_LONGEST_FOLDER = 80
_FILE = re.compile(r"(\d{12,19})-(\d{12,19})-([0-9a-f]{16})\.(npz|parquet)")
_verified: set[tuple[str, str, int, int]] = set()  # files that need not be read again


@dataclass(frozen=True, order=True)
class DealRange:
    """Deals `first` to `last`, both included."""

    first: int
    last: int

    @property
    def deals(self) -> int:
        """How many deals these are."""
        return self.last - self.first + 1

    @property
    def stem(self) -> str:
        """The start of a file's name; names sort like the deals."""
        return f"{self.first:012d}-{self.last:012d}"

    def contains(self, other: "DealRange") -> bool:
        """Whether all deals of another range are among these."""
        return self.first <= other.first and other.last <= self.last

    def overlaps(self, other: "DealRange") -> bool:
        """Whether some deals of another range are among these."""
        return self.first <= other.last and other.first <= self.last


def _range_around(deals: DealRange, size: int) -> DealRange:
    first = deals.first // size * size
    return DealRange(first, first + size - 1)


def merged_ranges(deals: int) -> Iterator[DealRange]:
    """Yield the ranges of the shards that so many deals are finally merged into."""
    first = 0
    for size in MERGED_DEALS:
        while first + size <= deals:
            yield DealRange(first, first + size - 1)
            first += size
    if first < deals:
        yield DealRange(first, deals - 1)


def record_ranges(deals: int, size: int) -> Iterator[DealRange]:
    """Yield the ranges of the files that the records of so many deals are finally joined into."""
    for first in range(0, deals, size):
        yield DealRange(first, min(first + size, deals) - 1)


def missing_in(ranges: Iterable[DealRange], deals: int) -> list[DealRange]:
    """Return the ranges of deals below `deals` that lie in none of the ranges, which are sorted."""
    missing, next_deal = [], 0
    for one in (*ranges, DealRange(deals, deals)):
        if next_deal < min(one.first, deals):
            missing.append(DealRange(next_deal, min(one.first, deals) - 1))
        next_deal = max(next_deal, one.last + 1)
    return missing


@dataclass
class CellShards:
    """The shards of one cell.

    Attributes
    ----------
    notices : list of str
        A sentence on each file that was moved out of the way is appended here.
    """

    folder: Path  # of the run
    cell: str  # the name of the cell
    key: str = ""  # a digest of everything that decides the games; if empty, files are not verified
    notices: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    # By kind and stem: the files that were found, so that a folder is not searched for each.
    _files: dict[tuple[str, str], Path] = field(default_factory=dict)
    # By range of the smallest size to merge: how many of its deals are stored, so that a folder is
    # not listed at each write.
    _counts: dict[DealRange, int] = field(default_factory=dict)

    def stored(self, with_records: Iterable[str] = ()) -> list[DealRange]:
        """Return the ranges of deals that are stored, sorted; they do not overlap.

        Parameters
        ----------
        with_records : iterable of str
            Return only shards whose records are all stored in these folders too.
        """
        ranges = self._verified_ranges(SUMS)
        for kind in with_records:
            gaps = missing_in(self.stored_records(kind), ranges[-1].last + 1 if ranges else 0)
            ranges = [range for range in ranges if not any(range.overlaps(gap) for gap in gaps)]
        return ranges

    def stored_records(self, kind: str = RECORDS) -> list[DealRange]:
        """Return the ranges of deals that a folder of records has, a range for each file."""
        return self._verified_ranges(kind)

    def record_files(self, kind: str = RECORDS) -> list[Path]:
        """Return the Parquet files of a folder of records, sorted by their deals."""
        return [self._path(kind, stored_record) for stored_record in self.stored_records(kind)]

    def write(
        self,
        deals: DealRange,
        totals: Totals,
        write_records: Mapping[str, Callable[[Path], None]] = _NONE,
    ) -> None:
        """Store the sums of some deals, after their records, and merge complete ranges.

        Parameters
        ----------
        write_records : mapping of str to function (path)
            Writes the records of each folder to that path.

        Raises
        ------
        StoreError
            If there is no space left, or the folder cannot be written.
        """
        for kind, write in write_records.items():
            self._write_file(kind, deals, write)
        self._write_arrays(deals, as_arrays(totals))
        with self._lock:
            wholes = [_range_around(deals, size) for size in reversed(MERGED_DEALS)]
            if self._may_be_whole(wholes[0], deals):
                for whole in wholes:
                    if not self._merge_into(whole):
                        break

    def merge(self) -> None:
        """Merge all shards into the ranges of `merged_ranges`."""
        stored = self.stored()
        with self._lock:
            for merged_range in merged_ranges(stored[-1].last + 1) if stored else ():
                self._merge_into(merged_range)

    def join_records(
        self, join: Callable[[Sequence[Path], Path], None], size: int, kind: str = RECORDS
    ) -> None:
        """Join files of records into the ranges of `record_ranges`.

        Parameters
        ----------
        join : function (paths, path)
            Writes the records of some files, in this order, to one.
        size : int
            Deals of a file.
        """
        stored = self.stored_records(kind)
        with self._lock:
            for whole in record_ranges(stored[-1].last + 1, size) if stored else ():
                parts = [deals for deals in stored if whole.contains(deals)]
                if parts == [whole] or sum(part.deals for part in parts) != whole.deals:
                    continue
                paths = [self._path(kind, part) for part in parts]
                self._write_file(kind, whole, partial(join, paths))
                for part in parts:
                    self._drop(kind, part)

    def read(self, deals: DealRange, kinds: Mapping[str, type[Sums]]) -> Totals:
        """Return the sums of a shard.

        Raises
        ------
        StoreError
            If its file cannot be read.
        """
        by_metric: dict[str, dict[str, Any]] = {name: {} for name in kinds}
        for key, array in self.arrays(deals).items():
            metric, _, name = key.partition(":")
            if metric in by_metric:
                by_metric[metric][name] = array
        try:
            return {name: kind.from_arrays(by_metric[name]) for name, kind in kinds.items()}
        except KeyError as error:
            raise StoreError(
                f"{self._path(SUMS, deals)}: lacks {error}, so it was written by another version "
                "of the program; run the scenario again with --replace."
            ) from None

    def arrays(self, deals: DealRange) -> dict[str, Any]:
        """Return the sums of a shard, arrays as in `Sums`, by metric and dotted name.

        Raises
        ------
        StoreError
            If its file cannot be read.
        """
        path = self._path(SUMS, deals)
        arrays = read_arrays(path)
        for key in [key for key in arrays if key.endswith(_HIGH)]:
            name = key.removesuffix(_HIGH)
            if name not in arrays:
                raise StoreError(f"{path}: lacks {name!r}.")
            arrays[name] = whole(arrays.pop(key), arrays[name])
        return arrays

    def file(self, deals: DealRange) -> Path:
        """Return the file of a shard."""
        return self._path(SUMS, deals)

    def drop(self, deals: DealRange) -> None:
        """Delete a shard, so that its games are played again."""
        self._drop(SUMS, deals)

    def drop_stray_records(self) -> None:
        """Delete records without sums, which a run leaves that is killed between the two."""
        stored = self.stored()
        for kind in RECORD_FOLDERS:
            for one in self.stored_records(kind):
                if any(one.overlaps(gap) for gap in missing_in(stored, one.last + 1)):
                    self._drop(kind, one)

    def _verified_ranges(self, kind: str) -> list[DealRange]:
        """Return the ranges that are stored; move away files that are damaged or overlap others."""
        ranges = [
            deals
            for path in sorted(self._place(kind).glob("*.*"))
            if path.suffix in (".npz", ".parquet")
            and (deals := self._verified_range(path)) is not None
        ]
        # A run that is killed while it merges shards leaves the parts beside the whole.
        disjoint: list[DealRange] = []
        for deals in sorted(ranges, key=lambda one: (one.first, -one.last)):
            if disjoint and disjoint[-1].contains(deals):
                self._drop(kind, deals)
            elif disjoint and disjoint[-1].overlaps(deals):
                path = self._path(kind, deals)
                self._move_away(path, f"contains deals that {disjoint[-1].stem} contains too")
            else:
                disjoint.append(deals)
        return disjoint

    def _verified_range(self, path: Path) -> DealRange | None:
        """Return the deals of a file; move it away if it is not a shard of this cell."""
        name = _FILE.fullmatch(path.name)
        deals = DealRange(int(name[1]), int(name[2])) if name else DealRange(0, -1)
        if name is None or not deals.deals > 0 or not path.name.startswith(f"{deals.stem}-"):
            self._move_away(path, "does not have the name of a shard")
            return None
        self._files[path.parent.parent.name, deals.stem] = path
        if not self.key:
            return deals
        try:
            if not is_regular(path):
                self._move_away(path, "is not a regular file")
                return None
            state = path.stat()
            file = str(path.absolute()), self.key, state.st_size, state.st_mtime_ns
            if file not in _verified:
                if self._digest(path, deals) != name[3]:
                    self._move_away(path, DAMAGED)
                    return None
                _verified.add(file)
        except FileNotFoundError:  # another process has merged it with others
            return None
        except OSError as error:
            raise StoreError(f"{path}: cannot be read ({error.strerror}).") from None
        return deals

    def _may_be_whole(self, whole: DealRange, written: DealRange) -> bool:
        """Count deals that were just written; return whether all deals of a range may be stored."""
        if whole in self._counts:
            self._counts[whole] += written.deals
        else:
            self._counts[whole] = sum(one.deals for one in self._listed() if whole.contains(one))
        return self._counts[whole] >= whole.deals

    def _merge_into(self, whole: DealRange) -> bool:
        """Merge shards into one if all its deals are stored; return whether it is one shard now."""
        parts = [deals for deals in self._listed() if whole.contains(deals)]
        if parts == [whole]:
            return True
        if sum(part.deals for part in parts) != whole.deals:
            return False
        totals = self.arrays(parts[0])
        for part in parts[1:]:
            for name, array in self.arrays(part).items():
                totals[name] = added(totals[name], array)
        self._write_arrays(whole, totals)
        for part in parts:
            self._drop(SUMS, part)
        return True

    def _listed(self) -> list[DealRange]:
        names = sorted(path.name for path in self._place(SUMS).glob("*.*"))
        matches = (_FILE.fullmatch(name) for name in names)
        return [DealRange(int(match[1]), int(match[2])) for match in matches if match]

    def _write_arrays(self, deals: DealRange, arrays: Mapping[str, Any]) -> None:
        stored: dict[str, Any] = {}
        for name, array in arrays.items():
            if array.dtype == object:
                stored[name + _HIGH], stored[name] = halves(array)
            else:
                stored[name] = array

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez_compressed(file, **stored)

        self._write_file(SUMS, deals, write)

    def _write_file(self, kind: str, deals: DealRange, write: Callable[[Path], Any]) -> None:
        """Write a file and name it after its contents."""
        suffix = "npz" if kind == SUMS else "parquet"
        path = self._place(kind) / f"{deals.stem}.{suffix}"
        digests: list[str] = []

        def write_and_digest(part: Path) -> None:
            write(part)
            digests.append(self._digest(part, deals))

        with writing_in(self.folder):
            write_whole(
                path,
                write_and_digest,
                lambda: path.with_name(f"{deals.stem}-{digests[0]}.{suffix}"),
            )

    def _digest(self, path: Path, deals: DealRange) -> str:
        digest = hashlib.sha256(f"{self.key} {deals.stem} ".encode())
        with path.open("rb") as file:
            while block := file.read(io.DEFAULT_BUFFER_SIZE * 32):
                digest.update(block)
        return digest.hexdigest()[:16]

    def _move_away(self, path: Path, why: str) -> None:
        with writing_in(self.folder):
            self.notices.append(move_away(self.folder, path, why))

    def _place(self, kind: str) -> Path:
        prefix = VARIANT if kind in RECORD_FOLDERS else ""
        return self.folder / kind / f"{prefix}{folder_name(self.cell)}"

    def _path(self, kind: str, deals: DealRange) -> Path:
        path = self._files.get((kind, deals.stem))
        if path is None or not path.exists():
            path = next(self._place(kind).glob(f"{deals.stem}-*"), self._place(kind) / deals.stem)
        return path

    def _drop(self, kind: str, deals: DealRange) -> None:
        with writing_in(self.folder):
            self._path(kind, deals).unlink(missing_ok=True)


def as_arrays(totals: Totals) -> dict[str, Any]:
    """Return the arrays of sums, by metric and dotted name."""
    return {
        f"{metric}:{name}": array
        for metric, sums in totals.items()
        for name, array in sums.arrays().items()
    }


def move_away(folder: Path, path: Path, why: str) -> str:
    """Move a file that cannot be used out of a run's way; return a sentence on it.

    Raises
    ------
    OSError
        If it cannot be moved.
    """
    place = folder / UNUSABLE / path.relative_to(folder)
    place.parent.mkdir(parents=True, exist_ok=True)
    os.replace(path, place)
    return f"{path} {why}. It was moved to {place.parent}, and its games are played again."


def folder_name(cell: str) -> str:
    """Return the folder of a cell: a valid name on any system, and another one for each cell."""
    simple = re.sub(r"[^a-z0-9.+-]+", "_", cell.lower())[:_LONGEST_FOLDER]
    if simple == cell and not simple.startswith(".") and is_file_name(simple):
        return simple
    if not is_file_name(simple):
        simple = simple.replace(".", "_")
    return f"{simple}-{hashlib.sha256(cell.encode()).hexdigest()[:8]}"
