"""The policy of games as text: what it sees, which games its networks fit, and that it learns."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

from balance.bots.policy_file import write_networks
from balance.engine.game import Game
from balance.engine.session import Session
from balance.errors import BalanceError
from balance.games.described.bots import NETWORKS
from balance.games.described.language.reading import read_description
from balance.games.described.layout import Decision
from balance.games.described.table.build import build
from balance.games.described.table.decisions import Decisions
from balance.games.loading import load_game
from balance.runner.batches import Batches
from balance.runner.bot_matches import build_test_tables
from balance.runner.stop_signal import StopSignal
from balance.tuning.learning import learn
from balance.tuning.policy_training import QUICK, Learner, Teacher, first_network
from tests.games.described.test_services import NAMES, match_of

EXAMPLES = Path("examples/games")


def seen_by(game: Game, session: Session) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Return the features of the position and of each choice, as the seat sees them, by name."""
    inputs = game.bots["policy"].inputs
    assert inputs is not None
    seat, table = int(session.state.due_seat), session.tables[0]
    view = session.view(seat)[0]
    count = int(view.num_choices)
    position, rows = np.empty(len(inputs.position)), np.empty((count, len(inputs.choice)))
    kinds, none = np.empty(count, np.int64), np.empty(0)
    inputs.write_position(view, table, seat, none, position)
    assert inputs.write_choices(view, table, seat, none, position, rows, kinds)
    named = [
        {**dict(zip(inputs.choice, row, strict=True)), "kind": inputs.kinds[kind]}
        for row, kind in zip(rows.tolist(), kinds, strict=True)
    ]
    return dict(zip(inputs.position, position.tolist(), strict=True)), named


def until(session: Session, holds: Callable[[Any], bool]) -> None:
    """Play by the first choice until something holds at a decision."""
    session.begin(0, range(int(session.tables[0].num_seats)))
    while True:
        session.advance()
        assert not session.is_over
        if holds(session.state):
            return
        session.take(0)


def copied(name: str, folder: Path) -> Path:
    """Copy an example, without what its policy has learnt."""
    copy = copytree(EXAMPLES / name, folder / name)
    (copy / NETWORKS).unlink(missing_ok=True)
    return copy


def taught(folder: Path) -> None:
    """Write an untrained network into the folder of a game, as if it had learnt."""
    inputs = load_game(str(folder), Path()).bots["policy"].inputs
    assert inputs is not None
    write_networks(folder / NETWORKS, inputs, {2: tuple(first_network(inputs))}, {})


def test_a_position_is_what_players_have_and_what_lies_open(tmp_path: Path) -> None:
    game = load_game(str(copied("docks", tmp_path)), Path())
    table = game.build_table(game.options(), 3, {}, Path())
    session = Session(game, table, 5)
    until(session, lambda state: state.decision == Decision.OPTION and state.rounds == 4)
    state, seat = session.state, int(session.state.due_seat)
    position, _ = seen_by(game, session)
    coins = [int(player.numbers[0]) for player in state.seats]
    others = sum(coins[other] for other in range(3) if other != seat) / 2
    assert position["round"] == pytest.approx(4 / 12)
    assert position["own turn"] == 1
    assert position["own coins"] == pytest.approx(coins[seat] / (coins[seat] + 5))
    assert position["others' coins"] == pytest.approx(others / (others + 5))
    dice = [int(die) for die in state.dice[:2]]
    assert [position["die"], position["die 2"]] == pytest.approx([die / 6 for die in dice])
    assert position["sum of dice"] == pytest.approx(sum(dice) / 12)
    description: Any = game.bots["policy"].inputs
    in_market = [name for name in description.position if name.startswith("market ")]
    lie_there = {name for name in in_market if position[name] > 0}
    zone = list(table.array[0].zones[:8])[1]  # the second of the file
    cells = state.cards[int(zone.cell) : int(zone.cell) + int(zone.num_kinds)]
    assert len(lie_there) == (cells > 0).sum() > 0
    costs = sum(
        int(copies) * int(table.array[0].attributes[int(zone.first_kind) + place, column])
        for place, copies in enumerate(cells)
        for column in [int(table.array[0].policy.columns[0])]
    )
    most = abs(table.array[0].attributes[:, int(table.array[0].policy.columns[0])]).max()
    first = next(name for name in description.position if name.endswith(" in market"))
    assert position[first] == pytest.approx(costs / most / (costs / most + 2))


def test_others_hidden_cards_are_not_seen(tmp_path: Path) -> None:
    game = load_game(str(copied("docks", tmp_path)), Path())
    session = Session(game, game.build_table(game.options(), 2, {}, Path()), 5)
    until(session, lambda state: state.decision == Decision.OPTION)
    before = seen_by(game, session)
    zone = session.tables[0].zones[5]  # patron: its owner alone sees it
    other = 1 - int(session.state.due_seat)
    first = int(zone.cell) + other * int(zone.num_kinds)
    cells = session.state.cards[first : first + int(zone.num_kinds)]
    cells[:] = cells[::-1].copy()
    assert seen_by(game, session) == before


def test_choices_are_options_cards_and_numbers(tmp_path: Path) -> None:
    game = load_game(str(copied("docks", tmp_path)), Path())
    table = game.build_table(game.options(), 2, {}, Path())
    session = Session(game, table, 5)
    until(session, lambda state: state.decision == Decision.OPTION)
    _, options = seen_by(game, session)
    assert {row["kind"] for row in options} == {"option"}
    names = [{name for name, value in row.items() if value == 1.0} for row in options]
    assert all(len(each) == 1 for each in names)
    assert {name.partition("|")[0] for each in names for name in each} <= {
        "buy a boat", "sell fish", "hold a feast", "send a boat away", "work on the quay",
    }  # fmt: skip
    session.take(0)
    session.advance()
    assert session.state.decision == Decision.CARD
    _, cards = seen_by(game, session)
    assert {row["kind"] for row in cards} == {"choose a card from market"}
    for index, row in enumerate(cards):
        kind = int(session.state.choices[index])
        (own,) = [name for name in row if f"|{table.cards[kind].id}|" in f"|{name}|"]
        assert row[own] == 1.0


@pytest.mark.parametrize("name", NAMES)
def test_each_example_has_decisions_that_its_policy_knows(name: str) -> None:
    game = load_game(str(EXAMPLES / name), Path())
    session = Session(game, game.build_table(game.options(), game.seats[0], {}, Path()), 5)
    session.begin(0, range(game.seats[0]))
    for turn in range(60):
        session.advance()
        if session.is_over:
            break
        position, rows = seen_by(game, session)
        assert all(-1 <= value <= 1 for value in position.values())
        assert len({json.dumps(row) for row in rows}) > 1 or len(rows) == 1
        session.take(turn % int(session.state.num_choices))


def test_a_network_fits_as_long_as_the_decisions_are_the_same(tmp_path: Path) -> None:
    folder = copied("docks", tmp_path)
    taught(folder)
    assert load_game(str(folder), Path()).bots["policy"].has_learnt
    cards = folder / "boats.csv"
    head, first, *rest = cards.read_text().splitlines()
    columns = head.split(",")
    cells = first.split(",")
    cells[columns.index("cost")] = "9"
    cards.write_text("\n".join([head, ",".join(cells), *rest, ""]))
    changed = load_game(str(folder), Path()).bots["policy"]
    assert changed.has_learnt
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text(text.replace("work on the quay", "work in the harbour"))
    assert not load_game(str(folder), Path()).bots["policy"].has_learnt


def test_a_position_of_a_game_that_the_network_does_not_know_stays_within_its_room() -> None:
    docks, pig = (read_description(EXAMPLES / name / "game.toml") for name in ("docks", "pig"))
    table = build(docks, 2, {}, Decisions(pig))
    game = load_game(str(EXAMPLES / "docks"), Path())
    session = Session(game, table, 5)
    until(session, lambda state: state.decision == Decision.OPTION)
    room = len(Decisions(pig).position)
    position = np.full(1000, 7.0)
    view, seat = session.view(int(session.state.due_seat))[0], int(session.state.due_seat)
    inputs = game.bots["policy"].inputs
    assert inputs is not None
    inputs.write_position(view, table.array[0], seat, np.empty(0), position)
    assert (position[:room] == 0).all()
    assert (position[room:] == 7).all()


def test_what_a_bot_learns_from_is_what_is_read(tmp_path: Path) -> None:
    folder = copied("docks", tmp_path)
    rules = {"": rules_of(folder)}
    text = (folder / "game.toml").read_text()
    for what, changed in (
        ("a comment", f"# made up\n{text}"),
        ("the name", text.replace('name = "Docks"', 'name = "Piers"')),
        ("a number", text.replace("berths = 10", "berths = 9")),
        ("a line", text.replace("gain 3 favour", "gain 4 favour")),
    ):
        (folder / "game.toml").write_text(changed)
        rules[what] = rules_of(folder)
    assert rules["a comment"] == rules["the name"] == rules[""]
    assert len(set(rules.values())) == 3


def rules_of(folder: Path) -> str:
    learning = load_game(str(folder), Path()).bots["policy"].learning
    assert learning is not None
    return learning.rules


def test_a_policy_that_has_learnt_nothing_is_not_played(tmp_path: Path) -> None:
    folder = copied("pig", tmp_path)
    with pytest.raises(BalanceError, match="policy has learnt nothing of pig yet: balance run "):
        match_of(str(folder), ["policy"], players=2)
    taught(folder)
    assert match_of(str(folder), ["policy"], players=2).lineup.labels == ("policy",)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    folder = copied("pig", tmp_path)
    (folder / NETWORKS).write_text("[]")
    with pytest.raises(BalanceError, match=r"policy.json: expected an object with the key"):
        load_game(str(folder), Path())


def test_it_learns_to_beat_random_players(tmp_path: Path) -> None:
    folder = copied("drafting", tmp_path)
    game = load_game(str(folder), Path())
    bot = game.bots["policy"]
    assert bot.inputs is not None
    teacher = Teacher(game, bot, build_test_tables(game, 3), 1, 1, QUICK)
    learner = Learner.starting_with(first_network(bot.inputs))
    for batch in range(100):
        teacher.teach(learner, batch / 100, StopSignal())
    write_networks(folder / NETWORKS, bot.inputs, {3: tuple(learner.network.tolist())}, {})
    records = Batches(match_of(str(folder), ["policy", "random", "random"])).play(0, 600)
    of_policy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_policy / len(records) > 0.45  # a third is even


def test_learning_ends_in_time_and_is_measured(tmp_path: Path) -> None:
    game = load_game(str(copied("pig", tmp_path)), Path())
    tables = build_test_tables(game, 2)
    learnt = learn(game, game.bots["policy"], tables, 0.5, ("random",), 1, 1, StopSignal())
    assert learnt.games > 0
    assert 0 <= learnt.against["random"].low <= learnt.against["random"].high <= 1
