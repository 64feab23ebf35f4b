"""Games by lot: who plays how at which table, with few numbers, so that one can be read."""

import csv
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from balance.engine.game import GameTable
from balance.games.dominion import GAME
from balance.games.dominion.table.options import Options
from tests.games.dominion.referee import DATA, Face, read_sheet

BOX = read_sheet(DATA / "cards.csv")
KINGDOM = [name for name, face in BOX.items() if face.kind == "kingdom"]
PRIZES = [name for name, face in BOX.items() if face.kind == "prize"]
BANES = [name for name in KINGDOM if BOX[name].cost in (2, 3)]
SETS = (
    *("first_game", "big_money", "interaction", "size_distortion", "village_square"),
    *("bounty_of_the_hunt", "bad_omens", "jesters_workshop"),
)
SEATS = (1, 2, 3, 4)
OWN = "own.csv"
PLUS = ("plus_cards", "plus_actions", "plus_buys", "plus_coins")
NUMBERS = (*PLUS, "treasure_value", "vp")
MEANT = ("stash", "walled_village")  # asked for without saying which
SINGLE = (*MEANT, "horse_traders", "young_witch", "black_market", "tournament")  # one is enough
Changes = dict[tuple[str, str], int]  # of cells, by row and column


@dataclass(frozen=True)
class Drawn:
    """A table by lot.

    Attributes
    ----------
    said
        Its options.
    changes
        Cells changed in the sheet of cards.
    own
        Rows of a sheet of a designer's own cards.
    are_bots
        Whether bots play that know what they do, each seat another one.
    """

    seed: int
    players: int
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)
    changes: Changes = field(default_factory=dict, hash=False)
    own: Sequence[Mapping[str, object]] = field(default=(), hash=False)
    are_bots: bool = False

    def faces(self) -> dict[str, Face]:
        """The cards as the referee reads them."""
        return read_sheet(DATA / "cards.csv", self.changes, self.own)


def options_of(drawn: Drawn) -> Options:
    """The options of a table as the engine has them."""
    return Options(**drawn.said)


def laid_of(drawn: Drawn) -> GameTable:
    """The table as the engine has it."""
    edits = {f"cards.{row}.{column}": cell for (row, column), cell in drawn.changes.items()}
    with tempfile.TemporaryDirectory() as name:
        if drawn.own:
            with (Path(name) / OWN).open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(drawn.own[0]))
                writer.writeheader()
                writer.writerows(drawn.own)
        return GAME.build_table(options_of(drawn), drawn.players, edits, Path(name))


def recommended(rng: random.Random, seed: int, players: int) -> Drawn:
    """One of the recommended sets (D14)."""
    said = {"kingdom": SETS[seed // len(SEATS) % len(SETS)]}
    return Drawn(seed, players, said | rounds(rng))


def by_bots(rng: random.Random, seed: int, players: int) -> Drawn:
    """A recommended set, or all of a random one, among bots."""
    if rng.random() < 1 / 2:
        return Drawn(seed, players, {"kingdom": rng.choice(SETS)}, are_bots=True)
    return replace(listed(rng, seed, players), are_bots=True)


def drawn_anew(rng: random.Random, seed: int, players: int) -> Drawn:
    """A Kingdom that is drawn for every deal, of all cards or of some."""
    said: dict[str, Any] = {"kingdom": "random"} | rounds(rng)
    kinds = rng.sample(KINGDOM, len(KINGDOM))
    if rng.random() < 1 / 2:
        said["include"] = tuple(kinds[: rng.randint(1, 5)])
    if rng.random() < 1 / 2:
        said["exclude"] = tuple(kinds[20 : 20 + rng.randint(1, 5)])
    if rng.random() < 1 / 2:
        said["extra_coins"] = tuple(rng.randint(0, 5) for _ in range(rng.randint(1, players)))
    return Drawn(seed, players, said)


def listed(rng: random.Random, seed: int, players: int) -> Drawn:
    """Ten cards by lot, with a Bane and a Black Market deck that are named or left open."""
    return kingdom_of(rng, seed, players, rng.sample(KINGDOM, 10))


def short(rng: random.Random, seed: int, players: int) -> Drawn:
    """A Kingdom of any size: games of few piles, and games without any Action."""
    return kingdom_of(rng, seed, players, rng.sample(KINGDOM, rng.randint(0, 9)))


def promising(rng: random.Random, seed: int, players: int) -> Drawn:
    """Prizes, the Black Market and Stashes, with Provinces that beginners can pay for."""
    some = ["black_market", "stash", "throne_room", "young_witch", "library"]
    exchanging = ("mine", "remake", "remodel")
    kingdom = ["tournament", rng.choice(exchanging), *rng.sample(some, rng.randint(2, len(some)))]
    others = [name for name in KINGDOM if name not in kingdom]
    kingdom += rng.sample(others, 10 - len(kingdom))
    drawn = kingdom_of(rng, seed, players, kingdom)
    drawn = replace(drawn, said={**drawn.said, "max_rounds": rng.randint(20, 40)})
    drawn.changes[("province", "cost")] = rng.randint(2, 4)
    for name in ("tournament", "stash", "throne_room", *exchanging):
        drawn.changes[(name, "cost")] = rng.randint(1, 4)
    for name in ("princess", "followers", "trusty_steed"):  # so that more is played after them
        drawn.changes[(name, "plus_actions")] = rng.randint(1, 2)
        drawn.changes[(name, "plus_cards")] = rng.randint(0, 3)
    for pile in ("pile_2p", "pile_3p", "pile_4p"):
        drawn.changes[("province", pile)] = rng.randint(15, 30)
    return drawn


def altered(rng: random.Random, seed: int, players: int) -> Drawn:
    """Other numbers on the cards: prices, what they give, and short piles."""
    drawn = kingdom_of(rng, seed, players, rng.sample(KINGDOM, 10), is_open=True)
    for name in rng.sample(sorted(BOX), 25):
        if BOX[name].kind != "prize" and name not in BANES:
            drawn.changes[(name, "cost")] = rng.randint(0, 7)
        if "Action" in BOX[name].types:
            for column in PLUS:
                if rng.random() < 1 / 4:
                    drawn.changes[(name, column)] = rng.randint(0, 3)
        if "Treasure" in BOX[name].types:
            drawn.changes[(name, "treasure_value")] = rng.randint(0, 4)
    return drawn


def invented(rng: random.Random, seed: int, players: int) -> Drawn:
    """A designer's own cards: other numbers and types with what cards and prizes of the box do."""
    kinds = [name for name in KINGDOM if name not in SINGLE] + PRIZES
    own = [own_card(rng, f"own_{number}", rng.choice(kinds)) for number in range(rng.randint(2, 5))]
    if rng.random() < 1 / 2:
        own.append(own_card(rng, "own_princess", "princess") | {"cost": 2, "plus_actions": 2})
    # Of two kinds of these nobody could tell which is meant.
    own += [own_card(rng, f"own_{name}", name) for name in MEANT if rng.random() < 1 / 4]
    kingdom = [str(row["id"]) for row in own]
    others = [name for name in KINGDOM if name not in (*BANES, *MEANT)]
    kingdom += rng.sample(others, 10 - len(own))
    drawn = kingdom_of(rng, seed, players, kingdom, is_open=True)
    return replace(drawn, said={**drawn.said, "cards": OWN}, own=own)


def own_card(rng: random.Random, name: str, model: str) -> dict[str, object]:
    """A row of a designer's own sheet, with what a card of the box does."""
    like = BOX[model]
    types = set(like.types) - {"Prize"}
    numbers: dict[str, object] = dict.fromkeys(NUMBERS, "")
    if "Action" in types:
        numbers |= {column: rng.choice((0, 0, 0, 1, 2)) for column in PLUS}
    if "Treasure" in types:
        numbers["treasure_value"] = rng.randint(0, 3)
    if rng.random() < 1 / 3:
        types.add("Victory")
    if "Victory" in types:
        numbers["vp"] = rng.randint(-1, 3)
    row: dict[str, object] = {"id": name, "name": name, "cost": rng.randint(0, 6)}
    return row | {"types": "|".join(sorted(types)), "special": like.routine} | numbers


VARIANTS: dict[str, Callable[[random.Random, int, int], Drawn]] = {
    "recommended": recommended,
    "drawn anew": drawn_anew,
    "listed": listed,
    "short": short,
    "promising": promising,
    "altered": altered,
    "invented": invented,
    "by bots": by_bots,
}


def rounds(rng: random.Random) -> dict[str, int]:
    """Where games stop, so that few of them are long."""
    return {} if rng.random() < 1 / 10 else {"max_rounds": rng.randint(8, 35)}


def kingdom_of(
    rng: random.Random, seed: int, players: int, kingdom: list[str], is_open: bool = False
) -> Drawn:
    """A table with that Kingdom; with `is_open` Bane and Black Market are as the rules have it."""
    said: dict[str, Any] = {"kingdom": tuple(kingdom)} | rounds(rng)
    if players == 1 and rng.random() < 1 / 2:
        said["solo_target"] = rng.randint(1, 8)
    others = [name for name in KINGDOM if name not in kingdom]
    rng.shuffle(others)
    banes = [name for name in others if name in BANES]
    if "young_witch" in kingdom and rng.random() < 1 / 2 and not is_open:
        said["bane"] = banes[0]
    if "black_market" in kingdom and rng.random() < 1 / 2 and not is_open:
        deck = [name for name in others if name != said.get("bane")]
        said["black_market"] = tuple(deck[: rng.randint(16, len(deck))])
    return Drawn(seed, players, said)


def table_of(variant: str, number: int) -> Drawn:
    """A table of the variant."""
    rng = random.Random(f"{variant} {number}")
    return VARIANTS[variant](rng, number, SEATS[number % len(SEATS)])
