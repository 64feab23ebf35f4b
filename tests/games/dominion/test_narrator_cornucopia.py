"""Cornucopia, the prizes and the promotional cards in sentences."""

import pytest

from balance.games.dominion.layout import Phase
from tests.games.dominion.narrating import NarratedTable, narrated_table


@pytest.mark.rule("W41")
def test_a_hamlet() -> None:
    game = narrated_table("hamlet", "hamlet 2E", "C")
    game.choose("hamlet")
    assert game.describe()[:2] == ["discard nothing for an action", "discard Copper for an action"]
    assert game.choose("E") == ["  red gets +1 Action and discards Estate."]
    assert game.describe()[:2] == ["discard nothing for a buy", "discard Copper for a buy"]
    assert game.choose("E") == ["  red gets +1 Buy and discards Estate."]


@pytest.mark.rule("W48")
def test_a_tournament() -> None:
    game = narrated_table("tournament", "tournament P", "C", "P")
    game.choose("tournament")
    assert game.describe() == ["reveal no Province", "reveal a Province"]
    assert game.choose("yes", "yes") == [
        "  red reveals a Province.",
        "  blue reveals a Province.",
        "  red discards Province.",
    ]
    assert game.describe()[:2] == ["gain Duchy", "gain Bag of Gold"]
    assert game.choose("followers") == ["  red gains Followers onto the draw pile."]
    game = narrated_table("tournament", "tournament P", "C")
    assert game.choose("tournament", "no") == [
        "  red plays Tournament: +1 Action.",
        "  red gets +1 coin and draws Copper.",
    ]


def test_a_tournament_after_the_last_prize() -> None:
    game = narrated_table("tournament", "tournament P", "C", "P")
    state = game.table.state
    state.piles[state.kinds[state.num_supply : state.num_kinds]] = 0
    state.num_prizes = 0
    game.choose("tournament", "yes", "no")
    assert game.describe() == ["gain Duchy", "gain no prize"]
    assert game.choose("nothing")[0] == "  red finds no prize left."


@pytest.mark.rule("W53")
def test_a_young_witch_and_a_bane() -> None:
    game = narrated_table("young_witch", "young_witch", "2C", "cellar", bane="cellar")
    assert game.choose("young_witch") == [
        "  red plays Young Witch.",
        "  red draws 2 Copper.",
        "  red discards 2 Copper.",
    ]
    assert game.describe() == ["reveal no Bane card", "reveal a Bane card"]
    assert game.choose("yes") == ["  blue reveals a Bane card."]
    game = narrated_table("young_witch", "young_witch", "2C", "cellar", bane="cellar")
    assert game.choose("young_witch", "no")[-1] == "  blue gains Curse."


@pytest.mark.rule("W54")
@pytest.mark.parametrize(
    ("card", "choice", "lines"),
    [
        ("G", "self", ["blue puts Gold on the discard pile", "red gains Gold"]),
        ("C", "victim", ["blue puts Copper on the discard pile", "blue gains Copper"]),
        ("E", "", ["blue puts Estate on the discard pile and gains Curse"]),
    ],
)
def test_a_jester(card: str, choice: str, lines: list[str]) -> None:
    game = narrated_table("jester", "jester")
    game.table.give(1, deck=card)
    said = game.choose("jester")
    if choice:
        name = {"G": "Gold", "C": "Copper"}[card]
        assert game.describe() == [f"gain a copy of {name}", f"let blue gain a copy of {name}"]
        said += game.choose(choice)
    assert said[2:] == [f"  {line}." for line in lines]


@pytest.mark.rule("W55")
@pytest.mark.rule("W21")
def test_draw_piles_that_are_put_into_the_discard_pile_are_not_looked_at() -> None:
    game = narrated_table("tournament", "trusty_steed", "C S G E D")
    game.choose("trusty_steed")
    assert "+2 Cards and 4 Silvers" in game.describe()
    assert game.choose("cards silvers") == [
        "  red chooses +2 Cards and 4 Silvers: draws Copper, Silver.",
        "  red gains 4 Silver and puts the draw pile into the discard pile.",
    ]
    game = narrated_table("chancellor", "chancellor", "C S")
    game.choose("chancellor")
    assert game.describe() == ["keep the draw pile", "put the draw pile into the discard pile"]
    assert game.choose("yes") == ["  red puts the draw pile into the discard pile."]
    assert narrated_table("chancellor", "chancellor", "C").choose("chancellor", "no") == [
        "  red plays Chancellor: +2 coins.",
        "  red keeps the draw pile.",
    ]


@pytest.mark.rule("W56")
def test_an_envoy() -> None:
    game = narrated_table("envoy", "envoy", "G S C C E")
    assert game.choose("envoy") == ["  red plays Envoy: reveals 2 Copper, Silver, Gold, Estate."]
    assert game.describe()[0] == "let red discard Copper"
    assert game.choose("G") == [
        "  blue lets red discard Gold.",
        "  red draws 2 Copper, Silver, Estate and puts Gold on the discard pile.",
    ]


@pytest.mark.rule("W57")
def test_a_walled_village() -> None:
    def game() -> NarratedTable:
        return narrated_table("walled_village", "E", "5C", phase=Phase.BUY, play="walled_village")

    assert game().choose("nothing", "yes") == [
        "  red buys nothing.",
        "  red puts Walled Village onto the draw pile.",
        "  red draws 4 Copper, Walled Village for the next turn.",
    ]
    walled = game()
    walled.choose("nothing")
    assert walled.describe() == ["discard Walled Village", "put Walled Village onto the draw pile"]
    assert walled.choose("no")[0] == "  red discards Walled Village."


@pytest.mark.rule("W58")
def test_a_black_market() -> None:
    game = narrated_table("black_market", "black_market 3C S")
    game.table.set_market("witch village hamlet cellar")
    assert game.choose("black_market", "all") == [
        "  red plays Black Market: +2 coins.",
        "  The Black Market shows Witch, Village, Hamlet.",
        "  red plays 3 Copper, Silver: +5 coins.",
    ]
    assert game.describe() == ["buy nothing", "buy Witch", "buy Village", "buy Hamlet"]
    assert game.choose("witch") == ["  red buys Witch for 5 coins."]
    assert game.describe()[0] == "put Village under the Black Market deck"
    assert game.choose("village") == ["  red puts Village under the Black Market deck."]


@pytest.mark.rule("W59")
def test_stashes() -> None:
    game = narrated_table("stash smithy", "smithy", discard="2stash 7C")
    assert game.choose("smithy") == ["  red plays Smithy: shuffles."]
    assert game.describe()[:2] == [
        "Stash on top of the draw pile", "Stash below 1 card of the draw pile"
    ]  # fmt: skip
    assert game.choose("0", "1") == [
        "  red puts Stash on top of the draw pile.",
        "  red puts Stash below 1 card of the draw pile.",
        "  red draws Copper, 2 Stash.",
    ]


@pytest.mark.rule("W50")
def test_a_horn_of_plenty() -> None:
    kingdom, play_ = "horn_of_plenty village smithy", "village smithy 2C S"
    game = narrated_table(kingdom, "horn_of_plenty 2C", play=play_)
    assert game.choose("all", "horn_of_plenty", "D") == [
        "  red plays 2 Copper: +2 coins.",
        "  red plays Horn of Plenty.",
        "  red trashes Horn of Plenty and gains Duchy.",
    ]
