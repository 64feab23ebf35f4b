"""What a policy sees of a described game, by name, and where the table says so.

A position is what the player has, what the others have on average, and the cards that lie open in
shared zones.  A choice is an option, which has a feature of its own, or a card, a number or a
player.  What is asked for at different lines has weights of its own; all options have one kind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from balance.games.described.language.tree import Description, Line, follows
from balance.games.described.language.verbs import OFFERS
from balance.games.described.language.writing import block_text, written
from balance.games.described.layout import NOBODY, Sight
from balance.games.described.table.flows import kinds_of, sheets_in
from balance.games.described.table.numbering import Numbering
from balance.games.described.table.prospects import feature_names

GENERAL = ("one", "round", "own turn", "die", "die 2", "sum of dice")
NUMBERS = ("one", "number", "share of the highest", "is the lowest", "is the highest")
PLAYERS = ("nobody", "one", "themselves", "the next player")
MOST_KINDS = 60  # of choices; lines beyond them share the last one
_ASKS_FOR = {"choose_card": "cards", "choose_cards": "cards", "choose_number": "numbers",
             "reroll_any": "numbers", "choose_player": "players"}  # fmt: skip


@dataclass(frozen=True)
class Decisions:
    """The decisions of a game, and the features of positions and choices."""

    description: Description

    @cached_property
    def holdings(self) -> tuple[str, ...]:
        """What a player has, in the order of `bots.value`, less the score."""
        return tuple(feature_names(self.description)[1:])

    @cached_property
    def open_zones(self) -> Mapping[str, range]:
        """The shared zones that all see, and from which to which card can lie there."""
        held = sheets_in(self.description)
        return {
            name: kinds
            for name, zone in self.description.zones.items()
            if zone.sight == Sight.ALL and not zone.per_player
            if (kinds := kinds_of(self.description, held[name]))
        }

    @cached_property
    def summed_zones(self) -> tuple[str, ...]:
        """The zones in which columns are added up: a player's own, and open ones."""
        own = (
            name
            for name, zone in self.description.zones.items()
            if zone.per_player and zone.sight != Sight.NOBODY
        )
        return (*own, *self.open_zones)

    @cached_property
    def position(self) -> tuple[str, ...]:
        """The names of the features of a position."""
        ids = [card.id for card in self.description.cards]
        return (
            *GENERAL,
            *(f"own {name}" for name in self.holdings),
            *(f"others' {name}" for name in self.description.each_player),
            *(f"others' in_{name}" for name in self.description.zones),
            *(f"{zone} {ids[kind]}" for zone, kinds in self.open_zones.items() for kind in kinds),
            *(f"{name} in {zone}" for zone in self.summed_zones for name in self.number_columns),
        )

    @cached_property
    def lines(self) -> Mapping[Line, str]:
        """The lines that ask for a card, a number or a player, and their names."""
        found: dict[Line, str] = {}
        for line in self.description.all_lines:
            if line.what in _ASKS_FOR and line not in found:
                text = block_text((line,), 0)[0].removesuffix(":")
                count = sum(name.partition(" #")[0] == text for name in found.values())
                found[line] = f"{text} #{count + 1}" if count else text
        return found

    @cached_property
    def options(self) -> Mapping[tuple[Line, int], str]:
        """The options of each line that offers some: by the line and their place."""
        found: dict[tuple[Line, int], str] = {}
        for line in self.description.all_lines:
            if line.what in OFFERS:
                for place, option in enumerate(line.block):
                    found.setdefault((line, place), str(option.parts[0]))
        names = list(found.values())
        return {
            option: f"{name} (line {option[0].place.line})" if names.count(name) > 1 else name
            for option, name in found.items()
        }

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of choices: options, then the other lines."""
        return ("option", *self.lines.values())[:MOST_KINDS]

    @cached_property
    def _columns(self) -> tuple[str, ...]:
        """All columns of cards, in the order of the sheets."""
        cards = self.description.cards
        return tuple(dict.fromkeys(name for card in cards for name in card.cells))

    @cached_property
    def number_columns(self) -> tuple[str, ...]:
        """The columns of cards with numbers that lines read."""
        of = self.description
        fit = of.number_columns - of.set_columns - of.unread
        return tuple(name for name in self._columns if name in fit)

    @cached_property
    def word_columns(self) -> tuple[str, ...]:
        """The columns of cards with a word that lines read."""
        of = self.description
        unfit = of.number_columns | of.set_columns | of.unread | of.uses.keys() | {"id"}
        return tuple(name for name in self._columns if name not in unfit)

    @cached_property
    def choice(self) -> tuple[str, ...]:
        """The names of the features of a choice; each stands for another thing in each kind."""
        cards = [
            "none",
            *(card.id for card in self.description.cards),
            *self.number_columns,
            *(f"own with the same {name}" for name in self.word_columns),
            "own copies",
        ]
        options = [*self.options.values()]
        players = [*PLAYERS, *(f"their {name}" for name in self.description.each_player)]
        asked = {_ASKS_FOR[line.what] for line in self.lines}
        lists = [
            options,
            cards if "cards" in asked else [],
            list(NUMBERS) if "numbers" in asked else [],
            players if "players" in asked else [],
        ]
        return tuple("|".join(filter(None, names)) for names in zip_longest(*lists))

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """All names: a network fits a game if they are the same."""
        return self.position, self.choice, self.kinds

    @cached_property
    def rules(self) -> str:
        """A digest of what a bot learns from: all that is read of the game, but its names."""
        of = self.description
        cards = [
            (card.copies, [cell for cell in card.cells.items() if cell[0] not in of.unread])
            for card in of.cards
        ]
        said = [written(of)[1:], of.numbers, cards, of.calls.digest]
        return sha256(repr(said).encode()).hexdigest()[:16]

    def write(
        self, table: Any, of: Numbering, asked: Mapping[int, Line], usual: "Decisions"
    ) -> None:
        """Write to a table where the features are.

        Parameters
        ----------
        asked : mapping of int to Line
            By row of the program, the line that asks a player.
        usual : Decisions
            Those of the game as it stands in its folder, for which networks are.  If the names are
            others here, no decision is one of the policy.
        """
        policy = table.policy
        position, choice, kinds = usual.names
        policy.position, policy.choice, policy.kinds = len(position), len(choice), len(kinds)
        policy.slots[:] = NOBODY
        policy.open[:] = NOBODY
        policy.summed[:] = NOBODY
        places = {option: number for number, option in enumerate(self.options)}
        for row, line in asked.items():
            for place in range(len(line.block) if line.what in OFFERS else 0):
                policy.slots[row + 1 + place] = places[line, place]
        if self.names != usual.names:
            return
        numbers, zones = self.description.each_player, self.description.zones
        first = len(GENERAL) + len(self.holdings) + len(numbers) + len(zones)
        for name, held in self.open_zones.items():
            policy.open[of.zones[name]] = first
            first += len(held)
        for name in self.summed_zones:
            policy.summed[of.zones[name]] = first
            first += len(self.number_columns)
        policy.num_columns = len(self.number_columns)
        for place, name in enumerate(self.number_columns):
            column = of.columns[name]
            policy.columns[place] = column
            policy.scales[place] = 1.0 / max(1, abs(table.attributes[:, column]).max())
        policy.num_words = len(self.word_columns)
        for place, name in enumerate(self.word_columns):
            policy.words[place] = of.columns[name]
        sites = {line: 1 + number for number, line in enumerate(self.lines)}
        for row, line in asked.items():
            policy.slots[row] = min(sites.get(line, 0), len(kinds) - 1)


@follows
def decisions_of(description: Description) -> Decisions:
    """Return the decisions of a game."""
    return Decisions(description)
