"""`balance train`: the network it writes, going on after a stop, and its errors."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from balance.app.commands.train import TrainOptions, train
from balance.bots.policy_file import read_networks, write_networks
from balance.engine.game import Game
from balance.errors import BalanceError, Interrupted
from balance.games.loading import load_game
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of
from balance.runner.stop_signal import StopSignal
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup
from balance.scenario.replay_command import with_replay_command
from balance.tuning.policy_rounds import Round, Rounds, Training
from balance.tuning.policy_training import Learner, Teacher, first_network

ROOT = Path(__file__).resolve().parents[2]
PIG = "examples/pig"


@pytest.fixture
def options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> TrainOptions:
    """Return a short training of Pig's policy, from the root of the project."""
    monkeypatch.chdir(ROOT)
    return TrainOptions(
        bot="policy", players=2, games=6_000, rounds=3, hours=None, seed=1, against="random",
        is_new=True, out=tmp_path / "out.json", replace=False, workers=1,
    )  # fmt: skip


@pytest.fixture(scope="module")
def pig() -> Game:
    return load_game(str(ROOT / PIG), Path())


def rounds_of(pig: Game, count: int) -> Rounds:
    """Return short rounds of Pig, measured against `random`."""
    tables = build_test_tables(pig, 2)
    usual = lineup_of(LineupBuilder(pig), ["random"], 2).entries[0]
    teacher = Teacher(pig, pig.bots["policy"].at(2), tables, 5)
    return Rounds(teacher, 1024, count, usual, BotMatch(pig, tables, Lineup((usual,), (0, 0)), 9))


def new_training(rounds: Rounds) -> Training:
    network = first_network(rounds.teacher.inputs)
    return Training(Learner.starting_with(network), network)


def test_a_stronger_network_is_written_with_its_origin(
    options: TrainOptions, pig: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    train(PIG, options)
    told = capsys.readouterr()
    assert "round 3 of 3: " in told.err
    assert "The network for 2 players has " in told.out
    assert options.out is not None
    networks = json.loads(options.out.read_text())["players"]
    assert list(networks) == ["2"]
    assert networks["2"]["made"]["command"].startswith("balance train examples/pig --bot policy")
    assert options.out.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    lineup = lineup_of(LineupBuilder(pig), [str(options.out)], 2)
    entry = lineup.entries[0]
    assert entry.label == "out"
    inputs = pig.bots["policy"].inputs
    assert inputs is not None
    assert entry.bot.network == read_networks(options.out, inputs)[2]
    match = BotMatch(pig, build_test_tables(pig, 2), lineup, 1).matches[0]
    command = with_replay_command(match, {}).replay_command
    assert f"--bots {options.out}" in command or "out.json" in command


def test_a_stopped_training_goes_on_to_the_same_network(pig: Game, tmp_path: Path) -> None:
    rounds = rounds_of(pig, 3)
    whole = new_training(rounds)
    rounds.go_on(whole, StopSignal())
    assert len(whole.rounds) == 3

    part, stop = new_training(rounds), StopSignal()

    def end_batch(deals: int) -> None:
        if part.learner.deals > 1024:
            stop.set()

    rounds.go_on(part, stop, end_batch)
    assert len(part.rounds) == 1
    part.save(tmp_path / "state.npz", {"seed": 1})
    again, settings = Training.load(tmp_path / "state.npz")
    assert settings == {"seed": 1}
    assert again.rounds == part.rounds
    rounds.go_on(again, StopSignal())
    assert again.rounds == whole.rounds
    assert (again.champion == whole.champion).all()
    assert (again.learner.network == whole.learner.network).all()


def test_a_learner_that_is_not_stronger_stays_no_champion(pig: Game) -> None:
    rounds = rounds_of(pig, 1)
    strong = new_training(rounds)
    strong.champion = pig.bots["policy"].at(2).numbers[1:]
    champion = strong.champion.copy()
    results: list[Round] = []
    rounds.go_on(strong, StopSignal(), on_round=results.append)
    assert not results[0].is_accepted
    assert results[0].gain < 0
    assert (strong.champion == champion).all()
    assert not strong.is_better


def test_other_settings_are_refused_and_replaced(options: TrainOptions) -> None:
    train(PIG, options)
    with pytest.raises(BalanceError, match="belongs to training with other settings"):
        train(PIG, replace(options, seed=2))
    train(PIG, replace(options, seed=2, replace=True))


def test_networks_for_other_numbers_of_players_are_kept(options: TrainOptions, pig: Game) -> None:
    inputs = pig.bots["policy"].inputs
    assert inputs is not None
    assert options.out is not None
    others = {3: tuple(map(float, first_network(inputs)))}
    write_networks(options.out, inputs, others, {3: {"games": 7}})
    before = json.loads(options.out.read_text())["players"]
    train(PIG, options)
    players = json.loads(options.out.read_text())["players"]
    assert list(players) == ["2", "3"]
    assert players["3"] == before["3"]


def test_ctrl_c_keeps_what_was_learnt(
    options: TrainOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn = Teacher.teach

    def stopped(self: Teacher, learner: Learner, progress: float, stop: StopSignal) -> object:
        if learner.deals >= 2048:
            stop.set()
        return learn(self, learner, progress, stop)

    monkeypatch.setattr(Teacher, "teach", stopped)
    with pytest.raises(Interrupted, match=r"Stopped in round 2 of 3: .* keeps what was learnt"):
        train(PIG, options)
    monkeypatch.setattr(Teacher, "teach", learn)
    train(PIG, options)
    assert options.out is not None
    assert options.out.exists()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"bot": "hold_at"}, "has no network to train: expected policy"),
        ({"bot": "polic"}, "did you mean 'policy'"),
        ({"players": 9}, "not with 9"),
        ({"out": Path("nowhere/x.json")}, "existing folder"),
        ({"out": Path("x.toml")}, "ends with .json"),
        ({"against": "hold"}, "did you mean 'hold_at'"),
    ],
)
def test_what_cannot_be_trained_is_one_sentence(
    options: TrainOptions, change: dict[str, object], text: str
) -> None:
    with pytest.raises(BalanceError, match=text):
        train(PIG, replace(options, **change))  # type: ignore[arg-type]


def test_damaged_training_is_one_sentence(options: TrainOptions) -> None:
    assert options.out is not None
    options.out.with_suffix(".training.npz").write_bytes(b"none")
    with pytest.raises(BalanceError, match="cannot be read as arrays"):
        train(PIG, options)


def test_a_network_for_one_player_is_measured_by_the_deals_it_wins(
    options: TrainOptions, capsys: pytest.CaptureFixture[str]
) -> None:
    assert options.out is not None
    train("valeria", replace(options, players=1, games=4_096, rounds=1, against="greedy"))
    told = capsys.readouterr()
    assert "The network for 1 player has " in told.out
    assert list(json.loads(options.out.read_text())["players"]) == ["1"]
