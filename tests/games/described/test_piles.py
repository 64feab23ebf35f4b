"""Zones that keep the order of their cards: the top one, what is known, what is refused."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from balance.engine.session import Session
from balance.errors import BalanceError, CardError
from balance.games.described.language.reading import read_description
from balance.games.described.services.invariants import Broken, check
from balance.games.loading import load_game
from tests.games.described.against_referee import Match
from tests.games.described.random_games import PLAYERS, random_game
from tests.games.described.said_back import check_that_it_reads_the_same

GAME = """name = "Piles"
players = [2, 3]
sheets = { cards = "cards.csv" }
each_player = { coins = 0, depth = 2 }
setup = "SETUP"
turn = '''
LINES
'''
[zones]
box = { starts_with = "cards" }
pile = { order = "kept" }
deck = { per_player = true, seen_by = "nobody", refill = "gone", order = "kept" }
gone = { per_player = true, order = "kept" }
hand = { per_player = true, seen_by = "owner" }
spare = { seen_by = "nobody" }
[endings]
time = "after round when round = 3"
[score]
coins = "coins"
"""
SHEET = "id,count,cost,colour\nant,3,1,red\nbee,3,20,blue\ncat,3,300,red\ndog,3,4000,\n"
THREE = "move 1 ant from box to pile; move 1 bee from box to pile; move 1 cat from box to pile"


def write_game(folder: Path, lines: str, setup: str = "") -> Path:
    """Write a game of these lines."""
    text = GAME.replace("LINES", lines).replace("SETUP", setup)
    (folder / "game.toml").write_text(text)
    (folder / "cards.csv").write_text(SHEET)
    return folder


def session_of(folder: Path, players: int = 2) -> tuple[Any, Session]:
    """Return the game of a folder, begun."""
    game = load_game(str(folder), Path())
    session = Session(game, game.build_table(game.options(), players, {}, Path()), 5)
    session.begin(0, range(players))
    session.advance()
    return game, session


def coins_after(folder: Path) -> int:
    """Return the coins of the first player after a turn."""
    _, session = session_of(folder)
    return int(session.state.seats[0].numbers[0])


GIVE = "gain cost of top of pile coins; choose one: wait | wait longer"


@pytest.mark.parametrize(
    ("lines", "coins"),
    [
        (THREE, 300),
        (f"{THREE}; draw 1 from pile to gone", 20),
        (f"{THREE}; draw 1 from the bottom of pile to gone; draw 1 from pile to gone", 20),
        (f"{THREE}; move 1 dog from box to the bottom of pile", 300),
        (f"{THREE}; draw 1 from pile to bottom of pile", 20),
        (f"{THREE}; move 1 bee from pile to pile", 20),
        (f"{THREE}; move 1 ant from pile to the top of pile", 1),
        (f"{THREE}; move all from pile to gone; draw 2 from gone to pile", 20),  # turned over
        (f"{THREE}; draw 3 from pile to gone; draw 1 from pile to gone", 0),
        (f"{THREE}; choose a card from the top of pile: move it to gone", 20),
        (f"{THREE}; move 2 dogs from box to pile; move 1 bee from box to pile; "
         "move 1 dog from pile to gone; draw 1 from pile to gone", 4000),
        (f"{THREE}; if colour of top of pile is red: gain 7 coins", 307),
        (f"{THREE}; if colour of the top of pile is colour of top of gone: gain 7 coins", 300),
        (f"{THREE}; choose a card from top 2 of pile where cost < 300: move it to gone; "
         "gain 7 coins", 307),
        (f"{THREE}; choose a card from top depth of pile where cost < 20: gain 7 coins\n"
         "otherwise: gain 9 coins", 309),
        (f"{THREE}; gain cost of top of gone of next player coins", 300),
    ],
)  # fmt: skip
def test_the_card_on_top_is_the_one_that_was_put_there(
    lines: str, coins: int, tmp_path: Path
) -> None:
    folder = write_game(
        tmp_path, f"if turn = 1:\n  {lines.replace(chr(10), chr(10) + '  ')}\n{GIVE}"
    )
    assert coins_after(folder) == coins
    check_that_it_reads_the_same(read_description(folder / "game.toml"))
    for players in (2, 3):
        Match(folder, players, 1).play(random.Random(1))


LINES = {
    "a pile is passed on": f"{THREE}; move all from pile to gone; move 1 dog from box to gone; "
    "pass gone left; draw 1 from gone to pile; gain cost of top of pile coins",
    "all cards of a zone come in a random order": "move all from box to gone; shuffle deck\n"
    "draw 3 from gone to pile; move all from gone to box; move all from pile to box",
    "a deck is shuffled, looked at and put back": """
if number of cards in box > 0: draw 3 from box to deck; shuffle deck
draw 2 from deck to hand
choose 2 cards from hand: move it to deck
draw 1 from deck to hand; choose a card from hand: move it to bottom of deck""",
    "a deck is drawn from both ends": """
if number of cards in box > 0: draw 4 from box to deck; shuffle deck
draw 1 from box to deck; draw 1 from box to bottom of deck
draw 1 from bottom of deck to hand; draw 1 from deck to hand
draw 2 from bottom of deck to gone; draw 1 from deck to gone""",
    "the discard pile is shuffled when the deck is empty": """
if turn <= players: draw 4 from box to deck
draw 3 from deck to hand
choose 2 cards from hand: move it to gone
move 1 ant from deck to hand""",
    "players look at the top of decks": """
if number of cards in box > 0: draw 3 from box to deck; shuffle deck; draw 1 from box to deck
draw 1 from box to bottom of deck
look at the top 2 of deck; show deck of next player to active player; show top of gone to leader
show top 3 of deck to all players; draw 2 from deck to gone; look at deck""",
    "a card is taken out of a deck": """
if turn <= players: draw 4 from box to deck; shuffle deck; draw 1 from box to deck
choose a card from deck: move it to gone
choose a card from deck where cost > 1, or not: move it to bottom of gone""",
}


@pytest.mark.parametrize("what", LINES)
def test_engine_and_referee_agree_on_piles(what: str, tmp_path: Path) -> None:
    write_game(tmp_path, f"{LINES[what].strip()}\nchoose one: gain 1 coin | gain 2 coins")
    for players in (2, 3):
        for deal in range(3):
            Match(tmp_path, players, deal).play(random.Random(deal))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("shuffle hand", "expected pile, deck or gone, not 'hand'"),
        ("look at hand", "expected top, pile, deck or gone, not 'hand'"),
        ("show deck to you", "expected all, active, next, previous or leader, not 'you'"),
        ("shuffle pile", "expected a zone that is seen by nobody: players see the order in pile"),
        ("draw 1 from top of box to hand", "expected pile, deck or gone, not 'box'"),
        ("draw 1 from box to bottom of hand", "expected pile, deck or gone, not 'hand'"),
        ("gain cost of top of deck coins", "draw cards from deck, as it is shuffled or seen by no"),
        ("choose a card from top of deck: stop", "a zone whose top card players know"),
        ("gain colour of top of pile coins", "colour has words, such as blue; expected a number"),
    ],
)
def test_what_has_no_top_is_refused(line: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(BalanceError, match=reason):
        load_game(str(write_game(tmp_path, line)), Path())


def test_a_pile_has_250_cards_at_most(tmp_path: Path) -> None:
    write_game(tmp_path, "draw 1 from box to pile; choose one: wait | wait longer")
    for copies in (241, 242):
        (tmp_path / "cards.csv").write_text(f"{SHEET.replace('3,1,', f'{copies},1,')}")
        if copies == 241:
            assert session_of(tmp_path)[1].state.sizes[1] == 1
        else:
            with pytest.raises(CardError, match="251 cards can be in pile; at most 250 are poss"):
                session_of(tmp_path)


# You put a cat on your deck, which the others do not see; below it lies what nobody knows.
HIDDEN = (
    "draw 3 from spare to deck; shuffle deck; draw 1 from spare to deck; move 1 cat from hand to "
    "deck; choose one: wait | wait longer"
)
SPARE = (
    "move 1 cat from box to hand; each player: draw 3 from box to spare; draw 1 from spare to hand"
)


def redealt(game: Any, session: Session, seat: int, stream: Any) -> Any:
    """Return a state that a seat thinks possible."""
    other = session.view(seat).copy()
    game.determinise(other[0], session.tables[0], seat, stream)
    return other[0]


def test_a_bot_remembers_what_it_saw_put_on_top(tmp_path: Path) -> None:
    """The player who put the card knows it, the others deal all of the pile anew."""
    game, session = session_of(write_game(tmp_path, HIDDEN, SPARE))
    stream = np.array([1, 2], np.uint64)
    tops: dict[int, set[int]] = {0: set(), 1: set()}
    seconds = set()
    zone = session.tables[0].zones[2]
    listed = int(zone.order + 2 + zone.num_kinds + 8 * zone.knowers)
    for _ in range(200):
        for seat in range(2):
            state = redealt(game, session, seat, stream)
            assert check(session.state, state, session.tables[0]) == Broken.NOTHING
            top = int(state.cards[listed]) - 1 if state.cards[zone.order] else -1
            tops[seat].add(top)
            seconds.add(int(state.cards[listed + 1]))
    assert tops[0] == {2}
    assert tops[1] == {-1}  # all is shuffled to it
    assert seconds == {0}


@pytest.mark.parametrize(
    ("line", "seers"),
    [
        ("look at the top 2 of deck", {0}),
        ("each other player: show top 2 of deck of leader to next player", {0, 2}),
        ("show top 2 of deck to next player", {1}),
        ("show top 2 of deck to all players", {0, 1, 2}),
    ],
)
def test_who_sees_the_top_of_a_pile_remembers_it(
    line: str, seers: set[int], tmp_path: Path
) -> None:
    """All cards that come to the deck and leave it are seen by all; the order is not."""
    lines = f"move 1 ant from box to deck; move 2 bee from box to deck; shuffle deck\n{line}"
    folder = write_game(
        tmp_path, f"{lines}\nchoose one: wait | wait longer\ndraw 3 from deck to box"
    )
    text = (folder / "game.toml").read_text().replace(', refill = "gone"', "")
    (folder / "game.toml").write_text(text)
    check_that_it_reads_the_same(read_description(folder / "game.toml"))
    game, session = session_of(folder, 3)
    zone = session.tables[0].zones[2]
    listed = int(zone.order + 2 + zone.num_kinds + 8 * zone.knowers)
    real = session.state.cards[listed : listed + 2].tolist()
    assert sorted(real) in ([1, 2], [2, 2])
    stream, found = np.array([1, 2], np.uint64), set()
    for seat in range(3):
        states = [redealt(game, session, seat, stream) for _ in range(30)]
        if all(state.cards[listed : listed + 2].tolist() == real for state in states):
            found.add(seat)
        else:
            assert all(state.cards[listed] == 0 for state in states)
    assert found == seers


def test_it_is_told_what_players_see(tmp_path: Path) -> None:
    lines = (
        "move 3 ant from box to deck; shuffle deck\nchoose one:\n  look at top 2 of deck\n  wait"
    )
    game, session = session_of(write_game(tmp_path, lines))
    before = session.state.copy()
    session.take(0)
    session.step()
    told = game.narrator(game.build_table(game.options(), 2, {}, Path()), ("Ann", "Ben"))
    assert "  Ann sees on top of deck of Ann: Ant, Ant." in told.task(before, session.state)


def test_what_is_dealt_anew_looks_the_same_and_breaks_nothing(tmp_path: Path) -> None:
    looked = 0
    for seed in range(20):
        random_game(random.Random(seed).randint).write(tmp_path)
        players = PLAYERS[seed % len(PLAYERS)]
        game, session = session_of(tmp_path, players)
        dealt, stream = session.state.copy(), np.array([1, 2], np.uint64)
        chooser = random.Random(seed)
        for _ in range(60):
            if session.is_over:
                break
            assert check(dealt, session.state, session.tables[0]) == Broken.NOTHING
            for seat in range(players):
                state = redealt(game, session, seat, stream)
                assert check(dealt, state, session.tables[0]) == Broken.NOTHING
                before = session.view(seat)[0]
                session.states[0], kept = state, session.states[0].copy()
                assert np.array_equal(session.view(seat)[0].cards, before.cards)
                session.states[0] = kept
                looked += 1
            session.take(chooser.randrange(int(session.state.num_choices)))
            session.advance()
    assert looked > 100


def test_a_pile_with_other_cards_than_its_zone_is_found(tmp_path: Path) -> None:
    _, session = session_of(write_game(tmp_path, f"{THREE}; choose one: wait | wait longer"))
    zone, state = session.tables[0].zones[1], session.state
    listed = int(zone.order + 2 + zone.num_kinds)
    assert state.cards[listed : listed + 3].tolist() == [3, 2, 1]
    dealt = state.copy()
    state.cards[listed] = 4
    assert check(dealt, state, session.tables[0]) == Broken.ORDER
