"""The figures on objectives."""

from collections.abc import Iterator

import pandas as pd

from balance.analysis.metrics.objective_pairs import FEW_GAMES, square
from balance.report.figures.plots import Series, heat, intervals
from balance.report.figures.shapes import BLUE, GREEN, ORANGE, PURPLE
from balance.report.section import Picture
from balance.report.sections.objectives_findings import Results

MOST_SQUARE = 24  # objectives in a heat map


def pictures_of(results: Results) -> Iterator[Picture]:
    """Yield the figures."""
    yield _judged(results)
    if results.free is not None:
        yield _three_ways(results)
    if not results.rows["own_value"].isna().all():
        yield _split(results)
    if not results.pairs.empty and 2 <= len(results.rows) <= MOST_SQUARE:
        yield _pairs(results)


def _mark(results: Results) -> str:
    return results.words.text(f"phrases.{'mark_all' if results.has_rival else 'mark_fair'}")


def _judged(results: Results) -> Picture:
    """Return the win rates that objectives are judged by, with the band that counts as fair."""
    words, how = results.words, results.how
    is_forced = how == "forced"
    figure = intervals(
        results.rows, "objective", [Series(f"{how}_", colour=GREEN if is_forced else BLUE)],
        words.axis("judged"), results.fair, mark_label=_mark(results), is_wide=True,
        shaded=(results.fair - results.band, results.fair + results.band),
    )  # fmt: skip
    meaning = words.text(f"phrases.{'forced_meaning' if is_forced else 'dealt_meaning'}")
    return words.picture("judged", figure, save_as=f"objectives_{how}", meaning=meaning)


def _three_ways(results: Results) -> Picture:
    """Return dealt, kept and assigned beside each other."""
    words = results.words
    colours = {"dealt": BLUE, "kept": ORANGE}
    ways = words.text("phrases.three_ways")
    if results.forced is not None:
        colours["forced"] = GREEN
        ways += f" {words.text('phrases.third_way')}"
    series = [
        Series(f"{how}_", words.text(f"phrases.{how}"), colour) for how, colour in colours.items()
    ]
    figure = intervals(
        results.rows, "objective", series, words.axis("objectives"), results.fair,
        mark_label=_mark(results), is_wide=True,
    )  # fmt: skip
    return words.picture("objectives", figure, ways=ways)


def _split(results: Results) -> Picture:
    """Return where points come from."""
    words = results.words
    series = [
        Series("own_", words.text("phrases.from_objective"), PURPLE),
        Series("rest_", words.text("phrases.from_rest"), BLUE),
    ]
    figure = intervals(
        results.rows, "objective", series, words.axis("objectives_split"), 0.0, is_share=False,
        mark_label=words.text("phrases.average"), is_wide=True,
    )  # fmt: skip
    return words.picture("objectives_split", figure)


def _pairs(results: Results) -> Picture:
    """Return who ranks above whom."""
    words, rows = results.words, results.rows
    table = square(results.pairs, rows["place"].tolist())
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    table.columns = pd.Index(numbers)
    table.index = pd.Index(
        [
            words.text("phrases.numbered", name=name, number=number)
            for number, name in zip(numbers, rows["objective"], strict=True)
        ]
    )
    texts = table.map(lambda share: "" if pd.isna(share) else f"{100 * share:.0f}")
    figure = heat(table, texts, ("", words.axis("objectives_pairs")), 0.5)
    return words.picture("objectives_pairs", figure, few=FEW_GAMES)
