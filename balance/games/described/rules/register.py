"""The register of lines that are carried out: the card that is `it`, and the chosen number.

Both are in one small number, so that they fit into a task.
"""

from balance.compiling.jit import inlined

_STEP = 128  # more than the kinds of cards


@inlined
def it_of(register: int) -> int:
    """Return the kind of card, or -1 if there is none."""
    return register % _STEP - 1


@inlined
def number_of(register: int) -> int:
    """Return the chosen number."""
    return register // _STEP


@inlined
def with_it(register: int, kind: int) -> int:
    """Return the register with another card."""
    return register - register % _STEP + kind + 1


@inlined
def with_number(register: int, number: int) -> int:
    """Return the register with another number, 0 to `MAX_CHOSEN`."""
    return register % _STEP + number * _STEP
