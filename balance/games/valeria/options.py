"""What ``[table]`` of a scenario may say for Valeria, with the defaults of the rules."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt


class Rulings(BaseModel):
    """The switches of the rulings (V21) that matter for two to four players with Dukes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    doubles_sum_twice: bool = False  # R1
    starters_block_consolation: bool = True  # R2
    starters_are_citizens: bool = False  # R3
    magic_substitutes_everywhere: bool = False  # R4
    end_trigger_latched: bool = False  # R5
    tiebreak_counts_pile: bool = True  # R6
    power_same_turn: bool = True  # R12
    starters_count_by_name: bool = True  # R34


class Options(BaseModel):
    """The set-up of a table.

    Attributes
    ----------
    setup : str
        A set-up of ``setups.toml``: areas, Citizens and Domains, unless named below.
    edition : "first" or "second"
        Whose rules, Starters and stacks are used (V0.1, V17.5).
    areas : tuple of str, optional
        Five areas instead of the set-up's (V2.1).
    citizens : tuple of str, optional
        Ten Citizens instead of the set-up's, one for each number (V2.5).
    remove_domains : tuple of str, optional
        Domains left in the box instead of the set-up's (V2.6).
    dukes : "choose" or "assigned"
        Whether each player chooses one of two Dukes (V2.9) or gets one of the two by lot, which
        shows what a Duke is worth apart from being chosen.
    start_gold, start_strength, start_magic, start_vp : int
        What each player starts with (V2.8).
    cards : tuple of str
        Folders with own card sheets, which replace or add to those of the box.
    ask_everything : bool
        Whether players are asked even where the answer cannot matter; for tests.
    rulings : Rulings
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    setup: str = "first_game_2e"
    edition: Literal["first", "second"] = "second"
    areas: tuple[str, ...] | None = None
    citizens: tuple[str, ...] | None = None
    remove_domains: tuple[str, ...] | None = None
    dukes: Literal["choose", "assigned"] = "choose"
    start_gold: NonNegativeInt = 2
    start_strength: NonNegativeInt = 0
    start_magic: NonNegativeInt = 1
    start_vp: NonNegativeInt = 0
    cards: tuple[str, ...] = ()
    ask_everything: bool = False
    rulings: Rulings = Field(default_factory=Rulings)
