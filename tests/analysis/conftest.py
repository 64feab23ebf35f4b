"""A game that is never played, and records of it made up with known answers."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from pydantic import BaseModel

from balance.bots.random import choose
from balance.engine.game import Bot, Game, GameTable, Piece
from balance.engine.layout import NOBODY, WIN, int32, record_fields, struct
from balance.scenario.match import Entry, Lineup, Match

MakeMatch = Callable[..., Match]
MakeRecords = Callable[..., NDArray[Any]]


class _Nothing(IntEnum):
    NONE = 0


def _never(*arguments: Any) -> Any:
    raise AssertionError("this game is never played")


def make_match(
    seats: int = 2,
    lineup: Sequence[str] = (),
    cards: Sequence[str] = (),
    objectives: Sequence[str] = (),
    rival: str = "",
    endings: Sequence[str] = ("empty", "full"),
    unscored: Sequence[str] = (),
    card: str = "card",
    deeds: Sequence[str] = (),
    last_round: bool = False,
) -> Match:
    """Return a match of a game with these cards and objectives, all seats the same bot or named."""
    pieces = [Piece(name, name.title(), card.title(), "1 coin") for name in cards]
    pieces += [Piece(name, name.title(), "Bonus") for name in deeds]
    labels = tuple(lineup) or ("same",) * seats
    entries = tuple(dict.fromkeys(labels))
    state = struct(("decision", int32))
    game = Game(
        name="made-up",
        title="Made up",
        home=Path("made-up"),
        seats=(1, 2, 3, 4, 5),
        state=state,
        table=state,
        record=struct(
            *record_fields(
                2, len(pieces) and 8, max_dealt=2 if objectives else 0, last_round=last_round
            )
        ),
        decisions=_Nothing,
        tasks=_Nothing,
        begin=_never,
        step=_never,
        take=_never,
        write_record=_never,
        options=BaseModel,
        build_table=_never,
        bots={},
        endings=tuple(endings),
        unscored=tuple(unscored),
        parts=("points", "goal"),
        card=card,
        deeds=("Bonus",) if deeds else (),
        objective="Goal" if objectives else "",
    )
    game_table = GameTable(
        array=np.zeros(1, state),
        num_seats=seats,
        cards=tuple(pieces),
        objectives=tuple(Piece(name, name.title(), "Goal") for name in objectives),
        notes=("Nothing lies on the table.",),
        rival=rival,
    )
    bots = tuple(Entry(label, Bot(label, choose)) for label in entries)
    return Match(
        game, game_table, Lineup(bots, tuple(entries.index(label) for label in labels)), seed=1
    )


def make_records(match: Match, wins: ArrayLike, **fields: Any) -> NDArray[Any]:
    """Return a record for each row of wins (whole ones or 60ths), other fields as given."""
    wins = np.asarray(wins)
    records = np.zeros(len(wins), match.game.record)
    seats, rotations = match.game_table.num_seats, match.lineup.rotations
    records["number"] = np.arange(len(wins))
    records["lineup"] = NOBODY
    for game in range(len(wins)):
        records["lineup"][game, :seats] = match.lineup.seated(game % rotations)
    records["wins"][:, :seats] = wins
    if records["wins"].max(initial=0) == 1:
        records["wins"] *= WIN
    for name in ("dealt", "kept"):
        if name in (match.game.record.names or ()):
            records[name] = NOBODY
    for name, given in fields.items():
        values = np.asarray(given)
        if values.ndim > 1:
            places = (slice(None), *(slice(size) for size in values.shape[1:]))
            records[name][places] = values
        else:
            records[name] = values
    return records


@pytest.fixture(scope="session", name="make_match")
def _make_match() -> MakeMatch:
    return make_match


@pytest.fixture(scope="session", name="make_records")
def _make_records() -> MakeRecords:
    return make_records
