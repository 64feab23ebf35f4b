"""The strongest card of a table, chosen by sequential halving and tried on fresh deals."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from balance.analysis.experiments.fair_price import option_values
from balance.engine.game import Game
from balance.report.nouns import nouns
from balance.report.number_format import Estimated
from balance.report.section import Section
from balance.report.words import Words
from balance.runner.arms import ArmResult

WORDS = Words(Path(__file__).with_name("text.toml"))


def strongest_section(
    results: Sequence[ArmResult], again: ArmResult, game: Game, bot: str, kind: str
) -> Section:
    """Return which card is the strongest.

    Parameters
    ----------
    results : sequence of ArmResult
        The ban of each card, with more deals the longer it was among the strongest.
    again : ArmResult
        The ban of the strongest, on deals that had no part in choosing it.
    bot : str
        The name of the one that played.
    kind : str
        Of the cards, if only those of one kind were played; else empty.
    """
    words = WORDS.with_facts(**nouns(game), bot=bot)
    table = again.arm.match.game_table
    values = option_values({one.arm.subject: one for one in results}).estimate()
    cards = [table.cards[table.row_of(one.arm.subject)] for one in results]
    frame = pd.DataFrame(
        {
            "id": [card.id for card in cards],
            "card": [card.name for card in cards],
            "kind": [card.kind for card in cards],
            **values.columns(names=("value", "low", "high")),
            "games": [one.games for one in results],
        }
    ).sort_values(["games", "value"], ascending=False, ignore_index=True)
    fresh = option_values({"": again}).estimate()
    best = Estimated(*(float(np.asarray(end)[0]) for end in (fresh.value, fresh.low, fresh.high)))
    name = table.cards[table.row_of(again.arm.subject)].name
    facts = {"which": name, "value": best, "compared": len(results), "games": again.games,
             "kind": kind.casefold()}  # fmt: skip
    template = "none" if best.low <= 0 else "strongest_of_kind" if kind else "strongest"
    found = words.say(template, **facts)
    return words.section([found], [words.table("strongest", frame)], [], [found.key("", 90)])
