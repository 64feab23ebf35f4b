"""Handicaps: one entry of the line-up plays under other conditions, and nothing else changes."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from balance.engine.layout import WIN
from balance.engine.services import Handicap
from balance.errors import CardError, ScenarioError
from balance.games.valeria import GAME
from balance.games.valeria.services.experiments import apply_handicap, blank_card
from balance.games.valeria.table.build import build_table
from balance.games.valeria.table.options import Options
from balance.runner.batches import Batches
from balance.scenario.experiments import HANDICAPPED, handicapped
from balance.scenario.match import Entry, Lineup, Match

GAMES = 1200
GREEDY = Entry("greedy", GAME.bots["greedy"])


def game_table(players=2, edits=None, **options):
    return build_table(Options(**options), players, edits or {}, Path())


def match(players=2, bot=GREEDY, **options):
    table = game_table(players, **options)
    return Match(GAME, table, Lineup((bot,), (0,) * players), 11)


def play(handicap, players=2, games=GAMES, **options):
    """Return the records of a mirror match in which entry 0 has the handicap, and its match."""
    mirror = handicapped(match(players, **options), handicap)
    return Batches(mirror).play(0, games), mirror


def own(records, players):
    """Tell which seat has the handicap, shape (games, players)."""
    return records["lineup"][:, :players] == HANDICAPPED


def won(records, players):
    wins = (records["wins"][:, :players] * own(records, players)).sum()
    return wins / WIN / len(records)


def taken(records, mirror, card):
    """Return the copies of a card that the entry with the handicap took, and the others."""
    row = [piece.id for piece in mirror.game_table.cards].index(card)
    copies = records["taken"][:, : mirror.game_table.num_seats, row]
    mine = own(records, mirror.game_table.num_seats)
    return int(copies[mine].sum()), int(copies[~mine].sum())


@pytest.mark.parametrize("players", [2, 3])
def test_without_a_handicap_the_entry_wins_its_share_exactly(players):
    records, mirror = play(Handicap(), players, 600)
    assert won(records, players) == pytest.approx(1 / players, abs=1e-12)
    plain = Batches(match(players)).play(0, 600 // players)
    assert (records["scores"][::players] == plain["scores"]).all()  # the same games, to the bit
    assert mirror.game_table.digest != match(players).game_table.digest


@pytest.mark.parametrize("card", ["rogue", "skeleton", "cathedral_of_st_aquila"])
def test_who_is_banned_never_buys_the_card(card):
    records, mirror = play(Handicap(card=card, is_banned=True))
    mine, others = taken(records, mirror, card)
    row = [piece.id for piece in mirror.game_table.cards].index(card)
    is_monster = mirror.game_table.cards[row].kind == "Monster"
    assert mine == 0 or (is_monster and mine < others / 10)  # a Monster may be robbed (V18.5)
    assert others > 50


def test_a_ban_holds_where_citizens_are_taken_free_of_charge():
    """Some Monsters let a player take a Citizen from the grid (V18.5)."""
    for card in ("cleric", "knight", "peasant", "archer"):
        records, mirror = play(Handicap(card=card, is_banned=True), games=600)
        assert taken(records, mirror, card)[0] == 0


def test_a_surcharge_moves_how_often_a_card_is_bought():
    copies = {}
    for surcharge in (-2, 2):
        records, mirror = play(Handicap(card="butcher", surcharge=surcharge))
        copies[surcharge], _ = taken(records, mirror, "butcher")
    assert copies[-2] > 1.5 * copies[2] > 0


def test_a_gift_is_one_more_copy_that_nobody_took():
    """Its owner starts with it; the supply is as it was."""
    mirror = handicapped(match(), Handicap(card="knight", is_gift=True))
    state = np.zeros(1, GAME.state)[0:1].view(np.recarray)[0]
    state.lineup[:2] = (1, HANDICAPPED)
    table = mirror.game_table.array[0]
    GAME.begin(state, mirror.game_table.array.view(np.recarray)[0])
    row = [piece.id for piece in mirror.game_table.cards].index("knight")
    assert [state.seats[seat].owned[row] for seat in (0, 1)] == [0, 1]
    assert state.seats[1].citizens == 1
    assert state.seats[1].taken[row] == 0
    assert table["citizen_height"] == 5
    records, _ = play(Handicap(card="grimmwater_keep", is_gift=True))
    assert won(records, 2) > 0.6


def test_goods_are_had_from_the_start():
    poor, _ = play(Handicap(goods={"gold": 1}))
    rich, _ = play(Handicap(goods={"gold": 12}))
    assert 0.5 < won(poor, 2) < won(rich, 2)


def test_by_lot_keeps_each_of_both_dukes_as_often():
    records, _ = play(Handicap(random_objective=True))
    mine = own(records, 2)
    assert (records["dealt"][:, :2, 1][mine] == -1).all()  # as if no other had been dealt
    assert (records["dealt"][:, :2, 1][~mine] >= 0).all()


def test_a_bot_that_looks_ahead_sees_the_price_that_it_pays():
    planner = Entry("planner", GAME.bots["planner"].at(2))
    mirror = handicapped(match(bot=planner), Handicap(card="butcher", is_banned=True))
    records = Batches(mirror).play(0, 60)
    assert taken(records, mirror, "butcher")[0] == 0


def test_two_entries_may_have_handicaps():
    table = apply_handicap(game_table(), 0, Handicap(card="knight", is_banned=True))
    both = apply_handicap(table, 1, Handicap(card="rogue", is_banned=True))
    mirror = replace(
        match(), game_table=both, lineup=Lineup((GREEDY, Entry("other", GREEDY.bot)), (0, 1))
    )
    records = Batches(mirror).play(0, 400)
    assert taken(records, mirror, "knight")[0] == 0
    assert taken(records, mirror, "rogue")[1] == 0


def test_a_card_that_is_not_there_is_named():
    with pytest.raises(CardError, match="no card 'dragon' at this table"):
        apply_handicap(game_table(), 0, Handicap(card="dragon", is_banned=True))


@pytest.mark.parametrize("card", ["knight", "goblin", "emerald_stronghold"])
def test_a_blanked_card_does_nothing_at_the_same_price(card):
    printed = game_table()
    blank = game_table(edits=blank_card(printed, card))
    row = [piece.id for piece in blank.cards].index(card)
    face, was = blank.array[0]["cards"][row], printed.array[0]["cards"][row]
    assert face["first_active"] == face["end_active"]
    assert face["first_inactive"] == face["end_inactive"]
    for name in ("cost", "strength", "magic", "vp", "chance"):
        assert face[name] == was[name]
    assert (face["plain"] == 0).all()
    name = blank.cards[row].name
    assert any(line.startswith(name) and "nothing" in line for line in blank.card_texts)


def test_a_duke_cannot_do_nothing():
    with pytest.raises(CardError):
        game_table(edits={"dukes.isabella_the_regent.scoring": "nothing"})


def test_seats_may_start_with_more():
    table = game_table(3, extra_gold=(0, 2, 5), extra_magic=(1,)).array[0]
    assert table["extra"][:3].tolist() == [[0, 0, 1, 0], [2, 0, 0, 0], [5, 0, 0, 0]]
    with pytest.raises(ScenarioError, match=r"extra_gold = .*each of 2 seats at most"):
        game_table(2, extra_gold=(1, 2, 3))


def test_what_seats_start_with_on_top_moves_who_wins():
    plain = Batches(match()).play(0, GAMES)
    more = Batches(match(extra_gold=(0, 6))).play(0, GAMES)
    assert more["wins"][:, 1].sum() > plain["wins"][:, 1].sum() + 0.03 * WIN * GAMES
