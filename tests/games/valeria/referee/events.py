"""Monster Events in the Roll Phase (V14.4)."""

from tests.games.valeria.referee import effects
from tests.games.valeria.referee.grammar import items_of
from tests.games.valeria.referee.table import Asking, Table, ask


def carry_out_events(table: Table) -> Asking[None]:
    """Each revealed event that the final dice name, once, as the active player orders them."""
    named = {*table.dice, sum(table.dice)}
    due = {number: event for number, event in table.events().items() if event.number in named}
    while due:
        answer = yield from ask("event", table.active, [("event", number) for number in due])
        for ability in due.pop(int(answer[1])).instruction:
            for item in items_of(ability):
                yield from effects.carry_out_item(table, table.active, item)
