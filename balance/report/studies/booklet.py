"""A booklet of set-ups: what to lay out for each, and what it is like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd

from balance.analysis.setup_booklet import Booklet
from balance.report.nouns import capital, plural
from balance.report.number_format import estimated, joined
from balance.report.section import Section
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))


@dataclass(frozen=True)
class Leaf:
    """A set-up of a booklet, in words."""

    place: int  # among the drawn ones
    number: int  # in the booklet
    label: str  # in words
    players: str  # with how many it holds
    said: str  # what was measured
    also: str  # other labels; may be empty
    layout: tuple[tuple[str, str], ...]  # what to lay out: a heading, which may be empty, and names

    @property
    def title(self) -> str:
        """Its number and label."""
        return f"{self.number}. {self.label}"


def leaves_of(found: Booklet, named: Mapping[int, Sequence[tuple[str, str]]]) -> list[Leaf]:
    """Return the set-ups of a booklet in words.

    Parameters
    ----------
    named : mapping of int to sequence of (kind, name)
        What each has, by its place: what a card was drawn as, which may be empty, and its name.
    """
    rows = found.measured.set_index(["place", "label", "players"]).sort_index()
    leaves = []
    for number, (_, page) in enumerate(found.pages.iterrows(), 1):
        said = [
            WORDS.text(
                f"said.{page['label']}",
                players=players,
                usual=row["usual"],
                value=estimated(row).value,
            )
            for players, row in rows.loc[(page["place"], page["label"])].iterrows()
            if players in page["players"]
        ]
        leaves.append(Leaf(
            page["place"], number, WORDS.text(f"labels.{page['label']}"),
            joined([str(one) for one in page["players"]]), WORDS.text("phrases.said", said=said),
            ", ".join(WORDS.text(f"also.{label}") for label in page["also"]),
            laid_out(named[page["place"]]),
        ))  # fmt: skip
    return leaves


def laid_out(named: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return what to lay out, in lines: cards drawn alike, then those that are drawn one by one."""
    kinds: dict[str, list[str]] = {}
    for kind, name in named:
        kinds.setdefault(kind, []).append(name)
    lines = [
        (capital(plural(kind)) if kind else "", ", ".join(names))
        for kind, names in kinds.items()
        if len(names) > 1
    ]
    alone = [
        f"{kind}\N{NO-BREAK SPACE}{names[0]}".strip()
        for kind, names in kinds.items()
        if len(names) == 1
    ]
    return (*lines, *([("", ", ".join(alone))] if alone else ()))


def booklet_section(
    found: Booklet, leaves: Sequence[Leaf], bots: Sequence[str], wanted: int
) -> Section:
    """Return the set-ups of a booklet as a section.

    Parameters
    ----------
    bots : sequence of str
        The usual one, and the one that checks.
    wanted : int
        How many set-ups were asked for.
    """
    pieces = [frozenset(name for _, names in leaf.layout for name in names.split(", "))
              for leaf in leaves]  # fmt: skip
    common = max((len(one & two) for one, two in combinations(pieces, 2)), default=0)
    few = len(leaves) < wanted
    findings = [
        WORDS.say("confirmed", count=len(leaves), bots=list(bots)),
        WORDS.say("differ", common=common, size=len(pieces[0])) if len(leaves) > 1 else None,
        WORDS.say("few", count=len(leaves), wanted=wanted) if few else None,
    ]
    listed = pd.DataFrame([
        {
            "number": leaf.number, "label": leaf.label, "players": leaf.players,
            "said": leaf.said, "also": leaf.also, "pieces": "; ".join(
                f"{head}: {names}" if head else names for head, names in leaf.layout
            ),
        }
        for leaf in leaves
    ])  # fmt: skip
    numbers = {leaf.place: leaf.number for leaf in leaves}
    measured = found.measured.assign(number=found.measured["place"].map(numbers))
    own = {leaf.place: label for leaf, label in zip(leaves, found.pages["label"], strict=True)}
    is_own = measured["label"] == measured["place"].map(own)
    shown = measured[is_own].sort_values(["number", "players"])
    rows = [row for _, row in shown.iterrows()]
    shown = shown.assign(
        label=[WORDS.text(f"labels.{label}") for label in shown["label"]],
        text=[WORDS.text(f"values.{row['label']}", value=estimated(row)) for row in rows],
        other=[WORDS.text(f"values.{row['label']}", value=row["usual"]) for row in rows],
    )
    keys = [finding.key("booklet", 90, None) for finding in findings[:1] if finding]
    return WORDS.section(
        findings, [WORDS.table("booklet", listed),
                   WORDS.table("measured", shown, file=measured.drop(columns="place"))],
        (), keys,
    )  # fmt: skip
