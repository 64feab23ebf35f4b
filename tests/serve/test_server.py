"""`balance serve` says what is wrong in one sentence, before it listens."""

import os
import shlex
import signal
import socket
import sys
from pathlib import Path

import pytest

from balance.serve.access import HOST
from tests.program import LONG, begin, run_here, wait_until


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


@pytest.mark.system
def test_it_answers_a_browser_that_its_terminal_waits_for(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (tmp_path / "browser.py").write_text(
        "import sys\n"
        "from urllib.request import HTTPCookieProcessor, build_opener\n"
        "answer = build_opener(HTTPCookieProcessor()).open(sys.argv[1])\n"
        "open('page', 'wb').write(answer.read())\n"
    )
    browser = shlex.join([sys.executable, "browser.py", "%s"])
    process = begin(tmp_path, "serve", ".", "--open", env={**os.environ, "BROWSER": browser})
    wait_until(lambda: page.exists() and page.stat().st_size, process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=LONG)
    assert "There are none" in page.read_text(encoding="utf-8")
