from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from balance.games.valeria.narrate.card_text import describe_card, describe_cards
from balance.games.valeria.sheets.box import (
    BoxCard,
    CitizenCard,
    DomainCard,
    DukeCard,
    EventCard,
    read_box,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from balance.games.valeria.sheets.files import Origin
from tests.games.valeria.expressions import (
    abilities,
    effects,
    in_some_texts,
    instructions,
    scorings,
)

BOX = read_box()


def domain(ability: str) -> str:
    """Return the words of a Domain with this ability."""
    box = read_box(edits={"domains.halfpenny_hill.ability": ability})
    return describe_card(box.cards["halfpenny_hill"]).removeprefix("Halfpenny Hill, ")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "monk",
            "Monk, on your turn: take 1 gold and 2 magic. "
            "On another's turn: may pay 1 gold for 2 magic.",
        ),
        ("knight", "Knight, on any turn: take 1 strength."),
        (
            "thief",
            "Thief, on your turn: either steal up to 3 gold from another player, or steal up to "
            "3 magic from another player. On another's turn: take 2 gold or 2 magic.",
        ),
        (
            "spider_queen",
            "Spider Queen, when slain: either take 2 gold for each Monster of the forest in your "
            "victory pile, or take any Citizen from the grid and then take 1 victory point.",
        ),
        (
            "the_desert_orchid",
            "The Desert Orchid, once in each of your Roll Phases: may pay 1 gold for each holy "
            "Citizen you have to set a die to 1.",
        ),
        (
            "palace_of_the_dawn",
            "Palace of the Dawn, once in each of your Roll Phases: may lower a die by 1.",
        ),
        (
            "watcher_on_the_water",
            "Watcher on the Water, when built: may return one of your Monsters to the grid for 3 "
            "victory points.",
        ),
        (
            "hrothgar_the_conqueror",
            "Hrothgar the Conqueror, at the end of the game: score 2 victory points for each "
            "Monster in your victory pile, 1 victory point for each titan Monster in your victory "
            "pile and 1 victory point for every 4 resources you have.",
        ),
        (
            "starter_herald",
            "Starter Herald, on any turn, on doubles and if none of your other cards is "
            "activated: take 1 resource of your choice.",
        ),
        (
            "mimic",
            "Mimic, when a die or the sum of both shows 5: put 1 gold in markers on a Monster. "
            "When slain: take 5 gold.",
        ),
    ],
)
def test_a_card_of_each_kind_is_said_in_words(name: str, words: str) -> None:
    assert describe_card(read_box().cards[name]) == words


@pytest.mark.rule("V18.4")
@pytest.mark.rule("V18.5")
@pytest.mark.rule("V18.6")
@pytest.mark.parametrize(
    ("ability", "words"),
    [
        (
            "action_start: 1 gold | 1 strength ; any_doubles: 1 magic",
            "at the start of your Action Phase: take 1 gold or 1 strength. Whenever anybody's "
            "dice show doubles: take 1 magic.",
        ),
        (
            "always: discount slay 1 strength + discount recruit 2 gold + ignore plus",
            "always: pay 1 strength less to slay, pay 2 gold less to recruit and recruit without "
            "paying more for cards of the same name.",
        ),
        (
            "now: take citizen[cost>=3] | 4 any",
            "when built: either take any Citizen that costs at least 3 from the grid, or take 4 "
            "of one resource of your choice.",
        ),
        (
            "action_end: 1 gold + return citizen -> 1 vp + may recruit",
            "at the end of your Action Phase: may pay 1 gold and then return one of your Citizens "
            "to the grid to take 1 victory point and then recruit a Citizen at full cost, if you "
            "like.",
        ),
        (
            "roll: 1 gold -> die + 2 | die = 3 + 1 vp",
            "once in each of your Roll Phases: either may pay 1 gold to raise a die by 2, or may "
            "set a die to 3 and then take 1 victory point.",
        ),
        (
            "on_slay: 1 gold per domain -> 2 gold",
            "whenever you slay a Monster in your Action Phase: may pay 1 gold for each Domain you "
            "have to take 2 gold.",
        ),
        (
            "on_gain_citizen: lose 1 any + all lose 2 any + all lose 1 any",
            "whenever you gain a Citizen in your Action Phase: lose up to 1 resource of your "
            "choice and then make every player lose up to 2 of one resource of their choice and "
            "then make every player lose up to 1 resource of their choice.",
        ),
        (
            "now: rob monster + return monster + may slay + may build",
            "when built: take a random Monster from another player's victory pile and then return "
            "one of your Monsters to the grid and then slay a Monster at full cost, if you like "
            "and then build a Domain at full cost, if you like.",
        ),
        (
            "now: 1 gold per citizen[name=knight & cost>=1 & cost<=4] + 1 vp per icon[role=holy]",
            "when built: take 1 gold for each Knight that costs at least 1 and at most 4 you have "
            "and 1 victory point for each holy icon you have.",
        ),
        (
            "now: take citizen[name=knight] + 1 gold per monster[name=goblin]",
            "when built: take a Knight from the grid and then take 1 gold for each Goblin in your "
            "victory pile.",
        ),
        (
            "now: 1 gold per monster[area=hills & type=boss] + 1 gold per namesake[name=knight]",
            "when built: take 1 gold for each boss Monster of the hills in your victory pile and "
            "1 gold for each Knight you have, Starters included.",
        ),
        ("now: mark 2 gold on monster", "when built: put 2 gold in markers on a Monster."),
        ("always: discount build 1 gold", "always: pay 1 gold less to build."),
        (
            "now: 1 gold -> 1 magic | 2 vp",
            "when built: either may pay 1 gold for 1 magic, or take 2 victory points.",
        ),
    ],
)
def test_every_construct_of_the_grammar_has_words(ability: str, words: str) -> None:
    assert domain(ability) == words


def test_two_abilities_of_a_side_are_said_apart() -> None:
    box = read_box(edits={"citizens.monk.effect_active": "1 gold ; 1 magic"})
    assert "take 1 gold; and apart from that take 1 magic." in describe_card(box.cards["monk"])


def test_every_card_of_the_box_is_a_sentence_with_its_name() -> None:
    for card in read_box().cards.values():
        words = describe_card(card)
        assert words.startswith(f"{card.name}, ")
        assert words.endswith(".")
        assert "{" not in words
        assert "None" not in words


def test_what_is_no_card_of_the_box_has_no_words() -> None:
    with pytest.raises(TypeError, match="not a card of the box"):
        describe_card(BoxCard("x", "X", {}, 1, Origin.PRINTED))


def check_sentences(words: str, name: str) -> None:
    assert words.startswith(f"{name}, ")
    assert words.endswith(".")
    for unsaid in ("{", "None", ": .", "  ", " ,", " .", "_", "->", "|", "[", "Op."):
        assert unsaid not in words


@pytest.mark.rule("V18.2")
@in_some_texts
@given(abilities)
def test_whatever_a_domain_can_do_has_words(text: str) -> None:
    card = BOX.cards["halfpenny_hill"]
    assert isinstance(card, DomainCard)
    read = LANGUAGE.parse(text)
    words = describe_card(replace(card, abilities=read))
    check_sentences(words, card.name)
    assert words.count(": ") == len(read)


@pytest.mark.rule("V18.2")
@in_some_texts
@given(effects, scorings, instructions)
def test_whatever_the_other_cards_can_do_has_words(
    effect: str, scoring: str, instruction: str
) -> None:
    citizen, duke, event = (BOX.cards[name] for name in ("monk", "waryn_lord_of_rogues", "mimic"))
    assert isinstance(citizen, CitizenCard)
    assert isinstance(duke, DukeCard)
    assert isinstance(event, EventCard)
    read = LANGUAGE.parse(effect)
    check_sentences(describe_card(replace(citizen, active=read)), citizen.name)
    check_sentences(describe_card(replace(citizen, active=read, inactive=read)), citizen.name)
    check_sentences(
        describe_card(replace(duke, scoring=LANGUAGE.parse(scoring)[0].items)), duke.name
    )
    changed = replace(event, instruction=LANGUAGE.parse(instruction), reward=read)
    check_sentences(describe_card(changed), event.name)


OWN = {
    "citizens": "id,name,activation,cost,role,effect_active,effect_inactive,count\n"
    "ferryman,Ferryman,3/7,4,worker,2 gold,1 gold,6\n"
    "knight,Black Knight,6,3,soldier,2 strength,1 strength,6\n",
    "monsters": "id,name,area,type,strength,magic,vp,reward,count,extra_first_edition,"
    "extra_second_edition\n"
    "siren,Siren,far_coast,sea_titan,4,1,1,"
    "1 gold per monster[area=far_coast & type=sea_titan],1,0,0\n",
    "domains": "id,name,cost,worker,soldier,shadow,holy,vp,ability,count\n"
    "mint,The Mint,0,1,0,2,0,3,action_end: 2 gold -> 1 vp,1\n"
    "shed,A Shed,5,0,0,0,1,0,now: 1 gold,2\n",
    "dukes": "id,name,scoring,count\nmarta,Marta,2 vp per 3 resources,1\n",
    "starters": "id,name,activation,counts_as_name,effect_active,effect_inactive,editions,count\n"
    "fool,Fool,7,jester,1 any,1 any,second,5\n",
    "events": "id,name,activation,instruction,type,strength,magic,vp,reward,editions,count\n"
    "flood,Flood,7,all lose 1 gold,minion,0,0,2,2 any,second,1\n",
}


@pytest.mark.parametrize(
    ("in_play", "line"),
    [
        (
            "ferryman",
            "Ferryman (own Citizen: worker, activated by 3 and 7, costs 4 gold, 6 copies), on your "
            "turn: take 2 gold. On another's turn: take 1 gold.",
        ),
        (
            "knight",
            "Black Knight (replaces the printed Citizen: soldier, activated by 6, costs 3 gold, "
            "6 copies), on your turn: take 2 strength. On another's turn: take 1 strength.",
        ),
        (
            "",
            "Siren (own Monster of the far coast, not in this set-up: sea titan, costs 4 strength "
            "and 1 magic, 1 victory point, 1 copy), when slain: take 1 gold for each sea titan "
            "Monster of the far coast in your victory pile.",
        ),
        (
            "mint",
            "The Mint (own Domain: costs nothing, needs 1 worker and 2 shadow Citizens, 3 victory "
            "points, 1 copy), at the end of your Action Phase: may pay 2 gold for 1 victory point.",
        ),
        (
            "shed",
            "A Shed (own Domain: costs 5 gold, needs 1 holy Citizen, 0 victory points, 2 copies), "
            "when built: take 1 gold.",
        ),
        (
            "marta",
            "Marta (own Duke: 1 copy), at the end of the game: score 2 victory points for every 3 "
            "resources you have.",
        ),
        (
            "fool",
            "Fool (own Starter: activated by 7, counts as Jester by name, 5 copies), on any turn: "
            "take 1 resource of your choice.",
        ),
        (
            "",
            "Flood (own Monster Event, not in this set-up: minion, costs nothing, 2 victory "
            "points, 1 copy), when a die or the sum of both shows 7: make every player lose up to "
            "1 gold. When slain: take 2 of one resource of your choice.",
        ),
    ],
)
def test_a_card_of_ones_own_is_said_with_the_numbers_on_it(
    tmp_path: Path, in_play: str, line: str
) -> None:
    for sheet, text in OWN.items():
        (tmp_path / f"{sheet}.csv").write_text(text, encoding="utf-8")
    assert line in describe_cards(read_box([tmp_path]), {in_play})


def test_own_replaced_and_changed_cards_come_before_the_printed_ones_in_play(
    tmp_path: Path,
) -> None:
    (tmp_path / "citizens.csv").write_text(OWN["citizens"], encoding="utf-8")
    box = read_box([tmp_path], {"dukes.reese_the_firebrand.scoring": "1 vp"})
    lines = describe_cards(box, {"monk", "ferryman", "knight", "goblin"})
    assert [line.partition(":")[0].partition(",")[0] for line in lines] == [
        "Black Knight (replaces the printed Citizen",
        "Ferryman (own Citizen",
        "Reese the Firebrand (changed Duke",
        "Monk (Citizen",
        "Goblin (Monster of the hills",
    ]
