"""Worked examples of Dominion's rules, played by the lines of `examples/games/dominion_base`."""

import re
import shutil

import pytest

from tests.games.described.chance import SeededChance
from tests.games.described.referee import Referee
from tests.games.described.test_referee import EXAMPLES, answer


@pytest.fixture
def dominion(tmp_path):
    """Return a function that begins a game with these cards; `hand of next player` is a zone."""

    def begin(players=2, supply_without=(), **zones):
        folder = shutil.copytree(EXAMPLES / "dominion_base", tmp_path / "game", dirs_exist_ok=True)
        rows = []
        for zone, cards in zones.items():
            place = zone.replace("_", " ")
            rows += [f"move 1 {card} from supply to {place}" for card in cards.split()]
        rows += [f"move all from supply to trash where id is {card}" for card in supply_without]
        text = (folder / "game.toml").read_text()
        setup = "\n".join(["setup = '''", *rows, "'''"])
        text = re.sub(r"setup = '''.*?'''", setup, text, count=1, flags=re.DOTALL)
        (folder / "game.toml").write_text(text)
        return Referee(folder, players, SeededChance(0))

    return begin


def cards(*ids):
    return [("card", each) for each in ids]


def offered(game):
    return [choice[1] if len(choice) > 1 else choice[0] for choice in game.decision.choices]


def test_village_smithy_and_festival_chain_and_draw(dominion):
    game = dominion(hand="village smithy festival", deck="copper copper copper copper")
    answer(game, *cards("village", "smithy"))
    assert game.numbers(0)["actions"] == 1
    assert game.zone("hand", 0) == {"copper": 4, "festival": 1}
    answer(game, *cards("festival"))
    assert game.numbers(0)["coins"] == 2 + 4
    assert game.numbers(0)["buys"] == 2


def test_militia_leaves_others_three_cards_and_asks_those_with_more(dominion):
    game = dominion(
        hand="militia",
        hand_of_next_player="estate estate duchy gold gold",
    )
    answer(game, *cards("militia"))
    assert (game.decision.seat, offered(game)) == (1, ["gold", "estate", "duchy"])
    answer(game, *cards("estate", "duchy"))
    assert game.zone("hand", 1) == {"gold": 2, "estate": 1}
    assert game.decision.seat == 0
    assert game.numbers(0)["coins"] == 2

    game = dominion(hand="militia", hand_of_next_player="gold gold gold")
    answer(game, *cards("militia"))
    assert game.decision.seat == 0
    assert game.zone("hand", 1) == {"gold": 3}


def test_cellar_draws_its_own_discards_if_the_deck_is_empty(dominion):
    game = dominion(hand="cellar estate estate copper copper", discard="silver")
    answer(game, *cards("cellar", "estate", "estate"), ("decline",))
    # Beside the Cellar and two Coppers; treasures are played by themselves.
    assert sum(game.zone("hand", 0).values()) + sum(game.zone("play", 0).values()) == 3 + 2
    assert sum(game.zone("deck", 0).values()) == 1
    assert game.zone("discard", 0) == {}


def test_remodel_gains_a_card_for_two_more_and_nothing_without_a_card(dominion):
    game = dominion(hand="remodel gold duchy")
    answer(game, *cards("remodel"))
    answer(game, *cards("gold"))
    assert {"province", "gold", "curse"} <= set(offered(game))
    answer(game, *cards("province"))
    assert game.zone("discard", 0) == {"province": 1}
    assert game.zone("trash") == {"gold": 1}

    game = dominion(hand="remodel")
    answer(game, *cards("remodel"))
    assert game.zone("trash") == game.zone("discard", 0) == {}


def test_moneylender_trashes_a_copper_for_three_or_does_nothing(dominion):
    game = answer(dominion(hand="moneylender copper"), *cards("moneylender"))
    assert (game.numbers(0)["coins"], game.zone("trash")) == (3, {"copper": 1})
    game = answer(dominion(hand="moneylender silver"), *cards("moneylender"))
    assert (game.numbers(0)["coins"], game.zone("trash")) == (2, {})


def test_council_room_lets_each_other_player_draw(dominion):
    game = dominion(
        players=3,
        hand="council_room",
        deck="copper copper copper copper copper",
        deck_of_next_player="gold",
        deck_of_previous_player="silver silver",
    )
    answer(game, *cards("council_room"))
    assert game.numbers(0)["buys"] == 2
    assert game.zone("play", 0) == {"copper": 4, "council_room": 1}
    assert [game.zone("hand", seat) for seat in (1, 2)] == [{"gold": 1}, {"silver": 1}]


def test_the_last_curses_go_in_the_order_of_turns(dominion):
    curses = " ".join(["curse"] * 28)
    game = dominion(players=4, hand="witch", discard_of_previous_player=curses)
    answer(game, *cards("witch"))
    assert [game.zone("discard", seat).get("curse", 0) for seat in (1, 2, 3)] == [1, 1, 28]


def test_chapel_trashes_up_to_four_cards(dominion):
    game = dominion(hand="chapel estate estate estate copper copper")
    answer(game, *cards("chapel", "estate", "estate", "estate", "copper"))
    assert game.zone("trash") == {"copper": 1, "estate": 3}
    assert game.numbers(0)["coins"] == 1


def test_workshop_gains_a_card_for_up_to_four_and_leaves_the_buy(dominion):
    game = answer(dominion(hand="workshop copper copper copper"), *cards("workshop"))
    assert "gold" not in offered(game)
    assert "laboratory" not in offered(game)
    answer(game, *cards("smithy"))
    assert "silver" in offered(game)


def test_an_empty_third_pile_ends_the_game_after_the_turn(dominion):
    estates = " ".join(["estate"] * 13)
    game = dominion(supply_without=("curse", "village"), hand="silver", hand_of_next_player=estates)
    assert offered(game)[-1] == "decline"
    answer(game, *cards("estate"))
    assert game.decision is None
    assert game.ending == "three piles are empty"
    assert game.winners() == [1]


def test_all_cards_of_a_player_count_and_fewer_turns_win_a_tie(dominion):
    game = dominion(
        supply_without=("province",),
        hand="duchy",
        discard="province curse",
        discard_of_next_player="province",
        deck_of_next_player="estate estate",
    )
    # The second player has not had a turn.
    answer(game, ("decline",))
    assert [parts["cards"] for parts in game.scores()] == [3 + 6 - 1, 6 + 2]
    assert game.winners() == [1]
