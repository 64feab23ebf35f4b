"""Who may ask: the browser that was given the address, from pages of this server alone.

Any page on the web can make a browser ask 127.0.0.1, and other users of the machine can too.  So an
address with the name of another host is refused, which a page gets by a name that resolves to this
machine; so is what comes from a page of another origin; and who comes without the cookie, which is
given for the token of the printed address, once.  A link in another page to the printed address
opens a page that says nothing and goes there by itself: what it shows is asked for by this origin.

Browsers do not say to an address in the network where a request comes from (`Sec-Fetch-Site`).  So
there the cookie comes with such a page, as browsers keep a strict cookie back from where a link of
another page leads on; and a change is tried only for who names a page of this server (`Referer`).
"""

import secrets
from threading import Lock
from urllib.parse import urlencode

from flask import (
    Flask,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)  # fmt: skip
from werkzeug.wrappers import Response as AnyResponse

HOST = "127.0.0.1"
HOSTS = HOST, "localhost"  # with any port: another one may lead here, as with `ssh -L`
# Nothing of a page is run or loaded but files of this server.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A report may come from a stranger: it has no origin, so it can ask this server for nothing.
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:"
)
ONLY_OWN = (
    "This address may be asked by pages of balance serve only: open the address that it printed."
)
_POLICY = "Content-Security-Policy"
HEADERS = {
    _POLICY: POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def _is_same(one: str, two: str) -> bool:
    """Whether two texts are the same, in a time that does not tell where they differ."""
    return secrets.compare_digest(one.encode(), two.encode())


class Access:
    """Lets one browser in, for a token that is good once."""

    def __init__(self, port: int, host: str = HOST) -> None:
        self._port, self._host, self._hosts = port, host, {*HOSTS, host}
        self._name = f"balance-{secrets.token_hex(4)}"  # browsers send cookies to all ports
        self._token, self._cookie = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self._lock, self._is_used = Lock(), False
        self.address = f"http://{host}:{port}/?{urlencode({'token': self._token})}"

    def guard(self, app: Flask) -> None:
        """Refuse all requests to an app that may not ask, and send the headers with all answers."""
        app.before_request(self._check)

        @app.after_request
        def add_headers(response: Response) -> Response:
            policy = response.headers.get(_POLICY, POLICY)
            response.headers.update({**HEADERS, _POLICY: policy})
            return response

    def _check(self) -> AnyResponse | None:
        here = f"http://{request.host}"
        site = request.headers.get("Sec-Fetch-Site", "none")
        host = request.host.partition(":")[0]
        if host not in self._hosts:
            place = f"{self._host}:{self._port}"
            abort(403, f"Open it as http://{place}, or from another machine after "
                       f"`ssh -L {self._port}:{place} HOST`.")  # fmt: skip
        if request.headers.get("Origin", here) != here:
            abort(403, ONLY_OWN)
        is_own = (request.referrer or "").startswith(f"{here}/")
        if host not in HOSTS and request.path == url_for("try_change") and not is_own:
            abort(403, ONLY_OWN)
        if site not in ("none", "same-origin"):
            is_link = request.headers.get("Sec-Fetch-Dest") == "document"
            if not (is_link and (request.method, request.path) == ("GET", "/")):
                abort(403, ONLY_OWN)
            return make_response(render_template("go_on.html", address=request.full_path))
        if _is_same(request.cookies.get(self._name, ""), self._cookie):
            return redirect(url_for("show_runs")) if "token" in request.args else None
        with self._lock:
            if self._is_used or not _is_same(request.args.get("token", ""), self._token):
                abort(
                    403, "Open the address that balance serve printed; it is good for one browser."
                )
            self._is_used = True
        runs = url_for("show_runs")
        response = make_response(
            redirect(runs) if host in HOSTS else render_template("go_on.html", address=runs)
        )
        response.set_cookie(self._name, self._cookie, httponly=True, samesite="Strict")
        return response
