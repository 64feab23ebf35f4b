"""``balance duel``: two bots on the same deals in every seat, until it is clear who is stronger."""

import re
import time
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from balance.analysis.comparison.pairwise import anytime_points, outcome, points
from balance.app.bot_matches import Terms, arena, deals_for, paired, play_all, test_tables_text
from balance.app.progress import LINE_SECONDS
from balance.app.report import FILE_COLUMNS
from balance.errors import Interrupted, ScenarioError
from balance.report.duel.lines import duel_lines, points_text, sprt_finding
from balance.runner.pairings import PairingResult
from balance.stats.sequential_test import planned_deals, settle
from balance.stats.verdict import Verdict

USUAL_GAMES, MOST_GAMES = 2_000, 1_000_000
_TEST = re.compile(r"\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)\s*(?:pp)?\s*")
_HALF = 50.0  # percentage points: no bot can be further above an equal share


def duel(one: str, two: str, games: int, sprt: str | None, terms: Terms) -> None:
    """Play a duel and print what it came to.

    Parameters
    ----------
    one, two : str
        Bots.
    games : int
        With a test at most so many.
    sprt : str or None
        The two excesses between which is decided, in percentage points: ``0,2pp``.
    terms : Terms

    Raises
    ------
    BalanceError
    Interrupted
        After the lines of what was played.
    """
    test = None if sprt is None else read_test(sprt)
    ring = arena((one, two), terms)
    pairing = paired(ring, [(0, 1)])[0]
    watch = _Watch(test, len(ring.ground.test_tables), ring.notes, ring.ground.players)
    played, is_whole = play_all(
        ring, [pairing], deals_for(pairing, games), pairing.label, watch.is_settled
    )
    encounter = played[0]
    lines = []
    if test is not None:
        settled = settle(outcome(encounter).excess, *test, len(ring.ground.test_tables))
        encounter = encounter.first(settled.deals)
        lines = _told(encounter, test, len(ring.ground.test_tables))
    print(f"{pairing.label}: {test_tables_text(ring.ground)}")
    _print([*duel_lines(outcome(encounter)), *lines])
    if not is_whole:
        raise Interrupted("Stopped: the lines tell of what was played.")


def read_test(text: str) -> tuple[float, float]:
    """Return the two excesses of ``0,2pp``, as shares, the lower one first.

    Raises
    ------
    ScenarioError
        If these are not two different numbers of percentage points.
    """
    found = _TEST.fullmatch(text)
    try:
        low, high = sorted(float(number) for number in found.groups()) if found else (0.0, 0.0)
    except ValueError:
        low = high = 0.0
    if low == high or low < -_HALF or high > _HALF:
        raise ScenarioError(
            f"--sprt {text}: two different numbers of percentage points above an equal share are "
            "expected, such as 0,2pp."
        )
    return low / 100, high / 100


class _Watch:
    """Looks at a duel under way: is its question settled?  Every while it says how things stand."""

    def __init__(
        self, test: tuple[float, float] | None, test_tables: int, notes: Console, players: int
    ) -> None:
        self.test, self.test_tables, self.notes, self.players = test, test_tables, notes, players
        self.told = time.monotonic()

    def is_settled(self, encounters: Sequence[PairingResult]) -> bool:
        """Tell whether the question is settled; without one it never is."""
        if time.monotonic() - self.told > LINE_SECONDS:
            self.told = time.monotonic()
            found = outcome(encounters[0])
            self.notes.print(
                f"after {found.deals:,} deals: {points_text(points(found), self.players)}"
            )
        if self.test is None:
            return False
        excess = outcome(encounters[0]).excess
        return settle(excess, *self.test, self.test_tables).verdict != Verdict.UNDECIDED


def _told(
    encounter: PairingResult, test: tuple[float, float], test_tables: int
) -> list[tuple[str, str]]:
    found = outcome(encounter)
    settled = settle(found.excess, *test, test_tables)
    looked = anytime_points(found.excess, found.players, planned_deals(*test))
    return [
        ("interval valid anytime", points_text(looked, found.players)),
        (
            "log likelihood ratio",
            f"{settled.llr:+.2f}, decided below {settled.low:.2f} or above {settled.high:.2f}",
        ),
        ("test", sprt_finding(settled, found.bots, *test).text),
    ]


def _print(lines: Sequence[tuple[str, str]]) -> None:
    grid = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for what, figure in lines:
        grid.add_row(Text(what), Text(figure))
    narrow = Console(highlight=False, markup=False)
    wide = Console(highlight=False, markup=False, width=FILE_COLUMNS)
    (narrow if narrow.is_terminal else wide).print(grid)
