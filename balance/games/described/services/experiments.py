"""What designed experiments may change: bans, gifts, prices, objectives, blank cards, numbers.

A ban keeps one entry of the line-up from choosing a card from shared zones, such as a market.  A
gift lies in the zone of its owner for cards that are taken; none of its lines are carried out.  A
surcharge changes what lines read of the price of a card that is chosen or in question.
"""

from dataclasses import replace
from typing import Any

from balance.engine.game import GameTable
from balance.engine.services import Experiments, Handicap
from balance.errors import CardError
from balance.games.described.language.secret_dice import is_of_language
from balance.games.described.language.tree import Description, follows
from balance.games.described.layout import Owner
from balance.games.described.table.build import ASSIGNED
from balance.games.described.table.flows import gift_zone
from balance.games.described.table.objectives import objectives_of
from balance.games.described.table.prices import prices_of


def experiments_of(description: Description) -> Experiments:
    """Return what experiments may change of a game: what goes with its rules."""
    spent = {line.parts[0].name for line in description.all_lines if line.what == "pay"}
    extra = extra_options(description)
    designs: tuple[str, ...] = ("ban",) if _has_choices_from_shared_zones(description) else ()
    if description.uses:
        designs += ("supply",)
    if gift_zone(description):
        designs += ("gift",)
    prices = prices_of(description)
    if designs and prices:
        designs += ("surcharge",)
    if description.is_common:  # no player can be better off than the others
        designs, extra = (), {}
    sheets = {card.id: card.sheet for card in description.cards}
    objectives = objectives_of(description)
    is_chosen = objectives is not None and bool(objectives.offered_in)

    def price_cell(game_table: GameTable, card: str) -> str:
        return f"{sheets[card]}.{card}.{prices[card].column}" if card in prices else ""

    def blank(game_table: GameTable, card: str) -> dict[str, object]:
        used = [column for column, cards in description.uses.items() if card in cards]
        return {f"{sheets[card]}.{card}.{column}": "" for column in used}

    def editable_numbers(game_table: GameTable) -> dict[str, int]:
        columns = description.number_columns - description.set_columns - description.unread
        return {
            f"{card.sheet}.{card.id}.{column}": int(text)
            for card in description.cards
            for column, text in (*card.cells.items(), *card.written_copies.items())
            if text and (column in columns or column in card.written_copies)
        }

    def handicap(game_table: GameTable, entry: int, handicap: Handicap) -> GameTable:
        tables = game_table.array.copy()
        own = tables[0]["handicaps"][entry]
        own["by_lot"] |= handicap.random_objective
        if handicap.card:
            kind = game_table.row_of(handicap.card)
        if handicap.is_banned:
            own["banned"][kind // 64] |= 1 << kind % 64
        if handicap.is_gift:
            _check_gift(tables[0], kind, handicap.card)
            own["gift"] = kind + 1
        if handicap.surcharge:
            if handicap.card not in prices:
                raise CardError(f"{handicap.card!r} has no price that lines pay")
            own["dear"], own["surcharge"] = kind + 1, handicap.surcharge
        for name, amount in handicap.goods.items():
            own["goods"][list(description.each_player).index(name)] += amount
        return replace(game_table, array=tables)

    return Experiments(
        designs=designs,
        handicap=handicap,
        blank=blank,
        extra_goods={name: extra[name] for name in extra if name in spent} or extra,
        editable_numbers=editable_numbers,
        price_cell=price_cell,
        random_objective_options={"objectives": ASSIGNED} if is_chosen else {},
    )


def _check_gift(table: Any, kind: int, card: str) -> None:
    """Refuse a gift that cannot lie in the zone for it."""
    zone = table["zones"][table["gifts"]]
    if not zone["first_kind"] <= kind < zone["first_kind"] + zone["num_kinds"]:
        raise CardError(f"{card!r} is no card that players take, so it cannot be a gift")


@follows
def extra_options(description: Description) -> dict[str, str]:
    """Return by number of the players the option that adds to what each seat starts with."""
    numbers = description.each_player.items()
    return {
        name: f"extra_{name}"
        for name, number in numbers if not (number.is_secret or is_of_language(name))
    }  # fmt: skip


def _has_choices_from_shared_zones(description: Description) -> bool:
    """Return whether players take cards from shared zones by choice."""
    return any(
        line.what in {"choose_card", "choose_cards"} and line.parts[0].owner == Owner.SHARED
        for line in description.all_lines
    )
