"""Lines compute with numbers alone, as sheets of any spreadsheet write them, and none wraps."""

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from balance.cards.workbook import open_workbook
from balance.engine.session import Session
from balance.errors import BalanceError, CardError, LimitError, ScenarioError
from balance.games.described.language.reading import read_description
from balance.games.described.language.writing import written
from balance.games.loading import load_game
from tests.games.described.said_back import check_that_it_reads_the_same

CROPS = [("turnip", "2"), ("maize", "4"), ("hop", "9")]
FARM = """name = "Farm"
players = [2]
sheets = { crops = "crops.csv" }
each_player = { coins = 40, seen = 0 }
shared = { last = 0 }
zones = { pile = { starts_with = "crops" }, field = { per_player = true } }
turn = '''
LINES
'''
endings = { over = "after round when round = 1" }
score = { coins = "coins" }
"""


def farm(folder: Path, lines: str, rows: list[tuple[str, str]], **keys: str) -> Path:
    """Write a game in which a player does something with crops and their cost."""
    text = FARM.replace("LINES", lines)
    for key, value in keys.items():
        start = text.index(f"{key} = ")
        text = f"{text[:start]}{key} = {value}{text[text.index(chr(10), start) :]}"
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_text(text, encoding="utf-8")
    sheet = "\n".join(f"{card},{cost}" for card, cost in rows)
    (folder / "crops.csv").write_text(f"id,cost\n{sheet}\n", encoding="utf-8")
    return folder


def coins_after(folder: Path) -> int:
    """Return the coins of the first player, who takes the last of all choices."""
    game = load_game(str(folder), Path())
    session = Session(game, game.build_table(game.options(), 2, {}, Path()), 5)
    session.begin(0, range(2))
    session.advance()
    while not session.is_over:
        session.take(int(session.state.num_choices) - 1)
        session.advance()
    return int(session.write_record(0)[0].scores[0])


BUY = "choose a card from pile: pay cost of it coins; move it to field"


@pytest.mark.parametrize("cells", [("2", "4", "9"), ("2.0", "4,0", "9.0"), ("2", "4", "9.00")])
def test_numbers_are_read_as_spreadsheets_write_them(
    cells: tuple[str, ...], tmp_path: Path
) -> None:
    rows = [(card, f'"{cell}"') for (card, _), cell in zip(CROPS, cells, strict=True)]
    assert coins_after(farm(tmp_path, BUY, rows)) == 40 - 9


def test_a_minus_of_a_word_processor_is_a_minus(tmp_path: Path) -> None:
    lines = "choose a card from pile: set coins to 10 + cost of it"
    assert coins_after(farm(tmp_path, lines, [*CROPS[:2], ("hop", "\u22129")])) == 1


@pytest.mark.parametrize(
    "lines",
    [
        BUY, "gain sum of cost in pile coins", "if cost of it > 3: stop",
        "choose a card from pile where cost < 3: move it to field",
        "choose a card from pile: roll cost of it dice",
        "choose a card from pile: repeat cost of it times: gain 1 coin",
        "each player with most highest cost in pile: gain 1 coin",
    ],
)  # fmt: skip
def test_a_cell_that_is_no_number_is_told_where_lines_compute(lines: str, tmp_path: Path) -> None:
    lines = lines if "it > 3" not in lines else f"choose a card from pile: repeat: {lines}"
    rows = [*CROPS[:2], ("hop", "9*")]
    with pytest.raises(CardError, match=r"crops\.csv, line 4, column cost of hop: '9\*': expected"):
        read_description(farm(tmp_path, lines, rows) / "game.toml")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("gain cost of it coins", "column 26: cost has words, such as J; expected a number"),
        ("set last to id of it; gain last coins", "last holds words, as a line sets it to one; ex"),
        ("set last to id of it; gain 1 last", "last holds words, as a line sets it to one: no am"),
        ("set last to id of it; if last = 3: gain 1 coin", "a word is compared with a number"),
        ("if coins is turnip: gain 1 coin", "a word is compared with a number"),
        ("gain q coins", "q is a word; expected a number"),
    ],
)
def test_a_word_is_never_an_amount(lines: str, reason: str, tmp_path: Path) -> None:
    ranks = [("turnip", "J"), ("maize", "Q"), ("hop", "K")]
    folder = farm(tmp_path, f"choose a card from pile: {lines}; gain 1 coin", ranks)
    with pytest.raises(ScenarioError) as error:
        read_description(folder / "game.toml")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("test", "coins"), [("is 10", 41), ('is "10"', 41), ("is A", 42), ('is "A"', 42), ("is q", 43)]
)
def test_words_that_are_numbers_or_articles_can_be_said(
    test: str, coins: int, tmp_path: Path
) -> None:
    rows = [(f"card{n}", rank) for n, rank in enumerate(["2", "10", "Q", "a"])]
    number = {"is 10": 1, "is A": 2, "is q": 3}[test.replace('"', "")]
    lines = f"gain {number} * (number of cards in pile where cost {test}) coins"
    folder = farm(tmp_path, lines, rows)
    assert coins_after(folder) == coins
    described = read_description(folder / "game.toml")
    check_that_it_reads_the_same(described)
    (note,) = (
        load_game(str(folder), Path())
        .build_table(load_game(str(folder), Path()).options(), 2, {}, Path())
        .notes
    )
    assert note.startswith("The column cost has numbers, but also 'Q' of card2")


@pytest.mark.parametrize(
    ("cell", "lines", "reason"),
    [
        ("3/7", "choose a card from pile: gain cost of it coins", "cost has sets; expected a numb"),
        ("3/7", "choose a card from pile where cost is 3: stop", "write 'cost includes'"),
        ("3/7", "choose a card from pile: set last to cost of it", "cost has sets; expected a"),
    ],
)
def test_a_set_is_no_number(cell: str, lines: str, reason: str, tmp_path: Path) -> None:
    lines = lines.replace("stop", "gain 1 coin")
    with pytest.raises(ScenarioError) as error:
        read_description(farm(tmp_path, lines, [*CROPS[:2], ("hop", cell)]) / "game.toml")
    assert reason in str(error.value)


@pytest.mark.parametrize("date", ["2026-05-03", "3-May", "05. Mrz", "03.05.2026"])
@pytest.mark.parametrize("others", ["2/3", "2"])
def test_a_date_that_a_spreadsheet_made_is_told_as_one(
    date: str, others: str, tmp_path: Path
) -> None:
    rows = [("turnip", others), ("maize", "4"), ("hop", date)]
    lines = "gain number of cards in pile where cost includes 3 coins"
    with pytest.raises(CardError, match=r"line 4, column cost of hop: '.*made a date of it"):
        read_description(farm(tmp_path, lines, rows) / "game.toml")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_of_any_alphabet_are_letters(form: Literal["NFC", "NFD"], tmp_path: Path) -> None:
    lines = "gain 3 münzen; choose a card from häuser where cost is grün: gain 2 münzen"
    text = (
        FARM.replace("LINES", lines)
        .replace("coins = ", "'münzen' = ")
        .replace("pile = ", "'häuser' = ")
    )
    text = text.replace('"coins"', '"münzen"').replace("seen = 0", "'урожай' = 0, '金' = 0")
    (tmp_path / "game.toml").write_text(unicodedata.normalize(form, text), encoding="utf-8")
    sheet = unicodedata.normalize(form, "id,cost\nbärlauch,grün\n爱,grün\n")
    (tmp_path / "crops.csv").write_text(sheet, encoding="utf-8")
    assert coins_after(tmp_path) == 45
    assert any("münzen" in line for line in written(read_description(tmp_path / "game.toml")))


def test_a_worksheet_can_be_a_sheet(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    folder = farm(tmp_path, BUY, CROPS, sheets='{ crops = "crops.xlsx" }')
    book = openpyxl.Workbook()
    for row in (["id", "cost"], *([card, float(cost)] for card, cost in CROPS)):
        book.active.append(row)
    book.save(folder / "crops.xlsx")
    assert open_workbook(folder / "crops.xlsx", values=True) is not None
    assert coins_after(folder) == 40 - 9


def test_a_sheet_outside_the_folder_is_read_only_if_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = farm(tmp_path / "game", BUY, CROPS, sheets='{ crops = "../crops.csv" }')
    (folder / "crops.csv").rename(tmp_path / "crops.csv")
    with pytest.raises(ScenarioError, match="is outside the folder of the game; copy it there"):
        read_description(folder / "game.toml")
    monkeypatch.setenv("BALANCE_TRUST", str(tmp_path / "crops.csv"))
    assert len(read_description(folder / "game.toml").cards) == 3


# No number wraps.


@pytest.mark.parametrize("score", ["coins * coins * 3", "0 - coins * coins * 3"])
def test_a_score_beyond_what_sums_hold_is_refused(score: str, tmp_path: Path) -> None:
    folder = farm(tmp_path, "gain 30000 coins", CROPS, score=f'{{ coins = "{score}" }}')
    with pytest.raises(LimitError, match="a part of the score is above 1,000,000 or below"):
        coins_after(folder)


def test_a_tie_beyond_what_breaks_ties_is_refused(tmp_path: Path) -> None:
    folder = farm(tmp_path, "gain 30000 coins", CROPS, score='{ one = "1" }\nties = ["2 * coins"]')
    with pytest.raises(LimitError, match="a value of 'ties' is above 32,767"):
        coins_after(folder)


@pytest.mark.parametrize(
    "value",
    [" * ".join(["coins"] * 5), "1000000 * 1000000 * 1000000 * coins", "sum of cost in pile * "
     "1000000 * 1000000"],
)  # fmt: skip
def test_a_value_that_could_wrap_is_refused(value: str, tmp_path: Path) -> None:
    rows = [*CROPS[:2], ("hop", "999999999")]
    folder = farm(tmp_path, f"if {value} > 3: gain 1 coin", rows)
    with pytest.raises(ScenarioError, match=r"line 8, column 1: this can come to more than 64"):
        read_description(folder / "game.toml")


def test_dice_have_as_many_sides_as_are_said(tmp_path: Path) -> None:
    lines = "repeat 30 times:\n  roll 1 die with 60000 sides\n  set seen to larger of seen and die"
    folder = farm(
        tmp_path, f"{lines}\nset coins to seen - smaller of die and 1", CROPS,
        each_player="{ coins = 0, seen = { most = 30000 } }",
    )  # fmt: skip
    assert coins_after(folder) == 29_999  # the largest of 30 is above 30,000, the last at least 1
    lines = "roll 1000000 * coins dice with 1000000 * coins sides"
    with pytest.raises(ScenarioError, match="dice with up to 30,000,000,000 sides"):
        read_description(farm(tmp_path, lines, CROPS) / "game.toml")
    with pytest.raises(ScenarioError, match="9 dice; at most 8 are possible"):
        read_description(farm(tmp_path, "roll 9 dice", CROPS) / "game.toml")


def test_values_that_double_each_other_are_refused_at_once(tmp_path: Path) -> None:
    values = [f'v{n} = "v{n - 1} + v{n - 1}"' for n in range(1, 23)]
    folder = farm(tmp_path, "gain v22 coins", CROPS)
    text = (folder / "game.toml").read_text()
    (folder / "game.toml").write_text("\n".join([text, "[values]", 'v0 = "coins"', *values]))
    with pytest.raises(BalanceError, match=r"more than 1,000 parts in all"):
        read_description(folder / "game.toml")


RANKS = [("turnip", "2"), ("maize", "3"), ("hop", "4"), ("rye", "9"), ("oat", "9"), ("pea", "7")]


@pytest.mark.parametrize(
    ("value", "coins"),
    [
        ("most cards with the same cost in pile", 2),
        ("most cards with same cost in pile where cost < 9", 1),
        ("most cards with the same id in pile", 1),
        ("longest run of cost in pile", 3),
        ("longest run of cost in pile where id is not maize", 1),
        ("longest run of cost in field", 0),
        ("most cards with the same cost in field", 0),
        ("10 * longest run of cost in pile where cost > 2", 20),
    ],
)
def test_cards_of_a_kind_and_runs_of_numbers_are_counted(
    value: str, coins: int, tmp_path: Path
) -> None:
    folder = farm(tmp_path, f"set coins to {value}", RANKS)
    assert coins_after(folder) == coins
    check_that_it_reads_the_same(read_description(folder / "game.toml"))


def test_a_run_is_of_twenty_numbers_at_most(tmp_path: Path) -> None:
    rows = [(f"c{number}", str(number)) for number in range(21)]
    with pytest.raises(CardError, match="the column has 21 different numbers; expected 20 at"):
        coins_after(farm(tmp_path, "set coins to longest run of cost in pile", rows))


def test_a_run_is_of_numbers(tmp_path: Path) -> None:
    rows = [("turnip", "low"), ("maize", "high")]
    with pytest.raises(BalanceError, match="expected a number"):
        coins_after(farm(tmp_path, "set coins to longest run of cost in pile", rows))
