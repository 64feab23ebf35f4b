"""Nobody is served but the browser that opened the printed address, and pages of the server."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from balance.serve.access import HEADERS, Access
from tests.serve.conftest import PORT, make_client

HOME = f"http://127.0.0.1:{PORT}"
EVERY = ("/", "/run?run=usual", "/card?run=usual&card=knight", "/game?run=usual", "/report",
         "/diff?run=usual&other=usual", "/try?run=usual&set=knight.cost=3", "/static/serve.js",
         "/none")  # fmt: skip


@pytest.mark.parametrize("address", EVERY)
def test_who_did_not_open_the_printed_address_sees_nothing(
    client: FlaskClient, address: str
) -> None:
    for token in ("", "?token=", "?token=wr%C3%B6ng"):
        answer = client.get(address if not token else f"/{token}", base_url=HOME)
        assert answer.status_code == 403
        assert "Knight" not in answer.text


def test_the_printed_address_lets_one_browser_in(client: FlaskClient, access: Access) -> None:
    answer = client.get(access.address)
    assert (answer.status_code, answer.location) == (302, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert access.address.partition("token=")[2] not in cookie
    assert client.get("/", base_url=HOME).status_code == 200
    assert client.get(access.address).status_code == 302  # the same browser, again
    other = client.application.test_client()
    assert other.get(access.address).status_code == 403


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        ("evil.example", {}),
        (f"evil.example:{PORT}", {}),
        (f"evil.example:{PORT + 1}", {}),
        (f"127.0.0.1:{PORT + 1}", {"Origin": HOME}),
        ("[::1]", {}),
        (f"127.0.0.1.evil.example:{PORT}", {}),
        (f"127.0.0.1:{PORT}", {"Origin": "http://evil.example"}),
        (f"127.0.0.1:{PORT}", {"Origin": "null"}),
        (f"127.0.0.1:{PORT}", {"Origin": f"http://localhost:{PORT}"}),
        (f"127.0.0.1:{PORT}", {"Origin": f"https://127.0.0.1:{PORT}"}),
        (f"127.0.0.1:{PORT}", {"Sec-Fetch-Site": "cross-site"}),
        (f"127.0.0.1:{PORT}", {"Sec-Fetch-Site": "same-site"}),
    ],
)
def test_other_hosts_and_origins_are_refused_even_with_the_cookie(
    client: FlaskClient, access: Access, host: str, headers: dict[str, str]
) -> None:
    client.get(access.address)
    assert client.get("/", base_url=HOME, headers={"Origin": HOME}).status_code == 200
    answer = client.get("/", base_url=HOME, headers={"Host": host, **headers})
    assert answer.status_code == 403
    assert "usual" not in answer.text


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT + 1}", "localhost:9000", "localhost"])
def test_a_tunnel_may_have_another_port(client: FlaskClient, access: Access, host: str) -> None:
    address = access.address.replace(HOME, f"http://{host}")
    assert client.get(address).status_code == 302
    assert client.get("/", base_url=f"http://{host}").status_code == 200


def test_another_name_of_the_machine_is_told_what_to_do(
    client: FlaskClient, access: Access
) -> None:
    answer = client.get(access.address.replace("127.0.0.1", "my-server"))
    assert answer.status_code == 403
    assert f"ssh -L {PORT}:127.0.0.1:{PORT} HOST" in answer.text


def test_a_link_in_another_page_goes_on_by_itself_and_says_nothing(
    client: FlaskClient, access: Access
) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document"}  # fmt: skip
    answer = client.get(access.address, headers=link)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert f'content="0; url={access.address.removeprefix(HOME)}"' in answer.text
    assert client.get("/", base_url=HOME).status_code == 403  # nobody is in by that
    own = {**link, "Sec-Fetch-Site": "same-origin"}
    assert client.get(access.address, headers=own).status_code == 302
    assert "usual" not in client.get("/", base_url=HOME, headers=link).text
    for address in EVERY[1:]:  # a link deeper into it could set it playing
        assert client.get(address, base_url=HOME, headers=link).status_code == 403
    frame = {**link, "Sec-Fetch-Dest": "iframe"}
    assert client.get("/", base_url=HOME, headers=frame).status_code == 403


def test_the_token_is_not_used_up_by_another_origin(client: FlaskClient, access: Access) -> None:
    refused = client.get(access.address, headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403
    assert client.get(access.address).status_code == 302


@pytest.mark.parametrize("address", EVERY)
def test_each_answer_has_the_headers_that_keep_it_in_its_place(
    client: FlaskClient, access: Access, address: str
) -> None:
    for _ in range(2):  # refused, and then served
        answer = client.get(address, base_url=HOME)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        answer.close()
        client.get(access.address)


def test_nothing_can_be_posted(client: FlaskClient, access: Access) -> None:
    client.get(access.address)
    for address in EVERY:
        assert client.post(address, base_url=HOME).status_code in (404, 405)


NETWORK = "192.168.0.7"  # where `--host` serves


@pytest.fixture
def phone(folder: Path) -> tuple[FlaskClient, str]:
    """Return a browser in the network, and the address printed for it."""
    access = Access(PORT, NETWORK)
    return make_client(folder, access), access.address


def test_a_phone_in_the_network_is_let_in_by_a_page_that_brings_its_cookie(
    phone: tuple[FlaskClient, str],
) -> None:
    client, address = phone
    home = f"http://{NETWORK}:{PORT}"
    assert address.startswith(f"{home}/?token=")
    assert client.get("/", base_url=home).status_code == 403
    answer = client.get(address)
    assert answer.status_code == 200  # where a redirect leads, a strict cookie may not come along
    assert 'content="0; url=/"' in answer.text
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    assert "usual" in client.get("/", base_url=home).text
    assert client.application.test_client().get(address).status_code == 403  # one browser alone


@pytest.mark.parametrize("host", ["evil.example", "192.168.0.8", "my-laptop.local", "0.0.0.0"])
def test_in_the_network_no_other_name_of_the_machine_is_served(
    phone: tuple[FlaskClient, str], host: str
) -> None:
    client, address = phone
    assert client.get(address.replace(NETWORK, host)).status_code == 403
    assert client.get(address).status_code == 200


def test_in_the_network_a_change_is_tried_for_pages_of_the_server_alone(
    phone: tuple[FlaskClient, str],
) -> None:
    client, address = phone
    client.get(address)
    home, change = f"http://{NETWORK}:{PORT}", "/try?run=usual&set=nonsense=1"
    for own in (f"{home}/run?run=usual", f"{home}/"):
        answer = client.get(change, base_url=home, headers={"Referer": own})
        assert answer.status_code == 200
    for other in (
        {},
        {"Referer": f"http://{NETWORK}:{PORT}0/"},
        {"Referer": "http://evil.example/"},
    ):
        assert client.get(change, base_url=home, headers=other).status_code == 403
