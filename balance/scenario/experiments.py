"""Designed experiments on a cell: arms in which one thing is changed, and all else is equal.

In an *asymmetric* arm one entry of the line-up plays under a handicap that moves from seat to seat
with it; the others are the same bot without.  Without an effect it wins its equal share, exactly,
as the bots are the same.  In a *symmetric* arm something is changed for everybody.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, get_args

from balance.engine.game import GameTable, Piece
from balance.engine.services import Handicap
from balance.errors import CardError, ScenarioError
from balance.scenario.match import Entry, Lineup, Match
from balance.scenario.model import Design
from balance.scenario.prepare import PreparedCell, lay

DESIGNS: tuple[Design, ...] = tuple(one for one in get_args(Design) if one != "all")
SURCHARGES = (-2, -1, 1, 2)
AMOUNTS = (1, 2, 4, 7, 11, 16, 23, 32, 45)  # of a good, which a gift is compared with
COMPENSATIONS = (1, 3)  # of a good, by which each seat's gain is learnt

# Which kind of arm; `goods` goes with gifts, `by lot` and `unchosen` with objectives.
BAN, GIFT, GOODS, PRICE, SUPPLY, BY_LOT, UNCHOSEN, COMPENSATION = (
    "ban", "gift", "goods", "price", "supply", "by lot", "unchosen", "compensation",
)  # fmt: skip
ASYMMETRIC = (BAN, GIFT, GOODS, PRICE, BY_LOT)
HANDICAPPED = 0  # the entry with the handicap


@dataclass(frozen=True)
class Arm:
    """One arm of an experiment, ready to be played on the deals of its cell.

    Attributes
    ----------
    name : str
        Such as "ban knight" or "price knight +1": unique in its cell.
    kind : str
        BAN, GIFT, GOODS, PRICE, SUPPLY, BY_LOT, UNCHOSEN or COMPENSATION.
    match : Match
        In an asymmetric arm entry HANDICAPPED has the handicap.
    subject : str
        The id of the card, the name of the good, or the seat; empty for objectives.
    amount : int
        Of a good, or the surcharge.
    """

    name: str
    kind: str
    match: Match
    subject: str = ""
    amount: int = 0

    @property
    def is_asymmetric(self) -> bool:
        """Whether one entry plays under a handicap."""
        return self.kind in ASYMMETRIC


def arms_of(
    variant: PreparedCell, designs: Iterable[Design], cards: Iterable[Piece]
) -> tuple[Arm, ...]:
    """Return the arms of some designs.

    Parameters
    ----------
    variant : VariantMatch
        Its line-up must be one bot in all seats.
    designs : iterable of Design
    cards : iterable of Piece
        Those that can be met at its table.

    Raises
    ------
    ScenarioError
        If the game does not know a design, or the bots differ.
    """
    asked, cards = tuple(designs), tuple(cards)
    check_designs(variant, asked)
    if "all" in asked:
        asked = known_designs(variant.match)
    return tuple(arm for design in asked for arm in _BUILT[design](variant, cards))


def check_designs(variant: PreparedCell, designs: Iterable[Design]) -> None:
    """Refuse designs that the cell cannot be played with.

    Raises
    ------
    ScenarioError
        Says which, and why.
    """
    match = variant.match
    game = match.game
    known = set(known_designs(match))
    for design in designs:
        if match.game_table.num_seats < 2:
            raise ScenarioError(
                f"designs: {design!r} compares players with each other, and needs 2 or more."
            )
        if len(match.lineup.entries) > 1:
            raise ScenarioError(
                f"designs: {design!r} needs one bot in all seats, so that nothing but the change "
                f"makes a difference; here play {', '.join(match.lineup.labels)}."
            )
        if design not in known and (design != "all" or not known):
            there = ", ".join(one for one in DESIGNS if one in known)
            other = f"it can with {there}" if there else "it knows no experiments"
            raise ScenarioError(
                f"designs: {game.title} cannot be played with {design!r} here; {other}."
            )


def known_designs(match: Match) -> tuple[Design, ...]:
    """Return the designs that the game of a match allows at its table."""
    experiments = match.game.experiments
    known = set(experiments.designs)
    if experiments.random_objective_options and match.game_table.objectives:
        known.add("objectives")
    if experiments.extra_goods:
        known.add("compensation")
    return tuple(design for design in DESIGNS if design in known)


def handicapped(match: Match, handicap: Handicap) -> Match:
    """Return the match with its one bot as two entries, the first under a handicap.

    Raises
    ------
    CardError
        If the card cannot bear it.
    """
    handicapped = match.game.experiments.handicap
    assert handicapped is not None
    (entry,) = match.lineup.entries
    marked = Entry(f"{entry.label} *", entry.bot, entry.sources)
    lineup = Lineup((marked, entry), (HANDICAPPED, *[1] * (match.game_table.num_seats - 1)))
    game_table = handicapped(match.game_table, HANDICAPPED, handicap)
    return replace(match, game_table=game_table, lineup=lineup, replay_command="")


def _bans(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        handicap = Handicap(card=card.id, is_banned=True)
        yield from _asymmetric(variant, BAN, card.id, 0, handicap)


def _gifts(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        handicap = Handicap(card=card.id, is_gift=True)
        yield from _asymmetric(variant, GIFT, card.id, 0, handicap)
    paid = {card.paid_in for card in cards}
    for good in variant.match.game.experiments.goods:
        if good in paid:
            for amount in AMOUNTS:
                handicap = Handicap(goods={good: amount})
                yield from _asymmetric(variant, GOODS, good, amount, handicap)


def _prices(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    for card in cards:
        if not card.paid_in:
            continue
        for surcharge in SURCHARGES:
            if card.price + surcharge >= 0:
                handicap = Handicap(card=card.id, surcharge=surcharge)
                yield from _asymmetric(variant, PRICE, card.id, surcharge, handicap)


def _supplies(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    blank = variant.match.game.experiments.blank
    assert blank is not None
    for card in cards:
        cells = blank(variant.match.game_table, card.id)
        if cells:
            with suppress(CardError):  # a sheet of one's own may lack what it takes
                yield _symmetric(variant, SUPPLY, card.id, 0, cells)


def _objectives(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    yield from _asymmetric(variant, BY_LOT, "", 0, Handicap(random_objective=True))
    yield _symmetric(
        variant, UNCHOSEN, "", 0, variant.match.game.experiments.random_objective_options
    )


def _compensations(variant: PreparedCell, cards: tuple[Piece, ...]) -> Iterator[Arm]:
    good, option = next(iter(variant.match.game.experiments.extra_goods.items()))
    for seat in range(variant.match.game_table.num_seats):
        for amount in COMPENSATIONS:
            extra = [amount if other == seat else 0 for other in range(seat + 1)]
            arm = _symmetric(variant, COMPENSATION, str(seat), amount, {option: extra})
            yield replace(arm, name=f"seat {seat + 1} starts with {amount} {good} more")


_BUILT: Mapping[Design, Any] = {
    "ban": _bans,
    "gift": _gifts,
    "price": _prices,
    "supply": _supplies,
    "objectives": _objectives,
    "compensation": _compensations,
}


def _asymmetric(
    variant: PreparedCell, kind: str, subject: str, amount: int, handicap: Handicap
) -> Iterator[Arm]:
    """Yield the arm, unless the card cannot bear the handicap."""
    try:
        match = handicapped(variant.match, handicap)
    except CardError:
        return
    yield Arm(_named(kind, subject, amount), kind, match, subject, amount)


def _symmetric(
    variant: PreparedCell, kind: str, subject: str, amount: int, settings: Mapping[str, object]
) -> Arm:
    return Arm(
        _named(kind, subject, amount),
        kind,
        replace(variant.match, game_table=laid_with(variant, settings), replay_command=""),
        subject,
        amount,
    )


def laid_with(variant: PreparedCell, settings: Mapping[str, object]) -> GameTable:
    """Return the table of a cell laid with other options or cells of sheets.

    Raises
    ------
    ScenarioError, CardError
    """
    cell = variant.cell
    assert cell is not None
    changed = replace(cell, settings={**cell.settings, **settings})
    return lay(variant.match.game, changed)


def _named(kind: str, subject: str, amount: int) -> str:
    parts = [kind, subject, f"{amount:+d}" if amount else ""]
    return " ".join(part for part in parts if part)
