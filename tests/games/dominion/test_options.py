"""Options of a table, each wrong one a sentence."""

from pathlib import Path

import pytest

from balance.error_messages import checked
from balance.errors import CardError, ScenarioError
from balance.games.dominion.layout import MAX_ROUNDS
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import FIRST_GAME, SETS, Options

SMALL = ["cellar", "chapel", "moat", "village"]
DECK = [
    "cellar", "chapel", "moat", "chancellor", "village", "woodcutter", "workshop", "bureaucrat",
    "feast", "gardens", "militia", "moneylender", "remodel", "smithy", "spy",
]  # fmt: skip


def lay(players=2, edits=None, **options):
    """Lay a table of options as a scenario would write them."""
    return build_table(checked(Options, options, "[table]"), players, edits or {}, Path())


def test_without_options_the_first_game_is_played():
    options = Options()
    assert options.kingdom == FIRST_GAME
    assert not options.is_random
    assert options.sets == SETS
    assert options.max_rounds == MAX_ROUNDS == 200


@pytest.mark.parametrize(
    "options",
    [
        {"kingdom": []},
        {"kingdom": SMALL},
        {"kingdom": ["young_witch"], "bane": "woodcutter"},
        {"kingdom": ["black_market"], "black_market": DECK},
        {"kingdom": "random", "include": ["witch"], "exclude": SMALL, "sets": ["base1"]},
        {"kingdom": "random", "bane": "chapel"},
        {"kingdom": "jesters_workshop", "bane": "moat"},
        {"extra_coins": [0, 1], "max_rounds": 30},
        {"kingdom": "random", "exclude": ["black_market", "young_witch", "tournament"]},
    ],
)
def test_options_that_go_together(options):
    assert lay(**options).cards


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kingdom": "frist_game"}, "kingdom = 'frist_game': there is no such set; did you mean "),
        ({"kingdom": "smithy"}, r"this is a card, no set; expected a list, \['smithy'\]"),
        ({"kingdom": "zzz"}, "no such set; expected first_game, .*random, or a list of cards"),
        ({"kingdom": 3}, "kingdom = 3: expected the name of a set, \"random\", or a list"),
        ({"kingdom": ["smithy", 3]}, "expected the name of a set, \"random\", or a list"),
        ({"kingdom": DECK}, "expected up to 10 cards, but there are 15"),
        ({"kingdom": ["smithy", "moat", "smithy"]}, "'smithy' is listed twice; expected each"),
        ({"kingdom": ["smity"]}, "kingdom = 'smity': there is no such .*did you mean 'smithy'"),
        ({"kingdom": ["zzz"]}, "no such Kingdom card; expected one of cellar, chapel"),
        ({"kingdom": ["silver"]}, "kingdom = 'silver': this is a basic card, which always has"),
        ({"kingdom": ["diadem"]}, "kingdom = 'diadem': this is a prize; expected Kingdom cards"),
        ({"kingdom": ["young_witch"], "bane": "smithy"}, "bane = 'smithy': it costs 4; expected"),
        ({"kingdom": ["young_witch", "moat"], "bane": "moat"}, "it is in the Kingdom; expected"),
        ({"kingdom": ["young_witch"], "bane": "maot"}, "bane = 'maot': .*did you mean 'moat'"),
        ({"bane": "chapel"}, "bane = 'chapel': there is no Young Witch at this table"),
        ({"kingdom": "random", "sets": ["base1"], "bane": "moat"}, "there is no Young Witch"),
        ({"kingdom": ["black_market"], "black_market": DECK[1:]}, "the deck has 14 different card"),
        ({"kingdom": ["black_market"], "black_market": [*DECK, "cellar"]}, "'cellar' is listed"),
        ({"kingdom": ["black_market", "spy"], "black_market": DECK}, "'spy': it is in the supply"),
        (
            {
                "kingdom": ["black_market", "young_witch"], "bane": "moat",
                "black_market": [*DECK, "witch"],
            },
            "black_market = 'moat': it is in the supply",
        ),
        ({"kingdom": ["black_market"], "black_market": ["gold"]}, "'gold': this is a basic card"),
        ({"kingdom": ["witch"], "black_market": DECK}, "black_market: there is no Black Mar"),
        ({"kingdom": "random", "black_market": DECK}, "has 4 different cards once up to 11 of"),
        ({"include": ["smithy"]}, 'include: only a random Kingdom is drawn; expected kingdom = "r'),
        ({"exclude": ["smithy"]}, "exclude: only a random Kingdom is drawn"),
        ({"sets": ["base1"]}, "sets: only a random Kingdom is drawn"),
        ({"kingdom": "random", "include": ["moat"], "exclude": ["moat"]}, "include has it"),
        ({"kingdom": "random", "include": DECK[:11]}, "include: expected up to 10 cards"),
        ({"kingdom": "random", "include": ["copper"]}, "include = 'copper': this is a basic card"),
        ({"kingdom": "random", "exclude": ["smity"]}, "exclude = 'smity': .*'smithy'"),
        ({"kingdom": "random", "sets": ["promo"]}, "leave 4 cards for the Kingdom; expected 10"),
        ({"kingdom": "random", "sets": []}, "expected one or more of base1"),
        ({"kingdom": "random", "sets": ["base"]}, "sets, number 1: 'base'|sets.*'base1'"),
        (
            {"kingdom": "random", "sets": ["base1", "cornucopia"], "bane": "moat",
             "exclude": ["moat"]},
            "exclude has it",
        ),
        ({"solo_target": 4}, "solo_target = 4: only a game of 1 player has a target"),
        ({"solo_target": 0}, "solo_target = 0: expected 1 or more"),
        ({"solo_target": 9}, "solo_target = 9: expected 8 or less"),
        ({"extra_coins": [1, 2, 3]}, "that is for 3 seats; expected 2 numbers or fewer"),
        ({"extra_coins": [100]}, "99 or less"),
        ({"max_rounds": 201}, "max_rounds = 201: expected 200 or less"),
        ({"kingdm": "random"}, "there is no key 'kingdm': did you mean 'kingdom'"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_one_sentence(options, message):
    with pytest.raises(ScenarioError, match=message) as caught:
        lay(**options)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("[table]")


def test_one_player_wants_no_more_provinces_than_there_are():
    assert lay(1, solo_target=8).array[0]["solo_target"] == 8
    with pytest.raises(ScenarioError, match="there are 6 Provinces"):
        lay(1, {"cards.province.pile_2p": 6}, solo_target=7)


def test_cards_of_all_piles_fit_the_deck_of_one_player():
    edits = {f"cards.{name}.pile_4p": 60 for name in ("silver", "gold", "curse", "estate", "duchy")}
    with pytest.raises(CardError, match="cards in all; expected 375 or fewer, so make piles"):
        lay(4, edits, kingdom="random")


def test_all_cards_of_the_bane_may_be_in_no_set_up():
    cheap = [
        "cellar", "chapel", "moat", "hamlet", "chancellor", "village", "woodcutter", "workshop",
        "fortune_teller", "menagerie", "black_market",
    ]  # fmt: skip
    with pytest.raises(ScenarioError, match="no card is left for the Bane"):
        lay(kingdom="random", exclude=cheap)
    assert lay(kingdom="random", exclude=[*cheap, "young_witch"]).array[0]["banes"] == 0
    few = [*DECK, "thief", "throne_room", "council_room", "festival", "laboratory", "library"]
    with pytest.raises(ScenarioError, match="black_market: the deck has"):
        lay(kingdom="random", exclude=few)
