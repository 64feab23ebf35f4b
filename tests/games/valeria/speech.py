"""What the engine sees and asks, in the words of the referee: goods, cards and Dukes by name."""

import tomllib
from collections import deque
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
    Space,
    Timing,
)
from balance.games.valeria.table.options import RANDOM, Options
from tests.games import comparison
from tests.games.comparison import winners
from tests.games.valeria.referee import Choice, Deal, Sheets
from tests.games.valeria.referee import Options as RefereeOptions
from tests.games.valeria.referee.deals import EXHAUSTED, columns
from tests.games.valeria.referee.finishing import AFTER_EVENT, BARE
from tests.games.valeria.referee.sheets import DATA

SETUPS = tomllib.loads((DATA / "setups.toml").read_text(encoding="utf-8"))
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
COVERS = {
    Space.COVERED: EXHAUSTED,
    Space.AFTER_EVENT: AFTER_EVENT,
    Space.BARE: BARE,
}
USUAL = (  # of the state, in a position
    *("phase", "turns", "rounds", "active", "dice", "rolled", "exhausted", "heights"),
    *("areas", "stacks", "face_down", "face_down_citizens"),
)
OF_VARIANTS = ("events", "covered", "markers", "attacks")
OUTCOMES = {WIN: "won", WIN // 2: "drawn", 0: "lost"}


class Speech(comparison.Speech):
    """Says the engine's state and choices in the words of the referee.

    Parameters
    ----------
    session
        Whose state is read.
    game_table
        The table.
    sheets
        The referee's reading of its cards.
    """

    def __init__(self, session: Session, game_table: GameTable, sheets: Sheets) -> None:
        super().__init__(session, game_table.num_seats)
        self.game_table = game_table
        self.table: Any = game_table.array[0]
        pieces = (*game_table.cards, *game_table.starting_cards)
        self.cards = [card.id for card in pieces]
        self.dukes = [duke.id for duke in game_table.objectives]
        slain = ("Monster", "Event")
        self._is_monster = [card.kind in slain for card in pieces]
        bottoms = [int(area.stack[0]) for area in self.table.areas[: self.table.num_areas]]
        self._areas = [sheets.monsters[self.cards[row - 1]].area for row in bottoms]
        self._can_sleep = not self.table.power_same_turn
        self._rests = bool(self.table.rests)
        self._has_events = bool(self.table.num_events)
        self._always_attacked = bool(self.table.solo_exhausted_attacks)
        self._numbers: dict[tuple[int, bool], tuple[str, int]] = {}
        self._lord = session.states["seats"][0, DARK_LORD]

    @property
    def piles(self) -> NDArray[Any]:
        """Copies in the victory piles, by seat and card."""
        return self._seats["owned"][:, : len(self._is_monster)] * self._is_monster

    def choices(self) -> list[Choice]:
        """The choices offered, in the engine's order."""
        say = getattr(self, "_" + Decision(self.at("decision")).name.lower())
        return [say(choice) for choice in self._list("choices", self.at("num_choices"))]

    def kind(self) -> str:
        """What is asked; "" for nothing."""
        decision = self.at("decision")
        return KINDS[Decision(decision)] if decision else ""

    def result(self, record: Any) -> dict[str, Any]:
        """What a record says, as `Referee.result` gives it."""
        num_seats = self.num_players
        result = {
            "scores": record.scores[:num_seats].tolist(),
            "parts": [_parts(parts) for parts in record.parts[:num_seats]],
            "rounds": int(record.rounds),
            "turns": int(record.turns),
            "ending": GAME.endings[record.ending],
        }
        if num_seats > 1:
            return result | {"winners": winners(record.wins[:num_seats].tolist())}
        return result | {
            "outcome": OUTCOMES[int(record.wins[0])],
            "dark_lord_score": int(record.scores[DARK_LORD]),
            "dark_lord_parts": _parts(record.parts[DARK_LORD]),
        }

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        now = {name: self._now[name][0].tolist() for name in USUAL}
        reached = self.at("end_reached")
        face_down = [
            column
            for column, height in enumerate(now["heights"][FIRST_DOMAINS:])
            if height and not now["stacks"][FIRST_DOMAINS + column][height - 1]
        ]
        for first, name in ((FIRST_CITIZENS, "face_down_citizens"), (FIRST_DOMAINS, "face_down")):
            for stack, hidden in enumerate(now[name], first):
                shown = now["stacks"][stack]
                now["stacks"][stack] = [a + b for a, b in zip_longest(shown, hidden, fillvalue=0)]
        piles = [
            [self.cards[row - 1] for row in stack[:height][::-1]]
            for stack, height in zip(now["stacks"], now["heights"], strict=True)
        ]
        return (
            {
                "phase": PHASES[now["phase"]],
                "turn": max(0, now["turns"] - 1),
                "round": max(0, now["rounds"] - 1),
                "active": now["active"],
                "dice": tuple(now["dice"]),
                "rolled": tuple(now["rolled"]),
                "latched": GAME.endings[reached - 1] if reached else "",
                "dark_lord": self.dukes[int(self._lord["duke"]) - 1]
                if self.game_table.rival
                else "",
                "areas": [self._areas[area] for area in now["areas"]],
                "exhausted": sum(now["exhausted"]),
                "players": self._players(),
                "monsters": piles[:FIRST_CITIZENS],
                "citizens": piles[FIRST_CITIZENS:FIRST_DOMAINS],
                "domains": piles[FIRST_DOMAINS:],
            }
            | ({"face_down": face_down} if face_down else {})
            | self._variants(now)
        )

    def _variants(self, now: dict[str, Any]) -> dict[str, Any]:
        """What `Referee.summary` has of the variants that are played."""
        more = {name: self._now[name][0].tolist() for name in OF_VARIANTS}
        summary: dict[str, Any] = {}
        if self._rests:
            summary["resting"] = (
                now["active"] + self.game_table.num_seats - 1
            ) % self.game_table.num_seats
        if self._has_events:
            summary["exhausted_stack"] = self.exhausted_stack()
            covers = {stack: COVERS[word] for stack, word in enumerate(more["covered"]) if word}
            if covers:
                summary["covers"] = covers
        if any(more["events"]):
            summary["events"] = {
                stack: self.cards[row - 1] for stack, row in enumerate(more["events"]) if row
            }
        if self._now["markers"].any():
            summary["markers"] = self._markers(now["heights"], more["markers"], more["events"])
        if self.game_table.rival:
            captured = [
                card
                for card, copies in zip(self.cards, self._lord["owned"].tolist(), strict=False)
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

    def exhausted_stack(self) -> list[str]:
        """The cards of the Exhausted stack, top first."""
        rows = self._list("exhausted_stack", self.at("exhausted_cards"))
        return [self.cards[row - 1] if row else EXHAUSTED for row in reversed(rows)]

    def _players(self) -> list[dict[str, Any]]:
        players = [
            {
                **dict(zip(GOODS, goods, strict=True)),
                "tableau": [],
                "pile": [],
                "duke": self.dukes[duke - 1] if duke and self.dukes else "",
                "asleep": self._asleep(seat) if self._can_sleep else [],
            }
            for seat, (goods, duke) in enumerate(
                zip(self._seats["goods"].tolist(), self._seats["duke"].tolist(), strict=True)
            )
        ]
        seats, rows = np.nonzero(self._seats["owned"])
        held = self._seats["owned"][seats, rows]
        for seat, row, copies in zip(seats.tolist(), rows.tolist(), held.tolist(), strict=True):
            place = "pile" if self._is_monster[row] else "tableau"
            players[seat][place] += [self.cards[row]] * copies
        for player in players:
            player["tableau"].sort()
            player["pile"].sort()
        return players

    def _asleep(self, seat: int) -> list[str]:
        """The cards of a seat's lasting powers that do not work yet."""
        player = self.session.state.seats[seat]
        rows = player.powers[player.awake : player.num_powers].tolist()
        return sorted(self.cards[self.table.abilities[row].card] for row in rows)

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
        if stack < FIRST_CITIZENS or self._now["events"][0, stack] > 0:
            return "slay", stack
        if stack < FIRST_DOMAINS:
            return "recruit", stack - FIRST_CITIZENS
        return "build", stack - FIRST_DOMAINS


def _parts(parts: Any) -> dict[str, int]:
    """Of a score, the parts that are not 0."""
    return {name: part for name, part in zip(PARTS, parts.tolist(), strict=True) if part}


class EngineChance:
    """What the engine drew, for the referee: dice, robbed cards, Dukes that are assigned.

    Parameters
    ----------
    speech
        Reads the engine's state.
    """

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._robberies: deque[tuple[int, int, str]] = deque()
        self.forget()

    def forget(self) -> None:
        """Leave out what has happened until now."""
        self._robberies.clear()
        self._piles = self._speech.piles

    def watch(self) -> None:
        """Note the card that has just moved from one victory pile to another, if one has."""
        piles = self._speech.piles
        moved = piles - self._piles
        self._piles = piles
        if not (moved < 0).any():
            return
        for robber, row in np.argwhere(moved > 0).tolist():
            for loser in np.flatnonzero(moved[:, row] < 0).tolist():
                self._robberies.append((robber, loser, self._speech.cards[row]))

    def advance(self) -> None:
        """Let the engine go on to the next decision; note who robs what on the way."""
        self.watch()
        session = self._speech.session
        words = session.states.view(np.uint64)
        before = words.copy()
        session.advance()
        piles = self._speech.piles
        if session.states["robs"][0] or (piles < self._piles).any():
            words[:] = before  # again, task by task: which card moved, and when
            while not (session.states["decision"][0] or session.is_over):
                session.step()
                self.watch()
        self._piles = piles

    def dice(self, turn: int) -> tuple[int, int]:
        """The dice as they lie: nobody can have changed them since the roll."""
        state = self._speech.session.state
        assert state.turns == turn + 1, "the engine is in another turn"
        return int(state.dice[0]), int(state.dice[1])

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """The card that the engine moved."""
        thief, loser, card = self._robberies.popleft()
        assert (thief, loser) == (robber, victim), "the engine robbed somebody else"
        return card

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """The Duke that the engine assigned."""
        return self._speech.dukes[self._speech.session.state.seats[seat].duke - 1]


def referee_options(options: Options) -> RefereeOptions:
    """The same options for the referee."""
    return RefereeOptions(
        edition=options.edition,
        dukes="chosen" if options.dukes == "choose" else options.dukes,
        solo_sum_attacks=options.solo_sum_attacks,
        solo_exhausted_attacks=options.solo_exhausted_attacks,
        start=(
            *(options.start_gold, options.start_strength),
            *(options.start_magic, options.start_vp),
        ),
        **options.rulings.model_dump(),
    )


def dealt(speech: Speech, options: Options, sheets: Sheets) -> Deal:
    """What the engine drew; the rest of the grid by the referee's own reading of V2."""
    state, position = speech.session.state, speech.position()
    num_seats = speech.game_table.num_seats
    if options.setup == RANDOM:
        setup = SETUPS["random_setup"]
        setup = {"areas": setup["areas_from"], "citizens": [*sheets.citizens]}
    else:
        setup = next(each for each in SETUPS["setup"] if each["id"] == options.setup)
    areas = list(options.areas or setup["areas"])
    if len(areas) > NUM_COLUMNS:
        drawn = {sheets.monsters[stack[0]].area for stack in position["monsters"]}
        assert drawn <= set(areas), f"{drawn - set(areas)} cannot be drawn"
        areas = sorted(drawn)
    dukes: list[tuple[str, ...]] = []
    if options.dukes != "none":
        rows = [state.seats[seat].dealt.tolist() for seat in range(num_seats)]
        dukes = [tuple(speech.dukes[row - 1] for row in each) for each in rows]
    return Deal(
        num_seats,
        columns(sheets, areas, options.edition, num_seats),
        _citizens(position["citizens"], options, setup["citizens"]),
        tuple(tuple(stack) for stack in position["domains"]),
        tuple(dukes),
        tuple(position.get("exhausted_stack", ())),
        position["dark_lord"],
    )


def _citizens(
    stacks: list[list[str]], options: Options, named: Sequence[str]
) -> tuple[str | tuple[str, ...], ...]:
    """The Citizen stacks drawn from those named (V2.5), or mixed (V15.1)."""
    pool = set(options.citizens or named)
    if not options.mixed_citizens:
        assert {stack[0] for stack in stacks} <= pool, "a Citizen that cannot be drawn"
        return tuple(stack[0] for stack in stacks)
    if options.citizens is not None:
        assert {card for stack in stacks for card in stack} <= pool
    return tuple(tuple(stack) for stack in stacks)
