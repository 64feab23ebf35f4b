"""What each kind of line is: the one table that reading, checks, writing and programs go by."""

from dataclasses import dataclass

from balance.games.described.language.tree import Line
from balance.games.described.layout import Op


@dataclass(frozen=True)
class Kind:
    """A kind of line.

    Attributes
    ----------
    words : tuple of str
        With which it may begin.
    op
        What carries it out, if that is one row.
    said : str
        The whole line, if it is always the same.
    has_lines, takes_otherwise : bool
        Whether lines belong to it, and others for the other case.
    condition : int or None
        Which of its parts is a condition; other values are amounts.
    moves, counts : bool
        Whether it moves cards from its first part to its second, or adds to a number or takes away.
    """

    words: tuple[str, ...] = ()
    op: Op | None = None
    said: str = ""
    has_lines: bool = False
    takes_otherwise: bool = False
    condition: int | None = None
    moves: bool = False
    counts: bool = False


KINDS = {
    "gain": Kind(("gain", "add"), Op.GAIN, counts=True),
    "lose": Kind(("lose",), Op.LOSE, counts=True),
    "pay": Kind(("pay",), Op.LOSE, counts=True),
    "pay_either": Kind(("pay",)),  # an option for each
    "set": Kind(("set",), Op.SET, condition=1),
    "roll": Kind(("roll",), Op.ROLL),
    "reroll_any": Kind(("reroll",), said="reroll any dice"),
    "roll_secretly": Kind(("roll",), Op.ROLL_SECRETLY),
    "reroll": Kind(("reroll",), Op.REROLL),
    "draw": Kind(("draw",), Op.DRAW, moves=True),
    "fill": Kind(("fill",), Op.FILL, moves=True),
    "move_it": Kind(("move",), Op.MOVE_IT, moves=True),
    "move_all": Kind(("move",), Op.MOVE_ALL, condition=2, moves=True),
    "move_card": Kind(("move",), Op.MOVE_CARD, moves=True),
    "pass": Kind(("pass",), Op.PASS),
    "use": Kind(("use",), Op.USE),
    "use_each": Kind(("use",), Op.USE_EACH, condition=2),
    "look": Kind(("look", "show"), Op.LOOK),
    "shuffle": Kind(("shuffle",), Op.SHUFFLE),
    "do": Kind(("do",), Op.DO),
    "call": Kind(("call",), Op.CALL),
    "become_leader": Kind(("become",), Op.BECOME_LEADER, "become leader"),
    "put_on_it": Kind(("put", "take"), Op.COUNT, counts=True),
    "put_on_each": Kind(("put", "take"), Op.COUNT_EACH, condition=4, counts=True),
    "another_turn": Kind(("take",), Op.ANOTHER_TURN, "take another turn"),
    "end_turn": Kind(("end",), Op.END_TURN, "end turn"),
    "end_game": Kind(("end",), Op.END_GAME, "end game"),
    "stop": Kind(("stop",), said="stop"),
    "if": Kind(("if",), has_lines=True, takes_otherwise=True, condition=0),
    "repeat": Kind(("repeat",), has_lines=True),
    "while": Kind(("repeat",), has_lines=True, condition=0),
    "times": Kind(("repeat",), has_lines=True),
    "choose_one": Kind(("choose",), has_lines=True, takes_otherwise=True),
    "option": Kind(condition=1),  # it may have lines
    "answers": Kind(),  # an option that is a choice itself, the one line of its block
    "choose_card": Kind(("choose",), has_lines=True, takes_otherwise=True, condition=1),
    "choose_cards": Kind(("choose",), has_lines=True, takes_otherwise=True, condition=1),
    "choose_number": Kind(("choose",), has_lines=True, takes_otherwise=True, condition=2),
    "choose_player": Kind(("choose",), has_lines=True, takes_otherwise=True, condition=1),
    "each": Kind(("each",), has_lines=True),
    "best": Kind(("each", "first"), has_lines=True),
    "random_player": Kind(("random",), has_lines=True),
    "only": Kind(("only",), has_lines=True, takes_otherwise=True),
}
LEAVING = frozenset({"stop", "end_turn", "end_game"})  # after which no line follows
SEVERAL_TIMES = frozenset({"each", "best", "times", "choose_cards"})  # for players, or cards
OFFERS = frozenset({"choose_one", "pay_either"})  # lines to which options belong
PAYMENTS = frozenset({"pay", "pay_either"})
VERBS = tuple(dict.fromkeys(word for kind in KINDS.values() for word in kind.words))


def is_change(line: Line) -> bool:
    """Return whether a line changes zones or numbers."""
    kind = KINDS[line.what]
    return kind.moves or kind.counts or line.what == "set"
