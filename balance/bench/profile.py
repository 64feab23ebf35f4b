"""The share of each function in the time of a decision, sampled by Linux's `perf`.

Compiled code has no file with its function names, so a map of addresses is written to where `perf`
looks for it: ``/tmp/perf-PID.map``.  An inlined function counts as part of its callers.
"""

import gc
import os
import re
import signal
import struct
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from balance.bench.game_speed import Row, Timer, benched_games, rows_of
from balance.bench.line_profile import line_shares
from balance.bench.reference_loop import ReferenceLoop
from balance.bench.speed_change import rich_table
from balance.compiling.dispatchers import kept_code
from balance.compiling.jit import CompiledFunction, is_compiled
from balance.compiling.parts import part_libraries
from balance.errors import ScenarioError, StoreError
from balance.portable import write_text

SMALLEST_SHARE = 0.01  # smaller ones are summed up in a line
_SAMPLES = 4000  # per second
_LARGEST = 1 << 17  # bytes, of a function whose end is unknown
_SYMBOLS = 2  # the type of a section of symbols, see elf(5)
_SYMBOL = struct.Struct("<IBBHQQ")  # name, type and binding, other, section, place, size
_FUNCTION = 2  # the type of a symbol
_STARTED = 1.0  # seconds until perf is attached


@dataclass(frozen=True)
class Profile:
    """The profile of a row.

    Attributes
    ----------
    shares : mapping of str to float
        By function, as ``games.valeria.rules.harvest.harvest``; all code outside of this package
        is "other".
    """

    row: Row
    nanoseconds: float  # processor time per decision
    shares: dict[str, float]


def profile_rows(name: str, pattern: str, seconds: float) -> None:
    """Print the profiles of the rows of a game whose names contain a text.

    Of a game as text these name its lines, of others their functions.

    Parameters
    ----------
    name : str
        The game's name or folder.
    pattern : str
        Part of the name of a row, such as ``greedy, 4 players``.
    seconds : float
        Processor time for each row.

    Raises
    ------
    ScenarioError
        If there is no such game, or no such row.
    StoreError
        If `perf` is missing, or may not attach to this process.
    """
    (game,) = benched_games(name).values()
    rows = list(rows_of(game))
    wanted = [row for row in rows if pattern in row.name]
    if not wanted:
        names = "; ".join(row.name for row in rows)
        raise ScenarioError(f"--profile: no row has {pattern!r} in its name ({names})")
    console = Console(highlight=False, markup=False)
    for row in wanted:
        if game.described_in is None:
            console.print(profile_table(profile(row, seconds)))
        else:
            console.print(line_table(row, line_shares(name, row.name, seconds)))


def profile(row: Row, seconds: float) -> Profile:
    """Return the profile of a row.

    Raises
    ------
    StoreError
        If `perf` is missing, or may not attach to this process.
    """
    with kept_code():
        timer = Timer(row, ReferenceLoop())
    with tempfile.TemporaryDirectory(prefix="balance-profile-") as folder:
        data = Path(folder) / "perf.data"
        names = Path(f"/tmp/perf-{os.getpid()}.map")
        write_text(names, "\n".join(map_lines(dict(compiled_symbols()))) + "\n")
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", f"{_SAMPLES}", "-o", str(data)]
        try:
            perf = subprocess.Popen([*record, "-p", f"{os.getpid()}"], stderr=subprocess.PIPE)
            time.sleep(_STARTED)
            begun = time.process_time()
            while time.process_time() - begun < seconds:
                timer.repeat()
            perf.send_signal(signal.SIGINT)
            _, messages = perf.communicate()
            script = ["perf", "script", "-i", str(data), "-F", "ip,sym"]
            samples = subprocess.run(script, check=False, capture_output=True, text=True)
        except FileNotFoundError:
            raise StoreError("--profile: needs perf, the profiler of Linux") from None
        finally:
            names.unlink(missing_ok=True)
    if samples.returncode != 0 or not samples.stdout.strip():
        reason = messages.decode(errors="replace").strip().splitlines() or ["no samples"]
        raise StoreError(f"--profile: perf cannot attach to this process ({reason[0]})")
    return Profile(row, timer.speed().nanoseconds, shares_of(samples.stdout.splitlines()))


def compiled_symbols() -> Iterator[tuple[int, str]]:
    """Yield address and mangled name of every compiled function of this process."""
    ours = [item for item in gc.get_objects() if is_compiled(item)]
    for function in [item for item in ours if not isinstance(item, CompiledFunction)]:
        for overload in function.overloads.values():
            yield from symbols_of(overload.library)
    for library in part_libraries():
        yield from symbols_of(library)


def symbols_of(library: Any) -> Iterator[tuple[int, str]]:
    """Yield address and mangled name of the functions in numba's library for one function.

    They are the function itself and its copies of others, see `balance.compiling.local_code`.
    """
    engine = library._codegen._engine._ee
    functions = functions_of(library._compiled_object or getattr(library, "kept_code", b""))
    begins = {}  # of each section in memory
    for name, section, place, is_open in functions:
        address = engine.get_function_address(name) if is_open else 0
        if address:
            begins[section] = address - place
    for name, section, place, _ in functions:
        if section in begins:
            yield begins[section] + place, name


def functions_of(code: bytes) -> list[tuple[str, int, int, bool]]:
    """Return the functions in an object file of 64-bit Linux (ELF), or none.

    Of each, name, number of its section, place in it, and whether it can be found by its name.
    """
    if code[:5] != b"\x7fELF\x02":
        return []
    first, size, count = *struct.unpack_from("<Q", code, 0x28), *struct.unpack_from("<HH", code, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, first + size * i) for i in range(count)]
    found = []
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind != _SYMBOLS:
            continue
        names = sections[link][4]
        for at in range(start, start + length, _SYMBOL.size):
            name, info, _, section, place, _ = _SYMBOL.unpack_from(code, at)
            if info & 15 == _FUNCTION and section:
                text = code[names + name : code.index(b"\0", names + name)].decode()
                found.append((text, section, place, info >> 4 != 0))
    return found


def map_lines(symbols: dict[int, str]) -> Iterator[str]:
    """Yield the lines of a map for `perf`: hexadecimal address and size, and name."""
    places = sorted(symbols)
    ends = [*places[1:], places[-1] + _LARGEST]
    for place, end in zip(places, ends, strict=True):
        yield f"{place:x} {min(end - place, _LARGEST):x} {dotted_name(symbols[place])}"


def dotted_name(mangled: str) -> str:
    """Return the dotted name of a function compiled by numba; else the name unchanged."""
    start = re.search(r"_ZN(?=\d)", mangled)
    if start is None:
        return mangled
    rest, parts = mangled[start.end() :], []
    while length := re.match(r"\d+", rest):
        end = length.end() + int(length[0])
        parts.append(rest[length.end() : end])
        rest = rest[end:]
    return ".".join(parts)


def shares_of(sampled: Sequence[str]) -> dict[str, float]:
    """Return the share of each function among lines of address and name, the largest first.

    The reference loop, which runs beside the games, is left out.
    """
    names = [line.split(maxsplit=1)[-1] for line in sampled if line.strip()]
    counts = Counter(
        name.removeprefix("balance.") if name.startswith(("balance.", "examples.")) else "other"
        for name in names
        if not name.startswith("balance.bench.reference_loop")
    )
    return {name: count / counts.total() for name, count in counts.most_common()}


def largest_shares(shares: Mapping[str, float]) -> dict[str, float]:
    """Return the shares that are worth a line, and last what all others come to."""
    named = {name: share for name, share in shares.items() if share >= SMALLEST_SHARE}
    named["other, each below 1%"] = 1 - sum(named.values())
    return named


def line_table(row: Row, shares: Mapping[str, float]) -> Table:
    """Return the shares of the lines of a game as text as a table."""
    title = f"{row.name}: how much of the program is read for each line"
    cells = ((line, f"{share:.1%}") for line, share in largest_shares(shares).items())
    return rich_table(title, ("line", "share"), cells)


def profile_table(profiled: Profile) -> Table:
    """Return a profile as a table: share and nanoseconds per decision, by function."""
    title = f"{profiled.row.name}: {profiled.nanoseconds:,.0f} ns a decision"
    named = largest_shares(
        {name: share for name, share in profiled.shares.items() if name != "other"}
    )
    return rich_table(title, ("function", "share", "ns"), (
        (name, f"{share:.1%}", f"{share * profiled.nanoseconds:,.0f}")
        for name, share in named.items()
    ))  # fmt: skip
