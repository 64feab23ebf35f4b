"""The tutorials can be followed from top to bottom, and their figures are right."""

import re
import shlex
from pathlib import Path

import pytest

from balance.app.commands.new import new_game
from balance.runner.batches import Batches
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.prepare import prepare
from tests.docs.pages import DOCS, code_blocks, commands, errors, read_page

FEWER = {
    "--games": 200,
    "--generations": 2,
    "--halfwidth": 20,
    "--rollouts": 1,
}  # than on the pages, to save time
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
        if command.startswith("balance watch"):
            continue  # it goes on until it is stopped
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


@pytest.mark.system  # whole commands, one of which learns for minutes
def test_a_game(balance):
    page = read_page("tutorials/own-game")
    shown, numbers, option, score = code_blocks(page, "toml")
    file, checks = Path("tea-house/game.toml"), []

    def write_the_rule(command):
        checks.append(command)
        if command == "balance validate tea-house":
            assert shown in file.read_text()
        if command.startswith("balance soak"):
            text = file.read_text()
            for old, new in (
                ("numbers = { street = 4, enough = [6, 5, 4] }\n", numbers.splitlines()[0] + "\n"),
                ("each_player = { wood = 1, stone = 1 }\n", numbers.splitlines()[1] + "\n"),
                ("  build a house:\n", option),
                ('[score]\nhouses = "sum of points in village"\n', score),
            ):
                assert text.count(old) == 1
                text = text.replace(old, new)
            file.write_text(text.replace(") tea\n", ") te\n"))
            ((command, error),) = errors(page)
            code, _, said = balance(command)
            assert code == 2
            assert error.removeprefix("Error: tea-house/") in said
            file.write_text(text)

        if command.startswith("balance tune-bot"):
            file.write_text(file.read_text().replace("cups = 2", "cups = 4"))

    printed = follow("tutorials/own-game", balance, write_the_rule)
    assert "tea-house" in printed["balance new game tea-house"]
    (never,) = [block for block in code_blocks(page) if block.startswith("  In 40 random games")]
    assert never in printed["balance validate tea-house"]
    assert any("--set cups=4" in command for command in checks)


def test_the_figures_of_a_game():
    folder = Path("tea-house")
    new_game(folder)
    page = read_page("tutorials/own-game")
    before = _mean_rounds(folder)
    assert f"took {before:.0f} rounds" in page
    _, numbers, option, score = code_blocks(page, "toml")
    file = folder / "game.toml"
    text = file.read_text().replace("  build a house:\n", option)
    text = text.replace("numbers = { street = 4, enough = [6, 5, 4] }\n", numbers)
    text = text.replace("each_player = { wood = 1, stone = 1 }\n", "")
    text = text.replace('[score]\nhouses = "sum of points in village"\n', score)
    file.write_text(text)
    assert f"A game takes {_mean_rounds(folder):.1f} rounds" in page
    file.write_text(text.replace("cups = 2", "cups = 4"))
    assert f"rounds {_mean_rounds(folder):.0f} instead" in page


def _mean_rounds(folder):
    match = prepare(scenario_of_game(str(folder))).cells[0].match
    records = Batches(match).play(0, 2000)
    return records["rounds"][records["stopped"] == 0].mean()


def test_the_pages_link_to_each_other():
    for page in (DOCS / "tutorials").glob("*.md"):
        assert "## Next" in page.read_text(), page.name
