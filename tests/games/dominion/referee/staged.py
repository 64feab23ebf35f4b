"""Positions laid by hand, and a turn played on them with given answers."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.games.dominion.referee.playing import play_from_hand, play_treasures
from tests.games.dominion.referee.sheets import read_sheet
from tests.games.dominion.referee.table import Asking, Choice, Player
from tests.games.dominion.referee.turns import build_table, turn

BOX = read_sheet(Path(__file__).parents[4] / "balance/games/dominion/data/cards.csv")
BASIC = ("copper", "silver", "gold", "estate", "duchy", "province", "curse")
SHORT = dict(zip("CSGEDPX", BASIC, strict=True))
FILLER = ("cellar", "village", "workshop", "smithy", "market")


def cards(text: str) -> list[str]:
    """Names of cards from a text such as "2C E smithy"; a number says how often."""
    found: list[str] = []
    for word in text.split():
        name = word.lstrip("0123456789")
        found += [SHORT.get(name, name)] * int(word[: -len(name)] or 1)
    return found


class Staged:
    """A table on which player 0 is to act, A1 B1 $0; nothing is random but by `drawn`.

    Parameters
    ----------
    hand, pile, discarded
        Of player 0, as `cards` reads them; the pile from the top.
    others
        The hands of the other players.
    piles
        The draw piles of the other players.
    supply
        Numbers of cards in piles, where they are not the usual ones.
    drawn
        What is drawn of unknown cards, in this order; by chance after that.
    """

    def __init__(
        self,
        hand: str = "",
        pile: str = "10C",
        discarded: str = "",
        others: Sequence[str] = ("5C",),
        piles: Sequence[str] = (),
        supply: Mapping[str, int] = {},
        drawn: str = "",
        bane: str | None = None,
        market: str = "",
    ) -> None:
        kingdom = ["young_witch"] if bane else []
        kingdom += ["black_market"] if market else []
        kingdom += [name for name in FILLER if name != bane and name not in cards(market)]
        self._drawn = cards(drawn)
        self._rng = random.Random(1)
        number = len(others) + 1
        deck = cards(market)
        self.table = build_table(BOX, kingdom, bane, deck, number, self._luck)
        self.table.supply.update(supply)
        self.table.actions, self.table.buys, self.table.round = 1, 1, 1
        self.me, *self.others = self.table.players
        self.me.hand, self.me.discarded = cards(hand), cards(discarded)
        self.me.pile = [*cards(pile)]
        for place, player in enumerate(self.others):
            player.hand = cards(others[place])
            player.pile = [*cards(piles[place] if place < len(piles) else "10C")]

    def play(self, card: str, *answers: Choice) -> "Staged":
        """Play an Action of the hand in the Action phase, with these answers to what is asked."""
        self.table.actions -= 1
        return self.go(play_from_hand(self.table, self.me, card), *answers)

    def treasures(self, *answers: Choice) -> "Staged":
        """Play Treasures (D3.5)."""
        return self.go(play_treasures(self.table, self.me), *answers)

    def turn(self, player: Player, *answers: Choice) -> "Staged":
        """Play a whole turn."""
        return self.go(turn(self.table, player, 0), *answers)

    def go(self, asking: Asking[None], *answers: Choice) -> "Staged":
        """Let something go on with these answers, and no others."""
        left = [SHORT.get(str(answer), answer) for answer in answers]
        self.asked: list[str] = []
        try:
            pending = next(asking)
            while True:
                self.asked.append(pending.kind)
                assert left, f"no answer for {pending}"
                assert left[0] in pending.choices, f"{left[0]} is no answer to {pending}"
                pending = asking.send(left.pop(0))
        except StopIteration:
            pass
        assert not left, f"nobody asked for {left}"
        return self

    def has(self, hand: str = "", player: int = 0, **zones: str) -> None:
        """Compare a hand, and other zones by their names; a pile from the top."""
        found = self.table.players[player]
        assert Counter(found.hand) == Counter(cards(hand))
        for zone, text in zones.items():
            if zone == "pile":
                assert found.pile == cards(text)
            else:
                assert Counter(getattr(found, zone)) == Counter(cards(text)), zone

    def counters(self) -> tuple[int, int, int]:
        """Actions, buys and coins."""
        return self.table.actions, self.table.buys, self.table.coins

    def _luck(self, seat: int, unknown: Mapping[str, int]) -> str:
        if self._drawn:
            return self._drawn.pop(0)
        return self._rng.sample(list(unknown), 1, counts=list(unknown.values()))[0]
