"""What came out: kept as lines of JSON, told as a table with intervals."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scipy.special import ndtri

from balance.stats.intervals import LEVEL, wilson

CAUGHT = ("caught", "too slow", "crashed")
MISSED = ("survived", "never run")


@dataclass(frozen=True)
class Result:
    """What became of a mutant.

    Attributes
    ----------
    key, file, kind, line
        Of the mutant.
    verdict
        caught, too slow or crashed (both caught as well), survived, never run.
    by
        The test that caught it.
    tests
        That were to be run.
    seconds
        By the clock.
    """

    key: str
    file: str
    kind: str
    line: int
    verdict: str
    by: str | None
    tests: int
    seconds: float


def read_results(path: Path) -> list[Result]:
    """Return the results in a file, of each mutant the last."""
    lines = path.read_text().splitlines() if path.exists() else []
    found = {result.key: result for result in (Result(**json.loads(line)) for line in lines)}
    return list(found.values())


def append_result(path: Path, result: Result) -> None:
    """Add a result to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(asdict(result)) + "\n")


def read_reviewed(path: Path) -> dict[str, str]:
    """Return the mutants judged to be no mistake, by key, with the reason.

    Raises
    ------
    ValueError
        If one has no reason, or stands there twice.
    """
    judged: dict[str, str] = {}
    entries = tomllib.loads(path.read_text()).get("equivalent", []) if path.exists() else []
    for entry in entries:
        for text in entry["mutants"]:
            key = f"{entry['where']}: {text}"
            if key in judged or not entry["reason"].strip():
                raise ValueError(f"{path}: {key} is judged twice, or without a reason")
            judged[key] = entry["reason"].strip()
    return judged


def wrongly_judged(results: Iterable[Result], judged: Mapping[str, str]) -> list[str]:
    """Return the mutants that were judged to be no mistake, but that a test caught."""
    return [each.key for each in results if each.key in judged and each.verdict in CAUGHT]


def table(results: Sequence[Result], judged: Mapping[str, str], sizes: Mapping[str, int]) -> str:
    """Return the table for the docs: a row for each file, and all.

    Parameters
    ----------
    results
        Of the mutants that were planted.
    judged
        Those that are no mistake, with reasons.
    sizes
        How many mutants each file can have.
    """
    rows = [
        "| file | possible | planted | caught | no mistake | missed | share of mistakes caught |"
        " with those judged no mistake |",
        "|---|---:|---:|---:|---:|---:|---|---|",
    ]
    files = sorted({each.file for each in results})
    for name in [*files, ""]:
        some = [each for each in results if name in ("", each.file)]
        caught = sum(each.verdict in CAUGHT for each in some)
        equal = sum(each.verdict in MISSED and each.key in judged for each in some)
        rows.append(
            f"| {name.removeprefix('balance/games/') or 'all'} "
            f"| {sizes[name] if name else sum(sizes.values()):,} | {len(some):,} | {caught:,} "
            f"| {equal:,} | {len(some) - caught - equal:,} | {_share(caught, len(some) - equal)} "
            f"| {_share(caught, len(some))} |"
        )
    return "\n".join(rows)


def judged_table(results: Sequence[Result], judged: Mapping[str, str]) -> str:
    """Return the mutants that were judged to be no mistake, those of one reason in one row."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for each in results:
        if each.verdict in MISSED and each.key in judged:
            function = each.key.split(": ")[0].removeprefix("balance/games/")
            file, name = function.split(" ")
            reasons.setdefault((file, judged[each.key]), []).append(name)
    rows = ["| file | functions | mutants | why it is no mistake |", "|---|---|---:|---|"]
    rows += [
        f"| {file} | {', '.join(dict.fromkeys(names))} | {len(names)} | {reason} |"
        for (file, reason), names in sorted(reasons.items())
    ]
    return "\n".join(rows)


def summary(results: Sequence[Result], judged: Mapping[str, str]) -> str:
    """Return what caught how many, and the kinds of mistake that were missed."""
    catchers = Counter(_catcher(each) for each in results if each.verdict in CAUGHT)
    missed = [each for each in results if each.verdict in MISSED and each.key not in judged]
    lines = ["caught by " + ", ".join(f"{name} {n:,}" for name, n in catchers.most_common())]
    lines += [f"{each.verdict}: {each.file}:{each.line} {each.key}" for each in missed]
    return "\n".join(lines)


def _catcher(result: Result) -> str:
    by = result.by or ""
    if result.verdict == "too slow":
        return "a time-out"
    if "/duels/" in by:
        return "a game against the referee"
    return "a test of a rule" if "test_rules_" in by else "another test"


def _share(part: int, whole: int) -> str:
    """Return a share in percent with its Wilson interval."""
    if whole == 0:
        return "-"
    low, high = wilson(part / whole, whole, ndtri((1 + LEVEL) / 2))
    return f"{100 * part / whole:.1f} % ({100 * float(low):.1f} to {100 * float(high):.1f})"
