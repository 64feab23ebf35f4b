"""What several cards are worth together, and which of them need each other."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.experiments.synergy import Subsets, shares_table, synergies_table
from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import Series, intervals
from balance.report.nouns import plural
from balance.report.number_format import Estimated, estimated
from balance.report.section import Finding, Section
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))


def synergy_section(found: Subsets, card_noun: str, bot: str, games: int) -> Section:
    """Return the shares of cards in what they are worth together, and their synergies.

    Parameters
    ----------
    card_noun : str
        What the game calls a card.
    bot : str
        The name of the one that played.
    games : int
        Of each subset that was banned.
    """
    words = WORDS.with_facts(card=card_noun, cards=plural(card_noun), bot=bot, games=games)
    shares, synergies = shares_table(found), synergies_table(found)
    findings = list(_findings(words, found, shares, synergies))
    labelled = synergies.assign(
        pair=[
            words.text("phrases.pair", first=first, second=second)
            for first, second in zip(synergies["first"], synergies["second"], strict=True)
        ]
    )
    pictures = [
        words.picture(
            "shares", intervals(shares, "card", [Series("")], words.axis("shares"), 0.0,
                                mark_label=words.text("phrases.nothing")),
        ),
        words.picture(
            "synergies", intervals(labelled, "pair", [Series("")], words.axis("synergies"), 0.0,
                                   mark_label=words.text("phrases.no_synergy")),
        ),
    ]  # fmt: skip
    keys = [
        finding.key(
            "shares" if finding.name == "total" else "synergies", 80, claim=words.claim(finding)
        )
        for finding in findings
    ]
    tables = [words.table("shares", shares), words.table("synergies", synergies)]
    return words.section(findings, tables, pictures, keys)


def _findings(
    words: Words, found: Subsets, shares: pd.DataFrame, synergies: pd.DataFrame
) -> Iterator[Finding]:
    total = found.total().estimate()
    worth = Estimated(float(total.value[0]), float(total.low[0]), float(total.high[0]))
    first = shares.iloc[0]
    yield words.say(
        "total", names=list(shares["card"]), total=worth, which=first["card"],
        share=estimated(first).picked_of(len(shares)),
        or_others=or_others(rivals(shares, first.name, "card")),
    )  # fmt: skip

    def size(row: pd.Series) -> Estimated:
        return abs(estimated(row)).picked_of(len(synergies))

    clear = synergies[synergies["sure"]]
    if clear.empty:
        yield words.say("none", compared=len(synergies), names=list(shares["card"]))
    need, replace = clear[clear["value"] > 0], clear[clear["value"] < 0]
    if len(need):
        row = need.iloc[0]
        yield words.say("need", first=row["first"], second=row["second"], size=size(row))
    if len(replace):
        row = replace.iloc[-1]
        yield words.say("replace", first=row["first"], second=row["second"], size=size(row))
