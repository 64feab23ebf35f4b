"""The table of a game: from the box and the options to numbers that are constant in a game."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from balance.cards.effect_language import Item
from balance.engine.game import GameTable, Piece
from balance.errors import CardError, ScenarioError
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    HIDDEN,
    MAX_ANSWERS,
    MAX_CARDS,
    MAX_DUKES,
    MAX_POINTS,
    MAX_STARTERS,
    NO_AREA,
    NO_CARD,
    NUM_COLUMNS,
    NUM_STACKS,
    TABLE,
    Good,
    Kind,
    Role,
    Timing,
)
from balance.games.valeria.narrate.card_text import describe_cards
from balance.games.valeria.sheets.box import (
    Box,
    CitizenCard,
    DomainCard,
    DukeCard,
    EventCard,
    HarvestCard,
    MonsterCard,
    SlainCard,
    StarterCard,
    read_box,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE, Cards, Resources
from balance.games.valeria.table.effect_rows import MOVES, Rows
from balance.games.valeria.table.grid import choose_grid, describe_grid, slot_of, write_grid
from balance.games.valeria.table.options import RANDOM, Options, check_variants

_CONSOLATION = "1 any"  # V5.7
_NO_DUKES = (  # V16.1
    "1 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 2 vp per icon[role=shadow]"
    " + 2 vp per icon[role=holy] + 1 vp per 3 resources"
)

Card = HarvestCard | SlainCard | DomainCard


def build_table(
    options: Options, num_seats: int, edits: Mapping[str, object], folder: Path
) -> GameTable:
    """Return the table for these options, with the names of its cards and Dukes.

    `edits` are cells of the sheets to change, such as ``{"citizens.knight.cost": 3}``; relative
    paths in the options start from `folder`.

    Raises
    ------
    CardError
        If a card sheet is wrong.
    ScenarioError
        If the options name what is not in the box, do not fill the grid, or combine variants that
        do not go together (V0.6).
    """
    box = read_box(tuple(folder / cards for cards in options.cards), edits)
    if options.monster_events is None:
        setup = box.setups_by_id.get(options.setup)
        events = setup is not None and setup.monster_events
        options = options.model_copy(update={"monster_events": events})
    check_variants(options, num_seats)
    return _TableBuilder(box, options, num_seats).game_table()


def list_setups() -> tuple[Piece, ...]:
    """Return the recommended set-ups (V17) and the random one (V2.1)."""
    box = read_box()
    drawn = f"{NUM_COLUMNS} of {', '.join(box.random_setup.areas_from)}"
    return (
        *(
            Piece(setup.id, setup.name, f"{setup.edition} edition", ", ".join(setup.areas))
            for setup in box.setups
        ),
        Piece(RANDOM, "Random", "for every deal", drawn),
    )


class _TableBuilder:
    """One table in the making."""

    def __init__(self, box: Box, options: Options, num_seats: int) -> None:
        self.box = box
        self.options = options
        self.num_seats = num_seats
        self.starters = [card for card in box.starters if options.edition in card.editions]
        self.grid = choose_grid(box, options, num_seats)
        self.cards: list[Card] = [
            *box.citizens,
            *box.monsters,
            *box.domains,
            *self.grid.events,
            *self.starters,
        ]
        self.rows = {card.id: row for row, card in enumerate(self.cards)}
        if len(self.cards) > MAX_CARDS:
            raise CardError(f"the box holds {len(self.cards)} kinds of cards, at most {MAX_CARDS}")
        self.tables = np.zeros(1, TABLE)
        self.table: Any = self.tables[0]

    def game_table(self) -> GameTable:
        self.in_play = [self._is_in_play(card) for card in self.cards]
        self._write_numbers()
        write_grid(self.table, self.grid, self.box, self.rows)
        self.effects = Rows(self.table, self._membership, self.in_play)
        self._write_cards()
        self._write_dukes()
        self._write_answers()
        self._write_facts()
        return GameTable(
            array=self.tables,
            num_seats=self.num_seats,
            cards=tuple(
                self._piece(card) for card in self.cards if not isinstance(card, StarterCard)
            ),
            objectives=tuple(
                Piece(duke.id, duke.name, "Duke", duke.texts["scoring"]) for duke in self.dukes
            ),
            starting_cards=tuple(self._piece(card) for card in self.starters),
            notes=(*describe_grid(self.grid, self.options, self.num_seats), *self.box.notes),
            card_texts=describe_cards(self.box, self._cards_in_play()),
            rival="Dark Lord" if self.num_seats == 1 else "",
            unused_hidden=self._unused(),
            taking="slain, recruited, built or otherwise gained",
        )

    def _write_numbers(self) -> None:
        """Write the numbers of the set-up (V2.7, V2.8, V2.11) and the rulings (V21)."""
        table, options, rulings = self.table, self.options, self.options.rulings
        table.num_seats = self.num_seats
        table.num_cards = len(self.cards)
        table.num_dukes = len(self.dukes)
        table.ask_everything = options.ask_everything
        table.dukes_assigned = options.dukes == "assigned"
        for good in Good:
            table.starts[good] = getattr(options, f"start_{good.name.lower()}")
        for good in (Good.GOLD, Good.STRENGTH, Good.MAGIC):
            extra = options.extra(good)
            if len(extra) > self.num_seats:
                raise ScenarioError(
                    f"[table] extra_{good.name.lower()} = {list(extra)}: expected a number for "
                    f"each of {self.num_seats} seats at most"
                )
            table.extra[: len(extra), good] = extra
        table.solo = self.num_seats == 1
        table.rests = self.num_seats == 5
        not_in_play = rulings.resting_not_in_play  # R18
        if not_in_play is None:
            not_in_play = options.edition == "second"
        table.resting_not_in_play = not_in_play and table.rests
        table.exhausted_cards = NUM_STACKS if table.solo else 2 * self.num_seats  # R17
        table.exhausted_end = 2 * self.num_seats
        table.citizen_height = 6 if self.num_seats == 5 else 5
        table.domain_height = 4 if self.num_seats == 5 else 3
        table.mixed = options.mixed_citizens
        table.no_dukes = options.dukes == "none"
        table.solo_sum_attacks = options.solo_sum_attacks
        table.solo_exhausted_attacks = options.solo_exhausted_attacks
        for name, value in rulings:
            if name in table.dtype.names and name != "resting_not_in_play":
                table[name] = value
        if len(self.starters) > MAX_STARTERS:
            raise CardError(f"starters.csv: {len(self.starters)} Starters, at most {MAX_STARTERS}")
        table.num_starters = len(self.starters)
        for i, card in enumerate(self.starters):
            table.starters[i] = self.rows[card.id]
            table.doublers += card.on_doubles or card.on_none
        table.consolation = NO_CARD

    @property
    def dukes(self) -> Sequence[DukeCard]:
        """The Dukes that are dealt (V2.9, V16.1)."""
        if self.options.dukes == "none":
            return ()
        return tuple(duke for duke in self.box.dukes if duke.count)

    def _unused(self) -> tuple[str, ...]:
        """Return the hidden fields of variants that are not played."""
        used = {
            "face_down": True,
            "face_down_citizens": self.options.mixed_citizens,
            "exhausted_stack": self.options.monster_events,
        }
        return tuple(name for name in HIDDEN if not used[name])

    def _is_in_play(self, card: Card) -> bool:
        """Return whether a player can come to own the card in this set-up."""
        match card:
            case CitizenCard():
                return any(card in slot for slot in self.grid.slots)
            case MonsterCard():
                return any(card in stack for stack in self.grid.monsters)
        return True

    def _cards_in_play(self) -> set[str]:
        """Return the ids of all cards that can come into play at this table."""
        cards = {card.id for card, there in zip(self.cards, self.in_play, strict=True) if there}
        return cards - {card.id for card in self.grid.removed} | {duke.id for duke in self.dukes}

    def _write_cards(self) -> None:
        if self.options.edition == "first":
            consolation = LANGUAGE.parse(_CONSOLATION)
            self.table.consolation = self.effects.abilities(consolation, NO_CARD)[0]
        for row, card in enumerate(self.cards):
            face = self.table.cards[row]
            face.role = -1
            face.area = NO_AREA
            face.home = -1
            match card:
                case CitizenCard():
                    face.kind, face.cost, face.role = Kind.CITIZEN, card.cost, card.role
                    face.icons[card.role] = 1
                    face.home = FIRST_CITIZENS + slot_of(card)
                    face.namesakes = sum(s.counts_as_name == card.id for s in self.starters)
                case SlainCard():
                    face.kind, face.vp = Kind.MONSTER, card.vp
                    face.strength, face.magic = card.strength, card.magic
                    if isinstance(card, EventCard):
                        face.number = card.number
                    elif isinstance(card, MonsterCard) and card.area in self.grid.areas:
                        face.area = self.grid.areas.index(card.area)
                case DomainCard():
                    face.kind, face.cost, face.vp = Kind.DOMAIN, card.cost, card.vp
                    face.icons[:] = card.icons
                case StarterCard():
                    face.kind = Kind.STARTER
                    face.on_doubles, face.on_none = card.on_doubles, card.on_none
            self._write_effects(card, row)

    def _write_effects(self, card: Card, row: int) -> None:
        face = self.table.cards[row]
        if isinstance(card, SlainCard):
            face.first_active, face.end_active = self.effects.abilities(card.reward, row)
            if isinstance(card, EventCard):
                rows = self.effects.abilities(card.instruction, row)
                face.first_inactive, face.end_inactive = rows
        elif isinstance(card, DomainCard):
            face.first_active, face.end_active = self.effects.abilities(card.abilities, row)
        else:
            face.first_active, face.end_active = self.effects.abilities(card.active, row)
            face.first_inactive, face.end_inactive = self.effects.abilities(card.inactive, row)
            if self.in_play[row]:
                for ability in range(face.first_active, face.end_inactive):
                    self._note_harvest(face, self.table.abilities[ability])

    def _note_harvest(self, face: Any, ability: Any) -> None:
        """Note whether the card steals in the Harvest (V5.6), and whether cards may move there."""
        face.steals |= ability.steals
        for option in range(ability.first_option, ability.first_option + ability.num_options):
            row = self.table.options[option]
            for item in self.table.items[row.first_pay : row.end]:
                self.table.harvest_moves |= int(item["op"] in MOVES)

    def _write_dukes(self) -> None:
        """Write the Dukes and the points that they give for each card (V10.1 - V10.3)."""
        if self.options.dukes == "none":
            self._write_scoring(0, LANGUAGE.parse(_NO_DUKES)[0].items)
            return
        needed = 2 * self.num_seats + (self.num_seats == 1)
        if not needed <= len(self.dukes) <= MAX_DUKES:
            raise CardError(
                f"dukes.csv: {len(self.dukes)} Dukes, but it takes {needed} to {MAX_DUKES} for "
                f"this number of players (V2.9, V13.1)"
            )
        for row, duke in enumerate(self.dukes):
            self._write_scoring(row, duke.scoring)

    def _write_scoring(self, row: int, scoring: Sequence[Item]) -> None:
        """Write the scoring of a Duke, or of all players without Dukes (V16.1)."""
        face = self.table.dukes[row]
        face.first_item, face.end_item = self.effects.scoring(scoring)
        per_resource = Fraction(0)
        for item in scoring:
            per = item.values["per"]
            if isinstance(per, Resources):
                per_resource += Fraction(item.values["amount"], per.divisor)
            elif per is not None:
                points = np.array(self._membership(per)) * item.values["amount"]
                points += face.points[: len(points)]
                if points.max() > MAX_POINTS:
                    raise CardError(
                        f"dukes.csv, {self.dukes[row].id}, scoring: one more card would be worth "
                        f"{points.max():,} points; expected {MAX_POINTS:,} at most"
                    )
                face.points[: len(points)] = points
        if per_resource:
            known = per_resource.limit_denominator(MAX_POINTS)
            face.resource_points = min(known.numerator, MAX_POINTS)
            face.divisor = known.denominator

    def _write_answers(self) -> None:
        """Write which cards in play each roll activates how often (V5.1, V5.2, R1)."""
        for first in range(1, 7):
            for second in range(1, 7):
                shown = [first, second, first + second]
                if first == second and self.options.rulings.doubles_sum_twice:
                    shown.append(first + second)
                answers = self.table.answers[(first - 1) * 6 + second - 1]
                for row, card in enumerate(self.cards):
                    if not self.in_play[row] or not isinstance(card, HarvestCard):
                        continue
                    times = sum(number in card.numbers for number in shown)
                    if times:
                        if answers.num_answers >= MAX_ANSWERS:
                            raise CardError(
                                f"more than {MAX_ANSWERS} kinds of cards are activated by a roll "
                                f"of {first} and {second}, the most that a table has"
                            )
                        answers.cards[answers.num_answers] = row
                        answers.times[answers.num_answers] = times
                        answers.num_answers += 1
                        self.table.cards[row].chance += times / 36

    def _write_facts(self) -> None:
        """Write the facts for bots: plain gains at once and in a round, lasting powers, points."""
        for row in range(len(self.cards)):
            face = self.table.cards[row]
            for ability in range(face.first_active, face.end_active):
                self._note_ability(face, self.table.abilities[ability], 1)
            if face.kind == Kind.MONSTER:
                continue  # the instruction of an event is nobody's income
            turns = 1 if self.num_seats == 1 else self.num_seats - 1 - self.table.rests  # V13.9
            for ability in range(face.first_inactive, face.end_inactive):
                self._note_ability(face, self.table.abilities[ability], turns)
        for row in range(len(self.cards)):
            face = self.table.cards[row]
            if face.kind in (Kind.CITIZEN, Kind.STARTER) and face.plain.any():
                self.table.earners[self.table.num_earners] = row
                self.table.num_earners += 1

    def _note_ability(self, face: Any, what: Any, turns: int) -> None:
        """Note an ability that works in this number of turns of a round."""
        if what.timing not in (Timing.PLAIN, Timing.NOW):
            face.lasting += 1
            return
        activated = face.kind in (Kind.CITIZEN, Kind.STARTER)
        what.rate = turns * face.chance if activated else 1
        if what.constant:
            face.plain += what.rate * self.table.options[what.first_option].gained
        else:
            face.varied = 1

    # Sets of cards

    def _membership(self, cards: Cards) -> list[int]:
        """Return how much each card counts in a set (V18.4)."""
        return [self._counts(card, cards) for card in self.cards]

    def _counts(self, card: Card, cards: Cards) -> int:
        rulings = self.options.rulings
        match cards.of:
            case "citizen":
                if isinstance(card, StarterCard):
                    unfiltered = cards == Cards("citizen")
                    return int(unfiltered and rulings.starters_are_citizens)  # R3
                return int(isinstance(card, CitizenCard) and _passes(card, cards))
            case "namesake":
                if isinstance(card, StarterCard):
                    named = card.counts_as_name == cards.name
                    return int(named and rulings.starters_count_by_name)  # R34
                return int(isinstance(card, CitizenCard) and card.id == cards.name)
            case "domain":
                return int(isinstance(card, DomainCard))
            case "monster":
                return int(isinstance(card, SlainCard) and _passes(card, cards))
        if isinstance(card, DomainCard):
            return card.icons[cards.role or Role.WORKER]
        return int(isinstance(card, CitizenCard) and card.role == cards.role)

    # Names

    def _piece(self, card: Card) -> Piece:
        match card:
            case CitizenCard():
                kind, good, price = "Citizen", "gold", card.cost
            case DomainCard():
                kind, good, price = "Domain", "gold", card.cost
            case MonsterCard():
                kind, good, price = "Monster", "strength", card.strength
            case EventCard():
                kind, good, price = "Event", "strength", card.strength
            case StarterCard():
                return Piece(card.id, card.name, "Starter")
        note = f"{price} {good}"
        if isinstance(card, SlainCard) and card.magic:
            note += f" + {card.magic} magic"
        stacks = (tuple(dict.fromkeys(one.id for one in stack)) for stack in self.grid.monsters)
        above = next((ids[: ids.index(card.id)] for ids in stacks if card.id in ids), ())
        return Piece(card.id, card.name, kind, note, price, good, above)


def _passes(card: CitizenCard | SlainCard, cards: Cards) -> bool:
    """Return whether a card passes the tests of a filter (V18.2); events have no area (V14.10)."""
    if cards.name is not None and card.id != cards.name:
        return False
    if isinstance(card, CitizenCard):
        return (
            (cards.role is None or card.role == cards.role)
            and (cards.cost_low is None or card.cost >= cards.cost_low)
            and (cards.cost_high is None or card.cost <= cards.cost_high)
        )
    area = card.area if isinstance(card, MonsterCard) else ""
    return cards.area in (None, area) and cards.type in (None, card.type)
