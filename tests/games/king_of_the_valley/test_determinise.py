"""Drawing the piles anew: whatever the seat can tell stays as it is (K13.2)."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.game import GameTable
from balance.engine.layout import ENGINE_HIDDEN, Stream
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import HIDDEN
from balance.games.king_of_the_valley.services.determinise import determinise
from balance.games.king_of_the_valley.services.invariants import check
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.walks import laid_of
from tests.games.walks import LIMIT

# Tables with the piles' stages in other rows: of several stages something lies open at once.
MIXED = {"hill.1.setup_stage": "III", "hill.2.setup_stage": "III"}
THREE = {f"hill.{row}.setup_stage": "III" for row in (1, 2, 5, 6)}
LATE = {f"hill.{row}.setup_stage": "III" for row in range(1, 7)}


def tables() -> dict[str, GameTable]:
    """The table as printed, others by lot, and some whose set-up mixes stages."""
    game_table = {"box": GAME.build_table(Options(), 2, {}, Path())}
    game_table |= {f"lot {own}": laid_of(3, own, own) for own in (1, 2, 3)}
    game_table |= {
        f"mixed {number}": GAME.build_table(Options(), 4, edits, Path())
        for number, edits in enumerate((MIXED, THREE, LATE))
    }
    return game_table


TABLES = tables()
every_table = pytest.mark.parametrize("name", TABLES)


def stream_of(number: int) -> Stream:
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(number), 1, 0)
    return stream


def pile(state: Any) -> list[int]:
    drawn = int(state["drawn"])
    return [int(tile) for tile in state["pile"][drawn : drawn + int(state["num_pile"])]]


def walk(session: Session, deal: int, visit: Any) -> None:
    """Play a game by chance and look at it at each decision."""
    rng = random.Random(deal)

    def answer(state: Any) -> int:
        visit(state)
        return rng.randrange(int(state.num_choices))

    session.play(deal, (0,) * int(session.tables[0].num_seats), answer, LIMIT)


def drawn_anew(session: Session, stream: Stream) -> NDArray[Any]:
    """A copy of the view of the seat that is due, with the piles drawn anew."""
    seat = int(session.state.due_seat)
    view = session.view(seat)
    determinise(view[0], session.tables[0], seat, stream)
    return view


@pytest.mark.rule("K13.2")
@every_table
def test_what_a_seat_can_tell_stays_as_it_is(name: str) -> None:
    session = Session(GAME, TABLES[name], 3)
    stream = stream_of(1)

    def visit(state: Any) -> None:
        anew = drawn_anew(session, stream)[0]
        for field in set(GAME.state.names or ()) - {*ENGINE_HIDDEN, *HIDDEN, "choices"}:
            assert (anew[field] == state[field]).all(), field
        offered = int(state["num_choices"])
        assert (anew["choices"][:offered] == state["choices"][:offered]).all()
        assert Counter(pile(anew)) == Counter(pile(state))
        assert np.count_nonzero(anew["pile"]) == anew["num_pile"]
        assert anew["streams"].all()

    walk(session, 0, visit)


@pytest.mark.rule("K13.2")
@pytest.mark.parametrize("name", [name for name in TABLES if not name.startswith("mixed")])
def test_each_stage_of_the_piles_keeps_its_tiles(name: str) -> None:
    session = Session(GAME, TABLES[name], 3)
    table: Any = session.tables[0]
    stream = stream_of(2)

    def visit(state: Any) -> None:
        ours, anew = pile(state), pile(drawn_anew(session, stream)[0])
        last = min(len(ours), int(table.stage_sizes[2]))
        first = len(ours) - last
        assert Counter(ours[:first]) == Counter(anew[:first])
        assert Counter(ours[first:]) == Counter(anew[first:])

    walk(session, 1, visit)


@every_table
def test_no_stage_of_the_piles_has_more_of_a_kind_than_it_began_with(name: str) -> None:
    session = Session(GAME, TABLES[name], 3)
    table: Any = session.tables[0]
    sizes = [int(size) for size in table.stage_sizes]
    sizes[0] -= 25
    for stage in table.row_stages:
        sizes[stage] -= 2
    stream = stream_of(3)

    def visit(state: Any) -> None:
        tiles = [0] * int(state.drawn) + pile(drawn_anew(session, stream)[0])
        for stage, size in enumerate(sizes):
            part, tiles = tiles[:size], tiles[size:]
            had = Counter(int(k) + 1 for k in table.stages[stage, : table.stage_sizes[stage]])
            assert not Counter(tile for tile in part if tile) - had

    walk(session, 2, visit)


@every_table
def test_a_game_drawn_anew_can_be_played_to_its_end(name: str) -> None:
    session, other = Session(GAME, TABLES[name], 3), Session(GAME, TABLES[name], 3)
    dealt = np.zeros(1, GAME.state)
    stream = stream_of(4)
    rng = random.Random(4)

    def visit(_: Any) -> None:
        if rng.random() < 0.9:
            return
        other.states[:] = drawn_anew(session, stream)
        # The game as it would have begun if these were its piles.
        session_dealt = Session(GAME, TABLES[name], 3)
        session_dealt.begin(3, (0,) * int(session.tables[0].num_seats))
        dealt[:] = session_dealt.states
        state: Any = other.state
        dealt[0].pile[state.drawn :] = state.pile[state.drawn :]
        while not other.is_over:
            assert check(dealt[0], state, other.tables[0]) == 0
            if state.decision:
                other.take(rng.randrange(int(state.num_choices)))
            other.advance()
        assert check(dealt[0], state, other.tables[0]) == 0

    walk(session, 3, visit)


def test_the_order_is_another_with_each_draw_and_the_same_with_the_same_luck() -> None:
    session = Session(GAME, TABLES["box"], 3)
    session.begin(0, (0, 0))
    session.advance()
    one, two = drawn_anew(session, stream_of(5)), drawn_anew(session, stream_of(5))
    assert (one == two).all()  # by fields: between them lies what nobody wrote
    stream = stream_of(6)
    firsts = [pile(drawn_anew(session, stream)[0])[0] for _ in range(2000)]
    stage = session.tables[0]["stages"][1]
    # The eight of stage II that lie on the hill are seen; each of the others is as likely first.
    left = Counter(pile(session.state)[:22])
    assert set(firsts) == set(left)
    assert len(stage) >= 22
    for tile, count in left.items():
        expected = 2000 * count / 22
        assert abs(firsts.count(tile) - expected) < 5 * expected**0.5
