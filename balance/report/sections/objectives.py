"""How strong secret objectives are: the section, from its parts."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.metrics import objective_pairs
from balance.analysis.metrics.metric import Metric
from balance.analysis.metrics.objective_pairs import FEW_GAMES, objective_pair_table, square
from balance.analysis.metrics.objectives import applies, fair
from balance.analysis.objectives.by_cell import by_cell
from balance.analysis.objectives.strength import choice, index, main_of, strengths
from balance.analysis.objectives.ways import games_by_way
from balance.report.figures.plots import Series, heat, intervals
from balance.report.figures.shapes import BLUE, GREEN, ORANGE, PURPLE
from balance.report.nouns import nouns
from balance.report.players import who_was_asked
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Picture, Section, SectionDefinition
from balance.report.sections.objectives_findings import Results, findings_of, key_findings_of
from balance.report.sections.objectives_tables import (
    cell_table,
    choice_table,
    index_table,
    main_table,
    pair_table,
)
from balance.report.words import Words
from balance.scenario.cells import TIER

WORDS = Words(Path(__file__).with_suffix(".toml"))
MOST_SQUARE = 24  # objectives in a heat map


def build(data: ReportData) -> Section | None:
    """Return the section on objectives; None without its sums."""
    cell = data.about("objectives")
    if cell is None:
        return None
    free, forced = games_by_way(cell, data.variants)
    source = forced or free
    if source is None:
        return None
    match, band = cell.match, data.fair_within
    main = main_of(free, forced, match)
    fair_rate = fair(source.folds, match)
    where = "phrases.where_forced" if forced else "phrases.where_chosen"
    words = WORDS.with_facts(
        **nouns(match.game),
        how=WORDS.text(f"phrases.{main.name}"),
        asked=who_was_asked(data, cell, of_experiments=False),
        fair=fair_rate,
        band=band,
        bar=WORDS.text("phrases.bar_all" if match.game_table.rival else "phrases.bar_fair"),
        in_games=WORDS.text(where, **nouns(match.game)),
    )
    how, cells = by_cell(_comparable(data, cell))
    results = Results(
        words=words,
        main=main,
        free=free,
        forced=forced,
        has_rival=bool(match.game_table.rival),
        rows=strengths(free, forced, main, match, band),
        indices=index(free, forced, main, band),
        chosen=choice(cell),
        pairs=objective_pair_table(source.meetings, match)
        if source.meetings is not None
        else pd.DataFrame(),
        cells=cells,
        how_in_cells=how,
        fair=fair_rate,
        band=band,
        tables=data.head_tables,
    )
    tables = [
        main_table(results), index_table(results), choice_table(results), pair_table(results),
        cell_table(results),
    ]  # fmt: skip
    has_design = bool(match.game.experiments.random_objective_options)
    return words.section(
        findings_of(results),
        tables,
        pictures_of(results),
        key_findings_of(results, data.fix_objective),
        warning=_warning(results, has_design),
    )


def _comparable(data: ReportData, about: CellResult) -> list[CellResult]:
    """Return the cells to be compared: all of a grid that have the same strength of play."""
    if not data.is_comparison:
        return []
    return [
        cell for cell in data.variants if cell.ended and cell.axes.get(TIER) == about.axes.get(TIER)
    ]


def _warning(results: Results, has_design: bool) -> str:
    words = results.words
    if results.free is None:
        return words.text("warnings.assigned_only")
    who = words.text(f"warnings.{'when_chosen' if results.has_rival else 'who_chooses'}")
    if results.forced is not None:
        advice = "assigned_too"
    else:
        is_offered = has_design and not results.has_rival
        advice = "ask_for_design" if is_offered else "ask_for_variant"
    return f"{words.text('warnings.dealt', who=who)} {words.text(f'warnings.{advice}')}"


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


objectives = SectionDefinition(
    build, place=80, metrics={
        "objectives": Metric(
            applies=applies, needs="it needs a game with secret goals; here nobody is dealt any"
        ),
        "meetings": Metric(
            objective_pairs.tally, objective_pairs.ObjectivePairSums, objective_pairs.applies
        ),
    },
)  # fmt: skip
