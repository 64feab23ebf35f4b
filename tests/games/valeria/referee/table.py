"""The state of a game, and how somebody is asked."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TypeVar

from tests.games.valeria.referee.chance import Chance
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.grammar import GOODS, Ability, CardSet, Condition
from tests.games.valeria.referee.sheets import Citizen, Domain, Monster, Sheets, Starter

Choice = tuple[str | int, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Pending:
    """A question: what is asked, who answers, and at least two answers without an order."""

    kind: str
    seat: int
    choices: list[Choice]


Asking = Generator[Pending, Choice, T]


@dataclass(frozen=True)
class Options:
    """Edition and switches (V21); the defaults are the rulings."""

    edition: str = "second"
    dukes: str = "chosen"  # or "assigned": chance decides which Duke is kept
    doubles_sum_twice: bool = False  # R1
    starters_block_consolation: bool = True  # R2
    starters_are_citizens: bool = False  # R3
    magic_substitutes_everywhere: bool = False  # R4
    end_trigger_latched: bool = False  # R5
    tiebreak_counts_pile: bool = True  # R6
    power_same_turn: bool = True  # R12
    starters_count_by_name: bool = True  # R34


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
    goods: dict[str, int] = field(
        # V2.8
        default_factory=lambda: {"gold": 2, "strength": 0, "magic": 1, "vp": 0}
    )
    citizens: list[Citizen] = field(default_factory=list)
    domains: list[Built] = field(default_factory=list)
    pile: list[Monster] = field(default_factory=list)
    duke: str = ""


@dataclass
class MonsterStack:
    """A column of the Monster row, top first."""

    area: str
    cards: list[Monster]


@dataclass
class CitizenStack:
    """A space of the Citizen rows: all its cards are the same."""

    id: str
    cards: list[Citizen]


@dataclass
class DomainStack:
    """A space of the Domain row, top first; the top card may be face down for a while (V6.7)."""

    cards: list[Domain]
    face_up: bool = True


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
    phase: str = "set-up"
    active: int = 0
    turn: int = 0
    round: int = 0
    dice: list[int] = field(default_factory=lambda: [0, 0])
    latched: list[str] = field(default_factory=list)  # conditions that held in this round (R5)

    def clockwise(self) -> list[int]:
        """All seats, the active player first (V3.3)."""
        seats = len(self.players)
        return [(self.active + step) % seats for step in range(seats)]

    def exhausted(self) -> int:
        """E, the number of exhausted stacks (V8.2)."""
        rows = (self.monsters, self.citizens, self.domains)
        return sum(not stack.cards for row in rows for stack in row)

    def is_double(self) -> bool:
        """Whether the dice show doubles now."""
        return self.dice[0] == self.dice[1]


def lay_table(sheets: Sheets, deal: Deal, options: Options, chance: Chance) -> Table:
    """The table when all is set up but the Dukes (V2)."""
    starters = [card for card in sheets.starters.values() if options.edition in card.editions]
    return Table(
        sheets,
        options,
        chance,
        [Player(seat, list(starters)) for seat in range(deal.num_players)],
        [
            MonsterStack(sheets.monsters[stack[0]].area, [sheets.monsters[card] for card in stack])
            for stack in deal.monsters
        ],
        [
            CitizenStack(card, [sheets.citizens[card]] * deal.citizen_copies)
            for card in deal.citizens
        ],
        [DomainStack([sheets.domains[card] for card in stack]) for stack in deal.domains],
    )


def ask(kind: str, seat: int, choices: list[Choice]) -> Asking[Choice]:
    """Ask a player, or answer for them if there is but one choice."""
    different = list(dict.fromkeys(choices))
    if len(different) == 1:
        return different[0]
    answer = yield Pending(kind, seat, different)
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
