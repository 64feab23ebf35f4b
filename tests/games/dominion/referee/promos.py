"""What the promotional cards do beyond their numbers (D13)."""

from tests.games.dominion.referee.playing import Hit, play_treasures, routine
from tests.games.dominion.referee.table import (
    NOTHING,
    Player,
    Table,
    ask_card,
    names,
    take,
)
from tests.games.referees import Asking, ask


@routine("black_market")
def black_market(table: Table, player: Player, hit: Hit) -> Asking[None]:
    table.shown = [table.market.pop(0) for _ in table.market[:3]]
    yield from play_treasures(table, player)
    cards = [card for card in table.shown if table.cost(card) <= table.coins]
    card = yield from ask_card("market_buy", player.seat, [NOTHING, *cards])
    if card != NOTHING:
        table.coins -= table.cost(card)
        table.shown.remove(card)
        table.receive(player, card)
        table.happened["black market buys"] += 1
    while table.shown:
        card = yield from ask_card("market_order", player.seat, table.shown)
        table.shown.remove(card)
        table.market.append(card)


@routine("envoy")
def envoy(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for _ in range(5):
        card = yield from take(table, player)
        if card is None:
            break
        player.opened.append(card)
    if player.opened:
        left = table.others(player)[0] if hit else player
        card = yield from ask_card("envoy", left.seat, names(player.opened), victim=player.seat)
        player.opened.remove(card)
        player.discarded.append(card)
    player.hand += player.opened
    player.opened.clear()


def walled_villages(table: Table, player: Player) -> Asking[None]:
    """At the start of clean-up they may go on top of the draw pile (D13.4)."""
    for card in [c for c in player.in_play if table.faces[c].routine == "walled_village"]:
        actions = sum(table.is_a(other, "Action") for other in player.in_play)
        if actions - 1 > 1:
            table.happened["walled village must not"] += 1
            continue
        answer = yield from ask("walled_village", player.seat, [0, 1], looked=card)
        if answer:
            player.in_play.remove(card)
            player.put_on_top(card)
            table.happened["walled village on top"] += 1
