"""Bots, experiments and what never happens, for described games."""

import random
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import numpy as np
import pytest

from balance.analysis.metrics.fold_sums import FOLDS, tally
from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.errors import BalanceError
from balance.games.described.layout import MAX_KINDS, NOBODY, Decision
from balance.games.described.services.never import never
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.scenario.experiments import known_designs
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "games"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir())
DOCKS, DOMINION = "examples/games/docks", "examples/games/dominion_base"


def match_of(game: str, bots: list[str], **values: Any) -> Any:
    scenario = {"name": "some", "game": game, "bots": bots, "games": 100, "seed": 3, **values}
    return prepare(Scenario.model_validate(scenario).at(ROOT / "some.toml")).cells[0].match


def table_of(game: str, players: int = 2, **options: Any) -> Any:
    loaded = load_game(game, ROOT)
    return loaded, loaded.build_table(loaded.options(**options), players, {}, ROOT)


def test_learnt_weights_are_those_of_a_file(tmp_path: Path) -> None:
    for file in (EXAMPLES / "pig").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert load_game(str(tmp_path), Path()).bots["greedy"].weights["late_points"] == 0
    (tmp_path / "greedy.toml").write_text("late_points = 0.5\n")
    game = load_game(str(tmp_path), Path())
    assert game.bots["greedy"].weights["late_points"] == 0.5
    assert game.bots["planner"].weights["late_points"] == 0.5


@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_are_dealt_anew_among_places_with_a_common_count(name: str) -> None:
    game, table = table_of(f"examples/games/{name}", load_game(str(EXAMPLES / name), ROOT).seats[0])
    session, other = Session(game, table, 5), Session(game, table, 5)
    draws, stream = random.Random(1), np.array([1, 2], np.uint64)
    numbers = table.array[0]
    session.begin(0, range(table.num_seats))
    assert game.determinise is not None
    for _ in range(40):
        session.advance()
        if session.is_over:
            break
        seat = int(session.state.due_seat)
        other.states[:] = session.view(seat)
        game.determinise(other.states[0], numbers, seat, stream)
        assert (other.view(seat) == session.view(seat)).all()
        common: dict[int, Any] = {}
        for place in range(numbers.num_places):
            zone = numbers.zones[numbers.zone_of[place]]
            first = int(zone.cell + (place - zone.place) * zone.num_kinds)
            cells = other.state.cards[first : first + zone.num_kinds].astype(int)
            assert cells.sum() == session.state.sizes[place]
            if numbers.common[place] != NOBODY:
                counts = common.setdefault(int(numbers.common[place]), np.zeros(MAX_KINDS, int))
                counts[zone.first_kind : zone.first_kind + zone.num_kinds] += cells
        for start, counts in common.items():
            for kind in counts.nonzero()[0]:
                assert other.state.cards[start + kind] == counts[kind]
        session.take(draws.randrange(int(session.state.num_choices)))


def test_a_banned_card_is_never_offered_to_its_entry() -> None:
    game, table = table_of(DOCKS)
    card = "skiff"
    handicap = game.experiments.handicap
    assert handicap is not None
    banned = handicap(table, 0, Handicap(card=card, is_banned=True))
    offered = {0: 0, 1: 0}
    session = Session(game, banned, 5)
    for deal in range(4):
        draws = random.Random(deal)
        session.begin(deal, (0, 1))
        session.advance()
        while not session.is_over:
            state = session.state
            if state.decision == Decision.CARD:
                kinds = state.choices[: state.num_choices].tolist()
                offered[int(state.due_seat)] += banned.kinds[card] in kinds
            session.take(draws.randrange(int(state.num_choices)))
            session.advance()
    assert offered[0] == 0
    assert offered[1] > 0


def test_a_gift_lies_in_the_zone_for_taken_cards_and_is_not_taken() -> None:
    game, table = table_of(DOCKS)
    handicap = game.experiments.handicap
    assert handicap is not None
    session = Session(game, handicap(table, 0, Handicap(card="galleon", is_gift=True)), 5)
    session.begin(0, (1, 0))
    zone, kind = table.array[0].zones[2], table.kinds["galleon"]
    cells = [int(zone.cell) + seat * int(zone.num_kinds) + kind for seat in (0, 1)]
    assert [int(session.state.cards[cell]) for cell in cells] == [0, 1]  # entry 0 sits second
    assert [int(session.state.seats[seat].taken[kind]) for seat in (0, 1)] == [0, 0]
    with pytest.raises(BalanceError, match="merchant"):
        handicap(table, 0, Handicap(card="merchant", is_gift=True))


def test_a_surcharge_is_paid_by_its_entry_alone() -> None:
    game, table = table_of(DOCKS)
    handicap = game.experiments.handicap
    assert handicap is not None
    dear = handicap(table, 0, Handicap(card="skiff", surcharge=3))
    session, kind = Session(game, dear, 5), table.kinds["skiff"]
    paid: dict[int, set[int]] = {0: set(), 1: set()}
    for deal in range(20):
        draws = random.Random(deal)
        session.begin(deal, (0, 1))
        session.advance()
        while not session.is_over:
            state, seat = session.state, int(session.state.due_seat)
            choices = state.choices[: state.num_choices].tolist()
            before, had = int(state.seats[seat].numbers[0]), int(state.seats[seat].taken[kind])
            is_bought = state.decision == Decision.CARD and kind in choices and before > 1
            session.take(choices.index(kind) if is_bought else draws.randrange(len(choices)))
            session.step()
            if is_bought and state.seats[seat].taken[kind] > had:  # else it was sent away
                paid[seat].add(before - int(state.seats[seat].numbers[0]))
            session.advance()
    assert paid == {0: {5}, 1: {2}}


def test_other_amounts_at_the_start_and_prices() -> None:
    game, table = table_of(DOCKS, extra_coins=[0, 3])
    session = Session(game, table, 5)
    session.begin(0, (0, 1))
    assert [int(session.state.seats[seat].numbers[0]) for seat in (0, 1)] == [2, 5]
    experiments = game.experiments
    assert experiments.designs == ("ban", "supply", "gift", "surcharge")
    assert set(experiments.extra_goods) == {"coins", "fish", "spices"}  # what lines pay
    assert experiments.editable_numbers is not None
    cell = "boats.skiff.cost"
    assert cell in experiments.editable_numbers(table)
    assert experiments.price_cell is not None
    assert experiments.price_cell(table, "skiff") == cell
    skiff = table.row_of("skiff")
    cost = int(table.description.cards[skiff].cells["cost"])
    assert (table.cards[skiff].price, table.cards[skiff].paid_in) == (cost, "coins")
    assert "Prices: cost of boats, in coins." in table.card_texts
    assert experiments.blank is not None
    blank = experiments.blank(table, "skiff")
    assert blank
    assert set(blank.values()) == {""}
    edited = game.build_table(game.options(), 2, {cell: 9, **blank}, ROOT)
    assert edited.digest != table.digest
    with pytest.raises(BalanceError, match=r"boats.*skif"):
        game.build_table(game.options(), 2, {"boats.skif.cost": 9}, ROOT)


def test_a_game_whose_cards_have_no_price_has_no_experiment_with_prices() -> None:
    match = match_of("examples/games/gems", ["random", "random"])
    assert known_designs(match) == ("ban", "gift", "taking", "supply", "compensation")


def test_findings_are_checked_by_players_at_random(tmp_path: Path) -> None:
    folder = copytree(DOCKS, tmp_path / "docks", ignore=ignore_patterns("policy.json"))
    values = {"name": "some", "game": str(folder), "players": 2, "games": 100}
    scenario = Scenario.model_validate(values)
    prepared = prepare(scenario.at(ROOT / "some.toml"))
    assert [cell.match.lineup.labels for cell in prepared.cells] == [("greedy",)]
    assert [cell.match.lineup.labels for cell in prepared.check_cells] == [("random",)]
    assert not prepared.cells[0].match.lineup.entries[0].bot.has_learnt


def test_a_scenario_changes_named_numbers() -> None:
    _, table = table_of("examples/games/pig", target=30)
    _, usual = table_of("examples/games/pig")
    assert table.digest != usual.digest
    with pytest.raises(ValueError, match="goal"):
        table_of("examples/games/pig", goal=30)


def test_games_without_cards_are_counted() -> None:
    match = match_of("examples/games/pig", ["random", "greedy"])
    sums = tally(Batches(match).play(0, 20), match)
    assert sums.deals.sum() == 10
    assert sums.taken.shape == (FOLDS, 0)


def test_what_never_happens_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(
        'name = "Never"\nplayers = [2]\neach_player = { coins = 0 }\nshared = { pot = 0 }\n'
        'sheets = { cards = "cards.csv" }\nzones = { box = { starts_with = "cards" } }\n'
        "turn = '''\nchoose one:\n  gain 1 coin\n  wait\n  leap if coins > 900: gain 1 coin\n'''\n"
        'endings = { coins = "after round when any player has coins >= 900", '
        'time = "after round when round = 5" }\nscore = { coins = "coins" }\n'
    )
    (tmp_path / "cards.csv").write_text("id,name\nstone,Stone\n")
    game, table = table_of(str(tmp_path))
    assert never(game, table) == [
        "In 40 random games no player could choose: 'leap'.",
        "In 40 random games nothing ever happened with: Stone.",
        "In 40 random games no game ended by: 'coins'.",
    ]
