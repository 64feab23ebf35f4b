"""The options of Valeria, ``[table]`` in a scenario; the defaults are those of the rules."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.errors import ScenarioError
from balance.games.valeria.layout import Good

RANDOM = "random"  # the set-up whose areas and Citizens are drawn for every deal
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
    no_duke_majority: Bonus = 7  # R22, as the next
    no_duke_tie: Bonus = 3
    starters_count_by_name: bool = True  # R34


class Options(BaseModel):
    """The options of a table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    # A set-up of `setups.toml`, which gives what is not named below, or "random".
    setup: str = "first_game_2e"
    edition: Literal["first", "second"] = "second"  # rules, Starters and stacks (V0.1, V17.5)
    # Instead of the set-up's: five areas (V2.1) and a Citizen for each number (V2.5), or more of
    # them, which are then drawn for every deal; Domains left in the box (V2.6).
    areas: tuple[str, ...] | None = None
    citizens: tuple[str, ...] | None = None
    remove_domains: tuple[str, ...] | None = None
    force_domains: tuple[str, ...] = ()  # these are always among those dealt
    # Each player chooses one of two Dukes (V2.9) or gets one of them at random, which shows what
    # a Duke is worth apart from being chosen; or there are none (V16).
    dukes: Literal["choose", "assigned", "none"] = "choose"
    # Each number's stack is shuffled from all Citizens of the box, or from `citizens` (V15).
    mixed_citizens: bool = False
    monster_events: bool | None = None  # V14; None is as the set-up has it
    # One for each player, or more to draw from for every deal; None draws from all.
    events: tuple[str, ...] | None = None
    solo_sum_attacks: bool = False  # both make the solo game harder (V13.7)
    solo_exhausted_attacks: bool = False
    start_gold: Start = 2  # what each player starts with (V2.8)
    start_strength: Start = 0
    start_magic: Start = 1
    start_vp: Start = 0
    # What each seat starts with in addition, from the first seat on: a compensation, not a rule.
    extra_gold: tuple[Start, ...] = ()
    extra_strength: tuple[Start, ...] = ()
    extra_magic: tuple[Start, ...] = ()
    cards: tuple[str, ...] = ()  # folders with own card sheets, which add to those of the box
    ask_everything: bool = False  # players decide even where it cannot matter; for tests
    rulings: Rulings = Field(default_factory=Rulings)

    def extra(self, good: Good) -> tuple[int, ...]:
        """Return how much more of a resource seats start with, from the first seat on."""
        extra: tuple[int, ...] = getattr(self, f"extra_{good.name.lower()}")
        return extra


def check_variants(options: Options, num_seats: int) -> None:
    """Raise `ScenarioError` for variants that do not go together (V0.6, V20, R36)."""
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
