"""The Harvest Phase (V5), and in solo the second one (V13.9)."""

from tests.games.valeria.referee import effects
from tests.games.valeria.referee.finishing import whole
from tests.games.valeria.referee.grammar import Ability, Option, Rob, Steal, items_of, parse
from tests.games.valeria.referee.sheets import Citizen, Starter
from tests.games.valeria.referee.table import Asking, Choice, Player, Table, ask

CONSOLATION = "consolation"


def harvest_phase(table: Table) -> Asking[None]:
    """Everybody but the resting player (V12.3); the active player uses the left sides (V5.4)."""
    seats = [seat for seat in table.clockwise() if seat != table.resting]
    yield from _reap([Harvest(table, seat, seat == table.active) for seat in seats], table)


def second_harvest_phase(table: Table) -> Asking[None]:
    """Solo: the same roll once more, with the right sides (V13.9)."""
    yield from _reap([Harvest(table, table.active, False)], table)


def _reap(harvests: list["Harvest"], table: Table) -> Asking[None]:
    """The stealing step (V5.6), then everybody harvests; the active player first (V3.3)."""
    for harvest in harvests:
        yield from harvest.resolve(table, "steal_first", stealing=True)
    for harvest in harvests:
        yield from harvest.resolve(table, "harvest", stealing=False)


class Harvest:
    """The activations of one player (V5.1 to V5.9), by card and by ability of the card.

    `left_sides` says which abilities the cards have in it (V5.4, V13.9).
    """

    def __init__(self, table: Table, seat: int, left_sides: bool) -> None:
        self.seat = seat
        self.left_sides = left_sides
        self.abilities: dict[str, tuple[Ability, ...]] = {}
        self.left: dict[tuple[str, int], int] = {}
        player = table.players[seat]
        cards: list[Citizen | Starter] = [*player.starters, *player.citizens]
        for card in cards:
            self._add(table, card, activations(table, card))
        bonus = not any(activations(table, card) for card in _blocking(table, player))
        if table.options.edition == "first":
            if bonus:  # V5.7
                self.abilities[CONSOLATION] = parse("1 any")
                self.left[CONSOLATION, 0] = 1
        else:
            for herald in player.starters:  # V5.8
                twice = "doubles" in herald.triggers and table.is_double()
                once = "none" in herald.triggers and bonus
                self._add(table, herald, twice + once)

    def _add(self, table: Table, card: Citizen | Starter, times: int) -> None:
        if not times:
            return
        effects_now = card.active if self.left_sides else card.inactive
        self.abilities[card.id] = effects_now
        for number in range(len(effects_now)):
            self.left[card.id, number] = self.left.get((card.id, number), 0) + times

    def resolve(self, table: Table, kind: str, stealing: bool) -> Asking[None]:
        """One activation after another, as the player likes, until they stop (V5.5)."""
        while True:
            uses = self._uses(table, stealing)
            choices: list[Choice] = [("done",), *uses]
            answer = yield from ask(kind, self.seat, choices)
            if answer == ("done",):
                return
            card, number, option = uses[answer]
            self.left[card, number] -= 1
            yield from whole(table, effects.carry_out_option(table, self.seat, option))

    def _uses(self, table: Table, stealing: bool) -> dict[Choice, tuple[str, int, Option]]:
        """What may be activated now; options are numbered through both abilities of a card."""
        uses: dict[Choice, tuple[str, int, Option]] = {}
        for card, abilities in self.abilities.items():
            first = 0
            for number, ability in enumerate(abilities):
                steals = any(isinstance(item, Steal | Rob) for item in items_of(ability))
                if self.left[card, number] and steals == stealing:
                    for place in effects.open_options(table, self.seat, ability):
                        uses["use", card, first + place] = (card, number, ability.options[place])
                first += len(ability.options)
        return uses


def activations(table: Table, card: Citizen | Starter) -> int:
    """How often the dice activate one copy of a card (V5.1, R1)."""
    low, high = table.dice
    sums = 2 if table.options.doubles_sum_twice and table.is_double() else 1
    return (low in card.numbers) + (high in card.numbers) + sums * (low + high in card.numbers)


def _blocking(table: Table, player: Player) -> list[Citizen | Starter]:
    """The cards whose activation prevents the consolation (V5.9, R2)."""
    if table.options.starters_block_consolation:
        return [*player.starters, *player.citizens]
    return [*player.citizens]
