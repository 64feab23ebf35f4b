"""What a shell's `ulimit` leaves a command."""

import pytest

from balance.cli.shell_limits import problem

resource = pytest.importorskip("resource")


@pytest.mark.parametrize(
    ("name", "size", "said"),
    [
        ("RLIMIT_FSIZE", 0, "ulimit -f allows 0 MB in a file: expected 0.001 MB or more."),
        ("RLIMIT_AS", 400_000 << 10, "ulimit -v allows 390.6 MB of memory: expected 3,000 MB or"),
        ("RLIMIT_STACK", 90 << 10, "ulimit -s allows 0.08789 MB of stack: expected 0.1 MB"),
    ],
)
def test_too_low_a_limit_is_one_sentence(monkeypatch, name, size, said):
    free = resource.RLIM_INFINITY, resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda kind: free)
    assert problem() == ""
    low = getattr(resource, name)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (size, size) if kind == low else free)
    assert said in problem()
    assert problem().count("\n") == 1
