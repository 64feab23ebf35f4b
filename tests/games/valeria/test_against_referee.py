"""A thousand random games in which the engine and the independent referee agree on everything.

The games are spread over all set-ups, both editions, 2 to 4 players and the switches of V21, a
chunk of games a test, so that the suite plays them on all cores.
"""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from balance.games.valeria.options import Options, Rulings
from tests.games.valeria.duel import ENDINGS, KINDS, SEVERAL, Duel, Seen
from tests.games.valeria.own_cards import edits_of, own_cards
from tests.games.valeria.referee.sheets import Sheets, read_sheets
from tests.games.valeria.referee.staged import DATA, altered

SETUPS = (
    *("first_game_2e", "first_game_1e"),
    *("all_that_glitters", "mastery_of_magic", "monstrous_blood"),
)
CHUNKS = 10
TABLES = 10  # in a chunk
GAMES = 10  # at a table
DICE_DOMAINS = ("foxgrove_palisade", "the_desert_orchid", "palace_of_the_dawn")


def drawn_options(rng: random.Random, number: int) -> Options:
    """The set-up of a table: every other one of them random, with some switches turned."""
    sheets = read_sheets(DATA)
    own: dict[str, Any] = {}
    if number % 2:
        own = random_setup(rng, sheets)
    switches = list(Rulings.model_fields)
    turned = rng.sample(switches, rng.choice((0, 1, 1, 2, 3)))
    defaults = Rulings()
    return Options(
        setup=SETUPS[number % len(SETUPS)],
        edition=rng.choice(("first", "second")),
        dukes=rng.choice(("choose", "choose", "assigned")),
        rulings=Rulings(**{name: not getattr(defaults, name) for name in turned}),
        **own,
    )


def random_setup(rng: random.Random, sheets: Sheets) -> dict[str, Any]:
    """Areas, Citizens and removed Domains by lot (V2.1, V2.5, V2.6)."""
    areas = list(dict.fromkeys(card.area for card in sheets.monsters.values()))
    numbers = sorted({tuple(sorted(card.numbers)) for card in sheets.citizens.values()})
    citizens = [
        rng.choice([c.id for c in sheets.citizens.values() if tuple(sorted(c.numbers)) == number])
        for number in numbers
    ]
    removed = rng.sample(list(sheets.domains), rng.randint(0, len(sheets.domains) - 15))
    return {
        "areas": tuple(rng.sample(areas, 5)),
        "citizens": tuple(citizens),
        "remove_domains": tuple(removed),
    }


@cache
def chunk(number: int) -> Seen:
    """Play the games of a chunk."""
    seen = Seen()
    for place in range(TABLES):
        table = number * TABLES + place
        rng = random.Random(table)
        duel = Duel(drawn_options(rng, table), 2 + table % 3, DATA, seed=table)
        for deal in range(GAMES):
            duel.play(deal, rng)
        seen += duel.seen
    return seen


@pytest.mark.parametrize("number", range(CHUNKS))
def test_engine_and_referee_play_the_same_games(number: int) -> None:
    assert chunk(number).games == TABLES * GAMES


def test_every_printed_card_and_every_decision_came_up() -> None:
    seen = sum((chunk(number) for number in range(CHUNKS)), Seen())
    sheets = read_sheets(DATA)
    assert seen.games == CHUNKS * TABLES * GAMES >= 1_000
    assert set(seen.kinds) == set(KINDS.values())
    taken = {*sheets.citizens, *sheets.monsters, *sheets.domains, *sheets.dukes}
    assert set(seen.cards) == taken
    activated = {(card, side) for card in sheets.citizens for side in (True, False)}
    activated |= {(card, side) for card in sheets.starters for side in (True, False)}
    activated |= {("consolation", True), ("consolation", False)}
    activated |= {(card, True) for card in DICE_DOMAINS}
    assert set(seen.used) == activated
    assert {SEVERAL, *range(len(ENDINGS))} >= set(seen.endings) >= {1, 2}


@pytest.mark.parametrize("number", range(10))
def test_engine_and_referee_agree_on_cards_that_are_not_in_the_box(
    tmp_path: Path, number: int
) -> None:
    rng = random.Random(number)
    own = own_cards(rng)
    for sheet, cards in own.items():
        altered(tmp_path, f"{sheet}.csv", cards)
    duel = Duel(drawn_options(rng, number), 2 + number % 3, tmp_path, edits_of(own), seed=number)
    for deal in range(GAMES):
        duel.play(deal, rng)
    assert duel.seen.games == GAMES
