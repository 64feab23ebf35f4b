"""What the cards of the base game do beyond their numbers (D10)."""

from tests.games.dominion.referee.playing import Hit, play_from_hand, routine
from tests.games.dominion.referee.table import (
    NOTHING,
    Player,
    Table,
    ask_card,
    discard_cards,
    draw,
    gain_card,
    names,
    take,
    trash_card,
)
from tests.games.referees import Asking, ask


@routine("cellar")
def cellar(table: Table, player: Player, hit: Hit) -> Asking[None]:
    number = 0
    while player.hand:
        card = yield from ask_card("cellar", player.seat, [NOTHING, *names(player.hand)])
        if card == NOTHING:
            break
        player.discard(card)
        number += 1
    yield from draw(table, player, number)


@routine("chapel")
def chapel(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for left in (4, 3, 2, 1):
        choices = [NOTHING, *names(player.hand)]
        card = yield from ask_card("chapel", player.seat, choices, left=left)
        if card == NOTHING:
            return
        table.trash_from_hand(player, card)


@routine("chancellor")
def chancellor(table: Table, player: Player, hit: Hit) -> Asking[None]:
    answer = yield from ask("chancellor", player.seat, [0, 1])
    if answer:
        player.discard_pile()


@routine("workshop")
def workshop(table: Table, player: Player, hit: Hit) -> Asking[None]:
    yield from gain_card(table, player, "workshop", 4)


@routine("bureaucrat")
def bureaucrat(table: Table, player: Player, hit: Hit) -> Asking[None]:
    table.gain(player, "silver", "top")
    for other in hit:
        cards = table.of_hand(other, "Victory")
        if cards:
            card = yield from ask_card("bureaucrat", other.seat, cards)
            other.hand.remove(card)
            other.put_on_top(card)


@routine("feast")
def feast(table: Table, player: Player, hit: Hit) -> Asking[None]:
    # A Feast that is played leaves play, so none lies there but the one meant (D6.3).
    for card in [card for card in player.in_play if table.faces[card].routine == "feast"]:
        player.in_play.remove(card)
        table.trash.append(card)
        table.happened[f"trash {card}"] += 1
    yield from gain_card(table, player, "feast", 5)


@routine("militia")
def militia(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for other in hit:
        yield from discard_cards(table, other, len(other.hand) - 3, "militia")


@routine("moneylender")
def moneylender(table: Table, player: Player, hit: Hit) -> None:
    if "copper" in player.hand:
        table.trash_from_hand(player, "copper")
        table.coins += 3


@routine("remodel")
def remodel(table: Table, player: Player, hit: Hit) -> Asking[None]:
    card = yield from trash_card(table, player, "remodel")
    if card is not None:
        yield from gain_card(table, player, "remodel", table.cost(card) + 2)


@routine("spy")
def spy(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for owner in (player, *hit):
        card = yield from take(table, owner)
        if card is None:
            continue
        owner.opened = [card]
        answer = yield from ask("spy", player.seat, [0, 1], looked=card, victim=owner.seat)
        owner.opened = []
        if answer:
            owner.discarded.append(card)
        else:
            owner.put_on_top(card)


@routine("thief")
def thief(table: Table, player: Player, hit: Hit) -> Asking[None]:
    table.stolen = []
    for other in hit:
        for _ in range(2):
            card = yield from take(table, other)
            if card is not None:
                other.opened.append(card)
        treasures = names(card for card in other.opened if table.is_a(card, "Treasure"))
        if treasures:
            card = yield from ask_card("thief", player.seat, treasures, victim=other.seat)
            other.opened.remove(card)
            table.trash.append(card)
            table.stolen.append(card)
            table.happened[f"trash {card}"] += 1
        other.discard_opened()
    while table.stolen:
        choices = [NOTHING, *names(table.stolen)]
        card = yield from ask_card("thief_gain", player.seat, choices)
        if card == NOTHING:
            break
        table.stolen.remove(card)
        table.trash.remove(card)
        table.receive(player, card)
    table.stolen = []


@routine("throne_room")
def throne_room(table: Table, player: Player, hit: Hit) -> Asking[None]:
    cards = table.of_hand(player, "Action")
    if cards:
        card = yield from ask_card("throne_room", player.seat, cards)
        table.happened[f"twice {card}"] += 1
        yield from play_from_hand(table, player, card, times=2)


@routine("council_room")
def council_room(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for other in hit:
        yield from draw(table, other, 1)


@routine("library")
def library(table: Table, player: Player, hit: Hit) -> Asking[None]:
    while len(player.hand) < 7:
        card = yield from take(table, player)
        if card is None:
            break
        answer: int | str = 0
        if table.is_a(card, "Action"):
            player.opened.append(card)
            answer = yield from ask("library", player.seat, [0, 1], looked=card)
            player.opened.remove(card)
        (player.opened if answer else player.hand).append(card)
    player.discard_opened()


@routine("mine")
def mine(table: Table, player: Player, hit: Hit) -> Asking[None]:
    card = yield from trash_card(table, player, "mine", table.of_hand(player, "Treasure"))
    if card is not None:
        limit = table.cost(card) + 3
        yield from gain_card(table, player, "mine", limit, type_="Treasure", to="hand")


@routine("witch")
def witch(table: Table, player: Player, hit: Hit) -> None:
    for other in hit:
        table.gain(other, "curse")


@routine("adventurer")
def adventurer(table: Table, player: Player, hit: Hit) -> Asking[None]:
    found: list[str] = []
    while len(found) < 2:
        card = yield from take(table, player)
        if card is None:
            break
        player.opened.append(card)
        if table.is_a(card, "Treasure"):
            found.append(card)
    for card in found:
        player.opened.remove(card)
        player.hand.append(card)
    player.discard_opened()
