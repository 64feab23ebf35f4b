"""Setting up (V2, V12.1, V13.1, V14.2, V15.1): all that is fixed before the first question."""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.games.valeria.referee.sheets import Monster, Sheets, read_sheets

AREAS_IN_A_GAME = 5
CITIZEN_STACKS = 10
DOMAINS_IN_A_STACK = 3
CITIZENS_IN_A_STACK = 5
MOST_PLAYERS = 5  # who get one card more in every stack (V12.1)
DUKES_DEALT = 2
EXHAUSTED_A_PLAYER = 2
EXHAUSTED = "exhausted"  # an Exhausted card, among the ids of events


@dataclass(frozen=True)
class Deal:
    """The grid and the Dukes. Stacks are listed from the left, cards from the top.

    One player plays solo (V13), five with a resting player (V12).

    Attributes
    ----------
    citizens
        For each of the ten stacks an id, whose copies fill it, or all its cards if they are mixed
        (V15).
    dukes
        The ids dealt to each seat, seat 0 plays first; empty without Dukes (V16).
    exhausted
        The Exhausted stack with Monster Events (V14.2): ids of events, and "exhausted" for an
        Exhausted card. Empty without events, as then nothing depends on it.
    dark_lord
        Solo: the Dark Lord's Duke.
    """

    num_players: int
    monsters: tuple[tuple[str, ...], ...]
    citizens: tuple[str | tuple[str, ...], ...]
    domains: tuple[tuple[str, ...], ...]
    dukes: tuple[tuple[str, ...], ...]
    exhausted: tuple[str, ...] = ()
    dark_lord: str = ""


@dataclass(frozen=True)
class Wishes:
    """What a random deal is drawn from.

    Attributes
    ----------
    setup
        Id of a recommended set-up (V17); None for the whole box.
    areas, citizens
        Pools instead of the set-up's; empty for the set-up's own.
    remove_domains, force_domains
        Ids that are never (besides the set-up's), and always, among the Domains dealt.
    monster_events, events
        Whether there are events (V14), and the pool they come from; empty for all.
    mixed_citizens
        Whether the copies of all Citizens of a number are mixed (V15): of the pool, else of the
        whole box.
    no_dukes
        Whether no Dukes are dealt (V16).
    """

    setup: str | None = None
    areas: Sequence[str] = ()
    citizens: Sequence[str] = ()
    remove_domains: Sequence[str] = ()
    force_domains: Sequence[str] = ()
    monster_events: bool = False
    events: Sequence[str] = ()
    mixed_citizens: bool = False
    no_dukes: bool = False


def stack_size(base: int, num_players: int) -> int:
    """Cards of a Citizen or Domain stack (V2.11)."""
    return base + (num_players == MOST_PLAYERS)


def monster_stack(sheets: Sheets, area: str, edition: str, num_players: int = 4) -> tuple[str, ...]:
    """The stack of an area: V2.2 and V12.1, sorted as V2.3."""
    cards = sorted(_area_cards(sheets, area), key=lambda card: card.strength)
    extra = num_players == MOST_PLAYERS
    return tuple(
        card.id for card in cards for _ in range(card.count - (0 if extra else card.extra[edition]))
    )


def columns(
    sheets: Sheets, areas: Sequence[str], edition: str, num_players: int = 4
) -> tuple[tuple[str, ...], ...]:
    """The Monster stacks from the left (V2.4, R20)."""
    order = _areas(sheets)
    stacks = [monster_stack(sheets, area, edition, num_players) for area in areas]

    def place(stack: tuple[str, ...]) -> tuple[int, int, int]:
        top = sheets.monsters[stack[0]]
        return top.strength, top.magic, order.index(top.area)

    return tuple(sorted(stacks, key=place))


def random_deal(
    folder: Path | Sheets,
    rng: random.Random,
    num_players: int,
    edition: str = "second",
    wishes: Wishes | None = None,
) -> Deal:
    """A deal by V2.1 to V2.9 and the variants.

    Parameters
    ----------
    folder
        Where the CSV files and `setups.toml` lie, or what was read there.
    rng
        All chance of the deal.
    num_players
        1 (solo) to 5.
    edition
        "first" or "second": decides the composition of the Monster stacks.
    wishes
        What it is drawn from; the whole box if nothing is said.
    """
    sheets, wishes = read_sheets(folder), wishes or Wishes()
    named = {} if wishes.setup is None else _setup(sheets.folder, wishes.setup)
    areas = wishes.areas or named.get("areas") or _areas(sheets)
    citizens = wishes.citizens
    if not (citizens or wishes.mixed_citizens):
        citizens = named.get("citizens", ())
    removed = [*wishes.remove_domains, *named.get("remove_domains", ())]
    dukes = list(sheets.dukes)
    rng.shuffle(dukes)
    return Deal(
        num_players,
        columns(sheets, rng.sample(list(areas), AREAS_IN_A_GAME), edition, num_players),
        tuple(_citizens(sheets, rng, num_players, citizens, wishes.mixed_citizens)),
        _domains(sheets, rng, num_players, removed, wishes.force_domains),
        () if wishes.no_dukes else _cut(dukes, DUKES_DEALT, num_players),
        _exhausted(sheets, rng, num_players, wishes),
        dukes[DUKES_DEALT] if num_players == 1 else "",  # V13.1, R19
    )


def _areas(sheets: Sheets) -> list[str]:
    return list(dict.fromkeys(card.area for card in sheets.monsters.values()))


def _area_cards(sheets: Sheets, area: str) -> list[Monster]:
    return [card for card in sheets.monsters.values() if card.area == area]


def _citizens(
    sheets: Sheets, rng: random.Random, num_players: int, pool: Sequence[str], mixed: bool
) -> Iterator[str | tuple[str, ...]]:
    """One Citizen of the pool for each stack (V2.5), or all of them shuffled (V15.1)."""
    cards = [sheets.citizens[name] for name in pool or sheets.citizens]
    for slot in range(CITIZEN_STACKS):
        candidates = [card for card in cards if card.slot == slot]
        if mixed:
            copies = [card.id for card in candidates for _ in range(card.count)]
            rng.shuffle(copies)
            yield tuple(copies[: stack_size(CITIZENS_IN_A_STACK, num_players)])
        else:
            yield rng.choice(candidates).id


def _domains(
    sheets: Sheets,
    rng: random.Random,
    num_players: int,
    removed: Sequence[str],
    forced: Sequence[str],
) -> tuple[tuple[str, ...], ...]:
    """Five stacks of the Domains that are left (V2.6); those forced are among them."""
    size = stack_size(DOMAINS_IN_A_STACK, num_players)
    box = [
        card.id
        for card in sheets.domains.values()
        if card.id not in removed
        for _ in range(card.count)
    ]
    rng.shuffle(box)
    box.sort(key=lambda name: name not in forced)
    dealt = box[: size * AREAS_IN_A_GAME]
    rng.shuffle(dealt)
    return _cut(dealt, size, AREAS_IN_A_GAME)


def _exhausted(
    sheets: Sheets, rng: random.Random, num_players: int, wishes: Wishes
) -> tuple[str, ...]:
    """As many events as players upon two Exhausted cards for each of them (V14.2)."""
    if not wishes.monster_events:
        return ()
    events = rng.sample(list(wishes.events or sheets.events), num_players)
    return (*events, *[EXHAUSTED] * (EXHAUSTED_A_PLAYER * num_players))


def _setup(folder: Path, name: str) -> dict[str, list[str]]:
    listed = tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
    return next(entry for entry in listed if entry["id"] == name)


def _cut(cards: list[str], size: int, stacks: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cards[size * stack : size * (stack + 1)]) for stack in range(stacks))
