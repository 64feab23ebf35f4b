"""``balance tune``: what its answer says was not tried."""

from balance.app.commands.tune import _untried_goods
from balance.report.studies.tune import ALLOWED, BY_PLAYERS
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, prepare
from tests.conftest import ROOT


def cells_of(game: str, *players: int) -> tuple[PreparedCell, ...]:
    grid = {"grid": {"players": list(players)}} if len(players) > 1 else {"players": players[0]}
    values = {"name": "some", "game": game, "bots": "random", "games": 100, **grid}
    return prepare(Scenario.model_validate(values).at(ROOT / "some.toml")).cells


def test_why_what_seats_start_with_was_not_tried_is_known() -> None:
    apart, alone = cells_of("valeria", 2, 4), cells_of("valeria", 4)
    seat, card = "seats.4.gold", "citizens.knight.cost"
    assert _untried_goods(apart, [card], [card]) == BY_PLAYERS
    assert _untried_goods(alone, [card, seat], [card]) == ALLOWED
    assert _untried_goods(alone, [card, seat], [card, seat]) == ""
    assert _untried_goods(cells_of("examples/pig", 2, 3), [], []) == ""  # it has no goods
