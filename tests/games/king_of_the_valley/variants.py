"""The variants of which engine and referee play many games each, and tables of them by lot."""

import csv
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from balance.games.king_of_the_valley.table.options import DATA_SETS, DataSet, Options
from tests.games.comparison import Seen
from tests.games.duels import play_deals
from tests.games.king_of_the_valley.duel import Duel
from tests.games.king_of_the_valley.referee import DATA, Sheets, read_sheets
from tests.games.king_of_the_valley.referee.sheets import COLUMNS, STAGES, key

Cells = dict[str, dict[str, dict[str, object]]]  # by file, row and column
Rows = list[dict[str, object]]
GAMES = 5  # at a table
SEATS = (2, 3, 4)
ORDERS = "ABCD"
# What engine and referee have to come to.
RARE_THINGS = {
    *("2 monks", "3 monks", "4 monks", "gold on a monk", "paid with a monk's gold"),
    *("ended on a monk's space", "back to the start", "ended on nothing", "shared space"),
    *("1 wizards", "2 wizards", "3 wizards", "give jester", "take jester", "recruit jester"),
    *("2 jesters", "3 jesters", "2 tiles", "3 tiles", "gold in the valley"),
    *("1 of 1 with a need", "1 of 2 with a need", "2 of 2 with a need", "0 of 2 with a need"),
    *("1 of 3 with a need", "2 of 3 with a need", "3 of 3 with a need", "turn jesters"),
    *("two ways to tax", "tax 2 groups", "tax 3 groups", "claim with 2 jesters"),
    *("claim with 3 jesters", "no marker for a bonus", "two bonuses in a turn"),
    *("order of 3", "order of 4", "order of 5", "shared win", "won by influence"),
    *("ending 0", "ending 1", "extra round", "too many turns", "nothing to collect"),
    *("one column suffices", "refill from a short column", "refill from both columns"),
    *("a space stays empty", "empty space at the end", "two recruits in a turn"),
}
# How much random players like what they may do; a table of players has one taste.
RARE = (
    *("2 monks", "3 monks", "4 monks", "paid with a monk's gold", "gold on a monk"),
    *("ended on a monk's space", "back to the start", "ended on nothing", "shared space"),
    *("2 wizards", "3 wizards", "2 jesters", "3 jesters", "2 tax_collectors", "3 tax_collectors"),
)
OFTEN = ("1 monks", "1 wizards", "1 tax_collectors", "2 tiles", "3 tiles", "recruit jester")
ALONE = ("1 tax_collectors", "1 wizards", "1 jesters", "2 tax_collectors", "nobody")
TASTES: tuple[dict[str, float], ...] = (
    {},
    {**dict.fromkeys(RARE, 40), **dict.fromkeys(OFTEN, 8), "claim": 9, "give jester": 3},
    {**dict.fromkeys(RARE, 400), **dict.fromkeys(ALONE, 0.03), "3 tiles": 30, "claim": 30},
    {"claim": 0.05, "recruit": 4, "3 tiles": 300, "2 tiles": 100, "ended on nothing": 100},
)


@dataclass
class Drawn:
    """A table by lot, the same for engine and referee.

    Attributes
    ----------
    cells
        Cells changed in the printed sheets.
    rows
        Whole sheets, by the name of the file.
    data
        A shipped data set.
    extra_gold
        By seat.
    """

    cells: Cells = field(default_factory=dict)
    rows: dict[str, Rows] = field(default_factory=dict)
    data: DataSet = "base"
    extra_gold: tuple[int, ...] = ()


def as_printed(rng: random.Random) -> Drawn:
    """The printed game."""
    return Drawn()


def data_set(rng: random.Random) -> Drawn:
    """One of the data sets of K1."""
    return Drawn(data=rng.choice(list(DATA_SETS)[1:]))


def switched(rng: random.Random) -> Drawn:
    """Other numbers of the game, other prices, and gold by seat."""
    drawn = Drawn({"params.csv": params(rng), "hill.csv": {}})
    prices = sorted(rng.randint(0, 12) for _ in range(6))
    for row, price in enumerate(prices, 1):
        drawn.cells["hill.csv"][str(row)] = {"price": price}
    if rng.random() < 0.5:
        drawn.extra_gold = tuple(rng.randint(0, 5) for _ in range(2))
    return drawn


def special(rng: random.Random) -> Drawn:
    """Many jesters and wizards; or so many recruits that a turn may bring two bonuses."""
    if rng.random() < 0.5:
        counts = composition(rng, rng.randint(5, 8), wizards=4, jesters=12)
        changed = params(rng)
    else:
        counts = composition(rng, len(COMMON), wizards=3, jesters=8, most=4)
        rich = {"start_gold": 90, "max_recruits_per_turn": 5, "kingdom_bonus_per_turn": 3}
        changed = values(rich | {"first_recruit_round": 1})
    drawn = boxed(rng, counts, [collector(rng, number, 5) for number in range(rng.randint(1, 9))])
    drawn.cells["params.csv"] = changed
    return drawn


def monastic(rng: random.Random) -> Drawn:
    """All monks in the valley at once, and tiles of few names, so that many lie in a line."""
    counts = composition(rng, rng.randint(1, 2), wizards=1, jesters=1)
    counts |= {("monk", stage): 4 * (stage == "I") for stage in STAGES}
    drawn = boxed(rng, counts, [collector(rng, 0, 4)])
    poor_or_rich = rng.choice((1, 1, 5, 9))  # who needs a monk's gold, or can pay four monks
    gold = {"start_gold": poor_or_rich, "monk_cost": rng.choice((0, 1, 1, 2))}
    drawn.cells["params.csv"] = values(gold)
    return drawn


def taxing(rng: random.Random) -> Drawn:
    """As many tax collectors as there may be, most of a small need."""
    counts = composition(rng, rng.randint(2, 4), wizards=1, jesters=3, most=5)
    many = [collector(rng, number, 3, ("I", "II", "II", "III")) for number in range(16)]
    return boxed(rng, counts, many)


def short(rng: random.Random) -> Drawn:
    """Few tiles in the piles and a round more, so that hill and valley run empty."""
    counts = composition(rng, rng.randint(2, 9), wizards=1, jesters=2, most=2)
    drawn = boxed(rng, counts, [collector(rng, number, 4) for number in range(4)])
    changed = params(rng) if rng.random() < 0.5 else {}
    more = {"extra_final_round": 1, "start_gold": 60, "max_recruits_per_turn": rng.randint(1, 5)}
    drawn.cells["params.csv"] = changed | values(more | {"first_recruit_round": 1})
    return drawn


def barren(rng: random.Random) -> Drawn:
    """Hardly a tile that can be taken: turns without a take, and games that never end."""
    counts = {(name, stage): 0 for name in NAMES for stage in STAGES}
    for stage, wizards in zip(STAGES, (24, 8, 3), strict=True):
        counts["wizard", stage] = wizards
        counts["farmer", stage] = rng.randint(0, 3)
    counts["monk", "I"] = rng.randint(0, 4)
    needy = [collector(rng, number, 15) for number in range(rng.randint(1, 8))]
    drawn = boxed(rng, counts, needy)
    drawn.cells["params.csv"] = values({"start_gold": rng.randint(0, 2)})
    return drawn


VARIANTS: dict[str, Callable[[random.Random], Drawn]] = {
    "as printed": as_printed,
    "data sets": data_set,
    "switches": switched,
    "many jesters and wizards": special,
    "four monks": monastic,
    "sixteen collectors": taxing,
    "short of tiles": short,
    "barren": barren,
}
KNIGHTS = tuple(f"knight {order}" for order in ORDERS)
COMMON = (*(name for name in COLUMNS if name != "knight"), *KNIGHTS)
NAMES = (*COMMON, "jester", "monk", "wizard")
INFLUENCE = read_sheets(DATA).influence


def params(rng: random.Random) -> dict[str, dict[str, object]]:
    """Some numbers of the game that are not as printed."""
    fewest = rng.choice((2, 2, 3))
    drawn = {
        "start_gold": rng.randint(0, 12),
        "first_recruit_round": rng.randint(1, 4),
        "max_recruits_per_turn": rng.randint(0, 3),
        "monk_cost": rng.randint(0, 3),
        "kingdom_bonus_gold": rng.randint(0, 8),
        "kingdom_marker_points": rng.randint(0, 9),
        "kingdom_bonus_per_turn": rng.randint(0, 3),
        "kingdom_markers": rng.randint(0, 4),
        "order_bonus_3": rng.randint(0, 9),
        "order_bonus_4": rng.randint(0, 9),
        "order_bonus_5": rng.randint(0, 9),
        "couple_points": rng.randint(0, 4),
        "gold_points": rng.randint(0, 2),
        "jester_counts_in_couples": rng.randint(0, 1),
        "extra_final_round": rng.randint(0, 1),
    }
    some = rng.sample(list(drawn), rng.randint(1, len(drawn)))
    numbers = {name: drawn[name] for name in some}
    numbers |= {"same_name_min": fewest, "same_name_max": rng.randint(fewest, 4)}
    return values(numbers)


def values(numbers: Mapping[str, int]) -> dict[str, dict[str, object]]:
    """Cells of the numbers of the game."""
    return {name: {"value": number} for name, number in numbers.items()}


def composition(
    rng: random.Random, names: int, wizards: int, jesters: int, most: int = 0
) -> dict[tuple[str, str], int]:
    """How many tiles of each name lie in each stage; monks, four in all.

    Of subjects there are `names` names, with at most so many tiles in a stage that they fill it.
    """
    limits = dict.fromkeys(NAMES, 0)
    for name in rng.sample(COMMON, names):
        limits[name] = most or 24 // names
    limits |= {"wizard": wizards, "jester": jesters}
    counts = {
        (name, stage): rng.randint(0, limit) for name, limit in limits.items() for stage in STAGES
    }
    for name in KNIGHTS:  # a state holds forty
        for stage in STAGES:
            counts[name, stage] = min(counts[name, stage], 3)
    for _ in range(4):
        counts["monk", rng.choice(STAGES)] += 1
    return counts


def collector(
    rng: random.Random, number: int, most: int, stages: Sequence[str] = STAGES
) -> dict[str, object]:
    """A tax collector that needs so many at most; with more than five, always that many."""
    need = most if most > 5 else rng.choice([0, 1, 2, 2, *range(2, most + 1)])
    stage = rng.choice(stages)
    return {"id": f"T{number + 1}", "stage": stage, "requirement": need, "gold": rng.randint(0, 9)}


def boxed(
    rng: random.Random, counts: dict[tuple[str, str], int], collectors: Sequence[dict[str, object]]
) -> Drawn:
    """Sheets with these tiles, and with as many farmers more as the set-up needs."""
    row_stages = sorted(rng.choices(STAGES, k=6), key=STAGES.index)
    for stage in STAGES:
        there = sum(number for (_, of), number in counts.items() if of == stage)
        there += sum(row["stage"] == stage for row in collectors)
        needed = 2 * row_stages.count(stage) + 25 * (stage == "I")
        counts["farmer", stage] += max(0, needed - there)
    tiles: Rows = []
    for (name, stage), count in counts.items():
        kind, _, order = name.partition(" ")
        row = {"type": kind, "influence": INFLUENCE[kind], "order": order, "stage": stage}
        tiles.append(row | {"count": count})
    for stage in STAGES:
        count = sum(row["stage"] == stage for row in collectors)
        row = {"type": "tax_collector", "influence": 0, "order": "", "stage": stage}
        tiles.append(row | {"count": count})
    drawn = Drawn(rows={"tiles.csv": tiles, "tax_collectors.csv": list(collectors)})
    drawn.cells["hill.csv"] = {
        str(row): {"setup_stage": stage} for row, stage in enumerate(row_stages, 1)
    }
    return drawn


def altered(folder: Path, changes: Cells) -> None:
    """Write the tables into a folder of a test with cells changed."""
    for path in DATA.glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        wanted = changes.get(path.name, {})
        for row in rows:
            row.update({column: str(cell) for column, cell in wanted.get(key(row), {}).items()})
        with (folder / path.name).open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def edits_of(cells: Cells) -> dict[str, object]:
    """The same changes as a scenario says them."""
    return {
        f"{file.removesuffix('.csv')}.{row.lower().replace(' ', '_')}.{column}": cell
        for file, rows in cells.items()
        for row, columns in rows.items()
        for column, cell in columns.items()
    }


def game_table(
    drawn: Drawn, folder: Path, by_edits: bool
) -> tuple[Options, Sheets, dict[str, object]]:
    """Engine's options, referee's sheets and engine's edits of a table drawn."""
    altered(folder, drawn.cells)
    for name, rows in drawn.rows.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    said: dict[str, Any] = {"data": drawn.data, "extra_gold": drawn.extra_gold}
    if drawn.data != "base":
        variants = DATA / "variants"
        other = {
            sheet: variants / f"{sheet}_{name}.csv" for sheet, name in DATA_SETS[drawn.data].items()
        }
        return Options(**said), read_sheets(folder, None, **other), {}
    own = {name.removesuffix(".csv"): name for name in drawn.rows}
    if not by_edits:
        own |= {name.removesuffix(".csv"): name for name in drawn.cells}
    options = Options(**said | own, allow_other_totals=bool(drawn.rows))
    return options, read_sheets(folder), edits_of(drawn.cells) if by_edits else {}


def seen_at(variant: str, table: int, deals: Sequence[int] = range(GAMES)) -> dict[int, Seen]:
    """Let engine and referee play at a table of the variant; return what came up in each deal."""
    rng = random.Random(f"{variant} {table}")
    drawn = VARIANTS[variant](rng)
    players = SEATS[table % len(SEATS)]
    taste = TASTES[table // len(SEATS) % len(TASTES)]
    by_edits = rng.random() < 0.5
    with tempfile.TemporaryDirectory() as name:
        options, sheets, edits = game_table(drawn, Path(name), by_edits)
        duel = Duel(options, players, sheets, Path(name), edits, seed=table)
    said = f"{players} players, {drawn}"
    found = dict(play_deals(duel, (variant, table), deals, lambda rng: taste, said))
    for seen in found.values():
        seen.special |= {*about(drawn, by_edits), f"{variant}, {players} players"}
    return found


def about(drawn: Drawn, by_edits: bool) -> Iterator[str]:
    """What is special about a table."""
    yield f"data {drawn.data}"
    if drawn.extra_gold:
        yield "extra gold"
    for file, rows in drawn.cells.items():
        yield f"{file} by {'edits' if by_edits else 'sheet'}"
        if file == "params.csv":
            yield from rows
