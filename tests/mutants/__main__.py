"""``python -m tests.mutants GAME``: plants mistakes in the rules and tells which tests miss."""

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.operators import Mutant
from tests.mutants.results import (
    MISSED,
    Result,
    append_result,
    judged_table,
    read_results,
    read_reviewed,
    summary,
    table,
    wrongly_judged,
)
from tests.mutants.targets import ROOT, TARGETS, Target


def main(words: Sequence[str]) -> int:
    """Do what the command line says; 0 if done, 1 if a judged mutant was caught after all."""
    asked = _parser().parse_args(words)
    target = TARGETS[asked.game]
    # Before anything of the game is loaded.
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "OPENBLAS_NUM_THREADS": "1"}
    os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="mutants-")
    tempfile.tempdir = None
    try:
        return hunt(target, asked)
    finally:
        shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)


def hunt(target: Target, asked: argparse.Namespace) -> int:
    """Plant the mutants asked for, keep and tell what came out."""
    # Only now: these load the game.
    import pytest  # noqa: PLC0415

    from tests.mutants.hunt import Hunt  # noqa: PLC0415
    from tests.mutants.planting import mutants_in  # noqa: PLC0415

    judged = read_reviewed(target.reviewed)
    out = asked.out or target.kept.with_suffix(".jsonl")
    again = {
        each.key
        for each in (read_results(asked.again) if asked.again else ())
        if each.verdict in MISSED and each.key not in judged
    }
    sizes: dict[str, int] = {}
    there: set[str] = set()
    results: list[Result] = []
    planted: list[Mutant] = []

    def choose() -> list[Mutant]:
        mutants = {file: mutants_in(target.root, file) for file in target.sources()}
        sizes.update({file: len(each) for file, each in mutants.items() if each})
        there.update(each.key for some in mutants.values() for each in some)
        chosen = sample(mutants, asked.sample, asked.seed)
        chosen = [each for each in chosen if _is_asked(each, asked)]
        if asked.again:
            chosen = [each for each in chosen if each.key in again]
        if asked.more:
            planted_before = {each.key for each in read_results(out)}
            chosen = [each for each in chosen if each.key not in planted_before]
        print(f"{len(chosen):,} mutants of {sum(sizes.values()):,}", flush=True)
        if asked.list:
            print(*(f"{each.lines[0]:4} {each.kind:10} {each.key}" for each in chosen), sep="\n")
            return []
        if not (asked.again or asked.more):
            out.unlink(missing_ok=True)
        planted.extend(chosen)
        return chosen

    def tell(result: Result) -> None:
        results.append(result)
        append_result(out, result)
        if result.verdict in MISSED and result.key not in judged:
            print(f"{len(results):,}/{len(planted):,} {result.verdict}: {result.line} {result.key}")
        elif len(results) % 50 == 0:
            print(f"{len(results):,}/{len(planted):,}", flush=True)

    plugin = Hunt(target, choose, tell, asked.budget, asked.workers)
    code = pytest.main(
        [
            *(str(target.root / each) for each in target.tests),
            *(f"--ignore={target.root / each}" for each in target.left_out),
            *("-qq", "-s", "-p", "no:xdist", "-p", "no:cacheprovider"),
            *(f"--rootdir={target.root}", f"--basetemp={tempfile.mkdtemp()}/tests"),
            *("-o", "tmp_path_retention_policy=none"),
        ],
        plugins=[plugin],
    )
    if not plugin.items:
        print("no tests could be collected; run pytest uncompiled to see why")
        return 1
    if not results:
        return int(code not in (0, 5))
    everything = [each for each in read_results(out) if each.key in there]
    told = table(everything, judged, sizes) + "\n\n" + judged_table(everything, judged)
    print(told, summary(everything, judged), sep="\n\n")
    if asked.markdown:
        asked.markdown.write_text(told + "\n")
    wrong = wrongly_judged(everything, judged)
    for key in wrong:
        print(f"judged to be no mistake in {target.reviewed.name}, but a test caught it: {key}")
    return int(bool(wrong))


def sample(mutants: dict[str, list[Mutant]], size: int | None, seed: int) -> list[Mutant]:
    """Return mutants by lot, of each file in proportion; a larger sample holds a smaller one.

    Parameters
    ----------
    mutants
        All, by file.
    size
        How many, about; None for all.
    seed
        Of the lot.
    """
    total = sum(map(len, mutants.values()))
    chosen: list[Mutant] = []
    for file, all_of_file in mutants.items():
        some = random.Random(f"{seed} {file}").sample(all_of_file, len(all_of_file))
        chosen += some if size is None else some[: -(-len(some) * size // total)]
    return random.Random(seed).sample(chosen, len(chosen))


def _is_asked(mutant: Mutant, asked: argparse.Namespace) -> bool:
    in_file = not asked.files or any(part in mutant.file for part in asked.files)
    return in_file and (not asked.only or any(part in mutant.key for part in asked.only))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", choices=list(TARGETS))
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--files", action="append", default=[], metavar="PART")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT")
    parser.add_argument("--again", type=Path, metavar="FILE")
    parser.add_argument("--more", action="store_true")
    parser.add_argument("--budget", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--out", type=Path, metavar="FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE")
    return parser


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
