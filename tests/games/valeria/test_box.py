from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from balance.cards.effect_language import Ability
from balance.errors import CardError
from balance.games.valeria.layout import Role
from balance.games.valeria.sheets.box import (
    BoxCard,
    CitizenCard,
    DomainCard,
    DukeCard,
    EventCard,
    MonsterCard,
    StarterCard,
    read_box,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE
from balance.games.valeria.sheets.files import Origin

CITIZENS = "id,name,activation,cost,role,effect_active,effect_inactive,count\n"
MONSTERS = (
    "id,name,area,type,strength,magic,vp,reward,count,extra_first_edition,extra_second_edition\n"
)


def own(folder: Path, sheet: str, text: str) -> Path:
    (folder / sheet).write_text(text, encoding="utf-8")
    return folder


def card(name: str, **edits: object) -> BoxCard:
    """Return a card after changing cells of it."""
    sheet = next(
        sheet
        for sheet in ("citizens", "monsters", "domains", "dukes", "starters", "events")
        if any(known.id == name for known in getattr(read_box(), sheet))
    )
    changes = {f"{sheet}.{name}.{column}": text for column, text in edits.items()}
    return read_box(edits=changes).cards[name]


@pytest.mark.rule("V1.1")
def test_the_box_holds_what_the_inventory_says() -> None:
    box = read_box()
    sheets = (box.citizens, box.monsters, box.domains, box.dukes, box.events)
    assert [len(sheet) for sheet in sheets] == [18, 24, 24, 10, 6]
    assert [sum(card.count for card in sheet) for sheet in sheets] == [108, 48, 24, 10, 6]
    assert {card.count for card in box.citizens} == {6}
    assert {card.count for card in box.monsters} == {1, 2, 3, 4}
    first = [card.count for card in box.starters if "first" in card.editions]
    second = [card.count for card in box.starters if "second" in card.editions]
    assert (sum(first), sum(second)) == (10, 15)


@pytest.mark.rule("V1.9")
def test_there_are_eight_areas_of_six_cards_with_a_boss_each() -> None:
    box = read_box()
    assert box.areas == (
        *("hills", "ruins", "forest", "valley", "mountains", "barrens", "swamp", "cavern"),
    )
    assert set(box.types) == {"minion", "beast", "titan", "boss"}
    for area in box.areas:
        cards = [card for card in box.monsters if card.area == area]
        assert sum(card.count for card in cards) == 6
        assert sum(card.count for card in cards if card.type == "boss") == 1


@pytest.mark.rule("V2.2")
def test_one_card_of_each_area_is_for_five_players() -> None:
    box = read_box()
    for area in box.areas:
        cards = [card for card in box.monsters if card.area == area]
        assert sum(card.extra_first for card in cards) == 1
        assert sum(card.extra_second for card in cards) == 1


@pytest.mark.rule("V17.1")
def test_the_first_games_differ_only_in_the_ruins() -> None:
    box = read_box()
    second, first = (box.setups_by_id[f"first_game_{edition}"] for edition in ("2e", "1e"))
    assert second.citizens == first.citizens
    assert second.monster_stacks["ruins"] == (
        *(("skeleton", 3), ("flaming_skeleton", 1), ("skeleton_king", 1)),
    )
    assert first.monster_stacks["ruins"] == (
        *(("skeleton", 2), ("flaming_skeleton", 2), ("skeleton_king", 1)),
    )
    assert {**first.monster_stacks, "ruins": ()} == {**second.monster_stacks, "ruins": ()}


@pytest.mark.rule("V17.2")
def test_the_themed_set_ups_remove_four_domains() -> None:
    setups = {setup.id: setup for setup in read_box().setups}
    assert len(setups) == 5
    for name in ("all_that_glitters", "mastery_of_magic", "monstrous_blood"):
        assert len(setups[name].remove_domains) == 4
        assert setups[name].edition == "first"
        assert {"peasant", "knight"} < set(setups[name].citizens)


@pytest.mark.rule("V17.3")
def test_the_top_monsters_of_each_set_up_have_strengths_one_to_five() -> None:
    box = read_box()
    for setup in box.setups:
        tops = [min(c.strength for c in box.monsters if c.area == area) for area in setup.areas]
        assert tops == [1, 2, 3, 4, 5]


@pytest.mark.rule("V2.5")
def test_only_peasant_and_knight_have_their_numbers_alone() -> None:
    numbers = [card.numbers for card in read_box().citizens]
    assert {n for n in numbers if numbers.count(n) == 1} == {(5,), (6,)}
    assert len(set(numbers)) == 10


@pytest.mark.rule("V2.1")
def test_a_random_set_up_draws_five_of_all_areas() -> None:
    box = read_box()
    assert box.random_setup.areas_from == box.areas
    assert (box.random_setup.areas_count, box.random_setup.citizens_per_number) == (5, 1)


@pytest.mark.rule("V18.1")
def test_a_card_of_each_kind_is_read_cell_by_cell() -> None:
    cards = read_box().cards
    paladin, queen, palace = cards["paladin"], cards["spider_queen"], cards["palace_of_the_dawn"]
    assert isinstance(paladin, CitizenCard)
    assert (paladin.numbers, paladin.cost, paladin.role) == ((9, 10), 2, Role.HOLY)
    assert LANGUAGE.write(paladin.inactive) == "1 strength -> 3 magic"
    assert isinstance(queen, MonsterCard)
    assert (queen.area, queen.type, queen.count) == ("forest", "boss", 1)
    assert (queen.strength, queen.magic, queen.vp) == (10, 3, 5)
    assert isinstance(palace, DomainCard)
    assert (palace.cost, palace.icons, palace.vp) == (11, (1, 2, 0, 0), 4)
    duke, event = cards["waryn_lord_of_rogues"], cards["bat_swarm"]
    assert isinstance(duke, DukeCard)
    assert [item.values["amount"] for item in duke.scoring] == [1, 2, 1]
    assert isinstance(event, EventCard)
    assert (event.number, event.type, event.strength, event.editions) == (
        *(3, "minion", 6, ("second",)),
    )


@pytest.mark.rule("V5.8")
def test_the_herald_has_no_numbers_but_works_on_doubles_and_on_none() -> None:
    herald = read_box().cards["starter_herald"]
    knight = read_box().cards["starter_knight"]
    assert isinstance(herald, StarterCard)
    assert isinstance(knight, StarterCard)
    assert (herald.numbers, herald.on_doubles, herald.on_none) == ((), True, True)
    assert (knight.numbers, knight.on_doubles, knight.on_none) == ((6,), False, False)
    assert (herald.counts_as_name, knight.counts_as_name) == ("herald", "knight")
    assert knight.editions == ("first", "second")


def test_texts_stand_beside_what_they_were_read_as() -> None:
    monk = read_box().cards["monk"]
    assert dict(monk.texts) == {
        "effect_active": "1 gold + 2 magic",
        "effect_inactive": "1 gold -> 2 magic",
    }


def test_cards_cannot_be_changed() -> None:
    box = read_box()
    with pytest.raises(FrozenInstanceError):
        box.citizens[0].cost = 0  # type: ignore[misc]
    with pytest.raises(TypeError):
        box.cards["monk"].texts["effect_active"] = ""  # type: ignore[index]


def test_edits_change_cells_and_the_digest() -> None:
    knight = card("knight", cost=3)
    assert isinstance(knight, CitizenCard)
    assert knight.cost == 3
    hill = card("halfpenny_hill", ability="action_start: 2 gold", count=" 2 ")
    assert isinstance(hill, DomainCard)
    assert (LANGUAGE.write(hill.abilities), hill.count) == ("action_start: 2 gold", 2)
    digests = {read_box(edits=e).digest for e in ({}, {"citizens.knight.cost": 3})}
    assert len(digests) == 2
    assert read_box(edits={"citizens.knight.cost": 2}).digest == read_box().digest


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("citizens.knight", 3, "expected sheet.id.column"),
        ("citzens.knight.cost", 3, "there is no sheet 'citzens'; expected 'citizens'"),
        ("citizens.knigth.cost", 3, "there is no id 'knigth' in citizens; expected 'knight'"),
        ("citizens.knight.cots", 3, "there is no column 'cots' to change in citizens"),
        ("citizens.knight.id", "king", "there is no column 'id' to change"),
        ("citizens.knight.cost", 2.5, "expected a whole number or a text"),
        ("citizens.knight.cost", True, "expected a whole number or a text"),
        ("citizens.knight.cost", -1, "column cost of knight, as changed: '-1': expected a whole"),
        ("citizens.knight.cost", "", "the cell must not be empty"),
        ("citizens.knight.name", "", "the cell must not be empty"),
        ("citizens.knight.role", "solder", "expected 'soldier', perhaps"),
        ("citizens.knight.activation", "13", "'13' is not a number from 1 to 12"),
        ("citizens.knight.activation", "03. Jul", "it looks like a date"),
        ("citizens.knight.activation", "7-Mar", "unless the column is formatted as text"),
        ("citizens.knight.activation", "0", "'0' is not a number from 1 to 12"),
        ("citizens.knight.activation", "6/6", "twice"),
        ("citizens.knight.effect_active", "now: 1 gold", "fits only the abilities of Domains"),
        ("dukes.reese_the_firebrand.scoring", "", "the cell must not be empty"),
        ("monsters.goblin.reward", "1 gold per monster[area=hils]", "'area=hils' fits no card"),
        ("monsters.goblin.extra_first_edition", 4, "expected a whole number from 0 to 3"),
        ("monsters.goblin.type", "Minion", "expected a lower-case word"),
        ("domains.halfpenny_hill.ability", "1 gold", "does not say when it works"),
        ("citizens.knight.cost", 100, "'100': expected a whole number from 0 to 99"),
        ("monsters.goblin.strength", 100, "expected a whole number from 0 to 99"),
        ("monsters.goblin.magic", 100, "expected a whole number from 0 to 99"),
        ("domains.halfpenny_hill.cost", 100, "expected a whole number from 0 to 99"),
        ("events.mimic.strength", 100, "expected a whole number from 0 to 99"),
        ("events.mimic.magic", 100, "expected a whole number from 0 to 99"),
        ("domains.halfpenny_hill.worker", "three", "expected a whole number from 0"),
        ("dukes.reese_the_firebrand.scoring", "1 gold", "does not score"),
        ("starters.starter_herald.activation", "doubles|five", "is not a number from 1 to 12"),
        ("starters.starter_herald.editions", "third", "expected first, second, or both"),
        ("events.mimic.instruction", "1 gold", "needs an owner"),
        ("events.mimic.activation", "5/6", "'5/6' is not a number from 1 to 12"),
    ],
)
def test_a_wrong_edit_says_what_is_wrong(key: str, value: object, message: str) -> None:
    with pytest.raises(CardError) as caught:
        read_box(edits={key: value})
    assert message in str(caught.value)


@pytest.mark.rule("V18.8")
def test_a_wrong_effect_names_file_line_and_column_and_marks_the_place() -> None:
    with pytest.raises(CardError) as caught:
        card("merchant", effect_active="2 gold | 2 magik")
    assert str(caught.value) == (
        "data/citizens.csv, line 4, column effect_active of merchant, as changed, character 12: "
        "expected gold, strength, magic, vp or any, not 'magik'; did you mean 'magic'?\n"
        "    2 gold | 2 magik\n"
        "               ^"
    )


def test_own_cards_are_added_and_replace_cards_of_the_box(tmp_path: Path) -> None:
    own(
        tmp_path,
        "citizens.csv",
        f"{CITIZENS}knight,Black Knight,6,4,soldier,2 strength,1 strength,6\n"
        "jester,Jester,11/12,2,shadow,1 any,1 gold per namesake[name=jester],6\n",
    )
    own(
        tmp_path,
        "monsters.csv",
        f"{MONSTERS}shark,Shark,sea,fish,4,0,2,1 gold per monster[area=sea & type=fish],6,1,1\n",
    )
    box = read_box([tmp_path])
    ids = [card.id for card in box.citizens]
    assert ids == [*(card.id for card in read_box().citizens), "jester"]
    assert box.cards["knight"].name == "Black Knight"
    assert (box.areas[-1], box.types[-1]) == ("sea", "fish")
    assert box.digest != read_box().digest


def test_each_card_knows_where_it_comes_from(tmp_path: Path) -> None:
    lines = "knight,Knight,6,4,soldier,1 gold,1 gold,6\njester,Jester,3/7,2,shadow,1 any,1 any,6\n"
    own(tmp_path, "citizens.csv", CITIZENS + lines)
    edits = {"citizens.knight.cost": 3, "monsters.goblin.vp": 2}
    cards = read_box([tmp_path], edits).cards
    assert [cards[name].origin for name in ("knight", "jester", "goblin", "monk")] == [
        *(Origin.REPLACED, Origin.OWN, Origin.CHANGED, Origin.PRINTED),
    ]


def test_a_card_may_have_numbers_that_no_printed_one_has(tmp_path: Path) -> None:
    own(tmp_path, "citizens.csv", f"{CITIZENS}jester,Jester,7 / 3,2,shadow,1 any,1 any,6\n")
    jester = read_box([tmp_path]).cards["jester"]
    assert isinstance(jester, CitizenCard)
    assert jester.numbers == (3, 7)


def test_a_column_for_notes_is_the_designers(tmp_path: Path) -> None:
    text = CITIZENS.replace("\n", ",note\n")
    own(tmp_path, "citizens.csv", f"{text}jester,Jester,3,2,shadow,1 any,1 any,6,too dear?\n")
    assert read_box([tmp_path]).cards["jester"].name == "Jester"


def test_all_wrong_cards_are_listed_in_one_error(tmp_path: Path) -> None:
    jesters = [f"jester{n},Jester {n},3,2,clown,1 any,1 any,6\n" for n in range(11)]
    own(tmp_path, "citizens.csv", CITIZENS + "".join(jesters))
    own(tmp_path, "monsters.csv", f"{MONSTERS}eel,Eel,sea,fish,4,0,2,1 glod,6,1,1\n")
    with pytest.raises(CardError) as caught:
        read_box([tmp_path])
    head, first, *_, last = str(caught.value).split("\n")
    assert head == "12 cards are wrong:"
    assert f"{tmp_path.name}/citizens.csv, line 2, column role of jester0: 'clown'" in first
    assert last == "and 2 more"
    own(tmp_path, "citizens.csv", CITIZENS)
    with pytest.raises(CardError, match="line 2, column reward of eel, character 3: expected gold"):
        read_box([tmp_path])


def test_a_later_folder_counts_and_edits_come_last(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for cost, folder in enumerate(folders, start=4):
        folder.mkdir()
        line = f"knight,Knight,6,{cost},soldier,1 gold,1 gold,{cost}\n"
        own(folder, "citizens.csv", CITIZENS + line)
    knight = read_box(folders, {"citizens.knight.count": 9}).cards["knight"]
    assert isinstance(knight, CitizenCard)
    assert (knight.cost, knight.count) == (5, 9)


def test_an_id_that_stands_for_two_cards_is_rejected(tmp_path: Path) -> None:
    own(tmp_path, "citizens.csv", f"{CITIZENS}goblin,Goblin,6,4,soldier,1 gold,1 gold,6\n")
    with pytest.raises(CardError, match="a card of citizens has this id already"):
        read_box([tmp_path])


def test_a_scenario_may_stand_beside_own_sheets(tmp_path: Path) -> None:
    own(tmp_path, "citizens.csv", CITIZENS)
    own(tmp_path, "question.toml", "seed = 1\n")
    assert read_box([tmp_path]).digest == read_box().digest


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("citzens.csv", "no sheet is called 'citzens.csv'; expected 'citizens.csv', perhaps"),
        ("notes.txt", "there is no sheet in it"),
    ],
)
def test_a_folder_without_sheets_is_rejected(tmp_path: Path, name: str, message: str) -> None:
    own(tmp_path, name, CITIZENS)
    with pytest.raises(CardError) as caught:
        read_box([tmp_path])
    assert message in str(caught.value)


def test_a_folder_that_is_not_there_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="there is no such folder"):
        read_box([tmp_path / "cards"])


@pytest.mark.rule("V18.4")
def test_effects_are_tuples_all_the_way_and_can_be_keys() -> None:
    for known in read_box().citizens:
        assert isinstance(known.active, tuple)
        assert all(isinstance(ability, Ability) for ability in known.active)
        assert hash(known.active) == hash(LANGUAGE.parse(known.texts["effect_active"]))
