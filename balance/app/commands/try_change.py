"""``balance try``: what one change changes, in seconds, and more precisely the longer it plays."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.what_if import (
    FEWEST_DEALS,
    Difference,
    MatchSums,
    OwnerSums,
    is_settled,
    number_differences,
)
from balance.analysis.metrics import fold_sums
from balance.analysis.metrics.fold_sums import FoldSums
from balance.analysis.requirements import answers
from balance.app.refusals import check_games
from balance.engine.game import Game
from balance.errors import ScenarioError
from balance.report.players import learnt_before, takings_rest_on
from balance.report.requirement_words import measured_text
from balance.runner.bot_speed import warm_up
from balance.runner.paired_games import PairedGames
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.change_words import cards_set, changed_cards, changes_in_words
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, first_cell
from balance.scenario.prepare import PreparedCell, PreparedScenario
from balance.scenario.requirements import Requirement
from balance.stats.verdict import Verdict

ROUND_SECONDS = 0.5  # between two looks
SMALL_SHARE, SMALL_PART = 0.005, 0.01  # changes below are too small to matter
MOST_CARDS = 6  # changed cards of which details are counted
_FOLDS, _OWNERS = "folds", "card_owners"


@dataclass(frozen=True)
class Limits:
    """How long to play; without any limit until every headline number is clear or hardly changes.

    Attributes
    ----------
    games : int or None
        Of each of the two, at most.
    """

    seconds: float | None = None
    games: int | None = None
    workers: int | None = None  # threads; None is one per core
    is_once: bool = False  # whether the first answer is the last


@dataclass(frozen=True)
class Required:
    """A requirement of the scenario, with and without the change.

    Attributes
    ----------
    was, now : str
        Its measure, with an interval.
    before, after : Verdict
        Whether it is met.
    """

    what: str
    was: str
    now: str
    before: Verdict
    after: Verdict


@dataclass(frozen=True)
class ChangeEffect:
    """What a change changes, as far as it is known after some games."""

    scenario: str  # its name
    game: Game
    changes: tuple[str, ...]  # in words
    deals: int
    games: int  # of each of the two
    seconds: float
    differences: tuple[Difference, ...]  # empty with too few deals
    fewest_games: int  # below there are no differences
    takings: str = ""  # on what it rests how often cards are taken
    required: tuple[Required, ...] = ()  # by the scenario, of medians their means
    learnt: str = ""  # which players learnt the game without the change; empty if none did

    @property
    def is_settled(self) -> bool:
        """Whether every headline number is clear, or hardly changes."""
        return is_settled(self.differences, SMALL_SHARE, SMALL_PART)

    @property
    def facts(self) -> dict[str, Any]:
        """The answer as numbers and texts, for JSON."""
        return {
            "scenario": self.scenario,
            "game": self.game.name,
            "changes": list(self.changes),
            "games": self.games,
            "deals": self.deals,
            "seconds": round(self.seconds, 3),
            "is_settled": self.is_settled,
            "differences": [{**asdict(one), "is_clear": one.is_clear} for one in self.differences],
            "required": [asdict(one) for one in self.required],
        }


@dataclass(frozen=True)
class Pair:
    """Two matches on the same deals: as it was, and changed."""

    scenario: str
    before: Match
    after: Match
    changes: tuple[str, ...]
    cards: tuple[str, ...]  # the ids of cards that are looked at closely
    require: tuple[Requirement, ...] = ()

    @classmethod
    def of(
        cls, name: str, before: Match, after: Match, settings: Mapping[str, Any] | None = None,
        require: tuple[Requirement, ...] = (),
    ) -> "Pair":  # fmt: skip
        """Return a pair; what differs is found by comparing the tables."""
        found = cards_set(settings or {}, before.game_table)
        cards = found or changed_cards(before.game_table, after.game_table)
        words = changes_in_words(before, after, settings)
        asked = tuple(one.by_mean for one in require if not one.variant)
        return cls(name, before, after, words, cards[:MOST_CARDS], asked)


def try_change(
    name: str,
    changes: Mapping[str, Any],
    overrides: Overrides,
    limits: Limits,
    stop: StopSignal,
    on_ready: Callable[[PreparedScenario], None] = lambda ready: None,
) -> Iterator[ChangeEffect]:
    """Play a scenario as it is and with changes, and yield an answer after each round.

    Parameters
    ----------
    changes : mapping
        Options of the table, and cells of sheets, by dotted key; see `scenario.setting_names`.
    stop : StopSignal
        Ends it; the answers so far hold.
    on_ready : function (PreparedScenario)
        Called before the first game.

    Raises
    ------
    BalanceError
    """
    ready, _ = first_cell(read_scenario(name), overrides)
    (cell,) = ready.cells
    pair = changed_pair(ready.scenario.name, cell, changes, ready.scenario.require)
    on_ready(ready)
    yield from play_pair(pair, limits, stop)


def changed_pair(
    name: str, cell: PreparedCell, changes: Mapping[str, Any],
    require: tuple[Requirement, ...] = (),
) -> Pair:  # fmt: skip
    """Return a cell of the scenario with that name as it is, and with changes.

    Raises
    ------
    BalanceError
        If something cannot be changed so, or nothing changes.
    """
    if not changes:
        raise ScenarioError("try: expected a change, such as citizens.butcher.cost=4.")
    changes = cell.plain(changes)
    after = replace(cell.match, game_table=cell.table_with(changes), replay_command="")
    if after.game_table.digest == cell.match.game_table.digest:
        keys = ", ".join(f"{key}={value}" for key, value in changes.items())
        raise ScenarioError(f"{keys}: nothing at the table of {name} changes with it.")
    return Pair.of(name, cell.match, after, changes, require)


def play_pair(pair: Pair, limits: Limits, stop: StopSignal) -> Iterator[ChangeEffect]:
    """Play two matches on the same deals, and yield an answer after each round.

    Only the time at which it looks depends on the clock: the answer after some number of games is
    always the same.

    Raises
    ------
    BotError, LimitError
    """
    matches, rotations = (pair.before, pair.after), pair.before.lineup.rotations
    check_games(limits.games, FEWEST_DEALS * rotations)
    rows = [_rows(match, pair.cards) for match in matches]
    warm_up(pair.before)
    tallies = [{_FOLDS: fold_sums.tally, _OWNERS: OwnerSums.tally_of(some)} for some in rows]
    games = PairedGames(matches, tallies, limits.workers or available_cores(), stop)
    games.measure()
    begun = time.monotonic()
    most = None if limits.games is None else max(-(-limits.games // rotations), 1)

    def answer() -> ChangeEffect:
        sums = [
            MatchSums(match, _sums(totals, _FOLDS, FoldSums), _sums(totals, _OWNERS, OwnerSums),
                      some)
            for match, totals, some in zip(matches, games.totals, rows, strict=True)
        ] if games.deals else []  # fmt: skip
        return ChangeEffect(
            pair.scenario, pair.before.game, pair.changes, games.deals, games.deals * rotations,
            time.monotonic() - begun, number_differences(*sums) if sums else (),
            FEWEST_DEALS * rotations, takings_rest_on(pair.before),
            _required(pair.require, sums) if sums else (), learnt_before(pair.before),
        )  # fmt: skip

    while not stop.is_set():
        wanted = games.deals + max(int(games.deals_per_second * ROUND_SECONDS), 1)
        if games.deals < FEWEST_DEALS:
            wanted = min(wanted, FEWEST_DEALS)
        if most is not None:
            wanted = min(wanted, most)
        if not games.play_to(wanted):
            return
        now = answer()
        yield now
        if limits.is_once and now.differences:
            return
        is_late = limits.seconds is not None and now.seconds >= limits.seconds
        is_enough = most is not None and games.deals >= most
        is_free = limits.seconds is None and most is None
        if is_late or is_enough or (is_free and now.is_settled):
            return


def _required(asked: Sequence[Requirement], sums: Sequence[MatchSums]) -> tuple[Required, ...]:
    """Return the requirements of a scenario, without and with a change."""
    was, now = (
        answers(asked, [CellResult(
            "", one.match, int(one.folds.games.sum() + one.folds.stopped.sum()),
            int(one.folds.deals.sum()), {_FOLDS: one.folds},
        )], [""])
        for one in sums
    )  # fmt: skip
    return tuple(
        Required(first["what"], measured_text(first), measured_text(last), first["met"],
                 last["met"])
        for (_, first), (_, last) in zip(was.iterrows(), now.iterrows(), strict=True)
    )  # fmt: skip


def _rows(match: Match, cards: Sequence[str]) -> tuple[int, ...]:
    """Return the rows of cards at a table; those that it does not have are left out."""
    places = {piece.id: row for row, piece in enumerate(match.game_table.cards)}
    return tuple(places[card] for card in cards if card in places)


def _sums(totals: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    sums = totals[name]
    assert isinstance(sums, kind)
    return sums
