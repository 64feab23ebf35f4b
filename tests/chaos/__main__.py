"""`python -m tests.chaos`: attacks for some minutes, and a table of what came of them.

The exit code is 1 if any number was wrong, or lost, or if there was a traceback.  Attack number i
of a seed is always the same one, up to the moment at which a process is killed.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.chaos.attacks import ATTACKS, undisturbed
from tests.chaos.runs import Attacked, WrongError, contents


@dataclass
class Outcomes:
    """What came of the attacks of one kind."""

    runs: int = 0
    attacks: int = 0
    commands: Counter[str] = field(default_factory=Counter)  # by "went on" or "refused"
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Outcomes") -> None:
        """Add those of other runs."""
        self.runs, self.attacks = self.runs + other.runs, self.attacks + other.attacks
        self.commands += other.commands
        self.wrong += other.wrong


def attack_for(
    seconds: float, seed: int, first: int, step: int, least: int = 1
) -> dict[str, Outcomes]:
    """Attack runs until the time is over: number `first`, `first` + `step` and so on.

    On a busy machine it takes longer: so many runs are attacked at least.
    """
    outcomes = {name: Outcomes() for name in ATTACKS}
    ends, number = time.monotonic() + seconds, first
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        folder = Path(name)
        wholes: dict[bool, tuple[dict[str, bytes], float]] = {}
        names, weights = list(ATTACKS), [weight for _, weight in ATTACKS.values()]
        while time.monotonic() < ends or number < first + step * least:
            rng = Random(f"{seed} {number}")
            records = rng.random() < 0.3
            if records not in wholes:
                reference, needed = undisturbed(folder / f"whole-{records}", records)
                wholes[records] = contents(reference.run), needed
            kind = rng.choices(names, weights)[0]
            attacked = Attacked(folder / f"attacked-{first}", rng, records)
            found = outcomes[kind]
            found.runs += 1
            try:
                found.attacks += ATTACKS[kind][0](attacked, *wholes[records])
            except WrongError as wrong:
                found.wrong.append(f"number {number} of seed {seed}, {kind}: {wrong}")
            except Exception as error:  # of the attack itself: the others go on
                found.wrong.append(f"number {number} of seed {seed}, {kind}, failed: {error!r}")
            found.commands += Counter(attacked.outcomes)
            number += step
    return outcomes


def main() -> None:
    """Attack on all cores, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1200.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--number", type=int, help="carry out this attack alone")
    options = parser.parse_args()
    total = {name: Outcomes() for name in ATTACKS}
    if options.number is not None:
        parts = [attack_for(0.001, options.seed, options.number, 1)]
    else:
        share = [
            (options.seconds, options.seed, first, options.processes)
            for first in range(options.processes)
        ]
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(options.processes, fork) as pool:
            parts = list(pool.map(attack_for, *zip(*share, strict=True)))
    for part in parts:
        for name, outcomes in part.items():
            total[name].add(outcomes)
    print("| attack | runs | attacks | commands that went on | refused with a sentence | wrong |")
    print("|---|---|---|---|---|---|")
    sums = Outcomes()
    for name, found in total.items():
        sums.add(found)
        print(_row(name, found))
    print(_row("all", sums))
    print("\n".join(sums.wrong), file=sys.stderr)
    sys.exit(bool(sums.wrong))


def _row(name: str, found: Outcomes) -> str:
    went_on, refused = found.commands["went on"], found.commands["refused"]
    return (
        f"| {name} | {found.runs} | {found.attacks} | {went_on} | {refused} | {len(found.wrong)} |"
    )


if __name__ == "__main__":
    main()
