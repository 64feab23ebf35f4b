"""A described game said back: its trees as text, in one spelling."""

from collections.abc import Iterable, Iterator, Sequence

from balance.cards.effect_reader import in_a_row
from balance.games.described.language.names import as_word
from balance.games.described.language.secret_dice import is_of_language, said
from balance.games.described.language.tree import Description, Line, Number, Value, Whose, Zone
from balance.games.described.language.verbs import KINDS
from balance.games.described.layout import MOST_UNLESS_STATED, Moment, Owner, Sight, Who

_OWNERS = {
    Owner.YOU: "", Owner.SHARED: "", Owner.ACTIVE: " of the active player",
    Owner.NEXT: " of the next player", Owner.PREVIOUS: " of the previous player",
    Owner.LEADER: " of the leader",
}  # fmt: skip
_SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "remainder": "mod", "equal": "is",
    "unequal": "is not", "less": "<", "at_most": "<=", "and": "and", "or": "or",
    "includes": "includes",
}  # fmt: skip
_BARE = {
    "dice_sum": "sum of dice", "chosen": "chosen number", "round": "round", "turn": "turn",
}  # fmt: skip
_CARDS = {
    "copies": "number of cards in {zone}", "kinds": "number of kinds in {zone}",
    "total": "sum of {column} in {zone}", "most": "highest {column} in {zone}",
    "least": "lowest {column} in {zone}", "different": "number of different {column} in {zone}",
    "same": "most cards with the same {column} in {zone}",
    "run": "longest run of {column} in {zone}",
}  # fmt: skip
_PARTS = frozenset(
    {
        "constant",
        "named",
        "word",
        "number",
        "shared",
        "of_it",
        "of_card",
        "of_top",
        "on_card",
        "die",
        *_BARE,
    }
)
_CHAINED = frozenset({"add", "multiply", "and", "or"})  # of which several need no brackets
_TURNED = {"less": ">", "at_most": ">="}
_BLOCKS = {
    "setup": "Set-up", "round": "When a round begins", "turn": "A turn",
    "round_end": "When a round ends",
}  # fmt: skip
_MOMENTS = {Moment.AT_ONCE: "at once", Moment.AFTER_TURN: "after the turn",
            Moment.AFTER_ROUND: "after the round"}  # fmt: skip
_BEST = {Who.EACH_BEST: "each", Who.FIRST_BEST: "first", Who.ONLY_BEST: "only"}


def written(description: Description) -> list[str]:
    """Return a game as lines of text: what there is, what happens, the end and the score."""
    players = ", ".join(map(str, description.players))
    lines = [f"{description.name}, for {players} players."]
    lines += [f"Each player has {_number(one)}." for one in description.each_player.values()
              if not is_of_language(one.name)]  # fmt: skip
    lines += [f"Shared is {_number(one)}." for one in description.shared.values()]
    lines += [_zone(zone) for zone in description.zones.values()]
    for name, block in description.lines.items():
        lines += [f"{_BLOCKS[name]}:", *block_text(block, 1)]
    for name, block in description.steps.items():
        lines += [f"To {name}:", *block_text(block, 1)]
    for name, summary in description.calls.functions.items():
        lines.append(f"To call {name}, a function of {description.calls.file}: {summary}")
    for column, cards in description.uses.items():
        for card, block in cards.items():
            lines += [f"{column} of {card}:", *block_text(block, 1)]
    for ending in description.endings:
        moment = _MOMENTS[ending.moment]
        how = {None: "The game ends", True: "All win", False: "All lose"}[ending.wins]
        lines.append(f"{how} {moment} when {value_text(ending.test)}: {ending.name}.")
    for part, value in description.score.items():
        lines.append(f"Score, {part}: {value_text(value)}.")
    if description.is_for_score:
        lines.append("Players play for the mean score, not to win.")
    lines += [f"Ties: more of {value_text(value)}." for value in description.ties]
    return lines


def _number(number: Number) -> str:
    start = "/".join(map(str, number.start))
    text = f"{start} {number.name}"
    if number.least != 0:
        text += f", at least {number.least}"
    if number.most != MOST_UNLESS_STATED:
        text += f", at most {number.most}"
    return text + (", which others do not see" if number.is_secret else "")


def _zone(zone: Zone) -> str:
    owner = "Each player has" if zone.per_player else "There is"
    text = f"{owner} a zone {zone.name}"
    if zone.starts_with:
        text += f" with the cards of {zone.starts_with}"
    if zone.sight != Sight.ALL:
        text += ", seen by nobody" if zone.sight == Sight.NOBODY else ", seen by its owner alone"
    if zone.is_ordered:
        text += ", which keeps the order of its cards"
    if zone.counters:
        text += f", on each of whose cards {in_a_row(zone.counters, 'and')} can lie"
    if zone.refill:
        text += f"; when it is empty, the cards of {zone.refill} come here"
    return f"{text}."


def block_text(block: Iterable[Line], depth: int) -> list[str]:
    """Return lines as text, those that belong to a line indented below it."""
    return [text for line in block for text in _line(line, depth)]


def _line(line: Line, depth: int, start: str = "") -> Iterator[str]:
    if line.what == "answers":
        yield from _line(line.block[0], depth)
        return
    indent = "  " * depth
    head = f"{indent}{start}{head_text(line)}"
    if line.what == "pay_either" or not (line.block or KINDS[line.what].has_lines):
        yield head
        return
    yield f"{head}:"
    yield from block_text(line.block, depth + 1)
    if line.otherwise is None:
        return
    if len(line.otherwise) == 1 and line.otherwise[0].what == "if" and line.what == "if":
        yield from _line(line.otherwise[0], depth, "otherwise ")
    else:
        yield f"{indent}otherwise:"
        yield from block_text(line.otherwise, depth + 1)


def head_text(line: Line) -> str:
    """Return a line as text, without those that belong to it."""
    what, parts = line.what, line.parts
    if KINDS[what].said:
        return KINDS[what].said
    if what in {"gain", "lose", "pay"}:
        return f"{what} {_part(parts[1])} {_whose(parts[0])}"
    if what == "pay_either":
        pays = (head_text(option.block[0]).removeprefix("pay ") for option in line.block)
        return f"pay {' or '.join(pays)}"
    if what == "set":
        return f"set {_whose(parts[0])} to {value_text(parts[1])}"
    if what == "roll":
        return f"roll {_part(parts[0])} dice with {_part(parts[1])} sides"
    if what == "roll_secretly":
        return f"roll {_part(parts[0])} dice with {_part(parts[1])} sides secretly"
    if what == "reroll":
        return f"reroll die {_part(parts[0])}"
    if what == "draw":
        return f"draw {_part(parts[2])} from {_whose(parts[0])} to {_whose(parts[1])}"
    if what == "fill":
        return f"fill {_whose(parts[1])} from {_whose(parts[0])} to {value_text(parts[2])}"
    if what == "move_it":
        source = f" from {_whose(parts[0])}" if parts[3] else ""
        return f"move it{source} to {_whose(parts[1])}"
    if what == "move_all":
        return f"move all from {_whose(parts[0])} to {_whose(parts[1])}{_where(parts[2])}"
    if what == "move_card":
        places = f"from {_whose(parts[0])} to {_whose(parts[1])}"
        return f"move {_part(parts[2])} {parts[3]} {places}"
    if what == "pass":
        return f"pass {parts[0]} {'left' if parts[1] == 1 else 'right'}"
    if what == "look":
        zone, count, who = parts
        seen = _whose(zone) if count is None else f"{_top(count)}{_whose(zone)}"
        if who == Owner.YOU:
            return f"look at {seen}"
        to = "all players" if who == Owner.SHARED else _OWNERS[who].removeprefix(" of ")
        return f"show {seen} to {to}"
    if what in {"put_on_it", "put_on_each"}:
        zone, counter, amount, is_taken = parts[:4]
        start = f"{'take' if is_taken else 'put'} {_part(amount)} {counter}"
        start += " from" if is_taken else " on"
        if what == "put_on_it":
            return f"{start} it in {_whose(zone)}"
        return f"{start} each card in {_whose(zone)}{_where(parts[4])}"
    if what == "shuffle":
        return f"shuffle {_whose(parts[0])}"
    if what in {"do", "call"}:
        return f"{what} {parts[0]}"
    if what == "use":
        return f"use {parts[0]} of it"
    if what == "use_each":
        return f"use {parts[0]} of each card in {_whose(parts[1])}{_where(parts[2])}"
    return _head_of_block(what, parts)


def _head_of_block(what: str, parts: Sequence[object]) -> str:
    """Return the head of a line to which others belong."""
    match what, parts:
        case "if", (Value() as test,):
            return f"if {value_text(test)}"
        case "while", (Value() as test,):
            return f"repeat while {value_text(test)}"
        case "times", (Value() as times,):
            return f"repeat {_part(times)} times"
        case "choose_number", (Value() as low, Value() as high, where, or_not):
            end = _where(where) + ", or not" * bool(or_not)
            return f"choose a number from {value_text(low)} to {value_text(high)}{end}"
        case "random_player", _:
            return "a random player"
        case "option", (str(name), Value() as test):
            return f"{name} if {value_text(test)}"
        case "option", (str(name), _):
            return name
        case "choose_card" | "choose_cards", (Whose() as zone, where, or_not, count):
            return _choice(zone, where, bool(or_not), count)
        case "choose_player", (others, test, or_not):
            chosen = "another player" if others else "a player"
            has = f" who has {value_text(test)}" if isinstance(test, Value) else ""
            return f"choose {chosen}{has}{', or not' * bool(or_not)}"
        case "each", (who, at_once):
            return f"each {'other ' * (who == Who.OTHERS)}player{' at once' * bool(at_once)}"
        case "best" | "only", (Who() as who, is_least, Value() as value):
            return f"{_BEST[who]} player with {'least' if is_least else 'most'} {value_text(value)}"
    return what.replace("_", " ")


def _choice(zone: Whose, where: object, or_not: bool, count: object) -> str:
    what = "a card"
    if isinstance(count, Value):
        what = f"{'up to ' * or_not}{_part(count)} cards"
    end = ", or not" if or_not and count is None else ""
    near_top, rest = where, None
    if isinstance(where, Value) and where.what == "and":
        near_top, rest = where.parts
    if isinstance(near_top, Value) and near_top.what == "near_top":
        return f"choose {what} from {_top(near_top.parts[0])}{_whose(zone)}{_where(rest)}{end}"
    return f"choose {what} from {_whose(zone)}{_where(where)}{end}"


def _top(count: Value) -> str:
    """Return how many top cards are meant."""
    return "top of " if count == Value("constant", (1,)) else f"top {_part(count)} of "


def _whose(whose: Whose) -> str:
    name = said(whose.name) if is_of_language(whose.name) else whose.name
    return f"{'bottom of ' * whose.is_bottom}{name}{_OWNERS[whose.owner]}"


def _where(where: object) -> str:
    return f" where {value_text(where)}" if isinstance(where, Value) else ""


def _part(value: Value) -> str:
    """Return a value as a part of another one: with brackets, unless it is one word."""
    text = value_text(value)
    return text if value.what in _PARTS else f"({text})"


def value_text(value: Value) -> str:
    """Return a value as text."""
    what, parts = value.what, value.parts
    if what in _BARE:
        return _BARE[what]
    if what in {"constant", "named", "shared", "of_card", "on_card"}:
        return str(parts[0])
    if what == "on_it":
        return f"{parts[0]} on it in {_whose(parts[1])}"
    if what == "word":
        return as_word(parts[0])
    if what == "number":
        return _whose(parts[0])
    if what == "of_it":
        return f"{parts[0]} of it"
    if what == "of_top":
        return f"{parts[0]} of top of {_whose(parts[1])}"
    if what == "die":
        return "die" if parts[0] == 0 else f"die {parts[0] + 1}"
    if what == "showing":
        return f"number of dice showing {_part(parts[0])}"
    if what == "secret_sum":
        return f"sum of secret dice{_OWNERS[parts[0].owner]}"
    if what == "secret_showing":
        return f"number of secret dice{_OWNERS[parts[1].owner]} showing {_part(parts[0])}"
    if what == "not":
        return f"not {_part(parts[0])}"
    if what in _TURNED and parts[0].what in {"constant", "named"}:
        return f"{_part(parts[1])} {_TURNED[what]} {_part(parts[0])}"
    if what in _SIGNS:
        is_chain = what in _CHAINED and parts[0].what == what
        left = value_text(parts[0]) if is_chain else _part(parts[0])
        return f"{left} {_SIGNS[what]} {_part(parts[1])}"
    if what in {"larger", "smaller"}:
        return f"{what} of {_part(parts[0])} and {_part(parts[1])}"
    if what == "size":
        return f"number of cards in {_whose(parts[0])}"
    if what == "empty_piles":
        return f"number of empty piles in {_whose(parts[0])}"
    if what in {"cards", "counted"}:
        fold, zone, where, column = parts
        return _CARDS[fold].format(zone=_whose(zone), column=column) + _where(where)
    if what == "players" and parts:
        fold, others, inside = parts
        if fold in {"any", "every"}:
            return f"{fold} player has {value_text(inside)}"
        return f"{fold} {_part(inside)} among {'other ' * bool(others)}players"
    return what
