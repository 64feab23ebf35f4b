"""What the engine sees and asks, in the words of the referee: goods, cards and Dukes by name."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.game import GameTable
from balance.engine.layout import MAX_SEATS, WIN
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import (
    DARK_LORD,
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    MAX_HEIGHT,
    NO_CARD,
    NUM_COLUMNS,
    Decision,
    Phase,
    Timing,
)
from tests.games.comparison import winners
from tests.games.valeria.referee import Choice
from tests.games.valeria.referee.deals import EXHAUSTED

GOODS = ("gold", "strength", "magic", "vp")
PHASES = {
    Phase.SETUP: "dukes",
    Phase.ROLL: "roll",
    Phase.HARVEST: "harvest",
    Phase.ACTION: "action",
    Phase.MONSTERS: "monsters",
    Phase.SECOND_HARVEST: "second harvest",
    Phase.END: "end",
}

KINDS = {
    Decision.KEEP_DUKE: "duke",
    Decision.DICE: "dice",
    Decision.STEAL_FIRST: "steal_first",
    Decision.HARVEST: "harvest",
    Decision.ACTION: "action",
    Decision.PAY: "pay",
    Decision.OPTION: "option",
    Decision.ORDER: "order",
    Decision.TAKE: "take",
    Decision.STEAL: "steal",
    Decision.ROB: "rob",
    Decision.RETURN: "return",
    Decision.BONUS: "bonus",
    Decision.EVENT: "event",
    Decision.MARK: "mark",
    Decision.LOSE: "lose",
    Decision.COVER: "cover",
    Decision.ATTACK: "attack",
    Decision.CAPTURE: "capture",
}
PARTS = (
    *("collected", "monsters", "domains", "duke"),
    *("icons and leftovers", "majorities"),
)
OUTCOMES = {WIN: "won", WIN // 2: "drawn", 0: "lost"}


class Speech:
    """Says the engine's state and choices in the words of the referee.

    Parameters
    ----------
    session
        Whose state is read.
    laid
        The table.
    starters
        Ids of the Starters, whose rows follow those of the other cards.
    """

    def __init__(self, session: Session, game_table: GameTable, starters: Sequence[str]) -> None:
        self.session = session
        self.game_table = game_table
        self.table: Any = game_table.array[0]
        self.cards = [card.id for card in game_table.cards] + list(starters)
        self.dukes = [duke.id for duke in game_table.objectives]
        slain = ("Monster", "Event")
        self._is_monster = [card.kind in slain for card in game_table.cards] + [False] * 9
        self._rests = bool(self.table.rests)
        self._has_events = bool(self.table.num_events)
        self._always_attacked = bool(self.table.solo_exhausted_attacks)
        self._numbers: dict[tuple[int, bool], tuple[str, int]] = {}
        # Views, which stay good as the session plays: a record's attributes take a microsecond.
        state: Any = session.states
        names = ("phase", "turns", "rounds", "active", "dice", "exhausted", "heights", "stacks")
        hidden = ("face_down", "face_down_citizens")
        self._now = {name: state[name] for name in (*names, *hidden)}
        variants = ("events", "markers", "attacks", "exhausted_cards", "exhausted_stack")
        self._more = {name: state[name] for name in variants}
        self._captured = state["seats"][0, DARK_LORD]["owned"]
        asked = ("decision", "num_choices", "choices")
        self._asked = {name: state[name] for name in asked}
        seats = state["seats"][0, : game_table.num_seats]
        self._owned, self._goods, self._duke = seats["owned"], seats["goods"], seats["duke"]

    @property
    def piles(self) -> NDArray[Any]:
        """Copies in the victory piles, by seat and card."""
        return self._owned[:, : len(self._is_monster)] * self._is_monster

    def choices(self) -> list[Choice]:
        """The choices offered, in the engine's order."""
        say = getattr(self, "_" + Decision(self._asked["decision"].item()).name.lower())
        offered = self._asked["choices"][0, : self._asked["num_choices"].item()]
        return [say(choice) for choice in offered.tolist()]

    def kind(self) -> str:
        """What is asked; "" for nothing."""
        decision = self._asked["decision"].item()
        return KINDS[Decision(decision)] if decision else ""

    def about(self) -> dict[str, Any]:
        """What else the player who decides learns: nothing."""
        return {}

    def result(self, record: Any) -> dict[str, Any]:
        """What a record says, as `Referee.result` gives it, but for the ending of several."""
        num_seats = self.game_table.num_seats
        result = {
            "scores": record.scores[:num_seats].tolist(),
            "parts": [_parts(parts) for parts in record.parts[:num_seats]],
            "rounds": int(record.rounds),
            "turns": int(record.turns),
        }
        if num_seats > 1:
            return result | {"winners": winners(record.wins[:num_seats].tolist())}
        return result | {
            "outcome": OUTCOMES[int(record.wins[0])],
            "ending": GAME.endings[record.ending],
            "dark_lord_score": int(record.scores[DARK_LORD]),
            "dark_lord_parts": _parts(record.parts[DARK_LORD]),
        }

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        now = {name: values[0].tolist() for name, values in self._now.items()}
        for first, name in ((FIRST_CITIZENS, "face_down_citizens"), (FIRST_DOMAINS, "face_down")):
            for stack, hidden in enumerate(now[name], first):
                shown = now["stacks"][stack]
                now["stacks"][stack] = [a + b for a, b in zip_longest(shown, hidden, fillvalue=0)]
        piles = [
            [self.cards[row - 1] for row in stack[:height][::-1]]
            for stack, height in zip(now["stacks"], now["heights"], strict=True)
        ]
        return {
            "phase": PHASES[now["phase"]],
            "turn": max(0, now["turns"] - 1),
            "round": max(0, now["rounds"] - 1),
            "active": now["active"],
            "dice": tuple(now["dice"]),
            "exhausted": sum(now["exhausted"]),
            "players": self._players(),
            "monsters": piles[:FIRST_CITIZENS],
            "citizens": piles[FIRST_CITIZENS:FIRST_DOMAINS],
            "domains": piles[FIRST_DOMAINS:],
        } | self._variants(now)

    def _variants(self, now: dict[str, Any]) -> dict[str, Any]:
        """What `Referee.summary` has of the variants that are played."""
        more = {name: values[0].tolist() for name, values in self._more.items()}
        summary: dict[str, Any] = {}
        if self._rests:
            summary["resting"] = (
                now["active"] + self.game_table.num_seats - 1
            ) % self.game_table.num_seats
        if self._has_events:
            summary["exhausted_stack"] = more["exhausted_cards"]
        if any(more["events"]):
            summary["events"] = {
                stack: self.cards[row - 1] for stack, row in enumerate(more["events"]) if row
            }
        if self._more["markers"].any():
            summary["markers"] = self._markers(now["heights"], more["markers"], more["events"])
        if self.game_table.rival:
            captured = [
                card
                for card, copies in zip(self.cards, self._captured.tolist(), strict=False)
                for _ in range(copies)
            ]
            if captured:
                summary["captured"] = sorted(captured)
            monsters = now["heights"][:FIRST_CITIZENS]
            attacks = [
                shown for shown in more["attacks"] if shown and self._can_attack(shown, monsters)
            ]
            if attacks:
                summary["attacks"] = sorted(attacks)
        return summary

    def _can_attack(self, shown: int, monsters: list[int]) -> bool:
        """Whether a number attacks a column, with stacks of Monsters that high (V13.5, V13.7)."""
        if shown == 6:
            return any(monsters)
        return monsters[shown - 1] > 0 or self._always_attacked

    def _markers(
        self, heights: list[int], markers: list[list[int]], events: list[int]
    ) -> dict[int, list[tuple[int, ...]]]:
        """Gold, strength and magic on each card, by stack, where there are any."""
        markers_by_stack = {}
        for stack in range(FIRST_CITIZENS):
            places = range(stack * MAX_HEIGHT + heights[stack] - 1, stack * MAX_HEIGHT - 1, -1)
            markers_by_stack[stack] = [tuple(markers[place]) for place in places]
        for stack, row in enumerate(events):
            if row:
                markers_by_stack[stack] = [tuple(markers[FIRST_CITIZENS * MAX_HEIGHT + stack])]
        return {stack: cards for stack, cards in markers_by_stack.items() if any(map(any, cards))}

    def exhausted_stack(self) -> tuple[str, ...]:
        """The cards of the Exhausted stack, top first."""
        size = int(self._more["exhausted_cards"][0])
        rows = self._more["exhausted_stack"][0][:size][::-1].tolist()
        return tuple(self.cards[row - 1] if row else EXHAUSTED for row in rows)

    def _players(self) -> list[dict[str, Any]]:
        players = [
            {
                **dict(zip(GOODS, goods, strict=True)),
                "tableau": [],
                "pile": [],
                "duke": self.dukes[duke - 1] if duke and self.dukes else "",
            }
            for goods, duke in zip(self._goods.tolist(), self._duke.tolist(), strict=True)
        ]
        seats, rows = np.nonzero(self._owned)
        held = self._owned[seats, rows]
        for seat, row, copies in zip(seats.tolist(), rows.tolist(), held.tolist(), strict=True):
            place = "pile" if self._is_monster[row] else "tableau"
            players[seat][place] += [self.cards[row]] * copies
        for player in players:
            player["tableau"].sort()
            player["pile"].sort()
        return players

    def _option_on_card(self, option: int, rolling: bool) -> tuple[str, int]:
        """The card of an option, and its number among those that are asked about together."""
        known = self._numbers.get((option, rolling))
        if known is None:
            known = self._numbers[option, rolling] = self._find_option(option, rolling)
        return known

    def _find_option(self, option: int, rolling: bool) -> tuple[str, int]:
        abilities = self.table.abilities
        row = int(self.table.options[option].ability)
        if abilities[row].card == NO_CARD:
            return "consolation", option - int(abilities[row].first_option)
        face = self.table.cards[abilities[row].card]
        on_active_side = face.first_active <= row < face.end_active
        first = int(face.first_active if on_active_side else face.first_inactive)
        before = sum(
            int(abilities[i].num_options)
            for i in range(first, row)
            if not rolling or abilities[i].timing == Timing.ROLL
        )
        name = self.cards[abilities[row].card]
        return name, before + option - int(abilities[row].first_option)

    def _keep_duke(self, choice: int) -> Choice:
        return "duke", self.dukes[choice]

    def _dice(self, choice: int) -> Choice:
        if choice == DONE:
            return ("done",)
        return "use", *self._option_on_card(choice // 2, True), choice % 2

    def _harvest(self, choice: int) -> Choice:
        return ("done",) if choice == DONE else ("use", *self._option_on_card(choice, False))

    _steal_first = _harvest

    def _action(self, choice: int) -> Choice:
        if choice < FIRST_STACK_CHOICE:
            return "gain", GOODS[choice]
        return self._acting(choice - FIRST_STACK_CHOICE)

    def _pay(self, choice: int) -> Choice:
        return "pay", choice

    def _option(self, choice: int) -> Choice:
        if choice == DONE:
            return ("decline",)
        ability = self.table.abilities[self.table.options[choice].ability]
        return "option", choice - int(ability.first_option)

    def _order(self, choice: int) -> Choice:
        card = int(self.table.abilities[choice].card)
        return "next", self.cards[card], choice - int(self.table.cards[card].first_active)

    def _take(self, choice: int) -> Choice:
        return "take", choice - FIRST_CITIZENS

    def _steal(self, choice: int) -> Choice:
        if choice == 0:
            return ("nothing",)
        victim = "bank" if self.game_table.rival else (choice - 1) % MAX_SEATS
        return "steal", victim, (choice - 1) // MAX_SEATS + 1

    def _rob(self, choice: int) -> Choice:
        return "rob", choice

    def _return(self, choice: int) -> Choice:
        return "return", self.cards[choice]

    def _bonus(self, choice: int) -> Choice:
        return ("decline",) if choice == DONE else self._acting(choice)

    def _event(self, choice: int) -> Choice:
        return "event", choice

    def _mark(self, choice: int) -> Choice:
        return "mark", choice

    def _lose(self, choice: int) -> Choice:
        return "lose", GOODS[choice]

    def _cover(self, choice: int) -> Choice:
        return "cover", choice

    def _attack(self, choice: int) -> Choice:
        return "attack", choice // NUM_COLUMNS + 1, choice % NUM_COLUMNS + 1

    def _capture(self, choice: int) -> Choice:
        return "capture", choice

    def _acting(self, stack: int) -> Choice:
        if stack < FIRST_CITIZENS or self._more["events"][0, stack] > 0:
            return "slay", stack
        if stack < FIRST_DOMAINS:
            return "recruit", stack - FIRST_CITIZENS
        return "build", stack - FIRST_DOMAINS


def _parts(parts: Any) -> dict[str, int]:
    """Of a score, the parts that are not 0."""
    return {name: part for name, part in zip(PARTS, parts.tolist(), strict=True) if part}
