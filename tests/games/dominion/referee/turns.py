"""A game from the set-up (D1, D9) to its end, turn by turn (D3)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tests.games.dominion.referee import base, cornucopia  # noqa: F401 (enter their routines)
from tests.games.dominion.referee.playing import play_from_hand, play_treasures
from tests.games.dominion.referee.promos import walled_villages
from tests.games.dominion.referee.scoring import score, why_over
from tests.games.dominion.referee.sheets import Face
from tests.games.dominion.referee.table import (
    NOTHING,
    Luck,
    Player,
    Table,
    ask_card,
    draw,
)
from tests.games.referees import Asking

BANE_COSTS = (2, 3)
START = {"copper": 7, "estate": 3}
HAND = 5


@dataclass(frozen=True)
class Limits:
    """What else is agreed upon.

    Attributes
    ----------
    extra_coins
        In the first turn of each seat, for as many seats as are listed.
    solo_target
        Provinces that end a game of one player (D15.6).
    max_rounds
        See D8.6.
    """

    extra_coins: Sequence[int] = ()
    solo_target: int = 4
    max_rounds: int = 200


LIMITS = Limits()


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
    players = [Player(seat) for seat in range(num_players)]
    table = Table(faces, players, luck, bane=bane, before_last=[0] * num_players)
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


def play_game(table: Table, limits: Limits) -> Asking[None]:
    """The whole game."""
    for player in table.players:  # D1.3
        player.unknown = Counter(START)
        player.pile = [None] * sum(START.values())
        yield from draw(table, player, HAND)
    yield None
    yield from turns(table, limits, 0, "start")


def turns(table: Table, limits: Limits, seat: int, phase: str) -> Asking[None]:
    """Turn after turn to the end of the game, from this phase of the turn of a seat on."""
    while True:
        for player in table.players[seat:]:
            yield from _turn(table, player, limits, phase)
            table.ended = why_over(table, limits.solo_target, limits.max_rounds)  # D3.8
            if table.ended:  # D8.2
                return
            yield None
            phase = "start"
        seat = 0


def _turn(table: Table, player: Player, limits: Limits, phase: str) -> Asking[None]:
    """The start of a turn (D3.2) and its three phases (D3.1), from one of these on."""
    if phase == "start":
        yield from _begin(table, player, limits)
        phase = "action"
    for name in list(PHASES)[list(PHASES).index(phase) :]:
        table.phase = name
        yield from PHASES[name](table, player)


def _begin(table: Table, player: Player, limits: Limits) -> Asking[None]:
    """D3.2."""
    if not player.seat:
        table.round += 1
        table.before_last = [score(table, player) for player in table.players]
    table.phase, table.active = "action", player.seat
    table.turn += 1
    player.turns += 1
    table.actions, table.buys, table.coins, table.has_bought = 1, 1, 0, False
    if player.turns == 1 and player.seat < len(limits.extra_coins):
        table.coins = limits.extra_coins[player.seat]
    while player.waiting:  # D11.5
        player.hand.append(player.waiting.pop())  # before or after its card: the same
        yield from draw(table, player, 1)
        table.happened["horse traders taken back"] += 1


def _act(table: Table, player: Player) -> Asking[None]:
    """D3.3."""
    while table.actions >= 1:
        choices = [NOTHING, *table.of_hand(player, "Action")]
        card = yield from ask_card("action", player.seat, choices)
        if card == NOTHING:
            break
        table.actions -= 1
        yield from play_from_hand(table, player, card)


def _treasures_and_buys(table: Table, player: Player) -> Asking[None]:
    """D3.5."""
    yield from play_treasures(table, player)
    yield from _buy(table, player)


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


PHASES: dict[str, Callable[[Table, Player], Asking[None]]] = {
    "action": _act,
    "buy": _treasures_and_buys,
    "clean_up": _clean_up,
}
