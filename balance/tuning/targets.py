"""A designer's targets, read from a TOML file: measures, weights, and which numbers may change."""

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from balance.analysis.balance_index import MEAN_ROUNDS, MEASURES, Aim, Aims
from balance.analysis.metrics.fold_sums import FoldSums
from balance.error_messages import checked, did_you_mean
from balance.errors import ScenarioError
from balance.sanitize import UnreadableError, read_text, toml_of
from balance.scenario.match import Match
from balance.scenario.number_changes import Change, fits

_NUMBER = r"(\d+(?:\.\d+)?)"
_UNIT = r"\s*(pp|%)?\s*"
_BELOW = re.compile(rf"\s*<=?\s*{_NUMBER}{_UNIT}")
_BETWEEN = re.compile(rf"\s*(?:in\s+)?{_NUMBER}{_UNIT}\.\.\s*{_NUMBER}{_UNIT}")
_RANGE = re.compile(r"\s*(\d+)\s*\.\.\s*(\d+)\s*")
_OTHER_NAMES = {"rounds": MEAN_ROUNDS}


class Targets(BaseModel):
    """The targets of a file.

    Attributes
    ----------
    target : mapping of str to str
        By measure: ``"< 3pp"``, ``"< 1%"``, ``"10..16"``.
    weights : mapping of str to float
        Of a measure in the index; 1 by default.
    only : tuple of str
        Patterns of the numbers that may change; empty is all.
    ranges : mapping of str to str
        By pattern, the values that numbers may have: ``"1..4"``.
    reach : int
        The largest difference of a number from the printed one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    target: Mapping[str, str]
    weights: Mapping[str, float] = Field(default_factory=dict)
    only: tuple[str, ...] = Field(default=(), description="a list of patterns: citizens.*")
    ranges: Mapping[str, str] = Field(default_factory=dict)
    reach: PositiveInt = 2

    def aims(self, base: FoldSums, match: Match, where: str = "the target") -> Aims:
        """Return the targets as bounds of measures.

        Parameters
        ----------
        base : FoldSums
            Of the unchanged table.
        where : str
            The file, for errors.

        Raises
        ------
        ScenarioError
            If the game has nothing that such a measure is about.
        """
        aims = {}
        for written, text in self.target.items():
            name = _OTHER_NAMES.get(written, written)
            if np.isnan(MEASURES[name].of(base, match).value[0]):
                raise ScenarioError(
                    f"{where}: target.{written}: {match.game.title}, as set up here, has nothing "
                    "of this kind to measure."
                )
            low, high = _bounds(name, text)
            aims[name] = Aim(low, high, self.weights.get(written, 1.0))
        return Aims(aims)

    def may_be(self, change: Change, printed: int) -> bool:
        """Return whether a number may have the value that a change gives it."""
        if abs(change.now - printed) > self.reach:
            return False
        for pattern, text in self.ranges.items():
            if fits(change.key, pattern):
                low, high = _range(text)
                if not low <= change.now <= high:
                    return False
        return True


def read_targets(path: Path) -> Targets:
    """Return the targets of a file.

    Raises
    ------
    ScenarioError
        If there is no such file, or a key or value is not valid: names the file and the key.
    """
    try:
        values = toml_of(read_text(path))
    except FileNotFoundError:
        raise ScenarioError(f"{path}: there is no such file of targets.") from None
    except (UnreadableError, OSError) as error:
        is_placed = isinstance(error, UnreadableError) and error.not_toml
        raise ScenarioError(f"{path}{', ' if is_placed else ': '}{error}") from None
    targets = checked(Targets, values, str(path))
    try:
        _check(targets)
    except ValueError as error:
        raise ScenarioError(f"{path}: {error}") from None
    return targets


def _check(targets: Targets) -> None:
    if not targets.target:
        raise ValueError("target: expected at least one measure, such as seat_gap = '< 2pp'")
    known = (*MEASURES, *_OTHER_NAMES)
    for table, keys in (("target", targets.target), ("weights", targets.weights)):
        for name in keys:
            if name not in known:
                raise ValueError(f"{table}.{name}: no such measure: {did_you_mean(name, known)}")
    names = [_OTHER_NAMES.get(name, name) for name in targets.target]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"target: {name} is given twice")
    for written, text in targets.target.items():
        _bounds(_OTHER_NAMES.get(written, written), text)
    for name, weight in targets.weights.items():
        if name not in targets.target:
            raise ValueError(f"weights.{name}: there is no target.{name}")
        if not weight > 0:
            raise ValueError(f"weights.{name} = {weight:g}: expected a number above 0")
    for text in targets.ranges.values():
        _range(text)


def _bounds(name: str, text: str) -> tuple[float, float]:
    """Return the bounds of a measure, as shares or rounds."""
    below, between = _BELOW.fullmatch(text), _BETWEEN.fullmatch(text)
    if below:
        low, high, units = -np.inf, float(below[1]), {below[2]}
    elif between:
        low, high, units = float(between[1]), float(between[3]), {between[2], between[4]}
    else:
        example = "'10..16'" if name == MEAN_ROUNDS else "'< 3pp' or '1pp..3pp'"
        raise ValueError(f"target.{name} = {text!r}: expected {example}")
    if low > high:
        raise ValueError(f"target.{name} = {text!r}: expected the lower number first")
    if name == MEAN_ROUNDS:
        if units != {None}:
            raise ValueError(f"target.{name} = {text!r}: rounds have no unit; expected '10..16'")
        return low, high
    if not units & {"pp", "%"}:
        raise ValueError(f"target.{name} = {text!r}: expected a unit, pp or %, after the number")
    return low / 100, high / 100


def _range(text: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(text)
    if not match or int(match[1]) > int(match[2]):
        raise ValueError(f"ranges: {text!r}: expected a range of whole numbers, such as '1..4'")
    return int(match[1]), int(match[2])
