"""Setting up (V2): a deal is all that is fixed before the first question."""

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.games.valeria.referee.sheets import Monster, Sheets, read_sheets

AREAS_IN_A_GAME = 5
DOMAINS_IN_A_STACK = 3
CITIZENS_IN_A_STACK = 5
DUKES_DEALT = 2


@dataclass(frozen=True)
class Deal:
    """The grid and the Dukes. Stacks are listed from the left, cards from the top.

    `citizens` has one id for each of the ten activation numbers 1, 2, ..., 8, 9/10, 11/12;
    `dukes` the ids dealt to each seat, seat 0 plays first.
    """

    num_players: int
    monsters: tuple[tuple[str, ...], ...]
    citizens: tuple[str, ...]
    domains: tuple[tuple[str, ...], ...]
    dukes: tuple[tuple[str, ...], ...]
    citizen_copies: int = CITIZENS_IN_A_STACK


def monster_stack(sheets: Sheets, area: str, edition: str) -> tuple[str, ...]:
    """The stack of an area for 2 to 4 players: V2.2 without the extra card, sorted as V2.3."""
    cards = sorted(_area_cards(sheets, area), key=lambda card: card.strength)
    return tuple(card.id for card in cards for _ in range(card.count - card.extra[edition]))


def columns(sheets: Sheets, areas: Sequence[str], edition: str) -> tuple[tuple[str, ...], ...]:
    """The Monster stacks from the left (V2.4, R20)."""
    order = list(dict.fromkeys(card.area for card in sheets.monsters.values()))
    stacks = [monster_stack(sheets, area, edition) for area in areas]

    def place(stack: tuple[str, ...]) -> tuple[int, int, int]:
        top = sheets.monsters[stack[0]]
        return top.strength, top.magic, order.index(top.area)

    return tuple(sorted(stacks, key=place))


def random_deal(
    folder: Path,
    rng: random.Random,
    num_players: int,
    edition: str = "second",
    setup: str | None = None,
) -> Deal:
    """A deal by V2.1 to V2.9, free or with the areas, Citizens and Domains of a set-up (V17).

    Parameters
    ----------
    folder
        Where the CSV files and `setups.toml` lie.
    rng
        All chance of the deal.
    num_players
        2 to 4.
    edition
        "first" or "second": decides the composition of the Monster stacks.
    setup
        Id of a recommended set-up; None draws areas and Citizens at random.
    """
    sheets = read_sheets(folder)
    removed: list[str] = []
    if setup is None:
        every_area = list(dict.fromkeys(card.area for card in sheets.monsters.values()))
        areas = rng.sample(every_area, AREAS_IN_A_GAME)
        citizens = [rng.choice(candidates) for candidates in _by_number(sheets)]
    else:
        named = _setup(folder, setup)
        areas, citizens, removed = named["areas"], named["citizens"], named["remove_domains"]
    domains = [
        card.id
        for card in sheets.domains.values()
        if card.id not in removed
        for _ in range(card.count)
    ]
    rng.shuffle(domains)
    dukes = list(sheets.dukes)
    rng.shuffle(dukes)
    return Deal(
        num_players,
        columns(sheets, areas, edition),
        tuple(citizens),
        _cut(domains, DOMAINS_IN_A_STACK, AREAS_IN_A_GAME),
        _cut(dukes, DUKES_DEALT, num_players),
    )


def _area_cards(sheets: Sheets, area: str) -> list[Monster]:
    return [card for card in sheets.monsters.values() if card.area == area]


def _by_number(sheets: Sheets) -> list[list[str]]:
    """The candidates of each activation number (V2.5), numbers rising."""
    numbers = sorted({tuple(sorted(card.numbers)) for card in sheets.citizens.values()})
    return [
        [card.id for card in sheets.citizens.values() if tuple(sorted(card.numbers)) == number]
        for number in numbers
    ]


def _setup(folder: Path, name: str) -> dict[str, list[str]]:
    listed = tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
    return next(entry for entry in listed if entry["id"] == name)


def _cut(cards: list[str], size: int, stacks: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cards[size * stack : size * (stack + 1)]) for stack in range(stacks))
