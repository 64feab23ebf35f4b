"""Published results of Dominion, for `balance verify dominion`.

Those of openings are exact.  Those of one player alone were computed by dynamic programming.  Win
rates are from a public simulator and a separate implementation that played the same buy lists.
"""

import csv
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import groupby
from pathlib import Path

from balance.engine.services import Figure, Reference, Sampler
from balance.games.dominion.services.openings import OPENINGS, SHOWN, OpeningSampler, ShownSampler

DATA = Path(__file__).parents[1] / "data"
SAMPLES = 1_000_000  # deals that count


@cache
def published_results() -> tuple[Reference, ...]:
    """Return the results of openings, one player alone, win rates, and mirrors."""
    return (*_openings(), *_games())


def _openings() -> Iterator[Reference]:
    for name, rows in groupby(_rows("reference_openings.csv"), lambda row: row["name"]):
        figures = tuple(
            Figure(
                row["measure"], float(Fraction(row["expected"])), float(row["within"]), "", "exact"
            )
            for row in rows
        )
        measures = tuple(figure.measure for figure in figures)
        sample: Sampler
        if name in OPENINGS:
            sample = OpeningSampler(OPENINGS[name], measures)
            games = round(SAMPLES / OPENINGS[name].share)
        else:
            sample, games = ShownSampler(SHOWN[name], measures), SAMPLES
        yield Reference(
            name, "openings", figures, games, source="rational numbers, from the rules",
            sample=sample,
        )  # fmt: skip


def _games() -> Iterator[Reference]:
    for _, group in groupby(_rows("reference_games.csv"), lambda row: (row["group"], row["name"])):
        rows = list(group)
        figures = tuple(
            Figure(
                row["measure"], float(row["expected"]), float(row["within"]), row["unit"],
                row["trust"],
            )
            for row in rows
        )  # fmt: skip
        row = rows[0]
        table = tomllib.loads(f"table = {{ {row['table']} }}")["table"]
        yield Reference(
            row["name"], row["group"], figures, int(row["games"]), tuple(row["bots"].split()),
            table, row["source"],
        )  # fmt: skip


def _rows(file: str) -> list[Mapping[str, str]]:
    with (DATA / file).open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))
