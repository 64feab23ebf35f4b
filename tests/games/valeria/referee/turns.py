"""A game from the choice of the Dukes to its end: the phases (V3 to V6, V13.2) and V9."""

from tests.games.valeria.referee import effects
from tests.games.valeria.referee.actions import action
from tests.games.valeria.referee.deals import Deal
from tests.games.valeria.referee.events import carry_out_events
from tests.games.valeria.referee.finishing import SoloOverError, whole
from tests.games.valeria.referee.grammar import Die, Option
from tests.games.valeria.referee.harvest import harvest_phase, second_harvest_phase
from tests.games.valeria.referee.solo import monsters_phase
from tests.games.valeria.referee.table import Asking, Built, Choice, Table, ask, powers


def play(table: Table, deal: Deal) -> Asking[None]:
    """The whole game."""
    yield from _choose_dukes(table, deal)
    try:
        yield from _rounds(table)
    except SoloOverError as over:
        table.ending = str(over)
    table.phase = "end"


def conditions(table: Table) -> list[str]:
    """The end conditions that hold now (V9.1)."""
    holds = {
        "a": not any(stack.cards for stack in table.monsters),
        "b": not any(stack.cards for stack in table.domains),
        "c": table.exhausted() >= 2 * len(table.players),
    }
    return [name for name, held in holds.items() if held]


def _choose_dukes(table: Table, deal: Deal) -> Asking[None]:
    """V2.9, seat by seat; without Dukes nothing (V16.1)."""
    table.phase = "dukes"
    if table.options.dukes == "none":
        return
    for player, dealt in zip(table.players, deal.dukes, strict=True):
        if table.options.dukes == "assigned":
            player.duke = table.chance.duke(player.seat, dealt)
        else:
            answer = yield from ask("duke", player.seat, [("duke", duke) for duke in dealt])
            player.duke = str(answer[1])


def _rounds(table: Table) -> Asking[None]:
    """Round after round until an end condition holds at the end of one (V9.3)."""
    while True:
        table.latched = []
        for player in table.players:
            table.active = player.seat
            yield from _turn(table)
            table.phase = "end"
            # V9.2; what once held is kept for the other reading of R5
            table.latched = sorted({*table.latched, *conditions(table)})
            if player is table.players[-1] and _is_over(table):
                return
            table.turn += 1
        table.round += 1


def _is_over(table: Table) -> bool:
    """At the end of a round (V9.3, V9.4, R5); solo ends in its own ways (V13.10)."""
    held = table.latched if table.options.end_trigger_latched else conditions(table)
    return bool(held) and not table.solo


def _turn(table: Table) -> Asking[None]:
    """V3.1 and V13.2; the End Phase follows in `_rounds`."""
    table.phase = "roll"
    yield from _roll_phase(table)
    table.phase = "harvest"
    yield from harvest_phase(table)
    table.phase = "action"
    yield from effects.trigger(table, "action_start", [table.active])  # V6.1
    for _ in range(2):  # V6.2
        yield from whole(table, action(table, table.active))
    yield from effects.trigger(table, "action_end", [table.active])  # V6.9
    if table.solo:
        table.phase = "monsters"
        yield from monsters_phase(table)
        table.phase = "second harvest"
        yield from second_harvest_phase(table)


def _roll_phase(table: Table) -> Asking[None]:
    """V4: roll, change dice until the active player is content, then the events (V4.8)."""
    table.rolled = table.chance.dice(table.turn)
    table.dice = list(table.rolled)
    yield from effects.look_at_dice(table)
    used: list[tuple[Built, int]] = []
    while True:
        uses = _dice_uses(table, used)
        choices: list[Choice] = [("done",), *uses]
        answer = yield from ask("dice", table.active, choices)
        if answer == ("done",):
            break
        built, number, option = uses[answer]
        used.append((built, number))  # V4.3: each ability once
        deed = effects.carry_out_option(table, table.active, option, die=int(answer[3]))
        yield from whole(table, deed)
    yield from carry_out_events(table)


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
