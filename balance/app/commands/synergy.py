"""``balance synergy``: what several cards are worth together, and which need each other."""

from collections.abc import Sequence

from balance.analysis.experiments.arm_metrics import OF_ENTRY
from balance.analysis.experiments.synergy import Subset, subsets, subsets_of
from balance.app.study import Answered, Study, deals_for, study
from balance.engine.game import Piece
from balance.engine.services import Handicap
from balance.errors import CardError, ScenarioError
from balance.report.studies.synergy import synergy_section
from balance.scenario.experiments import BAN, Arm, check_designs, handicapped
from balance.scenario.piece_names import card_named
from balance.scenario.prepare import PreparedCell

FEWEST, MOST = 2, 6  # cards: there are 63 subsets of 6


@study
def synergy(study: Study, cards: Sequence[str]) -> Answered:
    """Find the shares and synergies of some cards of a scenario, and write a report.

    The games are played on deals of their own, those of the next seed.

    Raises
    ------
    BalanceError
    Interrupted
    """
    cell = study.cell
    check_designs(cell, ["ban"])
    known = tuple(
        card for card, is_card in zip(
            cell.match.game_table.cards, cell.match.is_card, strict=True
        ) if is_card
    )  # fmt: skip
    wanted = tuple(dict.fromkeys(card_named(known, one) for one in cards))
    if not FEWEST <= len(wanted) <= MOST:
        raise ScenarioError(
            f"synergy: expected {FEWEST} to {MOST} different cards, not {len(wanted)}, as every "
            "subset of them is played."
        )
    fresh = cell.on_fresh_deals(1)
    arms = {subset: _arm(fresh, subset) for subset in subsets_of(wanted)}
    deals = deals_for(next(iter(arms.values())).match, study.options.games)
    with study.trials({"cards": [card.id for card in wanted]}) as trials:
        base = trials.base(deals, fresh.match.seed)
        _check_there(wanted, cell, base.available.sum(axis=0))
        each = {arm.name: deals for arm in arms.values()}
        results = trials.play_each(list(arms.values()), lambda results: each, "bans", OF_ENTRY)
    found = subsets(wanted, dict(zip(arms, results, strict=True)))
    games = deals * cell.match.game_table.num_seats
    return synergy_section(found, study.ready.game.card, study.bot, games), trials, base


def _arm(cell: PreparedCell, subset: Subset) -> Arm:
    """Return the arm in which one entry may take none of some cards."""
    names = sorted(subset)
    handicaps = [Handicap(card=name, is_banned=True) for name in names]
    try:
        match = handicapped(cell.match, *handicaps)
    except CardError as error:
        raise ScenarioError(str(error)) from None
    return Arm(f"ban {' + '.join(names)}", BAN, match, "+".join(names))


def _check_there(wanted: Sequence[Piece], cell: PreparedCell, available: Sequence[int]) -> None:
    for card in wanted:
        if not available[cell.match.game_table.row_of(card.id)]:
            raise ScenarioError(f"{card.id}: the card is in no game of this table.")
