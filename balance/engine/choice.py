"""The decision that is due, and the choices offered: taking one is the only way on."""

from balance.engine.jit import inlined
from balance.engine.layout import State, wide
from balance.errors import LimitError

NO_DECISION = 0


@inlined
def due(state: State, decision: int, seat: int) -> None:
    """Ask `seat` for a decision; choices are offered next."""
    state.decision = decision
    state.due_seat = seat
    state.num_choices = 0


@inlined
def offer(state: State, choice: int) -> None:
    """Offer one more choice; what its number means is the decision's affair."""
    place = state.num_choices
    if place >= len(state.choices):
        raise LimitError(
            "more choices at once than a state has room for; make numbers in its sheets or "
            "options smaller"
        )
    state.choices[place] = choice
    state.num_choices = place + 1


@inlined
def offer_if(state: State, choice: int, wanted: bool) -> None:
    """Offer one more choice if it is wanted, without a branch that nobody could predict."""
    place = state.num_choices
    if place >= len(state.choices):
        raise LimitError(
            "more choices at once than a state has room for; make numbers in its sheets or "
            "options smaller"
        )
    state.choices[place] = choice
    state.num_choices = place + int(wanted)


@inlined
def chosen(state: State, index: int) -> int:
    """Return the choice with that index, and ask no more."""
    state.decision = NO_DECISION
    return wide(state.choices[index])


@inlined
def clear_previous_choices(state: State) -> None:
    """Clear what was offered earlier, maybe to others, behind the choices that are offered now."""
    for place in range(state.num_choices, len(state.choices)):
        state.choices[place] = 0
