"""Worked examples of the rules (W2 to W60), played by the referee."""

import pytest

from tests.games.dominion.referee.promos import walled_villages
from tests.games.dominion.referee.scoring import score_parts, why_over, winners
from tests.games.dominion.referee.staged import BOX, Staged, cards
from tests.games.dominion.referee.table import Player, take
from tests.games.dominion.referee.turns import build_table, turn


def staged_score(owned: str) -> dict[str, int]:
    staged = Staged(owned, pile="")
    return score_parts(staged.table, staged.me)


def test_w2_village_smithy_woodcutter():
    staged = Staged("village smithy", "E woodcutter 2C")
    assert staged.play("village").counters() == (2, 1, 0)
    assert staged.play("smithy").counters() == (1, 1, 0)
    assert staged.play("woodcutter").counters() == (0, 2, 2)
    staged.has("E 2C")


def test_w7_and_w8_no_shuffle_before_a_card_is_needed():
    staged = Staged("E 4C", "2E 3C", supply={"militia": 10})
    staged.turn(staged.me, "all", "militia")
    staged.has("2E 3C", pile="", discarded="4C E militia")
    assert not staged.table.happened["shuffle"]
    staged.turn(staged.me, "all", "S")
    assert staged.table.happened["shuffle"] == 1
    assert (len(staged.me.hand), len(staged.me.pile), staged.me.discarded) == (5, 7, [])


def test_w10_supply():
    kingdom = ["gardens", *(name for name in BOX if BOX[name].kind == "kingdom")][:10]
    table = build_table(BOX, kingdom, None, (), 3, lambda seat, unknown: "copper")
    piles = table.supply
    assert [piles[name] for name in cards("C S G E D P X")] == [39, 40, 30, 12, 12, 12, 20]
    assert piles["gardens"] == 12
    assert [piles[name] for name in kingdom[1:]] == [10] * 9
    assert len(piles) == 17


def test_w11_and_w12_the_end():
    staged = Staged("P", supply={"curse": 0, "village": 0, "estate": 1})
    assert why_over(staged.table, 4, 200) == ""
    staged.table.supply["estate"] = 0
    assert why_over(staged.table, 4, 200) == "piles"
    staged.table.supply["province"] = 0
    assert why_over(staged.table, 4, 200) == "provinces"


def test_w13_and_w14_who_wins():
    assert winners([30, 30], [15, 14]) == [1]
    assert winners([30, 30], [15, 15]) == [0, 1]


def test_w15_to_w17_scores():
    assert sum(staged_score("7C 4S 3G 3E 2D 4P 2X 3gardens 2smithy").values()) == 40
    assert staged_score("37C 2gardens")["Gardens"] == 6
    assert staged_score("C S G E D P X 3fairgrounds smithy village")["Fairgrounds"] == 12


def test_w18_split_draw():
    staged = Staged("smithy", "2C", "4E").play("smithy")
    staged.has("2C E", discarded="", in_play="smithy")
    assert staged.me.pile == [None] * 3


def test_w19_not_enough_cards():
    staged = Staged("laboratory", "C").play("laboratory")
    staged.has("C")
    assert staged.counters() == (1, 1, 0)


def test_w20_cellar_shuffles_its_discards_in():
    staged = Staged("cellar 2E 2C", "", "S", drawn="S E").play("cellar", "E", "E", "nothing")
    staged.has("2C S E", discarded="")
    assert staged.me.unknown["estate"] == 1
    assert staged.counters()[0] == 1


def test_w21_chancellor():
    staged = Staged("chancellor", "4C", "3E").play("chancellor", 1)
    staged.has("", pile="", discarded="4C 3E")
    assert staged.counters() == (0, 1, 2)


def test_w22_throne_room_counts_actions():
    assert Staged("throne_room market").play("throne_room").counters() == (2, 3, 2)


def test_w23_throne_room_on_throne_room():
    staged = Staged("2throne_room smithy militia", others=["3C 2E"])
    staged.play("throne_room", "throne_room", "smithy", "C", "C")
    staged.has("6C", in_play="2throne_room smithy militia")
    staged.has("C 2E", player=1)
    assert staged.counters() == (0, 1, 4)


def test_w24_throne_room_on_feast():
    staged = Staged("throne_room feast").play("throne_room", "D", "market")
    staged.has("", in_play="throne_room", discarded="D market")
    assert staged.table.trash == ["feast"]


def test_w27_moat():
    staged = Staged("witch", others=["moat 4C", "5C"], supply={"curse": 5})
    staged.play("witch", "moat")
    staged.has("2C")
    staged.has("moat 4C", player=1, discarded="")
    staged.has("5C", player=2, discarded="X")
    assert staged.table.supply["curse"] == 4


def test_w28_last_curses_in_turn_order():
    staged = Staged("witch", others=["5C"] * 3, supply={"curse": 2}).play("witch")
    assert [player.discarded for player in staged.others] == [["curse"], ["curse"], []]


def test_w29_militia_and_small_hands():
    staged = Staged("militia", others=["C S E"]).play("militia")
    staged.has("C S E", player=1)
    assert staged.counters()[2] == 2


def test_w30_and_w31_bureaucrat():
    staged = Staged("bureaucrat", "", others=["E P 2C S", "3C S X"], piles=["", ""])
    staged.play("bureaucrat", "E")
    staged.has("", pile="S")
    staged.has("P 2C S", player=1, pile="E")
    staged.has("3C S X", player=2, pile="")
    assert staged.table.supply["silver"] == 39


def test_w32_spy():
    staged = Staged("spy", "C E S", piles=["G C"]).play("spy", 1, 1)
    staged.has("C", discarded="E", pile="S")
    staged.has("5C", player=1, discarded="G", pile="C")
    assert staged.counters()[0] == 1


def test_w33_thief_two_treasures():
    staged = Staged("thief", piles=["S C E"]).play("thief", "S", "S")
    staged.has("", discarded="S")
    staged.has("5C", player=1, discarded="C")
    assert not staged.table.trash


def test_w34_thief_with_one_card_left():
    staged = Staged("thief", piles=["C"], drawn="G")
    staged.others[0].discarded = cards("G E")
    staged.play("thief", "G", "nothing")
    staged.has("5C", player=1, discarded="C")
    assert +staged.others[0].unknown == {"estate": 1}
    assert staged.table.trash == ["gold"]


def test_w35_library():
    staged = Staged("library 2C E village", "smithy S militia C X P").play("library", 1, 1)
    staged.has("3C E village S X", discarded="smithy militia", pile="P")


def test_w36_adventurer():
    staged = Staged("adventurer", "E smithy S", "2E").play("adventurer")
    staged.has("S", pile="", discarded="3E smithy")


def test_w37_mine():
    staged = Staged("mine 4C").play("mine", "S").treasures("all")
    assert staged.counters()[2] == 5
    assert staged.table.trash == ["copper"]


def test_w38_remodel():
    staged = Staged("remodel G").play("remodel", "P")
    staged.has("", discarded="P")
    Staged("remodel").play("remodel").has("", discarded="")


def test_w39_moneylender():
    assert Staged("moneylender E").play("moneylender").counters()[2] == 0
    staged = Staged("moneylender 2C").play("moneylender")
    staged.has("C")
    assert staged.counters()[2] == 3


def test_w40_council_room():
    staged = Staged("council_room", others=["moat", "5C"]).play("council_room")
    staged.has("4C")
    staged.has("moat C", player=1)
    staged.has("6C", player=2)
    assert staged.counters()[1] == 2


def test_w41_hamlet():
    staged = Staged("hamlet 2E", "C").play("hamlet", "E", "E")
    staged.has("C", discarded="2E")
    assert staged.counters() == (2, 2, 0)


@pytest.mark.parametrize(("hand", "drawn"), [("C S E G", 3), ("", 3), ("2C", 1)])
def test_w42_menagerie(hand, drawn):
    staged = Staged(f"menagerie {hand}").play("menagerie")
    assert len(staged.me.hand) == len(cards(hand)) + drawn
    assert staged.counters()[0] == 1


def test_w43_harvest():
    staged = Staged("harvest", "C S C E G").play("harvest")
    staged.has("", discarded="2C S E", pile="G")
    assert staged.counters()[2] == 3


def test_w44_hunting_party_finds_nothing():
    staged = Staged("hunting_party C S", "E C E", "S").play("hunting_party")
    staged.has("C S E", discarded="C E S", pile="")


def test_w45_farming_village():
    staged = Staged("farming_village", "E P X smithy C").play("farming_village")
    staged.has("smithy", discarded="E P X", pile="C")
    assert staged.counters()[0] == 2


def test_w46_fortune_teller():
    staged = Staged("fortune_teller", piles=["C S X E"]).play("fortune_teller")
    staged.has("5C", player=1, discarded="C S", pile="X E")
    assert staged.counters()[2] == 2


def test_w47_two_horse_traders_against_followers():
    staged = Staged("followers", others=["2horse_traders 3C"], piles=["E S D"])
    staged.play("followers", "horse_traders", "horse_traders")
    staged.has("3C", player=1, discarded="X", waiting="2horse_traders")
    turning = turn(staged.table, staged.others[0], 0)
    next(turning)  # until the first question of that turn
    staged.has("2horse_traders 3C E S", player=1, waiting="")


@pytest.mark.parametrize(
    ("mine", "theirs", "answers", "expected"),
    [
        ("", "", (), ("E", (1, 1, 1))),
        ("", "P", (1,), ("", (1, 1, 0))),
        ("P", "", (1, "princess"), ("princess", (1, 1, 1))),
        ("P", "P", (1, 1, "D"), ("", (1, 1, 0))),
    ],
)
def test_w48_tournament(mine, theirs, answers, expected):
    staged = Staged(f"tournament {mine}", "E C", others=[f"4C {theirs}"])
    staged.table.prizes = ["princess", "followers"]
    staged.play("tournament", *answers)
    staged.has(expected[0])
    assert staged.counters() == expected[1]
    if len(answers) == 3:
        staged.has("", pile="D E C", discarded="P")


def test_w49_diadem():
    staged = Staged("diadem")
    staged.table.actions = 2
    assert staged.treasures("diadem").counters()[2] == 4
    assert Staged("diadem").treasures("all").counters()[2] == 3


@pytest.mark.parametrize(("gained", "stays"), [("duchy", False), ("market", True)])
def test_w50_horn_of_plenty(gained, stays):
    staged = Staged("horn_of_plenty")
    staged.me.in_play = cards("village smithy 2C S")
    staged.treasures("horn_of_plenty", gained)
    assert ("horn_of_plenty" in staged.me.in_play) == stays
    assert staged.table.trash == ([] if stays else ["horn_of_plenty"])
    assert staged.me.discarded == [gained]


def test_w51_princess_and_remake():
    staged = Staged("princess remake C E")
    staged.play("princess")
    staged.table.actions = 1
    staged.play("remake", "C", "S", "village")
    staged.has("", discarded="S village")


def test_w52_remake_without_a_target():
    staged = Staged("remake E C").play("remake", "E", "S")
    staged.has("", discarded="S")


@pytest.mark.parametrize("answers", [("moat", "C", "C"), ("nothing", "C", "C", 1)])
def test_w53_young_witch_with_moat_as_bane(answers):
    staged = Staged("young_witch S E", others=["moat 2C S E"], bane="moat")
    staged.play("young_witch", *answers)
    staged.has("S E", discarded="2C")
    staged.has("moat 2C S E", player=1, discarded="")


def test_w54_jester():
    staged = Staged("2jester", others=["5C"] * 2, piles=["E C", "G X"])
    staged.play("jester", 0)
    staged.has("jester", discarded="G")
    staged.has("5C", player=1, discarded="E X")
    staged.has("5C", player=2, discarded="G")
    staged.play("jester", 1, 1)
    staged.has("", discarded="G")
    staged.has("5C", player=1, discarded="E X 2C")
    staged.has("5C", player=2, discarded="G 2X")


def test_w55_trusty_steed():
    staged = Staged("trusty_steed", "2C 4E", supply={"silver": 3}).play("trusty_steed", "ad")
    staged.has("2C", discarded="3S 4E", pile="")


def test_w56_envoy():
    staged = Staged("envoy", "G S 2C E").play("envoy", "G")
    staged.has("S 2C E", discarded="G")


def test_w57_walled_village():
    for in_play, answers in (("walled_village smithy 2C", (1,)), ("walled_village 2smithy", ())):
        staged = Staged()
        staged.me.in_play = cards(in_play)
        staged.go(walled_villages(staged.table, staged.me), *answers)
        assert ("walled_village" in staged.me.in_play) != bool(answers)
        assert (staged.me.pile[0] == "walled_village") == bool(answers)


def test_w58_black_market():
    staged = Staged("black_market 3C S", market="witch moat hamlet militia thief")
    staged.play("black_market", "all", "witch", "moat")
    assert staged.counters() == (0, 1, 2)
    staged.has("", discarded="witch", in_play="black_market 3C S")
    assert staged.table.market == ["militia", "thief", "moat", "hamlet"]


def test_w59_stash():
    staged = Staged("", "", "2stash 7C")
    staged.go(taken(staged, staged.me), 0, 0)
    assert staged.me.hand == ["stash"]
    assert staged.me.pile == ["stash", *[None] * 7]


def taken(staged: Staged, player: Player):
    card = yield from take(staged.table, player)
    player.hand.append(str(card))


def test_w60_no_treasure_after_a_buy():
    staged = Staged("2G C")
    staged.turn(staged.me, "G", "nothing", "village")
    assert staged.asked == ["treasure", "treasure", "buy"]
