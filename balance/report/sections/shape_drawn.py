"""The figures of the shape of games."""

from collections.abc import Sequence

import pandas as pd

from balance.analysis.game_shape import DECIDED, fan, lengths
from balance.analysis.win_chances import WinChances, calibrated
from balance.report.figures.lines import Band, against, bands, steps
from balance.report.figures.plots import BLUE, ORANGE
from balance.report.nouns import capital
from balance.report.section import Picture

_FEWEST_CURVES = 2  # rounds in a curve


def pictures_of(
    found: WinChances, rounds: pd.DataFrame, names: Sequence[str], target: tuple[int, int] | None
) -> list[Picture]:
    """Return the figures.

    Parameters
    ----------
    found : Traces
    rounds : DataFrame
        Of `by_round`.
    names : sequence of str
        Of what is measured beside points.
    target : (int, int) or None
        The rounds from fewest to most that a game is to take.
    """
    pictures = [
        Picture("shape_length", "How many games are over by when",
                steps(lengths(found), ("rounds", "games that are over"), target),
                "Share of games that took so many rounds or fewer."
                + (" The target is shaded." if target else "")),
    ]  # fmt: skip
    for place, thing in enumerate(("points", *names)):
        frame = rounds[rounds["thing"] == thing]
        if len(frame) < _FEWEST_CURVES or not frame["winners_p95"].any():
            continue
        pictures.append(
            Picture(f"shape_rounds_{place}", f"{capital(thing)}, round by round",
                    bands(frame, "round", [
                        Band("winners_median", (("winners_p5", "winners_p95"),), "winners", BLUE),
                        Band("others_median", (("others_p5", "others_p95"),), "others", ORANGE,
                             "--"),
                    ], ("rounds played", thing)),
                    "Median of winners and of the others, with the range of nine in ten of each.")
        )  # fmt: skip
    if found.is_modelled:
        pictures += [
            Picture("shape_chances", "The winner's chance in the course of the game",
                    bands(fan(found), "moment", [
                        Band("median", (("p5", "p95"), ("p25", "p75")), "", BLUE)
                    ], ("of the game's rounds", "winner's chance"), True, DECIDED),
                    "Median of games, with the range of half and of nine in ten of them; above the "
                    f"line, {100 * DECIDED:g}%, a game counts as decided."),
            Picture("shape_calibration", "Are the chances to win right?",
                    against(calibrated(found), ("chance told by the model", "how often they won")),
                    "Each dot is the positions with about the same chance, with its 95% interval; "
                    "on the line chances are right."),
        ]  # fmt: skip
    return pictures
