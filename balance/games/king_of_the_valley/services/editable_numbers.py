"""The numbers that a designer may change: influence, prices of the hill, gold and points."""

from balance.engine.game import GameTable
from balance.games.king_of_the_valley.layout import HILL_ROWS, Kind, Type
from balance.games.king_of_the_valley.narrate.names import ORDERS, type_of
from balance.games.king_of_the_valley.sheets.box import STAGES

_PARAMS = (
    "monk_cost", "kingdom_bonus_gold", "kingdom_marker_points", "couple_points", "gold_points",
)  # fmt: skip
_COLLECTOR = "Tax collector"


def numbers(game_table: GameTable) -> dict[str, int]:
    """Return the numbers of tiles, hill, tax collectors and the game as they are at a table.

    How many tiles there are is none of them, as they must fill the valley; nor are switches.

    Parameters
    ----------
    game_table : Laid

    Returns
    -------
    numbers : dict of str to int
        By cell, ``hill.6.price``; what stands on several rows of a sheet has all of their ids,
        ``tiles.queen_i+queen_ii+queen_iii.influence``.
    """
    table = game_table.array[0]
    found: dict[str, int] = {}
    for kind in Kind:
        if type_of(kind) < Type.MONK and f"tiles.{rows_of(kind)}.influence" not in found:
            found[f"tiles.{rows_of(kind)}.influence"] = int(table["kinds"][kind]["influence"])
    for row in range(HILL_ROWS):
        found[f"hill.{row + 1}.price"] = int(table["prices"][row])
    collectors = [piece.id for piece in game_table.cards if piece.kind == _COLLECTOR]
    for row, name in enumerate(collectors, start=Kind.COLLECTOR):
        face = table["kinds"][row]
        found[f"tax_collectors.{name}.gold"] = int(face["gold"])
        if face["need"]:
            found[f"tax_collectors.{name}.requirement"] = int(face["need"])
    for name in _PARAMS:
        found[f"params.{name}.value"] = int(table[name])
    for count in (3, 4, 5):
        found[f"params.order_bonus_{count}.value"] = int(table["order_points"][count])
    starts = {int(gold) for gold in table["start_gold"][: game_table.num_seats]}
    if len(starts) == 1:  # else some seats have gold on top
        found["params.start_gold.value"] = starts.pop()
    return found


def rows_of(kind: Kind) -> str:
    """Return the ids of all rows with tiles of the same name: all have the same influence."""
    name = type_of(kind).name.lower()
    names = [f"{name}_{order.lower()}" for order in ORDERS] if name == "knight" else [name]
    return "+".join(f"{one}_{stage.lower()}" for one in names for stage in STAGES)
