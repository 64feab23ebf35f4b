"""What a table has room for: as much as the reference of the language says, and no more."""

from pathlib import Path

import pytest

from balance.engine.session import Session
from balance.errors import CardError
from balance.games.described.language.reading import read_description
from balance.games.described.layout import Op
from balance.games.described.table.numbering import numbering
from balance.games.described.table.program import Program
from balance.games.loading import load_game


def write_game(folder: Path, **counts: int) -> None:
    """Write a game with so many of each thing; each column with numbers or lines is read."""
    cards, zones, numbers, shared, columns, used, endings, parts, ties, conditions = (
        counts.get(name, usual)
        for name, usual in (
            ("cards", 2), ("zones", 1), ("numbers", 1), ("shared", 0), ("columns", 1), ("used", 1),
            ("endings", 1), ("parts", 1), ("ties", 0), ("conditions", 0),
        )
    )  # fmt: skip
    head = ["id", "count", *(f"c{n}" for n in range(columns)), *(f"u{n}" for n in range(used))]
    row = [str(counts.get("copies", 1)), *["1"] * columns, *["gain 1 number0"] * used]
    sheet = [head, *([f"card{n}", *row] for n in range(cards))]
    (folder / "cards.csv").write_text("\n".join(map(",".join, sheet)) + "\n")
    turn = [f"gain sum of c{n} in zone0 number0" for n in range(columns)]
    turn += [f"use u{n} of each card in zone0" for n in range(used)]
    tests = [f"gain number of cards in zone0 where c0 = {n} number0" for n in range(conditions)]
    half = conditions // 2  # a text has at most 10,000 characters
    texts = [
        "name = 'Limits'\nplayers = [2]\nsheets = { cards = 'cards.csv' }",
        "turn = '''", *turn, *tests[:half], "'''",
        "round = '''", *tests[half:], "'''",
        f"ties = {['number0'] * ties}",
        "[each_player]", *(f"number{n} = 0" for n in range(numbers)),
        "[shared]", *(f"shared{n} = 0" for n in range(shared)),
        "[zones]", "zone0 = { starts_with = 'cards' }",
        *(f"zone{n} = {{}}" for n in range(1, zones)),
        "[endings]", *(f"end{n} = 'after round when round = 3'" for n in range(endings)),
        "[score]", *(f"part{n} = 'number0'" for n in range(parts)),
    ]  # fmt: skip
    (folder / "game.toml").write_text("\n".join(texts) + "\n")


@pytest.mark.parametrize(
    ("what", "most", "reason"),
    [
        ("cards", 120, "121 cards on its sheets; at most 120"),
        ("zones", 24, "25 zones; at most 24"),
        ("numbers", 24, "25 numbers of each player; at most 24"),
        ("shared", 16, "17 shared numbers; at most 16"),
        ("columns", 23, "25 columns that lines read; at most 24"),  # `id` is one of them
        ("used", 8, "9 columns with lines; at most 8"),
        ("endings", 8, "9 endings; at most 8"),
        ("parts", 8, "9 parts of a score; at most 8"),
        ("ties", 4, "5 ties; at most 4"),
        ("conditions", 255, "more than 256 conditions on cards"),  # all cards are one more
    ],
)
def test_a_game_has_room_for_so_many_and_no_more(
    what: str, most: int, reason: str, tmp_path: Path
) -> None:
    for count in (most, most + 1):
        write_game(tmp_path, **{what: count})
        game = load_game(str(tmp_path), Path())
        if count == most:
            assert game.build_table(game.options(), 2, {}, Path()).array.shape == (1,)
        else:
            with pytest.raises(CardError, match=reason):
                game.build_table(game.options(), 2, {}, Path())


def test_a_program_has_room_for_4096_rows(tmp_path: Path) -> None:
    write_game(tmp_path)
    description = read_description(tmp_path / "game.toml")
    program = Program(numbering(description, 2), checks=False, counts_choices=False)
    while len(program.rows) < 4096:  # the first is there from the start
        program.add(Op.END)
    with pytest.raises(CardError, match=r"more lines than a table has room for \(4096 rows\)"):
        program.add(Op.END)


def test_a_value_keeps_at_most_48_numbers_at_once(tmp_path: Path) -> None:
    for depth in (48, 49):
        write_game(tmp_path)
        value = "1 + (" * (depth - 1) + "1" + ")" * (depth - 1)
        text = (tmp_path / "game.toml").read_text().replace("'number0'", f"'{value}'", 1)
        (tmp_path / "game.toml").write_text(text)
        if depth == 48:
            assert scores_of(tmp_path) == [48, 48]
        else:
            with pytest.raises(CardError, match="a value has too many parts in each other"):
                scores_of(tmp_path)


def test_a_repeat_may_go_round_so_often_without_a_choice(tmp_path: Path) -> None:
    for times in (29_990, 30_001, 60_000, 1_000_000):
        (tmp_path / "game.toml").write_text(
            'name = "Long"\nplayers = [2]\neach_player = { coins = 0 }\n'
            f'round = "repeat {times} times: gain 1 coin; lose 2 coins; gain 2 coins"\n'
            'endings = { time = "after round when round = 1" }\nscore = { coins = "coins" }\n'
        )
        game = load_game(str(tmp_path), Path())
        session = Session(game, game.build_table(game.options(), 2, {}, Path()), 5)
        session.begin(0, range(2))
        session.advance()
        assert session.write_record(0)[0].stopped == (times > 30_000)


def scores_of(folder: Path) -> list[int]:
    """Return the scores of two players who take the first of their choices."""
    game = load_game(str(folder), Path())
    session = Session(game, game.build_table(game.options(), 2, {}, Path()), 5)
    session.begin(0, range(2))
    session.advance()
    while not session.is_over:
        session.take(0)
        session.advance()
    scores: list[int] = session.write_record(0)[0].scores[:2].tolist()
    return scores


def test_a_set_has_room_for_63_words(tmp_path: Path) -> None:
    write_game(tmp_path)
    text = (tmp_path / "game.toml").read_text()
    test = "number of cards in zone0 where marks includes none"
    (tmp_path / "game.toml").write_text(text.replace("'number0'", f"'{test}'", 1))
    words = [f"m{n}" for n in range(64)]
    (tmp_path / "cards.csv").write_text(f"id,c0,u0,marks\nstone,1,,{'/'.join(words[:63])}\n")
    assert scores_of(tmp_path)[0] == 0  # no card has no mark
    (tmp_path / "cards.csv").write_text(f"id,c0,u0,marks\nstone,1,,{'/'.join(words)}\n")
    game = load_game(str(tmp_path), Path())
    with pytest.raises(CardError, match=r"column marks of stone: .* as many different words"):
        game.build_table(game.options(), 2, {}, Path())


def test_a_table_has_room_for_64_places(tmp_path: Path) -> None:
    for zones in (22, 23):  # the first is shared
        write_game(tmp_path, zones=zones)
        text = (tmp_path / "game.toml").read_text().replace("= {}", "= { per_player = true }")
        (tmp_path / "game.toml").write_text(text.replace("players = [2]", "players = [3]"))
        game = load_game(str(tmp_path), Path())
        if zones == 22:
            table = game.build_table(game.options(), 3, {}, Path()).array[0]
            assert table.num_places == 1 + 3 * 21
        else:
            with pytest.raises(CardError, match="too many cards in too many zones"):
                game.build_table(game.options(), 3, {}, Path())


def test_each_place_has_a_stream_of_its_own_after_that_of_the_dice(tmp_path: Path) -> None:
    write_game(tmp_path, zones=4)
    text = (tmp_path / "game.toml").read_text().replace("= {}", "= { per_player = true }", 2)
    (tmp_path / "game.toml").write_text(text)
    game = load_game(str(tmp_path), Path())
    zones = game.build_table(game.options(), 2, {}, Path()).array[0].zones[:4]
    assert zones["stream"].tolist() == [1, 2, 4, 6]


def test_zones_from_which_nothing_is_drawn_need_no_stream(tmp_path: Path) -> None:
    write_game(tmp_path, zones=24)
    text = (tmp_path / "game.toml").read_text()
    text = text.replace("= {}", "= { per_player = true }")
    draws = [f"draw 1 from zone{n} to zone{n - 1}" for n in range(23, 0, -1)]
    for drawn, most in ((11, 23), (12, 25)):
        lines = "\n".join(draws[:drawn])
        (tmp_path / "game.toml").write_text(text.replace("turn = '''", f"turn = '''\n{lines}"))
        game = load_game(str(tmp_path), Path())
        if most > 24:
            with pytest.raises(CardError, match="drawn at random from more than 24 zones"):
                game.build_table(game.options(), 2, {}, Path())
            continue
        streams = game.build_table(game.options(), 2, {}, Path()).array[0].zones[:24]["stream"]
        assert streams.tolist() == [*[0] * 13, *range(1, 23, 2)]


def test_all_cards_together_are_at_most_4000(tmp_path: Path) -> None:
    write_game(tmp_path, cards=16, copies=250)
    game = load_game(str(tmp_path), Path())
    assert game.build_table(game.options(), 2, {}, Path()).array[0].copies.sum() == 4000
    write_game(tmp_path, cards=17, copies=250)
    game = load_game(str(tmp_path), Path())
    with pytest.raises(CardError, match="4250 copies of cards; at most 4000"):
        game.build_table(game.options(), 2, {}, Path())
