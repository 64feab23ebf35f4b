"""The sheet of cards: what is in the box, cards of one's own, and every sheet that is rejected."""

from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.dominion.layout import FIRST_OWN, MAX_KINDS, Card, Special, Type
from balance.games.dominion.sheets.files import BASIC, KINGDOM, PRIZE, Change, read_box
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options

HEAD = "id,name,cost,types,plus_cards,plus_actions,plus_coins,treasure_value,vp,special,kind,set\n"


def box(edits=None, cards=None, folder=Path()):
    return read_box(cards, edits or {}, folder)


@pytest.fixture
def own(tmp_path):
    """Read the box with a sheet of one's own."""

    def read(*lines, head=HEAD, edits=None):
        (tmp_path / "mine.csv").write_text(head + "\n".join(lines), encoding="utf-8")
        return box(edits, "mine.csv", tmp_path)

    return read


@pytest.mark.rule("D2.8")
@pytest.mark.parametrize(
    ("line", "edits", "said"),
    [
        ("silver_b,Silver,3,Treasure,,,,2,,,,", {}, "name of silver_b: 'Silver': silver, in "),
        ("x,SILVER\u00a0,3,Treasure,,,,2,,,,", {}, "name of x: 'SILVER': silver, in "),
        ("x,Throne\u00a0Room,3,Action,,,,,,,,", {}, "name of x: 'Throne.*Room': throne_room, in "),
        ("x,Throne_Room,3,Action,,,,,,,,", {}, "has this as its id"),
        ("x,M\u00f6nch,3,Action,,,,,,,,\ny,MO\u0308NCH,3,Action,,,,,,,,", {}, "name already"),
        ("silver,Penny,3,Treasure,,,,2,,,,\nx,Silver,3,Action,,,,,,,,", {}, "this as its id"),
        (
            "copper,Penny,0,Treasure,,,,1,,,,\npenny,Coin,3,Action,,,,,,,,",
            {},
            "name already|as its",
        ),
        ("x,Coin,3,Action,,,,,,,,", {"cards.witch.name": "silver"}, "name of witch, as changed"),
    ],
)
def test_a_name_or_id_of_another_card_is_refused_as_a_name(own, line, edits, said):
    with pytest.raises(CardError, match=said):
        own(line, edits=edits)


# The box


def test_each_card_of_the_box_has_its_kind():
    faces = box().faces
    assert [face.id for face in faces] == [card.name for card in Card]
    assert [face.kind for face in faces] == list(range(FIRST_OWN))
    assert [len(box().of(category)) for category in (BASIC, KINGDOM, PRIZE)] == [7, 42, 5]
    assert not box().own
    sets = [face.card_set for face in box().of(KINGDOM)]
    assert [sets.count(one) for one in ("base1", "cornucopia", "promo")] == [25, 13, 4]


def test_each_special_is_of_one_card():
    specials = [face.special for face in box().faces if face.special]
    assert sorted(specials) == list(Special)[1:]


@pytest.mark.rule("D1.4")
@pytest.mark.rule("D1.5")
@pytest.mark.rule("D1.6")
@pytest.mark.rule("D1.7")
@pytest.mark.parametrize(
    ("card", "copies"),
    [
        ("copper", (46, 46, 39, 32)), ("silver", (40,) * 4), ("gold", (30,) * 4),
        ("estate", (8, 8, 12, 12)), ("duchy", (8, 8, 12, 12)), ("province", (8, 8, 12, 12)),
        ("curse", (10, 10, 20, 30)), ("smithy", (10,) * 4), ("gardens", (8, 8, 12, 12)),
        ("fairgrounds", (8, 8, 12, 12)), ("diadem", (1,) * 4),
    ],
)  # fmt: skip
def test_piles_have_their_size_for_1_to_4_players(card, copies):
    assert tuple(box()[card].copies(players) for players in (1, 2, 3, 4)) == copies


@pytest.mark.rule("D7.1")
def test_nine_cards_are_attacks():
    attacks = {face.id for face in box().faces if face.types & Type.ATTACK}
    assert attacks == {
        "bureaucrat", "militia", "spy", "thief", "witch", "fortune_teller", "jester",
        "young_witch", "followers",
    }  # fmt: skip


def test_a_card_has_the_numbers_of_its_line():
    market = box()["market"]
    assert (market.cost, market.cards, market.actions, market.buys, market.coins) == (5, 1, 1, 1, 1)
    assert box()["horse_traders"].types == Type.ACTION | Type.REACTION
    assert (box()["stash"].worth, box()["province"].points, box()["curse"].points) == (2, 6, -1)


# Edits


def test_cells_can_be_changed():
    changed = box(
        {"cards.smithy.cost": 3, "cards.Market.plus_coins": "2", "cards.moat.special": ""}
    )
    assert changed["smithy"].cost == 3
    assert changed["smithy"].was_cost == 4
    assert changed["market"].coins == 2
    assert changed["moat"].special == Special.NONE
    assert changed["moat"].was_special == Special.MOAT_REACTION
    assert set(changed.changes) == {
        Change("smithy", "cost", "4", "3"),
        Change("market", "plus_coins", "1", "2"),
        Change("moat", "special", "moat_reaction", ""),
    }
    assert not box({"cards.smithy.cost": 4, "cards.smithy.name": "Forge"}).changes


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("cards.smithy", 3, "expected sheet.id.column, such as cards.smithy.cost"),
        ("card.smithy.cost", 3, "there is no sheet 'card'; expected 'cards'"),
        ("cards.smity.cost", 3, "there is no id 'smity' in cards; expected 'smithy', perhaps"),
        ("cards.smithy.price", 3, "there is no column 'price' to change in cards"),
        ("cards.smithy.cost", True, "= true: expected a whole number or a text"),
        ("cards.smithy.cost", -1, "smithy, as changed: '-1': expected a whole number from 0 to 99"),
        ("cards.smithy.cost", "dear", "'dear': expected a whole number from 0 to 99"),
        ("cards.smithy.plus_cards", 100, "expected a whole number from 0 to 99"),
        ("cards.smithy.pile_2p", 0, "expected a whole number from 1 to 60"),
        ("cards.smithy.pile_2p", 61, "expected a whole number from 1 to 60"),
        ("cards.smithy.types", "Aktion", "'Aktion' is no type; expected 'Action', perhaps"),
        ("cards.smithy.types", "Action|Treasure", "as an Action or as a Treasure; expected one"),
        ("cards.smithy.types", "Attack", "only Actions are Attacks or Reactions"),
        ("cards.smithy.types", "Prize", "expected Action, Treasure, Victory or Curse among them"),
        ("cards.smithy.types", "Action|Prize", "the type Prize and the kind prize; expected both"),
        ("cards.smithy.types", "Action|Curse", "there is one Curse, the basic one"),
        ("cards.smithy.types", "Action|", "there is nothing on one side of a"),
        ("cards.smithy.types", "Victory", "column plus_cards.*only Actions give this"),
        ("cards.smithy.kind", "basic", "column kind.*expected one of kingdom, prize"),
        ("cards.smithy.set", "base", "column set.*'base1', perhaps"),
        ("cards.smithy.special", "chapl", "column special.*'chapel', perhaps"),
        ("cards.smithy.special", "stash", "only a card of type Treasure does this"),
        ("cards.smithy.special", "gardens_vp", "only a card of type Victory does this"),
        ("cards.smithy.special", "moat_reaction", "moat_reaction is a Reaction; expected Reaction"),
        ("cards.stash.special", "chapel", "only a card of type Action does this"),
        ("cards.smithy.treasure_value", 2, "only Treasures have a value; expected an empty cell"),
        ("cards.stash.treasure_value", "", "a Treasure has a value; expected its coins"),
        ("cards.stash.plus_buys", 1, "only Actions give this when they are played; expected 0"),
        ("cards.duchy.vp", "", "a Victory card has points or a special; expected its points"),
        ("cards.duchy.vp", 100, "expected a whole number from -99 to 99"),
        ("cards.copper.types", "Action", "the rules need this card as it is; expected Treasure"),
        ("cards.copper.special", "stash", "basic cards have none; expected an empty cell"),
        ("cards.copper.kind", "kingdom", "column kind of copper, as changed"),
    ],
)
def test_what_no_card_can_be_is_one_sentence(key, value, message):
    with pytest.raises(CardError, match=message) as caught:
        box({key: value})
    assert "\n" not in str(caught.value)


# Cards of one's own


def test_a_new_card_follows_those_of_the_box(own):
    read = own("forge,Forge,5,Action|Attack,2,1,,,,witch,,", "park,Park,4,Victory,,,,,2,,,")
    forge, park = read.own
    assert (forge.kind, park.kind) == (FIRST_OWN, FIRST_OWN + 1)
    assert (forge.cards, forge.actions, forge.special) == (2, 1, Special.WITCH)
    assert forge.types == Type.ACTION | Type.ATTACK
    assert (forge.category, forge.card_set) == (KINGDOM, "own")
    assert [park.copies(players) for players in (2, 3, 4)] == [8, 12, 12]
    assert [forge.copies(players) for players in (2, 3, 4)] == [10, 10, 10]
    assert read["park"].points == 2
    assert read.replaced == ()


def test_a_known_id_takes_the_place_of_that_card(own):
    read = own(
        "smithy,Forge,3,Action,2,,,,,,,", "gold,Gold,7,Treasure,,,,4,,,,",
        "crown,Crown,0,Treasure|Prize,,,,3,,,,", "diadem,Hat,0,Treasure|Prize,,,,1,,,,",
    )  # fmt: skip
    assert (read["smithy"].kind, read["smithy"].card_set) == (Card.smithy, "base1")
    assert (read["gold"].worth, read["gold"].copies(3)) == (4, 30)
    assert (read["crown"].category, read["crown"].copies(2)) == (PRIZE, 1)
    assert read["diadem"].special == Special.NONE
    assert set(read.replaced) == {"smithy", "gold", "diadem"}
    assert len(read.faces) == FIRST_OWN + 1


def test_edits_change_cards_of_ones_own(own):
    read = own("forge,Forge,5,Action,3,,,,,,,cornucopia", edits={"cards.forge.cost": 4})
    assert (read["forge"].cost, read["forge"].card_set) == (4, "cornucopia")
    assert read.changes == (Change("forge", "cost", "5", "4"),)


def test_there_is_room_for_eight_new_cards(own):
    lines = [
        f"card{number},Card {number},5,Action,1,,,,,,," for number in range(MAX_KINDS - FIRST_OWN)
    ]
    assert len(own(*lines).faces) == MAX_KINDS == 62
    with pytest.raises(CardError, match="expected at most 8 new cards, but there are 9"):
        own(*lines, "one,One,5,Action,1,,,,,,,")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("forge,Forge,,Action,,,,,,,,", "line 2, column cost of forge: '': the cell must not be"),
        ("Forge,Forge,3,Action,,,,,,,,", "expected a lower-case word such as 'forge'"),
        ("forge,Forge,3,Action,,,,,,,basic,", "column kind of forge.*expected one of kingdom"),
        ("forge,Forge,3,Curse,,,,,-2,,,", "there is one Curse, the basic one"),
        ("forge,Forge,3,Treasure,,,,,,,,", "a Treasure has a value"),
        ("estate,Forge,3,Action,,,,,,,,", "the rules need this card as it is; expected Victory"),
        ("forge,Forge,3", "3 cells, but there are 12 columns"),
        ("", "there are no cards in it; expected a line for each card"),
    ],
)
def test_a_line_that_is_no_card_is_rejected(own, line, message):
    with pytest.raises(CardError, match=message):
        own(line)


def test_columns_are_checked(own):
    with pytest.raises(CardError, match="line 1: there is no column 'price'; expected 'cost', per"):
        own("forge,Forge,3,Action", head="id,name,price,types\n")
    read = own("forge,Forge,3,Action,jpg", head="id,name,cost,types,art\n")
    assert [note for note in read.notes if "art" in note]
    with pytest.raises(CardError, match="line 1: the column 'cost' is missing"):
        own("forge,Forge,Action", head="id,name,types\n")
    assert own("forge;Forge;3;Action", head="id;name;cost;types\n")["forge"].cost == 3


def test_the_file_must_be_there(tmp_path):
    with pytest.raises(CardError, match="a path starts from the scenario's folder"):
        box(cards="mine.csv", folder=tmp_path)
    with pytest.raises(CardError, match="there is no such folder"):
        box(cards="mine", folder=tmp_path)


def test_a_kingdom_may_have_cards_of_ones_own(own, tmp_path):
    own("forge,Forge,5,Action|Attack,2,1,,,,young_witch,,", "smithy,Forge II,3,Action,2,,,,,,,")
    options = Options(kingdom=("forge", "smithy"), bane="moat", cards="mine.csv")
    game_table = build_table(options, 2, {}, tmp_path)
    assert list(game_table.array[0]["pool"][:2]) == [Card.smithy, FIRST_OWN]
    assert game_table.array[0]["bane"] == Card.moat
    assert game_table.cards[8].id == "smithy"
    assert {piece.id for piece in game_table.cards[7:]} == {"smithy", "forge", "moat"}
    drawn = build_table(Options(kingdom="random", cards="mine.csv", sets=("own", "base1")), 2, {},
                      tmp_path)  # fmt: skip
    assert drawn.array[0]["num_pool"] == 26
