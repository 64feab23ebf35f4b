"""Serving the runs of a folder to a browser of this machine, or of its network."""

import errno
import logging
import socket
import threading
import webbrowser
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path

from werkzeug.serving import BaseWSGIServer, make_server

import balance
from balance.errors import Interrupted
from balance.serve.access import HOST, Access
from balance.serve.routes import create_app

EVERY = "0.0.0.0"  # all addresses of this machine
_NO_ADDRESS = errno.EADDRNOTAVAIL, errno.ENETUNREACH
OPEN = (
    "Anyone in this network who has the address with its token can start games on this machine; "
    "the first browser that opens it is served, unencrypted."
)


def serve(folder: Path, port: int, is_opened: bool, host: str = HOST) -> None:
    """Serve the runs of a folder until Ctrl-C, and print the address.

    Parameters
    ----------
    port : int
        0 is any that is free.
    is_opened : bool
        Whether the address is opened in the browser.
    host : str
        The IPv4 address of this machine at which it is served; `EVERY` is all.

    Raises
    ------
    StoreError
        If it is no folder, the address is not of this machine, or the port is taken.
    Interrupted
        After Ctrl-C.
    """
    server, address = prepare_server(folder, port, host)
    print(f"Serving the runs of {folder} at {address}")
    if not IPv4Address(host).is_loopback:
        print(OPEN)
    print("Ctrl-C ends it.", flush=True)
    if is_opened:  # in a thread, as a browser in this terminal returns when it is closed
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    server.serve_forever()  # which takes Ctrl-C for its end
    raise Interrupted("Stopped.")


def prepare_server(folder: Path, port: int, host: str = HOST) -> tuple[BaseWSGIServer, str]:
    """Return a server, and the address that lets one browser in.

    Raises
    ------
    StoreError
    """
    balance.runs(folder)  # refuses what is no folder
    try:
        own = _network_address() if IPv4Address(host) == IPv4Address(EVERY) else host
        listening = socket.create_server((host, port))
    except AddressValueError:
        raise balance.StoreError(
            f"--host {host}: expected an IPv4 address of this machine, such as 192.168.0.7, or "
            f"{EVERY} for all of them."
        ) from None
    except OSError as error:
        option = f"--host {host}" if error.errno in _NO_ADDRESS else f"--port {port}"
        raise balance.StoreError(f"{option}: {error.strerror or error}.") from None
    with listening:
        access = Access(listening.getsockname()[1], own)
        logging.getLogger("werkzeug").setLevel(logging.ERROR)  # no line for each request
        server = make_server(host, 0, create_app(folder, access), threaded=True,
                             fd=listening.fileno())  # fmt: skip
    return server, access.address


def _network_address() -> str:
    """Return the address that this machine has in its network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("198.51.100.1", 9))  # an address of documentation, which nobody has
        return str(asked.getsockname()[0])
