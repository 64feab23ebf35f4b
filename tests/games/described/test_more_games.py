"""More games as text: engine and referee agree, and results are what the games' rules say."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from balance.engine.layout import WIN
from balance.engine.session import Session
from balance.runner.batches import Batches
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare
from tests.games.described.against_referee import Match

MORE = Path(__file__).parents[3] / "examples" / "more_games"


def played(name: str, players: int, deal: int) -> Match:
    """Return a game of random choices that engine and referee have played to its end."""
    match = Match(MORE / name, players, deal)
    match.play(Random(deal))
    return match


def scores(match: Match) -> list[int]:
    return [int(one) for one in match.session.write_record(0)[0].scores[: match.players]]


def cards_in(match: Match, zone: str, seat: int = 0) -> list[str]:
    """Return the ids of the cards of a zone, once for each copy."""
    return list(Counter(match.referee.zone(zone, seat)).elements())


def ranks(cards: list[str]) -> list[int]:
    """Return the numbers at the end of ids, 0 where there is none."""
    ends = [card.split("_")[1] for card in cards]
    return [int(end) if end.isdigit() else 0 for end in ends]


@pytest.mark.parametrize("deal", range(2))
def test_a_voyage_costs_20_its_flags_multiply_it_and_eight_cards_pay_20(deal: int) -> None:
    match = played("voyages", 2, deal)
    for seat in range(2):
        total = 0
        for sea in ("amber", "coral", "jade", "pearl", "slate"):
            log = cards_in(match, f"{sea}_log", seat)
            flags = ranks(log).count(0)
            if log:
                total += (1 + flags) * (sum(ranks(log)) - 20) + 20 * (len(log) >= 8)
            assert flags <= 3
        assert scores(match)[seat] == total
    assert cards_in(match, "deck") == []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_of_stones_that_follow_each_other_the_lightest_counts(players: int) -> None:
    for deal in range(3):
        match = played("stones", players, deal)
        taken = [sorted(ranks(cards_in(match, "mine", seat))) for seat in range(players)]
        assert sum(map(len, taken)) == 33 - 9
        tokens = [match.referee.numbers(seat)["tokens"] for seat in range(players)]
        assert sum(tokens) == 11 * players
        for seat, own in enumerate(taken):
            heads = own[:1] + [there for here, there in pairwise(own) if there != here + 1]
            assert scores(match)[seat] == tokens[seat] - sum(heads)


@pytest.mark.parametrize("players", [2, 4])
def test_rows_rise_and_who_takes_one_has_its_thorns(players: int) -> None:
    match = played("rows", players, 1)
    thorns = [match.referee.numbers(seat)["thorns"] for seat in range(players)]
    assert scores(match) == [-one for one in thorns]
    assert max(thorns) >= 66
    rows = [cards_in(match, row) for row in ("north", "east", "south", "west")]
    assert all(1 <= len(row) <= 5 for row in rows)
    last = [sum(map(thorns_of, ranks(cards_in(match, "taken", seat)))) for seat in range(players)]
    assert all(at_end <= in_all for at_end, in_all in zip(last, thorns, strict=True))
    placed = sum(map(len, rows)) + sum(
        len(cards_in(match, "taken", seat)) for seat in range(players)
    )
    assert placed == 4 + 10 * players


def thorns_of(rank: int) -> int:
    """Return the thorns of a card: more for round numbers."""
    if rank == 55:
        return 7
    if rank % 11 == 0:
        return 5
    return {0: 3, 5: 2}.get(rank % 10, 1)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_turns_as_many_as_bid_without_a_mask_wins_and_who_finds_one_loses_a_card(
    players: int,
) -> None:
    endings = set()
    for deal in range(8):
        match = played("masks", players, deal)
        own = [
            sum(len(cards_in(match, zone, seat)) for zone in ("hand", "stack", "shown"))
            for seat in range(players)
        ]
        won = [match.referee.numbers(seat)["won"] for seat in range(players)]
        is_won = max(won) == 2
        endings.add(is_won)
        assert is_won or sum(one > 0 for one in own) == 1
        assert scores(match) == [one + (cards > 0) for one, cards in zip(won, own, strict=True)]
        assert all(cards <= 4 for cards in own)
    assert True in endings


Chances = Callable[[Match, int], list[Fraction]]  # of the choices that a seat has


def expected(match: Match, chances: Chances) -> Fraction:
    """Return the mean score of the first seat over all that players may choose, exactly.

    Nothing may be drawn after the set-up.
    """
    session: Session = match.session
    session.advance()
    if session.is_over:
        return Fraction(scores(match)[0])
    before: Any = session.states.copy()
    total = Fraction(0)
    for index, chance in enumerate(chances(match, int(session.state.due_seat))):
        if chance:
            session.states[:] = before
            session.take(index)
            total += chance * expected(match, chances)
    session.states[:] = before
    return total


def at_random(match: Match, seat: int) -> list[Fraction]:
    offered = int(match.session.state.num_choices)
    return [Fraction(1, offered)] * offered


def over_all_deals(name: str, players: int, deals: int, chances: Chances) -> Fraction:
    """Return the mean of `expected` over all that can be dealt, which is so many hands alike."""
    values: dict[bytes, Fraction] = {}
    deal = 0
    while len(values) < deals:
        match = Match(MORE / name, players, deal)
        match.advance()
        dealt = match.session.state.cards.tobytes()
        if dealt not in values:
            values[dealt] = expected(match, chances)
        deal += 1
    return sum(values.values(), Fraction(0)) / deals


@pytest.mark.parametrize("deal", range(6))
def test_engine_and_referee_play_kuhn_poker_alike(deal: int) -> None:
    assert sum(scores(played("kuhn", 2, deal))) == 0


@pytest.mark.parametrize("bluffs", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_poker_is_worth_an_eighteenth_of_a_chip_to_the_second_player(
    bluffs: Fraction,
) -> None:
    """Of all equilibria: Kuhn, A simplified two-person poker, 1950."""
    third = Fraction(1, 3)

    def equilibrium(match: Match, seat: int) -> list[Fraction]:
        state = match.session.state
        card = int(state.cards[3 + 3 * seat : 6 + 3 * seat].argmax())
        raised, passes = state.shared[:2].tolist()
        bets: list[Fraction | int]
        if seat == 0:
            bets = [0, bluffs + third, 1] if passes else [bluffs, 0, 3 * bluffs]
        elif raised:
            bets = [0, third, 1]
        else:
            bets = [third, 0, 1]
        bet = Fraction(bets[card])
        return [bet, 1 - bet]

    assert over_all_deals("kuhn", 2, 6, equilibrium) == Fraction(-1, 18)
    assert over_all_deals("kuhn", 2, 6, at_random) == Fraction(1, 8)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_village_is_saved_or_lost_by_all_together(players: int) -> None:
    endings = set()
    for deal in range(6):
        match = played("embers", players, deal)
        fires = [
            match.referee.shared()[f"{place}_fire"] for place in ("barn", "mill", "church", "inn")
        ]
        record = match.session.write_record(0)[0]
        ending = match.game.endings[record.ending]
        endings.add(ending)
        assert (max(fires) >= 5) == (ending == "a house burnt down")
        wins = 0 if max(fires) >= 5 else WIN // players
        assert record.wins.tolist() == [wins] * players + [0] * (5 - players)
        assert scores(match) == [80 - sum(fire * fire for fire in fires)] * players
    assert "a house burnt down" in endings


def test_one_patience_of_thirteen_comes_out() -> None:
    """The last of all 52 cards must be the fourth king, which is as likely as any other card.

    The fourth king is card 4 * 53 / 5 in the mean, of the cards in a random order.
    """
    for deal in range(3):
        played("clock", 1, deal)
    scenario = read_scenario(str(MORE / "clock")).changed(bots="random")
    records = Batches(prepare(scenario).cells[0].match).play(0, 6000)
    won = records["wins"][:, 0] / WIN
    assert abs(won.mean() - 1 / 13) < 4 * won.std() / 6000**0.5
    turned = records["scores"][:, 0]
    assert (won == (turned == 52)).all()
    assert abs(turned.mean() - 4 * 53 / 5) < 4 * turned.std() / 6000**0.5


@pytest.mark.parametrize("players", [2, 4])
def test_of_an_orchard_count_coins_what_was_picked_the_trees_and_what_hangs(players: int) -> None:
    costs = {"apple": 3, "pear": 4, "plum": 2, "cherry": 5, "quince": 4, "walnut": 6, "fig": 5}
    hanging = 0
    for deal in range(3):
        match = played("orchards", players, deal)
        for seat in range(players):
            lies = match.referee.counters("orchard", seat)
            trees = cards_in(match, "orchard", seat)
            fruit = sum(count for (name, tree), count in lies.items() if name == "fruit")
            hanging += fruit
            assert {tree for _, tree in lies} <= set(trees)
            own = match.referee.numbers(seat)
            total = own["coins"] // 3 + own["picked"] + sum(costs[tree] for tree in trees)
            assert scores(match)[seat] == total + fruit // 2
    assert hanging > 0


@pytest.mark.parametrize("players", [2, 4])
def test_who_says_a_wrong_word_loses_a_die_until_one_has_all(players: int) -> None:
    for deal in range(2):
        match = played("cups", players, deal)
        dice = [match.referee.numbers(seat)["cup"] for seat in range(players)]
        assert scores(match) == dice
        assert sum(one > 0 for one in dice) == 1
        assert int(match.session.state.rounds) == 2 * players - sum(dice)


def test_with_one_die_each_the_first_bidder_wins_as_often_as_the_tree_says() -> None:
    """The game that OpenSpiel calls Liar's dice, with players who take any choice alike."""
    dice = [(one, two) for one in range(1, 7) for two in range(1, 7)]

    def holds(bid: int) -> Fraction:
        face, many = (bid - 1) % 6 + 1, (bid + 5) // 6
        return Fraction(sum(sum(d in (face, 6) for d in roll) >= many for roll in dice), 36)

    wins = {12: 1 - holds(12)}  # of who is to answer a bid
    for bid in range(11, -1, -1):
        answers = [1 - wins[higher] for higher in range(bid + 1, 13)]
        answers += [1 - holds(bid)] if bid else []
        wins[bid] = sum(answers, Fraction(0)) / len(answers)
    scenario = read_scenario(str(MORE / "cups"))
    scenario = scenario.changed(bots="random", players=2, table={"start_dice": 1})
    records = Batches(prepare(scenario).cells[0].match).play(0, 20_000)
    assert (records["rounds"] == 1).all()
    won = records["wins"][:, 0] / WIN
    assert abs(won.mean() - float(wins[0])) < 4 * won.std() / 20_000**0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_envoy_is_left_or_the_highest_of_those_in_wins(players: int) -> None:
    ranks_of = {"scout": 1, "spy": 2, "fencer": 3, "warden": 4, "herald": 5, "envoy": 6, "lady": 7,
                "crown": 8}  # fmt: skip
    endings = set()
    for deal in range(12):
        match = played("envoys", players, deal)
        endings.add(match.referee.ending)
        held = []
        for seat in range(players):
            hand, out = cards_in(match, "hand", seat), cards_in(match, "played", seat)
            is_in = match.referee.numbers(seat)["is_in"]
            assert len(hand) == is_in
            assert not (is_in and "crown" in out)
            held.append(ranks_of[hand[0]] if hand else 0)
        assert scores(match) == held
    assert endings == {"one is left", "the court is empty"}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_gems_of_caves_are_carried_home_or_lost(players: int) -> None:
    total = 1 + 2 + 3 + 4 + 5 + 7 + 9 + 10 + 11 + 13 + 14 + 15 + 17
    safe = []
    for deal in range(4):
        match = played("caves", players, deal)
        own = [match.referee.numbers(seat) for seat in range(players)]
        assert [one["carried"] for one in own] == [0] * players
        assert scores(match) == [one["safe"] for one in own]
        assert sum(scores(match)) <= 5 * total
        dangers = [card for card in cards_in(match, "gone") if not card.startswith("gems")]
        assert len(dangers) == len(cards_in(match, "gone")) <= 5
        safe += scores(match)
    assert min(safe) < max(safe)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_houses_cost_half_of_the_bid_and_the_best_take_the_best_cheques(players: int) -> None:
    match = played("houses", players, 1)
    rounds = {3: 10, 4: 7, 5: 6}[players]
    assert int(match.session.state.rounds) == 2 * rounds
    purses = [ranks(cards_in(match, "purse", seat)) for seat in range(players)]
    assert [len(purse) for purse in purses] == [rounds] * players
    coins = [match.referee.numbers(seat)["coins"] for seat in range(players)]
    assert max(coins) <= 14
    assert scores(match) == [sum(purse) + left for purse, left in zip(purses, coins, strict=True)]
    assert cards_in(match, "bank") == cards_in(match, "street") == []
