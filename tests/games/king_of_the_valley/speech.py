"""What the engine sees and asks, in the words of the referee."""

from collections.abc import Callable, Sequence
from typing import Any

from balance.engine.session import Session
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_JESTER,
    GRID,
    HILL_ROWS,
    HILL_SPACES,
    NUM_ORDERS,
    SPACES,
    Column,
    Decision,
    Extra,
    Kind,
    Phase,
)
from tests.games import comparison
from tests.games.king_of_the_valley.referee import Choice, Sheets
from tests.games.king_of_the_valley.referee.sheets import COLUMNS, STAGES
from tests.games.king_of_the_valley.referee.table import SIDES, Space

ORDERS = "ABCD"
KNIGHTS = tuple(f"knight {order}" for order in ORDERS)
JESTERS = tuple(f"jester in {column}" for column in COLUMNS)
SUBJECTS = (*COLUMNS[:3], *KNIGHTS, *COLUMNS[4:])  # by kind
SLOTS = (*SUBJECTS, *JESTERS)
FIFTH = ("farmer", "farmwoman", "jester in farmer", "jester in farmwoman")  # of a bonus
PHASES = {
    Phase.SETUP: "set-up",
    Phase.RECRUIT: "recruit",
    Phase.COLLECT: "collect",
    Phase.CLAIM: "claim",
    Phase.REFILL: "refill",
}
KINDS = {
    Decision.PLACE: "place",
    Decision.RECRUIT: "recruit",
    Decision.COLLECT: "collect",
    Decision.JESTER: "jester",
    Decision.TAX: "tax",
    Decision.TURN_DOWN: "turn",
    Decision.SWAP: "swap",
    Decision.CLAIM: "claim",
    Decision.REFILL: "refill",
}
EXTRAS = {
    **{Extra.HILL_1 + row: f"hill row {row + 1}" for row in range(HILL_ROWS)},
    **{Extra.JESTER_QUEEN + column: name for column, name in enumerate(JESTERS)},
    Extra.BONUS: "bonus",
    Extra.ORDER_3: "order of 3",
    Extra.ORDER_4: "order of 4",
    Extra.ORDER_5: "order of 5",
    Extra.TWO_TILES: "2 tiles",
    Extra.THREE_TILES: "3 tiles",
    Extra.START_CENTRE: "centre",
    Extra.START_INNER: "inner",
    Extra.START_EDGE: "edge",
    Extra.START_CORNER: "corner",
}


class Speech(comparison.Speech):
    """Says the engine's state and choices in the words of the referee.

    Parameters
    ----------
    session
        Whose state is told.
    sheets
        The referee's own reading of the tables, for the names of collectors.
    num_players
        At the table.
    """

    def __init__(self, session: Session, sheets: Sheets, num_players: int) -> None:
        super().__init__(session, num_players)
        self.sheets = sheets
        self.kinds = (*SUBJECTS, "jester", "monk", "wizard", *sheets.collectors)
        self._saying: dict[str, Callable[[int], Choice]] = {
            "place": lambda choice: ("place", space(choice)),
            "recruit": self._recruit,
            "collect": self._collect,
            "jester": lambda choice: ("jester", COLUMNS[choice]),
            "tax": self._tax,
            "turn": self._turn,
            "swap": self._swap,
            "claim": self._claim,
            "refill": lambda choice: ("refill", SIDES[choice]),
        }

    def kind(self) -> str:
        """What is asked; "" for nothing."""
        decision = self.at("decision")
        return KINDS[Decision(decision)] if decision else ""

    def choices(self) -> list[Choice]:
        """The choices offered, in the engine's order."""
        say = self._saying[self.kind()]
        return [say(choice) for choice in self._list("choices", self.at("num_choices"))]

    def stages(self) -> dict[str, list[str]]:
        """The stages as they were shuffled: from the valley, the hill and the piles."""
        stages: dict[str, list[str]] = {stage: [] for stage in STAGES}
        stages["I"] += self._names(self._list("valley", SPACES))
        hill = self._now["hill"][0].tolist()
        for row, stage in enumerate(self.sheets.row_stages):
            stages[stage] += self._names([hill[side][row] for side in range(len(SIDES))])
        pile = self._names(self._list("pile", self.at("num_pile")))
        for stage in STAGES:
            missing = len(self.sheets.stages[stage]) - len(stages[stage])
            stages[stage] += pile[:missing]
            pile = pile[missing:]
        assert not pile, "more tiles than there are"
        return stages

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        heights = self._list("heights", len(SIDES))
        hill = self._now["hill"][0].tolist()
        discarded = self._list("discarded", len(self.kinds))
        valley = self._list("valley", SPACES)
        coins = self._list("coins", SPACES)
        triggered = self.at("triggered")
        for column, height in zip(hill, heights, strict=True):
            assert not any(column[height:]), "a tile above the top of the hill"
        return {
            "phase": PHASES[Phase(self.at("phase"))],
            "round": self.at("rounds"),
            "turn": self.at("turns"),
            "active": self.at("active"),
            "triggered": triggered - 1 if triggered else None,
            "extra_round": bool(self.at("extra_round")),
            "valley": {
                space(place): self.kinds[tile - 1] for place, tile in enumerate(valley) if tile
            },
            "coins": {space(place): gold for place, gold in enumerate(coins) if gold},
            "hill": {
                side: self._names(hill[place][: heights[place]]) for place, side in enumerate(SIDES)
            },
            "emptied": [space(place) for place in self._list("emptied", self.at("num_emptied"))],
            "discarded": counted(self.kinds, discarded),
            "pile": self._pile(),
            "before last": self._seats["before_last"].tolist(),
            "players": [self._player(seat) for seat in range(self.num_players)],
        }

    def result(self, record: Any) -> dict[str, Any]:
        """What a record says, as `Referee.result` gives it."""
        return super().result(record) | {"ending": int(record.ending)}

    def _pile(self) -> list[str]:
        drawn = self.at("drawn")
        return self._names(self._list("pile", drawn + self.at("num_pile"))[drawn:])

    def counts(self, by_piece: Sequence[int]) -> dict[str, int]:
        """What records count, by the referee's names."""
        told = counted(self.kinds[: Kind.COLLECTOR], by_piece)
        told |= {name: by_piece[extra] for extra, name in EXTRAS.items() if by_piece[extra]}
        return told | counted(list(self.sheets.collectors), by_piece[FIRST_COLLECTOR:])

    def _names(self, tiles: Sequence[int]) -> list[str]:
        return [self.kinds[tile - 1] for tile in tiles]

    def _player(self, seat: int) -> dict[str, Any]:
        held = {name: values[seat].tolist() for name, values in self._seats.items()}
        king, orders = held["king"], held["knights"][: held["num_knights"]]
        taxed = {name for name, mark in zip(COLUMNS, held["taxed"], strict=True) if mark}
        return {
            "king": space(king) if king >= 0 else None,
            "gold": held["gold"],
            "markers": held["markers"],
            "taxed": taxed,
            "up": counted(SLOTS, held["up"]),
            "down": counted(SLOTS, held["down"]),
            "knights": [ORDERS[order] for order in orders],
        }

    def _recruit(self, choice: int) -> Choice:
        return ("recruit", *hill_place(choice - 1)) if choice else ("nobody",)

    def _collect(self, choice: int) -> Choice:
        mask, end = choice & 7, space(choice >> 3 & 31)
        numbers = [choice >> shift & 31 for shift in range(8, 32, 5)]
        monks = tuple(space(number - 1) for number in numbers if number)
        assert all(numbers[: len(monks)]), "a gap among the monks"
        if not mask:
            return "move", monks, end, (end,)
        start = monks[-1] if monks else space(int(self._seats["king"][self.at("due_seat")]))
        taken = tuple(
            passed for place, passed in enumerate(passed_over(start, end)) if mask >> place & 1
        )
        assert mask.bit_length() <= len(passed_over(start, end)), "a tile behind the end"
        return "move", monks, end, taken

    def _tax(self, choice: int) -> Choice:
        columns = ("", *COLUMNS)
        packed = self.at("collectors")
        number = sum(bool(packed >> shift & 31) for shift in (0, 5, 10))
        assert not choice >> 3 * number, "a group for a collector that was not taken"
        return "tax", tuple(columns[choice >> 3 * place & 7] for place in range(number))

    def _turn(self, choice: int) -> Choice:
        column = self.at("group")
        counts = [choice >> 4 * place & 15 for place in range(NUM_ORDERS + 1)]
        slots = [COLUMNS[column], "", "", ""]
        if column == Column.KNIGHT:
            slots = list(KNIGHTS)
        slots.append(JESTERS[column])
        turned = sorted((slot, count) for slot, count in zip(slots, counts, strict=True) if count)
        assert not choice >> 4 * (NUM_ORDERS + 1)
        return ("turn", *(part for pair in turned for part in pair))

    def _swap(self, choice: int) -> Choice:
        return "swap", SLOTS[choice // HILL_SPACES], *hill_place(choice % HILL_SPACES)

    def _claim(self, choice: int) -> Choice:
        if not choice:
            return ("no",)
        assert choice & 1
        five = [
            SLOTS[FIRST_JESTER + column] if choice >> column + 1 & 1 else COLUMNS[column]
            for column in range(Column.KNIGHT)
        ]
        five.append((*KNIGHTS, JESTERS[Column.KNIGHT])[choice >> 4 & 7])
        return "claim", *five, FIFTH[choice >> 7]


def space(place: int) -> Space:
    """A space of the valley, which the engine numbers row by row."""
    return place // GRID + 1, place % GRID + 1


def hill_place(place: int) -> tuple[str, int]:
    """Column and row of the hill."""
    return SIDES[place // HILL_ROWS], place % HILL_ROWS + 1


def passed_over(start: Space, end: Space) -> list[Space]:
    """The spaces between two that lie in a straight line."""
    down, across = end[0] - start[0], end[1] - start[1]
    steps = max(abs(down), abs(across))
    return [
        (start[0] + down * step // steps, start[1] + across * step // steps)
        for step in range(1, steps)
    ]


def counted(names: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """How many of each name, of those of which there are some."""
    return {name: count for name, count in zip(names, counts, strict=False) if count}
