"""`balance serve` says what is wrong in one sentence, before it listens."""

import os
import shlex
import signal
import socket
import sys
from pathlib import Path

import pytest
from werkzeug.serving import BaseWSGIServer

from balance.errors import Interrupted, StoreError
from balance.serve import server
from balance.serve.access import HOST
from balance.serve.server import prepare_server
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


@pytest.mark.parametrize(
    ("host", "refused"),
    [
        ("my-laptop", "expected an IPv4 address of this machine"),
        ("::1", "expected an IPv4 address of this machine"),
        ("198.51.100.1", ""),  # of no machine
    ],
)
def test_an_address_that_is_not_of_this_machine_is_refused(
    tmp_path: Path, host: str, refused: str
) -> None:
    with pytest.raises(StoreError, match=f"^--host {host}: {refused}"):
        prepare_server(tmp_path, 0, host)


def test_in_the_network_its_own_address_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "_network_address", lambda: "192.168.0.7")
    monkeypatch.setattr(BaseWSGIServer, "serve_forever", BaseWSGIServer.server_close)
    for host, address, is_open in ((HOST, HOST, False), (server.EVERY, "192.168.0.7", True)):
        with pytest.raises(Interrupted):
            server.serve(tmp_path, 0, False, host)
        printed = capsys.readouterr().out
        assert f" at http://{address}:" in printed.splitlines()[0]
        assert (server.OPEN in printed) == is_open


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
