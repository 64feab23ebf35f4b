"""Trees of the language written as a designer would, in one of several ways."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.games.described.referee.reading import Line
from tests.games.described.referee.values import Tree

SIMPLE = ("int", "table", "number", "die", "dice", "top", "round", "turn", "players",
          "chosen number", "column", "column of it", "word", "counter",
          "secret die", "secret dice", "secret count")  # fmt: skip
PLAYERS = {"you": "", "shared": "", "leader": " of leader"}
GROUPS = {
    "all": "each player", "other": "each other player", "random": "a random player",
    "each": "each player with", "first": "first player with", "only": "only player with",
}  # fmt: skip


class Printer:
    """Writes trees; of several ways to write one it takes any."""

    def __init__(self, seed: int, names: Mapping[Tree, str] | None = None) -> None:
        self.random = Random(seed)
        self.names = names or {}  # of values

    def maybe(self, text: str) -> str:
        """Return the text or nothing."""
        return text if self.random.random() < 0.5 else ""

    def name(self, name: str) -> str:
        """Write a name, perhaps with or without its s."""
        return name if self.random.random() < 0.7 else name[:-1] if name[-1] == "s" else name + "s"

    def of(self, who: str) -> str:
        """Write whose something is."""
        return PLAYERS.get(who, f" of {self.maybe('the ')}{who} player")

    def zone(self, zone: Tree) -> str:
        """Write a zone."""
        end = self.maybe("the ") + "bottom of " if zone[0] == "bottom" else ""
        return end + self.maybe("the ") + self.name(zone[1]) + self.of(zone[2])

    def where(self, tree: Tree | None) -> str:
        """Write which cards are meant."""
        return "" if tree is None else " where " + self.value(tree)

    def part(self, tree: Tree) -> str:
        """Write a tree within another, in brackets where it could reach too far."""
        return self.value(tree) if tree[0] in SIMPLE else f"({self.value(tree)})"

    def value(self, tree: Tree) -> str:
        """Write a value or a condition."""
        kind, *parts = tree
        if (name := self.names.get(tree)) is not None and self.maybe(name):
            return self.name(name)
        match kind:
            case "int" | "table" | "word":
                return str(parts[0])
            case "number":
                return self.name(parts[0]) + self.of(parts[1])
            case "column":
                return self.name(parts[0])
            case "column of it":
                return f"{self.maybe('the ')}{self.name(parts[0])} of it"
            case "counter":
                return self.name(parts[0])
            case "counter of it":
                return f"{self.name(parts[0])} on it in {self.zone(parts[1])}"
            case "sum counted" | "highest counted" | "lowest counted":
                start = f"{kind.split()[0]} of {self.name(parts[0])}"
                return f"{start} in {self.zone(parts[1])}{self.where(parts[2])}"
            case "die":
                return "die" if parts[0] == 1 else f"die {parts[0]}"
            case "dice":
                return "sum of dice"
            case "secret die":
                place = "" if parts[0] == 1 else f" {parts[0]}"
                return f"secret die{place}{self.of(parts[1])}"
            case "secret dice" | "secret count":
                what = "sum" if kind == "secret dice" else "number"
                return f"{what} of secret dice{self.of(parts[0])}"
            case "secret showing":
                dice = f"number of secret dice{self.of(parts[1])}"
                return f"{dice} showing {self.part(parts[0])}"
            case "showing":
                return f"number of dice showing {self.part(parts[0])}"
            case "round" | "turn" | "players" | "chosen number":
                return kind
            case "count" | "kinds":
                cards = "cards" if kind == "count" else "kinds"
                return f"number of {cards} in {self.zone(parts[0])}{self.where(parts[1])}"
            case "top":
                return f"{self.name(parts[0])} of the top of {self.zone(parts[1])}"
            case "different":
                start = f"number of different {self.name(parts[0])}"
                return f"{start} in {self.zone(parts[1])}{self.where(parts[2])}"
            case "same" | "run":
                said = "most cards with the same" if kind == "same" else "longest run of"
                start = f"{said} {self.name(parts[0])}"
                return f"{start} in {self.zone(parts[1])}{self.where(parts[2])}"
            case "empty piles":
                return f"number of empty piles in {self.zone(parts[0])}"
            case "sum" | "highest" | "lowest":
                start = f"{kind} of {self.name(parts[0])}"
                return f"{start} in {self.zone(parts[1])}{self.where(parts[2])}"
            case "among":
                others = "other players" if parts[2] else "players"
                return f"{parts[0]} {self.part(parts[1])} among {others}"
            case "larger" | "smaller":
                return f"{kind} of {self.part(parts[0])} and {self.part(parts[1])}"
            case "player has":
                return f"{parts[0]} player has {self.value(parts[1])}"
            case "not" if parts[0][0] == "=" and self.maybe("is not"):
                return f"{self.part(parts[0][1])} is not {self.part(parts[0][2])}"
            case "not":
                return f"not {self.part(parts[0])}"
            case "=":
                return f"{self.part(parts[0])} {self.maybe('is') or '='} {self.part(parts[1])}"
        return f"{self.part(parts[0])} {kind} {self.part(parts[1])}"

    def head(self, line: Line) -> str:
        """Write a line without what belongs to it."""
        args: Any = line.args
        match line.kind:
            case "gain" if self.maybe("add"):
                return f"add {self.part(args[0])} to {self.value(args[1])}"
            case "gain" | "lose" | "pay":
                return f"{line.kind} {self.part(args[0])} {self.value(args[1])}"
            case "pay either":
                return "pay " + " or ".join(f"{self.part(a)} {self.value(n)}" for a, n in args)
            case "set":
                return f"set {self.value(args[0])} to {self.value(args[1])}"
            case "roll" | "roll secretly":
                dice = "a die" if args[0] == ("int", 1) else f"{self.part(args[0])} dice"
                sides = "" if args[1] == ("int", 6) else f" with {self.part(args[1])} sides"
                return f"roll {dice}{sides}{' secretly' * (line.kind != 'roll')}"
            case "reroll any":
                return "reroll any dice"
            case "reroll":
                return f"reroll {self.maybe('the ')}die {self.part(args[0])}"
            case "choose player":
                others, has, may_decline = args
                who = f"choose {'another' if others else 'a'} player"
                end = "" if has is None else f" who has {self.value(has)}"
                return f"{who}{end}{', or not' * may_decline}"
            case "draw":
                return f"draw {self.part(args[0])} {self.from_to(*args[1:])}"
            case "fill":
                target, source, size = args
                end = self.value(size)
                return f"fill {self.zone(target)} from {self.zone(source)} to {end}"
            case "move it":
                return f"move it to {self.zone(args[0])}"
            case "move it from":
                return f"move it {self.from_to(*args)}"
            case "move all":
                return f"move all {self.from_to(*args[:2])}{self.where(args[2])}"
            case "move cards":
                return f"move {self.part(args[0])} {self.name(args[1])} {self.from_to(*args[2:])}"
            case "look":
                zone, count, who = args
                top = "" if count is None else f"the top {self.part(count)} of "
                start = f"{'look at' if who == 'you' else 'show'} {top}{self.zone(zone)}"
                ends = {"you": "", "all": " to all players", "leader": " to the leader"}
                return start + ends.get(who, f" to {who} player")
            case "shuffle":
                return f"shuffle {self.zone(args[0])}"
            case "put on it" | "put on each":
                verb, amount, counter, zone = args[:4]
                start = f"{verb} {self.part(amount)} {self.name(counter)}"
                start += " on" if verb == "put" else " from"
                if line.kind == "put on it":
                    return f"{start} it in {self.zone(zone)}"
                return f"{start} each card in {self.zone(zone)}{self.where(args[4])}"
            case "pass":
                return f"pass {self.zone(args[0])} {args[1]}"
            case "use it":
                return f"use {args[0]} of it"
            case "use each":
                column, zone, where = args
                return f"use {column} of each card in {self.zone(zone)}{self.where(where)}"
            case "do":
                return f"do {args[0]}"
            case "if":
                return f"if {self.value(args[0])}"
            case "repeat":
                kind, tree = args
                if kind == "ever":
                    return "repeat"
                return (
                    f"repeat {self.part(tree)} times"
                    if kind == "times"
                    else (f"repeat while {self.value(tree)}")
                )
            case "choose number":
                low, high, where, may_decline = args
                start = f"choose a number from {self.part(low)} to {self.value(high)}"
                return f"{start}{self.where(where)}{', or not' * may_decline}"
            case "choose card":
                return self.choose_card(*args)
            case "players":
                who, rank = args
                value = "" if rank is None else f" {rank[0]} {self.value(rank[1])}"
                return GROUPS[who] + value
            case "option":
                label, condition = args
                return label if condition is None else f"{label} if {self.value(condition)}"
        return line.kind

    def from_to(self, source: Tree, target: Tree) -> str:
        """Write from where cards go to where."""
        return f"from {self.zone(source)} to {self.zone(target)}"

    def choose_card(
        self, zone: Tree, where: Tree | None, count: Tree | None, may_decline: bool
    ) -> str:
        """Write the choice of a card."""
        what = "a card" if count is None else f"{self.part(count)} cards"
        if count is not None and may_decline:
            what = "up to " + what
        end = ", or not" if count is None and may_decline else ""
        near, rest = where, None
        if where is not None and where[0] == "and":
            near, rest = where[1:]
        if near is not None and near[0] == "near top":
            many = "" if near[1] == ("int", 1) and self.maybe("one") else f" {self.part(near[1])}"
            top = f"{self.maybe('the ')}top{many} of {self.zone(zone)}"
            return f"choose {what} from {top}{self.where(rest)}{end}"
        return f"choose {what} from {self.zone(zone)}{self.where(where)}{end}"

    def rows(self, body: list[Line], indent: str = "") -> list[str]:
        """Write lines, one in a row or several."""
        rows: list[str] = []
        joins = False
        for line in body:
            simple = not (line.body or line.kind in ("repeat", "choose one", "option"))
            if simple and joins and self.maybe("join"):
                rows[-1] += f"; {self.head(line)}"
            else:
                rows += self.line(line, indent)
            joins = simple
        return rows

    def line(self, line: Line, indent: str) -> list[str]:
        """Write one line with what belongs to it."""
        if line.kind == "answers":
            (line,) = line.body
        head = indent + self.head(line)
        if line.kind == "option" and not line.body:
            return [head]
        if not (line.body or line.kind in ("choose one", "repeat")):
            return [head]
        rows = []
        for start, body, follows in self.branches(line):
            rows += self.below(f"{indent}{start}:", body, indent, follows)
        return rows

    def branches(self, line: Line) -> list[tuple[str, list[Line], bool]]:
        """Return the heads of a line and of what is done otherwise, and whether more follows."""
        branches = [(self.head(line), line.body, line.otherwise is not None)]
        otherwise = line.otherwise
        while otherwise is not None:
            if otherwise[0].kind == "chained":
                (chained,) = otherwise[0].body
                otherwise = chained.otherwise
                head = f"otherwise {self.head(chained)}"
                branches.append((head, chained.body, otherwise is not None))
            else:
                branches.append(("otherwise", otherwise, False))
                otherwise = None
        return branches

    def below(self, head: str, body: list[Line], indent: str, otherwise_follows: bool) -> list[str]:
        """Write what belongs to a line below it, or on the same row if it can be said there."""
        on_one_row = self.one_row(body)
        is_clear = not (otherwise_follows and has_open_end(body))
        if on_one_row is not None and is_clear and self.maybe("inline"):
            return [f"{head} {on_one_row}"]
        return [head, *self.rows(body, indent + self.random.choice(["  ", "    "]))]

    def one_row(self, body: list[Line]) -> str | None:
        """Write lines on one row, or return None if it cannot be said there."""
        texts: list[str] = []
        are_options = bool(body) and body[0].kind in ("option", "answers")
        for place, said in enumerate(body):
            line = said.body[0] if said.kind == "answers" else said
            if not (line.body or line.kind in ("choose one", "repeat")):
                texts.append(self.head(line))
                continue
            if has_options(line.body) if are_options else place + 1 < len(body):
                return None
            for head, inner, otherwise_follows in self.branches(line):
                below = self.one_row(inner)
                if below is None or (otherwise_follows and has_open_end(inner)):
                    return None
                texts.append(f"{head}: {below}")
        return (" | " if are_options else "; ").join(texts)


def has_options(body: list[Line]) -> bool:
    """Tell if there is a `choose one` in lines or in what belongs to them."""
    return any(
        line.kind == "choose one" or has_options(line.body) or has_options(line.otherwise or [])
        for line in body
    )


def has_open_end(body: list[Line]) -> bool:
    """Tell if what follows on the same row could belong to the last of these lines."""
    last = body[-1]
    if last.otherwise is not None:
        return has_open_end(last.otherwise)
    open_kinds = ("if", "choose card", "choose number", "choose one", "choose player")
    if last.kind in open_kinds or last.args[:1] == ("only",):
        return True
    return bool(last.body) and has_open_end(last.body)
