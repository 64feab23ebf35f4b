"""The course of games: length, scores, margins and endings."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.acts import time_by_kind
from balance.analysis.metrics.fold_sums import folds_of
from balance.analysis.metrics.metric import Metric
from balance.analysis.metrics.pace import (
    PaceSums,
    endings,
    histogram,
    lengths,
    minutes,
    outcomes,
    parts,
    scores,
    tally,
)
from balance.report.figures import plots
from balance.report.figures.plots import Series
from balance.report.figures.shapes import BLUE, ORANGE
from balance.report.number_format import estimated, number, picked_share, trimmed
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Finding, Picture, Section, SectionDefinition, Table
from balance.report.trust import cut_off_games
from balance.report.words import Words
from balance.scenario.decision_seconds import OTHER, USUAL, Seconds
from balance.stats.intervals import mean

WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on the course of games; None if none was played."""
    cell = data.about("pace")
    if cell is None:
        return _none_ended(data)
    match, sums, folds = cell.match, cell.sums_of("pace", PaceSums), folds_of(cell.sums)
    is_common = match.game_table.is_common  # then points decide nothing
    is_alone = match.game_table.num_seats == 1 or is_common
    length, score = lengths(sums, folds), scores(sums, folds, match)
    made_of, ends = parts(sums, folds, match), endings(folds, match)
    ends = ends[ends["games"] > 0].reset_index(drop=True)
    has_parts, has_endings = len(made_of) > 1, len(ends) > 1
    kinds = data.seconds_a_decision or {OTHER: USUAL}
    lasting, by_kind = _minutes(data, kinds), _by_kind(cell, kinds)
    tables = [
        WORDS.table("length", length),
        WORDS.table("minutes", lasting) if len(lasting) else None,
        WORDS.table("minutes_by_kind", by_kind) if by_kind is not None else None,
        None if is_common else WORDS.table("scores", score),
        _parts(made_of, is_alone) if has_parts else None,
        WORDS.table("endings", ends),
        WORDS.table("rounds", histogram(sums.games_by_rounds)),
        None if is_common else WORDS.table("score_counts", histogram(sums.seats_by_score)),
        _outcomes(cell, is_alone),
        None if is_alone else WORDS.table("margin_counts", histogram(sums.games_by_margin)),
    ]
    pictures = [
        *islice(_histograms(sums, length, score, is_alone), 1 if is_common else None),
        _endings_drawn(ends) if has_endings else None,
        _parts_drawn(made_of, is_alone) if has_parts else None,
    ]
    rounds = length.iloc[0]
    few, many = rounds["p5"], rounds["p95"]
    spread = WORDS.text("phrases.from_to" if few < many else "phrases.alike", few=few, many=many)
    facts = {"rounds": estimated(rounds), "few": few, "many": many, "spread": spread}
    of_length, figure, unit = WORDS.say("length", **facts), number(rounds["value"]), "rounds"
    is_asked, in_minutes = data.seconds_a_decision is not None, None
    for row in lasting.to_dict("records"):
        if row["players"] == match.game_table.num_seats:
            in_minutes = _in_minutes(row, is_asked, facts)
    if is_asked and in_minutes is not None:  # with the rounds
        of_length, figure, unit = in_minutes, in_minutes.facts["usual"], "minutes"
        in_minutes = None
    findings: list[Finding | None] = [of_length]
    key_findings = [
        of_length.key(
            "length", 70 if unit == "minutes" else 40, tier_keys=("pace/rounds",),
            subject="minutes" if unit == "minutes" else "length",
            figure=figure, unit=WORDS.text(f"phrases.{unit}"),
        )
    ]  # fmt: skip
    if is_common:
        findings.append(in_minutes)
    elif is_alone:
        all_games, won = (estimated(row) for _, row in score.iterrows())
        findings += [WORDS.say("score_alone", score=all_games, won=won), in_minutes]
    else:
        _, winner, margin = (estimated(row) for _, row in score.iterrows())
        findings += [WORDS.say("scores", winner=winner, margin=margin), in_minutes]
        of_margin = WORDS.say("margin", margin=margin)
        key_findings.append(of_margin.key("scores", 30, tier_keys=("pace/margin",)))
    if has_endings:
        most = ends.iloc[ends["value"].argmax()]
        share = picked_share(ends, most)
        ending = WORDS.say("ending", ending=most["ending"], share=share)
        findings.append(ending)
        tier_key = f"pace/ending {most['ending']}"
        key_findings.append(ending.key("endings", 28, tier_keys=(tier_key,)))
    return WORDS.section([*findings, cut_off_games([cell])], tables, pictures, key_findings)


def _minutes(data: ReportData, kinds: Mapping[str, Seconds]) -> pd.DataFrame:
    """Return a row for each number of players: of the first cell that has it."""
    rows: dict[int, dict[str, float]] = {}
    for cell in data.variants:
        seconds = _seconds(cell, kinds) if cell.ended and "pace" in cell.sums else None
        if seconds is not None:
            found = minutes(cell.sums_of("pace", PaceSums), folds_of(cell.sums), seconds)
            found |= {"quick": seconds[0], "slow": seconds[1]}
            rows.setdefault(cell.match.game_table.num_seats, found)
    return pd.DataFrame([{"players": seats, **row} for seats, row in sorted(rows.items())])


def _seconds(cell: CellResult, kinds: Mapping[str, Seconds]) -> Seconds | None:
    """Return the mean seconds of a decision of quick and of slow players.

    They are not known where nobody decides, or kinds differ and no game was followed.
    """
    if not _decisions(cell) > 0:
        return None
    if len(kinds) == 1 and OTHER in kinds:
        return kinds[OTHER]
    rows = _by_kind(cell, kinds)
    if rows is None:
        return None
    quick, slow = (60 * float(rows[end].sum() / rows["value"].sum()) for end in ("least", "most"))
    return quick, slow


def _by_kind(cell: CellResult, kinds: Mapping[str, Seconds]) -> pd.DataFrame | None:
    """Return what decisions of each kind take; None where no game was followed."""
    followed = cell.trajectories
    if followed is None or not followed.acts:
        return None
    rows = time_by_kind(followed, _decisions(cell), kinds)
    return rows.assign(kind=rows["kind"].replace("", WORDS.text("phrases.other_decisions")))


def _decisions(cell: CellResult) -> float:
    return float(mean(folds_of(cell.sums).ratio("decisions", "games")).value)


def _in_minutes(row: Mapping[Any, Any], is_asked: bool, facts: Mapping[str, Any]) -> Finding:
    """Return how many minutes a game takes; if that was asked, with its rounds, the `facts`."""
    ends = {end: number(row[end], int(row[end] < 10)) for end in ("least", "usual", "most")}
    quick, slow = (trimmed(round(row[end], 1)) for end in ("quick", "slow"))
    seconds = WORDS.text("phrases.of_seconds", quick=quick, slow=slow) if quick != slow else quick
    return WORDS.say(
        "minutes" if is_asked else "minutes_usual", decisions=row["decisions"], seconds=seconds,
        **ends, **(facts if is_asked else {}),
    )  # fmt: skip


def _none_ended(data: ReportData) -> Section | None:
    """Return the section where no game ended; None if none was played."""
    games = sum(cell.games for cell in data.variants)
    if not games:
        return None
    finding = WORDS.say("none_ended", games=games)
    return WORDS.section([finding], key_findings=[finding.key("", 90, None)])


def _outcomes(cell: CellResult, is_alone: bool) -> Table | None:
    """Return the table of ties, where there is anybody to tie with, and of unfinished games."""
    rows, has_cut_off = outcomes(folds_of(cell.sums)), cell.games > cell.ended
    if is_alone:
        rows = rows[2:]
    if not has_cut_off:
        rows = rows[:-1]
    if rows.empty:
        return None
    name = "unfinished" if is_alone else "both" if has_cut_off else "ties"
    return WORDS.table("outcomes", rows, outcomes=WORDS.text(f"phrases.{name}"))


def _words(is_alone: bool) -> Words:
    """Return the words with whose scores are compared: all, those of winners, and the others."""
    names = ("all_games", "won", "lost") if is_alone else ("all_players", "winners", "others")
    facts = ("everyone", "winners", "others")
    pairs = zip(facts, names, strict=True)
    return WORDS.with_facts(**{fact: WORDS.text(f"phrases.{name}") for fact, name in pairs})


def _parts(made_of: pd.DataFrame, is_alone: bool) -> Table:
    """Return the table of what scores are made of; shares where they mean something."""
    shares = ("winners_share_", "others_share_")
    drop = [name for name in shares if made_of[f"{name}value"].isna().all()]
    return _words(is_alone).table("score_parts", made_of, drop=drop)


def _parts_drawn(made_of: pd.DataFrame, is_alone: bool) -> Picture:
    words = _words(is_alone)
    series = [
        Series("winners_", words.text("phrases.of_winners"), BLUE),
        Series("others_", words.text("phrases.of_others"), ORANGE),
    ]
    figure = plots.intervals(made_of, "part", series, words.axis("score_parts"), is_share=False)
    return words.picture("score_parts", figure)


def _endings_drawn(ends: pd.DataFrame) -> Picture:
    return WORDS.picture("endings", plots.bars(ends, "ending", WORDS.axis("endings")))


def _histograms(
    sums: PaceSums, length: pd.DataFrame, score: pd.DataFrame, is_alone: bool
) -> Iterator[Picture]:
    """Yield the distributions of rounds, scores and margins."""
    rounds, means = length["value"][0], score["value"]
    figure = plots.histogram_figure(histogram(sums.games_by_rounds), WORDS.axis("length"), rounds)
    yield WORDS.picture("length", figure)
    figure = plots.histogram_figure(histogram(sums.seats_by_score), score["measure"][0], means[0])
    whose = WORDS.text(f"phrases.{'of_games' if is_alone else 'of_players'}")
    yield WORDS.picture("scores", figure, whose=whose)
    if not is_alone:
        figure = plots.histogram_figure(
            histogram(sums.games_by_margin), WORDS.axis("margins"), means[2]
        )
        yield WORDS.picture("margins", figure)


pace = SectionDefinition(build, {"pace": Metric(tally, PaceSums)}, place=40)
