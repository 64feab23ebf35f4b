"""The slow reading of described games against what is known of the examples and of the page."""

import itertools
import random
import tomllib
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from tests.games.described.chance import SeededChance, every_game
from tests.games.described.referee import ReadingError, Referee

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir())


def numbers_of_players(name):
    return tomllib.loads((EXAMPLES / name / "game.toml").read_text())["players"]


def all_cards(game):
    """Return how many copies of each card there are in all zones."""
    cards = Counter()
    for name, zone in game.names.zones.items():
        for seat in range(game.players) if zone.per_player else [None]:
            cards.update(game.zone(name, seat))
    return cards


def play_at_random(game, seed, look=lambda game: None):
    chooser = random.Random(seed)
    for _ in range(5_000):
        if game.decision is None:
            return
        assert len(set(game.decision.choices)) == len(game.decision.choices) > 1
        look(game)
        game.take(chooser.randrange(len(game.decision.choices)))
    raise AssertionError("no end")


@pytest.mark.parametrize("name", NAMES)
def test_random_games_of_each_example_end_and_lose_no_card(name):
    counts = numbers_of_players(name)
    for seed in range(20):
        game = Referee(EXAMPLES / name, counts[seed % len(counts)], SeededChance(seed))
        before = all_cards(game)
        play_at_random(game, seed)
        assert all_cards(game) == before
        assert game.ending in game.game.endings
        totals = [sum(parts.values()) for parts in game.scores()]
        assert 1 <= len(game.winners()) <= game.players
        assert all(totals[seat] == max(totals) for seat in game.winners())


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_at_most_150_lines(name):
    assert len((EXAMPLES / name / "game.toml").read_text().splitlines()) <= 150


@pytest.mark.parametrize(("players", "cards"), [(2, 2), (2, 3), (3, 2)])
def test_goofspiel_has_the_chances_of_enumeration(players, cards):
    orders = list(itertools.permutations(range(1, cards + 1)))
    expected = Counter()
    for prizes, *hands in itertools.product(orders, repeat=1 + players):
        points = [0] * players
        for prize, *bids in zip(prizes, *hands, strict=True):
            if bids.count(max(bids)) == 1:
                points[bids.index(max(bids))] += prize
        expected[tuple(points)] += Fraction(1, len(orders) ** (1 + players))

    found = Counter()
    for probability, game in every_game(
        lambda chance: Referee(EXAMPLES / "goofspiel", players, chance, {"cards": cards})
    ):
        found[tuple(parts["points"] for parts in game.scores())] += probability
    assert found == expected


@pytest.mark.parametrize("players", [3, 4])
def test_a_trick_goes_to_the_highest_trump_or_else_to_the_highest_card_of_the_suit_led(players):
    for seed in range(100):
        chance = SeededChance(seed)
        game = Referee(EXAMPLES / "tricks", players, chance, {"hand_size": 1})
        (_, turned), *dealt = chance.drawn
        suits, ranks = zip(*(what_is_on(game, card) for _, card in dealt), strict=True)
        trump, _ = what_is_on(game, turned)
        wanted = trump if trump in suits else suits[0]
        best = max(rank for suit, rank in zip(suits, ranks, strict=True) if suit == wanted)
        winner = list(zip(suits, ranks, strict=True)).index((wanted, best))
        assert [parts["tricks"] for parts in game.scores()] == [
            int(seat == winner) for seat in range(players)
        ]


def what_is_on(game, card):
    cells = game.sheets.cards[card].cells
    return cells["suit"], int(cells["rank"])


def test_each_trick_has_one_winner_and_suit_is_followed():
    def look(game):
        tricks = [game.numbers(seat)["tricks"] for seat in range(4)]
        assert sum(tricks) == game.round - 1
        seat, led = game.decision.seat, game.shared()["led"]
        hand = game.zone("hand", seat)
        offered = {card for _, card in game.decision.choices}
        followers = {card for card in hand if what_is_on(game, card)[0] == led}
        assert offered == (followers or set(hand))

    for seed in range(5):
        game = Referee(EXAMPLES / "tricks", 4, SeededChance(seed))
        play_at_random(game, seed, look)
        assert sum(parts["tricks"] for parts in game.scores()) == 13


def test_a_bank_of_gems_never_gives_more_than_there_are():
    def look(game):
        for gem, copies in (("garnet", 4), ("pearl", 4)):
            purses = [game.zone("purse", seat).get(gem, 0) for seat in range(2)]
            assert sum(purses) + game.zone("bank").get(gem, 0) == copies

    play_at_random(Referee(EXAMPLES / "gems", 2, SeededChance(1)), 1, look)


def test_a_hand_of_five_in_dominion_is_drawn_from_the_starting_cards():
    game = Referee(EXAMPLES / "dominion_base", 3, SeededChance(1))
    for seat in range(1, 3):
        cards = Counter(game.zone("hand", seat)) + Counter(game.zone("deck", seat))
        assert cards == {"copper": 7, "estate": 3}
        assert sum(game.zone("hand", seat).values()) == 5
    assert game.zone("supply")["copper"] == 39
    assert game.zone("supply")["province"] == 12


# Small games, each for a sentence of the page.

SHEET = """id,name,count,cost,colour,tags,effect
ant,Ant,2,1,red,x/y,gain 1 coin
bee,Bee,1,2,blue,y,gain 2 coins
cow,Cow,1,3,red,,gain 3 coins
"""
ZONES = """
[zones]
box = { starts_with = "cards" }
hand = { per_player = true, seen_by = "owner" }
deck = { per_player = true, refill = "hand" }
table = {}
"""


@pytest.fixture
def small(tmp_path):
    """Return a function that begins a small game of lines for a turn, after which it ends."""

    def begin(turn, chance=None, players=2, setup="", more="", score="coins"):
        (tmp_path / "cards.csv").write_text(SHEET)
        (tmp_path / "game.toml").write_text(
            f"""name = "Small"
players = [1, 2, 3]
sheets = {{ cards = "cards.csv" }}
each_player = {{ coins = 2, gem = 0, debt = {{ start = 0, least = -3, most = 5 }} }}
shared = {{ pot = 0, led = 0 }}
setup = '''
{setup}
'''
turn = '''
{turn}
'''
endings = {{ "over" = "after round when round = 1" }}
score = {{ all = "{score}" }}
{more}
{ZONES}"""
        )
        return Referee(tmp_path, players, chance or SeededChance(0))

    return begin


def answer(game, *answers):
    """Give these answers, each of which must be offered."""
    for each in answers:
        game.take(game.decision.choices.index(each))
    return game


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("7 / 2 - 1 * 2", 1),
        ("(1 - 4) / 2 + 5", 3),
        ("number of cards in box", 4),
        ("number of kinds in box", 3),
        ("number of cards in box where colour is red", 3),
        ("number of cards in box where not colour is red or cost > 2", 2),
        ("number of cards in box where tags includes x", 2),
        ("number of cards in box where tags includes y and cost = 2", 1),
        ("(number of cards in box where id is ants) * 5", 10),
        ("sum of cost in box", 7),
        ("highest cost in box where colour is red", 3),
        ("lowest cost in table", 0),
        ("larger of coins and smaller of 9 and 4", 4),
        ("total coin among players", 6),
        ("most players + coins among other players", 5),
        ("coins of next player + coins of previous player", 4),
    ],
)
def test_values_are_what_the_page_says(small, value, expected):
    game = small(f"set pot to {value}; end game", players=3)
    assert game.shared()["pot"] == expected
    assert game.ending == "end game"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("coins = 2 and not coins > 2", True),
        ("coins is not 2 or pot is 0", True),
        ("any player has coins > 2", False),
        ("every player has coins is 2", True),
        ("no player has gems >= 1", True),
        ("led is none", True),
        ("(coins > 1 or pot > 1) and pot > 1", False),
    ],
)
def test_conditions_are_what_the_page_says(small, condition, holds):
    game = small(f"if {condition}: set pot to 1\notherwise: set pot to 2\nend game")
    assert game.shared()["pot"] == (1 if holds else 2)


def test_numbers_stay_within_their_bounds(small):
    game = small("lose 9 debt; lose 9 coins; gain 9 debt of next player; end game")
    assert game.numbers(0) == {"coins": 0, "gem": 0, "debt": -3}
    assert game.numbers(1)["debt"] == 5


def test_options_come_as_written_and_only_if_they_can_be_paid(small):
    game = small(
        """choose one:
  take the gem: gain 1 gem
  buy two: pay 1 coin; pay 2 coins; gain 2 gems
  hire if gem > 0: gain 5 coins
  look: pay 1 coin; choose a card from table: move it to hand
  find: pay 1 coin; choose a card from box where cost > coins: move it to hand
  wait"""
    )
    assert [label for _, label in game.decision.choices] == ["take the gem", "find", "wait"]
    answer(game, ("option", "find"))
    assert game.decision.choices == [("card", "bee"), ("card", "cow")]


def test_an_option_may_be_a_line_itself_and_options_share_a_row(small):
    game = small(
        "choose one: gain 2 coins | pay 3 coins | find gems: gain 1 gem; lose 1 coin | wait"
    )
    labels = [label for _, label in game.decision.choices]
    assert labels == ["gain 2 coins", "find gems", "wait"]
    answer(game, ("option", "gain 2 coins"))
    assert game.numbers(0)["coins"] == 4
    answer(game, ("option", "find gems"))
    assert game.numbers(1) == {"coins": 1, "gem": 1, "debt": 0}


@pytest.mark.parametrize(
    ("line", "coins"),
    [
        ("if pot = 0: gain 1 coin; otherwise: gain 5 coins", 3),
        ("if pot > 0: gain 1 coin; gain 1 coin; otherwise: gain 5 coins", 7),
        ("if pot > 0: gain 1 coin; otherwise if pot = 0: lose 1 coin; otherwise: gain 5 coins", 1),
        ("if pot = 0: if pot > 0: gain 1 coin; otherwise: gain 5 coins", 7),
        ("if pot = 0: if pot = 0: gain 1 coin; otherwise: gain 2 coins; otherwise: end turn", 3),
        ("if pot > 0: if pot = 0: gain 1 coin; otherwise: gain 2 coins; otherwise: lose 1 coin", 1),
    ],
)
def test_otherwise_on_the_same_row_belongs_to_the_nearest_line_that_can_have_it(small, line, coins):
    assert small(f"{line}\nend game").numbers(0)["coins"] == coins


def test_what_is_gained_lost_or_paid_is_at_least_nothing(small):
    game = small("gain 0 - 5 coins; lose 0 - 5 coins; set pot to 7 / 0; end game")
    assert game.numbers(0)["coins"] == 2
    assert game.shared()["pot"] == 0


def test_a_card_that_cannot_be_paid_is_not_offered_and_one_choice_is_not_asked(small):
    game = small("choose a card from box:\n  pay cost of it coins\n  move it to hand")
    assert game.decision.choices == [("card", "ant"), ("card", "bee")]
    answer(game, ("card", "bee"))
    assert game.decision is None  # the other player could only take an ant
    assert [game.zone("hand", seat) for seat in range(2)] == [{"bee": 1}, {"ant": 1}]
    assert [game.numbers(seat)["coins"] for seat in range(2)] == [0, 1]


def test_otherwise_is_carried_out_if_a_player_declines_or_has_no_card_to_choose(small):
    turn = "choose a card from {}:\n  move it to hand\notherwise: gain 5 coins"
    assert small(turn.format("table")).numbers(0)["coins"] == 7
    game = small(turn.format("box where cost > 2, or not"), players=1)
    assert game.decision.choices == [("card", "cow"), ("decline",)]
    assert answer(game, ("decline",)).numbers(0)["coins"] == 7


def test_up_to_so_many_cards_ends_when_the_player_declines(small):
    turn = "choose up to 3 cards from box: move it to hand"
    game = answer(small(turn, players=1), ("card", "cow"), ("card", "ant"), ("decline",))
    assert game.zone("hand", 0) == {"ant": 1, "cow": 1}
    game = answer(small(turn, players=1), *[("card", "ant")] * 2, ("card", "bee"))
    assert game.decision is None


def test_a_number_is_chosen_from_the_lowest_up(small):
    game = small("choose a number from 0 to coins: pay chosen number coins; gain 1 gem", players=1)
    assert game.decision.choices == [("number", 0), ("number", 1), ("number", 2)]
    assert answer(game, ("number", 2)).numbers(0) == {"coins": 0, "gem": 1, "debt": 0}


def test_the_lines_of_cards_are_used_in_the_order_of_the_sheet_for_each_copy(small):
    game = small("use effect of each card in box where colour is red; end game")
    assert game.numbers(0)["coins"] == 2 + 1 + 1 + 3


def test_players_follow_clockwise_from_you(small):
    game = small(
        "each other player: set coins to pot; add 1 to pot",
        setup="each player: add 1 to pot",
        players=3,
    )
    # Turns of 0 (1 and 2 get 3, 4), of 1 (2 and 0 get 5, 6), of 2 (0 and 1 get 7, 8).
    assert [game.numbers(seat)["coins"] for seat in range(3)] == [7, 8, 5]


@pytest.mark.parametrize(
    ("who", "winners"),
    [
        ("each player with most coins", [1, 2]),
        ("first player with most coins", [1]),
        ("only player with most coins", []),
        ("only player with least coins", [0]),
        ("each player with least coins", [0]),
    ],
)
def test_those_with_most_or_least_are_found(small, who, winners):
    game = small(
        f"{who}: gain 1 gem\n" + ("otherwise: gain 2 debt\n" if "only" in who else "") + "end game",
        setup="gain 1 coin of next player; gain 1 coin of previous player",
        players=3,
    )
    assert [seat for seat in range(3) if game.numbers(seat)["gem"]] == winners
    assert game.numbers(0)["debt"] == (0 if winners else 2)


def test_a_zone_that_is_empty_is_refilled_when_a_card_is_drawn(small):
    game = small("draw 9 from deck to table; end game", setup="move 2 ants from box to hand")
    assert game.zone("table") == {"ant": 2}
    assert game.zone("hand", 0) == {}


def test_cards_are_passed_to_the_next_player_or_to_the_one_before(small):
    setup = "move 1 bee from box to hand; move 1 cow from box to hand of next player"
    for side, seat in (("left", 1), ("right", 2)):
        game = small(f"pass hand {side}; end game", setup=setup, players=3)
        assert game.zone("hand", seat) == {"bee": 1}


def test_stop_ends_the_nearest_repeat_and_end_turn_the_turn(small):
    game = small(
        """repeat 3 times:
  repeat: add 1 to pot; stop
  if pot = 2: end turn
add 10 to pot""",
        players=1,
    )
    assert game.shared()["pot"] == 2


@pytest.mark.parametrize("drawn", range(4))
def test_drawn_cards_have_hypergeometric_chances(small, drawn):
    found = Counter()
    for probability, game in every_game(
        lambda chance: small(f"draw {drawn} from box to hand; end game", chance)
    ):
        found[game.zone("hand", 0).get("ant", 0)] += probability
    assert found == {
        ants: Fraction(comb(2, ants) * comb(2, drawn - ants), comb(4, drawn))
        for ants in range(3)
        if 0 <= drawn - ants <= 2
    }


def test_dice_have_equal_chances(small):
    found = Counter()
    for probability, game in every_game(
        lambda chance: small("roll 2 dice with 4 sides; set pot to sum of dice; end game", chance)
    ):
        found[game.shared()["pot"]] += probability
    assert found == {total: Fraction(4 - abs(total - 5), 16) for total in range(2, 9)}


@pytest.mark.parametrize(
    "line",
    [
        "gain 1 pearl",
        "gain coins",
        "draw 1 from box",
        "if coins > 1",
        "end turn now",
        "otherwise: end turn",
        "choose one: a: gain 1 coin; otherwise",
        "move 1 dog from box to hand",
        "set pot to cost",
        "gain 1 coin\n  gain 1 gem",
        "gain 1 coin?",
    ],
)
def test_a_line_that_is_not_of_the_language_is_rejected(small, line):
    with pytest.raises(ReadingError):
        small(line)
