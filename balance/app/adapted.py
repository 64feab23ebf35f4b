"""Option values of a bot that may adapt to a ban, for `balance price --retune`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from balance.analysis.experiments.arm_metrics import OF_ENTRY
from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.experiments.fair_price import option_values
from balance.analysis.metrics.metric import named_pieces
from balance.engine.game import Piece
from balance.engine.services import Handicap
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BAN, Arm, handicapped
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.stats.jackknife import concatenate
from balance.tuning.adaptation import Adaptation
from balance.tuning.trials import Trials
from balance.tuning.tuned_bot import read_subject

_FREE = "nothing"


def play_adapted(match: Match, cards: Sequence[Piece], trials: Trials, deals: int) -> pd.DataFrame:
    """Return the fixed and the adapted option values of cards; see `adapted_values`.

    The bot adapts on the deals of the seed after the match's; the values are measured on those of
    the seed after that.

    Raises
    ------
    BotError
        If the bot has no weights.
    Interrupted
    """
    entry = match.lineup.entries[0]
    seats = match.game_table.num_seats
    subject = read_subject(LineupBuilder(match.game), entry.bot.name, seats, None)
    adaptation = Adaptation(replace(subject, bot=entry.bot), match.seed)
    handicaps = {_FREE: Handicap()} | {
        card.id: Handicap(card=card.id, is_banned=True) for card in cards
    }
    to_adapt = {name: handicapped(match.on_fresh_deals(1), one) for name, one in handicaps.items()}
    found = [_weights(name, arm, adaptation, trials) for name, arm in to_adapt.items()]
    arms = []
    for name, handicap in handicaps.items():
        fresh = handicapped(match.on_fresh_deals(2), handicap)
        best = adaptation.best_of(to_adapt[name], [{}, *found])
        adapted = adaptation.with_weights(fresh, best)
        arms.append(Arm(f"ban {name}, adapted", BAN, adapted, name))
        if name != _FREE:
            arms.append(Arm(f"ban {name}, as it is", BAN, fresh, name))
    each = {arm.name: deals for arm in arms}
    results = trials.play_each(arms, lambda results: each, "adapted players", OF_ENTRY)
    by_name = {result.arm.name: result for result in results}
    return adapted_values(
        cards,
        {card.id: by_name[f"ban {card.id}, as it is"] for card in cards},
        {card.id: by_name[f"ban {card.id}, adapted"] for card in cards},
        by_name[f"ban {_FREE}, adapted"],
    )


def _weights(name: str, arm: Match, adaptation: Adaptation, trials: Trials) -> dict[str, float]:
    """Return the adapted weights, which are stored so that an interrupted run keeps them."""
    key = f"weights without {name}"
    if key not in trials.chosen:
        trials.begin(f"adapting to a ban of {name}", adaptation.games(arm))
        weights = adaptation.adapted(arm, trials.stop, trials.add)
        trials.check_stopped()
        trials.chosen[key] = [f"{weight} {value!r}" for weight, value in weights.items()]
        trials.keep()
    pairs = (text.rsplit(" ", 1) for text in trials.chosen[key])
    return {weight: float(value) for weight, value in pairs}


NAMES = ("value", "low", "high")


def adapted_values(
    cards: Sequence[Piece],
    fixed: Mapping[str, ArmResult],
    adapted: Mapping[str, ArmResult],
    free: ArmResult,
) -> pd.DataFrame:
    """Return a row for each card.

    Parameters
    ----------
    fixed, adapted : mapping of str to ArmResult
        By the id of the card: it is banned for one entry, with the weights as they are, or adapted.
    free : ArmResult
        Nothing is banned for the entry, whose weights are adapted with the same effort.

    Returns
    -------
    table : DataFrame
        id, card, kind; the option value of the bot as it is after ``fixed_`` and of the adapted one
        after ``adapted_``, each as value, low, high; misplayed (whether both are clear, and of
        opposite signs).
    """
    best = entry_sums(free).win_rate()
    values = option_values([fixed[card.id] for card in cards])
    others = concatenate([best - entry_sums(adapted[card.id]).win_rate() for card in cards])
    one, two = values.estimate(), others.estimate()
    signs = [np.sign(some.low) * ((some.low > 0) | (some.high < 0)) for some in (one, two)]
    return pd.DataFrame(
        {**named_pieces(cards, "card", "kind")}
        | one.columns("fixed_", NAMES)
        | two.columns("adapted_", NAMES)
        | {"misplayed": signs[0] * signs[1] < 0}
    )
