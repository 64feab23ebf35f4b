"""`balance serve` says what is wrong in one sentence, before it listens."""

import socket
import sys
from pathlib import Path

import pytest

from balance.serve.access import HOST
from tests.program import run_here


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = run_here("serve", "none", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: none is no folder")


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run_here("serve", ".", "--port", port, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: --port {port}: ")


def test_without_its_framework_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "flask", None)
    done = run_here("serve", ".", folder=tmp_path)
    assert done.returncode == 2
    assert "pip install 'tabletop-balance[serve]'" in done.stderr
