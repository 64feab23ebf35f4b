"""What a card is worth to a bot as it is, and to one that adapted its weights.

A bot whose weights expect a card plays badly without it, or badly with it.  So the bot may adapt:
once where the card is banned, and once, with the same effort, where nothing is.  The *adapted*
option value is the difference between the win rates of the two, each against copies of the bot as
it is.  Where its sign differs from that of the *fixed* value, the bot misplays the card.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from balance.analysis.experiments.arm_sums import entry_sums
from balance.analysis.experiments.fair_price import option_values
from balance.analysis.metrics.metric import named_pieces
from balance.engine.game import Piece
from balance.runner.arms import ArmResult
from balance.stats.jackknife import concatenate

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
        {
            **named_pieces(cards, "card", "kind"),
        }
        | one.columns("fixed_", NAMES)
        | two.columns("adapted_", NAMES)
        | {"misplayed": signs[0] * signs[1] < 0}
    )
