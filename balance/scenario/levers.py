"""The whole numbers that can make an objective, a card or a seat stronger or weaker."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from balance.engine.game import Game, Piece
from balance.engine.services import Handicap
from balance.errors import ScenarioError
from balance.scenario.experiments import handicapped
from balance.scenario.match import Match
from balance.scenario.number_changes import numbers_of
from balance.scenario.piece_names import card_named, has_number, settings_with
from balance.scenario.prepare import PreparedCell
from balance.spelling import as_compared

SEAT, CARD, OBJECTIVE = "seat", "card", "objective"
ALL_SEATS = -1  # in place of a seat


@dataclass(frozen=True)
class Subject:
    """What is to be made stronger or weaker.

    Attributes
    ----------
    place : int
        The seat from 0 or ALL_SEATS, or the row of the card or objective.
    base : Mapping
        Settings of all its games: objectives are drawn, so that each has to be kept.
    """

    kind: str  # SEAT, CARD or OBJECTIVE
    name: str
    place: int
    piece: Piece | None = None
    base: Mapping[str, Any] | None = None

    @property
    def is_all_seats(self) -> bool:
        """Whether all seats together are to be even: values are then amounts, one per seat."""
        return self.kind == SEAT and self.place == ALL_SEATS

    def match(self, cell: PreparedCell, settings: Mapping[str, Any]) -> Match:
        """Return the match that is played under some settings.

        Of a card, one player may not take it: what this player loses is what the card is worth.

        Raises
        ------
        BalanceError
            If a number cannot have its value.
        """
        table = cell.table_with({**(self.base or {}), **settings})
        match = replace(cell.match, game_table=table, replay_command="")
        if self.kind != CARD:
            return match
        assert self.piece is not None
        return handicapped(match, Handicap(card=self.piece.id, is_banned=True))


@dataclass(frozen=True)
class Lever:
    """A whole number that may be changed; of all seats a good, whose values are amounts."""

    name: str
    printed: Any
    settings: Callable[[Any], Mapping[str, Any]]  # by its value


def subject_of(cell: PreparedCell, kind: str, name: str) -> Subject:
    """Return what the user names.

    Parameters
    ----------
    kind : str
        ``seat``, ``card`` or ``objective``, or the game's own word: ``duke``, ``citizen``.

    Raises
    ------
    ScenarioError
        If there is none, or the bots differ.
    """
    match, game = cell.match, cell.match.game
    table, word = match.game_table, as_compared(kind)
    if not name:
        raise ScenarioError(
            f"fix {kind}: expected which one after it: seat 2, or seat all; card NAME; or "
            "objective NAME."
        )
    if len(match.lineup.entries) > 1 or table.num_seats < 2:
        raise ScenarioError(
            "fix: expected two players or more with one bot in all seats; choose them with "
            "--players and --bots."
        )
    if word == SEAT:
        if name.casefold() == "all":
            return Subject(SEAT, "all seats", ALL_SEATS)
        if not name.isdigit() or not 1 <= int(name) <= table.num_seats:
            raise ScenarioError(
                f"seat {name}: expected a seat from 1 to {table.num_seats}, or all."
            )
        return Subject(SEAT, f"seat {name}", int(name) - 1)
    if word in (OBJECTIVE, as_compared(game.objective)) and table.objectives:
        piece = card_named(table.objectives, name, game.objective or OBJECTIVE)
        options = game.experiments.random_objective_options
        return Subject(OBJECTIVE, piece.name, table.objectives.index(piece), piece, options)
    kinds = {as_compared(piece.kind) for piece in table.cards}
    if word in (CARD, as_compared(game.card)) or word in kinds:
        cards = tuple(
            card for card in table.cards if word not in kinds or as_compared(card.kind) == word
        )
        if "ban" not in game.experiments.designs:
            raise ScenarioError(f"{game.title} has no experiment that says what a card is worth.")
        piece = card_named(cards, name, word)
        return Subject(CARD, piece.name, table.row_of(piece.id), piece)
    raise ScenarioError(f"fix {kind}: expected one of {', '.join(_words(game, kinds))}.")


def levers_of(cell: PreparedCell, subject: Subject, is_too_strong: bool = False) -> list[Lever]:
    """Return the numbers that can be changed for a subject.

    Of a seat: what it starts with more than the others; if it is too strong, what all others do.
    Of all seats: what each starts with.

    Raises
    ------
    ScenarioError
        If there are none.
    """
    if subject.kind == SEAT:
        levers = list(_goods(cell, subject, is_too_strong))
    else:
        assert subject.piece is not None
        levers = list(_numbers(cell, subject.piece))
    if not levers:
        raise ScenarioError(
            f"{subject.name}: {cell.match.game.title} lists no number of it that may be changed."
        )
    return levers


def _numbers(cell: PreparedCell, piece: Piece) -> Iterator[Lever]:
    def lever(key: str, printed: int) -> Lever:
        return Lever(key, printed, lambda value: settings_with(cell.match.game_table, {key: value}))

    experiments, table = cell.match.game.experiments, cell.match.game_table
    if experiments.editable_numbers is None:
        price = experiments.price_cell(table, piece.id) if experiments.price_cell else ""
        if price:
            yield Lever(price, piece.price, lambda value: {price: value})
        return
    for key, printed in numbers_of(cell).items():
        if has_number(piece, key, (*table.cards, *table.objectives)):
            yield lever(key, printed)


def starting_goods(cell: PreparedCell) -> dict[str, Callable[[Sequence[int]], Mapping[str, Any]]]:
    """Return of each good that seats can start with the settings for amounts, one per seat.

    The amounts are added to what the scenario gives them.

    Raises
    ------
    ScenarioError
        If there is none.
    """

    def settings_of(option: str, amounts: Sequence[int]) -> Mapping[str, Any]:
        known = cell.settings.get(option, cell.cell.table.get(option, ()))
        start = [*known, *[0] * (len(amounts) - len(known))]
        return {option: [before + more for before, more in zip(start, amounts, strict=True)]}

    goods = cell.match.game.experiments.extra_goods
    if not goods:
        raise ScenarioError(f"{cell.match.game.title} lists nothing that a seat can start with.")
    return {good: partial(settings_of, option) for good, option in goods.items()}


def _goods(cell: PreparedCell, subject: Subject, is_too_strong: bool) -> Iterator[Lever]:
    get_it = [(seat == subject.place) != is_too_strong
              for seat in range(cell.match.game_table.num_seats)]  # fmt: skip
    for good, settings in starting_goods(cell).items():
        if subject.is_all_seats:
            yield Lever(good, (0,) * len(get_it), settings)
        else:
            yield Lever(good, 0, partial(_to_some, settings, get_it))


def _to_some(
    settings: Callable[[Sequence[int]], Mapping[str, Any]], get_it: Sequence[bool], amount: int
) -> Mapping[str, Any]:
    return settings([amount * is_one for is_one in get_it])


def _words(game: Game, kinds: set[str]) -> list[str]:
    objective = [as_compared(game.objective)] if game.objective else []
    return list(dict.fromkeys([SEAT, *objective, as_compared(game.card), *sorted(kinds)]))
