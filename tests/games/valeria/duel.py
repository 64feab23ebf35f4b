"""Engine and referee play the same game and compare all they see, decision by decision.

The engine deals and rolls; the referee is told. Both must then ask the same seat the same
question with the same answers, in the same position, until both say that the game is over.
"""

import random
import tomllib
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.game import Laid
from balance.engine.layout import MAX_SEATS, WIN
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import (
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NO_CARD,
    Decision,
    Phase,
    Timing,
)
from balance.games.valeria.options import Options
from tests.games.valeria.referee import Choice, Deal, Referee
from tests.games.valeria.referee import Options as RefereeOptions
from tests.games.valeria.referee.deals import columns
from tests.games.valeria.referee.sheets import Sheets, read_sheets

GOODS = ("gold", "strength", "magic", "vp")
PHASES = {
    Phase.SETUP: "dukes",
    Phase.ROLL: "roll",
    Phase.HARVEST: "harvest",
    Phase.ACTION: "action",
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
}
ENDINGS = ({"a"}, {"b"}, {"c"})
SEVERAL = 3  # the ending of two conditions at once
MOST_DECISIONS = 20_000
# How much random players like an answer, by its first word; a table of players has one taste.
TASTES = (
    {"build": 12, "slay": 6, "recruit": 5, "use": 8, "option": 4, "steal": 3},
    {"build": 80, "gain": 10, "slay": 0.5, "recruit": 1, "use": 20, "next": 2},
    {"slay": 60, "gain": 4, "use": 20, "recruit": 2, "build": 4, "pay": 2},
)


@dataclass
class Seen:
    """What came up in many games."""

    games: int = 0
    decisions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # came to a player, or Duke kept
    used: Counter[tuple[str, bool]] = field(default_factory=Counter)  # card, by the active player
    endings: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.games + other.games,
            self.decisions + other.decisions,
            self.kinds + other.kinds,
            self.cards + other.cards,
            self.used + other.used,
            self.endings + other.endings,
        )


class Speech:
    """Says the engine's state and choices in the words of the referee.

    Parameters
    ----------
    session
        Whose state is told.
    laid
        The table.
    starters
        Ids of the Starters, whose rows follow those of the other cards.
    """

    def __init__(self, session: Session, laid: Laid, starters: Sequence[str]) -> None:
        self.session = session
        self.laid = laid
        self.table: Any = laid.table[0]
        self.cards = [card.id for card in laid.cards] + list(starters)
        self.dukes = [duke.id for duke in laid.objectives]
        self._is_monster = [card.kind == "Monster" for card in laid.cards] + [False] * 9
        self._numbers: dict[tuple[int, bool], tuple[str, int]] = {}
        # Views, which stay good as the session plays: a record's attributes take a microsecond.
        state: Any = session.states
        names = ("phase", "turns", "rounds", "active", "dice", "exhausted", "heights", "stacks")
        self._now = {name: state[name] for name in (*names, "face_down")}
        self._asked = {name: state[name] for name in ("decision", "num_choices", "choices")}
        seats = state["seats"][0, : laid.num_seats]
        self._owned, self._goods, self._duke = seats["owned"], seats["goods"], seats["duke"]

    def choices(self) -> list[Choice]:
        """The choices offered, in the engine's order."""
        say = getattr(self, "_" + Decision(self._asked["decision"].item()).name.lower())
        offered = self._asked["choices"][0, : self._asked["num_choices"].item()]
        return [say(choice) for choice in offered.tolist()]

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        now = {name: values[0].tolist() for name, values in self._now.items()}
        for column, hidden in enumerate(now["face_down"]):
            shown = now["stacks"][FIRST_DOMAINS + column]
            now["stacks"][FIRST_DOMAINS + column] = [
                a + b for a, b in zip_longest(shown, hidden, fillvalue=0)
            ]
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
        }

    def _players(self) -> list[dict[str, Any]]:
        players = [
            {
                **dict(zip(GOODS, goods, strict=True)),
                "tableau": [],
                "pile": [],
                "duke": self.dukes[duke - 1] if duke else "",
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
        return _acting(choice - FIRST_STACK_CHOICE)

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
        return "steal", (choice - 1) % MAX_SEATS, (choice - 1) // MAX_SEATS + 1

    def _rob(self, choice: int) -> Choice:
        return "rob", choice

    def _return(self, choice: int) -> Choice:
        return "return", self.cards[choice]

    def _bonus(self, choice: int) -> Choice:
        return ("decline",) if choice == DONE else _acting(choice)


def _acting(stack: int) -> Choice:
    if stack < FIRST_CITIZENS:
        return "slay", stack
    if stack < FIRST_DOMAINS:
        return "recruit", stack - FIRST_CITIZENS
    return "build", stack - FIRST_DOMAINS


class EngineChance:
    """The referee's chance: what the engine drew."""

    def __init__(self, duel: "Duel") -> None:
        self.duel = duel

    def dice(self, turn: int) -> tuple[int, int]:
        """The dice as they lie: nobody can have changed them since the roll."""
        state = self.duel.session.state
        assert state.turns == turn + 1, "the engine is in another turn"
        return int(state.dice[0]), int(state.dice[1])

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """The card that the engine moved."""
        thief, loser, card = self.duel.robberies.popleft()
        assert (thief, loser) == (robber, victim), "the engine robbed somebody else"
        return card

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """The Duke that the engine assigned."""
        return self.duel.speech.dukes[self.duel.session.state.seats[seat].duke - 1]


class Duel:
    """Games of one table between engine and referee.

    Parameters
    ----------
    options
        The set-up and switches; everything is asked.
    players
        2 to 4.
    sheets
        Folder of the referee's card tables.
    edits
        The same changes of the box's cells for the engine.
    seed
        Of all chance.
    """

    def __init__(
        self,
        options: Options,
        players: int,
        sheets: Path,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.options = options.model_copy(update={"ask_everything": True})
        self.players = players
        self.folder = sheets
        self.sheets = read_sheets(sheets)
        laid = GAME.lay_table(self.options, players, edits or {}, sheets)
        self.session = Session(GAME, laid, seed)
        self.speech = Speech(self.session, laid, starters(self.sheets, options.edition))
        self.robberies: deque[tuple[int, int, str]] = deque()
        self.seen = Seen()
        rulings = options.rulings.model_dump()
        dukes = "assigned" if options.dukes == "assigned" else "chosen"
        self._referee_options = RefereeOptions(edition=options.edition, dukes=dukes, **rulings)

    def play(self, deal: int, rng: random.Random) -> None:
        """Play one game, comparing at every decision.

        Raises
        ------
        AssertionError
            If the two differ; says where and in what.
        """
        session = self.session
        session.begin(deal, (0,) * self.players)
        self.position = self.speech.position()
        chance = EngineChance(self)
        referee = Referee(self.folder, self._deal(), self._referee_options, chance)
        self.robberies.clear()
        taste = TASTES[rng.choices((0, 1, 2), (6, 1, 1))[0]]
        decisions = 0
        self._advance()  # before the referee, which is told what was drawn
        while True:
            pending = referee.pending()
            self._compare_positions(referee, decisions)
            if session.is_over or pending is None:
                break
            state = session.state
            choices = self.speech.choices()
            kind = KINDS[Decision(int(state.decision))]
            asked = kind, int(state.due_seat), sorted(choices, key=str)
            wanted = pending.kind, pending.seat, sorted(pending.choices, key=str)
            assert asked == wanted, f"decision {decisions}: engine {asked}, referee {wanted}"
            liking = [taste.get(str(choice[0]), 1) for choice in choices]
            index = rng.choices(range(len(choices)), liking)[0]
            self._note(kind, choices[index])
            session.take(index)
            self._advance()
            referee.choose(choices[index])
            decisions += 1
            assert decisions < MOST_DECISIONS, "the game does not end"
        assert session.is_over, f"the referee alone is through, at decision {decisions}"
        assert pending is None, f"the engine alone is through, at decision {decisions}"
        self._compare_results(deal, referee)

    def _deal(self) -> Deal:
        """What the engine dealt; the rest of the grid by the referee's own reading of V2."""
        state = self.session.state
        setup = next(s for s in _setups(self.folder) if s["id"] == self.options.setup)
        areas = self.options.areas or setup["areas"]
        return Deal(
            self.players,
            columns(self.sheets, areas, self.options.edition),
            tuple(self.options.citizens or setup["citizens"]),
            tuple(tuple(stack) for stack in self.position["domains"]),
            tuple(
                tuple(self.speech.dukes[duke - 1] for duke in state.seats[seat].dealt.tolist())
                for seat in range(self.players)
            ),
        )

    def _advance(self) -> None:
        """Go to the next decision; note who robbed what on the way."""
        self.session.advance()
        before = [player["pile"] for player in self.position["players"]]
        self.position = self.speech.position()
        after = [player["pile"] for player in self.position["players"]]
        for loser in range(self.players):
            if len(after[loser]) < len(before[loser]):
                gone = Counter(before[loser]) - Counter(after[loser])
                for robber in range(self.players):
                    moved = (Counter(after[robber]) - Counter(before[robber])) & gone
                    self.robberies += [(robber, loser, card) for card in moved.elements()]

    def _note(self, kind: str, choice: Choice) -> None:
        state = self.session.state
        self.seen.decisions += 1
        self.seen.kinds[kind] += 1
        if choice[0] == "use":
            self.seen.used[str(choice[1]), bool(state.due_seat == state.active)] += 1

    def _compare_positions(self, referee: Referee, decisions: int) -> None:
        ours, theirs = self.position, referee.summary()
        if theirs["phase"] == "over":
            theirs["phase"] = "end"
        if ours != theirs:
            both = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
            asked = Decision(self.session.state.decision).name, referee.pending()
            raise AssertionError(f"decision {decisions} {asked}, engine and referee: {both}")

    def _compare_results(self, deal: int, referee: Referee) -> None:
        record = self.session.keep(deal)[0]
        result = referee.result()
        seats = range(self.players)
        assert record.scores[: self.players].tolist() == result["scores"]
        names = ("collected", "monsters", "domains", "duke")
        parts = [[part[name] for name in names] for part in result["parts"]]
        assert record.parts[: self.players].tolist() == parts
        won = WIN // len(result["winners"])
        wins = [won if seat in result["winners"] else 0 for seat in seats]
        assert record.wins[: self.players].tolist() == wins
        assert (record.rounds, record.turns) == (result["rounds"], result["turns"])
        assert not record.stopped
        if self.options.rulings.end_trigger_latched:
            named = set() if record.ending == SEVERAL else ENDINGS[record.ending]
            assert named <= set(result["latched"])
        elif record.ending == SEVERAL:
            assert len(result["ending"]) > 1
        else:
            assert set(result["ending"]) == ENDINGS[record.ending]
        self.seen.games += 1
        self.seen.endings[int(record.ending)] += 1
        for seat in seats:
            self.seen.cards[self.speech.dukes[record.kept[seat]]] += 1
            for row in np.flatnonzero(record.taken[seat]).tolist():
                self.seen.cards[self.speech.cards[row]] += int(record.taken[seat, row])


def starters(sheets: Sheets, edition: str) -> list[str]:
    """Ids of the Starters of an edition (V2.8)."""
    return [card.id for card in sheets.starters.values() if edition in card.editions]


def _setups(folder: Path) -> list[dict[str, Any]]:
    return tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
