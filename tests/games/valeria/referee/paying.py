"""Paying (V7)."""

from collections.abc import Mapping

from tests.games.valeria.referee.grammar import Amount, Item, Return
from tests.games.valeria.referee.table import Asking, Player, Table, ask, returnable, size


def can_pay(player: Player, price: Mapping[str, int], with_magic: bool) -> bool:
    """Whether some split is affordable (V7.3)."""
    return bool(splits(player, price, with_magic))


def splits(player: Player, price: Mapping[str, int], with_magic: bool) -> list[tuple[int, int]]:
    """All ways to pay: units of magic used instead of gold, and instead of strength.

    With magic as a substitute at least one real unit of each is paid (V7.1), and magic that is
    itself part of the price comes on top (V7.2).
    """
    gold, strength = price.get("gold", 0), price.get("strength", 0)
    own = player.goods
    if own["vp"] < price.get("vp", 0):
        return []
    return [
        (for_gold, for_strength)
        for for_gold in range(gold if with_magic and gold else 1)
        for for_strength in range(strength if with_magic and strength else 1)
        if gold - for_gold <= own["gold"]
        and strength - for_strength <= own["strength"]
        and price.get("magic", 0) + for_gold + for_strength <= own["magic"]
    ]


def pay(table: Table, seat: int, price: Mapping[str, int], with_magic: bool) -> Asking[None]:
    """Pay a price that can be paid; its owner chooses the split, for gold before strength."""
    player = table.players[seat]
    ways = splits(player, price, with_magic)
    answer = yield from ask("pay", seat, [("pay", for_gold) for for_gold, _ in ways])
    for_gold = int(answer[1])
    answer = yield from ask(
        "pay", seat, [("pay", strength) for gold, strength in ways if gold == for_gold]
    )
    for_strength = int(answer[1])
    player.goods["gold"] -= price.get("gold", 0) - for_gold
    player.goods["strength"] -= price.get("strength", 0) - for_strength
    player.goods["magic"] -= price.get("magic", 0) + for_gold + for_strength
    player.goods["vp"] -= price.get("vp", 0)


def price_of(table: Table, player: Player, pays: tuple[Item, ...]) -> dict[str, int]:
    """The amounts on the left of `->`, added up; sets are counted now (V18.4)."""
    price: dict[str, int] = {}
    for item in pays:
        if isinstance(item, Amount):
            amount = item.number * size(table, player, item.per)
            price[item.good] = price.get(item.good, 0) + amount
    return price


def can_afford(table: Table, player: Player, pays: tuple[Item, ...]) -> bool:
    """Whether the whole left side of an exchange can be paid (V18.3)."""
    returned = [item.what for item in pays if isinstance(item, Return)]
    return (
        can_pay(player, price_of(table, player, pays), table.options.magic_substitutes_everywhere)
        and returned.count("monster") <= len(returnable(player, "monster"))
        and returned.count("citizen") <= len(player.citizens)
    )
