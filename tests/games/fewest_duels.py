"""Choose the few games that engine and referee play in the ordinary suite.

``python -m tests.games.fewest_duels dominion`` plays some games of every variant, and more until
all came up that the tests want.  It keeps few decisions that show all that came up in any (a greedy
choice, then without what the others show too), and writes the games to `duels.toml`.  Needed when a
test says that something did not come up: after a change of the rules, of the random tables or of
how random players choose.
"""

import argparse
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from balance.games import GAMES
from tests.games.duels import file_of

HEAD = """\
# The games that engine and referee play in the ordinary suite: deals by table, by variant.
# Written by `python -m tests.games.fewest_duels {game} {tables}`.
"""
TABLE = 25  # as much time as so many decisions: to read a table and set it up
MOST_TABLES = 200  # of each variant, to come to what is rare
Place = tuple[str, int, int]  # variant, table, deal
Things = Mapping[Place, set[str]]


def played(seen_at: Callable[..., dict[int, Any]], variants, tables: int, wanted: set[str]):
    """What came up in games, and the decisions of each: as long as something wanted is missing."""
    things, costs = {}, {}
    missing = set(wanted)
    table = 0
    while table < tables or (missing and table < MOST_TABLES):
        for variant in variants:
            for deal, seen in seen_at(variant, table).items():
                place = variant, table, deal
                decisions = seen.decisions
                things[place] = seen.things() | {variant}
                costs[place] = decisions if isinstance(decisions, int) else decisions.total()
                missing -= things[place]
        table += 1
    return things, costs


def fewest(things: Things, costs: Mapping[Place, int]) -> list[Place]:
    """Games that show all that any shows, for few decisions."""
    missing = set().union(*things.values())
    kept: list[Place] = []
    while missing:
        tables = {place[:2] for place in kept}

        def worth(place: Place, missing=missing, tables=tables) -> float:
            cost = costs[place] + TABLE * (place[:2] not in tables)
            return len(things[place] & missing) / cost

        best = max(things, key=worth)
        kept.append(best)
        missing -= things[best]
    for place in sorted(kept, key=lambda one: -costs[one]):
        others = set().union(*(things[other] for other in kept if other != place))
        if things[place] <= others:
            kept.remove(place)
    return sorted(kept)


def text_of(game: str, tables: int, kept: list[Place]) -> str:
    """The file with the games that are kept."""
    lines = [HEAD.format(game=game, tables=tables)]
    deals: dict[str, dict[int, list[int]]] = {}
    for variant, table, deal in kept:
        deals.setdefault(variant, {}).setdefault(table, []).append(deal)
    for variant, by_table in deals.items():
        lines += [f'["{variant}"]', *(f"{table} = {of}" for table, of in by_table.items()), ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("tables", type=int, nargs="?", default=12, help="of each variant")
    asked = parser.parse_args()
    of_game = import_module(f"tests.games.{asked.game}.variants")
    wanted: set[str] = getattr(of_game, "RARE_THINGS", set())
    things, costs = played(of_game.seen_at, of_game.VARIANTS, asked.tables, wanted)
    kept = fewest(things, costs)
    file_of(asked.game).write_text(text_of(asked.game, asked.tables, kept), encoding="utf-8")
    print(f"{len(things)} games, {sum(costs.values()):,} decisions")
    print(f"{len(kept)} games, {sum(costs[place] for place in kept):,} decisions show as much")


if __name__ == "__main__":
    main()
