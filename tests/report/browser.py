"""Chromium without a window, driven over its own pipe: no driver, no network."""

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.program import LONG

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def program() -> str | None:
    """Return the browser of this machine, if it has one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One tab; what it asked for and what went wrong in it is kept.

    Attributes
    ----------
    requests : list of str
        The addresses asked for, the page itself among them.
    errors : list of str
        What scripts threw and what the console says is an error.
    """

    def __init__(self, ask: int, answer: int) -> None:
        self._ask, self._answer = os.fdopen(ask, "wb", buffering=0), os.fdopen(answer, "rb")
        self._last, self._session = 0, ""
        self._events: list[dict[str, Any]] = []
        self.requests: list[str] = []
        self.errors: list[str] = []
        tab = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=tab, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser, and return its answer.

        References
        ----------
        https://chromedevtools.github.io/devtools-protocol/
        """
        self._last += 1
        text = {"id": self._last, "method": method, "params": params}
        if self._session:
            text["sessionId"] = self._session
        self._ask.write(json.dumps(text).encode() + b"\0")
        while True:
            heard = self._hear()
            if heard.get("id") == self._last:
                if "error" in heard:
                    raise RuntimeError(f"{method}: {heard['error']['message']}")
                result: dict[str, Any] = heard["result"]
                return result

    def _hear(self) -> dict[str, Any]:
        text = bytearray()
        while (sign := self._answer.read(1)) != b"\0":
            if not sign:
                raise RuntimeError("the browser has gone")
            text += sign
        heard: dict[str, Any] = json.loads(text)
        self._note(heard)
        return heard

    def _note(self, heard: dict[str, Any]) -> None:
        method, params = heard.get("method"), heard.get("params", {})
        self._events.append(heard)
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(params["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.errors.append(json.dumps(params["args"]))

    def close(self) -> None:
        """Close the pipe, which ends the browser."""
        self._ask.close()
        self._answer.close()

    def open(self, page: Path, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """Open a page, in a window of a size in pixels, by day or by night."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.call("Emulation.setEmulatedMedia", features=[scheme, still])
        self.visit(page.resolve().as_uri())

    def visit(self, address: str) -> None:
        """Open an address."""
        self._events.clear()
        self.call("Page.navigate", url=address)
        while not any(one.get("method") == "Page.loadEventFired" for one in self._events):
            self._hear()

    def ask(self, script: str) -> Any:
        """Return what a script of the page comes to."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(json.dumps(found["exceptionDetails"]))
        return found["result"].get("value")

    def press(self, key: str, text: str = "") -> None:
        """Press a key; one that writes says what."""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, text=text,
                  windowsVirtualKeyCode=_CODES.get(key, 0))  # fmt: skip
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key,
                  windowsVirtualKeyCode=_CODES.get(key, 0))  # fmt: skip

    def write(self, text: str) -> None:
        """Write into what has the focus."""
        self.call("Input.insertText", text=text)

    def picture(self, whole: bool = False) -> bytes:
        """Return what the window shows, or the whole page, as PNG."""
        found = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(found["data"])

    def paper(self) -> bytes:
        """Return the page as it is printed, as PDF."""
        found = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        return base64.b64decode(found["data"])


_CODES = {"Enter": 13, "Escape": 27, "Tab": 9}


@contextmanager
def browser(place: Path) -> Iterator[Browser]:
    """Start the browser with a profile in a folder of its own, and end it.

    The pipe of the protocol is its file 3 for what is asked, and 4 for its answers.
    """
    path = program()
    assert path is not None
    ask_out, ask_in = os.pipe()
    answer_out, answer_in = os.pipe()
    # Where the two must stand, whatever numbers the pipes got.
    shell = f'exec "$0" "$@" 3<&{ask_out} 4>&{answer_in}'
    command = [
        "bash", "-c", shell, path, "--headless", "--remote-debugging-pipe", "--no-sandbox",
        "--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
        "--disable-dev-shm-usage", f"--user-data-dir={place}",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, pass_fds=(ask_out, answer_in), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(ask_out)
    os.close(answer_in)
    found = Browser(ask_in, answer_out)
    try:
        yield found
    finally:
        found.close()
        process.terminate()
        process.wait(timeout=LONG)
