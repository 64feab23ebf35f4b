"""The figures of the shape of games."""

from collections.abc import Iterator, Sequence

import pandas as pd

from balance.analysis.game_shape import DECIDED, fan, over_by_round
from balance.analysis.win_chances import WinChances, calibrated
from balance.report.figures.lines import Band, against, bands, steps
from balance.report.figures.shapes import BLUE, DASHED, ORANGE
from balance.report.section import Picture
from balance.report.words import Words

FEWEST_ROUNDS = 2  # in a line


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
