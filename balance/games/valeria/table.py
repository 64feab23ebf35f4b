"""From the box and a set-up to the table: the numbers that are constant all game long."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.game import Laid, Piece
from balance.errors import CardError, ScenarioError
from balance.games.valeria.box import (
    Box,
    CitizenCard,
    DomainCard,
    MonsterCard,
    StarterCard,
    read_box,
)
from balance.games.valeria.grammar import LANGUAGE, Cards, Resources
from balance.games.valeria.grid import Grid, choose_grid, notes_on
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    MAX_ANSWERS,
    MAX_CARDS,
    MAX_DUKES,
    MAX_HEIGHT,
    MAX_POWERS,
    MAX_PRICE,
    MAX_STARTERS,
    NO_CARD,
    NUM_COLUMNS,
    TABLE,
    Good,
    Kind,
    Op,
    Role,
    Timing,
)
from balance.games.valeria.options import Options
from balance.games.valeria.rows import Rows
from balance.games.valeria.words import in_words

_CITIZEN_STACK = 5  # V2.11, two to four players
_DOMAIN_STACK = 3
_CONSOLATION = "1 any"  # V5.7

Card = CitizenCard | MonsterCard | DomainCard | StarterCard


def lay_table(options: Options, num_seats: int, edits: Mapping[str, object], folder: Path) -> Laid:
    """Return the table of a set-up, with the names of its cards and Dukes.

    Parameters
    ----------
    options : Options
    num_seats : int
        2 to 4.
    edits : mapping of str to object
        Cells of the sheets to change, such as ``{"citizens.knight.cost": 3}``.
    folder : Path
        What relative paths in the options start from.

    Raises
    ------
    CardError
        If a card sheet cannot be read.
    ScenarioError
        If the set-up names what is not in the box, or does not fill the grid.
    """
    box = read_box(tuple(folder / cards for cards in options.cards), edits)
    return _Laying(box, options, num_seats).laid()


def list_setups() -> tuple[Piece, ...]:
    """Return the recommended set-ups (V17)."""
    return tuple(
        Piece(setup.id, setup.name, f"{setup.edition} edition", ", ".join(setup.areas))
        for setup in read_box().setups
    )


class _Laying:
    """One table in the making."""

    def __init__(self, box: Box, options: Options, num_seats: int) -> None:
        self.box = box
        self.options = options
        self.num_seats = num_seats
        self.starters = [card for card in box.starters if options.edition in card.editions]
        self.cards: list[Card] = [*box.citizens, *box.monsters, *box.domains, *self.starters]
        self.rows = {card.id: row for row, card in enumerate(self.cards)}
        if len(self.cards) > MAX_CARDS:
            raise CardError(f"the box holds {len(self.cards)} kinds of cards, at most {MAX_CARDS}")
        self.tables = np.zeros(1, TABLE)
        self.table: Any = self.tables[0]

    def laid(self) -> Laid:
        """Fill the table, chapter by chapter."""
        grid = choose_grid(self.box, self.options)
        self._write_numbers()
        self._write_monster_stacks(grid)
        self._write_citizen_stacks(grid.citizens)
        self._write_domains(grid.removed)
        self.in_play = [self._is_in_play(row, card) for row, card in enumerate(self.cards)]
        self.effects = Rows(self.table, self._membership, self.in_play)
        self._write_cards()
        self._write_dukes()
        self._write_answers()
        self._write_facts()
        return Laid(
            table=self.tables,
            num_seats=self.num_seats,
            cards=tuple(self._piece(card) for card in self.cards if not _is_starter(card)),
            objectives=tuple(
                Piece(duke.id, duke.name, "Duke", duke.texts["scoring"]) for duke in self.box.dukes
            ),
            fixtures=tuple(self._piece(card) for card in self.starters),
            digest=sha256(self.tables.tobytes()).hexdigest()[:16],
            notes=notes_on(grid, self.options, self.num_seats),
            words=tuple(
                in_words(card)
                for card in (*self.starters, *self._cards_in_play(grid.removed), *self.box.dukes)
            ),
        )

    # What is written

    def _write_numbers(self) -> None:
        """Write the numbers of the set-up (V2.7, V2.8, V2.11) and the rulings (V21)."""
        table, options, rulings = self.table, self.options, self.options.rulings
        table.num_seats = self.num_seats
        table.num_cards = len(self.cards)
        table.num_dukes = len(self.box.dukes)
        table.ask_everything = options.ask_everything
        table.dukes_assigned = options.dukes == "assigned"
        table.starts[Good.GOLD] = options.start_gold
        table.starts[Good.STRENGTH] = options.start_strength
        table.starts[Good.MAGIC] = options.start_magic
        table.starts[Good.VP] = options.start_vp
        table.exhausted_cards = 2 * self.num_seats
        table.exhausted_end = 2 * self.num_seats
        for name in (
            "starters_block_consolation",
            "magic_substitutes_everywhere",
            "end_trigger_latched",
            "tiebreak_counts_pile",
            "power_same_turn",
        ):
            table[name] = getattr(rulings, name)
        if len(self.starters) > MAX_STARTERS:
            raise CardError(f"starters.csv: {len(self.starters)} Starters, at most {MAX_STARTERS}")
        table.num_starters = len(self.starters)
        for i, card in enumerate(self.starters):
            table.starters[i] = self.rows[card.id]
            table.doublers += card.on_doubles or card.on_none
        table.consolation = NO_CARD

    def _is_in_play(self, row: int, card: Card) -> bool:
        """Tell whether a player can come to own the card in this set-up."""
        return isinstance(card, DomainCard | StarterCard) or bool(self.table.homes[row] >= 0)

    def _cards_in_play(self, removed: Sequence[DomainCard]) -> list[Card]:
        return [
            card
            for row, card in enumerate(self.cards)
            if self.in_play[row] and card not in removed and not isinstance(card, StarterCard)
        ]

    def _write_cards(self) -> None:
        if self.options.edition == "first":
            consolation = LANGUAGE.parse(_CONSOLATION)
            self.table.consolation = self.effects.abilities(consolation, NO_CARD)[0]
        for row, card in enumerate(self.cards):
            face = self.table.cards[row]
            face.role = -1
            match card:
                case CitizenCard():
                    face.kind, face.cost, face.role = Kind.CITIZEN, card.cost, card.role
                    face.icons[card.role] = 1
                    face.namesakes = sum(s.counts_as_name == card.id for s in self.starters)
                case MonsterCard():
                    face.kind, face.vp = Kind.MONSTER, card.vp
                    face.strength, face.magic = card.strength, card.magic
                case DomainCard():
                    face.kind, face.cost, face.vp = Kind.DOMAIN, card.cost, card.vp
                    face.icons[:] = card.icons
                case StarterCard():
                    face.kind = Kind.STARTER
                    face.on_doubles, face.on_none = card.on_doubles, card.on_none
            for price in (face.cost, face.strength, face.magic):
                if price > MAX_PRICE:
                    raise CardError(f"{card.id}: a price of {price}, at most {MAX_PRICE}")
            self._write_effects(card, row)

    def _write_effects(self, card: Card, row: int) -> None:
        face = self.table.cards[row]
        if isinstance(card, MonsterCard):
            face.first_active, face.end_active = self.effects.abilities(card.reward, row)
        elif isinstance(card, DomainCard):
            face.first_active, face.end_active = self.effects.abilities(card.abilities, row)
        else:
            face.first_active, face.end_active = self.effects.abilities(card.active, row)
            face.first_inactive, face.end_inactive = self.effects.abilities(card.inactive, row)
            if self.in_play[row]:
                for ability in range(face.first_active, face.end_inactive):
                    self._note_harvest(self.table.abilities[ability])

    def _note_harvest(self, ability: Any) -> None:
        """Note what the Harvest must look out for (V5.6, and whether cards move in it)."""
        self.table.harvest_steals |= ability.steals
        for option in range(ability.first_option, ability.first_option + ability.num_options):
            row = self.table.options[option]
            for item in self.table.items[row.first_pay : row.end]:
                moving = (Op.TAKE, Op.ROB, Op.RETURN_MONSTER, Op.RETURN_CITIZEN)
                bonus = (Op.MAY_SLAY, Op.MAY_RECRUIT, Op.MAY_BUILD)
                self.table.harvest_moves |= int(item["op"] in (*moving, *bonus))

    def _write_dukes(self) -> None:
        """Write the Dukes, and what one more of each card is worth to them (V10.1 - V10.3)."""
        if not 2 * self.num_seats <= len(self.box.dukes) <= MAX_DUKES:
            raise CardError(
                f"dukes.csv: {len(self.box.dukes)} Dukes, but it takes {2 * self.num_seats} "
                f"to {MAX_DUKES} for {self.num_seats} players (V2.9)"
            )
        for row, duke in enumerate(self.box.dukes):
            face = self.table.dukes[row]
            face.first_item, face.end_item = self.effects.scoring(duke.scoring)
            for item in duke.scoring:
                per = item.values["per"]
                if isinstance(per, Resources):
                    face.divisor = per.divisor
                elif per is not None:
                    points = np.array(self._membership(per)) * item.values["amount"]
                    face.points[: len(points)] += points.astype(np.int16)

    def _write_answers(self) -> None:
        """Write which cards in play each roll activates how often (V5.1, V5.2, R1)."""
        for first in range(1, 7):
            for second in range(1, 7):
                shown = [first, second, first + second]
                if first == second and self.options.rulings.doubles_sum_twice:
                    shown.append(first + second)
                answers = self.table.answers[(first - 1) * 6 + second - 1]
                for row, card in enumerate(self.cards):
                    if not self.in_play[row] or isinstance(card, MonsterCard | DomainCard):
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
        """Write what follows for bots from the effects: plain gains, at once and by the round."""
        for row in range(len(self.cards)):
            face = self.table.cards[row]
            for ability in range(face.first_active, face.end_active):
                self._note_ability(face, self.table.abilities[ability], 1)
            for ability in range(face.first_inactive, face.end_inactive):
                self._note_ability(face, self.table.abilities[ability], self.num_seats - 1)

    def _note_ability(self, face: Any, what: Any, turns: int) -> None:
        """Note an ability that works in so many turns of a round."""
        if what.timing not in (Timing.PLAIN, Timing.NOW):
            face.lasting += 1
            return
        activated = face.kind in (Kind.CITIZEN, Kind.STARTER)
        what.rate = turns * face.chance if activated else 1
        if what.constant:
            face.plain += what.rate * self.table.options[what.first_option].gained
        else:
            face.varied = 1

    def _write_monster_stacks(self, grid: Grid) -> None:
        self.table.homes[:] = -1
        for column, (area, stack) in enumerate(zip(grid.areas, grid.monsters, strict=True)):
            self._write_stack(column, area, [self.rows[card.id] for card in reversed(stack)])

    def _write_citizen_stacks(self, citizens: Sequence[CitizenCard]) -> None:
        for place, card in enumerate(citizens):
            copies = [self.rows[card.id]] * min(_CITIZEN_STACK, card.count)
            self._write_stack(FIRST_CITIZENS + place, card.id, copies)

    def _write_stack(self, stack: int, name: str, rows: Sequence[int]) -> None:
        if not 1 <= len(rows) <= MAX_HEIGHT:
            raise CardError(f"the stack of {name} has {len(rows)} cards, not 1 to {MAX_HEIGHT}")
        self.table.heights[stack] = len(rows)
        for place, row in enumerate(rows):
            self.table.stacks[stack, place] = row + 1
            self.table.homes[row] = stack

    def _write_domains(self, removed: Sequence[DomainCard]) -> None:
        """Write the Domains to be shuffled and how many each column gets (V2.6)."""
        left = [card for card in self.box.domains if card not in removed]
        deck = [self.rows[card.id] for card in left for _ in range(card.count)]
        needed = NUM_COLUMNS * _DOMAIN_STACK
        if not needed <= len(deck) <= MAX_CARDS:
            raise ScenarioError(
                f"[table] remove_domains: {len(deck)} Domains are left, but {needed} to "
                f"{MAX_CARDS} are needed for {self.num_seats} players (V2.6)"
            )
        lasting = sorted(
            sum(ability.timing != "now" for ability in card.abilities)
            for card in left
            for _ in range(card.count)
        )
        if sum(lasting[-needed:]) > MAX_POWERS:
            raise CardError(
                f"the Domains may give a player more than {MAX_POWERS} lasting abilities, "
                "the most that a table has"
            )
        self.table.num_domains = len(deck)
        self.table.domains[: len(deck)] = deck
        for column in range(NUM_COLUMNS):
            self.table.heights[FIRST_DOMAINS + column] = _DOMAIN_STACK

    # What the rules ask of cards

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
                return int(isinstance(card, MonsterCard) and _passes(card, cards))
        if isinstance(card, DomainCard):
            return card.icons[cards.role or Role.WORKER]
        return int(isinstance(card, CitizenCard) and card.role == cards.role)

    # What is said of it

    def _piece(self, card: Card) -> Piece:
        match card:
            case CitizenCard():
                return Piece(card.id, card.name, "Citizen", f"{card.cost} gold")
            case MonsterCard():
                magic = f" + {card.magic} magic" if card.magic else ""
                return Piece(card.id, card.name, "Monster", f"{card.strength} strength{magic}")
            case DomainCard():
                return Piece(card.id, card.name, "Domain", f"{card.cost} gold")
        return Piece(card.id, card.name, "Starter")


def _passes(card: CitizenCard | MonsterCard, cards: Cards) -> bool:
    """Tell whether a card passes the tests of a filter (V18.2)."""
    if cards.name is not None and card.id != cards.name:
        return False
    if isinstance(card, CitizenCard):
        return (
            (cards.role is None or card.role == cards.role)
            and (cards.cost_low is None or card.cost >= cards.cost_low)
            and (cards.cost_high is None or card.cost <= cards.cost_high)
        )
    return cards.area in (None, card.area) and cards.type in (None, card.type)


def _is_starter(card: Card) -> bool:
    return isinstance(card, StarterCard)
