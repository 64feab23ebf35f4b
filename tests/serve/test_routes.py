"""The pages of `balance serve`: they show what `import balance` says, and run nothing of a name."""

import json
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

import balance
from balance.serve import shelf
from balance.serve.access import REPORT_POLICY
from tests.conftest import ROOT
from tests.serve.conftest import HARM, PORT, STRANGE

HOME = f"http://127.0.0.1:{PORT}"
HARMFUL = f"run={quote(STRANGE)}"


def page(tab: FlaskClient, address: str, status: int = 200) -> str:
    answer = tab.get(address, base_url=HOME)
    assert answer.status_code == status
    text = answer.text
    answer.close()  # the file of a report
    return text


def test_the_runs_are_listed_with_their_questions_and_answers(
    tab: FlaskClient, folder: Path
) -> None:
    text = unescape(page(tab, "/"))
    for run in balance.runs(folder).to_dict("records"):
        for key in ("question", "answer", "finished"):
            assert run[key] in text
        assert f"{run['games']:,}" in text


def test_a_run_has_its_findings_cards_and_cells(tab: FlaskClient, folder: Path) -> None:
    text = unescape(page(tab, "/run?run=usual"))
    run = balance.load(folder / "usual")
    for finding in run.findings:
        assert finding.text in text
    for name in (*run.cards["name"], *run.cells["name"]):
        assert name in text
    assert "/report" not in text  # it has none


def test_a_card_has_its_text_its_facts_and_its_numbers(tab: FlaskClient, folder: Path) -> None:
    text = unescape(page(tab, "/card?run=usual&card=simon"))
    run = balance.load(folder / "usual")
    card = run.card("simon")
    for part in (card.text, card.verdict, *(fact.value for fact in card.facts)):
        assert part in text
    for key, number in run.numbers("simon").items():
        assert f'name="{key}" value="{number}"' in text
        assert f'<label title="{key}">{run.numbers_in_words()[key]} <input' in text
    words = [label.partition(": ")[2] for label in run.numbers_in_words("simon").values()]
    assert words[1:] == [
        "victory point for each soldier icon you have",
        "victory point for every 2 resources you have",
        "1 victory point for every … resources you have",
    ]


def test_a_game_is_told_line_by_line(tab: FlaskClient, folder: Path) -> None:
    text = unescape(page(tab, "/game?run=usual&game=5"))
    told = balance.load(folder / "usual").play(5)
    assert all(f"<p>{line}</p>" in text for line in told)


def test_two_runs_stand_side_by_side(tab: FlaskClient, folder: Path) -> None:
    text = unescape(page(tab, f"/diff?{HARMFUL}&other=usual"))
    found = balance.diff(folder / STRANGE, folder / "usual")
    for finding in found.findings:
        assert finding.text.replace(STRANGE, "") in text.replace(STRANGE, "")
    for row in found.texts.to_dict("records"):
        assert row["difference"] in text


def events(tab: FlaskClient, query: str, most: int = 3) -> list[tuple[str, str]]:
    """Return the first events of a change that is tried."""
    answer = tab.get(f"/try?run=usual&{query}", base_url=HOME, buffered=False)
    assert answer.mimetype == "text/event-stream"
    found = []
    for event in answer.iter_encoded():
        name, data, *_ = event.decode().split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
        if len(found) == most:
            break
    answer.close()
    return found


def test_a_change_is_answered_again_and_again(tab: FlaskClient, folder: Path) -> None:
    found = events(tab, "set=knight.cost=7&typed=Cleric%20cost=4", most=2)
    assert [name for name, _ in found] == ["answer", "answer"]
    first, second = (text for _, text in found)
    assert "Knight: cost 7 instead of" in first
    assert "Cleric: cost 4 instead of" in first
    assert first != second
    run = balance.load(folder / "usual")
    expected = next(run.refine({"knight.cost": 7, "cleric.cost": 4}))
    assert "; ".join(expected.changes) in unescape(first)


def test_an_answer_is_a_table_with_what_is_clear_in_it(tab: FlaskClient, folder: Path) -> None:
    run = balance.load(folder / "usual")
    answer = next(iter(run.refine({"Butcher.cost": 9}, games=2000)))
    text = unescape(tab.application.jinja_env.get_template("answer.html").render(answer=answer))
    rows = answer.texts.to_dict("records")
    assert {row["topic"] for row in rows} >= {"Changed", "Seats", "Length", "Others"}
    for row in rows:
        assert row["what"] in text
        assert row["difference"].partition(" [")[0] in text
    assert {row["is_clear"] for row in rows if row["was"]} == {True, False}
    assert answer.note in text


def test_before_there_is_an_answer_the_first_games_are_being_played(
    tab: FlaskClient, folder: Path
) -> None:
    run = balance.load(folder / "usual")
    answer = next(iter(run.refine({"Butcher.cost": 9}, games=2000)))
    answer.texts = answer.texts.iloc[:0]  # as with a few games
    text = tab.application.jinja_env.get_template("answer.html").render(answer=answer)
    assert "The first games are being played." in text
    assert "<table" not in text
    assert "numbers" not in text


def test_a_grid_is_answered_by_variant_and_a_change_is_tried_on_any_of_them(
    tab: FlaskClient, folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "both.toml"
    text = 'name = "both"\ngame = "valeria"\nbots = "greedy"\ngrid.players = [2, 3]\n'
    file.write_text(text, encoding="utf-8")
    run = balance.run(file, games=600, out=folder / "both", progress=False)
    text = unescape(page(tab, "/run?run=both"))
    for written in run.texts("comparison").to_numpy().ravel():
        assert str(written) in text
    assert run.tables.set_index("name")["title"]["comparison"] in text
    for cell, seats in (("2 players", 2), ("3 players", 3)):
        assert f"<option>{cell}</option>" in text
        *_, answer = run.refine(
            {"Knight.cost": 9}, cell=cell, games=1600
        )  # the first may have none
        assert (answer.table["topic"] == "seats").sum() == seats
    ((name, refused),) = events(tab, "set=knight.cost=7&cell=none")
    assert (name, "variant 'none'" in refused) == ("refused", True)


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("", "expected a change"),
        ("set=nonsense=1", "has no option 'nonsense'"),
        ("set=knight.cost=two", "cost"),
        ("set=knight.cost=1&set=citizens.knight.cost=2", "set the same"),
        ("set=%0A%0Aevent:%20answer", "expected KEY=VALUE"),
        ("typed=Knight%20cost=two", "cost"),
        ("typed=%22Knight", "a quotation mark is not closed"),
    ],
)
def test_a_change_that_cannot_be_is_one_sentence(
    tab: FlaskClient, query: str, refused: str
) -> None:
    ((name, text),) = events(tab, query)
    assert name == "refused"
    assert refused in text


def test_a_newer_change_ends_the_one_before(tab: FlaskClient) -> None:
    older = tab.get("/try?run=usual&set=knight.cost=7", base_url=HOME, buffered=False)
    lines = older.iter_encoded()
    next(lines)
    events(tab, "set=knight.cost=6", most=1)
    (last,) = [event.decode().splitlines() for event in lines]
    assert last[0] == "event: end"
    assert "Stopped, as a newer change is tried" in last[1]


def test_a_clear_answer_says_that_it_is_finished(
    tab: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "LONGEST", 0.01)
    *_, last = events(tab, "set=knight.cost=7")
    assert last[0] == "end"
    assert last[1].startswith("Finished")


def test_a_run_of_a_game_without_numbers_to_change_has_its_page(
    tab: FlaskClient, folder: Path
) -> None:
    pig = ROOT / "examples" / "games" / "pig"
    run = balance.run(pig, bots="random", games=200, out=folder / "pig", progress=False)
    assert run.numbers() == {}
    text = page(tab, "/run?run=pig")
    assert "Watch a game" in text


def test_a_study_says_what_it_holds_and_links_its_report(tab: FlaskClient, folder: Path) -> None:
    place = folder / "first-price"
    place.mkdir()
    command = "balance price first-game Butcher"
    manifest = {"kind": "price", "command": command,
                "identity": {"game": "valeria"}, "scenario": {"name": "first-game"}}  # fmt: skip
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    head = '<meta name="description" content="The Butcher is cheap">'
    (place / "index.html").write_text(head, encoding="utf-8")
    listed, shown = (unescape(page(tab, address)) for address in ("/", "/run?run=first-price"))
    assert "valeria · fair prices" in listed
    assert 'name="run" value="first-price"' not in listed  # it has no games to compare
    assert "<h1>The Butcher is cheap</h1>" in shown
    for said in ("first-game · fair prices", "/report?run=first-price", command):
        assert said in shown
    assert page(tab, "/report?run=first-price") == head


@pytest.mark.parametrize(
    ("scenario", "kind"),
    [
        ({"grid": {"table.cards": ["a", "b"]}}, "grid"),
        ({"variants": [{"name": "one"}], "baseline": "one"}, "comparison"),
        ({"variants": [{"name": "one"}]}, "run"),
        ({}, "run"),
    ],
)
def test_each_run_says_of_what_kind_it_is(
    folder: Path, tmp_path: Path, scenario: dict[str, object], kind: str
) -> None:
    manifest = json.loads((folder / "usual" / "manifest.json").read_text(encoding="utf-8"))
    manifest["scenario"] |= scenario
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    assert list(balance.runs(tmp_path)["kind"]) == [kind]


def test_a_run_that_cannot_be_read_says_why_and_links_its_report(
    tab: FlaskClient, folder: Path
) -> None:
    place = folder / "old"
    place.mkdir()
    text = (folder / "usual" / "manifest.json").read_text(encoding="utf-8")
    (place / "manifest.json").write_text(text, encoding="utf-8")  # without its games
    (place / "index.html").write_text("the report", encoding="utf-8")
    shown = page(tab, "/run?run=old")
    assert "/report?run=old" in shown
    assert "old" in unescape(shown).partition('role="note">')[2]


@pytest.mark.parametrize(
    "address",
    [
        "/run", "/run?run=none", "/run?run=../runs/usual", "/run?run=/etc", "/run?run=..",
        "/card?run=usual&card=nobody", "/game?run=usual&game=-1", "/game?run=usual&cell=none",
        f"/game?run=usual&game={10**30}", "/diff?run=usual", "/report?run=usual",
        "/report?run=../rogue.toml", "/none", "/static/../pages.py", "/static/%2e%2e/pages.py",
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_sentence(tab: FlaskClient, address: str) -> None:
    text = page(tab, address, 404)
    assert 'role="alert">' in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    "address",
    [
        "/", f"/run?{HARMFUL}", f"/card?{HARMFUL}&card=rogue_twin", f"/game?{HARMFUL}",
        f"/diff?{HARMFUL}&other=usual", f"/run?run={quote(HARM)}",
        f"/card?{HARMFUL}&card={quote(HARM + STRANGE)}", f"/game?{HARMFUL}&cell={quote(HARM)}",
    ],
)  # fmt: skip
def test_no_name_is_markup(tab: FlaskClient, address: str) -> None:
    text = tab.get(address, base_url=HOME).text
    assert "harmed" in text
    assert "<script>" not in text
    assert "<img" not in text


def test_a_report_has_no_origin(tab: FlaskClient, folder: Path) -> None:
    answer = tab.get(f"/report?{HARMFUL}", base_url=HOME)
    assert answer.data == (folder / STRANGE / "index.html").read_bytes()
    answer.close()
    assert answer.headers["Content-Security-Policy"] == REPORT_POLICY
    assert REPORT_POLICY.startswith("sandbox ")
    assert "allow-same-origin" not in REPORT_POLICY


def test_a_report_that_is_a_link_to_a_file_elsewhere_is_not_shown(
    tab: FlaskClient, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("a secret")
    (folder / "usual" / "index.html").symlink_to(tmp_path / "secret")
    text = page(tab, "/report?run=usual", 404)
    (folder / "usual" / "index.html").unlink()
    assert "There is no report" in unescape(text)


def test_a_run_with_more_games_is_read_again(tab: FlaskClient, folder: Path) -> None:
    before = page(tab, "/run?run=usual")
    balance.run(folder.parent / "rogue.toml", games=1024, out=folder / "usual", progress=False)
    assert page(tab, "/run?run=usual") != before
