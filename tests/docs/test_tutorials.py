"""The tutorials can be followed from top to bottom, and their figures are right."""

import re
import shlex
from pathlib import Path

import pytest

from balance.runner.batches import Batches
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from tests.docs.pages import DOCS, code_blocks, commands, read_page

FEWER = {"--games": 200, "--generations": 2, "--halfwidth": 20}  # than on the pages, to save time
INTERVAL = re.compile(r"\d+\.\d% \[\d+\.\d, \d+\.\d\]")


def quick(command):
    """Return a command with fewer games; a duel keeps its own, since the page has its result."""
    words = shlex.split(command)
    if words[1] == "duel":
        return command
    if words[1] == "run" and "--games" not in words:
        words += ["--games", "200"]
    for option, most in FEWER.items():
        if option in words:
            place = words.index(option) + 1
            fewer = min if option != "--halfwidth" else max
            words[place] = str(fewer(int(words[place]), most))
    return shlex.join(words)


def follow(page, balance, before=lambda command: None):
    """Run the commands of a page; return what each printed."""
    printed = {}
    for command in commands(read_page(page)):
        before(command)
        code, output, errors = balance(quick(command))
        assert code == 0, f"{command}: {errors}"
        printed[command] = output
    return printed


@pytest.fixture(autouse=True)
def in_a_new_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.system  # whole commands, which compile bots
def test_the_first_report(balance, monkeypatch):
    printed = follow("tutorials/first-report", balance)
    assert "Valeria" in printed["balance list games"]
    assert Path("reports/valeria/first-game-2e/index.html").is_file()
    assert list(Path("reports/valeria/compare").rglob("index.html"))


def test_the_first_report_in_python(capsys):
    (code,) = code_blocks(read_page("tutorials/first-report"), "python")
    exec(code.replace("20_000", "300"), {})
    assert "Valeria: Card Kingdoms, game 17" in capsys.readouterr().out


def test_the_win_rates_of_the_first_report():
    match = prepare(read_scenario("first-game-2e")).cells[0].match
    wins = Batches(match).play(0, 20_000)["wins"][:, :4].mean(axis=0) / 60
    rows = re.findall(r"^\| (\d) \| ([\d.]+)% \[", read_page("tutorials/first-report"), re.M)
    assert [row[1] for row in rows] == [f"{100 * share:.1f}" for share in wins]


@pytest.mark.system  # whole commands, which compile bots
def test_a_card(balance):
    page = read_page("tutorials/own-card")
    (line,) = [text for text in code_blocks(page, "csv") if text.startswith("mint,")]
    sheet = Path("my-cards/domains.csv")
    validated = []

    def write_the_card(command):
        if command == "balance validate my-cards/own-cards.toml":
            validated.append(command)
            if len(validated) == 2:
                sheet.write_text(sheet.read_text() + line)

    follow("tutorials/own-card", balance, write_the_card)
    for text in ("Ferryman (own", "The Mint (own"):
        (sentence,) = [block.strip() for block in code_blocks(page) if block.startswith(text)]
        assert sentence in balance(validated[0])[1]
    sheet.write_text(sheet.read_text().replace("2 gold -> 1 vp", "2 gold => 1 vp"))
    (error,) = [block for block in code_blocks(page) if block.startswith("Error: ")]
    code, _, errors = balance(validated[0])
    assert code == 2
    assert error.strip().replace("Error: ", "") in errors
    variant = next(text for text in code_blocks(page, "toml") if "[[variants]]" in text)
    assert variant in Path("my-cards/own-cards.toml").read_text()


@pytest.mark.system  # whole commands, which compile bots
def test_a_bot(balance):
    page = read_page("tutorials/own-bot")
    shopper, collector = code_blocks(page, "python")
    Path("my_bot.py").write_text(f"{shopper}\n\n{collector}")
    (weights,) = code_blocks(page, "toml")
    Path("my_bot.toml").write_text(weights)
    for command, output in follow("tutorials/own-bot", balance).items():
        if " duel " in command:
            result = page.partition(f"$ {command}\n")[2].partition("\n")[0]
            assert INTERVAL.search(result)[0] in output


def test_the_pages_link_to_each_other():
    for page in (DOCS / "tutorials").glob("*.md"):
        assert "## Next" in page.read_text(), page.name
