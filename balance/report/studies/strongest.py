"""The strongest card of a table, chosen by sequential halving and tried on fresh deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from balance.analysis.experiments.fair_price import option_values
from balance.analysis.experiments.halving import clearly_worse, winner_place
from balance.analysis.metrics.metric import named_pieces
from balance.engine.game import Game
from balance.report.nouns import nouns, plural
from balance.report.number_format import estimated
from balance.report.section import Section
from balance.report.words import Words
from balance.runner.arms import ArmResult
from balance.stats.intervals import INTERVAL

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_NAMES = 8  # in a sentence


@dataclass(frozen=True)
class Contest:
    """What was played to find the strongest card.

    Attributes
    ----------
    results : sequence of ArmResult
        The ban of each card, with more deals the longer it was among the strongest.
    fresh : sequence of ArmResult
        Those of the cards that were left, on deals that had no part in choosing them.
    left : sequence of str
        The ids of all cards that were not clearly worse than another when these deals began.
    looks : int
        At which cards were compared, that at the fresh deals among them.
    """

    results: Sequence[ArmResult]
    fresh: Sequence[ArmResult]
    left: Sequence[str]
    looks: int

    def winners(self) -> tuple[str, list[str]]:
        """Return the card that did best in all its games, and which others may be the strongest."""
        values = option_values(self.fresh)
        is_worse = clearly_worse(values, len(self.results), self.looks)
        before = {one.arm.subject: one for one in self.results}
        first = {one.arm.subject: before[one.arm.subject] for one in self.fresh}
        place = winner_place(
            option_values(first.values()).value, [one.deals for one in first.values()],
            values, self.fresh[0].deals, is_worse,
        )  # fmt: skip
        best = self.fresh[place].arm.subject
        out = {one.arm.subject for one, worse in zip(self.fresh, is_worse, strict=True) if worse}
        return best, [card for card in self.left if card not in out and card != best]


def strongest_section(contest: Contest, game: Game, bot: str, kind: str) -> Section:
    """Return which card is the strongest, and which others may be.

    Parameters
    ----------
    bot : str
        The name of the one that played.
    kind : str
        Of the cards, if only those of one kind were played; else empty.
    """
    words = WORDS.with_facts(**nouns(game), bot=bot)
    if kind:
        words = words.with_facts(card=kind, cards=plural(kind))
    fresh, results = contest.fresh, contest.results
    table = fresh[0].arm.match.game_table
    best, others = contest.winners()
    cards = [table.cards[table.row_of(one.arm.subject)] for one in results]
    names = {card.id: card.name for card in cards}
    known = {one.arm.subject: one for one in fresh}
    again = option_values(fresh).estimate()
    fresh_of = pd.DataFrame(again.columns("fresh_", INTERVAL), index=list(known))
    size = estimated(again.row(place=list(known).index(best))).picked_of(len(fresh))
    values = option_values(results).estimate()
    frame = pd.DataFrame(
        {
            **named_pieces(cards, "card", "kind"),
            "may_be": [
                words.text(f"phrases.{'yes' if card.id in (best, *others) else 'no'}")
                for card in cards
            ],
            **{name: list(fresh_of[name].reindex(list(names))) for name in fresh_of.columns},
            **values.columns(names=INTERVAL),
            "games": [one.games for one in results],
            "fresh_games": [known[one.id].games if one.id in known else 0 for one in cards],
        }
    )
    frame = frame.sort_values(["games", "value"], ascending=False, ignore_index=True)
    facts = {
        "which": names[best],
        "value": size,
        "compared": len(results),
        "games": known[best].games,
        "others": [names[one] for one in others[:MOST_NAMES]],
        "count": len(others),
    }
    template = (
        "none" if size.low <= 0
        else "strongest" if not others
        else "may_be" if len(others) <= MOST_NAMES
        else "many"
    )  # fmt: skip
    found = words.say(template, **facts)
    key = found.key("", 90, claim=words.claim(found))
    return words.section([found], [words.table("strongest", frame)], [], [key])
