"""What ``[table]`` of a scenario may say for Dominion, with the defaults of the rules."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from balance.games.dominion.layout import MAX_ROUNDS

RANDOM = "random"  # the Kingdom that is drawn for every deal
FIRST_GAME = "first_game"
KINGDOM_SIZE = 10  # piles (D1.7)
SOLO_TARGET = 4  # Provinces, where none are named (D15.6)
MAX_TARGET = 8  # as many as a game of one player has
MAX_COINS = 99
OWN = "own"  # the set of a designer's cards
CardSet = Literal["base1", "cornucopia", "promo", "own"]
SETS: tuple[CardSet, ...] = ("base1", "cornucopia", "promo", "own")
Coins = Annotated[int, Field(ge=0, le=MAX_COINS)]

_NO_KINGDOM = 'expected the name of a set, "random", or a list of up to 10 cards in quotes'


def _checked_kingdom(stands: Any) -> Any:
    """Refuse what is neither a name nor a list of names, and lists that no Kingdom can be."""
    if isinstance(stands, str):
        return stands
    if not isinstance(stands, list | tuple) or not all(isinstance(one, str) for one in stands):
        raise ValueError(_NO_KINGDOM)
    if len(stands) > KINGDOM_SIZE:
        raise ValueError(f"expected up to {KINGDOM_SIZE} cards, but there are {len(stands)} (D1.7)")
    return tuple(stands)


class Options(BaseModel):
    """The set-up of a table.

    Attributes
    ----------
    kingdom : str or tuple of str
        The Kingdom cards: a recommended set (D14); or "random", which draws 10 for every deal
        (D1.11); or a list of cards, no more than 10 and perhaps none, each of which has a pile.
    bane : str, optional
        The Bane (D9.1).  Without, it is that of the recommended set, or drawn for every deal.
        With a random Kingdom it is kept out of the ten.
    black_market : tuple of str, optional
        The cards of the Black Market deck (D9.3).  Those that lie in the supply of a deal are
        left out.  Without, it has one of each Kingdom card that is not in the supply.
    include : tuple of str
        Cards that a random Kingdom always has.
    exclude : tuple of str
        Cards that no deal of a random Kingdom has: not in the supply, not as Bane, and not in
        the Black Market deck.
    sets : tuple of str
        What the cards of a random Kingdom are drawn from: "base1", "cornucopia", "promo" and
        "own", a designer's.  The Bane and the Black Market deck are of the whole box.
    cards : str, optional
        The path of a CSV file with cards of one's own: a line with the id of a card of the box
        stands in its place, one with another id is a new card.
    solo_target : int, optional
        How many Provinces end a game of one player (D15.6); 4 without.
    extra_coins : tuple of int
        Coins that each seat has on top in its first turn, from the first seat on: a compensation
        that no rule knows.  Seats that are not named get none.
    max_rounds : int
        After so many rounds a game is stopped and scored (D8.6).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kingdom: Annotated[str | tuple[str, ...], BeforeValidator(_checked_kingdom)] = FIRST_GAME
    bane: str | None = None
    black_market: tuple[str, ...] | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    sets: tuple[CardSet, ...] = SETS
    cards: str | None = None
    solo_target: Annotated[int, Field(ge=1, le=MAX_TARGET)] | None = None
    extra_coins: tuple[Coins, ...] = ()
    max_rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = MAX_ROUNDS

    @property
    def is_random(self) -> bool:
        """Whether the Kingdom is drawn for every deal."""
        return self.kingdom == RANDOM

    @field_validator("kingdom", "black_market", "include", "exclude", "sets")
    @classmethod
    def _no_card_twice(cls, listed: Any, info: ValidationInfo) -> Any:
        if isinstance(listed, tuple):
            for one in listed:
                if listed.count(one) > 1:
                    raise ValueError(f"{one!r} stands there twice; expected each once")
            if info.field_name == "sets" and not listed:
                raise ValueError(f"expected one or more of {', '.join(SETS)}")
        return listed
