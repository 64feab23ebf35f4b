"""The door: a game from its set-up or from any turn, its state and its result."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.games import referees
from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import EXHAUSTED, Deal
from tests.games.valeria.referee.finishing import AFTER_EVENT, BARE
from tests.games.valeria.referee.grammar import GOODS, is_plain
from tests.games.valeria.referee.harvest import CONSOLATION
from tests.games.valeria.referee.scoring import score_parts, winners
from tests.games.valeria.referee.sheets import Monster, Sheets, no_markers
from tests.games.valeria.referee.solo import dark_lord_parts, outcome
from tests.games.valeria.referee.table import (
    Built,
    Choice,
    Options,
    Player,
    Table,
    bare_table,
    build_table,
)
from tests.games.valeria.referee.turns import action_phase_alone, play, rounds

NUMBERS = ("phase", "turn", "round", "active", "rolled", "latched", "dark_lord")


class Referee(referees.Referee[Table]):
    """One game."""

    def summary(self) -> dict[str, Any]:
        """Return the state in plain values, with the keys of variants only where they have a value.

        A player's `asleep` are the Domains of lasting powers that do not work yet (R12), each as
        often as it has such powers.

        The keys of variants: `face_down` (Domain stacks whose top card is not turned up yet, from
        0), `resting` (seat), `exhausted_stack` (its cards from the top), `events` (id by stack),
        `covers` (what lies on an empty space with Monster Events, by stack), `markers` (by stack
        for each card from the top, or for its event: gold, strength, magic), `captured` (ids),
        `attacks` (numbers that have yet to attack and can).
        """
        table = self.table
        state = {name: getattr(table, name) for name in NUMBERS} | {
            "dice": tuple(table.dice),
            "exhausted": table.exhausted(),
            "players": [self._about(player) for player in table.players],
            "areas": [stack.area for stack in table.monsters],
            "monsters": [[card.id for card in stack.cards] for stack in table.monsters],
            "citizens": [[card.id for card in stack.cards] for stack in table.citizens],
            "domains": [[card.id for card in stack.cards] for stack in table.domains],
        }
        variants = {
            "face_down": [
                number
                for number, space in enumerate(table.domains)
                if space.cards and not space.face_up
            ]
            or None,
            "resting": table.resting,
            "exhausted_stack": list(table.exhausted_stack) if table.monster_events else None,
            "events": {number: event.id for number, event in table.events().items()} or None,
            "covers": self._covers() or None,
            "markers": self._markers() or None,
            "captured": sorted(card.id for card in table.captured) or None,
            "attacks": sorted(table.attacks) or None,
        }
        return state | {name: value for name, value in variants.items() if value is not None}

    def put(self, summary: Mapping[str, Any]) -> None:
        """Let the state be another one, of which this is the summary.

        What is as it was stays the same object, as an effect may be at work on it.
        """
        table, sheets, now = self.table, self.table.sheets, self.summary()
        new = {name for name in {*now, *summary} if now.get(name) != summary.get(name)}
        for name in NUMBERS:
            setattr(table, name, summary[name])
        table.dice = list(summary["dice"])
        for player, before, after in zip(
            table.players, now["players"], summary["players"], strict=True
        ):
            if before != after:
                self._put_player(player, after)
        for number, column in enumerate(table.monsters):
            column.area = summary["areas"][number]
            if "monsters" in new:
                column.cards = [sheets.monster(name) for name in summary["monsters"][number]]
        for space, names in zip(table.citizens, summary["citizens"], strict=True):
            space.cards = [sheets.citizens[name] for name in names]
        for number, place in enumerate(table.domains):
            place.cards = [sheets.domains[name] for name in summary["domains"][number]]
            place.face_up = number not in summary.get("face_down", ())
        table.monster_events = "exhausted_stack" in summary
        table.exhausted_stack = list(summary.get("exhausted_stack", ()))
        if new & {"events", "covers"}:
            events, covers = summary.get("events", {}), summary.get("covers", {})
            for number, spot in enumerate(table.spaces()):
                event = events.get(number)
                spot.cover = sheets.event(event) if event else covers.get(number, "")
        if new & {"monsters", "events", "markers"}:
            for number, cards in self._markable().items():
                markers = summary.get("markers", {}).get(number, [(0, 0, 0)] * len(cards))
                for card, amounts in zip(cards, markers, strict=True):
                    card.markers = dict(zip(no_markers(), amounts, strict=True))
        table.captured = [
            sheets.citizens[name] if name in sheets.citizens else sheets.domains[name]
            for name in summary.get("captured", ())
        ]
        table.attacks = list(summary.get("attacks", ()))

    def choose_what_is_plain(self, offered: list[Choice]) -> bool:
        """Let who is asked choose a plain gain, but none of those offered; whether there was one.

        In a Harvest, or where several abilities wait at the same moment.
        """
        pending = self.pending()
        if pending and pending.kind in ("order", "steal_first", "harvest"):
            for choice in pending.choices:
                if choice not in offered and self._is_plain(pending, *choice[1:]):
                    self.choose(choice)
                    return True
        return False

    def _is_plain(self, pending: referees.Pending, card: str = "", number: int = 0) -> bool:
        """Whether a choice does nothing but gain goods, as printed or, in a Harvest, counted.

        Parameters
        ----------
        card, number
            Whose ability is chosen, if one is, and its number, or that of its option.
        """
        sheets = self.table.sheets
        if pending.kind == "order":
            if card in sheets.domains:
                return is_plain(sheets.domains[card].abilities[number], counted=False)
            slain = sheets.monsters[card] if card in sheets.monsters else sheets.events[card]
            return is_plain(slain.reward[number], counted=False)
        if not card or card == CONSOLATION:
            return False
        face = sheets.citizens[card] if card in sheets.citizens else sheets.starters[card]
        is_left = pending.seat == self.table.active and self.table.phase == "harvest"
        abilities = face.active if is_left else face.inactive
        by_option = [ability for ability in abilities for _ in ability.options]
        return is_plain(by_option[number], counted=True)

    def _about(self, player: Player) -> dict[str, Any]:
        table = self.table
        tableau = [starter.id for starter in player.starters]
        tableau += [citizen.id for citizen in player.citizens]
        tableau += [built.card.id for built in player.domains]
        may_sleep = not table.options.power_same_turn and table.phase != "end"
        asleep = [
            built.card.id
            for built in player.domains
            if may_sleep and built.turn == table.turn
            for ability in built.card.abilities
            if ability.timing != "now"
        ]
        return player.goods | {
            "tableau": sorted(tableau),
            "pile": sorted(card.id for card in player.pile),
            "duke": player.duke,
            "asleep": sorted(asleep),
        }

    def _put_player(self, player: Player, about: Mapping[str, Any]) -> None:
        table, sheets = self.table, self.table.sheets
        player.goods = {good: about[good] for good in GOODS}
        player.duke = about["duke"]
        tableau = about["tableau"]
        player.citizens = [sheets.citizens[name] for name in tableau if name in sheets.citizens]
        player.pile = [
            sheets.event(name) if name in sheets.events else sheets.monster(name)
            for name in about["pile"]
        ]
        asleep = Counter(about["asleep"])
        player.domains = []
        for name in filter(sheets.domains.__contains__, tableau):
            is_new = asleep[name] > 0
            card = sheets.domains[name]
            asleep[name] -= sum(ability.timing != "now" for ability in card.abilities)
            player.domains.append(Built(card, table.turn - (not is_new)))

    def _covers(self) -> dict[int, str]:
        """What lies on the empty spaces but events, by stack."""
        return {
            number: str(space.cover)
            for number, space in enumerate(self.table.spaces())
            if space.cover in (EXHAUSTED, AFTER_EVENT, BARE)
        }

    def _markable(self) -> dict[int, list[Monster]]:
        """The Monsters of each stack, and the events."""
        stacks = {number: stack.cards for number, stack in enumerate(self.table.monsters)}
        events: dict[int, list[Monster]] = {
            number: [event] for number, event in self.table.events().items()
        }
        return stacks | events

    def _markers(self) -> dict[int, list[tuple[int, ...]]]:
        """Gold, strength and magic on each card, by stack, where there are any."""
        markers = {
            number: [tuple(card.markers.values()) for card in cards]
            for number, cards in self._markable().items()
        }
        return {number: cards for number, cards in markers.items() if any(map(any, cards))}

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, the winners and the end condition that held.

        In solo the outcome instead of winners ("won", "drawn" or "lost"), one of the three endings
        of V13.10, and the Dark Lord's score; scores decide only if five stacks are exhausted.
        """
        parts = [score_parts(self.table, player) for player in self.table.players]
        result = {
            "scores": [sum(part.values()) for part in parts],
            "parts": [_without_zeros(part) for part in parts],
            "rounds": self.table.round + 1,
            "turns": self.table.turn + 1,
            "ending": self.table.ending,
        }
        if self.table.solo:
            return result | self._against_the_dark_lord()
        return result | {"winners": winners(self.table)}

    def _against_the_dark_lord(self) -> dict[str, Any]:
        parts = dark_lord_parts(self.table)
        return {
            "outcome": outcome(self.table),
            "dark_lord_score": sum(parts.values()),
            "dark_lord_parts": _without_zeros(parts),
        }


def _without_zeros(parts: dict[str, int]) -> dict[str, int]:
    return {name: part for name, part in parts.items() if part}


def new_game(sheets: Sheets, deal: Deal, options: Options, chance: Chance) -> Referee:
    """A game from its set-up.

    Parameters
    ----------
    sheets
        What was read from the CSV files.
    deal
        The grid and the Dukes dealt.
    options
        Edition and switches.
    chance
        Dice, robbed cards and, if Dukes are assigned, Dukes.
    """
    table = build_table(sheets, deal, options, chance)
    return Referee(table, play(table, deal))


def resumed(
    sheets: Sheets,
    options: Options,
    chance: Chance,
    summary: Mapping[str, Any],
    seat: int = 0,
    phase: str = "turn",
    *,
    stops_after_turn: bool = True,
) -> Referee:
    """A game in the state of a summary, before the turn of a seat or its End Phase ("end").

    With the phase "action" that Action Phase is all that is played.
    """
    table = bare_table(sheets, len(summary["players"]), options, chance)
    if phase == "action":
        game = action_phase_alone(table, seat)
    else:
        game = rounds(table, seat, at_end=phase == "end")
    referee = Referee(table, game, stops_after_turn=stops_after_turn)
    referee.put(summary)
    return referee
