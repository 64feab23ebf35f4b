"""What designers get wrong in sheets and scenarios: each mistake is one sentence with its place.

A case is a file, what is changed in it, and what the sentence must contain: the place, what was
expected, and a hint.
"""

from datetime import datetime
from io import BytesIO

import pytest

from tests.program import run_here

CITIZENS = """\
id,name,activation,cost,role,effect_active,effect_inactive,count
ferryman,Ferryman,3/7,4,worker,2 gold,1 gold,6
smuggler,Smuggler,11/12,2,shadow,steal 2 any,1 gold -> 2 magic,6
"""
DOMAINS = """\
id,name,cost,worker,soldier,shadow,holy,vp,ability,count,note
mint,The Mint,8,2,0,0,0,3,action_end: 2 gold -> 1 vp,1,
"""
MONSTERS = """\
id,name,area,type,strength,magic,vp,reward,count,extra_first_edition,extra_second_edition
eel,Eel,coast,fish,4,0,2,1 gold,6,1,1
"""
DUKES = "id,name,scoring,count\nmarta,Marta,2 vp per domain,1\n"
SCENARIO = """\
name = "own"
game = "valeria"
games = 100
players = 2
bots = "greedy"
"""
FILES = {
    "citizens.csv": CITIZENS,
    "domains.csv": DOMAINS,
    "monsters.csv": MONSTERS,
    "dukes.csv": DUKES,
    "own.toml": SCENARIO,
}
ACTIVE = ("citizens.csv, line 2, column effect_active of ferryman, character",)

# The file, what is replaced by what in it, and parts of the sentence.
MISTAKES = [
    # Names of columns
    ("citizens.csv", "cost", "price", ("citizens.csv, line 1", "'price'", "expected 'cost'")),
    ("citizens.csv", "cost", "csot", ("line 1", "'csot'", "expected 'cost'")),
    ("citizens.csv", "activation", "dice", ("line 1", "'dice'", "expected 'activation'")),
    ("citizens.csv", "count", "copies", ("line 1", "'copies'", "expected 'count'")),
    ("citizens.csv", "effect_inactive", "passive", ("line 1", "expected 'effect_inactive'")),
    ("domains.csv", "ability", "effect", ("line 1", "'effect'", "expected 'ability'")),
    ("domains.csv", "vp", "points", ("line 1", "'points'", "expected 'vp'")),
    ("citizens.csv", "role,", "", ("line 1", "column 'role' is missing")),
    ("citizens.csv", "cost,", "cost,cost,", ("line 1", "'cost' is there twice")),
    ("citizens.csv", CITIZENS.splitlines()[0] + "\n", "", ("line 1", "names of the columns: id")),
    ("citizens.csv", "id,name", "My cards,,,,,,,\nid,name", ("line 1", "stand in line 2")),
    # Cells that move
    ("domains.csv", "The Mint", "Mint, the old", ("line 2", "quotation marks around 'Mint, the")),
    ("domains.csv", "The Mint", "Mint,old", ("line 2", "quotation marks around a text", "comma")),
    ("domains.csv", "The Mint,", "Mint, the old,", ("line 2", "column count")),
    ("citizens.csv", "2 gold,", "2 gold, 1 magic,", ("line 2", "9 cells", "'2 gold, 1 magic'")),
    ("citizens.csv", "Ferryman", '"Ferryman', ("line 2", "not CSV", "none closes it")),
    ("citizens.csv", "Ferryman", '"The "old" one"', ("line 2", "not CSV", "written twice")),
    ("citizens.csv", "ferryman,Ferryman,3/7,4,worker,2 gold,1 gold,6",
     "ferryman;Ferryman;3/7;4;worker;2 gold;1 gold;6", ("line 2", "semicolons", "commas")),
    ("citizens.csv", ",1 gold,6\n", "\n", ("line 2", "6 cells", "8 columns")),
    # Ids and names
    ("citizens.csv", "Smuggler", "Ferryman", ("line 3, column name of smuggler", "line 2")),
    ("citizens.csv", "Ferryman", "Butcher", ("line 2, column name of ferryman", "data/citizens")),
    ("citizens.csv", "smuggler", "ferryman", ("line 3, column id", "already in line 2")),
    ("citizens.csv", "ferryman,", "Ferryman,", ("line 2, column id", "such as 'ferryman'")),
    ("citizens.csv", "ferryman,", ",", ("line 2, column id", "such as 'ferryman'")),
    ("citizens.csv", "ferryman,", "ferry man,", ("line 2, column id", "such as 'ferry_man'")),
    ("citizens.csv", "Ferryman", "", ("line 2, column name of ferryman", "must not be empty")),
    ("domains.csv", "mint,", "butcher,", ("column id", "a card of citizens has this id")),
    # Numbers
    ("citizens.csv", ",4,", ",,", ("column cost of ferryman", "must not be empty")),
    ("citizens.csv", ",4,", ",-4,", ("column cost of ferryman", "'-4'", "from 0 to 99")),
    ("citizens.csv", ",4,", ",2.5,", ("column cost of ferryman", "'2.5'", "a whole number")),
    ("citizens.csv", ",4,", ',"2,5",', ("column cost of ferryman", "'2,5'", "a whole number")),
    ("citizens.csv", ",4,", ",1.000,", ("column cost of ferryman", "a thousand as 1000")),
    ("citizens.csv", ",4,", ",4 gold,", ("column cost of ferryman", "the number alone")),
    ("citizens.csv", ",4,", ",four,", ("column cost of ferryman", "in digits")),
    ("citizens.csv", ",4,", ",400,", ("column cost of ferryman", "'400'", "from 0 to 99")),
    # Words
    ("citizens.csv", "worker", "wroker", ("column role of ferryman", "expected 'worker'")),
    ("citizens.csv", "worker", "merchant", ("column role of ferryman", "one of worker, soldier")),
    ("citizens.csv", "3/7", "3-7", ("column activation of ferryman", "such as 3/7")),
    ("citizens.csv", "3/7", "7-Mar", ("column activation of ferryman", "formatted as text")),
    ("citizens.csv", "3/7", "13", ("column activation of ferryman", "from 1 to 12")),
    ("monsters.csv", "coast", "The Coast", ("column area of eel", "such as 'the_coast'")),
    # Effects
    ("citizens.csv", "2 gold", "2 Gold", (*ACTIVE, "did you mean 'gold'?")),
    ("citizens.csv", "2 gold", "2 coins", (*ACTIVE, "did you mean 'gold'?")),
    ("citizens.csv", "2 gold", "2 mana", (*ACTIVE, "did you mean 'magic'?")),
    ("citizens.csv", "2 gold", "2 golds", (*ACTIVE, "did you mean 'gold'?")),
    ("citizens.csv", "2 gold", "gain 2 gold", (*ACTIVE, "an amount stands alone")),
    ("citizens.csv", "2 gold", "gold", (*ACTIVE, "a number stands before it")),
    ("citizens.csv", "2 gold", "two gold", (*ACTIVE, "numbers in digits")),
    ("citizens.csv", "2 gold", "2 gold and 1 magic", (*ACTIVE, "did you mean '+'?")),
    ("citizens.csv", "2 gold", "2 gold or 1 magic", (*ACTIVE, "did you mean '|'?")),
    ("citizens.csv", "2 gold", "2 gold => 1 magic", (*ACTIVE, "did you mean '->'?")),
    ("citizens.csv", "2 gold", "1 gold per worker", (*ACTIVE, "citizen[role=worker]")),
    ("citizens.csv", "2 gold", "-1 gold", (*ACTIVE, "lose 1 gold")),
    ("citizens.csv", "2 gold", "(2 gold)", (*ACTIVE, "no brackets")),
    ("citizens.csv", "2 gold", "now: 2 gold", (*ACTIVE, "only the abilities of Domains")),
    ("domains.csv", "action_end: ", "", ("column ability of mint", "when it works")),
    ("domains.csv", "action_end:", "end:", ("column ability of mint", "mean 'action_end'?")),
    ("domains.csv", "action_end:", "action_end", ("column ability of mint", "expected ':'")),
    ("dukes.csv", "2 vp per domain", "2 gold", ("column scoring of marta", "amounts of vp")),
    ("dukes.csv", "2 vp per domain", "", ("column scoring of marta", "must not be empty")),
    # Scenarios
    ("own.toml", '"greedy"', "greedy", ("own.toml, line 5, column 8", "needs quotation marks")),
    ("own.toml", '"greedy"', "“greedy”", ("own.toml, line 5, column 8", "straight in TOML")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\ncards = ["C:\\Users\\a.csv"]',
     ("own.toml, line 7", r"in a path, write / for \, or put it in single")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\ncards = ["a", "C:\\temp\\new"]',
     ("own.toml: table.cards, number 2 = 'C:\\temp\\new'", r"in a path, write / for \,")),
    ("own.toml", SCENARIO, SCENARIO + 'table = {cards = ["C:\\new\\a"]}', ("in a path, write",)),
    ("own.toml", '"greedy"', '"C:\\bots"', ("bots = 'C:", "in a path, write / for")),
    ("own.toml", "games =", "games:", ("own.toml, line 3, column 6", "= between")),
    ("own.toml", '"greedy"', '["greedy", "greedy"', ("own.toml", "list is not closed")),
    ("own.toml", "games = 100", "players = 3", ("own.toml, line 4", "a key is there twice")),
    ("own.toml", "games", "gmaes", ("own.toml", "'gmaes'", "did you mean 'games'?")),
    ("own.toml", '"greedy"', '"gredy"', ("own.toml", "'gredy'", "did you mean 'greedy'?")),
    ("own.toml", '"valeria"', '"valria"', ("'valria'", "did you mean 'valeria'?")),
    ("own.toml", "players = 2", "players = 9", ("own.toml", "1, 2, 3, 4, 5 players, not for 9")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\nsetup = "frist_game_2e"',
     ("own.toml: [table] setup", "did you mean 'first_game_2e'?")),
    ("own.toml", SCENARIO, SCENARIO + "[table]\nsetpu = 1", ("'setpu'", "did you mean 'setup'?")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\ncards = ["far"]', ("far", "the scenario's folder")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\ncards = "."', ("cards = '.'", "a list: ['.']")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\nareas = ["hils"]', ("areas", "mean 'hills'?")),
    ("own.toml", SCENARIO, SCENARIO + '[table]\ncitizens = ["butcher"]', ("none for 1",)),
    ("own.toml", SCENARIO, SCENARIO + "set.citizens.butcher.price = 3",
     ("citizens.butcher.price", "expected 'cost'")),
    ("own.toml", SCENARIO, SCENARIO + "set.citizens.bucher.cost = 3",
     ("citizens.bucher", "expected 'butcher'")),
    ("own.toml", SCENARIO, SCENARIO + "set.citizen.butcher.cost = 3",
     ("citizen.butcher.cost", "expected 'citizens'")),
    ("own.toml", SCENARIO, SCENARIO + "set.citizens.butcher.count = 0",
     ("citizens.butcher.count = 0", "play another for 11/12", '"miner"]')),
]  # fmt: skip
# The name of a file, what it contains, and parts of the sentence.
FILES_THAT_ARE_NONE = [
    ("citizen.csv", CITIZENS, ("'citizen.csv'", "expected 'citizens.csv'")),
    ("citizens.xls", "x", ("citizens.xls", "save it as .xlsx")),
    ("citizens.ods", "x", ("citizens.ods", "save it as .xlsx")),
    ("citizens.xlsx", "x", ("citizens.xlsx", "not an .xlsx workbook")),
    ("citizens.csv", "", ("citizens.csv", "is empty", "line of column names")),
    ("citizens.csv", b"\xff\xfe" + CITIZENS.encode("utf-16-le"), ("line 1", "not UTF-8", "Excel")),
    ("citizens.csv", CITIZENS.replace("Ferry", "Fähr").encode("latin-1"), ("line 2", "not UTF-8")),
    ("citizens.csv", b"PK\x03\x04\x00\x00", ("this is a workbook", "name it citizens.xlsx")),
    ("citizens.csv", b"\xd0\xcf\x11\xe0\x00", ("an old workbook", "save it as .xlsx")),
    ("notes.txt", "x", ("there is no sheet in it", "citizens.csv", ".xlsx workbook")),
]


@pytest.fixture
def sentence(tmp_path):
    """Return what `balance validate` says of a wrong file in a folder of cards."""
    folder = tmp_path / "my-cards"
    folder.mkdir()

    def validate(name, content):
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        wrong = f"my-cards/{name}" if name.endswith(".toml") else "my-cards"
        done = run_here("validate", wrong, folder=tmp_path)
        assert done.returncode == 2, done.stdout
        assert not done.stdout
        return done.stderr.replace(f"{tmp_path}/", "")

    return validate


def check(said, parts):
    head, *caret = said.splitlines()  # below an effect stands its text, with a caret
    assert head.startswith("Error: my-cards"), said
    assert [part for part in parts if part not in head] == [], said
    assert len(caret) in (0, 2)
    assert len(head) < 600


def test_more_than_fifty_mistakes_are_tried():
    assert len({(name, now) for name, _, now, _ in MISTAKES}) > 50


@pytest.mark.parametrize(("name", "was", "now", "parts"), MISTAKES)
def test_a_mistake_is_one_sentence_with_its_place_and_a_hint(sentence, name, was, now, parts):
    assert was in FILES[name]
    check(sentence(name, FILES[name].replace(was, now, 1)), parts)


@pytest.mark.parametrize(("name", "content", "parts"), FILES_THAT_ARE_NONE)
def test_a_file_that_cannot_be_read_says_what_to_save(sentence, name, content, parts):
    check(sentence(name, content), parts)


def merged(sheet):
    sheet.merge_cells("B2:C2")


def with_a_date(sheet):
    sheet["C2"] = datetime(2026, 3, 7)


def with_a_formula_that_failed(sheet):
    sheet["D2"] = "#REF!"
    sheet["D2"].data_type = "e"


def with_a_formula_without_a_result(sheet):
    sheet["D2"] = "=2+2"


def with_a_negative_number(sheet):
    sheet["D2"] = -4


def named_wrongly(sheet):
    sheet.title = "Citizen"


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (
            merged,
            ("cards.xlsx, sheet citizens, cell C2", "column activation", "merged with cell B2"),
        ),
        (with_a_date, ("cell C2, column activation of ferryman", "format the column as text")),
        (with_a_formula_that_failed, ("cell D2, column cost", "formula failed: #REF!")),
        (with_a_formula_without_a_result, ("cell D2, column cost", "no stored result")),
        (with_a_negative_number, ("cell D2, column cost of ferryman", "from 0 to 99")),
        (named_wrongly, ("cards.xlsx", "'Citizen'", "expected 'citizens'")),
    ],
)
def test_a_mistake_in_a_workbook_names_the_cell(sentence, change, parts):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "citizens"
    for line in CITIZENS.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell for cell in line.split(",")])
    change(sheet)
    file = BytesIO()
    book.save(file)
    check(sentence("cards.xlsx", file.getvalue()), parts)
