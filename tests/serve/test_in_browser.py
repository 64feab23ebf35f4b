"""`balance serve` as its user meets it: started in a terminal, opened in Chromium."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

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
    tab.ask("document.querySelector('.text').value = 'nonsense=1'")
    tab.ask("document.querySelector('form.change button').click()")
    until(tab, f"{ANSWER}.includes(\"no option 'nonsense'\")")
    assert tab.errors == []


def test_a_game_is_stepped_through(tab: Browser, home: str) -> None:
    tab.visit(f"{home}game?run=usual&game=2")
    seen = "[...document.querySelectorAll('.game p:not([hidden])')].length"
    every = tab.ask("document.querySelectorAll('.game p').length")
    steps = tab.ask("[...document.querySelectorAll('.game p')].filter((p) => p.innerHTML).length")
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
