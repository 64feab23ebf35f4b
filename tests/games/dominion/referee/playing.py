"""How a card is played: reactions (D7), its numbers (D2.10), its routine, Treasures (D3.5)."""

from collections.abc import Callable, Sequence

from tests.games.dominion.referee.table import (
    NOTHING,
    Player,
    Table,
    ask_card,
    draw,
    gain_card,
    names,
)
from tests.games.referees import Asking

Hit = Sequence[Player]  # the others in turn order, without those that are immune
Routine = Callable[[Table, Player, Hit], Asking[None] | None]  # None where nobody is asked
ROUTINES: dict[str, Routine] = {}  # of Actions, by the column `special`
BETWEEN_PLAYS = ("horn_of_plenty",)  # Treasures whose order may matter


def routine(name: str) -> Callable[[Routine], Routine]:
    """Enter what a card does under this name."""

    def enter(function: Routine) -> Routine:
        ROUTINES[name] = function
        return function

    return enter


def play_from_hand(table: Table, player: Player, card: str, times: int = 1) -> Asking[None]:
    """Play an Action card of the hand, or play it several times (D3.3, D6.1)."""
    player.hand.remove(card)
    player.in_play.append(card)
    for _ in range(times):
        yield from play(table, player, card)


def play(table: Table, player: Player, card: str) -> Asking[None]:
    """Carry out a card that was put into play: once more, if it is played twice."""
    face = table.faces[card]
    table.happened[f"play {card}"] += 1
    hit = table.others(player)
    if "Attack" in face.types:
        hit = yield from _reactions(table, player, card)
    table.actions += face.actions
    table.buys += face.buys
    table.coins += face.coins
    yield from draw(table, player, face.cards)
    if face.routine in ROUTINES:
        asking = ROUTINES[face.routine](table, player, hit)
        if asking is not None:
            yield from asking


def _reactions(table: Table, player: Player, attack: str) -> Asking[list[Player]]:
    """The others react, one after the other (D7.2, D7.3); who is hit by the attack."""
    hit = []
    for other in table.others(player):
        is_immune = False
        while True:
            cards = [
                card
                for card in names(other.hand)
                if table.faces[card].routine == "horse_traders"
                or (table.faces[card].routine == "moat_reaction" and not is_immune)
            ]
            choices = [NOTHING, *cards]
            card = yield from ask_card("react", other.seat, choices, looked=attack)
            if card == NOTHING:
                break
            table.happened[f"react {card}"] += 1
            if table.faces[card].routine == "moat_reaction":  # D7.4
                is_immune = True
            else:  # D7.5
                other.hand.remove(card)
                other.waiting.append(card)
        if not is_immune:
            hit.append(other)
    return hit


def play_treasures(table: Table, player: Player) -> Asking[None]:
    """Play any number of Treasures in any order (D3.5 step 1, D13.1)."""
    while cards := table.of_hand(player, "Treasure"):
        plain = [card for card in cards if table.faces[card].routine not in BETWEEN_PLAYS]
        all_ = ["all"] if plain else []
        answer = yield from ask_card("treasure", player.seat, [*all_, *cards, NOTHING])
        if answer == NOTHING:
            return
        if answer == "all":
            for card in [card for card in player.hand if card in plain]:
                yield from _play_treasure(table, player, card)
        else:
            yield from _play_treasure(table, player, answer)


def _play_treasure(table: Table, player: Player, card: str) -> Asking[None]:
    player.hand.remove(card)
    player.in_play.append(card)
    face = table.faces[card]
    table.happened[f"play {card}"] += 1
    table.coins += face.worth
    match face.routine:
        case "diadem":  # D12.2
            table.coins += table.actions
        case "horn_of_plenty":  # D11.10
            limit = len(names(player.in_play))
            gained = yield from gain_card(table, player, "horn_of_plenty", limit)
            if gained is not None and table.is_a(gained, "Victory"):
                player.in_play.remove(card)
                table.trash.append(card)
                table.happened[f"trash {card}"] += 1
