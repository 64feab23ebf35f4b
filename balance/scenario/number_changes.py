"""The numbers of a table that a designer may change, and the table with some of them changed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase

from balance.engine.game import GameTable
from balance.errors import BalanceError, CardError, ScenarioError
from balance.scenario.error_messages import did_you_mean
from balance.scenario.experiments import Arm, laid_with
from balance.scenario.prepare import PreparedCell

CHANGE = "change"  # the kind of arm

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Change:
    """One number, as it is and as it would be.

    Attributes
    ----------
    key : str
        See `numbers_of`.
    was, now : int
    """

    key: str
    was: int
    now: int

    @property
    def text(self) -> str:
        """Such as ``citizens.knight.cost 2 → 3``."""
        return f"{shown(self.key)} {self.was} → {self.now}"


def numbers_of(variant: PreparedCell, only: Sequence[str] = ()) -> dict[str, int]:
    """Return the numbers that may be changed at the table of a cell.

    Parameters
    ----------
    variant : VariantMatch
    only : sequence of str
        Patterns of the keys wanted, such as ``citizens.*``; none is all.

    Returns
    -------
    numbers : dict of str to int
        By cell of a sheet: ``citizens.knight.cost``.  What stands in several rows alike has all of
        their ids, ``tiles.queen_i+queen_ii.influence``.  A number in a text has its place there,
        ``dukes.simon.scoring.3``; the text is then the note of that piece of the table.

    Raises
    ------
    ScenarioError
        If the game names no numbers, or a pattern fits none.
    """
    match = variant.match
    editable_numbers = match.game.experiments.editable_numbers
    if editable_numbers is None:
        raise ScenarioError(f"{match.game.title} does not say which of its numbers may be changed.")
    known = dict(editable_numbers(match.game_table))
    if not known:
        raise ScenarioError(f"At this table of {match.game.title} there is no number to change.")
    for pattern in only:
        if not any(fits(key, pattern) for key in known):
            raise ScenarioError(
                f"{pattern}: no number of this table is called so: {_near(known, pattern)}"
            )
    return {
        key: number
        for key, number in known.items()
        if not only or any(fits(key, pattern) for pattern in only)
    }


def fits(key: str, pattern: str) -> bool:
    """Tell whether a key is meant by a pattern, ``citizens.*``, or by what it is shown as."""
    return fnmatchcase(key, pattern) or shown(key) == pattern


def shown(key: str) -> str:
    """Return a key as readers see it: of several ids what they have in common, and a star."""
    sheet, ids, *rest = key.split(".")
    names = ids.split("+")
    alike = names[0]
    while not all(name.startswith(alike) for name in names):
        alike = alike[:-1]
    return ".".join([sheet, f"{alike}*" if len(names) > 1 else ids, *rest])


def settings_of(game_table: GameTable, values: Mapping[str, int]) -> dict[str, int | str]:
    """Return the cells of sheets that give numbers other values, as a scenario sets them.

    Parameters
    ----------
    game_table : Laid
        The table at which the keys were found.
    values : mapping of str to int
        By key; see `numbers_of`.
    """
    cells: dict[str, int | str] = {}
    notes = {piece.id: piece.note for piece in (*game_table.cards, *game_table.objectives)}
    for key, value in values.items():
        sheet, ids, column, *place = key.split(".")
        if place:
            cell = f"{sheet}.{ids}.{column}"
            cells[cell] = _with_number(str(cells.get(cell, notes[ids])), int(place[0]), value)
        else:
            cells |= {f"{sheet}.{one}.{column}": value for one in ids.split("+")}
    return cells


def arm_of(variant: PreparedCell, changes: Iterable[Change]) -> Arm:
    """Return a cell with some of its numbers changed, to be played on the same deals.

    Raises
    ------
    CardError, ScenarioError
        If a number cannot be so, or nothing at the table changes with it.
    """
    some = tuple(changes)
    values = {change.key: change.now for change in some}
    name = ", ".join(change.text for change in some)
    below = [change for change in some if change.now < 0]
    if below:
        raise CardError(f"{below[0].text}: a number below 0")
    game_table = laid_with(variant, settings_of(variant.match.game_table, values))
    if game_table.digest == variant.match.game_table.digest:
        raise CardError(f"{name}: nothing at the table changes with it")
    return Arm(name, CHANGE, replace(variant.match, game_table=game_table, replay_command=""))


def steps_of(numbers: Mapping[str, int], step: int) -> list[Change]:
    """Return each number made smaller and larger by a step."""
    return [
        Change(key, was, now) for key, was in numbers.items() for now in (was - step, was + step)
    ]


def arms_of_changes(
    variant: PreparedCell, changes: Iterable[Change]
) -> tuple[dict[Change, Arm], dict[Change, str]]:
    """Return an arm for each change that can be made alone, and why the others cannot."""
    arms: dict[Change, Arm] = {}
    refused: dict[Change, str] = {}
    for change in changes:
        try:
            arms[change] = arm_of(variant, (change,))
        except BalanceError as error:
            refused[change] = str(error)
    return arms, refused


def _with_number(text: str, place: int, value: int) -> str:
    """Return a text with the number at a place, counted from 1, replaced."""
    found = list(_NUMBER.finditer(text))[place - 1]
    return f"{text[: found.start()]}{value}{text[found.end() :]}"


def _near(known: Iterable[str], pattern: str) -> str:
    """Say what may have been meant by a pattern that fits nothing: a number, or all of a sheet."""
    keys = [shown(key) for key in known]
    sheets = list(dict.fromkeys(f"{key.partition('.')[0]}.*" for key in keys))
    return did_you_mean(pattern, tuple(get_close_matches(pattern, [*sheets, *keys], 1) or sheets))
