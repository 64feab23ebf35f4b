"""Pictures of tables."""

import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from balance.report.figures.plots import (
    BLUE,
    ORANGE,
    Series,
    as_png,
    as_svg,
    bars,
    gathered,
    heat,
    histogram,
    inline,
    intervals,
    settling,
)


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


def test_a_row_without_a_value_keeps_its_place(rates: pd.DataFrame) -> None:
    figure = intervals(rates, "name", [Series("")], "win rate", 0.25)
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a & b", "c"]
    assert len(axes.lines[-1].get_xdata()) == 1  # type: ignore[arg-type]


def test_the_same_table_gives_the_same_bytes(rates: pd.DataFrame) -> None:
    one, two = (bars(rates, "name", "share of games") for _ in range(2))
    assert as_svg(one) == as_svg(two)
    assert as_png(one) == as_png(two)


def test_a_wide_histogram_is_gathered_without_losing_any() -> None:
    frame = pd.DataFrame({"number": np.arange(100, 350), "share": np.full(250, 1 / 250)})
    middles, shares, width = gathered(frame)
    assert width == 5
    assert len(middles) == 50
    assert shares.sum() == pytest.approx(1)
    assert middles[0] == 102


def test_an_empty_histogram_can_be_drawn() -> None:
    frame = pd.DataFrame({"number": np.zeros(0, int), "share": np.zeros(0)})
    assert as_svg(histogram(frame, "rounds", np.nan))


def test_a_picture_in_a_page_has_no_size_or_name_of_its_own(rates: pd.DataFrame) -> None:
    svg = inline(as_svg(bars(rates, "name", "share")), 'Shares of "a" & b')
    head = svg[: svg.index(">")]
    assert head.startswith('<svg role="img" aria-label="Shares of &quot;a&quot; &amp; b"')
    assert "width=" not in head
    assert "viewBox" in head
    assert "<metadata" not in svg
    assert "<style" not in svg
    assert "patch_1" not in svg


def test_a_picture_in_a_page_has_the_colours_of_the_page(rates: pd.DataFrame) -> None:
    svg = inline(as_svg(intervals(rates, "name", [Series("")], "share", 0.5)), "Shares", "shares")
    assert {"ink", "line", "paper", "blue"} <= set(re.findall(r"var\(--(\w+)\)", svg))
    assert not re.search(r"#[0-9a-f]{6}\b", svg)


def test_ids_of_two_pictures_in_a_page_differ(rates: pd.DataFrame) -> None:
    drawn = as_svg(intervals(rates, "name", [Series("")], "share"))
    ids = [set(re.findall(r' id="([^"]+)"', inline(drawn, "", name))) for name in ("one", "two")]
    assert ids[0]
    assert not ids[0] & ids[1]
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', inline(drawn, "", "one")))
    assert used <= ids[0]


def test_an_estimate_that_settles_is_drawn_with_what_it_is_held_against() -> None:
    frame = pd.DataFrame({"deals": [10, 20], "value": [0.4, 0.5], "low": [0.3, 0.45],
                          "high": [0.5, 0.55]})  # fmt: skip
    axes = settling(frame, "deals", ("deals", "win rate"), 0.5).axes[0]
    assert [text.get_text() for text in axes.texts] == ["fair"]
    assert axes.get_xlim()[0] == 0


def test_a_table_in_colours_leaves_gaps_blank_and_says_more_with_more_colour() -> None:
    frame = pd.DataFrame([[0.0, 0.02], [-0.04, np.nan]], ["x", "y"], ["2", "3"])
    texts = frame.map(lambda value: "" if pd.isna(value) else f"{100 * value:+.0f}")
    axes = heat(frame, texts, ("setup", "players"), 0.0).axes[0]
    assert [text.get_text() for text in axes.texts] == ["+0", "+2", "-4"]
    assert [round(patch.get_alpha() or 0, 3) for patch in axes.patches] == [0, 0.325, 0.65]
    colours = [to_hex(patch.get_facecolor()) for patch in axes.patches]
    assert colours == [BLUE, BLUE, ORANGE]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("setup", "players")


def test_long_names_of_series_stand_below_each_other(rates: pd.DataFrame) -> None:
    names = [f"{players} players, a set-up with a long name" for players in (2, 3, 4)]
    figure = intervals(rates, "name", [Series("", name) for name in names], "win rate")
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == names
    short = intervals(rates, "name", [Series("", name) for name in "abc"], "win rate")
    assert figure.get_figheight() > short.get_figheight()
