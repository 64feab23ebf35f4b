"""Which effects fit their column; those that do not are in test_rules_V18_rejected.py."""

import pytest
from hypothesis import given

from balance.cards.effect_reader import PlacedError
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
