"""A game in sentences: what a player would say, of everything that can happen."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.games.king_of_the_valley.layout import ENDINGS, Decision, Phase, Task
from balance.games.king_of_the_valley.narrate.narrator import KingOfTheValleyNarrator
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_2,
    BOARD_3,
    BOARD_9,
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
)
from tests.games.king_of_the_valley.walks import Walk, any_walk
from tests.games.some_games import in_some_games

NAMES = ("red", "blue", "green", "white")
LEFT, RIGHT = "F KB W C F D", "Q W KA F C F"


class Told:
    """A board whose game is told from here on."""

    def __init__(self, board: Board) -> None:
        self.board = board
        board.leave_referee()
        game_table = GameTable(board.session.tables, board.num_seats)
        self.narrator = KingOfTheValleyNarrator(game_table, NAMES[: board.num_seats])

    def choose(self, *names: str) -> list[str]:
        """Return what is told as choices with these names are made, and of what comes of them."""
        return [line for name in names for line in self._choose(name)]

    def describe(self) -> list[str]:
        """Say all choices offered."""
        state = self.board.state
        return [self.narrator.describe(state, index) for index in range(state.num_choices)]

    def _choose(self, name: str) -> Iterator[str]:
        session = self.board.session
        before, index = session.states.copy(), self.board.offered().index(name)
        session.take(index)
        yield from self.narrator.choice(before[0], session.state, index)
        yield from self.go_on()

    def go_on(self, turns: bool = False) -> Iterator[str]:
        """Tell the tasks up to the next decision, or only to the next turn."""
        session = self.board.session
        while not (session.is_over or session.state.decision):
            next_task = session.state.agenda[session.state.num_tasks - 1].what
            if next_task == Task.TURN and not turns:
                return
            before = session.states.copy()
            session.step()
            yield from self.narrator.task(before[0], session.state)


def told(valley: str, kings: str, castle: str = "", gold: int = 2, **keys: Any) -> Told:
    """Red is about to collect."""
    board = Board(valley, kings, **{"left": LEFT, "right": RIGHT, **keys})
    board.give(0, castle, gold)
    board.start()
    return Told(board)


@pytest.mark.rule("X2")
def test_a_single_take() -> None:
    assert told(BOARD_1, "(5,5) (3,3)").choose("to (5,4)") == [
        "  red moves from (5,5) to (5,4) and takes the duke."
    ]


@pytest.mark.rule("X3")
def test_a_multi_take_names_the_spaces_passed_over_and_the_orders() -> None:
    assert told(BOARD_1, "(5,5) (3,3)").choose("to (2,5) taking (4,5) (3,5)") == [
        "  red moves from (5,5) over (4,5) and (3,5) to (2,5) and takes two knights (C, A)."
    ]


@pytest.mark.rule("X14")
@pytest.mark.rule("X16")
def test_a_monk_and_the_coin_that_he_leaves() -> None:
    game = told(BOARD_2, "(5,1) (1,5)")
    assert game.choose("by (5,3) to (5,1)") == [
        "  red goes from (5,1) to the monk on (5,3), leaves 1 gold, moves from (5,3) to (5,1) and "
        "takes the queen."
    ]
    (refilled, *_) = game.choose("left")
    assert refilled == (
        "  red refills from the left: farmer on (5,3) and knight of order B on (5,1)."
    )
    game.board.put_king(1, "(5,5)")
    list(game.go_on(turns=True))
    game.choose("nobody")
    assert "to (5,3): the farmer with 1 gold" in game.describe()
    assert game.choose("to (5,3)") == [
        "  blue moves from (5,5) to (5,3) and takes the farmer with 1 gold."
    ]


@pytest.mark.rule("X17")
def test_two_monks() -> None:
    game = told(BOARD_3, "(3,1) (5,5)")
    game.board.put("(1,4)", "M", coins=1)
    choice = "by (3,4) (1,4) to (1,1) taking (1,3) (1,2)"
    said = game.describe()[game.board.offered().index(choice)]
    assert said == (
        "by way of the monk on (3,4) and (1,4) over (1,3) and (1,2) to (1,1): two knights (C, A)"
    )
    assert game.choose(choice) == [
        "  red goes from (3,1) to the monk on (3,4), leaves 1 gold, goes on to the monk on (1,4), "
        "takes 1 gold there, leaves 1 gold, moves from (1,4) over (1,3) and (1,2) to (1,1) and "
        "takes two knights (C, A)."
    ]


@pytest.mark.rule("X20")
@pytest.mark.rule("X29")
def test_a_wizard_and_a_jester_that_he_brings() -> None:
    game = told(WIZARD_BOARD, "(3,1) (1,5)", "F", left=WIZARD_LEFT, right=WIZARD_RIGHT)
    assert game.choose("to (3,5)", "F for right 6") == [
        "  red moves from (3,1) to (3,5) and takes the wizard.",
        "  red swaps the farmer for the jester in right row 6.",
    ]
    assert game.describe()[0] == "the jester into the queen column"
    assert game.choose("D") == ["  red puts the jester into the duke column."]


def test_a_swap_without_a_choice_is_narrated_too() -> None:
    game = told(WIZARD_BOARD, "(3,1) (1,5)", "F", left="T3/5 M", right="Q")
    assert game.choose("to (3,5)")[1:] == ["  red swaps the farmer for the queen in right row 1."]


@pytest.mark.rule("X21")
def test_a_collector_without_a_need() -> None:
    game = told(BOARD_9, "(3,1) (1,5)")
    assert game.choose("to (3,2)") == [
        "  red moves from (3,1) to (3,2) and takes the tax collector T0/3.",
        "  red gets 3 gold.",
    ]


@pytest.mark.rule("X22")
def test_a_tax_without_a_choice() -> None:
    game = told(BOARD_9, "(3,1) (1,5)", "KA KB J@K Q")
    assert game.choose("to (3,3)")[1:] == [
        "  red taxes the knights and gets 5 gold.",
        "  red turns one knight of order A, one knight of order B and one jester in the knight "
        "column face-down.",
    ]


@pytest.mark.rule("X24")
def test_several_collectors_and_which_tiles_turn() -> None:
    game = told(BOARD_9, "(3,1) (1,5)", "KA KB KC KD J@K F F F F")
    assert game.choose("to (3,5) taking (3,2) (3,3) (3,4)") == [
        "  red moves from (3,1) over (3,2), (3,3) and (3,4) to (3,5) and takes three tax "
        "collectors (T0/3, T3/5, T4/7)."
    ]
    assert game.describe() == [
        "tax the knights for T3/5 and the farmers for T4/7",
        "tax the farmers for T3/5 and the knights for T4/7",
    ]
    before = game.board.session.states.copy()
    game.board.session.take(1)
    assert game.narrator.choice(before[0], game.board.state, 1) == [
        "  red taxes the knights and the farmers and gets 15 gold."
    ]
    assert list(game.go_on()) == ["  red turns three farmers face-down."]
    assert game.describe()[0] == (
        "turn down one knight of order A, one knight of order B, one knight of order C and one "
        "knight of order D"
    )


@pytest.mark.rule("X25")
def test_a_kingdom_bonus() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, "Q J@D C KA J@K F W", 3)
    board.start(phase=Phase.CLAIM)
    game = Told(board)
    assert game.describe()[0] == "claim no kingdom bonus"
    assert len(set(game.describe())) == 1 + 2 * 2
    index = game.describe().index(
        "claim a kingdom bonus with a queen, a jester in the duke column, a countess, a jester in "
        "the knight column and a farmwoman"
    )
    assert game.choose(board.offered()[index]) == [
        "  red claims a kingdom bonus with a queen, a jester in the duke column, a countess, a "
        "jester in the knight column and a farmwoman: 5 gold and a marker."
    ]


@pytest.mark.rule("X28")
def test_recruiting() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, gold=6)
    board.start(phase=Phase.RECRUIT)
    game = Told(board)
    offered = game.describe()
    assert offered[0] == "recruit nobody"
    place = offered.index("recruit the countess from left row 4 for 6 gold")
    assert game.choose(board.offered()[place]) == [
        "  red recruits the countess from left row 4 for 6 gold."
    ]


def test_declined_choices_are_not_narrated() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, gold=6)
    board.start(phase=Phase.RECRUIT)
    assert Told(board).choose("nobody") == []


@pytest.mark.rule("X30")
@pytest.mark.parametrize(
    ("side", "lines"),
    [
        (
            "right",
            [
                "  red refills from the right: queen on (4,5) and farmwoman on (3,5).",
                "  New on the hill: knight of order D, farmer (right); 1 tile left in the piles.",
            ],
        ),
        (
            "left",
            [
                "  red refills from the left: farmer on (4,5) and knight of order B on (3,5).",
                "  New on the hill: knight of order D, farmer (left); 1 tile left in the piles.",
            ],
        ),
    ],
)
def test_a_refill(side: str, lines: list[str]) -> None:
    game = told(BOARD_1, "(5,5) (3,3)", pile="KD F W")
    game.choose("to (2,5) taking (4,5) (3,5)")
    assert game.describe() == ["refill from the left column", "refill from the right column"]
    assert game.choose(side) == lines


@pytest.mark.rule("K10.3")
@pytest.mark.rule("K11.1")
def test_a_column_that_does_not_suffice_and_the_end() -> None:
    game = told(BOARD_1, "(5,5) (3,3)", left="Q", right="W", pile="KD")
    game.choose("to (2,5) taking (4,5) (3,5)")
    assert game.choose("right") == [
        "  red refills from the right and then the left: farmwoman on (4,5) and queen on (3,5).",
        "  New on the hill: knight of order D (left); 0 tiles left in the piles.",
        "  The hill cannot be filled: the game ends with this round.",
    ]


@pytest.mark.rule("K10.3")
def test_a_hill_that_does_not_suffice() -> None:
    game = told(BOARD_1, "(5,5) (3,3)", left="Q", right="", pile="")
    (line, _) = game.choose("to (2,5) taking (4,5) (3,5)")[1:]
    assert line == "  red refills from the left: queen on (4,5)."


@pytest.mark.rule("K11.4")
def test_an_extra_round() -> None:
    edits = {"params.extra_final_round.value": 1}
    game = told(BOARD_1, "(5,5) (3,3)", pile="", edits=edits)
    lines = game.choose("to (5,4)", "left")
    assert lines[-1] == "  The hill cannot be filled: the game ends with the next round."
    list(game.go_on(turns=True))
    while game.board.asked != Decision.REFILL:
        game.choose(game.board.offered()[0])
    assert game.choose("left")[-1] == "Everybody has one more turn."


@pytest.mark.rule("K6.12")
def test_a_player_who_can_collect_nothing() -> None:
    board = Board("T3/5 " * 25, "(5,5) (3,3)", LEFT, RIGHT)
    board.start(phase=Phase.RECRUIT)
    game = Told(board)
    assert game.choose("nobody")[0] == "  red can collect nothing."


@pytest.mark.rule("K3.7")
def test_the_set_up_and_the_first_round() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    for seat in range(2):
        board.put_king(seat, "(1,1)")
    game = Told(board)
    board.put("(1,1)", "C", coins=1)
    assert game.narrator.opening(board.state)[-9:] == [
        "",
        "   1         2   3   4  5     row  price  left  right",
        "1  C+1[1,2]  F   KB  D  Q     6    10     D     F",
        "2  F         F   W   C  D     5    8      F     C",
        "3  KD        W   W   F  KA    4    6      C     F",
        "4  W         C   KB  F  KC    3    4      W     KA",
        "5  F         KA  C   D  F     2    3      KB    W",
        "                              1    2      F     Q",
        "",
    ]
    fresh = Told(Board())
    assert fresh.describe()[0].startswith("start on (1,1), where the ")
    assert fresh.choose("(3,3)")[0].startswith("red starts on (3,3), where the ")


def test_a_turn_begins_with_how_everything_stands() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, "Q -F J@K", 4, markers=2, taxed="F W")
    board.give(1, gold=0)
    board.start()
    board.choose("to (5,4)", "left")
    game = Told(board)
    lines = list(game.go_on(turns=True))
    assert lines == ["", "Turn 2, round 2: blue stands on (3,3) with 0 gold."]
    board.choose("to (2,2)", "left")
    lines = list(game.go_on(turns=True))
    assert lines[:3] == ["", "Round 3", ""]
    assert lines[-4] == (
        "[1] red: 4 gold, 2 kingdom markers, castle Q D -F J@K, taxed farmers and farmwomen"
    )
    assert lines[-3].startswith("[2] blue: 0 gold, castle ")
    assert lines[-1] == "Turn 3, round 3: red stands on (5,4) with 4 gold."


@pytest.mark.rule("X36")
def test_the_end_is_narrated_with_the_parts_of_the_scores() -> None:
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    castle = "Q D D C C C KA KA KA KB KC KC KC KC F F F F F -W -W W J@Q"
    board.give(0, castle, 7, markers=2)
    board.give(1, "Q", 0)
    board.state.rounds, board.state.triggered = 15, 2
    closing = Told(board).narrator.closing(board.state, board.result())
    assert closing[1] == f"The game is over after 15 rounds: {ENDINGS[0]}."
    assert closing[-3:] == [
        "        influence    knight orders    couples    kingdom markers    gold    fame    win",
        "red            46                8          6                 10       7      77      1",
        "blue            5                0          0                  0       0       5      -",
    ]


@in_some_games(20)
@given(walk=any_walk)
def test_choices_that_differ_are_described_differently(walk: Walk) -> None:
    walk = replace(walk, own=0)
    narrator = KingOfTheValleyNarrator(walk.game_table(), NAMES)

    def visit(session: Session) -> None:
        number = int(session.state.num_choices)
        said = [narrator.describe(session.state, index) for index in range(number)]
        assert len(set(said)) == number

    walk.play(visit)


@in_some_games(20)
@given(walk=any_walk)
def test_every_game_can_be_narrated_in_whole_sentences(walk: Walk) -> None:
    narrator = KingOfTheValleyNarrator(walk.game_table(), NAMES[: walk.players])
    session, _ = walk.dealt()
    lines = []
    while not session.is_over:
        before = session.states.copy()
        if session.state.decision:
            index = int(session.state.num_choices) - 1
            session.take(index)
            lines += narrator.choice(before[0], session.state, index)
        else:
            session.step()
            lines += narrator.task(before[0], session.state)
    sentences = [line for line in lines if re.match("Turn|  [A-Za-z]", line)]
    assert all(line.endswith(".") for line in sentences)
    assert sum(line.startswith("Turn") for line in lines) == session.state.turns
    assert sum("refills" in line for line in lines) >= session.state.turns - walk.players
