"""The measures of a cell that are compared with those of another: see `differences`."""

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from balance.analysis.metrics.fold_sums import FoldSums
from balance.engine.layout import WIN
from balance.scenario.match import Match
from balance.stats.jackknife import Replicates, replicates, variance_between

# Units: a share; a share over a fair one, in points; a number; a standard deviation between shares,
# in points.
SHARE, EXCESS, NUMBER, SPREAD = "share", "excess", "number", "spread"


def measures_of(match: Match, sums: FoldSums) -> Iterator[tuple[dict[str, str], Replicates]]:
    """Yield the description of each measure, and its value with and without each fold."""
    yield from seat_measures(match, sums)
    yield from pace_measures(match, sums)
    yield from objective_measures(match, sums)
    yield from card_measures(match, sums)


def seat_measures(match: Match, sums: FoldSums) -> Iterator[tuple[dict[str, str], Replicates]]:
    """Yield the measures of how often seats and bots win."""
    seats, labels = match.game_table.num_seats, match.lineup.labels
    if match.game_table.rival or seats < 2:
        row = {"key": "player", "topic": "seats", "measure": "wins of the player", "unit": SHARE}
        yield row, _rate(sums.wins[:, 0] / WIN, sums.games, sums)
        return
    over = sums.wins / WIN - sums.games[:, None] / seats
    places = {0: "first", seats - 1: "last"} if seats > 2 else {0: "first"}
    for seat in range(seats if seats > 2 else 1):
        place = places.get(seat)
        row = {
            "key": place or f"seat {seat + 1} of {seats}",
            "topic": "seats",
            "measure": f"{place or f'seat {seat + 1}'} player's wins over a fair share",
            "unit": EXCESS,
        }
        yield row, _rate(over[:, seat], sums.games, sums)
    if len(labels) > 1:
        for entry, label in enumerate(labels):
            sat = sums.sat[:, entry]
            row = {
                "key": f"bot {label}", "topic": "seats", "unit": EXCESS,
                "measure": f"wins of {label} over a fair share",
            }  # fmt: skip
            yield row, _rate(sums.bot_wins[:, entry] / WIN - sat / seats, sat, sums)


def pace_measures(match: Match, sums: FoldSums) -> Iterator[tuple[dict[str, str], Replicates]]:
    """Yield the measures of how long games are, to what scores they lead, and how they end."""
    seats = match.game_table.num_seats
    games, some = sums.games, sums.scored
    rival = match.game_table.rival
    numbers = [
        ("rounds", "rounds", sums.rounds, games),
        ("turns", "turns", sums.turns, games),
        ("decisions", "decisions", sums.decisions, games),
        ("score", "score of a player", sums.scores, some * seats),
        ("winner", "score when winning" if rival else "score of the winner",
         sums.winner_scores, sums.won),
        ("margin", f"score less the {rival}'s" if rival else "margin of the best to the second",
         sums.margins, some),
    ]  # fmt: skip
    for key, name, num, den in numbers:
        if key == "margin" and seats == 1 and not rival:
            continue
        row = {"key": key, "topic": "pace", "measure": name, "unit": NUMBER}
        yield row, _rate(num, den, sums)
    shares = [
        (f"ending {name}", f"ends so: {name}", sums.endings[:, place])
        for place, name in enumerate(match.game.endings)
    ]
    shares.append(("shared", "the win is drawn" if rival else "the win is shared", sums.shared))
    for key, name, num in shares:
        row = {"key": key, "topic": "pace", "measure": name, "unit": SHARE}
        yield row, _rate(num, games, sums)
    if sums.led.any():
        row = {
            "key": "overtaken", "topic": "pace", "unit": SHARE,
            "measure": "sole leader before the last round does not win",
        }  # fmt: skip
        yield row, _rate(sums.overtaken, sums.led, sums)
    row = {
        "key": "stopped", "topic": "pace", "measure": "cut off at the limit of decisions",
        "unit": SHARE,
    }  # fmt: skip
    yield row, _rate(sums.stopped, games + sums.stopped, sums)


def objective_measures(match: Match, sums: FoldSums) -> Iterator[tuple[dict[str, str], Replicates]]:
    """Yield the measures of how often players with each objective win."""
    pieces = match.game_table.objectives
    if not sums.dealt.any():
        return
    name = match.game.objective or "objective"
    for how, num, den in (
        ("dealt", sums.dealt_wins, sums.dealt),
        ("kept", sums.kept_wins, sums.kept),
    ):
        rates = replicates(num / WIN, den, sums.deals, 1.0)
        # The mean win rate, which is a fair share where seats play each other.
        over = rates - _rate(num.sum(axis=1) / WIN, den.sum(axis=1), sums)
        for place, piece in enumerate(pieces):
            row = {
                "key": f"{how} {piece.id}", "topic": how, "measure": piece.name, "id": piece.id,
                "unit": EXCESS,
            }  # fmt: skip
            yield row, over.take([place])
        row = {
            "key": f"spread {how}", "topic": "spread", "unit": SPREAD,
            "measure": f"spread between {name}s when {how}",
        }  # fmt: skip
        yield row, variance_between(over)


def card_measures(match: Match, sums: FoldSums) -> Iterator[tuple[dict[str, str], Replicates]]:
    """Yield the measures of how many copies of cards are taken, and in how many games."""
    for how, num, unit in (("copies", sums.copies, NUMBER), ("taken", sums.taken, SHARE)):
        rates = replicates(num, sums.available, sums.deals, 1.0)
        for place, piece in enumerate(match.game_table.cards):
            row = {
                "key": f"{how} {piece.id}", "topic": how, "measure": piece.name, "id": piece.id,
                "kind": piece.kind, "unit": unit,
            }  # fmt: skip
            yield row, rates.take([place])


def _rate(num: NDArray[Any], den: NDArray[Any], sums: FoldSums) -> Replicates:
    return replicates(num[:, None], den[:, None], sums.deals, 1.0)
