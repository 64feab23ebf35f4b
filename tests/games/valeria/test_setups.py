from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.valeria.sheets.box import read_box

OWN = """
[[setup]]
id = "mine"
name = "Mine"
edition = "second"
areas = ["hills", "ruins", "forest", "valley", "cavern"]
citizens = ["cleric", "knight"]
remove_domains = ["halfpenny_hill"]
players = [2, 3]

[setup.monster_stacks]
hills = ["goblin x 4", "goblin_king x 1"]
"""


def write(folder: Path, text: str) -> Path:
    (folder / "setups.toml").write_text(text, encoding="utf-8")
    return folder


def test_own_set_ups_are_added(tmp_path: Path) -> None:
    box = read_box([write(tmp_path, OWN)])
    assert [setup.id for setup in box.setups][-1] == "mine"
    mine = box.setups_by_id["mine"]
    assert mine.monster_stacks == {"hills": (("goblin", 4), ("goblin_king", 1))}
    assert (mine.players, mine.remove_domains) == ((2, 3), ("halfpenny_hill",))
    assert box.random_setup == read_box().random_setup
    assert box.digest != read_box().digest


def test_an_own_set_up_with_a_known_id_replaces_that_one(tmp_path: Path) -> None:
    box = read_box([write(tmp_path, OWN.replace('"mine"', '"monstrous_blood"'))])
    assert len(box.setups) == len(read_box().setups)
    assert box.setups_by_id["monstrous_blood"].name == "Mine"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"cavern"', '"cavren"', "setup mine, areas: 'cavren' is not there; expected 'cavern'"),
        ('"cavern"', '"hills"', "setup mine, areas: 'hills' is there twice"),
        ('"knight"', '"knigth"', "setup mine, citizens: 'knigth' is not there"),
        ('"knight"', "6", "setup mine, citizens: 6 stands there; expected ids in quotes"),
        ('"halfpenny_hill"', '"hill"', "setup mine, remove_domains: 'hill' is not there"),
        ('"goblin x 4"', '"goblin"', "monster_stacks.hills: 'goblin' stands there; expected such"),
        ('"goblin x 4"', '"goblin x 0"', "expected such as 'goblin x 3'"),
        ('"goblin x 4"', '"troll x 1"', "monster_stacks.hills: 'troll' is not there"),
        ('["goblin x 4", "goblin_king x 1"]', "4", "monster_stacks.hills: 4 stands there"),
        ("hills = [", "swamp = [", "setup mine, monster_stacks: 'swamp' is not there"),
        ('"second"', '"third"', "setup mine, edition: 'third'; expected 'first' or 'second'"),
        ("[2, 3]", "[2, 6]", "setup mine, players: 6; expected whole numbers from 1 to 5"),
        ("[2, 3]", "2", "setup mine, players: 2 stands there; expected a list"),
        ("players", "player", "there is no 'player'; expected 'players', perhaps"),
        ('name = "Mine"', "", "setup mine: 'name' is missing"),
        ("[[setup]]", "[setup]", "expected [[setup]], with two brackets"),
        ("[[setup]]", "[[setups]]", "there is no 'setups'; expected 'setup', perhaps"),
        ("[[setup]]", "[[setup]", "this is not TOML"),
        ("[[setup]]", "[random_setup]\n[[setup]]", "random_setup: 'areas_from' is missing"),
        ("[[setup]]", "random_setup = 1\n[[setup]]", "expected [random_setup], with one bracket"),
    ],
)
def test_a_wrong_set_up_is_named_with_what_may_stand_there(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    assert before in OWN
    with pytest.raises(CardError) as caught:
        read_box([write(tmp_path, OWN.replace(before, after, 1))])
    assert message in str(caught.value)


def test_one_id_for_two_set_ups_of_a_file_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="setup mine: this id is there twice"):
        read_box([write(tmp_path, OWN + OWN)])
