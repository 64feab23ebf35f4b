"""A buy list from the numbers of its bot, and as the text of a file.

``docs/reference/buy-lists.md`` describes the format, ``conditions`` the numbers.
"""

from collections.abc import Iterator, Mapping, Sequence

from balance.games.dominion.bots.conditions import (
    CONDITION_SIZE,
    ENTRY_SIZE,
    FIRST_ENTRY,
    KIND_BITS,
    LAST_KIND,
    OF_A_KIND,
    Op,
    Slot,
    Term,
)
from balance.games.dominion.bots.list_file import KEEP_AND_ENOUGH, SECTIONS, BuyList
from balance.games.dominion.bots.list_line import (
    CARDS,
    OPERATORS,
    TERMS,
    Condition,
    Entry,
    Operand,
)

_IDS = {kind: card for card, kind in CARDS.items()}
_WORDS: dict[Term, str] = {term: word for word, term in TERMS.items()}
_SIGNS = {op: sign for sign, op in OPERATORS.items()}


def list_of(weights: Mapping[str, float], name: str = "") -> BuyList:
    """Return the list that a bot follows: what `numbers_of` made these weights of."""
    numbers = list(weights.values())
    sections: dict[Slot, tuple[Entry, ...]] = {}
    begin = FIRST_ENTRY
    for slot in SECTIONS.values():
        end = int(numbers[slot])
        if end > begin:
            sections[slot] = tuple(_entry(numbers, at) for at in range(begin, end, ENTRY_SIZE))
        begin = end
    return BuyList(
        name,
        is_guarded=bool(numbers[Slot.GUARD]),
        is_aggressive=tuple(numbers[Slot.KEEP : Slot.ENOUGH + 1]) == KEEP_AND_ENOUGH[True],
        sections=sections,
    )


def names_own_cards(buy_list: BuyList) -> bool:
    """Return whether a list names cards from outside the box, whose names it does not know."""
    entries = [entry for lines in buy_list.sections.values() for entry in lines]
    kinds = [entry.kind for entry in entries]
    for entry in entries:
        for condition in entry.conditions:
            kinds += [one.kind for one in (condition.left, condition.right) if _is_of_a_kind(one)]
    return any(kind not in _IDS for kind in kinds)


def text_of(buy_list: BuyList) -> str:
    """Return a list as the text of a file, which is read as the same list."""
    lines = []
    if not buy_list.is_guarded:
        lines.append("guard: no")
    if buy_list.is_aggressive:
        lines.append("chapel: aggressive")
    for heading, slot in SECTIONS.items():
        if slot in buy_list.sections:
            lines += ["", heading, *_lines(buy_list.sections[slot])]
    return "\n".join(lines).lstrip("\n") + "\n"


def _entry(numbers: Sequence[float], at: int) -> Entry:
    kind, first, count = (int(number) for number in numbers[at : at + ENTRY_SIZE])
    return Entry(
        kind, tuple(_condition(numbers, first + CONDITION_SIZE * place) for place in range(count))
    )


def _condition(numbers: Sequence[float], at: int) -> Condition:
    left, op, right, scale, shift = numbers[at : at + CONDITION_SIZE]
    return Condition(_operand(left), Op(int(op)), _operand(right), scale, shift)


def _operand(code: float) -> Operand:
    return Operand(Term(int(code) >> KIND_BITS), int(code) & LAST_KIND)


def _lines(entries: Sequence[Entry]) -> Iterator[str]:
    width = max(len(_IDS[entry.kind]) for entry in entries)
    for entry in entries:
        conditions = " & ".join(map(_text, entry.conditions))
        card = _IDS[entry.kind]
        yield f"  {card:{width}}  if {conditions}" if conditions else f"  {card}"


def _text(condition: Condition) -> str:
    left = f"{_term(condition.left)} {_SIGNS[condition.op]}"
    if condition.right.term == Term.NUMBER:
        return f"{left} {_number(-condition.shift)}"
    right = _term(condition.right)
    if condition.scale != 1:
        return f"{left} {right} / {_number(condition.scale)}"
    if condition.shift:
        return (
            f"{left} {right} {'-' if condition.shift > 0 else '+'} {_number(abs(condition.shift))}"
        )
    return f"{left} {right}"


def _term(operand: Operand) -> str:
    word = _WORDS[operand.term]
    return f"{word}({_IDS[operand.kind]})" if _is_of_a_kind(operand) else word


def _is_of_a_kind(operand: Operand) -> bool:
    return operand.term in OF_A_KIND


def _number(value: float) -> str:
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")
