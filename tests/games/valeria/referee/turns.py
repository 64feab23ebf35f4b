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
    yield from rounds(table)


def rounds(table: Table, seat: int = 0, *, at_end: bool = False) -> Asking[None]:
    """Turn after turn to the end of the game, from that of a seat on, or from its end."""
    try:
        yield from _rounds(table, seat, at_end)
    except SoloOverError as over:
        _end_solo(table, over)


def action_phase_alone(table: Table, seat: int) -> Asking[None]:
    """The Action Phase of a seat with nothing before or after it, but the end of a solo game."""
    table.active, table.phase = seat, "action"
    try:
        yield from _action_phase(table)
    except SoloOverError as over:
        _end_solo(table, over)


def end_condition(table: Table) -> str:
    """The end condition that holds now (V9.1); "" for none."""
    holds = {
        "Monster stacks": not any(stack.cards for stack in table.monsters),
        "Domain stacks": not any(stack.cards for stack in table.domains),
        "exhausted stacks": table.exhausted() >= 2 * len(table.players),
    }
    held = [name for name, is_held in holds.items() if is_held]
    return "several at once" if len(held) > 1 else "".join(held)


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


def _rounds(table: Table, seat: int, at_end: bool) -> Asking[None]:
    """Round after round until an end condition holds at the end of one (V9.3)."""
    while True:
        for player in table.players[seat:]:
            table.active = player.seat
            if not at_end:
                yield from _turn(table)
            _end_phase(table, player is table.players[-1])
            if table.ending:
                return
            yield None
            table.turn += 1
            at_end = False
        table.round += 1
        seat = 0


def _turn(table: Table) -> Asking[None]:
    """V3.1 and V13.2, but for the End Phase."""
    phases = PHASES | (SOLO_PHASES if table.solo else {})
    for table.phase, phase in phases.items():
        yield from phase(table)


def _end_phase(table: Table, ends_round: bool) -> None:
    """V9.2 to V9.4; solo ends in its own ways (V13.10)."""
    table.phase = "end"
    if table.solo:
        return
    held = end_condition(table)
    if table.options.end_trigger_latched:  # R5
        table.latched = held = table.latched or held
    if ends_round:
        table.ending = held


def _end_solo(table: Table, over: SoloOverError) -> None:
    table.ending, table.phase = str(over), "end"


def _action_phase(table: Table) -> Asking[None]:
    yield from effects.trigger(table, "action_start", [table.active])  # V6.1
    for _ in range(2):  # V6.2
        yield from whole(table, action(table, table.active))
    yield from effects.trigger(table, "action_end", [table.active])  # V6.9


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


PHASES = {"roll": _roll_phase, "harvest": harvest_phase, "action": _action_phase}
SOLO_PHASES = {"monsters": monsters_phase, "second harvest": second_harvest_phase}
