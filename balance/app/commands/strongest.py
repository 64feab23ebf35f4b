"""``balance strongest``: the strongest card of a table, by sequential halving."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from balance.analysis.experiments.arm_metrics import OF_ENTRY
from balance.analysis.experiments.fair_price import option_values
from balance.analysis.experiments.halving import clearly_worse, rounds_of, survivors
from balance.app.refusals import check_games
from balance.app.study import Answered, Study, study
from balance.engine.game import Piece
from balance.errors import ScenarioError
from balance.report.studies.strongest import Contest, strongest_section
from balance.runner.arms import ArmResult
from balance.runner.bot_speed import play_first_games
from balance.scenario.experiments import Arm, arms_of
from balance.scenario.match import Match
from balance.scenario.prepare import PreparedCell
from balance.spelling import as_compared
from balance.tuning.trials import Trials

FEWEST_DEALS = 256  # of a ban in the first round
FIRST_GAMES, FIRST_SECONDS = 64, 0.5  # which show that there are too many cards for --games
BASE_DEALS = 1_000  # of the game as it is, which show what cards are there


@study
def strongest(study: Study, kind: str | None) -> Answered:
    """Find the strongest card of a scenario, and write a report.

    Half of the games look for it, on the deals of the next seed.  The others, on the deals of the
    seed after that, are of all cards that are not clearly worse than another, and say how strong it
    is and which others may be the strongest: the largest of many estimates is too large.

    Parameters
    ----------
    kind : str or None
        Only cards of this kind.

    Raises
    ------
    BalanceError
    Interrupted
    """
    cell, games = study.cell, study.options.games
    _cards(cell.match, [True] * len(cell.match.game_table.cards), kind)
    check_games(games, _fewest_games(2, cell.match))  # how many there are, games show
    study.load()
    seen = play_first_games(cell.match, FIRST_SECONDS, FIRST_GAMES).records["available"]
    in_reach = list(seen.max(axis=0) > 0)
    _check_games(games, len(_of_kind(cell.match, in_reach, kind)), cell.match)
    with study.trials({"kind": kind}, is_loaded=True) as trials:
        base = trials.base(BASE_DEALS)
        there = base.available.sum(axis=0) > 0
        arms = _bans(cell.on_fresh_deals(1), there, kind)
        deals = games // cell.match.game_table.num_seats // 2
        rounds = rounds_of(len(arms), deals)
        _check_games(games, len(arms), cell.match)
        looks = len(rounds) + 1
        results, worse = _halved(trials, arms, rounds, looks)
        left = [one for one in results if one.arm.name not in worse] or results
        left = sorted(left, key=lambda one: (one.deals, _value(one)), reverse=True)
        tried = left[: max(deals // FEWEST_DEALS, 1)]
        fresh = _fresh(trials, cell, [one.arm for one in tried], there, kind, deals // len(tried))
    section = strongest_section(
        Contest(results, fresh, [one.arm.subject for one in left], looks),
        study.ready.game, study.bot, kind or "",
    )  # fmt: skip
    return section, trials, base


def _check_games(games: int, cards: int, match: Match) -> None:
    """Refuse fewer games than so many cards need."""
    check_games(games, _fewest_games(max(cards, 2), match), of=f" for {cards} cards")


def _fewest_games(cards: int, match: Match) -> int:
    """Return the games that give each card FEWEST_DEALS in the first round; see `rounds_of`."""
    rounds = len(rounds_of(cards, 0))
    return 2 * match.game_table.num_seats * FEWEST_DEALS * rounds * cards


def _of_kind(match: Match, there: Sequence[bool], kind: str | None) -> list[Piece]:
    """Return the cards of a kind, or of all kinds, that are in some game."""
    return [
        card for card, is_card, is_there in zip(
            match.game_table.cards, match.is_card, there, strict=False  # there are spare places
        ) if is_card and is_there and (kind is None or as_compared(card.kind) == as_compared(kind))
    ]  # fmt: skip


def _cards(match: Match, there: Sequence[bool], kind: str | None) -> list[Piece]:
    """Return the cards of a kind that are in some game.

    Raises
    ------
    ScenarioError
        If there are fewer than two.
    """
    cards = _of_kind(match, there, kind)
    if len(cards) < 2:
        kinds = sorted({card.kind for card in _of_kind(match, there, None)})
        of_kind = "" if kind is None else f" of kind {kind!r}; there are {', '.join(kinds)}"
        raise ScenarioError(f"There are fewer than two cards to compare{of_kind}.")
    return cards


def _bans(cell: PreparedCell, there: Sequence[bool], kind: str | None) -> list[Arm]:
    """Return the bans of the cards that are in some game."""
    return list(arms_of(cell, ["ban"], _cards(cell.match, there, kind)))


def _halved(
    trials: Trials, arms: Sequence[Arm], rounds: Sequence[tuple[int, int]], looks: int
) -> tuple[list[ArmResult], set[str]]:
    """Play the rounds, and return the results of all arms, and which are clearly worse."""
    by_name: dict[str, ArmResult] = {}
    alive, worse = [arm.name for arm in arms], set[str]()
    arm_of = {arm.name: arm for arm in arms}
    for number, (size, deals) in enumerate(rounds, 1):
        key, key_of_worse = f"round {number}", f"clearly worse, round {number}"
        if number > 1:
            if key not in trials.chosen:  # else it was decided before the run was interrupted
                values = [_value(by_name[name]) for name in alive]
                trials.chosen[key] = [alive[place] for place in survivors(values, size)]
                trials.keep()
            alive = trials.chosen[key]
        label = f"{key} of {len(rounds)}, bans"
        played = _play(trials, [arm_of[name] for name in alive], deals, label)
        by_name |= {one.arm.name: one for one in played}
        if key_of_worse not in trials.chosen:
            rates = option_values([by_name[name] for name in alive])
            is_worse = clearly_worse(rates, len(arms), looks)
            trials.chosen[key_of_worse] = [
                name for name, one in zip(alive, is_worse, strict=True) if one
            ]
            trials.keep()
        worse |= set(trials.chosen[key_of_worse])
    return list(by_name.values()), worse


def _fresh(
    trials: Trials,
    cell: PreparedCell,
    left: Sequence[Arm],
    there: Sequence[bool],
    kind: str | None,
    deals: int,
) -> list[ArmResult]:
    """Return the bans of the cards that are left, on deals that had no part in choosing them."""
    arms = {one.subject: one for one in _bans(cell.on_fresh_deals(2), there, kind)}
    chosen = [arms[one.subject] for one in left]
    chosen = [replace(arm, name=f"{arm.name}, fresh deals") for arm in chosen]
    return list(_play(trials, chosen, deals, "fresh deals, bans"))


def _play(trials: Trials, arms: Sequence[Arm], deals: int, label: str) -> tuple[ArmResult, ...]:
    each = {arm.name: deals for arm in arms}
    return trials.play_each(arms, lambda results: each, label, OF_ENTRY)


def _value(result: ArmResult) -> float:
    return float(np.asarray(option_values([result]).value)[0])
