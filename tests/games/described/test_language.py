"""What is not understood is told with its place, and what is understood is said back."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from balance.errors import BalanceError
from balance.games.described.language.reading import read_description
from balance.games.described.language.tree import Description
from balance.games.described.language.writing import written
from balance.games.described.table.build import build
from tests.games.described.random_games import random_game
from tests.games.described.said_back import check_that_it_reads_the_same

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
FILE = """name = "Ferries"
players = [2, 3]
each_player = { coins = 2, points = 0 }
shared = { pot = 0 }
sheets = { boats = "boats.csv" }
zones = { market = { starts_with = "boats" }, fleet = { per_player = true } }
turn = '''
LINES
'''
steps = { ship = "move it from market to fleet" }
endings = { over = "after round when round = 10" }
score = { points = "points" }
"""
BOATS = """id,name,count,cost,colour,own,flavour
ferry,Ferry,2,3,red,gain 1 coin,Slow.
tug,Tug,2,1,blue,gain 2 coin,Strong!
"""
Read = Callable[..., Description]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def of(lines: str, sheet: str = BOATS, **keys: str) -> Description:
        text = FILE.replace("LINES", lines)
        for key, value in keys.items():
            start = text.index(f"{key} = ")
            end = text.index("\n", start)
            text = f"{text[:start]}{key} = {value}{text[end:]}"
        (tmp_path / "game.toml").write_text(text)
        (tmp_path / "boats.csv").write_text(sheet)
        return read_description(tmp_path / "game.toml")

    return of


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ("gian 2 coins", "8, column 1", "not 'gian'; did you mean 'gain'?"),
        ("gain 2 gold", "8, column 8", "expected coins, points or pot, not 'gold'"),
        ("choose a card from markt: stop", "8, column 20", "did you mean 'market'?"),
        ("choose a card from market:", "8, column 27", "expected lines that belong to this one"),
        ("if coins > 2", "8, column 13", "expected ':', but the text ends"),
        ("gain 1 coin\n  gain 1 point", "9, column 3", "does not end in ':'"),
        ("move it to fleet", "8, column 6", "no card is chosen or in use here, not 'it'"),
        (
            "choose a card from market where colour is gren: gain 1 coin",
            "8, column 43",
            "expected not, blue, none or red, not 'gren'",
        ),
        ("if coins includes 3: gain 1 coin", "8, column 10", "a column with sets, such as 3/7"),
        ("gain cost coins", "8, column 11", "expected of it, not 'coins'"),
        ("draw 2 from market", "8, column 19", "expected to, but the text ends"),
        ("gain 1 coin; stop", "8, column 14", "a 'repeat' around it"),
        ("choose one:\n  gain 2 coin5\n  wait", "9, column 10", "did you mean 'coins'?"),
        ("use onw of each card in fleet", "8, column 5", "did you mean 'own'?"),
        ("set coins = 3", "8, column 11", "expected to, not '='"),
        ("gain 1 coin and 2 points", "8, column 13", "';' or the end of the line, not 'and'"),
        ("if pot > 2: gain 1 coin\nelse: gain 2 coins", "9, column 1", "write 'otherwise'"),
        ("choose one: wait | ", "8, column 19", "expected an option, but there is none"),
        ("move 2 boats from market to fleet", "8, column 8", "expected ferry or tug"),
        ("gain 2 coins of each player", "8, column 17", "expected active, next, previous"),
        ("shuffle market", "8, column 9", "in others cards have no order and are drawn at random"),
        ("otherwise: gain 1 coin", "8, column 1", "not 'otherwise'"),
        ("gain number of different colours coins", "8, column 34", "expected in, not 'coins'"),
        ("choose a number from 1 to 3 where chosen > 2: stop", "8, column 42", "expected number"),
        ("random players: gain 1 coin", "8, column 8", "expected player, not 'players'"),
        ("do ship", "8, column 4", "a place where a card is chosen or in use: ship speaks of 'it'"),
    ],
)
def test_a_line_that_is_not_understood_is_told_with_its_place(
    read: Read, lines: str, place: str, reason: str
) -> None:
    with pytest.raises(BalanceError) as error:
        read(lines)
    assert f"game.toml, line {place}: " in str(error.value)
    assert reason in str(error.value)
    assert len(error.value.args) == 1


def test_a_step_may_speak_of_it_where_a_card_is_chosen(read: Read) -> None:
    lines = "choose a card from market:\n  do ship"
    step = read(lines).steps["ship"][0]
    assert step.what == "move_it"
    assert [part.name for part in step.parts[:2]] == ["market", "fleet"]


def test_a_line_may_end_the_game_without_endings(read: Read) -> None:
    assert read("if round is 3: end game", endings="{}").endings == ()


def test_players_win_or_lose_together(read: Read) -> None:
    endings = (
        '{ saved = "all win after the round when pot > 9", lost = "all lose at once when pot = 0" }'
    )
    description = read("gain 1 coin", endings=endings)
    assert [ending.wins for ending in description.endings] == [True, False]
    table = build(description, 2, {})
    assert (table.rival, table.is_common, table.num_sides) == ("game", True, 2)
    said = written(description)
    assert "All win after the round when pot > 9: saved." in said
    assert "All lose at once when pot is 0: lost." in said


def test_where_players_win_together_each_end_says_so(read: Read) -> None:
    endings = '{ saved = "all win after round when pot > 9", time = "at once when round = 3" }'
    with pytest.raises(BalanceError) as error:
        read("if pot = 0: end game", endings=endings)
    assert all("expected 'all win' or 'all lose'" in line for line in error.value.args)
    assert len(error.value.args) == 2


def test_a_number_may_be_compared_with_a_word_in_an_ending_alone(read: Read) -> None:
    """A function in Python sets it."""
    description = read("gain 1 coin", endings='{ led = "at once when pot is red" }')
    assert "pot" in description.hold_words


def test_lines_that_are_never_carried_out_are_told(read: Read) -> None:
    description = read("if coins > 2: end turn; gain 1 coin\ngain 1 point")
    notes = build(description, 2, {}).notes
    (note,) = [note for note in notes if "never carried out" in note]
    assert "game.toml, line 8, column 25: " in note
    assert "after 'end turn'" in note


@pytest.mark.parametrize(
    ("lines", "head"),
    [
        (
            "if round = 2: gain 1 point\notherwise: each player: gain 1 coin; end game",
            "each player",
        ),
        ("repeat 3 times:\n  gain 1 coin\n  end turn", "repeat 3 times"),
        ("if round = 2: gain 1 point\notherwise:\n  each player: gain 1 coin\n  end game", ""),
        ("each player: if coins = 3: end turn", ""),
        ("repeat: gain 1 coin; end turn", ""),
        ("first player with most coins: gain 1 coin; end turn", ""),
        ("each player with most coins: gain 1 coin; end turn", "each player with most coins"),
    ],
)
def test_what_ends_before_it_is_done_for_all_is_told(read: Read, lines: str, head: str) -> None:
    notes = build(read(lines), 2, {}).notes
    told = [note for note in notes if "the first time already" in note]
    assert len(told) == bool(head)
    assert not head or f"as it belongs to '{head}': nothing is done for the others" in told[0]


def test_what_is_chosen_at_once_must_be_hidden(read: Read) -> None:
    lines = "each player at once:\n  choose a card from market: move it to fleet\n  gain 1 coin"
    with pytest.raises(BalanceError) as error:
        read(lines)
    told = [line.partition(": ")[2].partition(" before")[0] for line in error.value.args]
    assert told == ["others see market", "others see fleet", "others see coins"]


def test_all_mistakes_are_told_at_once_in_their_order(read: Read) -> None:
    with pytest.raises(BalanceError) as error:
        read("gian 1 coin\nif pot > 0:\n  gain 1 gold\ngain 1 coin\nmove it to fleet")
    places = [line.split(", ")[1] for line in error.value.args]
    assert places == ["line 8", "line 10", "line 12"]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("shared", "{ coins = 0 }", "shared.coins: there is also each_player.coins"),
        ("shared", "{ die = 0 }", "shared.die: this is a word of the language"),
        ("shared", "{ Pot = 0 }", "expected a name in small letters"),
        ("sheets", '{ ships = "boats.csv" }', "there is no sheet 'boats'"),
        ("endings", "{}", "nothing ends the game: expected endings, or a line 'end game'"),
        ("endings", '{ over = "when round = 10" }', "expected 'at once when', 'after turn when'"),
        ("score", '{ points = "pionts" }', "line 12, column 21: expected"),
        ("players", "[2, 9]", "5 or less"),
        ("zones", "{ market = { see_by = 'all' } }", "did you mean 'seen_by'?"),
        ("zones", "{ market = { starts_with = 'boats', per_player = true } }", "each player has"),
        ("zones", "{ market = { refill = 'heap' } }", "there is no zone 'heap'"),
        ("zones", "{ market = { seen_by = 'owner' } }", "it has no owner"),
    ],
)
def test_a_key_that_is_not_understood_is_told(
    read: Read, key: str, value: str, reason: str
) -> None:
    with pytest.raises(BalanceError, match=r"game\.toml") as error:
        read("gain 1 coin", **{key: value})
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ("cost,own\n2,gain 1 coin\n", "line 1: the column 'id' is missing"),
        ("id,cost\nferry,2\nferry,3\n", "line 3, column id: 'ferry' is already in line 2"),
        ("id,cost,cost\nferry,2,3\n", "the column 'cost' is there twice"),
        ("id,count\nBig Ferry,2\n", "expected a lower-case word such as 'big_ferry'"),
        (
            "id,count\nferry,many\n",
            "column count of ferry: 'many': expected a whole number up to 250",
        ),
        ("id,count\nferry,1/2/3\n", "one for each of 2 numbers of players"),
        ("id,name\nferry,Tug\ntug,Tug\n", "line 3, column name of tug: 'Tug': ferry, in"),
        ("id,name\nferry,Fer\u202ery\n", "expected a text without control characters"),
        ("id,count\nferry,3-May\n", "column count of ferry: '3-May': the spreadsheet made a date"),
        ("id,own\nferry,gain 1 gold\n", "boats.csv, ferry.own, line 2, column 8"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told(read: Read, sheet: str, reason: str) -> None:
    with pytest.raises(BalanceError) as error:
        read("use own of each card in fleet", sheet)
    assert reason in str(error.value)


def test_a_sheet_that_is_not_there_is_told_with_its_key(read: Read) -> None:
    with pytest.raises(BalanceError) as error:
        read("gain 1 coin", sheets='{ boats = "boat.csv" }')
    assert str(error.value).endswith("game.toml: sheets.boats: there is no file 'boat.csv'")


def test_brackets_without_end_are_refused(read: Read) -> None:
    with pytest.raises(BalanceError, match="nested too deeply"):
        read(f"set pot to {'(' * 4000}")


def test_columns_that_no_line_reads_are_told(read: Read) -> None:
    described = read("choose a card from market where cost <= coins: move it to fleet")
    assert described.unused_columns == ("boats.colour", "boats.own", "boats.flavour")


@pytest.mark.parametrize("folder", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_an_example_that_is_said_back_reads_the_same(folder: Path) -> None:
    described = read_description(folder / "game.toml")
    check_that_it_reads_the_same(described)
    assert len(written(described)) > 10


@pytest.mark.parametrize("seed", range(40))
def test_a_game_made_up_at_random_that_is_said_back_reads_the_same(
    seed: int, tmp_path: Path
) -> None:
    random_game(random.Random(seed).randint).write(tmp_path)
    check_that_it_reads_the_same(read_description(tmp_path / "game.toml"))
