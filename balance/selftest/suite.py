"""All checks: what each claims, how its studies come about, and how often it is repeated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.random import Generator

from balance.selftest import drawn, played
from balance.selftest.check import AT_LEAST, AT_MOST, MARGIN, Check, Expectation
from balance.selftest.first_screen import first_screen
from balance.selftest.mirror_matches import mirrors, workers
from balance.selftest.played import ALPHA, FAMILY, GOLD, LOOKS, RUNS, TWIN_DEALS, UNTIL, Draw

WORKER_DEALS = 10_000  # of two games, played by one and by two workers: enough that both get some
ERROR = 0.05  # how often a verdict may be wrong
covers = partial(Expectation, margin=MARGIN)
seldom = partial(Expectation, share=ERROR, bound=AT_MOST)
holds = partial(Expectation, share=0.93, bound=AT_LEAST)  # an interval that is not of a fixed study


@dataclass(frozen=True)
class Sizes:
    """Numbers of studies and deals."""

    toy: int  # studies of the toy game
    valeria: int  # studies of Valeria
    deals: int  # of each bot against copies of itself
    searched: int  # the same, for a bot that searches; 0 leaves these out


FULL = Sizes(toy=10_000, valeria=400, deals=100, searched=1)
QUICK = Sizes(toy=1_000, valeria=100, deals=20, searched=0)


@dataclass(frozen=True)
class CheckedRow:
    """Some checks of the same studies.

    Attributes
    ----------
    draw : function (seed, studies) -> iterator
        Yields for each study a value or pair for each claim; see `Expectation.check`.
    seed : int
        What is added to the seed.
    part : int
        There is a study for so many of the toy game's.
    """

    draw: Draw
    seed: int
    part: int
    claims: tuple[Expectation, ...]

    def checks(self, seed: int, studies: int) -> Iterator[Check]:
        """Yield the checks."""
        seen = list(self.draw(seed + self.seed, max(studies // self.part, 2)))
        columns = np.array(seen, np.float64).reshape(len(seen), len(self.claims), -1)
        return (claim.check(columns[:, place]) for place, claim in enumerate(self.claims))


def each(study: Callable[[Generator], Any]) -> Draw:
    """Return the draw of studies that need random numbers only."""

    def draw(seed: int, repeats: int) -> Iterator[Any]:
        rng = np.random.default_rng(seed)
        return (study(rng) for _ in range(repeats))

    return draw


VALERIA = (
    CheckedRow(played.equal_bans, 0, 1, (
        Expectation(
            f"Valeria: false positives for two copies of a card (p < {ALPHA}), {RUNS}", ALPHA),
    )),
    CheckedRow(played.kept_objective, 50, 1, (
        covers(f"Valeria: 95% interval of the win rate of a Duke kept, runs of {TWIN_DEALS} deals"),
    )),
)  # fmt: skip
TOY = (
    CheckedRow(played.extra_gold, 0, 1, (covers(
        f"toy: {GOLD} extra gold detected in runs of 256 deals, power by formula", None),)),
    CheckedRow(played.equal_gifts, 1, 1, (
        covers(f"toy: false positives for two gifts of equal value (p < {ALPHA})", ALPHA),
        seldom(f"toy: any false positive among {FAMILY} such comparisons (q < {ALPHA})"))),
    *(CheckedRow(played.experiment(name), 2, 1, (
        covers(f"toy: 95% interval of the experiment '{name}'"),))
      for name in ("ban charm", "gift charm", "surcharge charm +1")),
    CheckedRow(played.SEAT, 100, 1, (covers("toy: 95% interval of a seat's win rate"),)),
    CheckedRow(played.CLUSTERED, 101, 1, (
        covers("toy: 95% interval of a bot's win rate, over rotations"),
        covers("toy: 95% interval of a bot's win rate, over folds"))),
    CheckedRow(played.TWO_CELLS, 102, 1, (
        covers("toy: 95% interval of the difference of two variants, paired"),
        covers("toy: 95% interval of the win rate with a dealt objective"))),
    CheckedRow(played.watched_rate, 103, 4, (seldom(
        f"toy: anytime-valid interval misses the truth at any of {LOOKS} looks",
        beside="ordinary intervals"),)),
    CheckedRow(played.FOR_ALL, 104, 10, (
        covers("toy: 95% interval of a change for everybody (supply, compensation)"),)),
    CheckedRow(played.fixed_seat, 105, 10, (
        covers("toy: 95% interval of the win rate of a fixed seat, on fresh deals"),)),
    CheckedRow(played.fixed_goal, 155, 10, (
        covers("toy: 95% interval of the win rate of a fixed objective, on fresh deals"),)),
    CheckedRow(played.same_game, 200, 10, (
        seldom("toy: any clear difference of a game from itself"),)),
    CheckedRow(played.fair_prices, 201, 10, (holds("toy: 95% interval of a fair price"),)),
    CheckedRow(each(drawn.advice_followed), 202, 5, (seldom(
        f"check: wrong answer within {drawn.LOOKS} looks, with as many games as it asks for"),)),
    *(CheckedRow(each(drawn.watched_share(share)), 203, 10, (seldom(
        f"interval valid however often one looks, of a share of {share:.0%}: ever wrong"),))
      for share in (0.01, 0.02, 0.05, 0.2, 0.5)),
    *(CheckedRow(each(drawn.rare_ban(1 / deals)), 204, 1, (holds(
        f"95% interval of a ban that changes one deal in {deals:,}"),))
      for deals in (4_000, 1_000, 100)),
    CheckedRow(each(drawn.settled_duel), 205, 20, (
        seldom("duel --sprt: wrong verdict"), seldom("duel --sprt: interval at the end is wrong"))),
    CheckedRow(each(drawn.shared_luck), 206, 20, (
        holds(f"95% intervals of {drawn.CARDS} cards with correlated errors (studies)"),)),
    *(CheckedRow(first_screen(is_banned), 400, 10, (seldom(
        f"toy: anything called clear on the first screen of a fair game{with_bans}"),))
      for is_banned, with_bans in ((False, ""), (True, " with bans"))),
    CheckedRow(played.until, 300, 10, (
        holds(f"toy: 95% interval of a seat after --until '{UNTIL}'"),)),
    *(CheckedRow(each(drawn.named_strongest(cards)), 301, 25, (
        Expectation(f"strongest of {cards} cards named, against as many games split evenly", None,
                    AT_LEAST, beside="even split"),
        Expectation(f"strongest of {cards} cards is among those that may be", bound=AT_LEAST),
        holds(f"strongest of {cards} cards: interval of the one named")))
      for cards in (10, 30)),
)  # fmt: skip


def suite(seed: int, sizes: Sizes) -> Iterator[Check]:
    """Yield the checks one by one."""
    yield from played.cheaper_copy(seed, sizes.valeria)
    for rows, studies in ((VALERIA, sizes.valeria), (TOY, sizes.toy)):
        for row in rows:
            yield from row.checks(seed, studies)
    yield from mirrors(seed, sizes.deals, sizes.searched)
    yield from workers(seed, WORKER_DEALS)
