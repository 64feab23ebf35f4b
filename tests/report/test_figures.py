"""Pictures of tables."""

import numpy as np
import pandas as pd
import pytest

from balance.report.figures import (
    Series,
    as_png,
    as_svg,
    bars,
    gathered,
    histogram,
    inline,
    intervals,
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
    assert "patch_1" not in svg
