"""A described game that calls functions of its own Python file."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import pytest

from balance.app.commands.validate import validate_all
from balance.compiling import trusted_code
from balance.compiling.jit import plain
from balance.errors import BalanceError, RulesError, WorkerError
from balance.games import described
from balance.games.described import calls
from balance.games.described.language.model import schema
from balance.games.described.language.reading import read_description
from balance.games.described.layout import NOBODY
from balance.games.loading import load_game
from balance.runner import remote
from balance.runner.batches import Batches
from balance.runner.cell_player import CellPlayer
from balance.runner.remote import pack, unpack
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.store.manifest import cell_identity
from tests.docs.pages import code_blocks, in_rows, read_page
from tests.games.described.against_referee import Match

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "games"
FILE = '''name = "Ferries"
players = [2, 3]
python = "rules.py"
each_player = { coins = { most = 50 }, points = 0 }
shared = { pot = 0 }
sheets = { boats = "boats.csv" }
zones = { ZONES }
turn = """
LINES
"""
endings = { over = "after round when round = 10" }
score = { points = "points" }
'''
ZONES = """
  market = { starts_with = "boats" }, fleet = { per_player = true },
  box = { seen_by = "nobody" }, hand = { per_player = true, seen_by = "owner" }
"""
BOATS = """id,name,count,cost,flags,flavour
ferry,Ferry,4,3,1/4,slow
tug,Tug,4,1,2,strong
barge,Barge,4,2,3,long
"""
HEAD = """from balance.games.described.calls import *

COINS, POINTS, POT = number("coins"), number("points"), number("pot")
"""
FIVE = """
def five(game):
    "Gives five points."
    set_amount(game, POINTS, game.you, amount(game, POINTS, game.you) + 5)
"""
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Return a function that writes a trusted game and returns its folder."""
    monkeypatch.setattr(trusted_code, "_trusted", {tmp_path.resolve()})

    def of(lines: str, python: str = FIVE, name: str = "ferries", zones: str = ZONES) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        text = FILE.replace("LINES", lines).replace("ZONES", " ".join(zones.split()))
        (folder / "game.toml").write_text(text)
        (folder / "boats.csv").write_text(BOATS)
        (folder / "rules.py").write_text(HEAD + python)
        return folder

    return of


def points_of(folder: Path, bots: str = "random") -> list[list[int]]:
    """Return the scores of two games of two players."""
    return Batches(match_of(folder, bots)).play(0, 2)["scores"][:, :2].tolist()


def match_of(folder: Path, bots: Any) -> Any:
    scenario = {"name": "some", "game": str(folder), "bots": bots, "players": 2, "seed": 3}
    return prepare(Scenario.model_validate(scenario).at(folder / "some.toml")).cells[0].match


def error_of(folder: Path) -> str:
    with pytest.raises(BalanceError) as error:
        load_game(str(folder), Path())
    return str(error.value)


# What is said.


def test_what_is_called_is_said_back(write: Write) -> None:
    game = load_game(str(write("call five")), Path())
    table = game.build_table(game.options(), 2, {}, Path())
    assert "  call five" in table.card_texts
    assert "To call five, a function of rules.py: Gives five points." in table.card_texts
    assert game.is_external


@pytest.mark.parametrize(
    ("lines", "python", "said"),
    [
        ("call fife", FIVE, "game.toml, line 9, column 6: expected five, not 'fife'; did you mean"),
        ("call", FIVE, "game.toml, line 9, column 5: expected five, but the text ends"),
        ("call five", "def five(game, you): pass", "rules.py, line 4, column 1: five takes game, "
         "you: expected a function five(game)"),
        ("call five", "def five(:", "rules.py, line 4: not Python: invalid syntax"),
        ("each player at once: call five", FIVE, "line 9, column 22: others may see what it does"),
        ("call five", FIVE + "HAND = zone('hnd')", "rules.py: cannot be run: line 8: "
         "ScenarioError: there is no zone 'hnd': did you mean 'hand'?"),
        ("call five", FIVE + "number('gold')", "no number of each_player or shared 'gold'"),
        ("call five", FIVE + "card('fery')", "there is no card 'fery': did you mean 'ferry'?"),
        ("call five", FIVE + "column('costs')", "there is no column of numbers or words 'costs'"),
        ("call five", FIVE + "word('slo')", "there is no word 'slo': did you mean 'slow'?"),
        ("call five", "def five(game):\n    five(game)", "rules.py: five calls itself"),
        ("call five", "def five(game):\n    game.you.fly()", "rules.py, line 4: five "
         "cannot be compiled: "),
        ("call five", "def five(game):\n    set_amount(game, COIN, 0, 1)", "rules.py, line 4: five "
         "cannot be compiled: NameError: name 'COIN' is not defined"),
        ("call five", "def five(game):\n    game.you = 3 + 'a'", "(rules.py, line 5)"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(write: Write, lines: str, python: str, said: str) -> None:
    assert said in error_of(write(lines, python))


def test_a_function_may_have_the_name_of_one_that_balance_calls(write: Write) -> None:
    """`move` of balance calls a `_seat` of its own."""
    folder = write("call one", """
HAND, MARKET, FERRY = zone("hand"), zone("market"), card("ferry")


def _seat(game):
    move(game, MARKET, 0, HAND, game.you, FERRY, 1)


def one(game):
    _seat(game)
    set_amount(game, POINTS, game.you, size(game, HAND, game.you))
""")  # fmt: skip
    assert points_of(folder) == [[2, 2], [2, 2]]


def test_a_file_that_is_missing_is_told(write: Write) -> None:
    folder = write("call five")
    (folder / "rules.py").unlink()
    assert "game.toml: python: there is no file 'rules.py'" in error_of(folder)


def test_a_call_without_a_file_is_told(write: Write) -> None:
    folder = write("call five")
    text = (folder / "game.toml").read_text().replace('python = "rules.py"\n', "")
    (folder / "game.toml").write_text(text)
    assert "expected the name of a function of the Python file" in error_of(folder)


def test_more_functions_than_a_game_has_room_for_are_told(write: Write) -> None:
    names = [f"one_{number}" for number in range(9)]
    python = "".join(f"def {name}(game): pass\n" for name in names)
    said = error_of_table(write("; ".join(f"call {name}" for name in names), python))
    assert "it has 9 functions that lines call; at most 8 are possible" in said


def test_each_of_eight_functions_is_called(write: Write) -> None:
    names = [f"one_{number}" for number in range(8)]
    python = "".join(
        f"def {name}(game): set_amount(game, POINTS, 0, amount(game, POINTS, 0) + {2**number})\n"
        for number, name in enumerate(names)
    )
    folder = write("if round = 1 and turn = 1: do all", python)
    steps = "\n".join(f"call {name}" for name in names)
    with (folder / "game.toml").open("a") as file:
        file.write(f"[steps]\nall = '''\n{steps}\n'''\n")
    assert points_of(folder) == [[255, 0], [255, 0]]


def error_of_table(folder: Path) -> str:
    with pytest.raises(BalanceError) as error:
        match_of(folder, "random")
    return str(error.value)


# Which code is run.


def test_code_that_nobody_trusts_is_not_run(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write("call five", FIVE + "open(__file__ + '.ran', 'w').close()")
    monkeypatch.setattr(trusted_code, "_trusted", set())
    said = error_of(folder)
    assert "game.toml: python = 'rules.py' is the code in" in said
    assert "balance --trust" in said
    assert not (folder / "rules.py.ran").exists()
    assert read_description(folder / "game.toml").calls.functions == {"five": "Gives five points."}
    assert not (folder / "rules.py.ran").exists()
    monkeypatch.setenv(trusted_code.VARIABLE, str(folder))
    load_game(str(folder), Path())
    assert (folder / "rules.py.ran").exists()


def test_a_changed_file_is_another_game(write: Write) -> None:
    folder = write("call five")
    game = load_game(str(folder), Path())
    assert load_game(str(folder), Path()) is game
    match = match_of(folder, "random")
    assert points_of(folder) == [[50, 50], [50, 50]]
    write("call five", FIVE.replace("+ 5", "+ 7"))
    assert points_of(folder) == [[70, 70], [70, 70]]
    other = match_of(folder, "random")
    assert other.game.rules_digest != match.game.rules_digest
    assert other.game_table.digest != match.game_table.digest
    write("call five")
    assert match_of(folder, "random").game_table.digest == match.game_table.digest


def test_a_comment_in_the_file_makes_another_digest_but_no_other_points(write: Write) -> None:
    folder = write("call five")
    digest = load_game(str(folder), Path()).rules_digest
    write("call five", FIVE + "# Five.\n")
    assert load_game(str(folder), Path()).rules_digest != digest
    assert points_of(folder) == [[50, 50], [50, 50]]


def test_code_beside_the_file_counts_as_well(write: Write) -> None:
    folder = write("call five", "from more import MORE\n" + FIVE.replace("+ 5", "+ MORE"))
    (folder / "more.py").write_text("MORE = 5\n")
    assert points_of(folder) == [[50, 50], [50, 50]]
    (folder / "more.py").write_text("MORE = 6\n")
    assert points_of(folder) == [[60, 60], [60, 60]]


CHOICE = "choose one: good: call five | bad: gain 1 point"


def test_games_with_other_files_and_without_do_not_get_the_code_of_each_other(
    write: Write,
) -> None:
    """Numba's cache knows functions by the names of their files, which all these games share."""
    plain = write(CHOICE.replace("call five", "gain 5 points"), name="plain")
    text = (plain / "game.toml").read_text().replace('python = "rules.py"\n', "")
    (plain / "game.toml").write_text(text)
    good, bad = write(CHOICE, name="good"), write(CHOICE, FIVE.replace("+ 5", "- 5"), "bad")
    for _ in range(2):
        for folder, each in ((good, 50), (bad, 10), (plain, 50)):
            assert points_of(folder, "greedy") == [[each, each]] * 2, folder.name
    # Nor do they from the cache on disk, in another process.
    code = (
        "import sys; from pathlib import Path; from balance.compiling.trusted_code import trust; "
        "from tests.games.described.test_own_rules import points_of; "
        "folders = [Path(name) for name in sys.argv[1:]]; trust(folders[0].parent); "
        "print([points_of(folder, 'greedy') for folder in folders])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, (bad, plain, good))],
        check=True, capture_output=True, text=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout == f"{[[[each, each]] * 2 for each in (10, 50, 50)]}\n"


@pytest.mark.parametrize(("bot", "least"), [("greedy", 50), ("planner", 50), ("search:100", 42)])
def test_bots_look_past_a_call(write: Write, bot: str, least: int) -> None:
    """Who chooses at random has 30 points, give or take 3 in the mean of four."""
    points = points_of(write(CHOICE, name="good"), bot)
    assert sum(map(sum, points)) / 4 >= least


# What functions do.

GROW = """
HAND, BOX, FLEET, MARKET = zone("hand"), zone("box"), zone("fleet"), zone("market")
COST, FLAGS, FLAVOUR = column("cost"), column("flags"), column("flavour")
FERRY, TUG, BARGE, STRONG = card("ferry"), card("tug"), card("barge"), word("strong")


def _worth(game, zone, seat):
    total = 0
    for one in range(cards(game)):
        if includes(game, FLAGS, one, 1) or of_card(game, FLAVOUR, one) == STRONG:
            total += of_card(game, COST, one) * copies(game, zone, seat, one)
    return total


def store(game):
    move(game, MARKET, game.you, BOX, 0, BARGE, 9)


def trade(game):
    draw(game, MARKET, 0, HAND, game.you, 2)
    move(game, HAND, game.you, BOX, game.you, FERRY, 1)
    draw(game, BOX, 0, HAND, game.you + 1, 1)
    if size(game, HAND, game.you) > 3:
        draw(game, HAND, game.you, FLEET, game.you, players(game))
    set_amount(game, POT, 0, amount(game, POT, 7) + roll(game, 6))
    set_amount(game, COINS, game.you - 1, amount(game, POT, 0))
    set_amount(game, POINTS, game.you, _worth(game, FLEET, game.you))


def ship(game):
    if game.it != TUG:
        move(game, HAND, game.you, FLEET, game.you, game.it, 1)
    set_amount(game, POT, 0, amount(game, POT, 0) - game.chosen)
"""
TRADE = """call trade
choose a card from hand, or not:
  choose a number from 0 to 3: call ship"""


@pytest.fixture
def trading(write: Write) -> Path:
    folder = write(TRADE, GROW)
    file = folder / "game.toml"
    file.write_text(file.read_text().replace("turn =", 'setup = "call store"\nturn ='))
    return folder


@pytest.mark.parametrize("players", [2, 3])
def test_functions_do_in_the_engine_what_they_do_in_the_referee(
    trading: Path, players: int
) -> None:
    seen = set()
    for deal in range(30):
        match = Match(trading, players, deal)
        match.play(Random(deal))
        sizes = match.session.state.sizes[: match.table.array[0].num_places]
        seen.add((*sizes.tolist(), match.referee.numbers(0)["points"]))
    assert len(seen) > 10  # that these are different games


def test_cards_that_functions_may_move_unseen_have_a_common_count(trading: Path) -> None:
    match = Match(trading, 2, 0)
    table, zones = match.table.array[0], list(match.description.zones)
    common = dict(zip(range(table.num_places), table.common.tolist(), strict=False))
    unseen = [zones.index("box"), zones.index("hand")]
    joined = {common[place] for place in common if table.zone_of[place] in unseen}
    assert len(joined) == 1
    assert joined != {NOBODY}
    assert {common[place] for place in common if table.zone_of[place] not in unseen} == {NOBODY}
    match.play(Random(1))
    (start,) = joined
    state = match.session.state
    counted = state.cards[start : start + 3].astype(int)
    inside = [0, 0, 0]
    for number in unseen:
        zone = table.zones[number]
        for seat in range(2 if zone.per_player else 1):
            first = zone.cell + seat * zone.num_kinds
            for row in range(zone.num_kinds):
                inside[zone.first_kind + row] += int(state.cards[first + row])
    assert counted.tolist() == inside
    assert sum(inside) > 0


def test_search_plays_a_game_in_which_functions_move_hidden_cards(trading: Path) -> None:
    records = Batches(match_of(trading, ["search:20", "random"])).play(0, 4)
    assert (records["stopped"] == 0).all()


def test_the_same_seed_has_the_same_chance_and_a_roll_is_fair(write: Write) -> None:
    folder = write("call rolled", '''
def rolled(game):
    "Adds a point for a 1."
    if roll(game, 6) == 1:
        set_amount(game, POINTS, game.you, amount(game, POINTS, game.you) + 1)
''')  # fmt: skip
    one, two = (Batches(match_of(folder, "random")).play(0, 1_000) for _ in range(2))
    assert one["scores"].tolist() == two["scores"].tolist()
    ones = one["scores"][:, :2].sum()  # of 20 rolls in each game
    assert abs(ones / (20 * len(one)) - 1 / 6) < 4 * (5 / 36 / (20 * len(one))) ** 0.5


def test_a_number_stays_within_its_limits(write: Write) -> None:
    folder = write("call much; call less", '''
def much(game):
    set_amount(game, COINS, game.you, 1000)
    set_amount(game, POINTS, game.you, amount(game, COINS, game.you))


def less(game):
    set_amount(game, COINS, game.you, -3)
    set_amount(game, POT, game.you, amount(game, COINS, game.you) + 1)
''')  # fmt: skip
    match = Match(folder, 2, 0)
    match.advance()
    match.compare()
    assert match.session.state.seats[0].numbers.tolist()[:2] == [0, 50]
    assert match.session.state.shared[0] == 1


@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("    size(game, COINS, 0)", "another name was expected here, such as a zone"),
        ("    amount(game, zone_1, 0)\n\n\nzone_1 = zone('box')", "another name was expected"),
        ("    of_card(game, cost_1, 77)\n\n\ncost_1 = column('cost')", "another name was"),
        ("    [1, 2][game.you + 2]", "list index out of range"),
    ],
)
def test_what_fails_in_a_game_is_told_with_its_line(
    write: Write, capsys: pytest.CaptureFixture[str], python: str, said: str
) -> None:
    folder = write("call five", f"def five(game):\n    game.you\n{python}\n")
    with pytest.raises(RulesError) as error:
        validate_all([str(folder)], quiet=False)
    assert said in str(error.value)
    assert "(rules.py, line 6)" in str(error.value)


def test_a_worker_with_another_file_refuses_the_game(write: Write) -> None:
    folder = write("call five")
    match = match_of(folder, "random")
    parcel = pack(CellPlayer(match, {}))
    there = unpack(parcel).match
    assert there.game is match.game
    assert there.game_table.digest == match.game_table.digest
    write("call five", FIVE.replace("+ 5", "+ 6"))
    remote._unpack.cache_clear()
    with pytest.raises(WorkerError, match="other rules of Ferries"):
        unpack(parcel)


def test_a_worker_trusts_what_the_one_who_sent_it_trusts(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write("call five", FIVE + "# There.\n", "there")
    parcel = pack(CellPlayer(match_of(folder, "random"), {}))
    monkeypatch.setattr(trusted_code, "_trusted", set())
    described._known.clear()
    remote._unpack.cache_clear()
    assert unpack(parcel).match.game.own_rules


def test_a_run_with_another_file_is_not_gone_on_with(write: Write) -> None:
    folder = write("call five")
    identity = cell_identity(match_of(folder, "random"))
    write("call five", FIVE.replace("+ 5", "+ 6"))
    assert cell_identity(match_of(folder, "random")) != identity


def test_the_schema_for_editors_knows_the_key() -> None:
    assert "call NAME" in schema()["properties"]["python"]["description"]


# What the pages say.


def test_the_page_has_all_that_functions_can_use() -> None:
    page = in_rows(read_page("reference/game-language"), "Functions in Python")
    said = {name for row in page for name in re.findall(r"(\w+)\(", row)}
    own = {name for name, each in vars(calls).items() if _is_of_calls(each)}
    assert said == own - {"names_of"}


def _is_of_calls(value: Any) -> bool:
    function = plain(value)
    return (
        isinstance(function, FunctionType)
        and function.__module__ == calls.__name__
        and (not function.__name__.startswith("_"))
    )


def test_the_guide_quotes_the_example() -> None:
    rules = (EXAMPLES / "meadows" / "rules.py").read_text(encoding="utf-8")
    (block,) = code_blocks(read_page("guides/describe-a-game"), "python")
    assert block in rules


def test_the_function_on_the_page_counts(write: Write) -> None:
    (block,) = code_blocks(read_page("reference/game-language"), "python")
    folder = write("draw 1 from market to hand; call count_ferries; add coins to pot")
    (folder / "rules.py").write_text(block.replace('"ferries"', '"coins"'))
    match = Match(folder, 2, 3)
    match.play(Random(1))
    assert match.session.state.seats[0].numbers[0] > 0
    assert match.referee.zone("hand", 0)["ferry"] == match.session.state.seats[0].numbers[0]
