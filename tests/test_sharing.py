"""How tests are shared out among workers."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.sharing import ByGame, game_of, read_durations, scope_of

ROOT = Path(__file__).resolve().parent.parent
EVERY = "tests/games/test_every_game.py::test_a_bot"
TESTS = [
    *(f"tests/games/valeria/test_{name}.py::test_{i}" for name in ("a", "b") for i in range(9)),
    *(f"tests/games/dominion/test_a.py::test_{i}" for i in range(9)),
    *(f"tests/test_cli.py::test_{i}" for i in range(4)),
    *(f"{EVERY}[{name}-search]" for name in ("dominion", "valeria", "examples/pig", "dominion")),
]


class Worker:
    """One that notes what it is given."""

    shutting_down = False

    def __init__(self):
        self.gateway = SimpleNamespace(id="gw")
        self.tests = []

    def send_runtest_some(self, indices):
        self.tests += [TESTS[index] for index in indices]

    def shutdown(self):
        self.shutting_down = True


def begin(durations=None):
    """Return what shares out tests, and two workers."""
    option = SimpleNamespace(loadscopereorder=True, debug=False, verbose=0)
    config = SimpleNamespace(
        option=option, getvalue=lambda name: ["popen"] * 2, getoption=lambda name: None
    )
    shared = ByGame(config, None)
    shared._seconds = durations or {}
    found = [Worker(), Worker()]
    for worker in found:
        shared.add_node(worker)
        shared.add_node_collection(worker, TESTS)
    shared.schedule()
    return shared, found


@pytest.fixture
def workers():
    """Two workers, of whom the first does two tests whenever the second does one."""
    shared, found = begin()
    done = [0, 0]
    while shared.has_pending:
        for place in (0, 0, 1):
            if done[place] < len(found[place].tests):
                test = found[place].tests[done[place]]
                done[place] += 1
                shared.mark_test_complete(found[place], TESTS.index(test))
    return found


def games_of(worker):
    return list(dict.fromkeys(game_of(scope_of(test)) for test in worker.tests))


def test_the_longest_files_are_done_first():
    known = {"tests/games/valeria/test_a.py": 1.0, "tests/games/valeria/test_b.py": 9.0}
    _, (first, _) = begin(known)
    assert scope_of(first.tests[0]).endswith("test_b.py")


def test_stored_durations_are_of_files_that_exist():
    durations = read_durations()
    assert all((ROOT / scope.split()[0]).is_file() for scope in durations)
    assert all(seconds >= 0 for seconds in durations.values())


def test_every_test_is_done_once(workers):
    assert sorted(test for worker in workers for test in worker.tests) == sorted(set(TESTS))


def test_the_tests_of_a_game_go_to_one_worker_and_those_of_none_come_last(workers):
    assert [games_of(worker) for worker in workers] == [["valeria", ""], ["dominion", ""]]


def test_the_tests_of_every_game_go_with_those_of_each():
    parts = [scope_of(test) for test in TESTS[-4:]]
    assert [game_of(part) for part in parts] == ["dominion", "valeria", "", "dominion"]
    assert parts[0] == parts[3]


def test_what_a_worker_left_that_crashed_is_done_by_the_other():
    shared, (crashing, other) = begin()
    done = []
    while len(done) < 20:  # some files
        done.append(crashing.tests[len(done)])
        shared.mark_test_complete(crashing, TESTS.index(done[-1]))
    assert shared.remove_node(crashing) == crashing.tests[20]
    for test in other.tests:  # which grows meanwhile
        shared.mark_test_complete(other, TESTS.index(test))
        done.append(test)
    assert not shared.has_pending
    assert sorted(done) == sorted(set(TESTS))
