"""`balance serve` as its user meets it: started in a terminal, opened in Chromium."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest

from balance.serve.access import HOST
from balance.serve.server import prepare_server
from tests.program import LONG
from tests.report.browser import Browser, browser, program
from tests.serve.conftest import STRANGE

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(program() is None, reason="there is no Chromium on this machine"),
]


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """Start the server as a program, and yield the address that it prints; end it by Ctrl-C."""
    command = [sys.executable, "-m", "balance", "serve", str(folder)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert "http://127.0.0.1:" in first, first
    yield first.split()[-1]
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=LONG)
    assert (process.returncode, said) == (130, "Stopped.\n")


@pytest.fixture(scope="module")
def tab(served: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        found.visit(served)
        yield found


@pytest.fixture
def home(tab: Browser, served: str) -> str:
    tab.requests.clear()
    tab.errors.clear()
    return served.partition("?")[0]


def until(tab: Browser, script: str) -> None:
    """Wait until a script comes to something true."""
    end = time.monotonic() + LONG
    while not tab.ask(script):
        assert time.monotonic() < end, tab.ask("document.body.innerText")
        time.sleep(0.1)


ANSWER = "document.querySelector('.answer').textContent"
STATE = "document.querySelector('.state').textContent"


def test_all_pages_open_without_an_error_and_ask_this_server_alone(tab: Browser, home: str) -> None:
    run = f"run={quote(STRANGE)}"
    for page in ("", f"run?{run}", f"card?{run}&card=rogue_twin", f"game?{run}",
                 f"diff?{run}&other=usual", f"report?{run}"):  # fmt: skip
        tab.visit(home + page)
        assert tab.ask("document.title")
        assert tab.ask("document.title") != "harmed"
    assert tab.errors == []
    assert all(address.startswith(home) for address in tab.requests)


def test_a_moved_number_is_answered_while_it_is_played(tab: Browser, home: str) -> None:
    tab.visit(f"{home}card?run=usual&card=knight")
    tab.ask(
        "const cost = document.querySelector('[name=\"citizens.knight.cost\"]');"
        "cost.value = 9; cost.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    until(tab, f"{ANSWER}.includes('After')")
    first = tab.ask(ANSWER)
    assert "Knight: cost 9 instead of" in first
    until(tab, f"{ANSWER} !== {first!r}")
    tab.ask("document.querySelector('.stop').click()")
    assert tab.ask("document.querySelector('.stop').disabled")
    assert tab.ask(STATE).startswith("Stopped")
    tab.ask("document.querySelector('.text').value = 'nonsense=1'")
    tab.ask("document.querySelector('form.change button').click()")
    until(tab, f"{STATE}.includes(\"no option 'nonsense'\")")
    assert tab.errors == []


class Tunnel:
    """A port that leads to another one, as `ssh -L` makes it, until it is cut."""

    def __init__(self, to: int, port: int = 0) -> None:
        self._listening, self._to = socket.create_server((HOST, port)), to
        self.port = self._listening.getsockname()[1]
        self._ends: list[socket.socket] = []
        Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):  # once it is cut
            while True:
                here = self._listening.accept()[0]
                there = socket.create_connection((HOST, self._to))
                self._ends += here, there
                for pair in ((here, there), (there, here)):
                    Thread(target=self._send, args=pair, daemon=True).start()

    @staticmethod
    def _send(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while some := one.recv(4096):
                other.sendall(some)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        for each in (self._listening, *self._ends):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def test_a_tunnel_that_is_cut_is_told_and_goes_on_when_it_is_back(
    folder: Path, tmp_path: Path
) -> None:
    server, address = prepare_server(folder, 0)
    Thread(target=server.serve_forever, daemon=True).start()
    tunnel = Tunnel(server.port)
    link = f"<a href='{address.replace(f':{server.port}', f':{tunnel.port}')}'>the runs</a>"
    (tmp_path / "notes.html").write_text(link)
    with browser(tmp_path / "profile") as tab:
        tab.open(tmp_path / "notes.html")
        tab.ask("document.querySelector('a').click()")  # a link in another page
        until(tab, "document.title.startsWith('Runs')")
        tab.visit(f"http://{HOST}:{tunnel.port}/card?run=usual&card=knight")
        until(tab, "document.readyState === 'complete' && document.querySelector('form.change')")
        tab.ask("document.querySelector('.text').value = 'Cleric cost=4'")
        tab.ask("document.querySelector('form.change button').click()")
        until(tab, f"{ANSWER} && {STATE}.startsWith('Playing on')")
        tunnel.cut()
        until(tab, f"{STATE}.startsWith('The connection is gone')")
        tunnel = Tunnel(server.port, tunnel.port)
        until(tab, f"{STATE}.startsWith('Playing on')")
        server.shutdown()
        tunnel.cut()
        other, _ = prepare_server(folder, 0)  # which does not know this browser
        Thread(target=other.serve_forever, daemon=True).start()
        tunnel = Tunnel(other.port, tunnel.port)
        until(tab, f"{STATE}.includes('open the address')")
        tunnel.cut()
        other.shutdown()


def test_a_game_is_stepped_through(tab: Browser, home: str) -> None:
    tab.visit(f"{home}game?run=usual&game=2")
    seen = "[...document.querySelectorAll('.told p:not([hidden])')].length"
    every = tab.ask("document.querySelectorAll('.told p').length")
    steps = tab.ask("[...document.querySelectorAll('.told p')].filter((p) => p.innerHTML).length")
    assert tab.ask(seen) == 1
    place = "document.querySelector('.place').textContent"
    for _ in range(3):
        tab.press("ArrowRight")
    tab.press("ArrowLeft")
    assert tab.ask(place) == f"3 of {steps}"
    tab.ask("document.querySelector('.all').click()")
    assert tab.ask(seen) == every > 50
    assert tab.ask(place) == f"{steps} of {steps}"


def test_a_page_of_another_origin_gets_nothing(tab: Browser, home: str) -> None:
    tab.visit(f"{home}report?run={quote(STRANGE)}")  # its origin is none, as a stranger's is
    tab.ask(
        "window.got = ''; const image = new Image();"
        "fetch('/').then(() => { got += 'page' }, () => { got += 'refused' });"
        "image.onload = () => { got += 'image' }; image.onerror = () => { got += ' no image' };"
        "image.src = '/static/icon.svg'"
    )
    until(tab, "got.includes('refused') && got.includes('no image')")
    assert tab.ask("got").replace("no image", "").strip() == "refused"


def test_another_browser_is_not_let_in(served: str, tab: Browser, tmp_path: Path) -> None:
    with browser(tmp_path) as other:
        other.visit(served)
        assert "good for one browser" in other.ask("document.body.innerText")
