"""Names of cards and numbers, as people and commands write them, are understood everywhere."""

import pytest

from balance.errors import ScenarioError
from balance.games import GAMES
from balance.scenario.files import read_scenario
from balance.scenario.levers import levers_of, subject_of
from balance.scenario.number_changes import numbers_of
from balance.scenario.overrides import (
    Overrides,
    first_cell,
    prepare_with_overrides,
    read_changes,
    read_settings,
)
from balance.scenario.piece_names import card_named, has_number, label_of, settings_with
from balance.scenario.prepare import prepare
from tests.program import run_here

SCENARIOS = ("first-game", "king-of-the-valley", "dominion")


def cell_of(name, **settings):
    ready, _ = first_cell(read_scenario(name), Overrides(settings=settings))
    return ready.cells[0]


@pytest.fixture(scope="module")
def valeria():
    return cell_of("first-game")


def test_the_scenarios_are_of_all_games():
    assert {read_scenario(name).game for name in SCENARIOS} == set(GAMES)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_name_of_a_number_that_commands_print_is_taken_by_set_and_try(name):
    cell = cell_of(name)
    for key, printed in numbers_of(cell).items():
        wanted = settings_with(cell.match.game_table, {key: printed + 1})
        for shown in dict.fromkeys((key, label_of(key))):
            for texts in ([f"{shown}={printed + 1}"], [f"{shown} = {printed + 1}"]):
                found = cell.plain(read_changes(texts))
                assert found == cell.plain(read_settings(texts))
            if "*" in shown or "+" in shown:  # sheets take these themselves
                assert cell.table_with(found).digest == cell.table_with(wanted).digest
            else:
                assert found == wanted


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_name_of_a_number_names_its_card_and_what_may_be_changed(name):
    cell = cell_of(name)
    table = cell.match.game_table
    pieces = (*table.cards, *table.objectives)
    owned = 0
    for key in numbers_of(cell):
        owners = [piece for piece in pieces if has_number(piece, key, pieces)]
        for shown in {key, label_of(key)} if owners else ():
            owned += 1
            assert card_named(pieces, shown) in owners
            assert key in numbers_of(cell, (shown,))
        for piece in owners:
            assert {key} <= set(numbers_of(cell, (piece.name,))) & set(
                numbers_of(cell, (piece.id,))
            )
    assert owned


@pytest.mark.parametrize("name", SCENARIOS)
def test_fix_takes_every_name_of_a_number_of_a_card_or_objective(name):
    cell = cell_of(name)
    table = cell.match.game_table
    for kind, pieces in (("card", table.cards), ("objective", table.objectives)):
        for key in numbers_of(cell):
            if any(has_number(piece, key, (*table.cards, *table.objectives)) for piece in pieces):
                subject = subject_of(cell, kind, label_of(key))
                levers = levers_of(cell, subject, True)
                assert any(label_of(lever.name) == label_of(key) for lever in levers)


@pytest.mark.parametrize(
    ("texts", "plain"),
    [
        (["Butcher", "cost=5"], {"citizens.butcher.cost": 5}),
        (["butch.cost=5"], {"citizens.butcher.cost": 5}),
        (["Cathedral of St Aquila", "vp=4"], {"domains.cathedral_of_st_aquila.vp": 4}),
        (["Butcher", "cost 5"], {"citizens.butcher.cost": 5}),
        (["Butcher.count=4"], {"citizens.butcher.count": 4}),
        (["Butcher.cost=3", "citizens.butcher.cost=3"], {"citizens.butcher.cost": 3}),
        (["start_gold=3", "citizens.butcher.cost=3"], None),
    ],
)
def test_a_card_may_be_named_as_a_person_would(valeria, texts, plain):
    settings = read_changes(texts)
    assert valeria.plain(settings) == (settings if plain is None else plain)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("per 3 resources",
         "1 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 1 vp per 3"),
        ("2 per 5", "1 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 2 vp per 5"),
        ("2 victory points for every 5 resources",
         "1 vp per icon[role=worker] + 1 vp per icon[role=soldier] + 2 vp per 5"),
        ("2 vp per icon[role=soldier]",
         "1 vp per icon[role=worker] + 2 vp per icon[role=soldier] + 1 vp per 2"),
    ],
)  # fmt: skip
def test_words_of_a_text_give_other_numbers(valeria, words, text):
    found = valeria.plain(read_changes(["simon", words]))
    assert found == {"dukes.simon_the_unclean.scoring": f"{text} resources"}


def test_numbers_of_one_text_are_set_together_and_the_later_holds(valeria):
    key = "dukes.simon_the_unclean.scoring"
    both = valeria.plain(read_settings(["simon.scoring.3=2", "dukes.simon.scoring.4=5"]))
    assert both[key].endswith("2 vp per 5 resources")
    later = valeria.plain({f"{key}": "3 vp per 7 resources", "simon.scoring.2": 8})
    assert later == {key: "3 vp per 8 resources"}
    later = valeria.plain({"simon.scoring.2": 8, key: "3 vp per 7 resources"})
    assert later == {key: "3 vp per 7 resources"}


def test_a_cell_has_its_settings_as_sheets_know_them():
    cell = cell_of("first-game", **{"Butcher.cost": 4, "dukes.simon_the_unclean.scoring.4": 3})
    assert set(cell.settings) == {"citizens.butcher.cost", "dukes.simon_the_unclean.scoring"}
    assert numbers_of(cell)["dukes.simon_the_unclean.scoring.4"] == 3
    again = prepare(read_scenario("first-game").changed(set=dict(cell.settings))).cells[0]
    assert again.match.game_table.digest == cell.match.game_table.digest
    values = settings_with(cell.match.game_table, {"dukes.simon_the_unclean.scoring.3": 2})
    assert cell.table_with(values).digest == cell.table_with(
        cell.plain({"simon": "2 per 3"})
    ).digest  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "error"),
    [
        (["butchr.cost=3"], "did you mean 'butcher'"),
        (["simon"], "simon: expected KEY=VALUE"),
        (["simon", "per icon"], "fits nothing that may be changed"),
        (["simon", "1 per"], "fits several places"),
        (["Butcher", "on any turn"], "expected citizens.butcher.cost"),
        (["simon.scoring.9=3"], "there is no such number"),
        (["simon.scoring.4=many"], "expected a whole number"),
        (
            ["Butcher.cost=2", "citizens.butcher.cost=3"],
            r"^Butcher\.cost = 2 and citizens\.butcher\.cost = 3 set the same",
        ),
        (["citizens.butcher.cost=3", "Butcher.cost=2"], "set the same"),
        (["simon.scoring.3=2", "dukes.simon_the_unclean.scoring.3=4"], "set the same"),
        (["start_gld=3"], "no option 'start_gld'"),
        (["citizens.knight=3"], "expected sheet.id.column"),
    ],
)
def test_what_is_not_understood_is_named(valeria, texts, error):
    with pytest.raises(Exception, match=error) as caught:
        valeria.table_with(valeria.plain(read_changes(texts)))
    assert len(str(caught.value)) < 400


def test_a_citizen_that_the_grid_needs_can_be_priced_out_as_the_error_says(valeria):
    with pytest.raises(ScenarioError, match=r"citizens\.knight\.cost = 99") as caught:
        valeria.table_with(valeria.plain({"Knight.count": 0}))
    key, _, price = str(caught.value).rpartition(": ")[2].partition(" = ")
    table = valeria.table_with({key: int(price)})
    assert table.cards[table.row_of("knight")].price == 99


def test_two_settings_of_one_number_in_one_command_are_refused_but_one_may_replace_the_files():
    scenario = read_scenario("first-game").changed(set={"citizens.butcher.cost": 5})
    settings = read_settings(["Butcher.cost=2"])
    (cell, *_) = prepare_with_overrides(scenario, Overrides(settings=settings)).cells
    assert cell.settings["citizens.butcher.cost"] == 2
    both = read_settings(["Butcher.cost=2", "citizens.butcher.cost=3"])
    with pytest.raises(ScenarioError, match="set the same: expected only one of them"):
        prepare_with_overrides(scenario, Overrides(settings=both))


@pytest.mark.parametrize("command", ["play", "validate"])
def test_every_command_with_settings_refuses_two_of_one_number(command, tmp_path):
    settings = "--set", "Knight.cost=1", "--set", "knight.cost=2"
    done = run_here(command, "first-game", *settings, folder=tmp_path)
    assert done.returncode == 2
    assert "set the same: expected only one of them" in done.stderr
