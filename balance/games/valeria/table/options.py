"""What ``[table]`` of a scenario may say for Valeria, with the defaults of the rules."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.errors import ScenarioError
from balance.games.valeria.layout import Good

RANDOM = "random"  # the set-up that draws areas and Citizens
MAX_START = 99  # of each good: a payment may offer a choice for each unit of magic in it
Start = Annotated[int, Field(ge=0, le=MAX_START)]
Bonus = Annotated[int, Field(ge=0, le=999)]


class Rulings(BaseModel):
    """The switches of the rulings (V21)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    doubles_sum_twice: bool = False  # R1
    starters_block_consolation: bool = True  # R2
    starters_are_citizens: bool = False  # R3
    magic_substitutes_everywhere: bool = False  # R4
    end_trigger_latched: bool = False  # R5
    tiebreak_counts_pile: bool = True  # R6
    power_same_turn: bool = True  # R12
    solo_counts_vp: bool = False  # R13
    solo_uses_final_dice: bool = True  # R16
    resting_not_in_play: bool | None = None  # R18: as the edition has it
    no_duke_majority: Bonus = 7  # R22
    no_duke_tie: Bonus = 3  # R22
    starters_count_by_name: bool = True  # R34


class Options(BaseModel):
    """The set-up of a table.

    Attributes
    ----------
    setup : str
        A set-up of ``setups.toml``: areas, Citizens and Domains, unless named below; or "random":
        areas and Citizens are drawn for every deal.
    edition : "first" or "second"
        Whose rules, Starters and stacks are used (V0.1, V17.5).
    areas : tuple of str, optional
        Five areas instead of the set-up's (V2.1), or more, of which five are drawn for every deal.
    citizens : tuple of str, optional
        A Citizen for each number instead of the set-up's (V2.5), or several, of which one is drawn
        for every deal.
    remove_domains : tuple of str, optional
        Domains left in the box instead of the set-up's (V2.6).
    force_domains : tuple of str
        Domains that are always among those dealt.
    dukes : "choose", "assigned" or "none"
        Whether each player chooses one of two Dukes (V2.9) or gets one of the two by lot, which
        shows what a Duke is worth apart from being chosen; or whether there are none (V16).
    mixed_citizens : bool
        Whether each number's stack is shuffled from all its Citizens (V15): those of the box, or
        those of `citizens`.
    monster_events : bool, optional
        Whether Monster Events lie among the Exhausted cards (V14); by default as the set-up has it.
    events : tuple of str, optional
        The events, one for each player, or more, of which so many are drawn for every deal;
        without, all of the box are drawn from.
    solo_sum_attacks, solo_exhausted_attacks : bool
        What makes the solo game harder (V13.7).
    start_gold, start_strength, start_magic, start_vp : int
        What each player starts with (V2.8).
    extra_gold, extra_strength, extra_magic : tuple of int
        What each seat starts with on top, from the first seat on: a compensation that no rule
        knows.  Seats that are not named get nothing more.
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
    force_domains: tuple[str, ...] = ()
    dukes: Literal["choose", "assigned", "none"] = "choose"
    mixed_citizens: bool = False
    monster_events: bool | None = None
    events: tuple[str, ...] | None = None
    solo_sum_attacks: bool = False
    solo_exhausted_attacks: bool = False
    start_gold: Start = 2
    start_strength: Start = 0
    start_magic: Start = 1
    start_vp: Start = 0
    extra_gold: tuple[Start, ...] = ()
    extra_strength: tuple[Start, ...] = ()
    extra_magic: tuple[Start, ...] = ()
    cards: tuple[str, ...] = ()
    ask_everything: bool = False
    rulings: Rulings = Field(default_factory=Rulings)

    def extra(self, good: Good) -> tuple[int, ...]:
        """Return what seats start with on top of a resource, from the first seat on."""
        return {
            Good.GOLD: self.extra_gold,
            Good.STRENGTH: self.extra_strength,
            Good.MAGIC: self.extra_magic,
        }[good]


def check_variants(options: Options, num_seats: int) -> None:
    """Refuse variants that do not go together (V0.6, V20, R36).

    Raises
    ------
    ScenarioError
        Names the options, and says why.
    """
    solo, first = num_seats == 1, options.edition == "first"
    harder = options.solo_sum_attacks or options.solo_exhausted_attacks
    for is_refused, text in (
        (
            bool(options.monster_events) and solo,
            "monster_events = true with 1 player: events are dealt for each player and would "
            "interfere with the Monsters Phase; solo goes only with mixed_citizens (V0.6, R36)",
        ),
        (
            options.dukes == "none" and solo,
            'dukes = "none" with 1 player: the Dark Lord is a Duke, so the solo game needs them '
            "(V13.1, R36)",
        ),
        (
            bool(options.monster_events) and first,
            'monster_events = true with edition = "first": only the second edition has events '
            "(V14, V20)",
        ),
        (
            options.dukes == "none" and first,
            'dukes = "none" with edition = "first": the variant belongs to the second edition '
            "(V16, V20)",
        ),
        (
            harder and first,
            'solo_sum_attacks or solo_exhausted_attacks with edition = "first": both belong to '
            "the second edition (V13.7, V20)",
        ),
        (
            harder and not solo,
            f"solo_sum_attacks or solo_exhausted_attacks with {num_seats} players: both make the "
            "solo game harder (V13.7)",
        ),
        (
            options.events is not None and not options.monster_events,
            "events are named, but monster_events = false plays without them (V14)",
        ),
    ):
        if is_refused:
            raise ScenarioError(f"[table] {text}")
