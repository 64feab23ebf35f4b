"""Secret objectives of described games: dealt, kept, paid, assigned, and hidden from others."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.engine.game import Game, GameTable
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.errors import BalanceError, LimitError
from balance.games.described import described_game
from balance.games.described.layout import NOBODY, Decision
from balance.games.loading import load_game
from balance.scenario.experiments import known_designs
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).parents[3]
DOCKS = "examples/games/docks"


def docks(**options: Any) -> tuple[Game, GameTable]:
    game = load_game(DOCKS, ROOT)
    return game, game.build_table(game.options(**options), 2, {}, ROOT)


def play(game: Game, table: GameTable, deal: int) -> tuple[Any, list[set[int]]]:
    """Play a game by a fixed pattern; return its record, and which objectives were offered."""
    session = Session(game, table, seed=5)
    session.begin(deal, range(table.num_seats))
    asked: list[set[int]] = [set() for _ in range(table.num_seats)]
    first = len(table.cards)
    session.advance()
    while not session.is_over:
        state = session.state
        choices = state.choices[: state.num_choices].tolist()
        if state.decision == Decision.CARD and min(choices) >= first:
            asked[int(state.due_seat)] = {choice - first for choice in choices}
            others = session.view(1 - int(state.due_seat))[0].seats[int(state.due_seat)]
            assert not others.dealt.any()  # covered
        session.take((deal + int(state.num_decisions)) % len(choices))
        session.advance()
    return session.write_record(deal)[0], asked


def test_records_have_what_was_dealt_and_kept_and_what_it_paid() -> None:
    game, table = docks()
    assert game.objective == "patron"
    assert [piece.name for piece in table.objectives][:2] == ["The Fishwife", "The Merchant"]
    assert not {piece.id for piece in table.cards} & {piece.id for piece in table.objectives}
    part = game.parts.index("patron")
    kept = set()
    for deal in range(20):
        record, asked = play(game, table, deal)
        for seat in range(2):
            dealt = [one for one in record.dealt[seat].tolist() if one != NOBODY]
            assert set(dealt) == asked[seat]
            assert len(dealt) == 2
            assert record.kept[seat] in dealt
            assert record.fulfilled[seat] == record.parts[seat, part]
            kept.add(dealt.index(record.kept[seat]))
    assert kept == {0, 1}


def test_assigned_objectives_are_drawn_from_the_same_dealt_ones() -> None:
    game, chosen = docks()
    _, assigned = docks(objectives="assigned")
    first = 0
    for deal in range(200):
        record, asked = play(game, assigned, deal)
        assert asked == [set(), set()]
        if deal < 20:
            assert np.array_equal(record.dealt, play(game, chosen, deal)[0].dealt)
        first += sum(int(record.kept[seat] == record.dealt[seat, 0]) for seat in range(2))
    assert 160 < first < 240  # of 400, half of them: four standard deviations


def test_one_entry_may_have_its_objective_by_lot() -> None:
    game, table = docks()
    assert game.experiments.handicap is not None
    by_lot = game.experiments.handicap(table, 0, Handicap(random_objective=True))
    _, asked = play(game, by_lot, 0)
    assert asked[0] == set()
    assert asked[1] != set()
    scenario = {"name": "some", "game": DOCKS, "bots": ["greedy"], "games": 10, "players": 2}
    cell = prepare(Scenario.model_validate(scenario).at(ROOT / "some.toml")).cells[0]
    assert "objectives" in known_designs(cell.match)


GAME = """
name = "Some"
players = [2]
sheets = {{ {sheets} }}
setup = "each player: draw {draw} from deck to goal"
turn = "gain 1 coin"
each_player = {{ coins = 0 }}
endings = {{ over = "after round when round = 2" }}
score = {{ coins = "coins", goal = "sum of points in goal" }}
zones = {{ deck = {{ starts_with = "goals", seen_by = "nobody" }}, goal = {{ {zone} }}{more} }}
"""


def game_with(folder: Path, zone: str, sheets: str = "goals = 'goals.csv'", draw: int = 1,
              more: str = "") -> Game:  # fmt: skip
    (folder / "goals.csv").write_text(
        "id,name,points\none,One,1\ntwo,Two,2\nthree,Three,3\nx,X,4\n"
    )
    (folder / "cards.csv").write_text("id,name\nother,Other\n")
    text = GAME.format(zone=zone, sheets=sheets, draw=draw, more=more)
    (folder / "game.toml").write_text(text)
    return described_game(folder / "game.toml")


OWN = "per_player = true, seen_by = 'owner', objective = 'goal'"


def test_an_objective_that_is_only_dealt_counts_as_dealt_and_kept(tmp_path: Path) -> None:
    game = game_with(tmp_path, OWN)
    table = game.build_table(game.options(), 2, {}, tmp_path)
    record, _ = play(game, table, 0)
    assert record.dealt[:2, 0].tolist() == record.kept[:2].tolist()
    assert (record.fulfilled[:2] == record.kept[:2] + 1).all()
    assert not game.experiments.random_objective_options  # nobody chooses


def test_several_kept_objectives_are_refused_when_a_game_ends(tmp_path: Path) -> None:
    game = game_with(tmp_path, OWN, draw=2)
    table = game.build_table(game.options(), 2, {}, tmp_path)
    with pytest.raises(LimitError, match="several objectives"):
        play(game, table, 0)


@pytest.mark.parametrize(
    ("zone", "sheets", "more", "said"),
    [
        ("objective = 'goal'", "goals = 'goals.csv'", "",
         "zones.goal: each player keeps an objective; add per_player = true"),
        ("per_player = true, objective = 'gaol'", "goals = 'goals.csv'", "",
         "zones.goal.objective: score has no 'gaol': did you mean 'goal'?"),
        (OWN, "goals = 'goals.csv', cards = 'cards.csv'", ", box = { starts_with = 'cards' }",
         "sheets.goals: expected the sheet of objectives as the last one"),
        (OWN, "goals = 'goals.csv'", f", other = {{ {OWN} }}",
         "zones.other: goal is for objectives, too; expected one such zone"),
    ],
)  # fmt: skip
def test_wrong_objectives_are_named(
    tmp_path: Path, zone: str, sheets: str, more: str, said: str
) -> None:
    with pytest.raises(BalanceError) as error:
        game_with(tmp_path, zone, sheets, more=more)
    assert said in str(error.value)
