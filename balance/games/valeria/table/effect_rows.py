"""Card texts as rows of numbers: abilities, options and items, and the sets of cards they count."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from balance.cards.effect_language import Ability, Item, Trade
from balance.errors import CardError
from balance.games.valeria.layout import (
    MAX_ABILITIES,
    MAX_ITEMS,
    MAX_OPTIONS,
    MAX_SETS,
    NO_SET,
    NUM_RESOURCES,
    Good,
    Op,
    Timing,
)
from balance.games.valeria.sheets.effect_grammar import ANY, EFFECTS, Cards, Resources

_TIMINGS = {"": Timing.PLAIN} | {timing.name.lower(): timing for timing in Timing if timing}
_ASK = {op for op, effect in EFFECTS.items() if effect.asks}
_NEED_CARD = {op for op, effect in EFFECTS.items() if effect.needs_card}
MOVES = _NEED_CARD | {op for op, effect in EFFECTS.items() if effect.moves}


class Rows:
    """Writes a table's abilities, options, items and sets.

    `membership` returns how much each card counts in a set (V18.4); `in_play` says of each card
    whether a player can come to own it in this set-up.
    """

    def __init__(
        self,
        table: Any,
        membership: Callable[[Cards], Sequence[int]],
        in_play: Sequence[bool],
    ) -> None:
        self._table = table
        self._membership = membership
        self._in_play = in_play
        self._sets: dict[Cards, int] = {}
        self._abilities = 0
        self._options = 0
        self._items = 0

    def set_of(self, cards: Cards) -> int:
        """Return the row of ``table.sets`` of a set of cards."""
        if cards not in self._sets:
            row = len(self._sets)
            _check(row, MAX_SETS, "sets of cards")
            counts = self._membership(cards)
            self._table.sets[row].counts[: len(counts)] = counts
            members = [card for card, count in enumerate(counts) if count and self._in_play[card]]
            self._table.sets[row].num_members = len(members)
            self._table.sets[row].members[: len(members)] = members
            self._sets[cards] = row
        return self._sets[cards]

    def scoring(self, items: Iterable[Item]) -> tuple[int, int]:
        """Write the items of a Duke; return their first row and the row after the last."""
        first = self._items
        for item in items:
            self._write_item(item)
        return first, self._items

    def abilities(self, abilities: Sequence[Ability], card: int) -> tuple[int, int]:
        """Write the abilities of a card; return their first row and the row after the last."""
        first = self._abilities
        for ability in abilities:
            self._write_ability(ability, card)
        return first, self._abilities

    def _write_ability(self, ability: Ability, card: int) -> None:
        _check(self._abilities, MAX_ABILITIES, "abilities")
        row = self._table.abilities[self._abilities]
        trades = [each for trade in ability.trades for each in _expand_any(trade)]
        ops = {item.op for trade in trades for item in (*trade.pays, *trade.gains)}
        gains = [item for trade in trades for item in trade.gains]
        row.card = card
        row.timing = _TIMINGS[ability.timing]
        row.first_option = self._options
        row.num_options = len(trades)
        row.steals = bool(ops & {Op.STEAL, Op.ROB})
        only_gain = len(trades) == 1 and not trades[0].exchange and ops == {Op.GAIN}
        per = {type(item.values["per"]) for item in gains if item.op == Op.GAIN}
        row.constant = only_gain and per == {type(None)}
        row.counted = only_gain and Resources not in per
        self._table.marks |= Op.MARK in ops
        for trade in trades:
            self._write_option(trade, chosen=len(ability.trades) > 1)
        self._abilities += 1

    def _write_option(self, trade: Trade, chosen: bool) -> None:
        _check(self._options, MAX_OPTIONS, "options of abilities")
        row = self._table.options[self._options]
        items = (*trade.pays, *trade.gains)
        pay_ops = {Op(item.op) for item in trade.pays}
        gain_ops = {Op(item.op) for item in trade.gains}
        row.ability = self._abilities
        row.exchange = trade.exchange
        row.pays = Op.GAIN in pay_ops
        any_lost = any(item.op == Op.ALL_LOSE and item.values["good"] == ANY for item in items)
        row.asks = bool(pay_ops - {Op.GAIN}) or bool(gain_ops & _ASK) or any_lost
        row.moves = bool((pay_ops | gain_ops) & MOVES)
        # An option that is chosen or paid for needs a card to take; a sole one does not (V18.3).
        row.certain = not trade.exchange and not (chosen and gain_ops & _NEED_CARD)
        row.first_pay = self._items
        row.first_gain = self._items + len(trade.pays)
        row.end = self._items + len(items)
        for place, item in enumerate(items):
            if item.op == Op.GAIN:
                if item.values["per"] is not None:
                    row.varies = 1
                else:
                    amounts = row.paid if place < len(trade.pays) else row.gained
                    amounts[item.values["good"]] += item.values["amount"]
            self._write_item(item)
        row.net = row.gained - row.paid
        row.printed = pay_ops | gain_ops == {Op.GAIN} and not row.varies
        self._options += 1

    def _write_item(self, item: Item) -> None:
        _check(self._items, MAX_ITEMS, "items of effects")
        row = self._table.items[self._items]
        row.op = item.op
        row.amount = item.values.get("amount", 0)
        row.good = item.values.get("good", 0)
        row.members = NO_SET
        counted = item.values.get("per") or item.values.get("cards")
        if isinstance(counted, Cards):
            row.members = self.set_of(counted)
        elif isinstance(counted, Resources):
            row.divisor = counted.divisor
        self._items += 1


def _expand_any(trade: Trade) -> list[Trade]:
    """Return a trade for each kind that every `any` of it may be, the first varying slowest."""
    items = (*trade.pays, *trade.gains)
    kinds = [
        [Good(good) for good in range(NUM_RESOURCES)]
        if item.values.get("good") == ANY and item.op != Op.ALL_LOSE  # each player chooses there
        else [item.values.get("good")]
        for item in items
    ]
    split = len(trade.pays)
    trades = []
    for goods in product(*kinds):
        named = [
            Item(item.op, {**item.values, "good": good}) if "good" in item.values else item
            for item, good in zip(items, goods, strict=True)
        ]
        trades.append(Trade(tuple(named[:split]), tuple(named[split:]), trade.exchange))
    return trades


def _check(number: int, most: int, what: str) -> None:
    if number >= most:
        raise CardError(f"the card sheets hold more than {most} {what}, the most that a table has")
