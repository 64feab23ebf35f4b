"""Games that begin where a test wants them: dice, holdings and cards set by hand."""

import csv
from pathlib import Path
from typing import Any

from tests.games.valeria.referee.chance import ScriptedChance
from tests.games.valeria.referee.deals import Deal, columns
from tests.games.valeria.referee.grammar import GOODS
from tests.games.valeria.referee.referee import Referee
from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.table import Built, Choice, Options

DATA = Path(__file__).parents[4] / "balance" / "games" / "valeria" / "data"
AREAS = ("hills", "ruins", "forest", "valley", "mountains")
CITIZENS = (
    "cleric",
    "merchant",
    "mercenary",
    "archer",
    "peasant",
    "knight",
    "rogue",
    "champion",
    "paladin",
    "butcher",
)
DOMAINS = (
    "emerald_stronghold",
    "pratchetts_plateau",
    "blood_crow_army",
    "eye_of_asteraten",
    "halfpenny_hill",
)
MOST_QUESTIONS = 500  # that a test may pass by
IDLE = {"dice": "done", "steal_first": "done", "harvest": "done", "bonus": "decline"}


def replaced(cards: tuple[str, ...], **others: str) -> tuple[str, ...]:
    """The same stacks with other cards instead of those named."""
    return tuple(others.get(card, card) for card in cards)


def altered(folder: Path, table: str, cards: dict[str, dict[str, str]]) -> Path:
    """Tables in a folder of a test, with cells of one of them changed: id, column, text."""
    for path in DATA.iterdir():
        if path.suffix in (".csv", ".toml") and not (folder / path.name).exists():
            (folder / path.name).write_bytes(path.read_bytes())
    with (folder / table).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update(cards.get(row["id"], {}))
    with (folder / table).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder


class Staged:
    """A game of the first set-up in which nobody has anything but Starters.

    Parameters
    ----------
    rolls
        Dice of the first turns.
    players, edition, dukes, switches
        As of the game. With a solo game the Dark Lord's Duke is Hrothgar (E80).
    citizens, domains
        Citizen stacks, and the tops of the five Domain stacks (all of one card each).
    sheets
        Folder of the tables, for cards that are not in the box.
    to_rob
        The card that is robbed; the first of the pile if none is named.
    exhausted
        The Exhausted stack from the top: a game with Monster Events.
    """

    def __init__(
        self,
        *rolls: tuple[int, int],
        players: int = 3,
        edition: str = "second",
        dukes: str = "assigned",
        citizens: tuple[str | tuple[str, ...], ...] = CITIZENS,
        domains: tuple[str, ...] = DOMAINS,
        sheets: Path = DATA,
        to_rob: str | None = None,
        exhausted: tuple[str, ...] = (),
        **switches: Any,
    ) -> None:
        some = ("reese_the_firebrand", "hrothgar_the_conqueror", "waryn_lord_of_rogues")
        deal = Deal(
            players,
            columns(read_sheets(sheets), AREAS, edition, players),
            citizens,
            tuple((domain,) for domain in domains),
            tuple((some[seat % len(some)],) for seat in range(players)),
            exhausted,
            "hrothgar_the_conqueror" if players == 1 else "",
        )
        options = Options(edition=edition, dukes=dukes, **switches)
        self.referee = Referee(sheets, deal, options, ScriptedChance(rolls, to_rob))
        self.table = self.referee.table
        for player in self.table.players:
            player.goods = dict.fromkeys(GOODS, 0)

    def give(self, seat: int, cards: str = "", **goods: int) -> None:
        """Put cards (ids, as `id` or `id*3`) into a tableau or pile, and set holdings."""
        player, sheets = self.table.players[seat], self.table.sheets
        player.goods.update(goods)
        for word in cards.split():
            name, _, copies = word.partition("*")
            for _ in range(int(copies or 1)):
                if name in sheets.citizens:
                    player.citizens.append(sheets.citizens[name])
                elif name in sheets.domains:
                    player.domains.append(Built(sheets.domains[name], -1))
                elif name in sheets.events:
                    player.pile.append(sheets.event(name))
                else:
                    player.pile.append(sheets.monster(name))

    def goods(self, seat: int) -> tuple[int, ...]:
        """Gold, strength, magic and victory points of a seat."""
        return tuple(self.table.players[seat].goods[good] for good in GOODS)

    def asked(self) -> tuple[str, int]:
        """Kind and seat of the pending question."""
        pending = self.referee.pending()
        assert pending is not None
        return pending.kind, pending.seat

    def choices(self) -> set[Choice]:
        """What may be answered."""
        pending = self.referee.pending()
        assert pending is not None
        return set(pending.choices)

    def to(self, kind: str, seat: int = 0) -> set[Choice]:
        """Decline everything (and gain gold) until this question; its choices."""
        for _ in range(MOST_QUESTIONS):
            if self.asked() == (kind, seat):
                return self.choices()
            self.referee.choose(self._idle())
        raise AssertionError(f"{kind} is not asked of seat {seat}")

    def to_turn(self, turn: int) -> None:
        """Decline everything until the first question of a turn."""
        while self.referee.pending() is not None and self.table.turn < turn:
            self.referee.choose(self._idle())

    def answer(self, kind: str, *choices: Choice, seat: int = 0) -> None:
        """Give these answers to one question of this kind after another."""
        for choice in choices:
            assert self.asked() == (kind, seat)
            self.referee.choose(choice)

    def use_all(self, seat: int) -> None:
        """Use activations, the first that is offered each time, until none is left."""
        self.to("harvest", seat)
        while self.asked() == ("harvest", seat):
            self.referee.choose(sorted(self.choices() - {("done",)}, key=str)[0])

    def _idle(self) -> Choice:
        kind, _ = self.asked()
        if kind == "action":
            return ("gain", "gold")
        wanted: Any = (IDLE.get(kind, "nothing"),)
        choices = self.choices()
        return wanted if wanted in choices else min(choices, key=str)
