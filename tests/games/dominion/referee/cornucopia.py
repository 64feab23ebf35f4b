"""What the cards of Cornucopia and its prizes do beyond their numbers (D11, D12)."""

from tests.games.dominion.referee.playing import Hit, routine
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

STEED = ("ab", "ac", "ad", "bc", "bd", "cd")


@routine("hamlet")
def hamlet(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for what in ("hamlet_action", "hamlet_buy"):
        card = yield from ask_card(what, player.seat, [NOTHING, *names(player.hand)])
        if card != NOTHING:
            player.discard(card)
            if what == "hamlet_action":
                table.actions += 1
            else:
                table.buys += 1


@routine("fortune_teller")
def fortune_teller(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for other in hit:
        while (card := (yield from take(table, other))) is not None:
            if table.is_a(card, "Victory") or table.is_a(card, "Curse"):
                other.put_on_top(card)
                break
            other.opened.append(card)
        other.discard_opened()


@routine("menagerie")
def menagerie(table: Table, player: Player, hit: Hit) -> Asking[None]:
    has_duplicates = len(names(player.hand)) < len(player.hand)
    table.happened[f"menagerie {'with' if has_duplicates else 'without'} duplicates"] += 1
    yield from draw(table, player, 1 if has_duplicates else 3)


@routine("farming_village")
def farming_village(table: Table, player: Player, hit: Hit) -> Asking[None]:
    while (card := (yield from take(table, player))) is not None:
        if table.is_a(card, "Action") or table.is_a(card, "Treasure"):
            player.hand.append(card)
            break
        player.opened.append(card)
    player.discard_opened()


@routine("horse_traders")
def horse_traders(table: Table, player: Player, hit: Hit) -> Asking[None]:
    yield from discard_cards(table, player, 2, "horse_traders")


@routine("remake")
def remake(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for _ in range(2):
        card = yield from trash_card(table, player, "remake")
        if card is not None:
            yield from gain_card(table, player, "remake", table.cost(card) + 1, exactly=True)


@routine("tournament")
def tournament(table: Table, player: Player, hit: Hit) -> Asking[None]:
    own, others = False, False
    for each in (player, *table.others(player)):
        if "province" in each.hand:
            answer = yield from ask("tournament", each.seat, [0, 1])
            if answer and each is player:
                own = True
            elif answer:
                others = True
    table.happened[f"tournament {own:d}{others:d}"] += 1
    if own:
        player.discard("province")
        prize = yield from ask_card("prize", player.seat, ["duchy", *(table.prizes or [NOTHING])])
        if prize == "duchy":
            table.gain(player, prize, "top")
        elif prize != NOTHING:
            table.prizes.remove(prize)
            table.receive(player, prize, "top")
    if not others:
        table.coins += 1
        yield from draw(table, player, 1)


@routine("young_witch")
def young_witch(table: Table, player: Player, hit: Hit) -> Asking[None]:
    yield from discard_cards(table, player, 2, "young_witch")
    for other in hit:
        answer: int | str = 0
        if table.bane in other.hand:
            answer = yield from ask("young_witch", other.seat, [0, 1])
            table.happened["bane"] += bool(answer)
        if not answer:
            table.gain(other, "curse")


@routine("harvest")
def harvest(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for _ in range(4):
        card = yield from take(table, player)
        if card is None:
            break
        player.opened.append(card)
    table.coins += len(names(player.opened))
    player.discard_opened()


@routine("hunting_party")
def hunting_party(table: Table, player: Player, hit: Hit) -> Asking[None]:
    while (card := (yield from take(table, player))) is not None:
        if card not in player.hand:
            player.hand.append(card)
            break
        player.opened.append(card)
    player.discard_opened()


@routine("jester")
def jester(table: Table, player: Player, hit: Hit) -> Asking[None]:
    for other in hit:
        card = yield from take(table, other)
        if card is None:
            continue
        other.discarded.append(card)
        if table.is_a(card, "Victory"):
            table.gain(other, "curse")
        elif table.supply.get(card):
            answer = yield from ask("jester", player.seat, [0, 1], looked=card, victim=other.seat)
            table.gain(other if answer else player, card)


@routine("bag_of_gold")
def bag_of_gold(table: Table, player: Player, hit: Hit) -> None:
    table.gain(player, "gold", "top")


@routine("followers")
def followers(table: Table, player: Player, hit: Hit) -> Asking[None]:
    table.gain(player, "estate")
    for other in hit:
        table.gain(other, "curse")
    for other in hit:
        yield from discard_cards(table, other, len(other.hand) - 3, "followers")


@routine("trusty_steed")
def trusty_steed(table: Table, player: Player, hit: Hit) -> Asking[None]:
    options = str((yield from ask("trusty_steed", player.seat, STEED)))
    if "b" in options:  # credits, so before or after (a) is the same
        table.actions += 2
    if "c" in options:
        table.coins += 2
    if "a" in options:
        yield from draw(table, player, 2)
    if "d" in options:
        for _ in range(4):
            table.gain(player, "silver")
        player.discard_pile()
