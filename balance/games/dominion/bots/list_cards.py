"""The cards that a buy list names, and their numbers at the table at which it plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from balance.engine.game import Bot, GameTable
from balance.errors import BotError
from balance.games.dominion.bots.conditions import LAST_KIND
from balance.games.dominion.bots.list_line import CARDS
from balance.games.dominion.layout import FIRST_OWN
from balance.games.dominion.sheets.files import Face
from balance.spelling import as_compared, as_id_form

_OPERANDS = ("_left", "_right")  # how the names of numbers end that are a term and a kind


class ListCards(Mapping[str, int]):
    """The kinds of the cards that a list may name, by their ids and their names.

    Those from outside the box are numbered from FIRST_OWN on as the list comes to name them, since
    only the table knows their kinds: `fit_list` finds them there.
    """

    def __init__(self) -> None:
        self._ids = {card: card for card in CARDS}
        self._own: dict[str, int] = {}

    def add(self, faces: Sequence[Face]) -> None:
        """Let the list name the cards of a designer's sheet."""
        self._ids |= {face.id: face.id for face in faces}
        for form in (as_compared, as_id_form):
            for face in faces:
                self._ids.setdefault(form(face.name), face.id)

    def __getitem__(self, name: str) -> int:
        """Return the kind of a card; raise KeyError if there is none of that name."""
        card = self.id_of(name)
        if card in CARDS:
            return CARDS[card]
        return self._own.setdefault(card, FIRST_OWN + len(self._own))

    def __contains__(self, name: object) -> bool:
        """Return whether the list may name a card so."""
        return isinstance(name, str) and self._find(name) is not None

    def __iter__(self) -> Iterator[str]:
        """Return the ids and names of all cards."""
        return iter(self._ids)

    def __len__(self) -> int:
        """Return how many ids and names there are."""
        return len(self._ids)

    def id_of(self, name: str) -> str:
        """Return the id of a card; raise KeyError if there is none of that id or name."""
        card = self._find(name)
        if card is None:
            raise KeyError(name)
        return card

    def _find(self, name: str) -> str | None:
        return self._ids.get(as_compared(name)) or self._ids.get(as_id_form(name))

    @property
    def own_kinds(self) -> Mapping[str, int]:
        """The kinds, in the list, of the cards from outside the box that it has named, by id."""
        return dict(self._own)


def fit_list(bot: Bot, game_table: GameTable) -> Bot:
    """Return a list with the kinds that its own cards have at a table.

    Raises
    ------
    BotError
        If the sheets of the table lack one of them.
    """
    for card in bot.own_kinds:
        if card not in game_table.kinds:
            raise BotError(
                f"{bot.source or bot.name}: the list names {card!r}, a card of its own sheet that "
                "this table does not have; expected it in the sheet of the table (its option "
                "'cards')."
            )
    there = {card: game_table.kinds[card] for card in bot.own_kinds}
    if there == bot.own_kinds:
        return bot
    moved = {float(kind): float(there[card]) for card, kind in bot.own_kinds.items()}

    def number_at(name: str, number: float) -> float:
        if name.endswith("_card"):
            return moved.get(number, number)
        if name.endswith(_OPERANDS):
            kind = float(int(number) & LAST_KIND)
            return number - kind + moved.get(kind, kind)
        return number

    weights = {name: number_at(name, number) for name, number in bot.weights.items()}
    return replace(bot, weights=weights, own_kinds=there)
