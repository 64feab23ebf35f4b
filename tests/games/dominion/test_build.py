"""The table: its numbers, the names of what records count, and which cards can come up."""

from pathlib import Path

import numpy as np
import pytest

from balance.engine.layout import NOBODY
from balance.engine.rng import open_streams
from balance.games.dominion.layout import NOTHING, NUM_BASIC, STATE, Card, Special, Type
from balance.games.dominion.rules.setup import begin
from balance.games.dominion.table.build import build_table, list_setups
from balance.games.dominion.table.kingdoms import read_kingdoms
from balance.games.dominion.table.options import Options

MONEY = {  # S2
    "copper": 1, "silver": 2, "gold": 3, "stash": 2, "diadem": 2, "black_market": 2,
    "chancellor": 2, "festival": 2, "fortune_teller": 2, "harvest": 3, "jester": 2, "militia": 2,
    "princess": 2, "woodcutter": 2, "horse_traders": 1, "market": 1, "moneylender": 1,
    "tournament": 1,
}  # fmt: skip
SMALL_DECK = (  # without Young Witch and Tournament
    "cellar", "chapel", "moat", "chancellor", "village", "woodcutter", "workshop", "bureaucrat",
    "feast", "gardens", "militia", "moneylender", "remodel", "smithy", "spy", "thief",
)  # fmt: skip


def kinds_of(game_table):
    """Return the pieces of a table by kind."""
    rows = game_table.array[0]["rows"]
    return {kind: game_table.cards[row] for kind, row in enumerate(rows) if row != NOBODY}


def lay(players=2, edits=None, **options):
    return build_table(Options(**options), players, edits or {}, Path())


def table_of(players=2, edits=None, **options):
    return lay(players, edits, **options).array[0]


def kinds(bits):
    return {kind for kind in range(63) if int(bits) >> kind & 1}


def deals(game_table, count):
    """Yield states of so many deals as they are set up."""
    states = np.zeros(1, STATE)
    for deal in range(count):
        states[:] = np.zeros(1, STATE)
        open_streams(states[0], 7, deal)
        begin(states[0], game_table.array[0])
        yield states[0]


def test_the_first_game():
    table = table_of()
    assert (table["num_seats"], table["num_kinds"]) == (2, 54)
    assert (table["num_fixed"], table["num_kingdom"], table["num_pool"]) == (10, 10, 10)
    first = next(printed.cards for printed in read_kingdoms())
    assert {Card(kind).name for kind in table["pool"][:10]} == set(first)
    assert table["bane"] == NOTHING
    assert not any(table[name] for name in ("banes", "market", "prizes", "stashes", "gardens",
                                            "fairgrounds", "horns"))  # fmt: skip
    assert kinds(table["treasures"]) == {Card.copper, Card.silver, Card.gold}
    assert kinds(table["victories"]) == {Card.estate, Card.duchy, Card.province}
    assert kinds(table["reactions"]) == {Card.moat}
    assert len(kinds(table["actions"])) == 10
    assert (table["solo_target"], table["max_rounds"]) == (0, 200)
    assert not table["extra_coins"].any()


def test_a_random_kingdom_has_all_cards():
    table = table_of(kingdom="random")
    assert (table["num_fixed"], table["num_kingdom"], table["num_pool"]) == (0, 10, 42)
    assert kinds(table["reactions"]) == {Card.moat, Card.horse_traders}
    assert kinds(table["horns"]) == {Card.horn_of_plenty}
    assert kinds(table["stashes"]) == {Card.stash}
    assert kinds(table["gardens"]) == {Card.gardens}
    assert kinds(table["fairgrounds"]) == {Card.fairgrounds}
    assert kinds(table["prizes"]) == set(range(Card.bag_of_gold, Card.trusty_steed + 1))
    assert len(kinds(table["banes"])) == 11
    assert len(kinds(table["market"])) == 42
    assert len(kinds(table["treasures"])) == 6
    assert len(kinds(table["victories"])) == 5
    assert (table["rows"][:54] != NOBODY).all()


def test_what_is_certain_stands_first_in_the_pool():
    table = table_of(kingdom="random", include=("witch", "moat"), exclude=("chapel",))
    assert (table["num_fixed"], table["num_kingdom"], table["num_pool"]) == (2, 10, 41)
    assert list(table["pool"][:3]) == [Card.moat, Card.witch, Card.cellar]
    assert Card.chapel not in table["pool"][:41]


@pytest.mark.rule("S2")
def test_each_card_has_its_nominal_money():
    game_table = lay(kingdom="random")
    money = {
        piece.id: game_table.array[0]["faces"][kind]["money"]
        for kind, piece in kinds_of(game_table).items()
    }
    assert {name: count for name, count in money.items() if count} == MONEY


def test_each_card_has_the_numbers_of_the_sheet():
    faces = table_of(3, kingdom="random")["faces"]
    face = faces[Card.market]
    assert [face[name] for name in ("cost", "cards", "actions", "buys", "coins")] == [5, 1, 1, 1, 1]
    assert faces[Card.followers]["types"] == Type.ACTION | Type.ATTACK | Type.PRIZE
    assert faces[Card.followers]["special"] == Special.FOLLOWERS
    assert (faces[Card.gold]["worth"], faces[Card.duchy]["points"]) == (3, 3)
    copies = [faces[kind]["copies"] for kind in (Card.copper, Card.gardens, Card.moat, Card.diadem)]
    assert copies == [39, 12, 10, 1]


def test_coins_and_provinces_by_option():
    assert list(table_of(3, extra_coins=(0, 2))["extra_coins"]) == [0, 2, 0, 0, 0]
    assert table_of(1)["solo_target"] == 4
    assert table_of(1, solo_target=7)["solo_target"] == 7
    assert table_of(max_rounds=9)["max_rounds"] == 9


# Rows of records


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"kingdom": ()},
        {"kingdom": "random"},
        {"kingdom": "random", "sets": ("base1",)},
        {"kingdom": "random", "sets": ("cornucopia",), "exclude": ("young_witch",)},
        {"kingdom": "jesters_workshop"},
        {"kingdom": ("young_witch", "village"), "exclude": ()},
        {"kingdom": ("young_witch",), "bane": "black_market"},
        {"kingdom": ("tournament",)},
        {"kingdom": ("black_market",)},
        {"kingdom": ("black_market",), "black_market": SMALL_DECK},
        {"kingdom": ("black_market",), "black_market": (*SMALL_DECK, "young_witch")},
        {"kingdom": ("black_market",), "black_market": (*SMALL_DECK, "tournament")},
    ],
)
def test_what_can_come_up_has_a_row_and_what_cannot_has_none(options):
    game_table = lay(4, **options)
    met = {kind for state in deals(game_table, 80) for kind in state.kinds[: state.num_kinds]}
    rows = game_table.array[0]["rows"]
    assert met == {kind for kind, row in enumerate(rows) if row != NOBODY}
    assert sorted(row for row in rows if row != NOBODY) == list(range(len(game_table.cards)))
    for kind, piece in kinds_of(game_table).items():
        assert Card(kind).name == piece.id
    assert list(rows[:NUM_BASIC]) == list(range(NUM_BASIC))


def test_a_row_says_what_it_is():
    pieces = {piece.id: piece for piece in lay(kingdom="random").cards}
    assert len(pieces) == len({piece.name for piece in pieces.values()}) == 54
    witch = pieces["witch"]
    assert (witch.name, witch.kind, witch.note) == (
        "Witch",
        "Kingdom card",
        "Action and Attack, costs 5",
    )
    assert (witch.price, witch.paid_in) == (5, "coins")
    assert [pieces[name].kind for name in ("gold", "duchy", "curse", "diadem")] == [
        "Treasure", "Victory card", "Curse", "Prize",
    ]  # fmt: skip
    assert (pieces["diadem"].price, pieces["diadem"].paid_in) == (0, "")


def test_cards_of_the_black_market_deck_come_last():
    cards = lay(kingdom=("black_market", "witch"), black_market=SMALL_DECK).cards
    assert [piece.id for piece in cards[7:]] == ["witch", "black_market", *SMALL_DECK]


def test_only_a_black_market_deck_is_hidden_at_times():
    assert lay().unused_hidden == ("market",)
    assert lay(kingdom="random").unused_hidden == ()


# Digests


def test_what_plays_otherwise_has_another_digest():
    game_table = [
        lay(), lay(3), lay(1), lay(1, solo_target=5), lay(extra_coins=(0, 1)), lay(max_rounds=20),
        lay(edits={"cards.smithy.cost": 3}), lay(edits={"cards.smithy.pile_2p": 9}),
        lay(kingdom="random"), lay(kingdom="random", include=("moat",)), lay(kingdom=()),
        lay(kingdom="jesters_workshop"), lay(kingdom="jesters_workshop", bane="moat"),
        lay(kingdom=("black_market",)), lay(kingdom=("black_market",), black_market=SMALL_DECK),
    ]  # fmt: skip
    assert len({one.digest for one in game_table}) == len(game_table)


def test_what_plays_alike_has_the_same_digest():
    first = next(printed.cards for printed in read_kingdoms())
    same = [
        lay(), lay(kingdom=tuple(reversed(first))), lay(edits={"cards.witch.cost": 2}),
        lay(edits={"cards.smithy.name": "Forge"}), lay(edits={"cards.smithy.pile_4p": 9}),
        lay(extra_coins=(0, 0)), lay(kingdom="random", include=first),
    ]  # fmt: skip
    assert len({one.digest for one in same}) == 1


# Set-ups


def test_the_recommended_sets_are_listed():
    setups = {setup.id: setup for setup in list_setups()}
    assert list(setups) == [*(printed.id for printed in read_kingdoms()), "random"]
    assert setups["big_money"].kind == "certain (first-edition rules)"
    assert setups["jesters_workshop"].note.endswith("Workshop; Bane Chancellor")
