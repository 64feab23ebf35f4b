"""A game from the choice of the Dukes to its end: the phases (V3 to V6) and V9."""

from tests.games.valeria.referee import effects
from tests.games.valeria.referee.actions import action
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.grammar import (
    Ability,
    Die,
    Option,
    Rob,
    Steal,
    items_of,
    parse,
)
from tests.games.valeria.referee.sheets import Citizen, Starter
from tests.games.valeria.referee.table import Asking, Built, Choice, Player, Table, ask, powers

CONSOLATION = "consolation"


def play(table: Table, deal: Deal) -> Asking[None]:
    """The whole game."""
    yield from _choose_dukes(table, deal)
    while True:
        table.latched = []
        for seat in range(len(table.players)):
            table.active = seat
            yield from _turn(table)
            _end_phase(table)
            if seat == len(table.players) - 1 and _is_over(table):
                table.phase = "over"
                return
            table.turn += 1
        table.round += 1


def conditions(table: Table) -> list[str]:
    """The end conditions that hold now (V9.1)."""
    holds = {
        "a": not any(stack.cards for stack in table.monsters),
        "b": not any(stack.cards for stack in table.domains),
        "c": table.exhausted() >= 2 * len(table.players),
    }
    return [name for name, held in holds.items() if held]


def _choose_dukes(table: Table, deal: Deal) -> Asking[None]:
    """V2.9, seat by seat."""
    table.phase = "dukes"
    for player, dealt in zip(table.players, deal.dukes, strict=True):
        if table.options.dukes == "assigned":
            player.duke = table.chance.duke(player.seat, dealt)
        else:
            answer = yield from ask("duke", player.seat, [("duke", duke) for duke in dealt])
            player.duke = str(answer[1])


def _turn(table: Table) -> Asking[None]:
    """V3.1; the End Phase follows in `play`."""
    table.phase = "roll"
    yield from _roll_phase(table)
    table.phase = "harvest"
    yield from _harvest_phase(table)
    table.phase = "action"
    yield from effects.trigger(table, "action_start", [table.active])  # V6.1
    for _ in range(2):  # V6.2
        yield from action(table, table.active)
    yield from effects.trigger(table, "action_end", [table.active])  # V6.9
    table.phase = "end"


def _end_phase(table: Table) -> None:
    """V9.2; what once held is kept for the other reading of R5."""
    table.latched = sorted({*table.latched, *conditions(table)})


def _is_over(table: Table) -> bool:
    """At the end of a round (V9.3, V9.4, R5)."""
    return bool(table.latched if table.options.end_trigger_latched else conditions(table))


def _roll_phase(table: Table) -> Asking[None]:
    """V4: roll, then change dice until the active player is content."""
    table.dice = list(table.chance.dice(table.turn))
    yield from effects.look_at_dice(table)
    used: list[tuple[Built, int]] = []
    while True:
        uses = _dice_uses(table, used)
        choices: list[Choice] = [("done",), *uses]
        answer = yield from ask("dice", table.active, choices)
        if answer == ("done",):
            return
        built, number, option = uses[answer]
        used.append((built, number))  # V4.3: each ability once
        yield from effects.carry_out_option(table, table.active, option, die=int(answer[3]))


def _dice_uses(
    table: Table, used: list[tuple[Built, int]]
) -> dict[Choice, tuple[Built, int, Option]]:
    """What may be done to the dice: the Domain, the number of its ability, the option.

    Options are numbered through all `roll` abilities of a Domain.
    """
    uses: dict[Choice, tuple[Built, int, Option]] = {}
    first = 0
    last: Built | None = None
    for built, number, ability in powers(table, table.players[table.active], "roll"):
        first = first if built is last else 0
        last = built
        if not any(built is other and number == done for other, done in used):
            for place in effects.open_options(table, table.active, ability):
                option = ability.options[place]
                (change,) = (item for item in option.gains if isinstance(item, Die))
                for die, value in enumerate(table.dice):
                    if effects.changed_die(value, change):
                        choice = ("use", built.card.id, first + place, die)
                        uses.setdefault(choice, (built, number, option))
        first += len(ability.options)
    return uses


def _harvest_phase(table: Table) -> Asking[None]:
    """V5: the stealing step, then everybody harvests; the active player first (V3.3)."""
    harvests = {seat: Harvest(table, seat) for seat in table.clockwise()}
    for seat in table.clockwise():
        yield from harvests[seat].resolve(table, "steal_first", stealing=True)  # V5.6
    for seat in table.clockwise():
        yield from harvests[seat].resolve(table, "harvest", stealing=False)


class Harvest:
    """The activations of one player (V5.1 to V5.9), by card and by ability of the card."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
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
        effects_now = card.active if self.seat == table.active else card.inactive  # V5.4
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
            yield from effects.carry_out_option(table, self.seat, option)

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
