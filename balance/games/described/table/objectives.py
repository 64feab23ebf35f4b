"""Secret objectives: the cards of a sheet of which each player keeps one, and what it pays."""

from dataclasses import dataclass

from balance.errors import CardError
from balance.games.described.language.tree import Card, Description, follows
from balance.games.described.layout import Owner
from balance.games.described.table.flows import CHOICES, sheets_in


@dataclass(frozen=True)
class Objectives:
    """The objectives of a game."""

    sheet: str
    kept_in: str  # the zone of each player with the one that scores
    offered_in: str  # the zone of each player from which it is chosen; empty if it is only dealt
    part: str  # of the score

    @property
    def word(self) -> str:
        """What one of them is called."""
        return self.sheet.removesuffix("s")

    @property
    def text(self) -> str:
        """Return what they are, for the author to check."""
        how = f"chosen from {self.offered_in}" if self.offered_in else "drawn into it"
        return (
            f"Objectives: the one of {self.sheet} in {self.kept_in}, {how}; it pays the part "
            f"{self.part}."
        )


@follows
def objectives_of(description: Description) -> Objectives | None:
    """Return the objectives of a game, or None if it has none.

    Raises CardError if the cards of several sheets can be kept as one, or if their sheet is not the
    last one: cards come first in records, then objectives.
    """
    zone = next((zone for zone in description.zones.values() if zone.objective), None)
    if zone is None:
        return None
    sheets = sheets_in(description)[zone.name]
    if len(sheets) != 1:
        raise CardError(
            f"{description.name}: zones.{zone.name}: expected the cards of one sheet, as an "
            f"objective; here come those of {', '.join(sheets) or 'none'}"
        )
    if sheets[0] != list(description.sheets)[-1]:
        raise CardError(
            f"{description.name}: sheets.{sheets[0]}: expected the sheet of objectives as the last "
            "one"
        )
    offers = (
        line.parts[0].name
        for line in description.all_lines
        if line.what in CHOICES and line.parts[0].owner == Owner.YOU
        if any(
            inner.what == "move_it" and inner.parts[1].name == zone.name for inner in line.inner()
        )
    )
    offered = next((name for name in offers if description.zones[name].per_player), "")
    return Objectives(sheets[0], zone.name, offered, zone.objective)


@follows
def cards_alone(description: Description) -> tuple[Card, ...]:
    """Return the cards that are no objectives: those of all sheets, or of all but the last one."""
    found = objectives_of(description)
    cards = description.cards
    return cards[: -len(description.sheets[found.sheet])] if found else cards
