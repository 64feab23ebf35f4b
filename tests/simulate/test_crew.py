import pytest

from balance.errors import ScenarioError
from balance.simulate.crew import DASK, PROCESSES, RAY, THREADS, Crew, available_cores, crew_of


def test_threads_on_all_cores_play_unless_something_else_is_said():
    assert crew_of() == Crew(available_cores(), THREADS)
    assert crew_of(3) == Crew(3, THREADS)
    assert crew_of(None, "processes") == Crew(available_cores(), PROCESSES)


def test_of_a_cluster_all_cores_play():
    assert crew_of(None, "dask", "tcp://here:8786") == Crew(0, DASK, "tcp://here:8786")
    assert crew_of(9, "ray") == Crew(9, RAY)


def test_what_is_always_played_here_has_threads():
    assert Crew(3, THREADS).threads == 3
    assert Crew(3, DASK, "tcp://here:8786").threads == available_cores()


@pytest.mark.parametrize(
    ("backend", "scheduler", "expected"),
    [
        ("dusk", None, "expected one of threads, processes, dask, ray"),
        ("dask", None, "--scheduler tcp://HOST:8786"),
        ("processes", "tcp://here:8786", "--backend dask or --backend ray is expected"),
        (None, "tcp://here:8786", "--backend dask or --backend ray is expected"),
    ],
)
def test_what_does_not_go_together_is_refused(backend, scheduler, expected):
    with pytest.raises(ScenarioError, match=expected):
        crew_of(2, backend, scheduler)
