"""Two runs, one of them of a stranger whose names are written to do harm."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

import balance
from balance.selftest.toy_studies import HERE
from balance.serve.access import Access
from balance.serve.routes import create_app

PORT = 8000
HARM = "<script>document.title = 'harmed'</script>"
STRANGE = "'\"><img src=x onerror=harmed>"  # a folder
SCENARIO = """
name = "first"
game = "valeria"
question = "{question}"
players = 2
bots = "greedy"
table.cards = ["cards"]
table.citizens = ["cleric", "merchant", "mercenary", "archer", "peasant", "knight", "{citizen}",
    "champion", "paladin", "butcher"]
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the two runs, both of the first game with a card of its own."""
    place = tmp_path_factory.mktemp("serve")
    sheet = (HERE / "cards" / "citizens.csv").read_text(encoding="utf-8")
    (place / "cards").mkdir()
    sheet = sheet.replace("Rogue's Twin", HARM)
    (place / "cards" / "citizens.csv").write_text(sheet, encoding="utf-8")
    for name, question, citizen in (
        ("usual", "Is it even?", "rogue"),
        (STRANGE, HARM, "rogue_twin"),
    ):
        file = place / f"{citizen}.toml"
        text = SCENARIO.format(question=question, citizen=citizen)
        file.write_text(text, encoding="utf-8")
        run = balance.run(file, games=512, out=place / "runs" / name, progress=False)
    run.report()
    return place / "runs"


@pytest.fixture
def access() -> Access:
    return Access(PORT)


@pytest.fixture
def client(folder: Path, access: Access) -> FlaskClient:
    """Return a browser that has not opened the printed address yet."""
    return make_client(folder, access)


@pytest.fixture(scope="session")
def tab(folder: Path) -> FlaskClient:
    """Return a browser that has opened the printed address."""
    access = Access(PORT)
    client = make_client(folder, access)
    client.get(access.address)
    return client


def make_client(folder: Path, access: Access) -> FlaskClient:
    app = create_app(folder, access)
    app.config["PROPAGATE_EXCEPTIONS"] = True  # a bug is no page
    return app.test_client()
