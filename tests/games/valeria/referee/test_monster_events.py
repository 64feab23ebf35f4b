"""Monster Events (V14): instructions, markers, slaying, and how spaces are covered."""

import random
from pathlib import Path

import pytest

from tests.games.valeria.referee.deals import EXHAUSTED, Wishes, random_deal
from tests.games.valeria.referee.grammar import parse
from tests.games.valeria.referee.staged import DATA, DOMAINS, Staged, altered

GOBLIN, VALLEY, ARCHERS, DOMAIN = 0, 3, 8, 15
PLAIN = (EXHAUSTED,) * 6


def reveal(game: Staged, number: int, event: str) -> None:
    """Let an event lie on a stack that has no cards."""
    space = game.table.spaces()[number]
    space.cards.clear()
    space.cover = game.table.sheets.event(event)


def staged(event: str, *rolls: tuple[int, int], exhausted: tuple[str, ...] = PLAIN) -> Staged:
    """A game in which this event lies where the Archers were."""
    game = Staged(*rolls, exhausted=exhausted)
    reveal(game, ARCHERS, event)
    return game


def empty(game: Staged, *numbers: int) -> None:
    """Take the cards off some stacks but one."""
    for number in numbers:
        del game.table.spaces()[number].cards[1:]


def test_a_deal_has_an_event_for_each_player_upon_the_exhausted_cards() -> None:
    # V14.2
    wishes = Wishes(monster_events=True, events=("mimic", "sorcerer", "bat_swarm"))
    deal = random_deal(DATA, random.Random(1), 2, "second", wishes)
    assert set(deal.exhausted[:2]) < {"mimic", "sorcerer", "bat_swarm"}
    assert deal.exhausted[2:] == (EXHAUSTED,) * 4
    assert len(random_deal(DATA, random.Random(1), 5, "second", wishes=Wishes()).exhausted) == 0


def test_bat_swarm_makes_a_monster_dearer() -> None:
    # E69 (V14.4, V14.5, V14.7, R8)
    game = staged("bat_swarm", (2, 3))
    assert game.to("mark") == {("mark", number) for number in (*range(5), ARCHERS)}
    game.answer("mark", ("mark", GOBLIN))
    assert game.asked()[0] == "harvest"
    assert game.referee.summary()["markers"] == {GOBLIN: [(0, 1, 0), *[(0, 0, 0)] * 4]}
    assert game.referee.summary()["events"] == {ARCHERS: "bat_swarm"}
    game.give(0, strength=1)
    assert ("slay", GOBLIN) not in game.to("action")
    game.answer("action", ("gain", "strength"))
    game.answer("action", ("slay", GOBLIN))
    assert game.goods(0) == (1, 0, 0, 0)


def test_the_marking_event_may_mark_itself() -> None:
    # V14.5, R8
    game = staged("bat_swarm", (2, 3))
    game.to("mark")
    game.answer("mark", ("mark", ARCHERS))
    assert game.referee.summary()["markers"] == {ARCHERS: [(0, 1, 0)]}


@pytest.mark.parametrize("roll", [(6, 6), (2, 4), (6, 1)])
def test_an_event_happens_once(roll: tuple[int, int]) -> None:
    # E70 (V14.4, V14.6, R29)
    game = staged("kobold_thieves", roll)
    for seat, gold in enumerate((2, 1, 0)):
        game.give(seat, gold=gold)
    game.to("harvest")
    assert [game.goods(seat)[0] for seat in range(3)] == [1, 0, 0]


def test_an_event_that_is_not_rolled_does_nothing() -> None:
    # V14.4
    game = staged("kobold_thieves", (1, 4))
    game.give(1, gold=2)
    game.to("harvest")
    assert game.goods(1)[0] == 2


def test_final_dice_count_and_the_active_player_orders_the_events() -> None:
    # V4.8, V14.4
    game = Staged((4, 3), exhausted=PLAIN)
    game.give(0, "palace_of_the_dawn", magic=1, strength=1)
    reveal(game, ARCHERS, "bat_swarm")
    reveal(game, GOBLIN, "giant_leech")
    reveal(game, DOMAIN, "sorcerer")
    game.to("dice")
    game.answer("dice", ("use", "palace_of_the_dawn", 0, 1))
    assert game.table.dice == [4, 2]
    assert game.choices() == {("event", GOBLIN), ("event", DOMAIN)}
    game.answer("event", ("event", DOMAIN))
    assert game.asked() == ("harvest", 0)
    assert game.goods(0) == (0, 0, 0, 0)


def test_gold_markers_are_a_bounty() -> None:
    # E71 (V14.8)
    game = Staged(exhausted=PLAIN)
    game.table.monsters[VALLEY].cards[0].markers |= {"gold": 2, "magic": 1}
    game.give(0, strength=4, magic=0)
    assert ("slay", VALLEY) not in game.to("action")
    game.answer("action", ("gain", "magic"))
    game.answer("action", ("slay", VALLEY))
    assert game.goods(0) == (2, 0, 2, 0)
    assert "markers" not in game.referee.summary()
    assert set(game.table.players[0].pile[0].markers.values()) == {0}


def test_a_slain_event_counts_itself_and_its_space_is_covered_from_below() -> None:
    # E72 (V14.10, V14.11)
    game = staged("bat_swarm", exhausted=("mimic", *PLAIN))
    game.give(0, "goblin*4", strength=6)
    exhausted = game.table.exhausted()
    game.to("action")
    game.answer("action", ("slay", ARCHERS))
    assert game.goods(0) == (5, 0, 0, 0)
    assert game.table.spaces()[ARCHERS].cover == EXHAUSTED
    assert game.table.exhausted() == exhausted
    assert game.table.exhausted_stack == ["mimic", *PLAIN[1:]]
    assert game.referee.summary()["exhausted_stack"] == 6


def test_an_event_may_be_the_bottom_card_then_the_space_stays_bare() -> None:
    # V14.11, V14.13
    game = staged("bat_swarm", (4, 4), exhausted=("mimic",))
    game.give(0, strength=7)
    empty(game, GOBLIN)
    game.to("action")
    game.answer("action", ("slay", ARCHERS), ("slay", GOBLIN))
    assert game.referee.summary()["events"] == {GOBLIN: "mimic"}
    assert game.table.spaces()[ARCHERS].cover == "bare"


def test_with_several_empty_spaces_the_active_player_chooses() -> None:
    # V14.3: the Orc Warrior takes the last Archer
    game = Staged(exhausted=("mimic", "sorcerer", *PLAIN))
    game.table.monsters[4].cards = [game.table.sheets.monster("orc_warrior")]
    empty(game, 9)
    game.give(0, strength=9)
    game.to("action")
    game.answer("action", ("slay", 4))
    game.answer("take", ("take", 4))
    assert game.choices() == {("cover", 4), ("cover", 9)}
    game.answer("cover", ("cover", 9))
    assert game.referee.summary()["events"] == {4: "sorcerer", 9: "mimic"}
    assert game.asked() == ("action", 0)


def test_spaces_are_covered_when_all_that_an_action_caused_is_finished(tmp_path: Path) -> None:
    # V8.1: not when the ability triggered by the first Citizen is, and by the active player
    now = "now: take citizen[name=knight] + take citizen[name=archer]"
    free = {"halfpenny_hill": {"cost": "0", "worker": "0", "ability": now}}
    sheets = altered(tmp_path, "domains.csv", free)
    game = Staged(sheets=sheets, exhausted=("mimic", "sorcerer", *PLAIN))
    game.table.domains[4].cards *= 2
    empty(game, ARCHERS, 10)
    game.give(1, "forgotten_sorrows")
    game.to_turn(1)
    game.to("action", 1)
    game.answer("action", ("build", 4), seat=1)
    assert game.asked() == ("cover", 1)
    assert game.choices() == {("cover", ARCHERS), ("cover", 10)}


def test_an_empty_space_waits_until_there_are_exhausted_cards_again() -> None:
    # V8.1, V8.2, V8.4
    game = Staged(exhausted=(EXHAUSTED,), domains=("watcher_on_the_water", *DOMAINS[1:]))
    game.table.domains[0].cards *= 2
    empty(game, GOBLIN, 1)
    game.give(0, "knight*2", strength=3)
    game.to("action")
    game.answer("action", ("slay", GOBLIN), ("slay", 1))
    covers = [game.table.monsters[column].cover for column in (0, 1)]
    assert covers == [EXHAUSTED, ""]
    game.to_turn(3)
    game.give(0, gold=6, strength=0, magic=0)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    game.answer("return", ("return", "goblin"))
    covers = [game.table.monsters[column].cover for column in (0, 1)]
    assert covers == ["", EXHAUSTED]


def test_a_returned_card_sends_the_event_back_without_its_markers() -> None:
    # V14.13 (R10)
    game = Staged(exhausted=PLAIN, domains=("watcher_on_the_water", *DOMAINS[1:]))
    game.table.domains[0].cards *= 2
    reveal(game, VALLEY, "mimic")
    game.table.events()[VALLEY].markers["gold"] = 2
    game.give(0, "knight*2 troll bat_swarm", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))  # R31: no choice, as an event cannot be returned
    assert game.table.events() == {}
    assert game.table.exhausted_stack == ["mimic", *PLAIN]
    game.table.monsters[VALLEY].cards.clear()
    game.answer("action", ("gain", "gold"))
    assert game.table.events()[VALLEY].markers["gold"] == 0


def test_a_space_that_got_a_card_back_is_covered_from_above_again() -> None:
    # V14.11: the event that was slain here is forgotten
    game = Staged(exhausted=("mimic", *PLAIN), domains=("watcher_on_the_water", *DOMAINS[1:]))
    game.table.domains[0].cards *= 2
    game.table.monsters[VALLEY].cards.clear()
    game.table.monsters[VALLEY].from_bottom = True
    game.give(0, "knight*2 troll", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    game.table.monsters[VALLEY].cards.clear()
    game.answer("action", ("gain", "gold"))
    assert game.referee.summary()["events"] == {VALLEY: "mimic"}


def test_markers_stay_with_their_card_under_a_returned_one() -> None:
    # V14.9 (R11)
    game = Staged(exhausted=PLAIN, domains=("watcher_on_the_water", *DOMAINS[1:]))
    game.table.monsters[VALLEY].cards[0].markers["strength"] = 1
    game.give(0, "knight*2 troll", gold=6)
    game.to("action")
    game.answer("action", ("build", 0))
    game.answer("option", ("option", 0))
    markers = game.referee.summary()["markers"][VALLEY]
    assert markers[:2] == [(0, 0, 0), (0, 1, 0)]


def test_a_robbed_event_counts_as_a_monster() -> None:
    # V14.10
    game = Staged(exhausted=PLAIN, domains=("purloiners_perch", *DOMAINS[1:]))
    game.give(0, "rogue*2", gold=10)
    game.give(1, "mimic")
    game.to("action")
    game.answer("action", ("build", 0))
    assert [card.id for card in game.table.players[0].pile] == ["mimic"]


@pytest.mark.parametrize("marked", [False, True])
def test_a_discount_comes_off_the_price_with_its_markers(tmp_path: Path, marked: bool) -> None:
    # E85 (V7.5, V14.7)
    ability = {"halfpenny_hill": {"ability": "always: discount slay 1 strength"}}
    game = Staged(sheets=altered(tmp_path, "domains.csv", ability), exhausted=PLAIN)
    game.table.monsters[GOBLIN].cards[0].markers["strength"] = int(marked)
    game.give(0, "halfpenny_hill", magic=9)
    assert (("slay", GOBLIN) in game.to("action")) != marked
    game.answer("action", ("gain", "strength"), ("slay", GOBLIN))
    assert game.goods(0)[1] == 1 - marked


def test_a_citizen_may_mark_and_then_the_active_player_chooses(tmp_path: Path) -> None:
    # V14.5: own card, without Monster Events
    cells = {"effect_inactive": "mark 2 gold on monster", "effect_active": "1 gold"}
    game = Staged((4, 3), sheets=altered(tmp_path, "citizens.csv", {"archer": cells}))
    game.give(1, "archer")
    game.to("harvest", 1)
    game.answer("harvest", ("use", "archer", 0), seat=1)
    game.answer("mark", ("mark", VALLEY), seat=0)
    assert game.referee.summary()["markers"][VALLEY][0] == (2, 0, 0)


def test_a_space_emptied_in_the_harvest_is_covered_at_once(tmp_path: Path) -> None:
    # V8.1
    cells = {"effect_inactive": "take citizen[name=knight]", "effect_active": "1 gold"}
    sheets = altered(tmp_path, "citizens.csv", {"archer": cells})
    game = Staged((4, 3), sheets=sheets, exhausted=("mimic", *PLAIN))
    empty(game, 10)
    game.give(1, "archer")
    game.to("harvest", 1)
    game.answer("harvest", ("use", "archer", 0), seat=1)
    assert game.referee.summary()["events"] == {10: "mimic"}


@pytest.mark.parametrize(
    ("ability", "question"),
    [
        ("roll: die - 1 + take citizen[name=knight]", "dice"),
        ("any_doubles: take citizen[name=knight]", "dice"),
        ("action_start: take citizen[name=knight]", "action"),
        ("action_end: take citizen[name=knight]", "harvest"),
    ],
)
def test_a_space_emptied_outside_an_action_is_covered_at_once(
    tmp_path: Path, ability: str, question: str
) -> None:
    # V8.1: before anything else is asked, also where the dice could be changed once more
    sheets = altered(tmp_path, "domains.csv", {"halfpenny_hill": {"ability": ability}})
    game = Staged((4, 4), sheets=sheets, exhausted=("mimic", *PLAIN))
    empty(game, 10)
    game.give(0, "halfpenny_hill palace_of_the_dawn")
    assert game.asked()[0] == "dice"
    while not game.table.players[0].citizens:
        uses = sorted(choice for choice in game.choices() if "halfpenny_hill" in choice)
        if uses:
            game.answer("dice", uses[0])
        elif game.asked()[0] == "action":
            game.answer("action", ("gain", "gold"))
        else:
            game.referee.choose(("done",))
    assert game.asked()[0] == question
    assert game.referee.summary()["events"] == {10: "mimic"}


@pytest.mark.parametrize("text", ["mark 1 vp on monster", "mark 1 any on monster", "mark 1 gold"])
def test_what_cannot_be_marked_is_rejected(text: str) -> None:
    # V18.8
    with pytest.raises(ValueError, match=r"V18"):
        parse(text)
