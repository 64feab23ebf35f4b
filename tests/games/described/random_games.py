"""Games made up by hypothesis: trees of lines from declared names, and their files.

Each ends: rounds are counted, a `repeat` without a number counts its times in `ticks`, and lines
with a name use only those before them.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.games.described.printing import Printer
from tests.games.described.referee.reading import Line
from tests.games.described.referee.values import Tree

PLAYERS = [2, 3, 4]
TABLE = {"few": "2", "several": "[3, 4, 5]"}
EACH_PLAYER = {
    "coins": "{ start = 3, most = 9 }",
    "gems": "{ start = [0, 1, 2], seen_by = 'owner' }",
    "debt": "{ start = 0, least = -4, most = 4 }",
}
SHARED = {"pot": "2", "wish": "0", "ticks": "0"}
ZONES = {
    "pile": "{ starts_with = 'birds', seen_by = 'nobody', refill = 'heap' }",
    "shop": "{ starts_with = 'trees', counters = ['moss'] }",
    "heap": "{ order = 'kept' }",
    "deck": "{ per_player = true, seen_by = 'nobody', refill = 'board', order = 'kept' }",
    "hand": "{ per_player = true, seen_by = 'owner' }",
    "board": "{ per_player = true, counted = true, counters = ['load', 'moss'] }",
}
VALUES: dict[Tree, str] = {
    ("+", ("number", "coins", "you"), ("number", "gems", "you")): "riches",
    ("-", ("dice",), ("die", 2)): "others_shown",
}
PILES = ("heap", "deck")
OWN_ZONES = ("deck", "hand", "board")
SHEETS = {
    "birds": ("id,name,count,cost,colour,marks,dates", [
        ["wren", "Wren", "6", "1", "red", "x", "1/2"],
        ["crow", "Crow", "4", "2", "blue", "x/y", "3"],
        ["owl", "Owl", "1/2/3", "3", "red", "", "2/4/6"],
        ["kite", "Kite", "1", "", "", "y/z", ""],
    ]),
    "trees": ("id,name,count,cost,colour,points", [
        ["oak", "Oak", "4/4/5", "4", "green", "3"],
        ["elm", "Elm", "3", "2", "blue", "-1"],
        ["ash", "Ash", "2", "1", "green", ""],
    ]),
}  # fmt: skip
CARDS = [row[0] for _, rows in SHEETS.values() for row in rows]
COLUMNS = ("cost", "points")
WORDS = {"colour": ("red", "blue", "green"), "id": tuple(CARDS)}
MARKS = ("x", "y", "z")
EFFECTS = ("effect", "bonus")
WHO = ("you", "you", "active", "next", "previous", "leader")
LABELS = ("hold", "go on", "take the lot", "build or wait")
MAX_TICKS = 12
MOST_LINES = 60  # in one of the lines of a turn


class Context(NamedTuple):
    """What the lines around allow."""

    it: bool = False
    moves_it: bool = False  # whether it is known from where `it` was chosen
    chosen: bool = False
    asked: bool = False  # after `where`
    in_repeat: bool = False
    depth: int = 2
    uses: tuple[str, ...] = ()  # columns whose lines may be used
    steps: tuple[str, ...] = ()
    steps_with_it: tuple[str, ...] = ()
    on_one_row: bool = False  # nothing that cannot be said in a cell


class Trees:
    """Draws trees; `integer` draws an integer from the first to the second."""

    def __init__(self, integer: Callable[[int, int], int]) -> None:
        self.integer = integer

    def one_of(self, *choices: Any) -> Any:
        """Draw one of these."""
        return choices[self.integer(0, len(choices) - 1)]

    def chance(self, one_in: int) -> bool:
        """Draw whether something rare is the case."""
        return self.integer(0, one_in - 1) == one_in - 1

    def whole(self, low: int, high: int) -> Tree:
        """Draw a number that is written out."""
        return ("int", self.integer(low, high))

    def number(self) -> Tree:
        """Draw a number that is no word, and whose it is."""
        name = self.one_of(*EACH_PLAYER, "pot")
        return ("number", name, "shared" if name in SHARED else self.one_of(*WHO))

    def zone(self) -> Tree:
        """Draw a zone, and whose it is."""
        name = self.one_of(*ZONES, "pile", "hand", "hand")
        return ("zone", name, self.one_of(*WHO) if name in OWN_ZONES else "shared")

    def zone_or_bottom(self) -> Tree:
        """Draw a zone, or the bottom of a pile."""
        zone = self.zone()
        return ("bottom", *zone[1:]) if zone[1] in PILES and self.chance(2) else zone

    def counter(self) -> tuple[str, Tree]:
        """Draw what lies on cards, and in which zone."""
        name = self.one_of("load", "moss")
        zone = "board" if name == "load" else self.one_of("board", "shop")
        return name, ("zone", zone, self.one_of(*WHO) if zone in OWN_ZONES else "shared")

    def counted(self, zone: Tree, name: str, context: Context) -> Tree:
        """Draw of which cards of a zone something is asked, by what lies on them."""
        sign = self.one_of("=", "<", "<=", ">", ">=")
        return (sign, ("counter", name, zone), self.leaf(context._replace(asked=True)))

    def leaf(self, context: Context) -> Tree:
        """Draw a value without parts."""
        leaves: list[Tree] = [self.whole(0, 4), self.number(), ("table", self.one_of(*TABLE))]
        leaves += [(self.one_of("round", "turn", "players"),), ("dice",)]
        leaves.append(("die", self.integer(1, 3)))
        if self.chance(3):
            leaves += [("secret die", self.integer(1, 3), self.one_of(*WHO))]
            leaves += [(self.one_of("secret dice", "secret count"), self.one_of(*WHO))]
        leaves.append(self.one_of(*VALUES))
        if context.chosen:
            leaves += [("chosen number",)] * 3
        leaves.append(("top", self.one_of(*COLUMNS), ("zone", "heap", "shared")))
        if context.it:
            leaves += [("column of it", self.one_of(*COLUMNS))] * 3
            leaves.append(("counter of it", *self.counter()))
        if context.asked:
            leaves += [("column", self.one_of(*COLUMNS))] * 5
        return self.one_of(*leaves)

    def value(self, context: Context) -> Tree:
        """Draw a value."""
        if context.depth <= 0 or not self.chance(3):
            return self.leaf(context)
        inner = context._replace(depth=context.depth - 1)
        kind = self.one_of(
            "+", "-", "*", "/", "mod", "different", "same", "run", "count", "kinds", "empty piles",
            "sum", "highest", "lowest", "most", "least", "total", "larger", "smaller", "showing",
            "laden", "counted", "secret showing",
        )  # fmt: skip
        match kind:
            case "laden":
                name, zone = self.counter()
                return ("count", zone, self.counted(zone, name, inner))
            case "counted":
                fold, (name, zone) = self.one_of("sum", "highest", "lowest"), self.counter()
                where = self.counted(zone, name, inner) if self.chance(3) else None
                return (f"{fold} counted", name, zone, where)
            case "showing":
                return (kind, self.value(inner))
            case "secret showing":
                return (kind, self.value(inner), self.one_of(*WHO))
            case "count" | "kinds":
                return (kind, self.zone(), self.where(inner))
            case "run":
                return (kind, self.one_of(*COLUMNS), self.zone(), self.where(inner))
            case "different" | "same":
                column = self.one_of(*COLUMNS, "colour", "id")
                return (kind, column, self.zone(), self.where(inner))
            case "empty piles":
                return (kind, ("zone", self.one_of("pile", "shop"), "shared"))
            case "sum" | "highest" | "lowest":
                return (kind, self.one_of(*COLUMNS), self.zone(), self.where(inner))
            case "most" | "least" | "total":
                return ("among", kind, self.value(inner), self.chance(2))
        right = self.leaf(inner) if kind == "*" else self.value(inner)  # else it could wrap
        return (kind, self.value(inner), right)

    def where(self, context: Context) -> Tree | None:
        """Draw which cards are meant, or all."""
        return self.condition(context._replace(asked=True)) if self.chance(3) else None

    def condition(self, context: Context) -> Tree:
        """Draw a condition."""
        inner = context._replace(depth=context.depth - 1)
        if context.depth > 0 and self.chance(3):
            match self.one_of("and", "or", "not", "player has"):
                case "not":
                    return ("not", self.condition(inner))
                case "player has":
                    return ("player has", self.one_of("any", "every", "no"), self.condition(inner))
                case kind:
                    return (kind, self.condition(inner), self.condition(inner))
        of_card = [*(["column"] * 2 if context.asked else []), *(["column of it"] * context.it)]
        match self.one_of("numbers", "numbers", *(["words", "includes"] if of_card else ["wish"])):
            case "wish":
                word = self.one_of(*WORDS["colour"], *CARDS, "none")
                return ("=", ("number", "wish", "shared"), ("word", word))
            case "words":
                return self.words(of_card)
            case "includes" if self.chance(2):
                column = (self.one_of(*of_card), "marks")
                return ("includes", column, ("word", self.one_of(*MARKS)))
            case "includes":
                return ("includes", (self.one_of(*of_card), "dates"), self.value(inner))
        sign = self.one_of("=", "<", "<=", ">", ">=")
        return (sign, self.value(inner), self.value(inner))

    def words(self, of_card: list[str]) -> Tree:
        """Draw what compares a word of a card."""
        column = self.one_of(*WORDS)
        rights: list[Tree] = [("word", self.one_of(*WORDS[column])), ("number", "wish", "shared")]
        if column != "id":
            rights.append(("word", "none"))
        if "column of it" in of_card:
            rights.append(("column of it", column))
        equal = ("=", (self.one_of(*of_card), column), self.one_of(*rights))
        return ("not", equal) if self.chance(3) else equal

    def body(self, context: Context, most: int = 3, least: int = 1) -> list[Line]:
        """Draw lines that belong to a line."""
        lines: list[Line] = []
        for left in reversed(range(self.integer(least, most))):
            # On one row only the last line can have lines that belong to it.
            lines.append(self.line(context, leaf=context.on_one_row and left > 0))
        return lines

    def line(self, context: Context, leaf: bool = False) -> Line:
        """Draw a line with what belongs to it."""
        if leaf or context.depth <= 0 or self.chance(5 - context.depth):
            return self.simple_line(context)
        inner = context._replace(depth=context.depth - 1)
        match self.one_of(
            "if", "repeat", "choose one", "card", "card", "number", "players", "player", "again"
        ):
            case "again":
                tick = Line("gain", (("int", 1), ("number", "ticks", "shared")))
                still = ("<", ("number", "ticks", "shared"), ("int", MAX_TICKS))
                return Line("if", (still,), [tick, Line("take another turn")])
            case "player":
                has = self.condition(inner) if self.chance(3) else None
                inner = inner._replace(moves_it=False, in_repeat=False)
                line = Line(
                    "choose player", (self.chance(2), has, self.chance(2)), self.body(inner)
                )
                self.add_otherwise(line, context)
                return line
            case "if":
                line = Line("if", (self.condition(context),), self.body(inner))
                self.add_otherwise(line, inner)
                return line
            case "repeat":
                return self.repeat(inner)
            case "choose one":
                return self.choose_one(inner)
            case "number":
                low, high = self.whole(0, 2), self.one_of(self.number(), self.whole(0, 4))
                inner = inner._replace(chosen=True)
                where = self.condition(inner) if self.chance(3) else None
                body = self.paid_body(inner)
                line = Line("choose number", (low, high, where, self.chance(3)), body)
                if not context.on_one_row:
                    self.add_otherwise(line, context)
                return line
            case "players":
                return self.players(inner)
        return self.choose_card(inner)

    def add_otherwise(self, line: Line, context: Context) -> None:
        """Draw what is done otherwise, or nothing."""
        if self.chance(2):
            return
        if self.chance(3) and (line.kind == "if" or not context.on_one_row):
            chained = Line("if", (self.condition(context),), self.body(context))
            self.add_otherwise(chained, context)
            line.otherwise = [Line("chained", ("else",), [chained])]
        else:
            line.otherwise = self.body(context)

    def repeat(self, context: Context) -> Line:
        """Draw a repeat that ends."""
        inner = context._replace(in_repeat=True)
        kind = self.one_of("times", "while", "ever")
        if kind == "times":
            return Line("repeat", (kind, self.one_of(self.whole(0, 3), ("table", "few"))),
                        self.body(inner))  # fmt: skip
        tick = Line("gain", (("int", 1), ("number", "ticks", "shared")))
        body = [tick, *self.body(inner)]
        still: Tree = ("<", ("number", "ticks", "shared"), ("int", MAX_TICKS))
        if kind == "while":
            return Line("repeat", (kind, ("and", self.condition(context), still)), body)
        if context.on_one_row:
            return Line("repeat", ("times", ("int", 2)), body)
        stop = Line("if", (("not", still),), [Line("stop")])
        return Line("repeat", (kind, None), [stop, *body])

    def paid_body(self, context: Context) -> list[Line]:
        """Draw lines that belong to a choice, which may have to be paid."""
        body = self.body(context)
        for _ in range(2 if self.chance(6) else self.chance(3)):
            pays = [(self.leaf(context), self.number()) for _ in range(3 if self.chance(3) else 1)]
            body.insert(0, Line("pay", pays[0]) if len(pays) == 1 else Line("pay either", (*pays,)))
        return body

    def choose_one(self, context: Context) -> Line:
        """Draw a choice among options."""
        labels = LABELS[: self.integer(2, len(LABELS))]
        options = []
        for label in labels:
            if self.chance(4) and not context.on_one_row:
                options.append(Line("answers", (), [self.answers(context)]))
                continue
            condition = self.condition(context) if self.chance(3) else None
            body = [] if self.chance(4) else self.paid_body(context)
            options.append(Line("option", (label, condition), body))
        return Line("choose one", (), options)

    def answers(self, context: Context) -> Line:
        """Draw a choice that is an option."""
        match self.one_of("card", "number", "player"):
            case "card":
                body = self.paid_body(context._replace(it=True, moves_it=True))
                return Line("choose card", (self.zone(), self.where(context), None, False), body)
            case "number":
                inner = context._replace(chosen=True)
                where = self.condition(inner) if self.chance(3) else None
                ends = self.whole(0, 2), self.one_of(self.number(), self.whole(0, 4))
                return Line("choose number", (*ends, where, False), self.paid_body(inner))
        inner = context._replace(moves_it=False, in_repeat=False)
        has = self.condition(context) if self.chance(3) else None
        return Line("choose player", (self.chance(2), has, False), self.body(inner))

    def choose_card(self, context: Context) -> Line:
        """Draw a choice of cards."""
        count = self.one_of(None, None, self.whole(1, 3), ("number", "coins", "you"))
        zone, where = self.zone(), self.where(context)
        if zone[1] == "heap" and self.chance(2):
            near = ("near top", self.one_of(self.whole(1, 2), ("number", "coins", "you")), zone)
            where = near if where is None else ("and", near, where)
        args = (zone, where, count, self.chance(2))
        body = self.paid_body(context._replace(it=True, moves_it=True))
        if not context.on_one_row and self.chance(2):
            body.append(Line("move it", (self.zone(),)))
        line = Line("choose card", args, body)
        if count is None:
            self.add_otherwise(line, context)
        return line

    def players(self, context: Context) -> Line:
        """Draw lines for several players."""
        who = self.one_of("all", "other", "random", "each", "first", "only")
        rank = None
        if who not in ("all", "other", "random"):
            rank = (self.one_of("most", "least"), self.value(context))
        inner = context._replace(moves_it=False, in_repeat=False)
        line = Line("players", (who, rank), self.body(inner, most=2))
        if who == "only":
            self.add_otherwise(line, context)
        return line

    def simple_line(self, context: Context) -> Line:
        """Draw a line to which none belong."""
        if self.chance(25):
            return Line(self.one_of("end turn", "end turn", "end game", "become leader"))
        kinds = ["gain", "lose", "set", "wish", "roll", "reroll", "draw", "draw", "fill",
                 "move all", "move cards", "pass", "shuffle", "look", "put on each",
                 "reroll any"]  # fmt: skip
        kinds += ["move it", "move it"] * context.moves_it
        kinds += ["move it from", "wish it", "put on it"] * context.it
        kinds += ["stop"] * context.in_repeat
        kinds += ["use each"] * bool(context.uses)
        kinds += ["use it"] * (bool(context.uses) and context.it)
        kinds += ["do"] * bool(context.steps)
        kinds += ["do it"] * (bool(context.steps_with_it) and context.it)
        kind = self.one_of(*kinds)
        match kind:
            case "gain" | "lose":
                return Line(kind, (self.value(context), self.number()))
            case "set":
                return Line("set", (self.number(), self.value(context)))
            case "wish":
                word = ("word", self.one_of(*WORDS["colour"], *CARDS, "none"))
                return Line("set", (("number", "wish", "shared"), word))
            case "wish it":
                word = ("column of it", self.one_of(*WORDS))
                return Line("set", (("number", "wish", "shared"), word))
            case "roll":
                count = self.one_of(("int", 1), self.whole(0, 8), self.number())
                said = self.one_of("roll", "roll", "roll secretly")
                return Line(said, (count, self.one_of(("int", 6), self.whole(1, 9))))
            case "reroll any":
                return Line(kind)
            case "reroll":
                return Line(kind, (self.leaf(context),))
            case "draw":
                ends = self.zone_or_bottom(), self.zone_or_bottom()
                return Line("draw", (self.leaf(context), *ends))
            case "fill":
                return Line("fill", (self.zone(), self.zone_or_bottom(), self.leaf(context)))
            case "move it":
                return Line(kind, (self.zone_or_bottom(),))
            case "move it from":
                return Line(kind, (self.zone(), self.zone_or_bottom()))
            case "move all":
                return Line(kind, (self.zone(), self.zone_or_bottom(), self.where(context)))
            case "put on it" | "put on each":
                name, zone = self.counter()
                start = (self.one_of("put", "put", "take"), self.leaf(context), name, zone)
                if kind == "put on it":
                    return Line(kind, start)
                where = self.counted(zone, name, context) if self.chance(3) else None
                return Line(kind, (*start, where or self.where(context)))
            case "move cards":
                card = self.one_of(*CARDS)
                ends = self.zone(), self.zone_or_bottom()
                return Line(kind, (self.leaf(context), card, *ends))
            case "look":
                zone = (
                    ("zone", "deck", self.one_of(*WHO))
                    if self.chance(2)
                    else ("zone", "heap", "shared")
                )
                count = self.one_of(None, self.whole(1, 4), ("number", "coins", "you"))
                who = self.one_of("you", "you", "all", "active", "next", "leader")
                return Line(kind, (zone, count, who))
            case "shuffle":
                return Line(kind, (("zone", "deck", self.one_of(*WHO)),))
            case "pass":
                zone = ("zone", self.one_of(*OWN_ZONES), "you")
                return Line(kind, (zone, self.one_of("left", "right")))
            case "use each":
                column = self.one_of(*context.uses)
                return Line(kind, (column, self.zone(), self.where(context)))
            case "use it":
                return Line(kind, (self.one_of(*context.uses),))
            case "do":
                return Line(kind, (self.one_of(*context.steps),))
            case "do it":
                return Line("do", context.steps_with_it)
        return Line(kind)


@dataclass
class RandomGame:
    """Trees of a game, and how they are written.

    Attributes
    ----------
    cells
        The lines of each card in the columns `effect` and `bonus`.
    """

    parts: dict[str, list[Line]]
    steps: dict[str, list[Line]]
    cells: dict[tuple[str, str], list[Line]]
    endings: dict[str, tuple[str, Tree]]  # a moment may begin with `all win` or `all lose`
    score: dict[str, Tree]
    ties: list[Tree]
    style: int

    def write(self, folder: Path) -> None:
        """Write the file and its sheets into a folder."""
        printer, plain = Printer(self.style, VALUES), Printer(self.style)
        texts = ['name = "Made up"', f"players = {PLAYERS}"]
        for name, table in (
            ("sheets", {sheet: f"'{sheet}.csv'" for sheet in SHEETS}),
            ("numbers", TABLE),
            ("each_player", EACH_PLAYER),
            ("shared", SHARED),
            ("zones", ZONES),
            ("values", {name: f'"{plain.value(tree)}"' for tree, name in VALUES.items()}),
        ):
            texts.append("")
            texts += [f"{name}.{key} = {value}" for key, value in table.items()]
        texts += [f"ties = {[printer.value(tree) for tree in self.ties]}"]
        for name, body in self.parts.items():
            texts.append(self.block(name, printer.rows(body)))
        for name, body in self.steps.items():
            texts.append(self.block(f"steps.{name}", printer.rows(body)))
        for name, (moment, tree) in self.endings.items():
            texts.append(f'endings.{name} = "{moment} when {printer.value(tree)}"')
        for name, tree in self.score.items():
            texts.append(f'score.{name} = "{printer.value(tree)}"')
        (folder / "game.toml").write_text("\n".join(texts) + "\n", encoding="utf-8")
        for sheet, (head, rows) in SHEETS.items():
            with open(folder / f"{sheet}.csv", "w", encoding="utf-8", newline="") as file:
                lines = csv.writer(file)
                lines.writerow([*head.split(","), *EFFECTS])
                for row in rows:
                    cells = [printer.one_row(self.cells[row[0], column]) for column in EFFECTS]
                    assert None not in cells
                    lines.writerow([*row, *cells])

    @staticmethod
    def block(key: str, rows: list[str]) -> str:
        """Write lines as a text of the file."""
        return "\n".join([f"{key} = '''", *rows, "'''"])


def lines_in(line: Line) -> int:
    """Return how many lines a line is, with those that belong to it."""
    return 1 + sum(map(lines_in, [*line.body, *(line.otherwise or [])]))


def ends_the_game(line: Line) -> bool:
    """Return whether a line, or one that belongs to it, ends the game."""
    inner = [*line.body, *(line.otherwise or [])]
    return line.kind == "end game" or any(map(ends_the_game, inner))


def random_game(integer: Callable[[int, int], int]) -> RandomGame:
    """Return a game that ends; `integer` draws an integer from the first to the second."""
    trees = Trees(integer)
    cells = {}
    for card in CARDS:
        for column, used in (("bonus", ()), ("effect", ("bonus",))):
            context = Context(it=True, depth=1, uses=used, on_one_row=True)
            cells[card, column] = [] if trees.chance(3) else trees.body(context, most=2)
    first = trees.body(Context(depth=1))
    first.append(Line("roll secretly", (("int", 8), ("int", 6))))  # all dice have a name then
    steps = {"first": first, "second": trees.body(Context(uses=("bonus",), steps=("first",)))}
    steps["third"] = trees.body(Context(it=True, depth=1))
    whole = Context(uses=EFFECTS, steps=("first", "second"), steps_with_it=("third",))
    dealt = [
        Line("draw", (trees.whole(2, 4), ("zone", source, "shared"), ("zone", target, "you")))
        for source, target in (("pile", "hand"), ("shop", trees.one_of("deck", "board")))
    ]
    parts = {"setup": [Line("players", ("all", None), dealt), *trees.body(Context(depth=1))]}
    if trees.chance(2):
        parts["round"] = trees.body(whole._replace(depth=1))
    turn = trees.body(whole._replace(depth=3), least=2, most=5)
    # A text has 10,000 characters at most.
    parts["turn"] = [line for line in turn if lines_in(line) <= MOST_LINES] or [
        Line("become leader")
    ]
    if trees.chance(2):
        parts["round_end"] = trees.body(whole._replace(depth=1))
    endings = {"time": ("after round", (">=", ("round",), trees.whole(1, 3)))}
    for moment in ("at once", "after turn"):
        if trees.chance(4):
            endings[moment.replace(" ", "_")] = (moment, trees.condition(Context()))
    score = {f"part_{place}": trees.value(Context()) for place in range(1, 3)}
    bodies = [*parts.values(), *steps.values(), *cells.values()]
    if trees.chance(5) and not any(ends_the_game(line) for body in bodies for line in body):
        for name, (moment, tree) in endings.items():
            endings[name] = f"{trees.one_of('all win', 'all lose')} {moment}", tree
    ties = [trees.value(Context()) for _ in range(integer(0, 2))]
    return RandomGame(parts, steps, cells, endings, score, ties, integer(0, 2**16))


@st.composite
def random_games(draw: Any) -> RandomGame:
    """Return a game for 2, 3 or 4 players that ends."""
    return random_game(lambda low, high: draw(st.integers(low, high)))
