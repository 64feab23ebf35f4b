"""All effects that the sheets reject (V18.8), and the place that the message marks."""

from pathlib import Path

import pytest

from balance.errors import CardError
from balance.games.valeria.sheets.box import read_box

# A line of each sheet, with a gap for the column that is looked at.
SHEETS = {
    "effect_active": (
        *("citizens", "activation,cost,role,effect_active,effect_inactive,count"),
        '3,2,worker,"{}",1 gold,6',
    ),
    "effect_inactive": (
        *("starters", "activation,counts_as_name,effect_active,effect_inactive,editions,count"),
        '5,fool,1 gold,"{}",second,5',
    ),
    "reward": (
        "monsters",
        "area,type,strength,magic,vp,reward,count,extra_first_edition,extra_second_edition",
        'coast,titan,4,1,3,"{}",2,1,1',
    ),
    "ability": (
        "domains",
        "cost,worker,soldier,shadow,holy,vp,ability,count",
        '8,1,0,0,0,3,"{}",1',
    ),
    "scoring": ("dukes", "scoring,count", '"{}",1'),
    "instruction": (
        *("events", "activation,instruction,type,strength,magic,vp,reward,editions,count"),
        '7,"{}",titan,4,2,3,2 any,second,1',
    ),
}
PLAIN = ("effect_active", "effect_inactive", "reward")
CHOSEN = "not chosen or paid for"


def rejected(folder: Path, column: str, text: str) -> tuple[str, str]:
    """Return the sentence on a card with this text, and what of the text is marked."""
    sheet, columns, cells = SHEETS[column]
    lines = f"id,name,{columns}\nown,Own,{cells.format(text)}\n"
    (folder / f"{sheet}.csv").write_text(lines, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        read_box([folder])
    sentence, shown, mark = str(caught.value).split("\n")
    place = f"{folder.name}/{sheet}.csv, line 2, column {column} of own, "
    assert sentence.startswith(place)
    assert shown == f"    {text}"
    position = len(mark) - 5
    where = f"character {position + 1}: " if position < len(text) else "at its end: "
    assert sentence.startswith(place + where)
    return sentence.removeprefix(place + where), text[position:]


def check(folder: Path, column: str, text: str, marked: str, expected: str) -> None:
    sentence, found = rejected(folder, column, text)
    assert expected in sentence
    assert found == marked


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("column", [*PLAIN, "scoring", "instruction"])
def test_a_timing_word_anywhere_but_in_an_ability(tmp_path: Path, column: str) -> None:
    effect = {"scoring": "1 vp", "instruction": "all lose 1 gold"}.get(column, "1 gold")
    expected = "fits only the abilities of Domains"
    check(tmp_path, column, f"now: {effect}", f"now: {effect}", expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "marked"), [("2 gold", "2 gold"), ("now: 1 gold ; 2 magic", "2 magic")]
)
def test_an_ability_without_a_timing_word(tmp_path: Path, text: str, marked: str) -> None:
    expected = f"'{marked}' does not say when it works; expected one of now, roll, any_doubles, "
    check(tmp_path, "ability", text, marked, expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("2 gold", "2 gold", "expected amounts of vp"),
        ("1 vp + 1 any per domain", "1 any per domain", "expected amounts of vp"),
        ("1 vp + take citizen", "take citizen", "expected amounts of vp"),
        ("steal 1 vp", "steal 1 vp", "expected amounts of vp"),
        ("1 vp + may slay", "may slay", "expected amounts of vp"),
        ("1 vp | 2 vp", "2 vp", "'|' does not fit before this; expected items joined by +"),
        ("1 vp ; 2 vp", "2 vp", "';' does not fit before this; expected items joined by +"),
        ("1 gold -> 2 vp", "2 vp", "'->' does not fit before this; expected items joined by +"),
    ],
)
def test_a_scoring_of_anything_but_points(
    tmp_path: Path, text: str, marked: str, expected: str
) -> None:
    check(tmp_path, "scoring", text, marked, expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("1 gold", "1 gold", "expected mark and all lose"),
        ("all lose 1 gold + lose 1 gold", "lose 1 gold", "expected mark and all lose"),
        ("steal 1 gold", "steal 1 gold", "expected mark and all lose"),
        ("all lose 1 gold | all lose 1 vp", "all lose 1 vp", "expected items joined by +"),
        ("all lose 1 gold ; all lose 1 vp", "all lose 1 vp", "expected items joined by +"),
        ("1 gold -> all lose 1 vp", "all lose 1 vp", "expected items joined by +"),
    ],
)
def test_an_instruction_of_anything_but_marks_and_losses(
    tmp_path: Path, text: str, marked: str, expected: str
) -> None:
    check(tmp_path, "instruction", text, marked, expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text", "marked"),
    [
        *((column, "1 gold + die - 1", "die - 1") for column in PLAIN),
        ("ability", "now: die = 6", "die = 6"),
        ("ability", "action_start: 1 gold -> die + 1", "die + 1"),
        ("ability", "always: die + 1", "die + 1"),
    ],
)
def test_a_die_outside_the_roll_phase(tmp_path: Path, column: str, text: str, marked: str) -> None:
    check(tmp_path, column, text, marked, f"'{marked}' works only after 'roll:'")


@pytest.mark.rule("V18.8")
def test_a_die_that_is_set_above_six(tmp_path: Path) -> None:
    text = "roll: die = 6 | die = 7"
    check(tmp_path, "ability", text, "die = 7", "'die = 7': a die shows at most 6")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("roll: 1 gold", "1 gold"),
        ("roll: die - 1 | 1 gold -> 1 magic", "1 gold -> 1 magic"),
        ("roll: die - 1 + die + 1", "die - 1 + die + 1"),
        ("now: 1 gold ; roll: may slay", "may slay"),
    ],
)
def test_an_option_of_the_roll_phase_without_exactly_one_die(
    tmp_path: Path, text: str, marked: str
) -> None:
    check(tmp_path, "ability", text, marked, "expected exactly one die in it")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("column", "text", "marked"),
    [
        *((column, "1 gold + ignore plus", "ignore plus") for column in PLAIN),
        ("reward", "discount slay 1 magic", "discount slay 1 magic"),
        ("ability", "now: 3 gold + discount build 1 gold", "discount build 1 gold"),
        ("ability", "action_start: discount recruit 1 gold", "discount recruit 1 gold"),
        ("ability", "on_slay: ignore plus", "ignore plus"),
    ],
)
def test_what_always_works_at_another_time(
    tmp_path: Path, column: str, text: str, marked: str
) -> None:
    check(tmp_path, column, text, marked, f"'{marked}' works only after 'always:'")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("always: 1 gold", "1 gold", "expected ignore plus or discount after 'always:'"),
        ("always: ignore plus + may slay", "may slay", "expected ignore plus or discount"),
        ("always: ignore plus | discount build 1 gold", "discount build 1 gold", CHOSEN),
        ("always: 1 gold -> ignore plus", "1 gold -> ignore plus", "cannot always work"),
        ("always: mark 1 gold on monster", "mark 1 gold on monster", "cannot always work"),
    ],
)
def test_anything_else_that_always_works(
    tmp_path: Path, text: str, marked: str, expected: str
) -> None:
    check(tmp_path, "ability", text, marked, expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("column", ["reward", "ability"])
@pytest.mark.parametrize(
    "paid",
    [
        *("take citizen", "steal 1 gold", "rob monster", "may build", "lose 1 gold"),
        *("all lose 1 gold", "mark 1 gold on monster", "die - 1", "ignore plus"),
        "discount slay 1 magic",
    ],
)
def test_a_payment_of_anything_but_amounts_and_returns(
    tmp_path: Path, column: str, paid: str
) -> None:
    timing = "now: " if column == "ability" else ""
    expected = "expected before '->' only amounts, return monster or return citizen"
    check(tmp_path, column, f"{timing}1 gold + {paid} -> 2 vp", f"{paid} -> 2 vp", expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("good", ["vp", "any"])
@pytest.mark.parametrize("column", ["instruction", "reward"])
def test_a_marker_of_no_kind_of_resource(tmp_path: Path, column: str, good: str) -> None:
    text = f"mark 1 {good} on monster"
    check(tmp_path, column, text, text, f"'{text}': expected gold, strength or magic")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("kind", ["build", "recruit"])
@pytest.mark.parametrize("good", ["strength", "magic", "vp", "any"])
def test_a_discount_on_what_costs_gold_in_anything_else(
    tmp_path: Path, kind: str, good: str
) -> None:
    item = f"discount {kind} 1 {good}"
    check(tmp_path, "ability", f"always: {item}", item, f"'{item}': expected gold")


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize("good", ["gold", "vp", "any"])
def test_a_discount_on_slaying_in_what_it_does_not_cost(tmp_path: Path, good: str) -> None:
    item = f"discount slay 1 {good}"
    expected = f"'{item}': expected strength or magic"
    check(tmp_path, "ability", f"always: ignore plus + {item}", item, expected)


@pytest.mark.rule("V18.8")
@pytest.mark.parametrize(
    ("cards", "marked", "expected"),
    [
        ("citizen[area=hills]", "area=hills]", "expected role, name or cost, not 'area'"),
        ("citizen[type=boss]", "type=boss]", "expected role, name or cost, not 'type'"),
        ("monster[role=holy]", "role=holy]", "expected area, type or name, not 'role'"),
        ("monster[cost<=2]", "cost<=2]", "expected area, type or name, not 'cost'"),
        ("icon[name=knight]", "name=knight]", "expected role, not 'name'"),
        ("namesake[role=holy]", "role=holy]", "expected name, not 'role'"),
        ("domain[role=holy]", "[role=holy]", "not '['"),
        ("citizen[cost=2]", "=2]", "expected '<=' or '>=', not '='"),
        ("citizen[role=king]", "king]", "expected worker, soldier, shadow or holy, not 'king'"),
        ("icon[role=king]", "king]", "expected worker, soldier, shadow or holy, not 'king'"),
        ("monster[area=hils]", "hils]", "'area=hils' fits no card; expected 'hills', perhaps"),
        ("monster[type=titann]", "titann]", "'type=titann' fits no card; expected 'titan', perh"),
        (
            "citizen[name=knigth]",
            "knigth]",
            "'name=knigth' fits no card; expected 'knight', perhaps",
        ),
        ("monster[name=knight]", "knight]", "'name=knight' fits no card; expected one of goblin,"),
        ("citizen[name=goblin]", "goblin]", "'name=goblin' fits no card; expected one of cleric,"),
        ("citizen[name=herald]", "herald]", "'name=herald' fits no card; expected one of cleric,"),
        ("namesake[name=haerld]", "haerld]", "'name=haerld' fits no card; expected 'herald', "),
        ("citizen[role=holy & name=x]", "x]", "'name=x' fits no card"),
    ],
)
@pytest.mark.parametrize("column", ["reward", "scoring"])
def test_a_filter_that_does_not_fit_its_set(
    tmp_path: Path, column: str, cards: str, marked: str, expected: str
) -> None:
    check(tmp_path, column, f"1 vp per domain + 1 vp per {cards}", marked, expected)


@pytest.mark.rule("V18.8")
def test_a_filter_of_a_card_to_take_that_fits_none(tmp_path: Path) -> None:
    text = "take citizen[name=goblin & cost<=2]"
    check(tmp_path, "reward", text, "goblin & cost<=2]", "'name=goblin' fits no card")


@pytest.mark.rule("V18.8")
@pytest.mark.rule("V18.1")
def test_an_own_card_is_known_to_the_filters_of_all_own_sheets(tmp_path: Path) -> None:
    for column, text in (
        ("effect_active", "1 gold per monster[area=coast & name=eel]"),
        ("reward", "take citizen[name=own_citizen] + 1 vp per monster[type=eel]"),
    ):
        sheet, columns, cells = SHEETS[column]
        cells = cells.replace("titan", "eel")
        name = "eel" if sheet == "monsters" else "own_citizen"
        lines = f"id,name,{columns}\n{name},Own {name},{cells.format(text)}\n"
        (tmp_path / f"{sheet}.csv").write_text(lines, encoding="utf-8")
    assert {"eel", "own_citizen"} < set(read_box([tmp_path]).cards)
