"""The options in ``[table]`` of a scenario for Dominion, with the defaults of the rules."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from balance.games.dominion.layout import MAX_ROUNDS

RANDOM = "random"  # the Kingdom that is drawn for every deal
FIRST_GAME = "first_game"
KINGDOM_SIZE = 10  # piles (D1.7)
SOLO_TARGET = 4  # Provinces that end a game of one player, by default (D15.6)
MAX_TARGET = 8  # Provinces of a game of one player
MAX_COINS = 99
OWN = "own"  # the set of a designer's cards
CardSet = Literal["base1", "cornucopia", "promo", "own"]
SETS: tuple[CardSet, ...] = ("base1", "cornucopia", "promo", "own")
Coins = Annotated[int, Field(ge=0, le=MAX_COINS)]

_NO_KINGDOM = 'expected the name of a set, "random", or a list of up to 10 cards in quotes'


def _checked_kingdom(value: Any) -> Any:
    """Raise ValueError for anything but a name or a list of up to 10 names."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise ValueError(_NO_KINGDOM)
    if len(value) > KINGDOM_SIZE:
        raise ValueError(f"expected up to {KINGDOM_SIZE} cards, but there are {len(value)} (D1.7)")
    return tuple(value)


class Options(BaseModel):
    """The set-up of a table.

    Attributes
    ----------
    kingdom : str or tuple of str
        The Kingdom cards: a recommended set (D14); or "random", which draws 10 for every deal
        (D1.11); or a list of cards, no more than 10 and perhaps none, each of which has a pile.
    bane : str, optional
        The Bane (D9.1); by default that of the recommended set, or drawn for every deal.  It is
        never one of the ten cards of a random Kingdom.
    black_market : tuple of str, optional
        The cards of the Black Market deck (D9.3), of which those in the supply of a deal are left
        out; by default each Kingdom card that is not in the supply.
    include : tuple of str
        Cards that a random Kingdom always has.
    exclude : tuple of str
        Cards that no deal of a random Kingdom has: not in the supply, not as Bane, and not in
        the Black Market deck.
    sets : tuple of str
        The sets that a random Kingdom is drawn from: "base1", "cornucopia", "promo" and "own",
        a designer's.  The Bane and the Black Market deck may have cards of all sets.
    cards : str, optional
        The path of a CSV file with a designer's own cards: a line with the id of a card of the box
        replaces it, a line with another id is a new card.
    solo_target : int, optional
        The number of Provinces that ends a game of one player (D15.6); 4 by default.
    extra_coins : tuple of int
        Extra coins of each seat in its first turn, from the first seat on; not in the rules, a
        compensation for later seats.  Seats without a number get none.
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
            for name in listed:
                if listed.count(name) > 1:
                    raise ValueError(f"{name!r} is listed twice; expected each once")
            if info.field_name == "sets" and not listed:
                raise ValueError(f"expected one or more of {', '.join(SETS)}")
        return listed
