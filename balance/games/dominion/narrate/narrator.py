"""A game of Dominion in a player's words."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from balance.cards.effect_reader import in_a_row
from balance.engine.layout import NOBODY, Record, State
from balance.engine.services import Narrator
from balance.games.dominion.layout import (
    ALL,
    ENDINGS,
    NOTHING,
    PARTS,
    PROVINCE,
    Decision,
    Phase,
    Special,
    Steed,
    Task,
)
from balance.games.dominion.narrate.card_moves import Counts, Moves, moves_between, zones_of
from balance.games.dominion.rules.scoring import score

_STEED = {
    Steed.CARDS: "+2 Cards",
    Steed.ACTIONS: "+2 Actions",
    Steed.COINS: "+2 coins",
    Steed.SILVERS: "4 Silvers",
}
# The texts of declining, and of choosing a card.
_CARD_CHOICES = {
    Decision.ACTION: ("play no Action", "play {card}"),
    Decision.TREASURE: ("play no more Treasures", "play {card}"),
    Decision.BUY: ("buy nothing", "buy {card}"),
    Decision.REACT: ("no reaction", "react with {card}"),
    Decision.DISCARD: ("", "discard {card}"),
    Decision.TRASH: ("", "trash {card}"),
    Decision.GAIN: ("", "gain {card}"),
    Decision.THRONE_ROOM: ("", "play {card} twice"),
    Decision.CELLAR: ("discard no more", "discard {card}"),
    Decision.CHAPEL: ("trash no more", "trash {card}"),
    Decision.BUREAUCRAT: ("", "put {card} onto the draw pile"),
    Decision.THIEF: ("", "let {victim} trash {card}"),
    Decision.THIEF_GAIN: ("gain no more", "gain {card}"),
    Decision.HAMLET_ACTION: ("discard nothing for an action", "discard {card} for an action"),
    Decision.HAMLET_BUY: ("discard nothing for a buy", "discard {card} for a buy"),
    Decision.PRIZE: ("gain no prize", "gain {card}"),
    Decision.MARKET_BUY: ("buy nothing", "buy {card}"),
    Decision.MARKET_ORDER: ("", "put {card} under the Black Market deck"),
    Decision.ENVOY: ("", "let {victim} discard {card}"),
}
_YES_OR_NO = {
    Decision.CHANCELLOR: (
        "{keeps} the draw pile", "{puts} the draw pile into the discard pile"
    ),
    Decision.SPY: ("{leaves} {card} with {victim}", "{lets} {victim} discard {card}"),
    Decision.LIBRARY: ("{takes} {card} into the hand", "{sets} {card} aside"),
    Decision.TOURNAMENT: ("{reveals} no Province", "{reveals} a Province"),
    Decision.YOUNG_WITCH: ("{reveals} no Bane card", "{reveals} a Bane card"),
    Decision.JESTER: ("{gains} a copy of {card}", "{lets} {victim} gain a copy of {card}"),
    Decision.WALLED_VILLAGE: ("{discards} {card}", "{puts} {card} onto the draw pile"),
}  # fmt: skip
_VERBS = (
    "keep", "put", "leave", "let", "take", "set", "reveal", "gain", "discard"
)  # fmt: skip
_IMPERATIVE = {f"{verb}s": verb for verb in _VERBS}
_THIRD_PERSON = {f"{verb}s": f"{verb}s" for verb in _VERBS}
_BUYS = Decision.BUY, Decision.MARKET_BUY
# Decisions whose own text says that a card goes onto the draw pile.
_PUTS_BACK = Decision.SPY, Decision.WALLED_VILLAGE, Decision.PLACE_STASH


class DominionNarrator(Narrator):
    """Narrates one game of Dominion."""

    def opening(self, state: State) -> list[str]:
        """Narrate the set-up: supply, Bane, prizes and Black Market deck (D1, D9)."""
        piles = [f"{self._name(kind)} {state.piles[kind]}" for kind in _supply(state)]
        lines = [*self.game_table.notes, "", f"Supply: {', '.join(piles)}."]
        if state.bane != NOTHING:
            lines.append(f"The Bane is {self._name(state.bane)}.")
        if state.num_prizes:
            prizes = state.kinds[state.num_supply : state.num_supply + state.num_prizes]
            lines.append(f"Prizes: {self._listed(prizes)}.")
        if state.num_market:
            market = sorted(state.market[: state.num_market])
            lines.append(f"Black Market deck, in another order: {self._listed(market)}.")
        return lines

    def task(self, before: State, after: State) -> list[str]:
        """Narrate a task, with all that it did without asking."""
        task = before.agenda[before.num_tasks - 1]
        seat = int(task.seat)
        if task.what == Task.TURN:
            return self._turn(before, after, seat)
        action = ""
        if task.what == Task.PLAY:
            action = f"plays {self._name(task.first)} again"
        elif task.what == Task.THRONE_ROOM and after.num_tasks >= before.num_tasks:
            # The only Action of the hand was played without asking; this task is next (D6.1).
            doubled = after.agenda[before.num_tasks - 1]
            action = f"plays {self._name(doubled.first)} twice, the first time"
        return self._events(before, after, seat, action)

    def choice(self, before: State, after: State, index: int) -> list[str]:
        """Narrate a choice, and what happened then."""
        seat, choice = int(before.due_seat), int(before.choices[index])
        return self._events(before, after, seat, self._action(before, after, choice))

    def describe(self, state: State, index: int) -> str:
        """Return one of the offered choices in a few words."""
        choice, decision = int(state.choices[index]), Decision(state.decision)
        if decision in _YES_OR_NO:
            return self._yes_or_no(state, choice, _IMPERATIVE)
        if decision == Decision.TRUSTY_STEED:
            return _steed(choice)
        if decision == Decision.PLACE_STASH:
            return f"{self._name(state.looked)} {_deep(choice)}"
        if choice == ALL:
            return "play all Treasures whose order does not matter"
        nothing, card = _CARD_CHOICES[decision]
        if choice == NOTHING:
            return nothing
        return card.format(card=self._name(choice), victim=self._victim(state))

    def closing(self, state: State, record: Record) -> list[str]:
        """Narrate the end: what each player owns, and the score by its parts (D8.3, D8.4)."""
        rounds = f"{state.rounds} round{'' if state.rounds == 1 else 's'}"
        lines = ["", f"The game is over after {rounds}: {ENDINGS[record.ending]}.", ""]
        for seat, name in enumerate(self.names):
            player = state.seats[seat]
            lines.append(f"{name} owns {player.num_owned} cards: {self._counted(player.owned)}.")
        columns = {part: record.parts[:, i] for i, part in enumerate(PARTS)}
        turns = [player.turns for player in state.seats]
        columns |= {"points": record.scores, "turns": turns}
        return [*lines, "", *self.score_sheet(record, columns, gap=2)]

    def _turn(self, before: State, after: State, seat: int) -> list[str]:
        """Narrate the start of a turn, and in a new round how the game stands."""
        lines = [""]
        if after.rounds > before.rounds:
            lines += [f"Round {after.rounds}: {self._standing(before)}", ""]
        hand = self._counted(before.seats[seat].hand) or "no cards"
        lines.append(f"Turn {after.turns}, {self.names[seat]}: {hand} in hand.")
        return [*lines, *self._events(before, after, seat)]

    def _standing(self, state: State) -> str:
        """Return the Provinces left, the empty piles, and the points of each player."""
        left = state.piles[PROVINCE]
        empty = [kind for kind in _supply(state) if not state.piles[kind]]
        gone = f"; empty: {self._listed(empty)}" if empty else ""
        points = [
            f"{score(state, self.table, seat)} ({name})" for seat, name in enumerate(self.names)
        ]
        return f"{left} Province{'' if left == 1 else 's'} left{gone}; points: {', '.join(points)}."

    def _action(self, before: State, after: State, choice: int) -> str:
        """Return what the player does; empty if it shows in what happens then."""
        decision = Decision(before.decision)
        card = "" if choice < 0 or decision in _YES_OR_NO else self._name(choice)
        match decision:
            case Decision.ACTION if choice == NOTHING:
                return f"plays no{' more' if before.in_play.any() else ''} Actions"
            case Decision.BUY if choice == NOTHING:
                return "" if before.bought else "buys nothing"
            case Decision.TREASURE if choice == ALL:
                return f"plays {self._counted(self._usual_treasures(before))}"
            case Decision.PRIZE if choice == NOTHING:
                return "finds no prize left"
            case Decision.ACTION | Decision.TREASURE if card:
                return f"plays {card}"
            case Decision.THRONE_ROOM:
                return f"plays {card} twice, the first time"
            case Decision.BUY | Decision.MARKET_BUY if card:
                return f"buys {card} for {_many(before.coins - after.coins, 'coin')}"
            case Decision.REACT if card:
                seat = before.due_seat
                is_aside = after.seats[seat].aside > before.seats[seat].aside
                return f"{'sets aside' if is_aside else 'reveals'} {card}"
            case Decision.CELLAR if card:
                return f"discards {card}"  # before cards are drawn, maybe the same one
            case Decision.TRUSTY_STEED:
                return f"chooses {_steed(choice)}"
            case Decision.PLACE_STASH:
                return f"puts {self._name(before.looked)} {_deep(choice)}"
            case Decision.MARKET_ORDER:
                return f"puts {card} under the Black Market deck"
            case Decision.ENVOY:
                return f"lets {self._victim(before)} discard {card}"
            case Decision.TOURNAMENT | Decision.YOUNG_WITCH if not choice:
                return ""
            case Decision.LIBRARY if not choice:
                return ""
            case Decision.SPY | Decision.CHANCELLOR if choice:
                return ""
            case Decision.JESTER:
                return ""
        return self._yes_or_no(before, choice, _THIRD_PERSON) if decision in _YES_OR_NO else ""

    def _yes_or_no(self, state: State, choice: int, verbs: dict[str, str]) -> str:
        card = self._name(state.looked) if state.looked >= 0 else ""
        text = _YES_OR_NO[Decision(state.decision)][choice]
        return text.format(card=card, victim=self._victim(state), **verbs)

    def _usual_treasures(self, state: State) -> Counts:
        """Return the Treasures of the hand that are played all at once."""
        counts = np.array(state.seats[state.due_seat].hand, np.int64)
        usual = int(self.table.treasures) & ~int(self.table.horns)
        return counts * np.array([(usual >> kind) & 1 for kind in range(len(counts))], np.int64)

    def _events(self, before: State, after: State, seat: int, action: str = "") -> list[str]:
        """Return what happened to all cards, first to those of `seat`, which did `action`."""
        lines = []
        for distance in range(len(self.names)):
            other = (seat + distance) % len(self.names)
            name, clauses = self.names[other], list(self._clauses(before, after, other))
            if other == seat and action:
                lines.append(f"  {name} {': '.join([action, *_row(clauses)])}.")
            elif clauses:
                gets = "gets " if clauses[0].startswith("+") else ""
                lines.append(f"  {name} {gets}{in_a_row(clauses, 'and')}.")
        if after.num_shown > before.num_shown:
            shown = self._listed(after.shown[: after.num_shown])
            lines.append(f"  The Black Market shows {shown}.")
        for kind in _supply(after):
            if before.piles[kind] and not after.piles[kind]:
                lines.append(f"  The pile of {self._name(kind)} is empty.")
        return lines

    def _clauses(self, before: State, after: State, seat: int) -> Iterator[str]:
        """Return what happened to a player's cards, and what the turn now allows."""
        moves = moves_between(before, after, seat)
        gained = moves.gained
        if seat == after.active and before.decision in _BUYS:
            gained = gained * (np.arange(len(gained)) != self._bought(before, after))
        if seat == after.active and _cleans_up(before, after):
            yield from self._gaining(moves, gained)
            hand = self._counted(after.seats[seat].hand) or "nothing"
            yield f"{'shuffles and ' if moves.is_shuffled else ''}draws {hand} for the next turn"
            return
        if seat == after.active and after.turns == before.turns:
            yield from _credits(before, after)
        if moves.is_shuffled:
            yield "shuffles"
        back = self._taken_back(moves)
        drops = _drops_pile(before)
        for verb, counts in (
            ("takes back {}", back),
            ("draws {}", moves.drawn - back),
            ("reveals {}", moves.revealed),
            ("discards {}", moves.discarded * int(before.decision != Decision.CELLAR)),
            ("puts {} on the discard pile", moves.passed * int(not drops)),
            ("puts {} onto the draw pile", moves.put_back),
            ("puts {} back", moves.returned * int(before.decision not in _PUTS_BACK)),
            ("trashes {}", moves.trashed),
        ):
            if counts.any():
                yield verb.format(self._counted(counts))
        yield from self._gaining(moves, gained)
        if (
            drops
            and seat == after.active
            and zones_of(before, seat).pile > zones_of(after, seat).pile
        ):
            yield "puts the draw pile into the discard pile"

    def _taken_back(self, moves: Moves) -> Counts:
        """Return the Horse Traders that come back into the hand (D11.5)."""
        back = np.zeros_like(moves.drawn)
        traders = np.flatnonzero(self.table.faces["special"] == Special.HORSE_TRADERS)
        back[traders] = max(0, -moves.aside)
        return np.minimum(back, moves.drawn)

    def _gaining(self, moves: Moves, gained: Counts) -> Iterator[str]:
        """Return what was gained, and where it went (D5.3)."""
        for counts, where in (
            (gained, ""),
            (moves.gained_on_top, " onto the draw pile"),
            (moves.gained_to_hand, " into the hand"),
        ):
            if counts.any():
                yield f"gains {self._counted(counts)}{where}"

    def _bought(self, before: State, after: State) -> int:
        """Return the card that the active player has just bought, or NOTHING."""
        taken = after.seats[after.active].taken - before.seats[after.active].taken
        is_bought = taken.any() and (after.bought or before.decision == Decision.MARKET_BUY)
        return int(np.argmax(taken)) if is_bought else NOTHING

    def _victim(self, state: State) -> str:
        """Return the name of the player whose cards are revealed."""
        return self.names[state.victim]

    def _name(self, kind: Any) -> str:
        """Return the name of a card."""
        row = int(self.table.rows[int(kind)])
        return self.game_table.cards[row].name if row != NOBODY else f"card {kind}"

    def _listed(self, kinds: Iterable[Any]) -> str:
        return ", ".join(self._name(kind) for kind in kinds)

    def _counted(self, counts: Any) -> str:
        """Return cards by kind: ``3 Copper, Estate``."""
        return ", ".join(
            f"{counts[kind]} {self._name(kind)}" if counts[kind] > 1 else self._name(kind)
            for kind in np.flatnonzero(counts)
        )


def _cleans_up(before: State, after: State) -> bool:
    """Return whether there was a clean-up in between (D3.7)."""
    if after.phase != Phase.CLEAN_UP:
        return False
    is_next = _num_turns_waiting(after) > _num_turns_waiting(before)
    return bool(is_next or after.ending > before.ending or after.turns > before.turns)


def _num_turns_waiting(state: State) -> int:
    return sum(task.what == Task.TURN for task in state.agenda[: state.num_tasks])


def _drops_pile(before: State) -> bool:
    """Return whether the draw pile may go into the discard pile next (D4.5)."""
    if before.decision != Decision.NONE:
        return bool(before.decision == Decision.CHANCELLOR)
    return bool(before.agenda[before.num_tasks - 1].what == Task.STEED_SILVERS)


def _supply(state: State) -> list[int]:
    return [int(kind) for kind in state.kinds[: state.num_supply]]


def _row(clauses: list[str]) -> list[str]:
    return [", ".join(clauses)] if clauses else []


def _credits(before: State, after: State) -> Iterator[str]:
    """Return which actions, buys and coins were added (D3.4)."""
    spent = before.decision == Decision.ACTION and after.phase == Phase.ACTION
    for more, what in (
        (after.actions - before.actions + int(spent), "Action"),
        (after.buys - before.buys, "Buy"),
        (after.coins - before.coins, "coin"),
    ):
        if more > 0:
            yield f"+{_many(more, what)}"


def _many(count: Any, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _steed(choice: int) -> str:
    return in_a_row([text for part, text in _STEED.items() if choice & part], "and")


def _deep(above: int) -> str:
    """Return the place of a card in the draw pile (D13.3)."""
    return f"below {_many(above, 'card')} of the draw pile" if above else "on top of the draw pile"
