"""Serving the runs of a folder to the browser of this machine."""

import logging
import socket
import threading
import webbrowser
from pathlib import Path

from werkzeug.serving import BaseWSGIServer, make_server

import balance
from balance.errors import Interrupted
from balance.serve.access import HOST, Access
from balance.serve.pages import create_app


def serve(folder: Path, port: int, is_opened: bool) -> None:
    """Serve the runs of a folder until Ctrl-C, and print the address.

    Parameters
    ----------
    port : int
        0 is any that is free.
    is_opened : bool
        Whether the address is opened in the browser.

    Raises
    ------
    StoreError
        If it is no folder, or the port is taken.
    Interrupted
        After Ctrl-C.
    """
    server, address = prepare_server(folder, port)
    print(f"Serving the runs of {folder} at {address}\nCtrl-C ends it.", flush=True)
    if is_opened:  # in a thread, as a browser in this terminal returns when it is closed
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.serve_forever()  # which takes Ctrl-C for its end
    raise Interrupted("Stopped.")


def prepare_server(folder: Path, port: int) -> tuple[BaseWSGIServer, str]:
    """Return a server, and the address that lets one browser in.

    Raises
    ------
    StoreError
    """
    balance.runs(folder)  # refuses what is no folder
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise balance.StoreError(f"--port {port}: {error.strerror or error}.") from None
    with listening:
        access = Access(listening.getsockname()[1])
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # no line for each request
        server = make_server(HOST, 0, create_app(folder, access), threaded=True,
                             fd=listening.fileno())  # fmt: skip
    return server, access.address
