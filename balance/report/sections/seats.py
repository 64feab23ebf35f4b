"""Who wins, by seat and by bot; whether that is fair, and what would make the seats even."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.experiments.compensation import Compensation, compensation
from balance.analysis.interval_widths import interval_widths
from balance.analysis.measures import seat_key
from balance.analysis.metrics import bots as bot_metric
from balance.analysis.metrics.fold_sums import FOLDS, folds_of
from balance.analysis.metrics.metric import Metric
from balance.analysis.metrics.seats import (
    applies,
    by_bot,
    by_bot_and_seat,
    by_seat,
    judged,
    leads_by_seat,
    verdicts,
    wins_by_bot,
    wins_by_bot_and_seat,
    wins_by_seat,
)
from balance.report.certainty import certainty, more_deals, or_others, rivals
from balance.report.figures.plots import Series, intervals
from balance.report.number_format import estimated, per_100, picked_share, written
from balance.report.report_data import CellResult, ReportData
from balance.report.section import (
    Finding,
    KeyFinding,
    Picture,
    Section,
    SectionDefinition,
    Style,
    Table,
    importance_of,
)
from balance.report.sections.seats_bots import tables_by_bot
from balance.report.words import Words
from balance.scenario.requirements import read_stopping_rule
from balance.stats.verdict import Verdict

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")  # players, by seat
_CLEAR, _UNCLEAR = 70.0, 50.0  # the importance of mean scores, where they are the result
WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section on seats and bots; None without its sums."""
    cell = data.about("seats")
    if cell is None:
        return None
    match, band = cell.match, data.fair_within
    folds = folds_of(cell.sums)
    fair = 1 / match.game_table.num_seats
    words = WORDS.with_facts(fair=fair, band=band)
    seats = by_seat(folds, match).join(verdicts(wins_by_seat(folds), fair, band))
    bots = by_bot(folds, match).join(verdicts(wins_by_bot(folds), fair, band))
    tables = [_rates(words, "win_rate_by_seat", seats)]
    labelled = seats.assign(name=[words.text("phrases.seat", seat=seat) for seat in seats["seat"]])
    pictures = [_rates_drawn(words, "win_rate_by_seat", labelled, "name")]
    of_all = fairness_of_seats(seats, judged(folds, match, band).iloc[0], band)
    even = compensation(cell)
    findings = [of_all, _farthest(words, seats, fair, data.head_tables)]
    key_findings = [key_finding(words, seats, fair, even, data)]
    if match.game.is_for_score:
        scores = leads_by_seat(folds)
        tables.insert(0, words.table("score_by_seat", scores))
        key_findings = [score_key(words, scores, data.head_tables)]
    if len(bots) > 1:
        both = by_bot_and_seat(folds, match)
        both = both.join(verdicts(wins_by_bot_and_seat(folds), fair, band))
        tables += [
            _rates(words, "win_rate_by_bot", bots),
            _rates(words, "win_rate_by_bot_and_seat", both),
            *tables_by_bot(words, cell),
        ]
        pictures.append(_rates_drawn(words, "win_rate_by_bot", bots, "bot"))
        best = bots.iloc[int(bots["value"].argmax())]
        rate = picked_share(bots, best, tables=data.head_tables)
        others = or_others(rivals(bots, best.name, "bot"))
        of_bot = words.say("best_bot", bot=best["bot"], rate=rate, or_others=others)
        findings.append(of_bot)
        key_findings.append(
            of_bot.key(
                "win_rate_by_bot", importance_of(rate.value - fair, rate.low > fair),
                subject="bots", certainty=certainty(rate, Style.PERCENT),
            )
        )  # fmt: skip
    if even is not None:
        command = data.command_for("fix", "seat all")
        finding, table, drawn = _compensation(words.with_facts(good=even.good), even, command)
        findings += finding
        tables.append(table)
        pictures += drawn
    if data.until is not None:
        tables.append(_precision(cell, data.until))
    return words.section(findings, tables, pictures, key_findings)


def fairness_of_seats(seats: pd.DataFrame, row: pd.Series, band: float) -> Finding:
    """Return whether all seats win within a band around a fair share.

    `seats`: see `analysis.metrics.seats.by_seat`; `row`: a row of `analysis.metrics.seats.judged`.
    """
    words = WORDS.with_facts(fair=row["fair"], band=band)
    if row["verdict"] == Verdict.YES:
        return words.say("within")
    if row["verdict"] == Verdict.NO:
        best, worst = (seats.loc[seats["value"].agg(end)] for end in ("idxmax", "idxmin"))
        return words.say(
            "outside", best=int(best["seat"]), best_rate=picked_share(seats, best),
            worst=int(worst["seat"]), worst_rate=picked_share(seats, worst),
        )  # fmt: skip
    said = more_deals(row["needed"], row["deals"], words.text("phrases.decide_that"))
    if not said:
        return words.say("open")
    return words.say("open_needed", said=said, more=row["needed"] - row["deals"])


def key_finding(
    words: Words, seats: pd.DataFrame, fair: float, even: Compensation | None, data: ReportData
) -> KeyFinding:
    """Return what the head of the report says: which seat is farthest from fair, or that none is.

    What to do is what was played with the design of compensation, else how to play that.
    """
    clear = _unfair(seats, fair, tables=data.head_tables)
    rows = seats if clear.empty else clear
    far = rows.iloc[int((rows["value"] - fair).abs().argmax())]
    seat, rate = int(far["seat"]), picked_share(seats, far, tables=data.head_tables)
    is_sure = not clear.empty
    is_even = bool(seats["verdict"].eq(Verdict.YES).all())
    if is_even or not is_sure:
        text = words.say("even_key" if is_even else "open_key", who=who(words, seat), rate=rate)
        importance = importance_of(rate.value - fair, is_sure=False)
        keys = (_tier_key(place, len(seats)) for place in range(len(seats)))
        tier_keys = tuple(dict.fromkeys(keys))
        claim = words.text("claims.even") if is_even else ""
        return text.key("win_rate_by_seat", importance, tier_keys=tier_keys, subject="seats",
                        certainty=certainty(rate, Style.PERCENT, is_sure=is_even), claim=claim,
                        figure=per_100(rate.value), unit=words.text("phrases.of_100"))  # fmt: skip
    weakest, strongest = (seats.iloc[int(seats["value"].agg(end))] for end in ("argmin", "argmax"))
    other = strongest if seat == weakest["seat"] else weakest
    text = words.say(
        "uneven_key", who=who(words, seat), rate=rate, other=who(words, int(other["seat"])),
        other_rate=picked_share(seats, other),
    )  # fmt: skip
    tier_keys = (_tier_key(seat - 1, len(seats)),)
    action, command = "", ""
    if even is not None:
        action = _played_action(words, even, weakest, fair)
    elif _has_goods(data):
        command = data.command_for("fix", "seat all")
    claim = words.text("claims.uneven", who=who(words, seat), rate=rate)
    return text.key(
        "compensation" if action else "win_rate_by_seat", importance_of(rate.value - fair),
        tier_keys=tier_keys, subject="seats", action=action, command=command,
        certainty=certainty(rate, Style.PERCENT),
        is_asked="compensation" in data.designs and len(data.designs) == 1,
        claim=claim, figure=per_100(rate.value), unit=words.text("phrases.of_100"),
    )  # fmt: skip


def score_key(words: Words, scores: pd.DataFrame, tables: int) -> KeyFinding:
    """Return what the head says where the mean score is the result: which seat is farthest off.

    `scores`: see `analysis.metrics.seats.leads_by_seat`.
    """
    leads = [
        estimated(row, "lead_").picked_of(tables * len(scores)) for _, row in scores.iterrows()
    ]
    clear = [place for place, lead in enumerate(leads) if lead.low > 0 or lead.high < 0]
    far = max(clear or range(len(leads)), key=lambda place: abs(leads[place].value))
    lead, gap = leads[far], abs(leads[far])
    direction = words.text("phrases.more" if lead.value > 0 else "phrases.less")
    facts = {"who": who(words, far + 1), "direction": direction, "gap": gap}
    score = estimated(scores.iloc[far], "score_")
    of_all = float(scores["score_value"].mean())
    said = "score_key" if clear else "open_score_key"
    text = words.say(said, score=score, of_all=of_all, **facts)
    points = written(gap, Style.MEAN).partition(" ")[0]
    return text.key(
        "score_by_seat", _CLEAR if clear else _UNCLEAR, subject="seats",
        certainty=certainty(gap, Style.MEAN, is_sure=bool(clear), unit=str(facts["direction"])),
        claim=words.text("claims.score", points=points, **facts) if clear else "",
        figure=written(lead, Style.CHANGE).partition(" ")[0], unit=words.text("phrases.a_game"),
    )  # fmt: skip


def _has_goods(data: ReportData) -> bool:
    match = data.baseline.match
    return bool(match.game.experiments.extra_goods) and len(match.lineup.entries) == 1


def _played_action(words: Words, even: Compensation, weakest: pd.Series, fair: float) -> str:
    """Return which amount that was played brings the weakest seat nearest to its fair share."""
    played = even.played[even.played["seat"] == weakest["seat"]]
    best = played.loc[(played["value"] - fair).abs().idxmin()]
    before, after = estimated(weakest), picked_share(played, best)
    if not after.low > before.high:
        return words.text("sentences.no_help_action", good=even.good, most=even.most)
    band = words.fact("band")
    is_fair = fair - band <= after.low and after.high <= fair + band
    return words.text(
        "sentences.even_action" if is_fair else "sentences.helps_action",
        who=who(words, int(weakest["seat"])), amount=int(best["amount"]), good=even.good,
        before=before, after=after,
    )  # fmt: skip


def who(words: Words, seat: int) -> str:
    """Return the player of a seat: ``the fourth player``."""
    if seat > len(ORDINALS):
        return words.text("players.any", seat=seat)
    return words.text(f"players.{ORDINALS[seat - 1]}")


def verdict_text(row: Mapping[Any, Any] | pd.Series) -> str:
    """Return a verdict for a table; of verdict, needed and deals."""
    if row["verdict"] == Verdict.YES:
        return WORDS.text("verdicts.within")
    if row["verdict"] == Verdict.NO:
        return WORDS.text("verdicts.outside")
    said = more_deals(row["needed"], row["deals"], WORDS.text("phrases.decide_fair"))
    return WORDS.text("verdicts.open_needed" if said else "verdicts.open", said=said)


def in_words(rows: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return rows with verdicts as a page has them, and as a file, where `needed` is a column."""
    shown = rows.assign(verdict=[verdict_text(row) for _, row in rows.iterrows()])
    plain = rows.assign(needed=np.nan)
    short = [verdict_text(row) for _, row in plain.iterrows()]
    return shown, rows.assign(verdict=short)


def _rates(words: Words, name: str, rates: pd.DataFrame) -> Table:
    """Return a table of win rates; the correlation of pairs only where a deal has several games."""
    has_pairs = rates["pair_correlation"].notna().any()
    shown, file = in_words(rates)
    return words.table(name, shown, file=file, drop=() if has_pairs else ("pair_correlation",))


def _rates_drawn(words: Words, name: str, rates: pd.DataFrame, by: str) -> Picture:
    fair = float(rates["fair"].iloc[0])
    return words.picture(name, intervals(rates, by, [Series("")], words.axis(name), fair))


def _tier_key(place: int, seats: int) -> str:
    """Return under which key tiers have the finding on a seat."""
    # Of two seats the one loses what the other wins.
    return f"seats/{seat_key(0 if seats == 2 else place, seats)}"


def _farthest(words: Words, seats: pd.DataFrame, fair: float, tables: int) -> Finding:
    unfair = _unfair(seats, fair, tables=tables)
    if unfair.empty:
        return words.say("no_seat")
    far = unfair.iloc[(unfair["value"] - fair).abs().argmax()]
    rate = picked_share(seats, far)
    gap = rate.value - fair
    direction = words.text("phrases.more" if gap > 0 else "phrases.less")
    return words.say(
        "farthest", seat=int(far["seat"]), rate=rate, gap=abs(gap), direction=direction
    )


def _unfair(seats: pd.DataFrame, fair: float, prefix: str = "", tables: int = 1) -> pd.DataFrame:
    """Return the seats that clearly win more or less than is fair, whichever of all they are."""
    rates = [picked_share(seats, row, prefix, tables) for _, row in seats.iterrows()]
    return seats[[rate.low > fair or rate.high < fair for rate in rates]]


def _compensation(
    words: Words, even: Compensation, command: str
) -> tuple[list[Finding], Table, Iterator[Picture]]:
    """Return what each seat should start with more, as findings, table and figure.

    `command`: looks for a set of amounts by playing; may be empty.
    """
    rows = even.rows.assign(
        more=[
            words.text("phrases.more_than", most=even.most) if row["is_beyond"]
            else written(estimated(row, "more_"), Style.MEAN)
            for _, row in even.rows.iterrows()
        ],
    )  # fmt: skip
    table = words.table("compensation", rows, file=even.rows, most=even.most, folds=FOLDS)
    return (
        list(_compensation_findings(words, even, command)),
        table,
        _compensation_drawn(words, even),
    )


def _compensation_findings(words: Words, even: Compensation, command: str) -> Iterator[Finding]:
    rows = even.rows
    known = rows.loc[~rows["is_beyond"], "more_low"]
    if known.isna().any() or rows["gain_low"].isna().any():
        yield words.say("even_few_deals", fewest=FOLDS)
        return
    if (rows["gain_low"] <= 0).any():
        yield words.say("even_no_help")
        return
    (base,) = rows.loc[rows["is_base"], "seat"]
    others = [row for _, row in rows[~rows["is_base"]].iterrows()]
    amounts = [
        words.phrase("beyond", seat=row["seat"], most=even.most) if row["is_beyond"]
        else words.phrase("amount", seat=row["seat"], amount=estimated(row, "more_"))
        for row in others
    ]  # fmt: skip
    is_even = _unfair(rows, 1 / len(rows), "rate_").empty
    if is_even or all(row["more_low"] <= 0 for row in others):
        yield words.say("even_none", base=base, amounts=amounts)
        return
    yield words.say("even_amounts", base=base, amounts=amounts)
    far = rows.iloc[int(np.abs(rows["even_value"] - 1 / len(rows)).argmax())]
    pieces = [words.phrase("pieces", seat=row["seat"], pieces=row["whole"])
              for _, row in rows.iterrows()]  # fmt: skip
    rate = picked_share(rows, far, "even_")
    off = abs(rate.value - 1 / len(rows))
    how = words.text("phrases.fix_all", command=command) if command else ""
    yield words.say("even_whole", pieces=pieces, seat=far["seat"], rate=rate, off=off,
                    most=even.most, how=how)  # fmt: skip


def _compensation_drawn(words: Words, even: Compensation) -> Iterator[Picture]:
    """Yield a figure of the amounts, where there are more seats than two."""
    if len(even.rows) < 3 or even.rows["more_low"].isna().any():
        return
    rows = even.rows.assign(
        name=[words.text("phrases.seat", seat=seat) for seat in even.rows["seat"]]
    )
    axis = words.axis("compensation")
    figure = intervals(rows, "name", [Series("more_")], axis, 0.0, is_share=False, mark_label="")
    yield words.picture("compensation", figure)


def _precision(cell: CellResult, rule: str) -> Table:
    """Return how narrow the intervals are that the run was played for."""
    widths = interval_widths(cell.sums, cell.match, read_stopping_rule(rule))
    scale = 100 if widths.is_share else 1
    rows = widths.rows.assign(
        half=widths.rows["half"] * scale,
        reached=[
            WORDS.text("verdicts.reached" if half <= widths.halfwidth else "verdicts.not_reached")
            for half in widths.rows["half"]
        ],
    )
    estimate = WORDS.column("rate" if widths.is_share else "mean")
    unit = WORDS.text("phrases.points") if widths.is_share else ""
    return WORDS.table("precision", rows, rule=rule, unit=unit, more=[estimate])


seats = SectionDefinition(
    build, place=20, metrics={
        "seats": Metric(
            applies=applies,
            needs="it needs players who play each other, not against the game itself",
        ),
        "bots": Metric(bot_metric.tally, bot_metric.BotSums, bot_metric.applies),
    },
)  # fmt: skip
