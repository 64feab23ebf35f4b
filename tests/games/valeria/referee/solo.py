"""Solo play against the Dark Lord (V13): his attacks, his score, the outcome."""

from tests.games.valeria.referee.finishing import (
    FIVE_EXHAUSTED,
    NO_MONSTERS,
    SoloOverError,
    check_solo_end,
)
from tests.games.valeria.referee.grammar import GOODS
from tests.games.valeria.referee.scoring import duke_points, score_parts
from tests.games.valeria.referee.sheets import Citizen, Domain
from tests.games.valeria.referee.table import Asking, Built, Choice, Player, Table, ask

COLUMNS = 5
FREE = 6  # the number whose column the player chooses
COLUMN_DESTROYED = "column destroyed"


def monsters_phase(table: Table) -> Asking[None]:
    """Attack after attack, as the player orders them (V13.4)."""
    dice = table.dice if table.options.solo_uses_final_dice else list(table.rolled)  # R16
    numbers = [*dice]
    if table.options.solo_sum_attacks and sum(dice) <= FREE:  # V13.7
        numbers.append(sum(dice))
    # No Monster stack changes in this phase, so what does nothing now never will (V13.5).
    table.attacks = sorted(number for number in numbers if _columns(table, number))
    while table.attacks:
        choices: list[Choice] = [
            ("attack", number, column)
            for number in table.attacks
            for column in _columns(table, number)
        ]
        _, number, column = yield from ask("attack", table.active, choices)
        table.attacks.remove(int(number))
        yield from _attack(table, int(column) - 1)
        check_solo_end(table)


def _columns(table: Table, number: int) -> list[int]:
    """The columns, from 1, that a number can attack (V13.4, V13.5, V13.7)."""
    alive = [place + 1 for place, stack in enumerate(table.monsters) if stack.cards]
    if number == FREE:
        return alive
    return [number] if number in alive or table.options.solo_exhausted_attacks else []


def _attack(table: Table, column: int) -> Asking[None]:
    """The column loses a Citizen of the player's choice, or its face-up Domain (V13.6)."""
    spaces = table.spaces()
    citizens = [
        number for number in (COLUMNS + column, 2 * COLUMNS + column) if spaces[number].cards
    ]
    domain = table.domains[column]
    if citizens:
        answer = yield from ask(
            "capture", table.active, [("capture", number) for number in citizens]
        )
        table.captured.append(table.citizens[int(answer[1]) - COLUMNS].cards.pop(0))
    elif domain.cards:
        table.captured.append(domain.cards.pop(0))
    else:
        raise SoloOverError(COLUMN_DESTROYED)  # V13.8


def dark_lord_parts(table: Table) -> dict[str, int]:
    """The parts of the Dark Lord's score (V13.12)."""
    lord = Player(
        seat=len(table.players),
        starters=[],
        goods=dict.fromkeys(GOODS, 0),
        citizens=[card for card in table.captured if isinstance(card, Citizen)],
        domains=[Built(card, -1) for card in table.captured if isinstance(card, Domain)],
        pile=[card for stack in table.monsters for card in stack.cards],
        duke=table.dark_lord,
    )
    return {
        "monsters": sum(card.vp for card in lord.pile),
        "domains": sum(built.card.vp for built in lord.domains),
        "duke": duke_points(table, lord),
    }


def outcome(table: Table) -> str:
    """How a solo game that is over has ended for the player (V13.10, V13.13, R14)."""
    if table.ending != FIVE_EXHAUSTED:
        return "won" if table.ending == NO_MONSTERS else "lost"
    own = sum(score_parts(table, table.players[0]).values())
    lords = sum(dark_lord_parts(table).values())
    if own == lords:
        return "drawn"
    return "won" if own > lords else "lost"
