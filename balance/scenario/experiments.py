"""Designed experiments on a cell: arms in which one thing is changed and all else is equal.

In an *asymmetric* arm one entry of the line-up plays under a handicap that moves from seat to seat
with it; the others are the same bot without it.  If the handicap has no effect, that entry wins
exactly its equal share.  In a *symmetric* arm something is changed for everybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, get_args

from balance.engine.game import Piece
from balance.engine.services import Handicap
from balance.errors import CardError, ScenarioError
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import Design
from balance.scenario.prepare import PreparedCell

DESIGNS: tuple[Design, ...] = tuple(one for one in get_args(Design) if one != "all")
SURCHARGES = (-2, -1, 1, 2)
COMPENSATIONS = (1, 3)  # amounts of a good, from which each seat's gain is estimated

# Kinds of arms; BY_LOT and UNCHOSEN belong to the design of objectives.
# CONTROL is the game as it is, on just the deals of the SUPPLY and COMPENSATION arms, which are
# compared with it.
# REPRICED is a ban in a game where the card has another price for everybody.
BAN, GIFT, SURCHARGE, SUPPLY, BY_LOT, UNCHOSEN, COMPENSATION, CONTROL, REPRICED = (
    "ban", "gift", "surcharge", "supply", "by lot", "unchosen", "compensation", "control",
    "repriced",
)  # fmt: skip
WITH_CONTROL = (SUPPLY, COMPENSATION, CONTROL)
ASYMMETRIC = (BAN, GIFT, SURCHARGE, BY_LOT, REPRICED)
HANDICAPPED = 0  # the entry with the handicap


@dataclass(frozen=True)
class Arm:
    """One arm of an experiment, ready to be played on the deals of its cell."""

    name: str  # such as "ban knight" or "surcharge knight +1": unique in its cell
    kind: str  # BAN, GIFT or another of the kinds above
    match: Match  # in an asymmetric arm entry HANDICAPPED has the handicap
    subject: str = ""  # the id of the card, the seat, or a set of changes; empty for objectives
    amount: int = 0  # of a good, the surcharge, or the price

    @property
    def is_asymmetric(self) -> bool:
        """Whether one entry plays under a handicap."""
        return self.kind in ASYMMETRIC


def arms_of(
    cell: PreparedCell, designs: Iterable[Design], cards: Iterable[Piece]
) -> tuple[Arm, ...]:
    """Return the arms of some designs.

    Of the design of prices they are only the bans: the prices to be played depend on their results.

    Parameters
    ----------
    cell : PreparedCell
        Its line-up must be one bot in all seats.
    cards : iterable of Piece
        Those that appear at its table.

    Raises
    ------
    ScenarioError
        If the game does not have a design, or the bots differ.
    """
    wanted, cards = tuple(designs), tuple(cards)
    check_designs(cell, wanted)
    if "all" in wanted:
        wanted = known_designs(cell.match)
    built = (arm for design in wanted for arm in _BUILDERS[design](cell, cards))
    arms = tuple({arm.name: arm for arm in built}.values())  # two designs may share bans
    is_controlled = any(arm.kind in WITH_CONTROL for arm in arms)
    return (*arms, Arm(CONTROL, CONTROL, cell.match)) if is_controlled else arms


def check_designs(cell: PreparedCell, designs: Iterable[Design]) -> None:
    """Refuse designs that the cell cannot be played with.

    Raises
    ------
    ScenarioError
        Names the design and the reason.
    """
    match = cell.match
    game = match.game
    known = set(known_designs(match))
    for design in designs:
        if match.game_table.num_seats < 2:
            raise ScenarioError(
                f"designs: {design!r} compares players with each other: it needs 2 or more."
            )
        if len(match.lineup.entries) > 1:
            raise ScenarioError(
                f"designs: {design!r} needs one bot in all seats, so that only the change makes a "
                f"difference; here there are {', '.join(match.lineup.labels)}."
            )
        if design not in known and (design != "all" or not known):
            there = ", ".join(one for one in DESIGNS if one in known)
            expected = f"expected one of {there}" if there else "it has no experiments"
            raise ScenarioError(f"designs: {game.title} has no {design!r} here; {expected}.")


def known_designs(match: Match) -> tuple[Design, ...]:
    """Return the designs that the game of a match allows at its table."""
    experiments = match.game.experiments
    known = set(experiments.designs) - {"price", "taking"}  # which no handicap makes
    if has_prices(match):
        known.add("price")
    if "ban" in known:
        known.add("taking")
    if experiments.random_objective_options and match.game_table.objectives:
        known.add("objectives")
    if experiments.extra_goods:
        known.add("compensation")
    return tuple(design for design in DESIGNS if design in known)


def has_prices(match: Match) -> bool:
    """Return whether cards of a game can be banned, and some have a price that can be changed."""
    is_bannable = "ban" in match.game.experiments.designs
    return is_bannable and bool(priced(match, match.game_table.cards))


def priced(match: Match, cards: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return those cards that have a printed price which can be changed."""
    price_cell = match.game.experiments.price_cell
    if price_cell is None:
        return ()
    return tuple(card for card in cards if card.paid_in and price_cell(match.game_table, card.id))


def basic_cards(match: Match) -> frozenset[str]:
    """Return the ids of the cards without which there is no game, such as a Province.

    They stand outside the market, so they are not compared with it.  The game has no edits that
    leave them without an effect.
    """
    blank = match.game.experiments.blank
    if blank is None:
        return frozenset()
    table = match.game_table
    cards = (card for card, is_card in zip(table.cards, match.is_card, strict=True) if is_card)
    return frozenset(card.id for card in cards if not blank(table, card.id))


def handicapped(match: Match, *handicaps: Handicap) -> Match:
    """Return the match with its one bot as two entries, the first under one or more handicaps.

    Raises
    ------
    CardError
        If the handicap cannot be put on the card.
    """
    (entry,) = match.lineup.entries
    under_handicap = Entry(f"{entry.label} *", entry.bot, entry.sources)
    lineup = Lineup((under_handicap, entry), (HANDICAPPED, *[1] * (match.game_table.num_seats - 1)))
    apply_handicap = match.game.experiments.handicap
    assert apply_handicap is not None
    game_table = match.game_table
    for handicap in handicaps:
        game_table = apply_handicap(game_table, HANDICAPPED, handicap)
    return replace(match, game_table=game_table, lineup=lineup, replay_command="")


def _bans(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        handicap = Handicap(card=card.id, is_banned=True)
        yield from _asymmetric(cell, BAN, card.id, 0, handicap)


def _bans_of_priced(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    yield from _bans(cell, priced(cell.match, cards))


def _gifts(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        handicap = Handicap(card=card.id, is_gift=True)
        yield from _asymmetric(cell, GIFT, card.id, 0, handicap)


def _surcharges(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        if not card.paid_in:
            continue
        for surcharge in SURCHARGES:
            if card.price + surcharge >= 0:
                handicap = Handicap(card=card.id, surcharge=surcharge)
                yield from _asymmetric(cell, SURCHARGE, card.id, surcharge, handicap)


def _supplies(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    blank = cell.match.game.experiments.blank
    assert blank is not None
    for card in cards:
        settings = blank(cell.match.game_table, card.id)
        if settings:
            with suppress(CardError):  # a designer's own sheet may lack what is needed
                yield _symmetric(cell, SUPPLY, card.id, 0, settings)


def _objectives(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    yield from _asymmetric(cell, BY_LOT, "", 0, Handicap(random_objective=True))
    yield _symmetric(cell, UNCHOSEN, "", 0, cell.match.game.experiments.random_objective_options)


def _compensations(cell: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    good, option = next(iter(cell.match.game.experiments.extra_goods.items()))
    for seat in range(cell.match.game_table.num_seats):
        for amount in COMPENSATIONS:
            extra = [amount if other == seat else 0 for other in range(seat + 1)]
            arm = _symmetric(cell, COMPENSATION, str(seat), amount, {option: extra})
            yield replace(arm, name=f"seat {seat + 1} starts with {amount} {good} more")


_BUILDERS: Mapping[Design, Any] = {
    "ban": _bans,
    "gift": _gifts,
    "price": _bans_of_priced,
    "surcharge": _surcharges,
    "taking": lambda cell, cards: (),  # its games are branched; see `balance.runner.takings`
    "supply": _supplies,
    "objectives": _objectives,
    "compensation": _compensations,
}


def _asymmetric(
    cell: PreparedCell, kind: str, subject: str, amount: int, handicap: Handicap
) -> Iterator[Arm]:
    """Yield the arm, unless the handicap cannot be put on the card."""
    try:
        match = handicapped(cell.match, handicap)
    except CardError:
        return
    yield Arm(_named(kind, subject, amount), kind, match, subject, amount)


def _symmetric(
    cell: PreparedCell, kind: str, subject: str, amount: int, settings: Mapping[str, object]
) -> Arm:
    return Arm(
        _named(kind, subject, amount),
        kind,
        replace(cell.match, game_table=cell.table_with(settings), replay_command=""),
        subject,
        amount,
    )


def _named(kind: str, subject: str, amount: int) -> str:
    parts = [kind, subject, f"{amount:+d}" if amount else ""]
    return " ".join(part for part in parts if part)
