"""A game from the set-up (D1, D9) to its end, turn by turn (D3)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.games.dominion.referee import base, cornucopia  # noqa: F401 (enter their routines)
from tests.games.dominion.referee.playing import play_from_hand, play_treasures
from tests.games.dominion.referee.promos import walled_villages
from tests.games.dominion.referee.scoring import score, why_over
from tests.games.dominion.referee.sheets import Face
from tests.games.dominion.referee.table import NOTHING, Asking, Luck, Player, Table, ask_card, draw

BANE_COSTS = (2, 3)
START = {"copper": 7, "estate": 3}
HAND = 5


def build_table(
    faces: Mapping[str, Face],
    kingdom: Sequence[str],
    bane: str | None,
    market: Sequence[str],
    num_players: int,
    luck: Luck,
) -> Table:
    """Lay out the piles (D1.4 to D1.9) and what special set-ups ask for (D9)."""
    assert len(set(kingdom)) == len(kingdom), f"a card twice: {kingdom}"
    assert all(faces[card].kind == "kingdom" for card in kingdom), f"not all Kingdom: {kingdom}"
    table = Table(faces, [Player(seat) for seat in range(num_players)], luck, bane=bane)
    piles = [card for card, face in faces.items() if face.kind == "basic"]
    piles += kingdom
    specials = {faces[card].routine for card in (*kingdom, *market)}
    assert (bane is not None) == ("young_witch" in specials), f"bane {bane}: {kingdom}, {market}"
    if bane is not None:  # D9.1, D9.4
        assert bane not in kingdom
        assert faces[bane].kind == "kingdom"
        assert faces[bane].cost in BANE_COSTS, f"the Bane is {bane}"
        piles.append(bane)
    in_supply = {faces[card].routine for card in piles}
    assert bool(market) <= ("black_market" in in_supply), "a Black Market deck without its card"
    assert set(market).isdisjoint(piles), "the Black Market deck has cards of the supply"
    assert len(set(market)) == len(market), f"a card twice: {market}"
    assert all(faces[card].kind == "kingdom" for card in market)
    if "tournament" in specials or "tournament" in in_supply:  # D9.2, D9.4
        table.prizes = [card for card, face in faces.items() if face.kind == "prize"]
    table.market = list(market)
    column = max(num_players, 2) - 2  # D15.6
    table.supply = {card: faces[card].copies[column] for card in piles}
    return table


def play_game(
    table: Table, extra_coins: Sequence[int], solo_target: int, max_rounds: int
) -> Asking[None]:
    """The whole game."""
    for player in table.players:  # D1.3
        player.unknown = Counter(START)
        player.pile = [None] * sum(START.values())
        yield from draw(table, player, HAND)
    coins = [*extra_coins, *[0] * len(table.players)]
    while not table.ended:
        table.round += 1
        table.before_last = [score(table, player) for player in table.players]
        for player in table.players:
            yield from turn(table, player, coins[player.seat] if table.round == 1 else 0)
            table.ended = why_over(table, solo_target, max_rounds)  # D3.8
            if table.ended:  # D8.2
                return


def turn(table: Table, player: Player, coins: int) -> Asking[None]:
    """The start of a turn (D3.2) and its three phases (D3.1)."""
    table.phase, table.active = "action", player.seat
    table.turn += 1
    player.turns += 1
    table.actions, table.buys, table.coins, table.has_bought = 1, 1, coins, False
    while player.waiting:  # D11.5
        player.hand.append(player.waiting.pop())  # before or after its card: the same
        yield from draw(table, player, 1)
        table.happened["horse traders taken back"] += 1
    while table.actions >= 1:  # D3.3
        choices = [NOTHING, *table.of_hand(player, "Action")]
        card = yield from ask_card("action", player.seat, choices)
        if card == NOTHING:
            break
        table.actions -= 1
        yield from play_from_hand(table, player, card)
    table.phase = "buy"
    yield from play_treasures(table, player)
    yield from _buy(table, player)
    table.phase = "clean_up"
    yield from _clean_up(table, player)


def _buy(table: Table, player: Player) -> Asking[None]:
    """D3.5, step 2."""
    while table.buys >= 1:
        cards = [
            card for card, left in table.supply.items() if left and table.cost(card) <= table.coins
        ]
        card = yield from ask_card("buy", player.seat, [NOTHING, *cards])
        if card == NOTHING:
            return
        table.has_bought = True
        table.buys -= 1
        table.coins -= table.cost(card)
        table.gain(player, card)
        table.happened[f"buy {card}"] += 1


def _clean_up(table: Table, player: Player) -> Asking[None]:
    """D3.7."""
    yield from walled_villages(table, player)
    player.discarded += player.in_play + player.hand
    player.in_play.clear()
    player.hand.clear()
    yield from draw(table, player, HAND)
