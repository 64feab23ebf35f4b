"""The state of a game, and how players are asked."""

from dataclasses import dataclass, field

from tests.games.referees import Asking
from tests.games.referees import ask as ask_one
from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import (
    AREAS_IN_A_GAME,
    CITIZEN_STACKS,
    CITIZENS_IN_A_STACK,
    MOST_PLAYERS,
    Deal,
    stack_size,
)
from tests.games.valeria.referee.grammar import GOODS, Ability, CardSet, Condition
from tests.games.valeria.referee.sheets import Citizen, Domain, Event, Monster, Sheets, Starter

__all__ = ["Asking", "ask"]  # for the other files of the referee

Choice = tuple[str | int, ...]


@dataclass(frozen=True)
class Options:
    """Edition, variants that the deal does not show, and the rulings (V21)."""

    edition: str = "second"
    dukes: str = "chosen"  # or "assigned": chance decides which Duke is kept; or "none" (V16)
    solo_sum_attacks: bool = False  # V13.7
    solo_exhausted_attacks: bool = False  # V13.7
    doubles_sum_twice: bool = False  # R1
    starters_block_consolation: bool = True  # R2
    starters_are_citizens: bool = False  # R3
    magic_substitutes_everywhere: bool = False  # R4
    end_trigger_latched: bool = False  # R5
    tiebreak_counts_pile: bool = True  # R6
    power_same_turn: bool = True  # R12
    solo_counts_vp: bool = False  # R13
    solo_uses_final_dice: bool = True  # R16
    resting_not_in_play: bool | None = None  # R18: by edition
    no_duke_majority: int = 7  # R22
    no_duke_tie: int = 3  # R22
    starters_count_by_name: bool = True  # R34
    start: tuple[int, ...] = (2, 0, 1, 0)  # gold, strength, magic, victory points (V2.8)


@dataclass
class Built:
    """A Domain in a tableau, and the turn in which it came there (R12)."""

    card: Domain
    turn: int


@dataclass
class Player:
    """Holdings and tableau (V1.6)."""

    seat: int
    starters: list[Starter]
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    citizens: list[Citizen] = field(default_factory=list)
    domains: list[Built] = field(default_factory=list)
    pile: list[Monster] = field(default_factory=list)
    duke: str = ""


@dataclass(kw_only=True)
class Space:
    """A place of the grid (V1.7).

    Attributes
    ----------
    cover
        What lies on it when it has no cards of its own: "exhausted", an event face up, "" if
        nothing has been laid there yet, "after event" if nothing has and what comes is the bottom
        card of the Exhausted stack, "bare" if it stays uncovered for good (V14.11). Kept with
        Monster Events alone.
    """

    cover: str | Event = ""


@dataclass
class MonsterStack(Space):
    """A column of the Monster row, top first."""

    area: str = ""
    cards: list[Monster] = field(default_factory=list)


@dataclass
class CitizenStack(Space):
    """A space of the Citizen rows, top first."""

    cards: list[Citizen] = field(default_factory=list)


@dataclass
class DomainStack(Space):
    """A space of the Domain row, top first; the top card may be face down for a while (V6.7)."""

    cards: list[Domain] = field(default_factory=list)
    face_up: bool = True


Stack = MonsterStack | CitizenStack | DomainStack


@dataclass
class Table:
    """Everything that changes during a game, with what it is played by."""

    sheets: Sheets
    options: Options
    chance: Chance
    players: list[Player]
    monsters: list[MonsterStack]
    citizens: list[CitizenStack]
    domains: list[DomainStack]
    exhausted_stack: list[str] = field(default_factory=list)  # from the top, with events alone
    monster_events: bool = False
    dark_lord: str = ""
    captured: list[Citizen | Domain] = field(default_factory=list)  # V13.6
    attacks: list[int] = field(default_factory=list)  # numbers that have yet to attack (V13.4)
    phase: str = "dukes"
    active: int = 0
    turn: int = 0
    round: int = 0
    rolled: tuple[int, int] = (0, 0)
    dice: list[int] = field(default_factory=lambda: [0, 0])
    latched: str = ""  # the first end condition that held, if it is kept (R5)
    ending: str = ""  # the end condition of a game that is over (V9.1, V13.10)
    unfinished: int = 0  # actions and abilities that are being carried out, one in the other

    @property
    def solo(self) -> bool:
        """Whether the player plays against the Dark Lord (V13)."""
        return len(self.players) == 1

    @property
    def resting(self) -> int | None:
        """The seat that rests in this turn; None but with five players (V12.2)."""
        seats = len(self.players)
        return (self.active - 1) % seats if seats == MOST_PLAYERS else None

    def clockwise(self) -> list[int]:
        """All seats, the active player first (V3.3)."""
        seats = len(self.players)
        return [(self.active + step) % seats for step in range(seats)]

    def in_play(self) -> list[int]:
        """The seats that effects touch (V12.4, R18), the active player first."""
        out = self.options.resting_not_in_play
        if out is None:
            out = self.options.edition == "second"
        return [seat for seat in self.clockwise() if not (out and seat == self.resting)]

    def others_in_play(self, seat: int) -> list[Player]:
        """The players who may be victims of this one."""
        return [self.players[other] for other in self.in_play() if other != seat]

    def spaces(self) -> list[Stack]:
        """The grid: Monsters 0 to 4, Citizens 5 to 14, Domains 15 to 19."""
        return [*self.monsters, *self.citizens, *self.domains]

    def events(self) -> dict[int, Event]:
        """The events revealed in the grid (V14.3), by stack."""
        return {
            number: space.cover
            for number, space in enumerate(self.spaces())
            if isinstance(space.cover, Event)
        }

    def exposed(self) -> dict[int, Monster]:
        """What can be slain and marked, by stack: top Monsters and revealed events (V1.8, R8)."""
        tops = {number: stack.cards[0] for number, stack in enumerate(self.monsters) if stack.cards}
        return tops | self.events()

    def exhausted(self) -> int:
        """E, the number of exhausted stacks (V8.2)."""
        return sum(not space.cards for space in self.spaces())

    def is_double(self) -> bool:
        """Whether the dice show doubles now."""
        return self.dice[0] == self.dice[1]


def bare_table(sheets: Sheets, num_players: int, options: Options, chance: Chance) -> Table:
    """A table without anything but the Starters."""
    starters = [card for card in sheets.starters.values() if options.edition in card.editions]
    return Table(
        sheets,
        options,
        chance,
        [Player(seat, list(starters)) for seat in range(num_players)],
        [MonsterStack() for _ in range(AREAS_IN_A_GAME)],
        [CitizenStack() for _ in range(CITIZEN_STACKS)],
        [DomainStack() for _ in range(AREAS_IN_A_GAME)],
    )


def build_table(sheets: Sheets, deal: Deal, options: Options, chance: Chance) -> Table:
    """The table when all is set up but the Dukes (V2)."""
    table = bare_table(sheets, deal.num_players, options, chance)
    copies = stack_size(CITIZENS_IN_A_STACK, deal.num_players)
    for player in table.players:
        player.goods = dict(zip(GOODS, options.start, strict=True))
    for column, names in zip(table.monsters, deal.monsters, strict=True):
        column.area = sheets.monsters[names[0]].area
        column.cards = [sheets.monster(name) for name in names]
    for space, stack in zip(table.citizens, deal.citizens, strict=True):
        names = (stack,) * copies if isinstance(stack, str) else stack
        space.cards = [sheets.citizens[name] for name in names]
    for place, names in zip(table.domains, deal.domains, strict=True):
        place.cards = [sheets.domains[name] for name in names]
    table.exhausted_stack, table.monster_events = list(deal.exhausted), bool(deal.exhausted)
    table.dark_lord = deal.dark_lord
    return table


def ask(kind: str, seat: int, choices: list[Choice]) -> Asking[Choice]:
    """Ask a player, or answer for them if there is but one different choice."""
    answer: Choice = yield from ask_one(kind, seat, list(dict.fromkeys(choices)))
    return answer


def powers(table: Table, player: Player, timing: str) -> list[tuple[Built, int, Ability]]:
    """Lasting abilities of a timing that work now (V11.3, R12), with their number on the card."""
    return [
        (built, number, ability)
        for built in player.domains
        if table.options.power_same_turn or built.turn < table.turn
        for number, ability in enumerate(built.card.abilities)
        if ability.timing == timing
    ]


def returnable(player: Player, what: str) -> list[Monster] | list[Citizen]:
    """The cards that may go back to the grid: Citizens, or Monsters but no events (R31)."""
    if what == "citizen":
        return player.citizens
    return [card for card in player.pile if not isinstance(card, Event)]


def passes(card: Citizen | Monster, conditions: tuple[Condition, ...]) -> bool:
    """Whether a card passes all tests of a filter (V18.2)."""
    return all(_passes(card, condition) for condition in conditions)


def _passes(card: Citizen | Monster, condition: Condition) -> bool:
    if condition.column == "cost":
        assert isinstance(card, Citizen)
        limit = int(condition.value)
        return card.cost <= limit if condition.sign == "<=" else card.cost >= limit
    shown = card.id if condition.column == "name" else getattr(card, condition.column)
    return shown == condition.value


def size(table: Table, player: Player, cards: CardSet | None) -> int:
    """How many times an amount counts at this moment (V18.4); once without `per`."""
    if cards is None:
        return 1
    match cards.what:
        case "citizen":
            count = sum(passes(card, cards.tests) for card in player.citizens)
            if table.options.starters_are_citizens and not cards.tests:  # R3
                count += len(player.starters)
            return count
        case "namesake":
            return _namesakes(table, player, cards.tests)
        case "domain":
            return len(player.domains)
        case "monster":
            return sum(passes(card, cards.tests) for card in player.pile)
        case "icon":
            (role,) = (condition.value for condition in cards.tests)
            return sum(card.role == role for card in player.citizens) + sum(
                built.card.icons[role] for built in player.domains
            )
        case _:  # V10.3
            return sum(player.goods[good] for good in GOODS if good != "vp") // cards.divisor


def same_name(player: Player, name: str) -> int:
    """Cards of a name in the tableau, Starters included (V1.5, V6.5)."""
    return sum(card.id == name for card in player.citizens) + sum(
        card.name == name for card in player.starters
    )


def _namesakes(table: Table, player: Player, conditions: tuple[Condition, ...]) -> int:
    (name,) = (condition.value for condition in conditions)
    if table.options.starters_count_by_name:  # R34
        return same_name(player, name)
    return sum(card.id == name for card in player.citizens)
