"""``balance price``: the fair prices of a few cards, found by playing at several prices."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from balance.analysis.experiments import arm_sums
from balance.analysis.experiments.advised_price import (
    MOST_TRIES,
    AdvisedPrice,
    advise,
    advised_price,
)
from balance.analysis.experiments.arm_sums import ARM
from balance.analysis.experiments.both_prices import BothPrices, to_be_played
from balance.analysis.experiments.fair_price import FOLDS_OF_CARD, PriceCurve, price_curves
from balance.analysis.metrics import fold_sums
from balance.analysis.sensitivity import FEWEST_DEALS
from balance.app.notices import duration
from balance.app.price_search import play_prices
from balance.app.study import Answered, Study, deals_for, study
from balance.engine.game import Piece
from balance.errors import Interrupted, ScenarioError
from balance.report.nouns import several
from balance.report.players import takings_rest_on
from balance.report.sections.prices import price_section
from balance.runner.arms import ArmResult
from balance.runner.bot_speed import warm_up
from balance.runner.cell_games import MetricSet
from balance.scenario.experiments import Arm
from balance.scenario.piece_names import card_named
from balance.scenario.prepare import PreparedCell
from balance.scenario.repriced import priced_cards, repriced
from balance.tuning.trials import Trials

_FIRST_ADVISED = 4  # seeds after the scenario's: curves have the next, `play_adapted` two more
FEWEST_PRICES, MOST_PRICES = 2, 8  # other prices of a card, as a rule
SECOND = 8  # the second bot plays a share of the games of each price: one in so many
MOST_NAMED = 3  # cards in the name of a folder
_METRICS = MetricSet(
    {ARM: arm_sums.tally, FOLDS_OF_CARD: fold_sums.tally},
    {ARM: arm_sums.ArmSums, FOLDS_OF_CARD: fold_sums.FoldSums},
)


@study
def price(study: Study, cards: Sequence[str], retune: bool = False) -> Answered:
    """Find the fair price of some cards of a scenario, and write a report.

    Where another whole price would be fair, the game is played with it, too.

    The games are played on deals of their own, those of the next seed, so that a card that was
    chosen for its results in a run is judged by other luck.

    Parameters
    ----------
    retune : bool
        Whether to give the option values of a bot that adapted to each ban, too.

    Raises
    ------
    BalanceError
    Interrupted
        Before access to each card of the kind was played; later there is a provisional answer.
    """
    cell = study.cell
    table = cell.match.game_table
    if table.num_seats < 2 or table.is_common or len(cell.match.lineup.entries) > 1:
        raise ScenarioError(
            "Finding a price needs players against each other, with one bot in all seats: choose "
            "them with --players and --bots."
        )
    known = priced_cards(cell)
    wanted = tuple(dict.fromkeys(card_named(known, one, "card with a price") for one in cards))
    deals = deals_for(repriced(cell, wanted[0], wanted[0].price).match, study.options.games)
    fresh = cell.on_fresh_deals(1)
    about = "-".join(card.id for card in wanted[:MOST_NAMED])
    if len(wanted) > MOST_NAMED:
        about += f"-and-{len(wanted) - MOST_NAMED}-more"
    with study.trials({"cards": [card.id for card in wanted]}, about=about) as trials:
        base = trials.base(deals, fresh.match.seed)
        there = base.available.sum(axis=0) > 0
        rows = fresh.match.game_table.row_of
        for card in wanted:
            if not there[rows(card.id)]:
                raise ScenarioError(f"{card.id}: the card is in no game of this table.")
        played = [card for card in known if there[rows(card.id)]]
        _check_others(wanted, played)
        _announce(study, trials, deals, wanted, played)
        games = _Games(trials, deals)
        bans = games.bans(fresh, wanted, played)
        curves, advised, adapted = price_curves(wanted, bans, []), [], None
        both: list[BothPrices] = []
        try:
            others = play_prices(fresh, wanted, bans, games.play)
            curves = price_curves(wanted, bans, others)
            advised = advise(curves, games.player(cell, played))
            if study.second is not None:
                both = _suit_both(fresh, study.second, wanted, played, bans, others, games)
            if retune:
                from balance.app.adapted import play_adapted  # loads cma, which takes seconds

                adapted = play_adapted(fresh.match, wanted, trials, deals)
        except Interrupted:
            curves = price_curves(wanted, bans, games.at_other_prices)
    each = deals * cell.match.game_table.num_seats
    section = price_section(
        curves, study.ready.game.card, study.bot, (each, each), adapted=adapted, advised=advised,
        is_stopped=trials.stop.is_set(), takings=takings_rest_on(cell.match, is_banned=True),
        both=both, second="" if study.second is None else _bot(study.second),
    )  # fmt: skip
    return section, trials, base


def _suit_both(
    cell: PreparedCell, second: PreparedCell, wanted: Sequence[Piece], known: Sequence[Piece],
    bans: Mapping[str, ArmResult], others: Sequence[ArmResult], games: "_Games",
) -> list[BothPrices]:  # fmt: skip
    """Find the prices that suit both bots: those of the second one, and all between, are played."""
    fresh = second.on_fresh_deals(1)
    deals = max(-(-games.deals // SECOND), FEWEST_DEALS)
    theirs = _Games(games.trials, deals, f"{_bot(second)}: ")
    their_bans = theirs.bans(fresh, wanted, known)
    own, other = list(others), list(play_prices(fresh, wanted, their_bans, theirs.play))

    def curves() -> Iterator[tuple[PriceCurve, PriceCurve]]:
        return zip(
            price_curves(wanted, bans, own), price_curves(wanted, their_bans, other), strict=True
        )

    for first, last in curves():
        missing, their_missing = to_be_played(first, last)
        own += games.play([repriced(cell, first.card, price) for price in missing])
        other += theirs.play([repriced(fresh, first.card, price) for price in their_missing])
    return [BothPrices(*both) for both in curves()]


def _check_others(wanted: Sequence[Piece], known: Sequence[Piece]) -> None:
    """Refuse a card without another one of its kind among all cards of the table with a price."""
    for card in wanted:
        if not any(_kind(one) == _kind(card) for one in known if one.id != card.id):
            raise ScenarioError(
                f"{card.id}: there is no other {card.kind or 'card'} at this table to compare it "
                "with."
            )


def _announce(
    study: Study, trials: Trials, deals: int, wanted: Sequence[Piece], known: Sequence[Piece]
) -> None:
    """Print about how long it takes in all."""
    kinds = {_kind(card) for card in wanted}
    bans = sum(_kind(card) in kinds for card in known)

    def seconds(cell: PreparedCell) -> float:
        match = repriced(cell, wanted[0], wanted[0].price).match
        warm_up(match)
        return trials.seconds_a_deal([match]) * deals

    each = seconds(study.cell)
    own = [sum(_kind(one) == _kind(card) for one in known) for card in wanted]
    first, least = bans * each, (bans + FEWEST_PRICES * len(wanted)) * each
    second = 0.0
    if study.second is not None:
        second = (bans + MOST_PRICES / 2 * len(wanted)) * seconds(study.second) / SECOND
    most = (bans + sum(MOST_PRICES + MOST_TRIES * count for count in own)) * each
    study.console.print(
        f"{several(bans, 'card')} of the kind, each without one player: about {duration(first)}; "
        "with other prices, games with one that is advised, and the second bot, about "
        f"{duration(least + second)} to {duration(most + second)} in all. Ctrl-C after the first "
        "part gives a provisional answer."
    )


@dataclass
class _Games:
    """Plays arms, so many deals of each, and keeps those at other prices.

    Attributes
    ----------
    at_other_prices : list of ArmResult
        Those that were played whole.
    """

    trials: Trials
    deals: int
    label: str = ""  # of a second bot
    at_other_prices: list[ArmResult] = field(default_factory=list)

    def bans(
        self, cell: PreparedCell, wanted: Sequence[Piece], known: Sequence[Piece]
    ) -> dict[str, ArmResult]:
        """Return the bans of all known cards of the kinds of some, by the card's id.

        Raises
        ------
        Interrupted
        """
        kinds = {_kind(card) for card in wanted}
        alike = [card for card in known if _kind(card) in kinds]
        arms = [repriced(cell, card, card.price) for card in alike]
        return {arm.arm.subject: arm for arm in self._play(arms, "bans")}

    def play(self, arms: Sequence[Arm]) -> tuple[ArmResult, ...]:
        """Play cards at other prices.

        Raises
        ------
        Interrupted
        """
        found = self._play(arms, "other prices")
        self.at_other_prices.extend(found)
        return found

    def player(
        self, cell: PreparedCell, known: Sequence[Piece]
    ) -> Callable[[Mapping[str, int], int], Mapping[str, AdvisedPrice]]:
        """Return what plays games with advised prices, each try on deals of its own.

        Parameters
        ----------
        known : sequence of Piece
            All cards of the table with a price.
        """
        by_id = {card.id: card for card in known}

        def play(prices: Mapping[str, int], number: int) -> Mapping[str, AdvisedPrice]:
            fresh = cell.on_fresh_deals(_FIRST_ADVISED + number)
            arms = {
                (name, banned.id): repriced(fresh, by_id[name], price, banned)
                for name, price in prices.items()
                for banned in known
                if _kind(banned) == _kind(by_id[name])
            }
            results = self._play(list(arms.values()), "advised prices, fresh deals")
            seen = dict(zip(arms, results, strict=True))
            return {
                name: advised_price(
                    by_id[name], price, {other: seen[card, other] for card, other in seen
                                         if card == name},
                )
                for name, price in prices.items()
            }  # fmt: skip

        return play

    def _play(self, arms: Sequence[Arm], label: str) -> tuple[ArmResult, ...]:
        arms = [replace(arm, name=f"{self.label}{arm.name}") for arm in arms]
        each = {arm.name: self.deals for arm in arms}
        return self.trials.play_each(arms, lambda results: each, f"{self.label}{label}", _METRICS)


def _bot(cell: PreparedCell) -> str:
    return cell.match.lineup.entries[0].label


def _kind(card: Piece) -> tuple[str, str]:
    return card.kind, card.paid_in
