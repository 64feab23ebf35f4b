"""A game in sentences: what a player would say, of everything that can happen."""

import re
from typing import Any

import pytest
from hypothesis import given

from balance.compiling.jit import is_compiling
from balance.engine.session import Session
from balance.games.dominion.layout import ENDINGS, Task
from balance.games.dominion.narrate.narrator import DominionNarrator
from tests.games.dominion.hands import Hands
from tests.games.dominion.narrating import NAMES, NarratedTable, narrated_table
from tests.games.dominion.walks import Walk, any_walk
from tests.games.some_games import in_some_games


@pytest.mark.rule("W2")
def test_actions_treasures_and_a_buy() -> None:
    game = narrated_table("smithy village woodcutter", "village smithy", "E C woodcutter C S")
    assert game.describe() == ["play no Action", "play Village", "play Smithy"]
    assert game.choose("village", "smithy", "woodcutter", "all", "smithy") == [
        "  red plays Village: +2 Actions, draws Estate.",
        "  red plays Smithy: draws 2 Copper, Woodcutter.",
        "  red plays Woodcutter: +1 Buy, +2 coins.",
        "  red plays 2 Copper: +2 coins.",
        "  red buys Smithy for 4 coins.",
    ]
    assert game.describe() == ["buy nothing", "buy Copper", "buy Curse"]
    (line,) = game.choose("nothing")
    assert line.startswith("  red shuffles and draws ")
    assert line.endswith(" for the next turn.")


def test_nothing_is_played_and_nothing_bought() -> None:
    game = narrated_table("smithy village", "village smithy C", "E E")
    assert game.choose("village", "nothing") == [
        "  red plays Village: +2 Actions, draws Estate.",
        "  red plays no more Actions.",
    ]
    assert game.describe() == [
        "play all Treasures whose order does not matter", "play Copper", "play no more Treasures"
    ]  # fmt: skip
    assert game.choose("C") == ["  red plays Copper: +1 coin."]
    assert game.choose("nothing")[0].startswith("  red buys nothing: ")
    assert narrated_table("smithy", "smithy").choose("nothing") == ["  red plays no Actions."]


@pytest.mark.rule("W23")
def test_throne_rooms() -> None:
    game = narrated_table(
        "throne_room smithy militia", "2throne_room smithy militia", "6C", "5E"
    )  # fmt: skip
    game.choose("throne_room")
    assert game.describe() == ["play Militia twice", "play Smithy twice", "play Throne Room twice"]
    assert game.choose("throne_room", "smithy") == [
        "  red plays Throne Room twice, the first time.",
        "  red plays Smithy twice, the first time: draws 3 Copper.",
        "  red plays Smithy again: draws 3 Copper.",
        "  red plays Throne Room again.",
        "  red plays Militia twice, the first time.",
        "  red gets +2 coins.",
        "  blue discards 2 Estate.",
        "  red plays Militia again.",
        "  red gets +2 coins.",
    ]


@pytest.mark.rule("W24")
def test_a_feast_played_twice() -> None:
    game = narrated_table("throne_room feast", "throne_room feast")
    assert game.choose("throne_room") == [
        "  red plays Throne Room.",
        "  red plays Feast twice, the first time: trashes Feast.",
    ]
    assert game.describe()[:2] == ["gain Copper", "gain Silver"]
    assert game.choose("D", "feast") == [
        "  red gains Duchy.",
        "  red plays Feast again.",
        "  red gains Feast.",
    ]


@pytest.mark.rule("W27")
@pytest.mark.rule("W47")
def test_reactions() -> None:
    game = narrated_table("moat witch", "witch", "2C", "moat C")
    game.choose("witch")
    assert game.describe() == ["no reaction", "react with Moat"]
    assert game.choose("moat") == ["  blue reveals Moat.", "  red draws 2 Copper."]
    game = narrated_table("horse_traders militia", "militia", "", "2horse_traders 3C")
    game.table.give(1, "2horse_traders 3C", deck="2S")
    assert game.choose("militia", "horse_traders", "horse_traders") == [
        "  red plays Militia.",
        "  blue sets aside Horse Traders.",
        "  blue sets aside Horse Traders.",
        "  red gets +2 coins.",
    ]
    game.choose("nothing")
    assert list(game.go_on(turns=True))[1:] == [
        "Turn 1, blue: 3 Copper in hand.",
        "  blue takes back Horse Traders and draws Silver.",
        "  blue takes back Horse Traders and draws Silver.",
    ]


@pytest.mark.rule("W30")
def test_a_bureaucrat() -> None:
    game = narrated_table("bureaucrat", "bureaucrat", "", "E D C")
    assert game.choose("bureaucrat") == [
        "  red plays Bureaucrat.",
        "  red gains Silver onto the draw pile.",
    ]
    assert game.describe() == ["put Estate onto the draw pile", "put Duchy onto the draw pile"]
    assert game.choose("E") == ["  blue puts Estate onto the draw pile."]


@pytest.mark.rule("W32")
def test_a_spy() -> None:
    game = narrated_table("spy", "spy", "C E S")
    game.table.give(1, deck="G")
    assert game.choose("spy") == [
        "  red plays Spy.",
        "  red gets +1 Action and draws Copper.",
        "  red reveals Estate.",
    ]
    assert game.describe() == ["leave Estate with red", "let red discard Estate"]
    assert game.choose("yes", "no") == [
        "  red puts Estate on the discard pile.",
        "  blue reveals Gold.",
        "  red leaves Gold with blue.",
    ]


@pytest.mark.rule("W33")
def test_a_thief() -> None:
    game = narrated_table("thief", "thief")
    game.table.give(1, deck="S C")
    assert game.choose("thief") == ["  red plays Thief.", "  blue reveals Copper, Silver."]
    assert game.describe() == ["let blue trash Copper", "let blue trash Silver"]
    assert game.choose("S") == ["  blue puts Copper on the discard pile and trashes Silver."]
    assert game.describe() == ["gain no more", "gain Silver"]
    assert game.choose("S") == ["  red gains Silver."]


def test_a_thief_who_has_no_choice() -> None:
    game = narrated_table("thief", "thief", seats=3)
    game.table.give(1, deck="S S").give(2, deck="E D")
    assert game.choose("thief", "nothing") == [
        "  red plays Thief.",
        "  blue puts Silver on the discard pile and trashes Silver.",
        "  green puts Estate, Duchy on the discard pile.",
    ]


@pytest.mark.rule("W35")
def test_a_library() -> None:
    game = narrated_table(
        "library smithy militia village", "library 2C E village", "smithy S militia village C"
    )
    assert game.choose("library") == ["  red plays Library: reveals Smithy."]
    assert game.describe() == ["take Smithy into the hand", "set Smithy aside"]
    assert game.choose("yes", "yes", "no") == [
        "  red sets Smithy aside.",
        "  red draws Silver and reveals Militia.",
        "  red sets Militia aside.",
        "  red reveals Village.",
        "  red draws Village.",
        "  red draws Copper and puts Militia, Smithy on the discard pile.",
    ]


@pytest.mark.rule("W36")
@pytest.mark.rule("W43")
def test_cards_dug_out_of_the_draw_pile_over_a_shuffle() -> None:
    game = narrated_table("adventurer smithy", "adventurer", "E smithy S", discard="2E")
    assert game.choose("adventurer") == [
        "  red plays Adventurer: shuffles, draws Silver, puts 3 Estate, Smithy on the discard pile."
    ]
    game = narrated_table("harvest", "harvest", "C", discard="S C E")
    assert game.choose("harvest") == [
        "  red plays Harvest: +3 coins, shuffles, "
        "puts 2 Copper, Silver, Estate on the discard pile."
    ]


@pytest.mark.rule("W46")
def test_a_fortune_teller_digs_up_what_nobody_knew() -> None:
    game = narrated_table("fortune_teller", "fortune_teller")
    game.table.give(1, under="X")
    assert game.choose("fortune_teller")[-1] == "  blue puts Curse back."


@pytest.mark.rule("W37")
@pytest.mark.rule("W38")
@pytest.mark.rule("W39")
@pytest.mark.rule("W52")
def test_cards_exchanged() -> None:
    game = narrated_table("mine", "mine 2C E")
    assert game.choose("mine", "S", "all") == [
        "  red plays Mine: trashes Copper.",
        "  red gains Silver into the hand.",
        "  red plays Copper, Silver: +3 coins.",
    ]
    game = narrated_table("remodel", "remodel G E")
    game.choose("remodel")
    assert game.describe() == ["trash Gold", "trash Estate"]
    assert game.choose("G", "P") == ["  red trashes Gold.", "  red gains Province."]
    game = narrated_table("moneylender", "moneylender 2C")
    assert game.choose("moneylender") == ["  red plays Moneylender: +3 coins, trashes Copper."]
    assert narrated_table("remake", "remake E C").choose("remake", "E") == [
        "  red plays Remake.",
        "  red trashes Estate and gains Silver.",
        "  red trashes Copper.",
    ]
    game = narrated_table("chapel", "chapel 3E")
    game.choose("chapel")
    assert game.describe() == ["trash no more", "trash Estate"]
    assert game.choose("E", "nothing") == ["  red trashes Estate."]


@pytest.mark.rule("W20")
def test_a_cellar_that_discards_the_whole_hand() -> None:
    game = narrated_table("cellar", "cellar 2E", discard="S")
    game.choose("cellar")
    assert game.describe() == ["discard no more", "discard Estate"]
    first, last = game.choose("E", "E")
    assert first == "  red discards Estate."
    assert last.startswith("  red discards Estate: shuffles, draws ")


@pytest.mark.rule("W40")
def test_a_council_room() -> None:
    game = narrated_table("council_room", "council_room", "4C", seats=3)
    game.table.give(1, deck="S").give(2, deck="E")
    assert game.choose("council_room") == [
        "  red plays Council Room: +1 Buy, draws 4 Copper.",
        "  blue draws Silver.",
        "  green draws Estate.",
    ]


def test_a_pile_that_is_empty_now() -> None:
    game = narrated_table("workshop", "workshop")
    game.table.set_pile("E", 1)
    assert game.choose("workshop", "E")[1:] == [
        "  red gains Estate.",
        "  The pile of Estate is empty.",
    ]


def test_the_set_up() -> None:
    walk = Walk(1, 2, 3, is_rich=True)
    session, _ = walk.dealt()
    lines = DominionNarrator(walk.game_table(), NAMES[:2]).opening(session.state)
    text = "\n".join(lines)
    assert "Supply: Copper 46, Silver 40, Gold 30, Estate 8, " in text
    assert re.search(r"^The Bane is \w+", text, re.MULTILINE)
    assert "Prizes: Bag of Gold, Diadem, Followers, Princess, Trusty Steed." in text
    assert "Black Market deck, in another order: " in text


def narrated(walk: Walk) -> list[str]:
    """Play a game and return its narration; every choice is described, too."""
    session = walk.session()
    narrator = DominionNarrator(walk.game_table(), NAMES[: walk.players])
    lines: list[str] = []
    take_index = session.take

    def noted(index: int) -> None:
        before = session.states.copy()
        take_index(index)
        lines.extend(narrator.choice(before[0], session.state, index))

    def stepped() -> None:
        if not lines:
            lines.extend(narrator.opening(session.state))
        while not session.is_over and session.state.decision == 0:
            before = session.states.copy()
            session.step()
            lines.extend(narrator.task(before[0], session.state))

    def visit(one: Session) -> None:
        state: Any = one.state
        said = [narrator.describe(state, index) for index in range(state.num_choices)]
        assert len(set(said)) == len(said)
        assert all(said)

    session.take, session.advance = noted, stepped  # type: ignore[method-assign]
    walk.play(visit, session)
    return [*lines, *narrator.closing(session.state, session.write_record(0)[0])]


@in_some_games(20 if is_compiling() else 4)
@given(walk=any_walk)
def test_a_whole_game(walk: Walk) -> None:
    lines = narrated(walk)
    text = "\n".join(lines)
    assert not re.search(r"card -?\d|None|nan|\{|  gains|: \.|, ,", text)
    assert any(f": {ending}." in text for ending in ENDINGS)
    turns = [int(number) for number in re.findall(r"^Turn (\d+), ", text, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))


def test_the_end() -> None:
    table = Hands("gardens").give(0, "4P 5C gardens").give(1, "2E X").set_pile("P", 0)
    state = table.state
    state.rounds, state.ending = 17, 1
    state.seats[0].turns, state.seats[1].turns = 17, 16
    assert DominionNarrator(table.game_table, NAMES[:2]).closing(state, table.result()) == [
        "",
        "The game is over after 17 rounds: all Provinces are gone.",
        "",
        "red owns 10 cards: 5 Copper, 4 Province, Gardens.",
        "blue owns 3 cards: 2 Estate, Curse.",
        "",
        "      Provinces  Duchies  Estates  Curses  Gardens  Fairgrounds  other cards  points  "
        "turns  win",
        "red          24        0        0       0        1            0            0      25     "
        "17    1",
        "blue          0        0        2      -1        0            0            0       1     "
        "16    -",
    ]


def test_a_round_begins() -> None:
    game = NarratedTable(Hands("smithy").give(0, "2C E").give(1, "C"))
    table = game.table
    table.set_pile("smithy", 0)
    table.set_pile("P", 1)
    table.start()
    table.state.decision, table.state.num_tasks = 0, 1
    table.state.agenda[0].what, table.state.agenda[0].seat = Task.TURN, 0
    assert list(game.go_on(turns=True)) == [
        "",
        "Round 2: 1 Province left; empty: Smithy; points: 1 (red), 0 (blue).",
        "",
        "Turn 1, red: 2 Copper, Estate in hand.",
    ]
