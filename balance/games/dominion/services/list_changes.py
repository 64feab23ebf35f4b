"""Random changes of buy lists over the cards of a Kingdom, for `balance exploit`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from balance.engine.batch import MAX_WEIGHTS
from balance.engine.game import Bot, GameTable
from balance.engine.services import ListChanges
from balance.games.dominion.bots import LISTS
from balance.games.dominion.bots.buy_list import choose
from balance.games.dominion.bots.conditions import Op, Slot, Term
from balance.games.dominion.bots.list_file import BuyList, numbers_of
from balance.games.dominion.bots.list_line import CARDS, Condition, Entry, Operand
from balance.games.dominion.bots.list_text import list_of, names_own_cards, text_of

MOST_LINES = 24  # of what to buy
_PRIZE = "Prize"  # the kind of cards that cannot be bought
_UNWANTED = ("curse",)
_LARGEST = 12  # number in a new condition of `gte`, `turn` or `money`, a third of it for `own`

Lines = list[Entry]


def fits(bot: Bot, game_table: GameTable) -> bool:
    """Return whether all cards that a list of the game is built on are at the table."""
    there = {card.id for card in game_table.cards}
    return bot.name not in LISTS or there.issuperset(LISTS[bot.name].needs)


def can_change(weights: Mapping[str, float]) -> bool:
    """Return whether a list can be changed: it names no cards from outside the box."""
    return not names_own_cards(list_of(weights))


def change(weights: Mapping[str, float], game_table: GameTable, draws: Random) -> dict[str, float]:
    """Return the numbers of a list with one random change of what it buys.

    A line is added, dropped, moved, or gets another card; or one of its conditions is added,
    dropped, or gets another number.
    """
    buyable = [
        CARDS[card.id] for card in game_table.cards
        if card.id in CARDS and card.kind != _PRIZE and card.id not in _UNWANTED
    ]  # fmt: skip
    buy_list = list_of(weights)
    changed = _changed(buy_list, buyable, draws)
    numbers = numbers_of(changed)
    return numbers if len(numbers) <= MAX_WEIGHTS else dict(weights)


def _changed(buy_list: BuyList, buyable: list[int], draws: Random) -> BuyList:
    lines = list(buy_list.sections[Slot.BUY])
    kinds: list[Callable[[Lines, list[int], Random], None]] = [_move, _recard, _limit, _renumber]
    if len(lines) < MOST_LINES:
        kinds += [_add, _add]
    if len(lines) > 1:
        kinds += [_drop]
    draws.choice(kinds)(lines, buyable, draws)
    return replace(buy_list, sections={**buy_list.sections, Slot.BUY: tuple(lines)})


def _add(lines: Lines, buyable: list[int], draws: Random) -> None:
    kind = draws.choice(buyable)
    conditions = (_own_below(kind, draws),) if draws.random() < 2 / 3 else ()
    lines.insert(draws.randint(0, len(lines)), Entry(kind, conditions))


def _drop(lines: Lines, buyable: list[int], draws: Random) -> None:
    del lines[draws.randrange(len(lines))]


def _move(lines: Lines, buyable: list[int], draws: Random) -> None:
    line = lines.pop(draws.randrange(len(lines)))
    lines.insert(draws.randint(0, len(lines)), line)


def _recard(lines: Lines, buyable: list[int], draws: Random) -> None:
    """Give a line another card; what its conditions count of the old card becomes the new one's."""
    place, new = draws.randrange(len(lines)), draws.choice(buyable)
    old = lines[place].kind

    def renamed(one: Operand) -> Operand:
        return replace(one, kind=new) if one == Operand(Term.OWN, old) else one

    conditions = tuple(
        replace(one, left=renamed(one.left), right=renamed(one.right))
        for one in lines[place].conditions
    )
    lines[place] = Entry(new, conditions)


def _limit(lines: Lines, buyable: list[int], draws: Random) -> None:
    """Add a condition to a line, or drop one."""
    place = draws.randrange(len(lines))
    line = lines[place]
    if line.conditions and draws.random() < 1 / 2:
        left = list(line.conditions)
        del left[draws.randrange(len(left))]
        lines[place] = replace(line, conditions=tuple(left))
        return
    number = -float(draws.randint(1, _LARGEST))
    new = draws.choice(
        (
            _own_below(line.kind, draws),
            Condition(Operand(Term.GTE), Op.AT_MOST, Operand(Term.NUMBER), shift=number),
            Condition(Operand(Term.TURN), Op.AT_MOST, Operand(Term.NUMBER), shift=number),
            Condition(Operand(Term.MONEY), Op.MORE, Operand(Term.NUMBER), shift=2 * number),
        )
    )
    lines[place] = replace(line, conditions=(*line.conditions, new))


def _renumber(lines: Lines, buyable: list[int], draws: Random) -> None:
    """Change the number of a condition by 1 to 3, if the line has one."""
    place = draws.randrange(len(lines))
    line = lines[place]
    numbered = [index for index, one in enumerate(line.conditions) if one.right.term == Term.NUMBER]
    if numbered:
        index = draws.choice(numbered)
        one = line.conditions[index]
        number = max(-one.shift + draws.choice((-3, -2, -1, 1, 2, 3)), 0.0)
        conditions = list(line.conditions)
        conditions[index] = replace(one, shift=-number)
        lines[place] = replace(line, conditions=tuple(conditions))


def _own_below(kind: int, draws: Random) -> Condition:
    number = draws.randint(1, _LARGEST // 3)
    return Condition(Operand(Term.OWN, kind), Op.LESS, Operand(Term.NUMBER), shift=-float(number))


LIST_CHANGES = ListChanges(
    choose=choose,
    fits=fits,
    can_change=can_change,
    change=change,
    text=lambda weights: text_of(list_of(weights)),
)
