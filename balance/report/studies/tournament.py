"""Tournaments and ladders of bots: who is how strong, and who beats whom."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.comparison.tournament import Standings, beyond, loops, matrix
from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import Series, heat, intervals
from balance.report.number_format import Estimated, estimated, percent, signed, signed_points
from balance.report.players import rating_text
from balance.report.section import Column, Finding, Picture, Section, Style, Table
from balance.report.studies.duel import speed, style_of
from balance.report.words import Words
from balance.scenario.ladder_file import Claim, Ladder
from balance.scenario.match import equal_points, has_share_of_points

WORDS = Words(Path(__file__).with_suffix(".toml"))
CLEAR = 0.05  # p of no circles, below which they are reported,
NOTABLE = 0.05  # if they are at least so much of the differences between bots
IN_MIX = 0.05  # share from which a bot counts to the mix that no bot beats
MOST_LOOPS = 10  # that are listed; all are in the CSV file

_NOBODY: Mapping[Hashable, Any] = dict.fromkeys(
    ("value", "low", "high", "margin_value", "margin_low", "margin_high"), float("nan")
)  # below the lowest


def tournament_section(standings: Standings) -> Section:
    """Return a tournament as a section: who is how strong, who beats whom."""
    points = _points_column(standings, "points")
    bots = standings.bots.assign(
        rating=_ratings(standings.bots),
        fast=[speed(float(games)) for games in standings.bots["speed"]],
    )
    seats = standings.seats.assign(rating=_ratings(standings.seats))
    texts = _cross_table(standings)
    # Columns are called by their place, as a bot may be called "bot".
    opponents = [WORDS.column("against", bot=bot, place=i) for i, bot in enumerate(texts.columns)]
    wide = texts.set_axis([column.name for column in opponents], axis=1).reset_index(names="bot")
    tables = [
        WORDS.table("bots", bots, more=[points, *_mix_columns(standings)]),
        WORDS.table("pairings", wide, file=standings.pairings, more=opponents, unit=points.head),
        WORDS.table("seats", seats),
        *_loops(standings),
    ]
    findings = list(_findings(standings))
    best = standings.bots["bot"].iloc[0]
    claim = WORDS.text("phrases.claim", best=best, bots=len(standings.bots))
    is_sure = findings[0].name == "beats_all"
    key = findings[0].key("bots", 80, None, claim=claim if is_sure else "")
    return WORDS.section(
        findings, tables, _pictures(standings), [key], warning=_warning(standings),
        title=WORDS.text("title", players=standings.players),
    )  # fmt: skip


def ladder_section(standings: Standings, order: Sequence[str], added: str = "") -> Section:
    """Return a ladder as a section: each bot against the one below it, the strongest first.

    Parameters
    ----------
    standings : Standings
        Of neighbours, and of a bot that is added with all of them.
    order : sequence of str
        The bots of the ladder, the weakest first.
    added : str
        The bot whose place is told, or none.
    """
    bots = standings.bots.set_index("bot")
    ratings = dict(zip(bots.index, _ratings(bots), strict=True))
    results: dict[tuple[str, str], dict[Hashable, Any]] = {
        (str(row["bot"]), str(row["against"])): row for row in standings.pairings.to_dict("records")
    }
    rows = []
    for place in range(len(order) - 1, -1, -1):
        bot = order[place]
        below = order[place - 1] if place else ""
        result: Mapping[Hashable, Any] = results[bot, below] if place else _NOBODY
        rows.append({
            **result, "bot": bot, "against": below, "rating": ratings[bot],
            "fast": speed(float(bots["speed"][bot])),
        })  # fmt: skip
    points = _points_column(standings, "points_below")
    played = WORDS.say("ladder", games=standings.games, deals=standings.deals)
    findings = [played, _zero(standings)]
    tables = [WORDS.table("ladder", pd.DataFrame(rows), more=[points])]
    if added:
        met = pd.DataFrame([results[added, bot] for bot in reversed(order)])
        findings = [_place(added, met, equal_points(standings.players)), *findings]
        own = _points_column(standings, "points_against")
        tables = [WORDS.table("added", met, more=[own], bot=added), *tables]
    return WORDS.section(
        findings, tables,
        warning=_warning(standings), name="ladder",
        title=WORDS.text("ladder_title", players=standings.players),
    )  # fmt: skip


def _place(bot: str, met: pd.DataFrame, fair: float) -> Finding:
    """Return where a bot stands on a ladder whose bots it met, the strongest first.

    `fair` is what it wins of an equal one.
    """
    beaten = list(met["against"][met["low"] > fair])
    stronger = list(met["against"][met["high"] < fair])
    level = [name for name in met["against"] if name not in (*beaten, *stronger)]
    order = list(met["against"])
    facts: dict[str, Any] = {"bot": bot, "games": int(met["games"].sum())}
    if beaten and stronger and order.index(beaten[0]) < order.index(stronger[-1]):
        return WORDS.say("no_place", beaten=beaten[0], stronger=stronger[-1], **facts)
    if level:
        return WORDS.say("level", level=level, **facts)
    if not stronger:
        return WORDS.say("above_all", beaten=beaten[0], **facts)
    if not beaten:
        return WORDS.say("below_all", stronger=stronger[-1], **facts)
    return WORDS.say("between", beaten=beaten[0], stronger=stronger[-1], **facts)


def published_text(claim: Claim) -> str:
    """Return what was published of a claim: 99.8% [99.6, 99.9] in 4,000 games."""
    published = claim.published
    if published is None:
        return WORDS.text("phrases.not_measured")
    points = Estimated(published.value / 100, published.low / 100, published.high / 100)
    name = "measured" if has_share_of_points(claim.players) else "measured_excess"
    return WORDS.text(f"phrases.{name}", points=points, games=published.games)


def claims_listed(ladder: Ladder) -> list[str]:
    """Return the claims of a ladder as the lines of a table in Markdown."""
    lines = [WORDS.text("claims.heads"), "|---|---|---|---|---|---|"]
    for claim in ladder.claim:
        day = claim.published.date.isoformat() if claim.published else ""
        cells = (
            str(claim.players), f"`{claim.bot}`", f"`{claim.against}`", claim.wanted,
            published_text(claim), day,
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _points_column(standings: Standings, of_two: str) -> Column:
    """Return the column of points: a share with two players, with more an excess."""
    if has_share_of_points(standings.players):
        return WORDS.column("points", unit=WORDS.text(f"phrases.{of_two}"))
    return WORDS.column("excess", unit=WORDS.text("phrases.above_share"))


def _mix_columns(standings: Standings) -> list[Column]:
    """Return the column of the mix that no bot beats, if all have met each other."""
    return [WORDS.column("mix")] if standings.bots["mix_value"].notna().any() else []


def _zero(standings: Standings) -> Finding:
    """Return where the scale of the ratings has its zero."""
    scale, link = standings.scale, standings.link
    if scale is None or not link:
        return WORDS.say("zero_mean")
    if link == scale.anchor:
        return WORDS.say("zero_of", anchor=link)
    rating = rating_text(scale.ratings[link])
    return WORDS.say("zero_by", anchor=scale.anchor, link=link, rating=rating)


def _ratings(rows: pd.DataFrame) -> list[str]:
    return [
        WORDS.text("phrases.rating", rating=signed(rating, 0), error=f"{error:.0f}")
        if error else signed(rating, 0)
        for rating, error in zip(rows["rating_value"], rows["rating_error"], strict=True)
    ]  # fmt: skip


def _findings(standings: Standings) -> Iterator[Finding]:
    best = standings.bots.iloc[0]
    results = standings.pairings[standings.pairings["bot"] == best["bot"]]
    fair = equal_points(standings.players)
    beats_all = bool((results["low"] > fair).all())
    others = [] if beats_all else rivals(standings.bots, best.name, "bot", "rating_")
    yield WORDS.say(
        "beats_all" if beats_all else "strongest", best=best["bot"], or_others=or_others(others),
        bots=len(standings.bots), games=standings.games, deals=standings.deals,
    )  # fmt: skip
    yield _zero(standings)
    mixed = standings.bots[standings.bots["mix_value"] >= IN_MIX]
    if len(mixed) > 1:
        names = [
            WORDS.phrase("share", bot=row["bot"], share=estimated(row, "mix_"))
            for _, row in mixed.sort_values("mix_value", ascending=False).iterrows()
        ]
        yield WORDS.say("mix", names=names)
    elif len(mixed) == 1:
        yield WORDS.say("no_mix", bot=mixed["bot"].iloc[0], share=estimated(mixed.iloc[0], "mix_"))
    cyclic = standings.intransitivity
    if cyclic is not None:
        share = Estimated(cyclic.value, cyclic.low, cyclic.high)
        name = "cyclic" if cyclic.value >= NOTABLE else "hardly_cyclic"
        yield WORDS.say(name if cyclic.p < CLEAR else "not_cyclic", share=share)


def _loops(standings: Standings) -> Iterator[Table]:
    """Yield the table of the circles of three bots, if there are any."""
    rows = loops(standings)
    if not rows.empty:
        name = "share_of_pair" if has_share_of_points(standings.players) else "excess_of_pair"
        columns = [WORDS.column(name, place=place) for place in ("first", "second", "third")]
        yield WORDS.table("circles", rows.head(MOST_LOOPS), file=rows, more=columns)


def _warning(standings: Standings) -> str:
    cut_off = int(standings.pairings["cut_off"].sum()) // 2
    return WORDS.text("phrases.cut_off", games=cut_off) if cut_off else ""


def _cross_table(standings: Standings) -> pd.DataFrame:
    """Return the result of each bot against each other, in short."""
    write = percent if style_of(standings.players) == Style.PERCENT else signed_points
    return matrix(standings).map(lambda value: "" if np.isnan(value) else write(value))


def _pictures(standings: Standings) -> Iterator[Picture]:
    ratings = intervals(
        standings.bots, "bot", [Series("rating_")], WORDS.axis("ratings"), is_share=False
    )
    yield WORDS.picture("ratings", ratings)
    against, bot = WORDS.axes("pairings")
    centre = equal_points(standings.players)
    results = heat(matrix(standings), _cross_table(standings), (bot, against), centre)
    yield WORDS.picture("pairings", results)
    if standings.intransitivity is not None and has_share_of_points(standings.players):
        extra = beyond(standings)
        texts = extra.map(lambda value: "" if np.isnan(value) else signed_points(value))
        against, bot = WORDS.axes("circles")
        yield WORDS.picture("circles", heat(extra, texts, (bot, against), 0.0))
