import pytest
from hypothesis import given

from balance.cards.effect_reader import PlacedError
from balance.errors import CardError
from balance.games.valeria.sheets.effect_checks import (
    Known,
    check_ability,
    check_instruction,
    check_plain,
    check_scoring,
)
from balance.games.valeria.sheets.effect_grammar import LANGUAGE, TIMINGS
from tests.games.valeria.expressions import (
    AREAS,
    MONSTERS,
    NAMES,
    TYPES,
    abilities,
    effects,
    in_some_texts,
    instructions,
    scorings,
)

KNOWN = Known(
    citizens=("knight", "peasant"),
    monsters=("goblin", "mimic"),
    names=("knight", "peasant", "herald"),
    areas=("hills", "ruins"),
    types=("minion", "titan"),
)
BOX = Known(citizens=NAMES, monsters=MONSTERS, names=NAMES, areas=AREAS, types=TYPES)
CHECKS = {
    "plain": check_plain,
    "ability": check_ability,
    "scoring": check_scoring,
    "instruction": check_instruction,
}


def check(column: str, text: str) -> None:
    CHECKS[column](LANGUAGE.parse(text), KNOWN)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("plain", "1 any -> 2 magic | steal 1 gold ; 3 gold"),
        ("plain", "take citizen[name=knight] + rob monster + lose 1 gold + may slay"),
        ("plain", "1 gold per namesake[name=herald] + 1 gold per monster[name=mimic]"),
        ("ability", "roll: die = 6 | 1 gold -> die + 1 | 1 gold + die - 1"),
        ("ability", "always: ignore plus + discount slay 1 strength + discount slay 1 magic"),
        ("ability", "always: discount build 2 gold ; always: discount recruit 1 gold"),
        ("ability", "now: return monster + return citizen + 1 gold per domain -> 3 vp"),
        ("scoring", "3 vp"),
        ("scoring", "1 vp per monster[area=ruins] + 1 vp per 3 resources"),
        ("instruction", "mark 1 gold on monster + all lose 1 any"),
    ],
)
def test_what_fits_its_column_passes(column: str, text: str) -> None:
    check(column, text)


@pytest.mark.rule("V18.6")
@pytest.mark.parametrize("timing", TIMINGS)
def test_every_timing_word_stands_before_an_ability_of_a_domain(timing: str) -> None:
    effects = {"roll": "die - 1", "always": "ignore plus"}
    check("ability", f"{timing}: {effects.get(timing, '1 gold')}")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text"),
    [("plain", "now: 1 gold"), ("scoring", "now: 1 vp"), ("instruction", "roll: all lose 1 gold")],
)
def test_a_timing_word_stands_only_before_abilities_of_domains(column: str, text: str) -> None:
    with pytest.raises(CardError, match="fits only the abilities of Domains"):
        check(column, text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("text", ["1 gold", "now: 1 gold ; 1 magic"])
def test_each_ability_of_a_domain_says_when_it_works(text: str) -> None:
    with pytest.raises(CardError, match="does not say when it works"):
        check("ability", text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    "text",
    [
        *("1 gold", "1 any", "1 vp + 1 gold per domain", "take citizen", "steal 1 vp"),
        *("1 vp | 2 vp", "1 vp ; 1 vp", "1 gold -> 1 vp", "1 vp + may slay"),
    ],
)
def test_a_duke_scores_amounts_of_vp_only(text: str) -> None:
    with pytest.raises(CardError, match=r"does not score|does not fit before this"):
        check("scoring", text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    "text",
    [
        *("1 gold", "lose 1 gold", "steal 1 gold", "all lose 1 gold + 1 vp"),
        *("all lose 1 gold | all lose 1 magic", "all lose 1 gold ; all lose 1 vp"),
        "1 gold -> mark 1 gold on monster",
    ],
)
def test_an_event_instructs_marks_and_losses_only(text: str) -> None:
    with pytest.raises(CardError, match=r"needs an owner|does not fit before this"):
        check("instruction", text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text"), [("plain", "die - 1"), ("ability", "now: 1 gold -> die = 6")]
)
def test_dice_are_changed_in_the_roll_phase_only(column: str, text: str) -> None:
    with pytest.raises(CardError, match="works only after 'roll:'"):
        check(column, text)


@pytest.mark.rule("V18.8")
def test_a_die_is_set_to_six_at_most() -> None:
    with pytest.raises(CardError, match="'die = 7': a die shows at most 6"):
        check("ability", "roll: die = 7")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    "text", ["roll: 1 gold", "roll: die = 1 + die - 1", "roll: die = 1 | 1 gold -> 1 magic"]
)
def test_each_option_in_the_roll_phase_changes_exactly_one_die(text: str) -> None:
    with pytest.raises(CardError, match="exactly one die"):
        check("ability", text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("plain", "ignore plus"),
        ("plain", "discount slay 1 magic"),
        ("ability", "now: ignore plus"),
        ("ability", "action_start: 1 gold + discount recruit 1 gold"),
        ("ability", "on_slay: discount build 1 gold"),
    ],
)
def test_discounts_always_work(column: str, text: str) -> None:
    with pytest.raises(CardError, match="works only after 'always:'"):
        check(column, text)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    "text", ["always: 1 gold", "always: ignore plus + 1 gold", "always: 1 gold -> ignore plus"]
)
def test_nothing_but_discounts_always_works(text: str) -> None:
    with pytest.raises(CardError, match="cannot always work"):
        check("ability", text)


@pytest.mark.rule("V18.8")
def test_what_always_works_is_no_choice() -> None:
    with pytest.raises(CardError, match="not chosen or paid for"):
        check("ability", "always: ignore plus | discount build 1 gold")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("good", ["vp", "any"])
def test_markers_are_resources_of_a_kind(good: str) -> None:
    for column, before in (("instruction", ""), ("ability", "now: ")):
        with pytest.raises(CardError, match="expected gold, strength or magic"):
            check(column, f"{before}mark 1 {good} on monster")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("kind", ["build", "recruit"])
@pytest.mark.parametrize("good", ["strength", "magic", "vp", "any"])
def test_a_discount_on_what_costs_gold_is_gold(kind: str, good: str) -> None:
    with pytest.raises(CardError, match="expected gold, which is what it costs"):
        check("ability", f"always: discount {kind} 1 {good}")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("good", ["gold", "vp", "any"])
def test_a_discount_on_slaying_is_strength_or_magic(good: str) -> None:
    with pytest.raises(CardError, match="expected strength or magic"):
        check("ability", f"always: discount slay 1 {good}")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1 gold per citizen[name=knigth]", "knight"),
        ("take citizen[name=goblin]", "knight, peasant"),
        ("1 gold per citizen[name=herald]", "knight, peasant"),
        ("1 gold per namesake[name=haerld]", "herald"),
        ("1 gold per monster[name=mimik]", "mimic"),
        ("1 gold per monster[area=hils]", "hills"),
        ("1 gold per monster[type=titann]", "titan"),
        ("1 gold per monster[area=hills & type=boss]", "minion, titan"),
    ],
)
def test_words_that_no_card_has_are_rejected_with_what_there_is(text: str, meant: str) -> None:
    with pytest.raises(CardError) as caught:
        check("plain", text)
    assert "fits no card" in str(caught.value)
    assert meant in str(caught.value)


@pytest.mark.rule("V18.5")
def test_a_theft_offers_no_more_choices_than_a_state_holds() -> None:
    check("plain", "steal 31 gold")
    with pytest.raises(PlacedError, match="'steal 32 gold': expected at most 31") as caught:
        check("plain", "1 gold | steal 32 gold")
    assert caught.value.position == 9


@pytest.mark.rule("V18.4")
@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1 any + 1 any + 1 any", 27),
        ("1 any + 1 any + 1 any | 1 gold", 28),
        ("1 any + 1 any -> 1 any + steal 1 any", 81),
        ("1 any -> 2 any | 1 any + 1 any | lose 1 any + 1 any", 27),
        ("all lose 1 any + all lose 1 any + all lose 1 any + 2 any + 2 any", 9),
    ],
)
def test_an_ability_has_at_most_27_options(text: str, options: int) -> None:
    if options <= 27:
        check("plain", text)
    else:
        with pytest.raises(PlacedError, match=f"has {options} options, as each 'any' is one of th"):
            check("plain", text)


@pytest.mark.rule("V18.8")
@in_some_texts
@given(abilities, effects, scorings, instructions)
def test_whatever_the_rules_leave_fits_its_column(
    ability: str, effect: str, scoring: str, instruction: str
) -> None:
    read = (
        (ability, "ability"),
        (effect, "plain"),
        (scoring, "scoring"),
        (instruction, "instruction"),
    )
    for text, column in read:
        if text.count(" any") < 3:
            CHECKS[column](LANGUAGE.parse(text), BOX)
