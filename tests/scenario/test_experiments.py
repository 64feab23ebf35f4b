"""The arms of designed experiments: which there are, and what is refused in a sentence."""

import pytest

from balance.error_messages import checked
from balance.errors import ScenarioError
from balance.scenario.experiments import (
    BAN,
    BY_LOT,
    COMPENSATION,
    CONTROL,
    GIFT,
    HANDICAPPED,
    SUPPLY,
    SURCHARGE,
    UNCHOSEN,
    arms_of,
    check_designs,
    known_designs,
)
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare


def variant_of(**keys):
    values = {"name": "valeria", "game": "valeria", "players": 3, "bots": "greedy"} | keys
    return prepare(checked(Scenario, values, "test.toml")).cells[0]


@pytest.fixture(scope="module")
def variant():
    return variant_of()


@pytest.fixture(scope="module")
def cards(variant):
    wanted = {"knight", "goblin", "grimmwater_keep"}
    return tuple(piece for piece in variant.match.game_table.cards if piece.id in wanted)


def kinds(arms):
    return {kind: [arm for arm in arms if arm.kind == kind] for kind in {a.kind for a in arms}}


def test_all_is_all_that_the_game_knows(variant, cards):
    found = kinds(arms_of(variant, ["all"], cards))
    assert set(found) == {BAN, GIFT, SURCHARGE, SUPPLY, BY_LOT, UNCHOSEN, COMPENSATION, CONTROL}
    assert [arm.subject for arm in found[BAN]] == [card.id for card in cards]
    prices = [arm.amount for arm in found[SURCHARGE] if arm.subject == "goblin"]
    assert prices == [-1, 1, 2]  # its strength is 1: no price falls below 0
    assert len({arm.name for arms in found.values() for arm in arms}) == sum(
        map(len, found.values())
    )


def test_an_asymmetric_arm_rotates_its_handicap_over_all_seats(variant, cards):
    for arm in arms_of(variant, ["ban", "gift", "surcharge"], cards):
        lineup = arm.match.lineup
        assert arm.is_asymmetric
        assert lineup.rotations == 3
        assert lineup.seats.count(HANDICAPPED) == 1
        assert lineup.entries[0].bot == lineup.entries[1].bot
        assert arm.match.seed == variant.match.seed


def test_a_symmetric_arm_changes_the_table_for_all(variant, cards):
    *arms, control = arms_of(variant, ["supply", "compensation"], cards)
    assert (control.kind, control.match) == (CONTROL, variant.match)
    assert not control.is_asymmetric
    for arm in arms:
        assert not arm.is_asymmetric
        assert arm.match.lineup == variant.match.lineup
        assert arm.match.game_table.digest != variant.match.game_table.digest


def test_compensation_goes_to_one_seat(variant):
    *arms, control = arms_of(variant, ["compensation"], ())
    assert control.kind == CONTROL
    assert {(arm.subject, arm.amount) for arm in arms} == {
        (str(seat), amount) for seat in range(3) for amount in (1, 3)
    }
    (arm,) = [arm for arm in arms if (arm.subject, arm.amount) == ("1", 3)]
    extra = arm.match.game_table.array[0]["extra"]
    assert extra[1, 0] == 3
    assert extra.sum() == 3


def test_designs_that_a_game_does_not_have_are_refused(pig_set_up, variant):
    pig = pig_set_up().cells[0]
    assert known_designs(pig.match) == ()
    with pytest.raises(ScenarioError, match=r"designs: Pig .*'ban'.* no experiments"):
        check_designs(pig, ["ban"])
    with pytest.raises(ScenarioError, match=r"designs: Pig .*'all'"):
        check_designs(pig, ["all"])
    without = variant_of(table={"dukes": "none"})
    with pytest.raises(ScenarioError, match=r"'objectives'.*ban, gift, price, surcharge"):
        check_designs(without, ["objectives"])
    assert "objectives" in known_designs(variant.match)


def test_one_bot_must_have_all_seats():
    mixed = variant_of(players=None, bots=["greedy", "random"])
    with pytest.raises(ScenarioError, match=r"needs one bot in all seats.*greedy, random"):
        check_designs(mixed, ["ban"])


def test_who_plays_alone_has_nobody_to_be_compared_with():
    solo = variant_of(players=1)
    with pytest.raises(ScenarioError, match="needs 2 or more"):
        check_designs(solo, ["gift"])


def test_a_scenario_names_its_designs():
    with pytest.raises(ScenarioError, match=r"designs.*'buy'"):
        variant_of(designs=["buy"])
