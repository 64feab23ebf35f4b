import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import balance.games.valeria.sheets.effect_grammar as grammar
from balance.cards.effect_language import Ability, Item, Trade
from balance.cards.effect_reader import LanguageError
from balance.games.valeria.layout import Good, Op, Role
from balance.games.valeria.sheets.effect_grammar import ANY, LANGUAGE, Cards, Resources
from tests.games.valeria.expressions import (
    TIMINGS,
    abilities,
    effects,
    in_some_texts,
    instructions,
    loose,
    scorings,
    tight,
)
from tests.games.valeria.own_cards import (
    OWN_ABILITIES,
    OWN_HARVESTS,
    OWN_INSTRUCTIONS,
    OWN_REWARDS,
)

DATA = Path(grammar.__file__).parents[1] / "data"
EFFECTS = ("effect_active", "effect_inactive", "reward", "ability", "scoring", "instruction")


def printed_effects() -> list[str]:
    """Return every effect text of the sheets."""
    texts = []
    for path in sorted(DATA.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                texts += [row[column] for column in EFFECTS if column in row]
    return texts


# Those of the sheets, and those of the cards made up for tests.
ALL_EFFECTS = sorted(
    {*printed_effects(), *OWN_ABILITIES, *OWN_HARVESTS, *OWN_REWARDS, *OWN_INSTRUCTIONS}
)


def gain(amount: int, good: int, per: Cards | Resources | None = None) -> Item:
    return Item(Op.GAIN, {"amount": amount, "good": good, "per": per})


def trade(*gains: Item, pays: tuple[Item, ...] = ()) -> Trade:
    return Trade(pays, gains, exchange=bool(pays))


def what_is_wrong(text: str) -> LanguageError | None:
    try:
        LANGUAGE.parse(text)
    except LanguageError as error:
        return error
    return None


def only_item(text: str) -> Item:
    (ability,) = LANGUAGE.parse(text)
    (item,) = ability.items
    return item


# V18.7, line by line; the last four are cards that are not in the box.
EXAMPLES = {
    "2 gold | 2 magic": (Ability("", (trade(gain(2, Good.GOLD)), trade(gain(2, Good.MAGIC)))),),
    "1 gold -> 2 magic": (Ability("", (trade(gain(2, Good.MAGIC), pays=(gain(1, Good.GOLD),)),)),),
    "1 gold + 1 gold per domain": (
        Ability("", (trade(gain(1, Good.GOLD), gain(1, Good.GOLD, Cards("domain"))),)),
    ),
    "1 strength per namesake[name=knight]": (
        Ability("", (trade(gain(1, Good.STRENGTH, Cards("namesake", name="knight"))),)),
    ),
    "roll: 1 gold per citizen[role=holy] -> die = 1": (
        Ability(
            "roll",
            (
                trade(
                    Item(Op.DIE_SET, {"amount": 1}),
                    pays=(gain(1, Good.GOLD, Cards("citizen", role=Role.HOLY)),),
                ),
            ),
        ),
    ),
    "now: 3 strength + take citizen[role=soldier & cost<=2]": (
        Ability(
            "now",
            (
                trade(
                    gain(3, Good.STRENGTH),
                    Item(Op.TAKE, {"cards": Cards("citizen", role=Role.SOLDIER, cost_high=2)}),
                ),
            ),
        ),
    ),
    "2 vp per monster + 1 vp per monster[type=titan] + 1 vp per 4 resources": (
        Ability(
            "",
            (
                trade(
                    gain(2, Good.VP, Cards("monster")),
                    gain(1, Good.VP, Cards("monster", type="titan")),
                    gain(1, Good.VP, Resources(4)),
                ),
            ),
        ),
    ),
    "action_end: 2 gold -> 1 vp": (
        Ability("action_end", (trade(gain(1, Good.VP), pays=(gain(2, Good.GOLD),)),)),
    ),
    "action_start: 1 gold | 1 strength ; any_doubles: 1 magic": (
        Ability("action_start", (trade(gain(1, Good.GOLD)), trade(gain(1, Good.STRENGTH)))),
        Ability("any_doubles", (trade(gain(1, Good.MAGIC)),)),
    ),
    "always: discount slay 1 strength": (
        Ability("always", (trade(Item(Op.DISCOUNT_SLAY, {"amount": 1, "good": Good.STRENGTH})),)),
    ),
    "now: 3 gold + may build": (Ability("now", (trade(gain(3, Good.GOLD), Item(Op.MAY_BUILD)),)),),
    "now: take citizen[cost>=3] | 4 any": (
        Ability(
            "now",
            (
                trade(Item(Op.TAKE, {"cards": Cards("citizen", cost_low=3)})),
                trade(gain(4, ANY)),
            ),
        ),
    ),
}


def test_there_are_effects_on_the_sheets() -> None:
    assert len(printed_effects()) == 18 * 2 + 24 + 24 + 10 + 3 * 2 + 6 * 2


@pytest.mark.rule("V18.1")
@pytest.mark.parametrize("text", ALL_EFFECTS)
def test_every_effect_of_a_card_is_read_and_written_back_the_same(text: str) -> None:
    assert LANGUAGE.write(LANGUAGE.parse(text)) == text


def test_every_effect_is_used_by_a_card() -> None:
    read = [LANGUAGE.parse(text) for text in ALL_EFFECTS]
    used = {item.op for abilities in read for ability in abilities for item in ability.items}
    assert used == set(Op) == set(grammar.EFFECTS)


@pytest.mark.rule("V18.7")
@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_grammar_mean_what_they_say(text: str) -> None:
    assert LANGUAGE.parse(text) == EXAMPLES[text]
    assert LANGUAGE.write(EXAMPLES[text]) == text


@pytest.mark.rule("V18.5")
@pytest.mark.parametrize(
    ("text", "op", "values"),
    [
        ("take citizen", Op.TAKE, {"cards": Cards("citizen")}),
        ("steal 3 any", Op.STEAL, {"amount": 3, "good": ANY}),
        ("rob monster", Op.ROB, {}),
        ("return monster", Op.RETURN_MONSTER, {}),
        ("return citizen", Op.RETURN_CITIZEN, {}),
        ("may slay", Op.MAY_SLAY, {}),
        ("may build", Op.MAY_BUILD, {}),
        ("may recruit", Op.MAY_RECRUIT, {}),
        ("lose 1 gold", Op.LOSE, {"amount": 1, "good": Good.GOLD}),
        ("all lose 2 vp", Op.ALL_LOSE, {"amount": 2, "good": Good.VP}),
        ("mark 1 magic on monster", Op.MARK, {"amount": 1, "good": Good.MAGIC}),
        ("die = 6", Op.DIE_SET, {"amount": 6}),
        ("die - 1", Op.DIE_LOWER, {"amount": 1}),
        ("die + 1", Op.DIE_RAISE, {"amount": 1}),
        ("ignore plus", Op.IGNORE_PLUS, {}),
        ("discount slay 2 magic", Op.DISCOUNT_SLAY, {"amount": 2, "good": Good.MAGIC}),
        ("discount build 1 gold", Op.DISCOUNT_BUILD, {"amount": 1, "good": Good.GOLD}),
        ("discount recruit 1 gold", Op.DISCOUNT_RECRUIT, {"amount": 1, "good": Good.GOLD}),
    ],
)
def test_each_verb_is_read_and_written(text: str, op: Op, values: dict[str, object]) -> None:
    item = only_item(text)
    assert item == Item(op, values)
    assert LANGUAGE.write_item(item) == text


@pytest.mark.rule("V18.4")
@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("citizen", Cards("citizen")),
        ("citizen[role=worker]", Cards("citizen", role=Role.WORKER)),
        ("citizen[name=knight]", Cards("citizen", name="knight")),
        ("citizen[cost>=2 & cost<=3]", Cards("citizen", cost_low=2, cost_high=3)),
        ("namesake[name=herald]", Cards("namesake", name="herald")),
        ("domain", Cards("domain")),
        ("monster", Cards("monster")),
        ("monster[area=hills]", Cards("monster", area="hills")),
        ("monster[type=titan]", Cards("monster", type="titan")),
        ("monster[area=hills & type=boss]", Cards("monster", area="hills", type="boss")),
        ("monster[name=mimic]", Cards("monster", name="mimic")),
        ("icon[role=shadow]", Cards("icon", role=Role.SHADOW)),
        ("3 resources", Resources(3)),
    ],
)
def test_each_set_is_read_and_written(text: str, per: Cards | Resources) -> None:
    item = only_item(f"2 gold per {text}")
    assert item == gain(2, Good.GOLD, per)
    assert LANGUAGE.write_item(item) == f"2 gold per {text}"


@pytest.mark.rule("V18.2")
def test_spaces_are_free() -> None:
    tight = "roll:1gold per citizen[role=holy&cost<=2]->die=1|die+1"
    assert LANGUAGE.write(LANGUAGE.parse(tight)) == (
        "roll: 1 gold per citizen[role=holy & cost<=2] -> die = 1 | die + 1"
    )


@pytest.mark.rule("V18.2")
def test_both_binds_tighter_than_or() -> None:
    (ability,) = LANGUAGE.parse("2 gold per monster[area=forest] | take citizen + 1 vp")
    assert [len(option.gains) for option in ability.trades] == [1, 2]


@pytest.mark.rule("V18.2")
def test_the_plus_of_a_die_is_not_the_plus_of_both() -> None:
    (ability,) = LANGUAGE.parse("roll: 1 gold + die + 1 + 2 magic")
    assert [item.op for item in ability.items] == [Op.GAIN, Op.DIE_RAISE, Op.GAIN]


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize(
    ("text", "position", "meant"),
    [
        ("2 gold per citzen", 11, "citizen"),
        ("2 glod", 2, "gold"),
        ("take citizen[rol=worker]", 13, "role"),
        ("take citizen[role=wroker]", 18, "worker"),
        ("nwo: 1 gold", 0, "now"),
        ("steel 3 gold", 0, "steal"),
        ("1 gold per 2 resource", 13, "resources"),
    ],
)
def test_a_slip_is_marked_and_the_word_that_was_meant_is_named(
    text: str, position: int, meant: str
) -> None:
    with pytest.raises(LanguageError, match=f"did you mean '{meant}'") as caught:
        LANGUAGE.parse(text)
    assert caught.value.position == position


@pytest.mark.rule("V18.2")
@pytest.mark.parametrize(
    "text",
    [
        *("", "gold", "0 gold", "-1 gold", "1.5 gold", "1000 gold", "1 gold +", "1 gold 1 magic"),
        *("1 gold | ", "1 gold ; ; 1 gold", "1 gold -> 1 magic -> 1 vp", "-> 1 gold", "1 GOLD"),
        *("take monster", "may gain", "die 6", "die = 0", "mark 1 gold", "now 1 gold"),
        *("1 gold per icon", "1 gold per namesake", "1 gold per 0 resources", "later: 1 gold"),
        *("1 gold per citizen[]", "1 gold per citizen[role=worker", "1 gold per citizen[cost=2]"),
        *(
            "1 gold per citizen[role=worker & role=holy]",
            "rob monster[area=hills]",
            "now: : 1 gold",
        ),
    ],
)
def test_what_is_not_of_the_grammar_is_rejected(text: str) -> None:
    with pytest.raises(LanguageError):
        LANGUAGE.parse(text)


@pytest.mark.rule("V18.2")
@in_some_texts
@given(st.one_of(effects, abilities, scorings, instructions))
def test_whatever_the_grammar_can_say_is_read_and_written_back_the_same(text: str) -> None:
    read = LANGUAGE.parse(text)
    assert LANGUAGE.write(read) == text
    assert LANGUAGE.parse(tight(text)) == LANGUAGE.parse(loose(text)) == read


_PIECES = (
    *("2", "0", "gold", "any", "per", "citizen", "[", "]", "role", "=", "worker", "cost", "<="),
    *("&", "take", "steal", "may", "build", "die", "+", "->", "|", ";", ":", "x", "$"),
    *("discount", "all", "lose", "mark", "on", "monster", "resources", "icon", *TIMINGS),
)


@pytest.mark.rule("V18.2")
@in_some_texts
@given(st.lists(st.sampled_from(_PIECES), max_size=8).map(" ".join))
def test_any_other_text_is_answered_with_what_stands_at_the_place(text: str) -> None:
    error = what_is_wrong(text)
    if error is None:
        assert LANGUAGE.parse(LANGUAGE.write(LANGUAGE.parse(text))) == LANGUAGE.parse(text)
    else:
        assert text[error.position :].startswith(error.found)
        assert bool(error.found) == (error.position < len(text))
        assert error.expected


@pytest.mark.rule("V18.2")
def test_the_words_of_a_filter_know_where_they_stand() -> None:
    text = "2 gold per monster[area=hills & type = boss]"
    cards = only_item(text).values["per"]
    assert {test: text[place:] for test, place in cards.places.items()} == {
        "area": "hills & type = boss]",
        "type": "boss]",
    }
