"""The numbers of a table that a designer may change, and tables with some of them changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase

from balance.engine.game import GameTable
from balance.error_messages import did_you_mean
from balance.errors import BalanceError, CardError, ScenarioError
from balance.scenario.experiments import Arm
from balance.scenario.piece_names import card_named, has_number, label_of, settings_with
from balance.scenario.prepare import PreparedCell

CHANGE = "change"  # the kind of arm


@dataclass(frozen=True)
class Change:
    """One number, as it is and as it would be."""

    key: str  # see `numbers_of`
    was: int
    now: int

    @property
    def text(self) -> str:
        """Such as ``citizens.knight.cost 2 → 3``."""
        return f"{label_of(self.key)} {self.was} → {self.now}"


def text_of(changes: Iterable[Change]) -> str:
    """Return changes in a line."""
    return ", ".join(change.text for change in changes)


def numbers_of(cell: PreparedCell, only: Sequence[str] = ()) -> dict[str, int]:
    """Return the numbers that may be changed at the table of a cell.

    Parameters
    ----------
    only : sequence of str
        Patterns of the keys wanted, such as ``citizens.*``, or names of cards and objectives; none
        is all.

    Returns
    -------
    numbers : dict of str to int
        By cell of a sheet: ``citizens.knight.cost``.  A number that several rows share has all
        their ids, ``tiles.queen_i+queen_ii.influence``.  A number in a text has its place there,
        ``dukes.simon.scoring.3``; the text is then the note of that piece of the table.

    Raises
    ------
    ScenarioError
        If the game lists no numbers, or a pattern fits none.
    """
    match = cell.match
    editable_numbers = match.game.experiments.editable_numbers
    if editable_numbers is None:
        raise ScenarioError(f"{match.game.title} does not list the numbers that may be changed.")
    known = dict(editable_numbers(match.game_table))
    if not known:
        raise ScenarioError(f"This table of {match.game.title} has no number to change.")
    wanted = set().union(*(_meant(known, one, match.game_table) for one in only))
    return {key: number for key, number in known.items() if not only or key in wanted}


def _meant(known: Iterable[str], pattern: str, game_table: GameTable) -> set[str]:
    """Return the keys that a pattern fits, or those of the card or objective with that name."""
    fitting = {key for key in known if fits(key, pattern)}
    if fitting:
        return fitting
    pieces = (*game_table.cards, *game_table.objectives)
    try:
        piece = card_named(pieces, pattern)
    except ScenarioError:
        raise ScenarioError(
            f"{pattern}: no number of this table has that name: {_near(known, pattern)}"
        ) from None
    return {key for key in known if has_number(piece, key, pieces)}


def fits(key: str, pattern: str) -> bool:
    """Whether a pattern such as ``citizens.*``, or the label of a key, means that key."""
    return fnmatchcase(key, pattern) or label_of(key) == pattern


def arm_of(cell: PreparedCell, changes: Iterable[Change]) -> Arm:
    """Return a cell with some of its numbers changed, to be played on the same deals.

    Raises
    ------
    CardError, ScenarioError
        If a number cannot have its value, or nothing at the table changes with it.
    """
    changes = tuple(changes)
    values = {change.key: change.now for change in changes}
    name = text_of(changes)
    negative = [change for change in changes if change.now < 0]
    if negative:
        raise CardError(f"{negative[0].text}: the number is below 0")
    game_table = cell.table_with(settings_with(cell.match.game_table, values))
    if game_table.digest == cell.match.game_table.digest:
        raise CardError(f"{name}: nothing at the table changes with it")
    return Arm(name, CHANGE, replace(cell.match, game_table=game_table, replay_command=""))


def steps_of(numbers: Mapping[str, int], step: int) -> list[Change]:
    """Return each number made smaller and larger by a step."""
    return [
        Change(key, was, now) for key, was in numbers.items() for now in (was - step, was + step)
    ]


def arms_of_changes(
    cell: PreparedCell, changes: Iterable[Change]
) -> tuple[dict[Change, Arm], dict[Change, str]]:
    """Return an arm for each change that can be made alone, and why the others cannot."""
    arms: dict[Change, Arm] = {}
    refused: dict[Change, str] = {}
    for change in changes:
        try:
            arms[change] = arm_of(cell, (change,))
        except BalanceError as error:
            refused[change] = str(error)
    return arms, refused


def _near(known: Iterable[str], pattern: str) -> str:
    """Return a hint for a pattern that fits nothing: a number, or all numbers of a sheet."""
    keys = [label_of(key) for key in known]
    sheets = list(dict.fromkeys(f"{key.partition('.')[0]}.*" for key in keys))
    return did_you_mean(pattern, tuple(get_close_matches(pattern, [*sheets, *keys], 1) or sheets))
