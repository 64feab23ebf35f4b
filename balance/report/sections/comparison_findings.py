"""The findings of a comparison: what differs between cells, and whether they are fair."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import FEW_CELLS, HEADLINES
from balance.analysis.measures import NUMBER
from balance.analysis.metrics.fold_sums import FOLDS, folds_of
from balance.report.certainty import or_others, rivals
from balance.report.number_format import AT_LEAST_0, Estimated, cell_of, estimated
from balance.report.section import Column, Finding, Style
from balance.report.words import Words
from balance.stats.intervals import INTERVAL
from balance.stats.verdict import Verdict

MOST_TIMES = 100  # the games: what takes more to be told apart is as good as alike
MOST_CHANGES = 3  # named of two cells: the clearest
KEYS = ("player", "first", "rounds", "spread dealt")  # named of many cells; of two, if not clear
ANSWERS = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.UNDECIDED: "undecided"}


def findings_of(
    words: Words, rows: pd.DataFrame, axes: pd.DataFrame, cells: int
) -> Iterator[Finding]:
    """Yield what differs and what does not.

    `rows`: see `analysis.comparison.differences.differences`; `axes`: see
    `analysis.comparison.differences.along_axes`.
    """
    judged = rows[rows["topic"].isin(HEADLINES)]
    if judged["p"].isna().all():
        yield words.say("too_few", folds=FOLDS)
    elif cells == 2:
        yield from _of_two(words, judged)
        yield from _of_pieces(words, rows)
    else:
        yield from _of_many(words, judged, axes)
        yield words.say(
            "all_pairs" if cells <= FEW_CELLS else "from_first",
            clear=int(_is_clear(judged).sum()), compared=len(judged), cells=cells,
        )  # fmt: skip


def key_findings_of(
    words: Words, rows: pd.DataFrame, axes: pd.DataFrame, cells: int
) -> list[Finding]:
    """Return what differs as sentences that are whole by themselves; none with too few deals."""
    judged = rows[rows["topic"].isin(HEADLINES)]
    if judged["p"].isna().all():
        return []
    if cells > 2:
        return list(_of_many(words, judged, axes, "change_key"))
    clear = judged[_is_clear(judged)]
    if clear.empty:
        return list(_of_two(words, judged))[:1]
    changes = [
        words.phrase("change_key", **_facts(words, row, _compared(judged)))
        for _, row in clear.head(MOST_CHANGES).iterrows()
    ]
    pieces = [one for one in _of_pieces(words, rows) if one.name.endswith("_change")]
    return [words.say("two_key", **_two(judged), clear=len(clear), changes=changes), *pieces]


def fairness_finding(words: Words, verdicts: pd.DataFrame) -> Finding | None:
    """Return in how many cells all seats win within the band; None if nobody plays anybody.

    `verdicts`: see `analysis.comparison.cell_tables.fairness`.
    """
    if verdicts.empty:
        return None
    by_answer = {
        name: list(verdicts["cell"][verdicts["verdict"] == verdict])
        for verdict, name in ANSWERS.items()
    }
    phrases = [
        words.phrase(name, cells=_cells(words, cells, len(verdicts))).text
        for name, cells in by_answer.items() if cells
    ]  # fmt: skip
    answers = words.text("phrases.answers", answers=phrases)
    return words.say("fairness", answers=answers, **by_answer)


def same_games(words: Words, cells: Sequence[CellResult]) -> Finding | None:
    """Return which cells of the same bots played the same games; None if none did."""
    groups: list[list[CellResult]] = []
    for cell in cells:
        for group in groups:
            is_alike = group[0].match.lineup.labels == cell.match.lineup.labels
            if is_alike and folds_of(group[0].sums).is_same(folds_of(cell.sums)):
                group.append(cell)
                break
        else:
            groups.append([cell])
    same = [
        words.phrase("same_cells", cells=[f'"{cell.name}"' for cell in group])
        for group in groups
        if len(group) > 1
    ]
    return words.say("same_games", groups=same) if same else None


def with_off(heads: pd.DataFrame, rates: pd.DataFrame) -> pd.DataFrame:
    """Return headline numbers with ``off_``: how far the seat farthest from fair is, either way.

    Its interval holds for the farthest of all seats; it is narrower than that of the verdict on
    fairness, which holds however often a run is continued.

    Parameters
    ----------
    heads, rates : DataFrame
        See `analysis.comparison.cell_tables.headlines` and `win_rates` there.
    """
    farthest = [
        (cell, *max((_off(row, len(own)) for _, row in own.iterrows()), key=lambda off: off.value))
        for cell, own in (rates.groupby("cell", sort=False) if len(rates) else ())
    ]
    columns = ["cell", *(f"off_{part}" for part in INTERVAL)]
    return heads.merge(pd.DataFrame(farthest, columns=columns), on="cell", how="left")


def _off(row: pd.Series, seats: int) -> Estimated:
    rate = estimated(row).picked_of(seats)
    return abs(Estimated(*(end - row["fair"] for end in rate)))


def evening_findings(words: Words, measured: pd.DataFrame) -> list[Finding]:
    """Return which of three set-ups or more is the shortest, the closest and the most even.

    With several numbers of players it is said for each of them, and first which set-up is the most
    even with whoever comes.  None if they are not alternatives: where other things differ too.

    Parameters
    ----------
    measured : DataFrame
        See `with_off`; with players, and ``setup``, what else the variant is.
    """
    groups = [own.reset_index(drop=True) for _, own in measured.groupby("players")]
    sizes = {(len(own), own["setup"].nunique(), own["bots"].nunique()) for own in groups}
    number = len(groups[0]) if groups else 0
    if number < 3 or sizes != {(number, number, 1)}:
        return []
    name = "evening" if len(groups) == 1 else "evening_of_players"
    found = [_evening(words, own, name) for own in groups]
    said = [one for one in found if one is not None]
    if len(groups) == 1 and said:
        apart = _to_tell(words, groups[0])
        return [*said, *([apart] if apart else [])]
    if len(groups) == 1 or len(said) < len(groups):
        return []
    # With any number of players: the one that is least even there.
    most = measured.groupby("setup", sort=False)[[f"off_{part}" for part in INTERVAL]].max()
    facts = _first_of(words, most.reset_index(), "even", "off_")
    by_players = [words.phrase("with_players", **one.facts) for one in said]
    short = [words.phrase("shortest_with", **one.facts) for one in said]
    close = [words.phrase("closest_with", **one.facts) for one in said]
    apart = _to_tell(words, most.reset_index())
    return [
        words.say("evening_of_all", **facts, variants=number, groups=by_players),
        words.say("evening_shortest", groups=short),
        words.say("evening_closest", groups=close),
        *said, *([apart] if apart else []),
    ]  # fmt: skip


def take_home(words: Words, finding: Finding) -> str:
    """Return what `evening_findings` say in few words: the first that is known of the best."""
    facts = finding.facts
    for name in ("even", "closest", "shortest"):
        if facts.get(f"{name}_others", facts["variants"]) < facts["variants"] - 1:
            return words.text(f"claims.{finding.name}.{name}", **facts)
    return words.text(f"claims.{finding.name}.open", **facts)


def _evening(words: Words, rows: pd.DataFrame, name: str) -> Finding | None:
    facts: dict[str, object] = {"variants": len(rows), "players": int(rows["players"].iloc[0])}
    for of, prefix in (("shortest", "rounds_"), ("closest", "margin_"), ("even", "off_")):
        if rows[f"{prefix}value"].isna().all():
            return None
        facts |= _first_of(words, rows, of, prefix)
    return words.say(name, **facts)


def _to_tell(words: Words, rows: pd.DataFrame) -> Finding | None:
    """Return about how many times the games tell the two most even set-ups; None if they do.

    The error of a difference falls with the root of the games; what it is about is taken as seen.
    """
    known = rows.dropna(subset=["off_low"]).sort_values("off_value")
    if len(known) < 2:
        return None
    first, second = known.iloc[0], known.iloc[1]
    half = np.hypot(*(row["off_high"] - row["off_low"] for row in (first, second))) / 2
    gap = float(second["off_value"] - first["off_value"])
    times = (half / gap) ** 2 if gap > 0 else np.inf
    if times <= 1:
        return None
    names = {"first": first["setup"], "second": second["setup"], "gap": gap}
    if times > MOST_TIMES:
        return words.say("as_even", **names)
    return words.say("to_tell", **names, times=float(np.ceil(times)))


def _first_of(words: Words, rows: pd.DataFrame, name: str, prefix: str) -> dict[str, object]:
    """Return the set-up with the smallest number, and this, as facts."""
    known = rows.dropna(subset=[f"{prefix}value"])
    first = known.sort_values(f"{prefix}value").iloc[0]
    others = rivals(known, first.name, "setup", prefix, sign=-1)
    is_open = len(others) == len(known) - 1
    doubt = words.text("phrases.or_any") if is_open else or_others(others)
    return {
        name: words.text("phrases.one_cell", cell=first["setup"]) + doubt,
        f"{name}_others": len(others),
        f"{name}_at": estimated(first, prefix).picked_of(len(known), ends=AT_LEAST_0),
    }


def _cells(words: Words, cells: list[str], total: int) -> str:
    """Return the name of a cell, or how many there are."""
    if len(cells) == 1:
        return words.text("phrases.one_cell", cell=cells[0])
    if len(cells) < total:
        return words.text("phrases.some_cells", count=len(cells))
    return words.text("phrases.both_cells" if total == 2 else "phrases.all_cells", count=total)


def _is_clear(rows: pd.DataFrame) -> "pd.Series[bool]":
    return rows["verdict"] == "established"


def _two(judged: pd.DataFrame) -> dict[str, object]:
    """Return the names of two cells and how much of them is compared, as facts."""
    first, second = judged[["first", "second"]].iloc[0]
    return {"first": first, "second": second, "compared": len(judged)}


def _of_two(words: Words, judged: pd.DataFrame) -> Iterator[Finding]:
    clear = judged[_is_clear(judged)]
    others = judged[~_is_clear(judged) & judged["key"].isin(KEYS)]
    if clear.empty:
        yield words.say("two_alike", **_two(judged))
    else:
        yield words.say("two_differ", **_two(judged), clear=len(clear))
        compared = _compared(judged)
        changes = [_change(words, row, compared) for _, row in clear.head(MOST_CHANGES).iterrows()]
        yield words.say("clearest", changes=changes)
    if not others.empty:
        changes = [_change(words, row, name="change") for _, row in others.iterrows()]
        yield words.say("not_clear", changes=changes)


def _of_pieces(words: Words, rows: pd.DataFrame) -> Iterator[Finding]:
    """Yield for objectives and for cards how many differ, and which most."""
    for topic, change, alike in (
        ("dealt", "objectives_change", "objectives_alike"),
        ("copies", "things_change", "things_alike"),
    ):
        compared = rows[(rows["topic"] == topic) & rows["p"].notna()]
        clear = compared[_is_clear(compared)]
        if compared.empty:
            continue
        if clear.empty:
            yield words.say(alike)
            continue
        most = _change(words, clear.iloc[int(clear["value"].abs().argmax())], len(compared))
        yield words.say(change, clear=len(clear), compared=len(compared), change=most)


def _of_many(
    words: Words, judged: pd.DataFrame, axes: pd.DataFrame, phrase: str = ""
) -> Iterator[Finding]:
    return _of_axes(words, axes, phrase) if not axes.empty else _of_extremes(words, judged)


def _of_axes(words: Words, axes: pd.DataFrame, phrase: str) -> Iterator[Finding]:
    """Yield for each axis the largest difference of each number along it; `phrase`: its form."""
    for axis in axes.sort_values("place")["axis"].drop_duplicates():
        mine = axes[axes["axis"] == axis]
        of_keys = [mine[mine["key"] == key] for key in KEYS]
        largest = [(_largest(some), _compared(some)) for some in of_keys]
        found = [(most, compared) for most, compared in largest if most is not None]
        clear = [most for most, _ in found if most["verdict"] == "established"]
        # What is compared is said once, if it is the same for all.
        ends = {_values(words, most) for most in clear} or {""}
        if mine["second"].nunique() == 1:
            ends = {_values(words, mine.iloc[0])}
        changes, unclear = [], []
        for most, compared in found:
            if most["verdict"] == "established":
                end = _values(words, most) if len(ends) > 1 else ""
                changes.append(_change(words, most, compared, phrase, end))
            elif not phrase:
                size = _size(words, most, compared)
                unclear.append(words.phrase("unclear", measure=most["measure"], size=size))
        if unclear:
            changes.append(words.phrase("no_clear_difference", measures=unclear))
        if not changes:
            changes.append(words.phrase("nothing_clear"))
        name = f"{axis}{ends.pop()}" if len(ends) == 1 else axis
        basis = _basis(words, pd.DataFrame([most for most, _ in found]))
        yield words.say("axis", axis=name, basis=basis, changes=changes)


def _basis(words: Words, rows: pd.DataFrame) -> str:
    """Return over how many variants each number of an axis is a mean; empty if over one."""
    pairs = {int(one) for one in rows["pairs"]} if len(rows) else {1}
    if pairs == {1}:
        return ""
    if len(pairs) > 1:
        return words.text("phrases.means_of_some")
    return words.text("phrases.means", pairs=pairs.pop())


def _values(words: Words, row: pd.Series) -> str:
    return words.text("phrases.values", first=row["first"], second=row["second"])


def _of_extremes(words: Words, judged: pd.DataFrame) -> Iterator[Finding]:
    """Yield for each number between which two cells it differs most."""
    for key in KEYS:
        some = judged[judged["key"] == key]
        most = _largest(some)
        if most is None:
            continue
        name = "largest" if most["verdict"] == "established" else "largest_unclear"
        facts = _facts(words, most, _compared(some))
        yield words.say(name, **facts, first=most["first"], second=most["second"])


def _largest(rows: pd.DataFrame) -> pd.Series | None:
    """Return the largest difference that is clear, or the largest of all."""
    rows = rows[rows["p"].notna()]
    clear = rows[_is_clear(rows)]
    candidates = rows if clear.empty else clear
    if candidates.empty:
        return None
    return candidates.iloc[int(candidates["value"].abs().argmax())]


def _compared(rows: pd.DataFrame) -> int:
    """Return from how many differences one is picked."""
    return int(rows["p"].notna().sum())


def _change(
    words: Words, row: pd.Series, picked_of: int = 1, name: str = "", end: str = ""
) -> Finding:
    """Return a difference as a phrase: rounds 7.03 to 7.39 (+0.36 [+0.34, +0.38])."""
    is_clear = row["verdict"] == "established"
    sentence = words.phrase(
        name or ("change" if is_clear else "change_unclear"), **_facts(words, row, picked_of)
    )
    return Finding(sentence.name, f"{sentence.text}{end}", sentence.facts)


def _facts(words: Words, row: pd.Series, picked_of: int) -> dict[str, object]:
    was, now = (
        Finding("value", cell_of(row, Column("", of, Style.VALUE)).text, {"value": row[of]})
        for of in ("was", "now")
    )
    return {"measure": row["measure"], "was": was, "now": now, "size": _size(words, row, picked_of)}


def _size(words: Words, row: pd.Series, picked_of: int) -> Finding:
    name = "size" if row["unit"] == NUMBER else "size_in_points"
    return words.phrase(name, difference=estimated(row).picked_of(picked_of))
