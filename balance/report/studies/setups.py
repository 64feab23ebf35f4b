"""Random set-ups: which are even, which are varied, and what each piece does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import shorten

import pandas as pd

from balance.analysis.random_setups import REACHED, UNEVEN, SetupStudy
from balance.analysis.setup_map import dots_of
from balance.analysis.setup_matches import UNBOUGHT, VARIED
from balance.report.figures.lines import named_dots, scatter
from balance.report.figures.plots import Series, intervals
from balance.report.nouns import plural
from balance.report.number_format import Estimated, estimated
from balance.report.section import Column, Finding, Picture, Section, Table
from balance.report.words import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))
LISTED = 10  # set-ups of each end
CLEAR = 0.05  # a q-value below it
MOST_PIECES = 30  # in a figure
MOST_PLACED = 3  # recommended set-ups that sentences name
OPPOSITES = (UNEVEN, "rounds", "margin", UNBOUGHT, "objectives")  # axes with words for both ends
PLAIN = ("rounds", "margin", VARIED)  # axes that are no shares
# Pictures of the recommended set-ups among drawn ones, by two axes.
MAPS = {
    "map": ("rounds", UNEVEN), "map_drama": ("margin", "overtaken"), "map_cards": (UNBOUGHT, VARIED)
}  # fmt: skip
MOST_NAMED = 6  # in a finding
LONGEST = 95  # letters of pieces in a line; all are in the CSV file


def setups_section(results: SetupStudy, players: int, piece: str, objective: str = "") -> Section:
    """Return the results of random set-ups as a section.

    `piece`, `objective`: what the game calls what was drawn, and a secret goal.
    """
    words = WORDS.with_facts(piece=piece, objectives=plural(objective or "objective"))
    is_alone = results.bots["bot"].nunique() == 1
    has_cards = VARIED in results.spreads
    even = results.by_evenness
    tables = [
        _listed(words, "even", even.head(LISTED), has_cards, is_alone, results.setups),
        _listed(words, "uneven", even.tail(LISTED)[::-1], has_cards, is_alone),
    ]
    if has_cards:
        varied = results.setups.sort_values(["varied_value", "place"], ascending=[False, True])
        tables.append(_listed(words, "varied", varied.head(LISTED), has_cards, is_alone))
    tables += [
        _named(words, tables, results), *_swaps(words, results), _pieces(words, results),
        *([] if is_alone else [_alike(words, results)]), _bots(words, results),
    ]  # fmt: skip
    findings = list(_findings(words, results))
    of_tables = ["even", "even", *([] if results.again is None else ["even"]), "varied"]
    pictures, swapped = list(_pictures(words, results)), list(_swapped(words, results))
    placed: list[Finding] = []
    if results.places is not None:
        tables[:0] = _places(words, results.places)
        placed = [*_evenness(words, results.places), *_placed(words, results.places)]
        pictures[:0] = _maps(words, results.setups, results.places)
    keys = [
        finding.key(table, 90 - place, None, claim="" if place else words.claim(finding))
        for place, (finding, table) in enumerate(zip(findings, of_tables, strict=False))
    ]
    keys += [
        one.key("places", 95 - place, None, claim=words.claim(one))
        for place, one in enumerate(placed)
    ]
    keys += [one.key("swaps", 93 - place, None) for place, one in enumerate(swapped)]
    return words.section(
        [*placed, *findings, *swapped], tables, pictures, keys, name="setups",
        title=words.text("title", players=players),
    )  # fmt: skip


def _evenness(words: Words, places: pd.DataFrame) -> Iterator[Finding]:
    """Yield which recommended set-ups are more even than half of the drawn ones, and which less."""
    rows = places[places["axis"] == UNEVEN]
    less, more = rows["share_low"] > 0.5, rows["share_high"] < 0.5
    groups = {"more_even": rows[more], "less_even": rows[less], "as_even": rows[~less & ~more]}
    known = {
        name: [
            words.text(f"than.{name}", name=row["name"], share=row["share_value"],
                       other=1 - row["share_value"])
            for _, row in own.iterrows()
        ]
        for name, own in groups.items() if len(own)
    }  # fmt: skip
    if known:
        said = [words.phrase(name, names=own) for name, own in known.items()]
        counts = {name: len(own) for name, own in groups.items()}
        yield words.say("evenness", groups=said, setups=len(rows), **counts)


def _placed(words: Words, places: pd.DataFrame) -> list[Finding]:
    """Return where the recommended set-ups lie that stood out in their first games.

    The figures are of fresh deals, so what was picked need not look better than it is.  What these
    leave open is not said.
    """
    known = places[places["axis"].isin(OPPOSITES)].dropna(subset=["seen", "share_value"])
    far = (known["seen"] - 0.5).abs()
    outermost = known.assign(far=far).sort_values("far", ascending=False, kind="stable")
    chosen = outermost.drop_duplicates("name").head(MOST_PLACED)
    said = []
    for _, row in chosen[(chosen["share_low"] > 0.5) | (chosen["share_high"] < 0.5)].iterrows():
        less, share = row["seen"] < 0.5, estimated(row, "share_")
        if less:
            share = Estimated(1 - share.value, 1 - share.high, 1 - share.low)
        word = words.text(f"{'less' if less else 'more'}.{row['axis']}")
        said.append(words.say("placed", name=row["name"], word=word, share=share))
    return said


def _places(words: Words, places: pd.DataFrame) -> Iterator[Table]:
    """Yield the share of drawn set-ups with less on each axis, and the values themselves."""
    axes = list(dict.fromkeys(places["axis"]))
    for name, prefix in (("places", "share_"), ("values", "")):
        wide = places[["name"]].drop_duplicates().set_index("name")
        columns = []
        for axis in axes:
            own = places[places["axis"] == axis].set_index("name")
            parts = own[[f"{prefix}{part}" for part in ("value", "low", "high")]]
            parts.columns = [f"{axis}_{part}" for part in ("value", "low", "high")]
            wide = wide.join(parts)
            form = "placed" if prefix else "valued" if axis in PLAIN else "valued_share"
            columns.append(words.column(form, axis=axis, head=words.text(f"axes.{axis}")))
        file = places[["name", "axis", *(f"{prefix}{part}" for part in Estimated._fields)]]
        yield words.table(name, wide.reset_index(), file=file, more=columns)


def _maps(words: Words, setups: pd.DataFrame, places: pd.DataFrame) -> Iterator[Picture]:
    """Yield pictures with a dot for each drawn set-up, the recommended ones named."""
    drawn = dots_of(setups)
    named = places.pivot_table(index="name", columns="axis", values="value", sort=False)
    for name, axes in MAPS.items():
        if set(axes) <= set(drawn) & set(named):
            times = [1 if axis in PLAIN else 100 for axis in axes]
            dots, names = (table[list(axes)] * times for table in (drawn, named))
            yield words.picture(name, named_dots(dots, names, words.axes(name)))


def _listed(
    words: Words,
    name: str,
    rows: pd.DataFrame,
    has_cards: bool,
    is_alone: bool,
    file: pd.DataFrame | None = None,
) -> Table:
    """Return a table of some set-ups."""
    prefix = "varied_" if name == "varied" else "even_"
    ranks = zip(rows[f"{prefix}best"], rows[f"{prefix}worst"], strict=True)
    rows = rows.assign(
        rank=[words.text("phrases.rank", best=int(best), worst=int(worst)) for best, worst in ranks]
    )
    drop = () if has_cards else (f"{VARIED}_",)
    return words.table(
        name, rows, file=file, drop=(*drop, *(("best", REACHED) if is_alone else ()))
    )


def _named(words: Words, tables: Sequence[Table], results: SetupStudy) -> Table:
    """Return what was drawn in the set-ups that other tables list, by their numbers."""
    places = {place for table in tables for place in table.frame["place"]}
    rows = results.setups[results.setups["place"].isin(places)]
    short = rows.assign(
        short=[shorten(pieces, LONGEST, placeholder=" ...") for pieces in rows["pieces"]]
    )
    return words.table("named", short, file=rows[["place", "pieces"]])


def _pieces(words: Words, results: SetupStudy) -> Table:
    """Return what the presence of each piece does, a column for each measure."""
    names = list(dict.fromkeys(results.pieces["measure"]))
    wide = results.pieces[["piece", "drawn"]].drop_duplicates("piece").set_index("piece")
    columns = []
    for name in names:
        own = results.pieces[results.pieces["measure"] == name].set_index("piece")
        parts = own[["value", "low", "high"]].add_prefix(f"{name}_")
        wide = wide.join(parts).assign(**{f"{name}_sure": own["q"] < CLEAR})
        is_brief = name in (UNEVEN, VARIED, "rounds")
        columns.append(replace(_difference(words, name, results), is_brief=is_brief))
    order = wide.sort_values(f"{UNEVEN}_value", kind="stable").rename_axis("name").reset_index()
    return words.table("pieces", order, file=results.pieces, more=columns, level=CLEAR)


def _swaps(words: Words, results: SetupStudy) -> Iterator[Table]:
    """Yield what each swapped card does, a column for each measure."""
    if results.swaps is None:
        return
    names = list(dict.fromkeys(results.swaps["measure"]))
    wide = results.swaps[["piece", "setups"]].drop_duplicates("piece").set_index("piece")
    for name in names:
        own = results.swaps[results.swaps["measure"] == name].set_index("piece")
        wide = wide.join(own[["value", "low", "high"]].add_prefix(f"{name}_"))
        wide[f"{name}_sure"] = own["low"] * own["high"] > 0
    columns = [
        replace(_difference(words, name, results), is_brief=name in (UNEVEN, "rounds", "margin"))
        for name in names
    ]
    rows = wide.rename_axis("name").reset_index()
    yield words.table("swaps", rows, file=results.swaps, more=columns)


def _swapped(words: Words, results: SetupStudy) -> Iterator[Finding]:
    """Yield what the swap of each card changed in what it was picked for."""
    if results.swaps is None:
        return
    rows = results.swaps[results.swaps["measure"] == results.swaps["seen"]]
    for _, row in rows.iterrows():
        form, change = "swapped" if row["low"] * row["high"] > 0 else "open", estimated(row)
        if change.value < 0:
            change = Estimated(-change.value, -change.high, -change.low)
        word = "less" if row["value"] < 0 else "more"
        said = words.text(f"swapped_{word}.{row['seen']}", change=change)
        yield words.say(form, card=row["piece"], change=said, setups=int(row["setups"]))


def _difference(words: Words, measure: str, results: SetupStudy) -> Column:
    """Return the column of what a piece does to a measure."""
    is_number = measure in results.numbers
    if words.has(f"measures.{measure}"):
        head = words.text(f"measures.{measure}")
    else:
        head = measure if is_number else words.text("measures.share", measure=measure)
    name = "difference" if is_number else "difference_of_shares"
    return words.column(name, measure=measure, head=head)


def _alike(words: Words, results: SetupStudy) -> Table:
    known = results.alike.dropna(subset=["tau"])
    return words.table("alike", known, file=results.alike)


def _bots(words: Words, results: SetupStudy) -> Table:
    """Return the means of all set-ups by bot."""
    means = results.bots.pivot_table(index="bot", columns="measure", values="value", sort=False)
    columns = [
        replace(
            words.column("mean" if name in results.numbers else "share", measure=name, place=i),
            is_brief=bool(means[name].any()),
        )
        for i, name in enumerate(means.columns)
    ]
    # Columns are called by their place, as a measure may be called "bot".
    wide = means.set_axis([column.name for column in columns], axis=1).reset_index()
    return words.table("bots", wide, file=results.bots, more=columns)


def _findings(words: Words, results: SetupStudy) -> Iterator[Finding]:
    """Yield whether set-ups differ, and with which pieces."""
    setups = results.setups
    sd_of_rates = words.phrase("sd_of_rates", sd=setups["even_value"].std())
    yield _differ(words, results, UNEVEN, "even", sd_of_rates)
    yield words.say("median", median=setups[f"{UNEVEN}_value"].median())
    if results.again is not None:
        best = results.by_evenness.iloc[0]
        yield words.say(
            "best", best=Estimated(*results.again), setups=len(setups), place=best["place"],
            from_rank=int(best["even_best"]), to_rank=int(best["even_worst"]),
        )  # fmt: skip
    if VARIED in results.spreads:
        sd_of_cards = words.phrase("sd_of_cards", sd=results.spreads[VARIED].value)
        yield _differ(words, results, VARIED, "varied", sd_of_cards)
    for name, less, more in ((UNEVEN, "even", "uneven"), (VARIED, "uniform", "varied")):
        yield from _of_pieces(words, results, name, less, more)


def _differ(words: Words, results: SetupStudy, name: str, word: str, sd: Finding) -> Finding:
    """Return whether set-ups differ, and whether it is known which is first."""
    facts = {"setups": len(results.setups), "word": words.text(f"phrases.{word}")}
    if not results.spreads[name].low > 0:
        return words.say("alike", **facts)
    candidates = int((results.setups[f"{word}_best"] == 1).sum())
    if candidates == 1:
        first = words.phrase("first_known", word=facts["word"])
    else:
        first = words.phrase("first_open", word=facts["word"], count=candidates)
    share = results.reliability[name]
    return words.say("differ", **facts, sd=sd, share=share, first=first)


def _of_pieces(
    words: Words, results: SetupStudy, name: str, less: str, more: str
) -> Iterator[Finding]:
    """Yield with which pieces set-ups have less of a measure, and with which more."""
    pieces = results.pieces
    rows = pieces[(pieces["measure"] == name) & (pieces["q"] < CLEAR)]
    for part, word in ((rows[rows["value"] < 0], less), (rows[rows["value"] > 0], more)):
        if not part.empty:
            order = part.reindex(part["value"].abs().sort_values(ascending=False).index)
            names = list(order["piece"].head(MOST_NAMED))
            yield words.say("pieces", word=words.text(f"phrases.{word}"), pieces=names)


def _pictures(words: Words, results: SetupStudy) -> Iterator[Picture]:
    for name, picture in ((UNEVEN, "pieces_uneven"), (VARIED, "pieces_varied")):
        rows = results.pieces[results.pieces["measure"] == name].dropna(subset=["value"])
        if rows.empty:
            continue
        ends = rows.reindex(rows["value"].abs().sort_values(ascending=False).index)
        largest = ends.head(MOST_PIECES).sort_values("value")
        axis = words.axis(picture)
        figure = intervals(largest, "piece", [Series("")], axis, 0.0, name == UNEVEN, "", True)
        yield words.picture(picture, figure, save_as=f"pieces_{name}")
    if VARIED in results.spreads:
        yield words.picture(
            "setups", scatter(results.setups, f"{VARIED}_", f"{UNEVEN}_", words.axes("setups"), 100)
        )
