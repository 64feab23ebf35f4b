"""The shape of games: how long they stay open, who leads when, which are worth a look."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.game_shape import (
    CLOSE,
    DECIDED,
    GameFlow,
    by_round,
    fan,
    game_flow,
    in_numbers,
    leader_wins,
    over_by_round,
    shapes,
    worth_opening,
)
from balance.analysis.measures import SHARE
from balance.analysis.win_chances import (
    FEWEST_DEALS,
    FEWEST_GAMES,
    WinChances,
    calibrated,
    errors,
    win_chances,
)
from balance.report.figures.lines import Band, against, bands, steps
from balance.report.figures.shapes import BLUE, DASHED, ORANGE
from balance.report.number_format import Estimated, estimated
from balance.report.report_data import ReportData
from balance.report.section import Finding, Picture, Section, SectionDefinition, Table, unless_any
from balance.report.words import Words
from balance.runner.trajectories import Trajectories, why_no_trajectories, why_not

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_CELLS = 24  # side by side
FEWEST_ROUNDS = 2  # in a line


def build(data: ReportData) -> Section | None:
    """Return the section on the shape of games; None where no games were followed."""
    cell = _cell_of(data)
    if cell is None:
        return _not_followed(data)
    trajectories = cell.trajectories
    assert trajectories is not None
    chances = win_chances(trajectories)
    if not len(chances.starts):
        return WORDS.section([WORDS.say("none_ended", games=len(trajectories.numbers))])
    words = WORDS.with_facts(games=len(chances.starts))
    flow = game_flow(chances)
    numbers, lead = in_numbers(chances, flow, data.rounds), leader_wins(chances)
    rounds = by_round(chances, trajectories.names)
    followed = [one for one in data.variants if one.trajectories is not None][:MOST_CELLS]
    tables = [
        _shape(words, numbers, chances),
        words.table("shape_cells", shapes(followed)) if len(followed) > 1 else None,
        _leaders(words, lead),
        _calibration(words, chances) if chances.is_modelled else None,
        *_rounds(words, rounds, trajectories),
        _worth_a_look(words, chances, flow, trajectories),
    ]
    by_key = {str(key): estimated(row) for key, row in numbers.iterrows()}
    key_findings = []
    if data.rounds is not None:
        few, many = data.rounds
        in_target = words.say("target_key", share=by_key["in_target"], fewest=few, most=many)
        key_findings.append(in_target.key("shape", 60, subject="length", is_asked=True))
    if chances.is_modelled:
        decided = words.say("decided_key", decided=by_key["decided"], late=by_key["last_round"])
        key_findings.append(decided.key("shape", 38))
    return words.section(
        _findings(words, by_key, lead, chances, data.rounds),
        tables,
        pictures_of(words, chances, rounds, trajectories.names, data.rounds),
        key_findings,
        warning="" if chances.is_modelled else _why_no_chances(words, chances),
        title=words.text("title_of_cell", cell=cell.name) if data.is_comparison else "",
    )


def _cell_of(data: ReportData) -> CellResult | None:
    """Return the cell to report on: as for the course of games, else the first with any."""
    about = data.about("pace")
    if about is not None and about.trajectories is not None:
        return about
    return next((cell for cell in data.variants if cell.trajectories is not None), None)


def _not_followed(data: ReportData) -> Section | None:
    """Return the section that says why no games were followed, if bots are the reason."""
    match = data.baseline.match
    reason = why_not(match)
    if not reason or why_no_trajectories(match) != reason:
        return None
    return WORDS.section([WORDS.say("not_followed", reason=reason)])


def _why_no_chances(words: Words, chances: WinChances) -> str:
    if not chances.has_winner:
        return words.text("phrases.no_winner")
    return words.text("phrases.too_few", fewest_games=FEWEST_GAMES, fewest_deals=FEWEST_DEALS)


def _findings(
    words: Words,
    numbers: dict[str, Estimated],
    lead: pd.DataFrame,
    chances: WinChances,
    target: tuple[int, int] | None,
) -> Iterator[Finding]:
    if target is not None:
        yield words.say(
            "target", share=numbers["in_target"], fewest=target[0], most=target[1],
            short=numbers["too_short"], long=numbers["too_long"],
        )  # fmt: skip
    half = lead.iloc[len(lead) // 2]
    yield words.say("half_time", wins=estimated(half), equal=half["fair"])
    if chances.is_modelled:
        yield words.say(
            "decided", decided=numbers["decided"], late=numbers["last_round"],
            comebacks=numbers["comeback"],
        )  # fmt: skip
    yield words.say("close", close=numbers["close"], points=CLOSE, changes=numbers["lead_changes"])


def _shape(words: Words, numbers: pd.DataFrame, chances: WinChances) -> Table:
    notes = [words.text("phrases.games_followed")]
    if chances.is_modelled:
        notes.append(words.text("phrases.of_model", decided=DECIDED))
    frame = numbers.assign(
        middle=[_range(words, row) for _, row in numbers.iterrows()],
        key=numbers.index,
    )
    file = frame.drop(columns="middle")
    return words.table("shape", frame, file=file, note=" ".join(notes))


def _range(words: Words, row: pd.Series) -> str:
    """Return the median of games, and the range of the nine tenths in the middle."""
    if pd.isna(row["median"]):
        return ""
    low, median, high = (
        f"{100 * row[key]:.0f}%" if row["unit"] == SHARE else f"{row[key]:.3g}"
        for key in ("p5", "median", "p95")
    )
    return words.text("phrases.range", median=median, low=low, high=high)


def _leaders(words: Words, lead: pd.DataFrame) -> Table:
    moments = [words.text("phrases.after", moment=moment) for moment in lead["moment"]]
    return words.table("shape_leaders", lead.assign(after=moments))


def _calibration(words: Words, chances: WinChances) -> Table:
    score, gain = (
        Estimated(float(error.value), float(error.low), float(error.high))
        for error in errors(chances)
    )
    return words.table("shape_calibration", calibrated(chances), score=score, gain=gain)


def _rounds(words: Words, rounds: pd.DataFrame, trajectories: Trajectories) -> Iterator[Table]:
    """Yield a table for points, and one for each thing measured."""
    for place, thing in enumerate((words.text("phrases.points"), *trajectories.names)):
        frame = rounds[rounds["thing"] == thing].reset_index(drop=True)
        yield words.table("shape_rounds", frame, save_as=f"shape_rounds_{place}", thing=thing)


def _worth_a_look(
    words: Words, chances: WinChances, flow: GameFlow, trajectories: Trajectories
) -> Table:
    frame = worth_opening(chances, flow)
    frame = frame.assign(
        kind=[words.text(f"phrases.{kind}") for kind in frame["kind"]],
        command=[trajectories.replay_of(number) for number in frame["game"]],
    )
    has_commands = bool(frame["command"].any())
    more = [words.column("command")] if has_commands else []
    return words.table("shape_games", frame, more=more)


def pictures_of(
    words: Words,
    chances: WinChances,
    rounds: pd.DataFrame,
    names: Sequence[str],
    target: tuple[int, int] | None,
) -> Iterator[Picture]:
    """Yield the figures.

    `rounds`: see `analysis.game_shape.by_round`; `names`: of what is measured besides points;
    `target`: the rounds from fewest to most that a game is to take.
    """
    shaded = words.text("phrases.target_shaded") if target else ""
    figure = steps(over_by_round(chances), words.axes("shape_length"), target)
    by_rounds = words.picture("shape_length", figure, shaded=shaded)
    if target:  # else the pace of games shows the same
        yield by_rounds
    for place, thing in enumerate((words.text("phrases.points"), *names)):
        frame = rounds[rounds["thing"] == thing]
        if len(frame) < FEWEST_ROUNDS or not frame["winners_p95"].any():
            continue
        winners, others = words.text("phrases.winners"), words.text("phrases.others")
        lines = [
            Band("winners_median", (("winners_p5", "winners_p95"),), winners, BLUE),
            Band("others_median", (("others_p5", "others_p95"),), others, ORANGE, DASHED),
        ]
        figure = bands(frame, "round", lines, words.axes("shape_rounds", thing=thing))
        yield words.picture("shape_rounds", figure, save_as=f"shape_rounds_{place}", thing=thing)
    if not target:
        yield by_rounds
    if chances.is_modelled:
        lines = [Band("median", (("p5", "p95"), ("p25", "p75")), "", BLUE)]
        figure = bands(fan(chances), "moment", lines, words.axes("shape_chances"), True, DECIDED)
        yield words.picture("shape_chances", figure, decided=DECIDED)
        figure = against(calibrated(chances), words.axes("shape_calibration"))
        yield words.picture("shape_calibration", figure)


shape = SectionDefinition(build, place=60, why_not=unless_any(why_no_trajectories))
