"""Charts of tables, as SVG and as PNG."""

import re
import struct
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

from balance.report.figures.chart import Axis, Chart, ticks
from balance.report.figures.plots import (
    Series,
    bars,
    gathered,
    heat,
    histogram_figure,
    intervals,
    settling,
)
from balance.report.figures.png import as_figure, as_png
from balance.report.figures.shapes import BLUE, ORANGE, Area, Line, Marker, Text, line, text_width
from balance.report.figures.svg import as_svg, inline


@pytest.fixture
def rates() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "name": ["a & b", "c"],
            "value": [0.3, np.nan],
            "low": [0.2, np.nan],
            "high": [0.4, np.nan],
        }
    )


def texts(chart: Chart) -> list[str]:
    """Return the texts of a chart, laid out."""
    return [shape.text for shape in chart.laid_out() if isinstance(shape, Text)]


def test_a_row_without_a_value_keeps_its_place(rates: pd.DataFrame) -> None:
    chart = intervals(rates, "name", [Series("")], "win rate", 0.25)
    assert {"a & b", "c", "win rate", "fair"} <= set(texts(chart))
    assert sum(isinstance(shape, Marker) for shape in chart.shapes) == 1


def test_an_estimate_is_drawn_where_its_axis_says() -> None:
    frame = pd.DataFrame({"name": ["x"], "value": [0.5], "low": [0.25], "high": [0.75]})
    chart = intervals(frame, "name", [Series("")], "win rate")
    chart.x.low, chart.x.high = 0.0, 1.0
    shapes = chart.laid_out()
    (point,) = (shape for shape in shapes if isinstance(shape, Marker))
    (whisker,) = (shape for shape in shapes if isinstance(shape, Line) and shape.width > 2)
    places = {shape.text: float(shape.x[0]) for shape in shapes if isinstance(shape, Text)}
    assert float(point.x[0]) == pytest.approx((places["0%"] + places["100%"]) / 2)
    assert whisker.x.mean() == pytest.approx(float(point.x[0]))
    assert np.ptp(whisker.x) == pytest.approx((places["100%"] - places["0%"]) / 2)
    assert whisker.y == pytest.approx(float(point.y[0]))


def test_the_same_table_gives_the_same_bytes(rates: pd.DataFrame) -> None:
    one, two = (bars(rates, "name", "share of games") for _ in range(2))
    assert as_svg(one) == as_svg(two)
    assert as_png(one) == as_png(two)


def test_a_picture_is_valid_svg_and_has_no_unknown_number(rates: pd.DataFrame) -> None:
    for chart in (bars(rates, "name", "share"), intervals(rates, "name", [Series("")], "share")):
        svg = as_svg(chart)
        assert ET.fromstring(svg).tag.endswith("svg")
        assert "nan" not in svg
        assert "inf" not in svg


def test_a_png_and_a_figure_of_matplotlib_show_every_text(rates: pd.DataFrame) -> None:
    chart = bars(rates, "name", "share of games")
    assert as_png(chart).startswith(b"\x89PNG")
    assert [each.get_text() for each in as_figure(chart).axes[0].texts] == texts(chart)


def test_a_wide_histogram_is_gathered_without_losing_any() -> None:
    frame = pd.DataFrame({"number": np.arange(100, 350), "share": np.full(250, 1 / 250)})
    middles, shares, width = gathered(frame)
    assert width == 5
    assert len(middles) == 50
    assert shares.sum() == pytest.approx(1)
    assert middles[0] == 102


def test_an_empty_histogram_can_be_drawn() -> None:
    frame = pd.DataFrame({"number": np.zeros(0, int), "share": np.zeros(0)})
    assert as_svg(histogram_figure(frame, "rounds", np.nan))


def test_a_picture_in_a_page_has_no_size_of_its_own(rates: pd.DataFrame) -> None:
    svg = inline(bars(rates, "name", "share"), 'Shares of "a" & b')
    head = svg[: svg.index(">")]
    assert head.startswith('<svg role="img" aria-label="Shares of &quot;a&quot; &amp; b"')
    assert "width=" not in head
    assert "viewBox" in head
    assert " id=" not in svg


def test_a_picture_in_a_page_has_the_colours_of_the_page(rates: pd.DataFrame) -> None:
    svg = inline(intervals(rates, "name", [Series("")], "share", 0.5), "Shares")
    assert {"ink", "line", "paper", "blue"} <= set(re.findall(r"var\(--(\w+)\)", svg))
    assert not re.search(r"#[0-9a-f]{6}\b", svg)


def test_a_name_cannot_leave_its_text(rates: pd.DataFrame) -> None:
    frame = rates.assign(name=['<script>"', "]]>"])
    svg = inline(bars(frame, "name", "share"), '"><script>')
    assert "<script" not in svg
    assert ET.fromstring(svg).tag == "svg"


def test_an_estimate_that_settles_is_drawn_with_what_it_is_held_against() -> None:
    frame = pd.DataFrame({"deals": [10, 20], "value": [0.4, 0.5], "low": [0.3, 0.45],
                          "high": [0.5, 0.55]})  # fmt: skip
    chart = settling(frame, "deals", ("deals", "win rate"), 0.5)
    assert "fair" in texts(chart)
    assert chart.x.low == 0


def test_columns_of_a_table_in_colours_have_their_names_if_need_be_broken() -> None:
    names = [f"Countinghouse{place}" for place in range(12)]
    frame = pd.DataFrame(np.zeros((1, 12)), ["x"], names)
    chart = heat(frame, frame.map(str), ("", ""), 0.0)
    assert [one.replace("\n", "") for one in chart.x.names or ()] == names


def test_a_table_in_colours_leaves_gaps_blank_and_says_more_with_more_colour() -> None:
    frame = pd.DataFrame([[0.0, 0.02], [-0.04, np.nan]], ["x", "y"], ["2", "3"])
    words = frame.map(lambda value: "" if pd.isna(value) else f"{100 * value:+.0f}")
    chart = heat(frame, words, ("setup", "players"), 0.0)
    assert [shape.text for shape in chart.shapes if isinstance(shape, Text)] == ["+0", "+2", "-4"]
    cells = [shape for shape in chart.shapes if isinstance(shape, Area)]
    assert [round(cell.opacity, 3) for cell in cells] == [0, 0.325, 0.65]
    assert [cell.colour for cell in cells] == [BLUE, BLUE, ORANGE]
    assert (chart.y.label, chart.x.label) == ("setup", "players")


def test_long_names_of_series_stand_below_each_other(rates: pd.DataFrame) -> None:
    names = [f"{players} players, a set-up with a long name" for players in (2, 3, 4)]
    chart = intervals(rates, "name", [Series("", name) for name in names], "win rate")
    places = {
        shape.text: float(shape.y[0]) for shape in chart.laid_out() if isinstance(shape, Text)
    }
    assert places[names[0]] < places[names[1]] < places[names[2]]
    short = intervals(rates, "name", [Series("", name) for name in "abc"], "win rate")
    assert chart.height > short.height


def test_a_line_that_leaves_the_chart_runs_along_its_edge() -> None:
    chart = Chart(100.0, 100.0, Axis(low=0.0, high=1.0), Axis(low=0.0, high=1.0))
    chart.add(line([0, 1, 2], [0.5, 5, -np.inf]))
    (drawn,) = (shape for shape in chart.laid_out() if isinstance(shape, Line))
    assert drawn.x[1] == drawn.x[2]
    assert 0 < drawn.y[1] < drawn.y[0] < drawn.y[2] < 100


@pytest.mark.parametrize(
    ("ends", "most", "is_integer", "expected"),
    [
        ((0.0, 1.0), 5, False, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ((-0.013, 0.027), 4, False, [-0.01, 0, 0.01, 0.02]),
        ((1.2, 3.4), 12, True, [2, 3]),
        ((0.0, 1e6), 5, False, [0, 2e5, 4e5, 6e5, 8e5, 1e6]),
        ((7.0, 7.003), 3, False, [7, 7.001, 7.002, 7.003]),
    ],
)
def test_numbers_of_an_axis_are_round(
    ends: tuple[float, float], most: int, is_integer: bool, expected: list[float]
) -> None:
    assert ticks(*ends, most, is_integer) == pytest.approx(expected)


def test_a_long_name_of_an_axis_stays_in_the_picture() -> None:
    label = "first player's wins in 100 games, more or fewer than an equal share"
    frame = pd.DataFrame(
        {"name": ["a rather long name of a row"], "value": 1.0, "low": 0, "high": 2}
    )
    chart = intervals(frame, "name", [Series("")], label)
    (drawn,) = (one for one in chart.laid_out() if isinstance(one, Text) and one.text == label)
    half = text_width(label) / 2
    assert float(drawn.x[0]) - half >= 0
    assert float(drawn.x[0]) + half <= chart.width


def test_a_picture_is_wide_enough_for_a_slide_and_says_what_it_is_of(rates: pd.DataFrame) -> None:
    chart = intervals(rates, "name", [Series("")], "win rate")
    bare, named = as_png(chart), as_png(chart, "Win rate by seat " * 12, "first-game")
    sizes = [struct.unpack(">II", png[16:24]) for png in (bare, named)]
    assert {width for width, _ in sizes} == {1920}
    assert sizes[1][1] > sizes[0][1]
