"""``balance tune``: what its answer says was not tried, and goods by number of players."""

from balance.app.commands.tune import _is_left_out
from balance.scenario.model import Scenario
from balance.scenario.number_changes import Change
from balance.scenario.prepare import PreparedCell, prepare
from balance.tuning.tables import Tables
from tests.conftest import ROOT


def cells_of(game: str, *players: int, **more: object) -> tuple[PreparedCell, ...]:
    grid = {"grid": {"players": list(players)}} if len(players) > 1 else {"players": players[0]}
    values = {"name": "some", "game": game, "bots": "random", "games": 100, **grid, **more}
    return prepare(Scenario.model_validate(values).at(ROOT / "some.toml")).cells


def test_what_seats_start_with_is_said_to_be_left_out_where_it_could_be_changed() -> None:
    seat, card = "seats.4.gold", "citizens.knight.cost"
    assert _is_left_out([card, seat], [card])
    assert not _is_left_out([card, seat], [card, seat])
    assert not _is_left_out([card], [card])


def test_goods_are_changed_by_number_of_players_and_written_so() -> None:
    cells = cells_of("valeria", 2, 4)
    tables = Tables(cells, (), None)  # type: ignore[arg-type]
    changes = [Change("seats.2of2.magic", 0, 1), Change("seats.4of4.magic", 0, 2)]
    assert {one.key for one in changes} <= set(tables.printed)
    assert "seats.2.magic" not in tables.printed
    one, two = tables.arms(changes[:1])
    assert one is not None
    assert two is None
    assert tables.words(changes)["seats.4of4.magic"] == "seat 4 of 4 starts with 2 more magic"
    settings = tables.settings(changes)
    assert settings == {"extra_magic.2": [0, 1], "extra_magic.4": [0, 0, 0, 2]}
    again = cells_of("valeria", 2, 4, set=settings)
    arms = tables.arms(changes)
    for arm, cell in zip(arms, again, strict=True):
        assert arm is not None
        assert arm.match.game_table.digest == cell.match.game_table.digest


def test_where_all_have_as_many_players_one_list_is_for_all() -> None:
    tables = Tables(cells_of("valeria", 4), (), None)  # type: ignore[arg-type]
    assert tables.settings([Change("seats.4.gold", 0, 2)]) == {"extra_gold": [0, 0, 0, 2]}
