"""``balance duel``: two bots on the same deals, each in every seat."""

import re
import time
from collections.abc import Sequence

import pandas as pd

from balance.analysis.comparison.pairwise import PairingOutcome, pairing_outcome, share_of_points
from balance.analysis.comparison.published_ratings import scale_of
from balance.app.bot_matches import (
    BotMatchOptions,
    PreparedBots,
    deals_of_pairing,
    play_with_progress,
    prepare_bots,
    test_tables_text,
)
from balance.app.output import print_parts, results_console
from balance.app.progress import LINE_SECONDS
from balance.errors import Interrupted, ScenarioError
from balance.report.answer import Answer, answer_of, simple_table
from balance.report.fitted_table import FittedTable, TextColumn
from balance.report.section import Finding, Section
from balance.report.studies.duel import (
    duel_lines,
    estimate_of,
    points_text,
    rating_lines,
    sprt_finding,
)
from balance.runner.pairings import PairingResult
from balance.stats.sequential_test import deals_to_tell_apart, settle
from balance.stats.verdict import Verdict

USUAL_GAMES, MOST_GAMES = 2_000, 1_000_000
_TEST = re.compile(r"\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)\s*(?:pp)?\s*")
_HALF = 50.0  # percentage points: no bot can be further above an equal share


def duel(one: str, two: str, games: int | None, sprt: str | None, options: BotMatchOptions) -> None:
    """Play a duel of two bots and print its results.

    Parameters
    ----------
    games : int or None
        With a test, the maximum; None is USUAL_GAMES, with a test MOST_GAMES.
    sprt : str or None
        The two hypotheses of a sequential test, as percentage points above an equal share:
        ``0,2pp``.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C; the results so far are printed first.
    """
    test = None if sprt is None else read_test(sprt)
    games = games or (USUAL_GAMES if test is None else MOST_GAMES)
    bots = prepare_bots((one, two), options)
    (pairing,) = bots.pairings([(0, 1)])
    monitor = _Monitor(test, bots)
    (result,), is_complete = play_with_progress(
        bots, [pairing], deals_of_pairing(pairing, games), pairing.label, monitor.is_settled,
        is_most=test is not None,
    )  # fmt: skip
    lines, planned = [], None
    if test is not None:
        test_tables = len(bots.tables.test_tables)
        result = result.first(settle(pairing_outcome(result).excess, *test, test_tables).deals)
        lines, planned = _test_lines(result, test, test_tables), deals_to_tell_apart(*test)
    scale = scale_of(bots.tables.game, bots.tables.players, bots.entries)
    if not options.settings:  # the ratings are for the game as it is
        lines = [*rating_lines(scale, bots.tables.players), *lines]
    lines = [*duel_lines(pairing_outcome(result), planned), *lines]
    if options.output.is_json:
        options.output.show(
            _answer(pairing.label, pairing_outcome(result), lines, planned, options)
        )
    else:
        options.output.line(f"{pairing.label}: {test_tables_text(bots.tables)}", "  ")
        _print(lines)
    if not is_complete:
        raise Interrupted("Stopped: these are the results of the games so far.")


def read_test(text: str) -> tuple[float, float]:
    """Return the two hypotheses of ``0,2pp`` as shares, the lower one first.

    Raises
    ------
    ScenarioError
        If these are not two different numbers of percentage points.
    """
    matched = _TEST.fullmatch(text)
    try:
        low, high = sorted(float(number) for number in matched.groups()) if matched else (0.0, 0.0)
    except ValueError:
        low = high = 0.0
    if low == high or low < -_HALF or high > _HALF:
        raise ScenarioError(
            f"--sprt {text}: expected two different numbers of percentage points above an equal "
            "share, such as 0,2pp."
        )
    return low / 100, high / 100


class _Monitor:
    """Checks whether a duel is settled; prints the results so far every few seconds."""

    def __init__(self, test: tuple[float, float] | None, bots: PreparedBots) -> None:
        self.test, self.bots = test, bots
        self.printed = time.monotonic()

    def is_settled(self, results: Sequence[PairingResult]) -> bool:
        """Return whether the test is decided; False without one."""
        if time.monotonic() - self.printed > LINE_SECONDS:
            self.printed = time.monotonic()
            pairing = pairing_outcome(results[0])
            text = points_text(share_of_points(pairing), self.bots.tables.players)
            self.bots.console.print(f"after {pairing.deals:,} deals: {text}")
        if self.test is None:
            return False
        excess, test_tables = pairing_outcome(results[0]).excess, len(self.bots.tables.test_tables)
        return settle(excess, *self.test, test_tables).verdict != Verdict.UNDECIDED


def _test_lines(
    result: PairingResult, test: tuple[float, float], test_tables: int
) -> list[tuple[str, str]]:
    pairing = pairing_outcome(result)
    settled = settle(pairing.excess, *test, test_tables)
    return [
        (
            "log evidence",
            f"{settled.evidence:+.2f}, decided below {settled.low:.2f} or above {settled.high:.2f}",
        ),
        ("test", sprt_finding(settled, pairing.bots, *test).text),
    ]


def _print(lines: Sequence[tuple[str, str]]) -> None:
    columns = [TextColumn("", cells) for cells in zip(*lines, strict=True)]
    print_parts([FittedTable(tuple(columns))], results_console())


def _answer(
    label: str,
    result: PairingOutcome,
    lines: Sequence[tuple[str, str]],
    planned: int | None,
    options: BotMatchOptions,
) -> Answer:
    """Return the result of a duel, for programs."""
    one = estimate_of(share_of_points(result, planned))
    text = "; ".join(f"{what}: {figure}" for what, figure in lines)
    finding = Finding("duel", f"{label}: {text}.", {"bots": result.bots, "points": one})
    rows = pd.DataFrame(lines, columns=["what", "figure"])
    table = simple_table("duel", label, {"what": "what", "figure": "figure"}, rows)
    made = {
        "game": options.game, "players": result.players, "seed": options.seed,
        "games": result.games, "deals": result.deals,
    }  # fmt: skip
    return answer_of(Section("duel", label, (finding,), (table,)), made=made)
