"""Where cards go unseen, what each player sees, and which cards count as taken."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.analysis.metrics.interactions import tally
from balance.engine.layout import ONLY_THERE
from balance.engine.session import Session
from balance.games.described.language.reading import read_description
from balance.games.described.layout import Decision
from balance.games.described.table.flows import groups_of, sheets_taken
from balance.games.loading import load_game
from balance.runner.batches import Batches
from tests.games.described.test_services import match_of

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
GAME = """name = "Stones"
summary = "A wall."
players = [3]
sheets = { cards = "cards.csv", fruit = "fruit.csv" }
each_player = { bid = { start = [3], seen_by = "owner" }, coins = 2 }
turn = '''
LINES
'''
[zones]
ZONES
[endings]
time = "after round when round = 4"
[score]
coins = "coins"
"""
SHEET = "id,name,count,colour\nstone,Stone,40,red\n"


def write_game(folder: Path, lines: str, zones: str) -> Any:
    """Write a game of these lines and zones, and return it."""
    (folder / "game.toml").write_text(GAME.replace("LINES", lines).replace("ZONES", zones))
    (folder / "cards.csv").write_text(SHEET)
    (folder / "fruit.csv").write_text("id,count\napple,5\n")
    game = load_game(str(folder), Path())
    return game, game.build_table(game.options(), 3, {}, Path())


def test_places_between_which_cards_go_unseen_are_one_group(tmp_path: Path) -> None:
    write_game(
        tmp_path,
        "choose a card from hand:\n  move it to secret\nmove all from hand to reserve\n"
        "move all from reserve to table\n",
        'deck = { starts_with = "cards" }\nhand = { per_player = true, seen_by = "owner" }\n'
        'secret = { seen_by = "nobody" }\nreserve = { per_player = true, seen_by = "owner" }\n'
        'table = {}\nlast = { per_player = true, seen_by = "owner" }',
    )
    groups = groups_of(read_description(tmp_path / "game.toml"), 3)
    assert len({groups[zone, seat] for zone in ("hand", "reserve") for seat in range(3)}) == 1
    assert groups["secret", 0] == groups["hand", 1]
    alone = [groups["deck", 0], groups["table", 0], *(groups["last", seat] for seat in range(3))]
    assert len({*alone, groups["hand", 0]}) == 6


def test_a_player_s_own_cards_are_no_group_with_those_of_others(tmp_path: Path) -> None:
    zones = (
        'deck = { starts_with = "cards" }\nhand = { per_player = true, seen_by = "owner" }\n'
        'reserve = { per_player = true, seen_by = "owner" }'
    )
    write_game(tmp_path, "move all from hand to reserve", zones)
    groups = groups_of(read_description(tmp_path / "game.toml"), 3)
    assert len(set(groups.values())) == 1 + 3
    assert all(groups["hand", seat] == groups["reserve", seat] for seat in range(3))
    write_game(tmp_path, "pass hand left", zones)
    groups = groups_of(read_description(tmp_path / "game.toml"), 3)
    assert len({groups["hand", seat] for seat in range(3)}) == 1
    assert len({groups["reserve", seat] for seat in range(3)}) == 3


def test_cards_that_go_unseen_are_seen_by_their_owner_or_nobody(tmp_path: Path) -> None:
    game, table = write_game(
        tmp_path,
        "draw 1 from deck to hand\nchoose one: gain 1 coin | gain 2 coins",
        'deck = { starts_with = "cards", seen_by = "nobody" }\n'
        'hand = { per_player = true, seen_by = "owner" }\nfield = { starts_with = "fruit" }',
    )
    session = Session(game, table, 5)
    session.begin(0, range(3))
    for _ in range(3):
        session.advance()
        session.take(0)
    for seat in range(3):
        seen = session.view(seat)[0].cards
        zones = dict(zip(("deck", "hand", "field"), table.array[0].zones, strict=False))
        assert seen[zones["deck"].cell] == 0
        hands = zones["hand"]
        assert [seen[hands.cell + other * hands.num_kinds] for other in range(3)] == [
            int(other == seat) for other in range(3)
        ]
        assert seen[zones["field"].cell] == 5


def test_a_secret_number_is_seen_by_its_owner_alone(tmp_path: Path) -> None:
    game, table = write_game(tmp_path, "gain 1 coin", 'deck = { starts_with = "cards" }')
    session = Session(game, table, 5)
    session.begin(0, range(3))
    for seat in range(3):
        seats = session.view(seat)[0].seats
        assert [seats[other].numbers[0] for other in range(3)] == [
            3 if other == seat else 0 for other in range(3)
        ]
        assert [seats[other].numbers[1] for other in range(3)] == [2, 2, 2]


@pytest.mark.parametrize(
    ("counted", "rounds"), [("", 1 + 2 + 3 + 4), ("counted = true,", 2 * (2 + 4))]
)
def test_a_card_counts_as_taken_where_it_is_said_or_when_it_is_chosen(
    counted: str, rounds: int, tmp_path: Path
) -> None:
    game, table = write_game(
        tmp_path,
        "choose a card from quarry: move it to hand\n"
        "if number of cards in hand = 2: move all from hand to wall\n"
        "move all from wall to wall",
        'quarry = { starts_with = "cards" }\nhand = { per_player = true }\n'
        f"wall = {{ {counted} per_player = true }}",
    )
    session = Session(game, table, 5)
    session.begin(0, range(3))
    session.advance()
    assert session.is_over
    record = session.write_record(0)[0]
    assert record.taken[:3, 0].tolist() == [4, 4, 4]
    assert record.rounds_taken[:3, 0].tolist() == [rounds] * 3
    assert np.flatnonzero(record.available).tolist() == [0]  # nobody can take the fruit


def test_a_card_is_available_in_games_in_which_it_could_be_chosen() -> None:
    game = load_game(str(EXAMPLES / "docks"), Path())
    table = game.build_table(game.options(berths=3), 2, {}, Path())
    assert table.taking == "into harbour"
    session, draws = Session(game, table, 5), random.Random(2)
    market = table.array[0].zones[1]
    cells = slice(int(market.cell), int(market.cell + market.num_kinds))
    partly = 0
    for deal in range(5):
        session.begin(deal, range(2))
        lay = np.zeros(int(market.num_kinds), bool)
        while True:
            session.advance()
            if session.is_over:
                break
            if session.state.decision == Decision.CARD and session.state.rounds > 0:
                lay |= session.state.cards[cells] > 0
            session.take(draws.randrange(int(session.state.num_choices)))
        available = session.write_record(deal)[0].available[: len(table.cards)]
        boats = slice(int(market.first_kind), int(market.first_kind) + len(lay))
        assert available[boats].tolist() == np.where(lay, 1, ONLY_THERE).tolist()
        assert np.count_nonzero(available) == len(lay)  # no patron counts as taken
        partly += 0 < lay.sum() < len(lay)
    assert partly


def test_each_roll_is_counted_so_that_it_is_told(tmp_path: Path) -> None:
    game, table = write_game(tmp_path, "roll 2 dice\nreroll die 1\nreroll die 3", "pile = {}")
    session = Session(game, table, 5)
    session.begin(0, range(3))
    session.advance()
    assert session.state.rolls == 2 * 3 * 4


@pytest.mark.parametrize(
    ("name", "sheets"),
    [
        ("docks", {"boats"}),  # a patron is chosen from a player's own
        ("drafting", {"flowers"}),
        ("goofspiel", set()),
        ("tricks", set()),
        ("valeria_citizens", {"citizens", "domains"}),  # starters come only from players
    ],
)
def test_only_cards_that_can_be_taken_are_said_to_be_available(name: str, sheets: set[str]) -> None:
    assert sheets_taken(read_description(EXAMPLES / name / "game.toml")) == sheets


def test_a_table_notes_what_the_game_is_and_which_columns_are_not_read(tmp_path: Path) -> None:
    _, table = write_game(tmp_path, "gain 1 coin", 'deck = { starts_with = "cards" }')
    assert table.notes == ("A wall.", "Not read: cards.colour.")


def test_what_comes_up_in_long_games_is_no_effect_of_a_set_up() -> None:
    """Each card is in every game, so nothing is learnt from games in which it came up late."""
    match = match_of("examples/games/docks", ["random", "random"])
    sums = tally(Batches(match).play(0, 50), match)
    assert set(sums.cards) == {sums.deals[0]}
    assert sums.deals[0] > 40
